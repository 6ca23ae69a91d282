import { overBudget } from '../contract/findings.ts';
import type { ChunkedLayout, ChunkTable } from './chunks.ts';
import type { Hdf5Dataset } from './dataset.ts';
import type { Hdf5File } from './file.ts';
import { isHollow, undoFilters } from './filters.ts';

/** A row of chunks that is too large for memory is read again for every part of it that fits. */
const MOST_READS = 16;

export type ChunkedDataset = Hdf5Dataset & { layout: ChunkedLayout; chunks: ChunkTable };

/** One chunk as it was before the filters, padded to its full shape at the edges. */
async function readChunk(file: Hdf5File, dataset: ChunkedDataset, index: number): Promise<Uint8Array> {
  const { layout, chunks, filters, shape } = dataset;
  const address = chunks.addresses[index] as number;
  const mask = chunks.masks[index] as number;
  const place = file.base + address;
  if (chunks.chunkBytes > file.budgets.structureBytes)
    throw overBudget('structureBytes', file.budgets.structureBytes, chunks.chunkBytes, place);
  const isEdge = originOf(chunks, layout.chunk, index).some(
    (at, i) => at + (layout.chunk[i] as number) > (shape[i] as number),
  );
  const used = layout.edgesUnfiltered && isEdge ? [] : filters;
  file.expand(chunks.chunkBytes, place);
  const stored = await file.read(address, chunks.sizes[index] as number);
  if (dataset.guarded && isHollow(stored, used, mask)) dataset.guarded = false;
  return undoFilters(stored, used, { mask, bytes: chunks.chunkBytes, place });
}

/** Reads what was written of a dataset that has gaps, for the checksums alone. */
export async function checkChunks(file: Hdf5File, dataset: ChunkedDataset): Promise<void> {
  for (let i = 0; i < dataset.chunks.addresses.length; i += 1)
    if ((dataset.chunks.addresses[i] as number) >= 0) await readChunk(file, dataset, i);
}

/**
 * The elements of a chunked dataset in C order, in pieces of whole rows. Memory: one row of chunks, or less where that
 * exceeds the budget.
 */
export async function readRows(
  file: Hdf5File,
  dataset: ChunkedDataset,
  take: (piece: Uint8Array) => Promise<void>,
): Promise<void> {
  const { shape, layout, chunks } = dataset;
  const [rows = 0, ...inner] = shape;
  const [chunkRows = 1] = layout.chunk;
  const rowBytes = inner.reduce((product, size) => product * size, layout.elementBytes);
  const most = Math.min(chunkRows, Math.floor(file.budgets.structureBytes / Math.max(1, rowBytes)), rows);
  if (rows > 0 && (most === 0 || Math.min(chunkRows, rows) / most > MOST_READS))
    throw overBudget(
      'structureBytes',
      file.budgets.structureBytes,
      rowBytes * Math.min(chunkRows, rows),
      dataset.fileOffset,
    );
  const buffer = new Uint8Array(most * rowBytes);
  const perBand = chunks.grid.slice(1).reduce((product, size) => product * size, 1);
  for (let band = 0; band * chunkRows < rows; band += 1) {
    const bandEnd = Math.min(rows, (band + 1) * chunkRows);
    for (let from = band * chunkRows; from < bandEnd; from += most) {
      const to = Math.min(bandEnd, from + most);
      for (let i = 0; i < perBand; i += 1) {
        const index = band * perBand + i;
        const chunk = await readChunk(file, dataset, index);
        copyRows({ chunk, origin: originOf(chunks, layout.chunk, index), from, to }, dataset, buffer);
      }
      await take(buffer.subarray(0, (to - from) * rowBytes));
    }
  }
}

/** Element coordinates of a chunk. */
function originOf({ grid }: ChunkTable, chunk: readonly number[], index: number): number[] {
  const origin = Array<number>(grid.length).fill(0);
  let rest = index;
  for (let i = grid.length - 1; i >= 0; i -= 1) {
    origin[i] = (rest % (grid[i] as number)) * (chunk[i] as number);
    rest = Math.floor(rest / (grid[i] as number));
  }
  return origin;
}

interface Part {
  chunk: Uint8Array;
  origin: readonly number[];
  /** Rows of the dataset that the buffer holds. */
  from: number;
  to: number;
}

/** Copies run by run along the last dimension; what lies past the edge of the data is left out. */
function copyRows(
  { chunk, origin, from, to }: Part,
  { shape, layout }: ChunkedDataset,
  buffer: Uint8Array,
): void {
  const rank = shape.length;
  const extents = shape.map((size, i) => Math.min(layout.chunk[i] as number, size - (origin[i] as number)));
  const first = Math.max(from, origin[0] as number);
  const last = Math.min(to, (origin[0] as number) + (extents[0] as number));
  // Where the run starts within the chunk, along every dimension but the last.
  const at = Array<number>(rank).fill(0);
  at[0] = first - (origin[0] as number);
  const ends = extents.map((extent, i) => (i === 0 ? last - (origin[0] as number) : extent));
  if (rank === 1) {
    const { elementBytes } = layout;
    const begin = (at[0] as number) * elementBytes;
    buffer.set(chunk.subarray(begin, (ends[0] as number) * elementBytes), (first - from) * elementBytes);
    return;
  }
  const runBytes = (extents[rank - 1] as number) * layout.elementBytes;
  while ((at[0] as number) < (ends[0] as number)) {
    let source = 0;
    let target = 0;
    for (let i = 0; i < rank; i += 1) {
      source = source * (layout.chunk[i] as number) + (at[i] as number);
      const row = (origin[i] as number) + (at[i] as number) - (i === 0 ? from : 0);
      target = i === 0 ? row : target * (shape[i] as number) + row;
    }
    source *= layout.elementBytes;
    buffer.set(chunk.subarray(source, source + runBytes), target * layout.elementBytes);
    advance(at, ends, rank);
  }
}

function advance(at: number[], ends: readonly number[], rank: number): void {
  for (let i = rank - 2; i >= 0; i -= 1) {
    at[i] = (at[i] as number) + 1;
    if (i === 0 || (at[i] as number) < (ends[i] as number)) return;
    at[i] = 0;
  }
}
