import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { pushBack } from '../../src/collect/push.ts';
import { missing } from '../requirement.ts';
import { fill, folders, hashes, outcomes, tree } from './box-folder.ts';
import { busyboxPath } from './busybox.ts';
import { LocalChannel } from './local-channel.ts';

/** Ours is in `intoDir`, the box's new directory is `remoteDir`. */
function ours(files: Parameters<typeof fill>[1]) {
  const where = folders();
  return { ...where, fromDir: where.intoDir, entries: fill(where.intoDir, files) };
}

describe('push of our verified copy', () => {
  for (const kind of ['this machine', 'busybox'] as const) {
    it(`puts every file in place, proven by the tools of ${kind}, and nothing else [P1-10]`, {
      skip: kind === 'busybox' && missing('busybox'),
    }, async () => {
      const { base, fromDir, entries, remoteDir } = ours({
        'ckpt/last.bin': 3_000_000,
        'ckpt/ü b .json': '{}',
        empty: '',
        '-x': 'dash',
        [`${'deep/'.repeat(25)}leaf `]: 'long',
      });
      const channel = new LocalChannel({}, kind === 'busybox' ? { path: busyboxPath(base) } : {});
      const report = await pushBack(channel, { fromDir, entries, remoteDir: `${remoteDir}/new/out` });
      assert.equal(report.complete, true, JSON.stringify(report.files));
      assert.deepEqual(tree(`${remoteDir}/new/out`), hashes(entries));
      assert.deepEqual(readdirSync(`${remoteDir}/new/out`).sort(), ['-x', 'ckpt', 'deep', 'empty']);
      const again = await pushBack(channel, { fromDir, entries, remoteDir: `${remoteDir}/new/out` });
      assert.ok(again.files.every(({ outcome }) => outcome === 'already'));
    });
  }

  it('sends nothing of ours that is no longer what was verified', async () => {
    const { fromDir, entries, remoteDir } = ours({
      'rotten.bin': 'good',
      'short.bin': 'good',
      'fine.bin': 'good',
    });
    writeFileSync(join(fromDir, 'rotten.bin'), 'goop');
    writeFileSync(join(fromDir, 'short.bin'), 'go');
    const gone = { path: 'gone.bin', bytes: 1, sha256: '0'.repeat(64) };
    const report = await pushBack(new LocalChannel(), { fromDir, entries: [...entries, gone], remoteDir });
    assert.deepEqual(outcomes(report), {
      'fine.bin': 'pushed',
      'gone.bin': 'unfit-here',
      'rotten.bin': 'unfit-here',
      'short.bin': 'unfit-here',
    });
    assert.deepEqual(Object.keys(tree(remoteDir)), ['fine.bin']);
  });

  it('leaves alone what the box wrote after our copy, and replaces what is older', async () => {
    const { fromDir, entries, remoteDir } = ours({ 'newer.bin': 'ours', 'older.bin': 'ours' });
    fill(remoteDir, { 'newer.bin': 'theirs', 'older.bin': 'theirs' });
    const hourAgo = new Date(Date.now() - 3_600_000);
    utimesSync(join(fromDir, 'newer.bin'), hourAgo, hourAgo);
    utimesSync(join(remoteDir, 'older.bin'), hourAgo, hourAgo);
    const report = await pushBack(new LocalChannel(), { fromDir, entries, remoteDir });
    assert.deepEqual(outcomes(report), { 'newer.bin': 'newer-there', 'older.bin': 'pushed' });
    assert.equal(readFileSync(join(remoteDir, 'newer.bin'), 'utf8'), 'theirs');
    assert.equal(readFileSync(join(remoteDir, 'older.bin'), 'utf8'), 'ours');
  });

  it('compares ages and not dates, for the clocks of two machines differ', async () => {
    const { fromDir, entries, remoteDir } = ours({ 'a.bin': 'ours' });
    fill(remoteDir, { 'a.bin': 'theirs' });
    // Our clock is a day behind: by it our file is ten seconds old, while the box's is an hour old by the box's.
    const yesterday = Date.now() - 86_400_000;
    utimesSync(join(fromDir, 'a.bin'), new Date(yesterday - 10_000), new Date(yesterday - 10_000));
    const hourAgo = new Date(Date.now() - 3_600_000);
    utimesSync(join(remoteDir, 'a.bin'), hourAgo, hourAgo);
    const clock = { now: () => new Date(yesterday), sleep: async () => undefined };
    const report = await pushBack(new LocalChannel(), { fromDir, entries, remoteDir, clock });
    assert.deepEqual(outcomes(report), { 'a.bin': 'pushed' });
  });

  it('does not write through a link or over a directory on the box', async () => {
    const { base, fromDir, entries, remoteDir } = ours({ link: 'ours', dir: 'ours' });
    writeFileSync(join(base, 'victim'), 'untouched');
    symlinkSync(join(base, 'victim'), join(remoteDir, 'link'));
    mkdirSync(join(remoteDir, 'dir'));
    const report = await pushBack(new LocalChannel(), { fromDir, entries, remoteDir });
    assert.deepEqual(outcomes(report), { dir: 'damaged', link: 'damaged' });
    assert.equal(readFileSync(join(base, 'victim'), 'utf8'), 'untouched');
    assert.equal(report.complete, false);
  });

  it('publishes nothing when a byte changes on the way', async () => {
    const { fromDir, entries, remoteDir } = ours({ 'big.bin': 400_000, 'small.bin': 'x' });
    const channel = new LocalChannel();
    const put = channel.put.bind(channel);
    channel.put = async (path, data) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of data as AsyncIterable<Uint8Array>) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      bytes[7] = (bytes[7] ?? 0) ^ 1;
      await put(path, bytes);
    };
    const report = await pushBack(channel, { fromDir, entries, remoteDir });
    assert.deepEqual(outcomes(report), { 'big.bin': 'damaged', 'small.bin': 'pushed' });
    assert.deepEqual(readdirSync(remoteDir), ['small.bin']);
  });

  it('begins again cleanly after a line that died half-way', async () => {
    const { fromDir, entries, remoteDir } = ours({ 'big.bin': 400_000, 'small.bin': 'x' });
    const dying = new LocalChannel();
    dying.put = async () => {
      throw new TransportFailed('cut', 'reset');
    };
    await assert.rejects(pushBack(dying, { fromDir, entries, remoteDir }), TransportFailed);
    assert.ok(!existsSync(join(remoteDir, 'small.bin')));
    // What is left of it may be anything.
    rmSync(join(remoteDir, '.gpu-lease-push', 'small.bin'));
    fill(join(remoteDir, '.gpu-lease-push', 'small.bin'), { 'in-the-way': '' });
    const report = await pushBack(new LocalChannel(), { fromDir, entries, remoteDir });
    assert.equal(report.complete, true);
    assert.deepEqual(tree(remoteDir), hashes(entries));
  });
});
