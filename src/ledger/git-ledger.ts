import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { macKey } from '../keys.ts';
import type { NewEvent } from '../lease/events.ts';
import { Problem } from '../problem.ts';
import { ATTEMPTS, pauseSeconds } from './backoff.ts';
import { BadLine, type Lines, noLines, readLines, writeLines } from './event-lines.ts';
import { GitNotes } from './git-notes.ts';
import {
  commitOf,
  EMPTY_TREE_SHA1,
  type GitObject,
  gitObject,
  type ObjectFormat,
  treeOf,
} from './git-objects.ts';
import {
  appendUnclear,
  distrusted,
  gitProblem,
  isPassing,
  newerVersion,
  notARecord,
  runArchived,
  secretNeeded,
} from './git-problems.ts';
import { type Git, systemGit } from './git-process.ts';
import type { AppendOptions, AppendOutcome, Ledger, RunRecord, RunSummary } from './ledger.ts';
import { LocalRefs } from './local-refs.ts';
import type { LedgerLocation } from './location.ts';
import type { Notes } from './notes.ts';
import { type ObjectReader, ObjectTooLarge } from './object-reader.ts';
import { checkOnlyGrows, commitThatBrought, OddHistory } from './record-history.ts';
import type { RefStore } from './ref-store.ts';
import { archiveRef, type RunRef, runRef, STRAY_NOTES, TICK_NOTES } from './refs.ts';
import { RemoteRefs } from './remote-refs.ts';
import type { SwapOutcome } from './repository.ts';
import { newestFirst, readRunJson, runJson } from './run-json.ts';
import { storyOf } from './story.ts';
import { takeTurn } from './turn.ts';

export interface LedgerWorld {
  /** `GPU_LEASE_SECRET`: events are signed, and unsigned or wrongly signed ones refused. Without it the record is plain. */
  secret?: string | undefined;
  clock: Clock;
  /** Default: git on the PATH, with this process's environment. */
  git?: Git;
  /** For jitter alone. */
  random?: () => number;
}

export function openLedger(where: LedgerLocation, world: LedgerWorld): Ledger {
  const git = world.git ?? systemGit(process.env);
  const random = world.random ?? Math.random;
  const clock = world.clock;
  const refs =
    where.kind === 'local-repo'
      ? new LocalRefs(git, where.dir, where.create ?? false, clock)
      : new RemoteRefs(git, where, { clock, random });
  return new GitLedger(refs, { clock, random, secret: world.secret });
}

/** A record as it stood at a commit. Commits never change, so it can be kept. */
interface Standing extends Lines {
  tip: string | null;
  archived: boolean;
}

const recordOf = (run: string, { tip, events, nonces, archived }: Standing): RunRecord => ({
  run,
  tip,
  events: [...events],
  nonces: [...nonces],
  archived,
});

const nothing: Standing = { ...noLines, tip: null, archived: false };

/** Runs as git refs (design 4.2): one ref per run, one commit per append, `run.json` and `events.jsonl` in its tree. */
class GitLedger implements Ledger {
  readonly where: string;
  readonly notes: Notes;
  readonly ticks: Notes;
  readonly #refs: RefStore;
  readonly #world: { clock: Clock; random: () => number; secret: string | undefined };
  /** The newest state of each run that this process has seen: saves reading it again, and nothing may go back behind it. */
  readonly #seen = new Map<string, Standing>();
  #format: ObjectFormat | undefined;

  constructor(refs: RefStore, world: { clock: Clock; random: () => number; secret: string | undefined }) {
    this.#refs = refs;
    this.#world = world;
    this.where = refs.where;
    this.notes = new GitNotes(refs, STRAY_NOTES, world);
    this.ticks = new GitNotes(refs, TICK_NOTES, world);
  }

  async list(options: { archived?: boolean } = {}): Promise<RunSummary[]> {
    const archived = options.archived ?? false;
    const refs = onePerRun(await this.#refs.refs(archived));
    if (refs.length === 0) return [];
    const found = await this.#summaries(refs);
    const absent = refs.filter((_, index) => found[index] === null);
    if (absent.length > 0) {
      await this.#refs.bringAll(archived);
      const later = await this.#summaries(absent);
      for (const [index, ref] of absent.entries()) found[refs.indexOf(ref)] = later[index] ?? null;
    }
    return newestFirst(refs.map((ref, index) => readRunJson(found[index] ?? null, ref.run, ref.archived)));
  }

  async read(run: string): Promise<RunRecord> {
    return recordOf(run, await this.#look(run));
  }

  async readOpen(): Promise<Map<string, RunRecord | Problem>> {
    const refs = await this.#refs.refs(false);
    const records = new Map<string, RunRecord | Problem>();
    const absent = await this.#readEach(refs, records);
    if (absent.length === 0) return records;
    await this.#refs.bringAll(false);
    // What is still not there was put away between the two questions.
    await this.#readEach(absent, records);
    return records;
  }

  /** One reading process for all of them. @returns those whose objects are not here */
  #readEach(refs: readonly RunRef[], into: Map<string, RunRecord | Problem>): Promise<RunRef[]> {
    if (refs.length === 0) return Promise.resolve([]);
    return this.#refs.objects.reading(async (reader) => {
      const absent: RunRef[] = [];
      for (const ref of refs) {
        try {
          const standing = await this.#loadWith(reader, ref.run, ref.oid, false);
          if (standing) into.set(ref.run, recordOf(ref.run, standing));
          else absent.push(ref);
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          into.set(ref.run, error);
        }
      }
      return absent;
    });
  }

  async append(
    run: string,
    tip: string | null,
    events: NewEvent[],
    summary: Omit<RunSummary, 'archived'>,
    options: AppendOptions = {},
  ): Promise<AppendOutcome> {
    if (events.length === 0) throw new Error(`nothing to append to run ${run}`);
    const ref = runRef(run);
    await this.#refs.prepare();
    const base = await this.#baseOf(run, tip);
    if (base === 'moved on') return { outcome: 'lost-race' };
    if (base.archived) throw runArchived(run);
    const key = this.#keyOf(run);
    if (!key && base.lastMac) throw secretNeeded(run);

    const nonce = options.nonce ?? randomUUID();
    const lines = writeLines(base, events, nonce, key);
    const added = lines.events.slice(base.events.length);
    const commit = await this.#store(tip, lines, runJson(summary), storyOf(added, base.events), nonce);
    const outcome = await this.#swapUntilKnown(run, ref, commit, tip, nonce);
    if (outcome === 'lost') return { outcome: 'lost-race' };
    if (outcome === 'swapped') this.#seen.set(run, { ...lines, tip: commit, archived: false });
    return { outcome: 'appended', tip: commit, events: added };
  }

  async archive(run: string, year: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const standing = await this.#look(run);
      if (standing.tip === null || standing.archived) return;
      const moved = await this.#refs.move(runRef(run), archiveRef(run, year), standing.tip);
      if (moved.outcome === 'swapped') return void this.#seen.set(run, { ...standing, archived: true });
      const mayPass = moved.outcome === 'lost' || isPassing(moved.fault);
      if (!mayPass || attempt >= ATTEMPTS) throw problemOf(moved, run, this.where);
      await this.#pause(attempt);
    }
  }

  turn(run: string): Promise<() => void> {
    return takeTurn(this.#refs.objects.turnsDir, run, this.#world);
  }

  #keyOf(run: string): Buffer | undefined {
    return this.#world.secret ? macKey(this.#world.secret, run) : undefined;
  }

  #pause(attempt: number): Promise<void> {
    return this.#world.clock.sleep(pauseSeconds(attempt, this.#world.random()));
  }

  #summaries(refs: readonly RunRef[]): Promise<(string | null)[]> {
    return this.#refs.objects.reading(async (reader) => {
      const found = await reader.getAll(refs.map(({ oid }) => `${oid}:run.json`));
      return found.map((object) => object?.content.toString('utf8') ?? null);
    });
  }

  /** The run as it stands now, wherever it is. */
  async #look(run: string): Promise<Standing> {
    const open = await this.#refs.bring(run);
    const standing = open === null ? null : await this.#load(run, open, false);
    if (standing) return standing;
    const closed = await this.#refs.bringArchived(run);
    const archived = closed === null ? null : await this.#load(run, closed, true);
    if (archived) return archived;
    if (this.#seen.has(run))
      throw distrusted(run, 'history-rewritten', `it was in ${this.where} before and is gone`, undefined);
    return nothing;
  }

  /** What stands at `tip`; a tip behind what we have seen has lost already. */
  async #baseOf(run: string, tip: string | null): Promise<Standing | 'moved on'> {
    const seen = this.#seen.get(run);
    if (tip === null) return seen ? 'moved on' : nothing;
    if (seen?.tip === tip) return seen;
    const base = await this.#load(run, tip, false, 'may be older');
    return base ?? 'moved on';
  }

  /** Reads, checks and remembers the record at `name`; null when there is none, or one older than what we have seen and that is allowed. */
  #load(run: string, name: string, archived: boolean, age?: 'may be older'): Promise<Standing | null> {
    return this.#refs.objects.reading((reader) => this.#loadWith(reader, run, name, archived, age));
  }

  async #loadWith(
    reader: ObjectReader,
    run: string,
    name: string,
    archived: boolean,
    age?: 'may be older',
  ): Promise<Standing | null> {
    const commit = await reader.get(name);
    if (!commit) {
      this.#format ??= (await reader.get(EMPTY_TREE_SHA1)) ? 'sha1' : 'sha256';
      return null;
    }
    const seen = this.#seen.get(run);
    const text = seen?.tip === commit.oid ? seen.text : await textAt(run, reader, commit.oid);
    if (seen && !text.startsWith(seen.text)) {
      if (age && seen.text.startsWith(text)) return null;
      throw distrusted(
        run,
        'history-rewritten',
        'it no longer starts with what was there before',
        commit.oid,
      );
    }
    const lines = await this.#check(run, reader, commit.oid, text, seen);
    const standing = { ...lines, tip: commit.oid, archived };
    this.#seen.set(run, standing);
    return standing;
  }

  async #check(
    run: string,
    reader: ObjectReader,
    tip: string,
    text: string,
    seen: Lines | undefined,
  ): Promise<Lines> {
    const key = this.#keyOf(run);
    try {
      const lines = readLines(text, key, seen);
      if (key && !seen) await checkOnlyGrows(this.#refs.objects, reader, tip);
      return lines;
    } catch (error) {
      if (error instanceof OddHistory)
        throw distrusted(run, 'history-rewritten', error.message, error.commit);
      if (!(error instanceof BadLine)) throw error;
      const commit = await commitThatBrought(reader, tip, error.line);
      const why = `event ${error.line}: ${error.message}`;
      if (error.fault === 'corrupt') throw notARecord(run, why, commit);
      if (error.fault === 'newer-version') throw newerVersion(run, why);
      throw distrusted(run, error.fault, why, commit);
    }
  }

  /** Writes blobs, tree and commit with one process; nothing points at them yet. */
  async #store(
    parent: string | null,
    lines: Lines,
    run: string,
    subject: string,
    nonce: string,
  ): Promise<string> {
    const format = await this.#formatOf(parent);
    const events = gitObject('blob', lines.text, format);
    const snapshot = gitObject('blob', run, format);
    const tree = treeOf({ 'events.jsonl': events, 'run.json': snapshot }, format);
    const message = `${subject}\n\nNonce: ${nonce}\n`;
    const commit = commitOf({ tree: tree.oid, parent, message, at: this.#world.clock.now() }, format);
    const objects: GitObject[] = [events, snapshot, tree, commit];
    await this.#refs.objects.write(objects, format);
    return commit.oid;
  }

  async #formatOf(parent: string | null): Promise<ObjectFormat> {
    if (parent !== null) return parent.length === 40 ? 'sha1' : 'sha256';
    this.#format ??= await this.#refs.objectFormat();
    return this.#format;
  }

  /**
   * Swaps, and after any failure that leaves a doubt looks whether our nonce is in the record. Trying again with the same
   * commit cannot double anything: it is the same commit.
   * @returns `landed` when it was written and others have written behind it
   */
  async #swapUntilKnown(
    run: string,
    ref: string,
    commit: string,
    tip: string | null,
    nonce: string,
  ): Promise<'swapped' | 'landed' | 'lost'> {
    for (let attempt = 1; ; attempt++) {
      const swap = await this.#refs.swap(ref, commit, tip);
      if (swap.outcome === 'swapped') return 'swapped';
      // Lost at the first try: no try before it can have landed, so the one that was first is somebody else.
      if (swap.outcome === 'lost' && attempt === 1) return 'lost';
      const problem = problemOf(swap, run, this.where);
      const standing = await this.#lookIfReachable(run);
      if (standing?.nonces.includes(nonce)) return 'landed';
      if (standing && standing.tip !== tip) return 'lost';
      if (swap.outcome === 'failed' && !isPassing(swap.fault)) throw problem;
      if (attempt >= ATTEMPTS)
        throw problem.kind === 'unreachable' ? appendUnclear(run, this.where, problem) : problem;
      await this.#pause(attempt);
    }
  }

  async #lookIfReachable(run: string): Promise<Standing | undefined> {
    try {
      return await this.#look(run);
    } catch (error) {
      if (error instanceof Problem && error.kind === 'unreachable') return undefined;
      throw error;
    }
  }
}

function problemOf(swap: Exclude<SwapOutcome, { outcome: 'swapped' }>, run: string, where: string): Problem {
  const { fault, stderr } =
    swap.outcome === 'failed' ? swap : { fault: 'busy' as const, stderr: 'the ref keeps moving' };
  return gitProblem(fault, `write to run ${run}`, where, stderr);
}

async function textAt(run: string, reader: ObjectReader, commit: string): Promise<string> {
  const events = await reader.get(`${commit}:events.jsonl`).catch((error: unknown) => {
    throw error instanceof ObjectTooLarge ? notARecord(run, error.message, commit) : error;
  });
  if (!events) throw notARecord(run, 'it has no events.jsonl', commit);
  return events.content.toString('utf8');
}

/** A remote that cannot do two refs at once may have been left with both; the open one counts. */
function onePerRun(refs: readonly RunRef[]): RunRef[] {
  const open = new Set(refs.filter((ref) => !ref.archived).map((ref) => ref.run));
  return refs.filter((ref) => !ref.archived || !open.has(ref.run));
}
