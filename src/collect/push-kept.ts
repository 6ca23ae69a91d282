import type { Channel } from '../box/channel.ts';
import type { RunDir } from '../launch/launcher.ts';
import type { KeptFile, Started } from '../lease/events.ts';
import { goesOnFrom } from '../lease/kept.ts';
import { type Cell, costing, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { fetchKept } from './fetch-kept.ts';
import { bringFromTier } from './from-tier.ts';
import { KeptCopies } from './kept-copies.ts';
import { placeOfKept } from './kept-place.ts';
import { cellOutDir, storeOf } from './places.ts';
import { type PushReport, pushBack } from './push.ts';
import { type Restoring, restoreKept } from './restore-kept.ts';

/**
 * Before a run resumes on a box that has nothing: our last verified copies, from this machine or from the store, hashed here before they leave and proven there
 * before they count. A copy that is missing here stops the start: resuming from nothing would lose work in silence.
 */
export async function pushKept(of: Restoring, channel: Channel, dir: RunDir): Promise<Started['from']> {
  const from: Started['from'] = [];
  for (const cell of of.run.cells.values()) {
    if (cell.kept.size === 0) continue;
    const { step, source } = await putKept(of, channel, dir, {
      cell,
      only: () => true,
      where: 'on the new box',
    });
    if (step !== undefined) from.push({ cell: cell.name, step, source });
  }
  return from;
}

/** What of a cell's copies is put, by their paths. */
export interface Putting {
  cell: Cell;
  only: (path: string) => boolean;
  /** Behind "is", for people. */
  where: string;
}

/**
 * Of one cell.
 *
 * @throws Problem `kept-copy-missing` when not all of it could be put there
 */
export async function putKept(
  of: Restoring,
  channel: Channel,
  dir: RunDir,
  putting: Putting,
): Promise<Pick<Put, 'step' | 'source'>> {
  const { world, run } = of;
  const { cell } = putting;
  const put = (await putFromTier(of, channel, putting, dir)) ?? (await putCopies(of, channel, putting, dir));
  if (!put.report.complete) throw notPushed(world, run, cell, put.report.files);
  const { report, step, source, place } = put;
  world.face.line(
    `${cell.name}: our verified copy${step === undefined ? '' : ` of step ${step}`} is ${putting.where}, ${report.files.length} files${place === undefined ? '' : ` from ${place}`}`,
  );
  return { step, source };
}

/** What a box was given, and from where. */
interface Put {
  report: PushReport;
  step: number | undefined;
  source: Exclude<Started['from'][number]['source'], 'same-disk'>;
  /** Where that is not this machine. */
  place: string | undefined;
}

/** What the durable tier has of the very bytes that were kept moves on the box alone; with what is kept beside checkpoints, as far as that is here. */
async function putFromTier(
  of: Restoring,
  channel: Channel,
  { cell, only }: Putting,
  dir: RunDir,
): Promise<Put | undefined> {
  const brought = await bringFromTier(of, channel, { cell, only }, dir);
  if (!brought) return undefined;
  const { world, run } = of;
  const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell.name));
  const gone = new Set(await copies.missing(cell.beside.values()));
  const files = [...cell.beside.values()].filter((file) => !gone.has(file) && only(file.path));
  const remoteDir = cellOutDir(dir.base, cell.name);
  const beside = await pushHeld(world, channel, { copies, files, remoteDir });
  const all = [...brought.report.files, ...beside.files];
  const report = { files: all, complete: brought.report.complete && beside.complete };
  return { report, step: brought.step, source: 'durable-tier', place: 'the durable tier' };
}

/** From this machine, or what has no room here from the store that has it. */
async function putCopies(
  of: Restoring,
  channel: Channel,
  { cell, only }: Putting,
  dir: RunDir,
): Promise<Put> {
  const { world, run } = of;
  const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell.name));
  const restored = await restoreKept(of, cell, copies);
  const { step, far } = restored ?? { step: cell.verifiedStep, far: undefined };
  const files = (restored?.files ?? goesOnFrom(cell)).filter(({ path }) => only(path));
  const remoteDir = cellOutDir(dir.base, cell.name);
  const report = far
    ? await fetchKept({ world, channel, folder: far, cell: cell.name }, files, remoteDir)
    : await pushHeld(world, channel, { copies, files, remoteDir });
  return { report, step, source: far ? 'store' : 'our-copy', place: far?.place };
}

async function pushHeld(
  { clock, signal }: World,
  channel: Channel,
  { copies, files, remoteDir }: { copies: KeptCopies; files: readonly KeptFile[]; remoteDir: string },
): Promise<PushReport> {
  const report = await pushBack(channel, {
    fromDir: await copies.laidOut(files),
    entries: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
    remoteDir,
    clock,
    signal,
  });
  await copies.dropLayout();
  return report;
}

/**
 * Sees, before anything is rented, that what the run would go on from can be had here: from this machine, else from a store.
 *
 * @throws Problem `kept-elsewhere` (kind refused)
 */
export async function bringKeptHere(of: Restoring): Promise<void> {
  const { world, run } = of;
  for (const cell of run.cells.values()) {
    if (cell.kept.size === 0 || cell.ended) continue;
    // Only a box that has the tier mounted can tell; without it nothing is started.
    if (cell.keptIn && 'durable' in cell.keptIn) continue;
    const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell.name));
    if (!(await restoreKept(of, cell, copies))) throw keptElsewhere(world, run, cell);
  }
}

function keptElsewhere(world: World, run: Run, { name, verifiedStep, keptIn }: Cell): Problem {
  const of = verifiedStep === undefined ? '' : ` of step ${verifiedStep}`;
  return new Problem({
    code: 'kept-elsewhere',
    kind: 'refused',
    what: `The newest verified copy${of} of cell ${name} lies in ${placeOfKept(keptIn)}, in no store that can be read here, and not on this machine (${world.machine}). Nothing was rented.`,
    next: `Run the same command there, or bring that directory to ${storeOf(world.storeDir, run.id, name)} of this machine. To go on without it: "gpu-lease resume ${run.id} --without-copies".`,
    costing: costing(run),
  });
}

function notPushed(
  world: World,
  run: Run,
  { name, stored, keptIn }: Cell,
  files: { path: string; outcome: string; why?: string }[],
): Problem {
  const bad = files.filter((file) => file.outcome !== 'pushed' && file.outcome !== 'already');
  const list = bad
    .slice(0, 10)
    .map((file) => `- ${file.path}: ${file.outcome}${file.why ? `, ${file.why}` : ''}`);
  const place = stored && run.keptSets.get(stored.mark)?.place;
  return new Problem({
    code: 'kept-copy-missing',
    kind: 'failed',
    what: `The verified copies of cell ${name} could not be put on the box, so it was not started:\n${list.join('\n')}`,
    next: `They were kept in ${placeOfKept(keptIn)}${place === undefined ? ', and in no store' : ` and stored in ${place}`}. Bring them to ${storeOf(world.storeDir, run.id, name)} here and run the same command again, or give the run up with "gpu-lease abandon ${run.id}".`,
    costing: costing(run),
  });
}
