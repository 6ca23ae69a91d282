import type { BoundJob } from '../course/bound-job.ts';
import { cellDifferences } from '../job/cell-differences.ts';
import type { Job } from '../job/job.ts';
import { MOST_BOXES } from '../job/sweep-rules.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import type { DivisionFacts } from '../report/sweep-text.ts';
import { divide, jobOfPart, partId, type Roster } from '../sweep/division.ts';
import { openSweep, type SweepOrder } from '../sweep/open.ts';
import { readParts, readSweep, requireSweep, type SweepRecord } from '../sweep/record.ts';
import type { World } from '../world.ts';
import { derivedRunId, openedBody } from './open-run.ts';
import type { Settings } from './settings.ts';

/**
 * The sweep that is meant: the one that is named, else the one derived from the job and what started it. What is missing of
 * it is opened.
 *
 * @param bind reads the job and its code; asked only when something has to be opened
 */
export async function sweepMeant(
  settings: Settings,
  world: World,
  bind: () => Promise<BoundJob>,
): Promise<SweepRecord> {
  const named = settings.value('run');
  if (named === undefined) return openSweep(world, await orderOf(settings, world.ledger, await bind()));
  const sweep = await requireSweep(world.ledger, named);
  const parts = await readParts(world.ledger, sweep);
  const isWhole = parts.every(({ run, problem }) => run !== undefined || problem !== undefined);
  const isAsked = settings.value('boxes') !== undefined;
  if (isWhole && !isAsked) return sweep;
  const order = orderFor(settings, named, await bind());
  // Named and nothing said: as it is recorded, whatever the job file says by now.
  return openSweep(world, isAsked ? order : { ...order, roster: undefined });
}

/** What would be opened now. */
export async function orderOf(settings: Settings, ledger: Ledger, bound: BoundJob): Promise<SweepOrder> {
  return orderFor(settings, settings.value('run') ?? (await freeId(settings, ledger, bound)), bound);
}

const orderFor = (settings: Settings, id: string, bound: BoundJob): SweepOrder => ({
  id,
  job: bound.job,
  roster: rosterAsked(settings, bound.job),
  opened: openedBody(settings, bound),
});

/** A sweep of which every part is closed is not opened again: the next one with the same derived id gets a number. */
async function freeId(settings: Settings, ledger: Ledger, bound: BoundJob): Promise<string> {
  const base = derivedRunId(settings, bound);
  if (settings.env['GITHUB_RUN_ID']) return base;
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? base : `${base}.${n}`;
    const sweep = await readSweep(ledger, id);
    const parts = sweep ? await readParts(ledger, sweep) : [];
    if (parts.length === 0 || parts.some(({ run }) => !run?.closed)) return id;
  }
}

/** As this command says, else as the job file does; `undefined` where neither does. */
export function rosterAsked(settings: Pick<Settings, 'value'>, job: Job): Roster | undefined {
  const typed = settings.value('boxes');
  const boxes = typed === undefined ? job.sweep?.boxes : boxesIn(typed);
  return boxes === undefined ? undefined : divide(job.cells, boxes);
}

function boxesIn(typed: string): number {
  if (/^[1-9]\d{0,5}$/.test(typed.trim())) return Number(typed);
  throw new Problem({
    code: 'bad-boxes',
    kind: 'usage',
    what: `--boxes is "${typed}".`,
    next: `Write a whole number from 1 to ${MOST_BOXES}, or leave it out to take the job file's.`,
  });
}

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
