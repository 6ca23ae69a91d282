import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OracleRow } from './cases.ts';

const folder = join(import.meta.dirname, 'fixtures');

/** A committed file that a real producer made; the script that made it lies beside it. */
export const fixture = (path: string): Uint8Array => new Uint8Array(readFileSync(join(folder, path)));

/** What the format's own library read from it (`fixtures/oracle.py`). */
export const oracle = (path: string): OracleRow[] =>
  JSON.parse(readFileSync(join(folder, path), 'utf8')) as OracleRow[];

/** Every file below a folder, as a tree. */
export function fixtureFiles(path: string): Map<string, Uint8Array> {
  const root = join(folder, path);
  return new Map(
    readdirSync(root, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort()
      .map((file) => [file.slice(root.length + 1), new Uint8Array(readFileSync(file))]),
  );
}
