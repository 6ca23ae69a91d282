import type { Constraint } from './constraint.ts';
import { knownGpu } from './gpus.ts';

/**
 * Machine shapes that Kaggle takes and replaces without a word, by the warnings of its own client (2.2.5, 2026-11); lower case, and what
 * the session gets in their place.
 */
export const RETIRED_SHAPES: Readonly<Record<string, string>> = {
  nvidiateslap100: 'NvidiaTeslaT4',
  tpuv38: 'TpuV5E8',
  tpu1vmv38: 'TpuV5E8',
  tpuv232: 'a machine without an accelerator',
  tpuv2256: 'a machine without an accelerator',
};

/** The one card that every account is offered: two of 16 GB in one machine. */
const T4 = { shape: 'NvidiaTeslaT4', model: 'T4', count: 2, memoryGb: 16 };

/** @returns the shape that answers the constraint, or why none is known to */
export function shapeFor({ gpu }: Constraint): { shape: string | undefined } | { why: string } {
  if (!gpu) return { shape: undefined };
  const named = gpu.names.length === 0 || gpu.names.some((name) => knownGpu(name)?.model === T4.model);
  if (named && gpu.count <= T4.count && (gpu.memoryGb?.min ?? 0) <= T4.memoryGb) return { shape: T4.shape };
  const names = gpu.names.length > 0 ? gpu.names.join(' or ') : 'any card';
  const memory = gpu.memoryGb?.min === undefined ? '' : ` with ${gpu.memoryGb.min} GB`;
  return { why: `${gpu.count} of ${names}${memory}, and ${T4.shape} is ${T4.count} T4 of ${T4.memoryGb} GB` };
}
