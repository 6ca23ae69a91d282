import { SIGNATURES } from './failures/catalogue.ts';

/** By the engine's own word for how something of it ended. */
export const isCancelled = (native: string): boolean => /^CANCELLED\b/.test(native);

/**
 * @returns the failure class where the same again would end alike; `again` where it was only taken away, or ran out of its time, and goes
 * on from its newest checkpoint; `undefined` for a word that says neither
 */
export function endOfTask(native: string): string | undefined {
  if (isCancelled(native)) return;
  const line = `0|${native}`;
  const known = SIGNATURES.find(
    (row) =>
      !row.onlyAsked &&
      row.line?.test(line) &&
      (row.in.includes('scheduler') || (row.in.includes('kubernetes') && row.failureClass === 'HOST_OOM')),
  );
  if (!known) return;
  return known.probabilistic || known.failureClass === 'WALLTIME' ? 'again' : known.failureClass;
}
