import { TICK_CRON } from '../caller-files.ts';
import type { CallerView } from './caller-view.ts';
import type { Finding } from './finding.ts';

/** Lines of a workflow file by which GitHub takes none of it. */
export const cronFindings = ({ path, crons }: CallerView): Finding[] =>
  crons.flatMap(({ text, line, column }): Finding[] => {
    const fault = cronFault(text);
    if (!fault) return [];
    const meant = fault.meant ?? TICK_CRON;
    return [
      {
        code: 'cron-unreadable',
        level: 'fault',
        what: `${path}:${line}:${column}: the schedule ${JSON.stringify(text.slice(0, 80))} ${fault.why}. GitHub starts nothing of a file with such a line, by hand neither.`,
        fix: `Write "cron: '${meant}'"${fault.meant === undefined ? ', twice an hour, or your own' : ''}.`,
      },
    ];
  });

/**
 * The schedule of a workflow as GitHub reads it: POSIX cron in five fields (docs.github.com, "Events that trigger workflows", schedule).
 * A file with another one starts nothing at all, dispatches included.
 */
const FIELDS: readonly Field[] = [
  { name: 'minute', least: 0, most: 59, words: [] },
  { name: 'hour', least: 0, most: 23, words: [] },
  { name: 'day of the month', least: 1, most: 31, words: [] },
  { name: 'month', least: 1, most: 12, words: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ') },
  { name: 'day of the week', least: 0, most: 6, words: 'SUN MON TUE WED THU FRI SAT'.split(' ') },
];
interface Field {
  name: string;
  least: number;
  most: number;
  words: readonly string[];
}

/** What is wrong with a schedule, as the end of a sentence, and the one that is meant where that is sure. */
interface CronFault {
  why: string;
  meant?: string;
}

export function cronFault(text: string): CronFault | undefined {
  const words = text.trim().split(/\s+/);
  const meant = meantBy(words);
  const sure = meant !== undefined && faultOf(meant) === undefined ? { meant: meant.join(' ') } : {};
  const why = faultOf(words);
  return why === undefined ? undefined : { why, ...sure };
}

function faultOf(words: readonly string[]): string | undefined {
  if (words[0]?.startsWith('@')) return 'is a word that GitHub does not take';
  if (words.length !== FIELDS.length)
    return `has ${words.length} field${words.length === 1 ? '' : 's'}, and there are five: ${FIELDS.map(({ name }) => name).join(', ')}`;
  for (const [at, field] of FIELDS.entries()) {
    const word = words[at] ?? '';
    const items = word.split(',').filter((item) => item !== '');
    if (items.length === 0 || !items.every((item) => isItem(item, field)))
      return `has ${JSON.stringify(word)} for the ${field.name}, which is ${field.least} to ${field.most}`;
  }
  return;
}

function isItem(item: string, field: Field): boolean {
  const [range = '', step, ...more] = item.split('/');
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d{0,3}$/.test(step))) return false;
  // A question mark is in no table of that page, and actionlint takes it.
  if (range === '*' || range === '?') return true;
  const [from, to, ...others] = range.split('-').map((word) => numberOf(word, field));
  if (from === undefined || others.length > 0) return false;
  return !range.includes('-') || (to !== undefined && from <= to);
}

function numberOf(word: string, { least, most, words }: Field): number | undefined {
  const named = words.indexOf(word.toUpperCase());
  const number = named >= 0 ? named + least : /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

const WORDS: Readonly<Record<string, string>> = {
  '@hourly': '7 * * * *',
  '@daily': '17 5 * * *',
  '@midnight': '17 0 * * *',
  '@weekly': '17 5 * * 0',
  '@monthly': '17 5 1 * *',
};

/** Of other kinds of cron: a word, a first field of seconds, Sunday as 7; and a field that was left out. */
function meantBy(words: readonly string[]): string[] | undefined {
  const word = WORDS[words[0] ?? ''];
  if (word !== undefined) return word.split(' ');
  if (words.length === 6 && words[0] === '0') return words.slice(1);
  if (words.length === 4) return [...words, '*'];
  return words.length === 5 ? [...words.slice(0, 4), words[4] === '7' ? '0' : (words[4] ?? '')] : undefined;
}
