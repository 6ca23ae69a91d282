import type { LedgerEvent, NewEvent } from '../lease/events.ts';
import type { Problem } from '../problem.ts';
import type { Notes } from './notes.ts';

/** What `run.json` says of a run without reading its events; a claim for listings, never for decisions. */
export interface RunSummary {
  run: string;
  job: string;
  state: string;
  usd: number;
  updatedAt: string;
  leases: string[];
  /** Which part of which sweep it is, where it is one. */
  sweep?: { id: string; part: number; of: number };
  archived: boolean;
}

export interface RunRecord {
  run: string;
  events: LedgerEvent[];
  /** Where the record stood when read; `null` for a run without events. Opaque; compared, never parsed. */
  tip: string | null;
  /** For each event the nonce of the append that wrote it: how a writer knows its own after a lost answer. */
  nonces?: readonly string[];
  /** Closed and moved away; nothing can be appended any more. */
  archived?: boolean;
}

export type AppendOutcome =
  | { outcome: 'appended'; tip: string; events: LedgerEvent[] }
  /** Somebody else was first. Nothing was written; read again, fold again, decide again. */
  | { outcome: 'lost-race' };

export interface AppendOptions {
  /** Unique to this attempt to append; made up when absent. */
  nonce?: string;
}

/**
 * The append-only record. Implementations: `git-ledger.ts` (any git remote) and `memory-ledger.ts` (tests and
 * `plan`). Problems thrown: kind `ledger` (no git, no permission, newer version, broken MAC chain with the commit
 * named), kind `unreachable` (remote not reached).
 */
export interface Ledger {
  /** One `ls-remote` and at most one fetch, whatever the number of runs. Open runs; archived ones when asked. */
  list(options?: { archived?: boolean }): Promise<RunSummary[]>;
  read(run: string): Promise<RunRecord>;
  /**
   * Every open run's record, for one `ls-remote` and at most one fetch, whatever the number of runs. One that cannot be read or
   * trusted is its Problem, and keeps nobody from the others.
   */
  readOpen(): Promise<Map<string, RunRecord | Problem>>;
  /**
   * Compare-and-swap: appends all events or none, only if the record still stands at `tip`. `seq` and the MAC chain are
   * added here. `summary` becomes `run.json`.
   * @throws Problem `append-unclear` (kind `unreachable`) when the events may or may not have been written. Read again and
   * look for `options.nonce` before anything else; `decideAndAppend` does.
   */
  append(
    run: string,
    tip: string | null,
    events: NewEvent[],
    summary: Omit<RunSummary, 'archived'>,
    options?: AppendOptions,
  ): Promise<AppendOutcome>;
  /** Moves a closed run's ref to the archive. Idempotent. */
  archive(run: string, year: number): Promise<void>;
  /**
   * Waits, bounded, until no other process of this machine stands between its read and its append; call the result when
   * done. Saves lost races, never needed for correctness: that is the compare-and-swap's.
   */
  turn?(run: string): Promise<() => void>;
  /** What the stray hunt has seen, beside the runs. */
  readonly notes: Notes;
  /** When the schedule last looked, beside the runs. */
  readonly ticks: Notes;
  /** For people: where this ledger is, e.g. `refs/gpu-lease in /home/a/repo`. */
  readonly where: string;
}
