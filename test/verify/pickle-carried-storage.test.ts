// Tensors of PyTorch that pickle or joblib kept without torch.save: each storage is a file of torch's older format within the program.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fixture } from './fixtures.ts';
import { codesOf, flipped, notesOf, type Options, verify } from './memory-source.ts';
import {
  dict,
  global,
  int,
  type Op,
  PROTO2,
  pickle,
  REDUCE,
  STOP,
  storage,
  text,
  tuple,
} from './pickle-writer.ts';

const look = (bytes: Uint8Array, over: Options = {}) => verify(bytes, { role: 'archive', ...over });

describe('tensors that pickle alone kept', () => {
  for (const name of ['carried-p0.pkl', 'carried-p2.pkl', 'carried-p4.pkl', 'carried.joblib']) {
    it(`are taken out of ${name}, and said to need an unpickler`, async () => {
      const verdict = await look(fixture(`pickle/${name}`));
      assert.deepEqual(
        [verdict.verdict, codesOf(verdict)],
        ['pass-degraded', ['unsafe-loader', 'no-checksum']],
      );
      assert.equal(verdict.level, 'L3');
      assert.deepEqual(verdict.tensors, { count: 4, elements: 31, nonFinite: 0 });
      assert.deepEqual(verdict.facts['step'], 12);
      assert.deepEqual(notesOf(verdict), [], 'what was opened is not told as a file that was not');
    });
  }

  it('fail by a NaN, at the byte where it lies', async () => {
    const bytes = fixture('pickle/carried-p4.pkl').slice();
    const weight = Buffer.from(bytes).indexOf(Buffer.from([12, 0, 0, 0, 0, 0, 0, 0])) + 8;
    bytes.set([0, 0, 0xc0, 0x7f], weight + 8);
    const verdict = await look(bytes);
    const [fault] = verdict.reasons.filter(({ code }) => code === 'non-finite');
    assert.equal(fault?.severity, 'fail');
    assert.equal(fault?.offset, weight + 8);
    assert.match(fault?.what ?? '', /"weight"/);
  });

  it('fail by another length than their storage says, and not as what runs code', async () => {
    const bytes = fixture('pickle/carried-p4.pkl');
    const count = Buffer.from(bytes).indexOf(Buffer.from([12, 0, 0, 0, 0, 0, 0, 0]));
    const verdict = await look(flipped(bytes, count, 1));
    assert.deepEqual(
      [verdict.verdict, codesOf(verdict)],
      ['fail', ['storage-size', 'unsafe-loader', 'no-checksum']],
    );
  });
});

const u64 = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const u32 = (value: number): Uint8Array => u64(value).subarray(0, 4);

const MAGIC: Op = [PROTO2, 0x8a, 10, Buffer.from('6cfc9c46f9206aa85019', 'hex'), STOP];
const NONE: Op = 'N';
const KEPT: Op = [
  tuple(text('storage'), global('torch', 'FloatStorage'), text('k'), text('cpu'), int(2), NONE),
  'Q',
];
const ELEMENTS: Op = [u64(2), new Uint8Array(new Float32Array([1, 2]).buffer)];

interface Carried {
  magic?: Op;
  version?: number;
  object?: Op;
  keys?: Op;
  elements?: Op;
}

/** As `torch.save(storage, file, _use_new_zipfile_serialization=False)` writes it, and otherwise where told. */
const carried = ({
  magic = MAGIC,
  version = 1001,
  object = KEPT,
  keys = [']', text('k'), 'a'],
  elements = ELEMENTS,
}: Carried = {}): Uint8Array =>
  pickle(
    magic,
    ...[
      [PROTO2, int(version), STOP],
      [PROTO2, dict(), STOP],
      [PROTO2, object, STOP],
      [PROTO2, keys, STOP],
    ],
    elements,
  );

const LOADER = global('torch.storage', '_load_from_bytes');
const loaded = (bytes: Uint8Array): Op => [LOADER, tuple(['B', u32(bytes.length), bytes]), REDUCE];
const tensorOn = (on: Op, shape = [2]): Op => [
  global('torch._utils', '_rebuild_tensor_v2'),
  tuple(on, int(0), tuple(...shape.map(int)), tuple(int(1)), 0x89, [
    global('collections', 'OrderedDict'),
    ')',
    REDUCE,
  ]),
  REDUCE,
];
const holding = (value: Op) => look(pickle([0x80, 3], dict([text('w'), value]), STOP));

describe('a file within a program, for _load_from_bytes', () => {
  it('is taken as PyTorch writes it', async () => {
    const verdict = await holding(tensorOn(loaded(carried())));
    assert.deepEqual([verdict.verdict, verdict.tensors?.elements], ['pass-degraded', 2]);
  });

  it('is where a tensor has to stay inside', async () => {
    const verdict = await holding(tensorOn(loaded(carried()), [3]));
    assert.deepEqual(codesOf(verdict)[0], 'tensor-outside');
    assert.equal(verdict.verdict, 'fail');
  });

  const call = [global('os', 'system'), tuple(text('id')), REDUCE];
  const refused: [what: string, bytes: Uint8Array, alsoImports?: string][] = [
    ['no bytes', new Uint8Array(0)],
    ['a plain pickle', pickle(PROTO2, dict(), STOP)],
    ['another magic', carried({ magic: [PROTO2, int(1), STOP] })],
    ['another version', carried({ version: 1002 })],
    ['a dict for its object', carried({ object: dict([text('w'), KEPT]) })],
    ['a tensor for its object', carried({ object: tensorOn(KEPT) })],
    ['two keys', carried({ keys: [']', text('k'), 'a', text('l'), 'a'] })],
    ['another key', carried({ keys: [']', text('l'), 'a'] })],
    ['a call for its object', carried({ object: call }), 'os.system'],
    ['a call for its magic', carried({ magic: [PROTO2, call, STOP] }), 'os.system'],
    ['a call in its keys', carried({ keys: call }), 'os.system'],
    ['a call that is thrown away', carried({ object: [call, '0', KEPT] }), 'os.system'],
    ['a file within itself', carried({ object: loaded(carried()) }), 'torch.storage._load_from_bytes'],
  ];
  for (const [what, bytes, alsoImports] of refused)
    it(`fails with ${what}`, async () => {
      const verdict = await holding(tensorOn(loaded(bytes)));
      assert.equal(verdict.verdict, 'fail');
      const found = verdict.reasons.map(({ found = '' }) => found).join();
      if (alsoImports !== undefined) assert.ok(found.includes(alsoImports), found);
    });

  const broken: [what: string, bytes: Uint8Array][] = [
    ['one element less', carried({ elements: [u64(2), new Uint8Array(4)] })],
    ['a byte more', carried({ elements: [ELEMENTS, 0] })],
    ['another count', carried({ elements: [u64(3), new Uint8Array(8)] })],
    ['no count', carried({ elements: [] })],
    ['five items for its storage', carried({ object: storage('k', 2) })],
    [
      'a storage that is a part of another',
      carried({
        object: [
          tuple(
            text('storage'),
            global('torch', 'FloatStorage'),
            text('k'),
            text('cpu'),
            int(2),
            tuple(text('v'), int(0), int(1)),
          ),
          'Q',
        ],
      }),
    ],
  ];
  for (const [what, bytes] of broken)
    it(`fails with ${what}`, async () => {
      const verdict = await holding(tensorOn(loaded(bytes)));
      assert.equal(verdict.verdict, 'fail');
      assert.ok(codesOf(verdict).some((code) => ['storage-size', 'pickle-bad-call'].includes(code)));
      assert.ok(!codesOf(verdict).includes('import-refused'), 'nobody is told never to load what is cut');
    });

  it('is refused for good once it was refused', async () => {
    const good = tensorOn(loaded(carried()));
    const bad = loaded(pickle(PROTO2, dict(), STOP));
    for (const items of [
      [good, bad],
      [bad, good],
    ]) {
      const verdict = await holding(tuple(...items));
      assert.ok(codesOf(verdict).includes('import-refused'), JSON.stringify(verdict.reasons));
    }
  });

  it('is refused where it is named and not called', async () => {
    assert.ok(codesOf(await holding(LOADER)).includes('import-refused'));
  });
});
