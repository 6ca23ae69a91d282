import type { ReportFacts } from './facts.ts';
import { brief } from './html-chart.ts';
import { section } from './html-page.ts';
import type { Series } from './metrics-charts.ts';

const MOST_ROWS = 1000;
const MOST_VARIABLES = 8;

/** Cells beside one another: what was set in each, what it came to, and how it ended. Those that did not finish first, then the best. */
export function cells({ cells: all, series }: ReportFacts): string {
  const judged = judgedBy(series);
  const variables = [...new Set(all.flatMap(({ differs = {} }) => Object.keys(differs)))].slice(
    0,
    MOST_VARIABLES,
  );
  const ranked = [...all].sort((one, other) => compared(rankOf(one, judged), rankOf(other, judged)));
  const shown = ranked.slice(0, MOST_ROWS);
  const best = all.length > 1 ? ranked.find((cell) => Number.isFinite(rankOf(cell, judged))) : undefined;
  return section({
    title: 'Cells',
    columns: [
      { title: 'cell' },
      ...variables.map((title) => ({ title, class: 'mono' as const })),
      { title: `last ${judged?.key ?? ''}`, class: 'number' },
      { title: `best ${judged?.key ?? ''}`, class: 'number' },
      { title: 'ended', class: 'short' },
      { title: 'verified step', class: 'number' },
      { title: 'resumed at' },
    ],
    rows: shown.map((cell) => [
      cell === best ? `${cell.name} ★ best` : cell.name,
      ...variables.map((name) => cell.differs?.[name] ?? ''),
      numberOf(judged?.last.get(cell.name)),
      numberOf(judged?.best.get(cell.name)),
      cell.ended,
      String(cell.verifiedStep ?? ''),
      cell.resumedAt.slice(0, 20).join(', '),
    ]),
    left: all.length - shown.length,
    where: 'cells are in the ledger.',
  });
}

interface Judged {
  key: string;
  better: 'min' | 'max';
  /** By its best, where the job says that it decides; else by its last. */
  decides: boolean;
  last: ReadonlyMap<string, number>;
  best: ReadonlyMap<string, number>;
}

/** By the metric that the job says decides; else by the loss. */
function judgedBy(series: readonly Series[]): Judged | undefined {
  const known = series.filter(({ better }) => better !== undefined);
  const first = known.find(({ decides }) => decides) ?? known[0];
  if (!first?.better) return;
  const { key, source, better, decides } = first;
  const own = known.filter((each) => each.key === key && each.source === source);
  return {
    ...{ key, better, decides },
    last: new Map(own.map(({ cell, points }) => [cell, points.at(-1)?.value ?? Number.NaN])),
    best: new Map(
      own.map(({ cell, least, greatest }) => [cell, (better === 'min' ? least : greatest).value]),
    ),
  };
}

const isFinished = (ended: string): boolean => ended.startsWith('finished');

/** Those that did not finish first; of the others the best, and last those of which nothing is known. */
function rankOf({ name, ended }: ReportFacts['cells'][number], judged: Judged | undefined): number {
  if (!isFinished(ended)) return Number.NEGATIVE_INFINITY;
  const value = (judged?.decides ? judged.best : judged?.last)?.get(name);
  if (value === undefined) return Number.POSITIVE_INFINITY;
  return judged?.better === 'max' ? -value : value;
}

const compared = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

const numberOf = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : brief(value);
