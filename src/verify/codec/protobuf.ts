import type { Budgets } from '../contract/budgets.ts';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import { Varint } from './varint.ts';

/**
 * What takes one message's fields as they go by. Numbers come as they are met; for a length-delimited field the visitor
 * says what its bytes are: another message, a stretch of bytes, or nothing that matters. Field numbers are the schema's.
 */
export interface MessageVisitor {
  /** `value` is used again: read it during the call. */
  varint?(field: number, value: Varint, at: number): void;
  /** Four or eight bytes, little-endian, valid during the call. */
  fixed?(field: number, bytes: Uint8Array, at: number): void;
  /** `at`: where the field's `length` bytes begin. */
  delimited?(field: number, length: number, at: number): MessageVisitor | ByteSink | undefined;
  /** The message is over. Not called when something in it broke. */
  end?(at: number): void;
}

/** Takes the bytes of one length-delimited field piece by piece; a piece is only valid during the call. */
export interface ByteSink {
  bytes(piece: Uint8Array, at: number): void;
  done?(at: number): void;
}

const isSink = (target: MessageVisitor | ByteSink): target is ByteSink => 'bytes' in target;

interface Frame {
  visitor: MessageVisitor;
  /** Of the message's last byte, plus one. */
  end: number;
}

enum Wire {
  Varint = 0,
  Fixed64 = 1,
  Delimited = 2,
  Fixed32 = 5,
}

type State = 'tag' | 'varint' | 'length' | 'fixed' | 'bytes';

/**
 * Walks protobuf's wire format (facts from its public encoding guide) as the bytes come by, in constant memory: only the
 * stack of open messages is held. Lengths must stay inside their message, and the whole must end where a field ends.
 */
export class ProtobufWalk {
  readonly #stack: Frame[];
  readonly #depth: number;
  readonly #varint = new Varint();
  readonly #fixed = new Uint8Array(8);
  #state: State = 'tag';
  #field = 0;
  #at: number;
  #fieldAt: number;
  /** Bytes that a fixed-size or length-delimited field still needs. */
  #left = 0;
  #fixedBytes = 0;
  #sink: ByteSink | undefined;

  /** @param length of the whole message, which begins at `offset` */
  constructor(
    visitor: MessageVisitor,
    offset: number,
    length: number,
    budgets: Pick<Budgets, 'protobufDepth'>,
  ) {
    this.#stack = [{ visitor, end: offset + length }];
    this.#at = offset;
    this.#fieldAt = offset;
    this.#depth = budgets.protobufDepth;
  }

  /** Bytes from here on that nobody asked for: they may be left out with `skip`. */
  get skippable(): number {
    return this.#state === 'bytes' && this.#sink === undefined ? this.#left : 0;
  }

  skip(count: number): void {
    if (count > this.skippable) throw new Error(`cannot skip ${count} bytes`);
    this.#left -= count;
    this.#at += count;
    if (this.#left === 0) this.#endField();
  }

  feed(piece: Uint8Array): void {
    let i = 0;
    while (i < piece.length) {
      if (this.#state === 'bytes') i += this.#takeBytes(piece, i);
      else if (this.#state === 'fixed') i += this.#takeFixed(piece, i);
      else {
        this.#takeVarint(piece[i] as number);
        i += 1;
      }
    }
  }

  /** Call at the end of the bytes. */
  end(): void {
    const whole = this.#state === 'tag' && this.#varint.isEmpty && this.#stack.length === 0;
    const empty = this.#stack.length === 1 && this.#at === this.#stack[0]?.end && this.#varint.isEmpty;
    if (empty && this.#state === 'tag') this.#stack.pop()?.visitor.end?.(this.#at);
    else if (!whole) throw this.#cut('L1');
  }

  #takeVarint(byte: number): void {
    if (this.#state === 'tag' && this.#varint.isEmpty) this.#fieldAt = this.#at;
    this.#at += 1;
    if (!this.#varint.add(byte, this.#at)) return;
    if (this.#state === 'tag') this.#beginField();
    else if (this.#state === 'length') this.#beginDelimited();
    else {
      this.#top().visitor.varint?.(this.#field, this.#varint, this.#fieldAt);
      this.#varint.reset();
      this.#endField();
    }
  }

  #beginField(): void {
    const tag = this.#varint.toNumber();
    this.#varint.reset();
    this.#field = Math.floor(tag / 8);
    if (this.#field === 0 || this.#field > 0x1fffffff) {
      throw new Broken('L1', 'protobuf-tag', 'has a field whose number cannot be', {
        offset: this.#fieldAt,
        found: String(this.#field),
      });
    }
    switch (tag % 8) {
      case Wire.Varint:
        this.#state = 'varint';
        return;
      case Wire.Fixed64:
        this.#beginFixed(8);
        return;
      case Wire.Fixed32:
        this.#beginFixed(4);
        return;
      case Wire.Delimited:
        this.#state = 'length';
        return;
      default:
        throw new Broken('L1', 'protobuf-wire-type', 'has a field of a wire type that is not in use', {
          offset: this.#fieldAt,
          expected: '0, 1, 2 or 5',
          found: `${tag % 8} (field ${this.#field})`,
        });
    }
  }

  #beginFixed(count: number): void {
    this.#mustFit(count);
    this.#state = 'fixed';
    this.#fixedBytes = count;
    this.#left = count;
  }

  #takeFixed(piece: Uint8Array, from: number): number {
    const count = Math.min(this.#left, piece.length - from);
    this.#fixed.set(piece.subarray(from, from + count), this.#fixedBytes - this.#left);
    this.#left -= count;
    this.#at += count;
    if (this.#left > 0) return count;
    const bytes = this.#fixed.subarray(0, this.#fixedBytes);
    this.#top().visitor.fixed?.(this.#field, bytes, this.#fieldAt);
    this.#endField();
    return count;
  }

  #beginDelimited(): void {
    const length = this.#varint.toNumber();
    this.#varint.reset();
    this.#mustFit(length);
    const target = this.#top().visitor.delimited?.(this.#field, length, this.#at);
    if (target !== undefined && !isSink(target)) {
      if (this.#stack.length > this.#depth) {
        throw overBudget('protobufDepth', this.#depth, this.#stack.length, this.#fieldAt);
      }
      this.#stack.push({ visitor: target, end: this.#at + length });
      this.#endField();
      return;
    }
    this.#state = 'bytes';
    this.#left = length;
    this.#sink = target;
    if (length === 0) this.#endField();
  }

  #takeBytes(piece: Uint8Array, from: number): number {
    const count = Math.min(this.#left, piece.length - from);
    this.#sink?.bytes(piece.subarray(from, from + count), this.#at);
    this.#left -= count;
    this.#at += count;
    if (this.#left === 0) this.#endField();
    return count;
  }

  /** A field is over, and with it every message that ends here. */
  #endField(): void {
    const sink = this.#state === 'bytes' ? this.#sink : undefined;
    this.#sink = undefined;
    this.#state = 'tag';
    sink?.done?.(this.#at);
    let top = this.#stack.at(-1);
    while (top !== undefined && this.#at >= top.end) {
      // A varint or tag may have run past the end of its message.
      if (this.#at > top.end) throw this.#cut('L2');
      this.#stack.pop();
      top.visitor.end?.(this.#at);
      top = this.#stack.at(-1);
    }
  }

  #top(): Frame {
    const top = this.#stack.at(-1);
    if (top === undefined)
      throw new Broken('L1', 'trailing-bytes', 'bytes follow the end', { offset: this.#at });
    return top;
  }

  #mustFit(length: number): void {
    const { end } = this.#top();
    if (this.#at + length <= end) return;
    const outermost = this.#stack.length === 1;
    throw new Broken(
      outermost ? 'L1' : 'L2',
      outermost ? 'cut-short' : 'protobuf-length',
      outermost ? 'ends inside a field' : 'has a field that is longer than the message it lies in',
      { offset: this.#fieldAt, expected: `at most ${end - this.#at} bytes`, found: `${length} bytes` },
    );
  }

  #cut(level: 'L1' | 'L2'): Broken {
    return new Broken(level, level === 'L1' ? 'cut-short' : 'protobuf-length', 'ends inside a field', {
      offset: this.#fieldAt,
    });
  }
}

/** A short field, held as a whole. Longer than `mostBytes` is a budget hit, never an allocation. */
export function collected(
  mostBytes: number,
  length: number,
  at: number,
  take: (bytes: Uint8Array) => void,
): ByteSink {
  if (length > mostBytes) {
    throw new Unsettled('L2', 'over-budget', 'has a field that is longer than we hold', {
      offset: at,
      expected: `<= ${mostBytes} bytes`,
      found: `${length} bytes`,
    });
  }
  const held = new Uint8Array(length);
  let filled = 0;
  if (length === 0) take(held);
  return {
    bytes(piece) {
      held.set(piece, filled);
      filled += piece.length;
      if (filled === length) take(held);
    },
  };
}

/** Names and the like. What is not UTF-8 is shown with replacement characters; it is text for people. */
export const collectedText = (
  mostBytes: number,
  length: number,
  at: number,
  take: (text: string) => void,
): ByteSink => collected(mostBytes, length, at, (bytes) => take(new TextDecoder().decode(bytes)));

/** The start of a text that may be long and is only shown. */
export function startOfText(mostBytes: number, length: number, take: (text: string) => void): ByteSink {
  const held = new Uint8Array(Math.min(mostBytes, length));
  let filled = 0;
  const give = () => take(new TextDecoder().decode(held));
  if (length === 0) give();
  return {
    bytes(piece) {
      if (filled === held.length) return;
      const part = piece.subarray(0, held.length - filled);
      held.set(part, filled);
      filled += part.length;
      if (filled === held.length) give();
    },
  };
}

/** A packed repeated field of varints. `value` is used again: read it during the call. */
export function packedVarints(take: (value: Varint) => void): ByteSink {
  const value = new Varint();
  return {
    bytes(piece, at) {
      for (let i = 0; i < piece.length; i += 1) {
        if (!value.add(piece[i] as number, at + i + 1)) continue;
        take(value);
        value.reset();
      }
    },
    done(at) {
      if (!value.isEmpty)
        throw new Broken('L2', 'protobuf-length', 'a packed field ends inside a number', { offset: at });
    },
  };
}

/** Walks a message that is in memory. */
export function walkMessage(
  bytes: Uint8Array,
  visitor: MessageVisitor,
  offset: number,
  budgets: Pick<Budgets, 'protobufDepth'>,
): void {
  const walk = new ProtobufWalk(visitor, offset, bytes.length, budgets);
  walk.feed(bytes);
  walk.end();
}
