/** A stretch of one file of metrics: the whole of it, or what a look at a box sent. */
export interface Piece {
  bytes: Uint8Array;
  /** Where in its file `bytes` begin; 0: at its start. */
  at: number;
  /** The first bytes of the file, where `bytes` begin later: what stands there alone, such as a table's header. */
  start?: Uint8Array;
}

/** One record of metrics, whatever its file calls that. Keys and values are a stranger's. */
export type Row =
  | {
      kind: 'record';
      /** Its line or number within the piece, from 1. */
      at: number;
      record: ReadonlyMap<string, unknown>;
      /** It bears the mark of `markLines`. */
      marked: boolean;
    }
  /** `what`: a clause with the real value. */
  | { kind: 'broken'; at: number; what: string }
  /** The piece ends inside of a record: its writer was killed, or still writes. */
  | { kind: 'torn' };

/** Columns beyond are not read: an endless row may cost time, and not memory for each row after it. */
export const MOST_KEYS = 2000;

/** A value as a message shows it. */
export const quote = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 80);
