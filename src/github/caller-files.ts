import { SET_NAME, type SetFile, setPath } from './caller-workflow.ts';

/** Never relied upon: GitHub delivers a few per cent of frequent ones, so chains go on by what came (`tick/schedule.ts`). */
export const TICK_CRON = '7,37 * * * *';
/** For what is forgotten while the frequent one is switched off. */
const DAILY_CRON = '23 5 * * *';

/** Inputs of `workflow_dispatch` by which the chain goes on, and those by which a release is asked for. */
export const CHAIN_INPUTS = ['run', 'stage', 'hop', 'wait'] as const;
export const RELEASE_INPUTS = ['run', 'lease', 'seal', 'acknowledge'] as const;

export interface Caller {
  /** `owner/name` of gpu-lease's own repository. */
  suite: string;
  /** Commit of it that the workflows are taken from. */
  commit: string;
  /** Its version, such as `v1.2.3`, for the comment by which Dependabot and Renovate raise a pin. */
  version?: string | undefined;
  /** Names of the secrets that the job's candidates and stores need, beside GPU_LEASE_SECRET. */
  keys: readonly string[];
  /** Git remote of a ledger in a repository of its own. */
  ledger?: string | undefined;
  /** The job file, relative to the repository; unset: the one that the workflows read by themselves. */
  job?: string | undefined;
  /** Environment that holds GPU_LEASE_SECRET and no key, for the jobs that use none. */
  ledgerEnvironment?: string | undefined;
  /** Of pull requests whose commits may be trained. */
  label?: string | undefined;
  /** How the names of the files begin, of a set beside the usual one. */
  name?: string | undefined;
  /** Environment that holds the keys; unset: the usual one. */
  keysEnvironment?: string | undefined;
  /** Looks at what is open are another set's. */
  isLookedAt?: boolean | undefined;
  /** Kaggle is a candidate of the job: beside others, or `alone`; then nothing is rented, and the files of runs are left out. */
  kaggle?: 'beside' | 'alone' | undefined;
  /** Whether a job that signs what was sealed is `written`, which is usual, or `absent`; of `never` the calls are told, too. */
  attest?: 'written' | 'absent' | 'never' | undefined;
}

export interface CallerFile {
  path: string;
  text: string;
}

/** One file of the set: what it is for, when it starts, and which workflow of gpu-lease it calls. */
interface Written {
  is: SetFile;
  about: string;
  runName?: string;
  on: string;
  /** With the reason for each, as a comment. */
  permissions: readonly (readonly [scope: string, why: string])[];
  calls: string;
  /** Inputs of the dispatch that it passes on. */
  passes?: readonly string[];
  /** Inputs with one value. */
  fixed?: readonly string[];
  readsJob?: boolean;
  holdsSecrets: boolean;
  /** What is sealed in it can be signed. */
  seals?: true;
}

const LEDGER = ['contents: write', 'the ledger is a ref of this repository'] as const;

const STATUS = ['statuses: write', 'how a labelled commit stands'] as const;

const COMMENT = ['pull-requests: write', 'the comment on a labelled change'] as const;

const WRITTEN: readonly Written[] = [
  {
    is: 'smoke',
    about:
      'The smoke of every change, on a runner and for nothing: no secret, no environment, nothing is rented.',
    on: '  pull_request:\n  merge_group:\n',
    permissions: [
      ['contents: read', 'to check the code out'],
      ['pull-requests: write', 'one comment, kept up to date; in a merge queue none'],
    ],
    calls: 'pull-request',
    readsJob: true,
    holdsSecrets: false,
  },
  {
    is: 'train',
    about: 'A run or a sweep, started by hand; the chain of its looks starts this file again by itself.',
    runName: titled(`gpu-lease ${given('inputs.stage')}`, {
      run: "' {0}', inputs.run",
      standing: "' standing {0} of {1}', inputs.standing, inputs.run || github.run_id",
      pull: "' for pull request {0} at {1}', inputs.pull, inputs.commit",
    }),
    on: `  workflow_dispatch:
    inputs:
      stage: { type: choice, options: [train, sweep], default: train, description: What to do }
      run: { type: string, description: Run or sweep to go on with; a new one when empty }
      boxes: { type: string, description: Boxes of a sweep where the job file does not say }
      standing: { type: string, description: Level such as L2 at which what is sealed may be released unasked }
      hop: { type: string, description: Left to the chain }
      wait: { type: string, description: Left to the chain }
      commit: { type: string, description: Left to the label }
      pull: { type: string, description: Left to the label }
`,
    permissions: [
      LEDGER,
      ['actions: write', 'to start the next look, and the run in which a release is asked for'],
      STATUS,
      COMMENT,
    ],
    calls: 'train',
    readsJob: true,
    passes: ['run', 'stage', 'boxes', 'standing', 'hop', 'wait', 'commit', 'pull'],
    holdsSecrets: true,
    seals: true,
  },
  {
    is: 'release',
    about:
      'Gives one box back. Started where everything is sealed, and by hand; its title is what the approver reads.',
    runName: titled('gpu-lease release', {
      lease: "' {0}', inputs.lease",
      seal: "' {0}', inputs.seal",
      acknowledge: "' {0}', inputs.acknowledge",
      stopped: "' stopped {0}', inputs.stopped",
    }),
    on: `  workflow_dispatch:
    inputs:
      run: { type: string, required: true, description: Run to release }
      lease: { type: string, description: Lease to release }
      seal: { type: string, description: Seal that the release is for }
      acknowledge: { type: string, description: stale-facts where the summary asks for it }
      approve: { type: string, description: Release phrase where the plan has no reviewers }
      stopped: { type: string, description: Lease whose box you ended by hand where no program can }
`,
    permissions: [LEDGER, ['actions: read', 'who approved this workflow run']],
    calls: 'release',
    passes: ['run', 'approve', 'stopped'],
    holdsSecrets: true,
  },
  {
    is: 'tick',
    about: 'One look at everything that is open: by schedule, by hand, or by a clock outside of GitHub.',
    on: `  schedule: [{ cron: '${TICK_CRON}' }]\n  workflow_dispatch:\n`,
    permissions: [
      LEDGER,
      ['actions: write', 'to start looks that nobody would come for, and releases'],
      ['issues: write', 'one issue for each real problem'],
      STATUS,
      COMMENT,
    ],
    calls: 'tick',
    readsJob: true,
    holdsSecrets: true,
    seals: true,
  },
  {
    is: 'daily',
    about: 'Once a day, whatever else is switched off: strays, what was forgotten, facts that are too old.',
    on: `  schedule: [{ cron: '${DAILY_CRON}' }]\n  workflow_dispatch:\n`,
    permissions: [
      LEDGER,
      ['actions: write', 'to start looks that nobody would come for, and releases'],
      ['issues: write', 'one issue for each real problem, and one for stale facts'],
      STATUS,
      COMMENT,
    ],
    calls: 'tick',
    readsJob: true,
    fixed: ['facts: true'],
    holdsSecrets: true,
    seals: true,
  },
];

const LABEL: Written = {
  is: 'label',
  about:
    'A label on a pull request asks for a run of its commit; the reviewers of the environment approve it before it rents.',
  on: '  pull_request:\n    types: [labeled]\n',
  permissions: [
    ['contents: read', 'the file that is started, of the default branch'],
    ['pull-requests: write', 'to take the label off'],
    ['actions: write', 'to start the run'],
    ['statuses: write', 'how the commit stands'],
  ],
  calls: 'label',
  holdsSecrets: false,
};

/** Sessions last hours. */
const KAGGLE_CRON = '11 * * * *';

const KAGGLE: Written = {
  is: 'kaggle',
  about:
    'One step of a run on Kaggle: begun by hand, gone on with by the schedule until what it made is stored.',
  on: `  schedule: [{ cron: '${KAGGLE_CRON}' }] # begins no run, and pushes nothing beside a session that works
  workflow_dispatch:
    inputs:
      push: { type: choice, options: [first, next, again, none], default: first, description: What may be pushed }
      run: { type: string, description: Run on Kaggle to go on with; the newest when empty }
`,
  permissions: [
    ['contents: read', 'to check the code out'],
    ['actions: read', 'to read back what was uploaded'],
  ],
  calls: 'kaggle',
  readsJob: true,
  passes: ['run'],
  fixed: [`push: ${given("inputs.push || 'next'")}`],
  holdsSecrets: true,
};

/**
 * The files that a repository adds, each with its one trigger and one job, so that no page is full of jobs that were skipped; where
 * something may be sealed a second one signs it. Secrets are named one by one: a called workflow sees an environment's secret only
 * under a name that its caller passes, and everything at once (`inherit`) would be more than it needs.
 */
export const callerFiles = (caller: Caller): CallerFile[] =>
  [
    ...WRITTEN.filter(({ is }) => is === 'smoke' || caller.kaggle !== 'alone'),
    ...(caller.kaggle === undefined ? [] : [KAGGLE]),
    ...(caller.label === undefined ? [] : [LABEL]),
  ]
    .filter(({ calls }) => calls !== 'tick' || !caller.isLookedAt)
    .map((file) => ({ path: setPath(file.is, caller.name), text: textOf(file, caller) }));

function textOf(file: Written, caller: Caller): string {
  const { is, about, runName, on, permissions, calls, passes = [], fixed = [], ...more } = file;
  const { readsJob, holdsSecrets, seals } = more;
  // A run on Kaggle has none.
  const hasRecord = is !== 'label' && is !== 'kaggle';
  const { keys, ledger, ledgerEnvironment, job, label, attest = 'written', name = SET_NAME } = caller;
  const inputs = [
    ...(readsJob && job !== undefined ? [`job: ${JSON.stringify(job)}`] : []),
    ...passes.map((name) => `${name}: ${given(`inputs.${name}`)}`),
    ...fixed,
    ...(is === 'label' && label !== undefined ? [`label: ${JSON.stringify(label)}`] : []),
    ...(seals && attest === 'never' ? ['attest: never'] : []),
    ...(hasRecord ? ledgerInput(ledger) : []),
    ...(holdsSecrets ? keysInput(is, caller) : []),
    ...(ledgerEnvironment === undefined || !holdsSecrets || !hasRecord
      ? []
      : [`ledger-environment: ${ledgerEnvironment}`]),
  ];
  const secrets = is === 'kaggle' ? ['KAGGLE_API_TOKEN'] : [...ledgerSecrets(ledger), ...keys];
  return `# ${about}
name: ${name} ${is}
${runName === undefined ? '' : `run-name: ${runName}\n`}on:
${on}permissions: {}
jobs:
  ${is}:
    name: ${name}
    permissions:
${lines(permissions.map(([scope, why]) => `${scope} # ${why}`))}    uses: ${called(calls, caller)}
${block('with', inputs)}${holdsSecrets ? secretsBlock(secrets) : ''}${
  seals && attest === 'written' ? signingJob(is, caller) : ''
}`;
}

/** A job of the caller and none of what is called: GitHub refuses a whole run whose caller grants less than any job of it asks for. */
const signingJob = (is: SetFile, caller: Caller): string => `  attest:
    name: attest
    needs: ${is}
    if: ${given(`!cancelled() && needs.${is}.outputs.attest != ''`)}
    permissions:
      contents: read # the ledger is a ref of this repository
      id-token: write # to prove to the signer which workflow this is
      attestations: write # to store what was signed with the repository
    uses: ${called('attest', caller)}
${block('with', signingInputs(is, caller))}${secretsBlock(ledgerSecrets(caller.ledger))}`;

/** It uses no key, so that the environment of the ledger is enough where there is one. */
function signingInputs(is: SetFile, { ledger, ledgerEnvironment, keysEnvironment }: Caller): string[] {
  const environment = ledgerEnvironment ?? keysEnvironment;
  return [
    `runs: ${given(`needs.${is}.outputs.attest`)}`,
    ...ledgerInput(ledger),
    ...(environment === undefined ? [] : [`environment: ${environment}`]),
  ];
}

/** To a release "environment" is that of its reviewers. */
const keysInput = (is: SetFile, { keysEnvironment }: Caller): string[] =>
  keysEnvironment === undefined ? [] : [`${is === 'release' ? 'keys' : 'environment'}: ${keysEnvironment}`];

const called = (workflow: string, { suite, commit, version }: Caller): string =>
  `${suite}/.github/workflows/${workflow}.yml@${commit}${version === undefined ? '' : ` # ${version}`}`;

const ledgerInput = (ledger: string | undefined): string[] =>
  ledger === undefined ? [] : [`ledger: ${ledger}`];

/** Of whoever reads the ledger. */
const ledgerSecrets = (ledger: string | undefined): string[] => [
  'GPU_LEASE_SECRET',
  ...(ledger === undefined ? [] : ['GPU_LEASE_LEDGER_TOKEN']),
];

const secretsBlock = (names: readonly string[]): string =>
  block(
    'secrets',
    names.map((name) => `${name}: ${given(`secrets.${name}`)}`),
  );

const block = (name: string, entries: readonly string[]): string =>
  entries.length === 0 ? '' : `    ${name}:\n${lines(entries)}`;

const lines = (entries: readonly string[]): string => entries.map((entry) => `      ${entry}\n`).join('');

/** Each input that was given, behind a blank of its own. */
function titled(start: string, parts: Readonly<Record<string, string>>): string {
  const each = Object.entries(parts).map(([name, as]) => given(`inputs.${name} && format(${as})`));
  return `${start}${each.join('')}`;
}

function given(expression: string): string {
  return `\${{ ${expression} }}`;
}
