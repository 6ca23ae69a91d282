import { globFault } from '../../glob.ts';
import type { CheckpointSet, Habits, Result } from '../trainer.ts';

/** What must be there at the end: the checkpoints, what is saved beside them, the metrics, the rest by its hash. */
export function renderArtifacts(habits: Habits): string[] {
  const rules = unique([
    ...(habits.checkpoint ? setRules(habits.checkpoint) : []),
    ...habits.results,
    ...metricsRules(habits),
  ]).filter(({ path }) => globFault(path) === undefined);
  const some = rules.some(({ isOptional }) => !isOptional) ? rules : [...rules, EVERYTHING];
  return [
    '# What must exist, and be proven, before the box may be released. Of several rules the first that names a file counts.',
    'artifacts:',
    ...some.map(renderRule),
  ];
}

interface Rule extends Result {
  keep?: 'last';
  degraded?: string;
}

const EVERYTHING: Rule = {
  path: '**',
  role: 'opaque',
  isOptional: false,
  why: 'everything, by its hash alone',
};

function renderRule({ path, role, isOptional, isDegraded, keep, why, degraded }: Rule): string {
  const parts = [
    `path: ${JSON.stringify(path)}`,
    `role: ${role}`,
    ...(keep ? [`keep: ${keep}`] : []),
    ...(isOptional ? ['min: 0'] : []),
    ...(isDegraded ? ['allow-degraded: true'] : []),
  ];
  return `  - {${parts.join(', ')}} # ${isDegraded ? `${why}; ${degraded ?? 'the format has no checksum of its own'}` : why}`;
}

function setRules(set: CheckpointSet): Rule[] {
  const shared = {
    isOptional: set.isRemoved === true,
    keep: 'last' as const,
    ...(set.degraded !== undefined && { isDegraded: true, degraded: set.degraded }),
  };
  if (typeof set.path !== 'string')
    return set.path.map((path) => ({
      ...shared,
      path,
      role: 'checkpoint' as const,
      why: 'one part of the checkpoint',
    }));
  if (!isFolder(set))
    return [
      {
        ...shared,
        path: set.path,
        role: 'checkpoint',
        why: 'the checkpoint: whole, finite, and it says its step',
      },
    ];
  const judged = (set.judged ?? []).map(({ name, role }) => ({
    ...shared,
    path: `${set.path}/${name}`,
    role,
    why: ROLE_WORDS[role] ?? 'read and judged',
  }));
  return [
    ...judged,
    {
      ...shared,
      path: `${set.path}/**`,
      role: 'opaque',
      why: 'all else in the folder, by its hash: a resume reads it too',
    },
  ];
}

const ROLE_WORDS: Readonly<Record<string, string>> = {
  model: 'weights: whole, finite, of the bytes of the box',
  adapter: 'the adapter: whole, finite, in pairs',
  optimizer: 'without it a resume is another run',
  config: 'where the run stands',
};

/** A set that has a last file within, or files that are judged, is a folder. */
const isFolder = ({ complete, judged, ...set }: CheckpointSet): boolean =>
  set.isFolder === true || complete !== undefined || judged !== undefined;

function metricsRules({ metrics }: Habits): Rule[] {
  if (metrics?.path === undefined || metrics.format === 'trainer-state') return [];
  // Event files are binary, and their values are read by the metrics; what counts here is that they are whole.
  return [{ path: metrics.path, role: 'metrics', isOptional: false, why: metrics.why }];
}

const unique = (rules: readonly Rule[]): Rule[] =>
  rules.filter(({ path }, at) => rules.findIndex((each) => each.path === path) === at);
