import { overBudget } from '../contract/findings.ts';
import type { FlowGatherer } from './yaml-flow.ts';
import {
  closingQuote,
  isBlankOrComment,
  notYaml,
  outside,
  startsPlain,
  unquote,
  withoutComment,
} from './yaml-scalar.ts';

/** What goes on over the end of a line; `offset` is where it began. */
export type Running =
  | PlainText
  | QuotedText
  | TextBlock
  | { kind: 'flow'; flow: FlowGatherer; offset: number };

interface PlainText {
  kind: 'plain';
  text: string;
  offset: number;
  /** A comment stood behind it, so nothing may follow. */
  commented: boolean;
}

interface QuotedText {
  kind: 'quoted';
  text: string;
  quote: string;
  offset: number;
}

interface TextBlock {
  kind: 'block';
  /** Not known before its first line, where its header does not tell. */
  indent: number | undefined;
  least: number;
  text: string;
  offset: number;
  /** The longest blank line before its first one. */
  blanks: number;
}

/** Of a long text only its start is of interest to anyone. */
const KEPT_CHARACTERS = 4096;

export function plainText(value: string, offset: number): PlainText {
  if (!startsPlain(value)) throw outside('an unusual value');
  const text = withoutComment(value);
  if (/:( |$)/.test(text)) throw outside('a colon in a value');
  return { kind: 'plain', text, offset, commented: text !== value.trimEnd() };
}

/** @param value begins with the header, such as `|2-` */
export function textBlock(value: string, parent: number, offset: number): TextBlock {
  const header = /^[|>](?:([1-9])?[+-]?|[+-]([1-9]))( *| +#.*)$/.exec(value);
  if (header === null) throw outside('an unusual header of a text block');
  const digit = header[1] ?? header[2];
  const indent = digit === undefined ? undefined : parent + Number(digit);
  return { kind: 'block', indent, least: parent + 1, text: '', offset, blanks: 0 };
}

/** @returns false where it ended before this line */
export function continuesPlain(
  running: PlainText,
  line: string,
  indent: number,
  parent: number,
  offset: number,
): boolean {
  const rest = line.slice(indent);
  if (rest === '') return true;
  if (indent <= parent || rest.startsWith('#')) return false;
  if (running.commented || line.includes('\t')) throw outside('text behind a comment');
  const text = withoutComment(rest);
  if (/^[?:]/.test(text)) throw outside('an unusual key');
  if (/:( |$)/.test(text)) throw notYaml('a mapping begins within a text', offset, rest);
  running.text = `${running.text} ${text}`.slice(0, KEPT_CHARACTERS);
  running.commented = text !== rest.trimEnd();
  return true;
}

/** @returns the whole text once its quote has come */
export function continuesQuoted(running: QuotedText, rest: string, lineBytes: number): string | undefined {
  const { quote, offset } = running;
  const end = closingQuote(rest, 0, quote);
  const isJoined = quote === '"' && /(^|[^\\])(\\\\)*\\$/.test(running.text);
  const joined = isJoined ? running.text.slice(0, -1) : `${running.text.trimEnd()} `;
  running.text = joined + (end < 0 ? rest : rest.slice(0, end));
  if (running.text.length > lineBytes) throw overBudget('lineBytes', lineBytes, running.text.length, offset);
  if (end < 0) return;
  if (!isBlankOrComment(rest.slice(end + 1))) throw outside('something behind a quoted text');
  return unquote(running.text, quote, offset);
}

/** @returns false where it ended before this line */
export function continuesBlock(running: TextBlock, line: string, indent: number): boolean {
  const spaces = line.length - line.replace(/^ +/, '').length;
  if (spaces !== indent && spaces < (running.indent ?? Number.MAX_SAFE_INTEGER))
    throw outside('a tab in a text block');
  if (line.length === indent) {
    running.blanks = Math.max(running.blanks, spaces);
    return true;
  }
  if (spaces < running.least) return false;
  if (running.indent === undefined) {
    if (running.blanks > spaces) throw outside('a blank line that is longer than its text block is indented');
    running.indent = spaces;
  }
  if (spaces < running.indent) throw outside('a text block that loses its indentation');
  running.text = `${running.text}${line.slice(running.indent)}\n`.slice(0, KEPT_CHARACTERS);
  return true;
}

/** Of what only a closing mark ends. */
export function unclosed(running: Running): Error {
  // Some readers take this for the end.
  if (running.kind === 'quoted' && /["']\s*$/.test(running.text))
    return outside('a quote at the very end that closes nothing');
  const what = running.kind === 'flow' ? 'a bracket' : 'a quoted text';
  return notYaml(`${what} is not closed`, running.offset);
}
