import type { ManifestEntry } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import { type CheckpointSet, checkpointSets, fingerprint, isOfSets } from '../job/checkpoint-sets.ts';
import type { Job } from '../job/job.ts';
import { watchedGlobs } from '../job/watched.ts';
import { isPrinted, sourcesOf } from '../metrics/rule.ts';
import { MARGIN_BYTES } from './afar.ts';
import { removeOnBox, superseded } from './box-sets.ts';
import { choose } from './choose-set.ts';
import { heldStill } from './held-still.ts';
import { keepElsewhere } from './keep-elsewhere.ts';
import { news, refuse } from './kept-news.ts';
import { AGAIN, type Bundle, type KeptCell, type LookedAt } from './looked-at.ts';
import { cellOutDir } from './places.ts';
import { pullSnapshot } from './pull-snapshot.ts';
import { listSeen } from './set-listing.ts';
import { loadedSet } from './set-verdict.ts';

/** Copies the newest whole checkpoint of a cell, and what is kept beside checkpoints: here, or where there is room for it. */
export async function keepCell(looked: LookedAt): Promise<KeptCell> {
  const { of, cell } = looked;
  const base = of.lease.started?.dir.base;
  if (base === undefined) return { isSettled: true };
  const channel = await of.world.channel(of.lease);
  const { bundle, isWaiting } = await chosen(looked, channel, cellOutDir(base, cell.name));
  if (!bundle) return { isSettled: !isWaiting };
  const bytes = sizeOf(bundle);
  const freeBytes = await looked.freeBytes();
  const fits = bytes + MARGIN_BYTES <= freeBytes;
  const result = fits
    ? await keepHere(looked, channel, bundle)
    : await keepElsewhere(looked, channel, { bundle, bytes, freeBytes });
  return { ...result, isSettled: result.isSettled && !isWaiting };
}

const sizeOf = ({ set, beside }: Bundle): number =>
  [...(set?.files ?? []), ...beside].reduce((sum, file) => sum + file.bytes, 0);

async function keepHere(looked: LookedAt, channel: Channel, bundle: Bundle): Promise<KeptCell> {
  const { of, cell, memory } = looked;
  const entries = await brought(looked, channel, bundle);
  if (!entries) return AGAIN;
  const copies = { of, cell: cell.name };
  const verdict = bundle.set && (await loadedSet(copies, bundle.set, entries));
  if (bundle.set && verdict?.isWhole === false) {
    refuse(looked, bundle.set, verdict);
    return AGAIN;
  }
  if (bundle.set) memory.kept = fingerprint(bundle.set);
  const whole = verdict?.isWhole ? verdict : undefined;
  const kept = await news(looked, { bundle, entries, whole });
  return { ...(kept && { events: [kept] }), isSettled: true, hasPulled: true };
}

/** @returns no bundle where there is nothing new that may be whole */
async function chosen(
  looked: LookedAt,
  channel: Channel,
  outDir: string,
): Promise<{ bundle: Bundle | undefined; isWaiting: boolean }> {
  const { of, probe, cell, memory } = looked;
  const { job } = of;
  const rule = job.checkpoint;
  const metrics = metricsOf(job, cell);
  if (!rule) {
    const bundle = { set: undefined, beside: cell.watched, metrics, onBox: new Set<string>() };
    return { bundle, isWaiting: false };
  }
  const listing = await listSeen(channel, outDir, watchedGlobs(job));
  const sets = checkpointSets(listing, rule);
  await giveBoxRoom(looked, channel, { outDir, sets });
  const isOver = cell.state === 'exited' || cell.state === 'lost';
  const savedUntil = byThisAttempt(looked);
  const { set, isWaiting, isTooNew } = choose(sets, {
    ...memory,
    isOver,
    boxTime: probe.boxTime,
    savedUntil,
  });
  memory.before = new Set(sets.map(fingerprint));
  memory.hasLeftTooNew = isTooNew;
  if (!set) return { bundle: undefined, isWaiting };
  const inSet = new Set(sets.flatMap(({ files }) => files.map(({ path }) => path)));
  const isOfSet = isOfSets(rule);
  // A file of another checkpoint, alone in its folder, would be taken for that checkpoint by whoever resumes.
  const isBeside = (path: string): boolean => !inSet.has(path) && !isOfSet(path);
  const beside = listing.filter(({ path }) => isBeside(path));
  const onBox = new Set(sets.map(({ name }) => name));
  return { bundle: { set, beside, metrics: metrics.filter(isBeside), onBox }, isWaiting };
}

/**
 * An engine begins a task again by itself. What was saved after the probe may be of an attempt that nobody has seen: recorded before that
 * attempt, it would pass for what it should have gone on from. A box that may be gone by the next look has no such engine.
 *
 * @returns the clock of the box, in seconds, at which this attempt was certainly the one at work. Once only: then the next probe has
 *   seen whoever saved it, and what is saved faster than we look must be kept, too
 */
function byThisAttempt({ of: { lease }, probe, memory }: LookedAt): number | undefined {
  const isTask = lease.intent.tasks !== undefined;
  return isTask && probe.boxTime > 0 && !memory.hasLeftTooNew ? probe.boxTime : undefined;
}

/** While the run works, and by what the record says of it: at the end everything there is may be asked for. */
async function giveBoxRoom(
  { of: { world, run, job }, cell, memory }: LookedAt,
  channel: Channel,
  { outDir, sets }: { outDir: string; sets: readonly CheckpointSet[] },
): Promise<void> {
  const known = run.cells.get(cell.name);
  if (!job.checkpoint || !known || cell.state !== 'running') return;
  const old = superseded(sets, known, job.checkpoint, memory.before);
  if (old.length === 0) return;
  await removeOnBox(channel, outDir, old);
  const names = old.map(({ name }) => name).join(', ');
  world.face.line(`${cell.name}: ${names} removed on the box: ${known.sets.at(-1)?.name} is kept`);
}

/** @returns the files that are here, hash-equal; `undefined` when the set did not hold still or did not come whole */
const brought = (looked: LookedAt, channel: Channel, bundle: Bundle): Promise<ManifestEntry[] | undefined> =>
  heldStill(looked, channel, bundle, async (snapshot) => {
    const here = await pullSnapshot(looked.of, channel, looked.cell.name, snapshot);
    const names = new Set(here.map(({ path }) => path));
    return bundle.set?.files.every(({ path }) => names.has(path)) === false ? undefined : here;
  });

/** Of what grows in place: what the job names, and of a pattern the file that grows now. */
function metricsOf(job: Job, cell: LookedAt['cell']): string[] {
  const sources = sourcesOf(job);
  const isFile = (source: number) => sources[source] !== undefined && !isPrinted(sources[source]);
  const named = sources.flatMap(({ path }) => (path === '' || /[*?[\]]/.test(path) ? [] : [path]));
  const sent = cell.metrics.flatMap(({ source, path }) => (isFile(source) ? (path ?? []) : []));
  return [...new Set([...named, ...sent])];
}
