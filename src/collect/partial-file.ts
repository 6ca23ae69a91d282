import { createHash } from 'node:crypto';
import { constants, existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import {
  type FileHandle,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestEntry } from '../box/box-plan.ts';
import { type Span, Spans } from './spans.ts';

/** What a killed pull may have to fetch again, per file, besides what was in flight. */
const RECORD_EVERY_BYTES = 16 * 1024 * 1024;
const ROOM_BYTES = 8192;

/**
 * Where files grow until they are whole. Beside the target and not in it, so that no name from a box can meet a name of
 * ours, and the target's roster stays exact without exemptions.
 */
export class PartialDir {
  readonly path: string;
  #names = 0;

  private constructor(path: string) {
    this.path = path;
  }

  /** Removes the temporaries that a killed pull left; what can be continued stays. */
  static async open(dir: string): Promise<PartialDir> {
    await mkdir(dir, { recursive: true });
    const path = await realpath(dir);
    for (const name of await readdir(path))
      if (/^small-|\.tmp$/.test(name)) await rm(join(path, name), { force: true });
    return new PartialDir(path);
  }

  /** Stem of an entry's files here: depends on the path alone, so that the next pull finds it. */
  stemOf(path: string): string {
    return join(this.path, createHash('sha256').update(path).digest('hex').slice(0, 32));
  }

  /** Begins the names of small files that are written in one go; unique among processes that run at once. */
  temporaryStem(): string {
    return `${this.path}/small-${process.pid}-${this.#names++}-`;
  }

  /** Removes the directory when nothing waits in it. */
  async tidy(): Promise<void> {
    await rmdir(this.path).catch(() => undefined);
  }
}

interface Record {
  path: string;
  bytes: number;
  sha256: string;
  done: [number, number][];
}

/**
 * One large file while it arrives: `<stem>.part` written by position, `<stem>.json` saying which bytes are there, and
 * `<stem>.room`, a block that is given up when the disk is full, so that this can still be said then.
 */
export class PartialFile {
  readonly partPath: string;
  readonly done: Spans;
  readonly #recordPath: string;
  readonly #roomPath: string;
  #entry: ManifestEntry;
  #handle: Promise<FileHandle> | undefined;
  #unrecordedBytes = 0;
  #recording: Promise<void> = Promise.resolve();

  private constructor(stem: string, entry: ManifestEntry, done: Spans) {
    this.#entry = entry;
    this.partPath = `${stem}.part`;
    this.#recordPath = `${stem}.json`;
    this.#roomPath = `${stem}.room`;
    this.done = done;
  }

  /** Continues what an earlier pull of the very same content left; anything else there is discarded. */
  static resume(dir: PartialDir, entry: ManifestEntry): PartialFile {
    const stem = dir.stemOf(entry.path);
    const done = trustedSpans(stem, entry);
    if (done === undefined) for (const kind of ['json', 'part']) rmSync(`${stem}.${kind}`, { force: true });
    return new PartialFile(stem, entry, done ?? new Spans());
  }

  /** Whether an earlier pull left something of that path. */
  static isBegun(dir: PartialDir, path: string): boolean {
    return existsSync(`${dir.stemOf(path)}.part`);
  }

  /** The hash of a file that was begun without it: from now on a later pull can continue it. */
  async identify(sha256: string): Promise<void> {
    this.#entry = { ...this.#entry, sha256 };
    this.#unrecordedBytes++;
    await this.record();
  }

  async write(offset: number, chunks: Uint8Array[]): Promise<void> {
    const handle = await this.#open();
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const { bytesWritten } = await handle.writev(chunks, offset);
    if (bytesWritten < bytes) await writeRest(handle, chunks, offset, bytesWritten);
    this.done.add({ start: offset, end: offset + bytes });
    this.#unrecordedBytes += bytes;
    if (this.#unrecordedBytes >= RECORD_EVERY_BYTES) await this.record();
  }

  /** Makes the bytes durable, then says so in the record: never the other way round. */
  record(): Promise<void> {
    const next = this.#recording.then(async () => {
      if (this.#unrecordedBytes === 0 || this.#handle === undefined) return;
      this.#unrecordedBytes = 0;
      const text = this.#text();
      const handle = await this.#handle;
      await handle.datasync();
      await writeDurably(this.#recordPath, text).catch(async (error) => {
        if (error.code !== 'ENOSPC') throw error;
        await rm(this.#roomPath, { force: true });
        await writeDurably(this.#recordPath, text);
      });
    });
    this.#recording = next.catch(() => undefined);
    return next;
  }

  /** Every byte is there: makes them durable and lets go of the file, which stays at `partPath`. */
  async seal(): Promise<void> {
    const handle = await this.#open();
    await this.#recording;
    await handle.sync();
    await this.close();
  }

  async close(): Promise<void> {
    await this.#recording;
    const handle = await this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }

  /** The part was published or is no good: nothing of it may be continued. */
  async forget(): Promise<void> {
    await this.close();
    for (const path of [this.#recordPath, this.#roomPath, this.partPath]) await rm(path, { force: true });
  }

  #open(): Promise<FileHandle> {
    this.#handle ??= this.#create();
    return this.#handle;
  }

  async #create(): Promise<FileHandle> {
    const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants;
    const part = await open(this.partPath, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600);
    // Whose bytes these are is said before the first of them, so that a kill right after loses no part.
    if (!existsSync(this.#recordPath)) await writeFile(this.#recordPath, this.#text());
    if (this.#entry.bytes > ROOM_BYTES) await writeFile(this.#roomPath, Buffer.alloc(ROOM_BYTES, ' '));
    return part;
  }

  #text(): string {
    const { path, bytes, sha256 } = this.#entry;
    return JSON.stringify({ path, bytes, sha256, done: this.done.toJSON() } satisfies Record);
  }
}

async function writeRest(
  handle: FileHandle,
  chunks: Uint8Array[],
  offset: number,
  skip: number,
): Promise<void> {
  const rest = Buffer.concat(chunks);
  for (let at = skip; at < rest.length; ) {
    const { bytesWritten } = await handle.write(rest, at, rest.length - at, offset + at);
    at += bytesWritten;
  }
}

/**
 * A record is a claim: it counts only for the same content, only as a plain file, and only as far as the part really
 * reaches. What it gets wrong in between is found by the hash over the whole file. `undefined`: the part is another's.
 */
function trustedSpans(stem: string, entry: ManifestEntry): Spans | undefined {
  const part = lstatSync(`${stem}.part`, { throwIfNoEntry: false });
  if (!part?.isFile()) return undefined;
  try {
    const record = JSON.parse(readFileSync(`${stem}.json`, 'utf8')) as Record;
    const same = record.path === entry.path && record.bytes === entry.bytes && record.sha256 === entry.sha256;
    if (!same || !record.done.every(([start, end]) => isSpan(start, end))) return undefined;
    const reach = Math.min(part.size, entry.bytes);
    return new Spans(record.done.map(([start, end]): Span => ({ start, end: Math.min(end, reach) })));
  } catch {
    return undefined;
  }
}

const isSpan = (start: unknown, end: unknown): boolean =>
  Number.isSafeInteger(start) && Number.isSafeInteger(end) && (start as number) >= 0;

/** Replaces a small file so that after a crash either the old or the new content is there. */
export async function writeDurably(path: string, text: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
}
