import type { Run } from '../lease/run.ts';
import type { Problem } from '../problem.ts';
import type { Left } from './may.ts';

/** What one tick did with one run. */
export interface RunOutcome {
  /** As it stands now; `undefined` where its record could not be read. */
  run: Run | undefined;
  id: string;
  /** Steps that were carried out, in order: `look`, `rent`. */
  did: string[];
  /** Events that were appended. */
  events: number;
  /** What the look saw; empty where nobody looked. */
  verdict: string;
  /**
   * `done`: as far as it goes now. `left`: what is next is not the tick's. `bound`: the tick's time was over before or while it was
   * at it. `failed`: see `problem`.
   */
  ended: 'done' | 'left' | 'bound' | 'failed';
  /** For a person: what comes next, or why not. */
  next: string;
  left: Left | undefined;
  problem: Problem | undefined;
  /** It stopped itself in this very tick. */
  haltedNow: boolean;
  /** A person was told of something in this very tick. */
  toldNow: boolean;
}

/** What the platforms' lists showed, as far as a tick's issues need it. */
export interface StrayLook {
  platform: string;
  /** The platform let us in and answered. */
  answered: boolean;
  /** It answered, and what is ours could be told. */
  told: boolean;
  why: string;
  strays: StraySeen[];
  /** Boxes of leases that are listed at more than they were rented for, USD per hour. */
  dearer: { run: string; lease: string; rented: number; listed: number }[];
}

export interface StraySeen {
  id: string;
  kind: string;
  name: string;
  usdPerHour: number | undefined;
  firstSeenAt: string;
  /** Seen in two looks far enough apart. */
  reported: boolean;
  billing: 'yes' | 'no' | 'unknown';
}
