import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { CHAIN_INPUTS, callerFiles, RELEASE_INPUTS } from '../../src/github/caller-files.ts';
import { ONE_FILE, type SetFile, setPath, workflowFor } from '../../src/github/caller-workflow.ts';
import { readCaller } from '../../src/github/doctor/caller-view.ts';
import { filledIn } from '../workflows/expressions.ts';
import { oneFileOf } from '../workflows/one-file.ts';

const CALLER = {
  suite: 'ada/gpu-lease',
  commit: '0123456789abcdef0123456789abcdef01234567',
  version: 'v1.2.3',
  keys: ['RUNPOD_API_KEY'],
};

const files = callerFiles(CALLER);
const textOf = (is: SetFile): string => files.find(({ path }) => path === setPath(is))?.text ?? '';
const view = (is: SetFile) => readCaller(setPath(is), textOf(is));

interface CallingJob {
  name?: string;
  uses: string;
  if?: string;
  needs?: string;
  with?: Record<string, string>;
  secrets?: Record<string, string>;
  permissions: Record<string, string>;
}

describe('the files of a caller', () => {
  it('are titled without blanks for what was not given', () => {
    const title = (is: SetFile, inputs: Record<string, string>) =>
      filledIn((parse(textOf(is)) as { 'run-name': string })['run-name'], { inputs, github: { run_id: 7 } });
    assert.equal(
      title('release', { run: 'tiny-7', stopped: 'tiny-7-1' }),
      'gpu-lease release stopped tiny-7-1',
    );
    assert.equal(title('release', { lease: 'tiny-7-1', seal: 'ab' }), 'gpu-lease release tiny-7-1 ab');
    assert.equal(title('train', { stage: 'train' }), 'gpu-lease train');
    assert.equal(
      title('train', { stage: 'sweep', standing: 'L2', pull: '4', commit: 'abc' }),
      'gpu-lease sweep standing L2 of 7 for pull request 4 at abc',
    );
  });

  it('have one trigger and one job each, and where something may be sealed one more that signs it', () => {
    const told = files.map(({ path, text }) => {
      const { triggers, calls, unreadable, unpinned, permissions } = readCaller(path, text);
      assert.deepEqual([unreadable, unpinned, permissions], [undefined, [], {}]);
      const [job] = Object.values(parse(text).jobs as Record<string, CallingJob>);
      assert.equal(job?.name, 'gpu-lease');
      assert.equal(job.if, undefined, 'no page shows that it was skipped');
      return [
        path.replace(/^.*gpu-lease-|\.yml$/g, ''),
        [...triggers],
        calls.map(({ workflow }) => workflow),
      ];
    });
    assert.deepEqual(told, [
      ['smoke', ['pull_request', 'merge_group'], ['pull-request']],
      ['train', ['workflow_dispatch'], ['train', 'attest']],
      ['release', ['workflow_dispatch'], ['release']],
      ['tick', ['schedule', 'workflow_dispatch'], ['tick', 'attest']],
      ['daily', ['schedule', 'workflow_dispatch'], ['tick', 'attest']],
    ]);
  });

  it('take what they are dispatched with', () => {
    assert.deepEqual(
      CHAIN_INPUTS.filter((name) => !view('train').dispatchInputs.includes(name)),
      [],
    );
    assert.deepEqual(
      RELEASE_INPUTS.filter((name) => !view('release').dispatchInputs.includes(name)),
      [],
    );
    assert.ok(view('release').dispatchInputs.includes('stopped'));
  });

  it('give a pull request nothing that could spend: no secret, and to write only the comment [GH-09]', () => {
    const [job] = Object.values(parse(textOf('smoke')).jobs as Record<string, CallingJob>);
    assert.equal(job?.secrets, undefined);
    assert.deepEqual(job?.permissions, { contents: 'read', 'pull-requests': 'write' });
  });

  it('name the environment of the jobs that use no key, where there is one', () => {
    assert.ok(files.every(({ text }) => !text.includes('ledger-environment')));
    for (const { path, text } of callerFiles({ ...CALLER, ledgerEnvironment: 'gpu-lease-ledger' })) {
      const holdsSecrets = /^ {4}secrets:$/m.test(text);
      assert.equal(/^ {6}ledger-environment: gpu-lease-ledger$/m.test(text), holdsSecrets, path);
      const [call] = readCaller(path, text).calls;
      assert.equal(call?.ledgerEnvironment, holdsSecrets ? 'gpu-lease-ledger' : undefined);
    }
  });

  it('sign in a job that alone may sign, that reads the ledger where it is, and starts for what was sealed only', () => {
    const ledger = 'https://github.com/ada/ledger.git';
    const signing = callerFiles({ ...CALLER, ledger }).flatMap(({ text }) =>
      Object.entries(parse(text).jobs as Record<string, CallingJob>),
    );
    for (const [id, { permissions, secrets = {}, if: when, ...job }] of signing) {
      if (id === 'attest') {
        assert.deepEqual(permissions, { contents: 'read', 'id-token': 'write', attestations: 'write' });
        assert.deepEqual(Object.keys(secrets), ['GPU_LEASE_SECRET', 'GPU_LEASE_LEDGER_TOKEN']);
        assert.equal(job.with?.['runs'], `\${{ needs.${job.needs}.outputs.attest }}`);
        assert.equal(job.with['ledger'], ledger);
        assert.equal(when, `\${{ !cancelled() && needs.${job.needs}.outputs.attest != '' }}`);
      } else assert.ok(!('id-token' in permissions || 'attestations' in permissions), id);
    }
    assert.equal(signing.filter(([id]) => id === 'attest').length, 3);
  });

  it('sign nothing where that is not wished, and say so to who would leave it to be signed', () => {
    for (const attest of ['absent', 'never'] as const) {
      const written = callerFiles({ ...CALLER, attest });
      for (const { path, text } of written)
        assert.equal(readCaller(path, text).calls.length, 1, `${path}: ${attest}`);
      const told = written.flatMap(({ path, text }) => readCaller(path, text).calls);
      assert.deepEqual(
        told.filter((call) => call.attest === 'never').map(({ job }) => job),
        attest === 'never' ? ['train', 'tick', 'daily'] : [],
      );
    }
  });

  it('say the version beside the commit, where it is known, and nothing where it is not', () => {
    for (const { text } of files) assert.match(text, new RegExp(`@${CALLER.commit} # v1\\.2\\.3$`, 'm'));
    for (const { text } of callerFiles({ ...CALLER, version: undefined }))
      assert.match(text, new RegExp(`@${CALLER.commit}$`, 'm'));
  });
});

describe('which file a dispatch starts', () => {
  const OWN = { file: 'gpu-lease-tick.yml', ref: 'main' };
  const github = (texts: Readonly<Record<string, string>>) => ({
    file: async (path: string, ref?: string) => (ref === 'main' ? texts[path] : undefined),
    describe: async () => ({ defaultBranch: 'main' }) as never,
  });
  const set = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  const old = { [ONE_FILE]: oneFileOf(CALLER) };

  it('is the one of the set that is for it, beside the one that asks', async () => {
    for (const wanted of ['train', 'release'] as const) {
      const found = await workflowFor(wanted, OWN, github(set));
      assert.equal(found.file, `gpu-lease-${wanted}.yml`);
      assert.equal(found.ref, 'main');
    }
    assert.equal((await workflowFor('release', OWN, github(set))).isOne, false);
  });

  it('is the one of the same set, where a repository has several under names of its own', async () => {
    const texts = { '.github/workflows/small-release.yaml': textOf('release') };
    const own = { file: 'small-train.yaml', ref: 'main' };
    assert.equal(
      (await workflowFor('release', own, github({ ...set, ...texts }))).file,
      'small-release.yaml',
    );
  });

  it('is the file that asks, where it is all that there is, and is told which stage is meant', async () => {
    const one = { file: 'gpu-lease.yml', ref: 'main' };
    assert.deepEqual(await workflowFor('release', one, github({ ...old, ...set })), { ...one, isOne: true });
    assert.deepEqual(await workflowFor('release', OWN, github({})), { ...OWN, isOne: true });
  });

  it('is told the stage where the file with that name is for several', async () => {
    const texts = { '.github/workflows/gpu-lease-release.yml': oneFileOf(CALLER) };
    assert.equal((await workflowFor('release', OWN, github(texts))).isOne, true);
  });

  it('is, from a terminal, the usual one of the default branch, or the one of earlier versions', async () => {
    const usual = { file: 'gpu-lease-release.yml', ref: 'main', isOne: false };
    assert.deepEqual(await workflowFor('release', undefined, github(set)), usual);
    const earlier = { file: 'gpu-lease.yml', ref: 'main', isOne: true };
    assert.deepEqual(await workflowFor('release', undefined, github(old)), earlier);
  });
});
