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
 * @param read gives the whole of a file that was copied with it
 * @returns `undefined` where no file of them tells
 */
export async function metricAt(
  read: (path: string) => Promise<Uint8Array>,
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
    for (const line of linesIn(await read(path), rule))
      if (line.step <= step && line.numbers.has(key) && line.step >= (last?.step ?? 0)) last = line;
  }
  return last?.numbers.get(key);
}

const linesIn = (bytes: Uint8Array, rule: MetricsRule): MetricsLine[] =>
  readMetrics(rowsOf({ bytes, at: 0 }, rule), rule).lines;
