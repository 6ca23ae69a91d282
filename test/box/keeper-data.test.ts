// Over ten seconds: what fetches is a shell script with three programs of other people, and only they show how a line breaks for them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { BoxData, BoxDataFile, Probe } from '../../src/box/box-plan.ts';
import { inTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { type FileTwin, startFileTwin } from '../twins/file-twin.ts';
import { end, onBox, started, text } from './keeper-run.ts';
import { type Program, withProgram } from './one-program.ts';
import { eventually, SHELLS, type Shell, type ShellBox } from './shell-channel.ts';

const KB = 1024;
const bytesOf = (size: number, seed = 7): Buffer => {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * seed + (at >> 8)) & 255;
  return bytes;
};
const hex = (name: 'sha256' | 'md5' | 'sha1', ...parts: (Buffer | string)[]): string => {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const PROGRAMS: readonly Program[] = [
  'curl',
  ...inTurn<Program>('program that fetches', ['wget', 'python3', 'busybox']),
];
const PAIRS = PROGRAMS.flatMap((program) =>
  (program === 'curl' ? SHELLS : SHELLS.slice(0, 1)).map((shell): [Shell, Program] => [shell, program]),
);

for (const [shell, program] of PAIRS) {
  describe(`data fetched by ${program} on ${shell}`, {
    skip: missing(shell, program),
    concurrency: 3,
  }, () => {
    let twin: FileTwin;
    before(async () => {
      twin = await startFileTwin();
    });
    after(() => twin.close());

    const file = (path: string, content: Buffer, over: Partial<BoxDataFile> = {}): BoxDataFile => {
      twin.files.set(`/${shell}/${program}/${path}`, content);
      return {
        path,
        bytes: content.length,
        proof: { by: 'sha256', digest: hex('sha256', content) },
        url: `${twin.url}/${shell}/${program}/${path.split('/').map(encodeURIComponent).join('/')}`,
        ...over,
      };
    };

    const fetched = async (
      box: ShellBox,
      data: BoxData[],
      over: { attempt?: number } = {},
    ): Promise<Probe> => {
      const dir = await started(box, {
        data,
        command: 'ls -R "$GPU_LEASE_DATA" >"$GPU_LEASE_OUT/seen"',
        ...over,
      });
      return end(box, dir);
    };
    const there = (box: ShellBox, path: string): Promise<Buffer> =>
      readFile(join(box.home, '.gpu-lease/.data', path));

    it('lays every file in its place before the command, proven by whatever its source says of it', async () => {
      await onBox(shell, async (box) => {
        withProgram(box, program);
        const [large, small, old] = [bytesOf(300 * KB), Buffer.from('{"a": 1}\n'), bytesOf(5000, 3)];
        const data: BoxData[] = [
          {
            to: 'weights',
            files: [
              file('model.safetensors', large),
              file('a folder/config.json', small, {
                proof: { by: 'git-sha1', digest: hex('sha1', `blob ${small.length}\0`, small) },
              }),
            ],
          },
          {
            to: 'corpus/part',
            files: [file('old.bin', old, { proof: { by: 'md5', digest: hex('md5', old) } })],
          },
        ];
        const seen = await fetched(box, data);
        assert.equal(seen.queueExitCode, 0, seen.data?.logTail);
        assert.deepEqual(await there(box, 'weights/model.safetensors'), large);
        assert.deepEqual(await there(box, 'weights/a folder/config.json'), small);
        assert.match(
          await text(box, 'cells/main/out/seen'),
          /config\.json[\s\S]*old\.bin|old\.bin[\s\S]*config\.json/,
        );
        const [weights, corpus] = seen.data?.fetched ?? [];
        assert.deepEqual(corpus, {
          files: 1,
          bytes: 5000,
          sha256: hex('sha256', `${hex('sha256', old)}  old.bin\n`),
        });
        const lines = `${hex('sha256', small)}  a folder/config.json\n${hex('sha256', large)}  model.safetensors\n`;
        assert.equal(weights?.sha256, hex('sha256', lines));
        assert.equal(seen.data?.bytes, large.length + small.length + old.length);
      });
    });

    it('goes on after a cut from where it was, and asks for nothing twice', async () => {
      await onBox(shell, async (box) => {
        withProgram(box, program);
        const content = bytesOf(400 * KB, 11);
        const path = new RegExp(`/${shell}/${program}/cut\\.bin$`);
        twin.server.fail({ path, how: { cutAfter: 150 * KB } });
        twin.server.fail({ path, how: { cutAfter: 100 * KB } });
        const seen = await fetched(box, [{ to: 'd', files: [file('cut.bin', content)] }]);
        assert.equal(seen.queueExitCode, 0, seen.data?.logTail);
        assert.deepEqual(await there(box, 'd/cut.bin'), content);
        const ranges = twin.server.exchanges
          .filter(({ request }) => path.test(request.path))
          .map(({ request }) => Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0));
        assert.equal(ranges.length, 3, String(ranges));
        assert.ok((ranges[1] ?? 0) > 0 && (ranges[2] ?? 0) > (ranges[1] ?? 0), String(ranges));
      });
    });

    it('takes no bytes but those that were promised, tries once more, and then stops and names them', async () => {
      await onBox(shell, async (box) => {
        withProgram(box, program);
        const promised = file('wrong.bin', bytesOf(9000, 5));
        twin.files.set(`/${shell}/${program}/wrong.bin`, bytesOf(9000, 6));
        const seen = await fetched(box, [{ to: 'd', files: [promised] }]);
        assert.equal(seen.queueExitCode, 9);
        assert.equal(seen.data?.exitCode, 5);
        assert.match(
          seen.data?.logTail ?? '',
          /d\/wrong\.bin is not what was promised: 9000 bytes, sha256 [0-9a-f]{64} came/,
        );
        assert.equal(seen.cells[0]?.state, 'waiting', 'no command runs on other data');
        assert.equal(existsSync(join(box.home, '.gpu-lease/.data/d/wrong.bin')), false);
      });
    });
  });
}

describe('data on a box', { skip: missing('dash', 'curl'), concurrency: 3 }, () => {
  let twin: FileTwin;
  before(async () => {
    twin = await startFileTwin();
  });
  after(() => twin.close());
  const file = (path: string, content: Buffer, over: Partial<BoxDataFile> = {}): BoxDataFile => {
    twin.files.set(`/${path}`, content);
    return {
      path,
      bytes: content.length,
      proof: { by: 'sha256', digest: hex('sha256', content) },
      url: `${twin.url}/${path}`,
      ...over,
    };
  };
  const asked = (path: string): number =>
    twin.server.exchanges.filter(({ request }) => request.path === `/${path}`).length;

  it('begins anew what nothing proves, and never puts it together from two answers', async () => {
    await onBox('dash', async (box) => {
      const content = bytesOf(200 * KB);
      const unproven = file('loose.bin', content, { proof: { by: 'nothing' } });
      twin.server.fail({ path: /loose/, how: { cutAfter: 120 * KB } });
      const seen = await end(box, await started(box, { data: [{ to: 'd', files: [unproven] }] }));
      assert.equal(seen.queueExitCode, 0, seen.data?.logTail);
      const ranges = twin.server.exchanges
        .filter(({ request }) => request.path === '/loose.bin')
        .map(({ request }) => request.headers.range ?? 'none');
      assert.deepEqual(ranges, ['none', 'none']);
    });
  });

  it('begins anew where a server answers a range with the whole', async () => {
    await onBox('dash', async (box) => {
      const other = await startFileTwin();
      other.withoutRanges = true;
      const content = bytesOf(200 * KB, 9);
      other.files.set('/whole.bin', content);
      other.server.fail({ path: /whole/, how: { cutAfter: 120 * KB } });
      const one = { ...file('whole.bin', content), url: `${other.url}/whole.bin` };
      const seen = await end(box, await started(box, { data: [{ to: 'd', files: [one] }] }));
      await other.close();
      assert.equal(seen.queueExitCode, 0, seen.data?.logTail);
    });
  });

  it('goes on in the next attempt with what an earlier one had begun, and hashes nothing that stands as it stood', async () => {
    await onBox('dash', async (box) => {
      const content = bytesOf(300 * KB, 13);
      const data: BoxData[] = [{ to: 'd', files: [file('resumed.bin', content)] }];
      twin.server.fail({ path: /resumed/, times: 50, how: { pieces: { bytes: 20 * KB, everyMs: 400 } } });
      const dir = await started(box, { data });
      const part = await eventually('some of it is there', async () => {
        const own = join(box.home, '.gpu-lease/.data/.gpu-lease');
        const [name] = (await readdir(own).catch(() => [])).filter((each) => each.startsWith('part-'));
        return name !== undefined && readFileSync(join(own, name)).length > 20 * KB ? name : undefined;
      });
      assert.ok(part);
      await box.channel.exec(['sh', dir.keeper, 'signal', dir.base, '5']);
      twin.server.calm();
      const seen = await end(box, await started(box, { data, attempt: 2 }));
      assert.equal(seen.queueExitCode, 0, seen.data?.logTail);
      const last = twin.server.exchanges.filter(({ request }) => request.path === '/resumed.bin').at(-1);
      assert.match(last?.request.headers.range ?? '', /^bytes=[1-9]\d*-/);
      const third = await end(box, await started(box, { data, attempt: 3 }));
      assert.equal(third.queueExitCode, 0);
      assert.deepEqual(third.data?.fetched, seen.data?.fetched);
      assert.equal(asked('resumed.bin'), 2);
    });
  });

  it('stops where another box of the run had other bytes', async () => {
    await onBox('dash', async (box) => {
      const one = file('moved.bin', bytesOf(1000), { proof: { by: 'nothing' } });
      const data: BoxData[] = [{ to: 'd', files: [one], expected: 'e'.repeat(64) }];
      const seen = await end(box, await started(box, { data }));
      assert.equal(seen.queueExitCode, 9);
      assert.equal(seen.data?.exitCode, 6);
      assert.match(seen.data?.logTail ?? '', /d is not what the earlier box of this run had/);
    });
  });

  it('writes through no link that lies in its way', async () => {
    await onBox('dash', async (box) => {
      const outside = join(box.home, 'outside');
      mkdirSync(outside);
      mkdirSync(join(box.home, '.gpu-lease/.data'), { recursive: true });
      symlinkSync(outside, join(box.home, '.gpu-lease/.data/d'));
      const seen = await end(
        box,
        await started(box, { data: [{ to: 'd/e', files: [file('x.bin', bytesOf(10))] }] }),
      );
      assert.equal(seen.data?.exitCode, 8);
      assert.deepEqual(readdirSync(outside), []);
    });
  });

  it('sends a token to whom it is meant for alone, and shows it to no process and in no file', async () => {
    for (const program of ['curl', 'wget', 'python3'] as const) {
      await onBox('dash', async (box) => {
        withProgram(box, program);
        const [front, store] = [await startFileTwin(), await startFileTwin()];
        const token = 'hf_unseen-by-anyone-0123456789';
        front.token = token;
        const content = bytesOf(64 * KB, 17);
        store.files.set('/blob', content);
        front.files.set('/gated.bin', `${front.url}/renamed.bin`);
        front.files.set('/renamed.bin', `${store.url}/blob`);
        const lines: string[] = [];
        store.server.watch.before = async () => {
          lines.push(...(await commandLines()));
          return undefined;
        };
        const one: BoxDataFile = { ...file('gated.bin', content), url: `${front.url}/gated.bin` };
        const seen = await end(
          box,
          await started(box, { data: [{ to: 'd', files: [one], token }], command: 'env' }),
        );
        await Promise.all([front.close(), store.close()]);
        assert.equal(seen.queueExitCode, 0, `${program}: ${seen.data?.logTail}`);
        assert.ok(store.server.exchanges.length > 0);
        assert.deepEqual(
          store.server.exchanges.filter(({ request }) => request.headers.authorization !== undefined),
          [],
          `${program} sends it on`,
        );
        assert.ok(lines.some((line) => line.includes(program)));
        assert.deepEqual(
          lines.filter((line) => line.includes('unseen-by-anyone')),
          [],
        );
        const held = await box.channel.exec(['grep', '-rlF', 'unseen-by-anyone', box.home, '/dev/shm']);
        assert.equal(held.stdout, '', program);
        assert.ok(!seen.cells[0]?.logTail.includes('unseen-by-anyone'), 'the command has no part in it');
      });
    }
  });

  it('keeps a copy by its digest on another disk, and takes the next from there', async () => {
    const durable = '/dev/shm';
    await onBox('dash', async (box) => {
      const cache = join(durable, `gpu-lease-test-${process.pid}`);
      mkdirSync(cache, { recursive: true });
      try {
        const content = bytesOf(50 * KB, 23);
        const data: BoxData[] = [{ to: 'd', files: [file('cached.bin', content)] }];
        box.env['GPU_LEASE_DURABLE'] = cache;
        const first = await end(box, await started(box, { data }));
        assert.equal(first.queueExitCode, 0, first.data?.logTail);
        const kept = join(cache, '.gpu-lease-data', `sha256-${hex('sha256', content)}`);
        assert.deepEqual(readFileSync(kept), content);
        await box.channel.exec(['rm', '-rf', `${box.home}/.gpu-lease/.data`]);
        assert.equal((await end(box, await started(box, { data, attempt: 2 }))).queueExitCode, 0);
        assert.equal(asked('cached.bin'), 1);
        // What lies there is a stranger's, too.
        writeFileSync(kept, bytesOf(50 * KB, 29));
        await box.channel.exec(['rm', '-rf', `${box.home}/.gpu-lease/.data`]);
        assert.equal((await end(box, await started(box, { data, attempt: 3 }))).queueExitCode, 0);
        assert.equal(asked('cached.bin'), 2);
        assert.deepEqual(readFileSync(join(box.home, '.gpu-lease/.data/d/cached.bin')), content);
      } finally {
        await box.channel.exec(['rm', '-rf', cache]);
      }
    });
  });

  it('says so where nothing on the box can fetch, and what a file of that size lacks in room', async () => {
    await onBox('dash', async (box) => {
      withProgram(box, 'none');
      const seen = await end(
        box,
        await started(box, { data: [{ to: 'd', files: [file('y.bin', bytesOf(10))] }] }),
      );
      assert.equal(seen.data?.exitCode, 7);
      assert.match(seen.data?.logTail ?? '', /neither curl, wget nor python3/);
    });
    await onBox('dash', async (box) => {
      const huge = file('huge.bin', bytesOf(10), { bytes: 9e15 });
      const seen = await end(box, await started(box, { data: [{ to: 'd', files: [huge] }] }));
      assert.equal(seen.data?.exitCode, 3);
      assert.match(
        seen.data?.logTail ?? '',
        /the data needs 9000000000000000 bytes more in .*: \d+ are missing/,
      );
    });
  });
});

async function commandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')));
}
