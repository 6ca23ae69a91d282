import { lstatSync } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestEntry } from '../box/box-plan.ts';
import type { SealedIn } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { BoxFolder, BoxStore } from '../stores/box-store.ts';
import type { Tree } from '../verify/contract/tree.ts';
import type { World } from '../world.ts';
import { uploaderOf } from './box-upload.ts';
import { fitsNowhere, notSent, storeDiffers } from './collect-problems.ts';
import type { Gathering } from './gathering.ts';
import { type ManifestRow, manifestSha256 } from './manifest.ts';
import { cellOutDir } from './places.ts';
import { differingSizes, nameInFolder, sendFiles } from './send-files.ts';
import type { RunStore } from './store.ts';
import type { TierForSeal } from './tier-place.ts';
import { sha256OfSource } from './whole-source.ts';

/** What a collecting machine knows about places that are larger than it is. */
export interface Afar {
  /** In the order of the job. */
  stores: readonly BoxStore[];
  /** Of the disk that a directory lies on. */
  freeBytes(dir: string): Promise<number>;
  /** Where the job sends nothing to a store: what has no room here may stay on the box's durable tier. */
  tier?: () => Promise<TierForSeal>;
}

/** The files of a run where the box has sent them. */
export interface Sent {
  files: ManifestRow[];
  place: string;
  /** Set on a durable tier. */
  in?: SealedIn;
  open(cell: string, path: string): ReturnType<Tree['open']>;
  /** Reads whole what no verdict speaks of, and compares it. @throws Problem `store-differs` */
  compareOthers(verified: ReadonlySet<string>): Promise<void>;
}

/** Evidence, logs and the files that are at work must still find room. */
export const MARGIN_BYTES = 1024 ** 3;

export async function freeBytesOf(dir: string): Promise<number> {
  await mkdir(dir, { recursive: true });
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}

/**
 * Lets the box send everything to a store, when the job wants it so or this disk is too small.
 *
 * @returns `undefined` when it is to be pulled
 */
export async function sendAfar(
  gathering: Gathering,
  listed: ReadonlyMap<string, readonly ManifestEntry[]>,
  { stores, freeBytes }: Afar,
): Promise<Sent | undefined> {
  const { world, run, box, store } = gathering;
  const files = [...listed].flatMap(([cell, entries]) => entries.map((entry) => ({ ...entry, cell })));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const free = await freeBytes(store.root);
  const fits = bytes - alreadyHere(store, files) + MARGIN_BYTES <= free;
  const candidates = stores.filter(({ isWished }) => isWished || !fits);
  if (candidates.length === 0) return undefined;
  const uploader = await uploaderOf(box.channel);
  const refusals: string[] = [];
  for (const each of candidates) {
    const why = uploader ? each.refusal(files) : 'the box has neither curl, wget nor python3';
    if (why === undefined && uploader) {
      const because = each.isWished ? 'as the job says' : `${bytes} bytes do not fit here, with ${free} free`;
      world.face.line(`from the box straight to ${each.describe()}: ${because}`);
      const folder = each.folder(run.id, manifestSha256(run.id, files));
      const dirOf = (cell: string) => cellOutDir(box.dir.base, cell);
      await copyKept(gathering, { store: each, folder }, files);
      const failed = await sendFiles(
        { world, channel: box.channel, lease: gathering.lease.name, uploader, folder, dirOf },
        files,
      );
      if (failed.length > 0) throw notSent(run, folder.place, failed);
      return sentTo(world, run, folder, files);
    }
    refusals.push(`${each.describe()}: ${why}`);
    world.face.line(`not from the box to ${each.describe()}: ${why}`);
  }
  if (!fits) throw fitsNowhere(run, bytes, free, refusals);
  return undefined;
}

/** What was kept in the same bucket on the way is copied there and goes over no line again; what cannot be copied is sent. */
async function copyKept(
  { world, run }: Gathering,
  { store, folder }: { store: BoxStore; folder: BoxFolder },
  files: readonly ManifestRow[],
): Promise<void> {
  const kept = new Map<string, { id: string; path: string }>();
  for (const { id, cells } of run.keptSets.values())
    for (const { cell, copies } of store.at(id) ? cells : [])
      for (const { path, sha256 } of copies) kept.set(sha256, { id, path: nameInFolder({ cell, path }) });
  const there = kept.size > 0 ? new Set((await folder.list()).map(({ name }) => name)) : new Set();
  for (const file of files) {
    const from = kept.get(file.sha256);
    if (!from || file.bytes === 0 || there.has(nameInFolder(file))) continue;
    await folder.copy(from, nameInFolder(file)).catch((error: unknown) => {
      world.signal.throwIfAborted();
      if (!(error instanceof Problem)) throw error;
      world.face.line(`${nameInFolder(file)} is sent again: ${error.what}`);
    });
  }
}

/** What a pull would not bring again. */
const alreadyHere = (store: RunStore, files: readonly ManifestRow[]): number =>
  files.reduce((sum, { cell, path, bytes }) => {
    const size = lstatSync(join(store.cellDir(cell), path), { throwIfNoEntry: false })?.size ?? 0;
    return sum + (size === bytes ? bytes : 0);
  }, 0);

async function sentTo(world: World, run: Run, folder: BoxFolder, files: ManifestRow[]): Promise<Sent> {
  const differing = await differingSizes(folder, files);
  if (differing.length > 0) throw storeDiffers(run, folder.place, differing);
  const open: Sent['open'] = (cell, path) => folder.open(`${cell}/${path}`);
  return {
    files,
    place: folder.place,
    open,
    async compareOthers(verified) {
      const others = files.filter((file) => !verified.has(nameInFolder(file)) && file.bytes > 0);
      const changed: string[] = [];
      for (const file of others)
        if ((await sha256OfSource(await open(file.cell, file.path), world.signal)) !== file.sha256)
          changed.push(`${nameInFolder(file)} is changed`);
      if (changed.length > 0) throw storeDiffers(run, folder.place, changed);
    },
  };
}
