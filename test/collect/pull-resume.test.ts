import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { pull } from '../../src/collect/pull.ts';
import type { PullProgress } from '../../src/collect/pull-outcomes.ts';
import { fill, folders, hashes, MIB, outcomes, sha256, tree } from './box-folder.ts';
import { LocalChannel } from './local-channel.ts';

function cannotMount(): string | false {
  if (process.getuid?.() !== 0) return 'needs root';
  try {
    const dir = mkdtempSync(join(tmpdir(), 'gpu-lease-mount-'));
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', dir], { stdio: 'ignore' });
    execFileSync('umount', [dir]);
    rmdirSync(dir);
    return false;
  } catch {
    return 'needs the right to mount a tmpfs';
  }
}

describe('pull that is stopped and run again', () => {
  it('keeps the older verified copy in place until the new one is whole', async () => {
    const { remoteDir, intoDir } = folders();
    const first = fill(remoteDir, { 'last.bin': 6 * MIB });
    await pull(new LocalChannel(), { remoteDir, entries: first, intoDir });
    const second = fill(remoteDir, { 'last.bin': 6 * MIB });
    const dying = new LocalChannel({ cutAfterBytes: 3 * MIB });
    await assert.rejects(pull(dying, { remoteDir, entries: second, intoDir }), TransportFailed);
    assert.deepEqual(tree(intoDir), hashes(first));
    await pull(new LocalChannel(), { remoteDir, entries: second, intoDir });
    assert.deepEqual(tree(intoDir), hashes(second));
  });

  it('continues after a cut line from what has arrived, by any number of cuts [P1-10]', async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'big.bin': 24 * MIB, 'a.txt': 'a', 'b.txt': 'b' });
    let moved = 0;
    let cuts = 0;
    for (;;) {
      const channel = new LocalChannel({ cutAfterBytes: 3 * MIB });
      try {
        moved += (await pull(channel, { remoteDir, entries, intoDir })).movedBytes;
        break;
      } catch (error) {
        assert.ok(error instanceof TransportFailed, String(error));
        moved += channel.movedBytes;
        assert.ok(++cuts < 20, 'does not get ahead');
      }
    }
    assert.ok(cuts >= 7);
    assert.deepEqual(tree(intoDir), hashes(entries));
    // A dying line loses the chunk that each of the 8 lanes had in hand.
    assert.ok(moved < 24 * MIB + 4096 + cuts * 8 * 64 * 1024, `moved ${moved}`);
  });

  it('does not believe a record that claims more than the part holds', async () => {
    const { base, remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'big.bin': 12 * MIB });
    const stem = join(base, 'here+partial', sha256('big.bin').slice(0, 32));
    mkdirSync(join(base, 'here+partial'));
    writeFileSync(`${stem}.part`, readFileSync(join(remoteDir, 'big.bin')).subarray(0, 2 * MIB));
    writeFileSync(`${stem}.json`, JSON.stringify({ ...entries[0], done: [[0, 12 * MIB]] }));
    const report = await pull(new LocalChannel(), { remoteDir, entries, intoDir });
    assert.deepEqual(outcomes(report), { 'big.bin': 'pulled' });
    assert.equal(report.movedBytes, 10 * MIB);
    assert.deepEqual(tree(intoDir), hashes(entries));
  });

  it('finds a part whose middle was never written although the record says so [P5-09]', async () => {
    const { base, remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'big.bin': 12 * MIB });
    const stem = join(base, 'here+partial', sha256('big.bin').slice(0, 32));
    mkdirSync(join(base, 'here+partial'));
    const holed = readFileSync(join(remoteDir, 'big.bin'));
    holed.fill(0, 4 * MIB, 5 * MIB);
    writeFileSync(`${stem}.part`, holed);
    writeFileSync(`${stem}.json`, JSON.stringify({ ...entries[0], done: [[0, 12 * MIB]] }));
    const report = await pull(new LocalChannel(), { remoteDir, entries, intoDir });
    assert.deepEqual(outcomes(report), { 'big.bin': 'pulled' });
    assert.equal(report.movedBytes, 12 * MIB);
    assert.deepEqual(tree(intoDir), hashes(entries));
  });

  it('does not continue the part of another content of the same name', async () => {
    const { remoteDir, intoDir } = folders();
    const old = fill(remoteDir, { 'last.bin': 8 * MIB });
    await assert.rejects(
      pull(new LocalChannel({ cutAfterBytes: 4 * MIB }), { remoteDir, entries: old, intoDir }),
    );
    const now = fill(remoteDir, { 'last.bin': 8 * MIB });
    const report = await pull(new LocalChannel(), { remoteDir, entries: now, intoDir });
    assert.equal(report.movedBytes, 8 * MIB);
    assert.deepEqual(tree(intoDir), hashes(now));
  });

  it('says that the disk is full when a write is refused, and goes on when there is room', {
    skip: cannotMount(),
  }, async () => {
    const { base, remoteDir } = folders();
    const entries = fill(remoteDir, { 'big.bin': 12 * MIB, 'a.txt': 'x' });
    const disk = join(base, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]);
    try {
      const intoDir = join(disk, 'here');
      // The room goes after the space was checked.
      const beforeGet = () => writeFileSync(join(disk, 'ballast'), Buffer.alloc(10 * MIB));
      const full = pull(new LocalChannel({ beforeGet }), { remoteDir, entries, intoDir });
      await assert.rejects(full, { code: 'disk-full-here', message: /ENOSPC/ });
      rmSync(join(disk, 'ballast'));
      const report = await pull(new LocalChannel(), { remoteDir, entries, intoDir });
      assert.equal(report.complete, true);
      assert.ok(report.movedBytes < 12 * MIB, 'began from nothing');
      assert.deepEqual(tree(intoDir), hashes(entries));
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });

  it('says before the first byte that the rest does not fit here', async () => {
    const { remoteDir, intoDir } = folders();
    const huge = { path: 'huge.bin', bytes: 2 ** 52, sha256: '0'.repeat(64) };
    const channel = new LocalChannel();
    await assert.rejects(pull(channel, { remoteDir, entries: [huge], intoDir }), { code: 'disk-full-here' });
    assert.equal(channel.operations, 0);
  });

  it('stops with the reason of its signal and keeps what has arrived', async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'a.bin': 32 * MIB });
    const stop = new AbortController();
    const onProgress = ({ movedBytes }: PullProgress) => {
      if (movedBytes > 8 * MIB) stop.abort(new Error('enough'));
    };
    await assert.rejects(
      pull(new LocalChannel(), { remoteDir, entries, intoDir, onProgress, signal: stop.signal }),
      /enough/,
    );
    const report = await pull(new LocalChannel(), { remoteDir, entries, intoDir });
    assert.ok(report.movedBytes < 25 * MIB, `moved ${report.movedBytes} again`);
    assert.deepEqual(tree(intoDir), hashes(entries));
  });
});
