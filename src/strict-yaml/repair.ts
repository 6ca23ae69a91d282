import { Composer, Parser } from 'yaml';

/** One line as it would have to be for the text to be read, or to be read further. */
export interface Repair {
  /** Counted from 1. */
  line: number;
  /** What is wrong with the line, as a sentence. */
  why: string;
  /** The whole line. */
  text: string;
}

/** A person's file; in a longer one each try costs too much. */
const MOST_CHARACTERS = 65_536;
/** Lines beside the one at which a parser noticed, the likeliest first: it may well notice one too early. */
const BESIDE = [0, 1, -1, -2];

/**
 * What people get wrong in the syntax of YAML, tried at the line where a parser gave up and at those beside it: an indentation, a
 * tab, a text that needs quotes, a quote or bracket that is not closed. What makes the whole text readable, else what makes it readable
 * furthest.
 *
 * @param failedAt line, counted from 1, at which the text could not be read
 */
export function repairOf(text: string, failedAt: number): Repair | undefined {
  if (text.length > MOST_CHARACTERS) return;
  const lines = text.split('\n');
  let best: Repair | undefined;
  let furthest = firstFault(text);
  for (const line of [...openQuotes(lines), ...BESIDE.map((by) => failedAt + by)]) {
    const now = (lines[line - 1] ?? '').replace(/\r$/, '');
    if (now.trim() === '' || now.trimStart().startsWith('#')) continue;
    for (const [why, other] of triesOf(lines, line - 1, now)) {
      const mended = [...lines.slice(0, line - 1), other, ...lines.slice(line)].join('\n');
      const after = firstFault(mended);
      if (after <= furthest || after <= endOf(lines, line - 1)) continue;
      [best, furthest] = [{ line, why, text: other }, after];
      if (furthest === Number.POSITIVE_INFINITY) return best;
    }
  }
  return best;
}

/** A parser reads a quote to the end of the text where nothing closes it, so the first line that opens one and no more is looked at. */
function openQuotes(lines: readonly string[]): number[] {
  const at = lines.findIndex((line) => /^[^#"']*: *(?:"(?:[^"\\]|\\.)*|'[^']*)$/.test(line));
  return at < 0 ? [] : [at + 1];
}

/** Where a parser gives up; behind everything where it does not. */
function firstFault(text: string): number {
  const composer = new Composer({ uniqueKeys: false });
  const [document] = [...composer.compose(new Parser().parse(text), true, text.length)];
  return document?.errors[0]?.pos[0] ?? Number.POSITIVE_INFINITY;
}

/** Offset of the end of a line, by its place from 0. */
const endOf = (lines: readonly string[], at: number): number => lines.slice(0, at + 1).join('\n').length;

function* triesOf(
  lines: readonly string[],
  at: number,
  line: string,
): Generator<[why: string, text: string]> {
  const words = line.trimStart();
  const blanks = line.slice(0, line.length - words.length);
  if (blanks.includes('\t')) {
    for (const indent of indentsAbove(lines, at))
      yield [
        `Line ${at + 1} is indented by a tab, which YAML does not allow.`,
        `${' '.repeat(indent)}${words}`,
      ];
    return;
  }
  for (const indent of indentsAbove(lines, at)) {
    if (indent === blanks.length) continue;
    const by = `${blanks.length} space${blanks.length === 1 ? '' : 's'}`;
    yield [
      `Line ${at + 1} is indented by ${by}, which fits no line above it.`,
      `${' '.repeat(indent)}${words}`,
    ];
  }
  yield* quotes(line);
  yield* closed(line);
}

/** Indentations that lines above have, that of the nearest first; and one step further behind a key that opens a block. */
function indentsAbove(lines: readonly string[], at: number): number[] {
  const above = lines.slice(0, at).filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  const nearest = above.at(-1) ?? '';
  const opened = /:\s*(?:#.*)?$/.test(nearest) ? [indentOf(nearest) + 2] : [];
  const item = /^( *)- +\S/.exec(nearest);
  const inItem = item ? [nearest.search(/[^ -]/)] : [];
  return [...new Set([...opened, ...inItem, ...above.reverse().map(indentOf)])].slice(0, 6);
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

const VALUE = /^(\s*(?:- +)?(?:[\w.-]+: +)?)(\S.*?)\s*$/;

/** A text that begins with a sign of YAML, or has `: ` in it. */
function* quotes(line: string): Generator<[why: string, text: string]> {
  const [, before = '', value = ''] = VALUE.exec(line) ?? [];
  const isSign = /^[*&!%@`]/.test(value);
  if (/^["'[{|>]/.test(value) || !(isSign || /: |:$/.test(value))) return;
  const what = isSign
    ? `A text that begins with \`${value.charAt(0)}\` has to stand in quotes.`
    : 'A text with ": " in it has to stand in quotes.';
  yield [what, `${before}'${value.replaceAll("'", "''")}'`];
}

const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

function* closed(line: string): Generator<[why: string, text: string]> {
  const [, , value = ''] = VALUE.exec(line) ?? [];
  for (const quote of ['"', "'"])
    if (value.startsWith(quote)) yield [`The quote ${quote} is not closed.`, `${line.trimEnd()}${quote}`];
  const open: string[] = [];
  for (const sign of value)
    if (sign in CLOSES) open.push(sign);
    else if (sign === CLOSES[open.at(-1) ?? '']) open.pop();
  const last = open.at(-1);
  if (last === undefined) return;
  const end = open
    .reverse()
    .map((sign) => CLOSES[sign])
    .join('');
  yield [`The bracket ${last} is not closed.`, `${line.trimEnd()}${end.startsWith('}') ? ' ' : ''}${end}`];
}
