import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { architecture, ggufFile, key, text } from './gguf-writer.ts';
import { codesOf } from './memory-source.ts';
import { digestsOf, verifyFiles } from './memory-tree.ts';
import { f32, weights } from './safetensors-writer.ts';

const u16 = (value: number) => new Uint8Array(Uint16Array.of(value).buffer);
const i32 = (value: number) => new Uint8Array(Int32Array.of(value).buffer);

interface Part {
  names: string[];
  no: number;
  count?: number;
  inAll?: number;
}

const part = ({ names, no, count = 2, inAll = 3 }: Part): Uint8Array =>
  ggufFile({
    keys: [
      ...(no === 0 ? [architecture, key('general.name', 8, text('tiny'))] : []),
      key('split.no', 2, u16(no)),
      key('split.count', 2, u16(count)),
      key('split.tensors.count', 5, i32(inAll)),
    ],
    tensors: names.map((name, i) => ({ name, sizes: [8, 2], type: 0, data: f32(weights(16, i + 1)) })),
  });

const first = part({ names: ['a', 'b'], no: 0 });
const second = part({ names: ['c'], no: 1 });
const names = ['m/tiny-00001-of-00002.gguf', 'm/tiny-00002-of-00002.gguf'] as const;

const setOf = async (files: [string, Uint8Array][]) => {
  const tree = new Map(files);
  const { files: alone, sets } = await verifyFiles(tree, { digests: digestsOf(tree) });
  return { alone, set: sets[0] };
};

describe('a GGUF model in several files', () => {
  it('passes when every file is there and says what its name says', async () => {
    const { set, alone } = await setOf([
      [names[0], first],
      [names[1], second],
    ]);
    assert.deepEqual([set?.label, set?.format, set?.verdict], ['m/tiny-*.gguf', 'gguf-split', 'pass']);
    assert.equal(set?.tensors?.count, 3);
    assert.ok(alone.every(({ counts, partOf }) => counts && partOf === 'm/tiny-*.gguf'));
  });

  it('passes when its first file holds the keys alone', async () => {
    const { set, alone } = await setOf([
      [names[0], part({ names: [], no: 0, inAll: 1 })],
      [names[1], part({ names: ['c'], no: 1, inAll: 1 })],
    ]);
    assert.equal(set?.verdict, 'pass', JSON.stringify(set?.reasons));
    assert.ok(
      alone.every(({ counts }) => counts),
      JSON.stringify(alone.map(({ reasons }) => reasons)),
    );
  });

  for (const { what, files, code } of [
    { what: 'a file missing', files: [[names[0], first]], code: 'shard-missing' },
    {
      what: 'its files under each other’s names',
      files: [
        [names[0], second],
        [names[1], first],
      ],
      code: 'split-disagrees',
    },
    {
      what: 'files of two splits',
      files: [
        [names[0], first],
        [names[1], second],
        ['m/tiny-00003-of-00003.gguf', part({ names: ['d'], no: 2, count: 3 })],
      ],
      code: 'shards-mixed',
    },
    {
      what: 'a file that says it is of three',
      files: [
        [names[0], first],
        [names[1], part({ names: ['c'], no: 1, count: 3 })],
      ],
      code: 'split-disagrees',
    },
    {
      what: 'a file that is no part of a split',
      files: [
        [names[0], first],
        [names[1], ggufFile({ tensors: [{ name: 'c', sizes: [1], type: 0, data: f32([1]) }] })],
      ],
      code: 'split-disagrees',
    },
    {
      what: 'fewer tensors than it says',
      files: [
        [names[0], part({ names: ['a', 'b'], no: 0, inAll: 4 })],
        [names[1], part({ names: ['c'], no: 1, inAll: 4 })],
      ],
      code: 'tensor-missing',
    },
    {
      what: 'files that disagree on how many tensors there are',
      files: [
        [names[0], first],
        [names[1], part({ names: ['c'], no: 1, inAll: 4 })],
      ],
      code: 'tensor-missing',
    },
    {
      what: 'one tensor in two files',
      files: [
        [names[0], first],
        [names[1], part({ names: ['a'], no: 1 })],
      ],
      code: 'tensor-twice',
    },
  ] satisfies { what: string; files: [string, Uint8Array][]; code: string }[]) {
    it(`fails with ${what}`, async () => {
      const { set, alone } = await setOf(files);
      assert.equal(set?.verdict, 'fail');
      assert.ok(codesOf(set).includes(code), JSON.stringify(set.reasons));
      assert.ok(alone.every(({ counts }) => !counts));
    });
  }
});
