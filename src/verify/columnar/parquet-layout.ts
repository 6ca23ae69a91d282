import { Broken, overBudget } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { Region } from '../tensor/pass.ts';
import type { PageTally } from './page-tally.ts';
import type { Chunk, Extent, ParquetFooter } from './parquet-footer.ts';
import { gapRegion, withDictionaryHeader } from './parquet-gaps.ts';
import { type PagePlace, PageWalk } from './parquet-pages.ts';
import { BLOOM_HEADER, COLUMN_INDEX, OFFSET_INDEX } from './parquet-thrift.ts';
import { StructureRegion } from './structure-region.ts';
import { type Shape, ThriftCompact, type ThriftStruct } from './thrift-compact.ts';

const MOST_BLOOM_HEADER = 64;

/** From one offset of the file to another. */
interface Span {
  from: number;
  to: number;
}

/** Everything the footer points at, in file order, without a hole between the magic and the footer. */
export async function parquetRegions(
  subject: Subject,
  footer: ParquetFooter,
  span: Span,
  tally: PageTally,
): Promise<Region[]> {
  const regions: Region[] = [];
  const chunks = await inFull(subject, footer, span);
  for (const chunk of chunks) {
    const walk = new PageWalk(chunk, subject.findings, tally);
    const { columnIndex, offsetIndex, bloomOffset } = chunk;
    regions.push(walk);
    if (columnIndex !== undefined)
      regions.push(
        structure(subject, columnIndex, COLUMN_INDEX, (index) => matchCount(index, walk, chunk, subject)),
      );
    if (offsetIndex !== undefined)
      regions.push(
        structure(subject, offsetIndex, OFFSET_INDEX, (index) => matchPages(index, walk, chunk, subject)),
      );
    if (bloomOffset !== undefined) regions.push(await bloomRegion(subject, chunk, bloomOffset));
  }
  // What takes no bytes lies nowhere, whatever its offset says.
  const inOrder = regions.filter(({ length }) => length > 0).sort((a, b) => a.offset - b.offset);
  return [...filled(subject, inOrder, chunks, span)];
}

/** The chunks with all of their pages, where one writer is known to leave out some bytes. */
async function inFull(subject: Subject, footer: ParquetFooter, { to }: Span): Promise<Chunk[]> {
  if (footer.createdBy?.startsWith('parquet-mr') !== true) return footer.chunks;
  const starts = footer.chunks
    .flatMap(({ from, columnIndex, offsetIndex, bloomOffset }) => [
      from,
      columnIndex?.from ?? to,
      offsetIndex?.from ?? to,
      bloomOffset ?? to,
    ])
    .sort((a, b) => a - b);
  const chunks: Chunk[] = [];
  for (const chunk of footer.chunks) {
    const next = starts.find((start) => start > chunk.from) ?? to;
    chunks.push(await withDictionaryHeader(subject, chunk, next));
  }
  return chunks;
}

function* filled(
  subject: Subject,
  regions: Region[],
  chunks: readonly Chunk[],
  { from, to }: Span,
): Generator<Region> {
  let at = from;
  for (const region of regions) {
    if (region.offset < at || region.offset + region.length > to) {
      throw new Broken('L2', 'parquet-overlap', 'what the footer points at overlaps or leaves the file', {
        offset: region.offset,
        expected: `between ${at} and ${to}`,
        found: `${region.length} bytes from ${region.offset}`,
      });
    }
    if (region.offset > at) yield gapRegion(subject, chunks, at, region.offset);
    yield region;
    at = region.offset + region.length;
  }
  if (to > at) yield gapRegion(subject, chunks, at, to);
}

function structure(
  { budgets, sizeBytes }: Subject,
  { from, bytes }: Extent,
  shape: Shape,
  judge: (value: ThriftStruct) => void = () => {},
): Region {
  if (bytes > budgets.structureBytes && from + bytes <= sizeBytes)
    throw overBudget('structureBytes', budgets.structureBytes, bytes, from);
  return new StructureRegion(from, bytes, (content) => {
    const thrift = new ThriftCompact(content, from);
    const value = thrift.struct(shape);
    if (thrift.at !== bytes)
      throw new Broken('L2', 'parquet-index', 'an index is longer than its content', {
        offset: from + thrift.at,
      });
    judge(value);
  });
}

/** An offset index that leads elsewhere makes readers skip rows without a word. */
function matchPages(index: ThriftStruct, walk: PageWalk, chunk: Chunk, { findings }: Subject): void {
  const listed = (index['pages'] ?? []) as ThriftStruct[];
  const { dataPages } = walk;
  if (!walk.isWhole) return;
  const isListed = (bytesOf: (page: PagePlace) => number) =>
    listed.length === dataPages.length &&
    dataPages.every(
      (page, i) => listed[i]?.['offset'] === page.from && listed[i]?.['bytes'] === bytesOf(page),
    );
  const offset = chunk.offsetIndex?.from ?? 0;
  if (isListed(({ headerBytes, bytes }) => headerBytes + bytes)) return;
  if (isListed(({ bytes }) => bytes)) {
    const what = `the offset index of column ${quoted(chunk.leaf.path)} leaves the headers of pages out of their sizes, as early versions of parquet-go wrote it`;
    findings.degraded('L2', 'parquet-index', what, { offset });
    return;
  }
  throw new Broken('L2', 'parquet-index', 'an offset index does not point at the pages of its column', {
    offset,
    found: `${listed.length} pages`,
    expected: `${dataPages.length} pages`,
  });
}

function matchCount(index: ThriftStruct, walk: PageWalk, chunk: Chunk, { findings }: Subject): void {
  const listed = ((index['nullPages'] ?? []) as unknown[]).length;
  if (!walk.isWhole || listed === walk.dataPageCount) return;
  const offset = chunk.columnIndex?.from ?? 0;
  if (walk.hasDictionary && listed === walk.dataPageCount + 1) {
    const what = `the column index of column ${quoted(chunk.leaf.path)} counts its dictionary as a page of rows, as xitongsys/parquet-go does`;
    findings.degraded('L2', 'parquet-index', what, { offset });
    return;
  }
  throw new Broken('L2', 'parquet-index', 'a column index is not of the pages of its column', {
    offset,
    found: `${listed} pages`,
    expected: `${walk.dataPageCount} pages`,
  });
}

/** A Thrift header and the filter's bits. Older footers do not say how long both are. */
async function bloomRegion({ reader, sizeBytes }: Subject, chunk: Chunk, from: number): Promise<Region> {
  const declared = chunk.bloomBytes;
  const length = declared ?? (await bloomLength(reader, from, sizeBytes));
  let head: Uint8Array = new Uint8Array(0);
  return {
    offset: from,
    length,
    feed(piece) {
      if (head.length < MOST_BLOOM_HEADER)
        head = Buffer.concat([head, piece.subarray(0, MOST_BLOOM_HEADER - head.length)]);
    },
    end() {
      const found = lengthOf(head, from);
      if (found === length) return;
      throw new Broken('L2', 'parquet-bloom', 'a bloom filter is not as long as the footer says', {
        offset: from,
        expected: `${length} bytes`,
        found: `${found} bytes`,
      });
    },
  };
}

const bloomLength = async (reader: Subject['reader'], from: number, sizeBytes: number): Promise<number> =>
  lengthOf(await reader.read(from, Math.max(0, Math.min(MOST_BLOOM_HEADER, sizeBytes - from))), from);

function lengthOf(head: Uint8Array, from: number): number {
  const thrift = new ThriftCompact(head, from);
  const bytes = thrift.struct(BLOOM_HEADER)['bytes'];
  if (typeof bytes === 'number' && Number.isSafeInteger(bytes) && bytes >= 0) return thrift.at + bytes;
  throw new Broken('L2', 'parquet-bloom', 'a bloom filter gives no length', { offset: from });
}
