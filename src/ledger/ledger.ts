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
  /**
   * `proven`: every event carries a signature that our secret makes. `plain`: none does, and there is no secret here.
   * `not-verified`: signed, and nobody here can tell by whom; only a ledger that was opened for looking hands out such a record.
   */
  trust?: RecordTrust;
  /**
   * How many events it had when this machine first met it, 0 where it was opened here: from there on nothing was taken from it
   * unseen. Absent where the machine keeps no copies.
   */
  metHereAt?: number;
}

export type RecordTrust = 'proven' | 'plain' | 'not-verified';

export type AppendOutcome =
  | { outcome: 'appended'; tip: string; events: LedgerEvent[] }
  /** Somebody else was first. Nothing was written; read again, fold again, decide again. */
  | { outcome: 'lost-race' };

/**
 * `same`; `behind`: the record goes on from it; `ahead`: it goes on from the record; `apart`: neither. `unreadable`: no record of
 * this run, or one that our secret did not sign, so it says nothing.
 */
export type Weight = 'same' | 'behind' | 'ahead' | 'apart' | 'unreadable';

/** What is to stand next in a record. */
export interface Draft {
  events: NewEvent[];
  /** What the run is with them; becomes `run.json`. */
  summary: Omit<RunSummary, 'archived'>;
  /** Unique to this attempt to append; made up when absent. */
  nonce?: string;
}

/**
 * The append-only record. Implementations: `git-ledger.ts` (any git remote) and `memory-ledger.ts` (tests and
 * `plan`). Problems thrown: kind `ledger` (no git, no permission, newer version, broken MAC chain with the commit
 * named, a signed record without the secret), kind `unreachable` (remote not reached).
 */
export interface Ledger {
  /** One `ls-remote` and at most one fetch, whatever the number of runs. Open runs; archived ones when asked. */
  list(options?: { archived?: boolean }): Promise<RunSummary[]>;
  read(run: string): Promise<RunRecord>;
  /**
   * Every open run's record, for one `ls-remote` and at most one fetch, whatever the number of runs. One that cannot be read or
   * trusted is its Problem, and keeps nobody from the others. Those of closed runs, too, when asked.
   */
  readOpen(options?: { archived?: boolean }): Promise<Map<string, RunRecord | Problem>>;
  /**
   * Compare-and-swap: appends all events or none, only if the record still stands at `tip`. `seq` and the MAC chain are
   * added here.
   * @throws Problem `append-unclear` (kind `unreachable`) when the events may or may not have been written. Read again and
   * look for the draft's nonce before anything else; `decideAndAppend` does.
   */
  append(run: string, tip: string | null, draft: Draft): Promise<AppendOutcome>;
  /** The record byte for byte (`events.jsonl`), as it stands: what is kept elsewhere, to vouch for it or to put it back. */
  text(run: string): Promise<string>;
  /** What a copy of the record that was kept elsewhere says of it as it stands. */
  weigh(run: string, copy: string): Promise<Weight>;
  /** Whether a text is a record of that run that can be verified here. */
  isCopy(run: string, text: string): Promise<boolean>;
  /** The run's ref as it stands, believed or not: for whoever puts it right. `null` where there is none. */
  peek(run: string): Promise<{ tip: string; text: string } | null>;
  /**
   * Puts a copy in the place of what stands at `over` (`null`: of nothing). Compare-and-swap. What stood there is dropped where
   * the copy does not go on from it: the caller has asked.
   * @throws Problem `copy-unusable` (kind ledger) for one that cannot be verified, `restore-contended` when it moved meanwhile
   */
  restore(run: string, copy: string, over: string | null): Promise<void>;
  /**
   * Archived runs that are not closed: somebody moved their refs, and no look comes by them any more. What an archived ref says of
   * itself is a claim, so its record is read; once for each commit.
   *
   * @param known commits of archived records that were found closed before
   * @returns those that are not, and the commits of all that are
   */
  hidden(known: ReadonlySet<string>): Promise<{ found: Map<string, RunRecord | Problem>; closed: string[] }>;
  /** Moves such a run back among the open ones. */
  unhide(run: string): Promise<void>;
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
