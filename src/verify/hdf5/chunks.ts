import { walkTree1 } from './btree1.ts';
import { walkTree2 } from './btree2.ts';
import { type Chunk, extensibleArray, fixedArray } from './chunk-arrays.ts';
import { type Cursor, hdf5Broken } from './cursor.ts';
import type { Dataspace } from './dataspace.ts';
import type { Hdf5File } from './file.ts';
import type { Filter } from './filters.ts';
import type { Layout } from './layout.ts';

export type ChunkedLayout = Extract<Layout, { kind: 'chunked' }>;

/** Where the chunks of one dataset lie, by their place in the grid (row-major). */
export interface ChunkTable {
  /** Chunks along each dimension. */
  grid: number[];
  /** Of one chunk when no filter is left on it. */
  chunkBytes: number;
  /** -1 where the chunk was never written. */
  addresses: Float64Array;
  /** In the file. */
  sizes: Float64Array;
  masks: Uint32Array;
  written: number;
}

interface Dataset {
  layout: ChunkedLayout;
  shape: readonly number[];
  space: Dataspace;
  filters: readonly Filter[];
}

/** Walks the index of a dataset's chunks, whichever of six kinds it is. */
export async function readChunkTable(file: Hdf5File, dataset: Dataset, place: number): Promise<ChunkTable> {
  const { layout, shape } = dataset;
  if (layout.chunk.length !== shape.length)
    throw hdf5Broken('chunks have another number of dimensions than the data', place);
  const chunkBytes = layout.chunk.reduce((product, size) => product * size, layout.elementBytes);
  const grid = shape.map((size, i) => Math.ceil(size / (layout.chunk[i] as number)));
  const count = grid.reduce((product, size) => product * size, 1);
  file.count(count, place);
  const table: ChunkTable = {
    grid,
    chunkBytes,
    addresses: new Float64Array(count).fill(-1),
    sizes: new Float64Array(count),
    masks: new Uint32Array(count),
    written: 0,
  };
  const enter = (scaled: readonly number[], chunk: Chunk) => {
    const at = indexIn(grid, scaled);
    if (at === undefined || table.addresses[at] !== -1)
      throw hdf5Broken(at === undefined ? 'a chunk lies outside the data' : 'a chunk is there twice', place, {
        found: `chunk ${scaled.join(', ')}`,
      });
    if (dataset.filters.length === 0 && chunk.bytes !== chunkBytes)
      throw hdf5Broken('a chunk has another size than its shape', place, {
        expected: `${chunkBytes} bytes`,
        found: `${chunk.bytes} bytes`,
      });
    file.claim(chunk.address, chunk.bytes, 'a chunk');
    table.addresses[at] = chunk.address;
    table.sizes[at] = chunk.bytes;
    table.masks[at] = chunk.mask;
    table.written += 1;
  };
  if (count > 0 || layout.index.kind === 'tree1') await walkIndex(file, dataset, chunkBytes, enter);
  return table;
}

type Enter = (scaled: readonly number[], chunk: Chunk) => void;

async function walkIndex(file: Hdf5File, dataset: Dataset, chunkBytes: number, enter: Enter): Promise<void> {
  const { layout, shape, space, filters } = dataset;
  const { index } = layout;
  const { address } = index;
  if (address === undefined) return;
  const rank = shape.length;
  if (index.kind === 'single') {
    enter(
      shape.map(() => 0),
      { address, bytes: index.bytes ?? chunkBytes, mask: index.mask },
    );
  } else if (index.kind === 'tree1') {
    const keyBytes = 8 + 8 * (rank + 1);
    for await (const { key, child } of walkTree1(file, address, {
      kind: 'chunk',
      keyBytes,
      rank: file.ranks.chunkInternal,
      order: (one, other) => orderOfChunks(one, other, rank),
      check: (key) => mustBeMultiple(key, [...layout.chunk, layout.elementBytes]),
    })) {
      const [bytes, mask] = [key.u32(), key.u32()];
      enter(scaledBy(key, layout.chunk), { address: child, bytes, mask });
    }
  } else if (index.kind === 'tree2') {
    await walkChunkTree2(file, address, { rank, chunkBytes, isFiltered: filters.length > 0 }, enter);
  } else {
    const order = new ChunkOrder(layout.chunk, space, index.kind === 'extensible-array');
    const enterAt = (position: number, chunk: Chunk) => enter(order.scaled(position), chunk);
    if (index.kind === 'implicit') {
      for (let i = 0; i < order.count; i += 1)
        enterAt(i, { address: address + i * chunkBytes, bytes: chunkBytes, mask: 0 });
    } else {
      const walk = index.kind === 'fixed-array' ? fixedArray : extensibleArray;
      await walk(file, address, {
        chunkBytes,
        isFiltered: filters.length > 0,
        most: order.count,
        enter: enterAt,
      });
    }
  }
}

const CHUNKS = 10;
const FILTERED_CHUNKS = 11;

async function walkChunkTree2(
  file: Hdf5File,
  root: number,
  { rank, chunkBytes, isFiltered }: { rank: number; chunkBytes: number; isFiltered: boolean },
  enter: Enter,
): Promise<void> {
  for await (const record of walkTree2(file, root, [isFiltered ? FILTERED_CHUNKS : CHUNKS])) {
    const address = record.mustAddress('a chunk');
    const bytes = isFiltered ? record.uint(record.left - 4 - 8 * rank) : chunkBytes;
    const mask = isFiltered ? record.u32() : 0;
    enter(
      Array.from({ length: rank }, () => record.uint(8)),
      { address, bytes, mask },
    );
  }
}

/** By their coordinates, row by row; the key behind the last chunk has larger ones than it. */
function orderOfChunks(one: Cursor, other: Cursor, rank: number): number {
  for (const key of [one, other]) key.skip(8);
  for (let i = 0; i <= rank; i += 1) {
    const difference = one.uint(8) - other.uint(8);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The key behind the last chunk, too, of which nothing else is told. */
function mustBeMultiple(key: Cursor, chunk: readonly number[]): void {
  key.skip(8);
  const place = key.place;
  if (chunk.some((size) => key.uint(8) % size !== 0))
    throw hdf5Broken('a chunk does not begin at a multiple of its shape', place);
}

/** Element coordinates of a chunk, as places in the grid. The last one is within the element and always 0. */
function scaledBy(key: Cursor, chunk: readonly number[]): number[] {
  const place = key.place;
  const scaled = chunk.map((size) => key.uint(8) / size);
  if (key.uint(8) !== 0) throw hdf5Broken('a chunk begins within an element', place);
  return scaled;
}

function indexIn(grid: readonly number[], scaled: readonly number[]): number | undefined {
  let index = 0;
  for (let i = 0; i < grid.length; i += 1) {
    const [size, at] = [grid[i] as number, scaled[i] as number];
    if (at >= size) return undefined;
    index = index * size + at;
  }
  return index;
}

/**
 * Arrays number chunks over the largest shape that the data may grow to, row by row; an extensible one puts the dimension
 * without end first.
 */
class ChunkOrder {
  /** How many chunks there can be; infinite where a dimension has no end. */
  readonly count: number;
  readonly #sizes: number[];
  /** Which dimension each position of the numbering is. */
  readonly #dimensions: number[];

  constructor(chunk: readonly number[], { mostShape }: Dataspace, endlessFirst: boolean) {
    const sizes = mostShape.map((most, i) =>
      most === undefined ? Number.POSITIVE_INFINITY : Math.ceil(most / (chunk[i] as number)),
    );
    const endless = endlessFirst ? sizes.indexOf(Number.POSITIVE_INFINITY) : -1;
    const rest = sizes.map((_size, i) => i).filter((i) => i !== endless);
    this.#dimensions = endless < 0 ? rest : [endless, ...rest];
    this.#sizes = this.#dimensions.map((i) => sizes[i] as number);
    this.count = sizes.reduce((product, size) => product * size, 1);
  }

  scaled(position: number): number[] {
    const scaled = Array<number>(this.#sizes.length).fill(0);
    let rest = position;
    for (let i = this.#sizes.length - 1; i >= 0; i -= 1) {
      const size = this.#sizes[i] as number;
      const at = Number.isFinite(size) ? rest % size : rest;
      scaled[this.#dimensions[i] as number] = at;
      rest = Number.isFinite(size) ? Math.floor(rest / size) : 0;
    }
    return scaled;
  }
}
