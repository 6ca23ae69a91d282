import { shardsEnding } from './shards.ts';

export const safetensorsShards = shardsEnding('.safetensors', {
  name: 'safetensors-shards',
  proves:
    'every shard the index names is there, and every number of `-00001-of-0000N`; each tensor is in exactly the shard that the index names; nothing is still being copied; an index without the metadata that transformers takes from it is degraded; totals that differ are told',
});
