import { Broken } from '../contract/findings.ts';
import { unpackPage } from './parquet-codec.ts';
import type { Chunk } from './parquet-footer.ts';
import { LevelReader, type LevelSums } from './parquet-levels.ts';
import { BIT_PACKED, PLAIN, PLAIN_DICTIONARY, RLE, readValues } from './parquet-values.ts';

/** What a page's header says of its body, sizes in bytes. */
export interface PageHead {
  /** Of the page in the file. */
  offset: number;
  kind: 'dictionary' | 'v1' | 'v2';
  uncompressedBytes: number;
  values: number;
  encoding: number;
  /** Of a first-version page: how its levels are encoded. */
  repeatEncoding: number;
  levelEncoding: number;
  /** Of a second-version page: its levels lie before the values, never compressed. */
  repeatBytes: number;
  levelBytes: number;
  rows: number;
  isCompressed: boolean;
}

/** The values of one column chunk, page by page as they lie in memory: unpacked, levels and encodings walked to their end. */
export class ChunkValues {
  readonly levels: LevelReader;
  /** Of all pages so far: bytes behind their last value that are not zeros, as fastparquet leaves some (2026.9.0). */
  surplusBytes = 0;
  /** Pages whose header takes its values for rows. */
  miscounted = 0;
  readonly #chunk: Chunk;
  #dictionary: number | undefined;

  constructor(chunk: Chunk) {
    this.#chunk = chunk;
    this.levels = new LevelReader(chunk.leaf);
  }

  /** @returns rows that begin in it; none of a dictionary */
  read(head: PageHead, body: Uint8Array): number {
    if (head.kind === 'dictionary') {
      this.#readDictionary(head, this.#unpacked(body, head.uncompressedBytes, head));
      return 0;
    }
    const { rows } = head.kind === 'v1' ? this.#first(head, body) : this.#second(head, body);
    // Readers count rows by the levels; parquetjs counts what lists hold as rows (1.8.8, pyarrow 26, 2026-11-27).
    if (
      head.kind === 'v2' &&
      rows !== head.rows &&
      this.#chunk.leaf.mostRepeats > 0 &&
      head.rows === head.values
    )
      this.miscounted += 1;
    else if (head.kind === 'v2' && rows !== head.rows)
      throw this.#broken('has a page of another number of rows than its header says', head, {
        expected: String(head.rows),
        found: String(rows),
      });
    return rows;
  }

  #readDictionary(head: PageHead, bytes: Uint8Array): void {
    const { encoding, values, offset } = head;
    if (encoding !== PLAIN && encoding !== PLAIN_DICTIONARY)
      throw this.#broken('has a dictionary that is not plain', head, { found: String(encoding) });
    const what = { bytes, encoding: PLAIN, count: values, dictionary: undefined, offset };
    this.#judgeRest(bytes.subarray(readValues(this.#chunk.leaf, what)));
    this.#dictionary = values;
  }

  /** Levels and values are packed together, each kind of levels behind its length. */
  #first(head: PageHead, body: Uint8Array): LevelSums {
    const bytes = this.#unpacked(body, head.uncompressedBytes, head);
    const { mostRepeats, mostDefined } = this.#chunk.leaf;
    let at = 0;
    const place = (most: number, encoding: number) => {
      if (most === 0) return { bytes: bytes.subarray(0, 0), isPacked: false };
      if (encoding !== RLE && encoding !== BIT_PACKED)
        throw this.#broken('has levels in an encoding of values', head, { found: String(encoding) });
      const isPacked = encoding === BIT_PACKED;
      const begin = isPacked ? at : at + 4;
      const length = isPacked
        ? Math.ceil((head.values * (32 - Math.clz32(most))) / 8)
        : begin > bytes.length
          ? Number.NaN
          : new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
      if (!(length <= bytes.length - begin))
        throw this.#broken('has levels that are longer than their page', head);
      at = begin + length;
      return { bytes: bytes.subarray(begin, at), isPacked };
    };
    const repeats = place(mostRepeats, head.repeatEncoding);
    const defined = place(mostDefined, head.levelEncoding);
    const sums = this.levels.read({ repeats, defined, count: head.values, offset: head.offset });
    this.#readValues(head, bytes.subarray(at), sums);
    return sums;
  }

  #second(head: PageHead, body: Uint8Array): LevelSums {
    const { repeatBytes, levelBytes, uncompressedBytes } = head;
    const levels = repeatBytes + levelBytes;
    if (levels > uncompressedBytes) throw this.#broken('has levels that are longer than their page', head);
    const part = (from: number, to: number) => ({ bytes: body.subarray(from, to), isPacked: false });
    const places = { repeats: part(0, repeatBytes), defined: part(repeatBytes, levels) };
    const sums = this.levels.read({ ...places, count: head.values, offset: head.offset });
    const packed = body.subarray(levels);
    const bytes = head.isCompressed ? this.#unpacked(packed, uncompressedBytes - levels, head) : packed;
    if (bytes.length !== uncompressedBytes - levels)
      throw this.#broken('has an uncompressed page of two sizes', head);
    this.#readValues(head, bytes, sums);
    return sums;
  }

  #readValues(head: PageHead, bytes: Uint8Array, { values }: LevelSums): void {
    const { encoding, offset } = head;
    const what = { bytes, encoding, count: values, dictionary: this.#dictionary, offset };
    this.#judgeRest(bytes.subarray(readValues(this.#chunk.leaf, what)));
  }

  #unpacked(packed: Uint8Array, bytes: number, { offset }: PageHead): Uint8Array {
    const { codec } = this.#chunk;
    // Nothing may be left of a page of nothing but what is left out.
    if (bytes === 0) return packed.subarray(0, 0);
    return unpackPage(codec, packed, bytes, offset);
  }

  #judgeRest(rest: Uint8Array): void {
    if (rest.some((byte) => byte !== 0)) this.surplusBytes += rest.length;
  }

  #broken(what: string, { offset }: PageHead, extra: object = {}): Broken {
    const column = JSON.stringify(this.#chunk.leaf.path);
    return new Broken('L2', 'parquet-values', `column ${column} ${what}`, { offset, ...extra });
  }
}
