import type { Clock, Stamp, Verb } from './schema.ts';

/** One thing that is held and may cost money; what `PlatformDriver` calls a meter, with the thing it hangs on. */
export interface HeldResource {
  /** The profile's meter id, alone or followed by `:` and anything that tells two of a kind apart. */
  meter: string;
  kind: 'gpu' | 'cpu' | 'disk' | 'volume' | 'ip' | 'snapshot' | 'none';
  /** The platform's id of what the verb acts on: box, volume, address. */
  resource: string;
}

export interface TeardownStep {
  verb: string;
  native?: string;
  resource: string;
  /** Held meters that end with this step. */
  stops: string[];
  /** Tiers of the profile that are gone or reset after it. */
  destroys: string[];
  /** Held meters that still run after it. */
  leavesBilling: string[];
  reversible: 'yes' | 'no' | 'unknown' | { untilSeconds: number; clock?: string };
  /** What can keep an undo from working. */
  catch?: string;
  /** Whether it may be carried out without a warrant: it can be undone and destroys nothing. */
  safe: boolean;
  surface: Verb['surface'];
  call?: string;
  /** What a person has to do, where no program can. */
  consoleStep?: string;
  confirm?: { ask: string; proof: string[]; withinSeconds: number; apartSeconds?: number };
  stamp: Stamp;
}

export interface TeardownPlan {
  platform: string;
  goal: 'park' | 'zero';
  /** In order; each is carried out and proven before the next. Empty for a park where the platform has none. */
  steps: TeardownStep[];
  /** Held meters that run on when all steps are done, and why. Empty is the aim of goal `zero`. */
  leftBilling: { meter: string; resource: string; why: string }[];
  /** Clocks that begin with the last step of a park. */
  clocks: { id: string; afterSeconds: number | null; effect: Clock['effect']; says: string }[];
  /** For whoever approves: facts too old to act on, undo that may fail, bills that may exist beside the held ones. */
  warnings: string[];
  /** Verbs of this plan whose facts are older than the limit or were never verified: they need an own acknowledgement. */
  stale: { verb: string; verified: string | null; ageMonths: number | null; source: string[] }[];
  /** What the profile does not know and a step touches. */
  unknown: string[];
}

export interface TeardownOptions {
  /** Without it only facts that were never verified count as stale. */
  now?: Date;
  limitMonths?: number;
}

/** With the profile's meter that it is, where one can be told. */
export type Known = HeldResource & { profileMeter: string | undefined };
