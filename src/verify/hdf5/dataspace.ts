import { type Cursor, hdf5Broken } from './cursor.ts';

export interface Dataspace {
  /** Absent for a null space, which holds nothing at all. */
  shape: number[] | undefined;
  /** Where the shape may grow; `undefined` for a dimension without end. */
  mostShape: (number | undefined)[];
  elements: number;
}

const MOST_RANK = 32;
const HAS_MAXIMA = 1;
const NULL_SPACE = 2;

export function readDataspace(cursor: Cursor): Dataspace {
  const from = cursor.place;
  const version = cursor.version('a dataspace', 1, 2);
  const rank = cursor.u8();
  const flags = cursor.u8();
  const kind = cursor.u8();
  if (version === 1) cursor.skip(4);
  if (rank > MOST_RANK)
    throw hdf5Broken('a dataspace has more dimensions than any', from, { found: String(rank) });
  if (version === 2 && kind === NULL_SPACE) return { shape: undefined, mostShape: [], elements: 0 };
  const shape = Array.from({ length: rank }, () => cursor.length());
  const mostShape = (flags & HAS_MAXIMA) !== 0 ? shape.map(() => cursor.maybeLength()) : shape;
  shape.forEach((size, i) => {
    const most = mostShape[i];
    if (most !== undefined && most < size) throw hdf5Broken('a dimension is larger than its maximum', from);
  });
  const elements = shape.reduce((product, size) => product * BigInt(size), 1n);
  if (elements > BigInt(Number.MAX_SAFE_INTEGER))
    throw hdf5Broken('a dataspace is beyond reason', from, { found: String(elements) });
  return { shape, mostShape, elements: Number(elements) };
}
