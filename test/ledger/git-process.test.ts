import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemGit } from '../../src/ledger/git-process.ts';

/** What a git child would find in its environment: `env` in git's place says it. */
async function environmentOf(
  environment: NodeJS.ProcessEnv,
  added: Record<string, string> = {},
  needsHelp = false,
): Promise<Record<string, string>> {
  const git = systemGit(environment, '/usr/bin/env');
  const { stdout } = await git.run({ args: ['-0'], cwd: '/', env: added, needsHelp });
  const lines = stdout.toString('utf8').split('\0').filter(Boolean);
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2) as [string, string]));
}

describe('the environment of git', () => {
  it('never lets git ask on a terminal, and has it speak plain English', async () => {
    const env = await environmentOf({ LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8', GIT_TERMINAL_PROMPT: '1' });
    assert.equal(env['GIT_TERMINAL_PROMPT'], '0');
    assert.equal(env['LC_ALL'], 'C');
  });

  it('has nothing that points at another repository or writes traces with logins', async () => {
    const env = await environmentOf({
      GIT_DIR: '/x',
      GIT_WORK_TREE: '/x',
      GIT_INDEX_FILE: '/x',
      GIT_NAMESPACE: 'x',
      GIT_TRACE_CURL: '1',
      GIT_TRACE2_EVENT: '/x',
      GIT_SSH_COMMAND: 'ssh -i key',
      HOME: '/home/a',
    });
    assert.deepEqual(
      Object.keys(env).filter((name) => /DIR$|TREE|INDEX|NAMESPACE|TRACE/.test(name)),
      [],
    );
    // What a person set up to reach the remote stays.
    assert.deepEqual([env['GIT_SSH_COMMAND'], env['HOME']], ['ssh -i key', '/home/a']);
  });

  it('has a credential of somebody else only where their program may have to log in [leaks]', async () => {
    const keys = { CORP_GIT_TOKEN: 'for a helper', RUNPOD_API_KEY: 'never' };
    const seen = async (needsHelp: boolean) =>
      Object.keys(await environmentOf(keys, {}, needsHelp)).filter((name) => name in keys);
    assert.deepEqual(await seen(false), []);
    assert.deepEqual(await seen(true), ['CORP_GIT_TOKEN']);
  });

  it('carries configuration behind what the caller already has', async () => {
    const env = await environmentOf(
      { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'a.b', GIT_CONFIG_VALUE_0: 'c' },
      { 'config:http.x.extraHeader': '', 'config:http.x.extraHeader#2': 'h' },
    );
    assert.deepEqual(
      Object.entries(env)
        .filter(([name]) => name.startsWith('GIT_CONFIG'))
        .sort(),
      [
        ['GIT_CONFIG_COUNT', '3'],
        ['GIT_CONFIG_KEY_0', 'a.b'],
        ['GIT_CONFIG_KEY_1', 'http.x.extraHeader'],
        ['GIT_CONFIG_KEY_2', 'http.x.extraHeader'],
        ['GIT_CONFIG_VALUE_0', 'c'],
        ['GIT_CONFIG_VALUE_1', ''],
        ['GIT_CONFIG_VALUE_2', 'h'],
      ],
    );
  });
});
