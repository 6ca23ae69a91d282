import { DEFAULT_BUDGETS } from '../verify/contract/budgets.ts';
import { EventReader, type EventRecord } from '../verify/tensorflow/event-record.ts';
import { MOST_KEYS, type Piece, type Row } from './row.ts';
import { tfRecords } from './tf-records.ts';

/** Larger events hold pictures and graphs. */
const MOST_EVENT_BYTES = 2 ** 22;

/** Events of TensorBoard: a record for each that has numbers, with its step as `step` and each number under its tag. */
export function* tensorboard(piece: Piece): Generator<Row> {
  // Some writers say only with the first value of a tag that it is a number.
  const scalarTags = new Set<string>();
  if (piece.start && piece.at > 0)
    for (const record of tfRecords({ bytes: piece.start, at: 0 })) read(record, scalarTags);
  let at = 0;
  for (const record of tfRecords(piece)) {
    at += 1;
    if (record === 'cut') yield { kind: 'torn' };
    else {
      const event = read(record, scalarTags);
      if (event === undefined) yield { kind: 'broken', at, what: 'is no event of TensorBoard' };
      else if (event.values.some(({ value }) => value !== undefined) && !isOfEachStart(event))
        yield { kind: 'record', at, record: recordOf(event), marked: false };
    }
  }
}

/**
 * Lightning's logger says a number for the table of hyperparameters, at step 0, whenever it starts: also where the training goes on at
 * another step (`log_hyperparams` of lightning 2.6.6, seen 2026-11-26).
 */
const isOfEachStart = ({ step, values }: EventRecord): boolean =>
  step === 0 && values.every(({ tag }) => tag === 'hp_metric');

function read(record: { bytes: Uint8Array } | 'cut', scalarTags: Set<string>): EventRecord | undefined {
  if (record === 'cut') return;
  const { bytes } = record;
  const reader = new EventReader(bytes.length, 0, DEFAULT_BUDGETS, scalarTags);
  if (bytes.length > MOST_EVENT_BYTES) return reader.event;
  try {
    reader.bytes(bytes);
    reader.end();
  } catch {
    return;
  }
  return reader.event;
}

function recordOf({ step, values }: EventRecord): Map<string, unknown> {
  const record = new Map<string, unknown>([['step', step]]);
  for (const { tag, value } of values) {
    if (record.size >= MOST_KEYS) break;
    if (value !== undefined && tag !== 'step') record.set(tag, value);
  }
  return record;
}
