import { formatSeconds } from '../clock.ts';
import type { MemorySample } from './memory-series.ts';

/** How a cell used one kind of memory over its time. Bytes. */
export interface MemoryUse {
  of: 'box' | 'card';
  peak: number;
  /** Of the peak: seconds since the epoch by the box's clock, and since the first sample of the cell. */
  at: number;
  afterSeconds: number;
  /** What it held most of the time. */
  usual: number;
  /** What there is. */
  most: number | null;
  /** `spike`: far more than usual, for a small part of the time. `rising`: more from each quarter of the time to the next. */
  shape: 'level' | 'spike' | 'rising';
  /** Kills for memory that the kernel counted meanwhile; of a card 0. */
  kills: number;
}

const SPIKE_FACTOR = 1.5;
const SPIKE_SHARE = 0.25;
const LEAST_SAMPLES = 4;
const RISE_FACTOR = 1.1;
const FULL_SHARE = 0.95;

/**
 * Of one cell, the box's memory first. What the box never told is left out.
 *
 * @param since start of the attempt that counts, by the box's clock
 */
export function memoryUses(samples: readonly MemorySample[], cell: string, since = 0): MemoryUse[] {
  const own = samples.filter((sample) => sample.cell === cell && sample.at >= since);
  return [useOf(own, 'box'), useOf(own, 'card')].filter((use) => use !== undefined);
}

function useOf(own: readonly MemorySample[], of: MemoryUse['of']): MemoryUse | undefined {
  const [read, most] = of === 'box' ? (['held', 'max'] as const) : (['cardUsed', 'cardTotal'] as const);
  const known = own.flatMap((sample) => {
    const value = sample[read];
    return value === null ? [] : [{ at: sample.at, value, most: sample[most] }];
  });
  const [first] = known;
  if (!first) return undefined;
  const values = known.map(({ value }) => value);
  const top = known.reduce((best, each) => (each.value > best.value ? each : best), first);
  return {
    of,
    peak: top.value,
    at: top.at,
    afterSeconds: top.at - first.at,
    usual: median(values),
    most: top.most,
    shape: shapeOf(values),
    kills: of === 'box' ? killsIn(own) : 0,
  };
}

function shapeOf(values: readonly number[]): MemoryUse['shape'] {
  if (values.length < LEAST_SAMPLES) return 'level';
  const quarter = Math.floor(values.length / 4);
  const quarters = [0, 1, 2, 3].map((at) => median(values.slice(at * quarter, (at + 1) * quarter)));
  const rises = quarters.every((value, at) => at === 0 || value > RISE_FACTOR * (quarters[at - 1] ?? 0));
  if (rises) return 'rising';
  const [usual, peak] = [median(values), values.reduce((a, b) => Math.max(a, b), 0)];
  const high = values.filter((value) => value > (usual + peak) / 2).length;
  const isSpike = peak > SPIKE_FACTOR * usual && high <= Math.max(1, SPIKE_SHARE * values.length);
  return isSpike ? 'spike' : 'level';
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

function killsIn(own: readonly MemorySample[]): number {
  const counts = own.flatMap(({ oomKills }) => (oomKills === null ? [] : [oomKills]));
  return Math.max(0, (counts.at(-1) ?? 0) - (counts[0] ?? 0));
}

const isFull = ({ peak, most }: MemoryUse): boolean => most !== null && peak >= FULL_SHARE * most;

/** Worth a word where something died: all there is was held, or far more than usual, or the kernel says so. */
export const isSuspect = (use: MemoryUse): boolean => use.shape !== 'level' || use.kills > 0 || isFull(use);

/** A sentence for a person, without what it is said of: "memory of the box: at most ...". */
export function memoryWords(use: MemoryUse): string {
  const { of, peak, at, afterSeconds, usual, most, shape, kills } = use;
  const share = most === null || most === 0 ? '' : ` of ${gigabytes(most)}`;
  const time = `${formatSeconds(afterSeconds)} after its start (${new Date(at * 1000).toISOString().slice(0, 19)}Z)`;
  const full = isFull(use) ? ', which is all there is' : '';
  const shown = `memory of the ${of}: at most ${gigabytes(peak)}${share}${full}, ${time}; usually ${gigabytes(usual)}`;
  const killed =
    kills === 0
      ? ''
      : ` The kernel killed ${kills === 1 ? 'a process' : `${kills} processes`} for memory meanwhile.`;
  return `${shown}${MEANING[shape](peak / Math.max(1, usual))}.${killed}`;
}

const MEANING: Record<MemoryUse['shape'], (times: number) => string> = {
  level: () => '',
  spike: (times) =>
    `. A spike of ${times.toFixed(1)} times the usual: a validation that keeps all its outputs, or a checkpoint that is gathered, looks like that`,
  rising: () => '. It kept rising: something is collected and never let go',
};

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e8 ? 3 : 1)} GB`;
