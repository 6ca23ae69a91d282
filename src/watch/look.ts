import type { Probe, ProbeCell } from '../box/box-plan.ts';
import { TransportFailed } from '../box/channel.ts';
import { probe } from '../box/keeper.ts';
import { oneLine, withoutTerminalCodes } from '../box/stranger-text.ts';
import { formatSeconds, secondsBetween } from '../clock.ts';
import { type LastWords, lastWordsIn } from '../crash/last-words.ts';
import type { Job } from '../job/job.ts';
import { drivenBy } from '../lease/driven.ts';
import type { EventBody } from '../lease/events.ts';
import { isQueued } from '../lease/fold-queue.ts';
import { lossOf, shownLost } from '../lease/loss.ts';
import { NOT_ON_TIER, type SeenOnTier, type TierFailure, tierNews } from '../lease/on-tier.ts';
import { recognize, type TextOfLease, wordsOfRecognized } from '../lease/recognize.ts';
import type { Lease, Run } from '../lease/run.ts';
import { mayHaveParked, parkedItself } from '../lease/self-park.ts';
import type { Description } from '../platforms/driver.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { auditOfAllocation } from './allocation.ts';
import { auditOfTasks } from './audit-of-tasks.ts';
import { readCards } from './cards.ts';
import { decide, type Said } from './decide.ts';
import { expectedOver, isNews } from './expected-end.ts';
import { isFarPast } from './failures/evidence.ts';
import { knownTasks, lostTasks, ownWord, withWaiting } from './in-array.ts';
import { closerBy, type Engine, engineOf, type InQueue, inQueue, wordsOfQueue } from './in-queue.ts';
import { type Baseline, type CellVerdict, judgeCell, ruleOf } from './judge.ts';
import { lastWordsOf } from './last-words.ts';
import { memoryOfDead } from './memory-of-dead.ts';
import { isDead, overall } from './overall.ts';
import { showCell, showUnseen } from './show-cell.ts';
import type { OnBox, RunVerdict, Watching } from './watching.ts';
import { wordsOf, wordsOfLast } from './words-of-said.ts';

export interface Look {
  verdict: RunVerdict;
  events: EventBody[];
  probe: Probe | undefined;
}

/**
 * One look: one exec on the box, one line per cell for the person. What it decides becomes events; a transport failure
 * decides nothing but the age of what is known (a lost connection is no death), unless the platform itself shows the box gone, twice.
 */
export async function look(world: World, of: OnBox, watching: Watching): Promise<Look> {
  const { run, lease, job } = of;
  const dir = lease.started?.dir;
  if (!dir) throw new Error(`${lease.name} was never started`);
  const engine = isQueued(lease) ? await askEngine(world, lease) : undefined;
  let answer: Probe;
  try {
    answer = await probe(await world.channel(lease), dir, engine?.word, knownTasks(run, lease, engine));
  } catch (error) {
    const failed = transportFailure(error);
    if (!failed) throw error;
    return engine
      ? placeNotReached(world, of, watching, failed)
      : notReached(world, run, lease, { watching, error: failed });
  }
  const seen = withWaiting(run, ofRun(answer, run, world, watching));
  watching.lastSeen = world.clock.now();
  watching.gone = 0;
  if (seen.boxTime > 0) world.clock.heard?.(lease.name, new Date(seen.boxTime * 1000), 'box');
  tellTakenAway(world, lease, seen, watching);
  const queued = engine && inQueue(run, lease, engine, seen);
  if (engine) tellOfQueue(world, lease, watching, engine);
  const ofEngine = engine ? await knownThere(world, of, [{ in: 'scheduler', text: engine.native }]) : [];
  if (queued && !queued.judge) {
    const events = [...queued.events, ...ofEngine];
    return notJudged(of, watching, { ...queued, events }, { seen, now: world.clock.now() });
  }
  if (seen.queue === 'absent') return { verdict: 'dead', events: [wiped(lease)], probe: undefined };
  const own = ownWord(seen);
  const judged = own.cells.map((cell) => ({
    cell,
    verdict: closerBy(engine, judge(cell, own, lease, job)),
  }));
  const cards = readCards(seen.gpu);
  for (const { cell, verdict } of judged) {
    // Of a thousand that wait one line is enough, and the engine says it.
    if (!seen.tasks || verdict.verdict !== 'waiting') showCell(world, of, watching, { cell, verdict, cards });
    warnOfTier(world, cell, watching);
  }
  showData(world, run, seen);
  watching.settling = judged.some(({ verdict }) => verdict.verdict === 'settling')
    ? watching.settling + 1
    : 0;
  const parked = parkNews(world, run, lease, seen);
  if (parked.some(({ type }) => type === 'halted'))
    return { verdict: 'dead', events: parked, probe: undefined };
  const { events: decided, said } = decide(of, own, judged);
  await tell(world, of, own, said);
  const lost = engine && lostTasks(run, lease, engine, { seen, decided: decided.length });
  for (const { cell, why } of lost?.said ?? []) world.face.warn(`${cell}: ${why}`);
  const known = await knownThere(world, of, textsOf(seen));
  const auditOf = seen.tasks ? auditOfTasks : auditOfAllocation;
  const ofMachine = engine ? await auditOf(world, of, seen) : [];
  const copies = tierNews(run, lease.name, seen.cells.map(seenOnTier), world.clock.now());
  const moved = queued?.events ?? [];
  const events = withSight(of, seen, world.clock.now(), [
    ...moved,
    ...ofMachine,
    ...parked,
    ...decided,
    ...(lost?.events ?? []),
    ...copies,
    ...ofEngine,
    ...known,
  ]);
  for (const event of events) {
    if (event.type === 'resumed')
      world.face.line(
        `${event.cell} resumed at step ${event.firstStep}; step ${event.verifiedStep} was verified`,
      );
  }
  const verdict = overall(
    own,
    judged.map((each) => each.verdict),
    seen.tasks !== undefined && isDead(run, lost?.events ?? []),
  );
  watching.verdict = verdict;
  return { verdict, events, probe: seen };
}

async function askEngine(world: World, lease: Lease): Promise<Engine> {
  const driver = await world.driver(drivenBy(lease));
  const seen = await driver.describe(lease.boxId ?? '').catch((error: unknown): Description => {
    if (transportFailure(error)) return { state: 'unknown' };
    throw error;
  });
  return engineOf(seen, world.clock.now());
}

/** Whenever it says something else. */
function tellOfQueue({ face, clock }: World, lease: Lease, watching: Watching, engine: Engine): void {
  const words = wordsOfQueue(lease, engine, clock.now());
  if (words === watching.queue) return;
  watching.queue = words;
  face.line(words);
}

/** What is begun, about to end, or not known to the engine is looked at again. */
function notJudged(
  of: OnBox,
  watching: Watching,
  { is, events }: Extract<InQueue, { judge: false }>,
  { seen, now }: { seen: Probe; now: Date },
): Look {
  watching.settling = is === 'ending' ? watching.settling + 1 : 0;
  watching.verdict = is === 'dead' ? 'dead' : is === 'unknown' ? { unknownSince: now } : 'running';
  const { verdict } = watching;
  return { verdict, events: is === 'unknown' ? events : withSight(of, seen, now, events), probe: seen };
}

/** Nobody here can say more of the submission than its engine, and that is reached by the same way. */
function placeNotReached(
  world: World,
  { run, lease }: OnBox,
  watching: Watching,
  error: TransportFailed,
): Look {
  const { clock, face } = world;
  const since = lastSeenOf(lease, watching, clock.now());
  const age = secondsBetween(since, clock.now());
  showUnseen(world, run, watching, age);
  face.warn(
    `${lease.platform} was not reached (${error.reason}); ${lease.name} was last seen ${formatSeconds(age)} ago. This says nothing about the run.`,
  );
  watching.settling = 0;
  watching.verdict = { unknownSince: since };
  return { verdict: watching.verdict, events: unreached(lease, age, 'unknown'), probe: undefined };
}

/** Once. */
function tellTakenAway({ face }: World, lease: Lease, seen: Probe, watching: Watching): void {
  if (seen.takenAwayAt === undefined || watching.takenAway) return;
  watching.takenAway = true;
  face.warn(`${lease.name} was told that it is taken away; what runs on it was asked to save and to end`);
}

/** Of setup and cells; what a cell went on after is past. */
const textsOf = ({ cells, setup, data }: Probe): TextOfLease[] => [
  ...[data, setup].flatMap((early): TextOfLease[] => (early ? [{ in: 'setup', text: early.logTail }] : [])),
  ...cells.map(({ name, logTail }): TextOfLease => ({ in: 'log', text: logTail, cell: name })),
];

/** Says and records what the platform is known for, once for a lease. */
async function knownThere(
  world: World,
  { run, lease }: Pick<OnBox, 'run' | 'lease'>,
  texts: readonly TextOfLease[],
): Promise<EventBody[]> {
  const plain = texts.map((each) => ({ ...each, text: withoutTerminalCodes(each.text) }));
  const found = recognize({ run, lease }, await world.profile(lease.platform), plain, isFarPast);
  for (const each of found) world.face.warn(wordsOfRecognized(each));
  return found.map(({ event }) => event);
}

/** A platform that does not say where the box is leaves it as unseen as a box that does not answer. */
function transportFailure(error: unknown): TransportFailed | undefined {
  if (error instanceof TransportFailed) return error;
  if (!(error instanceof Problem && error.kind === 'unreachable')) return;
  return new TransportFailed(error.what, 'closed', { cause: error });
}

const NAMES_SHOWN = 5;

/** What the box says of cells that this run has, each once; the others are named, once, and nothing is read into them. */
function ofRun(answer: Probe, run: Run, { face }: World, watching: Watching): Probe {
  const own = new Map<string, ProbeCell>();
  const strange = new Set<string>();
  for (const cell of answer.cells) {
    if (!run.cells.has(cell.name)) strange.add(cell.name);
    else if (!own.has(cell.name)) own.set(cell.name, cell);
  }
  if (strange.size > 0 && !watching.strange) {
    const names = [...strange].slice(0, NAMES_SHOWN).map((name) => JSON.stringify(name.slice(0, 80)));
    const more = strange.size > names.length ? ` and ${strange.size - names.length} more` : '';
    face.warn(
      `On the box lies what is no cell of this run and is not looked at: ${names.join(', ')}${more}.`,
    );
    watching.strange = true;
  }
  return { ...answer, cells: [...own.values()] };
}

/** The record's last word of a box may be that old before a look that saw it is written down. */
const SEEN_EVERY_SECONDS = 1800;
/** One look in vain among many says nothing. */
const UNREACHED_SECONDS = 60;

/** Looks are many and events are few: that it answered is written where nothing else says so and the last word of it is old. */
function withSight({ run, lease, job }: OnBox, seen: Probe, now: Date, events: EventBody[]): EventBody[] {
  if (events.length > 0) return events;
  const known = run.leases.find(({ name }) => name === lease.name) ?? lease;
  const last = known.seenAt ?? known.rentedAt;
  const isOld = last === undefined || secondsBetween(new Date(last), now) >= SEEN_EVERY_SECONDS;
  const over = expectedOver({ run, lease, job }, seen, now);
  const overAt = over && isNews(known, over, now) ? { overAt: over.toISOString() } : {};
  return known.unreached || isOld || 'overAt' in overAt
    ? [{ type: 'seen', lease: lease.name, ...overAt }]
    : [];
}

const wiped = (lease: Lease): EventBody => ({
  type: 'preempted',
  lease: lease.name,
  what: 'disk',
  why: 'it answers, and nothing of the run is on it: reset, or made anew under its name',
});

/** When the box last answered, by the record or by this very stage. */
function lastSeenOf({ seenAt, startedAt, rentedAt }: Lease, { lastSeen }: Watching, now: Date): Date {
  const known = new Date(seenAt ?? startedAt ?? rentedAt ?? now);
  return lastSeen && lastSeen > known ? lastSeen : known;
}

async function notReached(
  world: World,
  run: Run,
  lease: Lease,
  { watching, error }: { watching: Watching; error: TransportFailed },
): Promise<Look> {
  const now = world.clock.now();
  const since = lastSeenOf(lease, watching, now);
  const driver = await world.driver(drivenBy(lease));
  const seen = await driver.describe(lease.boxId ?? '').catch((): Description => ({ state: 'unknown' }));
  const loss = lossOf(run, lease, seen, now);
  watching.gone = loss || seen.state === 'stopped' ? watching.gone + 1 : 0;
  // An end that cannot be looked at again is not waited for beyond the stage's bound.
  watching.settling = 0;
  const verdict = { unknownSince: since };
  watching.verdict = verdict;
  const age = secondsBetween(since, now);
  showUnseen(world, run, watching, age);
  world.face.warn(
    `${lease.name} not reached (${error.reason}); last seen ${formatSeconds(age)} ago, the platform says ${seen.state}. This says nothing about the run.`,
  );
  const shownTwice = watching.gone >= 2;
  if (!loss && shownTwice && seen.state === 'stopped' && mayHaveParked(lease, since, now))
    return { verdict, events: [parkedItself(lease)], probe: undefined };
  if (!loss) {
    const shown = seen.state === 'stopped' && !shownTwice ? 'unknown' : seen.state;
    const known = await knownThere(world, { run, lease }, [
      { in: 'ssh', text: error.message },
      { in: 'api', text: `the platform calls it ${seen.native ?? seen.state}` },
    ]);
    return { verdict, events: [...unreached(lease, age, shown), ...known], probe: undefined };
  }
  if (!shownTwice) return { verdict, events: [], probe: undefined };
  await world.hangUp(lease.name);
  return { verdict: 'dead', events: [shownLost(lease, loss, error.reason)], probe: undefined };
}

/** Once, and again when its platform calls it stopped. */
function unreached({ name, unreached: known }: Lease, ageSeconds: number, shown: string): EventBody[] {
  const isNews = known ? shown === 'stopped' && known.shown !== shown : ageSeconds >= UNREACHED_SECONDS;
  return isNews ? [{ type: 'unreached', lease: name, shown }] : [];
}

/** As the box was when its work was begun. */
export const baselineOf = ({ started }: Lease): Baseline => ({
  bootId: started?.bootId ?? '',
  oomKills: started?.oomKills ?? null,
});

const judge = (cell: ProbeCell, seen: Probe, lease: Lease, job: Job): CellVerdict =>
  judgeCell(cell, seen, baselineOf(lease), ruleOf(job));

/** To the person: what a cell died of, and what it held of memory. */
async function tell(
  world: World,
  { lease, job }: Pick<OnBox, 'lease' | 'job'>,
  seen: Probe,
  said: readonly Said[],
): Promise<void> {
  const dead = seen.cells.filter(({ name }) =>
    said.some((each) => each.what === 'dead' && each.cell === name),
  );
  const dir = lease.started?.dir;
  for (const each of said) {
    const last = await lastOf(world, lease, seen, each);
    world.face.warn(`${wordsOf(each, seen, lease, job)}${wordsOfLast(last)}`, last?.place);
  }
  if (!dir || dead.length === 0) return;
  for (const each of await memoryOfDead(await world.channel(lease), dir, dead)) world.face.line(each);
}

async function lastOf(world: World, lease: Lease, seen: Probe, said: Said): Promise<LastWords | undefined> {
  if (said.what === 'early') return lastWordsIn(seen[said.name]?.logTail ?? '');
  const cell = said.what === 'dead' && seen.cells.find(({ name }) => name === said.cell);
  const dir = lease.started?.dir;
  return cell && dir ? lastWordsOf(await world.channel(lease), dir, cell) : undefined;
}

function showData({ face }: World, { data }: Run, seen: Probe): void {
  if (!seen.data || data.size === 0) return;
  if (seen.data.state !== 'running') {
    face.settle('data');
    return;
  }
  const total = [...data.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  face.progress('data', {
    label: 'data',
    done: seen.data.bytes,
    total: total > 0 ? total : undefined,
    unit: 'bytes',
  });
}

const seenOnTier = (cell: ProbeCell): SeenOnTier => ({
  cell: cell.name,
  copy: cell.durable && { ...cell.durable, name: oneLine(cell.durable.name, 200) },
  failure: tierFailure(cell),
});

/** One that was written to while it was copied is tried again. */
const tierFailure = ({ durableFailure: why }: ProbeCell): TierFailure | undefined =>
  why === 'changed' || why === 'unknown' ? undefined : why;

/** By its own record: when it parked itself, or that it was about to and goes on. */
function parkNews({ face }: World, run: Run, lease: Lease, { parkedAt, parkExit }: Probe): EventBody[] {
  const isOpen = lease.parkedItself !== undefined && lease.parkedItself.at === undefined;
  if (parkedAt === undefined) return isOpen ? stoppedByOthers(run, lease) : [];
  const at = new Date((parkedAt + (lease.started?.aheadOfBoxSeconds ?? 0)) * 1000).toISOString();
  if (parkExit !== undefined && lease.parkedItself === undefined)
    face.warn(
      `${lease.name} was to park itself at ${at} and goes on: its line ended with ${parkExit} (keeper.log of its attempt). It is paid for until it is collected and parked from here.`,
    );
  return isOpen ? [{ type: 'park-dated', lease: lease.name, parkedAt: at }] : [];
}

/** It was taken for our doing, and started again; whether it shall go on whoever stopped it is asked. */
const stoppedByOthers = (run: Run, { name, platform }: Lease): EventBody[] => [
  { type: 'park-dated', lease: name },
  {
    type: 'halted',
    code: 'box-stopped',
    what: `${name} stood stopped at ${platform} and was started again, because it had been told to park itself when its work was over. Its own record says that it did not: somebody else stopped it. It runs, and nothing is begun on it.`,
    next: `"gpu-lease resume ${run.id}" goes on from its last checkpoint, "gpu-lease abandon ${run.id}" gives it back.`,
  },
];

/** Once. */
function warnOfTier({ face }: World, cell: ProbeCell, watching: Watching): void {
  const { name } = cell;
  const failure = tierFailure(cell);
  const why = failure && NOT_ON_TIER[failure];
  if (!why || watching.notOnTier.has(name)) return;
  watching.notOnTier.add(name);
  face.warn(
    `${name}: its newest checkpoint does not get to the durable tier: ${why}. The run goes on; look into keeper.log of its attempt.`,
  );
}
