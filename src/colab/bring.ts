import { createHash } from 'node:crypto';
import { constants, lstatSync } from 'node:fs';
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestEntry } from '../box/box-plan.ts';
import { sha256Of } from '../collect/kept-copies.ts';
import { LocalTree, refusedBelow, requireSpace } from '../collect/local-tree.ts';
import { Problem } from '../problem.ts';

/** A file that is not what the record says, as the end of a sentence; `mayCome`: Drive may just not have brought it yet. */
export interface Lack {
  cell: string;
  path: string;
  what: string;
  mayCome: boolean;
}

/** Why a file did not come, as the end of a sentence. */
export type Fault = Pick<Lack, 'what' | 'mayCome'>;

export interface Bringing {
  cell: string;
  /** Puts one file into `growing`, or says why not; the digest of what came. */
  copy(entry: ManifestEntry, growing: string): Promise<string | Fault>;
  /** The directory here. */
  to: string;
  /** Where files grow until they are whole. */
  growing: string;
  signal: AbortSignal;
  onFile(path: string): void;
}

/** Brings the files of one cell, each published only with the digest of its entry. What is here already stays. */
export async function bringFiles(entries: readonly ManifestEntry[], of: Bringing): Promise<Lack[]> {
  const tree = await LocalTree.open(of.to);
  await mkdir(of.growing, { recursive: true });
  const bytes = entries.reduce(
    (sum, entry) => sum + (tree.look(entry.path).kind === 'file' ? 0 : entry.bytes),
    0,
  );
  await requireSpace(of.to, bytes, entries.length);
  const lacks: Lack[] = [];
  for (const entry of entries) {
    of.signal.throwIfAborted();
    const lack = await brought(tree, entry, of);
    if (lack) lacks.push({ cell: of.cell, path: entry.path, ...lack });
    else of.onFile(entry.path);
  }
  await tree.settle();
  await rmdir(of.growing).catch(() => undefined);
  return lacks;
}

/** Out of a folder that somebody else writes. */
export const outOfFolder =
  (from: string, to: string, signal: AbortSignal): Bringing['copy'] =>
  async (entry, growing) =>
    lackIn(from, entry) ??
    (await copyHashed(join(from, entry.path), growing, signal).catch((error) => unreadable(to, error)));

/** By its size alone. */
export function lackIn(dir: string, { path, bytes }: ManifestEntry): Fault | undefined {
  const names = path.split('/');
  for (let count = 1; count < names.length; count += 1) {
    const stats = lstatSync(join(dir, ...names.slice(0, count)), { throwIfNoEntry: false });
    if (!stats) return { what: 'is not there', mayCome: true };
    if (!stats.isDirectory()) return { what: 'lies below what is no folder', mayCome: false };
  }
  const stats = lstatSync(join(dir, path), { throwIfNoEntry: false });
  if (!stats) return { what: 'is not there', mayCome: true };
  if (!stats.isFile()) return { what: 'is no plain file', mayCome: false };
  if (stats.size === bytes) return undefined;
  return { what: `has ${stats.size} of ${bytes} bytes`, mayCome: stats.size < bytes };
}

const OTHER: Fault = { what: 'has another content than was saved', mayCome: false };

async function brought(tree: LocalTree, entry: ManifestEntry, of: Bringing): Promise<Fault | undefined> {
  const here = tree.look(entry.path);
  if (here.kind === 'in the way') throw inTheWay(join(of.to, entry.path), here.why);
  const isHere = here.kind === 'file' && here.stats.size === entry.bytes;
  if (isHere && (await sha256Of(join(of.to, entry.path))) === entry.sha256) return undefined;
  const growing = join(of.growing, entry.sha256);
  const copied = await of.copy(entry, growing);
  if (copied !== entry.sha256) {
    await rm(growing, { force: true });
    return typeof copied === 'string' ? OTHER : copied;
  }
  await rename(growing, tree.makeWay(entry.path));
  tree.published(entry.path, { synced: false });
  return undefined;
}

/** A file that Drive shows and has not brought is read as an error of the disk that it stands for. */
function unreadable(to: string, error: NodeJS.ErrnoException): Promise<Fault> | Fault {
  const { code = '' } = error;
  if (['EIO', 'ENOENT', 'ETIMEDOUT', 'ESTALE', 'EDEADLK', 'ENODATA', 'EAGAIN'].includes(code))
    return { what: `cannot be read (${code})`, mayCome: true };
  return refusedBelow(to, error);
}

const PIECE_BYTES = 4 * 1024 ** 2;

/** @returns the digest of what was copied */
async function copyHashed(from: string, to: string, signal: AbortSignal): Promise<string> {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const target = await open(to, 'w', 0o600);
    try {
      const hash = createHash('sha256');
      const piece = Buffer.alloc(PIECE_BYTES);
      for (;;) {
        signal.throwIfAborted();
        const { bytesRead } = await source.read(piece, 0, piece.length, null);
        if (bytesRead === 0) return hash.digest('hex');
        hash.update(piece.subarray(0, bytesRead));
        await target.writeFile(piece.subarray(0, bytesRead));
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

const inTheWay = (path: string, why: string): Problem =>
  new Problem({
    code: 'not-plain-here',
    kind: 'failed',
    what: `${path} cannot be written: ${why}.`,
    next: 'Take it away, then run the same command again.',
  });
