/** One thing about a repository that keeps gpu-lease from doing its work there, or from doing it safely. */
export interface Finding {
  /** Short stable name: `environment-missing`. */
  code: string;
  /**
   * `fault`: something will fail, be lost or go unasked. `advice`: it works, and could be safer. `unknown`: this token may not
   * see it, which is neither good nor bad.
   */
  level: 'fault' | 'advice' | 'unknown';
  /** What is so, with the real names. */
  what: string;
  /** What to do about it. */
  fix: string;
}
