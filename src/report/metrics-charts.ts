import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileGlob } from '../job/glob.ts';
import { rowsOf } from '../metrics/reader.ts';
import type { Piece } from '../metrics/row.ts';
import { isPrinted, type MetricsOfJob, type MetricsRule, sourcesOf } from '../metrics/rule.ts';
import { numbersOf } from '../metrics/series.ts';
import { type ChartPoint, downsample, extremesOf, inOrder } from './loss-chart.ts';

/** Of all files of one source of one cell. */
const MAX_METRICS_BYTES = 64 * 1024 * 1024;
/** Of all cells together: what is left out then are whole cells, the last ones. */
const MAX_ALL_BYTES = 12 * MAX_METRICS_BYTES;
const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 16;
/** Of a page for whom a picture for each is too much. */
const FEW_CELLS = 12;
/** Of one source of one cell: the loss, what decides which is best, and then what stands first in its records. */
const FEW_SERIES = 6;
/** More are not drawn by anybody; the ends and the extremes are kept beside. Of many cells each has a line among many. */
const MOST_POINTS = { few: 1000, many: 100 };
/** Says when, and not how well. */
const NO_SERIES =
  /(^|[._/])(_?step|_?timestamp|_?runtime|epoch|iter|iteration|(wall_?)?time|seconds|elapsed|global_step|total_flos|.*_runtime)$/i;
/** Says how fast: for a table, and for a picture only where there is room. */
const PACE = /_per_second$/i;

export interface Chart {
  cell: string;
  /** Of the series, as its records name it. */
  key: string;
  title: string;
  points: ChartPoint[];
}

/** Every number that a cell logged under one name. */
export interface Series extends Chart {
  /** Place of its source in the job file, from 0. */
  source: number;
  /** Which is the better one, where that is known: of a loss the least. */
  better: 'min' | 'max' | undefined;
  /** The job says that it decides which checkpoint, and which cell, is the best. */
  decides: boolean;
  least: ChartPoint;
  greatest: ChartPoint;
}

/** Every series of every source that the cells of a run left in `dir`, all losses first; points in the order of their steps. */
export function metricsSeries(dir: string, cells: Iterable<string>, job: MetricsOfJob): Series[] {
  const all: Series[][] = [];
  let left = MAX_ALL_BYTES;
  for (const [nth, cell] of [...cells].entries()) {
    const most = nth < FEW_CELLS ? MOST_POINTS.few : MOST_POINTS.many;
    const files = filesBelow(join(dir, cell));
    for (const [source, rule] of sourcesOf(job).entries()) {
      // What a command prints stays on the box: only a log in its output directory is here.
      if (isPrinted(rule) || left <= 0) continue;
      const read = seriesIn(join(dir, cell), files, rule, (bytes) => {
        left -= bytes;
      });
      all.push(seriesOf({ cell, source, rule, most }, read));
    }
  }
  return [...all.flatMap((each) => each.slice(0, 1)), ...all.flatMap((each) => each.slice(1))];
}

/** Those that are drawn where each costs a picture of its own: of few cells, and few of each source. */
export function fewCharts(series: readonly Series[]): Series[] {
  const cells = [...new Set(series.map(({ cell }) => cell))].slice(0, FEW_CELLS);
  const taken = new Map<string, number>();
  return series.filter(({ cell, source, key, points }) => {
    if (!cells.includes(cell) || points.length < 2 || PACE.test(key)) return false;
    const of = `${source} ${cell}`;
    taken.set(of, (taken.get(of) ?? 0) + 1);
    return (taken.get(of) ?? 0) <= FEW_SERIES;
  });
}

function seriesOf(
  { cell, source, rule, most }: { cell: string; source: number; rule: MetricsRule; most: number },
  read: Map<string, ChartPoint[]>,
): Series[] {
  const { lossKey, best } = rule;
  const named = [lossKey, ...(best ? [best.key] : [])];
  const keys = new Set([...named, ...[...read.keys()].filter((key) => !NO_SERIES.test(key))]);
  const loss = read.get(lossKey);
  // The loss is there under its own name, too.
  const isTwin = (key: string) => key !== lossKey && loss !== undefined && isSame(read.get(key), loss);
  return [...keys].flatMap((key) => {
    const points = isTwin(key) ? [] : inOrder(read.get(key) ?? []);
    const [first, ...others] = points;
    if (!first) return [];
    const name = key.slice(0, 80);
    return [
      {
        ...{ cell, source, key: name, title: `${name} of ${cell}` },
        decides: key === best?.key,
        better: key === best?.key ? best.direction : key === lossKey ? ('min' as const) : undefined,
        points: thinned(points, most),
        ...extremesOf([first, ...others]),
      },
    ];
  });
}

/** The first and the last as they are: those are read as numbers. */
function thinned(points: ChartPoint[], most: number): ChartPoint[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= most) return points;
  return [first, ...downsample(points.slice(1, -1), most - 2), last];
}

const isSame = (one: readonly ChartPoint[] | undefined, other: readonly ChartPoint[]): boolean =>
  one?.length === other.length &&
  one.every(({ step, value }, at) => step === other[at]?.step && value === other[at]?.value);

/** Every number by its key, over all files of the source: a resume may have begun another one, with a higher number in its name. */
export function seriesIn(
  dir: string,
  files: readonly string[],
  rule: MetricsRule,
  onRead: (bytes: number) => void = () => {},
): Map<string, ChartPoint[]> {
  const series = new Map<string, ChartPoint[]>();
  const isOne = compileGlob(rule.path);
  let left = MAX_METRICS_BYTES;
  for (const path of files.filter(isOne).sort(BY_NUMBER.compare)) {
    const piece: Piece = { bytes: readBounded(join(dir, path), left), at: 0 };
    left -= piece.bytes.length;
    onRead(piece.bytes.length);
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
