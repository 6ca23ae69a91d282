import { partsOf, visible } from '../report/visible-text.ts';

/**
 * Text that a workflow's runner cannot take for a command. It obeys a line that begins with `::name::` (after blanks) and
 * any line that holds `##[name]`, and it compares by the rules of a culture, which overlook hundreds of characters: a
 * zero-width space between the colons changes nothing for it. So everything that is not plain ASCII counts as nothing here.
 * Source: actions/runner, src/Runner.Common/ActionCommand.cs (StartsWith and IndexOf without an ordinal comparison), 2026-08.
 */
export const inert = (text: string): string =>
  visible(text)
    .split('\n')
    .map((line) =>
      line
        .replace(/^([^\x21-\x7e]*):(?=[^\x20-\x7e]*:)/, '$1\\x3a')
        .replace(/#(?=[^\x20-\x7e]*#[^\x20-\x7e]*\[)/g, '\\x23'),
    )
    .join('\n');

/** The same text in parts, of lines that each end with a newline. */
export function* inertParts(lines: Iterable<string>): Generator<string> {
  for (const part of partsOf(lines)) yield inert(part);
}

/** GitHub cuts an annotation at 4,096 characters; we cut before it does, so that the end can say so. */
const MAX_ANNOTATION = 3900;

/** `::warning file=...::text`: an annotation, whatever the text holds. */
export function annotation(
  level: 'notice' | 'warning' | 'error',
  text: string,
  at?: { file: string; line: number; column: number },
): string {
  const place = at ? [`file=${property(at.file)}`, `line=${at.line}`, `col=${at.column}`] : [];
  const properties = [...place, 'title=gpu-lease'].join(',');
  return `::${level} ${properties}::${data(short(inert(text)))}\n`;
}

export const group = (title: string): string => `::group::${data(inert(title).replaceAll('\n', ' '))}\n`;

const short = (text: string): string =>
  text.length > MAX_ANNOTATION ? `${text.slice(0, MAX_ANNOTATION)} ... (cut)` : text;

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(visible(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
