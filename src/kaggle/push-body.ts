import type { Constraint } from '../job/constraint.ts';
import type { KaggleRequest } from '../job/job.ts';
import { shapeFor } from '../job/kaggle-accelerators.ts';
import type { SavedKernel } from '../platforms/kaggle/replies.ts';
import { Problem } from '../problem.ts';

/** What is pushed, beside its text. */
export interface Push {
  user: string;
  slug: string;
  /** `undefined`: a machine without an accelerator. */
  shape: string | undefined;
  seconds: number;
  request: KaggleRequest;
  /** `owner/slug` of the session whose output this one goes on from. */
  from: string | undefined;
}

/** Names that Kaggle says it did not take, by the key of its answer; each kind with how it is asked for. */
const SOURCES = [
  ['invalidDatasetSources', 'dataset', 'datasetDataSources'],
  ['invalidCompetitionSources', 'competition', 'competitionDataSources'],
  ['invalidKernelSources', 'kernel', 'kernelDataSources'],
  ['invalidModelSources', 'model', 'modelDataSources'],
] as const;

export const isTpu = (shape: string | undefined): boolean => shape !== undefined && /^tpu/i.test(shape);
export const isGpu = (shape: string | undefined): boolean => shape !== undefined && !isTpu(shape);

/** @throws Problem `kaggle-accelerator` */
export function acceleratorOf({ accelerator }: KaggleRequest, want: Constraint): string | undefined {
  if (accelerator !== undefined) return accelerator === 'none' ? undefined : accelerator;
  const found = shapeFor(want);
  if ('shape' in found) return found.shape;
  throw new Problem({
    code: 'kaggle-accelerator',
    kind: 'usage',
    what: `No machine shape of Kaggle is known to answer the job's resources.gpu: it asks for ${found.why}. Nothing was pushed.`,
    next: 'Ask for what there is, or name the shape: "kaggle: { accelerator: NAME }" of the candidate.',
  });
}

/** What one session is to be given to read, as its script and Kaggle's answer name it: `dataset owner/name`. */
export function sourcesOf({ request, from }: Pick<Push, 'request' | 'from'>): string[] {
  return [
    ...request.datasets.map((each) => `dataset ${each}`),
    ...request.competitions.map((each) => `competition ${each}`),
    ...(from === undefined ? [] : [`kernel ${from}`]),
    ...request.models.map((each) => `model ${each}`),
  ];
}

/** Everything is said, what is off too: what a push does not say a new version inherits from the one before. */
export function bodyOf({ user, slug, shape, seconds, request, from }: Push, text: string): object {
  return {
    slug: `${user}/${slug}`,
    // Kaggle makes the name out of the title, and has to come to the same.
    newTitle: slug,
    text,
    language: 'python',
    kernelType: 'script',
    isPrivate: true,
    enableGpu: isGpu(shape),
    enableTpu: isTpu(shape),
    enableInternet: request.internet,
    datasetDataSources: request.datasets,
    competitionDataSources: request.competitions,
    kernelDataSources: from === undefined ? [] : [from],
    modelDataSources: request.models,
    categoryIds: [],
    sessionTimeoutSeconds: seconds,
    ...(shape === undefined ? {} : { machineShape: shape }),
  };
}

/** Kaggle's own sentence where a push in an answer of 200 was none; and what of its sources it did not take. */
export function refusalIn(saved: SavedKernel): { error: string | undefined; lacks: string[] } {
  const lacks = SOURCES.flatMap(([key, kind]) => (saved[key] ?? []).map((name) => `${kind} ${name}`));
  return { error: saved.error || undefined, lacks };
}

/** Of what was to be there, what a kernel as Kaggle shows it does not name. */
export function lackingIn(metadata: Record<string, unknown>, sources: readonly string[]): string[] {
  return sources.filter((source) => {
    const [kind, name = ''] = source.split(' ');
    const key = SOURCES.find(([, each]) => each === kind)?.[2];
    const there = key === undefined ? undefined : metadata[key];
    return !(Array.isArray(there) && there.some((each) => sameSource(String(each), name)));
  });
}

/** A version may stand behind what was asked for without one. */
const sameSource = (there: string, asked: string): boolean =>
  there.toLowerCase() === asked.toLowerCase() || there.toLowerCase().startsWith(`${asked.toLowerCase()}/`);
