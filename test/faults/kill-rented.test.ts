import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { parseProfile } from '../../src/profile/load.ts';
import { jobWith } from '../lease/told-run.ts';
import { repositoryRoot } from '../scenarios/run-bundle.ts';
import { FileClock } from '../twins/file-clock.ts';
import type { Twin, TwinRequest } from '../twins/twin.ts';
import { buildLifeProgram } from './life-program.ts';
import { RENTED_PLATFORMS, type RentedPlatform } from './rented-platforms.ts';

const built = join(repositoryRoot, 'test', 'faults', `rented-life-${process.pid}.tmp`);
let program = '';

interface Row {
  platform: string;
  calls: number;
  kills: number;
  unfound: number;
  second: number;
  unwarranted: number;
  unfinished: number;
}

const rows: Row[] = [];

describe('a rented box, its process killed before and after every call of launch and release', {
  timeout: 1_800_000,
  // The lives are processes of their own.
  concurrency: 3,
}, () => {
  before(async () => {
    program = await buildLifeProgram(built);
  });
  after(() => {
    rmSync(built, { recursive: true, force: true });
    for (const row of rows) {
      const { platform, calls, kills, unfound, second, unwarranted, unfinished } = row;
      console.log(
        `show: ${platform.padEnd(16)} ${calls} calls, ${kills} kills: ${unfound} machines unfound, ${second} second machines, ${unwarranted} unwarranted ends, ${unfinished} unfinished`,
      );
    }
  });

  for (const platform of RENTED_PLATFORMS) {
    it(`is found again, rented once and ended only by warrant at ${platform.name} [P1-02] [P3-02] [P5-13]`, async () => {
      const { calls, kinds } = await life(platform, undefined);
      assert.ok(calls >= 6, `${calls} calls are no life`);
      const row: Row = {
        platform: platform.name,
        calls,
        kills: 0,
        unfound: 0,
        second: 0,
        unwarranted: 0,
        unfinished: 0,
      };
      for (const kind of kinds) await strikeEvery(platform, kind, row);
      rows.push(row);
    });
  }
});

/**
 * Kills before and after the first call of a kind, the second, and so on to the first that no life came to. By kind, because how
 * often a box is looked at depends on how fast this machine is, and with it which call of all is the one that ends the box.
 */
async function strikeEvery(platform: RentedPlatform, kind: string, row: Row): Promise<void> {
  for (let nth = 1; ; nth += 1) {
    assert.ok(
      nth <= 2 * row.calls,
      `still called ${nth} times, where a life in peace has ${row.calls} calls`,
    );
    for (const when of ['before', 'after'] as const) {
      const seen = await life(platform, { kind, nth, when });
      assert.deepEqual(
        [seen.unfound, seen.second, seen.unwarranted, seen.finished],
        [0, 0, 0, true],
        `${platform.name}, killed ${when} call ${nth} of ${kind}: ${seen.story}`,
      );
      row.unfound += seen.unfound;
      row.second += seen.second;
      row.unwarranted += seen.unwarranted;
      row.unfinished += seen.finished ? 0 : 1;
      if (!seen.killed) {
        assert.ok(nth > 1, `nothing was killed ${when} any ${kind}`);
        return;
      }
      row.kills += 1;
    }
  }
}

interface Seen {
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
  finished: boolean;
  story: string;
}

interface Kill {
  kind: string;
  /** Of that kind, from 1. */
  nth: number;
  when: 'before' | 'after';
}

/** One life: up to the kill, then the same command again until it is over. */
async function life(platform: RentedPlatform, kill: Kill | undefined): Promise<Seen> {
  const dir = mkdtempSync(join(tmpdir(), 'gl-life-'));
  const clock = new FileClock(join(dir, 'clock'));
  const twin = await platform.start(clock);
  try {
    writeFileSync(join(dir, 'job.json'), JSON.stringify(jobWith(platform.job)));
    writeFileSync(join(dir, 'profile.json'), profileOf(platform.name));
    const seen: Seen = {
      calls: 0,
      kinds: new Set(),
      killed: false,
      unfound: 0,
      second: 0,
      unwarranted: 0,
      finished: false,
      story: '',
    };
    let child: ChildProcess | undefined;
    watch(twin.server, kill, () => {
      seen.killed = true;
      child?.kill('SIGKILL');
      const events = read(dir);
      const known = new Set(events.flatMap((event) => (event.type === 'intended' ? [event.lease] : [])));
      seen.unfound += twin.billed().filter((name) => !known.has(platform.leaseOf(name))).length;
    });
    let made = 0;
    const { after: wrapped } = twin.server.watch;
    twin.server.watch.after = async (n, request) => {
      const reply = twin.server.exchanges.at(-1)?.reply;
      if (reply && platform.isCreated(request, reply)) made += 1;
      if (reply && platform.isEnd(request, reply) && !mayEnd(dir)) seen.unwarranted += 1;
      return wrapped?.(n, request);
    };
    let errors = '';
    for (let run = 0; run < 3 && !seen.finished; run += 1) {
      child = spawn(process.execPath, [program], {
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: dir,
          XDG_STATE_HOME: dir,
          RENTED_LIFE_DIR: dir,
          RENTED_LIFE_COMPILED: join(built, `${platform.name}.compiled`),
          GITHUB_REPOSITORY: 'acme/train',
          GPU_LEASE_SECRET: SECRET,
          ...twin.env,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        errors += text;
      });
      await new Promise((resolve) => child?.once('close', resolve));
      seen.finished = read(dir).at(-1)?.type === 'closed';
    }
    seen.calls = twin.server.exchanges.length;
    seen.kinds = new Set(twin.server.exchanges.map(({ request }) => kindOf(request)));
    seen.second = Math.max(0, made - 1);
    seen.finished &&= twin.billed().length === 0 && twin.billing.running().length === 0;
    seen.story = `${read(dir)
      .map((event) => event.type)
      .join(' ')} ${errors.slice(0, 600)}`;
    return seen;
  } finally {
    await twin.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Ids have digits in them, and there is one version of each API; some have one path for everything. */
function kindOf({ method, path, query, body }: TwinRequest): string {
  const action = query.get('Action') ?? /\bAction\W+(\w+)/.exec(JSON.stringify(body ?? ''))?.[1] ?? '';
  return `${method} ${path.replace(/[^/]*\d[^/]*/g, '*')} ${action}`.trim();
}

const SECRET = 'q7Jr2mX0b4Vn8sKc6tYw1eLz9uHa5pDg3fRj-_iOxBT';

const profiles = new Map<string, string>();

function profileOf(platform: string): string {
  const had = profiles.get(platform);
  if (had !== undefined) return had;
  const name = `profiles/${platform}.yml`;
  const profile = parseProfile(readFileSync(join(repositoryRoot, name), 'utf8'), name);
  const text = JSON.stringify(profile);
  assert.deepEqual(JSON.parse(text), profile);
  profiles.set(platform, text);
  return text;
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

function read(dir: string): LedgerEvent[] {
  try {
    return JSON.parse(readFileSync(join(dir, 'events.json'), 'utf8'));
  } catch {
    return [];
  }
}

/** By the record alone: sealed and approved, or a box that nothing was ever started on. */
function mayEnd(dir: string): boolean {
  const events = read(dir);
  const has = (type: EventBody['type']) => events.some((event) => event.type === type);
  if (has('sealed') && has('approved')) return true;
  return fold('life-1', events).leases.some((lease) => lease.state === 'failed');
}
