import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { callerFiles } from '../../src/github/caller-files.ts';
import { repositoryRoot } from '../github/action-file.ts';

interface Job {
  name?: string;
  uses?: string;
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  env?: Record<string, string>;
  environment?: unknown;
  secrets?: Record<string, string>;
  steps?: { uses?: string; env?: Record<string, string>; with?: Record<string, unknown> }[];
}

interface File {
  name: string;
  text: string;
}

const folder = join(repositoryRoot, '.github', 'workflows');
const workflows: File[] = readdirSync(folder)
  .filter((name) => name.endsWith('.yml'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const callers: File[] = callerFiles({
  suite: 'gpu-lease/gpu-lease',
  commit: '0123456789abcdef0123456789abcdef01234567',
  version: 'v1.2.3',
  keys: ['RUNPOD_API_KEY'],
  label: 'gpu',
  kaggle: 'beside',
}).map(({ path, text }) => ({ name: basename(path), text }));
const composites: File[] = [
  'action.yml',
  ...readdirSync(join(repositoryRoot, 'actions')).map((name) => `actions/${name}/action.yml`),
].map((name) => ({ name, text: readFileSync(join(repositoryRoot, name), 'utf8') }));

const jobsOf = ({ name, text }: File): { where: string; job: Job }[] =>
  Object.entries((parse(text).jobs ?? {}) as Record<string, Job>).map(([id, job]) => ({
    where: `${name}: ${id}`,
    job,
  }));
const jobs = [...workflows, ...callers].flatMap(jobsOf);

/** Lines that use an action or workflow of another repository and do not say by which commit, and of which version that is. */
const loose = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^\s*-?\s*uses:/.test(line) && !/uses: \$\//.test(line))
    .filter((line) => !/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+){0,2}$/.test(line));

const KEYS = /_API_KEY|_TOKEN|_CLIENT_(?:ID|SECRET)|_(?:PUBLIC|PRIVATE)_KEY|AWS_|SSH_KEY|KNOWN_HOSTS/;
/** Of the ledger, which each job reads that decides anything. */
const LEDGER = /^GPU_LEASE_LEDGER_TOKEN$/;

const keysIn = (job: Job): string[] =>
  [...JSON.stringify({ env: job.env, steps: job.steps }).matchAll(/secrets\.(\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => KEYS.test(name) && !LEDGER.test(name));

describe('every job of the suite and of its callers', () => {
  it('has a name of its own and a time at which it ends', () => {
    assert.ok(jobs.length >= 25, `${jobs.length}`);
    for (const { where, job } of jobs) {
      assert.match(job.name ?? '', /\S/, where);
      if (job.uses === undefined) assert.ok(Number(job['timeout-minutes']) > 0, where);
    }
  });

  it('is allowed what it names and nothing by default', () => {
    for (const file of [...workflows, ...callers])
      assert.deepEqual(parse(file.text).permissions, {}, file.name);
    for (const { where, job } of jobs) assert.ok(job.permissions, where);
  });

  it('that may start workflows, asks or waits has no key of a platform, a store or a box', () => {
    const starting = workflows
      .flatMap(jobsOf)
      .filter(({ job }) => job.uses === undefined && job.permissions?.['actions'] === 'write');
    assert.ok(starting.length >= 3, `${starting.length}`);
    for (const { where, job } of starting) assert.deepEqual(keysIn(job), [], where);
    const waiting = workflows
      .flatMap(jobsOf)
      .filter(({ where }) => /: (?:gate|standing|wait|pause|open)$/.test(where));
    assert.ok(waiting.length >= 6, `${waiting.length}`);
    for (const { where, job } of waiting) assert.deepEqual(keysIn(job), [], where);
  });

  it('that uses no key may be given an environment that holds none, and no other job is', () => {
    for (const { where, job } of workflows.flatMap(jobsOf)) {
      const named = (job.environment as { name?: string } | undefined)?.name ?? '';
      if (!/inputs\.(?:environment|keys)\b/.test(named) || where.startsWith('attest.yml')) continue;
      const isApart = /^\$\{\{ inputs\.ledger-environment \|\| inputs\.(?:environment|keys) \}\}$/.test(
        named,
      );
      assert.equal(isApart, keysIn(job).length === 0, `${where}: ${named}`);
    }
    const apart = workflows
      .flatMap(jobsOf)
      .filter(({ job }) => JSON.stringify(job.environment ?? '').includes('ledger-environment'));
    assert.deepEqual(apart.map(({ where }) => where).sort(), [
      'release.yml: gate',
      'sweep.yml: next',
      'sweep.yml: open',
      'tick.yml: next',
      'train.yml: gate',
      'train.yml: next',
      'train.yml: open',
    ]);
    const handedOn = parse(workflows.find(({ name }) => name === 'train.yml')?.text ?? '').jobs.sweep.with;
    assert.match(handedOn['ledger-environment'], /^\$\{\{ inputs\.ledger-environment \}\}$/);
  });

  it('would be found out with a key, or with a use that is not pinned', () => {
    const renting = workflows.flatMap(jobsOf).find(({ where }) => where === 'train.yml: train');
    assert.ok(renting && keysIn(renting.job).length > 5);
    assert.equal(loose('      - uses: actions/checkout@v4\n').length, 1);
    assert.equal(
      loose(`      - uses: actions/checkout@${'a'.repeat(40)}\n`).length,
      1,
      'without its version',
    );
  });
});

describe('every use of somebody else', () => {
  for (const { name, text } of [...workflows, ...callers, ...composites])
    it(`in ${name} is pinned by its commit, with its version beside it`, () =>
      assert.deepEqual(loose(text), []));
});
