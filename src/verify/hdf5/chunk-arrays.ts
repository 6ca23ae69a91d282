import { type Cursor, hdf5Broken } from './cursor.ts';
import type { Hdf5File } from './file.ts';

export interface Chunk {
  address: number;
  bytes: number;
  mask: number;
}

/** What all these structures are called in messages. */
const WHAT = 'an array of chunks';

export interface ArrayWalk {
  chunkBytes: number;
  isFiltered: boolean;
  /** Chunks that there can be at most. */
  most: number;
  enter(position: number, chunk: Chunk): void;
}

/** One chunk in an array: an address, and where filters change its size, that size and which of them were skipped. */
function enterElement(element: Cursor, position: number, { chunkBytes, isFiltered, enter }: ArrayWalk): void {
  const address = element.address();
  if (address === undefined) return;
  const bytes = isFiltered ? element.uint(element.left - 4) : chunkBytes;
  enter(position, { address, bytes, mask: isFiltered ? element.u32() : 0 });
}

interface Elements {
  elementBytes: number;
  first: number;
  count: number;
}

function enterElements(cursor: Cursor, { elementBytes, first, count }: Elements, walk: ArrayWalk): void {
  for (let i = 0; i < count; i += 1) enterElement(cursor.part(elementBytes), first + i, walk);
}

function mustBeWhole(elementBytes: number, file: Hdf5File, { isFiltered }: ArrayWalk, place: number): void {
  const least = file.widths.offsets + (isFiltered ? 5 : 0);
  const most = file.widths.offsets + (isFiltered ? 12 : 0);
  if (elementBytes < least || elementBytes > most)
    throw hdf5Broken('the elements of an array of chunks have a size that cannot be', place, {
      found: String(elementBytes),
    });
}

/** Whether a page of an array was ever written. */
const isSet = (bits: Uint8Array, i: number): boolean => (((bits[i >> 3] ?? 0) >> (7 - (i % 8))) & 1) === 1;

/** Which pages were written, as one bit each, and which bit is the first page of a block. */
interface Pages {
  bits: Uint8Array;
  first: number;
}

interface PagedElements {
  address: number;
  pages: Pages;
  pageElements: number;
  elements: Elements;
}

/** Pages of 2^`pageBits` elements follow the block, each with a checksum of its own. */
async function walkPages(
  file: Hdf5File,
  { address, pages, pageElements, elements }: PagedElements,
  walk: ArrayWalk,
): Promise<void> {
  const { elementBytes, first, count } = elements;
  let at = address;
  for (let page = 0; page * pageElements < count; page += 1) {
    const inPage = Math.min(pageElements, count - page * pageElements);
    const bytes = inPage * elementBytes + 4;
    if (isSet(pages.bits, pages.first + page)) {
      const cursor = await file.checked(at, bytes, 'a page of an array of chunks');
      enterElements(cursor, { elementBytes, first: first + page * pageElements, count: inPage }, walk);
    }
    at += bytes;
  }
}

/** For data that cannot grow beyond a known shape. */
export async function fixedArray(file: Hdf5File, address: number, walk: ArrayWalk): Promise<void> {
  const { offsets, lengths } = file.widths;
  const whole = 8 + lengths + offsets + 4;
  const header = await file.structure(address, whole, WHAT);
  header.signature('FAHD');
  header.version(WHAT, 0);
  const kind = header.u8();
  const elementBytes = header.u8();
  const pageElements = 2 ** header.u8();
  const count = header.length();
  const block = header.address();
  mustBeOfKind(kind, walk, header.fileOffset);
  mustBeWhole(elementBytes, file, walk, header.fileOffset);
  if (count !== walk.most)
    throw hdf5Broken('an array of chunks has another length than the data need', header.fileOffset);
  if (block === undefined) return;
  const prefix = 6 + offsets;
  const pages = count > pageElements ? Math.ceil(count / pageElements) : 0;
  const bitBytes = Math.ceil(pages / 8);
  const own = prefix + bitBytes + (pages === 0 ? count * elementBytes : 0) + 4;
  file.claim(block, own + (pages === 0 ? 0 : count * elementBytes + 4 * pages), WHAT);
  const cursor = await file.checked(block, own, WHAT);
  mustBelong(cursor, 'FADB', address, kind);
  const elements = { elementBytes, first: 0, count };
  if (pages === 0) enterElements(cursor, elements, walk);
  else
    await walkPages(
      file,
      { address: block + own, pages: { bits: cursor.take(bitBytes), first: 0 }, pageElements, elements },
      walk,
    );
}

function mustBeOfKind(kind: number, { isFiltered }: ArrayWalk, place: number): void {
  if (kind !== (isFiltered ? 1 : 0))
    throw hdf5Broken('an array of chunks is of another kind than the data', place);
}

function mustBelong(cursor: Cursor, signature: string, owner: number, kind: number): void {
  cursor.signature(signature);
  cursor.version(WHAT, 0);
  if (cursor.u8() !== kind || cursor.address() !== owner)
    throw hdf5Broken('a block belongs to another array of chunks', cursor.fileOffset);
}

interface Extensible {
  address: number;
  kind: number;
  elementBytes: number;
  /** Elements in the index block itself, in the smallest data block and in a page. */
  inIndex: number;
  least: number;
  pageElements: number;
  /** Pointers in the smallest secondary block. */
  leastPointers: number;
  /** Bytes of an element's number. */
  numberBytes: number;
  secondaries: number;
}

/** For data that grow along one dimension: blocks and blocks of blocks, each pair of levels twice as large. */
export async function extensibleArray(file: Hdf5File, address: number, walk: ArrayWalk): Promise<void> {
  const { offsets, lengths } = file.widths;
  const whole = 12 + 6 * lengths + offsets + 4;
  const header = await file.structure(address, whole, WHAT);
  header.signature('EAHD');
  header.version(WHAT, 0);
  const [kind, elementBytes, bits, inIndex, least, leastPointers, pageBits] = Array.from({ length: 7 }, () =>
    header.u8(),
  ) as [number, number, number, number, number, number, number];
  header.skip(6 * lengths);
  const index = header.address();
  mustBeOfKind(kind, walk, header.fileOffset);
  mustBeWhole(elementBytes, file, walk, header.fileOffset);
  const isPower = (value: number) => value > 0 && (value & (value - 1)) === 0;
  const secondaries = 1 + bits - Math.log2(least);
  const firstSecondary = 2 * Math.log2(leastPointers);
  if (!isPower(least) || !isPower(leastPointers) || bits > 64 || secondaries < firstSecondary)
    throw hdf5Broken('an array of chunks has a shape that cannot be', header.fileOffset);
  const numberBytes = Math.ceil(bits / 8);
  const array = {
    address,
    kind,
    elementBytes,
    inIndex,
    least,
    leastPointers,
    pageElements: 2 ** pageBits,
    numberBytes,
    secondaries,
  };
  if (index !== undefined) await walkIndexBlock(file, { array, index, firstSecondary }, walk);
}

async function walkIndexBlock(
  file: Hdf5File,
  { array, index, firstSecondary }: { array: Extensible; index: number; firstSecondary: number },
  walk: ArrayWalk,
): Promise<void> {
  const { offsets } = file.widths;
  const { inIndex, elementBytes, leastPointers, secondaries } = array;
  const blocks = 2 * (leastPointers - 1);
  const whole = 6 + offsets + inIndex * elementBytes + (blocks + secondaries - firstSecondary) * offsets + 4;
  const cursor = await file.structure(index, whole, WHAT);
  mustBelong(cursor, 'EAIB', array.address, array.kind);
  enterElements(cursor, { elementBytes, first: 0, count: inIndex }, walk);
  let first = inIndex;
  let before = 0;
  for (let level = 0; level < secondaries; level += 1) {
    const pointers = 2 ** Math.floor(level / 2);
    const perBlock = 2 ** Math.floor((level + 1) / 2) * array.least;
    if (level < firstSecondary) {
      for (let i = 0; i < pointers; i += 1) {
        const place = { first: first + i * perBlock, count: perBlock };
        // Seen in files: these blocks count all blocks before them as if they were of their own size.
        const stored = first - inIndex + (before + i) * perBlock;
        await walkDataBlock(file, array, { ...place, address: cursor.address(), stored }, walk);
      }
    } else {
      const secondary = cursor.address();
      if (secondary !== undefined)
        await walkSecondary(file, array, { address: secondary, first, pointers, perBlock }, walk);
    }
    first += pointers * perBlock;
    before += pointers;
  }
}

interface SecondaryBlock {
  address: number;
  first: number;
  pointers: number;
  perBlock: number;
}

async function walkSecondary(
  file: Hdf5File,
  array: Extensible,
  { address, first, pointers, perBlock }: SecondaryBlock,
  walk: ArrayWalk,
): Promise<void> {
  const { offsets } = file.widths;
  const bitBytes = perBlock > array.pageElements ? Math.ceil(perBlock / array.pageElements / 8) : 0;
  const whole = 6 + offsets + array.numberBytes + pointers * (bitBytes + offsets) + 4;
  const cursor = await file.structure(address, whole, WHAT);
  mustBelong(cursor, 'EASB', array.address, array.kind);
  mustBeAt(cursor, array, first - array.inIndex);
  const bits = cursor.take(pointers * bitBytes);
  const pagesEach = perBlock / array.pageElements;
  for (let i = 0; i < pointers; i += 1) {
    const start = first + i * perBlock;
    const place = { first: start, count: perBlock, stored: start - array.inIndex };
    const pages = { bits, first: i * pagesEach };
    await walkDataBlock(file, array, { ...place, address: cursor.address(), pages }, walk);
  }
}

/** The block's own offset counts the elements behind those of the index block. */
function mustBeAt(cursor: Cursor, array: Extensible, stored: number): void {
  if (cursor.uint(array.numberBytes) !== stored)
    throw hdf5Broken('a block of an array of chunks is of another place', cursor.fileOffset);
}

interface DataBlock {
  address: number | undefined;
  /** Number of its first element in the whole array, and how many it holds. */
  first: number;
  count: number;
  /** What the block says of its own place. */
  stored: number;
  pages?: Pages;
}

async function walkDataBlock(
  file: Hdf5File,
  array: Extensible,
  { address, first, count, stored, pages }: DataBlock,
  walk: ArrayWalk,
): Promise<void> {
  if (address === undefined) return;
  const { elementBytes, pageElements, numberBytes } = array;
  const isPaged = count > pageElements;
  const prefix = 6 + file.widths.offsets + numberBytes;
  const own = prefix + (isPaged ? 0 : count * elementBytes) + 4;
  file.count(1, file.base + address);
  file.claim(address, own + (isPaged ? count * elementBytes + (4 * count) / pageElements : 0), WHAT);
  const cursor = await file.checked(address, own, WHAT);
  mustBelong(cursor, 'EADB', array.address, array.kind);
  mustBeAt(cursor, array, stored);
  const elements = { elementBytes, first, count };
  if (!isPaged) enterElements(cursor, elements, walk);
  else if (pages !== undefined)
    await walkPages(file, { address: address + own, pages, pageElements, elements }, walk);
}
