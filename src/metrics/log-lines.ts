import { lineReader } from './log-pattern.ts';
import type { Piece, Row } from './row.ts';
import { isMarked } from './text-lines.ts';

/** Lines of a log that a pattern fits; all others are passed over. A progress bar ends its lines with a bare return. */
export function* logLines({ bytes, at }: Piece, pattern: string): Generator<Row> {
  const read = lineReader(pattern);
  const text = new TextDecoder().decode(bytes);
  let number = 0;
  let from = 0;
  for (const end of text.matchAll(/\r\n|\n|\r/g)) {
    const line = text.slice(from, end.index);
    from = end.index + end[0].length;
    number += 1;
    // A piece from the middle begins inside of a line, whose numbers may be cut.
    if (at > 0 && number === 1) continue;
    const record = read(line);
    if (record) yield { kind: 'record', at: number, record, marked: isMarked(line) };
  }
}
