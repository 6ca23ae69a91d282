import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import type { ManifestEntry } from '../box/box-plan.ts';
import { patienceSeconds, sizesOnBox } from './box-questions.ts';
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
  tr '\\n' '\\000' | tar -b 128 --format=gnu --hard-dereference --no-recursion --null -T - -cf -
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

/** Fetches small files in one stream, publishing each as it arrives; returns those that did not arrive whole. */
export async function pullBatch(transfer: Transfer, batch: readonly ManifestEntry[]): Promise<Unpulled[]> {
  const missing = new Map<string, Unpulled>();
  for (const entry of batch) missing.set(entry.path, { entry, mismatched: false });
  const reader = new TarReader({
    wanted: new Map(batch.map(({ path, bytes }) => [path, bytes])),
    onFile: (path, content) => {
      const wanted = missing.get(path);
      if (wanted === undefined) return;
      transfer.outcomes.moved(path, content.length);
      wanted.mismatched = sha256Of(content) !== wanted.entry.sha256;
      if (wanted.mismatched) return;
      publishSmall(transfer, path, content);
      missing.delete(path);
    },
    // Either nobody asked for it, or it stays in `missing` and is fetched by range.
    onRefused: () => undefined,
  });
  await stream(transfer, batch, reader);
  return [...missing.values()];
}

async function stream(transfer: Transfer, batch: readonly ManifestEntry[], reader: TarReader): Promise<void> {
  const { channel, remoteDir, lanes, signal } = transfer;
  let left = batch.reduce(
    (sum, { path, bytes }) => sum + bytes + 3 * 512 + 2 * Buffer.byteLength(path),
    1 << 20,
  );
  const sink = (chunk: Uint8Array): void => {
    lanes.stop.check();
    left -= chunk.length;
    if (left < 0) throw new MalformedTar('the box sends far more than was asked for');
    reader.push(chunk);
  };
  try {
    await channel.stream(['sh', '-c', TAR_SCRIPT, 'sh', remoteDir], sink, {
      stdin: Buffer.from(batch.map(({ path }) => `./${path}\n`).join('')),
      timeoutSeconds: patienceSeconds(left),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    // What came before the fault was whole; the rest is fetched file by file, where a length bounds it.
    if (!(error instanceof MalformedTar)) throw error;
  }
}

function publishSmall(transfer: Transfer, path: string, content: Uint8Array): void {
  const temporary = transfer.partials.temporary();
  const fd = openSync(temporary, 'wx', 0o600);
  try {
    for (let at = 0; at < content.length; ) at += writeSync(fd, content, at);
  } finally {
    closeSync(fd);
  }
  transfer.tree.publish(temporary, path, { synced: false });
  transfer.outcomes.end(path, 'pulled');
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
