import { quoted } from '../secret/shape.ts';
import { type Context, type Finding, stop, warn } from './finding.ts';
import type { Cell } from './job.ts';

/** How a sweep is divided, and cells of it that are one configuration under two names (SW-10). */
export function* sweepRules({ parts: { vars = {}, sweep }, cells }: Context): Generator<Finding> {
  const all = cells.map(({ cell }) => cell);
  const shared = Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
  if (sweep && all.length < 2) {
    const what = `\`sweep\` divides cells over boxes, and this job has ${all.length}.`;
    yield warn('sweep-of-one', ['sweep'], what, 'Add `cells`, or remove `sweep`.');
  }
  const variable = sweep?.weight;
  const weightless =
    variable === undefined ? [] : all.filter((cell) => weightOf(cell, variable, shared) === undefined);
  if (variable !== undefined && weightless.length > 0) {
    const [first] = weightless;
    const value = first && (first.vars[variable] ?? shared[variable]);
    const what = `\`sweep.weight\` is ${variable}, and ${value === undefined ? 'nothing sets it' : `it is ${quoted(value)}`} in the cell ${quoted(first?.name ?? '')}${weightless.length > 1 ? ` and ${weightless.length - 1} more` : ''}.`;
    const next = 'Name a variable that is a number above 0 in every cell, or give those cells a `weight`.';
    yield stop('bad-sweep-weight', ['sweep', 'weight'], what, next);
  }
  for (const [first, second] of sameVariables(all, shared)) {
    const what = `The cells ${quoted(first.name)} and ${quoted(second.name)} have the same variables: one configuration, paid for twice.`;
    yield warn('cells-alike', ['cells'], what, 'Change what should differ, such as a seed, or remove one.');
  }
}

/**
 * How long a cell takes beside the others: its own `weight`, else the value of the variable that tells it.
 * @returns `undefined` where that variable is no number above 0
 */
export function weightOf(
  { weight, vars }: Cell,
  variable: string,
  shared: Readonly<Record<string, string>>,
): number | undefined {
  if (weight !== undefined) return weight;
  const text = Object.hasOwn(vars, variable) ? vars[variable] : shared[variable];
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Each later cell with the first one that has all the same values. A cell that sets nothing is told apart by its name. */
function sameVariables(cells: readonly Cell[], shared: Readonly<Record<string, string>>): [Cell, Cell][] {
  const names = [...new Set(cells.flatMap((cell) => Object.keys(cell.vars)))];
  const seen = new Map<string, Cell>();
  return cells
    .filter(({ vars }) => Object.keys(vars).length > 0)
    .flatMap((cell): [Cell, Cell][] => {
      const key = JSON.stringify(names.map((name) => cell.vars[name] ?? shared[name] ?? null));
      const first = seen.get(key);
      if (!first) seen.set(key, cell);
      return first ? [[first, cell]] : [];
    });
}
