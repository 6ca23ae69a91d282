import type { KeptFile, KeptStored } from './events.ts';
import type { Cell, Run } from './run.ts';
import type { Step } from './step.ts';
import { storedNow } from './stored.ts';

/** The files that a resume is given: those of the newest set and what is kept beside sets, or what an earlier record has. */
export function goesOnFrom({ kept, sets, beside }: Pick<Cell, 'kept' | 'sets' | 'beside'>): KeptFile[] {
  const newest = sets.at(-1);
  if (!newest) return [...kept.values()];
  const files = new Map([...beside.values(), ...newest.files].map((file) => [file.path, file]));
  return [...files.values()];
}

/** Every copy of the cell that the record speaks of, whatever its name stands for by now. */
export const heldOf = ({ kept, sets, beside }: Cell): KeptFile[] => [
  ...kept.values(),
  ...beside.values(),
  ...sets.flatMap(({ files }) => files),
];

/**
 * Cells whose newest verified copies would be lost with this machine: the run's disk is thrown away, and no store holds
 * them. None once all cells have ended, because then everything is collected, sealed and stored as a whole.
 */
export function cellsToStore(run: Run, now: Date): Cell[] {
  const cells = [...run.cells.values()];
  if (!run.opened?.needsStore || run.seal || run.closed || cells.every((cell) => cell.ended)) return [];
  return cells.filter((cell) => cell.kept.size > 0 && !isStored(run, cell, now));
}

function isStored(run: Run, cell: Cell, now: Date): boolean {
  const { stored } = cell;
  const set = stored && run.keptSets.get(stored.mark);
  if (!stored || !set || (set.keptUntil !== undefined && Date.parse(set.keptUntil) <= now.getTime()))
    return false;
  return sameFiles(goesOnFrom(cell), stored.copies);
}

const sameFiles = (files: readonly KeptFile[], others: ReadonlyMap<string, KeptFile>): boolean =>
  files.length === others.size && files.every(({ path, sha256 }) => others.get(path)?.sha256 === sha256);

const isNewest = (run: Run, mark: string): boolean =>
  [...run.cells.values()].some(({ stored }) => stored?.mark === mark);

/** Whether they hold an earlier checkpoint that the job retains. */
const isRetained = (run: Run, mark: string): boolean =>
  (run.keptSets.get(mark)?.cells ?? []).some(({ cell, copies }) => {
    const hashes = new Map(copies.map(({ path, sha256 }) => [path, sha256]));
    const earlier = run.cells.get(cell)?.sets.slice(0, -1) ?? [];
    return earlier.some(({ files }) => files.every(({ path, sha256 }) => hashes.get(path) === sha256));
  });

/**
 * Whether nothing needs that set: every cell has newer copies in a store, or the run is sealed and that is stored; and the job
 * does not retain what is in it.
 */
export const mayDrop = (run: Run, mark: string): boolean =>
  run.keptSets.has(mark) &&
  !isRetained(run, mark) &&
  (!isNewest(run, mark) || (run.seal !== undefined && run.stored.length > 0));

/** What may be removed from its store, oldest first. A given-up run keeps what it has: it is all that is left of it. */
const droppable = (run: Run, now: Date): KeptStored[] =>
  [...run.keptSets.values()].filter(
    ({ mark }) => mayDrop(run, mark) && (!isNewest(run, mark) || storedNow(run, now).length > 0),
  );

/** While work goes on and before a run closes: superfluous copies are removed from their stores. */
export function dropKept(run: Run, now: Date): Extract<Step, { do: 'drop-kept' }>[] {
  const marks = droppable(run, now).map(({ mark }) => mark);
  return marks.length > 0 ? [{ do: 'drop-kept', marks }] : [];
}

/** Before each look at work that goes on. How often is a question of how long it takes, which no record says. */
export const storeKept = (run: Run, now: Date): Step[] => [
  ...(cellsToStore(run, now).length > 0 ? [{ do: 'store-kept' } as const] : []),
  ...dropKept(run, now),
];
