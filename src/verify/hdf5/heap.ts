import { type Cursor, hdf5Broken, textOf } from './cursor.ts';
import type { Hdf5File } from './file.ts';

/** The names of a classic group. */
export class LocalHeap {
  readonly #segment: Uint8Array;
  readonly #fileOffset: number;

  private constructor(segment: Uint8Array, fileOffset: number) {
    this.#segment = segment;
    this.#fileOffset = fileOffset;
  }

  static async read(file: Hdf5File, address: number): Promise<LocalHeap> {
    const whole = 8 + 2 * file.widths.lengths + file.widths.offsets;
    file.count(1, file.base + address);
    file.claim(address, whole, 'a heap of names');
    const cursor = await file.cursor(address, whole);
    cursor.signature('HEAP');
    cursor.version('a heap of names', 0);
    cursor.skip(3);
    const length = cursor.length();
    const firstFree = cursor.length();
    const segment = cursor.mustAddress('a heap of names');
    file.claim(segment, length, 'names');
    const names = await file.cursor(segment, length);
    mustHoldFree(names, firstFree);
    return new LocalHeap(names.bytes, file.base + segment);
  }

  name(offset: number): Uint8Array {
    const end = offset < this.#segment.length ? this.#segment.indexOf(0, offset) : -1;
    if (end < 0)
      throw hdf5Broken('a name lies outside the heap of names', this.#fileOffset, { found: String(offset) });
    return this.#segment.subarray(offset, end);
  }

  text(offset: number): string {
    return textOf(this.name(offset));
  }
}

/** Stands for no place: free places begin at multiples of 8. */
const NO_MORE = 1;

/** Room between names is a chain: where the next is, and how many bytes this one has. The library opens no heap without. */
function mustHoldFree(names: Cursor, first: number): void {
  const whole = names.bytes.length;
  let freeBytes = 0;
  for (let at = first; at !== NO_MORE; ) {
    if (at % 8 !== 0 || at + 2 * names.widths.lengths > whole)
      throw hdf5Broken('the free places of a heap of names lead out of it', names.fileOffset, {
        found: String(at),
      });
    names.at = at;
    const next = names.length();
    const bytes = names.length();
    freeBytes += bytes;
    // What is counted twice is a loop.
    if (bytes < 2 * names.widths.lengths || at + bytes > whole || freeBytes > whole)
      throw hdf5Broken('a free place of a heap of names is larger than it', names.fileOffset + at, {
        found: `${bytes} bytes`,
      });
    at = next;
  }
}

const COLLECTIONS_KEPT = 64;

/** Values of variable length lie in collections that the whole file shares. They carry no checksum. */
export class GlobalHeap {
  readonly #file: Hdf5File;
  readonly #claimed = new Set<number>();
  readonly #kept = new Map<number, Map<number, Uint8Array>>();

  constructor(file: Hdf5File) {
    this.#file = file;
  }

  /** @returns the bytes of one object, which must be exactly as many as the reference to it says */
  async object(address: number, index: number, bytes: number, place: number): Promise<Uint8Array> {
    const collection = this.#kept.get(address) ?? (await this.#load(address));
    const object = collection.get(index);
    // The library compares them since 1.12, and writes no other.
    if (object?.length !== bytes)
      throw hdf5Broken('a value of variable length is not where the file points', place, {
        expected: `${bytes} bytes`,
        found: object === undefined ? `no object ${index}` : `${object.length} bytes`,
      });
    return object.subarray(0, bytes);
  }

  async #load(address: number): Promise<Map<number, Uint8Array>> {
    const file = this.#file;
    file.hasUnguarded = true;
    const fixed = await file.cursor(address, 8 + file.widths.lengths);
    fixed.signature('GCOL');
    fixed.version('a collection of values', 1);
    fixed.skip(3);
    const whole = fixed.length();
    if (!this.#claimed.has(address)) {
      file.count(1, file.base + address);
      file.claim(address, whole, 'a collection of values');
      this.#claimed.add(address);
    }
    const objects = await readObjects(file, address, whole);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= COLLECTIONS_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(address, objects);
    return objects;
  }
}

async function readObjects(file: Hdf5File, address: number, whole: number): Promise<Map<number, Uint8Array>> {
  const cursor = await file.cursor(address, whole);
  cursor.skip(8 + file.widths.lengths);
  const objects = new Map<number, Uint8Array>();
  while (cursor.left >= 8 + file.widths.lengths) {
    const from = cursor.place;
    const index = cursor.u16();
    cursor.skip(6);
    const length = cursor.length();
    // Index 0 is the free rest of the collection, whose length counts its own head.
    if (index === 0) {
      const rest = file.base + address + whole - from;
      if (length === rest) break;
      throw hdf5Broken('the free rest of a collection of values does not end with it', from, {
        expected: `${rest} bytes`,
        found: `${length} bytes`,
      });
    }
    if (objects.has(index)) throw hdf5Broken('a collection has two values of one number', from);
    objects.set(index, cursor.take(length));
    cursor.skip(Math.min(cursor.left, (8 - (length % 8)) % 8));
  }
  return objects;
}
