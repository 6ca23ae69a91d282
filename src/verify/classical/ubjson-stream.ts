import { utf8 } from '../codec/utf8.ts';
import { Broken, overBudget } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { Program } from '../read/push-parser.ts';

export interface UbjsonLimits {
  depth: number;
  /** Keys and values in all. */
  values: number;
  sizeBytes: number;
}

/** What is told of the value: keys at the top, and numbers of a list that are not finite. */
export interface UbjsonEvents {
  key(name: string, depth: number): void;
  notFinite(key: string, offset: number): void;
}

const MOST_KEY_BYTES = 65_536;
const WIDTHS: Readonly<Record<string, number>> = { i: 1, U: 1, I: 2, l: 4, L: 8, d: 4, D: 8, C: 1 };
const EMPTY = new Set(['Z', 'N', 'T', 'F']);

/** Reads exactly one value of Universal Binary JSON as its bytes come by, with the typed lists that XGBoost writes. */
export class UbjsonStream {
  readonly #limits: UbjsonLimits;
  readonly #events: UbjsonEvents;
  #values = 0;
  #at = 0;

  constructor(events: UbjsonEvents, limits: UbjsonLimits) {
    this.#events = events;
    this.#limits = limits;
  }

  *read(): Program {
    yield* this.#value(yield* this.#marker(), 0, '');
  }

  *#value(marker: string, depth: number, key: string): Program {
    this.#values += 1;
    const { values, depth: most } = this.#limits;
    if (this.#values > values) throw overBudget('objects', values, this.#values, this.#at);
    if (depth > most) throw overBudget('ubjson depth', most, depth, this.#at);
    if (EMPTY.has(marker)) return;
    if (marker === 'S') yield* this.#text(key);
    else if (marker === '{') yield* this.#object(depth);
    else if (marker === '[') yield* this.#list(depth, key);
    else if (marker in WIDTHS) yield* this.#stretch(marker, 1, key);
    else throw this.#broken('ubjson-type', `${quoted(marker)} begins no value`);
  }

  *#object(depth: number): Program {
    const seen = new Set<string>();
    for (let marker = yield* this.#marker(); marker !== '}'; marker = yield* this.#marker()) {
      const bytes = yield* this.#integer(marker);
      if (bytes > MOST_KEY_BYTES) throw overBudget('key bytes', MOST_KEY_BYTES, bytes, this.#at);
      const key = utf8(yield* this.#take(bytes));
      if (key === undefined) throw this.#broken('not-utf8', 'a key is not UTF-8 text');
      if (seen.has(key)) throw this.#broken('duplicate-key', `${quoted(key)} stands there twice`);
      seen.add(key);
      this.#events.key(key, depth);
      yield* this.#value(yield* this.#marker(), depth + 1, key);
    }
  }

  /** `[`, then values to `]`; or `#` and how many there are; or `$` and their type before that, and then nothing but bytes. */
  *#list(depth: number, key: string): Program {
    let marker = yield* this.#marker();
    let type: string | undefined;
    if (marker === '$') {
      type = yield* this.#marker();
      marker = yield* this.#marker();
      if (marker !== '#') throw this.#broken('ubjson-list', 'a list gives its type and no length');
    }
    if (marker === '#') {
      const count = yield* this.#integer(yield* this.#marker());
      if (type !== undefined && type in WIDTHS) yield* this.#stretch(type, count, key);
      else
        for (let i = 0; i < count; i += 1)
          yield* this.#value(type ?? (yield* this.#marker()), depth + 1, key);
      return;
    }
    for (; marker !== ']'; marker = yield* this.#marker()) yield* this.#value(marker, depth + 1, key);
  }

  *#text(key: string): Program {
    const bytes = yield* this.#integer(yield* this.#marker());
    this.#mustFit(bytes);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const decode = (piece: Uint8Array, stream: boolean) => {
      try {
        decoder.decode(piece, { stream });
      } catch {
        throw this.#broken('not-utf8', `the text ${quoted(key)} is not UTF-8`);
      }
    };
    yield { bytes, sink: (piece) => decode(piece, true) };
    decode(new Uint8Array(0), false);
    this.#at += bytes;
  }

  /** Numbers without markers, big-endian. */
  *#stretch(type: string, count: number, key: string): Program {
    const width = WIDTHS[type] ?? 1;
    const bytes = count * width;
    this.#mustFit(bytes);
    const from = this.#at;
    let done = 0;
    const isFloat = type === 'd' || type === 'D';
    let high = 0;
    const sink = (piece: Uint8Array) => {
      for (const byte of isFloat ? piece : []) {
        const place = done % width;
        if (place === 0) high = byte & 0x7f;
        // All ones in the exponent, and something behind it: no infinity, which limits are written as.
        else if (place === 1 && high === 0x7f && isNan(type, byte))
          this.#events.notFinite(key, from + done - 1);
        done += 1;
      }
    };
    yield { bytes, sink };
    this.#at += bytes;
  }

  *#marker(): Program<string> {
    for (;;) {
      const [byte = 0] = yield* this.#take(1);
      // `N` between values is padding.
      if (byte !== 0x4e) return String.fromCharCode(byte);
    }
  }

  *#integer(type: string): Program<number> {
    const width = 'iUIlL'.includes(type) ? WIDTHS[type] : undefined;
    if (width === undefined) throw this.#broken('ubjson-length', 'gives a length that is no number');
    const bytes = yield* this.#take(width);
    const view = new DataView(bytes.buffer, bytes.byteOffset, width);
    const value =
      width === 8
        ? Number(view.getBigInt64(0))
        : width === 4
          ? view.getInt32(0)
          : width === 2
            ? view.getInt16(0)
            : type === 'U'
              ? view.getUint8(0)
              : view.getInt8(0);
    if (value < 0 || !Number.isSafeInteger(value))
      throw this.#broken('ubjson-length', 'gives a length below zero');
    return value;
  }

  *#take(bytes: number): Program<Uint8Array> {
    this.#mustFit(bytes);
    this.#at += bytes;
    return bytes === 0 ? new Uint8Array(0) : yield bytes;
  }

  #mustFit(bytes: number): void {
    const left = this.#limits.sizeBytes - this.#at;
    if (bytes <= left) return;
    throw new Broken('L1', 'cut-short', 'a value is longer than the file', {
      offset: this.#at,
      expected: `at most ${left} bytes`,
      found: `${bytes} bytes`,
    });
  }

  #broken(code: string, what: string): Broken {
    return new Broken('L2', code, what, { offset: this.#at });
  }
}

/** By the second byte: the quiet NaN that programs make. */
const isNan = (type: string, byte: number): boolean => (type === 'd' ? byte >= 0xc0 : byte >= 0xf8);
