import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Broken,
  Unsettled,
  Varint,
  overBudget
} from "./verifier.clock.shared.mjs";

// src/verify/codec/protobuf.ts
var isSink = (target) => "bytes" in target;
var ProtobufWalk = class {
  #stack;
  #depth;
  #varint = new Varint();
  #fixed = new Uint8Array(8);
  #state = "tag";
  #field = 0;
  #at;
  #fieldAt;
  /** Bytes that a fixed-size or length-delimited field still needs. */
  #left = 0;
  #fixedBytes = 0;
  #sink;
  /** @param length of the whole message, which begins at `offset` */
  constructor(visitor, offset, length, budgets) {
    this.#stack = [{ visitor, end: offset + length }];
    this.#at = offset;
    this.#fieldAt = offset;
    this.#depth = budgets.protobufDepth;
  }
  /** Bytes from here on that nobody asked for: they may be left out with `skip`. */
  get skippable() {
    return this.#state === "bytes" && this.#sink === void 0 ? this.#left : 0;
  }
  skip(count) {
    if (count > this.skippable) throw new Error(`cannot skip ${count} bytes`);
    this.#left -= count;
    this.#at += count;
    if (this.#left === 0) this.#endField();
  }
  feed(piece) {
    let i = 0;
    while (i < piece.length) {
      if (this.#state === "bytes") i += this.#takeBytes(piece, i);
      else if (this.#state === "fixed") i += this.#takeFixed(piece, i);
      else {
        this.#takeVarint(piece[i]);
        i += 1;
      }
    }
  }
  /** Call at the end of the bytes. */
  end() {
    const whole = this.#state === "tag" && this.#varint.isEmpty && this.#stack.length === 0;
    const empty = this.#stack.length === 1 && this.#at === this.#stack[0]?.end && this.#varint.isEmpty;
    if (empty && this.#state === "tag") this.#stack.pop()?.visitor.end?.(this.#at);
    else if (!whole) throw this.#cut("L1");
  }
  #takeVarint(byte) {
    if (this.#state === "tag" && this.#varint.isEmpty) this.#fieldAt = this.#at;
    this.#at += 1;
    if (!this.#varint.add(byte, this.#at)) return;
    if (this.#state === "tag") this.#beginField();
    else if (this.#state === "length") this.#beginDelimited();
    else {
      this.#top().visitor.varint?.(this.#field, this.#varint, this.#fieldAt);
      this.#varint.reset();
      this.#endField();
    }
  }
  #beginField() {
    const tag = this.#varint.toNumber();
    this.#varint.reset();
    this.#field = Math.floor(tag / 8);
    if (this.#field === 0 || this.#field > 536870911) {
      throw new Broken("L1", "protobuf-tag", "has a field whose number cannot be", {
        offset: this.#fieldAt,
        found: String(this.#field)
      });
    }
    switch (tag % 8) {
      case 0 /* Varint */:
        this.#state = "varint";
        return;
      case 1 /* Fixed64 */:
        this.#beginFixed(8);
        return;
      case 5 /* Fixed32 */:
        this.#beginFixed(4);
        return;
      case 2 /* Delimited */:
        this.#state = "length";
        return;
      default:
        throw new Broken("L1", "protobuf-wire-type", "has a field of a wire type that is not in use", {
          offset: this.#fieldAt,
          expected: "0, 1, 2 or 5",
          found: `${tag % 8} (field ${this.#field})`
        });
    }
  }
  #beginFixed(count) {
    this.#mustFit(count);
    this.#state = "fixed";
    this.#fixedBytes = count;
    this.#left = count;
  }
  #takeFixed(piece, from) {
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
  #beginDelimited() {
    const length = this.#varint.toNumber();
    this.#varint.reset();
    this.#mustFit(length);
    const target = this.#top().visitor.delimited?.(this.#field, length, this.#at);
    if (target !== void 0 && !isSink(target)) {
      if (this.#stack.length > this.#depth) {
        throw overBudget("protobufDepth", this.#depth, this.#stack.length, this.#fieldAt);
      }
      this.#stack.push({ visitor: target, end: this.#at + length });
      this.#endField();
      return;
    }
    this.#state = "bytes";
    this.#left = length;
    this.#sink = target;
    if (length === 0) this.#endField();
  }
  #takeBytes(piece, from) {
    const count = Math.min(this.#left, piece.length - from);
    this.#sink?.bytes(piece.subarray(from, from + count), this.#at);
    this.#left -= count;
    this.#at += count;
    if (this.#left === 0) this.#endField();
    return count;
  }
  /** A field is over, and with it every message that ends here. */
  #endField() {
    const sink = this.#state === "bytes" ? this.#sink : void 0;
    this.#sink = void 0;
    this.#state = "tag";
    sink?.done?.(this.#at);
    let top = this.#stack.at(-1);
    while (top !== void 0 && this.#at >= top.end) {
      if (this.#at > top.end) throw this.#cut("L2");
      this.#stack.pop();
      top.visitor.end?.(this.#at);
      top = this.#stack.at(-1);
    }
  }
  #top() {
    const top = this.#stack.at(-1);
    if (top === void 0)
      throw new Broken("L1", "trailing-bytes", "bytes follow the end", { offset: this.#at });
    return top;
  }
  #mustFit(length) {
    const { end } = this.#top();
    if (this.#at + length <= end) return;
    const outermost = this.#stack.length === 1;
    throw new Broken(
      outermost ? "L1" : "L2",
      outermost ? "cut-short" : "protobuf-length",
      outermost ? "ends inside a field" : "has a field that is longer than the message it lies in",
      { offset: this.#fieldAt, expected: `at most ${end - this.#at} bytes`, found: `${length} bytes` }
    );
  }
  #cut(level) {
    return new Broken(level, level === "L1" ? "cut-short" : "protobuf-length", "ends inside a field", {
      offset: this.#fieldAt
    });
  }
};
function collected(mostBytes, length, at, take) {
  if (length > mostBytes) {
    throw new Unsettled("L2", "over-budget", "has a field that is longer than we hold", {
      offset: at,
      expected: `<= ${mostBytes} bytes`,
      found: `${length} bytes`
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
    }
  };
}
var collectedText = (mostBytes, length, at, take) => collected(mostBytes, length, at, (bytes) => take(new TextDecoder().decode(bytes)));
function startOfText(mostBytes, length, take) {
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
    }
  };
}
function packedVarints(take) {
  const value = new Varint();
  return {
    bytes(piece, at) {
      for (let i = 0; i < piece.length; i += 1) {
        if (!value.add(piece[i], at + i + 1)) continue;
        take(value);
        value.reset();
      }
    },
    done(at) {
      if (!value.isEmpty)
        throw new Broken("L2", "protobuf-length", "a packed field ends inside a number", { offset: at });
    }
  };
}
function walkMessage(bytes, visitor, offset, budgets) {
  const walk = new ProtobufWalk(visitor, offset, bytes.length, budgets);
  walk.feed(bytes);
  walk.end();
}

export {
  ProtobufWalk,
  collected,
  collectedText,
  startOfText,
  packedVarints,
  walkMessage
};
