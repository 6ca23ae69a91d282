/** The verifier as a library: `import { verifyFile } from 'gpu-lease/verify'`. docs/verify.md shows how. */

export type { Level, Role } from '../evidence-level.ts';
export type { RangeSource } from './contract/source.ts';
export type { TensorRow } from './contract/tensor-table.ts';
export type { Tree, TreeFile } from './contract/tree.ts';
export type { FileVerdict, Reason, Verdict } from './contract/verdict.ts';
export { roleByContent } from './engine/role-by-content.ts';
export { roleByName } from './engine/role-guess.ts';
export { type Expectation, type VerifyOptions, verifyFile } from './engine/verify-file.ts';
export { type FileTask, type TreeOptions, type TreeVerdict, verifyTree } from './engine/verify-tree.ts';
export { type ChecksumList, parseChecksumList } from './read/checksum-list.ts';
export { type Directory, type DirectoryOptions, openDirectory } from './read/directory-tree.ts';
export { openFileSource } from './read/file-source.ts';
export { type HttpSource, type HttpSourceOptions, openHttpSource } from './read/http-source.ts';
export { diffTensors, isSame, type TensorDiff } from './tensor/diff.ts';
