import type { NewEvent, RunOpened } from '../lease/events.ts';
import { Problem } from '../problem.ts';
import { macKey } from '../secret/keys.ts';
import { BadLine, type Lines, readLines } from './event-lines.ts';
import { distrusted, foreignRecord, newerVersion, notARecord, rewritten } from './git-problems.ts';
import type { ObjectReader } from './object-reader.ts';
import { checkOnlyGrows, commitThatBrought, OddHistory } from './record-history.ts';
import type { Repository } from './repository.ts';

/** What a record is held against, before a word of it is believed. */
export interface Grounds {
  /** `GPU_LEASE_SECRET`. */
  secret?: string | undefined;
  /** `owner/name` (and what else it is called) of where we are; a record that names another repository is refused. */
  repository?: (() => { names: readonly string[]; id?: string }) | undefined;
}

/** Of the run in the repository that its first event names, so that a record copied into another one is nobody's. */
export function keyOf(
  { secret }: Grounds,
  run: string,
  first: Pick<NewEvent, 'type'> | undefined,
): Buffer | undefined {
  return secret ? macKey(secret, run, repositoryOf(first)?.name) : undefined;
}

/**
 * Every line, its chain of signatures, whose record it is, and that its history only grew.
 *
 * @param seen what was read and checked before of the same record
 * @throws Problem
 */
export async function checkedLines(
  grounds: Grounds,
  run: string,
  { objects, reader, tip, text }: { objects: Repository; reader: ObjectReader; tip: string; text: string },
  seen: Lines | undefined,
): Promise<Lines> {
  try {
    const key = keyOf(grounds, run, seen?.events[0] ?? firstEventOf(text));
    const lines = readLines(text, key, seen);
    if (!seen) refuseForeign(grounds, run, lines);
    if (key && !seen) await checkOnlyGrows(objects, reader, tip);
    return lines;
  } catch (error) {
    if (error instanceof OddHistory) throw rewritten(run, error.message, error.commit);
    if (!(error instanceof BadLine)) throw error;
    const commit = await commitThatBrought(reader, tip, error.line);
    const why = `event ${error.line}: ${error.message}`;
    if (error.fault === 'corrupt') throw notARecord(run, why, commit);
    if (error.fault === 'newer-version') throw newerVersion(run, why);
    throw distrusted(run, error.fault, why, commit);
  }
}

/** What somebody keeps as a copy of the record, if it is one that we can believe. */
export function copiedLines(grounds: Grounds, run: string, copy: string): Lines | undefined {
  try {
    const lines = readLines(copy, keyOf(grounds, run, firstEventOf(copy)));
    refuseForeign(grounds, run, lines);
    return lines.events[0]?.type === 'run-opened' ? lines : undefined;
  } catch (error) {
    if (error instanceof BadLine || error instanceof Problem) return undefined;
    throw error;
  }
}

/** A record says whose it is: its run, and the repository that opened it. */
function refuseForeign({ repository }: Grounds, run: string, { events: [first] }: Lines): void {
  if (first?.type === 'run-opened' && first.run !== undefined && first.run !== run)
    throw foreignRecord(run, `run ${first.run}`);
  const theirs = repositoryOf(first);
  const ours = theirs && repository?.();
  if (!theirs || !ours || ours.names.length === 0) return;
  if (theirs.id !== undefined && theirs.id === ours.id) return;
  if (ours.names.some((name) => name.toLowerCase() === theirs.name.toLowerCase())) return;
  throw foreignRecord(run, `repository ${theirs.name}; this is ${ours.names.join(' or ')}`);
}

const repositoryOf = (
  first: Pick<NewEvent, 'type'> | undefined,
): { name: string; id?: string } | undefined =>
  first?.type === 'run-opened' ? (first as RunOpened).repository : undefined;

/** Before any of it is believed, to find the key by which the rest is. A first line that cannot be read has no repository. */
function firstEventOf(text: string): Pick<NewEvent, 'type'> | undefined {
  try {
    const first: unknown = JSON.parse(text.slice(0, Math.max(0, text.indexOf('\n'))));
    const name = Object(Object(first).repository).name;
    return typeof name === 'string' ? (first as Pick<NewEvent, 'type'>) : undefined;
  } catch {
    return undefined;
  }
}
