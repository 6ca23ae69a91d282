import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Asked, ShownKey } from '../../src/box/ssh-shown-key.ts';
import { shownHostKey } from '../../src/box/ssh-shown-key.ts';
import { type ResolvedTarget, resolveSshTarget } from '../../src/box/ssh-user-config.ts';
import { refuseUnvouched } from '../../src/box/vouched-host.ts';
import type { Problem } from '../../src/problem.ts';
import { missing } from '../requirement.ts';
import { type SshdBox, type SshdTestbed, sshdTestbed } from '../testbed.ts';

const key = (n: number): string => {
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  return Buffer.concat([part(Buffer.from('ssh-ed25519')), part(Buffer.alloc(32, n))]).toString('base64');
};
const sha256 = (n: number): string =>
  createHash('sha256')
    .update(Buffer.from(key(n), 'base64'))
    .digest('base64')
    .replace(/=+$/, '');
const line = (names: string, n: number): string => `${names} ssh-ed25519 ${key(n)}\n`;
const shows = (n: number): ShownKey => ({ type: 'ssh-ed25519', sha256: sha256(n) });

describe('whether somebody vouches for a box, before anything is begun', () => {
  /** A home without any file, so that only the lines of the environment count. */
  const target = (known: string, attach = 'ssh://me@box:2222'): Promise<ResolvedTarget> =>
    resolveSshTarget(attach, {
      env: { PATH: '/nowhere', GPU_LEASE_KNOWN_HOSTS: known },
      home: '/nonexistent',
    });
  const refusal = async (known: string, shown: ShownKey | undefined): Promise<Problem | undefined> => {
    try {
      await refuseUnvouched(await target(known), async () => shown);
      return;
    } catch (error) {
      return error as Problem;
    }
  };

  it('lets pass the key that is named, and a box that does not answer now', async () => {
    assert.equal(await refusal(line('[box]:2222', 1), shows(1)), undefined);
    assert.equal(await refusal(line('[box]:2222', 1), undefined), undefined);
  });

  it('asks nobody where no line was given and the host is in no file: that is a first contact', async () => {
    const asked: Asked[] = [];
    for (const known of ['', ' \n'])
      await refuseUnvouched(await target(known), async (of) => void asked.push(of));
    assert.deepEqual(asked, []);
  });

  it('refuses every bad line at once, by its number and without its text', async () => {
    const found = await refusal(`box\n${line('[box]:2222', 1)}[box] ssh-rsa ${key(1)}\n`, shows(1));
    assert.deepEqual([found?.code, found?.kind], ['known-hosts-malformed', 'usage']);
    assert.match(found?.what ?? '', /has 2 lines .*line 1: .*; line 3: its key is of another type/);
    assert.ok(!found?.message.includes(key(1)));
  });

  for (const { known, says } of [
    { known: line('other', 1), says: /does not name \[box\]:2222/ },
    { known: line('box', 1), says: /names box without its port; with it the name is \[box\]:2222/ },
    { known: line('@cert-authority *', 1), says: /by a certificate authority alone/ },
    {
      known: `[box]:2222 sk-ssh-ed25519@openssh.com ${Buffer.concat([Buffer.from([0, 0, 0, 26]), Buffer.from('sk-ssh-ed25519@openssh.com'), Buffer.from([0, 0, 0, 1, 7])]).toString('base64')}\n`,
      says: /by a type of key that cannot be compared here \(sk-ssh/,
    },
  ])
    it(`says why ${JSON.stringify(known.slice(0, 24))} vouches for nobody, and which key the box shows`, async () => {
      const found = await refusal(known, shows(3));
      assert.deepEqual([found?.code, found?.kind], ['host-not-vouched', 'identity']);
      assert.match(found?.what ?? '', says);
      assert.ok(found?.what.includes(`shows SHA256:${sha256(3)} (ssh-ed25519)`));
      assert.match(found?.next ?? '', /ssh-keyscan -p 2222 box/);
      assert.match((await refusal(known, undefined))?.what ?? '', /does not answer now/);
    });

  it('refuses another key with both fingerprints', async () => {
    const found = await refusal(line('[box]:2222', 1) + line('[box]:2222', 2), shows(3));
    assert.deepEqual([found?.code, found?.kind], ['host-key-differs', 'identity']);
    for (const n of [1, 2, 3]) assert.ok(found?.what.includes(`SHA256:${sha256(n)}`), `${n}`);
  });

  it('takes no key that is revoked, whoever else vouches for it', async () => {
    const known = line('[box]:2222', 1) + line('[box]:2222', 2) + line('@revoked *', 1);
    assert.equal((await refusal(known, shows(1)))?.code, 'host-key-differs');
    assert.equal(await refusal(known, shows(2)), undefined);
    await assert.rejects(target(line('[box]:2222', 1) + line('@revoked *', 1)), { code: 'host-key-revoked' });
  });
});

describe('the key of a real server', { skip: missing('sshd', 'ssh', 'testbed'), timeout: 60_000 }, () => {
  let bed: SshdTestbed;
  let box: SshdBox;
  let jump: SshdBox;
  let dir: string;
  before(async () => {
    bed = await sshdTestbed(2);
    [box, jump] = bed.boxes as [SshdBox, SshdBox];
    dir = mkdtempSync(join(tmpdir(), 'gl-vouched-'));
  });
  after(async () => {
    await bed?.down();
    rmSync(dir, { recursive: true, force: true });
  });
  const logins = (name: string): number =>
    (readFileSync(join(bed.dir, name, 'sshd.log'), 'utf8').match(/(?:Accepted|Failed) \w+ for/g) ?? [])
      .length;

  it('is seen without a login, whatever type was asked for first', async () => {
    for (const keyTypes of [undefined, ['ssh-ed25519'], ['ssh-rsa']]) {
      const shown = await shownHostKey({ ...box, ...(keyTypes ? { keyTypes } : {}) });
      assert.deepEqual(shown, { type: 'ssh-ed25519', sha256: box.hostKeySha256 });
    }
    assert.equal(logins(box.name), 0);
  });

  it('is seen through a jump host, which is logged in to and compared first', async () => {
    const login = { keys: [{ text: bed.clientKey, label: 'the key of the test' }] };
    const through = (pin: string) => ({
      ...jump,
      user: bed.user,
      login,
      pin: { sha256: pin },
      named: 'gate',
    });
    const shown = await shownHostKey({ ...box, jump: through(jump.hostKeySha256) });
    assert.equal(shown?.sha256, box.hostKeySha256);
    assert.deepEqual([logins(box.name), logins(jump.name)], [0, 1]);
    const target = { host: box.host, port: box.port, user: bed.user, login, skippedKeys: [] };
    const other = { ...target, pin: { sha256: box.hostKeySha256 }, jump: through(box.hostKeySha256) };
    await assert.rejects(refuseUnvouched(other, shownHostKey), {
      code: 'host-key-differs',
      what: /jump host .*is another one/,
    });
  });

  it('is known by a hashed name, as OpenSSH writes it', async () => {
    const file = join(dir, 'hashed');
    writeFileSync(file, readFileSync(bed.knownHosts));
    execFileSync('ssh-keygen', ['-q', '-H', '-f', file], { stdio: 'ignore' });
    const known = readFileSync(file, 'utf8');
    assert.match(known, /^\|1\|/);
    const world = (text: string) => ({
      env: { PATH: '/nowhere', GPU_LEASE_KNOWN_HOSTS: text },
      home: '/nonexistent',
    });
    const resolved = await resolveSshTarget(`ssh://me@127.0.0.1:${box.port}`, world(known));
    await refuseUnvouched(resolved, shownHostKey);
    const other = await resolveSshTarget(`ssh://me@127.0.0.1:${box.port}`, world(line('x', 1)));
    await assert.rejects(refuseUnvouched(other, shownHostKey), {
      what: new RegExp(`shows SHA256:${box.hostKeySha256.replace(/[+/]/g, '\\$&')}`),
    });
  });

  it('is not seen where nothing answers, or something else does', async (t) => {
    const web = net.createServer((socket) => socket.end('HTTP/1.1 400\r\n\r\n')).listen(0, '127.0.0.1');
    t.after(() => web.close());
    await new Promise((resolve) => web.once('listening', resolve));
    assert.equal(
      await shownHostKey({ host: '127.0.0.1', port: (web.address() as AddressInfo).port }),
      undefined,
    );
    await bed.fault('crash', box.name);
    assert.equal(await shownHostKey(box), undefined);
    await bed.fault('start', box.name);
  });
});
