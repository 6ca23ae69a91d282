import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bringFiles, type Lack, outOfFolder } from '../colab/bring.ts';
import { type KeptSet, newestKept } from '../colab/kept-sets.ts';
import { type Begun, type DriveRecord, driveState, filesOf, namesIn } from '../colab/record.ts';
import { isSealedSo, sealBrought } from '../colab/seal-brought.ts';
import type { ManifestRow } from '../collect/manifest.ts';
import type { Sealing } from '../collect/seal.ts';
import { RunStore } from '../collect/store.ts';
import type { Job } from '../job/job.ts';
import { opaqueWords } from '../lease/opaque-words.ts';
import { EXIT } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Face } from '../world.ts';
import { folderMissing, lacking, nothingThere, notWhole, recordUnread, whichRun } from './colab-problems.ts';
import { jobAtCommit } from './job-at-commit.ts';
import { faceOf, type Settings } from './settings.ts';

interface Collecting {
  settings: Settings;
  face: Face;
  signal: AbortSignal;
  /** The run's folder on Drive, as it is here. */
  root: string;
}

/** What `--json` ends with, see docs/json.md. */
interface Told {
  run: string | null;
  state: 'sealed' | 'not-synced' | 'differs' | 'failed' | 'going-on';
  seal: string | null;
  verified: number | null;
  roster: number | null;
  level: string | null;
  place: string | null;
  attempts: number | null;
  cells: { cell: string; exitCode: number | null }[];
  kept: KeptSet[];
  lacking: { cell: string | null; path: string; what: string }[];
}

const NOTHING = { run: null, seal: null, verified: null, roster: null, level: null, place: null };
const UNTOLD: Omit<Told, 'state'> = { ...NOTHING, attempts: null, cells: [], kept: [], lacking: [] };

/** Brings what a notebook made from a folder that Drive keeps in step, loads it and seals it; or says what is not there. */
export async function collectFolder(
  settings: Settings,
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const root = runFolder(resolve(settings.cwd, folder));
  const of: Collecting = { settings, face: await faceOf(settings), signal, root };
  const state = driveState(root);
  if (state.is === 'done') return collectRecord(of, state.record);
  if (state.is === 'begun') return goesOn(of, state);
  const what = state.is === 'unread' ? 'cannot be read' : 'is not there';
  print(of, { state: 'not-synced', lacking: [{ cell: null, path: 'run.json', what }] });
  throw state.is === 'unread' ? recordUnread(root) : nothingThere(root);
}

/** The folder that was named, or the one run in it. */
function runFolder(folder: string): string {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw folderMissing(folder);
  if (driveState(folder).is !== 'nothing') return folder;
  const runs = namesIn(folder).filter((name) => driveState(join(folder, name)).is !== 'nothing');
  const [run, other] = runs;
  if (run === undefined) return folder;
  if (other !== undefined) throw whichRun(folder, runs);
  return join(folder, run);
}

async function collectRecord(of: Collecting, record: DriveRecord): Promise<number> {
  const job = await jobAtCommit(of.settings, record);
  const store = new RunStore(of.settings.storeDir, record.run);
  const files = filesOf(record, job);
  const cells = record.cells.map(({ name, exitCode }) => ({ cell: name, exitCode }));
  const shared = { run: record.run, place: store.root, attempts: record.attempt, cells };
  if (await isSealedSo(store, files)) {
    of.face.line(`${record.run} is sealed here already, and every file is as it was: ${store.root}`);
    print(of, { ...shared, state: 'sealed', seal: store.readSeal()?.seal ?? null });
    return EXIT.ok;
  }
  store.requireUnsealed();
  const lacks = await bringAll(of, { job, store, files });
  if (lacks.length > 0) {
    const state = lacks.every(({ mayCome }) => mayCome) ? 'not-synced' : 'differs';
    print(of, { ...shared, state, lacking: lacks.map(({ cell, path, what }) => ({ cell, path, what })) });
    throw lacking(of.root, lacks);
  }
  const sealing = await sealBrought({ job, store, files, attempts: record.attempt, signal: of.signal });
  if (!sealing.sealed) {
    const list = sealing.obstacles.map(({ cell, path, code, what }) => ({
      cell,
      path,
      what: `${code}: ${what}`,
    }));
    print(of, { ...shared, state: 'failed', lacking: list });
    throw notWhole(record, sealing.obstacles);
  }
  sayWhole(of, store, sealing);
  const { seal, verified, roster, level } = sealing;
  print(of, { ...shared, state: 'sealed', seal, verified, roster, level });
  return EXIT.ok;
}

async function bringAll(
  { face, root, signal }: Collecting,
  { job, store, files }: { job: Job; store: RunStore; files: readonly ManifestRow[] },
): Promise<Lack[]> {
  const lacks: Lack[] = [];
  let done = 0;
  const onFile = (note: string): void => {
    done += 1;
    face.progress('bring', { label: 'bring', done, total: files.length, unit: 'files', note });
  };
  const growing = join(store.root, '+incoming');
  for (const { name } of job.cells) {
    const own = files.filter(({ cell }) => cell === name);
    const to = store.cellDir(name);
    const copy = outOfFolder(join(root, 'cells', name, 'files'), to, signal);
    lacks.push(...(await bringFiles(own, { cell: name, copy, to, growing, signal, onFile })));
  }
  face.settle('bring');
  return lacks;
}

function sayWhole(
  { face }: Collecting,
  { root }: RunStore,
  sealing: Extract<Sealing, { sealed: true }>,
): void {
  const { seal, verified, level, opaque } = sealing;
  const words = `${verified} files verified at ${level}${opaqueWords(opaque)}`;
  face.line(`sealed ${seal.slice(0, 8)}: ${words}; they are in ${root}`);
}

/** A run that has not ended, or of which Drive has not brought the end: what a next session would go on from. */
async function goesOn(of: Collecting, { attempt, run, commit }: Begun): Promise<number> {
  const { face, root, settings, signal } = of;
  face.line(
    `session ${attempt} of ${run} began, and its end is not here: it works, was taken away, or Drive has not brought it yet`,
  );
  const job = await jobAtCommit(settings, { commit, run });
  const kept: KeptSet[] = [];
  for (const { name } of job.cells) kept.push(await newestKept(root, job, name, signal));
  for (const { cell, id, step, passed } of kept) {
    for (const each of passed) face.warn(`${cell}: ${each}`);
    const from = id === null ? 'no checkpoint is whole here' : `a next session goes on from ${id}`;
    face.line(`${cell}: ${from}${step === null ? '' : `, step ${step}`}`);
  }
  face.line('next: run all cells of the notebook again; collect once its last one says that Drive has all');
  print(of, { run, state: 'going-on', attempts: attempt, kept });
  return EXIT.inconclusive;
}

function print({ settings }: Collecting, told: Partial<Told> & Pick<Told, 'state'>): void {
  if (settings.json) process.stdout.write(jsonLine({ ...UNTOLD, ...told }));
}
