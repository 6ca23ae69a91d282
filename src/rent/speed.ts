import { knownGpu, type OfferedGpu } from '../job/gpus.ts';
import type { Job } from '../job/job.ts';
import type { Offer } from '../platforms/driver.ts';
import { isSameCard, type MeasuredRate } from './measured.ts';

/**
 * Peak dense tensor throughput in FP16 with FP32 accumulation, TFLOPS, after NVIDIA's data sheets but not looked up in them: V100, A40,
 * A100, RTX 4090 and H100 agree with what public comparisons say (2026-11), the others are unverified. It orders cards roughly; what a
 * job measures of itself is better, and is said with `speed`.
 */
const TFLOPS: Record<string, number> = {
  T4: 65,
  V100: 125,
  'RTX 3090': 71,
  'RTX 4090': 165,
  'RTX 5090': 209,
  A10: 125,
  A40: 150,
  A6000: 155,
  L4: 121,
  L40: 181,
  L40S: 362,
  'RTX 6000 Ada': 364,
  A100: 312,
  H100: 989,
  'H100 PCIe': 756,
  H200: 989,
  B200: 2250,
};

/** What `watch.expected` is divided by, and how that is known. */
export interface Speed {
  factor: number;
  says?: string;
}

/**
 * How fast the card of an offer is, beside the one that `watch.expected` is said of: 1 by `speed` of the job; without it what earlier
 * runs of the job took on such cards; else a table, beside a card that was measured, or the one that the job names first. `says` is
 * absent where nothing can be said, and the length is then taken as it stands.
 */
export function speedOf(
  { speed, resources, watch, metrics }: Pick<Job, 'speed' | 'resources' | 'watch' | 'metrics'>,
  { gpu }: Offer,
  rates: readonly MeasuredRate[] = [],
): Speed {
  if (gpu?.model == null) return { factor: 1 };
  const said = Object.entries(speed ?? {}).find(([name]) => knownGpu(name)?.model === gpu.model);
  if (said) return { factor: said[1], says: `${said[1]} times as fast on ${gpu.model} (speed)` };
  if (speed !== undefined) return { factor: 1 };
  const measured = measuredSpeed(rates, gpu, { seconds: watch.expectedSeconds, steps: metrics?.totalSteps });
  if (measured) return measured;
  const [first] = resources.gpu?.names ?? [];
  const named = first === undefined ? undefined : knownGpu(first);
  const [base, here] = [named && tflopsOf(named), tflopsOf(gpu)];
  if (!named || base === undefined || here === undefined || base === here) return { factor: 1 };
  const factor = Number((here / base).toFixed(2));
  return {
    factor,
    says: `about ${factor} times as fast on ${gpu.model} as on ${named.model} (by their peak rates)`,
  };
}

/** @param whole of one cell: as long as the job says, and its steps where it says them */
function measuredSpeed(
  rates: readonly MeasuredRate[],
  gpu: OfferedGpu,
  whole: { seconds: number | undefined; steps: number | undefined },
): Speed | undefined {
  if (whole.seconds === undefined) return;
  const rate =
    rates.find(({ card }) => isSameCard(card, gpu)) ?? rates.find(({ card }) => card.count === gpu.count);
  if (!rate) return;
  const { run, card, stepsPerHour, steps } = rate;
  const took = ((whole.steps ?? steps) / stepsPerHour) * 3600;
  const pace = `${Math.round(stepsPerHour)} steps/h on ${card.count}x ${card.model}, measured in run ${run}`;
  if (isSameCard(card, gpu)) {
    const factor = rounded(whole.seconds / took);
    return { factor, says: `${factor} times as fast as that (${pace})` };
  }
  const [base, here] = [tflopsOf(card), tflopsOf(gpu)];
  if (base === undefined || here === undefined) return;
  const factor = rounded((whole.seconds / took) * (here / base));
  return {
    factor,
    says: `about ${factor} times as fast as that on ${gpu.model} (${pace}, and by their peak rates)`,
  };
}

const rounded = (factor: number): number => Number(factor.toPrecision(3));

const tflopsOf = ({ model, form }: Pick<OfferedGpu, 'model' | 'form'>): number | undefined =>
  TFLOPS[`${model} ${form}`] ?? TFLOPS[model ?? ''];
