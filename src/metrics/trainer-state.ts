import { asRecord, parsePythonJson } from './python-json.ts';
import { type Piece, quote, type Row } from './row.ts';

/**
 * `trainer_state.json` of Hugging Face's Trainer: the records of `log_history`, and last the step that was saved, which may lie
 * beyond the last one that was logged. It is written anew with each checkpoint, and its keys are sorted, so of a long one the
 * start has `global_step` and the tail has the newest records.
 */
export function* trainerState(piece: Piece): Generator<Row> {
  const text = new TextDecoder().decode(piece.bytes);
  const whole = piece.at === 0 ? asRecord(parsePythonJson(text)) : undefined;
  if (piece.at === 0 && !whole)
    yield { kind: 'broken', at: 1, what: `is not whole as JSON: ${quote(text.slice(0, 60))}` };
  let at = 0;
  for (const record of whole ? historyOf(whole) : recordsWithin(text)) {
    at += 1;
    yield { kind: 'record', at, record, marked: false };
  }
  const step = whole?.get('global_step') ?? stepAtStart(piece.start);
  if (step !== undefined)
    yield { kind: 'record', at: at + 1, record: new Map([['step', step]]), marked: false };
}

function historyOf(state: Map<string, unknown>): Map<string, unknown>[] {
  const history = state.get('log_history');
  return Array.isArray(history) ? history.flatMap((each) => asRecord(each) ?? []) : [];
}

/** Objects without objects inside that have a step: what is whole of a file that was cut before. */
function* recordsWithin(text: string): Generator<Map<string, unknown>> {
  for (const [object] of text.matchAll(/\{[^{}]*\}/g)) {
    const record = asRecord(parsePythonJson(object));
    if (record?.has('step')) yield record;
  }
}

function stepAtStart(start: Uint8Array | undefined): number | undefined {
  const found = /"global_step"\s*:\s*(\d{1,15})\b/.exec(new TextDecoder().decode(start));
  return found ? Number(found[1]) : undefined;
}
