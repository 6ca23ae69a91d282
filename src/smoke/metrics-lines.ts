import type { MetricsRule } from '../job/job.ts';

/** One line of a metrics file that has a step. */
export interface MetricsLine {
  /** Counted from 1. */
  line: number;
  step: number;
  /** Finite numbers of the line, by key. */
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
  /** The last line has no end: its writer was killed, or still writes. */
  torn: boolean;
}

/** JSON does not care for blanks at a line's end, and no trainer writes these two: so they tell old lines from new. */
const MARK = ' \t';

/** Marks every complete line, so that after a restart it is known whose a line is, even when both write the same. */
export const markLines = (text: string): string => text.replaceAll(/(?<=[^\n])\n/g, `${MARK}\n`);

/** JSON lines with `stepKey`; other lines (a header, a validation record without a step) are passed over. */
export function readMetrics(text: string, rule: MetricsRule): Metrics {
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  const metrics: Metrics = { lines: [], faults: [], oddKeys: [], torn: complete.length < text.length };
  const odd = new Set<string>();
  for (const [index, raw] of complete.split('\n').slice(0, -1).entries()) {
    if (raw.trim() === '') continue;
    const record = parseRecord(raw);
    if (!record) {
      metrics.faults.push({ code: 'not-json', line: index + 1, what: `is not a JSON object: ${quote(raw)}` });
    } else {
      readRecord(record, index + 1, raw.endsWith(MARK), rule, metrics, odd);
    }
  }
  metrics.oddKeys = [...odd];
  return metrics;
}

function readRecord(
  record: Map<string, unknown>,
  line: number,
  old: boolean,
  rule: MetricsRule,
  metrics: Metrics,
  odd: Set<string>,
): void {
  const judged = [rule.lossKey, ...(rule.best ? [rule.best.key] : [])];
  for (const key of judged) {
    const fault = record.has(key) ? faultOf(key, record.get(key)) : undefined;
    if (fault) metrics.faults.push({ ...fault, line });
  }
  for (const [key, value] of record) if (!judged.includes(key) && isNonFinite(value)) odd.add(key);
  if (!record.has(rule.stepKey)) return;
  const step = record.get(rule.stepKey);
  if (typeof step !== 'number' || !Number.isSafeInteger(step) || step < 0) {
    metrics.faults.push({
      code: 'bad-step',
      line,
      what: `has ${rule.stepKey} ${quote(step)}, not a whole number`,
    });
    return;
  }
  const numbers = [...record].filter((pair): pair is [string, number] => Number.isFinite(pair[1]));
  metrics.lines.push({ line, step, numbers: new Map(numbers), old });
}

function faultOf(key: string, value: unknown): Pick<MetricsFault, 'code' | 'what'> | undefined {
  if (Number.isFinite(value)) return undefined;
  if (isNonFinite(value)) return { code: 'not-finite', what: `has ${key} ${quote(value)}` };
  return { code: 'not-a-number', what: `has ${key} ${quote(value)}, which is not a number` };
}

/** NaN has many spellings on its way through JSON: Python's bare word, a string, JavaScript's null. */
function isNonFinite(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'string' && /^[+-]?(?:nan|inf(?:inity)?)$/i.test(value.trim());
}

/** A Map, because the keys are a stranger's and `__proto__` is one of the things they may be called. */
function parseRecord(raw: string): Map<string, unknown> | undefined {
  // Python's json writes NaN and Infinity as bare words, which JSON does not have.
  const asStrings = raw.replaceAll(/(?<=[:[,]\s*)(-?Infinity|-?NaN)(?=\s*[,}\]])/g, '"$1"');
  for (const text of [raw, asStrings]) {
    try {
      const value: unknown = JSON.parse(text);
      const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
      return isRecord ? new Map(Object.entries(value)) : undefined;
    } catch {}
  }
  return undefined;
}

const quote = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 80);
