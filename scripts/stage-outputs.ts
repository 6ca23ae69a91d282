/** Outputs of every stage's action. */
export const OUTPUTS: Record<string, string> = {
  run: 'Run id.',
  state:
    'Where the run stands: running, preempted, ended, sealed, parked, released, halted, debt, and the like.',
  verdict: 'finished, dead, stalled, running or unknown.',
  seal: 'The seal that an approval binds to; empty before there is one.',
  'cost-usd': 'Accrued cost of the run in USD.',
};
