/** The verifier as a library: `import { verifyFile } from 'gpu-lease/verify'`. docs/verify.md shows how. */
export { type ChecksumList, parseChecksumList } from './checksum-list.js';
export { type Directory, type DirectoryOptions, openDirectory } from './directory-tree.js';
export { openFileSource } from './file-source.js';
export { type HttpSource, type HttpSourceOptions, openHttpSource } from './http-source.js';
export { roleByContent } from './role-by-content.js';
export { roleByName } from './role-guess.js';
export type { RangeSource } from './source.js';
export { diffTensors, isSame, type TensorDiff } from './tensor-diff.js';
export type { TensorRow } from './tensor-table.js';
export type { Tree, TreeFile } from './tree.js';
export type { FileVerdict, Level, Reason, Role, Verdict } from './verdict.js';
export { type Expectation, type VerifyOptions, verifyFile } from './verify.js';
export { type FileTask, type TreeOptions, type TreeVerdict, verifyTree } from './verify-tree.js';
