import { CARD } from './card.ts';
import { COMPLETION } from './completion.ts';
import { DISK } from './disk.ts';
import { DISTRIBUTED } from './distributed.ts';
import { ENVIRONMENT } from './environment.ts';
import { type Remains, type Signature, TIERS, type Tier } from './failure.ts';
import { MEMORY } from './memory.ts';
import { SCHEDULERS } from './schedulers.ts';
import { TRAINING } from './training.ts';
import { TRANSPORT } from './transport.ts';

/** Every row, in the order of precedence; within a tier as its families list them, the closer before the wider. */
export const SIGNATURES: readonly Signature[] = TIERS.flatMap((tier) =>
  [CARD, MEMORY, DISK, TRAINING, ENVIRONMENT, DISTRIBUTED, TRANSPORT, SCHEDULERS, COMPLETION].flatMap(
    (family) => family.filter((row) => row.tier === tier),
  ),
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

export const fits = ({ line, when }: Signature, remains: Remains): boolean =>
  (line === undefined || line.test(remains.logTail)) && (when === undefined || when(remains));
