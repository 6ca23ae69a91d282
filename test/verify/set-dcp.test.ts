import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { badTiling } from '../../src/verify/torch/dcp-tiling.ts';
import { type Box, dcpMetadataFile, objectMeta, type Place, tensorMeta } from './dcp-writer.ts';
import { fixtureFiles } from './fixtures.ts';
import { flipped, joined } from './memory-source.ts';
import { digestsOf, type TreeTestOptions, verifyFiles } from './memory-tree.ts';
import {
  float,
  global,
  int,
  type Op,
  PROTO2,
  pickle,
  REDUCE,
  STOP,
  tensor,
  text,
  tuple,
} from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { memberAt } from './torch-places.ts';
import { torchFile } from './torch-writer.ts';

type Files = Map<string, Uint8Array>;

async function look(files: Files, over: TreeTestOptions = {}) {
  const { sets } = await verifyFiles(files, { role: 'checkpoint', ...over });
  const set = sets.find(({ format }) => format === 'dcp');
  assert.ok(set, 'no set was found');
  return set;
}
/** What stands against it, beyond what is true of every such folder. */
const codes = async (files: Files, over: TreeTestOptions = {}) =>
  (await look(files, over)).reasons
    .filter(({ severity }) => severity !== 'note')
    .map(({ code }) => code)
    .filter((code) => code !== 'no-checksum' && code !== 'unsafe-loader');

const item = (shape: number[], values = weights(shape.reduce((a, b) => a * b, 1)), type = 'FloatStorage') => {
  const stride = shape.map((_size, i) => shape.slice(i + 1).reduce((a, b) => a * b, 1));
  return torchFile(pickle(PROTO2, tensor({ shape, stride, elements: values.length, type }), STOP), {
    0: f32(values),
  });
};
const object = (value: Op) => torchFile(pickle(PROTO2, value, STOP), {});

/** Two halves of `w` (4 x 4) in one file, and an object, which is a step. */
function folder({
  whole = [4, 4],
  chunks = [
    { at: [0, 0], sizes: [2, 4] },
    { at: [2, 0], sizes: [2, 4] },
  ] as Box[],
  items = [item([2, 4]), item([2, 4], weights(9).slice(1)), object(int(7))],
  within = '',
  named = 'step',
  places = (sizes: number[]): Place[] => {
    const [a = 0, b = 0, c = 0] = sizes;
    return [
      { name: `${within}w`, at: [0, 0], offset: 0, length: a },
      { name: `${within}w`, at: [2, 0], offset: a, length: b },
      { name: `${within}${named}`, offset: a + b, length: c },
    ];
  },
  dtype = 'float32',
  extra = [] as Op,
} = {}): Files {
  const described: [string, Op][] = [
    [`${within}w`, tensorMeta(whole, chunks, dtype)],
    [`${within}${named}`, objectMeta],
  ];
  return new Map([
    ['.metadata', dcpMetadataFile(described, places(items.map(({ length }) => length)), extra)],
    ['__0_0.distcp', joined(...items)],
  ]);
}

const without = (files: Files, path: string): Files => new Map([...files].filter(([name]) => name !== path));
const plus = (files: Files, path: string, bytes: Uint8Array): Files => new Map([...files, [path, bytes]]);

describe('a folder of torch.distributed.checkpoint', () => {
  it('names the parts that its shards hold, also below a wrapper that holds them all', async () => {
    const { keys } = await look(fixtureFiles('torch/dcp-one'));
    assert.deepEqual(keys.top.toSorted(), ['half', 'model', 'optimizer', 'step']);
    const wrapped = await look(folder({ within: 'app.' }));
    assert.deepEqual(wrapped.keys.top.filter((key) => key !== 'app').toSorted(), ['app.step', 'app.w']);
  });

  it('reaches L3 with every chunk in its table, its step and its objects [P5-07]', async () => {
    const verdict = await look(fixtureFiles('torch/dcp-two'), { expectation: { step: 3 }, table: true });
    assert.deepEqual([verdict.verdict, verdict.level, verdict.facts.step], ['pass-degraded', 'L3', 3]);
    assert.equal(verdict.table?.length, 5);
    assert.deepEqual(await codes(fixtureFiles('torch/dcp-two'), { expectation: { step: 4 } }), [
      'step-unexpected',
    ]);
  });

  it('is the same in the hand-made form that the rules are tested with', async () => {
    assert.deepEqual(await codes(folder()), []);
    const verdict = await look(folder(), { table: true });
    assert.deepEqual([verdict.facts.step, verdict.table?.map(({ name }) => name)], [7, ['w[0,0]', 'w[2,0]']]);
  });

  for (const within of ['', 'app.'])
    for (const { named, value, told } of [
      { named: 'loss', value: NaN, told: ['fail not-a-number "loss"'] },
      { named: 'optim.param_groups.0.lr', value: NaN, told: ['fail not-a-number "optim.param_groups.0.lr"'] },
      { named: 'step', value: -3, told: ['fail step-not-a-count step'] },
      { named: 'best.f1', value: NaN, told: ['note not-a-number "best.f1"'] },
      { named: 'loss', value: 0.5, told: [] },
    ])
      it(`[issue 16] says of its numbers what is said of a file of torch.save: ${within}${named} ${value}`, async () => {
        const items = [item([2, 4]), item([2, 4], weights(9).slice(1)), object(float(value))];
        const { reasons } = await look(folder({ within, named, items }));
        const about = reasons.filter(({ code }) => /^(not-a-number|step-)/.test(code));
        const said = about.map(({ severity, code, what }) => `${severity} ${code} ${what.split(' ')[0]}`);
        assert.deepEqual(said, told);
      });

  it('needs a roster that takes an unsafe loader', async () => {
    const { sets } = await verifyFiles(folder(), { allowDegraded: false });
    assert.equal(sets[0]?.verdict, 'fail');
  });

  const lies = (change: (places: Place[]) => Place[]) => ({
    places: (sizes: number[]) => {
      const [a = 0, b = 0, c = 0] = sizes;
      return change([
        { name: 'w', at: [0, 0], offset: 0, length: a },
        { name: 'w', at: [2, 0], offset: a, length: b },
        { name: 'step', offset: a + b, length: c },
      ]);
    },
  });
  const second = (over: Partial<Place>) => lies(([a, b, c]) => [a, { ...b, ...over }, c] as Place[]);

  for (const { what, files, code } of [
    { what: 'without .metadata', files: without(folder(), '.metadata'), code: 'unfinished' },
    {
      what: 'with .metadata.tmp',
      files: plus(folder(), '.metadata.tmp', new Uint8Array(9)),
      code: 'unfinished',
    },
    {
      what: 'without a file that the metadata names',
      files: without(folder(), '__0_0.distcp'),
      code: 'file-missing',
    },
    {
      what: 'with a file of another save',
      files: plus(folder(), '__1_0.distcp', item([2, 4])),
      code: 'file-unreferenced',
    },
    { what: 'with chunks that leave a gap', files: folder({ whole: [5, 4] }), code: 'chunks-do-not-tile' },
    { what: 'with a chunk beyond the tensor', files: folder({ whole: [3, 4] }), code: 'chunks-do-not-tile' },
    {
      what: 'with a chunk that nothing stores',
      files: folder(lies((places) => places.slice(1))),
      code: 'chunk-missing',
    },
    {
      what: 'with an object that nothing stores',
      files: folder(lies((places) => places.slice(0, 2))),
      code: 'chunk-missing',
    },
    { what: 'with a chunk of no tensor', files: folder(second({ name: 'v' })), code: 'chunk-surplus' },
    { what: 'with a gap between items', files: folder(second({ offset: 9999 })), code: 'dcp-extent' },
    { what: 'with items that overlap', files: folder(second({ offset: 64 })), code: 'dcp-extent' },
    {
      what: 'with an item longer than its file',
      files: folder(lies(([a, b, c]) => [a, b, { ...c, length: 1e6 }] as Place[])),
      code: 'cut-short',
    },
    {
      what: 'with bytes after the last item',
      files: plus(folder(), '__0_0.distcp', joined(folder().get('__0_0.distcp') ?? f32([]), f32([1]))),
      code: 'trailing-bytes',
    },
    { what: 'with an offset of 2^60', files: folder(second({ offset: 2n ** 60n })), code: 'dcp-metadata' },
    {
      what: 'with a path out of the folder',
      files: folder(second({ file: '../x.distcp' })),
      code: 'dcp-metadata',
    },
    {
      what: 'with an item of another shape',
      files: folder({ items: [item([4, 2]), item([2, 4]), object(int(7))] }),
      code: 'chunk-differs',
    },
    { what: 'with an item of another type', files: folder({ dtype: 'int32' }), code: 'chunk-differs' },
    {
      what: 'with an object for a chunk',
      files: folder({ items: [item([2, 4]), object(int(1)), object(int(7))] }),
      code: 'dcp-item',
    },
    {
      what: 'with a NaN under a right CRC',
      files: folder({ items: [item([2, 4], [...weights(7), Number.NaN]), item([2, 4]), object(int(7))] }),
      code: 'non-finite',
    },
    {
      what: 'with junk after the pickle',
      files: plus(folder(), '.metadata', joined(folder().get('.metadata') ?? f32([]), f32([1]))),
      code: 'pickle-trailing',
    },
    {
      what: 'with metadata that is none',
      files: plus(folder(), '.metadata', pickle(PROTO2, int(1), STOP)),
      code: 'dcp-metadata',
    },
  ] as { what: string; files: Files; code: string }[])
    it(`fails ${what}, although the digests match`, async () => {
      const verdict = await look(files, { digests: digestsOf(files) });
      assert.equal(verdict.verdict, 'fail', JSON.stringify(verdict.reasons));
      assert.ok(
        verdict.reasons.some((reason) => reason.code === code && reason.severity === 'fail'),
        JSON.stringify(verdict.reasons),
      );
    });

  for (const { what, files, code } of [
    {
      what: 'metadata of each rank',
      files: plus(without(folder(), '.metadata'), '__0.metadata', new Uint8Array(9)),
      code: 'dcp-rank-metadata',
    },
    {
      what: 'a compressed item',
      files: folder(second({ transforms: [']', '(', text('zstd'), 'e'] })),
      code: 'dcp-transform',
    },
    {
      what: 'an item of another format',
      files: folder({ items: [f32(weights(8)), item([2, 4]), object(int(7))] }),
      code: 'dcp-item',
    },
  ] as { what: string; files: Files; code: string }[])
    it(`is inconclusive for ${what}`, async () => {
      const verdict = await look(files, { digests: digestsOf(files) });
      assert.deepEqual([verdict.verdict, verdict.reasons[0]?.code], ['inconclusive', code]);
    });

  it('is inconclusive when its metadata is larger than the budget', async () => {
    assert.ok((await codes(folder(), { budgets: { structureBytes: 100 } })).includes('over-budget'));
  });

  it('sees a flip in a chunk by the CRC of its item, and says where', async () => {
    const files = fixtureFiles('torch/dcp-one');
    const data = files.get('__0_0.distcp') ?? f32([]);
    const verdict = await look(
      plus(files, '__0_0.distcp', flipped(data, memberAt(data, 'archive/data/0').from + 1, 3)),
    );
    const [reason] = verdict.reasons;
    assert.deepEqual([verdict.verdict, reason?.code, reason?.file], ['fail', 'crc-mismatch', '__0_0.distcp']);
  });

  it('names an import that is refused, in the metadata and in an item', async () => {
    const call = [global('os', 'system'), tuple(text('id')), REDUCE];
    const inItem = await look(folder({ items: [item([2, 4]), item([2, 4]), object(call)] }));
    const inMetadata = await look(folder({ extra: [call, '0'] }));
    for (const verdict of [inItem, inMetadata]) {
      assert.equal(verdict.verdict, 'fail');
      assert.ok(verdict.imports.includes('os.system'));
    }
  });

  it('lets moments be zero, a single bias be zero, and a rank write nothing', async () => {
    const zero = torchFile(pickle(PROTO2, tensor({ shape: [2, 2], stride: [2, 1], elements: 4 }), STOP), {
      0: f32([0, 0, 0, 0]),
    });
    const described: [string, Op][] = [
      ['model.w', tensorMeta([2, 4], [{ at: [0, 0], sizes: [2, 4] }])],
      ['optimizer.state.0.exp_avg', tensorMeta([2, 2], [{ at: [0, 0], sizes: [2, 2] }])],
      ['optimizer.state.1.exp_avg', tensorMeta([2, 4], [{ at: [0, 0], sizes: [2, 4] }])],
    ];
    const items = [item([2, 4]), zero, item([2, 4])];
    const [a = 0, b = 0, c = 0] = items.map(({ length }) => length);
    const places: Place[] = [
      { name: 'model.w', at: [0, 0], offset: 0, length: a },
      { name: 'optimizer.state.0.exp_avg', at: [0, 0], offset: a, length: b },
      { name: 'optimizer.state.1.exp_avg', at: [0, 0], offset: a + b, length: c },
    ];
    const files: Files = new Map([
      ['.metadata', dcpMetadataFile(described, places)],
      ['__0_0.distcp', joined(...items)],
      ['__1_0.distcp', new Uint8Array(0)],
    ]);
    assert.deepEqual(await codes(files), []);
  });
});

describe('chunks of a tensor', () => {
  const box = (at: number[], sizes: number[]) => ({ offsets: at, sizes });
  for (const { what, size, chunks, wrong } of [
    { what: 'one for all', size: [4, 4], chunks: [box([0, 0], [4, 4])], wrong: undefined },
    { what: 'a number', size: [], chunks: [box([], [])], wrong: undefined },
    { what: 'nothing for nothing', size: [0, 4], chunks: [], wrong: undefined },
    {
      what: 'a grid',
      size: [4, 4],
      chunks: [box([0, 0], [2, 2]), box([0, 2], [2, 2]), box([2, 0], [2, 2]), box([2, 2], [2, 2])],
      wrong: undefined,
    },
    { what: 'an empty one more', size: [4], chunks: [box([0], [4]), box([4], [0])], wrong: undefined },
    { what: 'none', size: [4], chunks: [], wrong: /gap/ },
    { what: 'two of the same', size: [4], chunks: [box([0], [2]), box([0], [2])], wrong: /overlap/ },
    {
      what: 'two that cross',
      size: [4, 4],
      chunks: [box([0, 0], [4, 2]), box([0, 1], [4, 2])],
      wrong: /overlap/,
    },
    { what: 'a number twice', size: [], chunks: [box([], []), box([], [])], wrong: /overlap/ },
    {
      what: 'one beyond 2^53',
      size: [2 ** 40, 2 ** 40],
      chunks: [box([0, 0], [2 ** 40, 2 ** 39])],
      wrong: /gap/,
    },
  ] as { what: string; size: number[]; chunks: { offsets: number[]; sizes: number[] }[]; wrong?: RegExp }[])
    it(`fill it or not: ${what}`, () => {
      const found = badTiling(size, chunks);
      if (wrong === undefined) assert.equal(found, undefined);
      else assert.match(found ?? '', wrong);
    });
});
