import { growthOf, recordWord, rowsOf } from '../metrics/reader.ts';
import type { Piece, Row } from '../metrics/row.ts';
import type { MetricsRule } from '../metrics/rule.ts';
import { type Metrics, type MetricsFault, readMetrics } from '../metrics/series.ts';
import type { Problem } from '../problem.ts';
import { readRegularFile } from './bounded-file.ts';
import { smokeProblem } from './command-problem.ts';
import { metricsFiles } from './metrics-files.ts';
import type { SmokeWarning } from './world.ts';

export type MetricsOutcome =
  | { ok: true; rule: MetricsRule; metrics: Metrics; warnings: SmokeWarning[] }
  | { ok: false; problem: Problem };

/**
 * Reads the metrics that a finished smoke left in `outDir`, and judges them: no source may hold what is wrong, and one must have
 * steps and losses. The outcome is of the first that has.
 */
export function checkMetrics(
  outDir: string,
  sources: readonly MetricsRule[],
  tail: readonly string[],
): MetricsOutcome {
  const outcomes = sources.map((rule) => checkSource(outDir, rule, tail));
  const wrong = outcomes.find((each) => !each.ok && each.problem.code !== MISSING);
  const first = wrong ?? outcomes.find((each) => each.ok) ?? outcomes[0];
  if (!first?.ok) return first ?? { ok: false, problem: smokeProblem(MISSING, 'No source.', '', tail) };
  return {
    ...first,
    warnings: outcomes.flatMap((each) => (each.ok ? each.warnings : asWarning(each.problem))),
  };
}

const MISSING = 'metrics-missing';

const asWarning = ({ code, what, next }: Problem): SmokeWarning => ({ code, what, next });

function checkSource(outDir: string, rule: MetricsRule, tail: readonly string[]): MetricsOutcome {
  const fail = (code: string, what: string, next: string): MetricsOutcome => ({
    ok: false,
    problem: smokeProblem(code, what, next, tail),
  });
  const paths = metricsFiles(outDir, rule);
  const path = paths.at(-1) ?? rule.path;
  const file = readRegularFile(outDir, path);
  if (file.found === 'nothing') {
    return fail(
      MISSING,
      `The smoke command ended well but wrote no ${path} below $GPU_LEASE_OUT.`,
      `${WRITE[rule.format ?? 'jsonl']} to $GPU_LEASE_OUT/${path}, or correct \`metrics.path\`.`,
    );
  }
  if (file.found === 'unusable') {
    return fail('metrics-unusable', `The metrics file ${path} ${file.why}.`, 'Write a regular file.');
  }
  const pieces = [...besides(outDir, paths, rule), { bytes: file.bytes, at: 0 }];
  const rows = () => pieces.flatMap((piece) => [...rowsOf(piece, rule)]);
  const metrics = readMetrics(rows(), rule);
  const fault = metrics.faults[0];
  if (fault)
    return fail(`metrics-${fault.code}`, faultText(rule, fault, metrics.faults.length), ADVICE[fault.code]);
  const lacking = lackingKey(metrics, rule);
  if (lacking) {
    const { key, called, option } = lacking;
    const what = `No ${recordWord(rule)} of ${path} has ${called} \`${key}\`${keysWords(rows())}.`;
    return fail(MISSING, what, `Write it into every ${recordWord(rule)}, or correct \`metrics.${option}\`.`);
  }
  return { ok: true, rule, metrics, warnings: warningsOf(rule, metrics) };
}

/** Trackers may write several files at once, each with series of its own. */
const besides = (outDir: string, paths: readonly string[], rule: MetricsRule): Piece[] =>
  (growthOf(rule) === 'records' ? paths.slice(0, -1) : []).flatMap((path) => {
    const file = readRegularFile(outDir, path);
    return file.found === 'bytes' ? [{ bytes: file.bytes, at: 0 }] : [];
  });

const WRITE: Record<NonNullable<MetricsRule['format']>, string> = {
  jsonl: 'Write one JSON line a step',
  csv: 'Write a table with a header and a row a step',
  'trainer-state': 'Let the Trainer save a checkpoint',
  tensorboard: 'Let it write events of TensorBoard',
};

function lackingKey({ lines }: Metrics, { stepKey, lossKey }: MetricsRule) {
  if (lines.length === 0) return { key: stepKey, called: 'a', option: 'step-key' };
  const hasLoss = lines.some((line) => line.numbers.has(lossKey));
  return hasLoss ? undefined : { key: lossKey, called: 'a number called', option: 'loss-key' };
}

/** What stands in its last whole record instead: most often the key is there under another name. */
function keysWords(rows: readonly Row[]): string {
  let last: ReadonlyMap<string, unknown> | undefined;
  for (const row of rows) if (row.kind === 'record') last = row.record;
  const keys = [...(last?.keys() ?? [])].map((key) => JSON.stringify(key.slice(0, 40)));
  return keys.length === 0 ? '' : `; it has ${keys.slice(0, 12).join(', ')}`;
}

function faultText(rule: MetricsRule, fault: MetricsFault, count: number): string {
  const word = recordWord(rule) === 'line' ? 'Line' : 'Record';
  return `${word} ${fault.line} of ${rule.path} ${fault.what}${count > 1 ? `; ${count} faults in all` : ''}.`;
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
      what: `The last line of ${rule.path} has no line end.`,
      next: 'Write each line with its end in a single write, and flush.',
    });
  }
  if (metrics.oddKeys.length > 0) {
    warnings.push({
      code: 'metrics-odd',
      what: `Not finite in ${rule.path}: ${metrics.oddKeys.slice(0, 8).join(', ')}.`,
      next: 'Leave a value out where it is not known.',
    });
  }
  const best = rule.best?.key;
  if (best !== undefined && !metrics.lines.some((line) => line.numbers.has(best))) {
    warnings.push({
      code: 'metrics-no-best',
      what: `No ${recordWord(rule)} of ${rule.path} has \`${best}\`, which chooses the best checkpoint.`,
      next: 'Let the smoke reach its validation, or correct `metrics.best`.',
    });
  }
  return warnings;
}
