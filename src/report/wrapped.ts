import { columnsOf } from './columns.ts';

/** What follows a line that is gone on with on the next one, in a shell. */
const GOES_ON = ' \\';
/** A line that is a command, set in, as a person copies it into a shell. */
const COMMAND = /^ {2,}(gpu-lease|git|cd|export|ssh) \S/;
/** One at the end of a sentence. */
const BEFORE_COMMAND = /^(.*\S[:;]) (gpu-lease [a-z].*)$/;
/** Words, and what stands between quotes as one: a phrase or a command is copied whole. */
const WORDS = /\s*(?:[^\s"]*"[^"\n]*"[^\s"]*|\S+)/g;
/** In prose an apostrophe is none. */
const WORDS_OF_COMMAND = /\s*(?:"[^"]*"|'[^']*'|[^\s"'])+/g;

/**
 * A text in lines of at most `columns` columns, broken between words and never within one; a word that is longer than that is left
 * to the terminal, so that it is copied whole. Blanks at the beginning of a line are kept for what follows of it. A command goes on
 * as a shell goes on.
 */
export function wrapped(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrappedLine(line, columns));
}

function wrappedLine(line: string, columns: number): string[] {
  if (columnsOf(line) <= columns) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  const [, prose, command] = BEFORE_COMMAND.exec(line) ?? [];
  if (prose !== undefined && command !== undefined)
    return [...wrappedLine(prose, columns), ...wrappedLine(`${indent}  ${command}`, columns)];
  const isCommand = COMMAND.test(line);
  const room = columns - (isCommand ? GOES_ON.length : 0);
  const words = line.slice(indent.length).match(isCommand ? WORDS_OF_COMMAND : WORDS) ?? [];
  const rows = filled(brokenWhereWide(words, room - indent.length), indent, room);
  return isCommand ? rows.map((row, at) => (at < rows.length - 1 ? `${row}${GOES_ON}` : row)) : rows;
}

/** What stands in quotes and is wider than a row alone is broken like anything else. */
const brokenWhereWide = (words: readonly string[], room: number): string[] =>
  words.flatMap((word) => (columnsOf(word.trimStart()) <= room ? [word] : (word.match(/\s*\S+/g) ?? [])));

function filled(words: readonly string[], indent: string, room: number): string[] {
  const [first = '', ...others] = words;
  // Of a list or a command the second row stands further in than the first.
  const hanging = /^([-*]|\d+\.) /.test(`${first} `) || indent.length > 0 ? `${indent}  ` : indent;
  const rows = [`${indent}${first.trimStart()}`];
  for (const word of others) {
    const last = rows.at(-1) ?? '';
    if (columnsOf(last) + columnsOf(word) <= room) rows[rows.length - 1] = `${last}${word}`;
    else rows.push(`${hanging}${word.trimStart()}`);
  }
  return rows;
}
