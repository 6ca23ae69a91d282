import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, flipped, joined, type Options, verify, verifyWithDigest } from './memory-source.ts';
import {
  BUILD,
  dict,
  global,
  int,
  PROTO2,
  pickle,
  REDUCE,
  STOP,
  stackGlobal,
  text,
  tuple,
} from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { legacyFile, legacyStorage, legacyTensor, MAGIC } from './torch-legacy-writer.ts';

const look = (file: Uint8Array, over: Options = {}) => verify(file, over);
const codes = async (file: Uint8Array, over: Options = {}) => codesOf(await look(file, over));

describe('a checkpoint in the old stream format of PyTorch', () => {
  it('reaches L3 with a digest, and without one only for a roster that takes less [P5-07]', async () => {
    const file = fixture('torch/legacy.pt');
    const alone = await look(file, { contains: ['model', 'optimizer', 'step', 'rng'] });
    assert.deepEqual([alone.verdict, alone.level, codesOf(alone)], ['pass-degraded', 'L3', ['no-checksum']]);
    assert.equal((await verifyWithDigest(file)).verdict, 'pass');
    assert.equal(alone.facts.step, 3);
  });

  it('is the same in the hand-made form that the rules are tested with', async () => {
    const verdict = await look(legacyFile());
    assert.deepEqual(
      [verdict.format, codesOf(verdict), verdict.tensors?.count],
      ['torch-legacy', ['no-checksum'], 1],
    );
  });

  it('is known by its magic at every binary protocol', async () => {
    const frame = Uint8Array.of(0x95, 13, 0, 0, 0, 0, 0, 0, 0);
    for (const protocol of [2, 3, 4, 5]) {
      const magic = pickle([0x80, protocol], protocol >= 4 ? frame : [], MAGIC, STOP);
      assert.equal((await look(legacyFile({ magic }))).format, 'torch-legacy', `protocol ${protocol}`);
    }
  });

  it('is little-endian whatever machine wrote it', async () => {
    const verdict = await look(legacyFile({ littleEndian: false }), { table: true });
    assert.deepEqual(verdict.tensorsDigest, (await look(legacyFile(), { table: true })).tensorsDigest);
  });

  it('gives a storage view its place in the storage', async () => {
    const whole = f32([...weights(12), Number.NaN, 1, 1, 1]);
    const view = (offset: number, size: number) =>
      legacyFile({
        object: dict([
          text('w'),
          legacyTensor({ view: tuple(text('v'), int(offset), int(size)), shape: [2, 2] }),
        ]),
        storages: { 0: whole },
      });
    assert.deepEqual(await codes(view(0, 8)), ['no-checksum']);
    assert.deepEqual(await codes(view(11, 4)), ['non-finite', 'no-checksum']);
    assert.deepEqual(await codes(view(0, 3)), ['tensor-outside', 'no-checksum']);
    assert.deepEqual((await codes(view(14, 4)))[0], 'pickle-bad-call');
  });

  for (const { what, file, code } of [
    { what: 'another version', file: legacyFile({ version: int(1002) }), code: 'torch-layout' },
    { what: 'no machine', file: legacyFile({ machine: dict() }), code: 'torch-layout' },
    { what: 'keys that are no list', file: legacyFile({ keys: tuple(text('0')) }), code: 'torch-layout' },
    {
      what: 'a key twice',
      file: legacyFile({ keys: [']', '(', text('0'), text('0'), 'e'] }),
      code: 'torch-layout',
    },
    {
      what: 'a key that nothing refers to',
      file: legacyFile({ storages: { 0: f32(weights(16)), 1: f32([1]) } }),
      code: 'storage-unknown',
    },
    { what: 'no storage', file: legacyFile({ storages: {} }), code: 'storage-missing' },
    {
      what: 'a storage 4 bytes short',
      file: legacyFile({ storages: { 0: f32(weights(15)) } }),
      code: 'cut-short',
    },
    {
      what: 'a storage 4 bytes long',
      file: legacyFile({ storages: { 0: f32(weights(17)) } }),
      code: 'trailing-bytes',
    },
    { what: 'another count', file: legacyFile({ count: 15n }), code: 'storage-size' },
    { what: 'a count of 2^63', file: legacyFile({ count: -(2n ** 63n) }), code: 'storage-size' },
    { what: 'bytes after its end', file: joined(legacyFile(), new Uint8Array(1)), code: 'trailing-bytes' },
    { what: 'itself after its end', file: joined(legacyFile(), legacyFile()), code: 'trailing-bytes' },
    {
      what: 'five items in a storage id',
      file: legacyFile({ object: legacyTensor({ view: [] }) }),
      code: 'pickle-bad-call',
    },
    {
      what: 'a NaN',
      file: legacyFile({ storages: { 0: f32([Number.NaN, ...weights(15)]) } }),
      code: 'non-finite',
    },
    {
      what: 'nothing but zeros',
      file: legacyFile({ storages: { 0: new Uint8Array(64) } }),
      code: 'all-zero',
    },
  ])
    it(`fails with ${what}, although the digest matches`, async () => {
      const verdict = await verifyWithDigest(file);
      assert.deepEqual([verdict.verdict, codesOf(verdict)[0]], ['fail', code]);
    });

  it('names what is asked for in any of its pickles', async () => {
    const call = [global('os', 'system'), tuple(text('id')), REDUCE];
    for (const over of [
      { version: call },
      { machine: call },
      { object: call },
      { keys: call },
      { object: [dict([text('w'), legacyTensor()]), call, '0'] },
    ]) {
      const verdict = await look(legacyFile(over));
      assert.ok(codesOf(verdict).includes('import-refused'), JSON.stringify(verdict.reasons));
      assert.ok(verdict.imports.includes('os.system') || verdict.imports.includes('posix.system'));
    }
  });

  it('takes a module by the name of its class', async () => {
    const of = (module: string, name: string) =>
      legacyFile({
        object: [
          tuple(text('module'), global(module, name), text('file.py'), text('class X: pass')),
          'Q',
          ')',
          0x81,
          dict([text('w'), legacyTensor()]),
          BUILD,
        ],
      });
    assert.deepEqual(await codes(of('torch.nn.modules.linear', 'Linear')), ['unsafe-loader', 'no-checksum']);
    assert.ok((await codes(of('my.models', 'Net'))).includes('import-refused'));
  });

  it('is only known by a magic that is a literal', async () => {
    const built = pickle(PROTO2, stackGlobal('os', 'system'), tuple(text('id')), REDUCE, STOP);
    assert.notEqual((await look(joined(built, legacyFile()))).verdict, 'pass');
    assert.notEqual((await look(legacyFile({ magic: built }))).format, 'torch-legacy');
  });

  it('does not pass wherever it is cut or flipped', async () => {
    const file = fixture('torch/legacy-views.pt');
    for (let length = 1; length < file.length; length += 7)
      assert.equal(
        (await look(file.subarray(0, length))).verdict === 'fail' || length < 15,
        true,
        `cut to ${length}`,
      );
    for (let at = 0; at < file.length; at += 3) {
      const verdict = await look(flipped(file, at, at % 8), { table: true });
      assert.notEqual(verdict.verdict, 'pass', `byte ${at}`);
      assert.ok(!codesOf(verdict).includes('read-failed'), `byte ${at}: ${JSON.stringify(verdict.reasons)}`);
    }
  });

  it('is inconclusive when its program is larger than the budget', async () => {
    assert.deepEqual(await codes(legacyFile(), { budgets: { pickleBytes: 100 } }), [
      'over-budget',
      'no-checksum',
    ]);
  });

  it('lists a storage without a tensor and takes it as it is', async () => {
    const object = dict([text('w'), legacyTensor()], [text('raw'), legacyStorage({ key: '1', elements: 2 })]);
    const file = legacyFile({ object, storages: { 0: f32(weights(16)), 1: f32([1, 2]) } });
    assert.deepEqual(await codes(file), ['no-checksum']);
  });
});
