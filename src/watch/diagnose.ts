import { firstToLast, OF_A_DEAD_CELL } from './failures/catalogue.ts';
import { evidenceOf, wasLivedThrough } from './failures/evidence.ts';
import type { Remains, Signature } from './failures/failure.ts';

export interface Diagnosis {
  failureClass: string;
  /** Id of a row of `failures/`, or a word of ours: `exit`, `exit-signal`, `vanished`. */
  signature: string;
  cause: string;
  fix: string;
  /** Identical relaunch has a chance. Everything else repeats. */
  probabilistic: boolean;
}

/**
 * From what a dead cell left behind to a failure class and its one remedy. Total: what nothing matches is the code's. A text
 * names the class and never makes a relaunch: chance is believed only where the box itself shows it.
 */
export function diagnose(remains: Remains): Diagnosis {
  const [known] = OF_A_DEAD_CELL.flatMap((row) => foundIn(row, remains)).sort(firstToLast);
  if (!known) {
    const [, firstNode] = /^NODES_FAILED ([^\n]{1,300})$/m.exec(remains.logTail) ?? [];
    return {
      failureClass: 'CODE_BUG',
      signature: 'exit',
      cause: firstNode ?? `the command ended with exit code ${remains.exitCode} and no known signature`,
      fix: 'read the end of the log',
      probabilistic: false,
    };
  }
  const { row, match } = known;
  const { failureClass, cause, fix } = (match && row.closer?.(match)) ?? row;
  return { signature: row.signature, failureClass, cause, fix, probabilistic: row.probabilistic ?? false };
}

/** With the line that shows it first and was not lived through. */
function foundIn(
  row: Signature,
  remains: Remains,
): { row: Signature; match: RegExpExecArray | undefined; line: number }[] {
  const text = remains.logTail;
  const found = evidenceOf(row, remains);
  const last = found.at(-1);
  if (!last || wasLivedThrough(row, text, last)) return [];
  const first = found.find((each) => !wasLivedThrough(row, text, each)) ?? last;
  const line = first.at < 0 ? Number.POSITIVE_INFINITY : text.slice(0, first.at).split('\n').length;
  return [{ row, match: first.match, line }];
}
