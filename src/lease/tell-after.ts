import type { Run } from './run.ts';

/** From which age on a person is told, in seconds, where the job does not say. */
export const TELL_AFTER = {
  unreachableSeconds: 900,
  uncollectedSeconds: 3600,
  unreleasedSeconds: 3600,
  heldSeconds: 3600,
} as const;

export type TellAfter = { [K in keyof typeof TELL_AFTER]: number };

export const tellAfterOf = (run: Run): TellAfter => ({
  ...TELL_AFTER,
  ...run.opened?.document.watch?.tellAfter,
});
