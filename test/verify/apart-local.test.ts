import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Role } from '../../src/evidence-level.ts';
import { rolesApart, verifyTreeApart } from '../../src/verify/apart/apart.ts';
import type { Said } from '../../src/verify/apart/messages.ts';
import type { FileVerdict } from '../../src/verify/contract/verdict.ts';
import { roleByName } from '../../src/verify/engine/role-guess.ts';
import type { Turn } from '../../src/verify/engine/tree-options.ts';
import { verifyTree } from '../../src/verify/engine/verify-tree.ts';
import { type Directory, openDirectory } from '../../src/verify/read/directory-tree.ts';
import { fixtureFiles } from './fixtures.ts';
import { memoryTree } from './memory-tree.ts';
import { wholeCheckpoint } from './safetensors-writer.ts';
import { torchFile } from './torch-writer.ts';

type Files = ReadonlyMap<string, Uint8Array>;

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Many seconds of a core, and nothing wrong with it. */
const slow = () => text('{"step": 1, "loss": 0.5, "rate": 0.00001, "name": "abcdefgh"}\n'.repeat(1_500_000));

/** Tuples in a list: far more in memory than on disk. */
const swelling = () =>
  Buffer.concat([
    Buffer.from([0x80, 2, 0x5d, 0x28]),
    Buffer.from('K\x01K\x02\x86'.repeat(900_000), 'latin1'),
    Buffer.from('e.'),
  ]);

function folder(t: TestContext, files: Files): string {
  const root = mkdtempSync(join(tmpdir(), 'gl-local-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

const options = {
  taskOf: (path: string) => {
    const role: Role = roleByName(path) ?? 'archive';
    return { role, contains: [], allowDegraded: true };
  },
};

/** Besides the start of the thread, which takes long among the sources. */
const within = (seconds: number) => ({ secondsOf: ({ kind }: Turn) => (kind === 'all' ? 60 : seconds) });

/** Nobody but the thread may open its files. */
const closedHere = (tree: Directory): Directory => ({
  ...tree,
  open: (path) => Promise.reject(new Error(`${path} was opened outside of the thread`)),
});

/** How often the threads said what, and were told something, from now on. */
function overheard(t: TestContext): { said: Map<string, number>; told(): number } {
  const said = new Map<string, number>();
  const emit = Worker.prototype.emit as (this: Worker, event: string, value: unknown) => boolean;
  t.mock.method(Worker.prototype, 'emit', function (this: Worker, event: string, value: unknown) {
    const what = event === 'message' ? (value as Said).said : undefined;
    if (what !== undefined) said.set(what, (said.get(what) ?? 0) + 1);
    return emit.call(this, event, value);
  });
  const post = t.mock.method(Worker.prototype, 'postMessage');
  const isOurs = (told: unknown) => told instanceof Object && ('order' in told || 'answer' in told);
  return { said, told: () => post.mock.calls.filter(({ arguments: [told] }) => isOurs(told)).length };
}

/** Files below `root` that this process has open, in any of its threads. */
const openBelow = (root: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const place = readlinkSync(`/proc/self/fd/${descriptor}`);
      return place.startsWith(root) ? [place.slice(root.length + 1)] : [];
    } catch {
      return [];
    }
  });

const withoutProc = existsSync('/proc/self/fd') ? false : 'no /proc on this system';

/** Without what it cost: from a disk, where a read costs next to nothing, some bytes are read twice. */
const proven = ({ bytesRead: _bytes, requests: _requests, ...rest }: FileVerdict) => rest;

const verdictsOf = (files: readonly FileVerdict[]) =>
  files.map(({ label, verdict, counts }) => [label, verdict, counts]);

describe('a tree of this machine, verified in a thread that opens its files', () => {
  it('takes a message for 256 files, not one for each', async (t) => {
    const files = new Map<string, Uint8Array>();
    for (let n = 0; n < 600; n += 1) files.set(`${n % 7}/${n}.json`, text(`{"step": ${n}}`));
    const tree = await openDirectory(folder(t, files));
    const { said, told } = overheard(t);
    const last = new Map<string, [number, number]>();
    const verdicts = await verifyTreeApart(closedHere(tree), {
      ...options,
      onProgress: (path, done, total) => void last.set(path, [done, total]),
    });
    assert.deepEqual(
      verdicts.files.map(({ label }) => label),
      tree.files.map(({ path }) => path),
    );
    assert.ok(verdicts.files.every(({ verdict }) => verdict === 'pass-degraded'));
    assert.deepEqual(
      [...last].filter(([, [done, total]]) => done < total),
      [],
    );
    assert.equal(last.size, 600, 'of each its progress came');
    // How often progress is told depends on the clock.
    said.delete('progress');
    assert.deepEqual(Object.fromEntries(said), { turn: 2, final: 3, done: 1 });
    assert.equal(told(), 1);
  });

  it('opens each file once', async (t) => {
    const files = new Map<string, Uint8Array>();
    for (let n = 0; n < 300; n += 1) files.set(`${n}.jsonl`, text(`{"step": ${n}}\n`));
    const tree = await openDirectory(folder(t, files));
    const opened: string[] = [];
    await verifyTree(
      {
        ...tree,
        open: (path) => {
          opened.push(path);
          return tree.open(path);
        },
      },
      options,
    );
    assert.deepEqual(
      opened,
      tree.files.map(({ path }) => path),
    );
  });

  it('tells the roles of many files in one message', async (t) => {
    const files = new Map<string, Uint8Array>();
    for (let n = 0; n < 300; n += 1) files.set(`${n}`, n % 2 === 0 ? wholeCheckpoint() : text('{"a": 1}'));
    const { files: listed, local } = await openDirectory(folder(t, files));
    const { said, told } = overheard(t);
    const gone = { path: 'gone', sizeBytes: 10 };
    const roles = await rolesApart([...listed, gone], local);
    assert.deepEqual(roles, [
      ...listed.map(({ path }) => (Number(path) % 2 === 0 ? 'checkpoint' : 'config')),
      'opaque',
    ]);
    assert.deepEqual([Object.fromEntries(said), told()], [{ done: 1 }, 1]);
  });

  it('[security 4] ends at a time limit only the file that is under way', async (t) => {
    const root = folder(
      t,
      new Map([
        ['a.safetensors', wholeCheckpoint()],
        ['b.jsonl', slow()],
        ['c.pt', torchFile()],
      ]),
    );
    const seen: string[] = [];
    const { files } = await verifyTreeApart(closedHere(await openDirectory(root)), {
      ...options,
      limits: within(1.5),
      onVerdict: ({ label }) => void seen.push(label),
    });
    assert.deepEqual(verdictsOf(files), [
      ['a.safetensors', 'pass-degraded', true],
      ['b.jsonl', 'inconclusive', false],
      ['c.pt', 'pass', true],
    ]);
    assert.deepEqual(
      files[1]?.reasons.map(({ code, what }) => [code, what]),
      [['over-budget', 'could not be verified within 2 s']],
    );
    assert.deepEqual(seen, ['a.safetensors', 'b.jsonl', 'c.pt'], 'each told once');
    if (withoutProc === false) assert.deepEqual(openBelow(root), [], 'the ended thread left a file open');
  });

  it('[security 4] ends at a memory limit only the file that is under way', async (t) => {
    const root = folder(
      t,
      new Map<string, Uint8Array>([
        ['a.safetensors', wholeCheckpoint()],
        ['b.pkl', swelling()],
        ['c.pt', torchFile()],
      ]),
    );
    const { files } = await verifyTreeApart(closedHere(await openDirectory(root)), {
      taskOf: () => ({ role: 'checkpoint', contains: [], allowDegraded: true }),
      limits: { heapBytes: 48 * 1024 ** 2 },
    });
    assert.deepEqual(verdictsOf(files), [
      ['a.safetensors', 'pass-degraded', true],
      ['b.pkl', 'inconclusive', false],
      ['c.pt', 'pass', true],
    ]);
    assert.match(files[1]?.reasons[0]?.what ?? '', /needed more than 48 MiB of memory to be verified/);
    if (withoutProc === false) assert.deepEqual(openBelow(root), [], 'the ended thread left a file open');
  });

  it('leaves no file open when it is interrupted', { skip: withoutProc }, async (t) => {
    const root = folder(t, new Map([['b.jsonl', slow()]]));
    const controller = new AbortController();
    let during: string[] = [];
    const work = verifyTreeApart(closedHere(await openDirectory(root)), {
      ...options,
      signal: controller.signal,
      onProgress() {
        if (controller.signal.aborted) return;
        during = openBelow(root);
        controller.abort();
      },
    });
    await assert.rejects(work, (error) => error === controller.signal.reason);
    assert.deepEqual(during, ['b.jsonl'], 'open while it is read');
    assert.deepEqual(openBelow(root), []);
  });

  it('gives the verdicts that the same bytes have in memory', async (t) => {
    const files = manyKinds();
    const root = folder(t, files);
    symlinkSync('numpy-link-target.json', join(root, 'link.json'));
    writeFileSync(join(root, 'numpy-link-target.json'), '{"a": 1}');
    symlinkSync('/etc/passwd', join(root, 'out.json'));
    execFileSync('mkfifo', [join(root, 'pipe.jsonl')]);
    const tree = await openDirectory(root);
    assert.deepEqual(
      tree.refused.map(({ path }) => path),
      ['out.json', 'pipe.jsonl'],
    );
    const bytes = new Map(
      tree.files.map(({ path }) => [path, new Uint8Array(readFileSync(join(root, path)))]),
    );
    assert.equal(bytes.size, files.size + 2);
    const local = await verifyTreeApart(closedHere(tree), options);
    const inMemory = await verifyTree(memoryTree(bytes), options);
    assert.deepEqual(local.files.map(proven), inMemory.files.map(proven));
    assert.deepEqual(local.sets.map(proven), inMemory.sets.map(proven));
    const verdicts = new Set(local.files.map(({ verdict }) => verdict));
    assert.deepEqual([...verdicts].sort(), ['fail', 'inconclusive', 'pass', 'pass-degraded']);
    const kinds = new Set(local.sets.map(({ format }) => format));
    assert.ok(kinds.size >= 4, [...kinds].join());
    if (withoutProc === false) assert.deepEqual(openBelow(root), []);
  });

  it('[security 4] reads nothing in place of a file that went or changed its kind after it was listed', async (t) => {
    const names = ['deep/gone.safetensors', 'dir.safetensors', 'out.safetensors', 'pipe.safetensors'];
    const outside = join(folder(t, new Map([['whole.safetensors', wholeCheckpoint()]])), 'whole.safetensors');
    const root = folder(t, new Map([...names, 'still.safetensors'].map((name) => [name, wholeCheckpoint()])));
    const tree = await openDirectory(root);
    for (const name of names) unlinkSync(join(root, name));
    mkdirSync(join(root, 'dir.safetensors'));
    symlinkSync(outside, join(root, 'out.safetensors'));
    execFileSync('mkfifo', [join(root, 'pipe.safetensors')]);
    const { files } = await verifyTreeApart(closedHere(tree), options);
    assert.deepEqual(verdictsOf(files), [
      ...names.map((name) => [name, 'fail', false]),
      ['still.safetensors', 'pass-degraded', true],
    ]);
    const whys = files.slice(0, 4).map(({ reasons }) => [reasons[0]?.code, reasons[0]?.what ?? '']);
    for (const [n, why] of ['ENOENT', 'directory', 'link', 'pipe'].entries()) {
      assert.equal(whys[n]?.[0], 'changed-while-reading');
      assert.match(whys[n]?.[1] ?? '', new RegExp(why));
    }
    if (withoutProc === false) assert.deepEqual(openBelow(root), []);
  });
});

/** A folder with enough in it that other threads are worth their start: zeros that take no disk, beside files that do. */
function crowd(t: TestContext, files: Files): string {
  const all = new Map(files);
  for (let n = 0; n < 600; n += 1)
    all.set(`crowd/${n % 9}/${n}.json`, text(n % 100 === 7 ? '{"step": ' : `{"step": ${n}}`));
  const root = folder(t, all);
  const elements = 15_000_000;
  const dict = `{'descr': '<f4', 'fortran_order': False, 'shape': (${elements},), }`.padEnd(117);
  const header = Buffer.concat([
    Buffer.from('\x93NUMPY\x01\x00\x76\x00', 'latin1'),
    Buffer.from(`${dict}\n`),
  ]);
  for (let n = 0; n < 14; n += 1) {
    writeFileSync(join(root, `${n}.npy`), header);
    truncateSync(join(root, `${n}.npy`), header.length + 4 * elements);
  }
  return root;
}

describe('a folder of many files, verified by several threads', () => {
  it('has the verdicts that one thread gives, in the same order', async (t) => {
    const tree = await openDirectory(crowd(t, manyKinds()));
    const { said } = overheard(t);
    const seen = new Map<number, number>();
    const [one, ...others] = await Promise.all(
      [1, 2, 4].map(async (jobs) => {
        const { files, sets } = await verifyTreeApart(closedHere(tree), {
          ...options,
          jobs,
          onProgress: (_path, done, total) =>
            void (done === total && seen.set(jobs, (seen.get(jobs) ?? 0) + 1)),
        });
        return { files, sets };
      }),
    );
    for (const other of others) assert.deepEqual(other, one);
    assert.ok((one?.files.length ?? 0) > 600 && (one?.sets.length ?? 0) >= 4);
    assert.ok((said.get('packed') ?? 0) > 0, 'other threads did nothing');
    assert.equal(seen.get(2), seen.get(1), 'of each its progress came');
  });

  it('tells each verdict once', async (t) => {
    const tree = await openDirectory(crowd(t, new Map([['whole.pt', torchFile()]])));
    const told: string[] = [];
    await verifyTreeApart(closedHere(tree), {
      ...options,
      jobs: 3,
      onVerdict: ({ label }) => void told.push(label),
    });
    assert.deepEqual(
      told.sort(),
      tree.files.map(({ path }) => path),
    );
  });

  it('does without other threads where they would come too late', async (t) => {
    const tree = await openDirectory(folder(t, manyKinds()));
    const { said } = overheard(t);
    await verifyTreeApart(closedHere(tree), { ...options, jobs: 4 });
    assert.equal(said.get('packed'), undefined);
  });

  it('[security 4] ends at a time limit only the file that is under way in one of them', async (t) => {
    const long = slow().subarray(0, 60 * 1024 ** 2);
    const files = new Map([['b.jsonl', long.subarray(0, long.lastIndexOf(10) + 1)]]);
    const tree = await openDirectory(crowd(t, files));
    const found = await verifyTreeApart(closedHere(tree), { ...options, jobs: 3, limits: within(1.5) });
    assert.deepEqual(
      found.files.map(({ label }) => label),
      tree.files.map(({ path }) => path),
    );
    const open = found.files.filter(({ verdict }) => verdict === 'inconclusive');
    assert.deepEqual(
      open.map(({ label, reasons }) => [label, reasons[0]?.what]),
      [['b.jsonl', 'could not be verified within 2 s']],
    );
    assert.equal(found.files.filter(({ verdict }) => verdict === 'fail').length, 20);
    if (withoutProc === false)
      assert.deepEqual(openBelow(tree.label), [], 'an ended thread left a file open');
  });

  it('[security 4] tells of a file that needs too much memory what one thread alone tells', async (t) => {
    const tree = await openDirectory(crowd(t, new Map([['b.pkl', swelling()]])));
    const [one, three] = await Promise.all(
      [1, 3].map((jobs) =>
        verifyTreeApart(closedHere(tree), { ...options, jobs, limits: { heapBytes: 48 * 1024 ** 2 } }),
      ),
    );
    assert.deepEqual(three, one);
    const open = one?.files.filter(({ verdict }) => verdict === 'inconclusive') ?? [];
    assert.deepEqual(
      open.map(({ label }) => label),
      ['b.pkl'],
    );
    assert.match(open[0]?.reasons[0]?.what ?? '', /needed more than 48 MiB of memory to be verified/);
  });
});

/** Whole and damaged files of many formats and sets. */
function manyKinds(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const names = [
    'trainers/shards-safetensors',
    'trainers/one-rank',
    'zarr',
    'texts',
    'numpy',
    'gguf',
    'flax',
  ];
  for (const name of [...names, 'orbax', 'archives', 'pickle', 'hdf5', 'onnx'])
    for (const [path, bytes] of fixtureFiles(name)) files.set(`${name}/${path}`, bytes);
  const shard = 'model-00002-of-00004.safetensors';
  for (const [path, bytes] of fixtureFiles('trainers/shards-safetensors'))
    files.set(`cut/${path}`, path === shard ? bytes.subarray(0, bytes.length - 8) : bytes);
  files.set('whole.pt', torchFile());
  files.set('cut.pt', torchFile().subarray(0, 300));
  files.set('empty.json', new Uint8Array());
  return files;
}
