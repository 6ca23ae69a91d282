import type { Piece } from './row.ts';

/** Longer lines are not parsed: no record of metrics is that long. */
export const MOST_LINE_BYTES = 2 ** 20;
const NEWLINE = 0x0a;

export interface TextLine {
  /** From 1, within the piece. */
  number: number;
  /** Without its end; `undefined` where it is longer than `MOST_LINE_BYTES`. */
  text: string | undefined;
}

/** Complete lines. A piece from the middle of a file begins inside of a line, which does not count. */
export function* completeLines({ bytes, at }: Piece): Generator<TextLine> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let from = at === 0 ? 0 : buffer.indexOf(NEWLINE) + 1;
  if (at !== 0 && from === 0) return;
  for (let number = 1; ; number += 1) {
    const end = buffer.indexOf(NEWLINE, from);
    if (end < 0) return;
    yield { number, text: end - from > MOST_LINE_BYTES ? undefined : buffer.toString('utf8', from, end) };
    from = end + 1;
  }
}

/** Whether something follows the last line end. */
export const isTorn = ({ bytes }: Piece): boolean => bytes.length > 0 && bytes.at(-1) !== NEWLINE;

export const TOO_LONG = `is longer than ${MOST_LINE_BYTES} bytes`;

/** No trainer writes these two at a line's end, and no parser of JSON or of numbers minds them: they tell old lines from new. */
const MARK = ' \t';

/** Marks every complete line, so that after a restart it is known whose a line is, even when both write the same. */
export const markLines = (text: string): string => text.replaceAll(/(?<=[^\n])\n/g, `${MARK}\n`);

export const isMarked = (line: string): boolean => line.replace(/\r$/, '').endsWith(MARK);
