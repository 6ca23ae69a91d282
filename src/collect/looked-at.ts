import type { Probe, ProbeCell } from '../box/box-plan.ts';
import type { CheckpointSet, SeenFile } from '../job/checkpoint-sets.ts';
import type { EventBody } from '../lease/events.ts';
import type { BoxFolder, BoxStore } from '../stores/box-store.ts';
import type { Collected } from './gathering.ts';

/** What one process has seen of the sets of one cell; sets by their fingerprints. */
export class SetMemory {
  before: ReadonlySet<string> = new Set();
  /** The look before left one that was saved after its probe. */
  hasLeftTooNew = false;
  readonly refused = new Map<string, Refusal>();
  kept: string | undefined;
  /** Sent in part, or not read yet: by the `id` of their folders. */
  readonly unfinished = new Map<string, { mark: string; folder: BoxFolder }>();
  /** The last of which this process found that no place takes it. */
  unkept: string | undefined;
}

/** Why a set is not kept. */
export interface Refusal {
  /** As the end of a sentence that begins with its name. */
  why: string;
  /** Half of it is there: no trainer reads it. Else it was written to its end, and is not accepted all the same. */
  isTorn: boolean;
}

export interface KeptCell {
  events?: EventBody[];
  /** Something was copied, or there was nothing to copy: until the box shows a change there is no need to look again. */
  isSettled: boolean;
  /** Bytes were moved, or tried to: the run is left alone for a while. */
  hasPulled?: true;
}

/** The files were asked for and did not all come: the next look asks again. */
export const AGAIN: KeptCell = { isSettled: false, hasPulled: true };

/** One cell as a look saw it, and what is remembered of it. */
export interface LookedAt {
  of: Collected;
  probe: Pick<Probe, 'boxTime'>;
  cell: Pick<ProbeCell, 'name' | 'state' | 'watched' | 'metrics' | 'durableFailure'>;
  memory: SetMemory;
  /** Of the disk here. */
  freeBytes(): Promise<number>;
  /** Those that the box can send to by itself. Asked for only where this disk is too small. */
  boxStores(): Promise<readonly BoxStore[]>;
}

/** What is copied together. */
export interface Bundle {
  set: CheckpointSet | undefined;
  beside: SeenFile[];
  /** What grows in place and is of no checkpoint. */
  metrics: string[];
  /** Names of all the sets that the box has. */
  onBox: ReadonlySet<string>;
}
