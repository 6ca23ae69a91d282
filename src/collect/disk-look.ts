import type { Channel } from '../box/channel.ts';
import { type CheckpointSet, checkpointSets, fingerprint, setGlobs } from '../job/checkpoint-sets.ts';
import type { CheckpointRule } from '../job/job.ts';
import type { EventBody } from '../lease/events.ts';
import type { KeptSet } from '../lease/run.ts';
import { isUnfinishedName } from '../verify/read/sniff.ts';
import { hashOnBox } from './box-questions.ts';
import { keepCell } from './keep-cell.ts';
import type { LookedAt, SetMemory } from './looked-at.ts';
import { cellOutDir } from './places.ts';
import { listSeen } from './set-listing.ts';
import { NoRoomToHold } from './snapshot.ts';

/** A checkpoint of which a kill left a part. */
export interface TornSet {
  set: CheckpointSet;
  /** As the end of a sentence that begins with its name. */
  why: string;
}

/** What a trainer would meet on a disk, held against what is kept of its cell. */
export interface Standing {
  /** In front of everything that can be read, the newest first. */
  torn: TornSet[];
  /**
   * `kept`: the newest that is kept is there. `other`: something as good, or of which only its trainer can say what it is worth.
   * `gone`: nothing is there from which the work would go on where it was. `unknown`: it could not be looked into.
   */
  newest: 'kept' | 'other' | 'gone' | 'unknown';
  /** The first that can be read, or that may be. */
  set: CheckpointSet | undefined;
}

/** Each kill leaves one half checkpoint at most; what more lies there was met by an earlier look. */
const MOST_READ = 4;

/**
 * Looks for what a kill left where a trainer keeps its checkpoints, before the trainer is started there again. What is newer than the
 * newest that is kept is kept first. Reads the kept one on its own box alone, and that only where this process did not see it unchanged.
 *
 * @param looked of a cell of which nothing runs
 * @returns events of what was kept, or how it stands where there was nothing newer to keep
 * @throws TransportFailed when the box could not be asked
 */
export async function standingOf(
  looked: LookedAt,
  channel: Channel,
  { rule, kept, base }: { rule: CheckpointRule; kept: KeptSet; base: string },
): Promise<Standing | { events: EventBody[] }> {
  const { memory, cell, of } = looked;
  const outDir = cellOutDir(base, cell.name);
  const sets = checkpointSets(await listSeen(channel, outDir, setGlobs(rule)), rule);
  const known = await findKept(channel, outDir, { sets, kept, memory });
  // Fewer nodes than before write fewer files.
  if (of.job.resources.leastNodes === undefined) refuseLesser(sets, kept, memory);
  for (let read = 0; ; read += 1) {
    const at = sets.findIndex((set) => tornWhy(set, memory) === undefined);
    const torn = (at < 0 ? sets : sets.slice(0, at)).flatMap((set) => tornOf(set, memory));
    const newest = sets[at];
    const is = (word: Standing['newest']): Standing => ({ torn, newest: word, set: newest });
    if (!newest) return is('gone');
    if (newest === known) return is('kept');
    const print = fingerprint(newest);
    if (memory.refused.has(print)) return is('other');
    // It loads and is not newer than what is kept: as good in its place, else the kept one was there before it and is not any more.
    if (memory.kept === print) return is(known || newest.name === kept.name ? 'other' : 'gone');
    if (read === MOST_READ) return is('unknown');
    const events = await keptNow(looked);
    if (events === undefined) return is('unknown');
    if (events.length > 0) return { events };
    if (memory.kept !== print && !memory.refused.has(print)) return is('unknown');
  }
}

/** @returns `undefined` where its disk is full: whoever starts there meets that next, and says it as what it is */
async function keptNow(looked: LookedAt): Promise<EventBody[] | undefined> {
  try {
    return (await keepCell(looked)).events ?? [];
  } catch (error) {
    if (error instanceof NoRoomToHold) return undefined;
    throw error;
  }
}

/** By what this process has seen, else by its bytes: a name and a size are no proof after a power cut. */
async function findKept(
  channel: Channel,
  outDir: string,
  { sets, kept, memory }: { sets: readonly CheckpointSet[]; kept: KeptSet; memory: SetMemory },
): Promise<CheckpointSet | undefined> {
  const found = sets.find((set) => set.name === kept.name && hasSizes(set, kept));
  if (!found) return undefined;
  const print = fingerprint(found);
  if (memory.kept === print) return found;
  if (memory.refused.has(print)) return undefined;
  const bytes = kept.files.reduce((sum, file) => sum + file.bytes, 0);
  const paths = kept.files.map(({ path }) => path);
  const { files } = await hashOnBox(channel, outDir, paths, { bytes });
  if (!kept.files.every(({ path, sha256 }) => files.get(path)?.sha256 === sha256)) return undefined;
  memory.kept = print;
  return found;
}

function hasSizes({ files }: CheckpointSet, kept: KeptSet): boolean {
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  return (
    files.length === kept.files.length && kept.files.every(({ path, bytes }) => sizes.get(path) === bytes)
  );
}

/**
 * A folder without a mark of its end loads as far as it goes. One that has fewer files than the kept one, and lacks some of them, was
 * met in the midst of its write.
 */
function refuseLesser(sets: readonly CheckpointSet[], kept: KeptSet, memory: SetMemory): void {
  for (const set of sets) {
    const print = fingerprint(set);
    if (print === memory.kept) return;
    if (set.ending !== 'unsaid' || set.files.length >= kept.files.length || memory.refused.has(print))
      continue;
    const own = countsOf(set.files);
    const theirs = countsOf(kept.files);
    const lacking = [...theirs].find(([name, count]) => (own.get(name) ?? 0) < count)?.[0];
    if (lacking === undefined) continue;
    const has = `${own.get(lacking) ?? 0} of ${lacking}`;
    memory.refused.set(print, {
      why: `has ${has}, and ${kept.name} has ${theirs.get(lacking)}`,
      isTorn: true,
    });
  }
}

/** Two checkpoints of one run are named alike but for their steps. */
function countsOf(files: readonly { path: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const name = path.replace(/[0-9]+/g, '#');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** What its own name calls unfinished is nothing that a trainer would read. */
const tornOf = (set: CheckpointSet, memory: SetMemory): TornSet[] => {
  const why = tornWhy(set, memory);
  return why === undefined || isUnfinishedName(set.name) ? [] : [{ set, why }];
};

function tornWhy(set: CheckpointSet, { kept, refused }: SetMemory): string | undefined {
  const print = fingerprint(set);
  if (print === kept) return undefined;
  const refusal = refused.get(print);
  if (refusal) return refusal.isTorn ? refusal.why : undefined;
  return set.ending === 'lacking' ? set.why : undefined;
}
