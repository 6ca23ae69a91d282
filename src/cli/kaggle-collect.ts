import { join } from 'node:path';
import type { Job } from '../job/job.ts';
import { fetcherOf } from '../kaggle/fetcher.ts';
import { bringSets, type SavedSet } from '../kaggle/kept-output.ts';
import { filesOfRecord, type KernelRecord } from '../kaggle/record.ts';
import { type Ended, type Standing, standingOf } from '../kaggle/standing.ts';
import type { KaggleApi } from '../platforms/kaggle/api.ts';
import { EXIT } from '../problem.ts';
import { jsonLine } from '../report/visible-text.ts';
import type { Face } from '../world.ts';
import { collectBrought, type LackingRow } from './collect-brought.ts';
import { jobAtCommit } from './job-at-commit.ts';
import { lackingOutput, nothingMade, notSealable } from './kaggle-problems.ts';
import { kaggleRunOf, opened, runMeant } from './kaggle-run.ts';
import type { Settings } from './settings.ts';

export interface Collecting {
  settings: Settings;
  face: Face;
  api: KaggleApi;
  run: string;
  signal: AbortSignal;
}

/** What `--json` ends with, see docs/json.md. */
export interface Told {
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
  lacking: LackingRow[];
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
  if (standing.is === 'done' && standing.newest.record) {
    print(of, await collectDone(of, standing.newest, standing.newest.record));
    return EXIT.ok;
  }
  return collectSaved(of, standing);
}

/** As the commit has it that its session was pushed from. */
export const jobOf = (
  { settings, run }: Pick<Collecting, 'settings' | 'run'>,
  commit: string,
): Promise<Job> => jobAtCommit(settings, { commit, run }, kaggleRunOf);

type Outcome = Partial<Told> & Pick<Told, 'state'>;

/** Brings, loads and seals what a run that is done has made. @throws Problem where something of it is lacking, once `--json` has told of it */
export async function collectDone(
  of: Collecting,
  { session, output }: Ended,
  record: KernelRecord,
): Promise<Outcome> {
  const { api, run, settings, signal } = of;
  const job = await jobOf(of, record.commit);
  const cells = record.cells.map(({ name, exitCode }) => ({ cell: name, exitCode }));
  const shared = { place: join(settings.storeDir, run), sessions: record.session, cells };
  const fetchFile = fetcherOf(api, session, output);
  const brought = await collectBrought({
    ...of,
    ...{ job, files: filesOfRecord(record, job), sessions: record.session },
    copyOf:
      (cell) =>
      ({ path, bytes }, to) =>
        fetchFile(`gpu-lease/${run}/cells/${cell}/files/${path}`, { to, bytes, signal }),
  });
  if (brought.is === 'lacking') {
    const state = brought.lacks.every(({ mayCome }) => mayCome) ? 'not-here' : 'differs';
    print(of, { ...shared, state, lacking: brought.rows });
    throw lackingOutput(session.slug, brought.lacks);
  }
  if (brought.is === 'not-sealable') {
    print(of, { ...shared, state: 'failed', lacking: brought.rows });
    throw notSealable(run, brought.obstacles);
  }
  return { ...shared, state: 'sealed', ...brought.sealed };
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

function print({ settings, run }: Collecting, told: Outcome): void {
  if (settings.json) process.stdout.write(jsonLine({ run, ...UNTOLD, ...told }));
}
