import type { MetricsRule } from '../job/job.ts';
import type { Problem } from '../problem.ts';
import { readRegularFile } from './bounded-file.ts';
import { smokeProblem } from './command-problem.ts';
import { type Metrics, type MetricsFault, readMetrics } from './metrics-lines.ts';
import type { SmokeWarning } from './world.ts';

export type MetricsOutcome =
  | { ok: true; metrics: Metrics; warnings: SmokeWarning[] }
  | { ok: false; problem: Problem };

/** Reads the metrics that a finished smoke left in `outDir`, and judges them. */
export function checkMetrics(outDir: string, rule: MetricsRule, tail: readonly string[]): MetricsOutcome {
  const fail = (code: string, what: string, next: string): MetricsOutcome => ({
    ok: false,
    problem: smokeProblem(code, what, next, tail),
  });
  const file = readRegularFile(outDir, rule.path);
  if (file.found === 'nothing') {
    return fail(
      'metrics-missing',
      `The smoke command ended well but wrote no ${rule.path} below $GPU_LEASE_OUT.`,
      `Write one JSON line a step to $GPU_LEASE_OUT/${rule.path}, or correct \`metrics.path\`.`,
    );
  }
  if (file.found === 'unusable') {
    return fail('metrics-unusable', `The metrics file ${rule.path} ${file.why}.`, 'Write a regular file.');
  }
  const metrics = readMetrics(file.text, rule);
  const fault = metrics.faults[0];
  if (fault)
    return fail(`metrics-${fault.code}`, faultText(rule, fault, metrics.faults.length), ADVICE[fault.code]);
  if (metrics.lines.length === 0) {
    return fail(
      'metrics-missing',
      `No line of ${rule.path} has a \`${rule.stepKey}\`${keysWords(file.text)}.`,
      'Write it into every line, or correct `metrics.step-key`.',
    );
  }
  if (!metrics.lines.some((line) => line.numbers.has(rule.lossKey))) {
    return fail(
      'metrics-missing',
      `No line of ${rule.path} has a number called \`${rule.lossKey}\`${keysWords(file.text)}.`,
      'Write the loss into the lines, or correct `metrics.loss-key`.',
    );
  }
  return { ok: true, metrics, warnings: warningsOf(rule, metrics) };
}

/** What stands in its last whole line instead: most often the key is there under another name. */
function keysWords(text: string): string {
  const last = text.split('\n').findLast((line) => line.trim().startsWith('{')) ?? '';
  try {
    const keys = Object.keys(JSON.parse(last) as object).map((key) => JSON.stringify(key.slice(0, 40)));
    return keys.length === 0 ? '' : `; it has ${keys.slice(0, 12).join(', ')}`;
  } catch {
    return '';
  }
}

const faultText = (rule: MetricsRule, fault: MetricsFault, count: number): string =>
  `Line ${fault.line} of ${rule.path} ${fault.what}${count > 1 ? `; ${count} faults in all` : ''}.`;

const ADVICE: Record<MetricsFault['code'], string> = {
  'not-json': 'Write one JSON object a line, each with a single write.',
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
      what: `No line of ${rule.path} has \`${best}\`, which chooses the best checkpoint.`,
      next: 'Let the smoke reach its validation, or correct `metrics.best`.',
    });
  }
  return warnings;
}
