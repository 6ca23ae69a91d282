import type { Budgets } from '../contract/budgets.ts';
import { Broken, type Extra, overBudget, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { BoundedReader } from '../read/bounded-reader.ts';
import { mustBePlain, nameOf, unknownExtra } from './zip-entry-rules.ts';

export type ZipMethod = 'stored' | 'deflated' | 'bzip2' | 'lzma' | 'zstd';

/** By their numbers (APPNOTE 4.4.5). */
export const ZIP_METHODS: ReadonlyMap<number, ZipMethod> = new Map([
  [0, 'stored'],
  [8, 'deflated'],
  [12, 'bzip2'],
  [14, 'lzma'],
  [93, 'zstd'],
]);

export interface ZipEntry {
  /** Decoded without loss: another spelling in bytes is another name. */
  name: string;
  /** `latin1` where nobody says in which letters it is written. */
  nameIn: 'utf8' | 'latin1';
  flags: number;
  method: ZipMethod;
  /** Version needed, time and date as the directory has them; the local header must say the same. */
  version: number;
  /** The directory has sizes or its place in 64 bits, for which it asks for another version than the local header may. */
  isWide: boolean;
  timeAndDate: number;
  crc: number;
  compressedBytes: number;
  bytes: number;
  /** Where its local header begins, and where the next one or the directory does. */
  offset: number;
  spanEnd: number;
  /** Kinds of extra fields of the directory that nothing explains. */
  unknownExtra: readonly number[];
  /** Where its content begins; only known of large stored members (`locateLarge`). */
  dataOffset?: number;
}

export interface ZipDirectory {
  /** In file order. */
  entries: ZipEntry[];
  /** No member carries a CRC: written by a program that was told not to compute them. */
  crcOff: boolean;
  /** The first of the members whose name stood there before. */
  again?: ZipEntry;
}

const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const END64_BYTES = 56;
const CENTRAL_BYTES = 46;
const LONGEST_COMMENT = 65_535;
const ALL_ONES = 0xffffffff;
/** A file may have a million members without any. */
const NO_EXTRA: readonly number[] = [];
/** Encrypted, patched, strongly encrypted, masked header: readers disagree about each. */
const REFUSED_FLAGS = 0x2061;

/**
 * Reads the central directory under the strict reading: the end record ends the file, the directory ends at it, nothing
 * lies between. Whatever two zip readers could understand differently is `Broken`.
 *
 * @param mayRepeat asked about all names where one stands twice; without it that is `Broken` always
 */
export async function readZipDirectory(
  reader: BoundedReader,
  budgets: Budgets,
  mayRepeat?: MayRepeat,
): Promise<ZipDirectory> {
  const { directoryOffset, directoryEnd, count } = await readEnd(reader);
  if (count > budgets.zipMembers) throw overBudget('zipMembers', budgets.zipMembers, count, directoryOffset);
  const entries = await readEntries(reader, directoryOffset, directoryEnd, count);
  const isInOrder = entries.every(({ offset }, i) => offset >= (entries[i - 1]?.offset ?? 0));
  entries.sort((a, b) => a.offset - b.offset);
  mustTile(entries, directoryOffset);
  const again = nameAgain(entries, isInOrder ? mayRepeat : undefined);
  const filled = entries.filter(({ bytes }) => bytes > 0);
  const crcOff = filled.length > 0 && filled.every(({ crc }) => crc === 0);
  return { entries, crcOff, ...(again !== undefined && { again }) };
}

export type MayRepeat = (names: readonly string[]) => boolean;

interface End {
  directoryOffset: number;
  directoryEnd: number;
  count: number;
}

/** The end record of 32-bit fields. */
interface ShortEnd {
  /** Where it lies in the tail that was read, and in the file. */
  at: number;
  offsetInFile: number;
  disks: number;
  onDisk: number;
  count: number;
  length: number;
  offset: number;
}

async function readEnd(reader: BoundedReader): Promise<End> {
  const size = reader.sizeBytes;
  const tailBytes = Math.min(size, LONGEST_COMMENT + END_BYTES + LOCATOR_BYTES + END64_BYTES);
  const tailOffset = size - tailBytes;
  const tail = viewOf(await reader.read(tailOffset, tailBytes));
  const at = findEnd(tail, size);
  const end: ShortEnd = {
    at,
    offsetInFile: tailOffset + at,
    disks: tail.getUint32(at + 4, true),
    onDisk: tail.getUint16(at + 8, true),
    count: tail.getUint16(at + 10, true),
    length: tail.getUint32(at + 12, true),
    offset: tail.getUint32(at + 16, true),
  };
  const endOffset = end.offsetInFile;
  if (at >= LOCATOR_BYTES && tail.getUint32(at - LOCATOR_BYTES, true) === 0x07064b50) {
    return await readEnd64(reader, tail, end);
  }
  if (end.disks !== 0 || end.onDisk !== end.count) throw structure('spans several disks', endOffset);
  if (end.offset + end.length !== endOffset) {
    throw structure('the directory does not end where the end record begins', endOffset, {
      expected: String(endOffset),
      found: String(end.offset + end.length),
    });
  }
  return { directoryOffset: end.offset, directoryEnd: endOffset, count: end.count };
}

function findEnd(tail: DataView, size: number): number {
  const exact: number[] = [];
  let loose = -1;
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue;
    if (at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength) exact.push(at);
    else loose = Math.max(loose, at);
  }
  const [only, another] = exact;
  if (another !== undefined)
    throw structure('has two end records that both fit', size - tail.byteLength + another);
  if (only !== undefined) return only;
  if (loose >= 0) {
    throw new Broken('L1', 'trailing-bytes', 'bytes follow the zip end record', {
      offset: size - tail.byteLength + loose + END_BYTES,
    });
  }
  throw new Broken('L1', 'cut-short', 'has no zip end record: the end never arrived or was never written', {
    offset: size,
  });
}

async function readEnd64(reader: BoundedReader, tail: DataView, end: ShortEnd): Promise<End> {
  const locatorAt = end.at - LOCATOR_BYTES;
  const locatorOffset = end.offsetInFile - LOCATOR_BYTES;
  const recordOffset = Number(tail.getBigUint64(locatorAt + 8, true));
  const disks = tail.getUint32(locatorAt + 4, true);
  if (disks !== 0 || tail.getUint32(locatorAt + 16, true) !== 1 || end.disks !== 0) {
    throw structure('spans several disks', locatorOffset);
  }
  if (recordOffset + END64_BYTES !== locatorOffset) {
    throw structure('the zip64 record does not end at its locator', locatorOffset, {
      expected: String(locatorOffset - END64_BYTES),
      found: String(recordOffset),
    });
  }
  const record = viewOf(await reader.read(recordOffset, END64_BYTES));
  const field = (offset: number) => Number(record.getBigUint64(offset, true));
  const [count, length, offset] = [field(32), field(40), field(48)];
  const sound =
    record.getUint32(0, true) === 0x06064b50 &&
    field(4) === END64_BYTES - 12 &&
    record.getBigUint64(16, true) === 0n &&
    field(24) === count &&
    offset + length === recordOffset;
  if (!sound) throw structure('the zip64 end record contradicts itself', recordOffset);
  const agrees = (short: number, long: number, ones: number) => short === long || short === ones;
  const agree =
    agrees(end.count, count, 0xffff) &&
    agrees(end.onDisk, count, 0xffff) &&
    agrees(end.length, length, ALL_ONES) &&
    agrees(end.offset, offset, ALL_ONES);
  if (!agree) throw structure('the 32-bit and 64-bit end records disagree', end.offsetInFile);
  return { directoryOffset: offset, directoryEnd: recordOffset, count };
}

async function readEntries(
  reader: BoundedReader,
  from: number,
  to: number,
  count: number,
): Promise<ZipEntry[]> {
  const window = new Window(reader, to);
  const entries: ZipEntry[] = [];
  let at = from;
  for (let i = 0; i < count; i += 1) {
    // An await for each of a million entries would cost more than reading them.
    const fixed = window.now(at, CENTRAL_BYTES) ?? (await window.at(at, CENTRAL_BYTES));
    if (fixed.getUint32(0, true) !== 0x02014b50) throw structure('a directory entry has no signature', at);
    const nameLength = fixed.getUint16(28, true);
    const extraLength = fixed.getUint16(30, true);
    const length = CENTRAL_BYTES + nameLength + extraLength + fixed.getUint16(32, true);
    const entry = window.now(at, length) ?? (await window.at(at, length));
    entries.push(parseEntry(entry, nameLength, extraLength, at));
    at += length;
  }
  if (at !== to) {
    throw structure('the directory is longer than its entries', at, {
      expected: String(to),
      found: String(at),
    });
  }
  return entries;
}

function parseEntry(view: DataView, nameLength: number, extraLength: number, at: number): ZipEntry {
  const all = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const flags = view.getUint16(8, true);
  const { name, nameIn } = nameOf(all.subarray(CENTRAL_BYTES, CENTRAL_BYTES + nameLength), flags, at);
  if ((flags & REFUSED_FLAGS) !== 0) throw refusedFlags(name, flags, at);
  const method = ZIP_METHODS.get(view.getUint16(10, true));
  if (method === undefined) {
    throw new Unsettled('L1', 'zip-method', `${quoted(name)} is compressed in a way that we cannot read`, {
      offset: at,
      expected: [...ZIP_METHODS].map(([no, called]) => `${no} (${called})`).join(', '),
      found: String(view.getUint16(10, true)),
    });
  }
  const extra = all.subarray(CENTRAL_BYTES + nameLength, CENTRAL_BYTES + nameLength + extraLength);
  const numbers = [view.getUint32(24, true), view.getUint32(20, true), view.getUint32(42, true)];
  const [bytes, compressedBytes, offset] = wide(extra, numbers, at);
  if (view.getUint16(34, true) !== 0) throw structure('spans several disks', at);
  mustBePlain({
    name,
    bytes: bytes as number,
    attributes: view.getUint32(38, true),
    internal: view.getUint16(36, true),
    host: view.getUint8(5),
    at,
  });
  if (method === 'stored' && bytes !== compressedBytes) {
    throw structure(`${quoted(name)} is stored and yet of two sizes`, at);
  }
  return {
    name,
    nameIn,
    flags,
    method,
    version: view.getUint16(6, true),
    isWide: numbers.includes(ALL_ONES),
    timeAndDate: view.getUint32(12, true),
    crc: view.getUint32(16, true),
    compressedBytes: compressedBytes as number,
    bytes: bytes as number,
    offset: offset as number,
    spanEnd: 0,
    unknownExtra: extra.length === 0 ? NO_EXTRA : unknownExtra(extraFields(extra, at), { name, nameIn }, at),
  };
}

/** Replaces each field of all ones by the next number of the zip64 extra field, in the order the format gives. */
export function wide(extra: Uint8Array, fields: number[], at: number): number[] {
  if (extra.length === 0 && !fields.includes(ALL_ONES)) return fields;
  const numbers = zip64Numbers(extra, at);
  const result = fields.map((field) => {
    if (field !== ALL_ONES) return field;
    const number = numbers.shift();
    if (number === undefined) throw structure('a 64-bit size is missing', at);
    return number;
  });
  return result;
}

function zip64Numbers(extra: Uint8Array, at: number): number[] {
  const field = extraFields(extra, at).find(({ id }) => id === 1);
  if (field === undefined) return [];
  const view = viewOf(field.bytes);
  const numbers = Array.from({ length: Math.floor(view.byteLength / 8) }, (_none, i) =>
    Number(view.getBigUint64(i * 8, true)),
  );
  if (numbers.some((number) => !Number.isSafeInteger(number)))
    throw structure('a 64-bit size is beyond reason', at);
  return numbers;
}

/** The tagged fields of an extra area, which they must fill exactly. */
export function extraFields(extra: Uint8Array, at: number): { id: number; bytes: Uint8Array }[] {
  const view = viewOf(extra);
  const fields: { id: number; bytes: Uint8Array }[] = [];
  for (let i = 0; i < extra.length; ) {
    if (i + 4 > extra.length) throw structure('an extra field is cut', at);
    const length = view.getUint16(i + 2, true);
    if (i + 4 + length > extra.length) throw structure('an extra field is cut', at);
    fields.push({ id: view.getUint16(i, true), bytes: extra.subarray(i + 4, i + 4 + length) });
    i += 4 + length;
  }
  return fields;
}

/** Members lie one after another from the first byte to the directory; what is left in a span, the span's reader checks. */
function mustTile(entries: ZipEntry[], directoryOffset: number): void {
  const first = entries[0]?.offset ?? 0;
  if (first !== 0) throw structure('bytes lie before the first member', 0, { found: `${first} bytes` });
  entries.forEach((entry, i) => {
    entry.spanEnd = entries[i + 1]?.offset ?? directoryOffset;
    if (
      entry.offset + 30 + Buffer.byteLength(entry.name, entry.nameIn) + entry.compressedBytes <=
      entry.spanEnd
    )
      return;
    throw structure(`${quoted(entry.name)} overlaps what follows it`, entry.offset);
  });
  if (entries.length === 0 && directoryOffset !== 0)
    throw structure('bytes lie before an empty directory', 0);
}

/**
 * Readers that ignore case, as PyTorch's does, must not find another member than readers that do not. Where a name
 * may stand again, Python's zipfile takes the last of the directory, which must then be the last of the file too.
 */
function nameAgain(entries: readonly ZipEntry[], mayRepeat?: MayRepeat): ZipEntry | undefined {
  const names = new Map<string, string>();
  let again: ZipEntry | undefined;
  for (const entry of entries) {
    const { name, offset } = entry;
    const folded = name.toLowerCase();
    const before = names.get(folded);
    if (before !== undefined) {
      const isAllowed =
        before === name && (again !== undefined || mayRepeat?.(entries.map((each) => each.name)));
      if (isAllowed !== true) throw structure(`${quoted(name)} is there twice`, offset);
      again ??= entry;
    }
    names.set(folded, name);
  }
  return again;
}

class Window {
  readonly #reader: BoundedReader;
  readonly #end: number;
  #from = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(reader: BoundedReader, end: number) {
    this.#reader = reader;
    this.#end = end;
  }

  /** What is in memory already. */
  now(offset: number, length: number): DataView | undefined {
    const at = offset - this.#from;
    if (at < 0 || at + length > this.#bytes.length || offset + length > this.#end) return undefined;
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + at, length);
  }

  async at(offset: number, length: number): Promise<DataView> {
    if (offset + length > this.#end) throw structure('the directory ends in the middle of an entry', offset);
    const least = Math.max(length, 1024 ** 2);
    this.#bytes = await this.#reader.read(offset, Math.min(least, this.#end - offset));
    this.#from = offset;
    return viewOf(this.#bytes.subarray(0, length));
  }
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const structure = (what: string, offset: number, extra: Extra = {}): Broken =>
  new Broken('L1', 'zip-structure', what, { offset, ...extra });

export function refusedFlags(name: string, flags: number, offset: number): Broken {
  const found = `0x${flags.toString(16).padStart(4, '0')}`;
  return new Broken('L1', 'zip-flags', `${quoted(name)} is encrypted, patched or masked`, {
    offset,
    found,
  });
}

export { REFUSED_FLAGS };
