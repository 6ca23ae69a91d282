import type { ManifestEntry } from '../box/box-plan.ts';
import { canonicalJson, digestOf, type Json } from '../canonical.ts';

/** One file of one cell, as the box listed and hashed it. */
export interface ManifestRow extends ManifestEntry {
  cell: string;
}

export interface RefusedEntry {
  /** Safe to print: control characters are replaced and the length is bounded. */
  path: string;
  why: string;
}

const MAX_PATH_BYTES = 1024;
const MAX_NAME_BYTES = 255;
const MAX_ENTRIES = 1_000_000;

/** Control characters, and the invisible ones that turn a listing into something else than it is. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** What nearly every path is, told at a tenth of the price. */
const PLAIN = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/**
 * Why a path from a box may not be used below a directory of ours; `undefined` = it may. A name is a stranger's input: one
 * `..` would let it overwrite our files, a newline would write into our logs.
 */
export function pathFault(path: unknown): string | undefined {
  if (typeof path !== 'string') return 'is not text';
  if (PLAIN.test(path) && path.length < MAX_NAME_BYTES) return undefined;
  if (path === '') return 'is empty';
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `is longer than ${MAX_PATH_BYTES} bytes`;
  if (path.startsWith('/')) return 'is absolute';
  if (path.includes('\\')) return 'contains a backslash';
  if (UNPRINTABLE.test(path)) return 'contains control or invisible characters';
  if (/[\p{Cs}\ufffd]/u.test(path)) return 'is not valid UTF-8';
  for (const name of path.split('/')) {
    if (name === '' || name === '.' || name === '..') return `has the part ${JSON.stringify(name)}`;
    if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `has a part longer than ${MAX_NAME_BYTES} bytes`;
  }
  return undefined;
}

export function printable(text: unknown): string {
  const plain = String(text).replace(new RegExp(UNPRINTABLE, 'gu'), '\ufffd');
  return plain.length > 200 ? `${plain.slice(0, 200)}…` : plain;
}

/**
 * The entries of a manifest from a box that can be used, in path order, and those that cannot, each with its reason.
 * Names that would meet on a file system that ignores case or normal form are all refused: which of them is the true one
 * cannot be told there.
 */
export function readManifest(value: unknown): { entries: ManifestEntry[]; refused: RefusedEntry[] } {
  if (!Array.isArray(value))
    return { entries: [], refused: [{ path: '', why: 'the manifest is not a list' }] };
  if (value.length > MAX_ENTRIES) {
    return { entries: [], refused: [{ path: '', why: `the manifest has more than ${MAX_ENTRIES} entries` }] };
  }
  const refused: RefusedEntry[] = [];
  const sound: ManifestEntry[] = [];
  for (const candidate of value as unknown[]) {
    const why = entryFault(candidate);
    if (why === undefined) {
      const { path, bytes, sha256 } = candidate as ManifestEntry;
      sound.push({ path, bytes, sha256 });
    } else {
      refused.push({ path: printable((candidate as { path?: unknown } | null)?.path ?? ''), why });
    }
  }
  const meeting = collisions(sound.map((entry) => entry.path));
  const entries: ManifestEntry[] = [];
  for (const entry of sound) {
    const why = meeting.get(entry.path);
    if (why === undefined) entries.push(entry);
    else refused.push({ path: entry.path, why });
  }
  return { entries: entries.sort((a, b) => byText(a.path, b.path)), refused };
}

export function entryFault(candidate: unknown): string | undefined {
  if (typeof candidate !== 'object' || candidate === null) return 'the entry is not an object';
  const { path, bytes, sha256 } = candidate as Record<string, unknown>;
  const fault = pathFault(path);
  if (fault !== undefined) return `its path ${fault}`;
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0)
    return 'its size is not a whole number >= 0';
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    return 'its hash is not 64 lower-case hex digits';
  return undefined;
}

/** Paths that cannot stand side by side, each with the reason. */
function collisions(paths: string[]): Map<string, string> {
  const meeting = new Map<string, string>();
  const firstByKey = new Map<string, string>();
  for (const path of paths) {
    const key = folded(path);
    const first = firstByKey.get(key);
    if (first === undefined) {
      firstByKey.set(key, path);
      continue;
    }
    meeting.set(
      path,
      path === first ? 'is listed twice' : `differs from ${first} only by case or normal form`,
    );
    meeting.set(
      first,
      path === first ? 'is listed twice' : `differs from ${path} only by case or normal form`,
    );
  }
  const directories = new Set<string>();
  for (const path of paths) {
    const directory = path.slice(0, path.lastIndexOf('/') + 1);
    if (directories.has(directory)) continue;
    let clear = true;
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const above = firstByKey.get(folded(path.slice(0, slash)));
      if (above === undefined) continue;
      clear = false;
      meeting.set(path, `lies below ${above}, which is a file`);
      meeting.set(above, `is a file and ${path} lies below it`);
    }
    // Once none of the names above it is a file, none is for its neighbours either.
    if (clear) directories.add(directory);
  }
  return meeting;
}

const folded = (path: string): string => (PLAIN.test(path) ? path : path.normalize('NFC')).toLowerCase();

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Rows in the one order that a digest is taken over: cell, then path, by code unit. */
export const inOrder = (rows: readonly ManifestRow[]): ManifestRow[] =>
  [...rows].sort((a, b) => byText(a.cell, b.cell) || byText(a.path, b.path));

export function manifestDocument(run: string, rows: readonly ManifestRow[]): Json {
  return {
    format: 'gpu-lease-manifest/1',
    run,
    files: inOrder(rows).map(({ cell, path, bytes, sha256 }) => ({ cell, path, bytes, sha256 })),
  };
}

/** What `manifest.json` holds; byte for byte the same for equal rows. */
export const manifestText = (run: string, rows: readonly ManifestRow[]): string =>
  `${canonicalJson(manifestDocument(run, rows))}\n`;

/** Binds the run's name too: the manifest of another run never passes for this one's. */
export const manifestSha256 = (run: string, rows: readonly ManifestRow[]): string =>
  digestOf(manifestDocument(run, rows));
