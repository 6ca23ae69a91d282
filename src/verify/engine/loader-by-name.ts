import type { Findings } from '../contract/findings.ts';

const TORCH = [
  'torch-zip',
  'torch-legacy',
  'torchscript',
  'torch-export',
  'torch-export-old',
  'torch-package',
  'model-archive',
];

/** Names that have one loader, and what that loader takes. */
const BY_NAME: readonly { name: RegExp; loader: string; takes: readonly string[] }[] = [
  { name: /\.safetensors$/i, loader: 'safetensors', takes: ['safetensors'] },
  { name: /\.gguf$/i, loader: 'a reader of GGUF', takes: ['gguf'] },
  { name: /\.onnx$/i, loader: 'a reader of ONNX', takes: ['onnx'] },
  { name: /\.keras$/i, loader: 'keras.saving.load_model', takes: ['keras'] },
  { name: /\.(pt|pth)$|(^|\/)pytorch_model[^/]*\.bin$/i, loader: 'torch.load', takes: TORCH },
];

/** Formats of tensors, and with what they load. What is no such format has a reason of its own. */
const LOADERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(TORCH.map((format) => [format, 'torch.load'])),
  safetensors: 'safetensors',
  gguf: 'a reader of GGUF',
  onnx: 'a reader of ONNX',
  keras: 'keras.saving.load_model',
  hdf5: 'h5py',
  'keras-h5': 'keras.saving.load_model under a name that ends with .h5',
  npy: 'numpy.load',
  npz: 'numpy.load',
  pickle: 'pickle.load',
  joblib: 'joblib.load',
  'flax-msgpack': 'flax.serialization',
  word2vec: 'gensim',
  'word2vec-text': 'gensim',
  glove: 'gensim',
};

/** Says when what goes by a file's name hands it to a loader that refuses it. */
export function judgeName(findings: Findings, label: string, format: string): void {
  const named = BY_NAME.find(({ name }) => name.test(label));
  const loader = LOADERS[format];
  if (named === undefined || loader === undefined || named.takes.includes(format)) return;
  const what = `is called like what ${named.loader} loads, which refuses it: it is ${format} and loads with ${loader}`;
  findings.degraded('L2', 'other-loader', what, { expected: named.takes.join(' or '), found: format });
}
