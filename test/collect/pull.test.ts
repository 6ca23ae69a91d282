import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { ManifestEntry } from '../../src/box/box-plan.ts';
import { TransportFailed } from '../../src/box/channel.ts';
import type { Clock } from '../../src/clock.ts';
import { pull } from '../../src/collect/pull.ts';
import type { PullProgress, PullReport } from '../../src/collect/pull-outcomes.ts';
import { missing } from '../requirement.ts';
import { fill, folders, hashes, sha256, tree } from './box-folder.ts';
import { busyboxPath } from './busybox.ts';
import { LocalChannel } from './local-channel.ts';

const MIB = 1024 * 1024;

const aborted = (signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));

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

const outcomes = (report: PullReport) =>
  Object.fromEntries(report.files.map(({ path, outcome }) => [path, outcome]));

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

  it('finds a part whose middle was never written although the record says so', async () => {
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

  describe('with hashes that the box is still computing', () => {
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

  it('says before the first byte that the rest does not fit here', async () => {
    const { remoteDir, intoDir } = folders();
    const huge = { path: 'huge.bin', bytes: 2 ** 52, sha256: '0'.repeat(64) };
    const channel = new LocalChannel();
    await assert.rejects(pull(channel, { remoteDir, entries: [huge], intoDir }), { code: 'disk-full-here' });
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
