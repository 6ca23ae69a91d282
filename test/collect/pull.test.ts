import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Clock } from '../../src/clock.ts';
import { pull } from '../../src/collect/pull.ts';
import type { PullProgress } from '../../src/collect/pull-outcomes.ts';
import { missing } from '../requirement.ts';
import { fill, folders, hashes, MIB, outcomes, tree } from './box-folder.ts';
import { busyboxPath } from './busybox.ts';
import { LocalChannel } from './local-channel.ts';

const aborted = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));

describe('pull', () => {
  it('brings small, large and empty files of any name and leaves nothing else behind [P1-10] [P5-03]', async () => {
    const { base, remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, {
      'ckpt/last.bin': 9 * MIB + 17,
      'ckpt/mid.bin': 300_000,
      empty: '',
      'logs/ein größerer Näme ✓ 模型.txt': 'unicode',
      '-rf': 'a name like an option',
      'it\'s $(id) `x` "quoted" *.txt': 'a name for a shell',
      [`deep/${'long-name-'.repeat(20)}/${'x'.repeat(200)}`]: 'longer than a tar header holds',
      __proto__: 'an object member',
      ' leading and trailing ': 'blanks',
    });
    const report = await pull(new LocalChannel(), { remoteDir, entries, intoDir });
    assert.equal(report.complete, true, JSON.stringify(report.files));
    assert.ok(report.files.every(({ outcome }) => outcome === 'pulled'));
    assert.deepEqual(tree(intoDir), hashes(entries));
    assert.deepEqual(
      Object.keys(tree(base)).filter((name) => !/^(box|here)\//.test(name)),
      [],
    );
    assert.equal(
      report.movedBytes,
      entries.reduce((sum, entry) => sum + entry.bytes, 0),
    );
  });

  it('moves nothing when everything is here, having read every byte of it', async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'a.bin': 5 * MIB, 'b.txt': 'small' });
    await pull(new LocalChannel(), { remoteDir, entries, intoDir });
    const channel = new LocalChannel();
    const report = await pull(channel, { remoteDir, entries, intoDir });
    assert.deepEqual(outcomes(report), { 'a.bin': 'already', 'b.txt': 'already' });
    assert.equal(channel.operations, 0);
    assert.equal(report.complete, true);
  });

  for (const [kind, bytes] of [
    ['large', 5 * MIB],
    ['small', 4096],
  ] as const) {
    it(`finds a ${kind} local file of the right size and the wrong content, and pulls it again [D-07]`, async () => {
      const { remoteDir, intoDir } = folders();
      const entries = fill(remoteDir, { 'x.bin': bytes });
      await pull(new LocalChannel(), { remoteDir, entries, intoDir });
      const bad = readFileSync(join(intoDir, 'x.bin'));
      bad[bytes >> 1] = (bad[bytes >> 1] ?? 0) ^ 1;
      writeFileSync(join(intoDir, 'x.bin'), bad);
      const report = await pull(new LocalChannel(), { remoteDir, entries, intoDir });
      assert.deepEqual(outcomes(report), { 'x.bin': 'pulled' });
      assert.deepEqual(tree(intoDir), hashes(entries));
    });

    it(`pulls a ${kind} file that was altered on the way a second time in full [D-07]`, async () => {
      const { remoteDir, intoDir } = folders();
      const entries = fill(remoteDir, { 'x.bin': bytes });
      let altered = 0;
      const alter = (chunk: Buffer) => {
        // Early in the file, far behind a tar header.
        if (altered++ > 0) return chunk;
        const bad = Buffer.from(chunk);
        bad[1000] = (bad[1000] ?? 0) ^ 1;
        return bad;
      };
      const report = await pull(new LocalChannel({ alter }), { remoteDir, entries, intoDir });
      assert.deepEqual(outcomes(report), { 'x.bin': 'pulled' });
      assert.equal(report.movedBytes, 2 * bytes);
      assert.deepEqual(tree(intoDir), hashes(entries));
    });

    it(`calls a ${kind} file damaged that arrives altered twice, and publishes nothing of it [D-07]`, async () => {
      const { base, remoteDir, intoDir } = folders();
      const entries = fill(remoteDir, { 'x.bin': bytes, 'y.txt': '' });
      const alter = (chunk: Buffer) => {
        const bad = Buffer.from(chunk);
        if (bad.length > 1000) bad[1000] = (bad[1000] ?? 0) ^ 1;
        return bad;
      };
      const report = await pull(new LocalChannel({ alter }), { remoteDir, entries, intoDir });
      assert.deepEqual(outcomes(report), { 'x.bin': 'damaged', 'y.txt': 'pulled' });
      assert.match(report.files.find(({ path }) => path === 'x.bin')?.why ?? '', /twice while the box holds/);
      assert.equal(report.movedBytes, 2 * bytes);
      assert.deepEqual(Object.keys(tree(intoDir)), ['y.txt']);
      assert.ok(!existsSync(join(base, 'here+partial')));
    });
  }

  it('pulls again a local file that begins with the right bytes and goes on', async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'a.bin': MIB, 'b.txt': 'b' });
    await pull(new LocalChannel(), { remoteDir, entries, intoDir });
    for (const name of ['a.bin', 'b.txt']) appendFileSync(join(intoDir, name), 'more');
    const report = await pull(new LocalChannel(), { remoteDir, entries, intoDir });
    assert.deepEqual(outcomes(report), { 'a.bin': 'pulled', 'b.txt': 'pulled' });
    assert.deepEqual(tree(intoDir), hashes(entries));
  });

  it('says which files vanished from the box since the manifest', async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'big.bin': 6 * MIB, 'small.txt': 'x', 'stays.txt': 'y' });
    rmSync(join(remoteDir, 'big.bin'));
    rmSync(join(remoteDir, 'small.txt'));
    const report = await pull(new LocalChannel(), { remoteDir, entries, intoDir });
    assert.deepEqual(outcomes(report), {
      'big.bin': 'vanished',
      'small.txt': 'vanished',
      'stays.txt': 'pulled',
    });
    assert.equal(report.complete, false);
    assert.deepEqual(Object.keys(tree(intoDir)), ['stays.txt']);
  });

  for (const [how, rewrite] of [
    ['rewritten with the same size', (path: string) => writeFileSync(path, Buffer.alloc(10 * MIB, 7))],
    ['cut shorter', (path: string) => writeFileSync(path, Buffer.alloc(MIB, 7))],
    ['appended to', (path: string) => appendFileSync(path, 'more')],
  ] as const) {
    it(`calls a file changed that is ${how} on the box while it is pulled`, async () => {
      const { remoteDir, intoDir } = folders();
      const entries = fill(remoteDir, { 'big.bin': 10 * MIB });
      let gets = 0;
      const beforeGet = () => {
        if (++gets === 2) rewrite(join(remoteDir, 'big.bin'));
      };
      const channel = new LocalChannel({ beforeGet });
      const report = await pull(channel, { remoteDir, entries, intoDir, lanes: 2 });
      // What was asked for was there in full: a longer file is another manifest's business.
      assert.deepEqual(outcomes(report), { 'big.bin': how === 'appended to' ? 'pulled' : 'changed' });
      if (how !== 'appended to') assert.deepEqual(tree(intoDir), {});
    });
  }

  it('calls small files changed that are rewritten after the manifest', async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'same-size.txt': 'aaa', 'longer.txt': 'bbb' });
    writeFileSync(join(remoteDir, 'same-size.txt'), 'zzz');
    writeFileSync(join(remoteDir, 'longer.txt'), 'bbbb');
    const report = await pull(new LocalChannel(), { remoteDir, entries, intoDir });
    assert.deepEqual(outcomes(report), { 'longer.txt': 'changed', 'same-size.txt': 'changed' });
    assert.deepEqual(tree(intoDir), {});
  });

  it('refuses names that would leave the folder, and pulls the others', async () => {
    const { base, remoteDir, intoDir } = folders();
    const [good] = fill(remoteDir, { 'good.txt': 'x' });
    const entries = ['../evil', '/etc/evil', 'a/../../evil', 'a\nb', ''].map((path) => ({
      ...good,
      path,
    })) as never[];
    const report = await pull(new LocalChannel(), {
      remoteDir,
      entries: [...entries, good as never],
      intoDir,
    });
    assert.deepEqual(
      report.files.map(({ outcome }) => outcome),
      ['pulled', ...entries.map(() => 'refused')],
    );
    assert.deepEqual(Object.keys(tree(base)).sort(), ['box/good.txt', 'here/good.txt']);
  });

  it('never writes through a symbolic link that stands in its folder', async () => {
    const { base, remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'dir/a.txt': 'a', 'dir/big.bin': MIB, 'link.txt': 'l', 'ok.txt': 'o' });
    mkdirSync(join(base, 'outside'));
    mkdirSync(intoDir);
    writeFileSync(join(base, 'outside', 'victim'), 'untouched');
    symlinkSync(join(base, 'outside'), join(intoDir, 'dir'));
    symlinkSync(join(base, 'outside', 'victim'), join(intoDir, 'link.txt'));
    const report = await pull(new LocalChannel(), { remoteDir, entries, intoDir });
    assert.deepEqual(outcomes(report), {
      'dir/a.txt': 'refused',
      'dir/big.bin': 'refused',
      'link.txt': 'refused',
      'ok.txt': 'pulled',
    });
    assert.deepEqual(Object.keys(tree(join(base, 'outside'))), ['victim']);
    assert.equal(readFileSync(join(base, 'outside', 'victim'), 'utf8'), 'untouched');
  });

  it('does not take a link on the box for the file it was', async () => {
    const { base, remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'a.txt': 'secret' });
    writeFileSync(join(base, 'target'), 'secret');
    rmSync(join(remoteDir, 'a.txt'));
    symlinkSync(join(base, 'target'), join(remoteDir, 'a.txt'));
    const report = await pull(new LocalChannel(), { remoteDir, entries, intoDir });
    assert.deepEqual(outcomes(report), { 'a.txt': 'vanished' });
  });

  it('brings hard-linked files as files', async () => {
    const { remoteDir, intoDir } = folders();
    const [first] = fill(remoteDir, { 'a.txt': 'same' });
    linkSync(join(remoteDir, 'a.txt'), join(remoteDir, 'b.txt'));
    const entries = [first, { ...first, path: 'b.txt' }] as never[];
    const channel = new LocalChannel();
    const report = await pull(channel, { remoteDir, entries, intoDir });
    assert.deepEqual(outcomes(report), { 'a.txt': 'pulled', 'b.txt': 'pulled' });
    assert.equal(channel.operations, 1, 'one stream was enough');
  });

  it('works with a box that has only busybox', { skip: missing('busybox') }, async () => {
    const { base, remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, {
      'big.bin': 5 * MIB,
      'a b/ü.txt': 'x',
      '-n': 'y',
      'gone.txt': 'z',
      'else.txt': 'one',
    });
    linkSync(join(remoteDir, '-n'), join(remoteDir, 'hard'));
    entries.push({ ...(entries[2] as (typeof entries)[0]), path: 'hard' });
    rmSync(join(remoteDir, 'gone.txt'));
    writeFileSync(join(remoteDir, 'else.txt'), 'two');
    const channel = new LocalChannel({}, { path: busyboxPath(base) });
    const report = await pull(channel, { remoteDir, entries, intoDir });
    assert.deepEqual(outcomes(report), {
      '-n': 'pulled',
      'a b/ü.txt': 'pulled',
      'big.bin': 'pulled',
      'else.txt': 'changed',
      'gone.txt': 'vanished',
      hard: 'pulled',
    });
  });

  it('works with a box that has no tar', async () => {
    const { base, remoteDir, intoDir } = folders();
    const bin = busyboxPath(base);
    rmSync(join(bin, 'tar'));
    const entries = fill(remoteDir, { 'a.txt': 'x', 'b.txt': 'y' });
    const report = await pull(new LocalChannel({}, { path: bin }), { remoteDir, entries, intoDir });
    assert.equal(report.complete, true);
  });

  it('brings 10,000 small files [P1-10]', async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(
      remoteDir,
      Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`d${i % 50}/f${i}`, `${i}`])),
    );
    const channel = new LocalChannel();
    const report = await pull(channel, { remoteDir, entries, intoDir });
    assert.equal(report.complete, true);
    assert.deepEqual(tree(intoDir), hashes(entries));
    assert.ok(channel.operations <= 4, `${channel.operations} operations`);
  });

  it('opens the other lanes only when the first byte is slow to come', async () => {
    for (const [slow, lanes] of [
      [false, 4],
      [true, 8],
    ] as const) {
      const { remoteDir, intoDir } = folders();
      const entries = fill(remoteDir, { 'a.bin': 40 * MIB });
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      // The clock's pause ends at once when the line is slow, and never when it is not.
      const clock: Clock = {
        now: () => new Date(0),
        sleep: (_, signal) => (slow ? Promise.resolve() : aborted(signal)),
      };
      let started = 0;
      const beforeGet = () => {
        if (++started === lanes) setImmediate(release);
        return gate;
      };
      const channel = new LocalChannel({ beforeGet });
      await pull(channel, { remoteDir, entries, intoDir, clock });
      assert.equal(channel.mostAtOnce, lanes);
      assert.deepEqual(tree(intoDir), hashes(entries));
    }
  });

  it('is content with an empty manifest', async () => {
    const { remoteDir, intoDir } = folders();
    const channel = new LocalChannel();
    assert.deepEqual(await pull(channel, { remoteDir, entries: [], intoDir }), {
      files: [],
      movedBytes: 0,
      complete: true,
    });
    assert.equal(channel.operations, 0);
  });

  it('never runs more than its lanes at once and tells how far it is', async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'a.bin': 20 * MIB, 'b.bin': 20 * MIB, 'c.txt': 'c' });
    const seen: PullProgress[] = [];
    const channel = new LocalChannel();
    await pull(channel, {
      remoteDir,
      entries,
      intoDir,
      lanes: 3,
      onProgress: (progress) => seen.push(progress),
    });
    assert.ok(channel.mostAtOnce <= 3);
    const bytesTotal = 40 * MIB + 1;
    assert.deepEqual(seen.at(-1), {
      filesDone: 3,
      filesTotal: 3,
      bytesDone: bytesTotal,
      bytesTotal,
      movedBytes: bytesTotal,
    });
    assert.ok(seen.every(({ bytesDone }, i) => bytesDone >= (seen[i - 1]?.bytesDone ?? 0)));
  });

  it('with rehash off trusts an unchanged file and still notices a touched one', async () => {
    const { remoteDir, intoDir } = folders();
    const entries = fill(remoteDir, { 'a.bin': MIB });
    const look = () => pull(new LocalChannel(), { remoteDir, entries, intoDir, rehash: false });
    assert.deepEqual(outcomes(await look()), { 'a.bin': 'pulled' });
    assert.deepEqual(outcomes(await look()), { 'a.bin': 'already' });
    writeFileSync(join(intoDir, 'a.bin'), Buffer.alloc(MIB));
    assert.deepEqual(outcomes(await look()), { 'a.bin': 'pulled' });
    assert.deepEqual(tree(intoDir), hashes(entries));
  });
});
