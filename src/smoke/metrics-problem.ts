import { growthOf, recordWord, rowsOf } from '../metrics/reader.ts';
import type { Row } from '../metrics/row.ts';
import { isPrinted, type MetricsRule, nameOfSource } from '../metrics/rule.ts';
import { type Metrics, type MetricsFault, readMetrics } from '../metrics/series.ts';
import type { Problem } from '../problem.ts';
import { readRegularFile } from './bounded-file.ts';
import { smokeProblem } from './command-problem.ts';
import { metricsFiles } from './metrics-files.ts';
import type { PrintedMetrics } from './printed-metrics.ts';
import type { SmokeWarning } from './world.ts';

export type MetricsOutcome =
  | { ok: true; rule: MetricsRule; metrics: Metrics; warnings: SmokeWarning[] }
  | { ok: false; problem: Problem };

/** What a smoke command left behind. */
export interface Left {
  outDir: string;
  printed: PrintedMetrics;
  /** The last lines of its log. */
  tail: readonly string[];
}

/**
 * Reads the metrics that a finished smoke left, and judges them: no source may hold what is wrong, and one must have steps and
 * losses. The outcome is of the first that has.
 *
 * @param sources at least one
 */
export function checkMetrics(left: Left, sources: readonly MetricsRule[]): MetricsOutcome {
  const outcomes = sources.map((rule) => checkSource(left, rule));
  const wrong = outcomes.find((each) => !each.ok && each.problem.code !== MISSING);
  const first = wrong ?? outcomes.find((each) => each.ok) ?? outcomes[0];
  if (!first) throw new Error('no source of metrics to check');
  if (!first.ok) return first;
  const warnings = outcomes.flatMap((each) => (each.ok ? each.warnings : asWarning(each.problem)));
  return { ...first, warnings };
}

const MISSING = 'metrics-missing';

const asWarning = ({ code, what, next }: Problem): SmokeWarning => ({ code, what, next });

type Wrong = [code: string, what: string, next: string];

function checkSource(left: Left, rule: MetricsRule): MetricsOutcome {
  const failed = (wrong: Wrong): MetricsOutcome => ({
    ok: false,
    problem: smokeProblem(...wrong, left.tail),
  });
  const found = isPrinted(rule) ? () => left.printed.rowsOf(rule) : rowsLeft(left.outDir, rule);
  if (typeof found !== 'function') return failed(found);
  const metrics = readMetrics(found(), rule);
  const wrong = wrongWith(metrics, found(), rule);
  return wrong ? failed(wrong) : { ok: true, rule, metrics, warnings: warningsOf(rule, metrics) };
}

const SEVERAL: readonly string[] = ['records', 'pages'];

/** Of the newest file; trackers may write several at once, each with series of its own. */
function rowsLeft(outDir: string, rule: MetricsRule): Wrong | (() => Iterable<Row>) {
  const paths = metricsFiles(outDir, rule);
  const newest = paths.at(-1) ?? rule.path;
  const file = readRegularFile(outDir, newest);
  if (file.found === 'nothing') {
    const what = `The smoke command ended well but wrote no ${newest} below $GPU_LEASE_OUT.`;
    const next = `${WRITE[rule.format ?? 'jsonl']} to $GPU_LEASE_OUT/${newest}, or correct \`metrics.path\`.`;
    return [MISSING, what, next];
  }
  if (file.found === 'unusable')
    return ['metrics-unusable', `The metrics file ${newest} ${file.why}.`, 'Write a regular file.'];
  const besides = (SEVERAL.includes(growthOf(rule)) ? paths.slice(0, -1) : []).flatMap((path) => {
    const other = readRegularFile(outDir, path);
    return other.found === 'bytes' ? [other.bytes] : [];
  });
  return function* () {
    for (const bytes of [...besides, file.bytes]) yield* rowsOf({ bytes, at: 0 }, rule);
  };
}

function wrongWith(metrics: Metrics, rows: Iterable<Row>, rule: MetricsRule): Wrong | undefined {
  const [fault] = metrics.faults;
  if (fault)
    return [`metrics-${fault.code}`, faultText(rule, fault, metrics.faults.length), ADVICE[fault.code]];
  const lacking = lackingKey(metrics, rule);
  if (!lacking) return;
  const name = nameOfSource(rule);
  if (isPrinted(rule)) {
    const what = `No line that the smoke command printed fits \`${rule.pattern}\` with a ${lacking.key}.`;
    return [MISSING, what, 'Copy a line of the log, and put `{name}` where its numbers stand.'];
  }
  const what = `No ${recordWord(rule)} of ${name} has ${lacking.called} \`${lacking.key}\`${keysWords(rows)}.`;
  return [
    MISSING,
    what,
    `Write it into every ${recordWord(rule)}, or correct \`metrics.${lacking.option}\`.`,
  ];
}

const WRITE: Record<NonNullable<MetricsRule['format']>, string> = {
  jsonl: 'Write one JSON line a step',
  csv: 'Write a table with a header and a row a step',
  'trainer-state': 'Let the Trainer save a checkpoint',
  tensorboard: 'Let it write events of TensorBoard',
  wandb: 'Let it write its run, for example with WANDB_DIR="$GPU_LEASE_OUT"',
  trackio: 'Let it write its database, for example with TRACKIO_DIR="$GPU_LEASE_OUT/trackio"',
  log: 'Let the command write its log',
};

function lackingKey({ lines }: Metrics, { stepKey, lossKey }: MetricsRule) {
  if (lines.length === 0) return { key: stepKey, called: 'a', option: 'step-key' };
  const hasLoss = lines.some((line) => line.numbers.has(lossKey));
  return hasLoss ? undefined : { key: lossKey, called: 'a number called', option: 'loss-key' };
}

/** What stands in its last whole record instead: most often the key is there under another name. */
function keysWords(rows: Iterable<Row>): string {
  let last: ReadonlyMap<string, unknown> | undefined;
  for (const row of rows) if (row.kind === 'record') last = row.record;
  const keys = [...(last?.keys() ?? [])].map((key) => JSON.stringify(key.slice(0, 40)));
  return keys.length === 0 ? '' : `; it has ${keys.slice(0, 12).join(', ')}`;
}

function faultText(rule: MetricsRule, fault: MetricsFault, count: number): string {
  const word = recordWord(rule) === 'line' ? 'Line' : 'Record';
  return `${word} ${fault.line} of ${nameOfSource(rule)} ${fault.what}${count > 1 ? `; ${count} faults in all` : ''}.`;
}

const ADVICE: Record<MetricsFault['code'], string> = {
  'not-json':
    'Write each record whole: one JSON object a line, or one row of the table, with a single write.',
  'not-finite':
    'The loss is lost within a few steps (F-T01): check learning rate, scaling and the data; the same step every time means data.',
  'not-a-number': 'Write numbers as numbers: `float(loss)`, not `str(loss)`.',
  'bad-step': 'Write the step as a whole number, counted from 0 or 1.',
};

function warningsOf(rule: MetricsRule, metrics: Metrics): SmokeWarning[] {
  const warnings: SmokeWarning[] = [];
  if (metrics.torn) {
    warnings.push({
      code: 'metrics-torn',
      what: `The last ${recordWord(rule)} of ${nameOfSource(rule)} has no end.`,
      next: 'Write each with its end in a single write, and flush; close the writer of a tracker.',
    });
  }
  if (metrics.oddKeys.length > 0) {
    warnings.push({
      code: 'metrics-odd',
      what: `Not finite in ${nameOfSource(rule)}: ${metrics.oddKeys.slice(0, 8).join(', ')}.`,
      next: 'Leave a value out where it is not known.',
    });
  }
  const best = rule.best?.key;
  if (best !== undefined && !metrics.lines.some((line) => line.numbers.has(best))) {
    warnings.push({
      code: 'metrics-no-best',
      what: `No ${recordWord(rule)} of ${nameOfSource(rule)} has \`${best}\`, which chooses the best checkpoint.`,
      next: 'Let the smoke reach its validation, or correct `metrics.best`.',
    });
  }
  return warnings;
}
