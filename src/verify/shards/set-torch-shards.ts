import { shardsEnding } from './shards.ts';

/** `pytorch_model-00001-of-00002.bin` and `pytorch_model.bin.index.json`. */
export const torchShards = shardsEnding('.bin', {
  name: 'torch-shards',
  proves: 'as safetensors-shards, of files that torch.save wrote',
});
