import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { repositoryRoot } from '../github/action-file.ts';
import { filledIn } from './expressions.ts';

interface Job {
  needs?: string | string[];
  concurrency?: { group: string };
  strategy?: { matrix: Record<string, unknown> };
}

const FOLDER = join(repositoryRoot, '.github', 'workflows');

/**
 * One for the whole repository: each look of a tick is at everything that is open, whoever's job it is; and the weekly quota of Kaggle is
 * one for all jobs of an account, whose pushes wait for each other (`queue: max`).
 */
const ONE_FOR_ALL = ['gpu-lease-tick', 'gpu-lease-kaggle'];

/** Groups of the jobs of a called workflow, as they come out where a matrix calls it for that job file. */
function groupsFor(file: string, job: string): string[] {
  const { on, jobs } = parse(readFileSync(join(FOLDER, file), 'utf8'));
  const declared = on?.workflow_call?.inputs as Record<string, unknown> | undefined;
  if (!declared || !('job' in declared)) return [];
  const name = job.replace('.yml', '');
  const opened = { outputs: { run: `${name}-7` } };
  const contexts = {
    github: { ref: 'refs/pull/3/merge', run_id: '7', event: {} },
    inputs: { ...Object.fromEntries(Object.keys(declared).map((each) => [each, ''])), job },
    needs: { open: opened, tick: opened },
    matrix: { run: `${name}-7` },
  };
  return Object.values(jobs as Record<string, Job>).flatMap(({ concurrency }) =>
    concurrency ? [filledIn(concurrency.group, contexts)] : [],
  );
}

describe('a matrix that calls a workflow for two job files', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yml'));

  for (const file of files.filter((name) => groupsFor(name, 'a.yml').length > 0))
    it(`has no queue of ${file} in which the one would cancel or replace the other [GH-04]`, () => {
      const other = groupsFor(file, 'b.yml');
      const shared = groupsFor(file, 'a.yml').filter((group) => other.includes(group));
      assert.deepEqual(
        shared.filter((group) => !ONE_FOR_ALL.includes(group)),
        [],
      );
    });
});
