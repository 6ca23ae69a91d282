/**
 * A small text beside the runs that several machines keep together: what the stray hunt has marked, when the schedule last
 * looked. Unlike a record it may be changed and lost; it is not signed, so nothing that spends or destroys may rest on it.
 */
export interface Notes {
  /** `tip` says where the note stood when read, `null` for none; opaque. */
  read(): Promise<Note>;
  /**
   * Compare-and-swap: replaces the text only if the note still stands at `tip`.
   * @throws Problem as the ledger does: kind `ledger` or `unreachable`; then the note may have been written or not
   */
  write(text: string, tip: string | null): Promise<'written' | 'lost-race'>;
}

export interface Note {
  text: string;
  tip: string | null;
}
