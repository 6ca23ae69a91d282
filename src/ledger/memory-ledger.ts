import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../lease/events.ts';
import { Problem } from '../problem.ts';
import { BadLine, type Lines, noLines, readLines, writeLines } from './event-lines.ts';
import { appendUnclear, notARecord, runArchived } from './git-problems.ts';
import type { AppendOutcome, Draft, Ledger, RecordTrust, RunRecord, RunSummary, Weight } from './ledger.ts';
import type { Note, Notes } from './notes.ts';
import { runRef } from './refs.ts';
import { newestFirst, readRunJson, runJson } from './run-json.ts';

/** What becomes of the next append, for tests of those who append. */
export type AppendFate =
  | 'appended'
  /** As if somebody else had been first; nothing is written. */
  | 'lost-race'
  /** Written, but the answer got lost on the way: `append-unclear` is thrown. */
  | 'lost-answer'
  /** Not written, and `append-unclear` is thrown: the caller cannot tell it from `lost-answer`. */
  | 'lost-request';

interface Kept {
  lines: Lines;
  tip: string;
  summary: string;
  archived: boolean;
}

/** The same contract without git: for tests, and for `plan`, which must leave nothing behind. */
export class MemoryLedger implements Ledger {
  readonly where = 'memory';
  readonly notes: Notes = memoryNotes();
  readonly ticks: Notes = memoryNotes();
  /** Asked before each append; replace it to lose races and answers. */
  fate: (run: string, events: readonly NewEvent[]) => AppendFate = () => 'appended';
  readonly #trust: RecordTrust;
  readonly #runs = new Map<string, Kept>();

  /** @param trust what is said of every record: nothing here is signed, whatever a test wants it to be */
  constructor(trust: RecordTrust = 'plain') {
    this.#trust = trust;
  }

  async list(options: { archived?: boolean } = {}): Promise<RunSummary[]> {
    const wanted = [...this.#runs].filter(([, { archived }]) => !archived || options.archived);
    return newestFirst(wanted.map(([run, { summary, archived }]) => readRunJson(summary, run, archived)));
  }

  async read(run: string): Promise<RunRecord> {
    runRef(run);
    const kept = this.#runs.get(run);
    if (!kept) return { run, events: [], tip: null, nonces: [], archived: false };
    // Parsed anew each time, so that a caller who changes an event changes only its own copy.
    const { events, nonces } = readKept(run, kept.lines.text);
    const { tip, archived } = kept;
    return { run, events, nonces, tip, archived, trust: this.#trust, metHereAt: 0 };
  }

  async readOpen(options: { archived?: boolean } = {}): Promise<Map<string, RunRecord | Problem>> {
    const records = new Map<string, RunRecord | Problem>();
    for (const { run } of await this.list(options)) {
      const record = await this.read(run).catch((error: unknown) => {
        if (error instanceof Problem) return error;
        throw error;
      });
      records.set(run, record);
    }
    return records;
  }

  async append(
    run: string,
    tip: string | null,
    { events, summary, nonce = randomUUID() }: Draft,
  ): Promise<AppendOutcome> {
    if (events.length === 0) throw new Error(`nothing to append to run ${run}`);
    runRef(run);
    const fate = this.fate(run, events);
    const kept = this.#runs.get(run);
    if (fate === 'lost-race' || (kept?.tip ?? null) !== tip) return { outcome: 'lost-race' };
    if (fate === 'lost-request') throw unclear(run);
    if (kept?.archived) throw runArchived(run);
    const before = kept?.lines ?? noLines;
    const lines = writeLines(before, events, nonce, undefined);
    this.#runs.set(run, { lines, tip: nonce, summary: runJson(summary), archived: false });
    if (fate === 'lost-answer') throw unclear(run);
    return { outcome: 'appended', tip: nonce, events: lines.events.slice(before.events.length) };
  }

  async text(run: string): Promise<string> {
    return this.#runs.get(run)?.lines.text ?? '';
  }

  async weigh(run: string, copy: string): Promise<Weight> {
    const text = await this.text(run);
    if (copy === text) return 'same';
    return text.startsWith(copy) ? 'behind' : copy.startsWith(text) ? 'ahead' : 'apart';
  }

  async isCopy(run: string, text: string): Promise<boolean> {
    return readKept(run, text).events.length > 0;
  }

  async hidden(): Promise<{ found: Map<string, RunRecord>; closed: string[] }> {
    return { found: new Map(), closed: [] };
  }

  async unhide(): Promise<void> {}

  async peek(run: string): Promise<{ tip: string; text: string } | null> {
    const kept = this.#runs.get(run);
    return kept ? { tip: kept.tip, text: kept.lines.text } : null;
  }

  async restore(run: string, copy: string): Promise<void> {
    const lines = readKept(run, copy);
    this.#runs.set(run, { lines, tip: randomUUID(), summary: '', archived: false });
  }

  async archive(run: string): Promise<void> {
    const kept = this.#runs.get(run);
    if (kept) kept.archived = true;
  }
}

function memoryNotes(): Notes {
  let kept: Note = { text: '', tip: null };
  return {
    read: async () => kept,
    async write(text, tip) {
      if (tip !== kept.tip) return 'lost-race';
      kept = { text, tip: randomUUID() };
      return 'written';
    },
  };
}

function readKept(run: string, text: string): Lines {
  try {
    return readLines(text, undefined);
  } catch (error) {
    throw error instanceof BadLine ? notARecord(run, error.message, undefined) : error;
  }
}

const unclear = (run: string): Problem =>
  appendUnclear(
    run,
    'memory',
    new Problem({ code: 'remote-unreachable', kind: 'unreachable', what: 'A test said so.', next: 'None.' }),
  );
