import { join } from 'node:path';
import { compileGlob } from '../job/glob.ts';
import { growthOf, rowsOf } from '../metrics/reader.ts';
import type { Piece } from '../metrics/row.ts';
import type { MetricsRule } from '../metrics/rule.ts';
import { type Metrics, type MetricsLine, readMetrics } from '../metrics/series.ts';
import { markLines } from '../metrics/text-lines.ts';
import {
  type FileSighting,
  filesMatching,
  overwriteRegularFile,
  readRegularFile,
  sight,
} from './bounded-file.ts';

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
 * the steps up to the checkpoint.
 */
export class DrilledMetrics {
  readonly rule: MetricsRule;
  readonly #outDir: string;
  #restart: { resumedFrom: number; before: Map<string, string> } | undefined;

  constructor(outDir: string, rule: MetricsRule) {
    this.#outDir = outDir;
    this.rule = rule;
  }

  /** `undefined` where there is nothing to read. */
  read(): Metrics | undefined {
    const files = sightings(this.#outDir, this.rule.path);
    if (growthOf(this.rule) === 'whole' && this.#restart) return this.#readHistories(files, this.#restart);
    const newest = files.at(-1);
    return newest && this.#readFile(newest.path);
  }

  /** From here on, what is written is the second attempt's, which is to go on from that step. */
  mark(resumedFrom: number): void {
    const files = sightings(this.#outDir, this.rule.path);
    this.#restart = { resumedFrom, before: new Map(files.map(({ path, identity }) => [path, identity])) };
    if (growthOf(this.rule) === 'whole') return;
    for (const { path } of files) {
      const file = readRegularFile(this.#outDir, path);
      if (file.found === 'bytes')
        overwriteRegularFile(join(this.#outDir, path), markLines(file.bytes.toString('utf8')));
    }
  }

  #readFile(path: string): Metrics | undefined {
    const file = readRegularFile(this.#outDir, path);
    if (file.found !== 'bytes') return;
    const piece: Piece = { bytes: file.bytes, at: 0 };
    return readMetrics(rowsOf(piece, this.rule), this.rule);
  }

  /** A file that ends before the checkpoint's step was written by an attempt that began at the start: all of it is new. */
  #readHistories(
    files: readonly FileSighting[],
    { resumedFrom, before }: { resumedFrom: number; before: Map<string, string> },
  ) {
    const all: Metrics = { lines: [], faults: [], oddKeys: [], torn: false };
    const changed = files.filter(({ path, identity }) => before.get(path) !== identity);
    const read = changed.flatMap(({ path }) => this.#readFile(path) ?? []);
    for (const { lines, faults } of read.sort((a, b) => lastStep(a.lines) - lastStep(b.lines))) {
      const goesOn = lastStep(lines) > resumedFrom;
      all.lines.push(...lines.map((line) => ({ ...line, old: goesOn && line.step <= resumedFrom })));
      all.faults.push(...faults);
    }
    return all;
  }
}

const lastStep = (lines: readonly MetricsLine[]): number => Math.max(-1, ...lines.map(({ step }) => step));
