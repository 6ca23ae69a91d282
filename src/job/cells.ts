import { digestOf } from '../canonical.ts';
import { CELL_NAME } from './cells-schema.ts';
import type { Cell } from './job.ts';
import type { JobFile } from './schema.ts';

type CellsFile = NonNullable<JobFile['cells']>;
type NamedCell = Extract<CellsFile, unknown[]>[number];
type Vars = Record<string, string | number | boolean>;

/** A cell together with the path, below `cells`, of what it was made from. */
export interface ExpandedCell {
  cell: Cell;
  from: (string | number)[];
}

export interface CellFault {
  code: string;
  what: string;
  next: string;
  from: (string | number)[];
}

const MOST_CELLS = 10_000;

/** The single cell of a job without `cells`. */
export const PLAIN_CELL: Cell = { name: 'main', vars: {} };

/**
 * Names every cell, so that no two can ever share an output directory: not even on a disk that ignores case.
 * A name depends on its own cell alone, so adding a cell renames no other.
 */
export function expandCells(file: CellsFile): { cells: ExpandedCell[]; faults: CellFault[] } {
  if (!Array.isArray(file)) return expandMatrix(file.matrix);
  const cells: ExpandedCell[] = [];
  const faults: CellFault[] = [];
  for (const [at, entry] of file.entries()) {
    const named = nameCell(entry);
    if ('name' in named) cells.push({ cell: named, from: [at] });
    else faults.push({ ...named, from: [at] });
  }
  return { cells, faults: [...faults, ...collisions(cells, (cell) => cell.from.at(-1) ?? 0)] };
}

const CONFIG_FILE = /\.(ya?ml|json|toml|ini|py)$/i;

function nameCell(entry: NamedCell): Cell | Omit<CellFault, 'from'> {
  const typed = typeof entry === 'string' ? readEntry(entry) : entry;
  const vars = { ...textVars(typed.vars ?? {}), ...(typed.config !== undefined && { CONFIG: typed.config }) };
  const name =
    typed.name ??
    typed.config
      ?.split('/')
      .at(-1)
      ?.replace(/\.[^.]*$/, '');
  if (name === undefined) {
    return { code: 'cell-without-name', what: 'This cell has no name.', next: 'Add `name:` or `config:`.' };
  }
  const fault = nameFault(name);
  const { weight } = typed;
  if (fault)
    return {
      code: 'bad-cell-name',
      what: `The cell name ${JSON.stringify(name)} ${fault}.`,
      next: NAME_NEXT,
    };
  return { name, vars, ...(weight !== undefined && { weight }) };
}

const NAME_NEXT = 'Give it another `name`: letters, digits, ".", "_" and "-", at most 100.';

/** A bare entry is a name, or a configuration file when it has a folder or such an extension. */
function readEntry(entry: string): { name?: string; config?: string; vars?: Vars; weight?: number } {
  return entry.includes('/') || CONFIG_FILE.test(entry) ? { config: entry } : { name: entry };
}

function nameFault(name: string): string | undefined {
  if (!CELL_NAME.test(name)) return 'cannot name a directory everywhere';
  // Windows drops a trailing dot and keeps these names for devices.
  if (name.endsWith('.')) return 'ends with a dot, which some disks drop';
  return /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i.test(name) ? 'is a device on Windows' : undefined;
}

function expandMatrix(matrix: Record<string, Vars[string][]>): {
  cells: ExpandedCell[];
  faults: CellFault[];
} {
  const axes = Object.keys(matrix)
    .sort()
    .map((key) => ({ key, values: matrix[key] ?? [] }));
  const size = axes.reduce((product, { values }) => product * values.length, 1);
  if (size > MOST_CELLS) {
    const what = `The matrix has ${size} combinations.`;
    const fault = { code: 'too-many-cells', what, next: `Keep it at ${MOST_CELLS} or split the job.` };
    return { cells: [], faults: [{ ...fault, from: ['matrix'] }] };
  }
  let combinations: Vars[] = [{}];
  for (const { key, values } of axes) {
    combinations = combinations.flatMap((vars) => values.map((value) => ({ ...vars, [key]: value })));
  }
  const cells = combinations.map((each) => {
    const vars = textVars(each);
    return { cell: { name: matrixName(vars), vars }, from: ['matrix'] };
  });
  return { cells, faults: collisions(cells, () => 'matrix') };
}

/**
 * `LR-0.1_SEED-3`: keys in order, each with its value. Where a value had to be altered to fit, or the name grew too
 * long, a digest of the real values follows, so that two combinations never get one name.
 */
function matrixName(vars: Record<string, string>): string {
  const parts = Object.entries(vars).map(([key, value]) => ({
    key,
    value,
    fit: value.replace(/[^A-Za-z0-9.-]+/g, '-'),
  }));
  const name = parts
    .map(({ key, fit }) => `${key}-${fit}`)
    .join('_')
    .replace(/^[^A-Za-z0-9]+/, '');
  const faithful = parts.every(
    ({ key, value, fit }) => value === fit && !/^_|\.$/.test(key + value) && value !== '',
  );
  if (faithful && name.length <= 80) return name;
  return `${name.slice(0, 80) || 'cell'}_x${digestOf(vars).slice(0, 12)}`;
}

function collisions(
  cells: readonly ExpandedCell[],
  where: (cell: ExpandedCell) => string | number,
): CellFault[] {
  const seen = new Map<string, Cell>();
  const faults: CellFault[] = [];
  for (const expanded of cells) {
    const { cell } = expanded;
    const first = seen.get(cell.name.toLowerCase());
    if (!first) {
      seen.set(cell.name.toLowerCase(), cell);
      continue;
    }
    const same = first.name === cell.name;
    const names = same
      ? JSON.stringify(cell.name)
      : `${JSON.stringify(first.name)} and ${JSON.stringify(cell.name)}`;
    const files =
      cell.vars['CONFIG'] && first.vars['CONFIG'] ? ` (${first.vars['CONFIG']}, ${cell.vars['CONFIG']})` : '';
    faults.push({
      code: 'duplicate-cell',
      what: same
        ? `Two cells have the name ${names}${files}: the second would overwrite the results of the first.`
        : `The cell names ${names}${files} differ only in case: on some disks they are one directory.`,
      next: `Give each cell a \`name\` of its own, such as \`name: ${freeName(cell.name, cells)}\` here.`,
      from: [where(expanded)],
    });
  }
  return faults;
}

function freeName(name: string, cells: readonly ExpandedCell[]): string {
  const taken = new Set(cells.map(({ cell }) => cell.name.toLowerCase()));
  for (let n = 2; ; n += 1) if (!taken.has(`${name}-${n}`.toLowerCase())) return `${name}-${n}`;
}

const textVars = (vars: Vars): Record<string, string> =>
  Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, String(value)]));
