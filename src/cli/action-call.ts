import type { Run } from '../lease/run.ts';
import type { Call } from './call.ts';

/** What an action that is no stage of one run is given by the step that every one of them shares. */
export interface ActionCall extends Call {
  /** Of each run before anything is done to it: its secrets are masked. */
  onRun(run: Run): void;
  /** Sets outputs; those that nobody tells stay as they were before anything was known. */
  tell(outputs: Readonly<Record<string, string>>): void;
  /** Adds to the page of the workflow run. */
  summarize(markdown: string): Promise<void>;
}

/** @returns the exit code */
export type ActionStep = (call: ActionCall) => Promise<number>;
