import { hex8 } from '../codec/checksum.ts';
import type { Budgets } from '../contract/budgets.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import type { BoundedReader } from '../read/bounded-reader.ts';
import { Cursor, type Widths } from './cursor.ts';
import { lookup3 } from './lookup3.ts';

const PAGE_BYTES = 16_384;
const PAGES_KEPT = 256;

/** What every structure of one file needs: bytes by address, whose bytes they are, and how much has been walked. */
export class Hdf5File {
  readonly reader: BoundedReader;
  readonly budgets: Budgets;
  /** Where address 0 lies: behind the user block. */
  readonly base: number;
  widths: Widths = { offsets: 8, lengths: 8 };
  /** Of the superblock or its extension: how many entries the nodes of the classic B-trees have room for. */
  ranks = { groupLeaf: 4, groupInternal: 16, chunkInternal: 32 };
  /** Some structure that was read has no checksum. */
  hasUnguarded = false;
  readonly #pages = new Map<number, Promise<Uint8Array>>();
  readonly #owned = new Set<number>();
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  #end: number;
  #objects = 0;
  #muted = 0;
  #expanded = 0;

  constructor(reader: BoundedReader, budgets: Budgets, base: number) {
    this.reader = reader;
    this.budgets = budgets;
    this.base = base;
    this.#end = reader.sizeBytes;
  }

  /** Bytes after the base, up to the end that the file gives itself once that is known. */
  get size(): number {
    return this.#end - this.base;
  }

  /** Nothing of the file may lie behind this byte. */
  endAt(offset: number): void {
    this.#end = offset;
  }

  /** Counts what a file may make us look at. */
  count(objects = 1, offset?: number): void {
    this.#objects += objects;
    if (this.#objects % 1024 === 0) this.reader.throwIfStopped();
    if (this.#objects > this.budgets.objects)
      throw overBudget('objects', this.budgets.objects, this.#objects, offset);
  }

  /** Counts what filters unpack to. */
  expand(bytes: number, offset: number): void {
    this.#expanded += bytes;
    if (this.#expanded > this.budgets.expandedBytes)
      throw overBudget('expandedBytes', this.budgets.expandedBytes, this.#expanded, offset);
    this.reader.throwIfStopped();
  }

  async read(address: number, length: number): Promise<Uint8Array> {
    const from = this.base + address;
    if (length > this.budgets.structureBytes)
      throw overBudget('structureBytes', this.budgets.structureBytes, length, from);
    const page = Math.floor(from / PAGE_BYTES);
    if (from + length > (page + 1) * PAGE_BYTES || !Number.isSafeInteger(from + length))
      return await this.reader.read(from, length);
    const bytes = await this.#page(page);
    const at = from - page * PAGE_BYTES;
    // The reader says in its own words that this lies outside.
    return at + length > bytes.length
      ? await this.reader.read(from, length)
      : bytes.subarray(at, at + length);
  }

  async cursor(address: number, length: number): Promise<Cursor> {
    return new Cursor(await this.read(address, length), this.base + address, this.widths);
  }

  /** A structure that ends in a lookup3 checksum of all before it. */
  async checked(address: number, length: number, what: string): Promise<Cursor> {
    const bytes = await this.read(address, length);
    this.mustSum(bytes, this.base + address, what);
    return new Cursor(bytes.subarray(0, length - 4), this.base + address, this.widths);
  }

  /** A structure of its own: counted, claimed, and with its checksum compared. */
  async structure(address: number, length: number, what: string): Promise<Cursor> {
    this.count(1, this.base + address);
    this.claim(address, length, what);
    return await this.checked(address, length, what);
  }

  /** The same of one that has no checksum. */
  async unguarded(address: number, length: number, what: string): Promise<Cursor> {
    this.hasUnguarded = true;
    this.count(1, this.base + address);
    this.claim(address, length, what);
    return await this.cursor(address, length);
  }

  mustSum(bytes: Uint8Array, fileOffset: number, what: string): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const stored = view.getUint32(bytes.length - 4, true);
    const found = lookup3(bytes.subarray(0, bytes.length - 4));
    if (stored !== found) throw checksumBroken(what, fileOffset, stored, found);
  }

  /** These bytes belong to a structure. Nothing may own them twice (`settle`). */
  claim(address: number, length: number, what: string): void {
    if (this.#muted > 0) return;
    if (!Number.isSafeInteger(address + length) || address < 0 || length < 0 || address + length > this.size)
      throw new Broken('L1', 'outside-file', `${what} lies outside the file`, {
        offset: this.base + address,
        expected: `at most ${this.size} bytes`,
        found: `${length} bytes from ${address}`,
      });
    if (length === 0) return;
    // Seen at once, so that a loop or a tree whose branches meet again ends here.
    if (this.#owned.has(address)) throw overlap(this.base + address);
    this.#owned.add(address);
    this.#starts.push(address);
    this.#lengths.push(length);
  }

  /** For a look at a structure that is walked elsewhere, and owned there. */
  async withoutClaims<T>(look: () => Promise<T>): Promise<T> {
    this.#muted += 1;
    try {
      return await look();
    } finally {
      this.#muted -= 1;
    }
  }

  /**
   * Holds all claims against each other.
   * @returns how many bytes nothing owns
   */
  settle(): number {
    const starts = Float64Array.from(this.#starts);
    const lengths = this.#lengths;
    const order = new Uint32Array(starts.length)
      .map((_none, i) => i)
      .sort(
        (a, b) =>
          (starts[a] as number) - (starts[b] as number) || (lengths[a] as number) - (lengths[b] as number),
      );
    let end = 0;
    let owned = 0;
    for (const i of order) {
      const [start, length] = [starts[i] as number, lengths[i] as number];
      if (start < end) throw overlap(this.base + start, { expected: `nothing before ${this.base + end}` });
      end = start + length;
      owned += length;
    }
    return this.size - owned;
  }

  #page(page: number): Promise<Uint8Array> {
    const known = this.#pages.get(page);
    if (known !== undefined) return known;
    const [oldest] = this.#pages.keys();
    if (this.#pages.size >= PAGES_KEPT && oldest !== undefined) this.#pages.delete(oldest);
    const from = page * PAGE_BYTES;
    const bytes = this.reader.read(from, Math.max(0, Math.min(PAGE_BYTES, this.reader.sizeBytes - from)));
    this.#pages.set(page, bytes);
    bytes.catch(() => {});
    return bytes;
  }
}

export const checksumBroken = (what: string, offset: number, stored: number, found: number): Broken =>
  new Broken('L1', 'checksum-mismatch', `${what} is not what was written: its checksum differs`, {
    offset,
    expected: hex8(stored),
    found: hex8(found),
  });

const overlap = (place: number, extra: { expected?: string } = {}): Broken =>
  new Broken('L2', 'hdf5-overlap', 'two structures lie on the same bytes', { offset: place, ...extra });
