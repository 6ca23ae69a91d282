// The life of one rented box, to be struck dead anywhere and started again: choosing, renting, releasing and proving are the
// product's; what happens on the box is told in a word, because nothing is on it here.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { approvalRequest, approveByPhrase } from '../../src/approval/request.ts';
import type { Channel } from '../../src/box/channel.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { openWorld } from '../../src/cli/world.ts';
import { advance } from '../../src/course/advance.ts';
import { laidAtContact, laidAtStart, laidToCollect, seenAtAudit } from '../../src/course/dead-man.ts';
import type { Job } from '../../src/job/job.ts';
import { candidateOf } from '../../src/launch/audit-lease.ts';
import type { EventBody, LedgerEvent, NewEvent } from '../../src/lease/events.ts';
import type { Lease, Run } from '../../src/lease/run.ts';
import { parkedItself } from '../../src/lease/self-park.ts';
import type { Step } from '../../src/lease/step.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { plansOf, verbFacts } from '../../src/release/lease-plans.ts';
import { prove } from '../../src/release/prove.ts';
import { discardVerb, park, releaseVerb } from '../../src/release/release.ts';
import { lookForLate } from '../../src/rent/close.ts';
import { intend } from '../../src/rent/intend.ts';
import { rent } from '../../src/rent/rent.ts';
import { wake } from '../../src/rent/wake.ts';
import { selfParkOf } from '../../src/storage/self-park.ts';
import { silentFace, type World } from '../../src/world.ts';
import { FileClock } from '../twins/file-clock.ts';

const RUN = 'life-1';
const SEAL = 'a'.repeat(64);

/** What is asked of the box is seen by the test as a call like any other, before and after it has its effect. */
const boxAt = (url: string, signal: AbortSignal): Channel => {
  const box: Pick<Channel, 'hostKeySha256' | 'exec' | 'close'> = {
    hostKeySha256: 'key',
    exec: async (argv) => {
      const [word = '', , script = ''] = argv;
      const laid = argv.slice(6);
      const what = word === 'park' ? 'park' : / lay /.test(script) ? 'lay' : 'lift';
      const body = JSON.stringify(what === 'park' ? argv.slice(1) : laid);
      const reply = await fetch(`${url}/box/${what}`, { method: 'POST', body, signal });
      signal.throwIfAborted();
      if (!reply.ok) throw new Error(`the box answers ${reply.status}`);
      const stdout = what === 'lay' ? `GPU-LEASE dead-man laid ${laid[1]}\n` : '';
      return { exitCode: 0, stdout, stderr: '', truncated: false };
    },
    close: async () => {},
  };
  return box as Channel;
};

/** What a life stands on; of its last start it knows nothing but what lies in the directory. */
export interface RentedLife {
  dir: string;
  env: NodeJS.ProcessEnv;
  job: Job;
  profile: Profile;
  /** Aborted where this start is struck dead: from then on it has no effect any more. */
  signal: AbortSignal;
}

/** The events of the life in this directory. */
export function eventsIn(dir: string): LedgerEvent[] {
  const file = join(dir, 'events.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** All or nothing by a rename; one start at a time writes here. */
function ledgerIn(dir: string, signal: AbortSignal): Ledger {
  const read = () => eventsIn(dir);
  return {
    where: dir,
    notes: new MemoryLedger().notes,
    ticks: new MemoryLedger().ticks,
    readOpen: async () => new Map(),
    list: async () => [],
    archive: async () => {},
    text: async () => '',
    weigh: async () => 'unreadable',
    isCopy: async () => false,
    hidden: async () => ({ found: new Map(), closed: [] }),
    unhide: async () => {},
    peek: async () => null,
    restore: async () => {},
    read: async (run) => ({ run, events: read(), tip: String(read().length), metHereAt: 0 }),
    append: async (_run, tip, { events: added }) => {
      signal.throwIfAborted();
      const before = read();
      if (tip !== String(before.length)) return { outcome: 'lost-race' };
      const events = [
        ...before,
        ...added.map((event, i) => ({ ...event, seq: before.length + i }) as LedgerEvent),
      ];
      const file = join(dir, 'events.json');
      writeFileSync(`${file}.new`, JSON.stringify(events));
      renameSync(`${file}.new`, file);
      return { outcome: 'appended', tip: String(events.length), events };
    },
  };
}

/** Starts the life, or goes on with it, to its end or to where it is struck. */
export async function liveRented(life: RentedLife): Promise<void> {
  const { dir, env, job, profile, signal } = life;
  const clock = new FileClock(join(dir, 'clock'));
  const settings = { ...settingsOf({ given: {} }, env, dir), clock };
  const ledger = ledgerIn(dir, signal);
  const world = openWorld({ settings, face: silentFace, signal }, ledger);
  world.profile = async () => profile;
  world.channel = async () => boxAt(env['RENTED_LIFE_BOX'] ?? '', signal);
  if (eventsIn(dir).length === 0) await tell(world, dir, [opened(job), { type: 'smoke-waived' }]);
  for (;;) {
    const stand = await advance(
      {
        ledger,
        clock,
        who: 'test',
        signal: world.signal,
        plans: (run) => plansOf(world, run),
        perform: (run, step) => perform(world, job, run, step),
        may: (step) => !['ask', 'nothing'].includes(step.do),
      },
      RUN,
    );
    if (stand.waitingFor?.do !== 'ask') break;
    const { lease: name, seal } = stand.waitingFor;
    const plan = (await plansOf(world, stand.run))(leaseNamed(stand.run, name)).zero;
    const request = approvalRequest(leaseNamed(stand.run, name), 'release', seal, plan);
    await tell(world, dir, [
      approveByPhrase(
        stand.run,
        request,
        { typed: request.phrase, person: 'a person', via: 'phrase' },
        clock.now(),
      ),
    ]);
  }
  await world.close();
}

async function tell({ ledger, clock }: World, dir: string, bodies: EventBody[]): Promise<void> {
  const at = clock.now().toISOString();
  const summary = { run: RUN, job: '', state: '', usd: 0, updatedAt: at, leases: [] };
  await ledger.append(RUN, String(eventsIn(dir).length), {
    events: bodies.map((body) => ({ ...body, at, by: 'test' }) as NewEvent),
    summary,
  });
}

const leaseNamed = (run: Run, name: string): Lease => {
  const lease = run.leases.find((each) => each.name === name);
  if (!lease) throw new Error(`no lease ${name}`);
  return lease;
};

async function perform(world: World, job: Job, run: Run, step: Step): Promise<EventBody[]> {
  if (step.do === 'intend') return intend(world, { run, job, n: step.n }, world.clock.now());
  if (step.do === 'halt') return [{ type: 'halted', code: step.code, what: step.what, next: step.next }];
  if (step.do === 'look-for-late') return lookForLate(world, run, new Date(step.until));
  // Whoever goes on with it was there all along.
  if (step.do === 'vouch') return [{ type: 'vouched', witnesses: ['test'] }];
  if (step.do === 'close') return [{ type: 'closed', usd: 0 }];
  if (!('lease' in step)) return [];
  const lease = leaseNamed(run, step.lease);
  const plan = (await plansOf(world, run))(lease).zero;
  const hand = { run, lease, plan, word: async () => undefined };
  switch (step.do) {
    case 'rent':
      return rent(world, run, lease);
    case 'reach':
      return laidAtContact(world, { run, lease, job }, await reached(world, lease));
    case 'audit': {
      const seen = await seenAtAudit(world, { run, lease, job }, await world.channel(lease));
      const { endsItselfAt } = seen ?? {};
      return [
        {
          type: 'audited',
          lease: lease.name,
          fit: true,
          findings: [],
          measured: {},
          ...(endsItselfAt !== undefined && { endsItselfAt }),
        },
      ];
    }
    case 'start':
      return laidAtStart(world, { run, lease, job }, () => started(world, job, lease, step.attempt));
    case 'look':
      return looked(world, lease);
    case 'wake':
      return laidAtContact(world, { run, lease, job }, await wake(world, run, lease));
    case 'park':
      return park(world, { run, lease, plan: (await plansOf(world, run))(lease).park ?? [], clocks: [] });
    case 'collect':
      await laidToCollect(world, { run, lease, job });
      return [
        { type: 'collected', lease: lease.name, files: 1, bytes: 1, manifestSha256: 'm', codeProven: true },
        { type: 'sealed', seal: SEAL, verified: 1, roster: 1, bytes: 1, level: 'L2', place: 'here' },
      ];
    case 'release':
      return releaseVerb(world, hand, step.verb, async () => ({ seal: SEAL, problems: [] }));
    case 'discard':
      return discardVerb(world, hand, step.verb);
    case 'prove':
      return prove(world, lease, step.meters, await verbFacts(world, lease));
    case 'mark-released':
      return [{ type: 'released', lease: lease.name, usd: 0 }];
    default:
      return [];
  }
}

/** As the product does: state and address are read again. */
async function reached(world: World, lease: Lease): Promise<EventBody[]> {
  const driver = await world.driver(lease.intent);
  await driver.describe(lease.boxId ?? '');
  return [{ type: 'reachable', lease: lease.name, hostKeySha256: 'key', pin: 'first-contact' }];
}

async function started(world: World, job: Job, lease: Lease, attempt: number): Promise<EventBody[]> {
  const profile = await world.profile(lease.platform);
  const parks = selfParkOf(job, profile, candidateOf(job, lease));
  return [
    {
      type: 'started',
      lease: lease.name,
      attempt,
      configHash: 'c',
      codeHash: 'd',
      keeper: 'k',
      dir: { base: '/b', keeper: '/b/k' },
      launcher: 'tmux',
      bootId: 'b',
      oomKills: 0,
      from: [],
      ...(parks &&
        'line' in parks && { parksItself: { verb: parks.verb, afterSeconds: parks.afterSeconds } }),
    },
  ];
}

/** Its work is over. A box that parks itself is off before anybody comes, and says when it did once it was started again. */
async function looked(world: World, lease: Lease): Promise<EventBody[]> {
  const ended: EventBody = {
    type: 'cell-ended',
    lease: lease.name,
    cell: 'main',
    attempt: 1,
    verdict: 'finished',
    exitCode: 0,
  };
  const parks = lease.started?.parksItself;
  if (!parks) return [ended];
  const parkedAt = world.clock.now().toISOString();
  if (lease.parkedItself) return [{ type: 'park-dated', lease: lease.name, parkedAt }, ended];
  await (await world.channel(lease)).exec(['park', lease.boxId ?? '']);
  await world.clock.sleep(parks.afterSeconds + 1, world.signal);
  const driver = await world.driver(lease.intent);
  const { state } = await driver.describe(lease.boxId ?? '');
  return state === 'stopped' ? [parkedItself(lease)] : [];
}

const opened = (job: Job): EventBody => ({
  type: 'run-opened',
  version: 1,
  job: job.name,
  configHash: 'c',
  commit: 'abcdef0',
  codeHash: 'd',
  dirty: false,
  cells: ['main'],
  budget: job.budget,
  retryMax: 1,
  onFinish: job.onFinish,
  resumes: true,
  document: job,
});
