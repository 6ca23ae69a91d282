import { Broken, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { strayPickle } from '../pickle/stray-pickle.ts';
import type { Program } from '../read/push-parser.ts';
import type { Dtype } from '../tensor/dtype.ts';
import { ElementScan } from '../tensor/element-scan.ts';
import { mayNotBeNegative } from '../tensor/judge.ts';
import { dtypeNamed } from '../tensor/numpy-names.ts';
import type { TensorBook } from '../tensor/tensor-book.ts';
import { BurnTensors } from './burn-tensors.ts';
import { type MsgpackEvents, type MsgpackScalar, MsgpackStream, trailing } from './msgpack-stream.ts';

/** Flax's own types (flax.serialization). */
const NDARRAY = 1;
const COMPLEX = 2;
const SCALAR = 3;
/** As msgpack's specification has it. */
const TIMESTAMP = -1;
const TIMESTAMP_BYTES = new Set([4, 8, 12]);

const CHUNKED = '__msgpack_chunked_array__';
const SCALARS_SHOWN = 64;
/** Shape and type of an array; the longest is 32 dimensions of nine bytes and a name. */
const MOST_ARRAY_HEAD_BYTES = 512;

interface ArrayHead {
  dtype: Dtype;
  shape: number[];
  elements: number;
  /** Of the elements, and where they lie in the file. */
  bytes: number;
  dataAt: number;
}

/** An array above 2^30 bytes is a map of its shape and of flat pieces. */
interface Chunked {
  path: string;
  shape: Map<string, number>;
  pieces: number;
  elements: number;
  offset: number;
  dtype?: Dtype;
  scan?: ElementScan;
}

/** Takes the arrays, scalars and names out of a Flax checkpoint as they come by. */
export class FlaxArrays implements MsgpackEvents {
  #oddKeyAt: number | undefined;
  readonly #subject: Subject;
  readonly #book: TensorBook;
  readonly #shown: [string, string | number | boolean | null][] = [];
  readonly #burn: BurnTensors;
  #chunked: Chunked | undefined;
  #own = 0;
  /** Steps of the only value: of several in a row each has its own. */
  readonly #steps: [string, number][] = [];
  /** Values that stand in a row. */
  values = 1;

  constructor(subject: Subject, book: TensorBook) {
    this.#subject = subject;
    this.#book = book;
    this.#burn = new BurnTensors(subject, book);
  }

  get declared(): number {
    return this.#own + this.#burn.declared;
  }

  opened(kind: 'map' | 'array', path: string): void {
    const chunked = this.#chunked;
    if (chunked === undefined) return;
    const known = path === `${chunked.path}/shape` || path === `${chunked.path}/chunks`;
    if (!known || kind !== 'map') throw chunksLie(chunked, 'holds what does not belong there');
  }

  closed(path: string): void {
    this.#burn.closed(path);
    if (this.#chunked?.path === path) this.#finishChunked(this.#chunked);
  }

  scalar(value: MsgpackScalar, path: string, offset: number): void {
    const chunked = this.#chunked;
    const [parent, name] = splitLast(path);
    if (name === CHUNKED) {
      if (value !== true || chunked !== undefined)
        throw new Broken('L2', 'chunks-lie', 'marks a chunked array in a way that Flax does not', { offset });
      this.#chunked = { path: parent, shape: new Map(), pieces: 0, elements: 0, offset };
      return;
    }
    if (chunked !== undefined) {
      const isSize = parent === `${chunked.path}/shape` && Number.isSafeInteger(value) && Number(value) >= 0;
      if (!isSize || name !== String(chunked.shape.size)) throw chunksLie(chunked, 'has no proper shape');
      chunked.shape.set(name, Number(value));
      return;
    }
    this.#burn.scalar(value, path);
    this.#subject.keys.addValue(path, topOf(path), value === null);
    if (this.values > 1) return;
    if (typeof value === 'number' && this.#book.steps.wants(path)) this.#steps.push([path, value]);
    this.#quoted(path, value);
  }

  /** @throws Broken behind a state with tensors, which is alone in its file */
  another(offset: number): void {
    if (this.declared > 0) throw trailing(offset);
    this.values += 1;
  }

  /** msgpack-numpy unpickles an array of objects out of such bytes (0.4.8), whatever else the map says. */
  binary(bytes: number, path: string, offset: number): { feed(piece: Uint8Array): void; end(): void } {
    const pickle = strayPickle(this.#subject, { name: path, offset, bytes });
    const tensor = this.#burn.binary(bytes, path, offset);
    return {
      feed(piece) {
        pickle.feed(piece);
        tensor?.feed(piece);
      },
      end: () => pickle.end(),
    };
  }

  *ext(code: number, bytes: number, path: string, offset: number): Program {
    // Of msgpack itself: a time in seconds, with nanoseconds or in 96 bits. Its numbers are any.
    if (code === TIMESTAMP && TIMESTAMP_BYTES.has(bytes)) {
      yield { bytes, sink: () => {} };
      this.#subject.keys.addValue(path, topOf(path));
      return;
    }
    if (code === COMPLEX) return yield* this.#complex(bytes, path, offset);
    if (code !== NDARRAY && code !== SCALAR) {
      throw new Unsettled('L2', 'unknown-extension', 'holds a type that Flax does not write', {
        offset,
        expected: '1, 2 or 3',
        found: String(code),
      });
    }
    if (this.values > 1) throw trailing(offset);
    const head = yield* this.#arrayHead(bytes, path, offset);
    mustMeasure(head, path);
    const chunked = this.#chunked;
    if (chunked !== undefined) return yield* this.#piece(chunked, head, path);
    this.#own += 1;
    this.#subject.keys.addTensor(path, topOf(path));
    const scan = this.#scanOf(head.dtype, path, head.bytes);
    yield { bytes: head.bytes, sink: (piece) => scan.feed(piece) };
    this.#take(scan, head, path);
  }

  /** Call once. */
  settle(): void {
    const { facts, findings } = this.#subject;
    if (this.values === 1) for (const [name, step] of this.#steps) this.#book.steps.offer(name, step);
    else facts.rows = this.values;
    facts.scalars = Object.fromEntries(this.#shown);
    if (this.#oddKeyAt === undefined || this.declared === 0) return;
    const what = 'a map has a key that is no text';
    findings.inconclusive('L2', 'key-not-text', what, { offset: this.#oddKeyAt });
  }

  oddKey(offset: number): void {
    this.#oddKeyAt ??= offset;
  }

  /** A msgpack triple: shape, name of the type, bytes. */
  *#arrayHead(bytes: number, path: string, offset: number): Program<ArrayHead> {
    let used = 0;
    const take = function* (count: number): Program<Uint8Array> {
      used += count;
      if (used > Math.min(bytes, MOST_ARRAY_HEAD_BYTES)) throw notAnArray(path, offset);
      return count === 0 ? new Uint8Array(0) : (yield count).slice();
    };
    const count = function* (width: number): Program<number> {
      return (yield* take(width)).reduce((value, byte) => value * 256 + byte, 0);
    };
    const [triple] = yield* take(1);
    const [rank = 0] = yield* take(1);
    if (triple !== 0x93 || ((rank & 0xf0) !== 0x90 && rank !== 0xdc)) throw notAnArray(path, offset);
    const dimensions = rank === 0xdc ? yield* count(2) : rank & 15;
    const shape: number[] = [];
    for (let i = 0; i < dimensions; i += 1) {
      const [first = 0] = yield* take(1);
      if (first >= 0x80 && (first < 0xcc || first > 0xcf)) throw notAnArray(path, offset);
      shape.push(first < 0x80 ? first : yield* count(1 << (first - 0xcc)));
    }
    const [word = 0] = yield* take(1);
    if ((word & 0xe0) !== 0xa0 && word !== 0xd9) throw notAnArray(path, offset);
    const name = Buffer.from(yield* take(word === 0xd9 ? yield* count(1) : word & 31)).toString('latin1');
    const [binary = 0] = yield* take(1);
    if (binary < 0xc4 || binary > 0xc6) throw notAnArray(path, offset);
    const data = yield* count(1 << (binary - 0xc4));
    if (used + data !== bytes) throw notAnArray(path, offset);
    const dtype = dtypeNamed(name);
    if (dtype === undefined) {
      throw new Unsettled('L2', 'unknown-dtype', `${quoted(path)} has an element type that we do not know`, {
        offset,
        found: name.slice(0, 40),
      });
    }
    const elements = shape.reduce((product, size) => product * BigInt(size), 1n);
    return { dtype, shape, elements: Number(elements), bytes: data, dataAt: offset + used };
  }

  *#complex(bytes: number, path: string, offset: number): Program {
    // An array of two doubles.
    const given = bytes === 19 ? (yield bytes).slice() : undefined;
    if (given?.[0] !== 0x92 || given[1] !== 0xcb || given[10] !== 0xcb) throw notAnArray(path, offset);
    const view = new DataView(given.buffer);
    this.scalar(`${view.getFloat64(2)}+${view.getFloat64(11)}i`, path, offset);
  }

  *#piece(chunked: Chunked, head: ArrayHead, path: string): Program {
    const [parent, name] = splitLast(path);
    const inPlace = parent === `${chunked.path}/chunks` && name === String(chunked.pieces);
    if (!inPlace || head.shape.length !== 1) throw chunksLie(chunked, 'has pieces out of order');
    if (chunked.dtype !== undefined && chunked.dtype !== head.dtype)
      throw chunksLie(chunked, 'has pieces of different types');
    if (chunked.scan === undefined) {
      chunked.offset = head.dataAt;
      chunked.dtype = head.dtype;
      chunked.scan = this.#scanOf(head.dtype, chunked.path, Number.MAX_SAFE_INTEGER);
    }
    const { scan } = chunked;
    chunked.pieces += 1;
    chunked.elements += head.elements;
    yield { bytes: head.bytes, sink: (piece) => scan.feed(piece) };
  }

  #finishChunked(chunked: Chunked): void {
    const { path, scan, dtype, elements, offset } = chunked;
    this.#chunked = undefined;
    const shape = [...chunked.shape.values()];
    const wanted = shape.reduce((product, size) => product * BigInt(size), 1n);
    if (scan === undefined || dtype === undefined || wanted !== BigInt(elements)) {
      throw new Broken('L2', 'chunks-lie', `the pieces of ${quoted(path)} are not its shape`, {
        offset,
        expected: `${wanted} elements`,
        found: `${elements}`,
      });
    }
    this.#own += 1;
    this.#subject.keys.addTensor(path, topOf(path));
    this.#take(scan, { dtype, shape, elements, dataAt: offset }, path);
  }

  #scanOf(dtype: Dtype, name: string, mostBytes: number): ElementScan {
    const countNegative = mayNotBeNegative([name.replaceAll('/', '.')]);
    return new ElementScan(dtype, {
      ...this.#subject.scanning,
      littleEndian: true,
      countNegative,
      mostBytes,
      firstBytes: this.#book.steps.wants(name),
    });
  }

  #take(scan: ElementScan, head: Omit<ArrayHead, 'bytes'>, name: string): void {
    const { dtype, shape, elements, dataAt: fileOffset } = head;
    const names = [name];
    const proven = this.#subject.digestGiven;
    this.#book.take({ names, dtype, shape, elements, fileOffset, scan: scan.finish(), proven });
  }

  #quoted(path: string, value: MsgpackScalar): void {
    if (this.#shown.length >= SCALARS_SHOWN) return;
    const odd = typeof value === 'number' && !Number.isFinite(value);
    this.#shown.push([path.slice(0, 200), odd ? String(value) : value]);
  }
}

/** The whole file is one value, or records in a row. */
export function* flaxProgram(events: FlaxArrays, { budgets, sizeBytes }: Subject, depth: number): Program {
  yield* new MsgpackStream(events, { depth, keys: budgets.objects, sizeBytes }).readAll((offset) =>
    events.another(offset),
  );
}

function mustMeasure({ dtype, shape, bytes, dataAt }: ArrayHead, path: string): void {
  const wanted = shape.reduce((product, size) => product * BigInt(size), BigInt(dtype.bits / 8));
  if (wanted === BigInt(bytes)) return;
  throw new Broken('L2', 'size-lies', `${quoted(path)} is not as long as its type and shape say`, {
    offset: dataAt,
    expected: `${wanted} bytes (${dtype.name}[${shape.slice(0, 8).join(', ')}])`,
    found: `${bytes} bytes`,
  });
}

const splitLast = (path: string): [string, string] => {
  const at = path.lastIndexOf('/');
  return [path.slice(0, Math.max(0, at)), path.slice(at + 1)];
};

const topOf = (path: string): string => path.split('/', 1)[0] ?? path;

const notAnArray = (path: string, offset: number): Broken =>
  new Broken('L2', 'array-malformed', `${quoted(path)} is no shape, type and bytes`, { offset });

const chunksLie = ({ path, offset }: Chunked, what: string): Broken =>
  new Broken('L2', 'chunks-lie', `the chunked array ${quoted(path)} ${what}`, { offset });
