import { join } from 'node:path';
import { secondsBetween } from '../clock.ts';
import { type CheckpointSet, checkpointSets, fingerprint, isOfSets } from '../job/checkpoint-sets.ts';
import type { CheckpointRule } from '../job/job.ts';
import { isWrittenOut } from '../verify/contract/verdict.ts';
import { type FileSighting, filesMatching, objectOf, sight } from './bounded-file.ts';
import type { LoadVerdict, SetVerdict, SmokeWorld } from './world.ts';

/** A checkpoint by the name of its set, and what loading it gave. */
export type CheckpointSighting =
  | { state: 'whole'; path: string; step: number; keys: string[]; set: CheckpointSet }
  /** It loads, but says no step under the declared key. */
  | { state: 'stepless'; path: string; keys: string[] }
  /** It stands under its final name and is not, or not yet, a whole file of its format. `lacks`: of a set, what alone is amiss. */
  | { state: 'broken'; path: string; why: string; lacks?: readonly string[] }
  /** A whole file that the verifier does not accept: bad values, missing parts, a format that nobody here can read. */
  | { state: 'unfit'; path: string; why: string };

export type Whole = Extract<CheckpointSighting, { state: 'whole' }>;
export type Broken = Extract<CheckpointSighting, { state: 'broken' }>;

/** What is not whole counts as broken once it lay still for so long: until then it may be being written. */
export const STILL_SECONDS = 2;

/** Looks at the checkpoints of one output directory, and loads each version of each once. */
export class CheckpointWatch {
  readonly #folder: string;
  readonly #rule: CheckpointRule;
  readonly #world: Pick<SmokeWorld, 'verify' | 'verifySet' | 'clock'>;
  #known = new Map<string, Seen>();
  readonly #lastSights = new Map<string, FileSighting>();
  #writtenInPlace: string | undefined;

  constructor(
    folder: string,
    rule: CheckpointRule,
    world: Pick<SmokeWorld, 'verify' | 'verifySet' | 'clock'>,
  ) {
    this.#folder = folder;
    this.#rule = rule;
    this.#world = world;
  }

  /** The sets that changed since the last look, loaded. What vanished or was replaced meanwhile is left out. */
  async news(): Promise<CheckpointSighting[]> {
    const news: CheckpointSighting[] = [];
    const known = new Map<string, Seen>();
    for (const set of this.sets()) {
      if (isOneFile(set)) this.#lookHowWritten(set.name);
      const key = `${set.name}\0${fingerprint(set)}`;
      const seen = this.#known.get(key) ?? { since: this.#world.clock.now(), isTold: false };
      const sighting = seen.sighting ?? (await this.#load(set));
      if (!sighting) continue;
      const isNews = !seen.isTold && (sighting.state !== 'broken' || this.#isStill(seen));
      known.set(key, { since: seen.since, sighting, isTold: seen.isTold || isNews });
      if (isNews) news.push(sighting);
    }
    this.#known = known;
    return news;
  }

  /** A file that got other bytes under its final name: a kill in between leaves neither what it was nor what it was to be. */
  get writtenInPlace(): string | undefined {
    return this.#writtenInPlace;
  }

  /** All that is there. Load afresh, for a moment when nothing writes any more. */
  async all(): Promise<CheckpointSighting[]> {
    this.#known.clear();
    const all: CheckpointSighting[] = [];
    for (const set of this.sets()) {
      if (isOneFile(set)) this.#lookHowWritten(set.name);
      const sighting = await this.#load(set);
      if (sighting) all.push(sighting);
    }
    return all;
  }

  /** The newest first, by their names. */
  sets(): CheckpointSet[] {
    const files = filesMatching(this.#folder, isOfSets(this.#rule));
    const seen = files.map((file) => ({
      path: file.path,
      bytes: file.bytes,
      modifiedAt: Number(file.modifiedAt / 1_000_000_000n),
      object: objectOf(file),
    }));
    return checkpointSets(seen, this.#rule);
  }

  /** When the set of this name was last written to, in seconds since 1970 with fractions; 0 where it is gone. */
  lastWriteSeconds(name: string): number {
    const { files = [] } = this.sets().find((set) => set.name === name) ?? {};
    return Math.max(0, ...files.map(({ path }) => Number(sight(this.#folder, path)?.modifiedAt ?? 0n) / 1e9));
  }

  #lookHowWritten(path: string): void {
    const now = sight(this.#folder, path);
    const before = this.#lastSights.get(path);
    if (!now) return;
    if (before?.object === now.object && before.identity !== now.identity) this.#writtenInPlace = path;
    this.#lastSights.set(path, now);
  }

  #isStill({ since }: Seen): boolean {
    return secondsBetween(since, this.#world.clock.now()) >= STILL_SECONDS;
  }

  async #load(set: CheckpointSet): Promise<CheckpointSighting | undefined> {
    if (isOneFile(set)) {
      const file = sight(this.#folder, set.name);
      return file && this.#loadFile(file, set);
    }
    const path = set.name;
    if (set.ending === 'lacking') return { state: 'broken', path, why: `it ${set.why}` };
    const verdict: SetVerdict = await this.#world
      .verifySet(this.#folder, set, this.#rule)
      .catch((error: unknown) => ({
        isWhole: false,
        path,
        why: error instanceof Error ? error.message : String(error),
        isFinished: false,
      }));
    // Written on while it was read: the next look sees what became of it.
    const now = this.sets().find(({ name }) => name === path);
    if (!now || fingerprint(now) !== fingerprint(set)) return;
    if (!verdict.isWhole) return refusedSet(path, verdict);
    const { step, keys } = verdict;
    return step === undefined ? { state: 'stepless', path, keys } : { state: 'whole', path, step, keys, set };
  }

  async #loadFile(file: FileSighting, set: CheckpointSet): Promise<CheckpointSighting | undefined> {
    const { path } = file;
    let verdict: LoadVerdict | undefined;
    let failure = '';
    try {
      verdict = await this.#world.verify(join(this.#folder, path), path, this.#rule.stepKey);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    const accepted = verdict?.verdict === 'pass' || verdict?.verdict === 'pass-degraded';
    if (!verdict || !accepted) return this.#refused(file, verdict, failure);
    const keys = verdict.keys.top;
    const { step } = verdict.facts;
    if (step === undefined) return { state: 'stepless', path, keys };
    // Of a long list only the beginning is told: what is not in that may be in the rest.
    return { state: 'whole', path, step, keys: verdict.keys.total > keys.length ? [] : keys, set };
  }

  /** A whole version counts even when its successor is there by now; a bad one only while it stands. */
  #refused(
    file: FileSighting,
    verdict: LoadVerdict | undefined,
    failure: string,
  ): CheckpointSighting | undefined {
    const { path } = file;
    const now = sight(this.#folder, path);
    // Replaced by rename or rotated away while it was read: then we may have read parts of two versions.
    if (now?.object !== file.object) return undefined;
    if (!verdict) return { state: 'broken', path, why: failure };
    const why = verdict.reasons[0]?.what ?? `verdict ${verdict.verdict}`;
    const unfit = now.identity === file.identity && isWrittenOut(verdict);
    return { state: unfit ? 'unfit' : 'broken', path, why };
  }
}

function refusedSet(path: string, verdict: Extract<SetVerdict, { isWhole: false }>): CheckpointSighting {
  const why = `${verdict.path} ${verdict.why}`;
  if (verdict.isFinished) return { state: 'unfit', path, why };
  return { state: 'broken', path, why, ...(verdict.lacks && { lacks: verdict.lacks }) };
}

/** One version of a set, and what loading it gave. */
interface Seen {
  /** First seen as it is. */
  since: Date;
  sighting?: CheckpointSighting;
  isTold: boolean;
}

const isOneFile = ({ form, files }: CheckpointSet): boolean => form === 'file' && files.length === 1;

/** A folder without a mark of its end that has fewer files than another one had: the kill met it while it was written. */
export function isUnfinished(seen: CheckpointSighting, others: readonly CheckpointSighting[]): boolean {
  if (seen.state !== 'whole' || seen.set.ending !== 'unsaid') return false;
  return others.some((other) => other.state === 'whole' && other.set.files.length > seen.set.files.length);
}

/** The whole checkpoint with the highest step: what a resume is expected to go on from. */
export function newestWhole(sightings: readonly CheckpointSighting[]) {
  return sightings
    .filter((each) => each.state === 'whole')
    .sort((a, b) => b.step - a.step)
    .at(0);
}
