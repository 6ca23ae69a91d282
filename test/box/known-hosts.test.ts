import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { knownKeys } from '../../src/box/known-hosts.ts';
import { missing } from '../requirement.ts';

/** Begins with its type, as every key does; what follows only has to differ. */
const blob = (n: number, type: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, type.length]), Buffer.from(`${type}${n}`)]);
const key = (n: number, type = 'ssh-ed25519') => `${type} ${blob(n, type).toString('base64')}`;
const hash = (n: number, type = 'ssh-ed25519') =>
  createHash('sha256').update(blob(n, type)).digest('base64').replace(/=+$/, '');
const hashesOf = (text: string, host: string, port = 22) =>
  knownKeys(text, host, port).keys.map(({ sha256 }) => sha256);

describe('known_hosts', () => {
  const text = [
    '# a comment',
    '',
    `box,10.0.0.1 ${key(1)} me@laptop`,
    `[box]:2222 ${key(2)}`,
    `*.lab.example,!secret.lab.example ${key(3, 'ssh-rsa')}`,
    `gpu-0?.example ${key(4, 'ecdsa-sha2-nistp256')}`,
    `@cert-authority *.example ${key(5)}`,
    `@revoked bad ${key(6)}`,
    `bad ${key(6)}`,
    `bad ${key(7, 'ssh-rsa')}`,
    'half a line',
    `half ssh-rsa ${key(8).split(' ')[1]}`,
  ].join('\n');

  for (const { host, port, expected } of [
    { host: 'box', port: 22, expected: [hash(1)] },
    { host: 'BOX', port: 22, expected: [hash(1)] },
    { host: '10.0.0.1', port: 22, expected: [hash(1)] },
    { host: 'box', port: 2222, expected: [hash(2)] },
    { host: 'box', port: 2223, expected: [] },
    { host: 'a.lab.example', port: 22, expected: [hash(3, 'ssh-rsa')] },
    { host: 'secret.lab.example', port: 22, expected: [] },
    { host: 'gpu-01.example', port: 22, expected: [hash(4, 'ecdsa-sha2-nistp256')] },
    { host: 'gpu-001.example', port: 22, expected: [] },
    { host: 'bad', port: 22, expected: [hash(7, 'ssh-rsa')] },
    { host: 'half', port: 22, expected: [] },
  ]) {
    it(`knows ${expected.length} key(s) of ${host}:${port}`, () => {
      assert.deepEqual(hashesOf(text, host, port), expected);
    });
  }

  it('names what was revoked, so that it is not taken for a first contact', () => {
    assert.deepEqual(knownKeys(`@revoked bad ${key(6)}`, 'bad', 22), {
      keys: [],
      revoked: [hash(6)],
      authorities: 0,
    });
  });

  it('does not take a name for a pattern of regular expressions, nor for one that is slow', () => {
    assert.deepEqual(hashesOf(`b.x ${key(1)}`, 'bax'), []);
    const started = performance.now();
    hashesOf(`${'*a'.repeat(40)}! ${key(1)}`, 'a'.repeat(250));
    assert.ok(performance.now() - started < 1000);
  });

  it('reads hashed names as ssh-keygen writes them', { skip: missing('ssh') }, (t) => {
    const dir = mkdtempSync(join(tmpdir(), 'gl-known-'));
    t.after(() => rmSync(dir, { recursive: true }));
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(dir, 'k')]);
    const [type, body] = readFileSync(join(dir, 'k.pub'), 'utf8').split(' ');
    const path = join(dir, 'known_hosts');
    writeFileSync(path, `box.example ${type} ${body}\n[box.example]:2222 ${type} ${body}\n`);
    execFileSync('ssh-keygen', ['-q', '-H', '-f', path], { stdio: 'ignore' });
    const hashed = readFileSync(path, 'utf8');
    assert.doesNotMatch(hashed, /box\.example/);
    const printed = execFileSync('ssh-keygen', ['-l', '-f', join(dir, 'k.pub')], { encoding: 'utf8' });
    const expected = printed.split(' ')[1]?.replace('SHA256:', '');
    assert.deepEqual(hashesOf(hashed, 'box.example'), [expected]);
    assert.deepEqual(hashesOf(hashed, 'box.example', 2222), [expected]);
    assert.deepEqual(hashesOf(hashed, 'other.example'), []);
  });
});
