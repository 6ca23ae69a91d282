import type { LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { type Run, runState } from '../lease/run.ts';
import type { Step } from '../lease/step.ts';
import { problemOf } from '../problem.ts';
import { refusedHere } from '../refused-here.ts';
import { type Left, leftByTick } from '../tick/may.ts';
import type { RunOutcome } from '../tick/outcome.ts';
import type { World } from '../world.ts';
import { advance, type Standstill } from './advance.ts';
import { boundAtCommit } from './bound-at-commit.ts';
import { driveOf, type Performing } from './drive.ts';
import { newStage, perform, type Stage } from './effects.ts';
import { faceOfRun } from './face-of-run.ts';
import { endUnapproved } from './never-approved.ts';
import { putAway } from './put-away.ts';
import { KeptStoring } from './store-kept.ts';
import type { Teller } from './tell-change.ts';
import { tellCommitOf } from './tell-commit.ts';

export interface TickOfRun {
  /** With the ledger of this tick and a signal that ends what takes too long. */
  world: World;
  /** Directory of the job file in the clone: the root of what was bundled. */
  codeDir: string;
  /** After this nothing new is begun. */
  until: Date;
  /** For what is said on a labelled change. */
  teller: Teller;
  /** Default: the effects of the stages. */
  perform?: Performing;
}

/** What became of a run in this tick so far. */
interface Doing {
  did: string[];
  left: Left | undefined;
  late: boolean;
}

/** Of a tick, before it begins to store one more run's kept copies: they are some twenty requests, and one tick has hundreds of runs. */
const MOST_CALLS_TO_STORE = 150;

/** The next bounded steps of one run, as far as they go in this tick. Never throws: one broken run must not stop the others. */
export async function tickRun(tick: TickOfRun, id: string): Promise<RunOutcome> {
  const world = { ...tick.world, face: faceOfRun(tick.world.face, id) };
  const doing: Doing = { did: [], left: undefined, late: false };
  const stage = newStage(world, {
    bound: async () => boundAtCommit(world, tick.codeDir, fold(id, (await world.ledger.read(id)).events)),
    smoke: async () => [],
    storing: new KeptStoring(() => (world.github?.requests() ?? 0) < MOST_CALLS_TO_STORE),
    // One look, no waiting: the next tick comes by itself.
    boundSeconds: 0,
  });
  try {
    const before = await world.ledger.read(id);
    const stand = await advance(
      driveOf(stage, (step, run) => isTaken(tick, doing, run, step), {
        async performing(of, run, step) {
          doing.did.push(step.do);
          return (tick.perform ?? perform)(of, run, step);
        },
      }),
      id,
    );
    const teller = { ...tick.teller, isSchedule: true };
    const run = await tellCommitOf(world, await endUnapproved(world, stand.run), teller);
    await putAway(world, run);
    return ended(stage, doing, { ...stand, run }, before.events);
  } catch (error) {
    return failed(world, id, doing.did, error);
  } finally {
    await hangUp(world, id);
  }
}

/** What ends a run is not put off. */
const ENDS: readonly Step['do'][] = ['tell', 'mark-released', 'drop-kept', 'look-for-late', 'close'];

function isTaken({ world, until }: TickOfRun, doing: Doing, run: Run, step: Step): boolean {
  const now = world.clock.now();
  doing.left = leftByTick(run, step);
  doing.late = !doing.left && now >= until && !ENDS.includes(step.do);
  return !doing.left && !doing.late;
}

function ended(
  stage: Stage,
  { did, left, late }: Doing,
  { run, waitingFor, events }: Standstill,
  before: readonly LedgerEvent[],
): RunOutcome {
  const wasHalted = fold(run.id, before).halted !== undefined;
  const cut = stage.world.signal.aborted || late;
  return {
    run,
    id: run.id,
    did,
    events: events.length - before.length,
    verdict: verdictOf(stage),
    ended: cut ? 'bound' : left ? 'left' : 'done',
    next: cut
      ? 'goes on at the next look: the time of this one was over'
      : (left?.words ?? nextWords(run, waitingFor)),
    left: cut ? undefined : left,
    problem: undefined,
    haltedNow: run.halted !== undefined && !wasHalted,
    toldNow: did.includes('tell'),
  };
}

const nextWords = (run: Run, waitingFor: Step | undefined): string =>
  run.closed ? 'nothing' : waitingFor ? waitingFor.do : 'looks again';

function verdictOf({ watching: { verdict } }: Stage): string {
  if (verdict === undefined) return '';
  return typeof verdict === 'object' ? 'unknown' : verdict;
}

async function failed(world: World, id: string, did: string[], error: unknown): Promise<RunOutcome> {
  const problem = problemOf(refusedHere(error));
  // As far as it is known here; a ledger that does not answer now is the problem that is reported.
  const events = await world.ledger.read(id).then(
    (record) => record.events,
    () => [],
  );
  return {
    run: events.length > 0 ? fold(id, events) : undefined,
    id,
    did,
    events: 0,
    verdict: '',
    ended: 'failed',
    next: problem.next,
    left: undefined,
    problem,
    haltedNow: false,
    toldNow: did.includes('tell'),
  };
}

/** Two hundred open connections are none of anybody's business. */
async function hangUp(world: World, id: string): Promise<void> {
  const { events } = await world.ledger.read(id).catch(() => ({ events: [] }));
  for (const { name } of fold(id, events).leases) await world.hangUp(name);
}

/** A run that this tick did not get at. */
export const notReached = (run: Run): RunOutcome => ({
  run,
  id: run.id,
  did: [],
  events: 0,
  verdict: '',
  ended: 'bound',
  next: `is ${runState(run)}; not looked at this time: the time of this tick was over`,
  left: undefined,
  problem: undefined,
  haltedNow: false,
  toldNow: false,
});
