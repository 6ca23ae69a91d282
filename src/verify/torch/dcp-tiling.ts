import { overBudget } from '../contract/findings.ts';
import type { Chunk } from './dcp-metadata.ts';

/** Chunks that only a comparison of all with all can tell apart; one per rank and tensor in practice. */
const MOST_ODD_CHUNKS = 5000;

const volume = (sizes: readonly number[]): bigint =>
  sizes.reduce((product, size) => product * BigInt(size), 1n);

/**
 * Whether the chunks fill the tensor exactly once.
 * @returns what is wrong, or `undefined`
 */
export function badTiling(size: readonly number[], chunks: readonly Chunk[]): string | undefined {
  const outside = chunks.find(({ offsets, sizes }) =>
    offsets.some((offset, i) => offset + (sizes[i] ?? 0) > (size[i] ?? 0)),
  );
  if (outside !== undefined) return `the chunk at ${place(outside)} reaches beyond the tensor`;
  const filled = chunks.filter(({ sizes }) => !sizes.includes(0));
  const sum = filled.reduce((total, { sizes }) => total + volume(sizes), 0n);
  if (sum < volume(size)) return `the chunks leave a gap: ${sum} of ${volume(size)} elements`;
  const twice = overlapping(filled);
  if (twice !== undefined) return `the chunks at ${place(twice[0])} and ${place(twice[1])} overlap`;
  // No overlap, nothing outside and the right sum: nothing is left over.
  return undefined;
}

const place = ({ offsets }: Chunk): string => `[${offsets.join(', ')}]`;

/** Sorted along the dimension that most chunks differ in, only chunks that share a stretch of it can overlap. */
function overlapping(chunks: readonly Chunk[]): [Chunk, Chunk] | undefined {
  const dimension = widestDimension(chunks);
  const start = (chunk: Chunk) => chunk.offsets[dimension] ?? 0;
  const sorted = [...chunks].sort((a, b) => start(a) - start(b));
  let compared = 0;
  let open: Chunk[] = [];
  for (const chunk of sorted) {
    open = open.filter((each) => start(each) + (each.sizes[dimension] ?? 1) > start(chunk));
    compared += open.length;
    if (compared > MOST_ODD_CHUNKS ** 2)
      throw overBudget('comparisons of chunks', MOST_ODD_CHUNKS ** 2, compared);
    const hit = open.find((each) => meet(each, chunk));
    if (hit !== undefined) return [hit, chunk];
    open.push(chunk);
  }
  return undefined;
}

function widestDimension(chunks: readonly Chunk[]): number {
  const dimensions = chunks[0]?.offsets.length ?? 0;
  const starts = Array.from(
    { length: dimensions },
    (_none, i) => new Set(chunks.map(({ offsets }) => offsets[i])).size,
  );
  return Math.max(0, starts.indexOf(Math.max(...starts, 0)));
}

const meet = (a: Chunk, b: Chunk): boolean =>
  a.offsets.every(
    (offset, i) =>
      offset < (b.offsets[i] ?? 0) + (b.sizes[i] ?? 0) && (b.offsets[i] ?? 0) < offset + (a.sizes[i] ?? 0),
  );
