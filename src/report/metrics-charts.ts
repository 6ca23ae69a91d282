import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileGlob } from '../job/glob.ts';
import { rowsOf } from '../metrics/reader.ts';
import type { Piece } from '../metrics/row.ts';
import { isPrinted, type MetricsOfJob, type MetricsRule, sourcesOf } from '../metrics/rule.ts';
import { numbersOf } from '../metrics/series.ts';
import { type ChartPoint, inOrder } from './loss-chart.ts';

/** Of all files of one source of one cell. */
const MAX_METRICS_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 16;
const MAX_CELLS = 12;
/** Of one source of one cell: the loss, what decides which is best, and then what stands first in its records. */
const MAX_SERIES = 6;
/** Says when or how far, and not how well. */
const NO_CURVE =
  /(^|[._/])(_?step|_?timestamp|_?runtime|epoch|iter|iteration|wall_?time|global_step|total_flos|.*_(runtime|per_second))$/i;

export interface Chart {
  cell: string;
  /** Of the series, as its records name it. */
  key: string;
  title: string;
  points: ChartPoint[];
}

/** A chart for each series of each source that the cells of a run left in `dir`, all losses first. */
export function metricsCharts(dir: string, cells: Iterable<string>, job: MetricsOfJob): Chart[] {
  const charts = [...cells].slice(0, MAX_CELLS).flatMap((cell) => {
    const files = filesBelow(join(dir, cell));
    // What a command prints stays on the box: only a log in its output directory is here.
    const sources = sourcesOf(job).filter((rule) => !isPrinted(rule));
    return sources.map((rule) => chartsOf(cell, seriesIn(join(dir, cell), files, rule), rule));
  });
  return [...charts.flatMap((each) => each.slice(0, 1)), ...charts.flatMap((each) => each.slice(1))];
}

function chartsOf(cell: string, series: Map<string, ChartPoint[]>, { lossKey, best }: MetricsRule): Chart[] {
  const named = [lossKey, ...(best ? [best.key] : [])];
  const keys = new Set([...named, ...[...series.keys()].filter((key) => !NO_CURVE.test(key))]);
  const loss = series.get(lossKey);
  // The loss is there under its own name, too.
  const isTwin = (key: string) => key !== lossKey && loss !== undefined && isSame(series.get(key), loss);
  const once = [...keys].filter((key) => !isTwin(key));
  return once.slice(0, MAX_SERIES).flatMap((key) => {
    const points = inOrder(series.get(key) ?? []);
    const name = key.slice(0, 80);
    return points.length > 1 ? [{ cell, key: name, title: `${name} of ${cell}`, points }] : [];
  });
}

const isSame = (one: readonly ChartPoint[] | undefined, other: readonly ChartPoint[]): boolean =>
  one?.length === other.length &&
  one.every(({ step, value }, at) => step === other[at]?.step && value === other[at]?.value);

/** Every number by its key, over all files of the source: a resume may have begun another one, with a higher number in its name. */
export function seriesIn(
  dir: string,
  files: readonly string[],
  rule: MetricsRule,
): Map<string, ChartPoint[]> {
  const series = new Map<string, ChartPoint[]>();
  const isOne = compileGlob(rule.path);
  let left = MAX_METRICS_BYTES;
  for (const path of files.filter(isOne).sort(BY_NUMBER.compare)) {
    const piece: Piece = { bytes: readBounded(join(dir, path), left), at: 0 };
    left -= piece.bytes.length;
    for (const row of rowsOf(piece, rule)) if (row.kind === 'record') addTo(series, row.record, rule);
  }
  return series;
}

const BY_NUMBER = new Intl.Collator('en', { numeric: true });
const MOST_KEYS = 200;

function addTo(
  series: Map<string, ChartPoint[]>,
  record: ReadonlyMap<string, unknown>,
  rule: MetricsRule,
): void {
  const numbers = numbersOf(record, rule);
  const step = numbers.get(rule.stepKey);
  if (step === undefined) return;
  for (const [key, value] of numbers) {
    if (key === rule.stepKey) continue;
    const points = series.get(key);
    if (points) points.push({ step, value });
    else if (series.size < MOST_KEYS || key === rule.lossKey || key === rule.best?.key)
      series.set(key, [{ step, value }]);
  }
}

/** Plain files as paths relative to `dir`; bounded, and not through links. */
export function filesBelow(dir: string): string[] {
  const found: string[] = [];
  const walk = (prefix: string, depth: number): void => {
    for (const entry of entriesOf(join(dir, prefix))) {
      if (found.length >= MAX_ENTRIES) return;
      const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && depth < MAX_DEPTH) walk(path, depth + 1);
    }
  };
  walk('', 0);
  return found;
}

function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}

function readBounded(path: string, mostBytes: number): Uint8Array {
  try {
    const bytes = readFileSync(path);
    return bytes.length > mostBytes ? new Uint8Array() : bytes;
  } catch {
    return new Uint8Array();
  }
}
