import { visibleLine } from './visible-text.ts';

/** What begins a list, a rule or a heading at the start of a line, then what has a meaning anywhere. */
const MEANINGFUL = /^[\d#.+=-]+|[&<>"'`*_~[\](){}|\\$@#]|:(?=\/\/)|www(?=\.)/gi;

/**
 * Text from a box as plain words of GitHub's Markdown: no markup, no table breaks, no links, no mentions, no references
 * to issues. Characters with a meaning become numbered entities, which never have one; where GitHub looks for names and
 * addresses after rendering, an invisible space keeps the word from being one.
 */
export const markdownText = (text: string): string =>
  visibleLine(text).replace(MEANINGFUL, (found) =>
    found.toLowerCase() === 'www' ? `${found}\u200b` : [...found].map(harmless).join(''),
  );

const harmless = (char: string): string => `&#${char.charCodeAt(0)};${/[@#]/.test(char) ? '\u200b' : ''}`;

/** Text from a box as a code span: nothing in one is looked at. A back quote or a table's bar cannot stand there. */
export const markdownCode = (text: string): string => {
  const inside = visibleLine(text).replace(/[`|]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`);
  return `\`${inside === '' ? ' ' : inside}\``;
};

/** Many lines of plain text as they are: the fence is longer than any run of back quotes in them. */
export const markdownBlock = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
};

/**
 * A table of cells that are Markdown already.
 *
 * @param titles one that ends with ">" is that of a column of numbers
 */
export function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const isNumber = (title: string) => title.endsWith('>');
  return [
    line(titles.map((title) => (isNumber(title) ? title.slice(0, -1) : title))),
    line(titles.map((title) => (isNumber(title) ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

/** Closed until somebody asks; nothing where there is nothing. */
export const markdownFolded = (title: string, body: string): string =>
  body === '' ? '' : `<details><summary>${markdownText(title)}</summary>\n\n${body}\n\n</details>`;
