import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/job/cell-differences.ts
function cellDifferences(cells, shared) {
  const names = [...new Set(cells.flatMap((cell) => Object.keys(cell.vars)))].sort();
  const valueIn = (cell, name) => Object.hasOwn(cell.vars, name) ? cell.vars[name] : Object.hasOwn(shared, name) ? shared[name] : void 0;
  const differences = { varied: [], partial: [] };
  for (const name of names) {
    const values = [...new Set(cells.map((cell) => valueIn(cell, name)))];
    const present = values.filter((value) => value !== void 0);
    if (values.length > 1) differences.varied.push({ name, values: present });
    const without = cells.filter((cell) => valueIn(cell, name) === void 0).map((cell) => cell.name);
    if (without.length > 0) differences.partial.push({ name, without });
  }
  return differences;
}
function valuesOfCells(cells, shared) {
  const names = cellDifferences(cells, shared).varied.map(({ name }) => name);
  return new Map(
    cells.map(({ name, vars }) => [
      name,
      Object.fromEntries(names.map((variable) => [variable, vars[variable] ?? shared[variable] ?? null]))
    ])
  );
}

export {
  cellDifferences,
  valuesOfCells
};
