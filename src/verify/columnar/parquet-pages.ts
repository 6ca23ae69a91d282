import { sumDiffers } from '../codec/checksum.ts';
import { crc32 } from '../codec/crc32.ts';
import { Broken, type Findings, overBudget, Unsettled } from '../contract/findings.ts';
import { quoted } from '../contract/untrusted.ts';
import type { Region } from '../tensor/pass.ts';
import type { PageTally } from './page-tally.ts';
import { ChunkValues, type PageHead } from './parquet-chunk-values.ts';
import { canUnpack } from './parquet-codec.ts';
import type { Chunk } from './parquet-footer.ts';
import { PAGE_HEADER } from './parquet-thrift.ts';
import { ThriftCompact, ThriftCut, type ThriftStruct } from './thrift-compact.ts';

/** By the number of the page's type: the header's part that must be there. */
const PARTS = ['data', 'index', 'dictionary', 'data2'] as const;
const [INDEX, DICTIONARY, DATA2] = [1, 2, 3];
/** PLAIN to BYTE_STREAM_SPLIT; 1 was never used. */
const LAST_ENCODING = 9;
/** A header holds a few numbers and the least and greatest value of its page. */
const MOST_HEADER_BYTES = 16 * 1024 ** 2;

interface Page {
  from: number;
  bytes: number;
  left: number;
  crc: number | undefined;
  /** Its body is gathered and read. */
  head: PageHead | undefined;
  body: Uint8Array;
}

export interface PagePlace {
  from: number;
  headerBytes: number;
  /** Behind its header. */
  bytes: number;
}

/** One column chunk: page after page, each a Thrift header and as many bytes as it says, to the chunk's exact end. */
export class PageWalk implements Region {
  readonly offset: number;
  readonly length: number;
  /** Of each data page, for the chunk's offset index. */
  readonly dataPages: PagePlace[] = [];
  dataPageCount = 0;
  hasDictionary = false;
  /** Every page was walked; only then can an index be held against them. */
  isWhole = false;
  readonly #chunk: Chunk;
  readonly #findings: Findings;
  readonly #tally: PageTally;
  #pending: Uint8Array = new Uint8Array(0);
  #page: Page | undefined;
  #crc = 0;
  #pages = 0;
  #values = 0;
  #rows = 0;
  #isRead: boolean;
  #uncompressed = 0;
  readonly #content: ChunkValues;

  constructor(chunk: Chunk, findings: Findings, tally: PageTally) {
    this.offset = chunk.from;
    this.length = chunk.bytes;
    this.#chunk = chunk;
    this.#findings = findings;
    this.#tally = tally;
    this.#content = new ChunkValues(chunk);
    this.#isRead = canUnpack(chunk.codec);
  }

  feed(piece: Uint8Array, fileOffset: number): void {
    for (let at = 0; at < piece.length; ) {
      const rest = piece.subarray(at);
      at += this.#page === undefined ? this.#header(rest, fileOffset + at) : this.#body(this.#page, rest);
    }
  }

  end(): void {
    this.#judgeSums();
    this.isWhole = true;
  }

  #judgeSums(): void {
    const { values, rows, leaf, uncompressedBytes, bytes, from } = this.#chunk;
    const end = from + bytes;
    if (this.#page !== undefined || this.#pending.length > 0)
      throw this.#broken('L1', 'ends in the middle of a page', end);
    if (this.#values !== values)
      throw this.#broken('L2', 'has another number of values than its metadata says', from, {
        expected: String(values),
        found: String(this.#values),
      });
    if (this.#isRead && this.#pages > 0 && this.#rows !== rows && values > 0)
      throw this.#broken('L2', 'has another number of rows than its row group', from, {
        expected: String(rows),
        found: String(this.#rows),
      });
    if (this.#isRead)
      for (const [id, { told }] of this.#content.levels.layouts)
        this.#tally.mustLayOutAlike(this.#chunk.rowGroup, id, told, leaf.path, from);
    const { surplusBytes, miscounted } = this.#content;
    if (miscounted > 0) {
      const what = `pages of column ${quoted(leaf.path)} say as many rows as they have values`;
      this.#findings.degraded('L2', 'parquet-rows', what, { offset: from, found: `${miscounted} pages` });
    }
    if (surplusBytes > 0) {
      const what = `pages of column ${quoted(leaf.path)} go on behind their last value`;
      this.#findings.degraded('L2', 'parquet-surplus', what, {
        offset: from,
        found: `${surplusBytes} bytes`,
      });
    }
    if (this.#uncompressed !== uncompressedBytes) {
      const what = `column ${quoted(leaf.path)} does not expand to what its metadata says`;
      this.#findings.degraded('L2', 'parquet-sizes', what, {
        offset: from,
        expected: `${uncompressedBytes} bytes`,
        found: `${this.#uncompressed} bytes`,
      });
    }
  }

  /** @returns bytes taken */
  #header(piece: Uint8Array, fileOffset: number): number {
    const before = this.#pending.length;
    const from = fileOffset - before;
    const bytes = before === 0 ? piece : Buffer.concat([this.#pending, piece]);
    const thrift = new ThriftCompact(bytes, from);
    let header: ThriftStruct;
    try {
      header = thrift.struct(PAGE_HEADER);
    } catch (error) {
      if (!(error instanceof ThriftCut)) throw error;
      if (bytes.length > MOST_HEADER_BYTES)
        throw overBudget('pageHeaderBytes', MOST_HEADER_BYTES, bytes.length, from);
      this.#pending = bytes.slice();
      return piece.length;
    }
    this.#pending = new Uint8Array(0);
    this.#start(header, from, thrift.at);
    return thrift.at - before;
  }

  #start(header: ThriftStruct, from: number, headerBytes: number): void {
    const count = (of: ThriftStruct, name: string): number => {
      const value = of[name];
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
      throw this.#broken('L2', `has a page header without a proper ${name}`, from);
    };
    const type = count(header, 'type');
    const bytes = count(header, 'bytes');
    const uncompressed = count(header, 'uncompressedBytes');
    const part = header[PARTS[type] ?? ''] as ThriftStruct | undefined;
    if (part === undefined) throw this.#broken('L2', `has a page of type ${type} without its header`, from);
    const { from: begin, bytes: length, codec, dictionaryOffset, dataPageOffset } = this.#chunk;
    if (from + headerBytes + bytes > begin + length)
      throw this.#broken('L1', 'has a page that is longer than the chunk', from, {
        found: `${bytes} bytes`,
      });
    if (codec === 0 && bytes !== uncompressed)
      throw this.#broken('L2', 'has an uncompressed page of two sizes', from);
    const isDictionary = type === DICTIONARY;
    if (isDictionary && (this.#pages > 0 || (dictionaryOffset ?? from) !== from))
      throw this.#broken('L2', 'has a dictionary where none belongs', from);
    this.hasDictionary ||= isDictionary;
    const isFirst = !isDictionary && this.#pages === (dictionaryOffset === undefined ? 0 : 1);
    if (isFirst && from !== dataPageOffset)
      throw this.#broken('L2', 'does not begin its data where its metadata says', from, {
        expected: String(dataPageOffset),
        found: String(from),
      });
    if (type !== INDEX) {
      this.#judgeEncoding(count(part, 'encoding'), from);
      count(part, 'values');
    }
    if (type === DATA2) {
      if (count(part, 'levelBytes') + count(part, 'repeatBytes') > bytes)
        throw this.#broken('L2', 'has levels that are longer than their page', from);
      count(part, 'rows');
    }
    const isData = type === 0 || type === DATA2;
    if (isData) {
      this.dataPageCount += 1;
      this.#values += count(part, 'values');
      if (this.#chunk.offsetIndex !== undefined) this.dataPages.push({ from, headerBytes, bytes });
    }
    const crc = header['crc'];
    if (crc !== undefined && !Number.isSafeInteger(crc))
      throw this.#broken('L2', 'has a checksum that is none', from);
    this.#uncompressed += headerBytes + uncompressed;
    this.#pages += 1;
    this.#tally.pages += 1;
    if (crc === undefined) this.#tally.unguarded += 1;
    this.#crc = 0;
    const page: Page = {
      from,
      bytes,
      left: bytes,
      crc: crc as number | undefined,
      head: undefined,
      body: NOTHING,
    };
    this.#page = page;
    if (type !== INDEX) {
      const head = headOf(type, part, { offset: from, uncompressedBytes: uncompressed });
      this.#isRead &&= this.#tally.allows(bytes, uncompressed, head.values);
      if (this.#isRead) page.head = head;
      else this.#tally.unread += 1;
    }
    if (bytes === 0) this.#endPage(page);
  }

  #judgeEncoding(encoding: number, offset: number): void {
    if (encoding <= LAST_ENCODING && encoding !== 1) return;
    throw new Unsettled('L2', 'parquet-encoding', 'has values in an encoding that we do not know', {
      offset,
      found: String(encoding),
    });
  }

  #body(page: Page, rest: Uint8Array): number {
    const taken = rest.subarray(0, page.left);
    if (page.head !== undefined) {
      // Most pages lie in one piece.
      if (taken.length === page.bytes) page.body = taken;
      else {
        if (page.body.length === 0) page.body = new Uint8Array(page.bytes);
        page.body.set(taken, page.bytes - page.left);
      }
    }
    if (page.crc !== undefined) this.#crc = crc32(taken, this.#crc);
    page.left -= taken.length;
    if (page.left === 0) this.#endPage(page);
    return taken.length;
  }

  #endPage({ from, crc, head, body }: Page): void {
    this.#page = undefined;
    if (crc !== undefined && crc >>> 0 !== this.#crc) {
      const what = `a page of column ${quoted(this.#chunk.leaf.path)} is not what was written: its CRC-32 differs`;
      this.#findings.caught(sumDiffers(what, from, { stored: crc, found: this.#crc }));
      // What it holds is no news, and what follows may need it.
      this.#isRead = false;
      return;
    }
    if (head !== undefined && this.#isRead) this.#rows += this.#content.read(head, body);
  }

  #broken(level: 'L1' | 'L2', what: string, offset: number, extra: object = {}): Broken {
    const column = JSON.stringify(this.#chunk.leaf.path);
    return new Broken(level, 'parquet-pages', `column ${column} ${what}`, { offset, ...extra });
  }
}

const NOTHING = new Uint8Array(0);

/** A header of the second version leaves out that its values are compressed, as a rule. */
function headOf(
  type: number,
  part: ThriftStruct,
  known: Pick<PageHead, 'offset' | 'uncompressedBytes'>,
): PageHead {
  const number = (name: string): number => (part[name] ?? 0) as number;
  return {
    ...known,
    kind: type === DICTIONARY ? 'dictionary' : type === DATA2 ? 'v2' : 'v1',
    values: number('values'),
    encoding: number('encoding'),
    repeatEncoding: number('repeats'),
    levelEncoding: number('levels'),
    repeatBytes: number('repeatBytes'),
    levelBytes: number('levelBytes'),
    rows: number('rows'),
    isCompressed: part['isCompressed'] !== false,
  };
}
