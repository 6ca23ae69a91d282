import type { FindingKind } from './books.ts';
import { type LivedLife, STRATA } from './live-one.ts';

const COLUMNS: readonly [title: string, kind: FindingKind][] = [
  ['lost', 'lost'],
  ['doubled', 'doubled'],
  ['unwarranted', 'unwarranted'],
  ['unseen USD', 'unseen'],
  ['stuck', 'stuck'],
  ['wrong word', 'wrong'],
];

/** One row for each stratum and their sum: tries, then how many lives each thing happened in, and the USD nobody was told of. */
export function tableOf(lived: readonly LivedLife[], seconds: number): string {
  const head = ['stratum', 'tries', ...COLUMNS.map(([title]) => title), 'kills', 'looks'];
  const rows = [
    ...STRATA.map((stratum) =>
      row(
        stratum,
        lived.filter((each) => each.stratum === stratum),
      ),
    ),
    row('all', lived),
  ];
  const widths = head.map((title, i) =>
    Math.max(title.length, ...rows.map((cells) => cells[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ');
  const bad = lived.filter(({ findings }) => findings.length > 0).map(({ seed }) => seed);
  return [
    line(head),
    ...rows.map(line),
    `${seconds.toFixed(0)} s; seeds ${range(lived)}${bad.length > 0 ? `; found something: ${bad.sort((a, b) => a - b).join(', ')}` : ''}`,
  ].join('\n');
}

function row(name: string, lived: readonly LivedLife[]): string[] {
  const sum = (of: (life: LivedLife) => number): number => lived.reduce((total, life) => total + of(life), 0);
  return [
    name,
    String(lived.length),
    ...COLUMNS.map(([, kind]) => {
      const found = lived.flatMap(({ findings }) => findings.filter((each) => each.kind === kind));
      if (kind === 'unseen') return found.reduce((usd, each) => usd + (each.usd ?? 0), 0).toFixed(2);
      return String(lived.filter(({ findings }) => findings.some((each) => each.kind === kind)).length);
    }),
    String(sum(({ kills }) => kills)),
    String(sum(({ looks }) => looks)),
  ];
}

function range(lived: readonly LivedLife[]): string {
  const seeds = lived.map(({ seed }) => seed);
  return seeds.length === 0 ? 'none' : `${Math.min(...seeds)} to ${Math.max(...seeds)}`;
}
