import {
  BUILD,
  dict,
  global,
  int,
  type Op,
  PROTO4,
  pickle,
  REDUCE,
  STOP,
  text,
  tuple,
} from './pickle-writer.ts';

const MODULE = 'torch.distributed.checkpoint.metadata';
const list = (...items: Op[]): Op => [']', '(', ...items, 'e'];
const NONE: Op = 'N';

const made = (module: string, name: string, ...attributes: [string, Op][]): Op => [
  global(module, name),
  ')',
  0x81,
  dict(...attributes.map(([key, value]): [Op, Op] => [text(key), value])),
  BUILD,
];
const size = (sizes: readonly number[]): Op => [
  global('torch', 'Size'),
  tuple(tuple(...sizes.map(int))),
  REDUCE,
];

export interface Box {
  at: number[];
  sizes: number[];
}

export const tensorMeta = (whole: number[], chunks: Box[], dtype = 'float32'): Op =>
  made(
    MODULE,
    'TensorStorageMetadata',
    [
      'properties',
      [
        global(MODULE, 'TensorProperties'),
        ')',
        0x81,
        tuple(global('torch', dtype), NONE, 0x89, NONE, 0x89),
        BUILD,
      ],
    ],
    ['size', size(whole)],
    [
      'chunks',
      list(
        ...chunks.map(({ at, sizes }) =>
          made(MODULE, 'ChunkStorageMetadata', ['offsets', size(at)], ['sizes', size(sizes)]),
        ),
      ),
    ],
  );

export const objectMeta: Op = made(MODULE, 'BytesStorageMetadata');

export interface Place {
  name: string;
  at?: number[];
  file?: string;
  offset: number | bigint;
  length: number;
  transforms?: Op;
}

const long = (value: bigint): Op => {
  const bytes = Buffer.alloc(9);
  bytes.writeBigInt64LE(value);
  return [0x8a, 9, bytes];
};

/** `.metadata` as torch.distributed.checkpoint writes it, right or deliberately wrong. */
export const dcpMetadataFile = (described: [string, Op][], places: Place[], extra: Op = []): Uint8Array =>
  pickle(
    PROTO4,
    made(
      MODULE,
      'Metadata',
      ['state_dict_metadata', dict(...described.map(([name, value]): [Op, Op] => [text(name), value]))],
      [
        'storage_data',
        dict(
          ...places.map(
            ({ name, at, file = '__0_0.distcp', offset, length, transforms = NONE }): [Op, Op] => [
              made(
                MODULE,
                'MetadataIndex',
                ['fqn', text(name)],
                ['offset', at === undefined ? NONE : size(at)],
              ),
              made(
                'torch.distributed.checkpoint.filesystem',
                '_StorageInfo',
                ['relative_path', text(file)],
                ['offset', typeof offset === 'bigint' ? long(offset) : int(offset)],
                ['length', int(length)],
                ['transform_descriptors', transforms],
              ),
            ],
          ),
        ),
      ],
    ),
    extra,
    STOP,
  );
