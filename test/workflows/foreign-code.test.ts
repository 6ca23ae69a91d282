// Over ten seconds: foreign code in a workflow is run by nektos/act, job by job.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { callerFiles } from '../../src/github/caller-files.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { documented } from './documented.ts';

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, unknown>;
}

interface Job {
  uses?: string;
  with?: Record<string, unknown>;
  secrets?: unknown;
  environment?: unknown;
  permissions?: Record<string, string> | string;
  env?: Record<string, unknown>;
  outputs?: Record<string, string>;
  steps?: Step[];
}

interface Workflow {
  env?: Record<string, unknown>;
  permissions?: unknown;
  jobs: Record<string, Job>;
}

interface Found {
  where: string;
  workflow: Workflow;
}

/**
 * Whatever runs the training script runs it as the user who runs our own process, who on a hosted runner may become root. So this
 * rule is about whole jobs and not about variables: a job in which that happens is given nothing. The `train` jobs run it on a box;
 * a loopback box is refused beside secrets (test/cli/beside-secrets.test.ts).
 */
const ACTION = /\/actions\/smoke(?:@|$)/;
const ROOT = /^[^/]+\/gpu-lease@/;
/** A script that calls the program, or the trainer itself. */
const SCRIPT = /\bgpu-lease\s+(?:smoke|run|sweep|demo)\b|\b(?:python3?|node|torchrun|accelerate)\s+\S*train/;

const runsForeignCode = ({ uses = '', run = '', with: given = {} }: Step): boolean =>
  ACTION.test(uses) || (ROOT.test(uses) && given['stage'] === 'smoke') || SCRIPT.test(run);

function yamlIn(dir: string): Found[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ya?ml$/.test(path))
    .map((path) => join(dir, path))
    .flatMap((path) =>
      parseAllDocuments(readFileSync(path, 'utf8')).map((document) => ({
        where: relative(repositoryRoot, path),
        workflow: document.toJS(),
      })),
    );
}

const all: Found[] = [
  ...yamlIn(join(repositoryRoot, '.github', 'workflows')),
  ...yamlIn(join(repositoryRoot, 'examples')),
  ...callerFiles({
    suite: 'gpu-lease/gpu-lease',
    commit: '0'.repeat(40),
    keys: ['RUNPOD_API_KEY'],
    label: 'gpu',
    kaggle: 'beside',
  }).map(({ path, text: written }) => ({ where: `init --github: ${path}`, workflow: parse(written) })),
  ...documented('gpu-lease/gpu-lease', '0'.repeat(40)).map(({ where, value }) => ({
    where,
    workflow: value,
  })),
].filter(({ workflow }) => workflow !== null && typeof workflow === 'object' && 'jobs' in workflow);

const foreign = all.flatMap(({ where, workflow }) =>
  Object.entries(workflow.jobs)
    .filter(([, job]) => job.steps?.some(runsForeignCode))
    .map(([id, job]) => ({ where: `${where}: ${id}`, id, job, workflow })),
);

const text = (value: unknown): string => JSON.stringify(value ?? null);

/** What may be taken from such a job, each for one input. */
const TAKEN = ['evidence', 'reason'];

describe('a job that runs the code of a change [security 2]', () => {
  it('is found where there is one', () => {
    const files = foreign.map(({ where }) => where);
    for (const each of [
      'smoke.yml: smoke',
      'pull-request.yml: smoke',
      'train.yml: smoke',
      'sweep.yml: smoke',
    ])
      assert.ok(files.includes(`.github/workflows/${each}`), each);
    assert.ok(files.some((where) => where.startsWith('docs/actions.md')));
    assert.ok(files.some((where) => where.startsWith('docs/actions/smoke.md')));
    assert.ok(all.length >= 20, `${all.length} workflows`);
  });

  for (const { where, job, workflow } of foreign) {
    it(`${where}: may read and nothing else, has no environment, no secret and no token`, () => {
      assert.deepEqual(job.permissions, { contents: 'read' });
      assert.deepEqual(workflow.permissions, {});
      assert.equal(job.environment, undefined);
      assert.doesNotMatch(text(workflow.env), /secrets\.|token/i);
      assert.doesNotMatch(text(job), /secrets\.|github\.token|toJSON\(/i);
      for (const { uses = '', with: given = {} } of job.steps ?? [])
        if (uses.startsWith('actions/checkout@')) assert.equal(given['persist-credentials'], false);
    });
  }

  for (const { where, id, job, workflow } of foreign) {
    it(`${where}: tells others its result, its evidence and why it failed, and no run id`, () => {
      const named = Object.keys(job.outputs ?? {});
      assert.ok(
        named.every((name) => TAKEN.includes(name)),
        named.join(),
      );
      const used = [
        ...text(workflow.jobs).matchAll(new RegExp(`needs\\.${id}\\.(\\w+)(?:\\.([\\w-]+))?`, 'g')),
      ];
      for (const [whole, what, name] of used)
        assert.ok(what === 'result' || (what === 'outputs' && TAKEN.includes(name ?? '')), whole);
    });

    it(`${where}: its evidence goes into the input of that name and nowhere else`, () => {
      const expression = `\${{ needs.${id}.outputs.evidence }}`;
      const holders = Object.values(workflow.jobs).flatMap((other) => [
        ...(other.steps ?? []).map((step) => ({ uses: step.uses ?? '', given: step.with ?? {} })),
      ]);
      const uses = text(workflow.jobs).split(`needs.${id}.outputs.evidence`).length - 1;
      const taken = holders.filter(
        ({ uses: action, given }) =>
          given['evidence'] === expression &&
          (/\/actions\/(?:open|launch|sweep)(?:@|$)/.test(action) ||
            (ROOT.test(action) && /^(?:open|launch)$/.test(String(given['stage'])))),
      );
      assert.equal(taken.length, uses, 'every use is such an input');
    });

    it(`${where}: why it failed goes into the comment and nowhere else`, () => {
      const steps = Object.values(workflow.jobs).flatMap((other) => other.steps ?? []);
      const shown = steps.filter(
        (step) =>
          step.with?.['reason'] === `\${{ needs.${id}.outputs.reason }}` &&
          /\/actions\/comment(?:@|$)/.test(step.uses ?? ''),
      );
      assert.equal(shown.length, text(workflow.jobs).split(`needs.${id}.outputs.reason`).length - 1);
    });
  }

  it('of a workflow that is called is passed no secret by its caller', () => {
    for (const { where, workflow } of all)
      for (const [id, { uses = '', secrets }] of Object.entries(workflow.jobs))
        if (/\/(?:smoke|pull-request)\.yml(?:@|$)/.test(uses))
          assert.doesNotMatch(text(secrets), /GPU_LEASE_SECRET|API_KEY|inherit/, `${where}: ${id}`);
  });

  it('would be found out with any of that', () => {
    const steps = [{ uses: 'o/gpu-lease/actions/smoke@x' }];
    assert.ok(runsForeignCode(steps[0] ?? {}));
    assert.ok(runsForeignCode({ uses: 'o/gpu-lease@x', with: { stage: 'smoke' } }));
    assert.ok(!runsForeignCode({ uses: 'o/gpu-lease@x', with: { stage: 'launch' } }));
    assert.ok(runsForeignCode({ run: 'gpu-lease run --bound 2h' }));
    assert.ok(!runsForeignCode({ run: 'gpu-lease status' }));
  });
});
