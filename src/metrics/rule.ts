/** What `metrics.format` may be. How each is read: `reader.ts`. */
export const METRICS_FORMATS = ['jsonl', 'csv', 'trainer-state', 'tensorboard', 'wandb', 'trackio'] as const;
export type MetricsFormat = (typeof METRICS_FORMATS)[number];
/** `log`: lines that a pattern fits. */
type SourceFormat = MetricsFormat | 'log';

/** One source of metrics, as the job names it. */
export interface MetricsRule {
  /** Glob relative to the output directory. Of several files that match the newest is the one that grows. Empty: what the command prints. */
  path: string;
  /** Absent: JSON lines, which all sources were that earlier versions recorded. */
  format?: SourceFormat;
  /** Of a log: see `log-pattern.ts`. */
  pattern?: string;
  stepKey: string;
  lossKey: string;
  /** Steps of a complete run, for progress and ETA; `undefined` = unknown. */
  totalSteps?: number;
  best?: { key: string; direction: 'min' | 'max' };
}

/** What a job says of its metrics: the first source, and those after it. */
export interface MetricsOfJob {
  metrics?: MetricsRule;
  moreMetrics?: MetricsRule[];
}

/** In the order of the job file. The first that has a step tells how far a run is; all of them are charted. */
export const sourcesOf = ({ metrics, moreMetrics }: MetricsOfJob): MetricsRule[] =>
  metrics ? [metrics, ...(moreMetrics ?? [])] : [];

/** Whether it is what the command prints, and no file of its own. */
export const isPrinted = ({ path }: MetricsRule): boolean => path === '';

/** As a message names it. */
export const nameOfSource = (rule: MetricsRule): string => (isPrinted(rule) ? 'the log' : rule.path);

/** What the name of a file says of its format. */
export function formatByName(path: string): MetricsFormat {
  const name = path.split('/').at(-1) ?? '';
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? 'jsonl';
}

const BY_NAME: readonly [RegExp, MetricsFormat][] = [
  [/\.(csv|tsv)$/i, 'csv'],
  [/^trainer_state\.json$/, 'trainer-state'],
  [/tfevents/, 'tensorboard'],
  [/\.wandb$/, 'wandb'],
];

/** The files that a job means by a path: trackers are known by the folder that their trainer was given. */
export function filesOf(path: string, format: SourceFormat): string {
  // A database and the log of what was written to it last, `p.db` and `p.db-wal`, and not the lock beside them.
  if (format === 'trackio') return path.endsWith('.db') ? `${path.slice(0, -1)}*[bl]` : `${path}/*.d*[bl]`;
  const inFolder = IN_FOLDER[format];
  return inFolder === undefined || inFolder.names.test(path) ? path : `${path}/${inFolder.files}`;
}

const IN_FOLDER: Partial<Record<SourceFormat, { names: RegExp; files: string }>> = {
  tensorboard: { names: /tfevents[^/]*$/, files: '**/*tfevents*' },
  wandb: { names: /\.wandb$/, files: '*run-*/run-*.wandb' },
};

/**
 * What belongs to a tracker's file and is kept with it, so that its own tools can send or show it later; nothing for what is no
 * tracker's.
 */
export function trackerFiles({
  format,
  path,
}: MetricsRule): { path: string; role: 'metrics' | 'opaque' } | undefined {
  if (format === 'tensorboard') return { path, role: 'metrics' };
  if (format !== 'wandb' && format !== 'trackio') return;
  const folder = path.split('/').slice(0, -1).join('/');
  return { path: folder === '' ? path : `${folder}/**`, role: 'opaque' };
}

/** What the loss is called where nobody names it, most likely first: Lightning and the Trainer prefix it. */
const LOSS_NAMES = [
  'loss',
  'train_loss',
  'train/loss',
  'train_loss_step',
  'loss/train',
  'Loss/train',
  'loss_step',
];

/** The key under which a record has its loss. Lines of JSON are held to the word of the job. */
export function lossKeyIn(record: ReadonlyMap<string, unknown>, { format, lossKey }: MetricsRule): string {
  if (format === undefined || lossKey !== 'loss' || record.has(lossKey)) return lossKey;
  const known = LOSS_NAMES.find((name) => record.has(name));
  // A row of a table has all that there is; a record of a tracker may hold one tag of many.
  const other = format === 'csv' ? [...record.keys()].find(isLossOfTraining) : undefined;
  return known ?? other ?? lossKey;
}

/** Of several, as a detector has, the first. */
const isLossOfTraining = (name: string): boolean => /loss$/i.test(name) && !/val|test/i.test(name);

/** The keys of a source as the verifier names them in its file; the loss only where the job's word for it is the file's. */
export function keysInFile({ format, stepKey, lossKey, best }: MetricsRule) {
  if (format === 'trainer-state') {
    const within = (key: string) => `log_history.${key}`;
    return {
      stepKey: 'global_step',
      lossKey: within(lossKey),
      ...(best && { best: { ...best, key: within(best.key) } }),
    };
  }
  // One file of events may hold the validation alone, and a log is no table.
  if (format === 'tensorboard' || format === 'trackio' || format === 'log') return { stepKey };
  const isCertain = format === undefined || lossKey !== 'loss';
  return { stepKey, ...(isCertain && { lossKey }), ...(best && { best }) };
}
