import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { rangeSource } from '../../src/collect/range-source.ts';
import { fill, folders } from './box-folder.ts';
import { LocalChannel } from './local-channel.ts';

const MIB = 1024 * 1024;

async function source(bytes: number) {
  const { remoteDir } = folders();
  fill(remoteDir, { 'x.bin': bytes });
  const path = join(remoteDir, 'x.bin');
  const channel = new LocalChannel();
  return { path, channel, content: readFileSync(path), ranges: await rangeSource(channel, path) };
}

describe('a file on a box as a source of ranges', () => {
  it('gives exactly the bytes asked for, across blocks and at the ends', async () => {
    const { ranges, content } = await source(9 * MIB + 5);
    assert.equal(ranges.sizeBytes, content.length);
    for (const [offset, length] of [
      [0, 0],
      [0, 1],
      [4 * MIB - 3, 7],
      [content.length - 1, 1],
      [3 * MIB, 6 * MIB + 5],
    ] as const) {
      assert.deepEqual(
        Buffer.from(await ranges.read(offset, length)),
        content.subarray(offset, offset + length),
      );
    }
  });

  it('fetches every byte once when read from front to back, several blocks at a time', async () => {
    const { ranges, content, channel } = await source(30 * MIB);
    const read: Uint8Array[] = [];
    for (let at = 0; at < content.length; at += MIB) read.push(await ranges.read(at, MIB));
    assert.ok(Buffer.concat(read).equals(content));
    assert.equal(channel.movedBytes, content.length);
    assert.ok(channel.mostAtOnce > 1 && channel.mostAtOnce <= 8);
    await ranges.close();
  });

  it('fetches nothing ahead for a look at the end', async () => {
    const { ranges, channel } = await source(30 * MIB);
    await ranges.read(30 * MIB - 100, 100);
    await ranges.read(0, 8);
    assert.equal(channel.gets.length, 2);
  });

  it('throws RangeError outside the file, for no file, and when the file shrank', async () => {
    const { ranges, path, channel } = await source(5 * MIB);
    for (const [offset, length] of [
      [-1, 1],
      [0, -1],
      [5 * MIB, 1],
      [0, 5 * MIB + 1],
      [Number.NaN, 1],
    ] as const) {
      await assert.rejects(ranges.read(offset, length), RangeError);
    }
    truncateSync(path, 100);
    await assert.rejects(ranges.read(0, 1000), RangeError);
    rmSync(path);
    await assert.rejects(rangeSource(channel, path), RangeError);
  });

  it('says that the line failed and not that the file shrank, and reads on over the next try', async () => {
    const { ranges, channel, content } = await source(5 * MIB);
    channel.faults.beforeGet = () => {
      channel.faults.beforeGet = () => {};
      throw new TransportFailed('cut', 'short');
    };
    await assert.rejects(ranges.read(0, 10), TransportFailed);
    assert.deepEqual(Buffer.from(await ranges.read(0, 10)), content.subarray(0, 10));
  });
});
