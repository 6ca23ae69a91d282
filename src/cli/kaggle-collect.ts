import { join } from 'node:path';
import type { ManifestEntry } from '../box/box-plan.ts';
import { bringFiles, type Lack } from '../colab/bring.ts';
import { isSealedSo, sealBrought } from '../colab/seal-brought.ts';
import type { ManifestRow } from '../collect/manifest.ts';
import type { Sealing } from '../collect/seal.ts';
import { RunStore } from '../collect/store.ts';
import type { Job } from '../job/job.ts';
import { fetcherOf } from '../kaggle/fetcher.ts';
import { bringSets, type SavedSet } from '../kaggle/kept-output.ts';
import { filesOfRecord, type KernelRecord } from '../kaggle/record.ts';
import { type Ended, type Standing, standingOf } from '../kaggle/standing.ts';
import { opaqueWords } from '../lease/opaque-words.ts';
import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { EXIT } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Face } from '../world.ts';
import { jobAtCommit } from './job-at-commit.ts';
import { lackingOutput, nothingMade, notSealable } from './kaggle-problems.ts';
import { kaggleRunOf, opened, runMeant } from './kaggle-run.ts';
import type { Settings } from './settings.ts';

interface Collecting {
  settings: Settings;
  face: Face;
  api: KaggleApi;
  run: string;
  signal: AbortSignal;
}

/** What `--json` ends with, see docs/json.md. */
interface Told {
  run: string;
  state: 'sealed' | 'not-here' | 'differs' | 'failed' | 'going-on' | 'unfinished' | 'none';
  seal: string | null;
  verified: number | null;
  roster: number | null;
  level: string | null;
  place: string | null;
  sessions: number;
  cells: { cell: string; exitCode: number | null }[];
  kept: SavedSet[];
  lacking: { cell: string | null; path: string; what: string }[];
}

const UNTOLD = {
  ...{ seal: null, verified: null, roster: null, level: null, place: null },
  ...{ sessions: 0, cells: [], kept: [], lacking: [] },
};

/**
 * Brings what the sessions of a run made, every file held against the record that its session wrote, loads it and seals it. Of a run that
 * is not done it brings the newest checkpoints.
 */
export async function collectOutput(
  settings: Settings,
  named: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  const { face, api } = await opened(settings, signal);
  const run = await runMeant(settings, named, face);
  const of: Collecting = { settings, face, api, run, signal };
  const standing = await standingOf(api, run, signal);
  if (standing.is === 'none') {
    print(of, { state: 'none' });
    throw nothingMade(run);
  }
  if (standing.is === 'done' && standing.newest.record)
    return collectDone(of, standing.newest, standing.newest.record);
  return collectSaved(of, standing);
}

const jobOf = ({ settings, run }: Collecting, commit: string): Promise<Job> =>
  jobAtCommit(settings, { commit, run }, kaggleRunOf);

async function collectDone(of: Collecting, newest: Ended, record: KernelRecord): Promise<number> {
  const job = await jobOf(of, record.commit);
  const store = new RunStore(of.settings.storeDir, of.run);
  const files = filesOfRecord(record, job);
  const cells = record.cells.map(({ name, exitCode }) => ({ cell: name, exitCode }));
  const shared = { place: store.root, sessions: record.session, cells };
  if (await isSealedSo(store, files)) {
    of.face.line(`${of.run} is sealed here already, and every file is as it was: ${store.root}`);
    print(of, { ...shared, state: 'sealed', seal: store.readSeal()?.seal ?? null });
    return EXIT.ok;
  }
  store.requireUnsealed();
  const lacks = await bringAll(of, newest, { job, store, files });
  if (lacks.length > 0) {
    const state = lacks.every(({ mayCome }) => mayCome) ? 'not-here' : 'differs';
    print(of, { ...shared, state, lacking: lacks.map(({ cell, path, what }) => ({ cell, path, what })) });
    throw lackingOutput(newest.session.slug, lacks);
  }
  const sealing = await sealBrought({ job, store, files, attempts: record.session, signal: of.signal });
  if (!sealing.sealed) {
    const lacking = sealing.obstacles.map(({ cell, path, code, what }) => ({
      cell,
      path,
      what: `${code}: ${what}`,
    }));
    print(of, { ...shared, state: 'failed', lacking });
    throw notSealable(of.run, sealing.obstacles);
  }
  sayWhole(of, store, sealing);
  const { seal, verified, roster, level } = sealing;
  print(of, { ...shared, state: 'sealed', seal, verified, roster, level });
  return EXIT.ok;
}

async function bringAll(
  { api, run, face, signal }: Collecting,
  { session, output }: Ended,
  { job, store, files }: { job: Job; store: RunStore; files: readonly ManifestRow[] },
): Promise<Lack[]> {
  const lacks: Lack[] = [];
  const growing = join(store.root, '+incoming');
  const fetchFile = fetcherOf(api, session, output);
  let done = 0;
  const onFile = (note: string): void => {
    done += 1;
    face.progress('bring', { label: 'bring', done, total: files.length, unit: 'files', note });
  };
  for (const { name } of job.cells) {
    const own = files.filter(({ cell }) => cell === name);
    const copy = ({ path, bytes }: ManifestEntry, to: string) =>
      fetchFile(`gpu-lease/${run}/cells/${name}/files/${path}`, { to, bytes, signal });
    lacks.push(
      ...(await bringFiles(own, { cell: name, copy, to: store.cellDir(name), growing, signal, onFile })),
    );
  }
  face.settle('bring');
  return lacks;
}

function sayWhole(
  { face }: Collecting,
  { root }: RunStore,
  { seal, verified, level, opaque }: Extract<Sealing, { sealed: true }>,
): void {
  const words = `${verified} files verified at ${level}${opaqueWords(opaque)}`;
  face.line(`sealed ${seal.slice(0, 8)}: ${words}; they are in ${root}`);
}

/** A run that is not done: the newest checkpoint of each cell, loaded, from the session that the next one would go on from. */
async function collectSaved(of: Collecting, standing: Exclude<Standing, { is: 'none' }>): Promise<number> {
  const { face, run } = of;
  const sessions = standing.sessions.length;
  if (standing.is === 'going-on') {
    face.line(
      `session ${standing.session.number} of ${run} is ${standing.word.native}: Kaggle gives its output when it is over`,
    );
    print(of, { state: 'going-on', sessions });
    return EXIT.inconclusive;
  }
  const { newest, from, why } = standing;
  face.warn(`session ${newest.session.number} of ${run}: ${why}`);
  const job = await jobOf(of, newest.session.header.commit);
  const kept = from ? await bringSets(of, from, { job, to: join(of.settings.storeDir, run, '+kaggle') }) : [];
  for (const { cell, id, step, place, passed } of kept) {
    for (const each of passed) face.warn(`${cell}: ${each}`);
    face.line(
      id === null
        ? `${cell}: no checkpoint is whole`
        : `${cell}: ${id}${step === null ? '' : `, step ${step}`}, is whole here: ${place}`,
    );
  }
  if (kept.length === 0) face.line('no session has left a checkpoint');
  face.line(
    `next: "gpu-lease kaggle push${standing.is === 'unfinished' ? '' : ' --again'}", which goes on from there`,
  );
  const cells = newest.record?.cells.map(({ name, exitCode }) => ({ cell: name, exitCode })) ?? [];
  print(of, { state: standing.is === 'failed' ? 'failed' : 'unfinished', sessions, cells, kept });
  return standing.is === 'failed' ? EXIT.failed : EXIT.inconclusive;
}

function print({ settings, run }: Collecting, told: Partial<Told> & Pick<Told, 'state'>): void {
  if (settings.json) process.stdout.write(jsonLine({ run, ...UNTOLD, ...told }));
}
