import { join } from 'node:path';
import { type Clock, secondsBetween } from '../clock.ts';
import { compileGlob } from '../job/glob.ts';
import { growthOf, rowsOf } from '../metrics/reader.ts';
import type { Piece } from '../metrics/row.ts';
import { isPrinted, type MetricsRule } from '../metrics/rule.ts';
import { type Metrics, type MetricsLine, readMetrics } from '../metrics/series.ts';
import { markLines } from '../metrics/text-lines.ts';
import {
  type FileSighting,
  filesMatching,
  overwriteRegularFile,
  readRegularFile,
  sight,
} from './bounded-file.ts';

import { nudged } from './nudge.ts';
import type { PrintedMetrics } from './printed-metrics.ts';

/** The files of one source below an output directory, oldest first. One that is named without wildcards needs not be there. */
export function metricsFiles(outDir: string, { path }: MetricsRule): string[] {
  return sightings(outDir, path).map((file) => file.path);
}

function sightings(outDir: string, path: string): FileSighting[] {
  const found = /[*?[\]]/.test(path)
    ? filesMatching(outDir, compileGlob(path))
    : [sight(outDir, path) ?? []].flat();
  return found.sort((a, b) => Number(a.modifiedAt - b.modifiedAt));
}

/**
 * One source of metrics as the drill follows it over a restart. Whose a record is shows in a different way for each growth: lines are
 * marked before the restart; of a file that is written anew, what was not written again is old, and so is the history that it holds of
 * the steps up to the checkpoint; frames are told by where they stand.
 */
export class DrilledMetrics {
  readonly rule: MetricsRule;
  readonly #outDir: string;
  readonly #printed: PrintedMetrics;
  #restart: Restart | undefined;
  #withoutAt: Date | undefined;
  #rewritten: Rewritten | undefined;

  readonly #clock: Pick<Clock, 'now'>;

  constructor(
    outDir: string,
    rule: MetricsRule,
    { printed, clock }: { printed: PrintedMetrics; clock: Pick<Clock, 'now'> },
  ) {
    this.#outDir = outDir;
    this.#printed = printed;
    this.#clock = clock;
    this.rule = rule;
  }

  /** `undefined` where there is nothing to read. */
  read(): Metrics | undefined {
    if (isPrinted(this.rule)) return readMetrics(this.#printed.rowsOf(this.rule), this.rule);
    const files = sightings(this.#outDir, this.rule.path);
    const growth = growthOf(this.rule);
    if (growth === 'whole' && this.#restart) return this.#readHistories(files, this.#restart);
    if (growth === 'records') return this.#readRecords(files);
    if (growth === 'pages') return this.#readPages(files);
    const newest = files.at(-1);
    const metrics = newest && this.#readFile(newest.path);
    return metrics && this.#restart ? this.#withOwnHistory(metrics, this.#restart) : metrics;
  }

  /** How the lines of the first attempt came to be written anew, so that no mark tells them from those of a start at step 1. */
  get rewritten(): Rewritten | undefined {
    return this.#rewritten;
  }

  /** Whether anything was logged so far. */
  isBegun(): boolean {
    if (isPrinted(this.rule)) return (this.read()?.lines.length ?? 0) > 0;
    return sightings(this.#outDir, this.rule.path).some(({ bytes }) => bytes > 0);
  }

  /**
   * A trainer that cuts its file back to the checkpoint may write the lines that it keeps once more. They are a history, not a start,
   * where they are those that lay there. Where the same numbers are there that the first attempt logged, the trainer may remember them, or
   * have done the steps again since the look before: then a start is seen at its first steps only by who looks in time.
   */
  #withOwnHistory(metrics: Metrics, { history, laid }: Restart): Metrics {
    const begins = (known: readonly MetricsLine[]): boolean =>
      known.length > 0 && known.every((line, at) => isSameLine(line, metrics.lines[at]));
    const isLaid = begins(laid);
    const now = this.#clock.now();
    if (!isLaid && !begins(history)) {
      this.#withoutAt = now;
      return metrics;
    }
    this.#rewritten ??= {
      isCopy: isLaid && !laid.every((line, at) => isSameLine(line, history[at])),
      withinSeconds: this.#withoutAt ? secondsBetween(this.#withoutAt, now) : 0,
    };
    return {
      ...metrics,
      lines: metrics.lines.map((line, at) => (at < history.length ? { ...line, old: true } : line)),
    };
  }

  /** From here on, what is written is the second attempt's, which is to go on from that step. */
  mark(resumedFrom: number): void {
    if (isPrinted(this.rule)) return;
    const files = sightings(this.#outDir, this.rule.path);
    const lines = this.read()?.lines ?? [];
    const history = lines.filter(({ step }) => step <= resumedFrom);
    const before = new Map(files.map((file) => [file.path, file]));
    const growth = growthOf(this.rule);
    if (growth === 'lines' || growth === 'table') {
      for (const { path } of files) this.#markFile(path, path === files.at(-1)?.path ? history : []);
    }
    this.#withoutAt = this.#clock.now();
    this.#restart = {
      resumedFrom,
      lastRow: lines.at(-1)?.line ?? -1,
      history,
      laid: (this.read()?.lines ?? [])
        .filter(({ step }) => step <= resumedFrom)
        .map((line) => ({ ...line, old: false })),
      before,
    };
  }

  #markFile(path: string, history: readonly MetricsLine[]): void {
    const file = readRegularFile(this.#outDir, path);
    if (file.found !== 'bytes') return;
    const losses = new Map(history.map(({ line, numbers }) => [line, numbers.get(this.rule.lossKey)]));
    const lines = file.bytes.toString('utf8').split('\n');
    const laid = lines.map((line, at) => {
      const loss = losses.get(at + 1);
      return loss === undefined ? line : nudged(line, loss);
    });
    overwriteRegularFile(join(this.#outDir, path), markLines(laid.join('\n')));
  }

  #readFile(path: string): Metrics | undefined {
    const file = readRegularFile(this.#outDir, path);
    return file.found === 'bytes' ? this.#metricsIn({ bytes: file.bytes, at: 0 }) : undefined;
  }

  #metricsIn(piece: Piece): Metrics {
    return readMetrics(rowsOf(piece, this.rule), this.rule);
  }

  /** A file that ends before the checkpoint's step was written by an attempt that began at the start: all of it is new. */
  #readHistories(files: readonly FileSighting[], { resumedFrom, before }: Restart): Metrics {
    const changed = files.filter(({ path, identity }) => before.get(path)?.identity !== identity);
    const read = changed.flatMap(({ path }) => this.#readFile(path) ?? []);
    const inOrder = read.sort((a, b) => lastStep(a.lines) - lastStep(b.lines));
    return together(
      inOrder.map((metrics) => {
        const goesOn = lastStep(metrics.lines) > resumedFrom;
        return { metrics, isOld: ({ step }) => goesOn && step <= resumedFrom };
      }),
    );
  }

  /** Rows are numbered, and a restart goes on counting. The same row may be in the database and in its log. */
  #readPages(files: readonly FileSighting[]): Metrics {
    const read = files.flatMap(({ path }) => this.#readFile(path) ?? []);
    const rows = new Map(read.flatMap(({ lines }) => lines).map((line) => [line.line, line]));
    const lines = [...rows.values()].sort((a, b) => a.line - b.line);
    const lastRow = this.#restart?.lastRow ?? -1;
    return together([
      ...read.map((metrics) => ({ metrics: { ...metrics, lines: [] }, isOld: () => false })),
      { metrics: { lines, faults: [], oddKeys: [], torn: false }, isOld: ({ line }) => line <= lastRow },
    ]);
  }

  /** What a file had at the restart is old; what stands behind that, and in files that were not there, is new. */
  #readRecords(files: readonly FileSighting[]): Metrics {
    return together(
      files.flatMap(({ path }) => {
        const file = readRegularFile(this.#outDir, path);
        if (file.found !== 'bytes') return [];
        const { bytes } = file;
        const known = this.#restart?.before.get(path)?.bytes ?? 0;
        const old = { bytes: bytes.subarray(0, known), at: 0 };
        const fresh = { bytes: bytes.subarray(known), at: known, start: old.bytes };
        return [
          { metrics: this.#metricsIn(old), isOld: () => true },
          { metrics: this.#metricsIn(fresh), isOld: () => false },
        ];
      }),
    );
  }
}

export interface Rewritten {
  /** The lines are those that lay there, and were not made anew. */
  isCopy: boolean;
  /** Between the look that saw them first and the one before. */
  withinSeconds: number;
}

interface Restart {
  resumedFrom: number;
  /** Number of the last row, of what numbers its rows. */
  lastRow: number;
  /** What the first attempt logged up to the checkpoint. */
  history: readonly MetricsLine[];
  /** The same as it was laid before the second one, its losses nudged. */
  laid: readonly MetricsLine[];
  before: Map<string, FileSighting>;
}

function together(parts: readonly { metrics: Metrics; isOld: (line: MetricsLine) => boolean }[]): Metrics {
  const all: Metrics = { lines: [], faults: [], oddKeys: [], torn: false };
  for (const { metrics, isOld } of parts) {
    for (const line of metrics.lines) all.lines.push({ ...line, old: isOld(line) });
    all.faults.push(...metrics.faults.slice(0, 1000));
  }
  return all;
}

const lastStep = (lines: readonly MetricsLine[]): number =>
  lines.reduce((most, { step }) => Math.max(most, step), -1);

/** Written out once more a number may lose its last bit. */
const isSameLine = (one: MetricsLine, other: MetricsLine | undefined): boolean =>
  other !== undefined &&
  !other.old &&
  other.step === one.step &&
  other.numbers.size === one.numbers.size &&
  [...one.numbers].every(
    ([key, value]) => Math.abs(value - (other.numbers.get(key) ?? Number.NaN)) <= 1e-12 * Math.abs(value),
  );
