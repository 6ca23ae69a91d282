import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { parseProfile } from '../../src/profile/load.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { jobWith } from '../lease/told-run.ts';
import { repositoryRoot } from '../scenarios/run-bundle.ts';
import { FileClock } from '../twins/file-clock.ts';
import type { Twin, TwinRequest } from '../twins/twin.ts';
import { eventsIn, liveRented } from './rented-life.ts';
import type { RentedPlatform } from './rented-platforms.ts';

export interface Seen {
  calls: number;
  /** What was called, whatever it was called about. */
  kinds: Set<string>;
  killed: boolean;
  /** Machines that billed at the moment of the kill and of which the ledger held no intent. */
  unfound: number;
  /** Machines that were made beyond the first. */
  second: number;
  /** Ends of a machine that the ledger had not approved by then. */
  unwarranted: number;
  /** Deadlines at which boxes end their own meter and that were not as they are to be once work is on them. */
  unlaid: number;
  finished: boolean;
  story: string;
}

export interface Kill {
  kind: string;
  /** Of that kind, from 1. */
  nth: number;
  when: 'before' | 'after';
}

/** One start of a life, which can be struck dead at once: nothing that it does afterwards has an effect. */
export interface Start {
  /** Resolves when it has come to its end, struck or not, with what it said of errors. */
  ended: Promise<string>;
  strike(): void;
}

export type StartLife = (platform: RentedPlatform, dir: string, env: Record<string, string>) => Start;

/** In a process of its own, killed with SIGKILL. */
export const inProcess =
  (program: string): StartLife =>
  (platform, dir, env) => {
    const job = JSON.stringify(jobWith(platform.job));
    writeFileSync(join(dir, 'job.json'), job);
    writeFileSync(join(dir, 'profile.json'), JSON.stringify(profileOf(platform.name)));
    const compiled = join(dirname(program), `${platform.name}.compiled`);
    const child: ChildProcess = spawn(process.execPath, [program], {
      env: { PATH: process.env['PATH'] ?? '', RENTED_LIFE_DIR: dir, RENTED_LIFE_COMPILED: compiled, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    const ended = new Promise<string>((resolve) => child.once('close', () => resolve(errors)));
    return { ended, strike: () => void child.kill('SIGKILL') };
  };

/** In this process: a stroke takes API, clock and ledger away from it, between two of its effects as SIGKILL would. */
export const inThisProcess: StartLife = (platform, dir, env) => {
  const stroke = new AbortController();
  const job = jobWith(platform.job);
  const life = liveRented({ dir, env, job, profile: profileOf(platform.name), signal: stroke.signal });
  return {
    ended: life.then(
      () => '',
      (error: unknown) => (stroke.signal.aborted ? '' : String((error as Error).stack)),
    ),
    strike: () => stroke.abort(new Error('struck dead')),
  };
};

/** A life renames its record at each event, and a disk makes each of these thousands wait. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** One life: up to the kill, then the same command again until it is over. */
export async function life(start: StartLife, platform: RentedPlatform, kill?: Kill): Promise<Seen> {
  const dir = mkdtempSync(join(inMemory, 'gl-life-'));
  const twin = await platform.start(new FileClock(join(dir, 'clock')));
  const seen: Seen = {
    calls: 0,
    kinds: new Set(),
    killed: false,
    unfound: 0,
    second: 0,
    unwarranted: 0,
    unlaid: 0,
    finished: false,
    story: '',
  };
  try {
    let running: Start | undefined;
    watch(twin.server, kill, () => {
      seen.killed = true;
      running?.strike();
      const known = new Set(
        eventsIn(dir).flatMap((event) => (event.type === 'intended' ? [event.lease] : [])),
      );
      seen.unfound += twin.billed().filter((name) => !known.has(platform.leaseOf(name))).length;
    });
    const made = countMachines(twin.server, platform, dir, seen);
    const box = boxBeside(twin);
    const env = {
      HOME: dir,
      RENTED_LIFE_BOX: twin.server.url,
      XDG_STATE_HOME: dir,
      ...IN_A_REPOSITORY,
      ...twin.env,
    };
    let errors = '';
    for (let run = 0; run < 3 && !seen.finished; run += 1) {
      running = start(platform, dir, env);
      errors += await running.ended;
      seen.finished = eventsIn(dir).at(-1)?.type === 'closed';
    }
    seen.calls = twin.server.exchanges.length;
    seen.kinds = new Set(twin.server.exchanges.map(({ request }) => kindOf(request)));
    seen.second = Math.max(0, made() - 1);
    seen.finished &&= twin.billed().length === 0 && twin.billing.running().length === 0;
    if (seen.finished && box.isLaid !== (ENDS_ITSELF[platform.name] === 'with work')) seen.unlaid += 1;
    const types = eventsIn(dir).map((event) => event.type);
    seen.story = `${types.join(' ')} ${errors.slice(0, 600)}`;
    return seen;
  } finally {
    await twin.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Which boxes keep a deadline of their own: also with work on them, or until then, since a stop there destroys it. As the profiles say. */
const ENDS_ITSELF: Readonly<Record<string, 'with work' | 'until work'>> = {
  autodl: 'with work',
  vastai: 'with work',
  runpod: 'until work',
};

/** What was done to the one box that answers, whoever has done it and however often. */
function boxBeside({ server, hand }: Awaited<ReturnType<RentedPlatform['start']>>): { isLaid: boolean } {
  const box = { isLaid: false, hasParked: false };
  server.fail({
    path: /^\/box\//,
    times: Number.MAX_SAFE_INTEGER,
    how: { reply: { status: 200, body: {} } },
  });
  const { after: wrapped } = server.watch;
  server.watch.after = async (n, request) => {
    const [, what] = /^\/box\/(\w+)$/.exec(request.path) ?? [];
    if (what === 'lay') box.isLaid = true;
    if (what === 'lift') box.isLaid = false;
    if (what === 'park' && !box.hasParked) {
      box.hasParked = true;
      await hand.stop?.((request.body as string[])[0] ?? '');
    }
    return wrapped?.(n, request);
  };
  return box;
}

const IN_A_REPOSITORY = {
  GITHUB_REPOSITORY: 'acme/train',
  GPU_LEASE_SECRET: 'q7Jr2mX0b4Vn8sKc6tYw1eLz9uHa5pDg3fRj-_iOxBT',
};

/** Counts what is made from here on, and what ends without a word of the ledger. */
function countMachines(server: Twin, platform: RentedPlatform, dir: string, seen: Seen): () => number {
  let made = 0;
  const { after: wrapped } = server.watch;
  server.watch.after = async (n, request) => {
    const reply = server.exchanges.at(-1)?.reply;
    if (reply && platform.isCreated(request, reply)) made += 1;
    const isOfTwin = !request.path.startsWith('/box/');
    const isPark = !platform.isDestroy(request);
    if (isOfTwin && reply && platform.isEnd(request, reply) && !mayEnd(dir, isPark)) seen.unwarranted += 1;
    return wrapped?.(n, request);
  };
  return () => made;
}

/** Ids have digits in them, and there is one version of each API; some have one path for everything. */
function kindOf({ method, path, query, body }: TwinRequest): string {
  const action = query.get('Action') ?? /\bAction\W+(\w+)/.exec(JSON.stringify(body ?? ''))?.[1] ?? '';
  return `${method} ${path.replace(/[^/]*\d[^/]*/g, '*')} ${action}`.trim();
}

const profiles = new Map<string, Profile>();

function profileOf(platform: string): Profile {
  const name = `profiles/${platform}.yml`;
  const had = profiles.get(platform) ?? parseProfile(readFileSync(join(repositoryRoot, name), 'utf8'), name);
  profiles.set(platform, had);
  return had;
}

function watch(server: Twin, kill: Kill | undefined, strike: () => void): void {
  if (!kill) return;
  let met = 0;
  const isIt = (request: TwinRequest): boolean => {
    if (kindOf(request) !== kill.kind) return false;
    met += 1;
    return met === kill.nth;
  };
  // "Before": the call never came in. "After": it had its effect, and nobody was there for the answer.
  if (kill.when === 'before')
    server.watch.before = (_n, request) => {
      if (!isIt(request)) return;
      strike();
      return 'drop';
    };
  else server.watch.after = (_n, request) => (isIt(request) ? strike() : undefined);
}

/** By the record alone: sealed and approved, or a box that nothing was ever started on. */
function mayEnd(dir: string, isPark: boolean): boolean {
  const events = eventsIn(dir);
  const has = (type: EventBody['type']) => events.some((event) => event.type === type);
  if (has('sealed') && has('approved')) return true;
  // What the job file says of a finished box, and destroys nothing.
  const [first] = events;
  if (isPark && has('sealed') && first?.type === 'run-opened' && first.onFinish === 'park') return true;
  return fold('life-1', events).leases.some((lease) => lease.state === 'failed');
}
