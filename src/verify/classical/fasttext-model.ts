import { utf8 } from '../codec/utf8.ts';
import { Broken, notRead, overBudget } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { type Program, PushParser } from '../read/push-parser.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { ElementScan } from '../tensor/element-scan.ts';
import { wholeFile } from '../tensor/pass.ts';
import { TensorBook } from '../tensor/tensor-book.ts';

const FLOAT_BYTES = 4;
/** What a product quantizer makes of each part of a vector is one of so many. */
const CENTROIDS = 256;
const SETTINGS = [
  ...['dim', 'ws', 'epoch', 'minCount', 'neg', 'wordNgrams', 'loss', 'model', 'bucket', 'minn', 'maxn'],
  'lrUpdateRate',
] as const;
const MODELS = ['cbow', 'skipgram', 'supervised'];
const MOST_LOSS = 4;

type Settings = Record<(typeof SETTINGS)[number], number>;

export function openFasttext(subject: Subject): Walk {
  const model = new FasttextModel(subject);
  const parser = new PushParser(model.program());
  return {
    checksummed: false,
    reaches: 'L3',
    regions: () => [
      wholeFile(subject, {
        feed: (...piece) => parser.feed(...piece),
        end: () => parser.end(subject.sizeBytes),
      }),
    ],
    finish: (complete) => model.finish(complete),
    tensors: () => model.book.summary,
  };
}

/** Read along fastText's own writer (`fasttext.cc`, `dictionary.cc`, `densematrix.cc`, `quantmatrix.cc` of 0.9.2); all little-endian. */
class FasttextModel {
  readonly book: TensorBook;
  readonly #subject: Subject;
  #at = 0;
  #tensors = 0;
  #oddWords = 0;

  constructor(subject: Subject) {
    this.#subject = subject;
    this.book = new TensorBook(subject);
  }

  *program(): Program {
    yield* this.#take(4);
    const version = yield* this.#int();
    if (version !== 11 && version !== 12) throw notRead(`a model of fastText of version ${version}`);
    const settings = yield* this.#settings();
    const { words, labels, pruned } = yield* this.#dictionary();
    const { facts } = this.#subject;
    facts.scalars = { model: MODELS[settings.model - 1] ?? null, dim: settings.dim, words, labels };
    const isQuantized = yield* this.#flag('quantized');
    const rows = isQuantized && pruned >= 0 ? words + pruned : words + settings.bucket;
    yield* this.#matrix('input', rows, settings.dim, isQuantized);
    const isQuantizedToo = yield* this.#flag('quantized output');
    const outputs = settings.model === MODELS.length ? labels : words;
    yield* this.#matrix('output', outputs, settings.dim, isQuantized && isQuantizedToo);
  }

  finish(complete: boolean): void {
    if (this.#oddWords > 0) {
      const what = 'has words that are not UTF-8, at which Python stops when it asks for them';
      this.#subject.findings.degraded('L2', 'not-utf8', what, { found: `${this.#oddWords} words` });
    }
    if (complete) this.book.settle(this.#tensors);
  }

  *#settings(): Program<Settings> {
    const numbers: number[] = [];
    const at = this.#at;
    for (const _name of SETTINGS) numbers.push(yield* this.#int());
    const threshold = toView(yield* this.#take(8)).getFloat64(0, true);
    const settings = Object.fromEntries(SETTINGS.map((name, i) => [name, numbers[i]])) as Settings;
    const { dim, loss, model, bucket } = settings;
    const isWhole =
      dim > 0 &&
      loss >= 1 &&
      loss <= MOST_LOSS &&
      model >= 1 &&
      model <= MODELS.length &&
      bucket >= 0 &&
      numbers.every((number) => number >= 0) &&
      threshold >= 0;
    if (isWhole) return settings;
    throw this.#broken('has settings that no training has', `${[...numbers, threshold].join(', ')}`, at);
  }

  *#dictionary(): Program<{ words: number; labels: number; pruned: number }> {
    const at = this.#at;
    const size = yield* this.#int();
    const [words, labels] = [yield* this.#int(), yield* this.#int()];
    const tokens = yield* this.#long();
    const pruned = yield* this.#long();
    if (words < 0 || labels < 0 || size !== words + labels || tokens < 0 || pruned < -1)
      throw this.#broken(
        'counts words and labels that are not its entries',
        `${words}, ${labels} of ${size}`,
        at,
      );
    const { objects } = this.#subject.budgets;
    // Vectors of whole languages have two million words.
    const most = objects * 16;
    if (size > most) throw overBudget('objects', most, size, at);
    for (let i = 0; i < size; i += 1) yield* this.#entry(i < words);
    if (pruned > most) throw overBudget('objects', most, pruned, at);
    if (pruned > 0) yield* this.#skip(pruned * 8);
    return { words, labels, pruned };
  }

  *#entry(isWord: boolean): Program {
    const at = this.#at;
    const bytes: number[] = [];
    for (;;) {
      const [byte = 0] = yield* this.#take(1);
      if (byte === 0) break;
      bytes.push(byte);
      if (bytes.length > 65_536) throw this.#broken('has a word without an end', `${bytes.length} bytes`, at);
    }
    if (utf8(Uint8Array.from(bytes)) === undefined) this.#oddWords += 1;
    const count = yield* this.#long();
    const [type] = yield* this.#take(1);
    if (bytes.length === 0 || count < 0 || type !== (isWord ? 0 : 1))
      throw this.#broken('has an entry that is neither word nor label', `count ${count}, type ${type}`, at);
  }

  *#matrix(name: string, rows: number, columns: number, isQuantized: boolean): Program {
    if (isQuantized) return yield* this.#quantized(name, rows, columns);
    yield* this.#size(name, rows, columns);
    yield* this.#floats(name, [rows, columns]);
  }

  *#quantized(name: string, rows: number, columns: number): Program {
    const hasNorms = yield* this.#flag('norms');
    yield* this.#size(name, rows, columns);
    const at = this.#at;
    const codes = yield* this.#int();
    if (codes < 0 || codes % Math.max(1, rows) !== 0 || codes / Math.max(1, rows) > columns)
      throw this.#broken(
        `the ${name} has codes that are not those of its rows`,
        `${codes} bytes for ${rows}`,
        at,
      );
    yield* this.#skip(codes);
    yield* this.#quantizer(`${name}.centroids`, columns, codes / Math.max(1, rows));
    if (!hasNorms) return;
    yield* this.#skip(rows);
    yield* this.#quantizer(`${name}.norm_centroids`, 1, 1);
  }

  *#quantizer(name: string, columns: number, parts: number): Program {
    const at = this.#at;
    const [dim, count, partDim, lastDim] = [
      yield* this.#int(),
      yield* this.#int(),
      yield* this.#int(),
      yield* this.#int(),
    ];
    if (dim !== columns || count !== parts || (count - 1) * partDim + lastDim !== dim || lastDim > partDim)
      throw this.#broken(
        `${name} are of other parts than its codes`,
        [dim, count, partDim, lastDim].join(', '),
        at,
      );
    yield* this.#floats(name, [CENTROIDS, dim]);
  }

  *#size(name: string, rows: number, columns: number): Program {
    const at = this.#at;
    const found = [yield* this.#long(), yield* this.#long()];
    if (found[0] === rows && found[1] === columns) return;
    throw new Broken(
      'L2',
      'fasttext-size',
      `the ${name} matrix has another size than words and settings give`,
      {
        offset: at,
        expected: `${rows} x ${columns}`,
        found: found.join(' x '),
      },
    );
  }

  *#floats(name: string, shape: [number, number]): Program {
    const elements = shape[0] * shape[1];
    const { sizeBytes, scanning, keys, digestGiven } = this.#subject;
    const bytes = elements * FLOAT_BYTES;
    const fileOffset = this.#at;
    if (bytes > sizeBytes - fileOffset)
      throw new Broken('L1', 'cut-short', `ends before the ${name} matrix does`, {
        offset: sizeBytes,
        expected: `${bytes} bytes`,
        found: `${sizeBytes - fileOffset}`,
      });
    const scan = new ElementScan(DTYPES.f32, {
      ...scanning,
      littleEndian: true,
      countNegative: false,
      mostBytes: bytes,
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
      proven,
    });
  }

  *#flag(what: string): Program<boolean> {
    const at = this.#at;
    const [byte = 0] = yield* this.#take(1);
    if (byte > 1) throw this.#broken(`says neither yes nor no: ${what}`, String(byte), at);
    return byte === 1;
  }

  *#int(): Program<number> {
    return toView(yield* this.#take(4)).getInt32(0, true);
  }

  /** Of 64 bits; what a double does not hold is no count of anything here. */
  *#long(): Program<number> {
    return Number(toView(yield* this.#take(8)).getBigInt64(0, true));
  }

  *#take(bytes: number): Program<Uint8Array> {
    const piece = yield bytes;
    this.#at += bytes;
    return piece;
  }

  *#skip(bytes: number): Program {
    yield { bytes, sink: () => {} };
    this.#at += bytes;
  }

  #broken(what: string, found: string, offset: number): Broken {
    return new Broken('L2', 'fasttext', what, { offset, found });
  }
}

const toView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
