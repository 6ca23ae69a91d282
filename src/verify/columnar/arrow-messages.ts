import { FlatTable } from '../codec/flat-buffer.ts';
import { checkFlat } from '../codec/flat-check.ts';
import { readyZstd } from '../codec/zstd.ts';
import type { Budgets } from '../contract/budgets.ts';
import { Broken, type Findings, overBudget, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import { ArrowBody, type ArrowCodec, type PlacedArray } from './arrow-body.ts';
import { type ArrayLayout, type ArrowSchema, leastBytes, readSchema } from './arrow-layout.ts';
import { type ArrowNode, judgeBelow } from './arrow-nested.ts';
import { MESSAGE } from './arrow-shapes.ts';
import type { PageTally } from './page-tally.ts';

/** One message as the footer of a file lists it: offset, bytes of the metadata with its prefix, bytes of the body. */
export type Block = [offset: number, metadataBytes: number, bodyBytes: number];

const CONTINUATION = 0xffffffff;
const [SCHEMA, DICTIONARY, BATCH] = [1, 2, 3];
const CODECS = ['lz4', 'zstd'] as const;
const V4 = 3;
const V5 = 4;
/** How far behind a map its keys stand: its pairs lie between. */
const MAP_KEYS = 2;
/** Writers align buffers to 8 or 64 bytes; more than that between two of them belongs to nothing. */
const MOST_PADDING = 64;

/** Where messages lie: `second` is where the one behind the schema begins, as far as something else says so. */
export interface ArrowSpan {
  from: number;
  to: number;
  second?: number;
  /** How many dictionaries the footer lists, which may lie behind what needs them; in a stream each comes first. */
  dictionaries?: number;
}

/** Follows encapsulated messages as the bytes go by: prefix, metadata, body, and so on to the end mark. */
export class ArrowMessages {
  schema: ArrowSchema | undefined;
  readonly dictionaries: Block[] = [];
  readonly batches: Block[] = [];
  readonly dictionariesSeen = new Set<number>();
  rows = 0;
  /** The mark that no more messages follow was met. */
  hasEnded = false;
  readonly #findings: Findings;
  readonly #budgets: Budgets;
  readonly #end: number;
  readonly #second: number | undefined;
  readonly #listed: number | undefined;
  #stage: 'prefix' | 'length' | 'metadata' | 'body' = 'prefix';
  #kept = new Uint8Array(4);
  #keptBytes = 0;
  #start: number;
  #bodyLeft = 0;
  readonly #tally: PageTally;
  /** Of the message whose body goes by, if it is a batch. */
  #body: ArrowBody | undefined;
  /** How many values there are to point at, by the dictionary's id. */
  readonly #valuesOf = new Map<number, number>();

  /** Messages lie between two offsets of the file. */
  constructor(subject: Subject, tally: PageTally, { from, to, second, dictionaries }: ArrowSpan) {
    this.#findings = subject.findings;
    this.#budgets = subject.budgets;
    this.#tally = tally;
    this.#start = from;
    this.#end = to;
    this.#second = second;
    this.#listed = dictionaries;
  }

  async feed(piece: Uint8Array, fileOffset: number): Promise<void> {
    for (let at = 0; at < piece.length; ) {
      const offset = fileOffset + at;
      if (this.hasEnded) throw new Broken('L1', 'trailing-bytes', 'bytes follow the end mark', { offset });
      if (this.#stage === 'body') {
        const taken = Math.min(this.#bodyLeft, piece.length - at);
        if (this.#body?.codec === 'zstd') await readyZstd();
        this.#body?.feed(piece.subarray(at, at + taken));
        this.#bodyLeft -= taken;
        at += taken;
        if (this.#bodyLeft === 0) this.#next(offset + taken);
        continue;
      }
      const wanted = this.#kept.length - this.#keptBytes;
      const taken = piece.subarray(at, at + wanted);
      this.#kept.set(taken, this.#keptBytes);
      this.#keptBytes += taken.length;
      at += taken.length;
      if (taken.length === wanted) this.#whole(fileOffset + at);
    }
  }

  /** @returns whether the end lies between two messages */
  get isBetween(): boolean {
    return this.#stage === 'prefix' && this.#keptBytes === 0;
  }

  /** @param offset behind what was gathered */
  #whole(offset: number): void {
    if (this.#stage === 'metadata') {
      this.#message(this.#kept, offset);
      return;
    }
    const word = new DataView(this.#kept.buffer).getUint32(0, true);
    if (this.#stage === 'prefix' && word === CONTINUATION) {
      this.#gather('length', 4);
      return;
    }
    const second = this.schema === undefined ? this.#second : undefined;
    if (this.#stage === 'prefix' && second !== undefined && this.#start + 4 + word !== second) {
      // Polars writes the schema without its length; readers go by the footer (2.1.0, 2026-11-26).
      const begun = this.#kept;
      this.#gather('metadata', second - this.#start);
      this.#kept.set(begun);
      this.#keptBytes = begun.length;
      return;
    }
    // Before Arrow 0.15 a length had no mark before it.
    if (word === 0) this.hasEnded = true;
    else this.#beginMetadata(word, offset);
    if (this.hasEnded) this.#gather('prefix', 4);
  }

  #beginMetadata(length: number, offset: number): void {
    if (offset + length > this.#end)
      throw new Broken('L1', 'arrow-cut', 'a message is longer than what is left of the file', {
        offset: this.#start,
        expected: `at most ${this.#end - offset} bytes`,
        found: `${length} bytes`,
      });
    if (length > this.#budgets.structureBytes)
      throw overBudget('structureBytes', this.#budgets.structureBytes, length, this.#start);
    this.#mustAlign(offset + length - this.#start, 'metadata');
    this.#gather('metadata', length);
  }

  #gather(stage: 'prefix' | 'length' | 'metadata', bytes: number): void {
    this.#stage = stage;
    this.#kept = new Uint8Array(bytes);
    this.#keptBytes = 0;
  }

  #next(offset: number): void {
    this.#start = offset;
    this.#gather('prefix', 4);
  }

  #message(bytes: Uint8Array, bodyOffset: number): void {
    checkFlat(bytes, MESSAGE, this.#start);
    const message = FlatTable.root(bytes, this.#start);
    const version = message.i16(0);
    if (version !== V4 && version !== V5)
      throw new Unsettled('L2', 'arrow-version', 'is of a version of Arrow that we do not know', {
        offset: this.#start,
        found: `V${version + 1}`,
      });
    const bodyBytes = message.i64(3);
    if (!(bodyBytes >= 0) || bodyOffset + bodyBytes > this.#end)
      throw new Broken('L1', 'arrow-cut', 'a body is longer than what is left of the file', {
        offset: this.#start,
        expected: `at most ${this.#end - bodyOffset} bytes`,
        found: `${bodyBytes} bytes`,
      });
    this.#mustAlign(bodyBytes, 'body');
    const header = message.table(2);
    if (header === undefined) throw this.#broken('has no content');
    this.#take(message.u8(1), header, version, [this.#start, bodyOffset - this.#start, bodyBytes]);
    this.#stage = 'body';
    this.#bodyLeft = bodyBytes;
    if (bodyBytes === 0) this.#next(bodyOffset);
  }

  #take(kind: number, header: FlatTable, version: number, block: Block): void {
    const { schema } = this;
    if (this.batches.length + this.dictionaries.length >= this.#budgets.objects)
      throw overBudget('objects', this.#budgets.objects, this.#budgets.objects + 1, block[0]);
    if (kind === SCHEMA) {
      if (schema !== undefined) throw this.#broken('is a second schema');
      this.schema = readSchema(header, version, this.#budgets.objects, this.#start);
    } else if (schema === undefined) throw this.#broken('comes before the schema');
    else if (kind === DICTIONARY) this.#dictionary(schema, header, block);
    else if (kind === BATCH) {
      this.batches.push(block);
      this.rows += this.#batch(header, schema.arrays, block[2]);
    } else {
      throw new Unsettled('L2', 'arrow-message', 'holds a tensor, which this version cannot prove', {
        offset: this.#start,
      });
    }
  }

  #dictionary({ dictionaries }: ArrowSchema, header: FlatTable, block: Block): void {
    const id = header.i64(0);
    const layout = dictionaries.get(id);
    const data = header.table(1);
    if (layout === undefined || data === undefined) throw this.#broken('is a dictionary that no column uses');
    const isDelta = header.u8(2) !== 0;
    // Only a stream has an order in which one could take the place of another.
    if (this.#listed !== undefined && !isDelta && this.dictionariesSeen.has(id))
      throw this.#broken('is a second dictionary of one number, which a file cannot have', {
        found: `${id}`,
      });
    this.dictionaries.push(block);
    this.dictionariesSeen.add(id);
    const more = this.#batch(data, layout, block[2]);
    this.#valuesOf.set(id, (isDelta ? (this.#valuesOf.get(id) ?? 0) : 0) + more);
  }

  /** Every array has its node and its buffers, each as long as its elements need, inside the body and apart. */
  #batch(batch: FlatTable, arrays: readonly ArrayLayout[], bodyBytes: number): number {
    const length = batch.i64(0);
    const nodes = batch.rows(1, 2);
    const buffers = batch.rows(2, 2);
    const variadic = batch.rows(4, 1).map(([count = 0]) => count);
    const compression = batch.table(3);
    const isCompressed = compression !== undefined;
    const codec = compression === undefined ? undefined : this.#codec(compression);
    const placed: PlacedArray[] = [];
    if (!(length >= 0)) throw this.#broken('has no proper number of rows');
    if (nodes.length !== arrays.length)
      throw this.#broken(`describes ${nodes.length} arrays where the schema has ${arrays.length}`);
    this.#mustTile(buffers, bodyBytes);
    const runs = new Map<number, number>();
    let at = 0;
    arrays.forEach((array, i) => {
      const [elements = Number.NaN, nulls = Number.NaN] = nodes[i] ?? [];
      const fits = elements >= 0 && nulls >= 0 && nulls <= elements;
      if (!fits || (array.isColumn && elements !== length))
        throw this.#broken(`has ${elements} elements in ${quoted(array.name)} for ${length} rows`);
      const { nesting } = array;
      if (nesting !== undefined) this.#judgeBelow(array, nodes.slice(i), { elements, nulls });
      if (nesting?.kind === 'runs') runs.set(i + 1, elements);
      const own = at;
      for (const kind of array.buffers) {
        const bytes = buffers[at]?.[1] ?? -1;
        const least = isCompressed ? 0 : leastBytes(kind, elements, nulls);
        at += 1;
        if (bytes >= least) continue;
        throw this.#broken(`has a buffer of ${quoted(array.name)} that is too short`, {
          expected: `at least ${least} bytes`,
          found: `${bytes} bytes`,
        });
      }
      if (array.variadic) at += variadic.shift() ?? Number.NaN;
      placed.push({
        layout: array,
        elements,
        nulls,
        buffers: buffers.slice(own, at).map(([from = 0, bytes = 0]) => [from, bytes]),
        below: nesting?.children.map((child) => nodes[i + child]?.[0] ?? Number.NaN) ?? [],
        runsTo: runs.get(i),
        values: array.indices === undefined ? undefined : this.#valuesAt(array.indices.id),
      });
    });
    if (at !== buffers.length) throw this.#broken('has another number of buffers than its schema needs');
    this.#body = new ArrowBody({ arrays: placed, codec, offset: this.#start }, this.#tally);
    return length;
  }

  /** @returns `undefined` where the dictionary may lie further back */
  #valuesAt(id: number): number | undefined {
    const mayFollow = (this.#listed ?? 0) >= (this.schema?.dictionaries.size ?? 0);
    return this.#valuesOf.get(id) ?? (mayFollow ? undefined : 0);
  }

  #judgeBelow({ name, nesting }: ArrayLayout, nodes: readonly number[][], own: ArrowNode): void {
    if (nesting === undefined) return;
    const places = nesting.kind === 'map' ? [...nesting.children, MAP_KEYS] : nesting.children;
    const below = places.map((child) => {
      const [elements = Number.NaN, nulls = Number.NaN] = nodes[child] ?? [];
      return { elements, nulls };
    });
    judgeBelow(nesting, own, below, (what, extra) =>
      this.#broken(`has ${quoted(name)}, which ${what}`, extra),
    );
  }

  /** The codec, and that each buffer is packed by itself, which is the only way there is. */
  #codec(compression: FlatTable): ArrowCodec {
    const codec = CODECS[compression.u8(0)];
    if (codec === undefined || compression.u8(1) !== 0)
      throw this.#broken('is compressed in a way that does not exist');
    return codec;
  }

  #mustTile(buffers: readonly number[][], bodyBytes: number): void {
    let end = 0;
    for (const [offset = Number.NaN, bytes = Number.NaN] of buffers) {
      // A buffer of nothing may be said to lie anywhere.
      if (bytes === 0) continue;
      const fits = offset >= end && bytes > 0 && offset + bytes <= bodyBytes && offset % 8 === 0;
      if (!fits)
        throw this.#broken('has a buffer outside its body, unaligned, or over another', {
          found: `${bytes} bytes from ${offset}`,
          expected: `between ${end} and ${bodyBytes}`,
        });
      this.#judgePadding(offset - end);
      end = offset + bytes;
    }
    this.#judgePadding(bodyBytes - end);
  }

  #judgePadding(bytes: number): void {
    if (bytes < MOST_PADDING) return;
    const what = 'a message has bytes in its body that belong to no buffer';
    this.#findings.degraded('L1', 'arrow-gap', what, { offset: this.#start, found: `${bytes} bytes` });
  }

  #mustAlign(bytes: number, what: string): void {
    if (bytes % 8 === 0) return;
    throw this.#broken(`has a ${what} that is not a multiple of 8 bytes`, { found: `${bytes} bytes` });
  }

  #broken(what: string, extra: object = {}): Broken {
    return new Broken('L2', 'arrow-message', `a message ${what}`, { offset: this.#start, ...extra });
  }
}
