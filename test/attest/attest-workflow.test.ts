import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { repositoryRoot } from '../scenarios/run-bundle.ts';

interface Job {
  permissions?: Record<string, string>;
  steps?: { id?: string; uses?: string; run?: string; if?: string; with?: Record<string, string> }[];
}

interface Workflow {
  jobs: Record<string, Job>;
}

const read = (path: string) => parse(readFileSync(join(repositoryRoot, path), 'utf8'));
const folder = '.github/workflows';

/** The workflows that a repository's files call. */
const called = readdirSync(join(repositoryRoot, folder)).filter((file) =>
  Object.hasOwn(read(`${folder}/${file}`).on ?? {}, 'workflow_call'),
);

describe('the workflow that signs', () => {
  const { attest } = (read(`${folder}/attest.yml`) as Workflow).jobs;

  it('is the only one of those that are called that may sign, and may nothing else but read', () => {
    const signing = called.filter((file) =>
      Object.values((read(`${folder}/${file}`) as Workflow).jobs).some(
        ({ permissions = {} }) => permissions['id-token'] || permissions['attestations'],
      ),
    );
    assert.deepEqual(signing, ['attest.yml']);
    assert.deepEqual(attest?.permissions, {
      contents: 'read',
      'id-token': 'write',
      attestations: 'write',
    });
  });

  it('checks out nothing, runs nothing of the repository, and signs only what the step that asks the record gave out', () => {
    const steps = attest?.steps ?? [];
    assert.ok(steps.every(({ uses = '' }) => !uses.startsWith('actions/checkout')));
    const signing = steps.filter(({ uses = '' }) => uses.startsWith('actions/attest@'));
    assert.equal(signing.length, 2);
    for (const { with: given = {}, if: when = '' } of signing) {
      assert.match(when, /^steps\.attest\.outputs\./);
      for (const value of Object.values(given))
        assert.match(value, /^\$\{\{ steps\.attest\.outputs\.[\w-]+ \}\}$/);
    }
  });

  it('hands over what the action of the command gives out, and that takes what the workflow gives it', () => {
    const action = read('actions/attest/action.yml');
    const steps = attest?.steps ?? [];
    const text = JSON.stringify(steps);
    for (const [, output = ''] of text.matchAll(/steps\.attest\.outputs\.([\w-]+)/g))
      assert.ok(Object.hasOwn(action.outputs, output), output);
    const own = steps.find(({ uses }) => uses === '$/actions/attest');
    for (const input of Object.keys(own?.with ?? {})) assert.ok(Object.hasOwn(action.inputs, input), input);
  });

  it('finds the statement under the name that the collecting step gave it', () => {
    const collect = read('actions/collect/action.yml');
    const names = collect.runs.steps.map((step: { with?: { name?: string } }) => step.with?.name ?? '');
    assert.ok(names.some((name: string) => name.startsWith('gpu-lease-statement-${{')));
    assert.equal(
      attest?.steps?.find(({ id }) => id === 'statement')?.with?.['name'],
      ['gpu-lease-statement-$', '{{ matrix.run }}'].join(''),
    );
  });
});
