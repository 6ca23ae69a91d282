/** The verifier as a library: `import { verifyFile } from 'gpu-lease/verify'`. docs/verify.md shows how. */
export { type ChecksumList, parseChecksumList } from './checksum-list.ts';
export { type Directory, type DirectoryOptions, openDirectory } from './directory-tree.ts';
export { openFileSource } from './file-source.ts';
export { type HttpSource, type HttpSourceOptions, openHttpSource } from './http-source.ts';
export { roleByContent } from './role-by-content.ts';
export { roleByName } from './role-guess.ts';
export type { RangeSource } from './source.ts';
export { diffTensors, isSame, type TensorDiff } from './tensor-diff.ts';
export type { TensorRow } from './tensor-table.ts';
export type { Tree, TreeFile } from './tree.ts';
export type { FileVerdict, Level, Reason, Role, Verdict } from './verdict.ts';
export { type Expectation, type VerifyOptions, verifyFile } from './verify.ts';
export { type FileTask, type TreeOptions, type TreeVerdict, verifyTree } from './verify-tree.ts';
