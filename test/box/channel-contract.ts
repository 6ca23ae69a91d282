import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Channel, TransportFailed } from '../../src/box/channel.ts';

/** One box that answers, and a channel to it. `home` is a directory of this machine: tests look behind the channel's back. */
export interface ContractBox {
  channel: Channel;
  home: string;
  /** What the box itself calls its home; default: the same. */
  calls?: string;
  hostKeySha256: string;
  down(): Promise<void>;
}

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/** What every `Channel` promises, whatever carries it. */
export function channelContract(name: string, skip: string | false, start: () => Promise<ContractBox>): void {
  describe(`channel over ${name}`, { skip, timeout: 120_000 }, () => {
    let box: ContractBox;
    let channel: Channel;
    before(async () => {
      box = await start();
      channel = box.channel;
    });
    after(() => box?.down());
    /** A file in its home, as the box calls it. */
    const there = (name: string) => join(box.calls ?? box.home, name);

    it('says whose host key it saw', () => {
      assert.equal(channel.hostKeySha256, box.hostKeySha256);
    });

    it('returns exit code, stdout and stderr apart', async () => {
      const result = await channel.exec(['sh', '-c', 'echo out; echo err >&2; exit 7']);
      assert.deepEqual(result, { exitCode: 7, stdout: 'out\n', stderr: 'err\n', truncated: false });
    });

    it('answers 127 for a program that is not there, as a result and not as a failure', async () => {
      assert.equal((await channel.exec(['no-such-program-7f3a'])).exitCode, 127);
    });

    it('answers 128 + n for a command that died of signal n', async () => {
      assert.equal((await channel.exec(['sh', '-c', 'kill -KILL $$'])).exitCode, 137);
    });

    it('starts commands in the home of the box', async () => {
      assert.equal((await channel.exec(['pwd'])).stdout.trim(), box.calls ?? box.home);
      assert.equal((await channel.exec(['sh', '-c', 'echo "$HOME"'])).stdout.trim(), box.calls ?? box.home);
    });

    it('hands every argument over unchanged, whatever a shell would make of it', async () => {
      const words = [
        '',
        ' ',
        'a b',
        "it's",
        '"',
        '$HOME',
        '`id`',
        '$(id)',
        'back\\slash\\',
        "\\'",
        'new\nline',
        'tab\t',
        '*',
        '?',
        '[a]',
        '~',
        '!',
        '#',
        ';',
        '|',
        '&',
        '<',
        '>',
        '(',
        '{a,b}',
        '-n',
        '--',
        'a=b',
        'жук 试验 🚀',
        '\u0001\u007f',
        "'; echo broken; '",
      ];
      const { stdout } = await channel.exec(['printf', '<%s>\\0', ...words]);
      assert.deepEqual(
        stdout.split('\0').slice(0, -1),
        words.map((word) => `<${word}>`),
      );
    });

    it('takes the first word for a program even when it is a keyword of the shell', async () => {
      assert.equal((await channel.exec(['if', 'true'])).exitCode, 127);
    });

    it('gives stdin to the command and closes it', async () => {
      const { stdout } = await channel.exec(['cat'], { stdin: Buffer.from('through\0and through') });
      assert.equal(stdout, 'through\0and through');
      assert.equal((await channel.exec(['cat'])).stdout, '');
    });

    it('streams stdin of any size, byte for byte', async () => {
      const chunk = randomBytes(1 << 20);
      const { stdout } = await channel.exec(['sha256sum'], { stdin: repeated(chunk, 12) });
      const expected = createHash('sha256');
      for (let i = 0; i < 12; i += 1) expected.update(chunk);
      assert.equal(stdout.slice(0, 64), expected.digest('hex'));
    });

    it('ends well when the command does not read its stdin', async () => {
      const result = await channel.exec(['sh', '-c', 'exit 3'], { stdin: repeated(randomBytes(1 << 20), 8) });
      assert.equal(result.exitCode, 3);
    });

    it('runs 30 commands that were asked for at once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) => channel.exec(['echo', String(i)])),
      );
      assert.deepEqual(
        answers.map(({ stdout }) => Number(stdout)),
        Array.from({ length: 30 }, (_, i) => i),
      );
    });

    it('has at most 8 commands open at once', async () => {
      const dir = join(box.home, 'at-once');
      await mkdir(dir);
      const script = 'mkdir "$1"; ls | wc -l; sleep 0.2; rmdir "$1"';
      const runs = Array.from({ length: 20 }, (_, i) =>
        channel.exec(['sh', '-c', `cd ${there('at-once')} && ${script}`, 'sh', `run${i}`]),
      );
      const seen = (await Promise.all(runs)).map(({ stdout }) => Number(stdout));
      assert.ok(Math.max(...seen) <= 8, `saw ${Math.max(...seen)} at once`);
      assert.ok(Math.max(...seen) > 1, 'nothing ran side by side');
    });

    it('keeps stdout and stderr whole when both are large and mixed', async () => {
      const script =
        'i=0; while [ $i -lt 60 ]; do head -c 65536 /dev/zero; head -c 65536 /dev/zero | tr "\\0" e >&2; i=$((i+1)); done';
      const result = await channel.exec(['sh', '-c', script], { maxOutputBytes: 8 << 20 });
      assert.deepEqual(
        {
          exitCode: result.exitCode,
          out: result.stdout.length,
          err: result.stderr.length,
          mixed: /e/.test(result.stdout),
        },
        { exitCode: 0, out: 60 * 65536, err: 60 * 65536, mixed: false },
      );
    });

    it('keeps both whole when they are large and the reader is slow', async () => {
      const script =
        'i=0; while [ $i -lt 150 ]; do head -c 65536 /dev/zero; head -c 65536 /dev/zero | tr "\\0" e >&2; i=$((i+1)); done';
      let strange = 0;
      const result = await channel.stream(['sh', '-c', script], (chunk) => {
        strange += chunk.filter((byte) => byte !== 0).length;
        // Not awaiting but working: nothing is read meanwhile, and what the box may send is used up by both at once.
        for (const until = performance.now() + 3; performance.now() < until; );
      });
      assert.deepEqual([result.exitCode, result.bytes, strange], [0, 150 * 65536, 0]);
    });

    it('cuts output at its bound, says so, and still waits for the exit code', async () => {
      const result = await channel.exec(['sh', '-c', 'head -c 5000000 /dev/zero; exit 4'], {
        maxOutputBytes: 1000,
      });
      assert.deepEqual([result.exitCode, result.stdout.length, result.truncated], [4, 1000, true]);
    });

    it('stops waiting at the time bound and says that it was the time', async () => {
      const waited = channel.exec(['sleep', '5'], { timeoutSeconds: 0.3 });
      await assert.rejects(waited, (error) => error instanceof TransportFailed && error.reason === 'timeout');
    });

    it("stops waiting when the caller aborts, with the caller's reason", async () => {
      const abort = new AbortController();
      const waited = channel.exec(['sleep', '5'], { signal: abort.signal });
      abort.abort(new Error('changed my mind'));
      await assert.rejects(waited, /changed my mind/);
      assert.equal((await channel.exec(['echo', 'still here'])).stdout, 'still here\n');
    });

    it('delivers a stream in order and counts it', async () => {
      const hash = createHash('sha256');
      const data = randomBytes(5 << 20);
      await writeFile(join(box.home, 'stream.bin'), data);
      const result = await channel.stream(['cat', there('stream.bin')], (chunk) => void hash.update(chunk));
      assert.deepEqual([result.exitCode, result.bytes, hash.digest('hex')], [0, data.length, sha256(data)]);
    });

    it('holds the box back while the sink is busy, so that memory stays bounded', async () => {
      // The box writes how far it has come; it can be ahead of us by the pipes and windows in between,
      // of which the kernel lets those of a socket grow to some megabytes a side, not by half of its 64 MiB.
      const progress = join(box.home, 'written');
      const script = `i=0; while [ $i -lt 256 ]; do head -c 262144 /dev/zero; i=$((i+1)); echo $i >$0.t && mv $0.t $0; done`;
      let released = () => {};
      const held = new Promise<void>((resolve) => {
        released = resolve;
      });
      let first = true;
      const streaming = channel.stream(['sh', '-c', script, there('written')], (chunk) => {
        if (!first) return;
        first = false;
        assert.ok(chunk.length > 0);
        return held;
      });
      const far = await settled(async () =>
        existsSync(progress) ? Number(await readFile(progress, 'utf8')) : 0,
      );
      assert.ok(
        far * 262_144 < 32e6,
        `the box wrote ${far * 262_144} bytes into a sink that had taken one chunk`,
      );
      released();
      assert.equal((await streaming).bytes, 256 * 262_144);
    });

    it("fails with the sink's own error when the sink fails", async () => {
      // More often than there are places: one that was given up must not keep its place.
      for (let i = 0; i < 10; i += 1) {
        const failing = channel.stream(['yes'], async () => {
          throw new Error('disk full here');
        });
        await assert.rejects(failing, /disk full here/);
      }
      assert.equal((await channel.exec(['echo', 'on'], { timeoutSeconds: 5 })).stdout, 'on\n');
    });

    it('writes a file through a rename, with its mode and its directories', async () => {
      const path = join(box.home, 'deep/er/put.bin');
      const data = randomBytes(3 << 20);
      await channel.put(there('deep/er/put.bin'), data, 0o600);
      assert.equal(sha256(await readFile(path)), sha256(data));
      assert.equal((await stat(path)).mode & 0o777, 0o600);
      await channel.put(there('deep/er/put.bin'), Buffer.from('second'), 0o755);
      assert.equal(await readFile(path, 'utf8'), 'second');
      assert.equal((await stat(path)).mode & 0o777, 0o755);
      assert.deepEqual(await readdir(join(box.home, 'deep/er')), ['put.bin']);
    });

    it('writes an empty file, a stream, and names with blanks and quotes', async () => {
      await channel.put(there("it's empty"), new Uint8Array());
      assert.equal((await stat(join(box.home, "it's empty"))).size, 0);
      const chunk = randomBytes(700_000);
      await channel.put(there('from stream'), repeated(chunk, 3));
      assert.equal(
        sha256(await readFile(join(box.home, 'from stream'))),
        sha256(Buffer.concat([chunk, chunk, chunk])),
      );
    });

    it('leaves the old file when the source of the new one breaks off', async () => {
      const path = join(box.home, 'kept.txt');
      await channel.put(there('kept.txt'), Buffer.from('old'));
      await assert.rejects(channel.put(there('kept.txt'), breaking()), /source broke/);
      assert.equal(await readFile(path, 'utf8'), 'old');
    });

    it('says why a file could not be written', async () => {
      await assert.rejects(
        channel.put('/proc/nowhere/file', Buffer.from('x')),
        /did not write \/proc\/nowhere\/file.*\/proc/,
      );
      await mkdir(join(box.home, 'a-directory'));
      await assert.rejects(channel.put(there('a-directory'), Buffer.from('x')), /is a directory/);
    });

    it('reads any range of a file [P1-10]', async () => {
      const data = randomBytes(1_000_003);
      const path = there('ranges with blank.bin');
      await writeFile(join(box.home, 'ranges with blank.bin'), data);
      for (const [offset, length] of [
        [0, data.length],
        [0, 1],
        [1, 1],
        [262_144, 262_145],
        [data.length - 1, 1],
        [12_345, 0],
      ] as const) {
        const got = await collect(channel, path, offset, length);
        assert.equal(sha256(got), sha256(data.subarray(offset, offset + length)), `${offset}+${length}`);
      }
    });

    it('fails when fewer bytes are there than were asked for', async () => {
      const path = there('short.bin');
      await writeFile(join(box.home, 'short.bin'), 'twelve bytes');
      const short = (error: unknown) => error instanceof TransportFailed && error.reason === 'short';
      await assert.rejects(collect(channel, path, 6, 100), short);
      await assert.rejects(collect(channel, path, 100, 1), short);
      await assert.rejects(collect(channel, there('absent'), 0, 1), /absent is not a file/);
    });

    it('leaves a detached process running when it closes', async () => {
      const mark = join(box.home, 'detached');
      await channel.exec([
        'sh',
        '-c',
        `setsid sh -c 'while [ ! -e $0.go ]; do sleep 0.05; done; echo alive >$0' ${there('detached')} >/dev/null 2>&1 </dev/null &`,
      ]);
      await channel.close();
      await assert.rejects(channel.exec(['true']), TransportFailed);
      await writeFile(`${mark}.go`, '');
      await settled(async () => existsSync(mark), true);
    });
  });
}

async function* repeated(chunk: Uint8Array, times: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < times; i += 1) yield chunk;
}

async function* breaking(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('half');
  throw new Error('source broke');
}

async function collect(channel: Channel, path: string, offset: number, length: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await channel.get(path, offset, length, (chunk) => void chunks.push(Uint8Array.from(chunk)));
  return Buffer.concat(chunks);
}

/** Looks until a value no longer changes over five looks, or is the one wanted; bounded. */
async function settled<T>(look: () => Promise<T>, wanted?: T): Promise<T> {
  let last: T | undefined;
  let same = 0;
  for (let i = 0; i < 200; i += 1) {
    const value = await look();
    if (wanted !== undefined ? value === wanted : same >= 5 && Boolean(value)) return value;
    same = value === last ? same + 1 : 0;
    last = value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`never settled; last ${String(last)}`);
}
