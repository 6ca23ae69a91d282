import { join } from 'node:path';

/** Where a cell's files are pulled to: namespaced by run id, so that two runs never share a directory (D-16). */
export const storeOf = (storeDir: string, run: string, cell: string): string => join(storeDir, run, cell);

/** A cell's output directory on the box; `GPU_LEASE_OUT` of its command. */
export const cellOutDir = (base: string, cell: string): string => `${base}/cells/${cell}/out`;
