import { knownGpu, type OfferedGpu } from '../job/gpus.ts';
import type { Job } from '../job/job.ts';
import type { Offer } from '../platforms/driver.ts';

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

/**
 * How fast the card of an offer is, beside the one that `watch.expected` is said of: 1 by `speed` of the job; without it the card that
 * the job names first. `says` is absent where nothing can be said, and the length is then taken as it stands.
 */
export function speedOf(
  { speed, resources }: Pick<Job, 'speed' | 'resources'>,
  { gpu }: Offer,
): { factor: number; says?: string } {
  if (gpu?.model == null) return { factor: 1 };
  const said = Object.entries(speed ?? {}).find(([name]) => knownGpu(name)?.model === gpu.model);
  if (said) return { factor: said[1], says: `${said[1]} times as fast on ${gpu.model} (speed)` };
  if (speed !== undefined) return { factor: 1 };
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

const tflopsOf = ({ model, form }: Pick<OfferedGpu, 'model' | 'form'>): number | undefined =>
  TFLOPS[`${model} ${form}`] ?? TFLOPS[model ?? ''];
