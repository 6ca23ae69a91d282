import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { openToLoopback, refuseBesideSecrets } from '../../src/cli/beside-secrets.ts';
import { ledgerLocation } from '../../src/cli/ledger-place.ts';
import { settingsOf } from '../../src/cli/settings.ts';
import { systemClock } from '../../src/clock.ts';
import { PLATFORM_KEYS } from '../../src/job/keys-of-others.ts';
import { local } from '../../src/platforms/local/driver.ts';
import { Problem } from '../../src/problem.ts';

const job = { secrets: ['TRACKER_KEY'] };
const inWorkflow = { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '7', PATH: '/bin', HF_HOME: '/cache' };
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'goes on';
  } catch (error) {
    return error instanceof Problem ? error.code : String(error);
  }
};

describe('a smoke in a workflow [security 2]', () => {
  for (const name of [
    'GPU_LEASE_SECRET',
    'GPU_LEASE_LEDGER_TOKEN',
    'GH_TOKEN',
    'TRACKER_KEY',
    ...PLATFORM_KEYS,
  ])
    it(`is refused beside ${name}`, () => {
      const env = { ...inWorkflow, [name]: 'x' };
      assert.equal(
        codeOf(() => refuseBesideSecrets(env, job)),
        'smoke-beside-secrets',
      );
    });

  it('is refused beside the key of the store that the job names', () => {
    const s3 = {
      kind: 's3',
      endpoint: 'https://s3',
      bucket: 'b',
      accessKey: 'B_ID',
      secretKey: 'B_KEY',
    } as const;
    const env = { ...inWorkflow, B_KEY: 'x' };
    assert.equal(
      codeOf(() => refuseBesideSecrets(env, { ...job, store: [s3] })),
      'smoke-beside-secrets',
    );
    assert.equal(
      codeOf(() => refuseBesideSecrets(env, { ...job, store: 'none' })),
      'goes on',
    );
  });

  it('goes on where there is nothing to read, and where a variable is there and empty', () => {
    const env = { ...inWorkflow, GPU_LEASE_SECRET: '', GH_TOKEN: '', GPG_KEY: 'of the image, and public' };
    assert.equal(
      codeOf(() => refuseBesideSecrets(env, job)),
      'goes on',
    );
  });

  it("goes on at a person's own terminal, whose files the script could read anyway", () =>
    assert.equal(
      codeOf(() => refuseBesideSecrets({ GPU_LEASE_SECRET: 'x' }, job)),
      'goes on',
    ));
});

describe('a loopback box in a workflow [security 2]', () => {
  const driver = (t: TestContext, laidOpen: string[]) => {
    const root = mkdtempSync(join(tmpdir(), 'gl-loopback-'));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    return local({ root, daemon: ['false'], clock: systemClock, laidOpen });
  };

  it('is not offered beside our own secret: its job would run as the user who can read it', async (t) => {
    const laidOpen = openToLoopback({ ...inWorkflow, GPU_LEASE_SECRET: 'x' });
    assert.deepEqual(laidOpen, ['GPU_LEASE_SECRET']);
    await assert.rejects(driver(t, laidOpen).offers({}, { platform: 'local' }), (error) => {
      assert.ok(error instanceof Problem);
      assert.equal(error.code, 'local-beside-secrets');
      assert.match(error.next, /GPU_LEASE_LOCAL_IN_WORKFLOW=yes/);
      return true;
    });
  });

  it('is offered where that is meant, where there is no secret, and at a terminal', async (t) => {
    const secret = { GPU_LEASE_SECRET: 'x' };
    for (const env of [{ ...inWorkflow, ...secret, GPU_LEASE_LOCAL_IN_WORKFLOW: 'yes' }, inWorkflow, secret])
      assert.deepEqual(openToLoopback(env), []);
    assert.equal((await driver(t, []).offers({}, { platform: 'local' })).length, 1);
  });
});

describe('the token of the ledger', () => {
  const locationOf = (ledger: string | undefined, env: Record<string, string>) => {
    const given = ledger === undefined ? {} : { ledger };
    const where = ledgerLocation(settingsOf({ given }, { HOME: '/nowhere', ...env }, '/nowhere'));
    return where.kind === 'remote' ? { url: where.url, token: where.token } : where.kind;
  };
  const github = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'ada/engine', GH_TOKEN: 'of the job' };
  const elsewhere = 'https://github.com/ada/ledger.git';

  it('is that of the job for its own repository, and the own one of a ledger elsewhere', () => {
    const url = 'https://github.com/ada/engine.git';
    assert.deepEqual(locationOf(undefined, github), { url, token: 'of the job' });
    const both = { ...github, GPU_LEASE_LEDGER_TOKEN: 'of the ledger' };
    assert.deepEqual(locationOf(undefined, both), { url, token: 'of the job' });
    assert.deepEqual(locationOf(elsewhere, both), { url: elsewhere, token: 'of the ledger' });
    assert.deepEqual(locationOf(elsewhere, github), { url: elsewhere, token: 'of the job' });
  });

  it('of GitHub is sent to no other server', () => {
    const forge = 'https://forge.example.org/ada/ledger.git';
    assert.deepEqual(locationOf(forge, github), { url: forge, token: undefined });
    const enterprise = { ...github, GITHUB_SERVER_URL: 'https://ghe.example.org' };
    const there = 'https://ghe.example.org/ada/ledger.git';
    assert.deepEqual(locationOf(there, enterprise), { url: there, token: 'of the job' });
    assert.deepEqual(locationOf(elsewhere, enterprise), { url: elsewhere, token: undefined });
    for (const strange of ['https://github.com.evil.example/x.git', 'https://github.com:8443/x.git'])
      assert.deepEqual(locationOf(strange, github), { url: strange, token: undefined });
  });
});
