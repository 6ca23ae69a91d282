import { secondsBetween } from '../clock.ts';
import { sameFailureAgain } from './breaker.ts';
import { usdInLastDay, usdSoFar } from './cost.ts';
import { attemptsOf, type Cell, currentLease, isUnused, type Lease, openMeters, type Run } from './run.ts';
import { hasStanding, standingFor } from './standing.ts';
import { needsStoring } from './stored.ts';

/** The one verb of a teardown plan that the core needs to know about; the profile's plan has more. */
export interface PlannedVerb {
  verb: string;
  stops: readonly string[];
  destroys: readonly string[];
  reversible: boolean;
  /** It may not be undone, and what the profile says of it is too old to act on, or was never checked. */
  staleFacts?: true;
}

/** What the teardown plans of the lease's platform come to, computed from its profile. */
export interface Plans {
  /** Ordered verbs after which nothing bills. */
  zero: readonly PlannedVerb[];
  /** Ordered reversible verbs that keep the data and stop the GPU meter; `null` where there are none. */
  park: readonly PlannedVerb[] | null;
  /** Meters that a stop of the box ends, whoever stopped it. Absent: those of computing. */
  endedByStop?: readonly string[];
}

/** The next effects, in order. Each is safe to be killed in and to be done again. */
export type Step =
  | { do: 'smoke' }
  /** Choose an offer and write the intent for lease number `n`, counted from 1. */
  | { do: 'intend'; n: number }
  | { do: 'rent'; lease: string }
  | { do: 'reach'; lease: string }
  | { do: 'audit'; lease: string }
  | { do: 'start'; lease: string; attempt: number }
  | { do: 'look'; lease: string }
  /** Pull what the roster promises, verify it, seal it. */
  | { do: 'collect'; lease: string }
  | { do: 'park'; lease: string; verbs: string[] }
  /** Bring what was sealed into a store that outlives this machine, and read it back from there. */
  | { do: 'store'; seal: string }
  /** A reviewer's word in advance covers exactly this release: write it down as an approval that binds to seal and verbs. */
  | { do: 'approve-standing'; lease: string; seal: string; verbs: string[] }
  /** Nothing more without a person: an approval of exactly these verbs for exactly this seal. */
  | { do: 'ask'; lease: string; seal: string; verbs: string[] }
  | { do: 'release'; lease: string; verb: string }
  /** The same verb of a box that never carried anything; needs no seal. */
  | { do: 'discard'; lease: string; verb: string }
  | { do: 'prove'; lease: string; meters: string[] }
  | { do: 'mark-released'; lease: string }
  | { do: 'close' }
  /** Stop here; a person must decide. Boxes are held. */
  | { do: 'halt'; code: string; what: string; next: string }
  | { do: 'nothing'; why: 'closed' | 'halted' };

/** A run that lost so many boxes is not unlucky; something is wrong that more money will not cure. */
export const MAX_BOXES = 20;

/**
 * What may happen next. Pure, so that a killed stage, a re-run, the schedule and a laptop all continue from the same
 * place. Never proposes a second create for an intent, nor a destructive verb without an approval that binds to the seal.
 */
export function next(run: Run, plans: (lease: Lease) => Plans, now: Date): Step[] {
  if (run.closed) return [{ do: 'nothing', why: 'closed' }];
  if (!run.opened) throw new Error(`run ${run.id} was never opened`);

  if (run.seal) return afterSeal(run, run.seal.seal, plans, now);
  if (run.leases.some((lease) => lease.state === 'abandoned')) return afterAbandon(run, plans);
  const settled = [...unusedBoxes(run, plans), ...lostBoxes(run, plans)];
  if (run.halted) return [...settled, { do: 'nothing', why: 'halted' }];
  if (run.smoke === 'missing') return [{ do: 'smoke' }];
  const lease = currentLease(run);
  const over = overBudget(run, now);
  // What is paid for and done is still collected: only a seal lets the box be given back without a loss.
  if (over && lease?.state !== 'ended') return [...settled, over];
  if (!lease) return [...settled, ...rentAnother(run)];
  return [...settled, ...forward(run, lease)];
}

/** One lease that is held and not yet sealed: the next step towards its end. */
function forward(run: Run, lease: Lease): Step[] {
  const { name } = lease;
  switch (lease.state) {
    case 'intended':
      return [{ do: 'rent', lease: name }];
    case 'rented':
      return [{ do: 'reach', lease: name }];
    case 'reachable':
      return [{ do: 'audit', lease: name }];
    case 'audited':
      return [{ do: 'start', lease: name, attempt: attemptsOf(run) + 1 }];
    case 'unfit':
      return [
        {
          do: 'halt',
          code: 'box-unfit',
          what: `${name} is not fit for the job; nothing was started on it.`,
          next: `Read the findings above; "gpu-lease resume ${run.id}" looks again once they are put right, "gpu-lease abandon ${run.id}" gives the box back.`,
        },
      ];
    case 'running':
      return [{ do: 'look', lease: name }];
    case 'preempted':
      return relaunch(run, lease);
    case 'ended':
      return afterEnd(run, lease);
    default:
      return [{ do: 'prove', lease: name, meters: openMeters(lease).map((meter) => meter.id) }];
  }
}

/** The process is dead and the box lives: start the identical thing again, within the job's retry budget. */
function relaunch(run: Run, lease: Lease): Step[] {
  const max = run.opened?.retryMax ?? 0;
  if (run.relaunches <= max) return [{ do: 'start', lease: lease.name, attempt: attemptsOf(run) + 1 }];
  return [
    {
      do: 'halt',
      code: 'retries-used',
      what: `The process died ${run.relaunches} times for reasons that looked like chance; retry.max is ${max}.`,
      next: `Read the log, then "gpu-lease resume ${run.id}" to try once more or "gpu-lease abandon ${run.id}".`,
    },
  ];
}

function afterEnd(run: Run, lease: Lease): Step[] {
  const dead = [...run.cells.values()].filter((cell) => cell.ended?.verdict === 'dead');
  if (dead.length > 0) return [haltForDead(run, dead)];
  return [{ do: 'collect', lease: lease.name }];
}

function haltForDead(run: Run, dead: Cell[]): Step {
  const list = dead.map(
    (cell) => `${cell.name} (exit ${cell.ended?.exitCode}, ${cell.ended?.failureClass ?? 'unclassified'})`,
  );
  return {
    do: 'halt',
    code: 'cells-dead',
    what: `Ended without finishing: ${list.join(', ')}. This kind of failure repeats, so it was not tried again.`,
    next: `Read the log; "gpu-lease abandon ${run.id}" saves what can be saved, lists what is lost and gives the box back.`,
  };
}

function rentAnother(run: Run): Step[] {
  if (run.leases.length >= MAX_BOXES) {
    return [
      {
        do: 'halt',
        code: 'too-many-boxes',
        what: `${run.leases.length} boxes were intended for this run and none carried it to its end.`,
        next: 'Look at why each was lost ("gpu-lease log"), choose another platform or market, and start a new run.',
      },
    ];
  }
  const again = sameFailureAgain(run);
  if (again) return [again];
  const lostOne = run.leases.some((lease) => lease.state === 'preempted');
  if (lostOne && !run.opened?.resumes) {
    return [
      {
        do: 'halt',
        code: 'cannot-resume',
        what: 'The box is gone and the job says that it cannot resume from a checkpoint (checkpoint.resume).',
        next: 'Start a new run when you accept paying for the lost work again.',
      },
    ];
  }
  return [{ do: 'intend', n: run.leases.length + 1 }];
}

/**
 * Everything is sealed: park if the job says so, bring it where it outlives this machine, ask a person unless one has said
 * yes in advance, then the approved verbs, then proof.
 */
function afterSeal(run: Run, seal: string, plans: (lease: Lease) => Plans, now: Date): Step[] {
  const open = run.leases.filter((lease) => openMeters(lease).length > 0 && lease.state !== 'refused');
  const steps = open.flatMap((lease) =>
    isUnused(lease) ? discardSteps(lease, plans(lease)) : releaseSteps(run, lease, seal, plans(lease), now),
  );
  if (needsStoring(run, now)) steps.push({ do: 'store', seal });
  if (steps.length > 0) return inTurn(steps);
  const unmarked = run.leases.filter(isHeld);
  if (unmarked.length > 0)
    return unmarked.map((lease) => ({ do: 'mark-released', lease: lease.name }) as const);
  return [{ do: 'close' }];
}

/** What nobody waits for comes first, so that one lease's wait never holds up the end of another's meter. */
const WAITS: Partial<Record<Step['do'], number>> = { store: 1, 'approve-standing': 2, ask: 3 };

const inTurn = (steps: Step[]): Step[] =>
  [...steps].sort((one, other) => (WAITS[one.do] ?? 0) - (WAITS[other.do] ?? 0));

const isHeld = (lease: Lease): boolean =>
  !['refused', 'released', 'abandoned', 'intended'].includes(lease.state);

function releaseSteps(run: Run, lease: Lease, seal: string, plans: Plans, now: Date): Step[] {
  const verbs = plans.zero.map((each) => each.verb);
  const left = verbs.filter((verb) => !lease.verbsDone.includes(verb));
  const proof: Step = { do: 'prove', lease: lease.name, meters: openMeters(lease).map((meter) => meter.id) };
  if (left.length === 0 || lease.boxGone) return [proof];
  if (approvalFor(run, lease.name, seal, verbs, now)) {
    // What is not in a store yet exists once more only on this box.
    if (needsStoring(run, now)) return [];
    return [...left.map((verb) => ({ do: 'release', lease: lease.name, verb }) as const), proof];
  }
  const park = parkStep(run, lease, plans);
  if (park) return [park];
  if (needsStoring(run, now)) return [];
  if (standingFor(run, lease, plans.zero, now)) {
    return [{ do: 'approve-standing', lease: lease.name, seal, verbs }];
  }
  return [{ do: 'ask', lease: lease.name, seal, verbs }];
}

/** The approval that lets exactly these verbs run for exactly this seal now, if there is one. */
export function approvalFor(run: Run, lease: string, binds: string, verbs: readonly string[], now: Date) {
  return run.approvals.findLast(
    (approval) =>
      approval.lease === lease &&
      approval.binds === binds &&
      approval.goal !== 'park' &&
      approval.verbs.join(' ') === verbs.join(' ') &&
      Date.parse(approval.expiresAt) > now.getTime() &&
      // Written by a program: it is worth as much as the word of a person that it stands on, and no more.
      (approval.via !== 'standing' || hasStanding(run, lease, approval)),
  );
}

/** Pre-approved by the job file (rule 11), and only where it is reversible and destroys nothing. */
function parkStep(run: Run, lease: Lease, plans: Plans): Step | undefined {
  if (run.opened?.onFinish !== 'park' || lease.state !== 'ended' || !plans.park) return;
  if (plans.park.some((each) => !each.reversible || each.destroys.length > 0)) return;
  return { do: 'park', lease: lease.name, verbs: plans.park.map((each) => each.verb) };
}

/** An abandon was approved for each lease it names; its verbs run without a seal. */
function afterAbandon(run: Run, plans: (lease: Lease) => Plans): Step[] {
  const open = run.leases.filter((lease) => openMeters(lease).length > 0);
  const steps = open.flatMap((lease): Step[] => {
    const proof: Step = {
      do: 'prove',
      lease: lease.name,
      meters: openMeters(lease).map((meter) => meter.id),
    };
    if (isUnused(lease)) return discardSteps(lease, plans(lease));
    if (lease.state !== 'abandoned') return [proof];
    const left = plans(lease).zero.filter((each) => !lease.verbsDone.includes(each.verb));
    return [...left.map((each) => ({ do: 'release', lease: lease.name, verb: each.verb }) as const), proof];
  });
  return steps.length > 0 ? steps : [{ do: 'close' }];
}

/** Boxes that the platform took away: their meters must still be seen gone before anybody believes it. */
function lostBoxes(run: Run, plans: (lease: Lease) => Plans): Step[] {
  return run.leases.flatMap((lease): Step[] => {
    if (lease.state !== 'preempted') return [];
    const open = openMeters(lease);
    // Of an evicted box only what a stop ends has stopped; its disk bills until the release, and is no debt before.
    const { endedByStop } = plans(lease);
    const byStop = open.filter(
      ({ id, kind }) => endedByStop?.includes(id) ?? (kind === 'gpu' || kind === 'cpu'),
    );
    const ended = lease.boxGone ? open : lease.evicted ? byStop : [];
    if (ended.length === 0) return [];
    return [{ do: 'prove', lease: lease.name, meters: ended.map((meter) => meter.id) }];
  });
}

/** Boxes that never carried anything go back at once, before another is rented: each minute of them is waste. */
const unusedBoxes = (run: Run, plans: (lease: Lease) => Plans): Step[] =>
  run.leases
    .filter((lease) => isUnused(lease) && openMeters(lease).length > 0)
    .flatMap((lease) => discardSteps(lease, plans(lease)));

function discardSteps(lease: Lease, { zero }: Plans): Step[] {
  const left = zero.filter((each) => !lease.verbsDone.includes(each.verb));
  const proof: Step = { do: 'prove', lease: lease.name, meters: openMeters(lease).map((meter) => meter.id) };
  return [...left.map(({ verb }) => ({ do: 'discard', lease: lease.name, verb }) as const), proof];
}

/** The halt that a used-up budget of money or time asks for, if it is used up. */
export function overBudget(run: Run, now: Date): Extract<Step, { do: 'halt' }> | undefined {
  const budget = run.opened?.budget;
  if (!budget) return;
  const since = run.leases.find((lease) => lease.rentedAt)?.rentedAt;
  const hours = since ? secondsBetween(new Date(since), now) / 3600 : 0;
  if (hours > budget.hours && run.leases.some((lease) => openMeters(lease).length > 0)) {
    return {
      do: 'halt',
      code: 'over-time',
      what: `This run has held boxes for ${hours.toFixed(1)} h; its budget is ${budget.hours} h.`,
      next: `The box is held with its data. "gpu-lease abandon ${run.id}" saves what can be saved and gives it back.`,
    };
  }
  const today = usdInLastDay(run, now);
  if (budget.usdPerDay !== undefined && today > budget.usdPerDay) {
    return {
      do: 'halt',
      code: 'over-day',
      what: `This run has cost ${today.toFixed(2)} USD in the last 24 hours; its budget is ${budget.usdPerDay} USD a day.`,
      next: `The box is held with its data and goes on costing. "gpu-lease resume ${run.id}" goes on once the oldest of it is a day ago; "gpu-lease abandon ${run.id}" saves what can be saved and gives the box back.`,
    };
  }
  const usd = usdSoFar(run, now);
  if (usd <= budget.usd) return;
  return {
    do: 'halt',
    code: 'over-budget',
    what: `This run has cost ${usd.toFixed(2)} USD; its budget is ${budget.usd} USD.`,
    next: `The box is held with its data. "gpu-lease abandon ${run.id}" saves what can be saved and gives it back; a larger budget needs a new run.`,
  };
}
