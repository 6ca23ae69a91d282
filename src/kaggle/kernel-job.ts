import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { digestOf } from '../canonical.ts';
import { type Bound, type NotebookJob, notebookJob } from '../colab/notebook-job.ts';
import type { KaggleRequest } from '../job/job.ts';
import { ASKED_NOTHING_OF_KAGGLE } from '../job/kaggle-schema.ts';

/** What the script of one session is told of its job. */
export interface KernelJob extends Omit<NotebookJob, 'remote' | 'folder'> {
  session: { number: number; seconds: number; stop: number };
  /** The output of an earlier session is among its inputs, and it must not begin without that. */
  goes_on: boolean;
  start_over: boolean;
  /** SHA-256 of the tar stream of the code. */
  archive: string;
}

/** The first candidate of the job that is Kaggle; what is not said there has its default. */
export const requestOf = ({ candidates }: Bound['job']): KaggleRequest =>
  candidates.find(({ platform }) => platform === 'kaggle')?.kaggle ?? ASKED_NOTHING_OF_KAGGLE;

/**
 * Sessions with the same configuration and the same inputs are one run. Its name leads those of its kernels, and Kaggle takes at most 50
 * characters of a title: so a long name of a job is cut.
 */
export function kaggleRunId(job: string, configHash: string, request: KaggleRequest): string {
  const { datasets, competitions, models } = request;
  const inputs = { datasets: sorted(datasets), competitions: sorted(competitions), models: sorted(models) };
  const digest = digestOf({ configHash, inputs });
  return `${startOfName(job)}${digest.slice(0, 12)}`;
}

/**
 * How the names of all runs of a job begin; of two jobs whose long names begin alike, too. Kaggle makes one dash of several, and a name that
 * it changes is never found again.
 */
export const startOfName = (job: string): string =>
  `${job.slice(0, 20).replace(/-+/g, '-').replace(/-$/, '')}-kaggle-`;

const sorted = (names: readonly string[]): string[] => [...names].sort();

export const slugOf = (run: string, session: number): string => `${run}-${session}`;

export interface SessionOf {
  number: number;
  seconds: number;
  stopSeconds: number;
  goesOn: boolean;
  startOver: boolean;
}

export function kernelJob(bound: Bound, session: SessionOf): KernelJob {
  const { remote: _remote, folder: _folder, ...job } = notebookJob(bound, '');
  return {
    ...job,
    run: kaggleRunId(bound.job.name, bound.configHash, requestOf(bound.job)),
    session: { number: session.number, seconds: session.seconds, stop: session.stopSeconds },
    goes_on: session.goesOn,
    start_over: session.startOver,
    archive: createHash('sha256').update(bound.code.tar).digest('hex'),
  };
}

/** Base64 in lines; the same for the same code. */
export const packedCode = ({ code }: Bound): string =>
  gzipSync(code.tar, { level: 9 })
    .toString('base64')
    .replace(/.{1,120}/g, '$&\n')
    .trimEnd();
