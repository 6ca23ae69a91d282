import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { zipFile } from '../verify/zip-writer.ts';

/** What actions/upload-artifact makes of these folders: names below the deepest one that holds all; of a single one, below itself. */
export function packedUpload(folders: readonly string[]): Buffer {
  const [first = ''] = folders;
  const root = folders.length === 1 ? first : dirname(first);
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => statSync(file).isFile()),
  );
  const members = files.map((file) => ({
    name: relative(root, file),
    data: readFileSync(file),
    deflate: true,
  }));
  return Buffer.from(zipFile(members));
}
