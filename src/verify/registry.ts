import type { Format } from './format.ts';
import { arrowFile, arrowStream } from './format-arrow.ts';
import { csv } from './format-csv.ts';
import { featherV1 } from './format-feather.ts';
import { flax } from './format-flax.ts';
import { gguf } from './format-gguf.ts';
import { gzip } from './format-gzip.ts';
import { hdf5 } from './format-hdf5.ts';
import { joblib } from './format-joblib.ts';
import { jpeg } from './format-jpeg.ts';
import { json } from './format-json.ts';
import { jsonl } from './format-jsonl.ts';
import { mp4 } from './format-mp4.ts';
import { npy } from './format-npy.ts';
import { onnx } from './format-onnx.ts';
import { parquet } from './format-parquet.ts';
import { pickle } from './format-pickle.ts';
import { png } from './format-png.ts';
import { safetensors } from './format-safetensors.ts';
import { sqlite } from './format-sqlite.ts';
import { tar } from './format-tar.ts';
import { text } from './format-text.ts';
import { tfGraph, tflite } from './format-tf-graph.ts';
import { tfrecord } from './format-tfrecord.ts';
import { torchLegacy } from './format-torch-legacy.ts';
import { torchTar } from './format-torch-tar.ts';
import { yaml } from './format-yaml.ts';
import { zip } from './format-zip.ts';
import { zstd } from './format-zstd.ts';

/** In the order in which they are asked; the first that recognises the content reads the file. */
export const FORMATS: readonly Format[] = [
  zip,
  hdf5,
  torchLegacy,
  gguf,
  parquet,
  arrowFile,
  featherV1,
  torchTar,
  tar,
  arrowStream,
  tfrecord,
  onnx,
  tfGraph,
  tflite,
  safetensors,
  npy,
  pickle,
  joblib,
  gzip,
  zstd,
  png,
  jpeg,
  sqlite,
  mp4,
  flax,
  yaml,
  jsonl,
  json,
  csv,
  text,
];
