import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/engine/role-guess.ts
var BY_NAME = [
  [/^(scheduler|rng_state|random_states|training_args|scaler)[^/]*\.(pt|pth|bin|pkl)$/i, "archive"],
  // Tables of spaCy.
  [/^lookups\.bin$/i, "archive"],
  [/^optim[^/]*\.(pt|pth|bin|safetensors)$/i, "optimizer"],
  [/^adapter_model\.(safetensors|bin)$/i, "adapter"],
  [/\.(pt|pth|ckpt|safetensors|bin|distcp|msgpack|h5|hdf5)$/i, "checkpoint"],
  [/\.(gguf|onnx|keras)$/i, "model"],
  [/\.(jsonl|csv|tsv)$/i, "metrics"],
  [/^events\.out\.tfevents\./, "metrics"],
  [/\.(json|ya?ml|toml|ini|cfg)$/i, "config"],
  [/\.(log|txt|out|err|md)$/i, "log"],
  [/\.(parquet|arrow|feather|npy|npz|tfrecords?|nc|nc4|cdf|h5ad|loom|mat)$/i, "dataset"],
  [/\.(zip|tar|tgz|gz|mar|pt2)$/i, "archive"]
];
var roleByName = (path) => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
};

export {
  roleByName
};
