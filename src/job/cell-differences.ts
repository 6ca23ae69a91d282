import type { Cell } from './job.ts';

/** What differs between the cells of a comparison, and what should not: SW-09, SW-10. */
export interface CellDifferences {
  /** Variables with more than one value. */
  varied: { name: string; values: string[] }[];
  /** Variables that some cells set and others leave to the job or to the script's default. */
  partial: { name: string; without: string[] }[];
}

export function cellDifferences(
  cells: readonly Cell[],
  shared: Readonly<Record<string, string>>,
): CellDifferences {
  const names = [...new Set(cells.flatMap((cell) => Object.keys(cell.vars)))].sort();
  const valueIn = (cell: Cell, name: string) =>
    Object.hasOwn(cell.vars, name) ? cell.vars[name] : Object.hasOwn(shared, name) ? shared[name] : undefined;
  const differences: CellDifferences = { varied: [], partial: [] };
  for (const name of names) {
    const values = [...new Set(cells.map((cell) => valueIn(cell, name)))];
    const present = values.filter((value) => value !== undefined);
    if (values.length > 1) differences.varied.push({ name, values: present });
    const without = cells.filter((cell) => valueIn(cell, name) === undefined).map((cell) => cell.name);
    if (without.length > 0) differences.partial.push({ name, without });
  }
  return differences;
}

/** By cell: its values of the variables that are not the same in all, `null` where it sets none. */
export function valuesOfCells(
  cells: readonly Cell[],
  shared: Readonly<Record<string, string>>,
): Map<string, Record<string, string | null>> {
  const names = cellDifferences(cells, shared).varied.map(({ name }) => name);
  return new Map(
    cells.map(({ name, vars }) => [
      name,
      Object.fromEntries(names.map((variable) => [variable, vars[variable] ?? shared[variable] ?? null])),
    ]),
  );
}
