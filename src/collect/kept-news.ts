import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestEntry } from '../box/box-plan.ts';
import { type CheckpointSet, fingerprint } from '../job/checkpoint-sets.ts';
import type { EventBody, KeptFile, KeptIn } from '../lease/events.ts';
import { heldOf } from '../lease/kept.ts';
import type { Cell, KeptSet } from '../lease/run.ts';
import type { Tree } from '../verify/contract/tree.ts';
import type { Collected } from './gathering.ts';
import { KeptCopies } from './kept-copies.ts';
import { dropLocalSets } from './local-sets.ts';
import type { Bundle, LookedAt } from './looked-at.ts';
import { storeOf } from './places.ts';
import { metricAt } from './set-metric.ts';
import { loadBeside, type SetVerdict } from './set-verdict.ts';
import { sha256OfSource } from './whole-source.ts';

export type Whole = Extract<SetVerdict, { isWhole: true }>;

/** What came, and what loading the set gave. */
interface Brought {
  bundle: Bundle;
  entries: ManifestEntry[];
  whole: Whole | undefined;
}

/** Says why, and that it is not asked for again as it is. */
export function refuse(
  { of, cell, memory }: LookedAt,
  set: CheckpointSet,
  { path, why, isFinished, isOther }: Extract<SetVerdict, { isWhole: false }>,
): void {
  const { name, form } = set;
  const where = form === 'file' && path === name ? '' : `${path}: `;
  memory.refused.set(fingerprint(set), { why: `${where}${why}`, isTorn: !isFinished && isOther !== true });
  of.world.face.warn(`${cell.name}: ${name} is not kept: ${where}${why}`);
}

/** Whether these files are the newest set of the record, and that is where somebody can still get at it. */
export function isKept({ of, cell }: LookedAt, files: readonly ManifestEntry[]): boolean {
  const known = of.run.cells.get(cell.name);
  return known !== undefined && isNewest(known, files) && isReachable(of, known);
}

/** @param files of one set, and nothing beside it: more than the record has of it makes it another one */
export function isNewest(cell: Pick<Cell, 'sets'>, files: readonly ManifestEntry[]): boolean {
  return cell.sets.at(-1)?.files.length === files.length && holdsNewest(cell, files);
}

/** @param files among which there may be others */
export function holdsNewest({ sets }: Pick<Cell, 'sets'>, files: readonly ManifestEntry[]): boolean {
  const newest = sets.at(-1);
  const hashes = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  return newest?.files.every(({ path, sha256 }) => hashes.get(path) === sha256) === true;
}

/** A folder that is named for its step is not hashed again for as long as its name and its sizes are the same. */
export function isKeptFolder({ of, cell }: LookedAt, { set }: Bundle): boolean {
  const known = of.run.cells.get(cell.name);
  const newest = known?.sets.at(-1);
  if (!known || !newest || set?.form !== 'folder' || newest.name !== set.name || newest.step === undefined)
    return false;
  const sizes = new Map(set.files.map(({ path, bytes }) => [path, bytes]));
  const isSame = newest.files.every(({ path, bytes }) => sizes.get(path) === bytes);
  return isSame && newest.files.length === set.files.length && isReachable(of, known);
}

/** The disk of another machine may be gone with it. */
function isReachable({ world, run }: Collected, cell: Cell): boolean {
  const { keptIn, stored, sets } = cell;
  if (keptIn && !('dir' in keptIn)) return true;
  if (keptIn?.machine === world.machine) return true;
  const files = sets.at(-1)?.files ?? [];
  return (
    stored !== undefined &&
    run.keptSets.has(stored.mark) &&
    files.every(({ path, sha256 }) => stored.copies.get(path)?.sha256 === sha256)
  );
}

/** What the record does not know yet of what was brought here. */
export async function news(
  looked: LookedAt,
  { bundle, entries, whole }: Brought,
): Promise<EventBody | undefined> {
  const { of, cell } = looked;
  const { world, run } = of;
  const known = run.cells.get(cell.name);
  if (whole && known && !isNewer(known, whole)) return;
  const dir = storeOf(world.storeDir, run.id, cell.name);
  const beside = await loadBeside({ of, cell: cell.name }, besideOf(bundle, entries));
  const files = [...(whole?.files ?? []), ...beside];
  if (files.length === 0) return;
  await new KeptCopies(dir).hold(files);
  await letGo(of, bundle, cell.name, files);
  if (bundle.set)
    world.face.line(`${cell.name}: ${wordsOf(bundle.set, whole?.step)} pulled, hash-equal and loaded`);
  const read = (path: string): Promise<Uint8Array> => readFile(join(dir, path));
  return keptEvent(looked, { bundle, whole, beside, in: { machine: world.machine, dir }, read });
}

/** Of what was copied, what is of the checkpoint. */
export function ownOf({ set }: Bundle, entries: readonly ManifestEntry[]): ManifestEntry[] {
  const inSet = new Set(set?.files.map(({ path }) => path));
  return entries.filter(({ path }) => inSet.has(path));
}

/** Of what was copied, what is of no checkpoint. */
export function besideOf({ set }: Bundle, entries: readonly ManifestEntry[]): ManifestEntry[] {
  const inSet = new Set(set?.files.map(({ path }) => path));
  return entries.filter(({ path }) => !inSet.has(path));
}

/** What no verdict needed to read to its end is read all the same: half a file is no copy. @returns what is other there */
export async function otherThanKept(
  { files, unhashed }: Whole,
  open: Tree['open'],
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const { path, sha256 } of files.filter((file) => unhashed.includes(file.path))) {
    const found = await sha256OfSource(await open(path), signal);
    if (found !== sha256) return `${path} reads as ${found}`;
  }
  return undefined;
}

/** The same of a copy on a durable tier, which a keeper may drop while it is read. */
export const otherThanCopied = (
  whole: Whole,
  open: Tree['open'],
  signal: AbortSignal,
): Promise<string | undefined> =>
  otherThanKept(whole, open, signal).catch((error: unknown) => {
    if (error instanceof RangeError) return `it could not be read to its end: ${error.message}`;
    throw error;
  });

/** Copies that were read and found whole, and where they lie. */
interface Proven {
  bundle: Bundle;
  whole: Whole | undefined;
  beside: readonly KeptFile[];
  in: KeptIn;
  read(path: string): Promise<Uint8Array>;
}

export async function keptEvent(
  { of, cell }: Pick<LookedAt, 'of'> & { cell: { name: string } },
  { bundle: { set }, whole, beside, in: place, read }: Proven,
): Promise<EventBody> {
  const step = whole?.step;
  const files = [...(whole?.files ?? []), ...beside];
  const metric = await metricAt(read, of.job, { step, files });
  return {
    type: 'kept',
    lease: of.lease.name,
    cell: cell.name,
    files,
    ...(step !== undefined && { step }),
    ...(set && {
      set: {
        name: set.name,
        beside: beside.map(({ path }) => path),
        ...(metric !== undefined && { metric }),
      },
    }),
    in: place,
  };
}

/**
 * Gives the room of ours back that copies take of which the record does not speak.
 *
 * @param files that it is about to be told of
 */
export async function letGo(
  of: Collected,
  bundle: Bundle,
  cell: string,
  files: readonly KeptFile[],
): Promise<void> {
  const dir = storeOf(of.world.storeDir, of.run.id, cell);
  const known = of.run.cells.get(cell);
  await new KeptCopies(dir).letGoExcept([...(known ? heldOf(known) : []), ...files]);
  await giveRoomBack(of, dir, bundle, known);
}

/** What the box has rotated away and nobody retains; all that nobody retains where the job says what is to be retained. */
async function giveRoomBack(
  { job }: Collected,
  dir: string,
  { set, onBox }: Bundle,
  known: Cell | undefined,
): Promise<void> {
  if (!job.checkpoint || !set) return;
  const names = new Set([set.name, ...(known?.sets ?? []).map(({ name }) => name)]);
  const isAllThatStays = job.checkpoint.retain !== undefined;
  await dropLocalSets(dir, job.checkpoint, (name) => names.has(name) || (onBox.has(name) && !isAllThatStays));
}

export function wordsOf({ name, form, files }: CheckpointSet, step: number | undefined): string {
  const what = `checkpoint${step === undefined ? ` ${name}` : ` of step ${step}`}`;
  return form === 'file' && files.length === 1 ? what : `${what} (${name}, ${files.length} files)`;
}

/**
 * By its step; of the same step where it has more files, since its trainer only paused when it seemed to be all there. A checkpoint
 * that says no step is newer where it is another than the one that is kept.
 */
export function isNewer(
  { verifiedStep, sets }: Cell,
  { step, files }: Pick<Whole, 'step' | 'files'>,
): boolean {
  if (step !== undefined)
    return verifiedStep === undefined || step > verifiedStep || isGrown(sets.at(-1), { step, files });
  if (verifiedStep !== undefined) return false;
  const hashes = new Set(sets.at(-1)?.files.map(({ path, sha256 }) => `${sha256} ${path}`));
  return files.some(({ path, sha256 }) => !hashes.has(`${sha256} ${path}`));
}

function isGrown(kept: KeptSet | undefined, { step, files }: Pick<Whole, 'step' | 'files'>): boolean {
  if (kept?.step !== step || !kept) return false;
  const paths = new Set(files.map(({ path }) => path));
  return kept.files.length < paths.size && kept.files.every(({ path }) => paths.has(path));
}
