import type { Tree } from '../../src/verify/contract/tree.ts';
import type { VerifyOptions } from '../../src/verify/engine/verify-file.ts';
import { type TreeVerdict, verifyTree } from '../../src/verify/engine/verify-tree.ts';
import { memorySource, sha256Of } from './memory-source.ts';

/** A directory that lives in the test. */
export function memoryTree(files: ReadonlyMap<string, Uint8Array>): Tree {
  return {
    label: 'tree',
    files: [...files]
      .map(([path, { length }]) => ({ path, sizeBytes: length }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    async open(path) {
      const bytes = files.get(path);
      if (bytes === undefined) throw new Error(`no ${path}`);
      return memorySource(bytes, path);
    },
  };
}

export interface TreeTestOptions extends Partial<VerifyOptions> {
  /** Digests that the manifest lists, by path. */
  digests?: ReadonlyMap<string, string>;
}

export function verifyFiles(
  files: ReadonlyMap<string, Uint8Array>,
  {
    digests,
    role = 'model',
    contains = [],
    allowDegraded = true,
    expectation,
    ...over
  }: TreeTestOptions = {},
): Promise<TreeVerdict> {
  return verifyTree(memoryTree(files), {
    ...over,
    onProgress: () => {},
    taskOf(path) {
      const sha256 = digests?.get(path);
      return {
        role,
        contains,
        allowDegraded,
        ...(expectation === undefined ? {} : { expectation }),
        ...(sha256 === undefined ? {} : { sha256 }),
      };
    },
  });
}

export const digestsOf = (files: ReadonlyMap<string, Uint8Array>): Map<string, string> =>
  new Map([...files].map(([path, bytes]) => [path, sha256Of(bytes)]));
