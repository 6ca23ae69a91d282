import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { ACTION_FILES, repositoryRoot } from './action-file.ts';

const dir = join(repositoryRoot, '.github', 'workflows');
const files = readdirSync(dir).filter((name) => name.endsWith('.yml'));

interface Job {
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  concurrency?: { group: string; queue?: string; 'cancel-in-progress'?: boolean };
  /** Instead of steps: another workflow of this repository. */
  uses?: string;
  steps: { 'timeout-minutes'?: number; uses?: string; run?: string; with?: Record<string, unknown> }[];
}

for (const file of files) {
  describe(`.github/workflows/${file}`, () => {
    const text = readFileSync(join(dir, file), 'utf8');
    const { permissions, jobs: all } = parse(text) as { permissions: unknown; jobs: Record<string, Job> };
    const jobs = Object.fromEntries(Object.entries(all).filter(([, job]) => job.uses === undefined));
    const calls = Object.values(all).filter((job) => job.uses !== undefined);
    const steps = Object.values(jobs).flatMap((job) => job.steps);

    it('grants nothing at the top and only what each job names', () => {
      assert.deepEqual(permissions, {});
      for (const job of Object.values(all)) {
        assert.ok(job.permissions);
      }
    });

    it('bounds every job, and every step that others call', () => {
      for (const job of Object.values(jobs)) assert.ok(job['timeout-minutes']);
      if (!text.includes('workflow_call')) return;
      for (const step of steps) assert.ok(step['timeout-minutes'], JSON.stringify(step));
    });

    it('keeps all that wait where something is rented, looked at or given back, and cancels none of it [GH-04]', () => {
      for (const [id, job] of Object.entries(jobs)) {
        const spends = job.steps.some(({ uses }) =>
          /^\$\/actions\/(launch|watch|collect|release)$/.test(uses ?? ''),
        );
        if (!spends) continue;
        assert.match(String(job.concurrency?.group), /^gpu-lease-/, id);
        assert.deepEqual(
          [job.concurrency?.queue, job.concurrency?.['cancel-in-progress']],
          ['max', false],
          id,
        );
      }
    });

    it('pins every action to a commit and says which version that is', () => {
      const uses = text.match(/\buses: .*/g) ?? [];
      assert.equal(uses.length, steps.filter((step) => step.uses).length + calls.length);
      // `$/` is this repository at the commit that the workflow itself is taken from.
      for (const line of uses)
        assert.match(
          line,
          /^uses: (\$\/actions\/[a-z]+|\$\/\.github\/workflows\/[a-z]+\.yml|[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/,
        );
    });

    it('leaves no token behind a checkout and no expression in a script', () => {
      for (const step of steps) {
        if (step.uses?.startsWith('actions/checkout@'))
          assert.equal(step.with?.['persist-credentials'], false);
        assert.equal(step.run?.includes('$' + '{{') ?? false, false);
      }
    });
  });
}

describe('the workflows in the documents', () => {
  const pages = readdirSync(join(repositoryRoot, 'docs', 'actions')).map((name) => `actions/${name}`);
  const blocks = ['quickstart.md', 'recipes.md', 'actions.md', ...pages].flatMap((page) =>
    [...readFileSync(join(repositoryRoot, 'docs', page), 'utf8').matchAll(/```yaml\n([\s\S]*?)\n *```/g)].map(
      ([, text = '']) => ({ page, value: parse(unindented(text)) }),
    ),
  );

  it('are YAML and use inputs and actions that exist', () => {
    const used = blocks.flatMap(({ value }) =>
      Object.values((value.jobs ?? {}) as Record<string, Job>).flatMap((job) => job.steps),
    );
    const ours = used.filter((step) => step.uses?.startsWith('OWNER/gpu-lease/'));
    assert.ok(ours.length >= 3);
    for (const step of ours) {
      const path = `${/gpu-lease\/(.*)@/.exec(step.uses ?? '')?.[1]}/action.yml`;
      assert.ok(ACTION_FILES.includes(path), path);
      const { inputs } = parse(readFileSync(join(repositoryRoot, path), 'utf8'));
      for (const name of Object.keys(step.with ?? {}))
        assert.ok(name in inputs, `${path} has no input ${name}`);
    }
  });

  it('grant nothing at the top', () => {
    for (const { page, value } of blocks.filter((block) => block.value.jobs))
      assert.deepEqual(value.permissions, {}, page);
  });
});

function unindented(text: string): string {
  const indent = /^ */.exec(text)?.[0] ?? '';
  return text
    .split('\n')
    .map((line) => line.replace(indent, ''))
    .join('\n');
}
