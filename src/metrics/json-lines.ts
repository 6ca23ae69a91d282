import { asRecord, parsePythonJson } from './python-json.ts';
import { type Piece, quote, type Row } from './row.ts';
import { completeLines, isMarked, isTorn, TOO_LONG } from './text-lines.ts';

/** One JSON object a line. Of a piece that begins inside of a line, what is left of that is no JSON. */
export function* jsonLines(piece: Piece): Generator<Row> {
  for (const { number, text } of completeLines({ bytes: piece.bytes, at: 0 })) {
    if (text?.trim() === '') continue;
    const record = text === undefined ? undefined : asRecord(parsePythonJson(text));
    if (record) yield { kind: 'record', at: number, record, marked: isMarked(text ?? '') };
    else
      yield {
        kind: 'broken',
        at: number,
        what: text === undefined ? TOO_LONG : `is not a JSON object: ${quote(text)}`,
      };
  }
  if (isTorn(piece)) yield { kind: 'torn' };
}
