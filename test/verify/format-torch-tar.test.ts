import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, flipped, joined, type Options, verify, verifyWithDigest } from './memory-source.ts';
import { BUILD, dict, global, int, REDUCE, text, tuple } from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { referred, torchTarFile, trainingTar } from './torch-tar-writer.ts';

const codes = async (file: Uint8Array, over: Options = {}) => codesOf(await verify(file, over));
const FLOATS = { data: f32(weights(16)) };
const call = [global('os', 'system'), tuple(text('id')), REDUCE];

describe('a checkpoint in the first format of PyTorch', () => {
  it('reaches L3 with a digest, and without one only for a roster that takes less', async () => {
    const alone = await verify(trainingTar(), { contains: ['state_dict', 'moments', 'order'] });
    assert.deepEqual(
      [alone.format, alone.verdict, alone.level, codesOf(alone)],
      ['torch-tar', 'pass-degraded', 'L3', ['no-checksum']],
    );
    assert.equal((await verifyWithDigest(trainingTar())).verdict, 'pass');
    assert.equal(alone.facts.epoch, 3);
    assert.equal(alone.tensors?.count, 5);
  });

  it('needs no note about the machine', async () => {
    assert.deepEqual(await codes(torchTarFile({ members: (parts) => parts.slice(1) })), ['no-checksum']);
  });

  it('takes a class of PyTorch by its name, and the text of its source as nothing', async () => {
    const of = (module: string, name: string) =>
      torchTarFile({
        object: [
          tuple(global(module, name), text('file.py'), text('class X: pass')),
          'Q',
          ')',
          0x81,
          dict([text('w'), referred(11)]),
          BUILD,
        ],
      });
    assert.deepEqual(await codes(of('torch.nn.modules.linear', 'Linear')), ['unsafe-loader', 'no-checksum']);
    assert.ok((await codes(of('my.models', 'Net'))).includes('import-refused'));
  });

  it('takes a storage that is saved as itself', async () => {
    const object = dict([text('w'), referred(11)], [text('raw'), referred(1)]);
    assert.deepEqual(await codes(torchTarFile({ object })), ['no-checksum']);
  });

  it('holds a tensor without dimensions to be empty', async () => {
    const tensors = [{}, { key: 12, shape: [] }];
    const object = dict([text('w'), referred(11)], [text('nothing'), referred(12)]);
    const verdict = await verify(torchTarFile({ tensors, object }), { table: true });
    assert.deepEqual(codesOf(verdict), ['no-checksum']);
  });

  for (const [where, file] of [
    ['the object', torchTarFile({ object: [dict([text('w'), referred(11)]), call, '0'] })],
    ['a tensor', torchTarFile({ tensors: [{ program: [call, '0', tuple(int(11), int(1), call)] }] })],
    ['the count of tensors', torchTarFile({ tensorCount: [call, '0', int(1)] })],
    ['a storage', torchTarFile({ storages: [{ ...FLOATS, program: tuple(int(1), text('cpu'), call) }] })],
    ['the views', torchTarFile({ views: [call, '0', ']'] })],
    ['the note about the machine', torchTarFile({ machine: new Uint8Array(Buffer.from('cos\nsystem\n.')) })],
  ] as const)
    it(`fails when the pickle of ${where} asks for what no checkpoint needs`, async () => {
      const verdict = await verifyWithDigest(file);
      assert.equal(verdict.verdict, 'fail');
      assert.ok(codesOf(verdict).includes('import-refused'), JSON.stringify(verdict.reasons));
      assert.ok(verdict.imports.includes('os.system'));
    });

  for (const { what, file, code } of [
    {
      what: 'a member more',
      file: torchTarFile({ members: (parts) => [...parts, { name: 'notes', data: 'x' }] }),
      code: 'torch-layout',
    },
    {
      what: 'five members',
      file: torchTarFile({ members: (parts) => [...parts, ...parts.slice(0, 1)] }),
      code: 'torch-layout',
    },
    {
      what: 'no tensors',
      file: torchTarFile({ members: (parts) => parts.toSpliced(2, 1) }),
      code: 'torch-layout',
    },
    {
      what: 'a member that is a link',
      file: torchTarFile({
        members: (parts) =>
          parts.map((part) => (part.name === 'sys_info' ? { ...part, type: '2', data: '' } : part)),
      }),
      code: 'torch-layout',
    },
    { what: 'another version', file: torchTarFile({ machine: Buffer.from('K\x07.') }), code: 'torch-layout' },
    {
      what: 'a storage of no type',
      file: torchTarFile({ storages: [{ ...FLOATS, type: 'Tensor' }] }),
      code: 'torch-layout',
    },
    {
      what: 'two storages of one number',
      file: torchTarFile({ storages: [FLOATS, FLOATS] }),
      code: 'torch-layout',
    },
    {
      what: 'a storage more than counted',
      file: torchTarFile({ storageCount: int(0) }),
      code: 'torch-layout',
    },
    {
      what: 'a storage less than counted',
      file: torchTarFile({ storageCount: int(2) }),
      code: 'torch-layout',
    },
    {
      what: 'a count beyond the member',
      file: torchTarFile({ storageCount: int(2 ** 30) }),
      code: 'torch-layout',
    },
    { what: 'a negative count', file: torchTarFile({ tensorCount: int(-1) }), code: 'torch-layout' },
    {
      what: 'another length of a storage',
      file: torchTarFile({ storages: [{ ...FLOATS, count: 1n << 40n }] }),
      code: 'storage-size',
    },
    {
      what: 'a length of 2^63',
      file: torchTarFile({ storages: [{ ...FLOATS, count: -(2n ** 63n) }] }),
      code: 'storage-size',
    },
    { what: 'views that are no list', file: torchTarFile({ views: int(0) }), code: 'torch-layout' },
    {
      what: 'a view of nothing',
      file: torchTarFile({ views: [']', '(', tuple(int(4), int(9), int(0), int(8)), 'e'] }),
      code: 'torch-layout',
    },
    {
      what: 'a view beyond its storage',
      file: torchTarFile({ views: [']', '(', tuple(int(4), int(1), int(9), int(8)), 'e'] }),
      code: 'storage-size',
    },
    {
      what: 'a tensor on nothing',
      file: torchTarFile({ tensors: [{ storage: 9 }] }),
      code: 'storage-missing',
    },
    {
      what: 'a tensor of another type',
      file: torchTarFile({ tensors: [{ type: 'LongTensor' }] }),
      code: 'torch-layout',
    },
    {
      what: 'a tensor beyond its storage',
      file: torchTarFile({ tensors: [{ offset: 1 }] }),
      code: 'tensor-outside',
    },
    {
      what: 'a negative stride',
      file: torchTarFile({ tensors: [{ stride: [-4, 1] }] }),
      code: 'torch-layout',
    },
    {
      what: 'a billion dimensions',
      file: torchTarFile({ tensors: [{ dimensions: 1e9 }] }),
      code: 'torch-layout',
    },
    {
      what: 'more dimensions than bytes',
      file: torchTarFile({ tensors: [{ dimensions: 900 }] }),
      code: 'cut-short',
    },
    { what: 'two tensors of one number', file: torchTarFile({ tensors: [{}, {}] }), code: 'torch-layout' },
    {
      what: 'a tensor that is not there',
      file: torchTarFile({ object: referred(12) }),
      code: 'pickle-bad-call',
    },
    {
      what: 'a tensor that nothing refers to',
      file: torchTarFile({ tensors: [{}, { key: 12 }] }),
      code: 'storage-unknown',
    },
    {
      what: 'a storage that nothing refers to',
      file: torchTarFile({ storages: [FLOATS, { ...FLOATS, key: 2 }] }),
      code: 'storage-unknown',
    },
    {
      what: 'bytes behind its tensors',
      file: torchTarFile({ surplus: { tensors: Buffer.from('x') } }),
      code: 'trailing-bytes',
    },
    {
      what: 'bytes behind its storages',
      file: torchTarFile({ surplus: { storages: Buffer.from('x') } }),
      code: 'trailing-bytes',
    },
    { what: 'bytes after its end', file: joined(torchTarFile(), Uint8Array.of(1)), code: 'trailing-bytes' },
    { what: 'no end mark', file: torchTarFile().subarray(0, -1024), code: 'cut-short' },
    {
      what: 'a NaN',
      file: torchTarFile({ storages: [{ data: f32([Number.NaN, ...weights(15)]) }] }),
      code: 'non-finite',
    },
    {
      what: 'nothing but zeros',
      file: torchTarFile({ storages: [{ data: new Uint8Array(64) }] }),
      code: 'all-zero',
    },
  ])
    it(`fails with ${what}, although the digest matches`, async () => {
      const verdict = await verifyWithDigest(file);
      assert.deepEqual(
        [verdict.format, verdict.verdict, codesOf(verdict).includes(code)],
        ['torch-tar', 'fail', true],
        JSON.stringify(verdict.reasons),
      );
    });

  it('is inconclusive where we cannot read on', async () => {
    const older = torchTarFile({
      storages: [{ ...FLOATS, program: tuple(int(1), global('torch', 'FloatStorage')) }],
    });
    const big = torchTarFile({
      machine: new Uint8Array(
        Buffer.from('}(U\x10protocol_versionM\xe8\x03U\x0dlittle_endian\x89u.', 'latin1'),
      ),
    });
    for (const [file, over] of [
      [older, {}],
      [big, {}],
      [torchTarFile(), { budgets: { objects: 0 } }],
    ] as const)
      assert.equal((await verifyWithDigest(file, over)).verdict, 'inconclusive');
  });

  it('does not pass wherever it is cut, nor with a digest of other bytes', async () => {
    const file = torchTarFile();
    for (let length = 1; length < file.length; length += 97)
      assert.match((await verify(file.subarray(0, length))).verdict, /fail|inconclusive/, `cut to ${length}`);
    for (let at = 0; at < file.length; at += 41) {
      const verdict = await verify(flipped(file, at, at % 8));
      assert.notEqual(verdict.verdict, 'pass', `byte ${at}`);
      assert.ok(!codesOf(verdict).includes('read-failed'), JSON.stringify(verdict.reasons));
    }
  });
});
