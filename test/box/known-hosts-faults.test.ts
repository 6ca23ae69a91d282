import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { knownHostsFaults } from '../../src/box/known-hosts-faults.ts';

const ED25519 = 'AAAAC3NzaC1lZDI1NTE5AAAAIJ0Vb8zM4kdcV2hKo5PT3p0PLZpUq6rK8cRQ1x3n1m2a';
const HASHED = `|1|${Buffer.alloc(20, 1).toString('base64')}|${Buffer.alloc(20, 2).toString('base64')}`;
const why = (line: string) => knownHostsFaults(line)[0]?.why;

describe('lines of known_hosts that are none', () => {
  for (const line of [
    '',
    '# box:22 SSH-2.0-OpenSSH_9.6',
    `box ssh-ed25519 ${ED25519}`,
    `box,10.0.0.1,!bad*,2001:db8::1 ssh-ed25519 ${ED25519} a comment of words`,
    `[box]:2222 ssh-ed25519 ${ED25519}\r`,
    `[2001:db8::1]:2222,[box]:* ssh-ed25519 ${ED25519}`,
    `${HASHED} ssh-ed25519 ${ED25519}`,
    `@revoked * ssh-ed25519 ${ED25519}`,
    `@cert-authority *.example ssh-ed25519 ${ED25519}`,
  ])
    it(`takes ${JSON.stringify(line.slice(0, 60))}`, () => assert.deepEqual(knownHostsFaults(line), []));

  for (const { line, says } of [
    { line: '-----BEGIN OPENSSH PRIVATE KEY-----', says: /private key/ },
    { line: `@authority box ssh-ed25519 ${ED25519}`, says: /marker is neither @revoked nor @cert-authority/ },
    { line: `ssh-ed25519 ${ED25519} me@laptop`, says: /name of the host is missing/ },
    { line: 'box ssh-ed25519', says: /less than a name/ },
    { line: `box ${ED25519} ssh-ed25519`, says: /no type of a key/ },
    { line: `box ssh-ed25519 ${ED25519.slice(0, 40)}`, says: /not whole/ },
    { line: `box ssh-ed25519 ${ED25519.slice(0, 41)}`, says: /not whole/ },
    { line: `box ssh-ed25519 ${ED25519}\\nbox2`, says: /not whole/ },
    { line: `box ssh-rsa ${ED25519}`, says: /another type/ },
    { line: `box:2222 ssh-ed25519 ${ED25519}`, says: /\[host\]:port/ },
    { line: `[box:2222 ssh-ed25519 ${ED25519}`, says: /\[host\]:port/ },
    { line: `[box]:99999 ssh-ed25519 ${ED25519}`, says: /\[host\]:port/ },
    { line: `box, ssh-ed25519 ${ED25519}`, says: /empty/ },
    { line: `${HASHED.slice(0, -6)} ssh-ed25519 ${ED25519}`, says: /hashed name is not whole/ },
    { line: `|2${HASHED.slice(2)} ssh-ed25519 ${ED25519}`, says: /hashed name is not whole/ },
  ])
    it(`says of ${JSON.stringify(line.slice(0, 40))} what is wrong, without repeating it`, () => {
      assert.match(why(line) ?? 'nothing', says);
      assert.ok(!why(line)?.includes(ED25519.slice(0, 12)));
    });

  it('finds all of them, by their numbers', () => {
    const text = ['box', `box ssh-ed25519 ${ED25519}`, '', 'half a'].join('\n');
    assert.deepEqual(
      knownHostsFaults(text).map(({ line }) => line),
      [1, 4],
    );
  });
});
