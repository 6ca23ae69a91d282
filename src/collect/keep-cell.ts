import type { ManifestEntry, Probe, ProbeCell } from '../box/box-plan.ts';
import type { Channel } from '../box/channel.ts';
import {
  type CheckpointSet,
  checkpointSets,
  fingerprint,
  isOfSets,
  type SeenFile,
} from '../job/checkpoint-sets.ts';
import type { Job } from '../job/job.ts';
import { watchedGlobs } from '../job/watched.ts';
import type { EventBody } from '../lease/events.ts';
import { heldOf } from '../lease/kept.ts';
import type { Cell } from '../lease/run.ts';
import { isPrinted, sourcesOf } from '../metrics/rule.ts';
import { removeOnBox, superseded } from './box-sets.ts';
import { choose } from './choose-set.ts';
import type { Collected } from './gathering.ts';
import { KeptCopies } from './kept-copies.ts';
import { dropLocalSets } from './local-sets.ts';
import { cellOutDir, storeOf } from './places.ts';
import { pull } from './pull.ts';
import { listSeen } from './set-listing.ts';
import { metricAt } from './set-metric.ts';
import { loadBeside, loadedSet, type SetVerdict } from './set-verdict.ts';
import { dropSnapshot, type Snapshot, takeSnapshot } from './snapshot.ts';

/** What one process has seen of the sets of one cell; sets by their fingerprints. */
export class SetMemory {
  before: ReadonlySet<string> = new Set();
  readonly refused = new Set<string>();
  kept: string | undefined;
}

export interface KeptCell {
  kept?: EventBody;
  /** Something was brought here, or there was nothing to bring: until the box shows a change there is no need to look again. */
  isSettled: boolean;
  /** Bytes were moved, or tried to: the run is left alone for a while. */
  hasPulled?: true;
}

/** One cell as a look saw it, and what is remembered of it. */
export interface LookedAt {
  of: Collected;
  probe: Probe;
  cell: ProbeCell;
  memory: SetMemory;
  /** Says, and answers, whether so many bytes have room here. */
  hasRoom(bytes: number): Promise<boolean>;
}

/** What is brought here together. */
interface Bundle {
  set: CheckpointSet | undefined;
  beside: SeenFile[];
  /** What grows in place and is of no checkpoint. */
  metrics: string[];
  /** Names of all the sets that the box has. */
  onBox: ReadonlySet<string>;
}

/** Brings the newest whole checkpoint of a cell here, and what is kept beside checkpoints. */
export async function keepCell(looked: LookedAt): Promise<KeptCell> {
  const { of, cell, memory } = looked;
  const base = of.lease.started?.dir.base;
  if (base === undefined) return { isSettled: true };
  const channel = await of.world.channel(of.lease);
  const { bundle, isWaiting } = await chosen(looked, channel, cellOutDir(base, cell.name));
  if (!bundle) return { isSettled: !isWaiting };
  if (!(await looked.hasRoom(sizeOf(bundle)))) return { isSettled: false };
  const entries = await brought(looked, channel, bundle);
  if (!entries) return { isSettled: false, hasPulled: true };
  const verdict = bundle.set && (await loadedSet(of, cell.name, bundle.set, entries));
  if (bundle.set && verdict?.isWhole === false) {
    memory.refused.add(fingerprint(bundle.set));
    of.world.face.warn(`${cell.name}: ${refusalOf(bundle.set, verdict)}`);
    return { isSettled: false, hasPulled: true };
  }
  if (bundle.set) memory.kept = fingerprint(bundle.set);
  const whole = verdict?.isWhole ? verdict : undefined;
  const kept = await news(looked, { bundle, entries, whole });
  return { ...(kept && { kept }), isSettled: !isWaiting, hasPulled: true };
}

const sizeOf = ({ set, beside }: Bundle): number =>
  [...(set?.files ?? []), ...beside].reduce((sum, file) => sum + file.bytes, 0);

const refusalOf = ({ name, form }: CheckpointSet, { path, why }: Extract<SetVerdict, { isWhole: false }>) =>
  form === 'file' && path === name ? `${name} is not kept: ${why}` : `${name} is not kept: ${path}: ${why}`;

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
  const { set, isWaiting } = choose(sets, { ...memory, isOver, boxTime: probe.boxTime });
  memory.before = new Set(sets.map(fingerprint));
  if (!set) return { bundle: undefined, isWaiting };
  const inSet = new Set(sets.flatMap(({ files }) => files.map(({ path }) => path)));
  const isOfSet = isOfSets(rule);
  // A file of another checkpoint, alone in its folder, would be taken for that checkpoint by whoever resumes.
  const isBeside = (path: string): boolean => !inSet.has(path) && !isOfSet(path);
  const beside = listing.filter(({ path }) => isBeside(path));
  const onBox = new Set(sets.map(({ name }) => name));
  return { bundle: { set, beside, metrics: metrics.filter(isBeside), onBox }, isWaiting };
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
async function brought(
  looked: LookedAt,
  channel: Channel,
  bundle: Bundle,
): Promise<ManifestEntry[] | undefined> {
  const { of, cell } = looked;
  const { set, beside, metrics } = bundle;
  const cellDir = `${of.lease.started?.dir.base}/cells/${cell.name}`;
  const paths = [...(set?.files ?? []), ...beside].map(({ path }) => path);
  const snapshot = await takeSnapshot(
    channel,
    cellDir,
    paths.filter((path) => !metrics.includes(path)),
    metrics,
  );
  const isSame = set === undefined || (await isStillThere(of, channel, `${cellDir}/out`, set));
  const here = isSame ? await pulled(of, channel, cell.name, snapshot) : [];
  await dropSnapshot(channel, snapshot);
  const names = new Set(here.map(({ path }) => path));
  const isWhole = set === undefined || set.files.every(({ path }) => names.has(path));
  return isSame && isWhole ? here : undefined;
}

/** Of what grows in place: what the job names, and of a pattern the file that grows now. */
function metricsOf(job: Job, cell: ProbeCell): string[] {
  const sources = sourcesOf(job);
  const isFile = (source: number) => sources[source] !== undefined && !isPrinted(sources[source]);
  const named = sources.flatMap(({ path }) => (path === '' || /[*?[\]]/.test(path) ? [] : [path]));
  const sent = cell.metrics.flatMap(({ source, path }) => (isFile(source) ? (path ?? []) : []));
  return [...new Set([...named, ...sent])];
}

/** A name holds one file. Of several, one may have been replaced by a newer one while the others were held. */
async function isStillThere(
  { job }: Collected,
  channel: Channel,
  outDir: string,
  set: CheckpointSet,
): Promise<boolean> {
  if (!job.checkpoint || (set.form === 'file' && set.files.length === 1)) return true;
  const sets = checkpointSets(await listSeen(channel, outDir, watchedGlobs(job)), job.checkpoint);
  const now = sets.find(({ name, form }) => name === set.name && form === set.form);
  return now !== undefined && fingerprint(now) === fingerprint(set);
}

async function pulled(
  { world, run }: Collected,
  channel: Channel,
  cell: string,
  { dir, entries }: Snapshot,
): Promise<ManifestEntry[]> {
  const { files } = await pull(channel, {
    remoteDir: dir,
    entries,
    intoDir: storeOf(world.storeDir, run.id, cell),
    rehash: false,
    signal: world.signal,
    onProgress: ({ bytesDone: done, bytesTotal: total }) =>
      world.face.progress(`pull ${cell}`, { label: 'pull', done, total, unit: 'bytes' }),
  });
  world.face.settle(`pull ${cell}`);
  const here = new Set(
    files.flatMap(({ path, outcome }) => (outcome === 'pulled' || outcome === 'already' ? [path] : [])),
  );
  return entries.filter(({ path }) => here.has(path));
}

/** What came, and what loading the set gave. */
interface Brought {
  bundle: Bundle;
  entries: ManifestEntry[];
  whole: Extract<SetVerdict, { isWhole: true }> | undefined;
}

/** What the record does not know yet of what was brought. */
async function news(looked: LookedAt, { bundle, entries, whole }: Brought): Promise<EventBody | undefined> {
  const { of, cell } = looked;
  const { world, run, lease } = of;
  const known = run.cells.get(cell.name);
  if (whole && known && !isNewer(known, whole)) return;
  const dir = storeOf(world.storeDir, run.id, cell.name);
  const inSet = new Set(bundle.set?.files.map(({ path }) => path));
  const others = entries.filter(({ path }) => !inSet.has(path));
  const beside = await loadBeside(of, cell.name, others);
  const files = [...(whole?.files ?? []), ...beside];
  if (files.length === 0) return;
  const copies = new KeptCopies(dir);
  await copies.hold(files);
  await copies.letGoExcept([...(known ? heldOf(known) : []), ...files]);
  await giveRoomBack(of, dir, bundle, known);
  const step = whole?.step;
  const metric = await metricAt(dir, of.job, { step, files });
  if (bundle.set) world.face.line(`${cell.name}: ${wordsOf(bundle.set, step)} pulled, hash-equal and loaded`);
  return {
    type: 'kept',
    lease: lease.name,
    cell: cell.name,
    files,
    ...(step !== undefined && { step }),
    ...(bundle.set && {
      set: {
        name: bundle.set.name,
        beside: beside.map(({ path }) => path),
        ...(metric !== undefined && { metric }),
      },
    }),
    in: { machine: world.machine, dir },
  };
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

function wordsOf({ name, form, files }: CheckpointSet, step: number | undefined): string {
  const what = `checkpoint${step === undefined ? ` ${name}` : ` of step ${step}`}`;
  return form === 'file' && files.length === 1 ? what : `${what} (${name}, ${files.length} files)`;
}

/** By its step; a checkpoint that says none is newer where it is another than the one that is kept. */
function isNewer({ verifiedStep, sets }: Cell, { step, files }: NonNullable<Brought['whole']>): boolean {
  if (step !== undefined) return verifiedStep === undefined || step > verifiedStep;
  if (verifiedStep !== undefined) return false;
  const hashes = new Set(sets.at(-1)?.files.map(({ path, sha256 }) => `${sha256} ${path}`));
  return files.some(({ path, sha256 }) => !hashes.has(`${sha256} ${path}`));
}
