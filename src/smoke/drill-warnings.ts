import { setWords } from '../job/checkpoint-sets.ts';
import type { CheckpointRule } from '../job/job.ts';
import type { Broken, Whole } from './checkpoint-watch.ts';
import type { Replay } from './continuation.ts';
import { ATOMIC } from './drill-problem.ts';
import { fullStateItems, missingStateItems } from './full-state.ts';
import type { SmokeWarning } from './world.ts';

export const incompleteWarning = (broken: Broken, anchor: Whole): SmokeWarning => ({
  code: 'incomplete-checkpoint',
  what: `After the kill ${broken.path} did not load (${broken.why}); ${anchor.path} of step ${anchor.step} did.`,
  next: ATOMIC,
});

const SAME_DISK =
  'A box that is replaced is given the last copy that was verified; a start on the same disk (a requeue, a crash, a machine that was stopped) finds what the kill left.';

/** The kill met a write, and left less than there was before: the drill goes on from the copy that was taken then. */
export const cutShort = (
  broken: Broken | undefined,
  { path, step }: Whole,
  rule: CheckpointRule,
): SmokeWarning => ({
  code: 'not-atomic',
  what:
    (broken
      ? `The kill met a write in place: after it ${broken.path} did not load (${broken.why}). `
      : `The kill came between the removal of a checkpoint and its successor: after it nothing beyond step 0 matched \`${setWords(rule)}\`. `) +
    `The drill went on from the copy of ${path} that was taken at step ${step}. ${SAME_DISK}`,
  next: ATOMIC,
});

export const writtenInPlace = (path: string): SmokeWarning => ({
  code: 'not-atomic',
  what: `${path} is written in place: a kill while it is written leaves neither the old version nor the new one. ${SAME_DISK}`,
  next: ATOMIC,
});

export const startNotSeen = (
  { step }: Whole,
  { withinSeconds, took }: { withinSeconds: number; took: number },
): SmokeWarning => ({
  code: 'start-not-seen',
  what:
    `After the restart the log held the numbers of the first attempt up to step ${step} again, and not by a copy of what lay there. Between two looks ${withinSeconds.toFixed(2)} s went by, ` +
    `and the first attempt took ${took.toFixed(2)} s for those steps: the trainer may remember its log, or it began at the start and did them again.`,
  next: 'Append to the log, print a line with the step that was restored, or let `smoke.drill` save so seldom that a look comes between two checkpoints.',
});

export const ignoresSigterm = (seconds: number): SmokeWarning => ({
  code: 'ignores-sigterm',
  what: `The command did not end within ${seconds} s of SIGTERM and was killed.`,
  next: 'On SIGTERM finish the step, save, and exit: an announced preemption leaves little more time.',
});

export function replayDiffers(replay: Replay, keys: readonly string[]): SmokeWarning {
  const differences = replay.differences.map(
    ({ key, step, before, after }) =>
      `${key} of step ${step} was ${brief(before)} and after the resume ${brief(after)}`,
  );
  const missing = keys.length > 0 ? missingStateItems(keys).required : fullStateItems();
  const hint = missing.length > 0 ? ` Not named in the checkpoint: ${missing.join('; ')}.` : '';
  return {
    code: 'replay-differs',
    what: `The resumed run continues, but not as the same run: ${differences.join('; ')}.${hint}`,
    next: 'Save and restore the full state, and set the flags for determinism if repeatability matters.',
  };
}

const brief = (value: number): string => String(Number(value.toPrecision(4)));
