import type { MeantEntry } from '../problem.ts';
import type { Finding } from './last-smoke.ts';

/** A new value of a key; of a file that does not load also another name of the key, or the whole entry. */
export type AnyEdit = Finding['edits'][number] | ({ path: (string | number)[] } & MeantEntry['as']);

/** The documented shape of `fix --json` (docs/json.md). */
export interface FixFacts {
  file: string;
  /** That was smoked; `null` where the file does not load, so that nothing was. */
  commit: string | null;
  findings: (Omit<Finding, 'edits'> & { edits: readonly AnyEdit[] })[];
  /** Of the findings, how many the difference answers. */
  answered: number;
  /** Lines that begin with ` `, `-` or `+`; none where nothing is proposed. */
  difference: string[];
  written: boolean;
}
