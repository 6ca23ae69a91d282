import { Broken, overBudget } from '../contract/findings.ts';

/** Probabilities are of eleven bits; each bit read moves one by a thirty-second part. */
const [MODEL_BITS, MOVE_BITS] = [11, 5];
const HALF = 1 << (MODEL_BITS - 1);
const TOP = 2 ** 24;
const [STATES, POSITIONS] = [12, 16];
const FIRST_MATCH_STATE = 7;
const LEAST_MATCH = 2;
/** No symbol takes more input than this. */
const SYMBOL_BYTES = 20;
const FIRST_WINDOW_BYTES = 2 ** 16;
const END_MARK = 0xffffffff;

/** Bits of the last byte, of the position, and of the position again, by which probabilities are chosen. */
export interface LzmaProperties {
  lc: number;
  lp: number;
  pb: number;
}

/** As one byte carries them. */
export function lzmaProperties(byte: number, offset: number): LzmaProperties {
  if (byte >= 9 * 5 * 5) throw broken('its properties mean nothing', offset);
  return { lc: byte % 9, lp: Math.floor(byte / 9) % 5, pb: Math.floor(byte / 45) };
}

class Lengths {
  readonly choice = fresh(2);
  readonly low = fresh(POSITIONS << 3);
  readonly middle = fresh(POSITIONS << 3);
  readonly high = fresh(256);
}

class Model {
  readonly isMatch = fresh(STATES * POSITIONS);
  readonly isRep = fresh(STATES);
  readonly isRep0 = fresh(STATES);
  readonly isRep1 = fresh(STATES);
  readonly isRep2 = fresh(STATES);
  readonly isLong = fresh(STATES * POSITIONS);
  readonly slot = fresh(4 * 64);
  readonly special = fresh(128);
  readonly align = fresh(16);
  readonly match = new Lengths();
  readonly rep = new Lengths();
  readonly literal: Uint16Array;
  state = 0;
  rep0 = 0;
  rep1 = 0;
  rep2 = 0;
  rep3 = 0;

  constructor({ lc, lp }: LzmaProperties) {
    this.literal = fresh(0x300 << (lc + lp));
  }
}

/**
 * Decodes LZMA (facts from the format's specification): a range coder over adaptive bits, literals, and copies from a window
 * behind. Input comes in pieces; what is decoded goes to `sink` in pieces that are valid only during the call.
 */
export class Lzma {
  /** Input bytes used so far of the current piece. */
  at = 0;
  /** Bytes decoded since the window was emptied. */
  total = 0;
  readonly #windowBytes: number;
  readonly #mostBytes: number;
  readonly #sink: (piece: Uint8Array) => void;
  #window: Uint8Array;
  #to = 0;
  #told = 0;
  #properties: LzmaProperties = { lc: 0, lp: 0, pb: 0 };
  #model: Model | undefined;
  #input: Uint8Array = new Uint8Array(0);
  #range = 0;
  #code = 0;
  #offset = 0;

  /**
   * @param windowBytes how far back a copy may reach, as the file declares
   * @param mostBytes of window that may be held; it grows with what is decoded
   */
  constructor(windowBytes: number, mostBytes: number, sink: (piece: Uint8Array) => void) {
    this.#windowBytes = Math.max(windowBytes, 4096);
    this.#mostBytes = mostBytes;
    this.#window = new Uint8Array(Math.min(this.#windowBytes, FIRST_WINDOW_BYTES));
    this.#sink = sink;
  }

  /** The range coder came to rest where a stream may end. */
  get isAtRest(): boolean {
    return this.#code === 0;
  }

  emptyWindow(): void {
    this.total = 0;
    this.#to = 0;
    this.#told = 0;
  }

  begin(properties: LzmaProperties): void {
    this.#properties = properties;
    this.#model = new Model(properties);
  }

  /** All probabilities back to a half, with the properties as they are. */
  again(offset: number): void {
    if (this.#model === undefined) throw broken('begins without properties', offset);
    this.#model = new Model(this.#properties);
  }

  /** Bytes that stand as they are. */
  put(bytes: Uint8Array): void {
    for (const byte of bytes) this.#put(byte);
    this.flush();
  }

  /** @param five the first bytes of a run of the range coder, of which the first is 0 */
  start(five: Uint8Array, offset: number): void {
    if (five[0] !== 0) throw broken('a run begins with another byte than 0', offset);
    this.#range = 0xffffffff;
    this.#code = five.subarray(1).reduce((code, byte) => code * 256 + byte, 0);
  }

  /**
   * Decodes from the start of `input` until `mostBytes` more have come out, the end mark was met, or less input is left than any
   * symbol might take (unless it is the last).
   *
   * @param offset of the input in the file, for messages
   * @returns whether the end mark was met
   */
  decode(input: Uint8Array, mostBytes: number, isLast: boolean, offset: number): boolean {
    const model = this.#model;
    if (model === undefined) throw broken('begins without properties', offset);
    this.#input = input;
    this.#offset = offset;
    this.at = 0;
    const until = this.total + mostBytes;
    const safe = isLast ? Number.POSITIVE_INFINITY : input.length - SYMBOL_BYTES;
    while (this.total < until && this.at <= safe) {
      if (this.#symbol(model, until)) {
        this.#normalise();
        this.#mustHave();
        this.flush();
        return true;
      }
      this.#mustHave();
    }
    this.flush();
    return false;
  }

  /** Lets the range coder take what belongs to the symbols before. */
  rest(): void {
    this.#normalise();
    this.#mustHave();
  }

  flush(): void {
    if (this.#to > this.#told) this.#sink(this.#window.subarray(this.#told, this.#to));
    this.#told = this.#to;
  }

  /** @returns whether it was the end mark */
  #symbol(model: Model, until: number): boolean {
    const { state } = model;
    const position = this.total & ((1 << this.#properties.pb) - 1);
    if (this.#bit(model.isMatch, state * POSITIONS + position) === 0) {
      this.#put(this.#literal(model));
      model.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      return false;
    }
    const afterLiteral = state < FIRST_MATCH_STATE;
    let length: number;
    if (this.#bit(model.isRep, state) === 0) {
      model.rep3 = model.rep2;
      model.rep2 = model.rep1;
      model.rep1 = model.rep0;
      length = this.#length(model.match, position);
      model.state = afterLiteral ? 7 : 10;
      model.rep0 = this.#distance(model, length);
      if (model.rep0 === END_MARK) return true;
    } else {
      if (this.#bit(model.isRep0, state) === 0) {
        if (this.#bit(model.isLong, state * POSITIONS + position) === 0) {
          model.state = afterLiteral ? 9 : 11;
          this.#copy(model.rep0, 1, until);
          return false;
        }
      } else this.#chooseOther(model, state);
      length = this.#length(model.rep, position);
      model.state = afterLiteral ? 8 : 11;
    }
    this.#copy(model.rep0, length + LEAST_MATCH, until);
    return false;
  }

  #chooseOther(model: Model, state: number): void {
    let distance = model.rep1;
    if (this.#bit(model.isRep1, state) === 1) {
      distance = model.rep2;
      if (this.#bit(model.isRep2, state) === 1) {
        distance = model.rep3;
        model.rep3 = model.rep2;
      }
      model.rep2 = model.rep1;
    }
    model.rep1 = model.rep0;
    model.rep0 = distance;
  }

  #literal({ literal, state, rep0 }: Model): number {
    const { lc, lp } = this.#properties;
    const before = this.total === 0 ? 0 : this.#behind(0);
    const base = 0x300 * (((this.total & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
    let symbol = 1;
    if (state >= FIRST_MATCH_STATE) {
      let other = this.#behind(rep0);
      while (symbol < 0x100) {
        const expected = (other >> 7) & 1;
        other <<= 1;
        const bit = this.#bit(literal, base + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | bit;
        if (bit !== expected) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.#bit(literal, base + symbol);
    return symbol & 0xff;
  }

  #length({ choice, low, middle, high }: Lengths, position: number): number {
    if (this.#bit(choice, 0) === 0) return this.#tree(low, position << 3, 3);
    if (this.#bit(choice, 1) === 0) return 8 + this.#tree(middle, position << 3, 3);
    return 16 + this.#tree(high, 0, 8);
  }

  #distance({ slot, special, align }: Model, length: number): number {
    const chosen = this.#tree(slot, Math.min(length, 3) << 6, 6);
    if (chosen < 4) return chosen;
    const bits = (chosen >> 1) - 1;
    const high = (2 | (chosen & 1)) * 2 ** bits;
    if (chosen < 14) return high + this.#backwards(special, high - chosen, bits);
    let direct = 0;
    for (let i = 4; i < bits; i += 1) direct = direct * 2 + this.#direct();
    return high + direct * 16 + this.#backwards(align, 0, 4);
  }

  #tree(probabilities: Uint16Array, base: number, bits: number): number {
    let symbol = 1;
    for (let i = 0; i < bits; i += 1) symbol = (symbol << 1) | this.#bit(probabilities, base + symbol);
    return symbol - (1 << bits);
  }

  #backwards(probabilities: Uint16Array, base: number, bits: number): number {
    let [symbol, value] = [1, 0];
    for (let i = 0; i < bits; i += 1) {
      const bit = this.#bit(probabilities, base + symbol);
      symbol = (symbol << 1) | bit;
      value |= bit << i;
    }
    return value;
  }

  #bit(probabilities: Uint16Array, index: number): 0 | 1 {
    this.#normalise();
    const probability = probabilities[index] as number;
    const bound = (this.#range >>> MODEL_BITS) * probability;
    if (this.#code < bound) {
      this.#range = bound;
      probabilities[index] = probability + (((1 << MODEL_BITS) - probability) >> MOVE_BITS);
      return 0;
    }
    this.#range -= bound;
    this.#code -= bound;
    probabilities[index] = probability - (probability >> MOVE_BITS);
    return 1;
  }

  #direct(): 0 | 1 {
    this.#normalise();
    this.#range = this.#range >>> 1;
    if (this.#code < this.#range) return 0;
    this.#code -= this.#range;
    return 1;
  }

  #normalise(): void {
    if (this.#range >= TOP) return;
    this.#range *= 256;
    this.#code = this.#code * 256 + (this.#input[this.at] ?? 0);
    this.at += 1;
  }

  #mustHave(): void {
    if (this.at <= this.#input.length) return;
    throw new Broken('L1', 'cut-short', 'its stream ends in the middle of a symbol', {
      offset: this.#offset + this.#input.length,
    });
  }

  #behind(distance: number): number {
    if (distance >= Math.min(this.total, this.#windowBytes))
      throw broken('a copy reaches back before the start', this.#offset + this.at);
    const from = this.#to - distance - 1;
    return this.#window[from < 0 ? from + this.#windowBytes : from] as number;
  }

  #copy(distance: number, length: number, until: number): void {
    if (this.total + length > until)
      throw broken('a copy is longer than what is declared', this.#offset + this.at);
    for (let i = 0; i < length; i += 1) this.#put(this.#behind(distance));
  }

  #put(byte: number): void {
    if (this.#to === this.#window.length) this.#makeRoom();
    this.#window[this.#to] = byte;
    this.#to += 1;
    this.total += 1;
  }

  /** Grows until it is as large as declared, and then begins anew: a small file takes little, whatever it declares. */
  #makeRoom(): void {
    if (this.#window.length === this.#windowBytes) {
      this.flush();
      this.#to = 0;
      this.#told = 0;
      return;
    }
    const size = Math.min(this.#windowBytes, this.#window.length * 2);
    if (size > this.#mostBytes) throw overBudget('structureBytes', this.#mostBytes, size, this.#offset);
    const larger = new Uint8Array(size);
    larger.set(this.#window);
    this.#window = larger;
  }
}

function fresh(size: number): Uint16Array {
  return new Uint16Array(size).fill(HALF);
}

const broken = (what: string, offset: number): Broken => new Broken('L1', 'lzma-broken', what, { offset });
