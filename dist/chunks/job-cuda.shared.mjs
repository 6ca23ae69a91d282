import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  computeOf
} from "./job-gpu-cards.shared.mjs";

// src/job/cuda.ts
var ASSUMED = "12.8";
function cudaInImage(image) {
  const [, major, minor] = /(?:^|[^a-z0-9])cu(\d{2})(\d)\d{0,2}(?![a-z0-9])/i.exec(image) ?? /cuda[:-]?(\d{2})\.(\d{1,2})/i.exec(image) ?? [];
  return major === void 0 || minor === void 0 ? void 0 : `${major}.${minor}`;
}
function constraintFor({ resources, image }, { regions }) {
  const cuda = resources.cuda ?? (image === void 0 ? void 0 : cudaInImage(image) ?? ASSUMED);
  return { ...resources, ...regions && { regions }, ...cuda !== void 0 && { cuda } };
}
function whyNoKernels({ image, resources }, offer) {
  const cuda = image === void 0 ? offer.imageCuda : cudaInImage(image) ?? resources.cuda;
  const model = offer.gpu?.model;
  return cuda === void 0 || model == null ? void 0 : whyNot(model, cuda);
}
function compareCuda(a, b) {
  const [left, right] = [parts(a), parts(b)];
  return left.major - right.major || left.minor - right.minor;
}
function parts(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return { major, minor };
}
var hasKernels = (model, cuda) => whyNot(model, cuda) === void 0;
var FIRST = [
  [10, "12.8"],
  [8.9, "11.8"],
  [8.6, "11.1"],
  [8, "11.0"]
];
var LAST = { cuda: "13.0", leastCompute: 7.5 };
function whyNot(model, cuda) {
  const compute = computeOf(model);
  if (compute === void 0) return;
  const card = `${model} (compute capability ${compute.toFixed(1)})`;
  const first = FIRST.find(([least]) => compute >= least)?.[1];
  if (first !== void 0 && compareCuda(cuda, first) < 0)
    return `${card} needs an image of CUDA ${first} or newer, and this one is of ${cuda}: name one under \`image\``;
  if (compute < LAST.leastCompute && compareCuda(cuda, LAST.cuda) >= 0)
    return `${card} needs an image older than CUDA ${LAST.cuda}, and this one is of ${cuda}`;
  return;
}

export {
  cudaInImage,
  constraintFor,
  whyNoKernels,
  hasKernels
};
