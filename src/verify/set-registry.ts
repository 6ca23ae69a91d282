import type { SetKind } from './set.ts';
import { dcpFolder } from './set-dcp.ts';
import { ggufSplit } from './set-gguf-split.ts';
import { onnxExternal } from './set-onnx-external.ts';
import { orbax } from './set-orbax.ts';
import { safetensorsShards } from './set-safetensors.ts';
import { savedModel } from './set-saved-model.ts';
import { tfCheckpoint, tfCheckpointState } from './set-tf-checkpoint.ts';
import { torchShards } from './set-torch-shards.ts';
import { TRAINER_SETS } from './set-trainers.ts';
import { webdatasetShards } from './set-webdataset.ts';
import { zarr } from './set-zarr.ts';

/** Asked in this order. A file may be a member of several sets; it is a part of the first that says so. */
export const SETS: readonly SetKind[] = [
  safetensorsShards,
  torchShards,
  ...TRAINER_SETS,
  ggufSplit,
  onnxExternal,
  savedModel,
  tfCheckpoint,
  tfCheckpointState,
  dcpFolder,
  orbax,
  zarr,
  webdatasetShards,
];
