import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { copyIdWords, formatSshTarget, parseSshTarget } from '../../src/box/ssh-target.ts';
import { candidateSchema } from '../../src/job/candidate-schema.ts';
import { readConsoleLine } from '../../src/job/console-line.ts';

/** What the schema of the job file says against it. */
const faultsOf = (attach: string): string =>
  JSON.stringify(
    candidateSchema.safeParse({ platform: 'generic-ssh', attach, usdPerHour: 0 }).error?.issues ?? [],
  );

describe('the line that a console shows', () => {
  for (const [line, target, identity] of [
    ['ssh -p 12345 root@connect.westb.seetacloud.com', 'ssh://root@connect.westb.seetacloud.com:12345'],
    ['ssh root@host -p 12345 -i key', 'ssh://root@host:12345', 'key'],
    [
      '  ssh   root@203.0.113.7 -p 22116 -i ~/.ssh/id_ed25519 ',
      'ssh://root@203.0.113.7:22116',
      '~/.ssh/id_ed25519',
    ],
    ['ssh -p41022 root@ssh5.vast.ai -L 8080:localhost:8080', 'ssh://root@ssh5.vast.ai:41022'],
    ['ssh -o StrictHostKeyChecking=no -CNg -L 6006:127.0.0.1:6006 root@host -p 99', 'ssh://root@host:99'],
    ['ssh ubuntu@[2001:db8::1]', 'ssh://ubuntu@[2001:db8::1]'],
    ['ssh -l me host', 'ssh://me@host'],
    ['ssh myalias', 'ssh://myalias'],
  ] as const) {
    it(`is taken as it is: ${line.trim()}`, () => {
      const read = parseSshTarget(line);
      assert.equal(formatSshTarget(read), target);
      assert.equal(read.identity, identity);
      assert.equal(faultsOf(line), '[]');
    });
  }

  for (const [line, says] of [
    ['ssh -p 0 root@host', /port/],
    ['ssh -p 12345', /names no host/],
    ['ssh root@host rm -rf x', /command behind the host/],
    ['ssh -J jump root@host', /leads elsewhere \(-J\)/],
    ['ssh -o ProxyCommand=x root@host', /leads elsewhere \(-o\)/],
    ['ssh -F other root@host', /leads elsewhere \(-F\)/],
    ['ssh root:hunter2@host', /holds a password/],
    ['ssh -i $(x) root@host', /key file/],
    ['ssh root@-host', /names no host/],
  ] as const) {
    it(`is refused where it would lead elsewhere: ${line}`, () => {
      assert.match(String(readConsoleLine(line)), says);
      assert.match(faultsOf(line), says);
    });
  }

  it('says how a key is put there', () => {
    assert.equal(copyIdWords('ssh -p 12345 root@host'), '-p 12345 root@host');
    assert.equal(copyIdWords('ssh://root@host:12345'), '-p 12345 root@host');
    assert.equal(copyIdWords('mybox'), 'mybox');
  });
});
