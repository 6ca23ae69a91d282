import { join } from 'node:path';
import { keptLogs } from '../collect/printed.ts';
import { RunStore } from '../collect/store.ts';
import { recordArtifactOf } from '../github/record-artifacts.ts';
import { usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import { fold } from '../lease/fold.ts';
import { isAskable } from '../lease/lookable.ts';
import { next } from '../lease/next.ts';
import { leaseOf, openMeters, type Run, runState } from '../lease/run.ts';
import type { Step } from '../lease/step.ts';
import { releasePhrase } from '../lease/warrant.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import { plansOf } from '../release/lease-plans.ts';
import type { BoardRow } from '../report/board-facts.ts';
import { debtsOf } from '../report/debt-lines.ts';
import { chartsKept } from '../report/kept-curves.ts';
import { downsample } from '../report/loss-chart.ts';
import { type Chart, fewCharts, metricsSeries } from '../report/metrics-charts.ts';
import type { World } from '../world.ts';

export type Looking = Pick<World, 'profile' | 'clock' | 'storeDir'> & { ledger: Pick<Ledger, 'readOpen'> };

/** As many as a row of characters shows. */
const MOST_POINTS = 24;

/**
 * A row for each open run, by its record and by what was pulled here of it: no box and no platform is asked.
 * @param id of one run, or of one sweep; unset: all
 */
export async function boardRows(world: Looking, id?: string): Promise<BoardRow[]> {
  const rows: BoardRow[] = [];
  for (const [run, record] of await world.ledger.readOpen()) {
    if (record instanceof Problem) {
      if (id === undefined || id === run) rows.push(unreadable(run, record));
      continue;
    }
    const folded = fold(run, record.events);
    if (id === undefined || id === run || id === folded.opened?.sweep?.id)
      rows.push(await rowOf(world, folded));
  }
  return rows;
}

async function rowOf(world: Looking, run: Run): Promise<BoardRow> {
  const now = world.clock.now();
  const { id, opened, leases } = run;
  const charts = chartsOf(world.storeDir, run);
  const total = opened?.document.metrics?.totalSteps;
  return {
    run: id,
    job: opened?.job ?? '',
    state: runState(run),
    sweep: opened?.sweep ? { id: opened.sweep.id, part: opened.sweep.part, of: opened.sweep.of } : null,
    done: doneIn(run, charts),
    total: total === undefined ? null : total * run.cells.size,
    loss: lossOf(charts),
    boxes: leases.filter((lease) => openMeters(lease).length > 0).length,
    usdPerHourNow: usdPerHourNow(run, now),
    costUsd: Number(usdSoFar(run, now).toFixed(6)),
    budgetUsd: opened?.budget.usd ?? null,
    debts: leases.flatMap(openMeters).filter(({ owed }) => owed).length,
    seenAt: newest([run.updatedAt, ...leases.map(({ seenAt }) => seenAt)]),
    log: await logOf(world.storeDir, run),
    waits: await waitsOf(world, run, now),
  };
}

/** A box that is gone took its logs with it: what is left is what a look had brought before. */
async function logOf(storeDir: string, run: Run): Promise<string | null> {
  if (isAskable(run) || run.leases.every(({ started }) => started === undefined)) return null;
  const here = await keptLogs(new RunStore(storeDir, run.id).evidenceDir);
  return here.length > 0
    ? `what it printed until it was last looked at is here: gpu-lease log ${run.id}`
    : `what it printed is not here: a machine that watched it has it, and of a workflow its last lines are in the artifact ${recordArtifactOf(run.id)}`;
}

/** Of what was pulled here; of what was pulled elsewhere the record has some curves, once it is sealed. */
function chartsOf(storeDir: string, run: Run): Chart[] {
  const series = metricsSeries(join(storeDir, run.id), run.cells.keys(), run.opened?.document ?? {});
  const here = fewCharts(series);
  return here.length > 0 ? here : chartsKept(run.seal?.curves);
}

function lossOf([first]: readonly Chart[]): BoardRow['loss'] {
  const last = first?.points.at(-1);
  return first && last
    ? { key: first.key, last: last.value, curve: downsample(first.points, MOST_POINTS) }
    : null;
}

function doneIn(run: Run, charts: readonly Chart[]): number | null {
  const steps = [...run.cells.values()].flatMap(({ name, lastStep, verifiedStep }) => {
    const drawn = charts.flatMap(({ cell, points }) => (cell === name ? (points.at(-1)?.step ?? []) : []));
    const known = [lastStep, verifiedStep, ...drawn].filter((step) => step !== undefined);
    return known.length > 0 ? Math.max(...known) : [];
  });
  return steps.length > 0 ? steps.reduce((sum, step) => sum + step, 0) : null;
}

const newest = (times: readonly (string | undefined)[]): string | null =>
  times
    .filter((time) => time !== undefined)
    .sort()
    .at(-1) ?? null;

/** The most pressing of it. */
async function waitsOf(world: Looking, run: Run, now: Date): Promise<BoardRow['waits']> {
  const [debt] = debtsOf(run);
  if (debt) return { for: 'person', says: `${debt.what}; next: ${debt.next}`, phrase: null };
  if (run.halted && !run.closed)
    return { for: 'person', says: `halted: ${run.halted.what} Next: ${run.halted.next}`, phrase: null };
  const steps = await stepsOf(world, run, now);
  const ask = steps?.find((step): step is Extract<Step, { do: 'ask' }> => step.do === 'ask');
  if (ask) {
    const { zero } = (await plansOf(world, run))(leaseOf(run, ask.lease));
    const phrase = releasePhrase(ask.lease, ask.seal, zero);
    return {
      for: 'approval',
      says: `waits for your word: gpu-lease release ${run.id} --approve "${phrase}"`,
      phrase,
    };
  }
  if (steps?.[0]?.do === 'store')
    return { for: 'store', says: `waits for a store: gpu-lease collect ${run.id}`, phrase: null };
  if (run.noCapacity)
    return { for: 'capacity', says: `waits for a box until ${run.noCapacity.tryAgainAt}`, phrase: null };
  return inQueue(run);
}

/** What a profile of a newer version says, this program may not be able to read: the board is shown all the same. */
async function stepsOf(world: Looking, run: Run, now: Date): Promise<Step[] | undefined> {
  if (!run.opened || run.closed) return;
  try {
    return next(run, await plansOf(world, run), now);
  } catch (error) {
    if (error instanceof Problem) return;
    throw error;
  }
}

function inQueue({ leases }: Run): BoardRow['waits'] {
  const waiting = leases.find(({ queue }) => queue?.to === 'waiting');
  if (!waiting?.queue) return null;
  const { at, why } = waiting.queue;
  const says = `${waiting.name} waits in its queue since ${at}${why === undefined ? '' : `: ${why}`}`;
  return { for: 'queue', says, phrase: null };
}

const unreadable = (run: string, { what, next: advice }: Problem): BoardRow => ({
  run,
  job: '',
  state: 'unreadable',
  sweep: null,
  done: null,
  total: null,
  loss: null,
  boxes: 0,
  usdPerHourNow: 0,
  costUsd: 0,
  budgetUsd: null,
  debts: 0,
  seenAt: null,
  log: null,
  waits: { for: 'person', says: `${what} Next: ${advice}`, phrase: null },
});
