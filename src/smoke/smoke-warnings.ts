import type { CommandRole } from './command-problem.ts';
import type { SmokeWarning } from './world.ts';

export const leftProcesses = (role: CommandRole): SmokeWarning => ({
  code: 'left-processes',
  what: `The ${role} ended and left processes running; they were killed.`,
  next: 'Join loader workers and servers before the end: on a rented box they hold GPU memory.',
});

export const ESCAPED: SmokeWarning = {
  code: 'escaped-processes',
  what: 'Processes left their process group and outlived the command; they were killed.',
  next: 'Do not detach anything from the training command: on the box it could not be stopped with it.',
};

export const NO_METRICS: SmokeWarning = {
  code: 'no-metrics',
  what: 'The job declares no metrics, so only the exit code and the log were checked: a loss that is NaN passes.',
  next: 'Name under `metrics` where the run writes them: JSON lines, metrics.csv, trainer_state.json.',
};

export const NO_DRILL: SmokeWarning = {
  code: 'no-drill',
  what: 'Resuming was not proven: a preemption may cost the whole run.',
  next: 'Let the job resume by the same command, and give it a drill.',
};

export const MEMORY_UNBOUNDED: SmokeWarning = {
  code: 'memory-unbounded',
  what: 'Memory was not measured: this system has no /proc. The memory bound did not apply.',
  next: 'Trust the smoke on Linux for this.',
};
