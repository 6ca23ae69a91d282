import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repositoryAt } from '../../src/github/remote-name.ts';

describe('the repository at GitHub that a remote stands for', () => {
  for (const remote of [
    'https://github.com/ada/engine.git',
    'https://github.com/ada/engine',
    'https://github.com/ada/engine/',
    'https://x-access-token:secret@github.com/ada/engine.git',
    'git@github.com:ada/engine.git',
    'github.com:ada/engine',
    'ssh://git@github.com/ada/engine.git',
    'ssh://git@ssh.github.com:443/ada/engine.git',
    'git://github.com/ada/engine.git',
    'HTTPS://GitHub.com/ada/engine.git',
  ])
    it(`is ada/engine for ${remote}`, () => assert.equal(repositoryAt(remote), 'ada/engine'));

  for (const remote of [
    '',
    '/srv/git/ada/engine.git',
    '../ada/engine',
    'file:///srv/ada/engine.git',
    'https://gitlab.com/ada/engine.git',
    'git@gitlab.com:ada/engine.git',
    'https://github.com.evil.example/ada/engine.git',
    'https://evil.example/github.com/ada/engine.git',
    'https://mirror.example/ada/engine.git',
    'https://github.com/ada',
    'https://github.com/ada/engine/tree/main',
    'https://github.com/ada/engine; rm -rf ~',
  ])
    it(`is none for ${JSON.stringify(remote)}`, () => assert.equal(repositoryAt(remote), undefined));

  it('is looked for on the server of this installation, and on no other', () => {
    const own = 'https://ghe.example.org';
    assert.equal(repositoryAt('git@ghe.example.org:ada/engine.git', own), 'ada/engine');
    assert.equal(repositoryAt('https://github.com/ada/engine.git', own), undefined);
  });
});
