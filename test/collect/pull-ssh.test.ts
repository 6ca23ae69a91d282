import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Channel, TransportFailed } from '../../src/box/channel.ts';
import { connectSsh } from '../../src/box/ssh-connect.ts';
import { hashOnBox } from '../../src/collect/box-questions.ts';
import { pull } from '../../src/collect/pull.ts';
import { pushBack } from '../../src/collect/push.ts';
import { missing } from '../requirement.ts';
import { type FaultProxy, faultProxy, type SshdTestbed, sshdTestbed } from '../testbed.ts';
import { fill, folders, hashes, tree } from './box-folder.ts';

const MIB = 1024 * 1024;

describe('pull over a real sshd', { skip: missing('sshd', 'testbed') }, () => {
  let bed: SshdTestbed;
  before(async () => {
    bed = await sshdTestbed();
  });
  after(() => bed.down());

  async function connect(port?: number): Promise<Channel> {
    const box = bed.boxes[0];
    assert.ok(box);
    const { channel } = await connectSsh({
      endpoint: async () => ({ host: box.host, port: port ?? box.port, user: bed.user }),
      login: { keys: [{ text: bed.clientKey, label: 'test bed' }] },
      pin: { sha256: box.hostKeySha256, by: 'user' },
      attempts: 1,
    });
    return channel;
  }

  const remote = (name: string) => join(bed.boxes[0]?.home ?? '', name);

  async function throughProxy(work: (proxy: FaultProxy) => Promise<void>) {
    const proxy = await faultProxy(bed.boxes[0]?.port ?? 0);
    await work(proxy).finally(() => proxy.close());
  }

  it('brings a tree whole, and pushes it back whole [P1-10]', async () => {
    const { intoDir } = folders();
    const small = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`small/${i} ü.txt`, `${i}`]));
    const entries = fill(remote('tree'), { 'big.bin': 40 * MIB, 'mid.bin': MIB, '-': '', ...small });
    const channel = await connect();
    const look = await hashOnBox(
      channel,
      remote('tree'),
      entries.map(({ path }) => path),
    );
    assert.deepEqual(
      [...look.files]
        .map(([path, { bytes, sha256 }]) => ({ path, bytes, sha256 }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
      [...entries].sort((a, b) => (a.path < b.path ? -1 : 1)),
    );
    const report = await pull(channel, { remoteDir: remote('tree'), entries, intoDir });
    assert.equal(report.complete, true);
    assert.deepEqual(tree(intoDir), hashes(entries));
    const pushed = await pushBack(channel, { fromDir: intoDir, entries, remoteDir: remote('again/out') });
    assert.equal(
      pushed.complete,
      true,
      JSON.stringify(pushed.files.find(({ outcome }) => outcome !== 'pushed')),
    );
    assert.deepEqual(tree(remote('again/out')), hashes(entries));
    await channel.close();
  });

  it('throws TransportFailed when the line is cut, with what has arrived kept, and goes on over a new one', async () => {
    await throughProxy(async (proxy) => {
      const { intoDir } = folders();
      const entries = fill(remote('cut'), { 'big.bin': 40 * MIB, 'a.txt': 'a' });
      let moved = 0;
      for (let cuts = 0; ; cuts++) {
        assert.ok(cuts < 8, 'does not get ahead');
        proxy.set({ cutAfterBytes: 12 * MIB });
        const channel = await connect(proxy.port);
        let ours = 0;
        const onProgress = ({ movedBytes }: { movedBytes: number }) => {
          ours = movedBytes;
        };
        const error = await pull(channel, { remoteDir: remote('cut'), entries, intoDir, onProgress }).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        moved += ours;
        await channel.close();
        if (error === undefined) break;
        assert.ok(error instanceof TransportFailed, String(error));
      }
      assert.deepEqual(tree(intoDir), hashes(entries));
      assert.ok(moved <= 41 * MIB, `moved ${moved}`);
    });
  });

  it('takes a flipped bit for a dead line, for SSH itself notices it', async () => {
    await throughProxy(async (proxy) => {
      const { intoDir } = folders();
      const entries = fill(remote('flip'), { 'big.bin': 20 * MIB });
      proxy.set({ corruptAfterBytes: 5 * MIB });
      const bad = await connect(proxy.port);
      await assert.rejects(pull(bad, { remoteDir: remote('flip'), entries, intoDir }), TransportFailed);
      await bad.close();
      assert.deepEqual(tree(intoDir), {});
      proxy.set({ corruptAfterBytes: 0 });
      const good = await connect(proxy.port);
      const report = await pull(good, { remoteDir: remote('flip'), entries, intoDir });
      assert.equal(report.complete, true);
      assert.ok(report.movedBytes < 19 * MIB, 'began from nothing');
      await good.close();
    });
  });
});
