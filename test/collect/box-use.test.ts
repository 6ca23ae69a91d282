import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellUse, readUse } from '../../src/collect/box-use.ts';

const seen = (path: string, bytes: number) => ({ path, bytes, modifiedAt: 0 });

describe('what a run has on its box', () => {
  const copies = [
    { path: 'checkpoints/last.pt', bytes: 100 },
    { path: 'metrics.jsonl', bytes: 7 },
  ];

  it('is told by folder, with what is kept of the same size elsewhere and what would be lost', () => {
    const files = [
      seen('metrics.jsonl', 9),
      seen('checkpoints/last.pt', 100),
      seen('checkpoints/best.pt', 300),
      seen('cache/huge.bin', 900),
    ];
    const { folders, onlyThere } = cellUse('main', copies, files, [
      { path: 'checkpoints/*.pt' },
      { path: 'metrics.jsonl' },
    ]);
    assert.deepEqual(folders, [
      { folder: 'cache', files: 1, bytes: 900, keptBytes: 0 },
      { folder: 'checkpoints', files: 2, bytes: 400, keptBytes: 100 },
      { folder: '.', files: 1, bytes: 9, keptBytes: 0 },
    ]);
    assert.deepEqual(onlyThere, [
      { path: 'cache/huge.bin', bytes: 900, isPromised: false },
      { path: 'checkpoints/best.pt', bytes: 300, isPromised: true },
      // Another size than that of the copy: it was written to since.
      { path: 'metrics.jsonl', bytes: 9, isPromised: true },
    ]);
  });

  it('is read from a stranger: what is not as it was asked for is left out', () => {
    const use = readUse(
      [
        '12\t./code/',
        '2048\t./envs/',
        'x\t./no/',
        '5\t/etc/',
        'DISK 1000 250',
        'DISK -1 2',
        'PARTIAL',
        '',
      ].join('\n'),
    );
    assert.deepEqual(use, {
      others: [
        { folder: 'envs', bytes: 2048 * 1024 },
        { folder: 'code', bytes: 12 * 1024 },
      ],
      disk: { bytes: 1000 * 1024, freeBytes: 250 * 1024 },
      isPartial: true,
    });
  });
});
