import { Unsettled } from '../contract/findings.ts';
import { type Cursor, hdf5Broken } from './cursor.ts';

export type ChunkIndex =
  | { kind: 'tree1'; address: number | undefined }
  | { kind: 'single'; address: number | undefined; bytes?: number; mask: number }
  | { kind: 'implicit' | 'fixed-array' | 'extensible-array' | 'tree2'; address: number | undefined };

export type Layout =
  | { kind: 'compact'; fileOffset: number; bytes: number }
  | { kind: 'contiguous'; address: number | undefined; bytes: number }
  | {
      kind: 'chunked';
      /** Elements of one chunk along each dimension. */
      chunk: number[];
      elementBytes: number;
      index: ChunkIndex;
      /** Chunks that reach over the edge are stored as they are. */
      edgesUnfiltered: boolean;
    };

const COMPACT = 0;
const CONTIGUOUS = 1;
const CHUNKED = 2;
const INDEXES = ['', 'single', 'implicit', 'fixed-array', 'extensible-array', 'tree2'] as const;
const SINGLE_FILTERED = 2;

/** Versions 3 to 5 of the layout message; older ones come from the library's first years. */
export function readLayout(cursor: Cursor): Layout {
  const place = cursor.place;
  const version = cursor.u8();
  if (version < 3 || version > 5)
    throw new Unsettled('L2', 'hdf5-layout', 'lays out data in a way that we cannot read', {
      offset: place,
      found: `layout version ${version}`,
    });
  const kind = cursor.u8();
  if (kind === COMPACT) {
    const bytes = cursor.u16();
    const fileOffset = cursor.place;
    cursor.skip(bytes);
    return { kind: 'compact', fileOffset, bytes };
  }
  if (kind === CONTIGUOUS) return { kind: 'contiguous', address: cursor.address(), bytes: cursor.length() };
  if (kind !== CHUNKED)
    throw new Unsettled('L2', 'hdf5-layout', 'lays out data in a way that we cannot read', {
      offset: place,
      found: `layout class ${kind}`,
    });
  return version === 3 ? chunkedClassic(cursor) : chunkedNewer(cursor);
}

function chunkedClassic(cursor: Cursor): Layout {
  const place = cursor.place;
  const rank = cursor.u8() - 1;
  const address = cursor.address();
  const chunk = Array.from({ length: Math.max(0, rank) }, () => cursor.u32());
  const elementBytes = cursor.u32();
  mustBeChunk(chunk, elementBytes, place);
  return { kind: 'chunked', chunk, elementBytes, index: { kind: 'tree1', address }, edgesUnfiltered: false };
}

function chunkedNewer(cursor: Cursor): Layout {
  const place = cursor.place;
  const flags = cursor.u8();
  const rank = cursor.u8() - 1;
  const width = cursor.u8();
  const chunk = Array.from({ length: Math.max(0, rank) }, () => cursor.uint(width));
  const elementBytes = cursor.uint(width);
  mustBeChunk(chunk, elementBytes, place);
  return {
    kind: 'chunked',
    chunk,
    elementBytes,
    index: readIndex(cursor, flags),
    edgesUnfiltered: (flags & 1) !== 0,
  };
}

function readIndex(cursor: Cursor, flags: number): ChunkIndex {
  const place = cursor.place;
  const kind = INDEXES[cursor.u8()];
  if (kind === undefined || kind === '') throw hdf5Broken('chunks have an index of an unknown kind', place);
  if (kind === 'single') {
    const isFiltered = (flags & SINGLE_FILTERED) !== 0;
    const bytes = isFiltered ? cursor.length() : undefined;
    const mask = isFiltered ? cursor.u32() : 0;
    return { kind, ...(bytes === undefined ? {} : { bytes }), mask, address: cursor.address() };
  }
  // How the index was made; the index itself says so again.
  cursor.skip({ implicit: 0, 'fixed-array': 1, 'extensible-array': 5, tree2: 6 }[kind]);
  return { kind, address: cursor.address() };
}

function mustBeChunk(chunk: readonly number[], elementBytes: number, place: number): void {
  if (chunk.length === 0 || elementBytes === 0 || chunk.includes(0))
    throw hdf5Broken('chunks without size', place, {
      found: `${chunk.join(' x ')} of ${elementBytes} bytes`,
    });
}
