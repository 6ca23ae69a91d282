import type { Stored } from './evidence-events.ts';
import type { Run } from './run.ts';

/** Where the sealed artifacts lie now, beside the disk of the machine that sealed them: what a store has thrown away is gone. */
export const storedNow = (run: Run, now: Date): Stored[] =>
  run.stored.filter(({ keptUntil }) => keptUntil === undefined || Date.parse(keptUntil) > now.getTime());

/** Sealed on a disk that is thrown away, and in no store yet. */
export const needsStoring = (run: Run, now: Date): boolean =>
  run.seal !== undefined && run.opened?.needsStore === true && storedNow(run, now).length === 0;
