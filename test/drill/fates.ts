import { RENTED_PLATFORMS } from '../faults/rented-platforms.ts';
import type { JobKind } from './acted-job.ts';
import { Chance } from './chance.ts';

/** What goes wrong at some moment of a life, and for how long. */
export type Blow =
  // The box and what runs on it.
  | { what: 'kill-trainer' | 'kill-keeper' | 'reboot' | 'reset' | 'evict' | 'take-away' | 'stop' }
  | { what: 'full-disk' | 'no-inodes'; seconds: number }
  | { what: 'box-clock'; seconds: number }
  // The road to it.
  | { what: 'refused' | 'stalled' | 'flaky' | 'slow'; seconds: number }
  // The ledger's remote.
  | { what: 'remote-asleep' | 'remote-rejects'; seconds: number }
  | { what: 'rewind'; events: number }
  // The platform's API.
  | { what: 'answers-lost' | 'api-reset' | 'api-500' | 'api-429'; times: number }
  | { what: 'end-ignored' | 'ghosts'; times: number };

export interface Fate {
  seed: number;
  /** Name of a twin. */
  platform: string;
  spot: boolean;
  onFinish: 'hold' | 'park';
  job: JobKind;
  /** One step of the trainer. */
  stepMs: number;
  /** A reviewer said yes in advance. */
  standing: boolean;
  /** `one` remembers; `two` take turns, each with its own disk; `forgetful` keeps its disk and no record, as a fresh clone. */
  machines: 'one' | 'two' | 'forgetful';
  /** Each process leaves a copy of the record behind, as a workflow's artifact. */
  copies: boolean;
  /** Of what the work costs. */
  budgetFactor: number;
  /** The first boxes are not fit. */
  unfitBoxes: number;
  /** Seconds after the opening, in order. */
  blows: { at: number; blow: Blow }[];
  /** How the create of the first box goes. */
  create: 'well' | 'lost' | 'late' | 'refused' | 'server-error';
  /** Of our processes, in percent: killed at some seam, run on a machine whose clock is wrong. */
  killed: number;
  skewed: number;
  /** Of the schedule's looks, in percent. */
  dropped: number;
}

const HOUR = 3600;

/** Everything that is decided beforehand about the life of one seed. */
export function fateOf(seed: number): Fate {
  const chance = new Chance(seed);
  const platform = chance.of(RENTED_PLATFORMS).name;
  const hours = chance.between(0.5, 6);
  const job = chance.strikes(45)
    ? 'plain'
    : chance.of(['early', 'background', 'stall', 'flood', 'nan', 'non-atomic', 'code-bug', 'plain'] as const);
  const count = chance.of([0, 1, 1, 2, 2, 3, 4]);
  const blows = Array.from({ length: count }, () => ({
    at: chance.between(0, 1.3 * hours * HOUR),
    blow: blowOf(chance),
  })).sort((a, b) => a.at - b.at);
  return {
    seed,
    platform,
    spot: chance.strikes(40),
    onFinish: chance.strikes(40) ? 'park' : 'hold',
    job,
    stepMs: Math.round((hours * HOUR * 1000) / 100),
    standing: chance.strikes(30),
    machines: chance.of(['one', 'one', 'one', 'two', 'forgetful'] as const),
    copies: chance.strikes(40),
    budgetFactor: chance.strikes(12) ? 0.6 : 6,
    unfitBoxes: chance.strikes(8) ? 1 : 0,
    blows,
    create: chance.of(['well', 'well', 'well', 'well', 'lost', 'late', 'refused', 'server-error'] as const),
    killed: chance.of([0, 0, 15, 40]),
    skewed: chance.strikes(12) ? 25 : 0,
    dropped: chance.of([0, 0, 20, 60]),
  };
}

function blowOf(chance: Chance): Blow {
  const seconds = chance.of([300, HOUR, 4 * HOUR, 12 * HOUR]);
  const kinds: readonly (() => Blow)[] = [
    () => ({ what: chance.of(['kill-trainer', 'kill-keeper', 'reboot', 'reset'] as const) }),
    () => ({ what: chance.of(['evict', 'take-away', 'stop', 'reset'] as const) }),
    () => ({ what: chance.of(['full-disk', 'no-inodes'] as const), seconds }),
    () => ({ what: 'box-clock', seconds: chance.of([-86_400, 86_400, 5, 40 * 86_400]) }),
    () => ({ what: chance.of(['refused', 'stalled', 'flaky', 'slow'] as const), seconds }),
    () => ({ what: chance.of(['remote-asleep', 'remote-rejects'] as const), seconds }),
    () => ({ what: 'rewind', events: chance.whole(1, 12) }),
    () => ({
      what: chance.of(['answers-lost', 'api-reset', 'api-500', 'api-429'] as const),
      times: chance.whole(1, 12),
    }),
    () => ({ what: chance.of(['end-ignored', 'ghosts'] as const), times: chance.whole(1, 3) }),
  ];
  return chance.of(kinds)();
}
