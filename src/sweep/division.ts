import { digestOf } from '../canonical.ts';
import type { Budget, Candidate, Cell, Job } from '../job/job.ts';
import { MOST_BOXES } from '../job/job.ts';
import { Problem } from '../problem.ts';

/** The names of the cells of every part, in the order of the parts; within a part in the order of the job file. */
export type Roster = string[][];

/**
 * Divides cells over boxes so that their queues end together: the longest first, each to the part that has least to do
 * (SW-02). The same cells with the same weights are always divided alike, in whatever order the job file has them, so a
 * re-run finds the parts of the first. Every cell is in exactly one part and no part is empty: fewer cells than boxes make
 * fewer parts.
 *
 * @throws Problem `bad-boxes`, `too-many-boxes`
 */
export function divide(cells: readonly Cell[], boxes: number): Roster {
  refuseOddBoxes(boxes);
  const parts = Array.from({ length: Math.min(boxes, cells.length) }, () => ({
    weight: 0,
    cells: new Set<string>(),
  }));
  for (const cell of [...cells].sort(longestFirst)) {
    const least = parts.reduce((best, part) => (part.weight < best.weight ? part : best));
    least.weight += weightOf(cell);
    least.cells.add(cell.name);
  }
  const names = cells.map(({ name }) => name);
  return parts.map((part) => names.filter((name) => part.cells.has(name)));
}

const weightOf = ({ weight = 1 }: Cell): number => weight;

const longestFirst = (a: Cell, b: Cell): number =>
  weightOf(b) - weightOf(a) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

function refuseOddBoxes(boxes: number): void {
  if (!Number.isSafeInteger(boxes) || boxes < 1) {
    throw new Problem({
      code: 'bad-boxes',
      kind: 'usage',
      what: `"${boxes}" is no number of boxes.`,
      next: `Write a whole number from 1 to ${MOST_BOXES}.`,
    });
  }
  if (boxes <= MOST_BOXES) return;
  throw new Problem({
    code: 'too-many-boxes',
    kind: 'usage',
    what: `A sweep over ${boxes} boxes needs ${boxes} jobs, and a workflow's matrix has at most ${MOST_BOXES}. Nothing was opened.`,
    next: `Divide it over at most ${MOST_BOXES} boxes: each runs any number of cells, one after the other. Or make several jobs of it.`,
  });
}

/** What the record of every part is bound to; which of the cells of a part comes first is not in it. */
export const divisionOf = (roster: Roster): string => digestOf(roster.map((part) => [...part].sort()));

/** Run id of a part. A dot and a number would be taken for a plain run that was started again. */
export const partId = (sweep: string, part: number): string => `${sweep}-p${part}`;

/** What a run id says, if it is that of a part; whether there is such a sweep only the ledger knows. */
export function partOfId(run: string): { sweep: string; part: number } | undefined {
  const [, sweep, part] = /^(.+)-p([1-9]\d{0,2})$/.exec(run) ?? [];
  return sweep === undefined ? undefined : { sweep, part: Number(part) };
}

/** One part, counted from 1, as an ordinary job: its own cells, and its share of the money that was allowed for all. */
export function jobOfPart(job: Job, roster: Roster, part: number): Job {
  const own = new Set(roster[part - 1]);
  const cells = job.cells.filter(({ name }) => own.has(name));
  const all = job.cells.reduce((sum, cell) => sum + weightOf(cell), 0);
  const share = cells.reduce((sum, cell) => sum + weightOf(cell), 0) / all;
  return {
    ...job,
    cells,
    budget: shareOfBudget(job.budget, share),
    candidates: candidatesOf(job.candidates, roster.length, part - 1),
  };
}

/**
 * A box that is there carries one run at a time, so each of those is a candidate of one part. Parts for which there is none
 * rent; where nothing can be rented they wait in turn.
 */
function candidatesOf(candidates: readonly Candidate[], parts: number, index: number): Candidate[] {
  const attached = candidates.filter(({ attach }) => attach !== undefined);
  const own = attached.filter((_, at) => at % parts === index);
  const [taken] = attached.slice(index % Math.max(1, attached.length));
  const mine = own.length === 0 && attached.length === candidates.length && taken ? [taken] : own;
  return candidates.filter((each) => each.attach === undefined || mine.includes(each));
}

/** Money is of the whole sweep and is divided; hours and price are of each box, and a day of the repository is one day. */
const shareOfBudget = (budget: Budget, share: number): Budget => ({
  ...budget,
  usd: budget.usd * share,
  ...(budget.usdPerDay !== undefined && { usdPerDay: budget.usdPerDay * share }),
  ...(budget.gpuHours !== undefined && { gpuHours: budget.gpuHours * share }),
});

/** "4 parts of 3, 3, 3 and 3 cells". */
export function divisionWords(roster: Roster): string {
  const sizes = roster.map((part) => part.length);
  const shown = sizes.length > 12 ? `${sizes.slice(0, 12).join(', ')}, ...` : sizes.join(', ');
  return `${sizes.length} part${sizes.length === 1 ? '' : 's'} of ${shown} cells`;
}
