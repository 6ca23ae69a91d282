import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { settingsOf } from '../../src/cli/settings.ts';
import { runStage } from '../../src/cli/stages.ts';
import { Problem, Problems } from '../../src/problem.ts';
import { newSecret } from '../../src/secret/keys.ts';
import { missing } from '../requirement.ts';
import { ScriptedFace } from '../scripted-world.ts';

const JOB = `name: tiny
run: python train.py
smoke: none
env: [WANDB_API_KEY]
candidates:
  - runpod
  - { platform: generic-ssh, attach: ssh://ada@box.example, usdPerHour: 0 }
artifacts:
  - { path: last.safetensors, role: checkpoint }
store:
  - s3: { endpoint: https://s3.example, bucket: runs }
budget: { usd: 5, hours: 2, usdPerHour: 1 }
`;

describe('a ledger elsewhere that lets nobody in', { skip: missing('git') }, () => {
  let dir: string;
  let status = 401;
  let url: string;
  const server = createServer((_, response) => {
    response.writeHead(status, { 'www-authenticate': 'Basic realm="git"' }).end();
  });

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'gl-ledger-refused-'));
    mkdirSync(join(dir, 'repository'));
    writeFileSync(join(dir, 'repository', 'gpu-lease.yml'), JOB);
    writeFileSync(join(dir, 'repository', 'train.py'), 'print(1)\n');
    for (const args of [
      ['init', '--quiet'],
      ['add', '--all'],
      ['commit', '--quiet', '-m', 'A job'],
    ])
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
        cwd: join(dir, 'repository'),
      });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}/ada/ledger.git`;
  });
  after(() => {
    server.close();
    rmSync(dir, { recursive: true, force: true });
  });

  async function refusalOf(name: string, over: NodeJS.ProcessEnv = {}): Promise<readonly Problem[]> {
    const env = {
      PATH: process.env['PATH'],
      HOME: join(dir, 'home'),
      GITHUB_ACTIONS: 'true',
      GITHUB_RUN_ID: '7',
      GITHUB_REPOSITORY: 'ada/engine',
      GPU_LEASE_SECRET: newSecret(),
      // As a workflow hands on a secret that nobody stored.
      WANDB_API_KEY: '',
      GPU_LEASE_LEDGER_TOKEN: '',
      ...over,
    };
    const settings = settingsOf({ given: { ledger: url } }, env, join(dir, 'repository'));
    const { signal } = new AbortController();
    try {
      await runStage(name, { settings, face: new ScriptedFace(), signal }, {});
    } catch (error) {
      if (error instanceof Problems) return error.all;
      if (error instanceof Problem) return [error];
      throw error;
    }
    return assert.fail('it was let in');
  }

  it('is told with everything else that a launch by this job file lacks here', async () => {
    const problems = await refusalOf('launch');
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['login-refused', 'secret-unset', 'store-key-unset', 'api-key-missing', 'no-key'],
    );
    const [ledger] = problems;
    assert.match(ledger?.what ?? '', /GPU_LEASE_LEDGER_TOKEN is not set here/);
    assert.match(ledger?.next ?? '', /secret GPU_LEASE_LEDGER_TOKEN of the environment.*"ledger-token:"/);
    for (const name of [
      'WANDB_API_KEY',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'RUNPOD_API_KEY',
      'GPU_LEASE_SSH_KEY',
    ])
      assert.equal(problems.filter(({ what, next }) => `${what} ${next}`.includes(name)).length, 1, name);
  });

  it('is told as refused where there is a token, and as it is by a stage that rents nothing', async () => {
    status = 403;
    const env = { GPU_LEASE_LEDGER_TOKEN: 'github_pat_of_another' };
    const problems = await refusalOf('open', env);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['no-write-permission'],
    );
    assert.match(problems[0]?.what ?? '', /GPU_LEASE_LEDGER_TOKEN is not accepted there/);
    status = 401;
  });

  it('is a matter of git alone at a terminal, whose helpers know tokens of their own', async () => {
    const [problem] = await refusalOf('launch', { GITHUB_ACTIONS: '' });
    assert.equal(problem?.code, 'login-refused');
    assert.ok(!problem.what.includes('GPU_LEASE_LEDGER_TOKEN'));
  });
});
