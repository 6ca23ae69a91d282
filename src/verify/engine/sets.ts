import { webdatasetShards } from '../archive/set-webdataset.ts';
import type { SetKind } from '../contract/set.ts';
import { ggufSplit } from '../gguf/set.ts';
import { orbax } from '../jax/set-orbax.ts';
import { zarr } from '../jax/set-zarr.ts';
import { joblibSiblings } from '../numpy/set-joblib.ts';
import { onnxExternal } from '../onnx/set.ts';
import { safetensorsShards } from '../shards/set-safetensors.ts';
import { torchShards } from '../shards/set-torch-shards.ts';
import { tfCheckpoint, tfCheckpointState } from '../tensorflow/set-checkpoint.ts';
import { savedModel } from '../tensorflow/set-saved-model.ts';
import { tfjsModel } from '../tensorflow/set-tfjs.ts';
import { dcpFolder } from '../torch/set-dcp.ts';
import { TRAINER_SETS } from '../trainers/sets.ts';

/** Asked in this order. A file may be a member of several sets; it is a part of the first that says so. */
export const SETS: readonly SetKind[] = [
  safetensorsShards,
  torchShards,
  ...TRAINER_SETS,
  ggufSplit,
  onnxExternal,
  joblibSiblings,
  savedModel,
  tfCheckpoint,
  tfCheckpointState,
  tfjsModel,
  dcpFolder,
  orbax,
  zarr,
  webdatasetShards,
];
