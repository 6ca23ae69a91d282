import type { GitHub } from '../github/github.ts';
import type { Job } from '../job/job.ts';

/** What came with a command about approvals, whatever its words were. What is blank was not given: a workflow says so of an unset input. */
export interface Given {
  env: NodeJS.ProcessEnv;
  /** Who sits at the terminal. */
  person: string;
  /** As it was typed. */
  phrase: string | undefined;
  /** The environment that the stage was told its job waits in. */
  environment: string | undefined;
  /** What the gate before this job had noted of earlier approvals. */
  noted: string | undefined;
  /** The level of an approval in advance. */
  inAdvance: string | undefined;
  /** The lease whose box a person says they ended. */
  ended: string | undefined;
  /** The job file as the default branch has it, for what a pull request makes of it; `undefined` where it has none. */
  baseJob?(github: Pick<GitHub, 'file'>): Promise<Job | undefined>;
  /** Asks whoever sits at the terminal for a phrase; `undefined` where nobody does, or wants to now. */
  atTerminal(signal: AbortSignal): Promise<string | undefined>;
}
