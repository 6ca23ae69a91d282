import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatSshTarget, parseSshTarget } from '../../src/box/ssh-target.ts';
import type { Problem } from '../../src/problem.ts';

describe('ssh target', () => {
  for (const { text, expected, shown } of [
    { text: 'mybox', expected: { host: 'mybox' }, shown: 'ssh://mybox' },
    { text: 'me@mybox', expected: { host: 'mybox', user: 'me' }, shown: 'ssh://me@mybox' },
    {
      text: 'me@10.0.0.1:2222',
      expected: { host: '10.0.0.1', user: 'me', port: 2222 },
      shown: 'ssh://me@10.0.0.1:2222',
    },
    { text: 'ssh://me@box:22', expected: { host: 'box', user: 'me', port: 22 }, shown: 'ssh://me@box:22' },
    { text: 'ssh://box/', expected: { host: 'box' }, shown: 'ssh://box' },
    {
      text: 'me@[2001:db8::1]:22',
      expected: { host: '2001:db8::1', user: 'me', port: 22 },
      shown: 'ssh://me@[2001:db8::1]:22',
    },
  ]) {
    it(`reads ${text}, and what it prints reads the same`, () => {
      assert.deepEqual({ ...parseSshTarget(text) }, expected);
      assert.equal(formatSshTarget(parseSshTarget(text)), shown);
      assert.deepEqual({ ...parseSshTarget(shown) }, expected);
    });
  }

  for (const text of [
    '',
    '-oProxyCommand=touch x',
    'ssh://-oProxyCommand=x',
    '-me@box',
    'me@-box',
    'box:0',
    'box:70000',
    'box:port',
    'a b',
    'me@box/path',
    'me@box;reboot',
    '$(id)@box',
    'box\n',
    'b\u202eox',
    'http://box',
    'me@you@box',
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(
        () => parseSshTarget(text),
        (error: Problem) => error.code === 'ssh-target' && error.kind === 'usage',
      );
    });
  }
});
