import type { TensorRow } from '../contract/tensor-table.ts';

export interface TensorChange {
  name: string;
  before: string;
  after: string;
}

/** What became of the tensors of one file in another. Names in order; untrusted text. */
export interface TensorDiff {
  added: TensorRow[];
  removed: TensorRow[];
  /** Types differ; shapes and values are not compared then. */
  retyped: TensorChange[];
  reshaped: TensorChange[];
  /** Same type and shape, other bytes. */
  changed: string[];
  unchanged: number;
  /** Same type and shape, and the bytes of one of them were never read as a whole. */
  unknown: string[];
}

export function diffTensors(before: readonly TensorRow[], after: readonly TensorRow[]): TensorDiff {
  const old = new Map(before.map((row) => [row.name, row]));
  const now = new Map(after.map((row) => [row.name, row]));
  const diff: TensorDiff = {
    added: inOrder([...now.values()].filter(({ name }) => !old.has(name))),
    removed: inOrder([...old.values()].filter(({ name }) => !now.has(name))),
    retyped: [],
    reshaped: [],
    changed: [],
    unchanged: 0,
    unknown: [],
  };
  for (const a of inOrder([...old.values()])) {
    const b = now.get(a.name);
    if (b !== undefined) enter(diff, a, b);
  }
  return diff;
}

export const isSame = (diff: TensorDiff): boolean =>
  [diff.added, diff.removed, diff.retyped, diff.reshaped, diff.changed].every(({ length }) => length === 0);

function enter(diff: TensorDiff, a: TensorRow, b: TensorRow): void {
  const { name } = a;
  if (a.dtype !== b.dtype) diff.retyped.push({ name, before: a.dtype, after: b.dtype });
  else if (a.shape.join() !== b.shape.join())
    diff.reshaped.push({ name, before: shapeWord(a), after: shapeWord(b) });
  else if (a.fingerprint === undefined || b.fingerprint === undefined) diff.unknown.push(name);
  else if (a.fingerprint === b.fingerprint) diff.unchanged += 1;
  else diff.changed.push(name);
}

export const shapeWord = ({ shape }: TensorRow): string => (shape.length === 0 ? 'scalar' : shape.join('x'));

const inOrder = (rows: TensorRow[]): TensorRow[] =>
  rows.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
