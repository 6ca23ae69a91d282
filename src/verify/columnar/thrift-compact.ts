import { takeVarint } from '../codec/varint.ts';
import { Broken } from '../contract/findings.ts';

/** The bytes end inside a value: more of them are needed, or the file is cut. */
export class ThriftCut extends Broken {
  constructor(offset: number) {
    super('L1', 'thrift-cut', 'ends inside a Thrift structure', { offset });
  }
}

/** What a field holds; bytes are kept as text in Latin-1. Fields that a shape does not name are walked and dropped. */
export type Kind = keyof typeof WHOLE | 'bool' | 'text' | 'bytes' | { list: Kind } | { struct: Shape };

/** By field id: the name under which the value is kept, its kind, and whether a structure without it is none. */
export type Shape = Readonly<Record<number, readonly [name: string, kind: Kind, isRequired?: 'required']>>;

export type ThriftValue = number | boolean | string | ThriftValue[] | ThriftStruct | undefined;

export interface ThriftStruct {
  [name: string]: ThriftValue;
}

const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, MAP, STRUCT] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
] as const;

/** Numbers of each width have a type of their own. */
const WHOLE = { byte: BYTE, i16: I16, i32: I32, i64: I64 } as const;

/** Shapes nest less than this in every format that uses them; only unknown fields could go deeper. */
const MOST_DEPTH = 32;
export const MOST_NAME_BYTES = 1024 ** 2;

/**
 * Reads structures of Thrift's compact protocol (as in its specification): every read is checked against the bytes that are
 * there, lists against the bytes that remain, nesting against a cap. Nothing is allocated from a length alone.
 */
export class ThriftCompact {
  /** Bytes consumed so far. */
  at = 0;
  readonly #bytes: Uint8Array;
  readonly #offset: number;

  /** @param offset where `bytes` lie in the file */
  constructor(bytes: Uint8Array, offset: number) {
    this.#bytes = bytes;
    this.#offset = offset;
  }

  struct(shape: Shape, depth = 0): ThriftStruct {
    if (depth > MOST_DEPTH) throw this.#broken(`is nested more than ${MOST_DEPTH} deep`);
    const result: ThriftStruct = {};
    const seen = new Set<number>();
    let id = 0;
    for (;;) {
      const head = this.#byte();
      const type = head & 0x0f;
      if (type === STOP) {
        if (head !== STOP) throw this.#broken('ends with no proper end mark');
        this.#mustHaveAll(shape, seen);
        return result;
      }
      id = head >> 4 === 0 ? this.#int() : id + (head >> 4);
      if (seen.has(id)) throw this.#broken(`has its field ${id} twice`);
      seen.add(id);
      const known = shape[id];
      if (known === undefined) this.#skip(type, depth + 1, true);
      else result[known[0]] = this.#value(known[1], type, depth + 1, true);
    }
  }

  #mustHaveAll(shape: Shape, seen: ReadonlySet<number>): void {
    for (const id in shape) {
      const [name, , isRequired] = shape[id] as Shape[number];
      if (isRequired !== undefined && !seen.has(Number(id))) throw this.#broken(`lacks its ${name}`);
    }
  }

  #value(kind: Kind, type: number, depth: number, isField: boolean): ThriftValue {
    if (kind === 'bool') return this.#bool(type, isField);
    if (kind === 'byte' || kind === 'i16' || kind === 'i32' || kind === 'i64') {
      if (type !== WHOLE[kind]) throw this.#mismatch(kind, type);
      return type === BYTE ? (this.#byte() << 24) >> 24 : this.#int();
    }
    if (kind === 'text') {
      if (type !== BINARY) throw this.#mismatch('a text', type);
      return this.#text();
    }
    if (kind === 'bytes') {
      if (type !== BINARY) throw this.#mismatch('bytes', type);
      const bytes = this.#take(this.#length());
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    }
    if ('struct' in kind) {
      if (type !== STRUCT) throw this.#mismatch('a structure', type);
      return this.struct(kind.struct, depth);
    }
    if (type !== LIST && type !== SET) throw this.#mismatch('a list', type);
    const { count, element } = this.#listHead();
    const list: ThriftValue[] = [];
    for (let i = 0; i < count; i += 1) list.push(this.#value(kind.list, element, depth, false));
    return list;
  }

  #skip(type: number, depth: number, isField: boolean): undefined {
    if (depth > MOST_DEPTH) throw this.#broken(`is nested more than ${MOST_DEPTH} deep`);
    if (type === TRUE || type === FALSE) this.#bool(type, isField);
    else if (type === BYTE) this.#byte();
    else if (type >= I16 && type <= I64) this.#varint();
    else if (type === DOUBLE) this.#take(8);
    else if (type === BINARY) this.#take(this.#length());
    else if (type === STRUCT) this.struct({}, depth);
    else if (type === LIST || type === SET) {
      const { count, element } = this.#listHead();
      for (let i = 0; i < count; i += 1) this.#skip(element, depth + 1, false);
    } else if (type === MAP) this.#skipMap(depth);
    else throw this.#broken(`has a value of type ${type}, which does not exist`);
  }

  #skipMap(depth: number): void {
    const count = this.#length();
    if (count === 0) return;
    const types = this.#byte();
    for (let i = 0; i < count; i += 1) {
      this.#skip(types >> 4, depth + 1, false);
      this.#skip(types & 0x0f, depth + 1, false);
    }
  }

  /** Every element takes at least one byte, so a list cannot have more of them than bytes remain. */
  #listHead(): { count: number; element: number } {
    const head = this.#byte();
    const element = head & 0x0f;
    const count = head >> 4 === 15 ? this.#length() : head >> 4;
    if (count > this.#bytes.length - this.at) throw new ThriftCut(this.#here);
    // fastparquet gives a list of nothing no type (2026.9.0).
    if (element > STRUCT || (element === STOP && count > 0))
      throw this.#broken(`has a list of type ${element}, which does not exist`);
    return { count, element };
  }

  /** In a field the type is the value; in a list each is a byte. */
  #bool(type: number, isField: boolean): boolean {
    if (type !== TRUE && type !== FALSE) throw this.#mismatch('a truth value', type);
    if (isField) return type === TRUE;
    const byte = this.#byte();
    if (byte > FALSE) throw this.#broken('has a truth value that is neither');
    return byte === TRUE;
  }

  #text(): string {
    const bytes = this.#take(this.#length());
    // Longer texts are metadata that nobody compares; only that they are there matters.
    const shown = bytes.length > MOST_NAME_BYTES ? bytes.subarray(0, MOST_NAME_BYTES) : bytes;
    return Buffer.from(shown.buffer, shown.byteOffset, shown.length).toString('utf8');
  }

  #length(): number {
    const length = this.#varint();
    if (length > 0x7fffffff) throw this.#broken('has a length beyond the protocol');
    if (length > this.#bytes.length - this.at) throw new ThriftCut(this.#here);
    return length;
  }

  /** Zigzag; beyond 2^53 no size, offset or count of a file can be true. */
  #int(): number {
    const raw = this.#varint();
    if (!Number.isSafeInteger(raw)) return Number.NaN;
    return raw % 2 === 0 ? raw / 2 : -(raw + 1) / 2;
  }

  #varint(): number {
    const value = takeVarint(() => this.#byte());
    if (value === undefined) throw this.#broken('has a number that does not end');
    return value;
  }

  #byte(): number {
    const byte = this.#bytes[this.at];
    if (byte === undefined) throw new ThriftCut(this.#here);
    this.at += 1;
    return byte;
  }

  #take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.at) throw new ThriftCut(this.#here);
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  get #here(): number {
    return this.#offset + this.at;
  }

  #mismatch(wanted: string, type: number): Broken {
    return this.#broken(`has a value of type ${type} where ${wanted} belongs`);
  }

  #broken(what: string): Broken {
    return new Broken('L2', 'thrift-malformed', `a Thrift structure ${what}`, { offset: this.#here });
  }
}
