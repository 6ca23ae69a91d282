import {
  filesOf,
  formatByName,
  type MetricsOfJob,
  type MetricsRule,
  sourcesOf,
  trackerFiles,
} from '../metrics/rule.ts';
import type { Path } from '../strict-yaml/read.ts';
import { coversGlob } from './glob.ts';
import type { ArtifactRule } from './job.ts';
import type { JobFile } from './schema.ts';

type InFile = NonNullable<JobFile['metrics']>;
export type Source = Exclude<InFile, unknown[]>;

/** The sources as the file has them, with where each stands in it. */
export const sourcesInFile = (metrics: InFile | undefined): { source: Source; path: Path }[] => {
  if (metrics === undefined) return [];
  if (!Array.isArray(metrics)) return [{ source: metrics, path: ['metrics'] }];
  return metrics.map((source, at) => ({ source, path: ['metrics', at] }));
};

/** Empty for what the command prints, and for a source that does not say where it is. */
export function pathOfSource(source: Source): string {
  const path = typeof source === 'string' ? source : (source.path ?? '');
  return path === '' ? '' : filesOf(path, formatIn(source));
}

export const carriesStep = (source: Source): boolean => formatIn(source) === 'tensorboard';

function formatIn(source: Source): NonNullable<MetricsRule['format']> {
  if (typeof source === 'string') return formatByName(source);
  return source.log === undefined ? (source.format ?? formatByName(source.path ?? '')) : 'log';
}

/** In our own words. How many steps a complete run has is said once, of the run, whichever source says it. */
export function metricsOfFile(metrics: InFile | undefined): MetricsOfJob {
  const [first, ...more] = sourcesInFile(metrics).map(({ source }) => ruleOf(source));
  if (!first) return {};
  const totalSteps = [first, ...more].find((rule) => rule.totalSteps !== undefined)?.totalSteps;
  return {
    metrics: { ...first, ...(totalSteps !== undefined && { totalSteps }) },
    ...(more.length > 0 && { moreMetrics: more }),
  };
}

function ruleOf(source: Source): MetricsRule {
  if (typeof source === 'string')
    return {
      path: pathOfSource(source),
      ...formatOf(source),
      stepKey: 'step',
      lossKey: 'loss',
    };
  return {
    path: pathOfSource(source),
    ...formatOf(source),
    ...(source.log !== undefined && { pattern: source.log }),
    stepKey: source['step-key'] ?? 'step',
    lossKey: source['loss-key'],
    ...(source['total-steps'] !== undefined && { totalSteps: source['total-steps'] }),
    ...(source.best && { best: source.best }),
  };
}

/** JSON lines are not said: so they are recorded as they always were. */
function formatOf(source: Source): Pick<MetricsRule, 'format'> {
  const format = formatIn(source);
  return format === 'jsonl' ? {} : { format };
}

/** The folders of trackers that no artifact of the file covers: they are evidence all the same, and none has to be there. */
export function trackerArtifacts({
  artifacts,
  metrics,
}: Pick<JobFile, 'artifacts' | 'metrics'>): ArtifactRule[] {
  return sourcesOf(metricsOfFile(metrics)).flatMap((rule) => {
    const tracker = trackerFiles(rule);
    if (!tracker || artifacts.some(({ path }) => coversGlob(path, tracker.path))) return [];
    return [{ ...tracker, keep: 'evidence' as const, min: 0, contains: [], allowDegraded: true }];
  });
}

export const isTracker = (source: Source): boolean => trackerFiles(ruleOf(source)) !== undefined;
