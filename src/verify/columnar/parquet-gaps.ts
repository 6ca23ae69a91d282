import { Broken } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { Region } from '../tensor/pass.ts';
import type { Chunk } from './parquet-footer.ts';
import { COLUMN_METADATA, PAGE_HEADER } from './parquet-thrift.ts';
import { StructureRegion, zeros } from './structure-region.ts';
import { ThriftCompact, type ThriftStruct } from './thrift-compact.ts';

/** Of one chunk; what is longer is padding or nothing that we know. */
const MOST_METADATA_BYTES = 1024 ** 2;
/** As Apache's readers assume it of dictionaries of those writers. */
const MOST_HEADER_BYTES = 100;
const DICTIONARY = 2;

/**
 * What nothing points at, from one offset to another: some writers repeat a chunk's metadata right behind it, some pad row
 * groups to a block of their file system, and some do the second and say it was the first.
 */
export function gapRegion(subject: Subject, chunks: readonly Chunk[], from: number, to: number): Region {
  const bytes = to - from;
  const padding = () =>
    subject.findings.degraded('L1', 'parquet-gap', 'has bytes between its columns that nothing points at', {
      offset: from,
      found: `${bytes} bytes`,
    });
  const isTold = chunks.some(({ copyOffset }) => copyOffset === from);
  const before = chunks.find((chunk) => chunk.bytes > 0 && chunk.from + chunk.bytes === from);
  if ((isTold || before !== undefined) && bytes <= MOST_METADATA_BYTES)
    return new StructureRegion(from, bytes, (content) => {
      const at = content.findIndex((byte) => byte !== 0);
      if (at < 0) padding();
      else if (isTold) wholeStructure(content, from);
      else if (before === undefined || !repeats(content, before)) throw strayContent(from + at);
    });
  padding();
  return zeros(from, bytes, (offset) => {
    throw strayContent(offset);
  });
}

const strayContent = (offset: number): Broken =>
  new Broken('L1', 'parquet-gap', 'has content between its columns that nothing points at', { offset });

function wholeStructure(content: Uint8Array, from: number): void {
  const thrift = new ThriftCompact(content, from);
  thrift.struct({});
  if (thrift.at !== content.length)
    throw new Broken('L2', 'parquet-index', 'an index is longer than its content', {
      offset: from + thrift.at,
    });
}

/** The metadata of this chunk and nothing behind it. */
function repeats(content: Uint8Array, chunk: Chunk): boolean {
  const thrift = new ThriftCompact(content, 0);
  let meta: ThriftStruct;
  try {
    meta = thrift.struct(COLUMN_METADATA);
  } catch (error) {
    if (error instanceof Broken) return false;
    throw error;
  }
  return (
    thrift.at === content.length &&
    ((meta['path'] ?? []) as string[]).join('.') === chunk.leaf.path &&
    meta['type'] === chunk.leaf.type &&
    meta['codec'] === chunk.codec &&
    meta['values'] === chunk.values &&
    meta['bytes'] === chunk.bytes &&
    meta['uncompressedBytes'] === chunk.uncompressedBytes &&
    meta['dataPageOffset'] === (chunk.dataPageOffset ?? 0)
  );
}

/**
 * parquet-mr before 1.2.9 left the header of a dictionary out of the size of its chunk (IMPALA-694, PARQUET-816), so that its pages
 * end as much behind the chunk.
 *
 * @param next where what follows the chunk begins
 */
export async function withDictionaryHeader(subject: Subject, chunk: Chunk, next: number): Promise<Chunk> {
  const missing = next - chunk.from - chunk.bytes;
  if (missing <= 0 || missing > MOST_HEADER_BYTES || chunk.bytes < missing) return chunk;
  const thrift = new ThriftCompact(await subject.reader.read(chunk.from, missing), chunk.from);
  try {
    if (thrift.struct(PAGE_HEADER)['type'] !== DICTIONARY || thrift.at !== missing) return chunk;
  } catch (error) {
    if (error instanceof Broken) return chunk;
    throw error;
  }
  const what = `column ${quoted(chunk.leaf.path)} is said to be shorter than its pages by the header of its dictionary, as parquet-mr before 1.2.9 wrote it`;
  subject.findings.degraded('L2', 'parquet-sizes', what, {
    offset: chunk.from,
    expected: `${chunk.bytes} bytes`,
    found: `${chunk.bytes + missing} bytes`,
  });
  return { ...chunk, bytes: chunk.bytes + missing };
}
