/** Something in the user's file that is allowed and worth saying. Shown wherever the job is; never stops anything. */
export interface Warning {
  /** Short stable name, for tests and callers: `smoke-none`. */
  code: string;
  what: string;
  next: string;
  at: { file: string; line: number; column: number };
}
