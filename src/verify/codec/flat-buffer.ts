import { Broken, overBudget } from '../contract/findings.ts';

const LONGEST_TEXT = 256;
/** More would fill the memory before anything could be judged. */
const MOST_ITEMS = 1_000_000;

/**
 * One table of a FlatBuffer (the layout is the format's own specification): fields are found through a table of offsets.
 * Every position is checked against the buffer, so a lie leads nowhere. Tables may be shared and could go in circles:
 * whoever follows them counts.
 */
export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;
  readonly #offset: number;
  readonly #slots: number;
  readonly #vtable: number;

  /** @param offset where the buffer lies in the file, for messages */
  constructor(view: DataView, at: number, offset: number) {
    this.#view = view;
    this.#at = at;
    this.#offset = offset;
    this.#vtable = at - view.getInt32(this.#inside(at, 4), true);
    const bytes = view.getUint16(this.#inside(this.#vtable, 4), true);
    this.#inside(this.#vtable, bytes);
    this.#slots = Math.floor((bytes - 4) / 2);
  }

  static root(bytes: Uint8Array, offset: number): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 8) throw malformed(offset);
    return new FlatTable(view, view.getUint32(0, true), offset);
  }

  has(field: number): boolean {
    return this.#field(field, 1) !== undefined;
  }

  u8(field: number, otherwise = 0): number {
    const at = this.#field(field, 1);
    return at === undefined ? otherwise : this.#view.getUint8(at);
  }

  i16(field: number, otherwise = 0): number {
    const at = this.#field(field, 2);
    return at === undefined ? otherwise : this.#view.getInt16(at, true);
  }

  i32(field: number, otherwise = 0): number {
    const at = this.#field(field, 4);
    return at === undefined ? otherwise : this.#view.getInt32(at, true);
  }

  i64(field: number): number {
    const at = this.#field(field, 8);
    return at === undefined ? 0 : this.#exact(at);
  }

  /** Only as much as is worth showing: one text may be shared by a hundred thousand tables. */
  text(field: number): string {
    const at = this.#target(field);
    if (at === undefined) return '';
    const length = this.#view.getUint32(this.#inside(at, 4), true);
    const from = this.#view.byteOffset + this.#inside(at + 4, length);
    return Buffer.from(this.#view.buffer, from, Math.min(length, LONGEST_TEXT)).toString('utf8');
  }

  /** All of a text or a list of bytes, in its place. */
  bytes(field: number): Uint8Array {
    const at = this.#target(field);
    if (at === undefined) return new Uint8Array();
    const length = this.#view.getUint32(this.#inside(at, 4), true);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#inside(at + 4, length), length);
  }

  table(field: number): FlatTable | undefined {
    const at = this.#target(field);
    return at === undefined ? undefined : new FlatTable(this.#view, at, this.#offset);
  }

  tables(field: number): FlatTable[] {
    const { from, count } = this.#vector(field, 4);
    return Array.from({ length: count }, (_none, i) => {
      const slot = from + 4 * i;
      return new FlatTable(this.#view, slot + this.#view.getUint32(slot, true), this.#offset);
    });
  }

  /** A list of structures of whole 64-bit numbers, `width` of them each; 32-bit ones are padded to it. */
  rows(field: number, width: number): number[][] {
    const { from, count } = this.#vector(field, 8 * width);
    return Array.from({ length: count }, (_none, row) =>
      Array.from({ length: width }, (_empty, i) => this.#exact(from + 8 * (width * row + i))),
    );
  }

  i32s(field: number): number[] {
    const { from, count } = this.#vector(field, 4);
    return Array.from({ length: count }, (_none, i) => this.#view.getInt32(from + 4 * i, true));
  }

  /** Block: offset (i64), metadata length (i32, padded), body length (i64). */
  blocks(field: number): number[][] {
    const { from, count } = this.#vector(field, 24);
    return Array.from({ length: count }, (_none, row) => {
      const at = from + 24 * row;
      return [this.#exact(at), this.#view.getInt32(at + 8, true), this.#exact(at + 16)];
    });
  }

  #vector(field: number, itemBytes: number): { from: number; count: number } {
    const at = this.#target(field);
    if (at === undefined) return { from: 0, count: 0 };
    const count = this.#view.getUint32(this.#inside(at, 4), true);
    if (count > MOST_ITEMS) throw overBudget('flatbufferItems', MOST_ITEMS, count, this.#offset);
    return { from: this.#inside(at + 4, count * itemBytes), count };
  }

  #field(field: number, bytes: number): number | undefined {
    if (field >= this.#slots) return undefined;
    const relative = this.#view.getUint16(this.#vtable + 4 + 2 * field, true);
    return relative === 0 ? undefined : this.#inside(this.#at + relative, bytes);
  }

  #target(field: number): number | undefined {
    const at = this.#field(field, 4);
    return at === undefined ? undefined : at + this.#view.getUint32(at, true);
  }

  /** NaN where a double would not be exact: no size or count of a file can be so large. */
  #exact(at: number): number {
    const value = Number(this.#view.getBigInt64(at, true));
    return Number.isSafeInteger(value) ? value : Number.NaN;
  }

  #inside(at: number, bytes: number): number {
    if (at >= 0 && at + bytes <= this.#view.byteLength) return at;
    throw malformed(this.#offset);
  }
}

const malformed = (offset: number): Broken =>
  new Broken('L2', 'flatbuffer-malformed', 'a FlatBuffer points outside itself', { offset });
