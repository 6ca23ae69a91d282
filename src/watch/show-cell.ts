import type { ProbeCell } from '../box/box-plan.ts';
import { oneLine } from '../box/stranger-text.ts';
import { formatSeconds } from '../clock.ts';
import { usdSoFar } from '../lease/cost.ts';
import type { EventBody } from '../lease/events.ts';
import type { Lease, Run } from '../lease/run.ts';
import { sourcesOf } from '../metrics/rule.ts';
import { sightingOf } from '../metrics/sighting.ts';
import { formatUsd } from '../money.ts';
import type { Fact, Progress, World } from '../world.ts';
import { type Card, cardWords, trainsBesideCards } from './cards.ts';
import type { Judged } from './decide.ts';
import type { CellVerdict } from './judge.ts';
import { factsOfProgress, pace } from './progress.ts';
import type { OnBox, Watching } from './watching.ts';

/** By the box's clock. */
function onTier({ durable }: ProbeCell): string {
  if (!durable) return '';
  const at = new Date(Number(durable.id.split('-')[0]) * 1000).toISOString().slice(11, 16);
  return `newest checkpoint on the durable tier: ${oneLine(durable.name, 80)}, ${at} UTC`;
}

/** One live line per cell: always speaks, even if nothing changed (P4-08). Of one that is over once. */
export function showCell(
  world: World,
  { run, lease, job }: OnBox,
  watching: Watching,
  { cell, verdict, cards }: Judged & { cards: readonly Card[] },
): void {
  const isOver = run.cells.get(cell.name)?.ended !== undefined;
  if (isOver && watching.over.has(cell.name)) return;
  watching.over.delete(cell.name);
  const point = sightingOf(cell.metrics, sourcesOf(job))?.last;
  const atSeconds = world.clock.now().getTime() / 1000;
  if (point && !watching.first.has(cell.name)) watching.first.set(cell.name, { step: point.step, atSeconds });
  const first = watching.first.get(cell.name);
  const speed =
    point && first ? pace(first, { step: point.step, atSeconds }, job.metrics?.totalSteps) : undefined;
  const state: Progress = {
    label: cell.name,
    done: point?.step ?? 0,
    total: job.metrics?.totalSteps,
    unit: 'steps',
    facts: [
      stateFact(verdict),
      ...factsOfProgress(point, verdict.verdict === 'running' ? speed : undefined),
      { is: 'cards', text: cardWords(cards) },
      { is: 'tier', text: onTier(cell) },
      costFact(world, run),
    ],
  };
  watching.shown.set(cell.name, state);
  world.face.progress(cell.name, state);
  if (isOver) settle(world, watching, cell.name, verdict.verdict);
  const at = point && job.resources.gpu && { step: point.step, atSeconds };
  if (at && trainsBesideCards(watching.unused, cell.name, cards, at))
    world.face.warn(besideCards(lease, cell));
}

const stateFact = (verdict: CellVerdict): Fact =>
  verdict.verdict === 'stalled'
    ? { is: 'state', text: `STALLED, silent for ${Math.round(verdict.quietSeconds)} s`, brief: 'STALLED' }
    : { is: 'state', text: verdict.verdict };

const costFact = ({ clock }: World, run: Run): Fact => ({
  is: 'cost',
  text: formatUsd(usdSoFar(run, clock.now())),
});

/** Where the box did not answer: what was last seen of its cells is not what they do now. */
export function showUnseen(world: World, run: Run, watching: Watching, ageSeconds: number): void {
  const unseen = {
    is: 'state',
    text: `not reached for ${formatSeconds(ageSeconds)}`,
    brief: 'not reached',
  } as const;
  for (const [name, state] of watching.shown) {
    const loss = state.facts?.filter(({ is }) => is === 'loss') ?? [];
    world.face.progress(name, { ...state, facts: [unseen, ...loss, costFact(world, run)] });
  }
}

/** At once, whoever found out: a line that goes on saying "running" of what is over would be believed. */
export function settleOver(world: World, watching: Watching, events: readonly EventBody[]): void {
  for (const event of events) {
    if (event.type === 'cell-ended')
      settle(
        world,
        watching,
        event.cell,
        event.verdict === 'dead' ? `dead (exit ${event.exitCode})` : 'finished',
      );
    if (event.type !== 'preempted') continue;
    const is = event.what === 'process' ? 'stopped' : `${event.lease} is lost`;
    for (const cell of watching.shown.keys()) world.face.settle(cell, is);
    watching.shown.clear();
    // What goes on elsewhere goes on from another step, at another pace.
    watching.first.clear();
  }
}

function settle({ face }: World, { shown, over }: Watching, cell: string, is: string): void {
  over.add(cell);
  if (shown.delete(cell)) face.settle(cell, is);
}

const besideCards = ({ name }: Lease, cell: ProbeCell): string =>
  `${cell.name} makes steps, and for two minutes nothing has held memory on any GPU of ${name}: it trains on the CPU, at the price of the GPU. Look what its framework sees (torch.cuda.is_available(), CUDA_VISIBLE_DEVICES); "gpu-lease abandon" saves what there is and gives the box back.`;
