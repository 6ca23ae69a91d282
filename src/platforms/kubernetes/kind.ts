import type { z } from 'zod';
import { type Job, job, jobSet, jobSets, jobs } from './objects.ts';
import { JOBSET_API, jobPath, jobSetPath, jobSetsPath, jobsPath } from './paths.ts';

/** What a lease is there: a Job, or for several nodes a JobSet, which is read as if it were one. */
export interface Kind {
  /** The last part of a lease's id; a Job's has none. */
  readonly mark: '' | '/jobset';
  readonly word: 'Job' | 'JobSet';
  readonly apiVersion: string;
  path(namespace: string, name: string): string;
  listPath(namespace: string): string;
  readonly one: z.ZodType<Job>;
  readonly list: z.ZodType<{ metadata?: { continue?: string | undefined } | undefined; items: Job[] }>;
  /** The label of its pods with its uid, which they keep also where it was deleted without them. */
  readonly uidOn: string;
}

export const JOB: Kind = {
  mark: '',
  word: 'Job',
  apiVersion: 'batch/v1',
  path: jobPath,
  listPath: jobsPath,
  one: job,
  list: jobs,
  uidOn: 'batch.kubernetes.io/controller-uid',
};

export const JOBSET: Kind = {
  mark: '/jobset',
  word: 'JobSet',
  apiVersion: JOBSET_API,
  path: jobSetPath,
  listPath: jobSetsPath,
  one: jobSet,
  list: jobSets,
  uidOn: 'jobset.sigs.k8s.io/jobset-uid',
};
