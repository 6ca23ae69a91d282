import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { ownerOf, PLATFORM_KEYS } from '../../src/job/keys-of-others.ts';
import { USUAL_SECRETS } from '../../src/job/secret-names.ts';
import { repositoryRoot } from '../github/action-file.ts';
import { namesIn, profileOf, SHIPPED } from '../profile/profiles.ts';
import { jobText, load, problemsOf } from './job-text.ts';

const own = (name: string): string => jobText({ e: `env: [${name}]` });
const because = (name: string, why: string): string =>
  jobText({ e: `env: [{ name: ${name}, because: ${JSON.stringify(why)} }]` });

const NAMES = [
  ...PLATFORM_KEYS,
  'GH_TOKEN',
  'GITHUB_TOKEN',
  'GH_ENTERPRISE_TOKEN',
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN',
  'ACTIONS_RUNTIME_TOKEN',
  'RUNNER_TRACKING_ID',
];

describe('a key of a platform, of GitHub or of the runner in `env` [security 10]', () => {
  for (const name of NAMES) {
    it(`${name} is refused, with what its reader could do and the way to mean it`, () => {
      const [problem, ...more] = problemsOf(own(name));
      assert.deepEqual(more, []);
      assert.equal(problem?.code, 'key-of-another');
      assert.match(problem.what, new RegExp(`${name}, .* would go to the rented machine, and whoever runs`));
      assert.match(problem.next, new RegExp(`\\{ name: ${name}, because: "\\.\\.\\." \\}`));
      assert.deepEqual(problem.at, { file: 'gpu-lease.yml', line: 6, column: 7 });
    });
  }

  it('is taken with a reason, and said wherever the job is shown', () => {
    const { job, warnings } = load(because('RUNPOD_API_KEY', 'the job rents boxes of its own'));
    assert.deepEqual(job.secrets, ['RUNPOD_API_KEY']);
    const [warning, ...more] = warnings;
    assert.deepEqual(more, []);
    assert.match(
      warning?.what ?? '',
      /RUNPOD_API_KEY, a key of RunPod, goes to the rented machine, because "the job rents boxes of its own"/,
    );
  });

  it('is refused with an empty reason, or one that is no reason', () => {
    assert.match(problemsOf(because('GH_TOKEN', '  '))[0]?.what ?? '', /is empty/);
    const [problem] = problemsOf(jobText({ e: 'env: [{ name: GH_TOKEN }]' }));
    assert.match(problem?.what ?? '', /`env\[0\]\.because` is missing/);
    const [other] = problemsOf(jobText({ e: 'env: [{ name: GH_TOKEN, because: x, value: y }]' }));
    assert.match(other?.what ?? '', /There is no key "value" in `env\[0\]`/);
  });

  it('stays refused with any reason where the variable is our own', () => {
    const [problem] = problemsOf(because('GPU_LEASE_SECRET', 'why not'));
    assert.match(problem?.what ?? '', /kept for what gpu-lease sets/);
  });

  it('is no other variable: a job may name the keys of its own services as before', () => {
    for (const name of ['WANDB_API_KEY', 'HF_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'MY_GH_TOKEN', 'ACTIONS'])
      assert.deepEqual(load(own(name)).job.secrets, [name]);
    assert.deepEqual(load(because('WANDB_API_KEY', 'curves')).warnings, []);
    assert.equal(
      problemsOf(jobText({ e: 'env: [A, { name: A, because: x }]' }))[0]?.code,
      'duplicate-secret',
    );
  });
});

describe('a key of a platform, of GitHub or of the runner as that of a store [security 10]', () => {
  const cases: Record<string, (name: string) => string> = {
    's3.access-key': (name) =>
      jobText({
        e: `store: [{ s3: { endpoint: "https://s3.example.org", bucket: runs, access-key: ${name} } }]`,
      }),
    'hugging-face.token': (name) =>
      jobText({ e: `store: [{ hugging-face: { repo: ada/runs, token: ${name} } }]` }),
  };
  for (const [key, text] of Object.entries(cases))
    it(`is refused as \`${key}\`: every request shows it to whoever runs the store`, () => {
      for (const name of NAMES) {
        const [problem, ...more] = problemsOf(text(name));
        assert.deepEqual(more, []);
        assert.equal(problem?.code, 'key-of-another');
        assert.match(problem.what, new RegExp(`${key}. names ${name}, .* would go to the store`));
      }
      assert.ok(load(text('STORE_KEY')).job.store !== 'none');
    });
});

describe('the list of the keys of platforms', () => {
  it('has every key of every profile', () => {
    const keys = namesIn(SHIPPED).flatMap((id) =>
      profileOf(id).rent.entries.flatMap(({ auth }) => auth?.secret ?? []),
    );
    assert.ok(keys.length >= 8);
    for (const key of keys) assert.ok(ownerOf(key), key);
  });

  it('has every key that a workflow passes on, but those of stores, trackers, registries and of whom `notify` tells', () => {
    const dir = join(repositoryRoot, '.github', 'workflows');
    const passed = readdirSync(dir).flatMap((file) =>
      Object.keys(parse(readFileSync(join(dir, file), 'utf8')).on?.workflow_call?.secrets ?? {}),
    );
    // A name beside a key is none.
    const others = /^(?:GPU_LEASE_|AWS_|HF_|WANDB_|REGISTRY_)|_USERNAME$/;
    const told: string[] = Object.values(USUAL_SECRETS);
    const keys = [...new Set(passed)].filter((name) => !others.test(name) && !told.includes(name)).sort();
    assert.deepEqual(keys, [...PLATFORM_KEYS].sort());
  });
});
