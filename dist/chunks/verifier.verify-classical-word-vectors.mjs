import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  DTYPES,
  TensorBook
} from "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  ElementScan,
  overBudget,
  quoted,
  utf8,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/classical/word-vectors.ts
var NAME = "(root)";
var [BLANK, LINE_END, RETURN] = [32, 10, 13];
var FLOAT_BYTES = 4;
var NUMBER = /^([+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?(nan|inf(inity)?))$/i;
var HELD_FLOATS = 16384;
function openWordVectors(subject, layout) {
  const { findings, keys, facts, sizeBytes } = subject;
  const book = new TensorBook(subject);
  const rows = layout.kind === "word2vec" ? new BinaryRows(subject, layout) : new TextRows(subject, layout);
  return {
    format: layout.kind,
    checksummed: false,
    reaches: "L3",
    regions: () => [
      wholeFile(subject, {
        feed: (piece, offset) => rows.feed(piece, offset),
        end() {
          rows.end(sizeBytes);
          const shape = [rows.count, layout.numbers];
          keys.addTensor(NAME, NAME);
          book.take({
            names: [NAME],
            dtype: DTYPES.f32,
            shape,
            elements: rows.count * layout.numbers,
            fileOffset: layout.headerBytes,
            proven: subject.digestGiven,
            scan: rows.scan.finish()
          });
        }
      })
    ],
    finish() {
      facts.scalars["words"] = rows.count;
      if (rows.odd > 0)
        findings.degraded(
          "L2",
          "not-utf8",
          "has words that are not UTF-8, at which gensim stops unless told otherwise",
          {
            found: `${rows.odd} words`
          }
        );
      if (rows.spaced > 0)
        findings.degraded(
          "L2",
          "word-with-blank",
          "has words with a blank in them, which gensim takes for numbers",
          {
            found: `${rows.spaced} words`
          }
        );
      book.settle(1);
    },
    tensors: () => book.summary
  };
}
var scanOf = (subject, mostBytes) => new ElementScan(DTYPES.f32, { ...subject.scanning, littleEndian: true, countNegative: false, mostBytes });
var BinaryRows = class {
  scan;
  count = 0;
  odd = 0;
  spaced = 0;
  #layout;
  #words;
  #mostWord;
  #skip;
  #word = new Uint8Array(0);
  #left = 0;
  /** The last row has its line's end. */
  #isEnded = false;
  constructor(subject, layout) {
    this.#layout = layout;
    this.#words = layout.words ?? 0;
    this.#mostWord = subject.budgets.lineBytes;
    this.#skip = layout.headerBytes;
    this.scan = scanOf(subject, this.#words * layout.numbers * FLOAT_BYTES);
  }
  feed(piece, offset) {
    let at = Math.min(this.#skip, piece.length);
    this.#skip -= at;
    while (at < piece.length) {
      if (this.#left > 0) at += this.#numbers(piece.subarray(at));
      else if (this.count < this.#words) at += this.#takeWord(piece.subarray(at), offset + at);
      else {
        if (piece[at] !== LINE_END || this.#isEnded)
          throw new Broken("L1", "trailing-bytes", "bytes follow the numbers of the last word", {
            offset: offset + at,
            expected: `${this.#words} words`
          });
        this.#isEnded = true;
        at += 1;
      }
    }
  }
  end(sizeBytes) {
    if (this.count === this.#words && this.#left === 0) return;
    throw new Broken("L1", "cut-short", "ends before the numbers of its last word", {
      offset: sizeBytes,
      expected: `${this.#words} words`,
      found: `${this.count - (this.#left > 0 ? 1 : 0)} words`
    });
  }
  #numbers(rest) {
    const own = rest.subarray(0, this.#left);
    this.#left -= own.length;
    this.scan.feed(own);
    return own.length;
  }
  #takeWord(rest, offset) {
    const end = rest.indexOf(BLANK);
    const taken = rest.subarray(0, end < 0 ? rest.length : end);
    const word = this.#word.length === 0 ? taken : Buffer.concat([this.#word, taken]);
    if (word.length > this.#mostWord) throw overBudget("lineBytes", this.#mostWord, word.length, offset);
    if (end < 0) {
      this.#word = word.slice();
      return rest.length;
    }
    const own = word[0] === LINE_END ? word.subarray(1) : word;
    if (own.length === 0 || own.includes(LINE_END) || own.includes(0))
      throw new Broken("L2", "word-vectors", `what should be word ${this.count + 1} is none`, { offset });
    if (utf8(own) === void 0) this.odd += 1;
    this.#word = new Uint8Array(0);
    this.count += 1;
    this.#left = this.#layout.numbers * FLOAT_BYTES;
    return end + 1;
  }
};
var TextRows = class {
  scan;
  count = 0;
  odd = 0;
  spaced = 0;
  #subject;
  #layout;
  #floats = new Float32Array(HELD_FLOATS);
  #held = 0;
  #skip;
  #line = new Uint8Array(0);
  #first = new Uint8Array(0);
  constructor(subject, layout) {
    this.#subject = subject;
    this.#layout = layout;
    this.#skip = layout.headerBytes;
    this.scan = scanOf(subject, FLOAT_BYTES * Math.ceil(subject.sizeBytes / 2));
  }
  feed(piece, offset) {
    let at = Math.min(this.#skip, piece.length);
    this.#skip -= at;
    for (; ; ) {
      const end = piece.indexOf(LINE_END, at);
      const part = piece.subarray(at, end < 0 ? piece.length : end);
      const line = this.#line.length === 0 ? part : Buffer.concat([this.#line, part]);
      const { lineBytes } = this.#subject.budgets;
      if (line.length > lineBytes) throw overBudget("lineBytes", lineBytes, line.length, offset + at);
      if (end < 0) {
        this.#line = line.slice();
        return;
      }
      this.#row(line, offset + end - line.length);
      this.#line = new Uint8Array(0);
      at = end + 1;
    }
  }
  end(sizeBytes) {
    const { words } = this.#layout;
    if (this.#line.length > 0) {
      this.#row(this.#line, sizeBytes - this.#line.length);
      const what = "does not end with a newline: its last number may have been cut";
      this.#subject.findings.degraded("L1", "last-line-cut", what, { offset: sizeBytes });
    }
    if (words !== void 0 && this.count < words)
      throw new Broken("L1", "cut-short", "has fewer words than its first line says", {
        offset: sizeBytes,
        expected: `${words} words`,
        found: `${this.count} words`
      });
    this.#flush();
  }
  #row(bytes, offset) {
    const { words, numbers } = this.#layout;
    if (this.count === words)
      throw new Broken("L1", "trailing-bytes", "has more lines than its first line says", {
        offset,
        expected: `${words} words`
      });
    this.#subject.reader.throwIfStopped();
    const cells = Buffer.from(bytes.buffer, bytes.byteOffset, trimmed(bytes)).toString("latin1").split(" ");
    const surplus = cells.length - 1 - numbers;
    const isSpaced = surplus > 0 && words === void 0 && !NUMBER.test(cells[surplus] ?? "");
    if (surplus !== 0 && !isSpaced)
      throw new Broken("L2", "word-vectors", `word ${this.count + 1} has another number of numbers`, {
        offset,
        expected: String(numbers),
        found: String(cells.length - 1)
      });
    if (isSpaced) this.spaced += 1;
    const word = Buffer.from(cells.slice(0, 1 + surplus).join(" "), "latin1");
    if (words === void 0) this.#mustBeOnce(word, offset);
    if (word.includes(0))
      throw new Broken("L2", "word-vectors", `word ${this.count + 1} holds a zero`, { offset });
    if (utf8(word) === void 0) this.odd += 1;
    for (let i = 1 + surplus; i < cells.length; i += 1) this.#take(cells[i], offset);
    this.count += 1;
  }
  /** Where nothing counts the words, the first one again is the whole file again. */
  #mustBeOnce(word, offset) {
    if (this.count === 0) this.#first = word;
    else if (Buffer.compare(word, this.#first) === 0)
      throw new Broken("L2", "word-vectors", "begins anew: its first word is there again", {
        offset,
        found: quoted(Buffer.from(word).toString())
      });
  }
  #take(cell, offset) {
    if (!NUMBER.test(cell))
      throw new Broken("L2", "word-vectors", `word ${this.count + 1} has something that is no number`, {
        offset,
        found: quoted(cell)
      });
    const value = Number(cell);
    this.#floats[this.#held] = Number.isNaN(value) && /inf/i.test(cell) ? Number.POSITIVE_INFINITY : value;
    this.#held += 1;
    if (this.#held === HELD_FLOATS) this.#flush();
  }
  #flush() {
    this.scan.feed(new Uint8Array(this.#floats.buffer, 0, this.#held * FLOAT_BYTES));
    this.#held = 0;
  }
};
function trimmed(line) {
  let length = line.length;
  while (length > 0 && (line[length - 1] === BLANK || line[length - 1] === RETURN)) length -= 1;
  return length;
}
export {
  openWordVectors
};
