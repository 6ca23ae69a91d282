/** Outputs of the actions that need no run, by the command's name. */
export const ALONE_OUTPUTS: Record<string, Record<string, string>> = {
  verify: {
    verdict: 'pass, pass-degraded, inconclusive or fail: the worst of all files and sets.',
    failed: 'How many files and sets failed.',
    json: 'Path of the whole result as JSON.',
    report: 'Path of the page for people; empty when none was asked for.',
  },
  smoke: {
    evidence:
      'What it showed, as JSON for the input of that name of open, launch or sweep; empty where the job has no smoke.',
  },
  tick: {
    runs: 'How many runs are open.',
    advanced: 'How many of them went on.',
    problems: 'How many things a person must look at.',
    debts: 'How many meters should have stopped and are not proven to have.',
    strays: 'How many boxes and volumes of ours no lease holds, seen in two looks.',
    state: 'well, problems or billing: the worst of it in one word.',
    collect:
      'Runs that have ended and wait for a job that collects and stores them, as a JSON list for a matrix.',
  },
  sweep: {
    sweep: 'Id of the sweep.',
    runs: 'Run ids of the parts that a job can go on with, as a JSON list for a matrix; at most 256.',
    cells: 'How many cells its roster has.',
    failed: 'How many of them are missing, dead or lost.',
    state: 'opened, running, failed, halted, debt, sealed or released: the worst of it in one word.',
    'cost-usd': 'Accrued cost in USD, of all parts.',
  },
  plan: {
    platform: 'Platform of the best offer; empty when no candidate has one.',
    offer: 'Its name there.',
    'usd-per-hour': 'Its price.',
    'expected-usd':
      'What the whole job is expected to cost; empty where the job does not say how long it takes.',
    'at-most-usd': 'What the budget lets it cost.',
  },
  status: {
    runs: 'How many runs are open; 1 when one was named.',
    state: 'Of the run that was named, or of the only open one; empty for several.',
    'cost-usd': 'Accrued cost in USD, of all of them.',
    json: 'What "gpu-lease status --json" prints.',
  },
  continue: {
    next: 'Who goes on with the run: tick, chain, person, or nobody where nothing is left to look at.',
  },
  ask: { asked: 'For how many releases a workflow run asks now.' },
  doctor: {
    faults: 'How many things will fail, be lost or go unasked.',
    unknown: 'How many could not be looked at with this token.',
  },
  comment: {
    comment: 'created, updated, unchanged, or not-allowed where the token only reads, as on a fork.',
    smoke: 'passed, failed, waived or unknown.',
  },
  staleness: {
    stale: 'How many facts are older than the limit.',
    never: 'How many facts nobody ever verified.',
    errors: 'How many stamps or profiles cannot be read, or are of a month to come.',
    sarif: 'Path of the findings for code scanning; empty when none were asked for.',
  },
};
