import { utf8 } from '../codec/utf8.ts';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { Program } from '../read/push-parser.ts';

/** Of maps and arrays in each other. */
export const MOST_DEPTH = 100;

export type MsgpackScalar = number | string | boolean | null;

/** What a reader of one msgpack value is told, in the order of the bytes. Paths are joined with `/`. */
export interface MsgpackEvents {
  opened(kind: 'map' | 'array', path: string): void;
  closed(path: string): void;
  scalar(value: MsgpackScalar, path: string, offset: number): void;
  /** A key that is no text: what loads Flax's states refuses it, and spaCy writes it. */
  oddKey?(offset: number): void;
  /** Who looks at bytes that are no text as they go by; nobody where it is not there. */
  binary?(
    bytes: number,
    path: string,
    offset: number,
  ): { feed(piece: Uint8Array): void; end(): void } | undefined;
  /** Must take exactly `bytes`. */
  ext(code: number, bytes: number, path: string, offset: number): Program;
}

export interface MsgpackLimits {
  depth: number;
  /** Keys of maps in all. */
  keys: number;
  sizeBytes: number;
}

interface Frame {
  kind: 'map' | 'array';
  path: string;
  left: number;
  index: number;
  seen: Set<string> | undefined;
}

const MOST_KEY_BYTES = 65_536;
const TEXT_KEPT = 200;

/** The types after the fixed ones, by their first byte, from the format's specification (0xc0 on). */
type Head =
  | { kind: 'scalar'; value: MsgpackScalar }
  | { kind: 'text' | 'binary'; bytes: number }
  | { kind: 'map' | 'array'; size: number }
  | { kind: 'ext'; bytes: number; code: number };

/**
 * Reads msgpack values as their bytes come by. No key of a map stands there twice; no count is larger than the
 * bytes that are left; nothing but a key or the start of a text is held.
 */
export class MsgpackStream {
  readonly #events: MsgpackEvents;
  readonly #limits: MsgpackLimits;
  readonly #stack: Frame[] = [];
  #keys = 0;
  /** Maps and arrays so far. */
  #opened = 0;
  /** Bytes read: the offset of the next one. */
  #at = 0;

  constructor(events: MsgpackEvents, limits: MsgpackLimits) {
    this.#events = events;
    this.#limits = limits;
  }

  /**
   * The values of a file, one after the other, as a Packer leaves them and `msgpack.Unpacker` reads them. Behind the first only maps
   * and arrays: nearly every byte would begin some value, so numbers there are more likely to be rubbish.
   */
  *readAll(another: (offset: number) => void): Program {
    yield* this.#read();
    while (this.#at < this.#limits.sizeBytes) {
      const [at, opened] = [this.#at, this.#opened];
      another(at);
      yield* this.#read();
      if (this.#opened === opened) throw trailing(at);
    }
  }

  *#read(): Program {
    do {
      const path = yield* this.#nextPath();
      yield* this.#value(path);
      this.#closeFinished();
    } while (this.#stack.length > 0);
  }

  *#nextPath(): Program<string> {
    const frame = this.#stack.at(-1);
    if (frame === undefined) return '';
    frame.left -= 1;
    const name = frame.kind === 'array' ? String(frame.index++) : yield* this.#key(frame);
    return frame.path === '' ? name : `${frame.path}/${name}`;
  }

  *#key(frame: Frame): Program<string> {
    const at = this.#at;
    const head = yield* this.#head();
    if (head.kind !== 'text') this.#events.oddKey?.(at);
    if (head.kind === 'scalar') return this.#only(frame, String(head.value), at);
    if (head.kind !== 'text' && head.kind !== 'binary')
      throw new Unsettled('L2', 'key-not-text', 'a map has a key that is no text', { offset: at });
    if (head.bytes > MOST_KEY_BYTES) throw overBudget('key bytes', MOST_KEY_BYTES, head.bytes, at);
    const key = utf8(yield* this.#take(head.bytes));
    if (key === undefined) throw broken('not-utf8', 'a key is not UTF-8 text', at);
    return this.#only(frame, key, at);
  }

  #only(frame: Frame, key: string, at: number): string {
    this.#keys += 1;
    if (this.#keys > this.#limits.keys) throw overBudget('objects', this.#limits.keys, this.#keys, at);
    frame.seen ??= new Set();
    if (frame.seen.has(key)) throw broken('duplicate-key', `${quoted(key)} stands there twice`, at);
    frame.seen.add(key);
    return key;
  }

  *#value(path: string): Program {
    const at = this.#at;
    const head = yield* this.#head();
    switch (head.kind) {
      case 'scalar':
        this.#events.scalar(head.value, path, at);
        return;
      case 'map':
      case 'array':
        this.#open(head.kind, head.size, path, at);
        return;
      case 'text':
        yield* this.#text(head.bytes, path, at);
        return;
      case 'binary':
        yield* this.#binary(head.bytes, path);
        return;
      case 'ext': {
        this.#mustFit(head.bytes, at);
        const end = this.#at + head.bytes;
        yield* this.#events.ext(head.code, head.bytes, path, this.#at);
        this.#at = end;
      }
    }
  }

  #open(kind: 'map' | 'array', size: number, path: string, at: number): void {
    // Each entry takes a byte at least, and in a map its key another.
    this.#mustFit(size * (kind === 'map' ? 2 : 1), at);
    if (this.#stack.length >= this.#limits.depth)
      throw overBudget('msgpack depth', this.#limits.depth, this.#stack.length + 1, at);
    this.#opened += 1;
    this.#events.opened(kind, path);
    this.#stack.push({ kind, path, left: size, index: 0, seen: undefined });
  }

  #closeFinished(): void {
    for (let top = this.#stack.at(-1); top !== undefined && top.left === 0; top = this.#stack.at(-1)) {
      this.#stack.pop();
      this.#events.closed(top.path);
    }
  }

  /** A long text is not held; it must be UTF-8 all the same. */
  *#text(bytes: number, path: string, at: number): Program {
    this.#mustFit(bytes, at);
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    let shown = '';
    const decode = (piece: Uint8Array, more: boolean) => {
      try {
        const text = decoder.decode(piece, { stream: more });
        if (shown.length < TEXT_KEPT) shown = (shown + text).slice(0, TEXT_KEPT);
      } catch {
        throw broken('not-utf8', 'a text is not UTF-8', at);
      }
    };
    yield { bytes, sink: (piece) => decode(piece, true) };
    decode(new Uint8Array(0), false);
    this.#at += bytes;
    this.#events.scalar(shown, path, at);
  }

  *#binary(bytes: number, path: string): Program {
    this.#mustFit(bytes, this.#at);
    const watch = this.#events.binary?.(bytes, path, this.#at);
    yield { bytes, sink: (piece) => watch?.feed(piece) };
    watch?.end();
    this.#at += bytes;
  }

  *#head(): Program<Head> {
    const at = this.#at;
    const [first = 0] = yield* this.#take(1);
    if (first < 0x80) return { kind: 'scalar', value: first };
    if (first < 0x90) return { kind: 'map', size: first & 15 };
    if (first < 0xa0) return { kind: 'array', size: first & 15 };
    if (first < 0xc0) return { kind: 'text', bytes: first & 31 };
    if (first >= 0xe0) return { kind: 'scalar', value: first - 256 };
    if (first === 0xc0) return { kind: 'scalar', value: null };
    if (first === 0xc1) throw broken('msgpack-type', 'a byte that begins no msgpack value', at);
    if (first <= 0xc3) return { kind: 'scalar', value: first === 0xc3 };
    if (first <= 0xc6) return { kind: 'binary', bytes: yield* this.#count(1 << (first - 0xc4)) };
    if (first <= 0xc9) return yield* this.#extHead(yield* this.#count(1 << (first - 0xc7)));
    if (first <= 0xd3) return { kind: 'scalar', value: yield* this.#number(first) };
    if (first <= 0xd8) return yield* this.#extHead(1 << (first - 0xd4));
    if (first <= 0xdb) return { kind: 'text', bytes: yield* this.#count(1 << (first - 0xd9)) };
    const size = yield* this.#count(first % 2 === 0 ? 2 : 4);
    return { kind: first <= 0xdd ? 'array' : 'map', size };
  }

  *#extHead(bytes: number): Program<Head> {
    const [code = 0] = yield* this.#take(1);
    return { kind: 'ext', bytes, code: code > 127 ? code - 256 : code };
  }

  /** Counts and numbers are big-endian. */
  *#count(width: number): Program<number> {
    return (yield* this.#take(width)).reduce((value, byte) => value * 256 + byte, 0);
  }

  *#number(type: number): Program<number> {
    const width = type === 0xca ? 4 : type === 0xcb ? 8 : 1 << ((type - 0xcc) & 3);
    const bytes = yield* this.#take(width);
    const view = new DataView(bytes.buffer, bytes.byteOffset, width);
    if (type === 0xca) return view.getFloat32(0);
    if (type === 0xcb) return view.getFloat64(0);
    const signed = type >= 0xd0;
    if (width === 8) return Number(signed ? view.getBigInt64(0) : view.getBigUint64(0));
    if (width === 4) return signed ? view.getInt32(0) : view.getUint32(0);
    if (width === 2) return signed ? view.getInt16(0) : view.getUint16(0);
    return signed ? view.getInt8(0) : view.getUint8(0);
  }

  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes: number): Program<Uint8Array> {
    this.#mustFit(bytes, this.#at);
    this.#at += bytes;
    return bytes === 0 ? new Uint8Array(0) : yield bytes;
  }

  #mustFit(bytes: number, at: number): void {
    const left = this.#limits.sizeBytes - this.#at;
    if (bytes <= left) return;
    throw new Broken('L1', 'cut-short', 'a value is longer than the file', {
      offset: at,
      expected: `at most ${left} bytes`,
      found: `${bytes} bytes`,
    });
  }
}

export const trailing = (offset: number): Broken =>
  new Broken('L1', 'trailing-bytes', 'bytes follow the end of the content', { offset });

const broken = (code: string, what: string, offset: number): Broken =>
  new Broken('L2', code, what, { offset });
