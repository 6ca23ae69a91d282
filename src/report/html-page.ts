import { createHash } from 'node:crypto';
import { HTML_STYLE } from './html-style.ts';
import { htmlText as text } from './html-text.ts';

const STYLE_DIGEST = createHash('sha256').update(HTML_STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'`;

/**
 * The frame of every page: no script, no font, no image from anywhere.
 *
 * @param body markup of our own, in which every foreign word went through `htmlText`
 */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${text(title)}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** As many beside each other as leave none alone in its row. */
export function tileList(pairs: readonly (readonly [string, string])[]): string {
  const across = [6, 5, 4, 3].find((count) => pairs.length % count === 0) ?? 4;
  const tiles = pairs.map(([name, value]) => `<div><dt>${text(name)}</dt><dd>${text(value)}</dd></div>`);
  return `<dl class="tiles by${across}">${tiles.join('')}</dl>`;
}

export const VERDICT_TONE: Readonly<Record<string, string>> = { pass: 'good', 'pass-degraded': 'warn' };

interface Column {
  title: string;
  /** `copy`: one click chooses all of it. */
  class?: 'number' | 'mono' | 'short' | 'copy' | 'long';
}

interface Section {
  title: string;
  columns: Column[];
  /** Cells as text of a box; a tone colours the word. */
  rows: (string | { word: string; tone: string })[][];
  /** Markup of our own between heading and table. */
  lead?: string;
  /** Markup of our own below the table. */
  after?: string;
  /** Rows that are not shown. */
  left?: number;
  where?: string;
  /** Read by few: only its heading shows until it is asked for. */
  isFolded?: boolean;
}

/** So many rows are turned into cards on a narrow screen; a longer table is scrolled in its box. */
const MOST_CARDS = 150;

/** A table under a heading; empty text where there is no row. What no row has is no column. */
export function section({ title, columns, rows, left = 0, where = '', ...more }: Section): string {
  if (rows.length === 0) return '';
  const used = columns.map((_, at) => at).filter((at) => rows.some((row) => row[at] !== ''));
  const cards = rows.length <= MOST_CARDS;
  const head = used.map((at) => `<th${classOf(columns[at])}>${text(columns[at]?.title ?? '')}</th>`).join('');
  const body = rows.map((row) => {
    const shown = used.map((at) => tableCell(columns[at], row[at] ?? '', cards));
    return `<tr>${shown.join('')}</tr>`;
  });
  const rest = left > 0 ? `\n<p class="rest">${left} more ${text(where)}</p>` : '';
  const table = `<div class="wide${cards ? ' cards' : ''}" tabindex="0" role="region" aria-label="${text(title)}"><table><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>`;
  return part(title, `${more.lead ?? ''}${table}${rest}${more.after ?? ''}`, more.isFolded);
}

/** @param markup of our own */
export function part(title: string, markup: string, isFolded = false): string {
  const heading = `<h2>${text(title)}</h2>`;
  return isFolded
    ? `<section><details><summary>${heading}</summary>${markup}</details></section>`
    : `<section>${heading}${markup}</section>`;
}

function tableCell(
  column: Column | undefined,
  cell: Section['rows'][number][number],
  cards: boolean,
): string {
  const label = cards ? ` data-title="${text(column?.title ?? '')}"` : '';
  const { word, tone } = typeof cell === 'string' ? { word: cell, tone: '' } : cell;
  return `<td${classOf(column, tone)}${label}>${text(word)}</td>`;
}

function classOf(column: Column | undefined, tone = ''): string {
  const names = [column?.class ?? '', tone].filter((each) => each !== '').join(' ');
  return names === '' ? '' : ` class="${names}"`;
}
