import type { Role } from '../../evidence-level.ts';

/** Usual names, the first that fits. Only a guess of what a file is for; its format is always told from the content. */
const BY_NAME: readonly [RegExp, Role][] = [
  [/^(scheduler|rng_state|random_states|training_args|scaler)[^/]*\.(pt|pth|bin|pkl)$/i, 'archive'],
  // Tables of spaCy.
  [/^lookups\.bin$/i, 'archive'],
  [/^optim[^/]*\.(pt|pth|bin|safetensors)$/i, 'optimizer'],
  [/^adapter_model\.(safetensors|bin)$/i, 'adapter'],
  [/\.(pt|pth|ckpt|safetensors|bin|distcp|msgpack|h5|hdf5)$/i, 'checkpoint'],
  [/\.(gguf|onnx|keras)$/i, 'model'],
  [/\.(jsonl|csv|tsv)$/i, 'metrics'],
  [/^events\.out\.tfevents\./, 'metrics'],
  [/\.(json|json5|jsonc|ya?ml|toml|ini|cfg)$|^MLmodel$/i, 'config'],
  [/\.(log|txt|out|err|md)$/i, 'log'],
  [/\.(parquet|arrow|feather|npy|npz|tfrecords?|nc|nc4|cdf|h5ad|loom|mat)$/i, 'dataset'],
  [/\.(zip|tar|tgz|gz|mar|pt2)$/i, 'archive'],
];

/** What a file of this name usually is; `undefined` where the name says nothing. */
export const roleByName = (path: string): Role | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
};
