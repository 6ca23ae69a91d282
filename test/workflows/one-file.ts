import type { Caller } from '../../src/github/caller-files.ts';
import { ONE_FILE } from '../../src/github/caller-workflow.ts';

/** What `init --github` of version 0.1 wrote, and what its callers still have: every stage in one file. `statuses: write` and `pull-requests: write` came later. */
export function oneFileOf({ suite, commit, keys, ledger }: Caller): string {
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
  return `name: gpu-lease # ${ONE_FILE}
run-name: gpu-lease ${given('inputs.stage || github.event_name')} ${['run', 'lease', 'seal', 'acknowledge'].map((name) => given(`inputs.${name}`)).join(' ')} ${given("inputs.standing && format('standing {0} of {1}', inputs.standing, inputs.run || github.run_id)")}
on:
  pull_request:
  merge_group:
  schedule: [{ cron: '7,37 * * * *' }]
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
    permissions: { contents: write, actions: write, statuses: write, pull-requests: write } # the ledger is a ref; the next link of the chain; a commit's status and its change's comment
    uses: ${own('train')}${withInputs('run', 'stage', 'boxes', 'hop', 'wait', 'standing')}
    secrets: { ${secrets.join(', ')} }
  release:
    if: inputs.stage == 'release'
    permissions: { contents: write, actions: read } # the ledger is a ref; who approved
    uses: ${own('release')}${withInputs('run', 'approve', 'stopped')}
    secrets: { ${secrets.join(', ')} }
  tick:
    if: github.event_name == 'schedule' || inputs.stage == 'tick'
    permissions: { contents: write, actions: write, issues: write, statuses: write, pull-requests: write } # the ledger is a ref; releases; problems
    uses: ${own('tick')}${withInputs()}
    secrets: { ${secrets.join(', ')} }
`;
}

const given = (expression: string): string => `\${{ ${expression} }}`;

/** In a flow mapping braces would open another one. */
const inYaml = (expression: string): string => `'${given(expression)}'`;
