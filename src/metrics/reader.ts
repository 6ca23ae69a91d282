import { csvTable } from './csv-table.ts';
import { jsonLines } from './json-lines.ts';
import { logLines } from './log-lines.ts';
import type { Piece, Row } from './row.ts';
import { isPrinted, type MetricsRule } from './rule.ts';
import { tensorboard } from './tensorboard.ts';
import { trackio } from './trackio.ts';
import { trainerState } from './trainer-state.ts';
import { wandb } from './wandb.ts';

/**
 * How a file of metrics changes, and so what of it a look sends: `lines` and `table` grow at their end, a table has its columns at its
 * start; `whole` is written anew, and holds what earlier attempts logged, too; `records` has frames that can be found again from any
 * byte, and each attempt begins a file of its own; `pages` are written in any order, and hold earlier attempts, too; `log` is what an attempt printed.
 */
export type Growth = 'lines' | 'table' | 'whole' | 'records' | 'pages' | 'log';

interface Reader {
  growth: Growth;
  rows(piece: Piece, rule: MetricsRule): Iterable<Row>;
}

const READERS: Record<NonNullable<MetricsRule['format']>, Reader> = {
  jsonl: { growth: 'lines', rows: jsonLines },
  csv: { growth: 'table', rows: (piece, { stepKey }) => csvTable(piece, stepKey) },
  'trainer-state': { growth: 'whole', rows: trainerState },
  tensorboard: { growth: 'records', rows: tensorboard },
  wandb: { growth: 'records', rows: wandb },
  trackio: { growth: 'pages', rows: trackio },
  log: { growth: 'table', rows: (piece, { pattern }) => logLines(piece, pattern ?? '') },
};

const readerOf = ({ format }: MetricsRule): Reader => READERS[format ?? 'jsonl'];

export const growthOf = (rule: MetricsRule): Growth => (isPrinted(rule) ? 'log' : readerOf(rule).growth);

/** The records of one piece, in the order of the file, as they are written: nothing is judged yet. */
export const rowsOf = (piece: Piece, rule: MetricsRule): Iterable<Row> => readerOf(rule).rows(piece, rule);

/** What one record of it is called in a message. */
export const recordWord = (rule: MetricsRule): 'line' | 'record' =>
  ['lines', 'table', 'log'].includes(growthOf(rule)) ? 'line' : 'record';
