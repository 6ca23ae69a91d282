import { secondsBetween } from '../clock.ts';
import { sameFailureAgain } from './breaker.ts';
import { waitForCapacity } from './capacity.ts';
import { toTell } from './concerns.ts';
import {
  afterAbandon,
  afterSeal,
  canPark,
  computes,
  idleBoxes,
  stepsToClose,
  stoppedBoxes,
  unusedBoxes,
} from './endings.ts';
import { ATTENDED_SECONDS } from './fold.ts';
import { storeKept } from './kept.ts';
import { logOf } from './log-of.ts';
import { endedItself, ownEndWords } from './loss.ts';
import { budgetUse } from './over-budget.ts';
import { attemptsOf, type Cell, currentLease, type Lease, openMeters, type Run } from './run.ts';
import { comesUpAgain } from './self-park.ts';
import { isBeside } from './stage-steps.ts';
import type { Plans, Step } from './step.ts';
import { tellAfterOf } from './tell-after.ts';
import { isTooLate, isUnapproved } from './unapproved.ts';

/** A run that lost so many boxes is not unlucky; something is wrong that more money will not cure. */
export const MAX_BOXES = 20;

/** A box that came back empty so often is no box to train on. */
const MAX_WIPES = 3;

/**
 * What may happen next. Pure, so that a killed stage, a re-run, the schedule and a laptop all continue from the same
 * place. Never proposes a second create for an intent, nor a destructive verb without an approval that binds to the seal.
 */
export function next(run: Run, plans: (lease: Lease) => Plans, now: Date): Step[] {
  if (run.closed) return [{ do: 'nothing', why: 'closed' }];
  if (!run.opened) throw new Error(`run ${run.id} was never opened`);
  const tells = toTell(run, now).map(
    ({ key, since, what, next, usdPerHour }): Step => ({
      do: 'tell',
      of: key,
      since,
      what,
      next,
      usdPerHour,
    }),
  );
  return [...tells, ...vouchedFor(run, towardsTheEnd(run, plans, now), now)];
}

function towardsTheEnd(run: Run, plans: (lease: Lease) => Plans, now: Date): Step[] {
  if (run.seal) return afterSeal(run, run.seal.seal, plans, now);
  if (run.leases.some((lease) => lease.state === 'abandoned')) return afterAbandon(run, plans, now);
  const settled = [...unusedBoxes(run, plans, now), ...stoppedBoxes(run, plans, now)];
  if (run.halted)
    return [
      ...settled,
      ...unheardCreates(run),
      ...idleBoxes(run, plans, now),
      { do: 'nothing', why: 'halted' },
    ];
  const lease = currentLease(run);
  const over = overBudget(run, lease, plans, now);
  // A box may be held meanwhile: it was bound to another commit, and waits for the smoke of that.
  if (run.smoke === 'missing') return [...settled, ...(over ? [over] : [{ do: 'smoke' } as const])];
  // Code of a branch, with the keys of this repository: a person says yes before there is a first box.
  if (isUnapproved(run))
    return [...settled, ...(isTooLate(run, now) ? stepsToClose(run, now) : [waitsForWord])];
  if (over) return [...settled, over];
  if (!lease) return [...settled, ...rentAnother(run, now)];
  // A claim to rent is fresh for a minute, and a proof that does not come takes longer than that.
  if (lease.state === 'intended') return [...forward(run, lease, now), ...settled];
  return [...settled, ...forward(run, lease, now)];
}

const waitsForWord: Step = { do: 'nothing', why: 'unapproved' };

/** Nobody rents while a run stands halted, and a box whose create nobody heard the answer of bills all the same. */
const unheardCreates = (run: Run): Step[] =>
  run.leases
    .filter(({ state, intent }) => state === 'intended' && intent.attach === undefined)
    .map(({ name }) => ({ do: 'find', lease: name }));

/** The halt that a used-up budget of money or time asks for, if it is used up. */
function overBudget(
  run: Run,
  lease: Lease | undefined,
  plans: (lease: Lease) => Plans,
  now: Date,
): Step | undefined {
  const { over } = budgetUse(run, now);
  if (!over?.isCounted) return;
  // What is paid for and done is still collected, within bounds: only a seal lets the box be given back without a loss.
  const since = lease?.state === 'ended' ? lease.endedAt : undefined;
  if (since !== undefined && secondsBetween(new Date(since), now) < tellAfterOf(run).uncollectedSeconds)
    return;
  const kept = lease ? `${keptWords(lease, plans(lease))} ` : '';
  return { do: 'halt', code: over.code, what: over.what, next: `${kept}${over.next}` };
}

function keptWords(lease: Lease, plans: Plans): string {
  const { name, platform } = lease;
  if (canPark(lease, plans)) return `${name} is stopped now, which keeps its data; its disk is paid for on.`;
  const usdPerHour = openMeters(lease).reduce((sum, meter) => sum + meter.times * meter.usdPerHour, 0);
  return usdPerHour > 0
    ? `${platform} cannot stop ${name} and keep its data: it is held and costs ${Number(usdPerHour.toFixed(6))} USD per hour on.`
    : `${name} is held.`;
}

/**
 * A record in which nobody wrote for a while may have been cut there, and would look the same. What spends, or gives back
 * without a person's word, waits until something outside of it was asked (docs/lifecycle.md, "Absence proves nothing").
 */
function vouchedFor(run: Run, steps: Step[], now: Date): Step[] {
  const needs = steps.findIndex((step) => rests(run, step));
  const before = steps[needs];
  if (!before || isAttended(run, now)) return steps;
  const first = steps.slice(0, needs);
  // Nobody could, and a person was asked: the same question is not put again before they answer. What only looks goes on, also
  // behind what waits: somebody may have ended in the console what is not ended here.
  const isAsked = [run.halted, ...run.haltedToo].some((halt) => halt?.code === 'not-vouched');
  return isAsked ? [...first, ...byHand(steps.slice(needs))] : [...first, { do: 'vouch', before }];
}

/** What nobody vouches for stands still, but a person who sees what the record says may give a box back by their own word. */
function byHand(steps: readonly Step[]): Step[] {
  const asks = steps.flatMap((step): Step[] =>
    step.do === 'approve-standing'
      ? [{ do: 'ask', lease: step.lease, seal: step.seal, verbs: step.verbs }]
      : step.do === 'ask'
        ? [step]
        : [],
  );
  const waits: Step[] = asks.length > 0 ? asks : [{ do: 'nothing', why: 'halted' }];
  return [...steps.filter(isBeside), ...waits];
}

/** Whether a step rests on what is not in the record: that no box is held yet, or that nothing was put on it. */
function rests(run: Run, step: Step): boolean {
  // A word in advance is carried out by a program, on what this record says was sealed and nothing else.
  if (step.do === 'discard' || step.do === 'approve-standing' || step.do === 'wake') return true;
  if (step.do === 'rent')
    return run.leases.some(({ name, intent }) => name === step.lease && intent.attach === undefined);
  // A box that is attached costs the same whether or not it is; only a rented one is new money.
  return (
    step.do === 'intend' && (run.opened?.document.candidates ?? []).some(({ attach }) => attach === undefined)
  );
}

export const isAttended = ({ unattendedSince, updatedAt, askedAt }: Run, now: Date): boolean =>
  unattendedSince === undefined && [updatedAt, askedAt].some((at) => at !== undefined && isFresh(at, now));

const isFresh = (at: string, now: Date): boolean =>
  Math.abs(secondsBetween(new Date(at), now)) <= ATTENDED_SECONDS;

/** One lease that is held and not yet sealed: the next step towards its end. */
function forward(run: Run, lease: Lease, now: Date): Step[] {
  const { name } = lease;
  switch (lease.state) {
    case 'intended':
      return [{ do: 'rent', lease: name }];
    case 'rented':
      return [{ do: comesUpAgain(lease) ? 'wake' : 'reach', lease: name }];
    case 'reachable':
      return lease.wipes > 0 ? afterWipe(run, lease) : [{ do: 'audit', lease: name }];
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
      return lease.unreached?.shown === 'stopped'
        ? [haltForStopped(run, lease)]
        : [...storeKept(run, now), { do: 'look', lease: name }];
    case 'preempted':
      return relaunch(run, lease);
    case 'parked':
      // Its meter is proven stopped before it runs again.
      if (lease.parkedItself && computes(lease)) return [];
      return [lease.parkedItself ? { do: 'wake', lease: name } : haltForParked(run, lease)];
    case 'ended':
      return afterEnd(run, lease);
    default:
      return [{ do: 'prove', lease: name, meters: openMeters(lease).map((meter) => meter.id) }];
  }
}

/** Twice shown stopped by its platform, and nobody here stopped it: a person did, or the platform for want of money. */
const haltForStopped = (run: Run, { name, platform, unreached, endsItselfAt }: Lease): Step => ({
  do: 'halt',
  code: 'box-stopped',
  what: `${platform} shows ${name} stopped, and ${unreached && endedItself({ endsItselfAt }, unreached.at) ? ownEndWords(endsItselfAt) : 'nobody here stopped it'}. Its work stands still.`,
  next: `Start it in the console of ${platform} and "gpu-lease resume ${run.id}" to go on from its last checkpoint, or "gpu-lease abandon ${run.id}".`,
});

/** Its seal was given up after it was stopped: nobody here can start it, and what is on it has to be collected once more. */
const haltForParked = (run: Run, { name, platform }: Lease): Step => ({
  do: 'halt',
  code: 'box-stopped',
  what: `${name} is stopped, and what was sealed of it is gone with the machine that sealed it. Its disk keeps it.`,
  next: `Start it in the console of ${platform} and "gpu-lease resume ${run.id}" to collect it again, or "gpu-lease abandon ${run.id}".`,
});

/** Its disk is gone and it lives: looked over like a new box, and the newest verified copies are brought back to it. */
function afterWipe(run: Run, { name, wipes }: Lease): Step[] {
  if (!run.opened?.resumes) return [cannotResume(`${name} came back empty`)];
  if (wipes <= MAX_WIPES) return [{ do: 'audit', lease: name }];
  return [
    {
      do: 'halt',
      code: 'box-wiped',
      what: `${name} came back empty ${wipes} times.`,
      next: `Look in its platform's console why it is reset; "gpu-lease abandon ${run.id}" gives it back, and what was verified is kept.`,
    },
  ];
}

const cannotResume = (what: string): Step => ({
  do: 'halt',
  code: 'cannot-resume',
  what: `${what}, and the job says that it cannot resume from a checkpoint (checkpoint.resume).`,
  next: 'Start a new run when you accept paying for the lost work again.',
});

/** The process is dead and the box lives: start the identical thing again, within the job's retry budget. */
function relaunch(run: Run, lease: Lease): Step[] {
  if (!run.opened?.resumes && lease.wipes > 0) return [cannotResume('The box came back empty')];
  return [retriesUsed(run) ?? { do: 'start', lease: lease.name, attempt: attemptsOf(run) + 1 }];
}

function retriesUsed(run: Run): Step | undefined {
  const max = run.opened?.retryMax ?? 0;
  if (run.relaunches <= max) return;
  return {
    do: 'halt',
    code: 'retries-used',
    what: `The process died ${run.relaunches} times for reasons that looked like chance; retry.max is ${max}.`,
    next: `Read the log ("gpu-lease log ${run.id}"), then "gpu-lease resume ${run.id}" to try once more or "gpu-lease abandon ${run.id}".`,
  };
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
    what: `Ended without finishing: ${list.join(', ')}. This kind of failure repeats, so it was not tried again.${shortageOf(dead)}`,
    next: `Read ${dead
      .slice(0, 3)
      .map((cell) => logOf(run, cell.name))
      .join(
        ', ',
      )}. Where the code or the job file is at fault, correct and commit it: "gpu-lease retry ${run.id}" goes on with that on the same box. Where the cause can be mended on the box (room on its disk, a path, a quota), "gpu-lease resume ${run.id}" goes on from the last checkpoint; "gpu-lease abandon ${run.id}" saves what can be saved, lists what is lost and gives the box back.`,
  };
}

/** Nothing is dropped to make room: whose it is, and what may go, a person knows. */
const shortageOf = (dead: Cell[]): string => {
  const short = dead.find(({ ended }) => ended?.shortage !== undefined);
  return short
    ? ` ${short.name} was not started: ${short.ended?.shortage}. The box is held and costs on.`
    : '';
};

function rentAnother(run: Run, now: Date): Step[] {
  if (run.leases.length >= MAX_BOXES) {
    return [
      {
        do: 'halt',
        code: 'too-many-boxes',
        what: `${run.leases.length} boxes were intended for this run and none carried it to its end.`,
        next: 'Look at why each was lost ("gpu-lease events"), choose another platform or market, and start a new run.',
      },
    ];
  }
  // On a queue the next attempt of a process that died is another submission.
  const used = run.leases.at(-1)?.queue?.to === 'over' ? retriesUsed(run) : undefined;
  const again = used ?? sameFailureAgain(run);
  if (again) return [again];
  const lostOne = run.leases.some((lease) => lease.state === 'preempted');
  if (lostOne && !run.opened?.resumes) {
    return [cannotResume('The box is gone')];
  }
  return [...waitForCapacity(run, now), { do: 'intend', n: run.leases.length + 1 }];
}
