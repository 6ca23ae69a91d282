import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import { identityOf } from '../../src/github/identity.ts';
import { Redactor } from '../../src/secret/redactor.ts';
import { startStsTwin } from '../twins/sts-twin.ts';

const root = new URL('../../', import.meta.url).pathname;

/** Asks for a token as a step does, whose masks go to its log, and writes a line with the token and one without. */
const STEP = `
import { identityOf } from './src/github/identity.ts';
import { Redactor } from './src/secret/redactor.ts';
const redactor = new Redactor();
const token = await identityOf(process.env, redactor).token('sts.amazonaws.com');
console.log('claims ' + Buffer.from(token.split('.')[1], 'base64url').toString());
console.log('shown ' + redactor.text('it is ' + token + ' in full'));
`;

async function step(env: Record<string, string>): Promise<{ exitCode: number | null; log: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', STEP], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const [log, errors] = [text(child.stdout), text(child.stderr)];
  const exitCode = await new Promise<number | null>((done) => child.once('close', done));
  return { exitCode, log: (await log) + (await errors) };
}

describe("the runner's word for who a job is", () => {
  it('is there only where the permissions of the job allow one', () => {
    const redactor = new Redactor();
    assert.equal(identityOf({}, redactor), undefined);
    assert.equal(identityOf({ ACTIONS_ID_TOKEN_REQUEST_URL: 'https://r/' }, redactor), undefined);
    const empty = { ACTIONS_ID_TOKEN_REQUEST_URL: '', ACTIONS_ID_TOKEN_REQUEST_TOKEN: '' };
    assert.equal(identityOf(empty, redactor), undefined);
  });

  it('is made out for the service that was named, and masked in every form before anybody could show it', async () => {
    const sts = await startStsTwin({
      clock: systemClock,
      roles: [],
      keys: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    try {
      const { exitCode, log } = await step(sts.env);
      assert.equal(exitCode, 0, log);
      assert.equal(JSON.parse(/^claims (.*)$/m.exec(log)?.[1] ?? '{}').aud, 'sts.amazonaws.com');
      assert.match(log, /^shown it is \*\*\* in full$/m);
      const masks = log.split('\n').filter((line) => line.startsWith('::add-mask::'));
      const token =
        masks.find((line) => /^::add-mask::ey[\w-]+\.ey[\w-]+\.[\w-]+$/.test(line))?.slice(12) ?? '';
      const asBase64 = Buffer.from(token).toString('base64').replace(/=+$/, '');
      assert.ok(
        masks.some((line) => line.includes(asBase64)),
        'also as base64',
      );
      const said = log.split('\n').filter((line) => !line.startsWith('::add-mask::'));
      assert.ok(token.length > 100 && !said.join('\n').includes(token));
    } finally {
      await sts.close();
    }
  });

  it('is asked for with the right of this job alone', async () => {
    const sts = await startStsTwin({
      clock: systemClock,
      roles: [],
      keys: { accessKeyId: 'a', secretAccessKey: 'b' },
    });
    try {
      const { exitCode, log } = await step({ ...sts.env, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-another-job' });
      assert.notEqual(exitCode, 0);
      assert.match(log, /401/);
    } finally {
      await sts.close();
    }
  });
});
