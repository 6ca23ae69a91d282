import { type KeptRow, type ReportFacts, worstFirst } from './facts.ts';
import { section, VERDICT_TONE } from './html-page.ts';
import { htmlText as text } from './html-text.ts';
import { formatBytes } from './progress-bar.ts';
import { visibleLine } from './visible-text.ts';

const MOST_ROWS = 1500;
const MOST_SUMS = 400;

/** Where the files are, what each was found to be, and what one needs to check them anywhere. */
export const files = (facts: ReportFacts): string => `${sealed(facts)}${safe(facts)}`;

function sealed({ verdicts, seal, stored }: ReportFacts): string {
  const rows = worstFirst(verdicts).slice(0, MOST_ROWS);
  const places = [
    ...(seal ? [{ of: 'sealed in', place: seal.place }] : []),
    ...stored.map(({ store, place, keptUntil }) => ({
      of: `${store.replaceAll('-', ' ')}${keptUntil === undefined ? '' : ` until ${keptUntil.slice(0, 10)}`}`,
      place,
    })),
  ];
  return section({
    title: 'Files',
    lead: placesList(places),
    columns: [
      { title: 'verdict', class: 'short' },
      { title: 'file', class: 'copy' },
      { title: 'role', class: 'short' },
      { title: 'size', class: 'number' },
      { title: 'level' },
      { title: 'sha256', class: 'mono' },
      { title: 'why', class: 'long' },
    ],
    rows: rows.map((row) => [
      { word: row.verdict, tone: VERDICT_TONE[row.verdict] ?? 'bad' },
      `${row.cell}/${row.path}`,
      row.role,
      formatBytes(row.bytes),
      row.level,
      row.sha256.slice(0, 12),
      row.why,
    ]),
    left: verdicts.length - rows.length,
    where: 'are in +evidence/verdicts.json.',
    after: sums(rows),
  });
}

/** Before anything is sealed, or where nothing ever will be: what is home and was loaded. */
function safe({ kept }: ReportFacts): string {
  const rows = kept.slice(0, MOST_ROWS);
  const places = [...new Set(kept.map(({ place }) => place))].filter((place) => place !== '').slice(0, 12);
  return section({
    title: 'Safe so far',
    lead: placesList(places.map((place) => ({ of: 'verified copies in', place }))),
    columns: [
      { title: 'verdict', class: 'short' },
      { title: 'file', class: 'copy' },
      { title: 'size', class: 'number' },
      { title: 'sha256', class: 'mono' },
    ],
    rows: rows.map((row) => [
      { word: row.verdict, tone: VERDICT_TONE[row.verdict] ?? 'bad' },
      `${row.cell}/${row.path}`,
      formatBytes(row.bytes),
      row.sha256.slice(0, 12),
    ]),
    left: kept.length - rows.length,
    where: 'are in the ledger.',
    after: sums(rows),
  });
}

const placesList = (places: readonly { of: string; place: string }[]): string =>
  places.length === 0
    ? ''
    : `<ul class="where">${places.map(({ of, place }) => `<li>${text(of)} <code class="copy">${text(place)}</code></li>`).join('')}</ul>`;

/** Each on its line, whatever a file is called: nothing here is a command. */
function sums(rows: readonly Pick<KeptRow, 'cell' | 'path' | 'sha256'>[]): string {
  const lines = rows
    .slice(0, MOST_SUMS)
    .map(({ cell, path, sha256 }) => `${visibleLine(sha256)}  ${visibleLine(`${cell}/${path}`)}`);
  const left = rows.length - lines.length;
  const words = `SHA-256 of ${left > 0 ? `the first ${lines.length}` : 'each'}, as "sha256sum -c" reads it in that folder`;
  return `<details><summary>${text(words)}</summary><pre class="copy" tabindex="0">${text(lines.join('\n'))}</pre></details>`;
}
