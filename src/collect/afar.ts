import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestEntry } from '../box/box-plan.ts';
import { backoff } from '../host/backoff.ts';
import { inParallel } from '../host/limit.ts';
import type { Run } from '../lease/run.ts';
import { type BoxFolder, type BoxStore, CONDITIONS, type Condition } from '../stores/box-store.ts';
import type { Tree } from '../verify/contract/tree.ts';
import type { World } from '../world.ts';
import { type Uploader, uploaderOf, uploadFromBox } from './box-upload.ts';
import { fitsNowhere, notSent, storeDiffers } from './collect-problems.ts';
import type { Box, Gathering } from './gathering.ts';
import { type ManifestRow, manifestSha256 } from './manifest.ts';
import { cellOutDir } from './places.ts';
import type { RunStore } from './store.ts';

/** What a collecting machine knows about places that are larger than it is. */
export interface Afar {
  /** In the order of the job. */
  stores: readonly BoxStore[];
  /** Of the disk that a directory lies on. */
  freeBytes(dir: string): Promise<number>;
}

/** The files of a run where the box has sent them. */
export interface Sent {
  files: ManifestRow[];
  place: string;
  open(cell: string, path: string): ReturnType<Tree['open']>;
  /** Reads whole what no verdict speaks of, and compares it. @throws Problem `store-differs` */
  compareOthers(verified: ReadonlySet<string>): Promise<void>;
}

/** Evidence, logs and the files that are at work must still find room. */
export const MARGIN_BYTES = 1024 ** 3;
const LANES = 3;
const TRIES = 4;
const READ_BYTES = 8 * 1024 ** 2;
/** Written once: what is there already is compared like everything else. */
const THERE_ALREADY = [409, 412];
/** Said by services that do not know a condition, and of a content that is not what was signed. */
const CONDITION_REFUSED = [400, 501];

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
      await new Sending(gathering, uploader, folder).send(files);
      return sentTo(world, run, folder, files);
    }
    refusals.push(`${each.describe()}: ${why}`);
    world.face.line(`not from the box to ${each.describe()}: ${why}`);
  }
  if (!fits) throw fitsNowhere(run, bytes, free, refusals);
  return undefined;
}

/** What a pull would not bring again. */
const alreadyHere = (store: RunStore, files: readonly ManifestRow[]): number =>
  files.reduce((sum, { cell, path, bytes }) => {
    const size = lstatSync(join(store.cellDir(cell), path), { throwIfNoEntry: false })?.size ?? 0;
    return sum + (size === bytes ? bytes : 0);
  }, 0);

const nameOf = ({ cell, path }: { cell: string; path: string }): string => `${cell}/${path}`;

class Sending {
  readonly #world: World;
  readonly #run: Run;
  readonly #box: Box;
  readonly #uploader: Uploader;
  readonly #folder: BoxFolder;
  #condition: Condition = CONDITIONS[0];

  constructor({ world, run, box }: Gathering, uploader: Uploader, folder: BoxFolder) {
    this.#world = world;
    this.#run = run;
    this.#box = box;
    this.#uploader = uploader;
    this.#folder = folder;
  }

  /** Safe to be killed in and to be called again: an object is there whole or not at all, and is never sent twice. */
  async send(files: readonly ManifestRow[]): Promise<void> {
    const { face } = this.#world;
    const there = new Set((await this.#folder.list()).map(({ name }) => name));
    const total = files.reduce((sum, file) => sum + file.bytes, 0);
    const failed: string[] = [];
    let done = 0;
    const one = async (file: ManifestRow): Promise<void> => {
      const why = there.has(nameOf(file)) ? undefined : await this.#sendFile(file);
      if (why !== undefined) failed.push(`${nameOf(file)}: ${why}`);
      done += file.bytes;
      face.progress('send', { label: 'box to store', done, total, unit: 'bytes', note: nameOf(file) });
    };
    await inParallel(files, LANES, one).finally(() => face.settle('send'));
    if (failed.length > 0) throw notSent(this.#run, this.#folder.place, failed);
  }

  /** @returns why it was not sent */
  async #sendFile(file: ManifestRow): Promise<string | undefined> {
    const { clock, signal } = this.#world;
    let condition = this.#condition;
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const { status, why } = await this.#once(file, condition);
      if (status !== undefined && (status < 300 || THERE_ALREADY.includes(status))) {
        this.#condition = condition;
        return undefined;
      }
      const easier = CONDITIONS[CONDITIONS.indexOf(condition) + 1];
      if (status !== undefined && CONDITION_REFUSED.includes(status) && easier !== undefined) {
        condition = easier;
        attempt -= 1;
        continue;
      }
      const mayHelp = status === undefined || status >= 500 || status === 429;
      if (!mayHelp || attempt >= TRIES) return status === undefined ? why : `HTTP ${status}`;
      await clock.sleep(backoff(attempt, { first: 0.5 }), signal);
    }
  }

  async #once(file: ManifestRow, condition: Condition) {
    const { channel, dir } = this.#box;
    const link = await this.#folder.link({ path: nameOf(file), sha256: file.sha256 }, condition);
    return uploadFromBox(channel, this.#uploader, {
      dir: cellOutDir(dir.base, file.cell),
      path: file.path,
      bytes: file.bytes,
      link,
      signal: this.#world.signal,
    });
  }
}

/** Sizes first, which cost nothing: what is missing, cut or nobody's is told before anything is read. */
async function sentTo(world: World, run: Run, folder: BoxFolder, files: ManifestRow[]): Promise<Sent> {
  const there = new Map((await folder.list()).map(({ name, bytes }) => [name, bytes]));
  const differing = files.flatMap((file) => {
    const bytes = there.get(nameOf(file));
    if (bytes === file.bytes) return [];
    return [
      `${nameOf(file)} ${bytes === undefined ? 'is missing' : `has ${bytes} bytes, not ${file.bytes}`}`,
    ];
  });
  if (differing.length > 0) throw storeDiffers(run, folder.place, differing);
  const open: Sent['open'] = (cell, path) => folder.open(`${cell}/${path}`);
  return {
    files,
    place: folder.place,
    open,
    async compareOthers(verified) {
      const others = files.filter((file) => !verified.has(nameOf(file)) && file.bytes > 0);
      const changed: string[] = [];
      for (const file of others)
        if ((await hashOf(await open(file.cell, file.path), world.signal)) !== file.sha256)
          changed.push(`${nameOf(file)} is changed`);
      if (changed.length > 0) throw storeDiffers(run, folder.place, changed);
    },
  };
}

async function hashOf(source: Awaited<ReturnType<Tree['open']>>, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < source.sizeBytes; at += READ_BYTES) {
    signal.throwIfAborted();
    hash.update(await source.read(at, Math.min(READ_BYTES, source.sizeBytes - at)));
  }
  await source.close();
  return hash.digest('hex');
}
