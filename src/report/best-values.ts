import { join } from 'node:path';
import { isPrinted, type MetricsOfJob, sourcesOf } from '../metrics/rule.ts';
import { filesBelow, seriesIn } from './metrics-charts.ts';

/** The best that a cell's metric came to, by `metrics.best` of its job. */
export interface BestValue {
  cell: string;
  value: number;
  step: number;
}

/** Of each cell that left the metric in `dir`; none where the job names no metric, or prints it. */
export function bestValues(dir: string, cells: Iterable<string>, job: MetricsOfJob): BestValue[] {
  const rule = sourcesOf(job).find(({ best }) => best !== undefined);
  if (!rule?.best || isPrinted(rule)) return [];
  const { key, direction } = rule.best;
  return [...cells].flatMap((cell): BestValue[] => {
    const home = join(dir, cell);
    const [first, ...others] = seriesIn(home, filesBelow(home), rule).get(key) ?? [];
    if (!first) return [];
    const isBetter = (one: number, other: number) => (direction === 'max' ? one > other : one < other);
    const best = others.reduce((so, each) => (isBetter(each.value, so.value) ? each : so), first);
    return [{ cell, ...best }];
  });
}
