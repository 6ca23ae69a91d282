/** The verifier as a library: `import { verifyFile } from 'gpu-lease/verify'`. docs/verify.md shows how. */
export type { Level, Role } from '../evidence-level.js';
export type { RangeSource } from './contract/source.js';
export type { TensorRow } from './contract/tensor-table.js';
export type { Tree, TreeFile } from './contract/tree.js';
export type { FileVerdict, Reason, Verdict } from './contract/verdict.js';
export { roleByContent } from './engine/role-by-content.js';
export { roleByName } from './engine/role-guess.js';
export { type Expectation, type VerifyOptions, verifyFile } from './engine/verify-file.js';
export { type FileTask, type TreeOptions, type TreeVerdict, verifyTree } from './engine/verify-tree.js';
export { type ChecksumList, parseChecksumList } from './read/checksum-list.js';
export { type Directory, type DirectoryOptions, openDirectory } from './read/directory-tree.js';
export { openFileSource } from './read/file-source.js';
export { type HttpSource, type HttpSourceOptions, openHttpSource } from './read/http-source.js';
export { diffTensors, isSame, type TensorDiff } from './tensor/diff.js';
