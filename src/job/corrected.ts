import { METRICS_FORMATS, sourcesOf } from '../metrics/rule.ts';
import type { FileEdit } from '../problem.ts';
import type { Job } from './job.ts';

/**
 * The job as its file would make it with these values, so that what comes after a finding can be judged at once.
 *
 * @throws RangeError for a value that no finding proposes
 */
export const correctedJob = (job: Job, edits: readonly FileEdit[]): Job => edits.reduce(withValue, job);

function withValue(job: Job, { path, value }: FileEdit): Job {
  const [first, second, third] = path;
  const { smoke, checkpoint } = job;
  if (value === true) {
    if (first !== 'artifacts' || third !== 'allow-degraded') throw nothingProposes(path);
    const artifacts = job.artifacts.map((rule, at) =>
      at === second ? { ...rule, allowDegraded: true } : rule,
    );
    return { ...job, artifacts };
  }
  if (first === 'run') return { ...job, run: value };
  if (first === 'smoke' && smoke !== 'none') return { ...job, smoke: withCommand(smoke, second, value) };
  if (first === 'checkpoint' && checkpoint) {
    if (second === 'step-key') return { ...job, checkpoint: { ...checkpoint, stepKey: value } };
    if (second === 'path') return { ...job, checkpoint: { ...checkpoint, path: value } };
    if (second === 'complete') return { ...job, checkpoint: { ...checkpoint, complete: value } };
  }
  if (first === 'artifacts' && third === 'path') {
    const artifacts = job.artifacts.map((rule, at) => (at === second ? { ...rule, path: value } : rule));
    return { ...job, artifacts };
  }
  if (first === 'metrics' && typeof second === 'number') return withSource(job, second, String(third), value);
  throw nothingProposes(path);
}

const nothingProposes = (path: FileEdit['path']): RangeError =>
  new RangeError(`nothing proposes a value for ${path.join('.')}`);

/** A drill that says no command of its own runs that of the smoke. */
function withCommand(
  smoke: Exclude<Job['smoke'], 'none'>,
  key: string | number | undefined,
  run: string,
): Job['smoke'] {
  const { drill } = smoke;
  if (key === 'drill') return drill === 'none' ? smoke : { ...smoke, drill: { ...drill, run } };
  const follows = drill !== 'none' && drill.run === smoke.run;
  return { ...smoke, run, ...(follows && { drill: { ...drill, run } }) };
}

const FIELDS: Readonly<Record<string, 'path' | 'stepKey' | 'lossKey'>> = {
  path: 'path',
  'step-key': 'stepKey',
  'loss-key': 'lossKey',
};

function withSource(job: Job, index: number, key: string, value: string): Job {
  const field = FIELDS[key];
  const format = key === 'format' ? METRICS_FORMATS.find((each) => each === value) : undefined;
  const change = field === undefined ? format && { format } : { [field]: value };
  if (change === undefined) throw nothingProposes(['metrics', key]);
  const [metrics, ...moreMetrics] = sourcesOf(job).map((rule, at) =>
    at === index ? { ...rule, ...change } : rule,
  );
  return { ...job, ...(metrics && { metrics }), ...(moreMetrics.length > 0 && { moreMetrics }) };
}
