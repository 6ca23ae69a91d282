import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandDefinition } from '../src/cli/command.ts';
import type { OptionDefinition } from '../src/cli/option-definition.ts';
import { type OptionName, option, optionOf } from '../src/cli/options.ts';
import { actionPages, inputTable, outputTable } from './action-pages.ts';
import type { Generated } from './generate-job-schema.ts';
import { OUTPUTS, UPLOAD_OUTPUTS } from './stage-outputs.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCS = 'docs/actions.md';
const README = 'README.md';
const ROOT_MARKERS = /(<!-- root -->\n)[\s\S]*(<!-- \/root -->)/;
const MARKERS = /(<!-- inputs -->\n)[\s\S]*(<!-- \/inputs -->)/;

/** Evaluated by GitHub; stands only where it becomes a value, never in a script. */
function expression(of: string): string {
  return `\${{ ${of} }}`;
}

/** Inputs that every stage has beside its stage's options; they never reach the command line. */
const CREDENTIALS: (OptionDefinition & { env: string; source: string })[] = [
  {
    name: 'token',
    about:
      'Token that may write the ledger (contents: write) and read what earlier workflow runs kept of it (actions: read).',
    kind: 'text',
    fallback: expression('github.token'),
    env: 'GH_TOKEN',
    source: 'inputs.token',
  },
  {
    name: 'ledger-token',
    about:
      'Token for the ledger where it is in a repository of its own, which the input "ledger" names; that of "token" when empty.',
    kind: 'text',
    env: 'GPU_LEASE_LEDGER_TOKEN',
    source: 'inputs.ledger-token',
  },
  {
    name: 'secret',
    about:
      'GPU_LEASE_SECRET, from which login keys and signatures are derived; best kept as a secret of an environment.',
    kind: 'text',
    env: 'GPU_LEASE_SECRET',
    source: 'inputs.secret',
  },
];

/** Every `action.yml`, its page and the table of docs/actions.md, from the definitions in src/cli/commands/. */
export function generateActions(commands: readonly CommandDefinition[]): Generated[] {
  const docs = readFileSync(join(ROOT, DOCS), 'utf8');
  if (!MARKERS.test(docs)) throw new Error(`${DOCS} has lost its <!-- inputs --> markers`);
  const readme = readFileSync(join(ROOT, README), 'utf8');
  if (!ROOT_MARKERS.test(readme)) throw new Error(`${README} has lost its <!-- root --> markers`);
  const root = rootParts(commands.filter(({ action }) => action?.of === 'run' || action?.inRoot));
  const of = (kind: 'run' | 'all') => commands.filter(({ action }) => action?.of === kind);
  const actions = [...of('run'), ...of('all')];
  const { pages, table } = actionPages(
    actions.map((command) => ({
      command,
      inputs: [...optionsOf(command), ...credentialsOf(command)],
      outputs: outputsOf(command),
    })),
  );
  return [
    ...actions.map((command) => ({
      path: `actions/${command.name}/action.yml`,
      content: ownAction(command),
    })),
    {
      path: 'action.yml',
      content: action(root),
    },
    {
      path: README,
      content: readme.replace(
        ROOT_MARKERS,
        (_all, open, close) =>
          `${open}\n${inputTable([...root.inputs, ...CREDENTIALS])}\n\n${outputTable(root.outputs)}\n\n${close}`,
      ),
    },
    ...pages,
    {
      path: DOCS,
      content: docs.replace(MARKERS, (_all, open, close) => `${open}\n${table}\n\n${close}`),
    },
  ];
}

/** The options of its action. */
export const inputsOf = ({ options, action }: CommandDefinition): OptionName[] =>
  options.filter((name) => !option(name).terminalOnly && !action?.without?.includes(name));

const optionsOf = (command: CommandDefinition): OptionDefinition[] =>
  inputsOf(command).map((name) => optionOf(command, name));

const outputsOf = ({ action }: CommandDefinition): Record<string, string> => ({
  ...(action?.of === 'run' && OUTPUTS),
  ...action?.outputs,
  ...(action?.uploads && UPLOAD_OUTPUTS),
});

const ownAction = (command: CommandDefinition): string =>
  action({
    name: `gpu-lease ${command.name}`,
    about: command.about,
    inputs: optionsOf(command),
    stage: { env: '', word: command.name },
    bin: '$GITHUB_ACTION_PATH/../../bin/gpu-lease',
    outputs: outputsOf(command),
    credentials: credentialsOf(command),
    uploads: command.action?.uploads === true,
    records: command.action?.records === true,
  });

/** A stage has all; what is no stage of one run has what it says. */
function credentialsOf(command: CommandDefinition): typeof CREDENTIALS {
  const { of, token, secret } = command.action ?? {};
  const has: Record<string, boolean> = {
    token: token !== undefined,
    'ledger-token': inputsOf(command).includes('ledger'),
    secret: secret !== undefined,
  };
  return CREDENTIALS.filter(({ name }) => of === 'run' || has[name]).map((each) => ({
    ...each,
    about: (each.name === 'token' && token) || each.about,
  }));
}

/** The smoke runs the change's own code, so the job's token, which is there without being asked for, is kept from it. */
const unlessSmoke = (each: (typeof CREDENTIALS)[number]): (typeof CREDENTIALS)[number] =>
  each.name === 'token' ? { ...each, source: "inputs.stage != 'smoke' && inputs.token || ''" } : each;

function rootParts(stages: CommandDefinition[]): ActionParts & Required<Pick<ActionParts, 'outputs'>> {
  const all = new Map(stages.flatMap(optionsOf).map((each) => [each.name, each]));
  const names = stages.map((each) => each.name).join(', ');
  const outputs = Object.assign({}, ...stages.map((each) => each.action?.outputs));
  return {
    name: 'gpu-lease',
    about: 'Trains on rented GPUs, and never loses a checkpoint or leaves a meter running.',
    inputs: [{ name: 'stage', about: `Which stage to run: ${names}.`, kind: 'text' }, ...all.values()],
    stage: { env: `        GPU_LEASE_STAGE: ${expression('inputs.stage')}\n`, word: '"$GPU_LEASE_STAGE"' },
    bin: '$GITHUB_ACTION_PATH/bin/gpu-lease',
    credentials: CREDENTIALS.map(unlessSmoke),
    outputs: { ...OUTPUTS, ...outputs, ...UPLOAD_OUTPUTS },
    uploads: true,
    records: true,
    // Whatever the change's code writes among the outputs of its step uploads nothing.
    uploadsOnly: "inputs.stage != 'smoke' && ",
  };
}

/** Of the step that uploads, and only where what was uploaded could be read back. */
const OF_UPLOAD: Readonly<Record<string, string>> = {
  'artifact-url': "steps.stored.outcome == 'success' && steps.upload.outputs.artifact-url || ''",
};

const UPLOAD_ACTION = 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1';

/**
 * The upload and the step that reads it back. An upload that fails is not the end: that step takes the next store of the
 * job, or refuses with the reason. Hidden files are artifacts like others; weights hardly shrink, so little time is spent on it.
 */
function uploadSteps(env: string, bin: string, only: string): string {
  const wished = `${only}steps.stage.outputs.upload != ''`;
  const wish = (name: string) => expression(`steps.stage.outputs.${name}`);
  return `    - id: upload
      if: "!cancelled() && ${wished}"
      continue-on-error: true
      uses: ${UPLOAD_ACTION}
      with:
        name: ${wish('artifact-name')}
        path: ${wish('upload')}
        retention-days: ${wish('retention-days')}
        if-no-files-found: error
        include-hidden-files: true
        compression-level: 1
    - id: stored
      if: always() && ${wished}
      shell: sh
      env:
${env}        GPU_LEASE_UPLOAD_OF: ${wish('upload-of')}
        GPU_LEASE_UPLOAD_OUTCOME: ${expression('steps.upload.outcome')}
        GPU_LEASE_ARTIFACT_ID: ${expression('steps.upload.outputs.artifact-id')}
        GPU_LEASE_ARTIFACT_DIGEST: ${expression('steps.upload.outputs.artifact-digest')}
      run: 'exec "${bin}" __action stored'
`;
}

/**
 * Leaves the records that the step wrote to, as they stand at its end, where whoever may only push refs cannot put them back: later
 * workflow runs hold the ledger against them. Whatever becomes of it, the step ends as it did.
 */
function recordStep(
  only: string,
  output: (key: string) => string,
  inCondition: (key: string) => string,
): string {
  return `    - if: always() && ${only}${inCondition('record')} != ''
      continue-on-error: true
      uses: ${UPLOAD_ACTION}
      with:
        name: ${expression(output('record-name'))}
        path: ${expression(output('record'))}
        retention-days: ${expression(output('record-days'))}
        overwrite: ${expression(output('record-replaces'))}
        if-no-files-found: error
`;
}

/** Leaves the statement of a seal to a later job of this workflow run that may sign. What is signed in the end, the record decides. */
function statementStep(
  only: string,
  output: (key: string) => string,
  inCondition: (key: string) => string,
): string {
  return `    - if: "!cancelled() && ${only}${inCondition('statement')} != ''"
      continue-on-error: true
      uses: ${UPLOAD_ACTION}
      with:
        name: gpu-lease-statement-${expression(output('run'))}
        path: ${expression(output('statement'))}
        retention-days: 7
        overwrite: true
        if-no-files-found: error
`;
}

interface ActionParts {
  name: string;
  about: string;
  inputs: OptionDefinition[];
  stage: { env: string; word: string };
  bin: string;
  credentials?: typeof CREDENTIALS;
  outputs?: Record<string, string>;
  uploads?: boolean;
  /** The records that it wrote to are uploaded at its end. */
  records?: boolean;
  /** Begins the condition of the upload. */
  uploadsOnly?: string;
}

/**
 * Inputs reach the program through `env:` alone: no expression ever stands in a script. The script is replaced by the
 * program (`exec`), because the runner sends a cancellation to the step's first process only and no shell passes it on.
 */
function action({
  name,
  about,
  inputs,
  stage,
  bin,
  credentials = CREDENTIALS,
  outputs = OUTPUTS,
  uploads = false,
  records = false,
  uploadsOnly = '',
}: ActionParts): string {
  const env = inputs
    .filter((input) => input.name !== 'stage')
    .map(
      (input) =>
        `        INPUT_${input.name.toUpperCase().replaceAll('-', '_')}: ${expression(`inputs.${input.name}`)}\n`,
    );
  const secrets = credentials.map((each) => `        ${each.env}: ${expression(each.source)}\n`);
  const stepEnv = `${env.join('')}${secrets.join('')}${uploads ? "        GPU_LEASE_UPLOADS: 'true'\n" : ''}`;
  // What the last step that ran has said counts.
  const newest = (key: string) =>
    uploads ? `steps.stored.outputs.${key} || steps.stage.outputs.${key}` : `steps.stage.outputs.${key}`;
  const inCondition = (key: string) => (uploads ? `(${newest(key)})` : newest(key));
  const output = (key: string) => expression(OF_UPLOAD[key] ?? newest(key));
  return `# Generated from src/cli/commands/ by "npm run generate"; do not edit.
name: ${name}
description: ${quoted(about)}
author: the gpu-lease authors
branding:
  icon: clock
  color: blue
inputs:
${[...inputs, ...credentials].map(inputYaml).join('')}outputs:
${Object.entries(outputs)
  .map(([key, text]) => `  ${key}:\n    description: ${quoted(text)}\n    value: ${output(key)}\n`)
  .join('')}runs:
  using: composite
  steps:
    - id: stage
      shell: sh
      env:
${stage.env}${stepEnv}      run: 'exec "${bin}" __action ${stage.word}'
${uploads ? uploadSteps(stepEnv, bin, uploadsOnly) : ''}${'statement' in outputs ? statementStep(uploadsOnly, newest, inCondition) : ''}${records ? recordStep(uploadsOnly, newest, inCondition) : ''}`;
}

function inputYaml({ name, about, fallback }: OptionDefinition): string {
  const required = name === 'stage';
  return `  ${name}:\n    description: ${quoted(about)}\n    required: ${required}\n${required ? '' : `    default: ${quoted(fallback ?? '')}\n`}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
