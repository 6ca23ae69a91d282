import { Broken, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { findHdf5Signature, HDF5_SIGNATURE } from '../read/hdf5-signature.ts';
import { type Cursor, hdf5Broken } from './cursor.ts';
import { Hdf5File } from './file.ts';

const LONGEST = 112;
const MOST_LINE_ENDS = 16;

export interface Superblock {
  version: number;
  /** Address of the root group's object header. */
  root: number;
  extension: number | undefined;
}

/** Facts from the format's specification, version 3. Behind the stored end of file there may be line ends, and nothing else. */
export async function openHdf5(subject: Subject): Promise<{ file: Hdf5File; superblock: Superblock }> {
  const { head, reader, budgets } = subject;
  const at = findHdf5Signature(head);
  if (at === undefined)
    throw new Broken('L1', 'signature-changed', 'begins like HDF5, but its signature was changed as text', {
      offset: 0,
      expected: Buffer.from(HDF5_SIGNATURE).toString('hex'),
      found: Buffer.from(head.subarray(0, 8)).toString('hex'),
    });
  const file = new Hdf5File(reader, budgets, at);
  const version = head[at + 8] ?? 0;
  if (version > 3)
    throw new Unsettled('L1', 'hdf5-version', 'has a superblock that we cannot read', {
      offset: at + 8,
      expected: '0 to 3',
      found: String(version),
    });
  if (file.size < (version < 2 ? 96 : 48)) throw cut(file.size, at);
  const newer = version >= 2;
  const [offsets, lengths] = newer ? [head[at + 9], head[at + 10]] : [head[at + 13], head[at + 14]];
  if (!isWidth(offsets) || !isWidth(lengths))
    throw hdf5Broken('addresses have a width that does not exist', at, {
      found: `${offsets} and ${lengths}`,
    });
  file.widths = { offsets, lengths };
  const superblock = newer ? await readNewer(file, version) : await readClassic(file, version);
  noteLineEnds(subject, file);
  return { file, superblock };
}

const isWidth = (width: number | undefined): width is number => width === 2 || width === 4 || width === 8;

async function readClassic(file: Hdf5File, version: number): Promise<Superblock> {
  const { offsets } = file.widths;
  const length = 24 + (version === 1 ? 4 : 0) + 4 * offsets + 2 * offsets + 24;
  const cursor = await file.cursor(0, Math.min(length, LONGEST));
  file.hasUnguarded = true;
  cursor.skip(9);
  const versions = [cursor.u8(), cursor.u8(), cursor.u8(), cursor.u8()];
  if (versions.some((part) => part !== 0))
    throw hdf5Broken('the superblock has a part of an unknown version', cursor.fileOffset);
  cursor.skip(2);
  if (cursor.u8() !== 0) throw hdf5Broken('a reserved byte of the superblock is not zero', cursor.fileOffset);
  file.ranks.groupLeaf = rank(cursor);
  file.ranks.groupInternal = rank(cursor);
  // Older libraries left 3 here in files that they had closed; nothing can be told from it but that there are three bits.
  const flags = cursor.u32();
  if (flags > 7)
    throw hdf5Broken('the superblock has flags that do not exist', cursor.fileOffset, {
      found: String(flags),
    });
  if (version === 1) {
    file.ranks.chunkInternal = rank(cursor);
    cursor.skip(2);
  }
  mustBeBase(file, cursor);
  cursor.address();
  await mustEnd(file, cursor);
  const driver = cursor.address();
  if (driver !== undefined) throw otherDriver(cursor);
  const nameOffset = cursor.length();
  const root = cursor.mustAddress('the root group');
  if (nameOffset !== 0) throw hdf5Broken('the root group has a name', cursor.fileOffset);
  const cached = cursor.u32();
  if (cached > 2)
    throw hdf5Broken('the root group is of an unknown kind', cursor.fileOffset, { found: String(cached) });
  file.claim(0, length, 'the superblock');
  return { version, root, extension: undefined };
}

async function readNewer(file: Hdf5File, version: number): Promise<Superblock> {
  const length = 12 + 4 * file.widths.offsets + 4;
  const cursor = await file.checked(0, length, 'the superblock');
  cursor.skip(11);
  judgeFlags(cursor.u8(), cursor);
  mustBeBase(file, cursor);
  const extension = cursor.address();
  await mustEnd(file, cursor);
  const root = cursor.mustAddress('the root group');
  file.claim(0, length, 'the superblock');
  return { version, root, extension };
}

function rank(cursor: Cursor): number {
  const from = cursor.place;
  const value = cursor.u16();
  if (value === 0) throw hdf5Broken('B-tree nodes have room for nothing', from);
  return value;
}

/** Bit 0: open for writing; bit 2: by a writer whom readers watch. Both are cleared when the file is closed. */
function judgeFlags(flags: number, cursor: Cursor): void {
  if ((flags & 0b101) !== 0)
    throw new Broken('L1', 'not-closed', 'was never closed by the program that wrote it', {
      offset: cursor.place,
      expected: 'no flags',
      found: String(flags),
    });
}

function mustBeBase(file: Hdf5File, cursor: Cursor): void {
  const from = cursor.place;
  const base = cursor.address();
  if (base !== file.base)
    throw hdf5Broken('the base address is not where the file begins', from, {
      expected: String(file.base),
      found: String(base),
    });
}

/**
 * The library refuses a file that is shorter than it says and opens one that is longer (`H5F__super_read`), so that bytes
 * appended by a broken transfer go unseen. A few line ends are the work of an editor or of a repository's hook, as in
 * PyTables' own test data; of what lies before them nothing is lost.
 */
async function mustEnd(file: Hdf5File, cursor: Cursor): Promise<void> {
  const from = cursor.place;
  const end = cursor.address();
  const size = file.reader.sizeBytes;
  if (end === size) return;
  if (end !== undefined && end < size) {
    if (size - end <= MOST_LINE_ENDS && (await file.reader.read(end, size - end)).every(isLineEnd))
      return file.endAt(end);
    throw new Broken('L1', 'trailing-bytes', 'bytes follow the end that the file gives itself', {
      offset: end,
      expected: `${end} bytes`,
      found: `${size} bytes`,
    });
  }
  throw new Broken('L1', 'cut-short', 'the file ends before the end that it gives itself', {
    offset: from,
    expected: `${end} bytes`,
    found: `${size} bytes`,
  });
}

const isLineEnd = (byte: number): boolean => byte === 0x0a || byte === 0x0d;

function noteLineEnds({ findings, reader }: Subject, { base, size }: Hdf5File): void {
  const end = base + size;
  if (end === reader.sizeBytes) return;
  findings.note('L1', 'line-ends-behind', 'line ends follow the end that the file gives itself', {
    offset: end,
    found: `${reader.sizeBytes - end} bytes`,
  });
}

const cut = (found: number, offset: number): Broken =>
  new Broken('L1', 'cut-short', 'ends within its superblock', { offset, found: `${found} bytes` });

const otherDriver = (cursor: Cursor): Unsettled =>
  new Unsettled('L1', 'hdf5-driver', 'is one of several files that only together are one', {
    offset: cursor.place,
  });
