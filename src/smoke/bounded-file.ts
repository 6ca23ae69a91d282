import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A smoke is a few steps; metrics beyond this are a mistake, and would be one in our memory too. */
const READ_LIMIT_BYTES = 64 * 2 ** 20;
const WALK_LIMIT_ENTRIES = 20_000;
const WALK_LIMIT_DEPTH = 16;

export type FileBytes =
  | { found: 'bytes'; bytes: Buffer }
  | { found: 'nothing' }
  | { found: 'unusable'; why: string };

/**
 * The bytes of a regular file that really lies below `folder`. Not a link's, a pipe's or a device's: the code under test
 * made it, and may want us to show a file of ours.
 */
export function readRegularFile(folder: string, path: string): FileBytes {
  let file: number;
  try {
    const place = realpathSync(dirname(join(folder, path)));
    const root = realpathSync(folder);
    if (place !== root && !place.startsWith(`${root}/`))
      return { found: 'unusable', why: 'lies behind a symbolic link' };
    // Non-blocking, or the open of a named pipe would wait for a writer for ever.
    file = openSync(
      join(place, basename(path)),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { found: 'nothing' };
    return { found: 'unusable', why: code === 'ELOOP' ? 'is a symbolic link' : `cannot be opened (${code})` };
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return { found: 'unusable', why: 'is not a regular file' };
    if (stat.size > READ_LIMIT_BYTES)
      return { found: 'unusable', why: `has ${stat.size} bytes, more than 64 MiB` };
    const bytes = Buffer.alloc(stat.size);
    const length = readSync(file, bytes, 0, stat.size, 0);
    return { found: 'bytes', bytes: bytes.subarray(0, length) };
  } finally {
    closeSync(file);
  }
}

/** Overwrites a regular file in place, so that it stays the file it was. */
export function overwriteRegularFile(path: string, text: string): void {
  const file = openSync(path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

export interface FileSighting {
  /** Relative to the folder looked in, forward slashes. */
  path: string;
  /** Stays while a file is written in place, and changes when another is renamed over it. */
  object: string;
  /** Changes whenever the file does. */
  identity: string;
  bytes: number;
  /** Nanoseconds since 1970. */
  modifiedAt: bigint;
}

/** Of one version of one file. */
export const objectOf = ({ object, identity }: FileSighting): string => `${object} ${identity}`;

/** Regular files below `folder` whose relative path matches; links are not followed. Bounded in entries and depth. */
export function filesMatching(folder: string, matches: (path: string) => boolean): FileSighting[] {
  const found: FileSighting[] = [];
  let entries = 0;
  const walk = (prefix: string, depth: number): void => {
    for (const entry of entriesOf(join(folder, prefix))) {
      entries += 1;
      if (entries > WALK_LIMIT_ENTRIES) return;
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isDirectory() && depth < WALK_LIMIT_DEPTH) walk(path, depth + 1);
      const sighting = entry.isFile() && matches(path) ? sight(folder, path) : undefined;
      if (sighting) found.push(sighting);
    }
  };
  walk('', 0);
  return found;
}

/** `undefined` when there is no such regular file (any more). */
export function sight(folder: string, path: string): FileSighting | undefined {
  const stat = lstatSync(join(folder, path), { bigint: true, throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  const { dev, ino, size, mtimeNs, birthtimeNs } = stat;
  // The number of an inode alone is given out again as soon as the file that had it is replaced.
  return {
    path,
    object: `${ino}:${birthtimeNs}`,
    identity: `${dev}:${ino}:${size}:${mtimeNs}`,
    bytes: Number(size),
    modifiedAt: mtimeNs,
  };
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Made and removed under our eyes; the next look tells.
    return [];
  }
}
