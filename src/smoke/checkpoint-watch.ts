import { join } from 'node:path';
import { compileGlob } from '../job/glob.ts';
import type { CheckpointRule } from '../job/job.ts';
import { type FileSighting, filesMatching, sight } from './bounded-file.ts';
import type { LoadVerdict, SmokeWorld } from './world.ts';

/** A file under the checkpoint's name, and what loading it gave. */
export type CheckpointSighting =
  | { state: 'whole'; path: string; step: number; keys: string[] }
  /** It loads, but says no step under the declared key. */
  | { state: 'stepless'; path: string; keys: string[] }
  /** It stands under its final name and is not, or not yet, a whole file of its format. */
  | { state: 'broken'; path: string; why: string }
  /** A whole file that the verifier does not accept: bad values, missing parts, a format that nobody here can read. */
  | { state: 'unfit'; path: string; why: string };

/** Looks at the checkpoints of one output directory, and loads each version of each file once. */
export class CheckpointWatch {
  readonly #folder: string;
  readonly #matches: (path: string) => boolean;
  readonly #verify: SmokeWorld['verify'];
  #known = new Map<string, CheckpointSighting>();

  constructor(folder: string, rule: CheckpointRule, verify: SmokeWorld['verify']) {
    this.#folder = folder;
    this.#matches = compileGlob(rule.path);
    this.#verify = verify;
  }

  /** The files that changed since the last look, loaded. A file that vanished or was replaced meanwhile is left out. */
  async news(): Promise<CheckpointSighting[]> {
    const news: CheckpointSighting[] = [];
    const known = new Map<string, CheckpointSighting>();
    for (const file of filesMatching(this.#folder, this.#matches)) {
      const before = this.#known.get(key(file));
      const sighting = before ?? (await this.#load(file));
      if (sighting) known.set(key(file), sighting);
      if (sighting && !before) news.push(sighting);
    }
    this.#known = known;
    return news;
  }

  /** All that is there. Load afresh, for a moment when nothing writes any more. */
  async all(): Promise<CheckpointSighting[]> {
    this.#known.clear();
    return this.news();
  }

  async #load(file: FileSighting): Promise<CheckpointSighting | undefined> {
    const { path } = file;
    let verdict: LoadVerdict | undefined;
    let failure = '';
    try {
      verdict = await this.#verify(join(this.#folder, path), path);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    const accepted = verdict?.verdict === 'pass' || verdict?.verdict === 'pass-degraded';
    if (!verdict || !accepted) return this.#refused(file, verdict, failure);
    const keys = verdict.keys.top;
    const { step } = verdict.facts;
    return step === undefined ? { state: 'stepless', path, keys } : { state: 'whole', path, step, keys };
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
    const unfit = now.identity === file.identity && isWhole(verdict);
    return { state: unfit ? 'unfit' : 'broken', path, why };
  }
}

/** What is cut short fails below L3, which judges values and meaning. */
const isWhole = ({ verdict, reasons }: LoadVerdict): boolean =>
  verdict === 'inconclusive' || reasons.every(({ severity, level }) => severity !== 'fail' || level === 'L3');

const key = (file: FileSighting): string => `${file.path}\0${file.identity}`;

/** The whole checkpoint with the highest step: what a resume is expected to go on from. */
export function newestWhole(sightings: readonly CheckpointSighting[]) {
  return sightings
    .filter((each) => each.state === 'whole')
    .sort((a, b) => b.step - a.step)
    .at(0);
}
