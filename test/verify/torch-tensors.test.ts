import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, notesOf, type Options, verify } from './memory-source.ts';
import {
  checkpointProgram,
  dict,
  global,
  int,
  type Op,
  PROTO2,
  pickle,
  REDUCE,
  STOP,
  storage,
  tensor,
  text,
  tuple,
} from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { members, SIXTEEN, torchFile } from './torch-writer.ts';
import { zipFile } from './zip-writer.ts';

describe('tensors of a PyTorch checkpoint', () => {
  const one = (ops: Parameters<typeof tensor>[0], data: Uint8Array, over: Options = {}) =>
    verify(torchFile(pickle(PROTO2, dict([text('w'), tensor(ops)]), STOP), { 0: data }), over);

  for (const { what, ops } of [
    { what: 'an offset beyond its storage', ops: { offset: 1 } },
    { what: 'a shape beyond its storage', ops: { shape: [5, 4] } },
    { what: 'a stride beyond its storage', ops: { stride: [5, 1] } },
    { what: 'a reach of 2^60', ops: { shape: [2 ** 30, 2 ** 30], stride: [2 ** 30, 1] } },
  ]) {
    it(`fail with ${what}`, async () => {
      assert.deepEqual(codesOf(await one(ops, SIXTEEN)), ['tensor-outside']);
    });
  }

  it('fail for one NaN that a tensor reaches, and not for one that none reaches', async () => {
    const values = weights(16);
    values[5] = Number.NaN;
    const hit = await one({}, f32(values));
    assert.deepEqual([codesOf(hit), hit.level], [['non-finite'], 'L2']);
    assert.match(hit.reasons[0]?.what ?? '', /"w"/);
    const columns = await one({ shape: [4, 1], stride: [4, 1] }, f32(values));
    assert.deepEqual([columns.verdict, notesOf(columns)], ['pass', ['non-finite-unreached']]);
    assert.deepEqual(codesOf(await one({ shape: [4, 1], stride: [4, 1], offset: 1 }, f32(values))), [
      'non-finite',
    ]);
  });

  for (const { type, data } of [
    { type: 'HalfStorage', data: new Uint8Array(Uint16Array.of(0x3c00, 0x7e00).buffer) },
    { type: 'BFloat16Storage', data: new Uint8Array(Uint16Array.of(0x3f80, 0xff80).buffer) },
    { type: 'DoubleStorage', data: new Uint8Array(Float64Array.of(1, Number.NaN).buffer) },
    { type: 'ComplexFloatStorage', data: f32([1, 2, 3, Number.NaN]) },
    { type: 'ComplexDoubleStorage', data: new Uint8Array(Float64Array.of(1, 2, 3, Number.NaN).buffer) },
    { type: 'BoolStorage', data: Uint8Array.of(1, 2) },
  ]) {
    it(`of type ${type} are tested as what they are`, async () => {
      const verdict = await one({ type, elements: 2, shape: [2], stride: [1] }, data);
      assert.deepEqual(codesOf(verdict), [type === 'BoolStorage' ? 'not-a-bool' : 'non-finite']);
    });
  }

  it('of a big-endian writer are read the other way round', async () => {
    const swapped = (values: number[]) => {
      const bytes = f32(values);
      for (let at = 0; at < bytes.length; at += 4) bytes.subarray(at, at + 4).reverse();
      return bytes;
    };
    const file = (values: number[]) =>
      zipFile([
        ...members(
          checkpointProgram([text('step'), tensor({ key: '1', elements: 1, shape: [], stride: [] })]),
          { 0: swapped(values), 1: swapped([7]) },
        ),
        { name: 'archive/byteorder', data: Buffer.from('big') },
      ]);
    const whole = await verify(file(weights(16)));
    assert.deepEqual([whole.verdict, whole.facts.step], ['pass', 7]);
    assert.deepEqual(codesOf(await verify(file([...weights(15), Number.NaN]))), ['non-finite']);
  });

  it('on an untyped storage are tested by their own type', async () => {
    const program = (elements: number) =>
      pickle(
        PROTO2,
        dict([
          text('w'),
          [
            global('torch._utils', '_rebuild_tensor_v3'),
            tuple(
              storage('0', 8, 'UntypedStorage', 'torch.storage'),
              int(0),
              tuple(int(elements)),
              tuple(int(1)),
              0x89,
              [global('collections', 'OrderedDict'), ')', REDUCE],
              global('torch', 'float16'),
            ),
            REDUCE,
          ],
        ]),
        STOP,
      );
    const data = new Uint8Array(Uint16Array.of(0x3c00, 0x3c00, 0x7c00, 0x3c01).buffer);
    assert.deepEqual(codesOf(await verify(torchFile(program(4), { 0: data }))), ['non-finite']);
    assert.deepEqual(codesOf(await verify(torchFile(program(5), { 0: data.fill(1) }))), ['tensor-outside']);
  });

  it('contradict each other when one storage is described in two ways', async () => {
    const program = pickle(
      PROTO2,
      dict([text('a'), tensor()], [text('b'), tensor({ type: 'IntStorage' })]),
      STOP,
    );
    assert.deepEqual(codesOf(await verify(torchFile(program))), ['storage-contradicts']);
  });

  it('share storages, are counted by name, and give their scalars as facts', async () => {
    const program = checkpointProgram(
      [text('tied'), tensor()],
      [text('global_step'), int(12)],
      [text('note'), text('\u001b[31m')],
    );
    const verdict = await verify(torchFile(program));
    assert.deepEqual([verdict.tensors?.count, verdict.tensors?.elements, verdict.facts.step], [2, 16, 12]);
    assert.deepEqual(verdict.facts.scalars, { global_step: 12, note: '\u001b[31m' });
  });
});

describe('a sparse tensor of a PyTorch checkpoint', () => {
  const i64 = (...values: number[]) => new Uint8Array(new BigInt64Array(values.map(BigInt)).buffer);
  const ofIndices = (key: string, shape: number[], stride: number[]): Op =>
    tensor({ key, elements: shape.reduce((a, b) => a * b, 1), type: 'LongStorage', shape, stride });
  const layout = (name: string): Op => [
    global('torch.serialization', '_get_layout'),
    tuple(text(`torch.${name}`)),
    REDUCE,
  ];
  const saved = (kind: string, data: Record<string, Uint8Array>, ...parts: Op[]) =>
    verify(
      torchFile(
        pickle(
          PROTO2,
          dict([
            text('w'),
            [global('torch._utils', '_rebuild_sparse_tensor'), tuple(layout(kind), tuple(...parts)), REDUCE],
          ]),
          STOP,
        ),
        data,
      ),
    );
  const values = tensor({ shape: [2], stride: [1], key: '0', elements: 2 });
  const size = [global('torch', 'Size'), tuple(tuple(int(2), int(3))), REDUCE] as Op;
  const coo = (stride: number[], ...indices: number[]) =>
    saved(
      'sparse_coo',
      { 0: f32(weights(2)), 1: i64(...indices) },
      ...[ofIndices('1', [2, 2], stride), values, size, [0x88] as Op],
    );

  it('[issue 16] has indices that stay inside of it, however they lie', async () => {
    for (const [verdict, stride, indices] of [
      ['pass', [2, 1], [0, 1, 2, 0]],
      ['pass', [1, 2], [0, 2, 1, 0]],
      ['fail', [2, 1], [0, 2, 1, 0]],
      ['fail', [1, 2], [2, 0, 1, 0]],
      ['fail', [2, 1], [0, -1, 2, 0]],
      ['fail', [2, 1], [0, 1, 2, 999_999]],
    ] as const) {
      const found = await coo([...stride], ...indices);
      assert.equal(found.verdict, verdict, JSON.stringify([stride, indices, found.reasons]));
      assert.deepEqual(codesOf(found), verdict === 'fail' ? ['sparse-indices'] : []);
    }
  });

  it('[issue 16] has them in its compressed layouts too', async () => {
    const csr = (rows: number[], columns: number[]) =>
      saved(
        'sparse_csr',
        { 0: f32(weights(2)), 1: i64(...rows), 2: i64(...columns) },
        ...[ofIndices('1', [3], [1]), ofIndices('2', [2], [1]), values, size],
      );
    assert.equal((await csr([0, 1, 2], [0, 2])).verdict, 'pass');
    assert.deepEqual(codesOf(await csr([0, 1, 900], [0, 2])), ['sparse-indices']);
    assert.deepEqual(codesOf(await csr([0, 1, 2], [0, 99])), ['sparse-indices']);
    for (const [verdict, rows, columns] of [
      ['pass', [0, 2, 2], [0, 2]],
      ['pass', [0, 0, 2], [1, 2]],
      ['pass', [0, 1, 2], [2, 0]],
      ['fail', [0, 2, 2], [2, 0]],
      ['fail', [0, 2, 2], [1, 1]],
      ['fail', [0, 0, 2], [2, 1]],
    ] as const) {
      const found = await csr([...rows], [...columns]);
      assert.equal(found.verdict, verdict, JSON.stringify([rows, columns, found.reasons]));
      assert.deepEqual(codesOf(found), verdict === 'fail' ? ['sparse-indices'] : []);
    }
  });

  it('[issue 16] has entries that ascend where it says that they were coalesced, whichever way they lie', async () => {
    for (const [verdict, stride, indices] of [
      ['pass', [2, 1], [0, 0, 1, 2]],
      ['pass', [1, 2], [0, 1, 0, 2]],
      ['fail', [2, 1], [1, 0, 0, 0]],
      ['fail', [2, 1], [0, 0, 2, 1]],
      ['fail', [2, 1], [1, 1, 2, 2]],
      ['fail', [1, 2], [0, 2, 0, 1]],
      ['fail', [1, 2], [1, 2, 1, 2]],
      ['fail', [1, 2], [1, 0, 0, 2]],
    ] as const) {
      const found = await coo([...stride], ...indices);
      assert.equal(found.verdict, verdict, JSON.stringify([stride, indices, found.reasons]));
    }
    const loose = { 0: f32(weights(2)), 1: i64(1, 0, 0, 0) };
    const said = [ofIndices('1', [2, 2], [2, 1]), values, size, [0x89] as Op];
    assert.equal((await saved('sparse_coo', loose, ...said)).verdict, 'pass', 'it does not say so');
  });

  it('[issue 16] is judged in order matrix by matrix, and beyond the eight entries of a byte', async () => {
    const matrices = (rows: number[], columns: number[]) =>
      saved(
        'sparse_csr',
        { 0: f32(weights(4)), 1: i64(...rows), 2: i64(...columns) },
        ...[ofIndices('1', [2, 3], [3, 1]), ofIndices('2', [2, 2], [2, 1])],
        tensor({ shape: [2, 2], stride: [2, 1], key: '0', elements: 4 }),
        [global('torch', 'Size'), tuple(tuple(int(2), int(2), int(3))), REDUCE] as Op,
      );
    assert.equal((await matrices([0, 2, 2, 0, 1, 2], [0, 2, 2, 0])).verdict, 'pass');
    const stray = await matrices([0, 1, 2, 0, 2, 2], [2, 0, 2, 0]);
    assert.deepEqual(codesOf(stray), ['sparse-indices'], 'the first has a row more');
    const count = 20_000;
    const long = (rows: number[], columns: number[]) =>
      saved(
        'sparse_coo',
        { 0: f32(weights(count)), 1: i64(...rows, ...columns) },
        ofIndices('1', [2, count], [count, 1]),
        tensor({ shape: [count], stride: [1], key: '0', elements: count }),
        [global('torch', 'Size'), tuple(tuple(int(count), int(count))), REDUCE] as Op,
        [0x88] as Op,
      );
    const up = Array.from({ length: count }, (_, i) => i);
    const down = [...up].reverse();
    assert.equal((await long(up, down)).verdict, 'pass');
    assert.equal((await long([...up.slice(0, -1), count - 2], down)).verdict, 'fail');
  });

  it('[issue 16] may be a nested one of the older layout, for an unsafe loader', async () => {
    const nested = [
      global('torch._utils', '_rebuild_nested_tensor'),
      tuple(values, ofIndices('1', [1, 1], [1, 1]), ofIndices('2', [1, 1], [1, 1]), ofIndices('3', [1], [1])),
      REDUCE,
    ] as Op;
    const data = { 0: f32(weights(2)), 1: i64(2), 2: i64(1), 3: i64(0) };
    const found = await verify(torchFile(pickle(PROTO2, dict([text('w'), nested]), STOP), data));
    assert.equal(found.verdict, 'pass-degraded', JSON.stringify(found.reasons));
  });
});
