import type { Channel } from '../box/channel.ts';
import type { Clock } from '../clock.ts';
import type { DiskWorker } from './disk-worker.ts';
import type { Lanes } from './lanes.ts';
import type { LocalTree } from './local-tree.ts';
import type { PartialDir } from './partial-file.ts';
import type { PullOutcomes } from './pull-outcomes.ts';

/** What the parts of one pull share. */
export interface Transfer {
  channel: Channel;
  /** Absolute, on the box, without a slash at its end. */
  remoteDir: string;
  tree: LocalTree;
  partials: PartialDir;
  disk: DiskWorker;
  outcomes: PullOutcomes;
  lanes: Lanes;
  signal: AbortSignal | undefined;
  clock: Clock;
  /** Aborted when the pull is over, one way or the other. */
  ended: AbortSignal;
  /** Begun and not ended: what has to be kept when everything stops. */
  unfinished: Set<{ suspend(): Promise<void> }>;
}
