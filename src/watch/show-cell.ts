import type { ProbeCell } from '../box/box-plan.ts';
import { oneLine } from '../box/stranger-text.ts';
import { usdSoFar } from '../lease/cost.ts';
import type { Lease } from '../lease/run.ts';
import { sourcesOf } from '../metrics/rule.ts';
import { sightingOf } from '../metrics/sighting.ts';
import { formatUsd } from '../money.ts';
import type { World } from '../world.ts';
import { type Card, cardWords, trainsBesideCards } from './cards.ts';
import type { Judged } from './decide.ts';
import { describeProgress, pace } from './progress.ts';
import type { OnBox, Watching } from './watching.ts';

/** By the box's clock. */
function onTier({ durable }: ProbeCell): string {
  if (!durable) return '';
  const at = new Date(Number(durable.id.split('-')[0]) * 1000).toISOString().slice(11, 16);
  return `newest checkpoint on the durable tier: ${oneLine(durable.name, 80)}, ${at} UTC`;
}

/** One live line per cell: always speaks, even if nothing changed (P4-08). */
export function showCell(
  world: World,
  { run, lease, job }: OnBox,
  watching: Watching,
  { cell, verdict, cards }: Judged & { cards: readonly Card[] },
): void {
  const point = sightingOf(cell.metrics, sourcesOf(job))?.last;
  const atSeconds = world.clock.now().getTime() / 1000;
  if (point && !watching.first.has(cell.name)) watching.first.set(cell.name, { step: point.step, atSeconds });
  const first = watching.first.get(cell.name);
  const speed =
    point && first ? pace(first, { step: point.step, atSeconds }, job.metrics?.totalSteps) : undefined;
  const cost = formatUsd(usdSoFar(run, world.clock.now()));
  const state =
    verdict.verdict === 'stalled'
      ? `STALLED, silent for ${Math.round(verdict.quietSeconds)} s`
      : verdict.verdict;
  world.face.progress(cell.name, {
    label: cell.name,
    done: point?.step ?? 0,
    total: job.metrics?.totalSteps,
    unit: 'steps',
    note: [state, point ? describeProgress(point, speed) : '', cardWords(cards), onTier(cell), cost]
      .filter(Boolean)
      .join(', '),
  });
  const at = point && job.resources.gpu && { step: point.step, atSeconds };
  if (at && trainsBesideCards(watching.unused, cell.name, cards, at))
    world.face.warn(besideCards(lease, cell));
}

const besideCards = ({ name }: Lease, cell: ProbeCell): string =>
  `${cell.name} makes steps, and for two minutes nothing has held memory on any GPU of ${name}: it trains on the CPU, at the price of the GPU. Look what its framework sees (torch.cuda.is_available(), CUDA_VISIBLE_DEVICES); "gpu-lease abandon" saves what there is and gives the box back.`;
