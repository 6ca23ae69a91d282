import type { Subject } from './format.ts';

/** How many bytes all that is packed in this file may expand to, so that layers of packing do not multiply without end. */
export const expansionLimit = ({ budgets, sizeBytes, expansion }: Subject): number =>
  Math.min(budgets.expandedBytes, Math.floor((sizeBytes * budgets.nestedExpansion) / expansion));

/** What may be unpacked into memory at this depth, so that all layers together stay within one budget. */
export const unpackedInMemory = ({ budgets, depth }: Subject): number =>
  Math.floor(budgets.structureBytes / 2 ** (depth + 1));
