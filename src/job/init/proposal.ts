import type { Code } from './reading/code.ts';
import type { Habits, Trainer } from './trainer.ts';

export interface Proposal {
  code: Code;
  trainer: Trainer;
  /** The trainer is only declared; nothing was seen to use it. */
  isGuess: boolean;
  habits: Habits;
  commands: Commands;
}

export interface Commands {
  run: string;
  /** The same entry point, made short. */
  smoke: string;
  /** Where a smoke is one epoch: the same with more, for the drill to be killed in. */
  drill?: string;
  /** Whether the length of the smoke could be said; if not, it is as long as the run. */
  isShort: boolean;
  /** Whether what is written lands under our directory, by a flag or because the script asks for it. */
  passesOutput: boolean;
  /** Variables of the smoke that the script does not read yet: lines to paste say how. */
  awaits: readonly string[];
}
