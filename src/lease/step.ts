import type { DueNotice } from './notice.ts';

/** The one verb of a teardown plan that the core needs to know about; the profile's plan has more. */
export interface PlannedVerb {
  verb: string;
  stops: readonly string[];
  destroys: readonly string[];
  reversible: boolean;
  /** It may not be undone, and what the profile says of it is too old to act on, or was never checked. */
  staleFacts?: true;
  /** From when on that is so, ISO 8601; absent where it can be undone. */
  staleFrom?: string;
}

/** What the teardown plans of the lease's platform come to, computed from its profile. */
export interface Plans {
  /** Ordered verbs after which nothing bills. */
  zero: readonly PlannedVerb[];
  /** Ordered reversible verbs that keep the data and stop the GPU meter; `null` where there are none. */
  park: readonly PlannedVerb[] | null;
  /** Meters that a stop of the box ends, whoever stopped it. Absent: those of computing. */
  endedByStop?: readonly string[];
  /** Within so long the platform shows that a verb was carried out. Absent: a minute. */
  provenWithinSeconds?: number;
}

/** The next effects, in order. Each is safe to be killed in and to be done again. */
export type Step =
  | { do: 'smoke' }
  /** Choose an offer and write the intent for lease number `n`, counted from 1. */
  | { do: 'intend'; n: number }
  /**
   * Nobody had a box. A program that is `patient` asks again then, and never one that is not: only a person who comes anew is a
   * reason to ask before.
   */
  | { do: 'wait'; until: string; why: 'no-capacity'; patient: boolean }
  | { do: 'rent'; lease: string }
  | { do: 'reach'; lease: string }
  | { do: 'audit'; lease: string }
  | { do: 'start'; lease: string; attempt: number }
  | { do: 'look'; lease: string }
  /** The newest verified copies of a run whose disk is thrown away go into a store, so that they outlive this machine. */
  | { do: 'store-kept' }
  /** Nothing needs these sets any more: they are removed from their store. */
  | { do: 'drop-kept'; marks: string[] }
  /** Pull what the roster promises, verify it, seal it. */
  | { do: 'collect'; lease: string }
  | { do: 'park'; lease: string; verbs: string[] }
  /** A box that parked itself is started again and waited for, so that its work can be collected. */
  | { do: 'wake'; lease: string }
  /** Bring what was sealed into a store that outlives this machine, and read it back from there. */
  | { do: 'store'; seal: string }
  /** The machine that sealed is gone with what it had not stored: unless it lies here, it is collected again from the box. */
  | { do: 'unseal'; seal: string }
  /** A reviewer's word in advance covers exactly this release: write it down as an approval that binds to seal and verbs. */
  | { do: 'approve-standing'; lease: string; seal: string; verbs: string[] }
  /** Nothing more without a person: an approval of exactly these verbs for exactly this seal. */
  | { do: 'ask'; lease: string; seal: string; verbs: string[] }
  | { do: 'release'; lease: string; verb: string }
  /** The same verb of a box that never carried anything; needs no seal. */
  | { do: 'discard'; lease: string; verb: string }
  | { do: 'prove'; lease: string; meters: string[] }
  /** Whether meters that were proven stopped with their box are so still. */
  | { do: 'recheck'; lease: string; meters: string[] }
  | { do: 'mark-released'; lease: string }
  /** Before the run closes: what a create whose answer was lost may have made, looked for until then, ISO 8601. */
  | { do: 'look-for-late'; leases: string[]; until: string }
  | { do: 'close' }
  /** Stop here; a person must decide. Boxes are held. */
  | { do: 'halt'; code: string; what: string; next: string }
  /** Tell a person what lasts and costs money, once. */
  | { do: 'tell'; of: string; since: string; what: string; next: string; usdPerHour: number }
  /** Tell whom the job names of what happened; nobody's business but theirs, so no other step waits for it to succeed. */
  | { do: 'notify'; due: DueNotice[] }
  /** Ask outside of the record whether it is all there was, before anything is rented or given back on its strength. */
  | { do: 'vouch'; before: Step }
  /** A run stands halted and a create of it may be under way or have made a box: what there is of it is held. */
  | { do: 'find'; lease: string }
  | { do: 'nothing'; why: 'closed' | 'halted' | 'unapproved' };
