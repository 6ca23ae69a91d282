import { formatUsd } from '../money.ts';
import {
  markdownCode as code,
  markdownFolded,
  markdownTable,
  markdownText as text,
} from './markdown-text.ts';
import { doneWords, summaryLines, type TickFacts, type TickRow } from './tick-table.ts';

const MAX_ROWS = 300;
const MOST_WARNINGS = 20;

/** The one card of a look at everything: verdict and money, what a person has to do, the runs; how the look went is folded. */
export function tickMarkdown(facts: TickFacts): string {
  const { runs, problems } = facts;
  const rows = runs.slice(0, MAX_ROWS).map(runRow);
  const left = runs.length - rows.length;
  return `${[
    `## gpu-lease tick: ${verdict(facts)}`,
    money(facts),
    ...problems.slice(0, MOST_WARNINGS).map(warning),
    problems.length > MOST_WARNINGS ? `${problems.length - MOST_WARNINGS} more problems are in the log.` : '',
    next(facts),
    rows.length > 0 ? markdownTable(['run', 'state', 'cost>', 'per hour>', 'done', 'next'], rows) : '',
    left > 0 ? `${left} more are in the log.` : '',
    markdownFolded(
      'How this look went',
      summaryLines({ ...facts, problems: [] })
        .map((each) => `- ${text(each)}`)
        .join('\n'),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

/** What bills by mistake, before anything else; what was not seen is not well. */
function verdict(facts: TickFacts): string {
  const { debts, strays, problems, runs } = facts;
  const found = strays.reduce((sum, { reported }) => sum + reported, 0);
  const blind = strays.filter(({ outcome }) => BLIND.includes(outcome)).length;
  const stuck = runs.filter(({ problem }) => problem).length;
  const wrong = [
    ...(debts > 0 ? [`${count(debts, 'meter is', 'meters are')} not proven stopped`] : []),
    ...(found > 0 ? [`${count(found, 'stray')} found`] : []),
    ...(problems.length > 0 && debts + found === 0 ? [count(problems.length, 'problem')] : []),
    ...(stuck > 0 && problems.length === 0 ? [`${count(stuck, 'run')} could not go on`] : []),
    ...(blind > 0 ? [`${count(blind, 'account')} could not be looked at`] : []),
  ];
  if (wrong.length > 0) return wrong.join(', ');
  return runs.length === 0 ? 'all is well, no run is open' : `all is well, ${count(runs.length, 'run')} open`;
}

const BLIND = ['could-not-look', 'could-not-tell'];

function money({ runs }: TickFacts): string {
  if (runs.length === 0) return '';
  const spent = runs.reduce((sum, { costUsd }) => sum + costUsd, 0);
  const perHour = runs.reduce((sum, { usdPerHourNow }) => sum + usdPerHourNow, 0);
  const now = perHour > 0 ? `${formatUsd(perHour)} per hour now` : 'nothing of them costs money now';
  return `${count(runs.length, 'open run')} · ${formatUsd(spent)} so far · ${now}`;
}

/** Each problem says its own. */
function next({ problems, runs }: TickFacts): string {
  if (problems.length > 0) return '';
  const stuck = runs.find(({ problem }) => problem);
  return `**Next:** ${text(stuck?.problem?.next ?? 'nothing: the next look comes by itself')}`;
}

/** An issue has it in full; where there is none, this is all that anybody is told. */
function warning({ title, what, next, issue }: TickFacts['problems'][number]): string {
  const page = issue !== null && /^https?:\/\/[\w.:/~-]{1,300}$/.test(issue) ? issue : undefined;
  const more = page === undefined ? '' : ` ([issue](${page}))`;
  return `> [!WARNING]\n> **${text(title)}**${more}\n>\n> ${text(what)}\n>\n> **Next:** ${text(next)}`;
}

const runRow = (row: TickRow): string[] => [
  code(row.run),
  text(row.verdict === '' || row.verdict === row.state ? row.state : `${row.state} (${row.verdict})`),
  formatUsd(row.costUsd),
  row.usdPerHourNow > 0 ? formatUsd(row.usdPerHourNow) : '',
  text(doneWords(row)),
  text((row.problem ? `${row.problem.code}: ${row.problem.what}` : row.next).slice(0, 300)),
];

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
