import { withOwnStep } from './own-step.ts';
import { asRecord, parsePythonJson } from './python-json.ts';
import { MOST_KEYS, type Piece, type Row } from './row.ts';
import { type Column, tableRows } from './sqlite-pages.ts';

/**
 * The database of trackio, or its write-ahead log: each row of its table `metrics`, by its number, with its step as `_step`. That
 * table is known by the shape of its rows: no value for the number, texts (run and time), the step, and a JSON object. A row that is
 * longer than a page is passed over.
 */
export function* trackio(piece: Piece): Generator<Row> {
  const rows = new Map<number, Map<string, unknown>>();
  for (const { rowId, columns } of tableRows(piece)) {
    const record = recordOf(columns);
    // Later pages of a log hold what came later.
    if (record) rows.set(rowId, record);
  }
  for (const at of [...rows.keys()].sort((a, b) => a - b))
    yield { kind: 'record', at, record: rows.get(at) ?? new Map(), marked: false };
}

function recordOf(columns: readonly Column[]): Map<string, unknown> | undefined {
  const [rowNumber, ...rest] = columns;
  const stepAt = rest.findIndex((column) => typeof column === 'number');
  const json = rest[stepAt + 1];
  const isShape =
    rowNumber === null && stepAt >= 2 && stepAt <= 3 && rest.slice(0, stepAt).every(isBytes) && isBytes(json);
  if (!isShape || json[0] !== 0x7b) return;
  const values = asRecord(parsePythonJson(Buffer.from(json).toString()));
  return values && withOwnStep(new Map([...[...values].slice(0, MOST_KEYS), ['_step', rest[stepAt]]]));
}

const isBytes = (column: Column): column is Uint8Array => column instanceof Uint8Array;
