import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type CheckpointSet, isOfSets, setGlobs } from '../job/checkpoint-sets.ts';
import { compileGlob } from '../job/glob.ts';
import type { Job } from '../job/job.ts';
import { watchedGlobs } from '../job/watched.ts';
import { isPrinted, sourcesOf } from '../metrics/rule.ts';
import { filesMatching, sight } from './bounded-file.ts';
import { metricsFiles } from './metrics-files.ts';
import { codeFiles } from './wrote.ts';

/** What of a killed attempt the next one is given, and what it is not. Paths relative to the output directory. */
export interface CarriedOver {
  /** Where the first attempt wrote; nothing is there any more. */
  oldDir: string;
  carried: string[];
  /** What the first attempt left in its output directory and no other box would be given. */
  left: string[];
  /** What it left in the directory of its code, which another box has from the commit alone. */
  leftInCode: string[];
}

/** Files beside the code, as they were before the first attempt. */
export const filesBelow = (dir: string): ReadonlySet<string> => new Set(codeFiles(dir).keys());

export interface FreshFolder {
  job: Job;
  oldDir: string;
  freshDir: string;
  set: CheckpointSet;
  codeDir: string;
  /** `filesBelow` the code's directory, before the first attempt. */
  codeBefore: ReadonlySet<string>;
}

/**
 * Lays out for the second attempt what another box would be given: the newest whole checkpoint, what is kept beside checkpoints,
 * the metrics. Everything else that the first attempt wrote goes out of its reach.
 */
export function layOutFresh({ job, oldDir, freshDir, set, codeDir, codeBefore }: FreshFolder): CarriedOver {
  const all = filesMatching(oldDir, () => true).map(({ path }) => path);
  const carried = carriedOf(job, set, oldDir);
  for (const path of carried) copyWithTime(path, oldDir, freshDir);
  const leftInCode = [...filesBelow(codeDir)].filter((path) => !codeBefore.has(path));
  const aside = join(dirname(oldDir), `${basename(oldDir)}-code`);
  for (const path of leftInCode) move(join(codeDir, path), join(aside, path));
  rmSync(oldDir, { recursive: true, force: true });
  const isCarried = new Set(carried);
  return { oldDir, carried, left: all.filter((path) => !isCarried.has(path)), leftInCode };
}

/** As it is chosen when copies are kept: of other checkpoints nothing, and of a pattern of metrics the file that grows now. */
function carriedOf(job: Job, set: CheckpointSet, dir: string): string[] {
  const rule = job.checkpoint;
  const isOfSet = rule ? isOfSets(rule) : () => false;
  const globs = new Set(rule ? setGlobs(rule) : []);
  const kept = watchedGlobs(job)
    .filter((glob) => !globs.has(glob))
    .map(compileGlob);
  const beside = filesMatching(dir, (path) => kept.some((matches) => matches(path)));
  const metrics = sourcesOf(job).flatMap((source) =>
    isPrinted(source) ? [] : metricsFiles(dir, source).slice(-1),
  );
  const inSet = set.files.map(({ path }) => path);
  const others = [...beside.map(({ path }) => path), ...metrics].filter((path) => !isOfSet(path));
  return [...new Set([...inSet, ...others])];
}

/** With its time: which of several files grew last is told by it. */
export function copyWithTime(path: string, fromDir: string, toDir: string): void {
  const to = join(toDir, path);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(join(fromDir, path), to);
  const seconds = Number(sight(fromDir, path)?.modifiedAt ?? 0n) / 1e9;
  utimesSync(to, seconds, seconds);
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  if (existsSync(from)) renameSync(from, to);
}
