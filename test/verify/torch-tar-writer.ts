import { dict, global, int, type Op, PROTO2, pickle, REDUCE, STOP, text, tuple } from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';
import { pax, type TarPart, tarFile, tarPart } from './tar-writer.ts';

/** No release that writes this format can be installed any more: this writer follows the loader that PyTorch still has. */
interface TarSpec {
  machine?: Uint8Array;
  /** Instead of the count that is right. */
  storageCount?: Op;
  storages?: StorageSpec[];
  views?: Op;
  tensorCount?: Op;
  tensors?: TensorSpec[];
  object?: Op;
  /** Behind each member's own content. */
  surplus?: Record<string, Uint8Array>;
  /** Changes the list of members. */
  members?: (parts: TarPart[]) => TarPart[];
  /** Extended headers with times, as Python's tarfile writes them. */
  times?: boolean;
}

interface StorageSpec {
  key?: number;
  type?: string;
  /** The whole pickle instead. */
  program?: Op;
  count?: bigint;
  data: Uint8Array;
  elementBytes?: number;
}

interface TensorSpec {
  key?: number;
  storage?: number;
  type?: string;
  program?: Op;
  dimensions?: number;
  shape?: number[];
  stride?: number[];
  offset?: number;
}

/** What stands in the pickle for the tensor or storage of this number. */
export const referred = (key: number): Op => [text(String(key)), 'Q'];

const program = (...ops: Op[]): Uint8Array => pickle(PROTO2, ...ops, STOP);

function int64(value: number | bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}

function storageBytes({ key = 1, type = 'FloatStorage', data, elementBytes = 4, ...over }: StorageSpec) {
  const described = over.program ?? tuple(int(key), text('cpu'), global('torch', type));
  return Buffer.concat([program(described), int64(over.count ?? data.length / elementBytes), data]);
}

function tensorBytes({ key = 11, storage = 1, type = 'FloatTensor', shape = [4, 4], ...over }: TensorSpec) {
  const stride =
    over.stride ?? shape.map((_size, i) => shape.slice(i + 1).reduce((product, size) => product * size, 1));
  const dimensions = Buffer.alloc(8);
  dimensions.writeInt32LE(over.dimensions ?? shape.length);
  // What a compiler left behind the number of dimensions; no reader looks at it.
  dimensions.writeInt32LE(0x5a5a, 4);
  return Buffer.concat([
    program(over.program ?? tuple(int(key), int(storage), global('torch', type))),
    dimensions,
    ...[...shape, ...stride, over.offset ?? 0].map(int64),
  ]);
}

const MACHINE = program(
  dict(
    [text('protocol_version'), int(1000)],
    [text('little_endian'), 0x88],
    [text('type_sizes'), dict([text('short'), int(2)], [text('int'), int(4)], [text('long'), int(4)])],
  ),
);

/** A checkpoint in the first format, right or deliberately wrong: `w`, 4 x 4, unless told otherwise. */
export function torchTarFile({
  machine = MACHINE,
  storages = [{ data: f32(weights(16)) }],
  storageCount = int(storages.length),
  views = ']',
  tensors = [{}],
  tensorCount = int(tensors.length),
  object = dict([text('w'), referred(11)]),
  surplus = {},
  members = (parts) => parts,
  times = false,
}: TarSpec = {}): Uint8Array {
  const whole: TarPart[] = [
    { name: 'sys_info', data: machine },
    { name: 'pickle', data: program(object) },
    { name: 'tensors', data: Buffer.concat([program(tensorCount), ...tensors.map(tensorBytes)]) },
    {
      name: 'storages',
      data: Buffer.concat([program(storageCount), ...storages.map(storageBytes), program(views)]),
    },
  ];
  const parts = members(whole).map(({ name = '', data = '', ...lies }) =>
    tarPart({ ...lies, name, data: Buffer.concat([Buffer.from(data), Buffer.from(surplus[name] ?? [])]) }),
  );
  return tarFile(...parts.flatMap((part) => (times ? [pax({ mtime: '1486000000.25' }), part] : [part])));
}

const ordered = (...pairs: [Op, Op][]): Op => [
  global('collections', 'OrderedDict'),
  ')',
  REDUCE,
  '(',
  ...pairs.flat(),
  'u',
];

/** A model and its optimizer's state: several types, a view, a transposed tensor, two tensors on one storage. */
export const trainingTar = (): Uint8Array =>
  torchTarFile({
    times: true,
    storages: [
      { key: 1, data: f32(weights(24)) },
      {
        key: 2,
        type: 'DoubleStorage',
        data: new Uint8Array(Float64Array.from(weights(6)).buffer),
        elementBytes: 8,
      },
      {
        key: 3,
        type: 'LongStorage',
        data: new Uint8Array(BigInt64Array.of(3n, 1n, 2n).buffer),
        elementBytes: 8,
      },
    ],
    views: [']', '(', tuple(int(4), int(1), int(16), int(8)), 'e'],
    tensors: [
      { key: 11, storage: 1 },
      { key: 12, storage: 4, shape: [2, 4] },
      { key: 13, storage: 2, type: 'DoubleTensor', shape: [3, 2], stride: [1, 3] },
      { key: 14, storage: 3, type: 'LongTensor', shape: [3] },
      { key: 15, storage: 1, shape: [4], offset: 4 },
    ],
    object: dict(
      [
        text('state_dict'),
        ordered(
          [text('fc.weight'), referred(11)],
          [text('fc.bias'), referred(15)],
          [text('out'), referred(12)],
        ),
      ],
      [text('moments'), referred(13)],
      [text('order'), referred(14)],
      [text('epoch'), int(3)],
    ),
  });
