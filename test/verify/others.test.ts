import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Order } from '../../src/verify/apart/messages.ts';
import { othersFor } from '../../src/verify/apart/others.ts';

const MB = 1e6;
const local = { root: '/somewhere', follows: false } as unknown as Extract<
  Order,
  { order: 'roles' }
>['local'];

const tree = (sizes: readonly number[], { jobs = 2, asked = sizes.length, isLocal = true } = {}): Order => ({
  order: 'tree',
  label: 'a folder',
  files: sizes.map((sizeBytes, n) => ({ path: `${n}.safetensors`, sizeBytes })),
  tasks: sizes.map((_size, n) =>
    n < asked ? { role: 'model', contains: [], allowDegraded: true } : undefined,
  ),
  options: { jobs },
  refusals: new Map(),
  cells: new Int32Array(0),
  ...(isLocal && { local }),
  tellsVerdicts: false,
});

const counts = (order: Order) => Object.fromEntries(othersFor(order));
const none = { 'scan-worker': 0, 'crew-worker': 0 };

describe('threads that get ready before an order is carried out', () => {
  it('are none for little, for one job, and for what cannot be opened there', () => {
    assert.deepEqual(counts(tree([8])), none);
    assert.deepEqual(counts(tree(Array(300).fill(1000))), none);
    assert.deepEqual(counts(tree([1000 * MB], { jobs: 1 })), {});
    assert.deepEqual(counts(tree([1000 * MB], { isLocal: false })), {});
  });

  it('scan slices of a large file', () => {
    assert.deepEqual(counts(tree([1000 * MB, 8])), { 'scan-worker': 1, 'crew-worker': 0 });
    assert.deepEqual(counts(tree([1000 * MB], { jobs: 4 })), { 'scan-worker': 3, 'crew-worker': 0 });
    assert.deepEqual(
      counts({
        order: 'file',
        bytes: 1000 * MB,
        options: { jobs: 2, role: 'model', contains: [], allowDegraded: true },
      }),
      {
        'scan-worker': 1,
        'crew-worker': 0,
      },
    );
  });

  it('take files of a folder that holds many, or many bytes', () => {
    assert.deepEqual(counts(tree(Array(250).fill(4 * MB))), { 'scan-worker': 0, 'crew-worker': 1 });
    assert.deepEqual(counts(tree(Array(3000).fill(21_000))), { 'scan-worker': 0, 'crew-worker': 1 });
    assert.deepEqual(counts(tree(Array(1000).fill(4 * MB), { jobs: 4 })), {
      'scan-worker': 0,
      'crew-worker': 3,
    });
    assert.deepEqual(counts(tree(Array(75).fill(4 * MB))), none);
  });

  it('take none of a hundred thousand that are next to nothing', () => {
    assert.deepEqual(counts(tree(Array(100_000).fill(52))), none);
  });

  it('are not wanted for what lies beside the file that was asked for', () => {
    assert.deepEqual(counts(tree([8, 1000 * MB, ...Array(250).fill(4 * MB)], { asked: 1 })), none);
  });

  it('are those of the verification when roles are asked for first', () => {
    const files = [{ path: 'a.pt', sizeBytes: 1000 * MB }];
    assert.deepEqual(counts({ order: 'roles', files, local, jobs: 2 }), {
      'scan-worker': 1,
      'crew-worker': 0,
    });
    assert.deepEqual(counts({ order: 'role', bytes: 1000 * MB }), {});
  });
});
