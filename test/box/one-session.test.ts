import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openSession, type SshSession } from '../../src/box/ssh-session.ts';
import { hashOnBox } from '../../src/collect/box-questions.ts';
import { pull } from '../../src/collect/pull.ts';
import { missing } from '../requirement.ts';
import { type SshdBox, type SshdTestbed, sshdTestbed } from '../testbed.ts';

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/** Common on clusters and behind gateways: one connection carries one command at a time. */
describe('a server with MaxSessions 1', { skip: missing('sshd', 'testbed'), timeout: 120_000 }, () => {
  let bed: SshdTestbed;
  let box: SshdBox;
  let session: SshSession;
  before(async () => {
    bed = await sshdTestbed();
    box = bed.boxes[0] as SshdBox;
    await bed.configure(box.name, /^MaxSessions .*$/m, 'MaxSessions 1');
    session = await openSession({
      endpoint: async () => ({ host: box.host, port: box.port, user: bed.user }),
      login: { keys: [{ text: bed.clientKey, label: 'test' }] },
      pin: { sha256: box.hostKeySha256, by: 'user' },
    });
  });
  after(async () => {
    await session?.close();
    await bed?.down();
  });

  it('runs what is asked for at once one after another [faults F10]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => session.exec(['echo', String(i)])),
    );
    assert.deepEqual(
      answers.map(({ stdout }) => Number(stdout)),
      Array.from({ length: 12 }, (_, i) => i),
    );
  });

  it('does not count the wait for a place as the time of the command [faults F10]', async () => {
    const [, quick] = await Promise.all([
      session.exec(['sleep', '2']),
      session.exec(['echo', 'quick'], { timeoutSeconds: 1 }),
    ]);
    assert.equal(quick.stdout, 'quick\n');
  });

  it('goes on beside a command that was given up and still runs there [faults F10]', async () => {
    await assert.rejects(session.exec(['sleep', '30'], { timeoutSeconds: 1 }), /took longer than 1 s/);
    assert.equal((await session.exec(['echo', 'on'])).stdout, 'on\n');
  });

  it('goes on after a command that left something which holds its output [faults F10]', async () => {
    const left = session.exec(['sh', '-c', 'sleep 20 & echo started'], { timeoutSeconds: 3 });
    await left.catch(() => undefined);
    assert.equal((await session.exec(['echo', 'on'])).stdout, 'on\n');
  });

  it('is pulled from while it still hashes [faults F10]', async () => {
    const dir = join(box.home, 'out');
    await mkdir(dir);
    const contents = { a: randomBytes(3_000_000), b: randomBytes(2_000_000), small: randomBytes(100) };
    for (const [name, content] of Object.entries(contents)) await writeFile(join(dir, name), content);
    let listed: { path: string; bytes: number }[] = [];
    const known = new Promise<void>((resolve) => {
      const look = hashOnBox(session, dir, Object.keys(contents), {
        onListed: (files) => {
          listed = files;
          resolve();
        },
      });
      hashed = look.then(({ files }) => [...files].map(([path, file]) => ({ path, ...file })));
    });
    await known;
    const into = join(bed.dir, 'into');
    const report = await pull(session, { remoteDir: dir, intoDir: into, entries: { listed, hashed } });
    assert.equal(report.complete, true);
    assert.equal(sha256(await readFile(join(into, 'a'))), sha256(contents.a));
  });
  let hashed: Promise<{ path: string; bytes: number; sha256: string }[]> = Promise.resolve([]);
});
