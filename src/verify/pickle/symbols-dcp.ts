import { asData } from './symbols-framework.ts';
import type { SymbolModel } from './value.ts';

const CHECKPOINT = 'torch.distributed.checkpoint.metadata';
const SHARDED = 'torch.distributed._shard.sharded_tensor.metadata';

/** Tier C: the classes of a `.metadata` file of torch.distributed.checkpoint, of its source (2.15) and of 1.13. */
const NAMES = [
  ...[
    'Metadata',
    'MetadataIndex',
    'TensorStorageMetadata',
    'BytesStorageMetadata',
    'ChunkStorageMetadata',
    'TensorProperties',
    'StorageMeta',
    '_MEM_FORMAT_ENCODING',
  ].map((name) => `${CHECKPOINT}.${name}`),
  ...['TensorProperties', 'MEM_FORMAT_ENCODING', 'ShardedTensorMetadata'].map((name) => `${SHARDED}.${name}`),
  'torch.distributed._shard.metadata.ShardMetadata',
  'torch.distributed.checkpoint.filesystem._StorageInfo',
];

export const dcpSymbols = (): [string, SymbolModel][] => NAMES.map((name) => [name, asData(name)]);
