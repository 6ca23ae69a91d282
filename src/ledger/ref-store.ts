import type { ObjectFormat } from './git-objects.ts';
import type { SwapOutcome } from './git-problems.ts';
import type { RunRef } from './refs.ts';
import type { Repository } from './repository.ts';

/** Where the refs of the ledger are, and how they move. Two: `local-refs.ts` and `remote-refs.ts`. */
export interface RefStore {
  /** For people. */
  readonly where: string;
  /** Holds the objects: the ledger itself, or our copy of a remote one. */
  readonly objects: Repository;
  /** Makes `objects` where it may be made. @throws Problem when it may not and is not there */
  prepare(): Promise<void>;
  objectFormat(): Promise<ObjectFormat>;
  /**
   * Makes the record of an open run readable in `objects`.
   * @returns what to ask `objects` for (it may still be missing), or null when there is surely no such run
   */
  bring(run: string): Promise<string | null>;
  /** The same among the archived runs. */
  bringArchived(run: string): Promise<string | null>;
  /** Where one ref stands at this moment, `null` where there is none. */
  tip(ref: string): Promise<string | null>;
  /** The same for a note beside the runs. */
  bringNotes(ref: string): Promise<string | null>;
  /** One process and, on a remote, one trip. Their commits need not be in `objects` yet. */
  refs(archived: boolean): Promise<RunRef[]>;
  /** One fetch of everything that `refs` named. */
  bringAll(archived: boolean): Promise<void>;
  /** Makes the commits of these refs readable in `objects`. */
  bringThese(refs: readonly RunRef[]): Promise<void>;
  /** Compare-and-swap of one ref; `old` null demands that there is none. */
  swap(ref: string, next: string, old: string | null): Promise<SwapOutcome>;
  /** Creates `to` and deletes `from`, both or none where the remote can. */
  move(from: string, to: string, oid: string): Promise<SwapOutcome>;
}
