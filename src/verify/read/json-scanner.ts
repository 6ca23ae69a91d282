import { Broken, overBudget } from '../contract/findings.ts';
import { isNameByte, json5Name, json5Number, json5Text } from './json5-tokens.ts';

/** `NaN`, `Infinity` and `-Infinity` are no JSON, but Python writes them: they come as `nonFinite`. */
export type JsonScalar =
  | { kind: 'string'; text: string }
  | { kind: 'number'; value: number; text: string }
  | { kind: 'nonFinite'; text: string }
  | { kind: 'literal'; value: boolean | null };

export interface JsonEvents {
  opened?(kind: 'object' | 'array', path: JsonPath): void;
  closed?(path: JsonPath): void;
  key?(name: string, path: JsonPath, offset: number): void;
  scalar(scalar: JsonScalar, path: JsonPath, offset: number): void;
}

/** Keys and indexes from the document's root to the present value. Read-only, and only valid during the call. */
export type JsonPath = readonly (string | number)[];

export interface JsonLimits {
  depth: number;
  constantBytes: number;
  keys: number;
  /** Takes comments as of JavaScript, and behind one also a comma before a closing bracket. Default false. */
  comments?: boolean;
  /** Takes comments, and a comma before any closing bracket (`jsonc`), or all that JSON5 writes. Default neither. */
  dialect?: JsonDialect | undefined;
}

export type JsonDialect = 'jsonc' | 'json5';

type Expecting = 'value' | 'value-or-end' | 'key-or-end' | 'key' | 'colon' | 'comma-or-end' | 'nothing';

interface Level {
  isObject: boolean;
  keys: Set<string> | undefined;
}

const QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const BACKSLASH = 0x5c;
const [SLASH, STAR, NEWLINE, RETURN] = [0x2f, 0x2a, 0x0a, 0x0d];
const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** Where a comment ends for JavaScript, JSON5 and VS Code. */
function lineEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1)
    if (bytes[at] === NEWLINE || bytes[at] === RETURN) return at;
  return -1;
}

/**
 * A strict JSON reader that takes bytes as they come and holds no document: UTF-8, one value, no duplicate keys, bounded
 * depth. Throws `Broken` at the first byte that cannot be JSON.
 */
export class JsonScanner {
  readonly #events: JsonEvents;
  readonly #limits: JsonLimits;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #expecting: Expecting = 'value';
  #levels: Level[] = [];
  #path: (string | number)[] = [];
  #keys = 0;
  #token: 'none' | 'string' | 'word' = 'none';
  #tokenOffset = 0;
  #pieces: Uint8Array[] = [];
  #pieceBytes = 0;
  #escaped = false;
  #skipNext = false;
  /** Where in a comment the reader is: `slash` may begin one, `star` may end one. */
  #comment: 'slash' | 'line' | 'block' | 'star' | undefined;
  #hasComments = false;
  readonly #mayComment: boolean;
  readonly #isJson5: boolean;
  #quote = QUOTE;

  constructor(events: JsonEvents, limits: JsonLimits) {
    this.#events = events;
    this.#limits = limits;
    this.#mayComment = limits.comments === true || limits.dialect !== undefined;
    this.#isJson5 = limits.dialect === 'json5';
  }

  /** The one value has ended; only white space may follow. */
  get isDone(): boolean {
    return this.#expecting === 'nothing' && this.#token === 'none';
  }

  get hasComments(): boolean {
    return this.#hasComments;
  }

  get isUntouched(): boolean {
    return this.#expecting === 'value' && this.#levels.length === 0 && this.#token === 'none';
  }

  /** Starts over with a new document. */
  reset(): void {
    this.#expecting = 'value';
    this.#levels = [];
    this.#path = [];
    this.#keys = 0;
    this.#token = 'none';
    this.#pieces = [];
    this.#pieceBytes = 0;
    this.#escaped = false;
    this.#skipNext = false;
    this.#comment = undefined;
    this.#hasComments = false;
  }

  feed(bytes: Uint8Array, fileOffset: number): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#comment !== undefined) at = this.#inComment(bytes, at, fileOffset);
      else if (this.#token === 'string') at = this.#inString(bytes, at, fileOffset);
      else if (this.#token === 'word') at = this.#inWord(bytes, at);
      else {
        this.#structure(bytes[at] as number, fileOffset + at);
        at += 1;
        // The first byte of a word is part of it.
        if ((this.#token as string) === 'word') at -= 1;
      }
    }
  }

  end(fileOffset: number): void {
    if (this.#token === 'word') this.#endWord();
    const isOpen = this.#comment !== undefined && this.#comment !== 'line';
    if (this.#expecting === 'nothing' && this.#token === 'none' && !isOpen) return;
    const open = this.#levels.length > 0 ? `, ${this.#levels.length} brackets still open` : '';
    throw new Broken('L1', 'json-cut', `ends in the middle of its JSON${open}`, {
      offset: fileOffset,
      expected: this.#token === 'string' ? 'the end of a string' : this.#expecting,
      found: 'the end',
    });
  }

  #structure(byte: number, offset: number): void {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return;
    if (this.#isJson5 && (byte === 0x0b || byte === 0x0c)) return;
    if (byte === SLASH && this.#mayComment) {
      this.#comment = 'slash';
      return;
    }
    const expecting = this.#expecting;
    const wantsValue = expecting === 'value' || expecting === 'value-or-end';
    const wantsKey = expecting === 'key' || expecting === 'key-or-end';
    const mayClose = expecting === 'comma-or-end';
    if ((byte === QUOTE || (this.#isJson5 && byte === SINGLE_QUOTE)) && (wantsValue || wantsKey))
      this.#startString(byte, offset);
    else if (byte === 0x7b && wantsValue) this.#open(true, offset);
    else if (byte === 0x5b && wantsValue) this.#open(false, offset);
    else if (byte === 0x7d && (expecting === 'key-or-end' || (mayClose && this.#inObject()))) this.#close();
    else if (byte === 0x5d && (expecting === 'value-or-end' || (mayClose && !this.#inObject())))
      this.#close();
    else if (byte === 0x3a && expecting === 'colon') this.#expecting = 'value';
    else if (byte === 0x2c && mayClose) this.#comma();
    else if (wantsValue && startsWord(byte)) this.#startToken('word', offset);
    else if (this.#isJson5 && (wantsValue || wantsKey) && this.#isWordByte(byte))
      this.#startToken('word', offset);
    else
      throw new Broken('L1', 'json-syntax', 'is not JSON', {
        offset,
        expected: expecting,
        found: showByte(byte),
      });
  }

  #inComment(bytes: Uint8Array, from: number, fileOffset: number): number {
    const byte = bytes[from] as number;
    if (this.#comment === 'slash') {
      if (byte !== SLASH && byte !== STAR)
        throw new Broken('L1', 'json-syntax', 'is not JSON', {
          offset: fileOffset + from,
          expected: 'a comment',
          found: showByte(byte),
        });
      this.#comment = byte === SLASH ? 'line' : 'block';
      this.#hasComments = true;
    } else if (this.#comment === 'star' && byte === SLASH) this.#comment = undefined;
    else if (this.#comment === 'line') {
      const end = lineEnd(bytes, from);
      if (end < 0) return bytes.length;
      this.#comment = undefined;
      return end + 1;
    } else this.#comment = byte === STAR ? 'star' : 'block';
    return from + 1;
  }

  #inObject(): boolean {
    return this.#levels.at(-1)?.isObject === true;
  }

  #comma(): void {
    const index = this.#path.length - 1;
    if (!this.#inObject()) this.#path[index] = (this.#path[index] as number) + 1;
    const mayEnd = this.#hasComments || this.#limits.dialect !== undefined;
    const [key, value]: Expecting[] = mayEnd ? ['key-or-end', 'value-or-end'] : ['key', 'value'];
    this.#expecting = (this.#inObject() ? key : value) as Expecting;
  }

  #open(isObject: boolean, offset: number): void {
    if (this.#levels.length >= this.#limits.depth) {
      throw overBudget('jsonDepth', this.#limits.depth, this.#levels.length + 1, offset);
    }
    this.#events.opened?.(isObject ? 'object' : 'array', this.#path);
    this.#levels.push({ isObject, keys: undefined });
    this.#path.push(isObject ? '' : 0);
    this.#expecting = isObject ? 'key-or-end' : 'value-or-end';
  }

  #close(): void {
    const level = this.#levels.pop();
    this.#keys -= level?.keys?.size ?? 0;
    this.#path.pop();
    this.#events.closed?.(this.#path);
    this.#afterValue();
  }

  #afterValue(): void {
    this.#expecting = this.#levels.length === 0 ? 'nothing' : 'comma-or-end';
  }

  #startToken(token: 'string' | 'word', offset: number): void {
    this.#token = token;
    this.#tokenOffset = offset;
  }

  #startString(quote: number, offset: number): void {
    this.#quote = quote;
    this.#startToken('string', offset);
  }

  #inString(bytes: Uint8Array, from: number, fileOffset: number): number {
    let at = from;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      const isSkipped = this.#skipNext;
      if (isSkipped) this.#skipNext = false;
      else if (byte === this.#quote) {
        this.#keepPiece(bytes.subarray(from, at));
        this.#endString();
        return at + 1;
      } else if (byte === BACKSLASH) {
        this.#escaped = true;
        this.#skipNext = true;
      }
      if (byte < 0x20 && !(this.#isJson5 && (isSkipped || (byte !== 0x0a && byte !== 0x0d)))) {
        const where = {
          offset: fileOffset + at,
          expected: 'no control character in a string',
          found: showByte(byte),
        };
        throw new Broken('L1', 'json-syntax', 'is not JSON', where);
      }
    }
    // The chunk's memory is used again, so what we keep of it must be our own.
    this.#keepPiece(bytes.slice(from));
    return at;
  }

  #inWord(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length && this.#isWordByte(bytes[at] as number)) at += 1;
    this.#keepPiece(bytes.slice(from, at));
    if (this.#pieceBytes > 4096) {
      throw new Broken('L1', 'json-syntax', 'has a number of more than 4096 digits', {
        offset: this.#tokenOffset,
      });
    }
    if (at < bytes.length) this.#endWord();
    return at;
  }

  #isWordByte(byte: number): boolean {
    return isWordByte(byte) || (this.#isJson5 && isNameByte(byte));
  }

  #keepPiece(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > this.#limits.constantBytes) {
      throw overBudget('constantBytes', this.#limits.constantBytes, this.#pieceBytes, this.#tokenOffset);
    }
  }

  #takeText(): string {
    const only = this.#pieces.length === 1 ? this.#pieces[0] : undefined;
    const bytes = only ?? Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#pieceBytes = 0;
    this.#token = 'none';
    try {
      return this.#utf8.decode(bytes);
    } catch {
      throw new Broken('L1', 'not-utf8', 'is not UTF-8', { offset: this.#tokenOffset });
    }
  }

  #endString(): void {
    const raw = this.#takeText();
    const text = this.#escaped ? this.#unescape(raw) : raw;
    this.#escaped = false;
    if (this.#expecting === 'key' || this.#expecting === 'key-or-end') this.#enterKey(text);
    else {
      this.#events.scalar({ kind: 'string', text }, this.#path, this.#tokenOffset);
      this.#afterValue();
    }
  }

  #unescape(raw: string): string {
    const text = this.#isJson5 ? json5Text(raw) : jsonText(raw);
    if (text !== undefined) return text;
    throw new Broken('L1', 'json-syntax', 'has an escape that JSON does not know', {
      offset: this.#tokenOffset,
    });
  }

  #enterKey(name: string): void {
    const level = this.#levels.at(-1);
    if (level === undefined) return;
    level.keys ??= new Set();
    if (level.keys.has(name)) {
      const found = JSON.stringify(name.slice(0, 80));
      throw new Broken('L2', 'duplicate-key', 'has one key twice in one object', {
        offset: this.#tokenOffset,
        found,
      });
    }
    level.keys.add(name);
    this.#keys += 1;
    if (this.#keys > this.#limits.keys)
      throw overBudget('keys', this.#limits.keys, this.#keys, this.#tokenOffset);
    this.#path[this.#path.length - 1] = name;
    this.#events.key?.(name, this.#path, this.#tokenOffset);
    this.#expecting = 'colon';
  }

  #endWord(): void {
    const text = this.#takeText();
    if (this.#expecting === 'key' || this.#expecting === 'key-or-end') {
      const name = json5Name(text);
      if (name === undefined) throw this.#noWord(text);
      this.#enterKey(name);
      return;
    }
    this.#events.scalar(this.#wordValue(text), this.#path, this.#tokenOffset);
    this.#afterValue();
  }

  #wordValue(text: string): JsonScalar {
    if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' };
    if (text === 'null') return { kind: 'literal', value: null };
    if (text === 'NaN' || text === 'Infinity' || text === '-Infinity') return { kind: 'nonFinite', text };
    if (NUMBER.test(text)) return { kind: 'number', value: Number(text), text };
    if (this.#isJson5) {
      if (text === '+Infinity' || /^[+-]NaN$/.test(text)) return { kind: 'nonFinite', text };
      const value = json5Number(text);
      if (value !== undefined) return { kind: 'number', value, text };
    }
    throw this.#noWord(text);
  }

  #noWord(text: string): Broken {
    return new Broken('L1', 'json-syntax', 'is not JSON', {
      offset: this.#tokenOffset,
      expected: 'value',
      found: JSON.stringify(text.slice(0, 40)),
    });
  }
}

/** What stands between quotes, where something in it is escaped. */
function jsonText(raw: string): string | undefined {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return undefined;
  }
}

const isWordByte = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte === 0x2b ||
  byte === 0x2d ||
  byte === 0x2e;

const startsWord = (byte: number): boolean => isWordByte(byte) && byte !== 0x2b && byte !== 0x2e;

const showByte = (byte: number): string =>
  byte > 0x20 && byte < 0x7f
    ? JSON.stringify(String.fromCharCode(byte))
    : `byte 0x${byte.toString(16).padStart(2, '0')}`;
