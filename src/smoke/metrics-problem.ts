import { growthOf, recordWord, rowsOf } from '../metrics/reader.ts';
import type { Row } from '../metrics/row.ts';
import { isPrinted, type MetricsRule, nameOfSource } from '../metrics/rule.ts';
import { type Metrics, type MetricsFault, readMetrics } from '../metrics/series.ts';
import type { FileEdit, Problem } from '../problem.ts';
import { readRegularFile } from './bounded-file.ts';
import { answeredBy, smokeProblem } from './command-problem.ts';
import { likelyLoss, likelyStep } from './likely-key.ts';
import { metricsFiles } from './metrics-files.ts';
import { otherTracker } from './other-tracker.ts';
import type { PrintedMetrics } from './printed-metrics.ts';
import type { SmokeWarning } from './world.ts';
import { isCalledAs, movedGlob, someOf, type Wrote } from './wrote.ts';

export type MetricsOutcome =
  | { ok: true; rule: MetricsRule; metrics: Metrics; warnings: SmokeWarning[] }
  /** `isElsewhere`: it lies beside the code, and was judged there. */
  | { ok: false; problem: Problem; isElsewhere: boolean };

/** What a smoke command left behind. */
export interface Left {
  outDir: string;
  printed: PrintedMetrics;
  /** The last lines of its log. */
  tail: readonly string[];
  wrote: Wrote;
  /** Where `wrote.beside` lies. */
  codeDir: string;
  /** Changes of the commands by which such files come below the output directory, under a path that the glob fits. */
  bring(glob: string, files: readonly string[]): FileEdit[];
}

/**
 * Reads the metrics that a finished smoke left, and judges them: no source may hold what is wrong, and one must have steps and
 * losses. The outcome is of the first that has.
 *
 * @param sources at least one
 */
export function checkMetrics(left: Left, sources: readonly MetricsRule[]): MetricsOutcome {
  const outcomes = sources.map((rule, at) => checkSource(left, rule, at));
  const wrong = outcomes.find((each) => !each.ok && each.problem.code !== MISSING);
  const first = wrong ?? outcomes.find((each) => each.ok) ?? outcomes[0];
  if (!first) throw new Error('no source of metrics to check');
  if (!first.ok) return first;
  const warnings = outcomes.flatMap((each) => (each.ok ? each.warnings : asWarning(each.problem)));
  return { ...first, warnings };
}

/** Nothing is wrong with the numbers: there are none where they are looked for. */
export const MISSING = 'metrics-missing';

const asWarning = ({ code, what, next }: Problem): SmokeWarning => ({ code, what, next });

interface Wrong {
  code: string;
  what: string;
  next: string;
  /** New values of keys of the source. */
  keys?: Readonly<Record<string, string>>;
  /** New values of what is no key of it. */
  edits?: readonly FileEdit[];
  isElsewhere?: boolean;
}

/** @param at its place among the sources of the job */
function checkSource(left: Left, rule: MetricsRule, at: number): MetricsOutcome {
  const failed = ({
    code,
    what,
    next,
    keys = {},
    edits = [],
    isElsewhere = false,
  }: Wrong): MetricsOutcome => ({
    ok: false,
    isElsewhere,
    problem: answeredBy(smokeProblem(code, what, next, left.tail), [
      ...Object.entries(keys).map(([key, value]): FileEdit => ({ path: ['metrics', at, key], value })),
      ...edits,
    ]),
  });
  const found = isPrinted(rule) ? () => left.printed.rowsOf(rule) : rowsLeft(left, rule);
  if (typeof found !== 'function') return failed(found);
  const metrics = readMetrics(found(), rule);
  const wrong = wrongWith(metrics, found, rule);
  return wrong ? failed(wrong) : { ok: true, rule, metrics, warnings: warningsOf(rule, metrics) };
}

const SEVERAL: readonly string[] = ['records', 'pages'];

/** Of the newest file; trackers may write several at once, each with series of its own. */
function rowsLeft(left: Left, rule: MetricsRule): Wrong | (() => Iterable<Row>) {
  const { outDir } = left;
  const paths = metricsFiles(outDir, rule);
  const newest = paths.at(-1) ?? rule.path;
  const file = readRegularFile(outDir, newest);
  if (file.found === 'nothing') return nowhere(newest, rule, left);
  if (file.found === 'unusable') {
    const what = `The metrics file ${newest} ${file.why}.`;
    return { code: 'metrics-unusable', what, next: 'Write a regular file.' };
  }
  const besides = (SEVERAL.includes(growthOf(rule)) ? paths.slice(0, -1) : []).flatMap((path) => {
    const other = readRegularFile(outDir, path);
    return other.found === 'bytes' ? [other.bytes] : [];
  });
  return function* () {
    for (const bytes of [...besides, file.bytes]) yield* rowsOf({ bytes, at: 0 }, rule);
  };
}

/** Where it is not: what is called so elsewhere, and what there is. */
function nowhere(name: string, rule: MetricsRule, left: Left): Wrong {
  const { out, beside } = left.wrote;
  const isIt = isCalledAs(rule.path);
  const [moved, strayed] = [out.filter(isIt), beside.filter(isIt)];
  if (strayed.length > 0) return besideTheCode(name, rule, { left, strayed });
  const there = out.length === 0 ? 'nothing' : someOf(out);
  const what = `${wroteNo(name)}; there it wrote ${there}.`;
  const other = moved.length === 0 ? otherTracker(rule.path, out) : undefined;
  if (other) {
    const next = `Correct \`metrics.path\` to \`${other.glob}\` and \`metrics.format\` to ${other.format}.`;
    return { code: MISSING, what, next, keys: { path: other.glob, format: other.format } };
  }
  const path = moved.length > 0 && isPlainFile(rule) ? movedGlob(rule.path, moved) : undefined;
  const correct = path === undefined ? 'correct `metrics.path`' : `correct \`metrics.path\` to \`${path}\``;
  const next = `${WRITE[rule.format ?? 'jsonl']} to $GPU_LEASE_OUT/${name}, or ${correct}.`;
  return { code: MISSING, what, next, ...(path !== undefined && { keys: { path } }) };
}

const wroteNo = (name: string): string =>
  `The smoke command ended well but wrote no ${name} below $GPU_LEASE_OUT`;

/** Its keys are judged all the same: whoever brings it home would only then find that they have other names. */
function besideTheCode(
  name: string,
  rule: MetricsRule,
  { left, strayed }: { left: Left; strayed: readonly string[] },
): Wrong {
  const edits = left.bring(rule.path, strayed);
  const file = readRegularFile(left.codeDir, strayed.at(-1) ?? '');
  const rows = (): Iterable<Row> =>
    file.found === 'bytes' ? rowsOf({ bytes: file.bytes, at: 0 }, rule) : [];
  const more = file.found === 'bytes' ? wrongWith(readMetrics(rows(), rule), rows, rule) : undefined;
  const how =
    edits.length > 0 ? 'let the commands name "$GPU_LEASE_OUT", as "gpu-lease fix" shows, or w' : 'w';
  const next = `${how}rite to $GPU_LEASE_OUT/${name}.`;
  return {
    code: MISSING,
    isElsewhere: true,
    what: [
      `${wroteNo(name)}: it wrote ${someOf(strayed)} beside the code.`,
      ...(more ? [more.what] : []),
    ].join(' '),
    next: [next.charAt(0).toUpperCase() + next.slice(1), ...(more ? [more.next] : [])].join(' '),
    edits,
    ...(more?.keys && { keys: more.keys }),
  };
}

/** A tracker is known by its folder, and the file says it in another way. */
const isPlainFile = ({ format }: MetricsRule): boolean => format === undefined || format === 'csv';

function wrongWith(metrics: Metrics, rows: () => Iterable<Row>, rule: MetricsRule): Wrong | undefined {
  const [fault] = metrics.faults;
  if (fault) {
    const what = faultText(rule, fault, metrics.faults.length);
    return { code: `metrics-${fault.code}`, what, next: ADVICE[fault.code] };
  }
  const lacking = lackingKeys(metrics, rule);
  const [first] = lacking;
  if (!first) return;
  if (isPrinted(rule)) {
    const what = `No line that the smoke command printed fits \`${rule.pattern}\` with a ${first.key}.`;
    return { code: MISSING, what, next: 'Copy a line of the log, and put `{name}` where its numbers stand.' };
  }
  const keys = keysIn(rows());
  const likely = lacking.flatMap(({ key, option, like }) => {
    const value = keys.includes(key) ? undefined : like(keys);
    return value === undefined ? [] : [[option, value] as const];
  });
  return lackingWords(rule, { first, keys, likely });
}

function lackingWords(
  rule: MetricsRule,
  {
    first: { called, key, option },
    keys,
    likely,
  }: { first: Lacking; keys: readonly string[]; likely: readonly (readonly [string, string])[] },
): Wrong {
  const word = recordWord(rule);
  const seen = keys.length === 0 ? '' : `; it has ${someOf(keys.map(quoted), 12)}`;
  const what = `No ${word} of ${nameOfSource(rule)} has ${called} \`${key}\`${seen}.`;
  const values = likely.map(([name, value]) => `\`metrics.${name}\` to ${quoted(value)}`);
  const correct = values.length === 0 ? `\`metrics.${option}\`` : values.join(' and ');
  const next = `Write it into every ${word}, or correct ${correct}.`;
  return { code: MISSING, what, next, keys: Object.fromEntries(likely) };
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 40));

const WRITE: Record<NonNullable<MetricsRule['format']>, string> = {
  jsonl: 'Write one JSON line a step',
  csv: 'Write a table with a header and a row a step',
  'trainer-state': 'Let the Trainer save a checkpoint',
  tensorboard: 'Let it write events of TensorBoard',
  wandb: 'Let it write its run, for example with WANDB_DIR="$GPU_LEASE_OUT"',
  trackio: 'Let it write its database, for example with TRACKIO_DIR="$GPU_LEASE_OUT/trackio"',
  log: 'Let the command write its log',
};

interface Lacking {
  key: string;
  called: string;
  option: string;
  /** Which of the keys that are there it most likely is. */
  like: (keys: readonly string[]) => string | undefined;
}

/** Without a step nothing tells whether the loss is there: both may have another name. */
function lackingKeys({ lines }: Metrics, { stepKey, lossKey }: MetricsRule): Lacking[] {
  const loss = { key: lossKey, called: 'a number called', option: 'loss-key', like: likelyLoss };
  if (lines.length === 0) return [{ key: stepKey, called: 'a', option: 'step-key', like: likelyStep }, loss];
  return lines.some((line) => line.numbers.has(lossKey)) ? [] : [loss];
}

/** What stands in its last whole record instead: most often the key is there under another name. */
function keysIn(rows: Iterable<Row>): string[] {
  let last: ReadonlyMap<string, unknown> | undefined;
  for (const row of rows) if (row.kind === 'record') last = row.record;
  return [...(last?.keys() ?? [])];
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
