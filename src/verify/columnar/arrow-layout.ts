import type { FlatTable } from '../codec/flat-buffer.ts';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { Nesting } from './arrow-nested.ts';

/** What a buffer of a column holds, as far as its least size depends on the number of elements. */
export type BufferKind = { bits: number } | 'validity' | 'offsets32' | 'offsets64' | 'bytes';

/** Of the numbers that point into a dictionary. */
export interface IndexType {
  /** Of the dictionary. */
  id: number;
  bits: number;
  isSigned: boolean;
}

/** One array of the flattened tree of columns. */
export interface ArrayLayout {
  name: string;
  buffers: BufferKind[];
  /** Followed by any number of buffers, counted in the message. */
  variadic: boolean;
  /** A column itself, so as long as its batch. */
  isColumn: boolean;
  /** Its bytes are UTF-8. */
  isText: boolean;
  nesting?: Nesting;
  /** Its numbers point into a dictionary. */
  indices?: IndexType;
}

export interface ArrowSchema {
  columns: string[];
  arrays: ArrayLayout[];
  /** The layout of the values that a dictionary's indices point at, by the dictionary's id. */
  dictionaries: Map<number, ArrayLayout[]>;
  /** Columns of types that a library has added, and what is kept beside all columns. */
  extensions: Extension[];
}

/** All of it is untrusted. */
export interface Extension {
  /** Or the key, of what is kept beside all columns. */
  column: string;
  /** `undefined` of what is kept beside all columns. */
  type: string | undefined;
  /** What its library makes the type of; empty where a column before has the same bytes. */
  description: Uint8Array;
}

const MOST_DEPTH = 64;
/** Tables of a FlatBuffer may be shared, so a few of them can pretend to be any number of columns. */
const MOST_ARRAYS = 100_000;
const V4 = 3;

const fixed = (bits: number): BufferKind[] => ['validity', { bits }];

/** What the table of a type says; it may be left out where every field has its default. */
type Details = FlatTable | undefined;
const always =
  (...kinds: BufferKind[]) =>
  (): BufferKind[] =>
    kinds;
/** A width of 0 is one that does not exist. */
const numbers =
  (bits: (of: Details) => number | undefined) =>
  (of: Details): BufferKind[] =>
    fixed(bits(of) ?? 0);
const text = always('validity', 'offsets32', 'bytes');
const largeText = always('validity', 'offsets64', 'bytes');
const list = always('validity', 'offsets32');
const nested = always('validity');

/** The buffers of an array, by the number of its type in `union Type`; numbers and fields from the format's Schema.fbs. */
const BUFFERS: Readonly<Record<number, (of: Details) => BufferKind[]>> = {
  1: always(), // Null
  2: numbers((of) => of?.i32(0)), // Int
  3: numbers((of) => [16, 32, 64][of?.i16(0) ?? 0]), // FloatingPoint
  4: text, // Binary
  5: text, // Utf8
  6: always('validity', { bits: 1 }), // Bool
  7: numbers((of) => of?.i32(2, 128)), // Decimal
  8: numbers((of) => (of?.i16(0, 1) === 0 ? 32 : 64)), // Date
  9: numbers((of) => of?.i32(1, 32)), // Time
  10: always('validity', { bits: 64 }), // Timestamp
  11: numbers((of) => [32, 64, 128][of?.i16(0) ?? 0]), // Interval
  12: list, // List
  13: nested, // Struct
  14: (of) => (of?.i16(0) === 1 ? [{ bits: 8 }, { bits: 32 }] : [{ bits: 8 }]), // Union, dense or sparse
  15: (of) => fixed(8 * Math.max(0, of?.i32(0) ?? 0)), // FixedSizeBinary
  16: nested, // FixedSizeList
  17: list, // Map
  18: always('validity', { bits: 64 }), // Duration
  19: largeText, // LargeBinary
  20: largeText, // LargeUtf8
  21: always('validity', 'offsets64'), // LargeList
  22: always(), // RunEndEncoded
  23: always('validity', { bits: 128 }), // BinaryView
  24: always('validity', { bits: 128 }), // Utf8View
  25: always('validity', { bits: 32 }, { bits: 32 }), // ListView
  26: always('validity', { bits: 64 }, { bits: 64 }), // LargeListView
};
/** Types whose width the file gives, and the widths there are. */
const NUMBERS = [2, 3, 7, 9, 11];
const WIDTHS = [8, 16, 32, 64, 128, 256];
/** How many columns a column of a type has below it, where that is fixed: lists and maps have their items. */
const CHILDREN: Readonly<Record<number, number>> = { 12: 1, 16: 1, 17: 1, 21: 1, 22: 2, 25: 1, 26: 1 };
const INT = 2;
const UNION = 14;
const VIEWS = [23, 24];
const TEXTS = [5, 20, 24];
const MAP = 17;
const RUNS = 22;
const NESTING: Readonly<Record<number, Nesting['kind']>> = {
  12: 'list',
  13: 'struct',
  14: 'sparse-union',
  16: 'fixed-list',
  17: 'map',
  21: 'list',
  22: 'runs',
  25: 'list-view',
  26: 'list-view',
};

/** Types whose description is a pickle. */
const RUN = ['arrow.py_extension_type'];

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
  readonly #extensions: Extension[] = [];
  /** Where descriptions lie: columns may share one, and a large one is not to be walked for each. */
  readonly #described = new Set<number>();
  #fields = 0;

  constructor(version: number, mostArrays: number, offset: number) {
    this.#version = version;
    this.#mostArrays = Math.min(mostArrays, MOST_ARRAYS);
    this.#offset = offset;
  }

  read(schema: FlatTable): ArrowSchema {
    if (schema.i16(0) !== 0)
      throw new Unsettled('L2', 'arrow-big-endian', 'holds big-endian numbers', { offset: this.#offset });
    if (!schema.has(1)) throw this.#broken('has no list of columns');
    const fields = schema.tables(1);
    const arrays: ArrayLayout[] = [];
    for (const field of fields) arrays.push(...this.#field(field, '', 0));
    for (const pair of schema.tables(2)) this.#note(pair.text(0), undefined, pair.bytes(1));
    return {
      columns: fields.map((field) => field.text(0)),
      arrays,
      dictionaries: this.#dictionaries,
      extensions: this.#extensions,
    };
  }

  #field(field: FlatTable, parent: string, depth: number): ArrayLayout[] {
    if (depth > MOST_DEPTH) throw this.#broken(`is nested more than ${MOST_DEPTH} deep`);
    this.#fields += 1;
    if (this.#fields > this.#mostArrays)
      throw overBudget('objects', this.#mostArrays, this.#fields, this.#offset);
    this.#noteExtension(field);
    if (field.u8(2) === MAP) this.#mustHaveKeys(field);
    const name = (parent === '' ? field.text(0) : `${parent}.${field.text(0)}`).slice(0, 256);
    const dictionary = field.table(4);
    const own = this.#values(field, name, depth);
    if (dictionary === undefined) return own;
    this.#dictionaries.set(
      dictionary.i64(0),
      own.map((array) => ({ ...array, isColumn: false })),
    );
    const type = dictionary.table(1);
    const bits = type?.i32(0) ?? 32;
    const indices = { id: dictionary.i64(0), bits, isSigned: type === undefined || type.u8(1) !== 0 };
    const buffers = fixed(bits);
    return [{ name, buffers, indices, variadic: false, isColumn: depth === 0, isText: false }];
  }

  /** Pairs of which neither the pair nor its key may be left out. */
  #mustHaveKeys(field: FlatTable): void {
    const [pairs, ...others] = field.tables(5);
    const [key] = pairs?.tables(5) ?? [];
    if (others.length > 0 || [pairs, key].some((each) => each === undefined || each.u8(1) !== 0))
      throw this.#broken('has a map whose keys may be left out');
  }

  #noteExtension(field: FlatTable): void {
    let type: string | undefined;
    let description: Uint8Array = new Uint8Array();
    for (const pair of field.tables(6)) {
      const key = pair.text(0);
      if (key === 'ARROW:extension:name') type = pair.text(1);
      if (key === 'ARROW:extension:metadata') description = pair.bytes(1);
    }
    if (type === undefined) return;
    const column = field.text(0);
    // pyarrow before 14.0.1 unpickles what such a column carries as soon as its schema is read (CVE-2023-47248).
    if (RUN.includes(type)) {
      const what = `${quoted(column)} is of a type that older pyarrow unpickles`;
      throw new Broken('L2', 'hidden-pickle', what, { offset: this.#offset, found: type });
    }
    this.#note(column, type, description);
  }

  #note(column: string, type: string | undefined, description: Uint8Array): void {
    const isKnown = this.#described.has(description.byteOffset);
    this.#described.add(description.byteOffset);
    this.#extensions.push({ column, type, description: isKnown ? new Uint8Array() : description });
  }

  #values(field: FlatTable, name: string, depth: number): ArrayLayout[] {
    const type = field.u8(2);
    const below = field.tables(5);
    if (CHILDREN[type] !== undefined && below.length !== CHILDREN[type])
      throw this.#broken(`gives ${quoted(name)} ${below.length} columns below it`, String(CHILDREN[type]));
    const children = below.map((child) => this.#field(child, name, depth + 1));
    const details = field.table(3);
    if (type === RUNS && !isRunEnd(below[0]))
      throw this.#broken(`gives ${quoted(name)} runs without proper ends`);
    const kind = type === UNION && details?.i16(0) === 1 ? 'dense-union' : NESTING[type];
    const own: ArrayLayout = {
      name,
      buffers: this.#buffers(type, details),
      variadic: VIEWS.includes(type),
      isColumn: depth === 0,
      isText: TEXTS.includes(type),
      ...(kind === undefined ? {} : { nesting: this.#nesting(kind, details, children) }),
    };
    return [own, ...children.flat()];
  }

  #nesting(kind: Nesting['kind'], details: Details, below: readonly ArrayLayout[][]): Nesting {
    const each = kind === 'fixed-list' ? (details?.i32(0) ?? 0) : 0;
    if (each < 0) throw this.#broken('has lists of a negative length');
    const codes = kind.endsWith('union') ? (details?.i32s(1) ?? []) : [];
    if (codes.length > 0 && (codes.length !== below.length || new Set(codes).size < codes.length))
      throw this.#broken('has a union whose types are not those of its columns');
    let at = 1;
    const children = below.map(({ length }) => {
      at += length;
      return at - length;
    });
    return { kind, each, codes, children };
  }

  #buffers(type: number, of: Details): BufferKind[] {
    const kinds = BUFFERS[type]?.(of);
    if (kinds === undefined)
      throw new Unsettled('L2', 'arrow-type', 'has a column of a type that we do not know', {
        offset: this.#offset,
        found: String(type),
      });
    const isNumber = NUMBERS.includes(type);
    if (isNumber && !kinds.every((kind) => typeof kind === 'string' || WIDTHS.includes(kind.bits)))
      throw this.#broken('has numbers of a width that does not exist');
    // Until version 4 of the metadata a union had a validity bitmap of its own.
    return type === UNION && this.#version <= V4 ? ['validity', ...kinds] : kinds;
  }

  #broken(what: string, expected?: string): Broken {
    return new Broken('L2', 'arrow-schema', `the schema ${what}`, {
      offset: this.#offset,
      ...(expected === undefined ? {} : { expected }),
    });
  }
}

/** Whole numbers with a sign, of 16 bits at least, without nulls. */
function isRunEnd(field: FlatTable | undefined): boolean {
  const type = field?.u8(2) === INT ? field.table(3) : undefined;
  return type !== undefined && type.u8(1) !== 0 && [16, 32, 64].includes(type.i32(0));
}

/** The fewest bytes that a buffer for so many elements takes. */
export function leastBytes(kind: BufferKind, length: number, nulls: number): number {
  if (kind === 'validity') return nulls === 0 ? 0 : Math.ceil(length / 8);
  if (kind === 'bytes' || length === 0) return 0;
  if (kind === 'offsets32') return 4 * (length + 1);
  if (kind === 'offsets64') return 8 * (length + 1);
  return Math.ceil((length * kind.bits) / 8);
}
