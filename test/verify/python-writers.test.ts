import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Role } from '../../src/evidence-level.ts';
import { fixture } from './fixtures.ts';
import { ggufFile, key as ggufKey, text as ggufText, u32 } from './gguf-writer.ts';
import { codesOf, notesOf, type Options, verify } from './memory-source.ts';
import { digestsOf, verifyFiles } from './memory-tree.ts';
import {
  BUILD,
  dict,
  global,
  int,
  type Op,
  PROTO2,
  pickle,
  REDUCE,
  STOP,
  text,
  tuple,
} from './pickle-writer.ts';
import { f32, safetensorsFile } from './safetensors-writer.ts';

const NEWOBJ: Op = 0x81;
const bytesOf = (content: string) => new TextEncoder().encode(content);
const look = (bytes: Uint8Array, label: string, over: Options = {}) =>
  verify(bytes, { role: 'archive', roleFrom: 'guessed', label, ...over });
const instance = (module: string, name: string, ...state: [Op, Op][]): Op => [
  ...[global(module, name), ')', NEWOBJ],
  ...(state.length > 0 ? [dict(...state), BUILD] : []),
];

/** An array of NumPy as its own `__reduce__` says it, without the call. */
const reduced = (...values: number[]): Op[] => [
  global('numpy._core.multiarray', '_reconstruct'),
  tuple(global('numpy', 'ndarray'), tuple(int(0)), bytesB()),
  tuple(
    ...[int(1), tuple(int(values.length)), floatType(), [0x89]],
    ...[[global('_codecs', 'encode'), tuple(text(latin1(f32(values))), text('latin1')), REDUCE]],
  ),
];
const bytesB = (): Op => [global('_codecs', 'encode'), tuple(text('b'), text('latin1')), REDUCE];
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const floatType = (): Op => [
  ...[global('numpy', 'dtype'), tuple(text('f4'), [0x89], [0x88]), REDUCE],
  ...[tuple(int(3), text('<'), 'N', 'N', 'N', int(-1), int(-1), int(0)), BUILD],
];

// What libraries wrote by default that nobody had looked at before, and was failed.
describe('what libraries for Python write', () => {
  it('[issue 16] a history is a list of epochs, and is as far as its last one (skorch)', async () => {
    const history = bytesOf(JSON.stringify([1, 2, 3].map((epoch) => ({ epoch, train_loss: 1 / epoch }))));
    const verdict = await look(history, 'history.json', { role: 'config' });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['no-checksum']]);
    assert.equal(verdict.facts.epoch, 3);
    const behind = await look(history, 'history.json', { role: 'config', expectation: { epoch: 4 } });
    assert.ok(codesOf(behind).includes('epoch-unexpected'));
    const twice = await look(bytesOf('{"epoch":1,"more":[{"epoch":2}],"epochs":3}'), 'x.json', {
      role: 'config',
    });
    assert.deepEqual(codesOf(twice), ['no-checksum']);
  });

  it('[issue 16] bounds of what a number may be are infinite (GPyTorch, Gymnasium), and weights are not', async () => {
    const bounded = (name: string) =>
      look(
        safetensorsFile({ [name]: { dtype: 'F32', shape: [2], data: f32([1, Number.POSITIVE_INFINITY]) } }),
        'm.safetensors',
        {
          role: 'checkpoint',
        },
      );
    for (const name of ['likelihood.noise_covar.raw_noise_constraint.upper_bound', 'observation_space.low'])
      assert.deepEqual(codesOf(await bounded(name)), ['no-checksum'], name);
    for (const name of ['head.upper_bound', 'space.lower', 'space_low.weight'])
      assert.ok(codesOf(await bounded(name)).includes('non-finite'), name);
  });

  it('[issue 16] no metadata may be null in safetensors (MLX)', async () => {
    const header = Buffer.from(
      '{"__metadata__":null,"w":{"data_offsets":[0,8],"dtype":"F32","shape":[2]}}     ',
    );
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(header.length));
    const file = (text: Buffer) => new Uint8Array(Buffer.concat([length, text, f32([1, 2])]));
    assert.deepEqual(codesOf(await look(file(header), 'w.safetensors', { role: 'model' })), ['no-checksum']);
    const no = Buffer.from(header.toString().replace('null', 'true'));
    assert.ok(codesOf(await look(file(no), 'w.safetensors', { role: 'model' })).includes('header-malformed'));
  });

  it('[issue 16] tensors in GGUF without an architecture are no model, and whole (MLX)', async () => {
    const verdict = await look(ggufFile({ keys: [] }), 'w.gguf', { role: 'model' });
    assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['pass-degraded', 'architecture-missing']);
  });

  it('an importance matrix in GGUF needs no architecture (llama.cpp)', async () => {
    const tensor = (name: string, ...values: number[]) => ({
      name: `blk.0.attn_q.weight.${name}`,
      sizes: [values.length, 1],
      type: 0,
      data: f32(values),
    });
    const file = (kind: string) =>
      ggufFile({
        keys: [ggufKey('general.type', 8, ggufText(kind)), ggufKey('imatrix.chunk_count', 4, u32(4))],
        tensors: [tensor('in_sum2', 1, 2, 3, 4), tensor('counts', 2048)],
      });
    assert.deepEqual(codesOf(await look(file('imatrix'), 'imatrix.gguf', { role: 'model' })), [
      'no-checksum',
    ]);
    const other = await look(file('model'), 'w.gguf', { role: 'model' });
    assert.equal(codesOf(other)[0], 'architecture-missing');
  });

  it("[issue 16] a checkpoint's log knows how it is summed up (MMEngine), and getattr of anything else is refused", async () => {
    const HISTORY = ['mmengine.logging.history_buffer', 'HistoryBuffer'] as const;
    const method = (module: string, name: string, attribute: string): Op => [
      ...[global('builtins', 'getattr'), tuple(global(module, name), text(attribute)), REDUCE],
    ];
    const log = (...methods: Op[]) =>
      pickle(
        ...[PROTO2, instance(...HISTORY, ...methods.map((each, i): [Op, Op] => [text(`m${i}`), each]))],
        STOP,
      );
    const kept = await look(log(method(...HISTORY, 'min'), method(...HISTORY, 'current')), 'log.pkl');
    assert.deepEqual([kept.verdict, codesOf(kept)[0]], ['pass-degraded', 'unsafe-loader']);
    for (const other of [
      method(...HISTORY, '__init__'),
      method(...HISTORY, 'register_statistics'),
      method('torch.nn.modules.linear', 'Linear', 'mean'),
      method('os', 'system', 'mean'),
    ])
      assert.ok(codesOf(await look(log(other), 'log.pkl')).includes('import-refused'));
    // Mentioned, and never called.
    const called = pickle(PROTO2, method(...HISTORY, 'min'), tuple(int(1)), REDUCE, STOP);
    assert.equal((await look(called, 'log.pkl')).verdict, 'fail');
  });

  it('[issue 16] an array of JAX is the one of NumPy in it, and nothing else is called for it', async () => {
    const array = (...parts: Op[]): Op => [
      global('jax._src.array', '_reconstruct_array'),
      tuple(...parts),
      REDUCE,
    ];
    const weak = dict([text('weak_type'), [0x89]]);
    const whole = await look(
      pickle(PROTO2, dict([text('w'), array(...reduced(1, 2, 3), weak)]), STOP),
      'params.pkl',
      { table: true },
    );
    assert.deepEqual([whole.verdict, codesOf(whole)[0]], ['pass-degraded', 'unsafe-loader']);
    assert.deepEqual(
      whole.table?.map(({ name, shape }) => [name, shape]),
      [['w', [3]]],
    );
    const spoilt = await look(pickle(PROTO2, array(...reduced(1, Number.NaN), weak), STOP), 'params.pkl');
    assert.ok(codesOf(spoilt).includes('non-finite'));
    const [, inner = '', state = ''] = reduced(1);
    for (const call of [global('os', 'system'), global('collections', 'OrderedDict'), text('x')])
      assert.equal(
        (await look(pickle(PROTO2, array(call, inner, state, weak), STOP), 'params.pkl')).verdict,
        'fail',
      );
  });

  for (const [library, module, name] of [
    ['fastai', 'fastcore.foundation', 'L'],
    ['Pyro', 'torch.distributions.constraints', '_Real'],
    ['Pyro', 'pyro.distributions.constraints', '_SoftplusPositive'],
    ['torchao', 'torchao.optim.subclass_8bit', 'OptimState8bit'],
    ['Optax', 'optax._src.transform', 'ScaleByAdamState'],
    ['PyTorch Geometric', 'torch_geometric.data.feature_store', 'TensorAttr'],
    ['Stable-Baselines3', 'stable_baselines3.common.vec_env.vec_normalize', 'VecNormalize'],
    ['Gymnasium', 'gymnasium.spaces.box', 'Box'],
  ] as const)
    it(`[issue 16] ${name} of ${library} is a class that holds what it is given`, async () => {
      const verdict = await look(pickle(PROTO2, instance(module, name, [text('a'), int(1)]), STOP), 'x.pkl');
      assert.deepEqual(
        [verdict.verdict, codesOf(verdict)],
        ['pass-degraded', ['unsafe-loader', 'no-checksum']],
      );
    });

  it('[issue 16] an attribute that Python never calls may be set by who is vouched for (statsmodels)', async () => {
    const result = (attribute: string) =>
      look(
        pickle(PROTO2, instance('mine.results', 'Results', [text(attribute), text('of')]), STOP),
        'x.pkl',
        {
          allowImports: ['mine.*'],
        },
      );
    assert.equal((await result('__doc__')).verdict, 'pass-degraded');
    for (const attribute of ['__setstate__', '__class__', '__reduce__', '__dict__'])
      assert.equal((await result(attribute)).verdict, 'fail', attribute);
  });

  it('[issue 16] what nobody called a weight may be zero where nobody said what it is', async () => {
    const named = (role: Role, name: string) => {
      const zero = { dtype: 'F32', shape: [40, 2], data: new Uint8Array(320) };
      return look(safetensorsFile({ a: { shape: [2], data: [1, 2] }, [name]: zero }), 'x', { role });
    };
    const zeros = await named('archive', 'timeouts');
    assert.ok(codesOf(zeros).includes('all-zero'));
    assert.equal(zeros.verdict, 'pass-degraded');
    assert.equal((await named('archive', 'fc.weight')).verdict, 'fail');
    assert.equal((await named('checkpoint', 'timeouts')).verdict, 'fail');
  });

  it('[issue 16] arrays of texts and dates are chunks of so many bytes each (xarray, zarr)', async () => {
    const json = (value: object) => bytesOf(JSON.stringify(value));
    const utf32 = (letters: string) => new Uint8Array(new Uint32Array(Buffer.from(letters)).buffer);
    const v2 = { zarr_format: 2, shape: [3], chunks: [2], compressor: null, filters: null, order: 'C' };
    const v3 = {
      ...{ zarr_format: 3, node_type: 'array', shape: [3], codecs: [{ name: 'bytes' }] },
      ...{ chunk_grid: { name: 'regular', configuration: { chunk_shape: [2] } } },
      chunk_key_encoding: { name: 'default' },
    };
    const type = { name: 'fixed_length_utf32', configuration: { length_bytes: 4 } };
    const set = async (files: Record<string, Uint8Array>) => {
      const tree = new Map(Object.entries(files));
      const { sets } = await verifyFiles(tree, { role: 'dataset', digests: digestsOf(tree) });
      return sets[0];
    };
    const old = { 's/.zarray': json({ ...v2, dtype: '<U1' }), 's/0': utf32('ab'), 's/1': utf32('c ') };
    const young = {
      's/zarr.json': json({ ...v3, data_type: type }),
      's/c/0': utf32('ab'),
      's/c/1': utf32('c '),
    };
    const dates = { ...old, 's/.zarray': json({ ...v2, dtype: '<M8[ns]' }) };
    for (const files of [old, young]) assert.equal((await set(files))?.verdict, 'pass');
    assert.equal((await set({ ...old, 's/1': utf32('c') }))?.verdict, 'fail');
    assert.equal((await set(dates))?.verdict, 'fail');
    assert.equal((await set({ ...old, 's/2': utf32('de') }))?.verdict, 'fail');
    // Of a type that is not read nobody knows how many chunks there are.
    const strings = await set({ ...young, 's/zarr.json': json({ ...v3, data_type: 'string' }) });
    assert.deepEqual(
      [strings?.verdict, strings?.reasons.filter(({ severity }) => severity === 'fail').length],
      ['inconclusive', 0],
    );
  });

  it('[issue 16] an index of PyTables may be half filled, and what else is there may not (pandas)', async () => {
    const table = fixture('hdf5/pytables-index.h5');
    const whole = await look(table, 'table.h5', { role: 'checkpoint' });
    assert.deepEqual([codesOf(whole), notesOf(whole)], [['no-checksum'], ['unwritten']]);
    const other = Buffer.from(table);
    other.write('_j_t', other.indexOf('_i_t'), 'latin1');
    assert.ok(
      codesOf(await look(new Uint8Array(other), 'table.h5', { role: 'checkpoint' })).includes('unwritten'),
    );
  });

  it('[issue 16] a picture with something behind it is degraded, not cut', async () => {
    const jpeg = (...behind: number[]) =>
      Uint8Array.of(
        ...[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0],
        ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xff, 0xd9, ...behind],
      );
    assert.deepEqual(codesOf(await look(jpeg(), 'x.jpg')), ['no-checksum']);
    for (const behind of [[0xec, 0xff], [0xff, 0xe0, 0, 4], [0]]) {
      const verdict = await look(jpeg(...behind), 'x.jpg');
      assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['pass-degraded', 'trailing-bytes']);
    }
    assert.equal((await look(jpeg().subarray(0, -2), 'x.jpg')).verdict, 'fail');
    assert.deepEqual(notesOf(await look(jpeg(), 'x.jpg')), []);
  });
});
