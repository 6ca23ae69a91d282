import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import type { ManifestEntry } from '../../src/box/box-plan.ts';

/** A folder that plays the box and one that plays ours; both go away after the tests of the file. */
export function folders(): { remoteDir: string; intoDir: string; base: string } {
  // In memory where there is such a place: thousands of small files take a busy disk a minute to make and remove.
  const where = process.env['TMPDIR'] ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
  const base = mkdtempSync(join(where, 'gpu-lease-collect-'));
  after(() => rmSync(base, { recursive: true, force: true }));
  const remoteDir = join(base, 'box');
  mkdirSync(remoteDir);
  return { base, remoteDir, intoDir: join(base, 'here') };
}

export const sha256 = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Writes the files and returns their true manifest. A number stands for so many random bytes. */
export function fill(dir: string, files: Record<string, string | Uint8Array | number>): ManifestEntry[] {
  return Object.entries(files).map(([path, what]) => {
    const content = typeof what === 'number' ? randomBytes(what) : Buffer.from(what);
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
    return { path, bytes: content.length, sha256: sha256(content) };
  });
}

/** Path to hash of every plain file below a folder, links not followed. */
export function tree(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(dir, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, sha256(readFileSync(join(dir, name)))]));
}

export const hashes = (entries: readonly ManifestEntry[]): Record<string, string> =>
  Object.fromEntries([...entries].sort((a, b) => (a.path < b.path ? -1 : 1)).map((e) => [e.path, e.sha256]));

export const MIB = 1024 * 1024;

/** Path to outcome, of a pull or a push. */
export const outcomes = (report: { files: { path: string; outcome: string }[] }): Record<string, string> =>
  Object.fromEntries(report.files.map(({ path, outcome }) => [path, outcome]));
