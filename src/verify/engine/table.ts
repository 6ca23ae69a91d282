import { type FileVerdict, isWholeAsTold, SET_NOT_WHOLE } from '../contract/verdict.ts';

const HEADINGS = ['file', 'format', 'role', 'level', 'verdict', 'tensors', 'bytes', 'why'] as const;
const LONGEST_WHY = 160;

/** The verdicts as plain text, one line each under a line of headings; each ends with a newline. */
export function* tableLines(verdicts: Iterable<FileVerdict>): Generator<string> {
  const widths = HEADINGS.map(({ length }) => length);
  for (const verdict of verdicts)
    for (const [column, { length }] of cellsOf(verdict).entries())
      widths[column] = Math.max(widths[column] ?? 0, length);
  const line = (row: readonly string[]) => {
    const cells = row.map((cell, column) => align(cell, widths[column] ?? 0, column));
    return `${cells.join('  ').trimEnd()}\n`;
  };
  yield line(HEADINGS);
  for (const verdict of verdicts) yield line(cellsOf(verdict));
}

export const renderTable = (verdicts: readonly FileVerdict[]): string => [...tableLines(verdicts)].join('');

function cellsOf(verdict: FileVerdict): string[] {
  return [
    plainText(verdict.label),
    verdict.format,
    verdict.role,
    verdict.level,
    verdict.verdict,
    verdict.tensors === undefined ? '' : String(verdict.tensors.count),
    String(verdict.bytes),
    whyOf(verdict),
  ];
}

/** The worst reason, with what was expected and found, and how many more there are. */
export function whyOf(verdict: FileVerdict): string {
  const { reasons, reasonsLeftOut } = verdict;
  const telling = reasons.filter(({ severity, code }) => severity !== 'note' || code === SET_NOT_WHOLE);
  const [first] = telling;
  if (first === undefined) return '';
  const place = first.offset === undefined ? '' : ` at byte ${first.offset}`;
  const expected = first.expected === undefined ? '' : `, expected ${first.expected}`;
  const found = first.found === undefined ? '' : `, found ${first.found}`;
  const more = telling.length - 1 + reasonsLeftOut;
  const whole = isWholeAsTold(verdict) ? 'whole as far as the format can tell: ' : '';
  const why = plainText(`${whole}${first.what}${place}${expected}${found}`);
  const short = why.length > LONGEST_WHY ? `${why.slice(0, LONGEST_WHY - 3)}...` : why;
  return more > 0 ? `${short} (and ${more} more)` : short;
}

/** Numbers to the right. */
const align = (cell: string, width: number, column: number): string =>
  column === 5 || column === 6 ? cell.padStart(width) : cell.padEnd(width);

/**
 * Names come from the box. Control characters, invisible and direction-changing ones could repaint a terminal or start a
 * line that a runner reads as a command.
 */
export const plainText = (text: string): string =>
  text.replace(
    /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
    (char) => {
      const code = char.charCodeAt(0);
      return code < 256
        ? `\\x${code.toString(16).padStart(2, '0')}`
        : `\\u${code.toString(16).padStart(4, '0')}`;
    },
  );
