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
  PushParser,
  notRead,
  overBudget,
  utf8,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/classical/fasttext-model.ts
var FLOAT_BYTES = 4;
var CENTROIDS = 256;
var SETTINGS = [
  ...["dim", "ws", "epoch", "minCount", "neg", "wordNgrams", "loss", "model", "bucket", "minn", "maxn"],
  "lrUpdateRate"
];
var MODELS = ["cbow", "skipgram", "supervised"];
var MOST_LOSS = 4;
function openFasttext(subject) {
  const model = new FasttextModel(subject);
  const parser = new PushParser(model.program());
  return {
    checksummed: false,
    reaches: "L3",
    regions: () => [
      wholeFile(subject, {
        feed: (...piece) => parser.feed(...piece),
        end: () => parser.end(subject.sizeBytes)
      })
    ],
    finish: (complete) => model.finish(complete),
    tensors: () => model.book.summary
  };
}
var FasttextModel = class {
  book;
  #subject;
  #at = 0;
  #tensors = 0;
  #oddWords = 0;
  constructor(subject) {
    this.#subject = subject;
    this.book = new TensorBook(subject);
  }
  *program() {
    yield* this.#take(4);
    const version = yield* this.#int();
    if (version !== 11 && version !== 12) throw notRead(`a model of fastText of version ${version}`);
    const settings = yield* this.#settings();
    const { words, labels, pruned } = yield* this.#dictionary();
    const { facts } = this.#subject;
    facts.scalars = { model: MODELS[settings.model - 1] ?? null, dim: settings.dim, words, labels };
    const isQuantized = yield* this.#flag("quantized");
    const rows = isQuantized && pruned >= 0 ? words + pruned : words + settings.bucket;
    yield* this.#matrix("input", rows, settings.dim, isQuantized);
    const isQuantizedToo = yield* this.#flag("quantized output");
    const outputs = settings.model === MODELS.length ? labels : words;
    yield* this.#matrix("output", outputs, settings.dim, isQuantized && isQuantizedToo);
  }
  finish(complete) {
    if (this.#oddWords > 0) {
      const what = "has words that are not UTF-8, at which Python stops when it asks for them";
      this.#subject.findings.degraded("L2", "not-utf8", what, { found: `${this.#oddWords} words` });
    }
    if (complete) this.book.settle(this.#tensors);
  }
  *#settings() {
    const numbers = [];
    const at = this.#at;
    for (const _name of SETTINGS) numbers.push(yield* this.#int());
    const threshold = toView(yield* this.#take(8)).getFloat64(0, true);
    const settings = Object.fromEntries(SETTINGS.map((name, i) => [name, numbers[i]]));
    const { dim, loss, model, bucket } = settings;
    const isWhole = dim > 0 && loss >= 1 && loss <= MOST_LOSS && model >= 1 && model <= MODELS.length && bucket >= 0 && numbers.every((number) => number >= 0) && threshold >= 0;
    if (isWhole) return settings;
    throw this.#broken("has settings that no training has", `${[...numbers, threshold].join(", ")}`, at);
  }
  *#dictionary() {
    const at = this.#at;
    const size = yield* this.#int();
    const [words, labels] = [yield* this.#int(), yield* this.#int()];
    const tokens = yield* this.#long();
    const pruned = yield* this.#long();
    if (words < 0 || labels < 0 || size !== words + labels || tokens < 0 || pruned < -1)
      throw this.#broken(
        "counts words and labels that are not its entries",
        `${words}, ${labels} of ${size}`,
        at
      );
    const { objects } = this.#subject.budgets;
    const most = objects * 16;
    if (size > most) throw overBudget("objects", most, size, at);
    for (let i = 0; i < size; i += 1) yield* this.#entry(i < words);
    if (pruned > most) throw overBudget("objects", most, pruned, at);
    if (pruned > 0) yield* this.#skip(pruned * 8);
    return { words, labels, pruned };
  }
  *#entry(isWord) {
    const at = this.#at;
    const bytes = [];
    for (; ; ) {
      const [byte = 0] = yield* this.#take(1);
      if (byte === 0) break;
      bytes.push(byte);
      if (bytes.length > 65536) throw this.#broken("has a word without an end", `${bytes.length} bytes`, at);
    }
    if (utf8(Uint8Array.from(bytes)) === void 0) this.#oddWords += 1;
    const count = yield* this.#long();
    const [type] = yield* this.#take(1);
    if (bytes.length === 0 || count < 0 || type !== (isWord ? 0 : 1))
      throw this.#broken("has an entry that is neither word nor label", `count ${count}, type ${type}`, at);
  }
  *#matrix(name, rows, columns, isQuantized) {
    if (isQuantized) return yield* this.#quantized(name, rows, columns);
    yield* this.#size(name, rows, columns);
    yield* this.#floats(name, [rows, columns]);
  }
  *#quantized(name, rows, columns) {
    const hasNorms = yield* this.#flag("norms");
    yield* this.#size(name, rows, columns);
    const at = this.#at;
    const codes = yield* this.#int();
    if (codes < 0 || codes % Math.max(1, rows) !== 0 || codes / Math.max(1, rows) > columns)
      throw this.#broken(
        `the ${name} has codes that are not those of its rows`,
        `${codes} bytes for ${rows}`,
        at
      );
    yield* this.#skip(codes);
    yield* this.#quantizer(`${name}.centroids`, columns, codes / Math.max(1, rows));
    if (!hasNorms) return;
    yield* this.#skip(rows);
    yield* this.#quantizer(`${name}.norm_centroids`, 1, 1);
  }
  *#quantizer(name, columns, parts) {
    const at = this.#at;
    const [dim, count, partDim, lastDim] = [
      yield* this.#int(),
      yield* this.#int(),
      yield* this.#int(),
      yield* this.#int()
    ];
    if (dim !== columns || count !== parts || (count - 1) * partDim + lastDim !== dim || lastDim > partDim)
      throw this.#broken(
        `${name} are of other parts than its codes`,
        [dim, count, partDim, lastDim].join(", "),
        at
      );
    yield* this.#floats(name, [CENTROIDS, dim]);
  }
  *#size(name, rows, columns) {
    const at = this.#at;
    const found = [yield* this.#long(), yield* this.#long()];
    if (found[0] === rows && found[1] === columns) return;
    throw new Broken(
      "L2",
      "fasttext-size",
      `the ${name} matrix has another size than words and settings give`,
      {
        offset: at,
        expected: `${rows} x ${columns}`,
        found: found.join(" x ")
      }
    );
  }
  *#floats(name, shape) {
    const elements = shape[0] * shape[1];
    const { sizeBytes, scanning, keys, digestGiven } = this.#subject;
    const bytes = elements * FLOAT_BYTES;
    const fileOffset = this.#at;
    if (bytes > sizeBytes - fileOffset)
      throw new Broken("L1", "cut-short", `ends before the ${name} matrix does`, {
        offset: sizeBytes,
        expected: `${bytes} bytes`,
        found: `${sizeBytes - fileOffset}`
      });
    const scan = new ElementScan(DTYPES.f32, {
      ...scanning,
      littleEndian: true,
      countNegative: false,
      mostBytes: bytes
    });
    yield { bytes, sink: (piece) => scan.feed(piece) };
    this.#at += bytes;
    this.#tensors += 1;
    keys.addTensor(name, name);
    const proven = digestGiven;
    this.book.take({
      names: [name],
      dtype: DTYPES.f32,
      shape,
      elements,
      fileOffset,
      scan: scan.finish(),
      proven
    });
  }
  *#flag(what) {
    const at = this.#at;
    const [byte = 0] = yield* this.#take(1);
    if (byte > 1) throw this.#broken(`says neither yes nor no: ${what}`, String(byte), at);
    return byte === 1;
  }
  *#int() {
    return toView(yield* this.#take(4)).getInt32(0, true);
  }
  /** Of 64 bits; what a double does not hold is no count of anything here. */
  *#long() {
    return Number(toView(yield* this.#take(8)).getBigInt64(0, true));
  }
  *#take(bytes) {
    const piece = yield bytes;
    this.#at += bytes;
    return piece;
  }
  *#skip(bytes) {
    yield { bytes, sink: () => {
    } };
    this.#at += bytes;
  }
  #broken(what, found, offset) {
    return new Broken("L2", "fasttext", what, { offset, found });
  }
};
var toView = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
export {
  openFasttext
};
