import type { Channel } from '../box/channel.ts';
import type { CheckpointSet } from '../job/checkpoint-sets.ts';
import type { Job } from '../job/job.ts';
import type { RunDir } from '../launch/launcher.ts';
import type { Lease, Run } from '../lease/run.ts';
import type { World } from '../world.ts';
import type { RunStore } from './store.ts';

/** A box whose run has ended, and what was asked of it. */
export interface Box {
  channel: Channel;
  dir: RunDir;
  job: Job;
}

/** What is collected, and by whom. */
export interface Collected {
  world: World;
  run: Run;
  lease: Lease;
  job: Job;
}

export interface Gathering extends Collected {
  store: RunStore;
  box: Box;
  /** The checkpoint of each cell that is collected as a whole, whatever the roster names of it. */
  sets: Map<string, CheckpointSet>;
}
