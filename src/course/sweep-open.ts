import { cellDifferences } from '../job/cell-differences.ts';
import type { Job } from '../job/job.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import type { DivisionFacts } from '../report/sweep-text.ts';
import { divide, jobOfPart, partId, type Roster } from '../sweep/division.ts';
import { openSweep, type SweepOrder } from '../sweep/open.ts';
import { readParts, readSweep, requireSweep, type SweepRecord } from '../sweep/record.ts';
import type { World } from '../world.ts';
import type { BoundJob } from './bound-job.ts';
import type { Here } from './here.ts';
import { derivedRunId, openedBody } from './open-run.ts';

/** The sweep that a command names, if it does, and over how many boxes it says to go. */
export interface SweepAsked extends Pick<Here, 'env' | 'cwd'> {
  named: string | undefined;
  boxes: number | undefined;
}

/**
 * The sweep that is meant: the one that is named, else the one derived from the job and what started it. What is missing of
 * it is opened.
 *
 * @param bind reads the job and its code; asked only when something has to be opened
 */
export async function sweepMeant(
  asked: SweepAsked,
  world: World,
  bind: () => Promise<BoundJob>,
): Promise<SweepRecord> {
  const { named, boxes } = asked;
  if (named === undefined) return openSweep(world, await orderOf(asked, world.ledger, await bind()));
  const sweep = await requireSweep(world.ledger, named);
  const parts = await readParts(world.ledger, sweep);
  const isWhole = parts.every(({ run, problem }) => run !== undefined || problem !== undefined);
  if (isWhole && boxes === undefined) return sweep;
  const order = orderFor(asked, named, await bind());
  // Named and nothing said: as it is recorded, whatever the job file says by now.
  return openSweep(world, boxes !== undefined ? order : { ...order, roster: undefined });
}

/** What would be opened now. */
export async function orderOf(asked: SweepAsked, ledger: Ledger, bound: BoundJob): Promise<SweepOrder> {
  return orderFor(asked, asked.named ?? (await freeId(asked, ledger, bound)), bound);
}

const orderFor = (asked: SweepAsked, id: string, bound: BoundJob): SweepOrder => ({
  id,
  job: bound.job,
  roster: rosterAsked(asked.boxes, bound.job),
  opened: openedBody(asked, bound),
});

/** A sweep of which every part is closed is not opened again: the next one with the same derived id gets a number. */
async function freeId({ env }: SweepAsked, ledger: Ledger, bound: BoundJob): Promise<string> {
  const base = derivedRunId({ env }, bound);
  if (env['GITHUB_RUN_ID']) return base;
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? base : `${base}.${n}`;
    const sweep = await readSweep(ledger, id);
    const parts = sweep ? await readParts(ledger, sweep) : [];
    if (parts.length === 0 || parts.some(({ run }) => !run?.closed)) return id;
  }
}

/**
 * As this command says, else as the job file does; `undefined` where neither does. Tasks of one submission are one part.
 * @throws Problem `boxes-and-at-once`
 */
export function rosterAsked(asked: number | undefined, job: Job): Roster | undefined {
  const { boxes: written, atOnce } = job.sweep ?? {};
  if (atOnce !== undefined && asked !== undefined && asked > 1) throw boxesAndAtOnce(asked, atOnce);
  const boxes = atOnce === undefined ? (asked ?? written) : 1;
  return boxes === undefined ? undefined : divide(job.cells, boxes);
}

const boxesAndAtOnce = (boxes: number, atOnce: number): Problem =>
  new Problem({
    code: 'boxes-and-at-once',
    kind: 'usage',
    what: `${boxes} boxes are asked for, and the job says \`sweep.at-once: ${atOnce}\`: its cells are one submission to a queue. Nothing was opened.`,
    next: 'Leave --boxes (the input "boxes") out; or remove `at-once` from the job file.',
  });

/** Parts with their money, and what differs between the cells of the comparison (SW-09). */
export function divisionFacts(job: Job, id: string, roster: Roster): DivisionFacts {
  const variables = cellDifferences(job.cells, job.vars).varied.map(({ name }) => name);
  return {
    parts: roster.map((cells, index) => {
      const { budget } = jobOfPart(job, roster, index + 1);
      return { run: partId(id, index + 1), cells, usd: budget.usd, usdPerDay: budget.usdPerDay ?? null };
    }),
    differing: {
      variables,
      cells: job.cells.map(({ name, vars }) => ({
        cell: name,
        values: variables.map((variable) => vars[variable] ?? job.vars[variable] ?? null),
      })),
    },
  };
}
