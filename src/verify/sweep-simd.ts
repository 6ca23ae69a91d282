import { plainSweep, type Sweep } from './sweep.ts';

/** The fastest sweep that this machine has. */
export const fastSweep: Sweep = plainSweep;
