import { join } from 'node:path';
import { Problem } from '../../problem.ts';
import type { RangeSource } from '../contract/source.ts';
import type { LocalPlaces, TreeFile } from '../contract/tree.ts';
import type { SourceExtras } from './bounded-reader.ts';
import { openFileNow } from './file-source.ts';

/**
 * A file of a tree that lies on this machine. Between the listing and the opening it may have gone or become something else.
 * That says something about this file and nothing about the others, so it is told where the file is read.
 */
export function openLocal(
  { root, linked }: LocalPlaces,
  { path, sizeBytes }: TreeFile,
): RangeSource & SourceExtras {
  const place = linked.get(path) ?? join(root, path);
  try {
    return openFileNow(place, { allowHardLinks: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return {
      label: place,
      sizeBytes,
      read: async () => {
        throw new RangeError(`${place} is no longer there as it was listed: ${error.what}`);
      },
      changed: async () => error.what,
      close: async () => {},
    };
  }
}
