/** Where the one workflow file of a repository that uses gpu-lease lies. */
export const CALLER_PATH = '.github/workflows/gpu-lease.yml';

/** Never relied upon: GitHub delivers a few per cent of frequent ones, so chains go on by what came (`tick/schedule.ts`). */
export const TICK_CRON = '7,37 * * * *';

/** Inputs of `workflow_dispatch` by which the chain goes on and a release is asked for. */
export const CHAIN_INPUTS = ['stage', 'run', 'lease', 'seal', 'acknowledge', 'hop', 'wait'] as const;

export interface Caller {
  /** `owner/name` of gpu-lease's own repository. */
  suite: string;
  /** Commit of it that the workflows are taken from. */
  commit: string;
  /** Names of the secrets that the job's candidates and stores need, beside GPU_LEASE_SECRET. */
  keys: readonly string[];
  /** Git remote of a ledger in a repository of its own. */
  ledger?: string;
}

/**
 * The one file that a repository adds: smoke on every pull request, train, sweep and release by dispatch, a schedule that finds what
 * was forgotten. Secrets are named one by one: a called workflow sees an environment's secret only under a name that its caller
 * passes, and everything at once (`inherit`) would be more than it needs.
 */
export function callerFile({ suite, commit, keys, ledger }: Caller): string {
  const opening = ledger === undefined ? [] : ['GPU_LEASE_LEDGER_TOKEN'];
  const secrets = ['GPU_LEASE_SECRET', ...opening, ...keys].map(
    (name) => `${name}: ${inYaml(`secrets.${name}`)}`,
  );
  // In a flow mapping as a text of its own: an address has a colon.
  const where = ledger === undefined ? [] : [`ledger: '${ledger}'`];
  const withInputs = (...names: string[]): string => {
    const all = [...names.map((name) => `${name}: ${inYaml(`inputs.${name}`)}`), ...where];
    return all.length === 0 ? '' : `\n    with: { ${all.join(', ')} }`;
  };
  const own = (name: string) => `${suite}/.github/workflows/${name}.yml@${commit}`;
  return `name: gpu-lease # ${CALLER_PATH}
run-name: gpu-lease ${given('inputs.stage || github.event_name')} ${['run', 'lease', 'seal', 'acknowledge'].map((name) => given(`inputs.${name}`)).join(' ')} ${given("inputs.standing && format('standing {0} of {1}', inputs.standing, inputs.run || github.run_id)")}
on:
  pull_request:
  merge_group:
  schedule: [{ cron: '${TICK_CRON}' }]
  workflow_dispatch:
    inputs:
      stage: { type: choice, options: [train, sweep, release, tick], default: train, description: What to do }
      run: { type: string, description: Run or sweep to go on with or to release }
      boxes: { type: string, description: Boxes of a sweep where the job file does not say }
      lease: { type: string, description: Lease to release }
      seal: { type: string, description: Seal that the release is for }
      acknowledge: { type: string, description: stale-facts where the summary asks for it }
      approve: { type: string, description: Release phrase where the plan has no reviewers }
      stopped: { type: string, description: Lease that you ended by hand where no program can }
      standing: { type: string, description: Level such as L2 at which what is sealed may be released unasked }
      hop: { type: string, description: Left to the chain }
      wait: { type: string, description: Left to the chain }
permissions: {}
jobs:
  smoke:
    if: github.event_name == 'pull_request' || github.event_name == 'merge_group'
    permissions: { contents: read, pull-requests: write } # to check the code out; one comment
    uses: ${own('pull-request')}${withInputs()}
  train:
    if: inputs.stage == 'train' || inputs.stage == 'sweep'
    permissions: { contents: write, actions: write } # the ledger is a ref; the next link of the chain
    uses: ${own('train')}${withInputs('run', 'stage', 'boxes', 'hop', 'wait', 'standing')}
    secrets: { ${secrets.join(', ')} }
  release:
    if: inputs.stage == 'release'
    permissions: { contents: write, actions: read } # the ledger is a ref; who approved
    uses: ${own('release')}${withInputs('run', 'approve', 'stopped')}
    secrets: { ${secrets.join(', ')} }
  tick:
    if: github.event_name == 'schedule' || inputs.stage == 'tick'
    permissions: { contents: write, actions: write, issues: write } # the ledger is a ref; releases; problems
    uses: ${own('tick')}${withInputs()}
    secrets: { ${secrets.join(', ')} }
`;
}

const given = (expression: string): string => `\${{ ${expression} }}`;

/** In a flow mapping braces would open another one. */
const inYaml = (expression: string): string => `'${given(expression)}'`;
