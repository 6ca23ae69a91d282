/** The verifier as a library: `import { verifyFile } from 'gpu-lease/verify'`. docs/verify.md shows how. */
export { openFileSource } from './file-source.ts';
export { type HttpSource, type HttpSourceOptions, openHttpSource } from './http-source.ts';
export type { RangeSource } from './source.ts';
export type { TensorRow } from './tensor-table.ts';
export type { Tree, TreeFile } from './tree.ts';
export type { FileVerdict, Level, Reason, Role, Verdict } from './verdict.ts';
export { type Expectation, type VerifyOptions, verifyFile } from './verify.ts';
export { type FileTask, type TreeOptions, type TreeVerdict, verifyTree } from './verify-tree.ts';
