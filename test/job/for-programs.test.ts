import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forErrands, forPrograms, OWN_KEYS, PLATFORM_KEYS } from '../../src/job/keys-of-others.ts';
import { USUAL_SECRETS } from '../../src/job/secret-names.ts';

describe('the environment of a program that we start', () => {
  it("is without the keys of platforms, our own and the runner's tokens, and otherwise as it was [leaks]", () => {
    const runner = ['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
    const keys = Object.fromEntries(
      [...PLATFORM_KEYS, ...OWN_KEYS, ...runner].map((name) => [name, 'a key']),
    );
    const others = { PATH: '/bin', GH_TOKEN: 'for a helper', GIT_CONFIG_COUNT: '1', HTTPS_PROXY: 'http://p' };
    assert.deepEqual(forPrograms({ ...keys, ...others }), others);
  });

  it('is without what `notify` sends by: a helper that has an address may write there [leaks]', () => {
    const keys = Object.fromEntries(Object.values(USUAL_SECRETS).map((name) => [name, 'https://h.example']));
    assert.ok('SLACK_WEBHOOK_URL' in keys && 'SMTP_PASSWORD' in keys);
    assert.deepEqual(forPrograms({ ...keys, PATH: '/bin' }), { PATH: '/bin' });
  });

  it("is without a job's secrets and a store's keys as well where it needs nobody's help [leaks]", () => {
    const credentials = ['HF_TOKEN', 'AWS_SECRET_ACCESS_KEY', 'WANDB_API_KEY', 'DB_PASSWORD', 'GH_TOKEN'];
    const keys = Object.fromEntries([...credentials, 'RUNPOD_API_KEY'].map((name) => [name, 'a key']));
    // A client's certificate is what git itself logs in with.
    const others = { PATH: '/bin', GIT_SSL_KEY: '/home/a/key.pem', GIT_CONFIG_KEY_0: 'a.b', HOME: '/home/a' };
    assert.deepEqual(forErrands({ ...keys, ...others }), others);
  });
});
