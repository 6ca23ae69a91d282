import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  type ClientTarget,
  clientArguments,
  hostBlock,
  knownHostsLine,
  leaseOfBlock,
} from '../../src/box/openssh-client.ts';
import { Problem } from '../../src/problem.ts';
import { missing } from '../requirement.ts';

const RENTED: ClientTarget = {
  host: '203.0.113.7',
  user: 'root',
  port: 40022,
  name: 'tiny-1a2b3c4d-1',
  knownHosts: '/state dir/known_hosts',
  keys: ['/state dir/100%/key'],
  isOwn: false,
};
const OWN: ClientTarget = { host: 'my-box', name: 'tiny-1', knownHosts: '/k', keys: [], isOwn: true };

/** What OpenSSH makes of it, by name in lower case. */
function read(args: readonly string[]): Map<string, string> {
  const text = execFileSync('ssh', ['-G', ...args], { encoding: 'utf8' });
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
  );
}

describe('the words for the OpenSSH client', () => {
  it('pin the key of the box, use the key of the run, and lend nothing of this machine', () => {
    const args = clientArguments(RENTED, { terminal: true, command: 'exec sh' });
    assert.deepEqual(args.slice(0, 3), ['-F', '/dev/null', '-t']);
    assert.deepEqual(args.slice(-7), ['-l', 'root', '-p', '40022', '--', '203.0.113.7', 'exec sh']);
    for (const setting of [
      'HostKeyAlias=tiny-1a2b3c4d-1',
      'StrictHostKeyChecking=yes',
      'ForwardAgent=no',
      'IdentitiesOnly=yes',
      'IdentityAgent=none',
      'IdentityFile="/state dir/100%%/key"',
    ])
      assert.equal(args[args.indexOf(setting) - 1], '-o', setting);
  });

  it('leave a box of one’s own to one’s own configuration, but for whose key it shows', () => {
    const args = clientArguments(OWN, { terminal: false, command: 'exec sh' });
    assert.ok(!args.includes('-F') && !args.some((word) => /^Identit/.test(word)), args.join(' '));
    assert.ok(args.includes('StrictHostKeyChecking=yes') && args.includes('UserKnownHostsFile="/k"'));
    assert.deepEqual(args.slice(-3), ['--', 'my-box', 'exec sh']);
  });

  it('refuse an address that would be an option or a setting of its own', () => {
    for (const host of ['-oProxyCommand=touch x', 'a\n  ProxyCommand touch x', 'a b', ''])
      for (const words of [
        () => clientArguments({ ...RENTED, host }, { terminal: false, command: 'true' }),
        () => hostBlock('tiny', { ...RENTED, host }),
        () => hostBlock('tiny', { ...RENTED, user: host }),
      ])
        assert.throws(words, (error) => error instanceof Problem && error.code === 'ssh-target', host);
  });

  it('mean to OpenSSH what they say, as words and as a Host block', { skip: missing('ssh') }, (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'gl-openssh-'));
    t.after(() => rmSync(dir, { recursive: true }));
    const file = join(dir, 'config');
    writeFileSync(file, `${hostBlock('tiny', RENTED)}\nHost *\n  ForwardAgent yes\n`);
    for (const said of [
      read(clientArguments(RENTED, { terminal: false, command: 'true' })),
      read(['-F', file, '--', 'tiny']),
    ]) {
      assert.deepEqual(
        ['hostname', 'user', 'port', 'hostkeyalias', 'forwardagent', 'identitiesonly'].map((name) =>
          said.get(name),
        ),
        ['203.0.113.7', 'root', '40022', 'tiny-1a2b3c4d-1', 'no', 'yes'],
      );
      assert.match(said.get('stricthostkeychecking') ?? '', /^(true|yes)$/);
      assert.match(said.get('identityfile') ?? '', /\/state dir\/100%%?\/key/);
    }
  });

  it('reach a box of one’s own under a new name the way its old one is reached', {
    skip: missing('ssh'),
  }, (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'gl-openssh-'));
    t.after(() => rmSync(dir, { recursive: true }));
    const file = join(dir, 'config');
    for (const { jump, reached } of [
      { jump: 'me@gate:2200', reached: 'me@gate:2200' },
      { jump: undefined, reached: undefined },
    ]) {
      const block = hostBlock('tiny', { ...OWN, ...(jump && { jump }) });
      writeFileSync(file, `${block}\nHost *\n  ProxyJump other\n  ProxyCommand nc %h %p\n`);
      const said = read(['-F', file, '--', 'tiny']);
      assert.deepEqual([said.get('proxyjump'), said.get('proxycommand')], [reached, undefined]);
      assert.equal(leaseOfBlock(block), OWN.name);
    }
  });

  it('know the box by one line', () => {
    assert.equal(knownHostsLine('tiny-1', 'ssh-ed25519 AAAA'), 'tiny-1 ssh-ed25519 AAAA\n');
  });
});
