import type { LedgerEvent, NewEvent } from '../lease/events.ts';

/** What `run.json` says of a run without reading its events; a claim for listings, never for decisions. */
export interface RunSummary {
  run: string;
  job: string;
  state: string;
  usd: number;
  updatedAt: string;
  leases: string[];
  archived: boolean;
}

export interface RunRecord {
  run: string;
  events: LedgerEvent[];
  /** Where the record stood when read; `null` for a run without events. Opaque; compared, never parsed. */
  tip: string | null;
}

export type AppendOutcome =
  | { outcome: 'appended'; tip: string; events: LedgerEvent[] }
  /** Somebody else was first. Nothing was written; read again, fold again, decide again. */
  | { outcome: 'lost-race' };

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
   * Compare-and-swap: appends all events or none, only if the record still stands at `tip`. `seq` and the MAC chain are
   * added here. `summary` becomes `run.json`.
   */
  append(run: string, tip: string | null, events: NewEvent[], summary: Omit<RunSummary, 'archived'>): Promise<AppendOutcome>;
  /** Moves a closed run's ref to the archive. Idempotent. */
  archive(run: string, year: number): Promise<void>;
  /** For people: where this ledger is, e.g. `refs/gpu-lease in /home/a/repo`. */
  readonly where: string;
}
