/** Outputs of every stage's action. */
export const OUTPUTS: Record<string, string> = {
  run: 'Run id.',
  state:
    'Where the run stands: running, preempted, ended, sealed, parked, released, halted, debt, and the like.',
  verdict: 'finished, dead, stalled, running or unknown.',
  seal: 'The seal that an approval binds to; empty before there is one.',
  'cost-usd': 'Accrued cost of the run in USD.',
};

/** Of every action that uploads, beside its own. */
export const UPLOAD_OUTPUTS: Record<string, string> = {
  'artifact-url':
    'Where the artifact that this step uploaded and read back can be downloaded; empty when it uploaded none.',
};
