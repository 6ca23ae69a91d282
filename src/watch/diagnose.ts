import { fits, OF_A_DEAD_CELL } from './failures/catalogue.ts';
import type { Remains } from './failures/failure.ts';

export interface Diagnosis {
  failureClass: string;
  /** Id of a row of `failures/`, or a word of ours: `exit`, `exit-signal`, `vanished`. */
  signature: string;
  cause: string;
  fix: string;
  /** Identical relaunch has a chance. Everything else repeats. */
  probabilistic: boolean;
}

/** From what a dead cell left behind to a failure class and its one remedy. Total: what nothing matches is the code's. */
export function diagnose(remains: Remains): Diagnosis {
  const known = OF_A_DEAD_CELL.find((each) => fits(each, remains));
  if (!known) {
    return {
      failureClass: 'CODE_BUG',
      signature: 'exit',
      cause: `the command ended with exit code ${remains.exitCode} and no known signature`,
      fix: 'read the end of the log',
      probabilistic: false,
    };
  }
  const { signature, failureClass, cause, fix, probabilistic } = known;
  return { signature, failureClass, cause, fix, probabilistic: probabilistic ?? false };
}
