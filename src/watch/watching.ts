import type { Job } from '../job/job.ts';
import type { Lease, Run } from '../lease/run.ts';
import type { Progress } from '../world.ts';
import type { Unused } from './cards.ts';

export type RunVerdict = 'finished' | 'dead' | 'stalled' | 'running' | { unknownSince: Date };

/** What one stage remembers between its looks. */
export interface Watching {
  lastSeen: Date | undefined;
  /** First sighting of each cell's step in this stage, for the pace. */
  first: Map<string, { step: number; atSeconds: number }>;
  /** Looks in a row at which the platform showed the box gone, or stopped. */
  gone: number;
  /** Looks in a row at which a cell had ended too lately to be believed. */
  settling: number;
  /** The person knows of what lies on the box beside the run's cells. */
  strange: boolean;
  /** The person knows that the box is taken away. */
  takenAway: boolean;
  /** Cells of which the person knows that no checkpoint gets to the durable tier. */
  notOnTier: Set<string>;
  verdict: RunVerdict | undefined;
  /** What the person was last told of its queue. */
  queue: string | undefined;
  /** Cells that make steps while no card of the box is in use. */
  unused: Map<string, Unused>;
  /** What the person sees of each cell that goes on. */
  shown: Map<string, Progress>;
  /** Cells of whose end the person knows. */
  over: Set<string>;
}

export const newWatching = (): Watching => ({
  lastSeen: undefined,
  first: new Map(),
  gone: 0,
  settling: 0,
  strange: false,
  takenAway: false,
  notOnTier: new Set(),
  verdict: undefined,
  queue: undefined,
  unused: new Map(),
  shown: new Map(),
  over: new Set(),
});

/** What is looked at. */
export interface OnBox {
  run: Run;
  lease: Lease;
  job: Job;
}
