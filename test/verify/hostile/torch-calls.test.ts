import {
  BUILD,
  checkpointProgram,
  dict,
  float,
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
} from '../pickle-writer.ts';
import { f32, weights } from '../safetensors-writer.ts';
import { SIXTEEN, torchFile } from '../torch-writer.ts';
import { type Attack, noneCounts } from './attack.ts';

const call = (module: string, name: string, ...args: Op[]): Op => [
  global(module, name),
  tuple(...args),
  REDUCE,
];
const ordered = call('collections', 'OrderedDict');
const yes: Op = 0x88;
const no: Op = 0x89;
const list = (...items: Op[]): Op => [']', '(', ...items, 'e'];
const i64 = (...values: number[]) => new Uint8Array(new BigInt64Array(values.map(BigInt)).buffer);
const NAN = f32(Array.from({ length: 16 }, () => Number.NaN));

/** A checkpoint that holds `x` besides its weight; `1` and `2` are storages for it. */
const holding = (x: Op, data: Record<string, Uint8Array> = {}) =>
  torchFile(checkpointProgram([text('x'), x]), { 0: SIXTEEN, ...data });
const attack = (what: string, code: string, bytes: () => Uint8Array): Attack => ({ what, code, bytes });
const badCall = (what: string, x: Op, data?: Record<string, Uint8Array>): Attack =>
  attack(what, 'pickle-bad-call', () => holding(x, data));

noneCounts('a dict of a checkpoint that hides what it holds:', [
  ...['items', 'keys', 'values'].map((name) =>
    attack(`an OrderedDict whose attribute ${name} is a class`, 'pickle-bad-call', () =>
      torchFile(
        pickle(
          PROTO2,
          [ordered, '(', text('w'), tensor(), 'u'],
          dict([text(name), global('collections', 'OrderedDict')]),
          BUILD,
          STOP,
        ),
      ),
    ),
  ),
  badCall('a dict with attributes', [dict(), dict([text('a'), int(1)]), BUILD]),
  badCall(
    'a Counter of pairs, which counts them',
    call('collections', 'Counter', list(tuple(text('v'), int(1)))),
  ),
  ...(
    [
      ['two keys that are NaN', float(Number.NaN), float(Number.NaN)],
      [
        'tuples of texts with zeros in them',
        tuple(text('p\u0000sq'), text('y')),
        tuple(text('q'), text('y\u0000sp')),
      ],
      ['tuples of tensors', tuple(tensor()), tuple(tensor())],
    ] as const
  ).map(([what, one, other]) =>
    attack(what, 'non-finite', () =>
      torchFile(checkpointProgram([one, tensor({ key: '1' })], [other, int(1)]), { 0: SIXTEEN, 1: NAN }),
    ),
  ),
  attack('a bytearray for a key', 'pickle-unhashable', () =>
    torchFile(checkpointProgram([call('builtins', 'bytearray'), int(1)])),
  ),
]);

const located = (location: string): Op =>
  call(
    'torch._utils',
    '_rebuild_tensor_v2',
    [tuple(text('storage'), global('torch', 'FloatStorage'), text('1'), text(location), int(16)), 'Q'],
    ...[int(0), tuple(int(16)), tuple(int(1)), no, ordered],
  );
const rebuilt = (type: string, flag: Op, ...more: Op[]): Op =>
  call(
    'torch._utils',
    '_rebuild_tensor_v2',
    storage('1', 16, type),
    ...[int(0), tuple(int(16)), tuple(int(1)), flag, ordered, ...more],
  );
const quantized = (type: string, scale: Op, zero: Op): Op =>
  call(
    'torch._utils',
    '_rebuild_qtensor',
    storage('1', 16, type),
    ...[int(0), tuple(int(16)), tuple(int(1))],
    ...[tuple(global('torch', 'per_tensor_affine'), scale, zero), no, ordered],
  );
const typed = (type: string): Op =>
  call(
    'torch._utils',
    '_rebuild_tensor_v3',
    storage('1', 64, 'UntypedStorage', 'torch.storage'),
    ...[int(0), tuple(int(16)), tuple(int(1)), no, ordered, global('torch', type)],
  );
const BYTES = Uint8Array.from({ length: 16 }, (_, i) => i + 1);

// Each was loaded, or refused, by PyTorch 2.15.
noneCounts('a tensor that is read as something else than lies there, or not at all:', [
  attack('on the device meta', 'storage-location', () => holding(located('meta'), { 1: SIXTEEN })),
  badCall('on a device of a thousand letters', located('x'.repeat(1000)), { 1: SIXTEEN }),
  badCall('with a gradient of integers', rebuilt('LongStorage', yes), { 1: new Uint8Array(128).fill(1) }),
  badCall('with metadata that is none', rebuilt('FloatStorage', no, text('neg')), { 1: SIXTEEN }),
  badCall('of real numbers, conjugated', rebuilt('FloatStorage', no, dict([text('conj'), yes])), {
    1: SIXTEEN,
  }),
  badCall(
    'a parameter of integers with a gradient',
    call('torch._utils', '_rebuild_parameter', rebuilt('LongStorage', no), yes, ordered),
    { 1: new Uint8Array(128).fill(1) },
  ),
  badCall(
    'a parameter whose numbers are an attribute',
    call(
      'torch._utils',
      '_rebuild_parameter_with_state',
      tensor(),
      no,
      ordered,
      dict([text('data'), tensor()]),
    ),
  ),
  badCall(
    'of a class that is a type of numbers',
    call(
      'torch._tensor',
      '_rebuild_from_type_v2',
      global('torch._utils', '_rebuild_tensor_v2'),
      global('torch', 'float32'),
      tuple(storage('0', 16), int(0), tuple(int(16)), tuple(int(1)), no, ordered),
      dict(),
    ),
  ),
  badCall('quantized, of floats', quantized('FloatStorage', float(0.1), int(0)), { 1: SIXTEEN }),
  badCall('quantized, times NaN', quantized('QUInt8Storage', float(Number.NaN), int(0)), { 1: BYTES }),
  badCall('quantized, times zero', quantized('QUInt8Storage', float(0), int(0)), { 1: BYTES }),
  badCall('quantized, around a million', quantized('QUInt8Storage', float(0.1), int(1_000_000)), {
    1: BYTES,
  }),
  attack('of NaN, on bytes that another reads as integers', 'non-finite', () =>
    torchFile(checkpointProgram([text('x'), typed('int32')], [text('y'), typed('float32')]), {
      0: SIXTEEN,
      1: NAN,
    }),
  ),
  {
    ...attack('on bytes of which another reads some as integers', 'types-mixed', () =>
      torchFile(
        checkpointProgram(
          [text('x'), typed('int32')],
          [
            text('y'),
            call(
              'torch._utils',
              '_rebuild_tensor_v3',
              storage('1', 64, 'UntypedStorage', 'torch.storage'),
              ...[int(1), tuple(int(15)), tuple(int(1)), no, ordered, global('torch', 'float32')],
            ),
          ],
        ),
        { 0: SIXTEEN, 1: NAN },
      ),
    ),
    verdict: 'inconclusive',
  },
  attack('of a wider type than its storage', 'tensor-outside', () =>
    holding(
      call(
        'torch._utils',
        '_rebuild_tensor_v3',
        storage('1', 16, 'ByteStorage'),
        ...[int(0), tuple(int(16)), tuple(int(1)), no, ordered, global('torch', 'float32')],
      ),
      { 1: BYTES },
    ),
  ),
]);

noneCounts('a call whose arguments its function refuses:', [
  badCall('bytes of what is no Latin-1', call('_codecs', 'encode', text('\u4e2d'), text('latin1'))),
  badCall('a bytearray of it', call('builtins', 'bytearray', text('\u4e2d'), text('latin-1'))),
  badCall('a complex number of texts', call('builtins', 'complex', text('x'), text('y'))),
  badCall('a device of a tensor', call('torch', 'device', tensor())),
  badCall('a layout that is none', call('torch.serialization', '_get_layout', text('torch.foo'))),
]);

const compressed = (kind: string, places: number[], indices: number[], count = indices.length): Op =>
  call(
    'torch._utils',
    '_rebuild_sparse_tensor',
    call('torch.serialization', '_get_layout', text(`torch.${kind}`)),
    tuple(
      tensor({ key: '1', type: 'LongStorage', elements: places.length, shape: [places.length], stride: [1] }),
      tensor({
        key: '2',
        type: 'LongStorage',
        elements: indices.length,
        shape: [indices.length],
        stride: [1],
      }),
      tensor({ key: '3', elements: count, shape: [count], stride: [1] }),
      call('torch', 'Size', tuple(int(3), int(4))),
    ),
  );

noneCounts('a compressed sparse tensor (3 by 4):', [
  ...(
    [
      ['whose places of rows go down', 'sparse_csr', [0, 3, 1, 4], [0, 1, 0, 3], 'sparse-indices'],
      ['whose places begin behind the first', 'sparse_csr', [1, 2, 3, 4], [0, 1, 0, 3], 'sparse-indices'],
      ['whose places end before the last', 'sparse_csr', [0, 1, 2, 3], [0, 1, 0, 3], 'sparse-indices'],
      ['with a row of more than its columns', 'sparse_csr', [0, 0, 0, 5], [0, 1, 2, 3, 3], 'sparse-indices'],
      ['with a row beyond its rows', 'sparse_csc', [0, 1, 2, 3, 4], [0, 1, 2, 3], 'sparse-indices'],
      ['with places for another side', 'sparse_csc', [0, 1, 2, 4], [0, 1, 0, 3], 'pickle-bad-call'],
      ['with a place too many', 'sparse_csr', [0, 1, 2, 2, 4], [0, 1, 0, 3], 'pickle-bad-call'],
      ['of a layout that is none', 'sparse_foo', [0, 1, 2, 4], [0, 1, 0, 3], 'pickle-bad-call'],
    ] as const
  ).map(([what, kind, places, indices, code]) =>
    attack(what, code, () =>
      holding(compressed(kind, [...places], [...indices]), {
        1: i64(...places),
        2: i64(...indices),
        3: f32(weights(indices.length)),
      }),
    ),
  ),
  badCall('with fewer numbers than indices', compressed('sparse_csr', [0, 1, 2, 4], [0, 1, 0, 3], 3), {
    1: i64(0, 1, 2, 4),
    2: i64(0, 1, 0, 3),
    3: f32(weights(3)),
  }),
]);
