import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileGlob } from '../job/glob.ts';
import type { Job } from '../job/job.ts';
import { rowsOf } from '../metrics/reader.ts';
import { isPrinted, type MetricsRule, sourcesOf } from '../metrics/rule.ts';
import { type MetricsLine, readMetrics } from '../metrics/series.ts';

/** More is no record of a training that one process reads at every checkpoint. */
const MOST_BYTES = 64 * 1024 ** 2;

/**
 * What the metric that decides on the best was when the checkpoint was written: the last value up to its step.
 *
 * @param dir where the files lie that were brought with it
 * @returns `undefined` where no file of them tells
 */
export async function metricAt(
  dir: string,
  job: Job,
  { step, files }: { step: number | undefined; files: readonly { path: string; bytes: number }[] },
): Promise<number | undefined> {
  const rule = sourcesOf(job).find((source) => source.best !== undefined && !isPrinted(source));
  const key = rule?.best?.key;
  if (job.checkpoint?.retain?.best !== true || !rule || key === undefined || step === undefined) return;
  const matches = compileGlob(rule.path);
  let last: MetricsLine | undefined;
  for (const { path, bytes } of files) {
    if (!matches(path) || bytes > MOST_BYTES) continue;
    for (const line of await linesIn(join(dir, path), rule))
      if (line.step <= step && line.numbers.has(key) && line.step >= (last?.step ?? 0)) last = line;
  }
  return last?.numbers.get(key);
}

async function linesIn(path: string, rule: MetricsRule): Promise<MetricsLine[]> {
  return readMetrics(rowsOf({ bytes: await readFile(path), at: 0 }, rule), rule).lines;
}
