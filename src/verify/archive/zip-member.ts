import type { Budgets } from '../contract/budgets.ts';
import { overBudget } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { BoundedReader } from '../read/bounded-reader.ts';
import type { UnpackLimits } from './unpacking.ts';
import { structure, viewOf, type ZipEntry } from './zip-directory.ts';
import { unpackingOf } from './zip-packing.ts';

const LOCAL_BYTES = 30;
const WINDOW_BYTES = 1024 ** 2;

/** Where a member's data begins: behind its local header, whose name and extra field have lengths of their own. */
export async function dataOffsetOf(reader: BoundedReader, entry: ZipEntry): Promise<number> {
  const local = viewOf(await reader.read(entry.offset, LOCAL_BYTES));
  const from = entry.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  if (from + entry.compressedBytes > entry.spanEnd)
    throw structure(`${quoted(entry.name)} overlaps what follows it`, entry.offset);
  return from;
}

/** Of one member; what all of an archive expand to, their spans count. */
export const unpackLimits = ({ expandedBytes, structureBytes, objects }: Budgets): UnpackLimits => ({
  expandedBytes,
  windowBytes: structureBytes,
  objects,
});

/** Reads one member ahead of the pass, for what must be known before it. The pass verifies its CRC and headers later. */
export async function readMember(
  reader: BoundedReader,
  entry: ZipEntry,
  budgets: Budgets,
  sink: (piece: Uint8Array) => void,
): Promise<void> {
  const from = await dataOffsetOf(reader, entry);
  const to = from + entry.compressedBytes;
  const unpacking = unpackingOf(entry, from, unpackLimits(budgets), (piece) => {
    reader.throwIfStopped();
    sink(piece);
  });
  for (let at = from; at < to; at += WINDOW_BYTES) {
    const piece = await reader.read(at, Math.min(WINDOW_BYTES, to - at));
    if (unpacking === undefined) sink(piece);
    else await unpacking.feed(piece, at);
  }
  await unpacking?.end(to);
}

/** Worth a look at their headers ahead of the pass, so that workers can be given their data. */
const LARGE_BYTES = 1024 ** 2;

/** Finds where large stored members' data begins. Only where a read costs nothing; the pass verifies the headers later. */
export async function locateLarge(reader: BoundedReader, entries: readonly ZipEntry[]): Promise<void> {
  if (!reader.isLocal) return;
  for (const entry of entries) {
    if (entry.method !== 'stored' || entry.bytes < LARGE_BYTES || entry.compressedBytes !== entry.bytes)
      continue;
    const local = viewOf(await reader.read(entry.offset, LOCAL_BYTES));
    const dataOffset = entry.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
    if (dataOffset + entry.bytes <= entry.spanEnd) entry.dataOffset = dataOffset;
  }
}

/** A member that is held in memory. @throws OverBudget when it is longer than one structure may be */
export async function readWhole(reader: BoundedReader, entry: ZipEntry, budgets: Budgets): Promise<Buffer> {
  if (entry.bytes > budgets.structureBytes)
    throw overBudget('structureBytes', budgets.structureBytes, entry.bytes, entry.offset);
  return await contentOf(reader, entry, budgets);
}

async function contentOf(reader: BoundedReader, entry: ZipEntry, budgets: Budgets): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  await readMember(reader, entry, budgets, (piece) => pieces.push(piece.slice()));
  return Buffer.concat(pieces);
}

const LONGEST_NOTE = 4096;

/** A member that is a short text, such as a version; `undefined` when it is too long to be one. */
export async function readNote(
  reader: BoundedReader,
  entry: ZipEntry,
  budgets: Budgets,
): Promise<string | undefined> {
  if (entry.bytes > LONGEST_NOTE) return undefined;
  return (await contentOf(reader, entry, budgets)).toString('latin1');
}
