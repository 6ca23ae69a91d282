import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { installation } from '../installation.ts';
import { clientEnvironment } from '../requirement.ts';
import { type Outcome, type Place, placeFor } from '../scenarios/run-bundle.ts';
import { type JobFile, placeTinyJob } from '../scenarios/tiny-job.ts';

const RUNNER = join(import.meta.dirname, 'run-notebook.py');

/** What a person would change for a training of seconds. */
const QUICK = ['BEAT_SECONDS=0.1', 'STILL_SECONDS=2', 'DRIVE_LAG_SECONDS=3'];

/** A place with a job that is pushed, and a folder that stands in for Drive. */
export interface ColabPlace {
  place: Place;
  drive: string;
  work: string;
}

export const colabPlace = (t: TestContext, change?: (job: JobFile) => void): ColabPlace =>
  withTinyJob(placeFor(t), change);

/** The tiny trainer with its job, slower than a notebook saves. */
export function withTinyJob(place: Place, change: (job: JobFile) => void = () => {}): ColabPlace {
  const build =
    "from setuptools import setup\nsetup(name='needed', version='1', py_modules=['needed_by_the_job'])\n";
  mkdirSync(join(place.repository, 'needed'));
  writeFileSync(join(place.repository, 'needed', 'setup.py'), build);
  writeFileSync(join(place.repository, 'needed', 'needed_by_the_job.py'), '');
  writeFileSync(join(place.repository, 'requirements.txt'), './needed\n');
  placeTinyJob(place, (job) => {
    job['vars'] = { TINY_STEPS: 100, TINY_STEP_MS: 30, TINY_CKPT_EVERY: 10 };
    change(job);
  });
  return pushed(place);
}

/** Pushes what is committed to a repository beside it. */
export function pushed(place: Place): ColabPlace {
  const origin = join(place.dir, 'origin.git');
  place.git('init', '--quiet', '--bare', origin);
  place.git('remote', 'add', 'origin', origin);
  place.git('push', '--quiet', 'origin', 'HEAD:refs/heads/main');
  place.git('fetch', '--quiet', 'origin');
  const [drive, work] = ['drive', 'work'].map((name) => join(place.dir, name));
  for (const dir of [drive, work]) mkdirSync(dir ?? '');
  return { place, drive: drive ?? '', work: work ?? '' };
}

export const gpuLease = ({ place }: Pick<ColabPlace, 'place'>, ...args: string[]): Promise<Outcome> =>
  place.run(args, { from: installation() });

export interface NotebookRun {
  child: ChildProcess;
  /** What it printed so far. */
  said(): string;
  ended: Promise<{ exitCode: number | null; said: string }>;
  /** Waits until it has printed that; rejects when it ends before. */
  says(text: RegExp): Promise<void>;
}

/**
 * @param how `kernel`: by the kernel of Jupyter; `stubborn`: the cells after one that failed, too
 * @param more further environment, such as where a module of Google lies
 * @param bin directory of programs that stand before all others
 */
export function startNotebook(
  { place, drive, work }: ColabPlace,
  notebook: string,
  {
    how = 'plain',
    changes = [],
    more = {},
    bin,
  }: {
    how?: 'plain' | 'stubborn' | 'kernel';
    changes?: string[];
    more?: NodeJS.ProcessEnv;
    bin?: string;
  } = {},
): NotebookRun {
  const ipykernel = clientEnvironment('ipykernel')['PYTHONPATH'] ?? '';
  const jupyter = {
    PYTHONPATH: [clientEnvironment('nbclient')['PYTHONPATH'], ipykernel].join(delimiter),
    JUPYTER_PATH: join(ipykernel, 'share', 'jupyter'),
  };
  const child = spawn('python3', [RUNNER, notebook, how, ...QUICK, ...changes], {
    cwd: place.dir,
    env: {
      ...place.env,
      ...(how === 'kernel' && jupyter),
      ...(bin && { PATH: `${bin}${delimiter}${place.env['PATH']}` }),
      GPU_LEASE_DRIVE: drive,
      GPU_LEASE_WORK: work,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = new Promise<{ exitCode: number | null; said: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, said }));
  });
  const says = async (text: RegExp): Promise<void> => {
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!text.test(said)) {
      if (isOver) throw new Error(`ended without saying ${text}:\n${said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, said: () => said, ended, says };
}

/** Of the run in a folder of Drive: the folder, and what is saved of a cell, the newest first. */
export function savedIn(drive: string, cell = 'main'): { root: string; sets: string[] } {
  const [run = ''] = readdirSync(drive);
  const root = join(drive, run);
  const place = join(root, 'sets', cell);
  const ids = existsSync(place) ? readdirSync(place) : [];
  const whole = ids.filter((id) => existsSync(join(place, id, 'manifest')));
  return {
    root,
    sets: whole
      .sort()
      .reverse()
      .map((id) => join(place, id)),
  };
}

/** Waits until a notebook that runs has saved so many checkpoints that are whole. */
export async function untilSaved(run: NotebookRun, drive: string, count: number): Promise<void> {
  let isOver = false;
  void run.ended.then(() => {
    isOver = true;
  });
  while (savedIn(drive).sets.length < count) {
    if (isOver) throw new Error(`ended before it saved ${count}:\n${run.said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The machine is gone: every process that was started there, at once. */
export async function powerCut({ place }: ColabPlace, run: NotebookRun): Promise<void> {
  for (const { pid } of place.processes()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
  await run.ended;
}

/** Step that the trainer went on from; 0 where it did not. */
export const resumedAt = (said: string): number => Number(/resumed at step (\d+)/.exec(said)?.[1] ?? 0);
