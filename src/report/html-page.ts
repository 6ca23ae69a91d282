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

export const tileList = (pairs: readonly (readonly [string, string])[]): string =>
  `<dl class="tiles">${pairs.map(([name, value]) => `<div><dt>${text(name)}</dt><dd>${text(value)}</dd></div>`).join('')}</dl>`;

export const VERDICT_TONE: Readonly<Record<string, string>> = { pass: 'good', 'pass-degraded': 'warn' };

interface Column {
  title: string;
  class?: 'number' | 'mono' | 'short';
}

interface Section {
  title: string;
  columns: Column[];
  /** Cells as text of a box; a tone colours the word. */
  rows: (string | { word: string; tone: string })[][];
  /** Rows that are not shown. */
  left?: number;
  where?: string;
}

/** A table under a heading; empty text where there is no row. */
export function section({ title, columns, rows, left = 0, where = '' }: Section): string {
  if (rows.length === 0) return '';
  const classOf = (column: Column | undefined, tone = '') => {
    const names = [column?.class ?? '', tone].filter((each) => each !== '').join(' ');
    return names === '' ? '' : ` class="${names}"`;
  };
  const head = columns.map((each) => `<th${classOf(each)}>${text(each.title)}</th>`).join('');
  const body = rows.map((row) => {
    const shown = row.map((cell, index) =>
      typeof cell === 'string'
        ? `<td${classOf(columns[index])}>${text(cell)}</td>`
        : `<td${classOf(columns[index], cell.tone)}>${text(cell.word)}</td>`,
    );
    return `<tr>${shown.join('')}</tr>`;
  });
  const rest = left > 0 ? `\n<p class="rest">${left} more ${text(where)}</p>` : '';
  return `<section><h2>${text(title)}</h2><div class="wide"><table><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>${rest}</section>`;
}
