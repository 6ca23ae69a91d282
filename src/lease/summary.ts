import { usdSoFar } from './cost.ts';
import { type Run, runState } from './run.ts';

/** What listings show of a run without reading its events. Small whatever the number of cells. */
export interface Summary {
  run: string;
  job: string;
  state: string;
  usd: number;
  updatedAt: string;
  leases: string[];
  /** Which part of which sweep it is. */
  sweep?: { id: string; part: number; of: number };
}

export const summarise = (run: Run, now: Date): Summary => ({
  run: run.id,
  ...sweepOf(run),
  job: run.opened?.job ?? '',
  state: runState(run),
  usd: Number(usdSoFar(run, now).toFixed(6)),
  updatedAt: run.updatedAt ?? now.toISOString(),
  leases: run.leases.map((lease) => `${lease.name} ${lease.platform} ${lease.state}`),
});

function sweepOf({ opened }: Run): Pick<Summary, 'sweep'> {
  if (!opened?.sweep) return {};
  const { id, part, of } = opened.sweep;
  return { sweep: { id, part, of } };
}
