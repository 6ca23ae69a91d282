import { collected, collectedText, type MessageVisitor, walkMessage } from '../verify/codec/protobuf.ts';
import { DEFAULT_BUDGETS } from '../verify/contract/budgets.ts';
import { blockRecords } from './log-blocks.ts';
import { withOwnStep } from './own-step.ts';
import { parsePythonJson } from './python-json.ts';
import { MOST_KEYS, type Piece, type Row } from './row.ts';

/** `:W&B`, a magic number and a version (facts from wandb/sdk/internal/datastore.py). */
const HEADER_BYTES = 7;
const MOST_KEY_BYTES = 4096;
const MOST_VALUE_BYTES = 2 ** 20;

/**
 * The log of a run of Weights & Biases, as it lies on the disk online and offline: of its records those of the history, each with the
 * count of the tracker as `_step`, and what is nested under its keys joined by dots.
 */
export function* wandb(piece: Piece): Generator<Row> {
  let at = 0;
  for (const record of blockRecords(piece, HEADER_BYTES)) {
    at += 1;
    if (record === 'cut') {
      yield { kind: 'torn' };
      continue;
    }
    const history = historyIn(record.bytes);
    if (history === 'broken') yield { kind: 'broken', at, what: 'is no record of Weights & Biases' };
    else if (history.size > 0) yield { kind: 'record', at, record: withOwnStep(history), marked: false };
  }
}

/** Empty where the record is of another kind. */
function historyIn(bytes: Uint8Array): Map<string, unknown> | 'broken' {
  const record = new Map<string, unknown>();
  const top: MessageVisitor = { delimited: (field) => (field === 2 ? historyInto(record) : undefined) };
  try {
    walkMessage(bytes, top, 0, DEFAULT_BUDGETS);
  } catch {
    return 'broken';
  }
  return record;
}

const historyInto = (record: Map<string, unknown>): MessageVisitor => ({
  delimited: (field) => {
    if (field === 1) return itemInto(record);
    return field === 2 ? stepInto(record) : undefined;
  },
});

const stepInto = (record: Map<string, unknown>): MessageVisitor => ({
  varint: (field, value) => {
    if (field === 1) record.set('_step', value.toSafeInteger());
  },
});

function itemInto(record: Map<string, unknown>): MessageVisitor {
  const keys: string[] = [];
  let value: unknown;
  return {
    delimited: (field, length, at) => {
      if (field === 1 || field === 2)
        return collectedText(MOST_KEY_BYTES, length, at, (key) => {
          keys.push(key);
        });
      if (field !== 16 || length > MOST_VALUE_BYTES) return undefined;
      return collected(MOST_VALUE_BYTES, length, at, (json) => {
        value = parsed(Buffer.from(json).toString());
      });
    },
    end: () => {
      if (keys.length > 0 && value !== undefined && record.size < MOST_KEYS)
        record.set(keys.join('.'), value);
    },
  };
}

/** A number or a text. Python's words for what is none stand alone here. */
function parsed(json: string): unknown {
  const value = /^-?(?:NaN|Infinity)$/.test(json) ? json : parsePythonJson(json);
  return typeof value === 'number' || typeof value === 'string' || value === null ? value : undefined;
}
