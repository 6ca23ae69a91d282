import { secondsBetween } from '../clock.ts';
import { idleSince, isStopped, toRecheck } from './comes-back.ts';
import type { EventBody } from './events.ts';
import { PARKABLE } from './fold-lease.ts';
import { dropKept } from './kept.ts';
import { budgetUse } from './over-budget.ts';
import { computing, isUnused, type Lease, openMeters, type Run } from './run.ts';
import { hasStanding, standingFor } from './standing.ts';
import type { Plans, Step } from './step.ts';
import { needsStoring, storing } from './stored.ts';
import { lateSearch } from './surfaced.ts';
import { type Teardown, verbsOf } from './teardown.ts';
import { tellAfterOf } from './tell-after.ts';

/** How a lease ends: parked, given back with an approval, given up, or discarded; and the proof that its meters stopped. */

/** How often a verb is sent that was accepted and not seen to have been carried out. */
const MAX_SENDS = 4;

/**
 * Everything is sealed: park if the job says so, bring it where it outlives this machine, ask a person unless one has said
 * yes in advance, then the approved verbs, then proof.
 */
export function afterSeal(run: Run, seal: string, plans: (lease: Lease) => Plans, now: Date): Step[] {
  const open = run.leases.filter((lease) => openMeters(lease).length > 0 && lease.state !== 'refused');
  const steps = open.flatMap((lease) =>
    isUnused(lease)
      ? discardSteps(lease, plans(lease), now)
      : releaseSteps({ run, lease, plans: plans(lease) }, seal, now),
  );
  steps.unshift(...stoppedBoxes(run, plans, now).filter((step) => !proves(steps, step)));
  const kept = storing(run, seal, now);
  // What has to be collected once more is collected before its box is stopped.
  if (kept.some((step) => step.do === 'unseal')) return [...kept, ...inTurn(steps)];
  steps.push(...kept);
  if (steps.length > 0) return inTurn(steps);
  const unmarked = run.leases.filter(isHeld);
  if (unmarked.length > 0)
    return unmarked.map((lease) => ({ do: 'mark-released', lease: lease.name }) as const);
  return stepsToClose(run, now);
}

/** A lease whose whole end is being proven needs no proof of a part of it beside. */
const proves = (steps: readonly Step[], of: Step): boolean =>
  'lease' in of && steps.some((step) => step.do === 'prove' && step.lease === of.lease);

/** What nobody waits for comes first, so that one lease's wait never holds up the end of another's meter. */
const WAITS: Partial<Record<Step['do'], number>> = { store: 1, 'approve-standing': 2, ask: 3 };

const inTurn = (steps: Step[]): Step[] =>
  [...steps].sort((one, other) => (WAITS[one.do] ?? 0) - (WAITS[other.do] ?? 0));

const isHeld = (lease: Lease): boolean =>
  !['refused', 'released', 'abandoned', 'intended'].includes(lease.state);

/** One box of a sealed run, and what its platform can do with it. */
interface Held {
  run: Run;
  lease: Lease;
  plans: Plans;
}

function releaseSteps(held: Held, seal: string, now: Date): Step[] {
  const { run, lease, plans } = held;
  const teardown = { run, lease, plan: plans.zero };
  const verbs = verbsOf(teardown);
  const left = toSend(lease, plans, now);
  const proof: Step = { do: 'prove', lease: lease.name, meters: openMeters(lease).map((meter) => meter.id) };
  if (left.length === 0 || lease.boxGone) return [proof];
  if (approvalFor(teardown, seal, approvedAsOf(teardown, now))) {
    // What is not in a store yet exists once more only on this box.
    if (needsStoring(run, now)) return [];
    return [...left.map((verb) => ({ do: 'release', lease: lease.name, verb }) as const), proof];
  }
  const park = parkStep(held, now);
  if (park) return [park];
  if (needsStoring(run, now)) return [];
  if (standingFor(teardown, now)) {
    return [{ do: 'approve-standing', lease: lease.name, seal, verbs }];
  }
  return [{ do: 'ask', lease: lease.name, seal, verbs }];
}

/**
 * The verbs of the plan that the platform has not accepted yet; and those that it accepted, was given its time for, and was not
 * seen to have carried out. They are sent again, a bounded number of times: each is quiet where there is nothing left to do.
 */
function toSend(lease: Lease, { zero, provenWithinSeconds = 60 }: Plans, now: Date): string[] {
  const verbs = zero.map((each) => each.verb);
  const unsent = verbs.filter((verb) => !lease.verbsDone.includes(verb));
  if (unsent.length > 0 || lease.verbAt === undefined) return unsent;
  const sends = Math.max(0, ...verbs.map((verb) => lease.verbTimes.get(verb) ?? 0));
  // Each time it is given longer: what is merely slow is not asked for ever faster.
  const patienceSeconds = provenWithinSeconds * 2 ** (sends - 1);
  const isOverdue = secondsBetween(new Date(lease.verbAt), now) >= patienceSeconds;
  return isOverdue && sends < MAX_SENDS ? verbs : [];
}

/** What was approved and sent in time may be sent again: the approval does not lapse while its verb is being carried out. */
export const approvedAsOf = ({ lease, plan }: Teardown, now: Date): Date =>
  lease.verbsSince !== undefined && plan.every(({ verb }) => lease.verbsDone.includes(verb))
    ? new Date(lease.verbsSince)
    : now;

/** Who has let this release begin already, by an approval of it or one in advance that covers it. */
export function approverOf(teardown: Teardown, now: Date): string | undefined {
  const { run } = teardown;
  if (!run.seal) return;
  const given = approvalFor(teardown, run.seal.seal, approvedAsOf(teardown, now));
  return (given ?? standingFor(teardown, now))?.person;
}

/** The approval that lets exactly these verbs run for exactly this seal now, if there is one. */
export function approvalFor(teardown: Teardown, binds: string, now: Date) {
  const { run, lease } = teardown;
  const verbs = verbsOf(teardown).join(' ');
  return run.approvals.findLast(
    (approval) =>
      approval.lease === lease.name &&
      approval.binds === binds &&
      approval.goal !== 'park' &&
      approval.verbs.join(' ') === verbs &&
      Date.parse(approval.expiresAt) > now.getTime() &&
      // Written by a program: it is worth as much as the word of a person that it stands on, and no more.
      (approval.via !== 'standing' || hasStanding(run, lease.name, approval)),
  );
}

/**
 * Pre-approved where it is reversible and destroys nothing (rule 11): at once where the job says so, and else when it has been
 * paid for long enough without being of any use.
 */
function parkStep({ run, lease, plans }: Held, now: Date): Step | undefined {
  if (lease.state !== 'ended') return;
  const late = isIdleTooLong(run, idleSince(lease, run.seal?.at), tellAfterOf(run).unreleasedSeconds, now);
  // Somebody started it again to look at something: they have as long as if it had just been sealed.
  const atOnce = run.opened?.onFinish === 'park' && lease.ranAgain === undefined;
  return atOnce || late ? parkingOf(lease, plans) : undefined;
}

const isIdleTooLong = (run: Run, since: string | undefined, seconds: number, now: Date): boolean =>
  budgetUse(run, now).over !== undefined ||
  (since !== undefined && secondsBetween(new Date(since), now) >= seconds);

/** Work is under way on it that a stop would cut short, and none of it is sealed: it is asked to save and to end first. */
export const isWorking = ({ seal }: Run, { state }: Lease): boolean => state === 'running' && !seal;

/** With these events each cell of the run has ended, so that nobody may look at this attempt again, whatever its queue says still. */
export function endsAll(run: Run, events: readonly EventBody[]): boolean {
  const ended = new Set(events.flatMap((event) => (event.type === 'cell-ended' ? [event.cell] : [])));
  return ended.size > 0 && [...run.cells.values()].every((cell) => cell.ended || ended.has(cell.name));
}

/** Meters of computing still run: what a park would stop. */
export const computes = (lease: Lease): boolean =>
  computing(lease).some(({ stoppedAt }) => stoppedAt === undefined);

/** Whether a box can be stopped in a way that keeps its data and can be undone. */
export const canPark = (lease: Lease, plans: Plans): boolean => parkingOf(lease, plans) !== undefined;

function parkingOf(lease: Lease, { park }: Plans): Step | undefined {
  if (!park || park.length === 0 || park.some((each) => !each.reversible || each.destroys.length > 0)) return;
  return { do: 'park', lease: lease.name, verbs: park.map((each) => each.verb) };
}

/** A run that stands halted computes nothing that anybody waits for: its box ends with the smallest meter that keeps the data. */
export function idleBoxes(run: Run, plans: (lease: Lease) => Plans, now: Date): Step[] {
  const { heldSeconds } = tellAfterOf(run);
  return run.leases.flatMap((lease) => {
    if (!isIdleTooLong(run, idleSince(lease, run.halted?.at), heldSeconds, now)) return [];
    const isHere = PARKABLE.includes(lease.state) && !lease.boxGone && !lease.evicted;
    const park = isHere && computes(lease) ? parkingOf(lease, plans(lease)) : undefined;
    return park ? [park] : [];
  });
}

/** What closes a run of which nothing is held and nothing is owed; nothing where something is. */
export const stepsToClose = (run: Run, now: Date): ClosingStep[] =>
  run.closed || run.leases.some((lease) => openMeters(lease).length > 0)
    ? []
    : [...dropKept(run, now), ...lateSearch(run), { do: 'close' }];

type ClosingStep = Extract<Step, { do: 'drop-kept' | 'look-for-late' | 'close' }>;

/** An abandon was approved for each lease it names; its verbs run without a seal. */
export function afterAbandon(run: Run, plans: (lease: Lease) => Plans, now: Date): Step[] {
  const open = run.leases.filter((lease) => openMeters(lease).length > 0);
  const steps = open.flatMap((lease): Step[] => {
    const proof: Step = {
      do: 'prove',
      lease: lease.name,
      meters: openMeters(lease).map((meter) => meter.id),
    };
    if (isUnused(lease)) return discardSteps(lease, plans(lease), now);
    if (lease.state !== 'abandoned') return [proof];
    const left = toSend(lease, plans(lease), now);
    return [...left.map((verb) => ({ do: 'release', lease: lease.name, verb }) as const), proof];
  });
  return steps.length > 0 ? steps : stepsToClose(run, now);
}

/**
 * Boxes that the platform took away, or that were parked: the meters that ended with that must be seen gone before anybody
 * believes it. Of a box that is only stopped the disk bills on until its release, and is no debt before; and that it stands
 * stopped is looked at again and again, for whoever starts it starts its meters.
 */
export function stoppedBoxes(run: Run, plans: (lease: Lease) => Plans, now: Date): Step[] {
  return run.leases.flatMap((lease): Step[] => {
    const isGone = lease.state === 'preempted' && lease.boxGone;
    const { endedByStop } = plans(lease);
    const ended = openMeters(lease).filter(
      ({ id, kind }) => isGone || (endedByStop?.includes(id) ?? (kind === 'gpu' || kind === 'cpu')),
    );
    if ((isStopped(lease) || isGone) && ended.length > 0)
      return [{ do: 'prove', lease: lease.name, meters: ended.map((meter) => meter.id) }];
    const meters = isGone || openMeters(lease).length === 0 ? [] : toRecheck(lease, now);
    return meters.length > 0 ? [{ do: 'recheck', lease: lease.name, meters }] : [];
  });
}

/** Boxes that never carried anything go back at once, before another is rented: each minute of them is waste. */
export const unusedBoxes = (run: Run, plans: (lease: Lease) => Plans, now: Date): Step[] =>
  run.leases
    .filter((lease) => isUnused(lease) && openMeters(lease).length > 0)
    .flatMap((lease) => discardSteps(lease, plans(lease), now));

function discardSteps(lease: Lease, plans: Plans, now: Date): Step[] {
  const proof: Step = { do: 'prove', lease: lease.name, meters: openMeters(lease).map((meter) => meter.id) };
  const left = toSend(lease, plans, now);
  return [...left.map((verb) => ({ do: 'discard', lease: lease.name, verb }) as const), proof];
}
