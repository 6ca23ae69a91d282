import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ManifestEntry } from '../../src/box/box-plan.ts';
import { TransportFailed } from '../../src/box/channel.ts';
import { pull } from '../../src/collect/pull.ts';
import type { PullProgress } from '../../src/collect/pull-outcomes.ts';
import { fill, folders, hashes, MIB, outcomes, sha256, tree } from './box-folder.ts';
import { LocalChannel } from './local-channel.ts';

describe('pull with hashes that the box is still computing', () => {
  const late = (entries: ManifestEntry[], hashed: Promise<ManifestEntry[]>) => ({
    listed: entries.map(({ path, bytes }) => ({ path, bytes })),
    hashed,
  });

  it('moves large files meanwhile and publishes none before its hash is known', async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'a.bin': 6 * MIB, 'b.bin': MIB, 'c.txt': 'c' });
    let answer = (_: ManifestEntry[]) => {};
    const hashed = new Promise<ManifestEntry[]>((resolve) => {
      answer = resolve;
    });
    let early: string[] | undefined;
    const onProgress = ({ movedBytes }: PullProgress) => {
      if (movedBytes !== 7 * MIB || early) return;
      early = Object.keys(tree(intoDir));
      answer(entries);
    };
    const report = await pull(new LocalChannel(), {
      remoteDir,
      entries: late(entries, hashed),
      intoDir,
      onProgress,
    });
    assert.deepEqual(early, []);
    assert.equal(report.complete, true);
    assert.equal(report.movedBytes, 7 * MIB + 1);
    assert.deepEqual(tree(intoDir), hashes(entries));
  });

  it('says vanished and changed of files that are hashed as something else, and verifies the others', async () => {
    const { base, remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, {
      'gone.bin': MIB,
      'grown.bin': MIB,
      'other.bin': MIB,
      'fine.bin': MIB,
      'gone.txt': 'x',
    });
    const hashed = entries
      .filter(({ path }) => !path.startsWith('gone'))
      .map((entry) => {
        if (entry.path === 'grown.bin') return { ...entry, bytes: entry.bytes + 1 };
        return entry.path === 'other.bin' ? { ...entry, sha256: sha256('another') } : entry;
      });
    const report = await pull(new LocalChannel(), {
      remoteDir,
      entries: late(entries, Promise.resolve(hashed)),
      intoDir,
    });
    assert.deepEqual(outcomes(report), {
      'fine.bin': 'pulled',
      'gone.bin': 'vanished',
      'gone.txt': 'vanished',
      'grown.bin': 'changed',
      'other.bin': 'changed',
    });
    assert.deepEqual(Object.keys(tree(intoDir)), ['fine.bin']);
    assert.ok(!existsSync(join(base, 'here+partial')));
  });

  it('reads what is here already before it moves anything, and continues what was begun', async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'here.bin': 4 * MIB, 'begun.bin': 20 * MIB });
    await pull(new LocalChannel(), { remoteDir, entries: entries.slice(0, 1), intoDir });
    await assert.rejects(
      pull(new LocalChannel({ cutAfterBytes: 10 * MIB }), { remoteDir, entries, intoDir }),
    );
    const report = await pull(new LocalChannel(), {
      remoteDir,
      entries: late(entries, Promise.resolve(entries)),
      intoDir,
    });
    assert.deepEqual(outcomes(report), { 'begun.bin': 'pulled', 'here.bin': 'already' });
    assert.ok(report.movedBytes < 12 * MIB, `moved ${report.movedBytes}`);
    assert.deepEqual(tree(intoDir), hashes(entries));
  });

  it('ends with the reason when the box cannot say the hashes', { timeout: 20_000 }, async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'a.bin': 6 * MIB });
    const hashed = Promise.reject(new TransportFailed('cut', 'reset'));
    await assert.rejects(
      pull(new LocalChannel(), { remoteDir, entries: late(entries, hashed), intoDir }),
      TransportFailed,
    );
    assert.deepEqual(tree(intoDir), {});
  });
});
