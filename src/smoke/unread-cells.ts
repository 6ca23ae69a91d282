import { cellDifferences } from '../job/cell-differences.ts';
import type { Job } from '../job/job.ts';
import type { PythonSource } from './python-sources.ts';
import type { SmokeWarning } from './world.ts';

/** Takes whatever the environment holds, under names that are put together elsewhere. */
const TAKES_ALL =
  /\benviron\s*(?:\.\s*(?:items|copy|keys)\s*\(|\)|$)|\bdict\(\s*os\.environ|BaseSettings|\*\*os\.environ|\benviron\[\s*(?!['"])/m;

/**
 * Cells differ in their variables. Where neither the command nor the script names one of them, each cell is the same run, paid for
 * as often as there are cells.
 *
 * @param sources of the command, entry first; empty for another language, of which nothing is said
 */
export function unreadCellsWarning(
  { cells, vars, run }: Pick<Job, 'cells' | 'vars' | 'run'>,
  sources: readonly PythonSource[],
): SmokeWarning | undefined {
  const [entry] = sources;
  if (!entry || cells.length < 2 || sources.some(({ code }) => TAKES_ALL.test(code))) return undefined;
  const names = cellDifferences(cells, vars).varied.map(({ name }) => name);
  const texts = [run, ...sources.map(({ code }) => code)];
  const isNamed = (name: string): boolean =>
    texts.some((text) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text));
  const unread = names.filter((name) => !isNamed(name));
  const [first] = unread;
  if (first === undefined) return undefined;
  const all = unread.length === names.length ? ` All ${cells.length} cells would be the same run.` : '';
  return {
    code: 'cells-unread',
    what: `The cells differ in ${unread.join(', ')}, and neither \`run\` nor ${entry.path} or what it imports names ${unread.length === 1 ? 'it' : 'any of them'}.${all}`,
    next: `Hand it over in the command, such as \`--${first.toLowerCase().replaceAll('_', '-')} "$${first}"\`, or read it: \`os.environ["${first}"]\`.`,
  };
}
