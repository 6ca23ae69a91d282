import { accessSync, constants, type Dirent, lstatSync, type Stats } from 'node:fs';
import { access, lstat, readdir, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Problem } from '../../problem.ts';
import { type Oddity, strangeness } from '../contract/oddity.ts';
import type { LocalPlaces, Tree, TreeFile } from '../contract/tree.ts';
import { openLocal } from './local-file.ts';

export interface Directory extends Tree {
  readonly local: LocalPlaces;
  /** What is never read: links, devices, pipes, sockets, folders and files that may not be opened. */
  readonly refused: readonly Oddity[];
  /** Files that are read although something about them is worth a word: more than one name on this disk. */
  readonly noted: readonly Oddity[];
}

/** After so many files everything else gets its turn. */
const BREATH_FILES = 256;

export interface DirectoryOptions {
  /** Default true; otherwise only the files that lie in the directory itself. */
  recursive?: boolean;
  signal?: AbortSignal;
}

/**
 * A directory on this machine as a tree. Nothing but plain files is opened, and no link is followed: one that names a plain file
 * of the same directory stands for that file, which is then opened by its own path (`last.ckpt`, caches of the Hub).
 *
 * @throws Problem `not-readable` when the directory itself cannot be listed; `signal.reason` when aborted
 */
export async function openDirectory(path: string, options: DirectoryOptions = {}): Promise<Directory> {
  const found: Found = { files: [], refused: [], noted: [], places: new Map() };
  const waiting = [''];
  let looked = 0;
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    options.signal?.throwIfAborted();
    const entries = await listed(path, below, found);
    for (const entry of entries) {
      const at = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) {
        if (options.recursive !== false) waiting.push(at);
      } else if (!entry.isSymbolicLink() || !(await takeLinked(path, at, found))) {
        look(path, at, entry, found);
      }
      looked += 1;
      if (looked % BREATH_FILES !== 0) continue;
      await new Promise((resolve) => setImmediate(resolve));
      options.signal?.throwIfAborted();
    }
  }
  const local = { root: path, linked: found.places };
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    // Most trees are read by a thread that opens for itself.
    if (sizes.size === 0) for (const each of found.files) sizes.set(each.path, each.sizeBytes);
    return sizes.get(file) ?? 0;
  };
  return {
    label: path,
    files: found.files.sort(byPath),
    refused: found.refused.sort(byPath),
    noted: found.noted.sort(byPath),
    local,
    open: async (file) => openLocal(local, { path: file, sizeBytes: sizeOf(file) }),
  };
}

interface Found {
  files: TreeFile[];
  refused: Oddity[];
  noted: Oddity[];
  /** Where the files lie that links stand for. */
  places: Map<string, string>;
}

const byPath = (a: { path: string }, b: { path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;

async function listed(root: string, below: string, { refused }: Found): Promise<Dirent[]> {
  try {
    return await readdir(join(root, below), { withFileTypes: true });
  } catch (cause) {
    if (below !== '') {
      refused.push({ path: below, ...unreadable('a folder that cannot be listed', cause) });
      return [];
    }
    throw new Problem(
      {
        code: 'not-readable',
        kind: 'failed',
        what: `${root} cannot be listed: ${(cause as Error).message}.`,
        next: 'Check that the folder may be read.',
      },
      { cause },
    );
  }
}

/** Without waiting: of a hundred thousand files the waiting would take longer than all else. */
function look(root: string, path: string, entry: Dirent, found: Found): void {
  const strange = strangeness(entry);
  if (strange !== undefined) {
    found.refused.push({ path, ...strange });
    return;
  }
  let stat: Stats;
  try {
    const place = join(root, path);
    stat = lstatSync(place);
    accessSync(place, constants.R_OK);
  } catch (cause) {
    // A name that is no UTF-8 comes back with replacement characters, and nothing answers to it.
    found.refused.push({ path, ...unreadable('a file that cannot be opened', cause) });
    return;
  }
  found.files.push({ path, sizeBytes: stat.size });
  if (stat.nlink > 1) {
    const what = `has ${stat.nlink} names on this disk, so something else may change it`;
    found.noted.push({ path, code: 'hard-linked', severity: 'note', what });
  }
}

/** A repository in the cache of the Hub: the files of its snapshots are links to its blobs. */
const SNAPSHOT = /^(.*\/(?:models|datasets|spaces)--[^/]+)\/snapshots(?:\/|$)/;
const BLOB = /^blobs\/[0-9a-f]{40,64}$/;

/** @returns whether the link stands for a plain file that may be read in its place */
async function takeLinked(root: string, path: string, { files, noted, places }: Found): Promise<boolean> {
  try {
    const target = await readlink(join(root, path));
    if (isAbsolute(target)) return false;
    const place = resolve(root, dirname(path), target);
    const base = await realpath(root);
    // One step and no further: neither it nor a folder on the way is a link again.
    if ((await realpath(join(root, path))) !== resolve(base, relative(root, place))) return false;
    const [, repository] = SNAPSHOT.exec(`${base.split(sep).join('/')}/`) ?? [];
    const isBlob = repository !== undefined && BLOB.test(relative(repository, place).split(sep).join('/'));
    if (!isBlob && !place.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) return false;
    const stat = await lstat(place);
    if (!stat.isFile()) return false;
    await access(place, constants.R_OK);
    files.push({ path, sizeBytes: stat.size });
    places.set(path, place);
    const what = `is a link to ${JSON.stringify(target.slice(0, 120))}, which was read in its place`;
    noted.push({ path, code: 'linked', severity: 'note', what });
    return true;
  } catch {
    // It leads nowhere: a link like any other.
    return false;
  }
}

const unreadable = (what: string, cause: unknown): Omit<Oddity, 'path'> => ({
  code: 'not-readable',
  severity: 'inconclusive',
  what: `is ${what} (${(cause as NodeJS.ErrnoException).code ?? String(cause)})`,
});
