import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, type Options, verify, verifyWithDigest } from './memory-source.ts';
import { global, PROTO2, pickle, REDUCE, STOP, text, tuple } from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { torchFile } from './torch-writer.ts';
import { type Member, zipFile } from './zip-writer.ts';

const MODEL: Options = { role: 'model' };
const codes = async (file: Uint8Array) => codesOf(await verify(file, MODEL));
const call = [global('os', 'system'), tuple(text('id')), REDUCE];
const SIXTEEN = f32(weights(16));

describe('archives of models with code', () => {
  for (const [file, format] of [['exported.pt2', 'torch-export']] as const)
    it(`${file} reaches L3, and is at best degraded because of its code`, async () => {
      const verdict = await verifyWithDigest(fixture(`torch/${file}`), MODEL);
      assert.deepEqual([verdict.format, verdict.verdict, verdict.level], [format, 'pass-degraded', 'L3']);
      assert.ok(codesOf(verdict).includes('executable-content'));
    });
});

const META = {
  dtype: 7,
  sizes: [{ as_int: 4 }, { as_int: 4 }],
  strides: [{ as_int: 4 }, { as_int: 1 }],
  storage_offset: { as_int: 0 },
  layout: 7,
};

function exported(
  meta: Partial<Record<keyof typeof META, unknown>> | null = {},
  { entry = {}, data = SIXTEEN, more = [] }: { entry?: object; data?: Uint8Array; more?: Member[] } = {},
): Uint8Array {
  const described = meta === null ? null : { ...META, ...meta };
  const config = { w: { path_name: 'weight_0', use_pickle: false, tensor_meta: described, ...entry } };
  return zipFile([
    { name: 'm/data/weights/weight_0', data },
    { name: 'm/data/weights/model_weights_config.json', data: Buffer.from(JSON.stringify({ config })) },
    { name: 'm/archive_format', data: Buffer.from('pt2') },
    ...more,
  ]);
}

function savedTwice(): Uint8Array {
  const saved = { path_name: 'weight_0', use_pickle: true, tensor_meta: META };
  const config = Buffer.from(JSON.stringify({ config: { a: saved, b: saved } }));
  return exported(
    {},
    {
      entry: { use_pickle: true },
      data: torchFile(),
      more: [{ name: 'm/data/weights/b_weights_config.json', data: config }],
    },
  );
}

describe('an exported program', () => {
  it('is understood in the hand-made form that the rules are tested with', async () => {
    assert.deepEqual(await codes(exported()), ['executable-content']);
  });

  for (const { what, file, code } of [
    {
      what: 'a tensor larger than its member',
      file: exported({ storage_offset: { as_int: 1 } }),
      code: 'tensor-outside',
    },
    {
      what: 'half an element',
      file: exported({}, { data: SIXTEEN.subarray(0, 63) }),
      code: 'tensor-outside',
    },
    {
      what: 'a negative stride',
      file: exported({ strides: [{ as_int: -4 }, { as_int: 1 }] }),
      code: 'pt2-malformed',
    },
    { what: 'a stride too few', file: exported({ strides: [] }), code: 'pt2-malformed' },
    {
      what: 'a weight that is not there',
      file: exported({}, { entry: { path_name: 'weight_1' } }),
      code: 'storage-missing',
    },
    {
      what: 'a weight without a place',
      file: exported({}, { entry: { path_name: 0 } }),
      code: 'pt2-malformed',
    },
    { what: 'two tensors that are one saved file', file: savedTwice(), code: 'pt2-malformed' },
    { what: 'a NaN', file: exported({}, { data: f32([Number.NaN, ...weights(15)]) }), code: 'non-finite' },
    {
      what: 'a table that is none',
      file: exported({}, { more: [{ name: 'm/data/constants/x_config.json', data: Buffer.from('[') }] }),
      code: 'pt2-malformed',
    },
    {
      what: 'a call in its sample inputs',
      file: exported(
        {},
        {
          more: [{ name: 'm/data/sample_inputs/model.pt', data: torchFile(pickle(PROTO2, call, STOP), {}) }],
        },
      ),
      code: 'import-refused',
    },
  ])
    it(`fails with ${what}, although every CRC is right`, async () => {
      const verdict = await verifyWithDigest(file, MODEL);
      assert.equal(verdict.verdict, 'fail', JSON.stringify(verdict.reasons));
      assert.ok(codesOf(verdict).includes(code), JSON.stringify(verdict.reasons));
    });

  for (const { what, file, code } of [
    { what: 'a type that we do not know', file: exported({ dtype: 99 }), code: 'dtype-unknown' },
    { what: 'a type that is a word', file: exported({ dtype: 'constructor' }), code: 'dtype-unknown' },
    { what: 'a sparse tensor', file: exported({ layout: 1 }), code: 'pt2-layout' },
    { what: 'an object', file: exported(null, { entry: { use_pickle: true } }), code: 'pt2-object' },
    {
      what: 'compiled code',
      file: exported({}, { more: [{ name: 'm/data/aotinductor/model/a.so', data: SIXTEEN }] }),
      code: 'compiled-code',
    },
  ])
    it(`is inconclusive with ${what}`, async () => {
      const verdict = await verifyWithDigest(file, MODEL);
      assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['inconclusive', code]);
    });

  it('takes a weight that is a file of torch.save, and tells one that nothing refers to', async () => {
    assert.deepEqual(await codes(exported({}, { entry: { use_pickle: true }, data: torchFile() })), [
      'executable-content',
    ]);
    const more = [{ name: 'm/data/weights/weight_9', data: SIXTEEN }];
    assert.ok((await codes(exported({}, { more }))).includes('surplus-member'));
  });
});
