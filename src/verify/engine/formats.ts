import { tar } from '../archive/format-tar.ts';
import { zstd } from '../archive/format-zstd.ts';
import { bzip2, gzip, lz4, lzma, xz, zlib } from '../archive/formats-packed.ts';
import { catboost } from '../classical/format-catboost.ts';
import { fasttext } from '../classical/format-fasttext.ts';
import { sentencepiece } from '../classical/format-sentencepiece.ts';
import { ubjson } from '../classical/format-ubjson.ts';
import { wordVectors } from '../classical/format-word-vectors.ts';
import { arrowFile, arrowStream } from '../columnar/format-arrow.ts';
import { parquet } from '../columnar/format-parquet.ts';
import type { Format } from '../contract/format.ts';
import { gguf } from '../gguf/format.ts';
import { hdf5 } from '../hdf5/format-hdf5.ts';
import { flax } from '../jax/format-flax.ts';
import { jpeg } from '../media/format-jpeg.ts';
import { png } from '../media/format-png.ts';
import { npy } from '../numpy/format-npy.ts';
import { onnx } from '../onnx/format.ts';
import { joblib } from '../pickle/format-joblib.ts';
import { pickle } from '../pickle/format-pickle.ts';
import { safetensors } from '../safetensors/format.ts';
import { tfGraph } from '../tensorflow/format-graph.ts';
import { tfrecord } from '../tensorflow/format-tfrecord.ts';
import { csv } from '../text/format-csv.ts';
import { json } from '../text/format-json.ts';
import { jsonl } from '../text/format-jsonl.ts';
import { text } from '../text/format-text.ts';
import { yaml } from '../text/format-yaml.ts';
import { torchLegacy } from '../torch/format-legacy.ts';
import { zip } from './format-zip.ts';

/** In the order in which they are asked; the first that recognises the content reads the file. */
export const FORMATS: readonly Format[] = [
  zip,
  hdf5,
  torchLegacy,
  gguf,
  parquet,
  arrowFile,
  tar,
  arrowStream,
  tfrecord,
  onnx,
  tfGraph,
  sentencepiece,
  catboost,
  fasttext,
  safetensors,
  npy,
  pickle,
  joblib,
  gzip,
  zstd,
  xz,
  bzip2,
  lz4,
  png,
  jpeg,
  zlib,
  lzma,
  flax,
  ubjson,
  wordVectors,
  yaml,
  jsonl,
  json,
  csv,
  text,
];
