import { untoldOfChange } from '../lease/change-news.ts';
import type { Run } from '../lease/run.ts';
import { isTooLate } from '../lease/unapproved.ts';
import type { RunOutcome, StrayLook } from './outcome.ts';

/** Why the schedule has to look at a run; `undefined` for one that costs nothing, holds nothing and waits for nothing. */
export function reasonToLook(run: Run, now: Date): string | undefined {
  if (run.closed)
    return untoldOfChange(run, now) === undefined
      ? undefined
      : `run ${run.id} is over, and its commit has to be told`;
  if (run.leases.length > 0 || run.noCapacity) return `run ${run.id} is open`;
  if (!run.opened || isTooLate(run, now)) return;
  return `run ${run.id} is open and may be launched; "gpu-lease abandon ${run.id}" ends it`;
}

/**
 * Whether a look found nothing that is open or owed: no run to look at, and nothing in the accounts that is ours. What an account did
 * not answer is not nothing.
 *
 * @param looks `undefined`: no account could be asked
 */
export const isIdle = (
  outcomes: readonly Pick<RunOutcome, 'run'>[],
  looks: readonly Pick<StrayLook, 'answered' | 'strays'>[] | undefined,
  now: Date,
): boolean =>
  outcomes.every(({ run }) => run && reasonToLook(run, now) === undefined) &&
  (looks?.every(({ answered, strays }) => answered && strays.length === 0) ?? false);

/** As GitHub lists a workflow file. */
export interface ListedWorkflow {
  path: string;
  /** `active`, `disabled_manually`, `disabled_inactivity` and the like. */
  state: string;
}

export interface TickFiles {
  /** The one of the frequent schedule. */
  tick: ListedWorkflow;
  /** `undefined`: there is no daily look, so the other one must never be switched off. */
  daily: ListedWorkflow | undefined;
}

export type Turn =
  | { do: 'enable' | 'disable' }
  /** `why` only where it should be switched and may not be. */
  | { do: 'nothing'; why?: string };

const isOn = (file: ListedWorkflow | undefined): boolean => file?.state === 'active';

/** Which way the frequent schedule is switched: on where somebody has to look, off where nobody has and a daily look stays. */
export function turnOf({ tick, daily }: TickFiles, isNeeded: boolean): Turn {
  if (isNeeded) return { do: isOn(tick) ? 'nothing' : 'enable' };
  if (!isOn(tick)) return { do: 'nothing' };
  if (isOn(daily)) return { do: 'disable' };
  const why = daily === undefined ? 'there is no daily look beside it' : `${daily.path} is ${daily.state}`;
  return { do: 'nothing', why };
}
