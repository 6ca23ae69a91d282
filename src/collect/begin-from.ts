import { createReadStream, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, type Json } from '../canonical.ts';
import { type CheckpointSet, checkpointSets, setWords } from '../job/checkpoint-sets.ts';
import type { CheckpointRule, Job } from '../job/job.ts';
import type { BegunFrom, KeptFile } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { textOf } from '../stores/compare.ts';
import type { StoredSet } from '../stores/store.ts';
import type { World } from '../world.ts';
import { KeptCopies } from './kept-copies.ts';
import { storeOf } from './places.ts';
import { sealedFiles } from './seal.ts';
import { loadedSetIn } from './set-verdict.ts';
import { EVIDENCE, RunStore } from './store.ts';
import type { StoresFor } from './stored-evidence.ts';

/** A seal's document of a hundred thousand files. */
const MOST_SEAL_BYTES = 64 * 1024 ** 2;

/** Which run begins, from which sealed one. */
export interface Beginning {
  world: Pick<World, 'storeDir' | 'machine' | 'signal' | 'face'>;
  run: Run;
  job: Job;
  source: Run;
  /** Of the source. */
  storesFor: StoresFor;
}

/**
 * Copies of the newest sealed checkpoint of another run, for each cell, under the names where this job looks for its own. What counts is
 * the seal in that run's record: its document must come to that digest, and every byte to what the document says.
 *
 * @throws Problem `from-not-sealed`, `from-no-checkpoint`, `from-not-here` (kind refused); nothing was rented then
 */
export async function beginFrom(of: Beginning): Promise<BegunFrom> {
  const { world, run, job, source } = of;
  if (!source.seal || !source.opened) throw notSealed(source);
  const rule = job.checkpoint;
  if (!rule) throw new Error(`job ${job.name} begins from ${source.id} and has no checkpoint`);
  const sets = await openSets(of);
  try {
    const rows = await sealedRows(of, sets);
    const cells: BegunFrom['cells'] = [];
    for (const cell of run.cells.keys()) {
      const { set, chosen } = chosenFor(cell, source, rows, rule);
      const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell));
      await bring(of, sets, chosen, copies);
      const step = await loadedStep(of, set, chosen, copies);
      const begun = { ...chosen, ...(step !== undefined && { step }) };
      cells.push(begun);
      told(of, begun);
    }
    const { seal } = source.seal;
    const { commit, configHash } = source.opened;
    const place = { machine: world.machine, dir: join(world.storeDir, run.id) };
    const digest = digestOf(cells as unknown as Json);
    return { type: 'begins-from', run: source.id, seal, commit, configHash, cells, digest, in: place };
  } finally {
    for (const { set } of sets) await set.close();
  }
}

interface OpenSet {
  set: StoredSet;
  nameOf(path: string): string;
}

/** Where what was sealed lies beside this machine, the newest first. A store that does not answer is one place less. */
async function openSets({ source, storesFor, world }: Beginning): Promise<OpenSet[]> {
  const open: OpenSet[] = [];
  for (const stored of source.stored.toReversed())
    for (const store of await storesFor(stored)) {
      const set = await store.open(stored.id).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        world.face.warn(`${stored.place} was not asked for ${source.id}: ${error.what}`);
        return null;
      });
      if (set) open.push({ set, nameOf: (path) => store.nameOf(path) });
    }
  return open;
}

interface SealedRow {
  cell: string;
  path: string;
  bytes: number;
  sha256: string;
  verdict: KeptFile['verdict'];
}

/** The files that passed, by the very document that the record's seal is the digest of. */
async function sealedRows({ world, source }: Beginning, sets: readonly OpenSet[]): Promise<SealedRow[]> {
  const isIt = (document: unknown): boolean => digestOf((document ?? null) as Json) === source.seal?.seal;
  const here = new RunStore(world.storeDir, source.id).readSeal()?.document;
  if (isIt(here)) return passedIn(here);
  for (const { set, nameOf } of sets) {
    const text = await textOf(set, nameOf(`${EVIDENCE}/seal.json`), MOST_SEAL_BYTES).catch(() => '{}');
    const document = documentIn(text);
    if (isIt(document)) return passedIn(document);
  }
  throw notHere(source, [`its seal ${source.seal?.seal.slice(0, 8)}`], world.machine);
}

function documentIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { document?: unknown }).document;
  } catch {
    return undefined;
  }
}

function passedIn(document: unknown): SealedRow[] {
  const { verdicts = [] } = document as { verdicts?: Partial<SealedRow>[] };
  const passed = new Map(
    verdicts
      .filter(({ verdict }) => verdict === 'pass' || verdict === 'pass-degraded')
      .map((row) => [`${row.cell}/${row.path}/${row.sha256}`, row.verdict as KeptFile['verdict']]),
  );
  return (sealedFiles(document) ?? []).flatMap(({ cell, path, bytes, sha256 }) => {
    const verdict = passed.get(`${cell}/${path}/${sha256}`);
    return verdict === undefined ? [] : [{ cell, path, bytes, sha256, verdict }];
  });
}

type Chosen = BegunFrom['cells'][number];

/** Its own cell of that name, else the only one; of that the checkpoint that was kept last, else the newest by name. */
function chosenFor(
  cell: string,
  source: Run,
  all: readonly SealedRow[],
  rule: CheckpointRule,
): { set: CheckpointSet; chosen: Chosen } {
  const names = [...source.cells.keys()];
  const of = source.cells.has(cell) ? cell : names.length === 1 ? names[0] : undefined;
  if (of === undefined) throw noSuchCell(cell, source, names);
  const rows = new Map(all.filter((row) => row.cell === of).map((row) => [row.path, row]));
  const listing = [...rows.values()].map(({ path, bytes }) => ({ path, bytes, modifiedAt: 0 }));
  const whole = checkpointSets(listing, rule).filter(({ ending }) => ending !== 'lacking');
  const kept = source.cells.get(of)?.sets ?? [];
  const last = kept.at(-1)?.name;
  const set = whole.find(({ name }) => name === last) ?? whole[0];
  if (!set) throw noCheckpoint(source, of, rule, [...rows.keys()]);
  const files = set.files.map(({ path }): KeptFile => {
    const { bytes = 0, sha256 = '', verdict = 'pass' } = rows.get(path) ?? {};
    return { path, bytes, sha256, verdict };
  });
  return { set, chosen: { cell, of, name: set.name, files } };
}

/**
 * As it would be judged if it were kept: what was sealed as a file of that run may be no checkpoint of this job. Its step is what it
 * says itself: the other run's record knows only of copies that were kept, and what was collected at its end may be newer.
 */
async function loadedStep(
  { world, job, source }: Beginning,
  set: CheckpointSet,
  { of, files }: Chosen,
  copies: KeptCopies,
): Promise<number | undefined> {
  try {
    const verdict = await loadedSetIn(await copies.laidOut(files), job, set, world.signal);
    if (!verdict.isWhole) throw notLoaded(source, `${of}/${verdict.path}`, verdict.why);
    return verdict.step;
  } finally {
    await copies.dropLayout();
  }
}

const told = ({ world, source }: Beginning, { cell, name, step, files }: Chosen): void =>
  world.face.line(
    `${cell}: begins from ${name}${step === undefined ? '' : ` of step ${step}`} of ${source.id}, ${files.length} file${files.length === 1 ? '' : 's'}, as sealed`,
  );

/** Held by their content from here on; what is here and what comes is compared byte for byte. */
async function bring(
  { world, source }: Beginning,
  sets: readonly OpenSet[],
  { of, files }: Chosen,
  copies: KeptCopies,
): Promise<void> {
  const missing: string[] = [];
  for (const file of await copies.missing(files)) {
    world.signal.throwIfAborted();
    const local = join(storeOf(world.storeDir, source.id, of), file.path);
    const isHere = lstatSync(local, { throwIfNoEntry: false })?.isFile() === true;
    const sources = [
      ...(isHere ? [(sink: Sink) => readLocal(local, sink)] : []),
      ...sets.map(
        ({ set, nameOf }) =>
          (sink: Sink) =>
            set.read(nameOf(`${of}/${file.path}`), sink),
      ),
    ];
    if (!(await firstThatIsIt(world, copies, file, sources))) missing.push(`${of}/${file.path}`);
  }
  if (missing.length > 0) throw notHere(source, missing, world.machine);
}

type Sink = (piece: Uint8Array) => void;

async function readLocal(path: string, sink: Sink): Promise<void> {
  for await (const piece of createReadStream(path)) sink(piece);
}

async function firstThatIsIt(
  world: Beginning['world'],
  copies: KeptCopies,
  file: KeptFile,
  sources: readonly ((sink: Sink) => Promise<void>)[],
): Promise<boolean> {
  for (const read of sources) {
    const isIt = await copies.takeIn(file, read).catch((error: unknown) => {
      world.signal.throwIfAborted();
      // More bytes than were sealed, or a store that does not have it: the next place may.
      if (error instanceof RangeError || error instanceof Problem) return false;
      throw error;
    });
    if (isIt) return true;
  }
  return false;
}

const refused = (code: string, what: string, next: string): Problem =>
  new Problem({ code, kind: 'refused', what: `${what} Nothing was rented.`, next });

const notSealed = ({ id }: Run): Problem =>
  refused(
    'from-not-sealed',
    `The job begins from ${id}, which is not sealed: nothing of it is proven.`,
    `Collect it first ("gpu-lease collect ${id}"), or name another run: "gpu-lease status --archived" lists them.`,
  );

const noSuchCell = (cell: string, { id }: Run, names: readonly string[]): Problem =>
  refused(
    'from-no-checkpoint',
    `The cell ${cell} begins from ${id}, which has no cell of that name and ${names.length} others: ${names.slice(0, 10).join(', ')}.`,
    'Give the cells the same names, or begin from a run of one cell.',
  );

const noCheckpoint = ({ id }: Run, of: string, rule: CheckpointRule, sealed: readonly string[]): Problem =>
  refused(
    'from-no-checkpoint',
    `${id} has no sealed and verified checkpoint that ${setWords(rule)} names. Sealed of ${of}: ${sealed.slice(0, 10).join(', ') || 'nothing that passed'}.`,
    'Name in `checkpoint.path` where the script looks, as that run saved it; or begin from another run.',
  );

const notLoaded = ({ id }: Run, path: string, why: string): Problem =>
  refused(
    'from-no-checkpoint',
    `The checkpoint of ${id} is no checkpoint of this job: ${path} ${why}.`,
    'Say under `checkpoint` what that run saved, and how its step is called; or begin from another run.',
  );

const notHere = ({ id, seal, stored }: Run, missing: readonly string[], machine: string): Problem =>
  refused(
    'from-not-here',
    `Of ${id} this machine (${machine}) and its stores do not have, as it was sealed: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ` and ${missing.length - 5} more` : ''}.`,
    `It lies in ${[seal?.place ?? 'an unknown place', ...stored.map(({ place }) => place)].join(', and in ')}. Run this command there, or set the keys of that store here.`,
  );
