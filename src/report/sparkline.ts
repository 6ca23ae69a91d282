import { type ChartPoint, downsample } from './loss-chart.ts';

const BLOCKS = '▁▂▃▄▅▆▇█';
/** For a terminal that does not say that it shows more. */
const PLAIN = '_.,:-=+*';

/** A curve in one row of at most `columns` characters, its lowest and highest value as low and as high as a character goes. */
export function sparkline(
  points: readonly ChartPoint[],
  columns: number,
  { blocks }: { blocks: boolean },
): string {
  const values = downsample(points, columns)
    .map(({ value }) => value)
    .filter(Number.isFinite);
  if (columns < 1 || values.length < 2) return '';
  const levels = blocks ? BLOCKS : PLAIN;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const share = (value: number) => (high > low ? (value - low) / (high - low) : 0.5);
  return values.map((value) => levels[Math.round(share(value) * (levels.length - 1))]).join('');
}

/** Whether a terminal of this environment says that it shows more than ASCII. */
export const showsBlocks = (env: NodeJS.ProcessEnv): boolean =>
  /utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || '');
