import { hasUnasked } from '../approval/ask.ts';
import { nextLook } from '../lease/look-plan.ts';
import type { Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { isInTime } from '../tick/chain.ts';
import { ROUTINE } from '../tick/look-bill.ts';
import type { RunOutcome } from '../tick/outcome.ts';
import type { Pace } from '../tick/schedule.ts';
import type { World } from '../world.ts';
import { isAlive } from './chain.ts';
import { newestHop } from './chain-of-sweep.ts';
import { isSwitchRight } from './tick-switch.ts';

/** What a tick has found. */
export interface Ticked {
  outcomes: readonly RunOutcome[];
  pace: Pace | undefined;
  /** Nothing is open or owed. */
  isIdle: boolean;
}

/**
 * Whether a tick leaves something to a job that may start workflow runs, which is billed a minute: a release that nobody is asked for
 * yet, a run at which nobody is known to look when its plan says so, or a schedule that stands on where nothing is open. Where that
 * cannot be found out it is needed.
 */
export async function isNextNeeded(
  env: NodeJS.ProcessEnv,
  world: World,
  { outcomes, pace, isIdle }: Ticked,
): Promise<boolean> {
  const runs = outcomes.flatMap(({ run }) => (run && !run.closed ? [run] : []));
  try {
    for (const run of runs) if (await isUnwatched(world, run, chainsOf(run, runs), pace)) return true;
    if ((await isSwitchRight(env, world, !isIdle)) === false) return true;
    return await hasUnasked(env, world, runs);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return true;
  }
}

/** One chain goes on with all parts of a sweep, and stands in the record of one of them. */
function chainsOf({ continued, opened }: Run, runs: readonly Run[]): Run['continued'] {
  const sweep = opened?.sweep?.id;
  return sweep === undefined ? continued : newestHop(runs.filter((each) => each.opened?.sweep?.id === sweep));
}

async function isUnwatched(
  world: World,
  run: Run,
  continued: Run['continued'],
  pace: Pace | undefined,
): Promise<boolean> {
  const now = world.clock.now();
  const look = nextLook(run, now, ROUTINE);
  if (!look || (pace && isInTime(look, pace, now))) return false;
  const { workflowRun } = continued ?? {};
  return workflowRun === undefined || !(await isAlive(world, workflowRun));
}
