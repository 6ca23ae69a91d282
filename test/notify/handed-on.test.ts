import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { REGISTRY_SECRETS, USUAL_SECRETS } from '../../src/job/secret-names.ts';
import { repositoryRoot } from '../scenarios/run-bundle.ts';

interface Workflow {
  on: { workflow_call?: { secrets?: Record<string, unknown> } };
  jobs: Record<string, { env?: Record<string, string>; secrets?: Record<string, string> }>;
}

const NAMES = Object.values(USUAL_SECRETS);
const dir = join(repositoryRoot, '.github', 'workflows');

/** Jobs that look, or call a workflow that does: they hold what opens an attached box. */
const looks = (held: Record<string, string>): boolean => 'GPU_LEASE_KNOWN_HOSTS' in held;

describe('the login of a registry', () => {
  it('is declared by every workflow that a set of files calls, and handed to those that rent', () => {
    const handed = ['train', 'sweep', 'tick', 'release'].map((name) => {
      const { on, jobs } = parse(readFileSync(join(dir, `${name}.yml`), 'utf8')) as Workflow;
      for (const each of REGISTRY_SECRETS)
        assert.ok(each in (on.workflow_call?.secrets ?? {}), `${name}: ${each}`);
      const holds = ({ env = {}, secrets = {} }: Workflow['jobs'][string], each: string) =>
        ({ ...env, ...secrets })[each] === `\${{ secrets.${each} }}`;
      return Object.values(jobs).filter((job) => REGISTRY_SECRETS.every((each) => holds(job, each))).length;
    });
    assert.deepEqual(handed, [2, 1, 2, 0]);
  });
});

describe('the secrets by which somebody is told', () => {
  const workflows = readdirSync(dir)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => ({ name, workflow: parse(readFileSync(join(dir, name), 'utf8')) as Workflow }));

  it('are in every job that looks, and in no other', () => {
    let looking = 0;
    for (const { name, workflow } of workflows)
      for (const [id, { env = {}, secrets = {} }] of Object.entries(workflow.jobs)) {
        const held = { ...env, ...secrets };
        const there = NAMES.filter((each) => held[each] === `\${{ secrets.${each} }}`);
        assert.deepEqual(there, looks(held) ? NAMES : [], `${name}: ${id}`);
        looking += looks(held) ? 1 : 0;
      }
    assert.ok(looking >= 6, String(looking));
  });

  it('are asked for by each of these workflows, and none is needed', () => {
    for (const { name, workflow } of workflows) {
      if (!Object.values(workflow.jobs).some(({ env = {} }) => looks(env))) continue;
      const declared = (workflow.on.workflow_call?.secrets ?? {}) as Record<string, { required?: boolean }>;
      for (const each of NAMES) assert.equal(declared[each]?.required, false, `${name}: ${each}`);
    }
  });
});
