import { formatSeconds, secondsBetween } from '../clock.ts';
import { formatUsd } from '../money.ts';
import { brief } from './best-cell.ts';
import {
  type BoardFacts,
  type BoardRow,
  boardSentence,
  needsPerson,
  price,
  shareDone,
  unreadRows,
} from './board-facts.ts';
import { htmlPage, section, tileList } from './html-page.ts';
import { htmlText as text } from './html-text.ts';
import { sparkline } from './sparkline.ts';

const MOST_RUNS = 2000;
const CURVE_COLUMNS = 24;

/** The board as one file without scripts. The same facts give the same bytes. */
export function boardHtml(facts: BoardFacts): string {
  const { boxes, usdPerHourNow, costUsd, debts, madeAt, runs } = facts;
  const now = new Date(madeAt);
  const shown = runs.slice(0, MOST_RUNS);
  const unread = unreadRows(runs);
  const tone = debts > 0 || unread > 0 ? 'bad' : boxes > 0 ? 'warn' : 'good';
  const none = unread > 0 ? 'nothing known' : 'nothing';
  return htmlPage(
    'gpu-lease: open runs',
    `<header><h1>Open runs</h1><p class="state ${tone}">${text(boardSentence(facts))}</p></header>
<p class="under">as of ${text(madeAt)}</p>
${runs.filter(needsPerson).map(noteOf).join('\n')}
${tileList([
  ['boxes that bill', String(boxes)],
  ['waiting costs', usdPerHourNow > 0 ? `${price(usdPerHourNow)} USD / h` : none],
  ['debts', String(debts)],
  ['spent', formatUsd(costUsd)],
])}
${section({
  title: 'Runs',
  columns: [
    { title: 'state', class: 'short' },
    { title: 'run', class: 'mono' },
    { title: 'done', class: 'number' },
    { title: 'loss', class: 'mono' },
    { title: 'USD/h', class: 'number' },
    { title: 'spent', class: 'number' },
    { title: 'seen', class: 'short' },
    { title: 'waits' },
  ],
  rows: shown.map((row) => cellsOf(row, now)),
  left: runs.length - shown.length,
  where: 'are in what "board --json" prints.',
})}`,
  );
}

function cellsOf(row: BoardRow, now: Date): (string | { word: string; tone: string })[] {
  const share = shareDone(row);
  const curve = row.loss ? sparkline(row.loss.curve, CURVE_COLUMNS, { blocks: true }) : '';
  return [
    { word: row.state, tone: needsPerson(row) ? 'bad' : row.state === 'running' ? 'good' : '' },
    row.run,
    share === null ? String(row.done ?? '') : `${Math.floor(share * 100)} %`,
    row.loss ? `${curve} ${brief(row.loss.last)}` : '',
    price(row.usdPerHourNow),
    formatUsd(row.costUsd),
    row.seenAt === null ? 'never' : `${formatSeconds(secondsBetween(new Date(row.seenAt), now))} ago`,
    [row.waits?.says, row.log].filter((says) => says).join('; '),
  ];
}

const noteOf = ({ run, state, waits }: BoardRow): string =>
  `<p class="note">${text(run)}: ${text(waits?.says ?? state)}</p>`;
