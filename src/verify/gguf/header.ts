import { createHash } from 'node:crypto';
import { utf8 } from '../codec/utf8.ts';
import { Broken, type Findings, overBudget, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { judgeTemplate } from '../read/jinja.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { decodeElements } from '../tensor/element-values.ts';
import { ForwardReader } from './forward-reader.ts';

export interface GgufTensor {
  name: string;
  /** Sizes as in the file: the row's length first. */
  sizes: number[];
  typeId: number;
  /** From the start of the data. */
  offset: bigint;
  /** Where its entry lies, for messages. */
  entryAt: number;
}

export type GgufScalar = number | string | boolean;

export interface GgufHeader {
  littleEndian: boolean;
  alignment: number;
  /** Scalars, at most `SCALARS_KEPT`: what the format itself needs first. */
  scalars: Map<string, GgufScalar>;
  keys: number;
  tensors: GgufTensor[];
  /** One past the last entry. */
  end: number;
}

const { u8, i8, u16, i16, u32, i32, f32, bool, u64, i64, f64 } = DTYPES;
/** Value types by their numbers in the format's specification; texts and arrays are as long as they say themselves. */
const VALUE_TYPES = [u8, i8, u16, i16, u32, i32, f32, bool, undefined, undefined, u64, i64, f64];
/** Bytes of one, 0 where the length varies. */
const VALUE_BYTES = VALUE_TYPES.map((type) => (type?.bits ?? 0) / 8);
const BOOL = 7;
const STRING = 8;
const ARRAY = 9;

const MOST_KEY_BYTES = 65_535;
/** The specification says 64; readers that keep a terminating zero take 63. */
const MOST_NAME_BYTES = 64;
const MOST_DIMENSIONS = 4;
/** So much of a template is looked at; those that models come with have some thousands. */
const MOST_TEMPLATE_LETTERS = 2 ** 20;
const MOST_ARRAY_DEPTH = 8;
const SCALARS_KEPT = 64;
const TEXT_KEPT = 200;
/** The least that an entry takes: key length, one byte of key, type, one byte of value. */
const LEAST_KEY_BYTES = 8 + 1 + 4 + 1;
/** Name length, count of dimensions, type, offset. */
const LEAST_TENSOR_BYTES = 8 + 4 + 4 + 8;
const DEFAULT_ALIGNMENT = 32;
const NEEDED = /^(general\.(architecture|alignment)|split\.(no|count|tensors\.count))$/;

/** Reads everything before the tensors' data. Facts from the format's specification (ggml, docs/gguf.md), versions 2, 3. */
export async function readGgufHeader(subject: Subject): Promise<GgufHeader> {
  const littleEndian = orderOf(subject);
  const parser = new HeaderParser(subject, littleEndian);
  return await parser.read();
}

/** The magic is the same in both orders; the version tells. */
function orderOf({ head, sizeBytes }: Subject): boolean {
  if (head.length < 24) {
    throw new Broken('L1', 'cut-short', 'the file ends inside its header', {
      expected: 'at least 24 bytes',
      found: `${sizeBytes} bytes`,
    });
  }
  const version = new DataView(head.buffer, head.byteOffset).getUint32(4, true);
  const littleEndian = (version & 0xffff) !== 0;
  const own = littleEndian ? version : new DataView(head.buffer, head.byteOffset).getUint32(4, false);
  if (own === 1) {
    const what = 'is of version 1, which was replaced within weeks and which no reader of today takes';
    throw new Unsettled('L2', 'gguf-version', what, { offset: 4, found: '1' });
  }
  if (own === 3 || (own === 2 && littleEndian)) return littleEndian;
  throw new Unsettled('L2', 'gguf-version', 'is of a version that we do not know', {
    offset: 4,
    expected: '2 or 3',
    found: String(own),
  });
}

class HeaderParser {
  readonly #subject: Subject;
  readonly #findings: Findings;
  readonly #in: ForwardReader;
  readonly #littleEndian: boolean;
  readonly #scalars = new Map<string, GgufScalar>();
  #alignment = DEFAULT_ALIGNMENT;

  constructor(subject: Subject, littleEndian: boolean) {
    this.#subject = subject;
    this.#findings = subject.findings;
    this.#littleEndian = littleEndian;
    this.#in = new ForwardReader(subject.reader, 8, littleEndian);
  }

  async read(): Promise<GgufHeader> {
    await this.#in.need(16);
    const tensorCount = this.#count('tensors', LEAST_TENSOR_BYTES);
    const keyCount = this.#count('keys', LEAST_KEY_BYTES);
    await this.#readKeys(keyCount);
    const tensors = await this.#readTensors(tensorCount);
    return {
      littleEndian: this.#littleEndian,
      alignment: this.#alignment,
      scalars: this.#scalars,
      keys: keyCount,
      tensors,
      end: this.#in.offset,
    };
  }

  /** A u64 that can be no larger than what remains of the file allows. */
  #count(of: string, leastBytes: number): number {
    const at = this.#in.offset;
    const found = this.#in.u64();
    const most = BigInt(Math.floor(this.#in.remaining / leastBytes));
    if (found > most)
      throw malformed('count-lies', `lists more ${of} than the file can hold`, at, {
        expected: `<= ${most}`,
        found,
      });
    const { objects } = this.#subject.budgets;
    if (found > BigInt(objects)) throw overBudget('objects', objects, found, at);
    return Number(found);
  }

  async #readKeys(count: number): Promise<void> {
    const seen = new Set<string>();
    for (let i = 0; i < count; i += 1) {
      const at = this.#in.offset;
      const key = await this.#text('a key', MOST_KEY_BYTES);
      if (key === '') throw malformed('key-empty', 'a key has no name', at);
      if (seen.has(key)) throw malformed('duplicate-key', `${quoted(key)} stands there twice`, at);
      seen.add(key);
      await this.#in.need(4);
      await this.#readValue(key, this.#in.u32());
    }
  }

  async #readValue(key: string, type: number): Promise<void> {
    const at = this.#in.offset;
    if (key === 'general.alignment' && type !== 4)
      throw malformed('alignment', 'the alignment is no 32-bit count', at, {
        expected: 'type 4',
        found: type,
      });
    if (type === STRING) return await this.#readString(key);
    if (type === ARRAY) return await this.#skipArray(key, 1);
    const bytes = await this.#valueBytes(type);
    const value = scalarOf(type, bytes, this.#littleEndian);
    if (value === undefined)
      throw malformed('not-a-bool', `${quoted(key)} is a bool that is neither 0 nor 1`, at, {
        expected: '0 or 1',
        found: bytes[0],
      });
    if (typeof value === 'number' && !Number.isFinite(value) && (type === 6 || type === 12)) {
      this.#findings.fail('L3', 'non-finite', `${quoted(key)} is not a finite number`, {
        offset: at,
        found: String(value),
      });
    }
    this.#keep(key, value);
    if (key === 'general.alignment') this.#align(Number(value), at);
  }

  #align(value: number, at: number): void {
    if (value < 1 || (value & (value - 1)) !== 0)
      throw malformed('alignment', 'the alignment is no power of two', at, {
        expected: 'a power of two',
        found: value,
      });
    if (value % 8 !== 0)
      this.#findings.note('L2', 'alignment', 'the alignment is no multiple of 8, as the format asks', {
        offset: at,
        found: String(value),
      });
    this.#alignment = value;
  }

  async #valueBytes(type: number): Promise<Uint8Array<ArrayBuffer>> {
    const size = VALUE_BYTES[type];
    if (size === undefined || size === 0)
      throw malformed('value-type', 'a value is of no type that the format has', this.#in.offset, {
        expected: '0..12',
        found: type,
      });
    await this.#in.need(size);
    return new Uint8Array(this.#in.bytes(size));
  }

  async #readString(key: string): Promise<void> {
    const at = this.#in.offset;
    const length = await this.#length('a text');
    const isTemplate = key.startsWith('tokenizer.chat_template');
    if (!isTemplate) {
      const kept = Math.min(length, TEXT_KEPT);
      await this.#in.need(kept);
      this.#keep(key, new TextDecoder().decode(this.#in.bytes(kept)));
      this.#in.skip(length - kept);
      return;
    }
    const hash = createHash('sha256');
    const words = new TextDecoder();
    let template = '';
    for (let left = length; left > 0; ) {
      const part = Math.min(left, 65_536);
      await this.#in.need(part);
      const bytes = this.#in.bytes(part);
      hash.update(bytes);
      if (template.length < MOST_TEMPLATE_LETTERS) template += words.decode(bytes, { stream: true });
      left -= part;
    }
    const digest = hash.digest('hex');
    const what = `${quoted(key)} is a template that loaders run; it was not rendered`;
    judgeTemplate(template, this.#findings, { offset: at });
    this.#findings.note('L2', 'template', what, { offset: at, found: `${length} bytes, SHA-256 ${digest}` });
    this.#keep(key, `${length} bytes, SHA-256 ${digest}`);
  }

  /** Only lengths, and what a bool may be, are looked at: a vocabulary has a hundred thousand texts. */
  async #skipArray(key: string, depth: number): Promise<void> {
    if (depth > MOST_ARRAY_DEPTH) throw overBudget('nested arrays', MOST_ARRAY_DEPTH, depth, this.#in.offset);
    await this.#in.need(12);
    const at = this.#in.offset;
    const type = this.#in.u32();
    const size = VALUE_BYTES[type];
    if (size === undefined)
      throw malformed('value-type', `${quoted(key)} holds values of no type that the format has`, at, {
        expected: '0..12',
        found: type,
      });
    const least = size > 0 ? size : type === STRING ? 8 : 12;
    const count = this.#in.u64();
    const most = BigInt(Math.floor(this.#in.remaining / least));
    if (count > most)
      throw malformed('count-lies', `${quoted(key)} is longer than the file`, at + 4, {
        expected: `<= ${most}`,
        found: count,
      });
    if (type === BOOL) return await this.#readBools(key, Number(count));
    if (size > 0) return this.#in.skip(Number(count) * size);
    for (let i = 0; i < Number(count); i += 1) {
      if (type === ARRAY) await this.#skipArray(key, depth + 1);
      else {
        if (!this.#in.holds(8)) await this.#in.need(8);
        this.#skipText();
      }
    }
  }

  #skipText(): void {
    const at = this.#in.offset;
    const length = this.#in.u64();
    if (length > BigInt(this.#in.remaining)) throw longerThanFile('a text', at, length);
    this.#in.skip(Number(length));
  }

  async #readBools(key: string, count: number): Promise<void> {
    for (let left = count; left > 0; ) {
      const part = Math.min(left, 65_536);
      await this.#in.need(part);
      const at = this.#in.offset;
      const bad = this.#in.bytes(part).findIndex((byte) => byte > 1);
      if (bad >= 0)
        throw malformed('not-a-bool', `${quoted(key)} holds a bool that is neither 0 nor 1`, at + bad);
      left -= part;
    }
  }

  async #readTensors(count: number): Promise<GgufTensor[]> {
    const seen = new Set<string>();
    const tensors: GgufTensor[] = [];
    for (let i = 0; i < count; i += 1) {
      const entryAt = this.#in.offset;
      const name = await this.#text("a tensor's name", MOST_NAME_BYTES);
      if (seen.has(name))
        throw malformed('duplicate-key', `tensor ${quoted(name)} stands there twice`, entryAt);
      seen.add(name);
      await this.#in.need(4);
      const dimensions = this.#in.u32();
      if (dimensions > MOST_DIMENSIONS)
        throw malformed('dimensions', `tensor ${quoted(name)} has too many dimensions`, entryAt, {
          expected: '<= 4',
          found: dimensions,
        });
      await this.#in.need(8 * dimensions + 12);
      const sizes = Array.from({ length: dimensions }, () => this.#size(name));
      tensors.push({ name, sizes, typeId: this.#in.u32(), offset: this.#in.u64(), entryAt });
    }
    return tensors;
  }

  #size(name: string): number {
    const at = this.#in.offset;
    const size = this.#in.u64();
    // Even elements of one bit would not fit into the file.
    if (size > BigInt(this.#subject.sizeBytes) * 64n)
      throw malformed('size-lies', `tensor ${quoted(name)} is larger than the file`, at, { found: size });
    return Number(size);
  }

  async #length(what: string): Promise<number> {
    await this.#in.need(8);
    const at = this.#in.offset;
    const length = this.#in.u64();
    if (length > BigInt(this.#in.remaining)) throw longerThanFile(what, at, length);
    return Number(length);
  }

  async #text(what: string, mostBytes: number): Promise<string> {
    const at = this.#in.offset;
    const length = await this.#length(what);
    if (length > mostBytes)
      throw malformed('name-too-long', `${what} is longer than the format allows`, at, {
        expected: `<= ${mostBytes}`,
        found: length,
      });
    await this.#in.need(length);
    const text = utf8(this.#in.bytes(length));
    if (text === undefined) throw malformed('not-utf8', `${what} is not UTF-8 text`, at);
    return text;
  }

  #keep(key: string, value: GgufScalar): void {
    if (NEEDED.test(key) || this.#scalars.size < SCALARS_KEPT - 5) this.#scalars.set(key, value);
  }
}

/** `undefined` for a bool that is none. */
function scalarOf(type: number, bytes: Uint8Array, littleEndian: boolean): number | boolean | undefined {
  const dtype = VALUE_TYPES[type];
  const own = littleEndian ? bytes : Uint8Array.from(bytes).reverse();
  const value = dtype === undefined ? undefined : decodeElements(dtype, own)?.[0];
  if (type !== BOOL || value === undefined) return value;
  return value > 1 ? undefined : value === 1;
}

const longerThanFile = (what: string, at: number, length: bigint): Broken =>
  malformed('length-lies', `${what} is longer than the file`, at, { found: length });

const malformed = (
  code: string,
  what: string,
  offset: number,
  { found, ...told }: { expected?: string; found?: number | bigint | undefined } = {},
): Broken =>
  new Broken('L2', code, what, { offset, ...told, ...(found === undefined ? {} : { found: String(found) }) });
