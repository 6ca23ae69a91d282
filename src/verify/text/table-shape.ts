import { Broken } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { type Cell, CsvRows } from './csv-rows.ts';

/** How the rows at the beginning of a table of data look, of which nobody said how they should. */
export interface TableShape {
  /** Cells of most rows below the first. */
  usual: number;
  /** Its rows are not of one length: titles, blocks below each other, lists of different lengths. */
  isRagged: boolean;
  /** Names of columns as R quotes them. */
  isQuotedHeader: boolean;
}

/** One damage makes two rows odd at most. */
const FEWEST_ODD = 3;
const ODD_PART = 0.05;

/** The Macintosh ended lines so before 2001, and statistics programs on it did so later still. */
export const lineEndOf = (head: Uint8Array): '\n' | '\r' =>
  !head.includes(0x0a) && head.includes(0x0d) ? '\r' : '\n';

/** The start of the file without a row of which the end is not there. */
export const wholeRows = ({ head, sizeBytes }: Pick<Subject, 'head' | 'sizeBytes'>): Uint8Array =>
  head.length === sizeBytes ? head : head.subarray(0, head.lastIndexOf(lineEndOf(head).charCodeAt(0)) + 1);

/** A line of comment, or one without anything, between the rows of a table of data. */
const isBesideRows = (cells: readonly Cell[]): boolean => {
  const raw = cells[0]?.raw ?? '';
  return raw.startsWith('#') || (cells.length === 1 && raw.trim() === '');
};

/** Whether it is UTF-8 is judged over the whole file. */
export const ANY_ENCODING = { feed: () => {} };

/** @returns `undefined` where the quoting is broken from the start */
export function shapeOf(subject: Subject, separator: string): TableShape | undefined {
  const { head, budgets } = subject;
  const lineEnd = lineEndOf(head);
  const counts: number[] = [];
  const count = (cells: Cell[]) => {
    if (!isBesideRows(cells)) counts.push(cells.length);
  };
  try {
    const rows = new CsvRows(separator, budgets.lineBytes, count, { lineEnd, encoding: ANY_ENCODING });
    rows.feed(wholeRows(subject), 0);
    rows.end();
  } catch (error) {
    if (error instanceof Broken) return undefined;
    throw error;
  }
  const [, ...below] = counts;
  const often = new Map<number, number>();
  for (const cells of below) often.set(cells, (often.get(cells) ?? 0) + 1);
  const [[usual, times] = [0, 0]] = [...often].sort(([, a], [, b]) => b - a);
  const odd = below.length - times;
  const [line = ''] = Buffer.from(head.buffer, head.byteOffset, head.length)
    .toString('latin1')
    .split(/[\r\n]/, 1);
  return {
    usual,
    isRagged: odd >= FEWEST_ODD && odd > ODD_PART * below.length,
    isQuotedHeader: line.split(separator).every((cell) => /^"[^"]*"$/.test(cell)),
  };
}
