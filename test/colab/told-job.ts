import { type NotebookJob, notebookJob } from '../../src/colab/notebook-job.ts';
import type { Job } from '../../src/job/job.ts';
import { parseJob } from '../../src/job/load.ts';

/** @param rule of its checkpoints, as YAML */
export const jobWith = (rule: string): Job =>
  parseJob(
    `name: x\nrun: "true"\nsmoke: none\ncandidates: [local]\ncheckpoint: ${rule}\nartifacts: [{path: "**/*.pt", role: checkpoint, keep: last}]\n`,
    'gpu-lease.yml',
    { platforms: new Set(['local']) },
  ).job;

/** What its notebook is told of it. */
export const toldOf = (job: Job): NotebookJob =>
  notebookJob(
    {
      job,
      code: { commit: '0'.repeat(40), hash: '', dirty: false, files: [], tar: new Uint8Array() },
      requirements: undefined,
      configHash: '0'.repeat(64),
    },
    'https://example.org/x.git',
  );
