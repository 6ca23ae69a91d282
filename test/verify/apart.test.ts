import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../src/problem.ts';
import { verifyFileApart, verifyTreeApart } from '../../src/verify/apart/apart.ts';
import type { Tree } from '../../src/verify/contract/tree.ts';
import type { Turn } from '../../src/verify/engine/tree-options.ts';
import { verifyFile } from '../../src/verify/engine/verify-file.ts';
import { memorySource } from './memory-source.ts';
import { memoryTree } from './memory-tree.ts';
import { wholeCheckpoint } from './safetensors-writer.ts';
import { torchFile } from './torch-writer.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Many seconds of a core, and nothing wrong with it. */
const slow = () => text('{"step": 1, "loss": 0.5, "rate": 0.00001, "name": "abcdefgh"}\n'.repeat(1_500_000));

const asCheckpoints = {
  taskOf: (path: string) => ({
    role: path.endsWith('.jsonl') ? ('metrics' as const) : ('checkpoint' as const),
    contains: [],
    allowDegraded: true,
  }),
};

/** Besides the start of the thread, which takes long among the sources. */
const within = (seconds: number) => ({ secondsOf: ({ kind }: Turn) => (kind === 'all' ? 60 : seconds) });

describe('verification in a thread of its own', () => {
  it('gives the verdicts that this thread gives', async () => {
    for (const bytes of [wholeCheckpoint(), torchFile(), torchFile().subarray(0, 300)]) {
      const options = { role: 'checkpoint' as const, contains: [], allowDegraded: true };
      const alone = await verifyFile(memorySource(bytes), options);
      assert.deepEqual(await verifyFileApart(memorySource(bytes), options), alone);
    }
  });

  it('[security 4] ends a file at its budget, says so, and verifies the others', async () => {
    const files = new Map([
      ['a.safetensors', wholeCheckpoint()],
      ['b.jsonl', slow()],
      ['c.pt', torchFile()],
    ]);
    const seen: string[] = [];
    const began = performance.now();
    const verdicts = await verifyTreeApart(memoryTree(files), {
      ...asCheckpoints,
      limits: within(1.5),
      onVerdict: ({ label }) => void seen.push(label),
    });
    assert.ok(performance.now() - began < 60_000, 'ended in time');
    assert.deepEqual(
      verdicts.files.map(({ label, verdict, counts }) => [label, verdict, counts]),
      [
        ['a.safetensors', 'pass-degraded', true],
        ['b.jsonl', 'inconclusive', false],
        ['c.pt', 'pass', true],
      ],
    );
    assert.deepEqual(
      verdicts.files[1]?.reasons.map(({ code, what }) => [code, what]),
      [['over-budget', 'could not be verified within 2 s']],
    );
    assert.deepEqual(seen, ['a.safetensors', 'b.jsonl', 'c.pt'], 'each told once');
  });

  it('[security 4] proves nothing of a tree of which too much never ends', async () => {
    const files = new Map([['whole.safetensors', wholeCheckpoint()]]);
    for (let n = 0; n < 4; n += 1) files.set(`${n}.jsonl`, slow());
    const { files: verdicts } = await verifyTreeApart(memoryTree(files), {
      ...asCheckpoints,
      limits: within(0.7),
    });
    assert.equal(verdicts.length, 5);
    for (const { verdict, counts, reasons } of verdicts) {
      assert.deepEqual([verdict, counts], ['inconclusive', false]);
      assert.match(reasons[0]?.what ?? '', /"2\.jsonl" could not be verified within 1 s/);
    }
  });

  it('[security 4] ends a file that wants more memory than it may have', async () => {
    // Tuples in a list: far more in memory than on disk.
    const program = Buffer.concat([
      Buffer.from([0x80, 2, 0x5d, 0x28]),
      Buffer.from('K\x01K\x02\x86'.repeat(900_000), 'latin1'),
      Buffer.from('e.'),
    ]);
    const verdict = await verifyFileApart(memorySource(program), {
      role: 'checkpoint',
      contains: [],
      allowDegraded: true,
      limits: { heapBytes: 48 * 1024 ** 2 },
    });
    assert.deepEqual([verdict.verdict, verdict.counts], ['inconclusive', false]);
    assert.match(verdict.reasons[0]?.what ?? '', /needed more than 48 MiB of memory to be verified/);
  });

  it('[security 4] ends at once when interrupted in the middle of work', async () => {
    const controller = new AbortController();
    const work = verifyFileApart(memorySource(slow()), {
      role: 'metrics',
      contains: [],
      allowDegraded: true,
      signal: controller.signal,
      onProgress: () => setTimeout(() => controller.abort(), 100),
    });
    let aborted = 0;
    controller.signal.addEventListener('abort', () => {
      aborted = performance.now();
    });
    await assert.rejects(work, (error) => error === controller.signal.reason);
    assert.ok(performance.now() - aborted < 1000, 'within a second');
  });

  it('hands on what a source throws as it was thrown', async () => {
    const next = 'Ask again.';
    const thrown = new Problem({ code: 'gone', kind: 'unreachable', what: 'The store is gone.', next });
    const tree: Tree = {
      label: 'store',
      files: [{ path: 'a.pt', sizeBytes: 100 }],
      open: async () => ({
        ...memorySource(torchFile(), 'a.pt'),
        read: () => Promise.reject(thrown),
      }),
    };
    await assert.rejects(verifyTreeApart(tree, asCheckpoints), (error) => error === thrown);
  });

  it('tells a file that shrank, as this thread does', async () => {
    const whole = memorySource(torchFile());
    const read = () => Promise.reject(new RangeError('it ended at 12'));
    const options = { role: 'checkpoint' as const, contains: [], allowDegraded: true };
    const { verdict, reasons } = await verifyFileApart({ ...whole, read }, options);
    assert.deepEqual([verdict, reasons[0]?.code], ['fail', 'changed-while-reading']);
  });
});
