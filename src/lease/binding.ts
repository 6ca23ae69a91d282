/** A commit and configuration that a run was bound to before a person bound it to others. */
export interface Binding {
  commit: string;
  codeHash: string;
  configHash: string;
  /** The last attempt that ran it. */
  untilAttempt: number;
}
