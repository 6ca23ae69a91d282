import type { Fact, Progress } from '../world.ts';
import { columnsOf, fit, pad } from './columns.ts';
import { visibleLine } from './visible-text.ts';

const MAX_BAR = 24;
const MIN_BAR = 6;
/** Columns that a note may claim from the bar. */
const MAX_NOTE = 44;
const LABEL = 10;

/** What is left out where room is short, the first of them first. What it costs is not among them. */
const GIVES_WAY = [
  'tier',
  'rate',
  'bar',
  'cards',
  'loss',
  'words of the amount',
  'blanks',
  'amount',
  'left',
  'words of the state',
  'note',
  'percent',
  'state',
] as const;
type GivenUp = (typeof GIVES_WAY)[number];

/**
 * "main       [########------]  40 %  200/500 steps  running, 12 steps/s, loss 0.04, 0.0123 USD" in at most `columns` columns.
 * A fact is there whole or not at all; a note that is free text is cut.
 */
export function progressBar(state: Progress, columns: number): string {
  const shown = { ...state, label: visibleLine(state.label) };
  const given = new Set<GivenUp>();
  for (const next of GIVES_WAY) {
    const line = lineWithout(given, shown, columns);
    if (columnsOf(line) <= columns) return line;
    given.add(next);
  }
  const facts = factsWithout(given, state);
  const label = fit(shown.label, Math.max(0, columns - (facts ? columnsOf(facts) + 2 : 0)));
  return fit([label, facts].filter(Boolean).join('  '), columns);
}

/** All that is known beside the bar: for a log, whose lines are as long as they are. */
export const wordsBeside = ({ note, facts }: Progress): string =>
  [...(facts ?? []).map(({ text }) => text), note ?? ''].filter((text) => text !== '').join(', ');

/** Longer than `columns` where more has to give way. */
function lineWithout(given: ReadonlySet<GivenUp>, state: Progress, columns: number): string {
  const label = fit(state.label, Math.max(8, Math.floor(columns / 3)));
  const share = shareOf(state);
  const amount = given.has('amount') && share !== undefined ? '' : amountOf(state, given);
  const percent = share === undefined || given.has('percent') ? '' : `${Math.floor(share * 100)} %`;
  const fixed = [percent === '' ? '' : percent.padStart(5), amount, factsWithout(given, state)]
    .filter(Boolean)
    .join('  ');
  if (given.has('blanks')) return withNote(`${label}  ${fixed.trimStart()}`, state, given, columns);
  const head = pad(label, LABEL);
  const room = columns - columnsOf(`${head} ${fixed}`);
  const bar = percent === '' || given.has('bar') ? '' : barIn(room - noteColumns(state), share ?? 0);
  if (bar === undefined) return ' '.repeat(columns + 1);
  const line = [head, ...(bar ? [bar] : []), fixed].join(' ');
  return withNote(line, state, given, columns);
}

function withNote(line: string, { note }: Progress, given: ReadonlySet<GivenUp>, columns: number): string {
  if (!note || given.has('note')) return line;
  const room = columns - columnsOf(line) - 2;
  // A word or two are no name of a file.
  return room < 8 ? ' '.repeat(columns + 1) : `${line}  ${fit(visibleLine(note), room)}`;
}

const noteColumns = ({ note }: Progress): number =>
  note ? Math.min(columnsOf(visibleLine(note)) + 2, MAX_NOTE) : 0;

/** `undefined` where there is no room for one. */
function barIn(room: number, share: number): string | undefined {
  const size = Math.min(MAX_BAR, room - '[] '.length);
  return size < MIN_BAR ? undefined : barOf(size, share);
}

/** "[###---]", of so many columns between its brackets. */
export function barOf(size: number, share: number): string {
  const filled = Math.round(share * size);
  return `[${'#'.repeat(filled)}${'-'.repeat(size - filled)}]`;
}

/** Between 0 and 1; `undefined` where nobody knows of how much. */
const shareOf = ({ done, total }: Pick<Progress, 'done' | 'total'>): number | undefined =>
  total ? Math.min(1, Math.max(0, done / total)) : undefined;

function amountOf({ done, total, unit }: Progress, given: ReadonlySet<GivenUp>): string {
  const count = unit === 'bytes' ? formatBytes : (n: number) => String(Math.round(n));
  const isBrief = unit === 'bytes' || (given.has('words of the amount') && total);
  return `${count(done)}${total ? `/${count(total)}` : ''}${isBrief ? '' : ` ${unit}`}`;
}

const factsWithout = (given: ReadonlySet<GivenUp>, { facts = [] }: Progress): string =>
  facts
    .filter(({ is, text }) => text !== '' && !given.has(is as GivenUp))
    .map((fact) => visibleLine(given.has('words of the state') ? briefOf(fact) : fact.text))
    .join(', ');

const briefOf = ({ text, brief }: Fact): string => brief ?? text;

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 ? 0 : value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}
