import { isNonFinite } from './python-json.ts';
import { MOST_KEYS, quote, type Row } from './row.ts';
import { lossKeyIn, type MetricsRule } from './rule.ts';

/** One record that has a step. */
export interface MetricsLine {
  /** Counted from 1. */
  line: number;
  step: number;
  /** Finite numbers of the record, by key. The loss is there under the rule's key, whatever the record calls it. */
  numbers: ReadonlyMap<string, number>;
  /** Written before the drill's restart: see `markLines`. */
  old: boolean;
}

export interface MetricsFault {
  code: 'not-json' | 'not-finite' | 'not-a-number' | 'bad-step';
  line: number;
  /** A clause with the real value. */
  what: string;
}

export interface Metrics {
  lines: MetricsLine[];
  faults: MetricsFault[];
  /** Numbers other than the declared ones that are not finite: worth a warning, not a failure. */
  oddKeys: string[];
  /** The last record has no end: its writer was killed, or still writes. */
  torn: boolean;
}

/** Records with a step; others (a header, a validation record without a step) are passed over, and their numbers judged. */
export function readMetrics(rows: Iterable<Row>, rule: MetricsRule): Metrics {
  const metrics: Metrics = { lines: [], faults: [], oddKeys: [], torn: false };
  const odd = new Set<string>();
  for (const row of rows) {
    if (row.kind === 'torn') metrics.torn = true;
    else if (row.kind === 'broken') metrics.faults.push({ code: 'not-json', line: row.at, what: row.what });
    else {
      for (const key of judge(row, rule, metrics.faults)) if (odd.size < MOST_ODD) odd.add(key);
      const line = lineOf(row, rule, metrics.faults);
      if (line) metrics.lines.push(line);
    }
  }
  metrics.oddKeys = [...odd];
  return metrics;
}

/** All numbers of a step. Some trackers write a record for each of them, and an evaluation has one beside that of its step. */
export function numbersByStep(lines: readonly MetricsLine[]): Map<number, ReadonlyMap<string, number>> {
  const steps = new Map<number, ReadonlyMap<string, number>>();
  for (const { step, numbers } of lines) {
    const known = steps.get(step);
    steps.set(step, known ? new Map([...known, ...numbers]) : numbers);
  }
  return steps;
}

const MOST_ODD = 1000;

type Record = Extract<Row, { kind: 'record' }>;

/** Faults of the numbers that the job depends on; returns the other keys whose number is not finite. */
function judge({ at, record }: Record, rule: MetricsRule, faults: MetricsFault[]): string[] {
  const judged = [lossKeyIn(record, rule), ...(rule.best ? [rule.best.key] : [])];
  for (const key of judged) {
    const fault = record.has(key) ? faultOf(key, record.get(key)) : undefined;
    if (fault) faults.push({ ...fault, line: at });
  }
  return [...record]
    .filter(([key, value]) => !judged.includes(key) && isNonFinite(value))
    .map(([key]) => key);
}

function lineOf(
  { at, record, marked }: Record,
  rule: MetricsRule,
  faults: MetricsFault[],
): MetricsLine | undefined {
  if (!record.has(rule.stepKey)) return;
  const step = stepIn(record, rule);
  if (step === undefined) {
    const what = `has ${rule.stepKey} ${quote(record.get(rule.stepKey))}, not a whole number`;
    faults.push({ code: 'bad-step', line: at, what });
    return;
  }
  return { line: at, step, numbers: numbersOf(record, rule), old: marked };
}

/** A whole number from 0; `undefined` where the record has none. */
export function stepIn(record: ReadonlyMap<string, unknown>, { stepKey }: MetricsRule): number | undefined {
  const step = record.get(stepKey);
  return typeof step === 'number' && Number.isSafeInteger(step) && step >= 0 ? step : undefined;
}

export function numbersOf(record: ReadonlyMap<string, unknown>, rule: MetricsRule): Map<string, number> {
  const numbers = new Map<string, number>();
  const take = (key: string, value: unknown): void => {
    if (typeof value === 'number' && Number.isFinite(value)) numbers.set(key, value);
  };
  for (const [key, value] of record) {
    if (numbers.size >= MOST_KEYS) break;
    take(key, value);
  }
  for (const key of [rule.stepKey, rule.best?.key]) if (key !== undefined) take(key, record.get(key));
  take(rule.lossKey, record.get(lossKeyIn(record, rule)));
  return numbers;
}

function faultOf(key: string, value: unknown): Pick<MetricsFault, 'code' | 'what'> | undefined {
  if (Number.isFinite(value)) return undefined;
  if (isNonFinite(value)) return { code: 'not-finite', what: `has ${key} ${quote(value)}` };
  return { code: 'not-a-number', what: `has ${key} ${quote(value)}, which is not a number` };
}
