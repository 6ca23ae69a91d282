import { secondsBetween } from '../clock.ts';
import { runningClocks } from './clock-warning.ts';
import { idleSince } from './comes-back.ts';
import { concernsOf } from './concerns.ts';
import { gpuHoursSoFar, usdPerHourNow, usdSoFar } from './cost.ts';
import { heldSince } from './fold-queue.ts';
import { nothingToLookAt } from './later-look.ts';
import { budgetUse } from './over-budget.ts';
import { computing, currentLease, type Lease, openMeters, type Run } from './run.ts';
import { tellAfterOf } from './tell-after.ts';

/** When somebody should look at a run again, and what may have changed by then. */
export interface NextLook {
  at: Date;
  why: string;
}

/** Environments whose names begin so are for waiting in. */
export const WAIT_PREFIX = 'gpu-lease-wait';

/** A box that comes up is paid for and does nothing. */
const COMES_UP_SECONDS = 180;
/** After a start: most of what goes wrong does so in its first minutes. Seconds since the start. */
const FIRST_SECONDS = [180, 600, 1500];
/** A look that came a little earlier than one of those was it. */
const AS_GOOD_AS = 0.8;
/** A box that goes on as it should is not left alone for longer. */
const ROUTINE_SECONDS = 3600;
/** Nor one of which nobody knows when its work is over, or that may be taken away at any moment. */
const SOONER_SECONDS = 1800;
/** After the time at which it is expected to be over, so that one look finds it so. */
const AFTER_END_SECONDS = 60;
/** What did not end when it was expected to: looked for that often. */
const OVERDUE_SECONDS = 600;
/** No look is worth a workflow run of its own so soon after the one before. */
const LEAST_SECONDS = 120;

export interface LookPlan {
  /** How long a routine look is at least put off, because each costs minutes of a runner; default nothing. */
  atLeastSeconds?: number;
}

/**
 * The plan of looks: the next one comes when something can have changed, in minutes after a start and where the end is near, in hours
 * between. Pure, so that whoever looks late can see that somebody should have been here before.
 *
 * @param lookedAt when somebody last looked
 * @returns `undefined` where time alone brings nothing
 */
export function nextLook(run: Run, lookedAt: Date, plan: LookPlan = {}): NextLook | undefined {
  const goesOn = nothingToLookAt(run, lookedAt) === undefined;
  const all = goesOn ? moments(run, lookedAt, plan.atLeastSeconds ?? 0) : stillPaid(run, lookedAt);
  const [first] = [...all, ...telling(run, lookedAt)]
    .map((each) => ({ ...each, at: later(each.at, plus(lookedAt, LEAST_SECONDS)) }))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  return first;
}

function moments(run: Run, lookedAt: Date, atLeastSeconds: number): NextLook[] {
  const lease = currentLease(run);
  if (!lease) {
    const again = run.noCapacity?.tryAgainAt;
    return [{ at: again === undefined ? lookedAt : new Date(again), why: 'a box is asked for again' }];
  }
  if (lease.state !== 'running')
    return [comesUp(lease, lookedAt), ...money(run, lookedAt), ...clocks(run, lookedAt)];
  return [
    ...firstMoments(lease, lookedAt),
    ...ends(lease, lookedAt),
    routine(run, lease, lookedAt, atLeastSeconds),
    ...silence(run, lookedAt),
    ...money(run, lookedAt),
    ...clocks(run, lookedAt),
  ];
}

/** What somebody is told of once it is old enough, by whoever looks then. */
const telling = (run: Run, lookedAt: Date): NextLook[] =>
  concernsOf(run, lookedAt).flatMap(({ due, dueAt, key }) =>
    due || dueAt === undefined ? [] : [{ at: new Date(dueAt), why: `somebody is told (${key})` }],
  );

/** So long whoever looks tries to end what computes for nobody; after that it has been told, and the tick looks once a day. */
const STILL_PAID_SECONDS = 86_400;

/** Nothing of the run goes on by itself, and a box of it computes: a look is what stops it, or says what it costs. */
function stillPaid(run: Run, lookedAt: Date): NextLook[] {
  const paid = run.leases.filter((lease) =>
    computing(lease).some(({ stoppedAt }) => stoppedAt === undefined),
  );
  if (run.closed || paid.length === 0) return [];
  const { heldSeconds, unreleasedSeconds, uncollectedSeconds } = tellAfterOf(run);
  const ends = paid.flatMap((lease) => [
    { since: idleSince(lease, run.halted?.at), seconds: heldSeconds },
    { since: idleSince(lease, run.seal?.at), seconds: unreleasedSeconds },
    { since: run.seal ? undefined : lease.endedAt, seconds: uncollectedSeconds },
  ]);
  const isOver = budgetUse(run, lookedAt).over !== undefined;
  return [
    ...ends.flatMap(({ since, seconds }) =>
      since === undefined ? [] : endsFor(plus(new Date(since), seconds), lookedAt),
    ),
    ...(isOver ? [] : money(run, lookedAt)),
  ];
}

/** At that time, and where that did not end it, more and more seldom. */
function endsFor(at: Date, lookedAt: Date): NextLook[] {
  const why = 'its box computes for nobody';
  const since = secondsBetween(at, lookedAt);
  if (since < 0) return [{ at, why }];
  return since < STILL_PAID_SECONDS ? [{ at: plus(lookedAt, Math.max(OVERDUE_SECONDS, since)), why }] : [];
}

const WHY_NOW: Partial<Record<Lease['state'], string>> = {
  intended: 'the answer to its create is open',
  rented: 'its box comes up',
  reachable: 'its box is examined',
  audited: 'its work is begun',
  preempted: 'its work is begun again',
  parked: 'it parked itself, and is started again to be collected',
};

/** What has not gone on for long, such as a box that others hold, will hardly do so in the next minutes; each look is billed. */
function comesUp({ state, setBackAt, rentedAt, claim }: Lease, lookedAt: Date): NextLook {
  const since = secondsBetween(new Date(setBackAt ?? rentedAt ?? claim.at), lookedAt);
  const seconds = Math.min(Math.max(COMES_UP_SECONDS, since / 2), SOONER_SECONDS);
  return { at: plus(lookedAt, seconds), why: WHY_NOW[state] ?? 'it changes' };
}

function firstMoments({ startedAt }: Lease, lookedAt: Date): NextLook[] {
  if (startedAt === undefined) return [];
  const started = new Date(startedAt);
  const since = secondsBetween(started, lookedAt);
  const next = FIRST_SECONDS.find((seconds) => since < AS_GOOD_AS * seconds);
  return next ? [{ at: plus(started, next), why: 'its work was begun a short while ago' }] : [];
}

/** By the pace that was last seen. It is estimated anew at each look, so what is far away need not be right. */
function ends({ overAt }: Lease, lookedAt: Date): NextLook[] {
  if (overAt === undefined) return [];
  const at = plus(new Date(overAt), AFTER_END_SECONDS);
  return at > lookedAt
    ? [{ at, why: 'it is expected to be over' }]
    : [{ at: plus(lookedAt, OVERDUE_SECONDS), why: 'it should be over' }];
}

/** Kept checkpoints age meanwhile, and a box that is taken away costs what came after the last of them. */
function routine(run: Run, { overAt, intent }: Lease, lookedAt: Date, atLeastSeconds: number): NextLook {
  const everySeconds = run.opened?.document.checkpoint?.everySeconds;
  const pace = { everySeconds, isEndKnown: overAt !== undefined, isSpot: intent.market === 'spot' };
  const seconds = routineSeconds(pace, atLeastSeconds);
  const why =
    everySeconds !== undefined && everySeconds <= seconds
      ? 'a checkpoint is due'
      : 'it was not looked at for that long';
  return { at: plus(lookedAt, seconds), why };
}

/**
 * How long a box that goes on as it should is left alone.
 *
 * @param everySeconds of its checkpoints
 */
export function routineSeconds(
  {
    everySeconds,
    isEndKnown,
    isSpot,
  }: { everySeconds: number | undefined; isEndKnown: boolean; isSpot: boolean },
  atLeastSeconds = 0,
): number {
  const usual = isEndKnown && !isSpot ? ROUTINE_SECONDS : SOONER_SECONDS;
  return Math.max(Math.min(everySeconds ?? usual, usual), atLeastSeconds);
}

/** What went silent is told of when it has been so for as long as its job says. */
function silence(run: Run, lookedAt: Date): NextLook[] {
  const isSilent = [...run.cells.values()].some(
    ({ stalledSince, ended }) => stalledSince !== undefined && !ended,
  );
  const stall = run.opened?.document.watch?.stallSeconds ?? SOONER_SECONDS;
  return isSilent ? [{ at: plus(lookedAt, stall), why: 'a cell is silent' }] : [];
}

/** When a budget is used up: a look is what ends the spending. */
function money(run: Run, lookedAt: Date): NextLook[] {
  const budget = run.opened?.budget;
  if (!budget) return [];
  const rate = usdPerHourNow(run, lookedAt);
  const left = budget.usd - usdSoFar(run, lookedAt);
  const byMoney = rate > 0 ? [(Math.max(0, left) / rate) * 3600] : [];
  const since = run.leases.map(heldSince).find((at) => at !== undefined);
  const isHeld = run.leases.some((lease) => openMeters(lease).length > 0);
  const byTime = since && isHeld ? [budget.hours * 3600 - secondsBetween(new Date(since), lookedAt)] : [];
  const cards = run.opened?.document.resources?.gpu?.count ?? 0;
  const byCards =
    budget.gpuHours !== undefined && cards > 0 && isHeld
      ? [((budget.gpuHours - gpuHoursSoFar(run, lookedAt)) / cards) * 3600]
      : [];
  return [...byMoney, ...byTime, ...byCards].map((seconds) => ({
    at: plus(lookedAt, Math.max(0, seconds) + 1),
    why: 'its budget is used up',
  }));
}

function clocks(run: Run, lookedAt: Date): NextLook[] {
  const all = run.leases.flatMap((lease) => runningClocks(lease, lookedAt));
  return all.flatMap(({ at, says }) => {
    // In time to do something: at three quarters of what is left, and of what is left then.
    const left = at === null ? 0 : secondsBetween(lookedAt, new Date(at));
    return left > 0 ? [{ at: plus(lookedAt, left * 0.75), why: says }] : [];
  });
}

const plus = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000);

const later = (one: Date, other: Date): Date => (one > other ? one : other);
