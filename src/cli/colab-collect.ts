import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { outOfFolder } from '../colab/bring.ts';
import { type KeptSet, newestKept } from '../colab/kept-sets.ts';
import { type Begun, type DriveRecord, driveState, filesOf, namesIn } from '../colab/record.ts';
import { EXIT } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Face } from '../world.ts';
import { folderMissing, lacking, nothingThere, notWhole, recordUnread, whichRun } from './colab-problems.ts';
import { collectBrought, type LackingRow } from './collect-brought.ts';
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
  lacking: LackingRow[];
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
  const { run, attempt } = record;
  const job = await jobAtCommit(of.settings, record);
  const cells = record.cells.map(({ name, exitCode }) => ({ cell: name, exitCode }));
  const shared = { run, place: join(of.settings.storeDir, run), attempts: attempt, cells };
  const brought = await collectBrought({
    ...of,
    ...{ run, job, files: filesOf(record, job), sessions: attempt },
    copyOf: (cell, to) => outOfFolder(join(of.root, 'cells', cell, 'files'), to, of.signal),
  });
  if (brought.is === 'lacking') {
    const state = brought.lacks.every(({ mayCome }) => mayCome) ? 'not-synced' : 'differs';
    print(of, { ...shared, state, lacking: brought.rows });
    throw lacking(of.root, brought.lacks);
  }
  if (brought.is === 'not-sealable') {
    print(of, { ...shared, state: 'failed', lacking: brought.rows });
    throw notWhole(record, brought.obstacles);
  }
  print(of, { ...shared, state: 'sealed', ...brought.sealed });
  return EXIT.ok;
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
