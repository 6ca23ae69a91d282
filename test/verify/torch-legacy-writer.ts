import { dict, global, int, type Op, PROTO2, pickle, REDUCE, STOP, text, tuple } from './pickle-writer.ts';
import { f32, weights } from './safetensors-writer.ts';

/** 0x1950a86a20f9469cfc6c as a LONG1. */
export const MAGIC: Op = [0x8a, 0x0a, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19];

interface StorageOps {
  key?: string;
  elements?: number;
  /** The sixth item. */
  view?: Op;
}

export const legacyStorage = ({ key = '0', elements = 16, view = 'N' }: StorageOps = {}): Op => [
  tuple(text('storage'), global('torch', 'FloatStorage'), text(key), text('cpu'), int(elements), view),
  'Q',
];

/** 4 x 4 float on storage 0, unless told otherwise. */
export function legacyTensor({ shape = [4, 4], ...on }: StorageOps & { shape?: number[] } = {}): Op {
  const strides = shape.map((_size, i) => shape.slice(i + 1).reduce((product, size) => product * size, 1));
  const args = [
    legacyStorage(on),
    int(0),
    tuple(...shape.map(int)),
    tuple(...strides.map(int)),
    0x89,
    [global('collections', 'OrderedDict'), ')', REDUCE],
  ];
  return [global('torch._utils', '_rebuild_tensor_v2'), tuple(...args), REDUCE];
}

interface LegacySpec {
  magic?: Uint8Array;
  version?: Op;
  machine?: Op;
  littleEndian?: boolean;
  object?: Op;
  keys?: Op;
  storages?: Record<string, Uint8Array>;
  /** Instead of every storage's own. */
  count?: bigint;
}

/** A file in the old stream format, right or deliberately wrong. */
export function legacyFile({
  magic = pickle(PROTO2, MAGIC, STOP),
  version = ['M', 0xe9, 0x03],
  littleEndian = true,
  machine = dict(
    [text('protocol_version'), int(1001)],
    [text('little_endian'), littleEndian ? 0x88 : 0x89],
    [text('type_sizes'), dict([text('short'), int(2)], [text('int'), int(4)], [text('long'), int(4)])],
  ),
  object = dict([text('w'), legacyTensor()]),
  storages = { 0: f32(weights(16)) },
  keys = [']', '(', ...Object.keys(storages).map(text), 'e'],
  count,
}: LegacySpec = {}): Uint8Array {
  const parts = [
    magic,
    ...[version, machine, object, keys].map((program) => pickle(PROTO2, program, STOP)),
    ...Object.values(storages).flatMap((data) => {
      const length = Buffer.alloc(8);
      length.writeBigInt64LE(count ?? BigInt(data.length / 4));
      return [length, data];
    }),
  ];
  return new Uint8Array(Buffer.concat(parts));
}
