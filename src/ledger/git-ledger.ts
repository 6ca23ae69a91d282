import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { backoff } from '../host/backoff.ts';
import { ownEnvironment } from '../host/own-environment.ts';
import { fold } from '../lease/fold.ts';
import { summarise } from '../lease/summary.ts';
import { Problem } from '../problem.ts';
import { checkedLines, copiedLines, type Grounds, keyOf } from './belief.ts';
import { writeLines } from './event-lines.ts';
import { GitNotes } from './git-notes.ts';
import { EMPTY_TREE_SHA1, type ObjectFormat } from './git-objects.ts';
import {
  appendUnclear,
  copyUnusable,
  isPassing,
  problemOf,
  restoreContended,
  rewritten,
  runArchived,
  secretNeeded,
} from './git-problems.ts';
import { type Git, systemGit } from './git-process.ts';
import type { AppendOutcome, Draft, Ledger, RunRecord, RunSummary, Weight } from './ledger.ts';
import { LocalRefs } from './local-refs.ts';
import type { LedgerLocation } from './location.ts';
import { type MachineCopies, machineCopies } from './machine-copies.ts';
import type { Notes } from './notes.ts';
import type { ObjectReader } from './object-reader.ts';
import { storeRecord } from './record-commit.ts';
import { textAt } from './record-history.ts';
import type { RefStore } from './ref-store.ts';
import { archiveRef, onePerRun, type RunRef, runRef, STRAY_NOTES, TICK_NOTES } from './refs.ts';
import { RemotePatience } from './remote-patience.ts';
import { RemoteRefs } from './remote-refs.ts';
import { runJson } from './run-json.ts';
import { askedAgain, listRuns } from './run-list.ts';
import { SeenHere, wroteOnMeanwhile } from './seen-here.ts';
import { nothing, recordOf, type Standing } from './standing.ts';
import { storyOf } from './story.ts';
import { ATTEMPTS, PASSING } from './tries.ts';
import { takeTurn } from './turn.ts';

/** With a secret events are signed, and unsigned or wrongly signed ones refused. Without it the record is plain. */
export interface LedgerWorld extends Grounds {
  /**
   * `acting` (default): a record that cannot be believed here is a Problem, before anything is done on its strength.
   * `looking`: a signed record is handed out without the secret as well, as `not-verified`.
   */
  reading?: 'acting' | 'looking';
  /** What this machine remembers. Default: nothing. */
  copies?: MachineCopies;
  clock: Clock;
  /** The bound of the command: a remote that is silent is not waited for much beyond it. Default: none. */
  endsAt?: Date;
  /** Default: git on the PATH, with this process's environment. */
  git?: Git;
  /** For jitter alone. */
  random?: () => number;
}

export function openLedger(where: LedgerLocation, world: LedgerWorld): Ledger {
  const git = world.git ?? systemGit(ownEnvironment());
  const random = world.random ?? Math.random;
  const clock = world.clock;
  // The copy of a remote is ours, and what it has seen is remembered beside it.
  const copies =
    world.copies ?? (where.kind === 'remote' ? machineCopies(join(where.scratchDir, 'records')) : undefined);
  const patience = new RemotePatience(world.endsAt, clock);
  const refs =
    where.kind === 'local-repo'
      ? new LocalRefs(git, where.dir, where.create ?? false, clock)
      : new RemoteRefs(git, where, { clock, random }, patience);
  return new GitLedger(refs, { ...world, clock, random, patience, ...(copies && { copies }) });
}

type GitLedgerWorld = LedgerWorld & { clock: Clock; random: () => number; patience: RemotePatience };

interface HowToLoad {
  archived: boolean;
  mayBeOlder?: boolean;
  known?: Standing | undefined; // to this process when it asked; it may have written on since
}

/** Runs as git refs: one ref per run, one commit per append, `run.json` and `events.jsonl` in its tree. */
class GitLedger implements Ledger {
  readonly where: string;
  readonly notes: Notes;
  readonly ticks: Notes;
  readonly #refs: RefStore;
  readonly #world: GitLedgerWorld;
  /** The newest state of each run that this process has seen: saves reading it again, and nothing may go back behind it. */
  readonly #seen = new Map<string, Standing>();
  readonly #here: SeenHere;
  #format: ObjectFormat | undefined;

  constructor(refs: RefStore, world: GitLedgerWorld) {
    this.#refs = refs;
    this.#world = world;
    this.#here = new SeenHere(world.copies);
    this.where = refs.where;
    this.notes = new GitNotes(refs, STRAY_NOTES, world);
    this.ticks = new GitNotes(refs, TICK_NOTES, world);
  }

  list({ archived = false }: { archived?: boolean } = {}): Promise<RunSummary[]> {
    return listRuns(this.#refs, archived);
  }

  async read(run: string): Promise<RunRecord> {
    return this.#believed(run, await this.#look(run));
  }

  /** @throws Problem `secret-needed` for a signed record that nobody here can verify, unless it is only looked at */
  #believed(run: string, standing: Standing): RunRecord {
    const trust =
      this.#world.secret !== undefined ? 'proven' : standing.lastMac === '' ? 'plain' : 'not-verified';
    if (trust === 'not-verified' && this.#world.reading !== 'looking') throw secretNeeded(run);
    const metHereAt = this.#here.of(run)?.metAt;
    return { ...recordOf(run, standing), trust, ...(metHereAt !== undefined && { metHereAt }) };
  }

  async readOpen({
    archived = false,
  }: {
    archived?: boolean;
  } = {}): Promise<Map<string, RunRecord | Problem>> {
    const refs = onePerRun(await this.#refs.refs(archived));
    const records = new Map<string, RunRecord | Problem>();
    const absent = await this.#readEach(refs, records);
    if (absent.length === 0) return askedAgain(records, (run) => this.read(run));
    await this.#refs.bringAll(archived);
    // What is still not there was put away between the two questions.
    await this.#readEach(absent, records);
    return askedAgain(records, (run) => this.read(run));
  }

  /** One reading process for all of them. @returns those whose objects are not here */
  #readEach(refs: readonly RunRef[], into: Map<string, RunRecord | Problem>): Promise<RunRef[]> {
    if (refs.length === 0) return Promise.resolve([]);
    return this.#refs.objects.reading(async (reader) => {
      const absent: RunRef[] = [];
      for (const ref of refs) {
        try {
          const standing = await this.#loadWith(reader, ref.run, ref.oid, { archived: ref.archived });
          if (standing) into.set(ref.run, this.#believed(ref.run, standing));
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
    { events, summary, nonce = randomUUID() }: Draft,
  ): Promise<AppendOutcome> {
    if (events.length === 0) throw new Error(`nothing to append to run ${run}`);
    await this.#refs.prepare();
    const base = await this.#baseOf(run, tip);
    if (base === 'moved on') return { outcome: 'lost-race' };
    if (base.archived) throw runArchived(run);
    const key = keyOf(this.#world, run, base.events[0] ?? events[0]);
    if (!key && base.lastMac) throw secretNeeded(run);

    const lines = writeLines(base, events, nonce, key);
    const added = lines.events.slice(base.events.length);
    const commit = await this.#store(tip, lines.text, {
      run: runJson(summary),
      subject: storyOf(added, base.events),
      nonce,
    });
    const outcome = await this.#swapUntilKnown(run, { commit, tip, nonce });
    if (outcome === 'lost') return { outcome: 'lost-race' };
    if (outcome === 'swapped') {
      this.#seen.set(run, { ...lines, tip: commit, archived: false });
      this.#here.remember(run, lines.text);
    }
    return { outcome: 'appended', tip: commit, events: added };
  }

  async text(run: string): Promise<string> {
    return (await this.#look(run)).text;
  }

  async weigh(run: string, copy: string): Promise<Weight> {
    // The beginning of what was verified here is verified, and needs no further look.
    const seen = this.#seen.get(run)?.text;
    if (seen?.startsWith(copy) && copy.endsWith('\n')) return copy === seen ? 'same' : 'behind';
    if (!copiedLines(this.#world, run, copy)) return 'unreadable';
    const { text } = await this.#look(run);
    if (copy === text) return 'same';
    return text.startsWith(copy) ? 'behind' : copy.startsWith(text) ? 'ahead' : 'apart';
  }

  async isCopy(run: string, text: string): Promise<boolean> {
    return copiedLines(this.#world, run, text) !== undefined;
  }

  async peek(run: string): Promise<{ tip: string; text: string } | null> {
    const tip = await this.#refs.tip(runRef(run));
    if (tip === null) return null;
    return this.#refs.objects.reading(async (reader) => {
      if (!(await reader.get(tip))) await this.#refs.bring(run);
      return { tip, text: await textAt(run, reader, tip).catch(() => '') };
    });
  }

  async restore(run: string, copy: string, over: string | null): Promise<void> {
    const lines = copiedLines(this.#world, run, copy);
    if (!lines || (lines.lastMac !== '' && this.#world.secret === undefined)) throw copyUnusable(run);
    await this.#refs.prepare();
    const present = await this.peek(run);
    if ((present?.tip ?? null) !== over) throw restoreContended(run);
    const told = {
      run: runJson(summarise(fold(run, lines.events), this.#world.clock.now())),
      subject: `restored, ${lines.events.length} events`,
      nonce: randomUUID(),
    };
    // Behind what stands there only where it goes on from it: a history that grows is one that anybody can check.
    const parent = present && copy.startsWith(present.text) ? present.tip : null;
    const commit = await this.#store(parent, lines.text, told);
    const swap = await this.#refs.swap(runRef(run), commit, over);
    if (swap.outcome === 'lost') throw restoreContended(run);
    if (swap.outcome === 'failed') throw problemOf(swap, run, this.where);
    this.#seen.set(run, { ...lines, tip: commit, archived: false });
    this.#here.remember(run, lines.text);
  }

  async archive(run: string, year: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const standing = await this.#look(run);
      if (standing.tip === null || standing.archived) return;
      const moved = await this.#refs.move(runRef(run), archiveRef(run, year), standing.tip);
      if (moved.outcome === 'swapped') return void this.#seen.set(run, { ...standing, archived: true });
      const mayPass = moved.outcome === 'lost' || isPassing(moved.fault);
      if (!mayPass || attempt >= ATTEMPTS || this.#world.patience.isOver)
        throw problemOf(moved, run, this.where);
      await this.#pause(attempt);
    }
  }

  async hidden(
    known: ReadonlySet<string>,
  ): Promise<{ found: Map<string, RunRecord | Problem>; closed: string[] }> {
    const refs = onePerRun(await this.#refs.refs(true)).filter(({ archived }) => archived);
    const unknown = refs.filter(({ oid }) => !known.has(oid));
    const found = new Map<string, RunRecord | Problem>();
    const closed = refs.filter(({ oid }) => known.has(oid)).map(({ oid }) => oid);
    if (unknown.length > 0) await this.#refs.bringThese(unknown);
    await this.#refs.objects.reading(async (reader) => {
      for (const { run, oid } of unknown) {
        try {
          const standing = await this.#loadWith(reader, run, oid, { archived: true });
          if (!standing) continue;
          if (standing.events.at(-1)?.type === 'closed' || fold(run, standing.events).closed)
            closed.push(oid);
          else found.set(run, this.#believed(run, standing));
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          found.set(run, error);
        }
      }
    });
    return { found, closed };
  }

  async unhide(run: string): Promise<void> {
    const [ref] = (await this.#refs.refs(true)).filter((each) => each.archived && each.run === run);
    if (!ref) return;
    const moved = await this.#refs.move(ref.ref, runRef(run), ref.oid);
    if (moved.outcome !== 'swapped') throw problemOf(moved, run, this.where);
    const seen = this.#seen.get(run);
    if (seen) this.#seen.set(run, { ...seen, archived: false });
  }

  turn(run: string): Promise<() => void> {
    return takeTurn(this.#refs.objects.turnsDir, run, this.#world);
  }

  #pause(attempt: number): Promise<void> {
    return this.#world.clock.sleep(backoff(attempt, PASSING, this.#world.random()));
  }

  /** The run as it stands now, wherever it is. */
  async #look(run: string): Promise<Standing> {
    // Before it is asked: another process of this machine may write on, and remember more than what is on its way here.
    this.#here.of(run);
    const known = this.#seen.get(run);
    // Two places, one after the other: what is put from one into the other meanwhile may be in neither when it is looked for.
    const found =
      (await this.#find(run, known)) ?? (this.#isKnown(run) ? await this.#find(run, known) : null);
    if (found) return found;
    if (this.#isKnown(run)) throw rewritten(run, `it was in ${this.where} before and is gone`, undefined);
    return nothing;
  }

  #isKnown(run: string): boolean {
    return this.#seen.has(run) || this.#here.of(run) !== undefined;
  }

  async #find(run: string, known: Standing | undefined): Promise<Standing | null> {
    const open = await this.#refs.bring(run);
    const standing = open === null ? null : await this.#load(run, open, { archived: false, known });
    if (standing) return standing;
    const closed = await this.#refs.bringArchived(run);
    return closed === null ? null : this.#load(run, closed, { archived: true, known });
  }

  /** What stands at `tip`; a tip behind what we have seen has lost already. */
  async #baseOf(run: string, tip: string | null): Promise<Standing | 'moved on'> {
    const seen = this.#seen.get(run);
    if (tip === null) return seen ? 'moved on' : nothing;
    if (seen?.tip === tip) return seen;
    const base = await this.#load(run, tip, { archived: false, mayBeOlder: true });
    return base ?? 'moved on';
  }

  /** Reads, checks and remembers the record at `name`; null when there is none, or one older than what we have seen and that is allowed. */
  #load(run: string, name: string, how: HowToLoad): Promise<Standing | null> {
    return this.#refs.objects.reading((reader) => this.#loadWith(reader, run, name, how));
  }

  async #loadWith(
    reader: ObjectReader,
    run: string,
    name: string,
    { archived, mayBeOlder = false, known }: HowToLoad,
  ): Promise<Standing | null> {
    const commit = await reader.get(name);
    if (!commit) {
      this.#format ??= (await reader.get(EMPTY_TREE_SHA1)) ? 'sha1' : 'sha256';
      return null;
    }
    const before = this.#seen.get(run);
    const text = before?.tip === commit.oid ? before.text : await textAt(run, reader, commit.oid);
    const seen = this.#seen.get(run);
    if (seen && !text.startsWith(seen.text)) {
      if (mayBeOlder && seen.text.startsWith(text)) return null;
      if (wroteOnMeanwhile(seen, known, text)) return seen;
      throw rewritten(run, 'it no longer starts with what was there before', commit.oid);
    }
    const found = { objects: this.#refs.objects, reader, tip: commit.oid, text };
    const lines = await checkedLines(this.#world, run, found, seen);
    const now = this.#seen.get(run);
    if (now && wroteOnMeanwhile(now, seen, text)) return now;
    this.#here.refuseShorter(run, lines, commit.oid);
    const standing = { ...lines, tip: commit.oid, archived };
    this.#seen.set(run, standing);
    this.#here.meet(run, lines, this.#world.clock.now());
    this.#here.remember(run, text);
    return standing;
  }

  /** @param told `run` is the text of `run.json` */
  async #store(
    parent: string | null,
    text: string,
    told: { run: string; subject: string; nonce: string },
  ): Promise<string> {
    const format = await this.#formatOf(parent);
    return storeRecord(this.#refs.objects, { ...told, parent, text, at: this.#world.clock.now() }, format);
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
    { commit, tip, nonce }: { commit: string; tip: string | null; nonce: string },
  ): Promise<'swapped' | 'landed' | 'lost'> {
    for (let attempt = 1; ; attempt++) {
      const swap = await this.#refs.swap(runRef(run), commit, tip);
      if (swap.outcome === 'swapped') return 'swapped';
      // Lost at the first try: no try before it can have landed, so the one that was first is somebody else.
      if (swap.outcome === 'lost' && attempt === 1) return 'lost';
      const problem = problemOf(swap, run, this.where);
      const standing = await this.#look(run).catch(ifUnreachable);
      if (standing?.nonces.includes(nonce)) return 'landed';
      if (standing && standing.tip !== tip) return 'lost';
      if (swap.outcome === 'failed' && !isPassing(swap.fault)) throw problem;
      if (attempt >= ATTEMPTS || this.#world.patience.isOver)
        throw problem.kind === 'unreachable' ? appendUnclear(run, this.where, problem) : problem;
      await this.#pause(attempt);
    }
  }
}

function ifUnreachable(error: unknown): undefined {
  if (error instanceof Problem && error.kind === 'unreachable') return;
  throw error;
}
