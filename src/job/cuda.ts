import type { Constraint } from './constraint.ts';
import { computeOf } from './gpus.ts';
import type { Candidate, Job } from './job.ts';

/** Of CUDA, `12.8`. Compared by its parts: 12.11 is above 12.2. */
export type CudaVersion = string;

/**
 * What a host must offer where the job names an image whose tag does not say it: the least that runs every card of today, and what
 * the official images of PyTorch have been made with since 2.7 (2025-04).
 */
const ASSUMED: CudaVersion = '12.8';

/** That an image's tag names: `cu128`, `cuda12.8`, `cuda:12.4.1`. `undefined` where the name does not say. */
export function cudaInImage(image: string): CudaVersion | undefined {
  const [, major, minor] =
    /(?:^|[^a-z0-9])cu(\d{2})(\d)\d{0,2}(?![a-z0-9])/i.exec(image) ??
    /cuda[:-]?(\d{2})\.(\d{1,2})/i.exec(image) ??
    [];
  return major === undefined || minor === undefined ? undefined : `${major}.${minor}`;
}

/** What is asked of one candidate's platform: the constraint, with its own regions and the CUDA that the job's image needs. */
export function constraintFor(
  { resources, image }: Pick<Job, 'resources' | 'image'>,
  { regions }: Candidate,
): Constraint {
  const cuda = resources.cuda ?? (image === undefined ? undefined : (cudaInImage(image) ?? ASSUMED));
  return { ...resources, ...(regions && { regions }), ...(cuda !== undefined && { cuda }) };
}

/** Why the image of an offer has no kernels for its card, as the end of a sentence. Of an image that does not say its CUDA, nothing. */
export function whyNoKernels(
  { image, resources }: Pick<Job, 'resources' | 'image'>,
  offer: KernelsOffer,
): string | undefined {
  const cuda = image === undefined ? offer.imageCuda : (cudaInImage(image) ?? resources.cuda);
  const model = offer.gpu?.model;
  return cuda === undefined || model == null ? undefined : whyNot(model, cuda);
}

interface KernelsOffer {
  gpu?: { model: string | null };
  imageCuda?: CudaVersion;
}

/** As `Array.sort` wants it. */
export function compareCuda(a: CudaVersion, b: CudaVersion): number {
  const [left, right] = [parts(a), parts(b)];
  return left.major - right.major || left.minor - right.minor;
}

function parts(version: CudaVersion): { major: number; minor: number } {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return { major, minor };
}

/** Whether an image of that CUDA has kernels for a card; of one that nobody told us of, yes. */
export const hasKernels = (model: string, cuda: CudaVersion): boolean => whyNot(model, cuda) === undefined;

/** From which CUDA on there are kernels for a card of that compute capability (release notes of CUDA 11.0 to 12.8). */
const FIRST: readonly [compute: number, cuda: CudaVersion][] = [
  [10, '12.8'],
  [8.9, '11.8'],
  [8.6, '11.1'],
  [8, '11.0'],
];
/** CUDA 13.0 left out what is older than Turing (its release notes, 2025-08). */
const LAST = { cuda: '13.0', leastCompute: 7.5 };

function whyNot(model: string, cuda: CudaVersion): string | undefined {
  const compute = computeOf(model);
  if (compute === undefined) return;
  const card = `${model} (compute capability ${compute.toFixed(1)})`;
  const first = FIRST.find(([least]) => compute >= least)?.[1];
  if (first !== undefined && compareCuda(cuda, first) < 0)
    return `${card} needs an image of CUDA ${first} or newer, and this one is of ${cuda}: name one under \`image\``;
  if (compute < LAST.leastCompute && compareCuda(cuda, LAST.cuda) >= 0)
    return `${card} needs an image older than CUDA ${LAST.cuda}, and this one is of ${cuda}`;
  return;
}
