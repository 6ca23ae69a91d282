import { FORMATS } from './registry.ts';
import type { Role } from './verdict.ts';

/** Usual names, the first that fits. Only a guess of what a file is for; its format is always told from the content. */
const BY_NAME: readonly [RegExp, Role][] = [
  [/^(scheduler|rng_state|random_states|training_args|scaler)[^/]*\.(pt|pth|bin|pkl)$/i, 'archive'],
  [/^optim[^/]*\.(pt|pth|bin|safetensors)$/i, 'optimizer'],
  [/^adapter_model\.(safetensors|bin)$/i, 'adapter'],
  [/\.(pt|pth|ckpt|safetensors|bin|distcp|msgpack|h5|hdf5)$/i, 'checkpoint'],
  [/\.(gguf|onnx|keras)$/i, 'model'],
  [/\.(jsonl|csv|tsv)$/i, 'metrics'],
  [/^events\.out\.tfevents\./, 'metrics'],
  [/\.(json|ya?ml|toml|ini|cfg)$/i, 'config'],
  [/\.(log|txt|out|err|md)$/i, 'log'],
  [/\.(parquet|arrow|feather|npy|npz|tfrecords?)$/i, 'dataset'],
  [/\.(zip|tar|tgz|gz|mar|pt2)$/i, 'archive'],
];

const BY_FORMAT: Readonly<Record<string, Role>> = {
  safetensors: 'checkpoint',
  'torch-legacy': 'checkpoint',
  'torch-tar': 'checkpoint',
  jsonl: 'metrics',
  csv: 'metrics',
  json: 'config',
  text: 'log',
  // Many a log begins like a mapping.
  yaml: 'log',
};

/** What a file of this name usually is; `undefined` where the name says nothing. */
export const roleByName = (path: string): Role | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
};

/** What a file that begins so usually is. Of what nobody can read only a digest proves anything: `opaque`. */
export function roleByContent(head: Uint8Array, sizeBytes: number): Role {
  const known = (role: Role) => FORMATS.find((each) => each.recognises({ head, sizeBytes, role }));
  // Plain text is recognised only where it is asked for: nearly anything could be taken for it.
  const format = known('archive') ?? known('config');
  return format === undefined ? 'opaque' : (BY_FORMAT[format.name] ?? 'archive');
}
