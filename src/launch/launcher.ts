import type { Channel } from '../box/channel.ts';

/** Where a run lives on a box; all paths absolute, made by `box/keeper.ts`. */
export interface RunDir {
  /** `$HOME/.gpu-lease/<run id>` unless the profile names a data disk. */
  base: string;
  /** The keeper as pushed: `<base>/keeper-<first 12 of its sha256>.sh`. */
  keeper: string;
}

/**
 * How work is detached from our connection. `start` is idempotent: a second start of the same attempt is a no-op that
 * answers `already`, decided on the box by the keeper's lock and not by us.
 */
export interface Launcher {
  readonly id: 'tmux' | 'setsid' | 'onstart' | 'sbatch' | 'kube-job' | 'kaggle-commit';
  /** Starts the keeper's queue for attempt `attempt`, waits (bounded, about 5 s) for its first heartbeat. */
  start(
    channel: Channel,
    dir: RunDir,
    attempt: number,
    of?: Submission,
  ): Promise<{ outcome: 'started' | 'already'; heartbeat: boolean }>;
  /** TERM, then KILL after `graceSeconds`, to exactly the process groups the keeper recorded. */
  signal(channel: Channel, dir: RunDir, graceSeconds: number): Promise<void>;
}

/** For which submission to a queue an attempt is started. */
export interface Submission {
  /** Of the lease: what the submission is called at the engine. */
  name: string;
  /** What is known of the submissions of the run before it: an attempt of theirs may write the same files. */
  earlier: 'over' | 'unknown';
  /** Lets it go (`PlatformDriver.begin`). */
  begin(): Promise<void>;
}
