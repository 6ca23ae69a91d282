import { Broken, overBudget } from '../contract/findings.ts';
import { utf8 } from './utf8.ts';

/** What a field of a table holds: a number of so many bytes, or what its offset leads to. */
export type FlatKind =
  | 1
  | 2
  | 4
  | 8
  /** Ends with a zero. */
  | 'text'
  /** A text that readers must be able to decode, too. */
  | 'name'
  | { table: () => FlatShape }
  | { tables: () => FlatShape }
  /** A list of structures or numbers of so many bytes. */
  | { rows: number }
  /** One of several tables, by the number in the field before. */
  | { oneOf: Readonly<Record<number, () => FlatShape>> };

/** By a field's place in its table. */
export type FlatShape = readonly FlatKind[];

const MOST_DEPTH = 128;
/** Shared tables could otherwise be walked without end. */
const MOST_TABLES = 1_000_000;

/**
 * Walks every table, list and text of a FlatBuffer that its schema knows, as the format's own verifier does: all of it inside,
 * aligned, texts with their end mark. Readers refuse a buffer of which any of that is not so.
 *
 * @param offset where the buffer lies in the file, for messages
 */
export function checkFlat(bytes: Uint8Array, root: FlatShape, offset: number): void {
  new FlatCheck(bytes, offset).root(root);
}

class FlatCheck {
  readonly #view: DataView;
  readonly #offset: number;
  #tables = 0;

  constructor(bytes: Uint8Array, offset: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#offset = offset;
  }

  root(shape: FlatShape): void {
    this.#table(this.#target(0), shape, 0);
  }

  #table(at: number, shape: FlatShape, depth: number): void {
    this.#tables += 1;
    if (this.#tables > MOST_TABLES)
      throw overBudget('flatbufferTables', MOST_TABLES, this.#tables, this.#offset);
    if (depth > MOST_DEPTH) throw this.#broken(`is nested more than ${MOST_DEPTH} deep`);
    const places = at - this.#view.getInt32(this.#number(at, 4), true);
    const size = this.#view.getUint16(this.#number(places, 2), true);
    if (size % 2 !== 0) throw this.#broken('has a table of half a field');
    // Its own length and that of its table come first, and no table lies on the places of its fields.
    if (size < 4 || (places < at + 4 && at < places + size))
      throw this.#broken('has a table whose fields have no places of their own');
    this.#inside(places, size);
    shape.forEach((kind, field) => {
      const slot = 4 + 2 * field;
      const relative = slot + 2 > size ? 0 : this.#view.getUint16(places + slot, true);
      if (relative === 0) return;
      // The number that says which of several tables it is stands in the field before.
      const before = slot > size - 2 ? 0 : this.#view.getUint16(places + slot - 2, true);
      this.#field(at + relative, kind, depth, before === 0 ? undefined : at + before);
    });
  }

  #field(at: number, kind: FlatKind, depth: number, before: number | undefined): void {
    if (typeof kind === 'number') {
      this.#number(at, kind);
      return;
    }
    const target = this.#target(at);
    if (kind === 'text' || kind === 'name') {
      const end = this.#list(target, 1);
      if (end >= this.#view.byteLength || this.#view.getUint8(end) !== 0)
        throw this.#broken('has a text without its end mark');
      const text = new Uint8Array(this.#view.buffer, this.#view.byteOffset + target + 4, end - target - 4);
      if (kind === 'name' && utf8(text) === undefined) throw this.#broken('has a name that is no UTF-8');
    } else if ('rows' in kind) this.#list(target, kind.rows);
    else if ('table' in kind) this.#table(target, kind.table(), depth + 1);
    else if ('oneOf' in kind) {
      const which =
        before === undefined ? undefined : kind.oneOf[this.#view.getUint8(this.#inside(before, 1))];
      if (which !== undefined) this.#table(target, which(), depth + 1);
    } else {
      const end = this.#list(target, 4);
      const shape = kind.tables();
      for (let each = target + 4; each < end; each += 4) this.#table(this.#target(each), shape, depth + 1);
    }
  }

  /** @returns where the list ends */
  #list(at: number, itemBytes: number): number {
    const count = this.#view.getUint32(this.#number(at, 4), true);
    this.#inside(at + 4, count * itemBytes);
    return at + 4 + count * itemBytes;
  }

  #target(at: number): number {
    const relative = this.#view.getUint32(this.#number(at, 4), true);
    if (relative === 0) throw this.#broken('has an offset that leads nowhere');
    return this.#inside(at + relative, 1);
  }

  #number(at: number, bytes: number): number {
    if (at % bytes !== 0) throw this.#broken('has a number that is not aligned');
    return this.#inside(at, bytes);
  }

  #inside(at: number, bytes: number): number {
    if (at >= 0 && at + bytes <= this.#view.byteLength) return at;
    throw this.#broken('points outside itself');
  }

  #broken(what: string): Broken {
    return new Broken('L2', 'flatbuffer-malformed', `a FlatBuffer ${what}`, { offset: this.#offset });
  }
}
