import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import type { FlatTable } from './flat-buffer.ts';

/** What a buffer of a column holds, as far as its least size depends on the number of elements. */
export type BufferKind = { bits: number } | 'validity' | 'offsets32' | 'offsets64' | 'bytes';

/** One array of the flattened tree of columns. */
export interface ArrayLayout {
  name: string;
  buffers: BufferKind[];
  /** Followed by any number of buffers, counted in the message. */
  variadic: boolean;
  /** A column itself, so as long as its batch. */
  isColumn: boolean;
}

export interface ArrowSchema {
  columns: string[];
  arrays: ArrayLayout[];
  /** The layout of the values that a dictionary's indices point at, by the dictionary's id. */
  dictionaries: Map<number, ArrayLayout[]>;
}

const MOST_DEPTH = 64;
/** Tables of a FlatBuffer may be shared, so a few of them can pretend to be any number of columns. */
const MOST_ARRAYS = 100_000;
const V4 = 3;

// Numbers of `union Type` and fields of the tables, from the format's Schema.fbs.
const [
  NULL,
  INT,
  FLOAT,
  BINARY,
  UTF8,
  BOOL,
  DECIMAL,
  DATE,
  TIME,
  TIMESTAMP,
  INTERVAL,
  LIST,
  STRUCT,
  UNION,
  FIXED_BINARY,
  FIXED_LIST,
  MAP,
  DURATION,
  LARGE_BINARY,
  LARGE_UTF8,
  LARGE_LIST,
  RUN_END,
  BINARY_VIEW,
  UTF8_VIEW,
  LIST_VIEW,
  LARGE_LIST_VIEW,
] = Array.from({ length: 26 }, (_none, i) => i + 1) as number[] as [
  number, number, number, number, number, number, number, number, number, number, number, number, number,
  number, number, number, number, number, number, number, number, number, number, number, number, number,
]; // biome-ignore format: a tuple of 26

const fixed = (bits: number): BufferKind[] => ['validity', { bits }];

/** @param offset where the schema lies in the file */
export function readSchema(
  schema: FlatTable,
  version: number,
  mostArrays: number,
  offset: number,
): ArrowSchema {
  return new SchemaReader(version, mostArrays, offset).read(schema);
}

class SchemaReader {
  readonly #version: number;
  readonly #mostArrays: number;
  readonly #offset: number;
  readonly #dictionaries = new Map<number, ArrayLayout[]>();
  #fields = 0;

  constructor(version: number, mostArrays: number, offset: number) {
    this.#version = version;
    this.#mostArrays = Math.min(mostArrays, MOST_ARRAYS);
    this.#offset = offset;
  }

  read(schema: FlatTable): ArrowSchema {
    if (schema.i16(0) !== 0)
      throw new Unsettled('L2', 'arrow-big-endian', 'holds big-endian numbers', { offset: this.#offset });
    const fields = schema.tables(1);
    const arrays: ArrayLayout[] = [];
    for (const field of fields) arrays.push(...this.#field(field, '', 0));
    return { columns: fields.map((field) => field.text(0)), arrays, dictionaries: this.#dictionaries };
  }

  #field(field: FlatTable, parent: string, depth: number): ArrayLayout[] {
    if (depth > MOST_DEPTH) throw this.#broken(`is nested more than ${MOST_DEPTH} deep`);
    this.#fields += 1;
    if (this.#fields > this.#mostArrays)
      throw overBudget('objects', this.#mostArrays, this.#fields, this.#offset);
    const name = (parent === '' ? field.text(0) : `${parent}.${field.text(0)}`).slice(0, 256);
    const dictionary = field.table(4);
    const own = this.#values(field, name, depth);
    if (dictionary === undefined) return own;
    this.#dictionaries.set(
      dictionary.i64(0),
      own.map((array) => ({ ...array, isColumn: false })),
    );
    const bits = dictionary.table(1)?.i32(0) ?? 32;
    return [{ name, buffers: fixed(bits), variadic: false, isColumn: depth === 0 }];
  }

  #values(field: FlatTable, name: string, depth: number): ArrayLayout[] {
    const type = field.u8(2);
    const children = field.tables(5).flatMap((child) => this.#field(child, name, depth + 1));
    const variadic = type === BINARY_VIEW || type === UTF8_VIEW;
    return [
      { name, buffers: this.#buffers(type, field.table(3)), variadic, isColumn: depth === 0 },
      ...children,
    ];
  }

  #buffers(type: number, of: FlatTable | undefined): BufferKind[] {
    switch (type) {
      case NULL:
      case RUN_END:
        return [];
      case BOOL:
        return fixed(1);
      case INT:
        return fixed(this.#width(of?.i32(0) ?? 0));
      case FLOAT:
        return fixed([16, 32, 64][of?.i16(0) ?? 0] ?? this.#width(0));
      case DECIMAL:
        return fixed(this.#width(of?.i32(2, 128) ?? 0));
      case DATE:
        return fixed(of?.i16(0, 1) === 0 ? 32 : 64);
      case TIME:
        return fixed(this.#width(of?.i32(1, 32) ?? 0));
      case TIMESTAMP:
      case DURATION:
        return fixed(64);
      case INTERVAL:
        return fixed([32, 64, 128][of?.i16(0) ?? 0] ?? this.#width(0));
      case FIXED_BINARY:
        return fixed(8 * Math.max(0, of?.i32(0) ?? 0));
      case BINARY:
      case UTF8:
        return ['validity', 'offsets32', 'bytes'];
      case LARGE_BINARY:
      case LARGE_UTF8:
        return ['validity', 'offsets64', 'bytes'];
      case LIST:
      case MAP:
        return ['validity', 'offsets32'];
      case LARGE_LIST:
        return ['validity', 'offsets64'];
      case STRUCT:
      case FIXED_LIST:
        return ['validity'];
      case LIST_VIEW:
        return ['validity', { bits: 32 }, { bits: 32 }];
      case LARGE_LIST_VIEW:
        return ['validity', { bits: 64 }, { bits: 64 }];
      case BINARY_VIEW:
      case UTF8_VIEW:
        return fixed(128);
      case UNION:
        return this.#union(of?.i16(0) === 1);
      default:
        throw new Unsettled('L2', 'arrow-type', 'has a column of a type that we do not know', {
          offset: this.#offset,
          found: String(type),
        });
    }
  }

  /** Until version 4 of the metadata a union had a validity bitmap of its own. */
  #union(isDense: boolean): BufferKind[] {
    const kinds: BufferKind[] = [{ bits: 8 }];
    if (this.#version <= V4) kinds.unshift('validity');
    if (isDense) kinds.push({ bits: 32 });
    return kinds;
  }

  #width(bits: number): number {
    if ([8, 16, 32, 64, 128, 256].includes(bits)) return bits;
    throw this.#broken('has numbers of a width that does not exist');
  }

  #broken(what: string): Broken {
    return new Broken('L2', 'arrow-schema', `the schema ${what}`, { offset: this.#offset });
  }
}

/** The fewest bytes that a buffer for so many elements takes. */
export function leastBytes(kind: BufferKind, length: number, nulls: number): number {
  if (kind === 'validity') return nulls === 0 ? 0 : Math.ceil(length / 8);
  if (kind === 'bytes' || length === 0) return 0;
  if (kind === 'offsets32') return 4 * (length + 1);
  if (kind === 'offsets64') return 8 * (length + 1);
  return Math.ceil((length * kind.bits) / 8);
}
