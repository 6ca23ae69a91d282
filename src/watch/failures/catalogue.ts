import { CARD } from './card.ts';
import { COMPLETION } from './completion.ts';
import { DISK } from './disk.ts';
import { DISTRIBUTED } from './distributed.ts';
import { ENVIRONMENT } from './environment.ts';
import { type Signature, TIERS, type Tier } from './failure.ts';
import { MEMORY } from './memory.ts';
import { PLATFORMS } from './platforms.ts';
import { SCHEDULERS } from './schedulers.ts';
import { TRAINING } from './training.ts';
import { TRANSPORT } from './transport.ts';

/** Every row, in the order of precedence; within a tier as its families list them, the closer before the wider. */
export const SIGNATURES: readonly Signature[] = TIERS.flatMap((tier) =>
  [
    CARD,
    MEMORY,
    DISK,
    TRAINING,
    ENVIRONMENT,
    DISTRIBUTED,
    TRANSPORT,
    SCHEDULERS,
    PLATFORMS,
    COMPLETION,
  ].flatMap((family) => family.filter((row) => row.tier === tier)),
);

/** Says what was seen and ends nothing. */
const ENDS_NOTHING: readonly Tier[] = ['quiet', 'result', 'harmless', 'complete'];

/** Rows by which a dead cell is classified without anybody looking: what stands in its own log, and what the keeper knows of it. */
export const OF_A_DEAD_CELL: readonly Signature[] = SIGNATURES.filter(
  (row) =>
    row.in.includes('log') &&
    !row.onlyAsked &&
    !ENDS_NOTHING.includes(row.tier) &&
    (row.line !== undefined || row.when !== undefined),
);

/** Of these the one that was said first is the cause: what other ranks say later follows from it. */
const FIRST_SAID: Tier = 'own error';

/** The order in which rows that were found count: by precedence, and among errors of the program by which was said first. */
export const firstToLast = (
  one: { row: Signature; line: number },
  other: { row: Signature; line: number },
): number => {
  const tiers = TIERS.indexOf(one.row.tier) - TIERS.indexOf(other.row.tier);
  if (tiers !== 0) return tiers;
  const lines = one.row.tier === FIRST_SAID ? one.line - other.line : 0;
  return lines || SIGNATURES.indexOf(one.row) - SIGNATURES.indexOf(other.row);
};
