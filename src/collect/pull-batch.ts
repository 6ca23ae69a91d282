import { createHash } from 'node:crypto';
import type { ManifestEntry } from '../box/box-plan.ts';
import { patienceSeconds, sizesOnBox } from './box-questions.ts';
import type { SmallFile } from './disk-worker.ts';
import { MalformedTar, TarReader } from './tar-reader.ts';
import type { Transfer } from './transfer.ts';

/** Below this a file costs more in round trips than in bytes, so it travels with others in one stream. */
export const SMALL_BYTES = 256 * 1024;
const BATCH_BYTES = 8 * 1024 * 1024;
const BATCH_FILES = 4000;

/**
 * Names come on stdin, one a line, each behind `./` so that none is an option. Hard links are sent as files by GNU tar;
 * busybox sends links, which the reader refuses and the caller then fetches by range.
 */
const TAR_SCRIPT = `
cd -- "$1" || exit 3
if tar --version 2>/dev/null | grep -q 'GNU tar'; then
  tr '\\n' '\\000' | tar -b 128 --format=gnu --hard-dereference -cf - --no-recursion --null -T -
else
  tar -cf - -T -
fi
`;

export function inBatches(entries: readonly ManifestEntry[]): ManifestEntry[][] {
  const batches: ManifestEntry[][] = [];
  let room = { bytes: 0, files: 0 };
  for (const entry of entries) {
    if (room.files === 0 || room.bytes < entry.bytes) {
      batches.push([]);
      room = { bytes: BATCH_BYTES, files: BATCH_FILES };
    }
    batches.at(-1)?.push(entry);
    room = { bytes: room.bytes - entry.bytes, files: room.files - 1 };
  }
  return batches;
}

export interface Unpulled {
  entry: ManifestEntry;
  /** It came in full, and was not what the manifest says. */
  mismatched: boolean;
}

/** Fetches small files in one stream, publishing them as they arrive; returns those that did not arrive whole. */
export async function pullBatch(transfer: Transfer, batch: readonly ManifestEntry[]): Promise<Unpulled[]> {
  const missing = new Map<string, Unpulled>();
  for (const entry of batch) missing.set(entry.path, { entry, mismatched: false });
  const publisher = new Publisher(transfer, missing);
  const reader = new TarReader({
    wanted: new Map(batch.map(({ path, bytes }) => [path, bytes])),
    onFile: (path, content) => publisher.add(path, content),
    // Either nobody asked for it, or it stays in `missing` and is fetched by range.
    onRefused: () => undefined,
  });
  try {
    await stream(transfer, batch, (chunk) => {
      reader.push(chunk);
      return publisher.full ? publisher.flush() : undefined;
    });
  } finally {
    await publisher.end();
  }
  return [...missing.values()];
}

async function stream(
  { channel, remoteDir, lanes, signal }: Transfer,
  batch: readonly ManifestEntry[],
  take: (chunk: Uint8Array) => Promise<void> | undefined,
): Promise<void> {
  let left = batch.reduce(
    (sum, { path, bytes }) => sum + bytes + 3 * 512 + 2 * Buffer.byteLength(path),
    1 << 20,
  );
  const sink = (chunk: Uint8Array): Promise<void> | undefined => {
    lanes.stop.check();
    left -= chunk.length;
    if (left < 0) throw new MalformedTar('the box sends far more than was asked for');
    return take(chunk);
  };
  try {
    await channel.stream(['sh', '-c', TAR_SCRIPT, 'sh', remoteDir], (chunk) => sink(chunk), {
      stdin: Buffer.from(batch.map(({ path }) => `./${path}\n`).join('')),
      timeoutSeconds: patienceSeconds(left),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    // What came before the fault was whole; the rest is fetched file by file, where a length bounds it.
    if (!(error instanceof MalformedTar)) throw error;
  }
}

const PUBLISH_BYTES = 1024 * 1024;

/** Collects small files and hands them to the disk worker a megabyte at a time, one hand-over behind. */
class Publisher {
  readonly #transfer: Transfer;
  readonly #missing: Map<string, Unpulled>;
  #bytes = new Uint8Array(PUBLISH_BYTES);
  #files: SmallFile[] = [];
  #end = 0;
  #publishing: Promise<void> = Promise.resolve();

  constructor(transfer: Transfer, missing: Map<string, Unpulled>) {
    this.#transfer = transfer;
    this.#missing = missing;
  }

  get full(): boolean {
    return this.#end > PUBLISH_BYTES - SMALL_BYTES;
  }

  add(path: string, content: Uint8Array): void {
    const wanted = this.#missing.get(path);
    if (wanted === undefined) return;
    this.#transfer.outcomes.moved(path, content.length);
    if (this.#end + content.length > this.#bytes.length) void this.flush();
    this.#transfer.tree.makeWay(path);
    const start = this.#end;
    this.#end += content.length;
    this.#bytes.set(content, start);
    this.#files.push({ path, sha256: wanted.entry.sha256, start, end: this.#end });
  }

  async end(): Promise<void> {
    void this.flush();
    await this.#publishing;
  }

  /** Hands over what there is; the promise is that of the hand-over before. */
  flush(): Promise<void> {
    const before = this.#publishing;
    if (this.#files.length === 0) return before;
    const files = this.#files;
    const bytes = this.#bytes;
    this.#files = [];
    this.#bytes = new Uint8Array(PUBLISH_BYTES);
    this.#end = 0;
    const { disk, tree, partials } = this.#transfer;
    const done = disk.publish(files, bytes, { root: tree.root, temporary: partials.temporaryStem() });
    this.#publishing = Promise.all([before, done]).then(([, published]) => this.#note(files, published));
    this.#publishing.catch(() => undefined);
    return before;
  }

  #note(files: readonly SmallFile[], published: readonly string[]): void {
    for (const path of published) {
      this.#missing.delete(path);
      this.#transfer.tree.published(path, { synced: false });
      this.#transfer.outcomes.end(path, 'pulled');
    }
    for (const { path } of files) {
      const left = this.#missing.get(path);
      if (left) left.mismatched = true;
    }
  }
}

/** Which of the entries are still there to be fetched one by one; ends the others. */
export async function stillOnBox(transfer: Transfer, unpulled: readonly Unpulled[]): Promise<Unpulled[]> {
  if (unpulled.length === 0) return [];
  const paths = unpulled.map(({ entry }) => entry.path);
  const sizes = await sizesOnBox(transfer.channel, transfer.remoteDir, paths);
  return unpulled.filter(({ entry: { path, bytes } }) => {
    const now = sizes.get(path);
    if (now === bytes) return true;
    if (now === undefined) transfer.outcomes.end(path, 'vanished', NOT_THERE);
    else transfer.outcomes.end(path, 'changed', sizeChanged(bytes, now));
    return false;
  });
}

export const NOT_THERE = 'is no longer a readable plain file on the box';
export const sizeChanged = (manifest: number, now: number): string =>
  `has ${now} bytes on the box now, the manifest says ${manifest}`;

export const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');
