import type { Clock } from '../clock.ts';
import type { Redactor } from '../secret/redactor.ts';

/** What the course of a run knows of the command that goes on with it, whatever the words of that command were. */
export interface Here {
  cwd: string;
  env: NodeJS.ProcessEnv;
  clock: Clock;
  /** `by` of every event. */
  who: string;
  storeDir: string;
  /** Knows the credentials of the environment; a stage teaches it the secrets of its job. */
  redactor: Redactor;
  boundSeconds: number;
  /** When this command should be at its end; absent where it goes on for as long as its run does. */
  endsAt?: Date;
}
