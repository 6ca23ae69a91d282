import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS, type CommandDefinition, optionOf } from '../src/cli/commands.ts';
import type { OptionDefinition } from '../src/cli/options.ts';
import { ALONE_OUTPUTS, OUTPUTS } from '../src/cli/outputs.ts';
import { actionPages } from './action-pages.ts';
import type { Generated } from './generate-job-schema.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCS = 'docs/actions.md';
const MARKERS = /(<!-- inputs -->\n)[\s\S]*(<!-- \/inputs -->)/;

/** Evaluated by GitHub; stands only where it becomes a value, never in a script. */
function expression(of: string): string {
  return `\${{ ${of} }}`;
}

/** Inputs that every stage has beside its stage's options; they never reach the command line. */
const CREDENTIALS: (OptionDefinition & { env: string; source: string })[] = [
  {
    name: 'token',
    about: 'Token that may write the ledger (contents: write).',
    kind: 'text',
    fallback: expression('github.token'),
    env: 'GH_TOKEN',
    source: 'inputs.token',
  },
  {
    name: 'secret',
    about: 'The repository secret GPU_LEASE_SECRET, from which login keys and signatures are derived.',
    kind: 'text',
    env: 'GPU_LEASE_SECRET',
    source: 'inputs.secret',
  },
];

/** Every `action.yml`, its page and the table of docs/actions.md, from the one definition in src/cli/options.ts. */
export function generateActions(docs = readFileSync(join(ROOT, DOCS), 'utf8')): Generated[] {
  if (!MARKERS.test(docs)) throw new Error(`${DOCS} has lost its <!-- inputs --> markers`);
  const stages = COMMANDS.filter((command) => command.action === 'stage');
  const alone = COMMANDS.filter((command) => command.action === 'alone');
  const { pages, table } = actionPages([
    ...stages.map((command) => ({
      command,
      inputs: [...inputsOf(command), ...credentialsOf(command)],
      outputs: { ...OUTPUTS, ...command.outputs },
    })),
    ...alone.map((command) => ({
      command,
      inputs: [...inputsOf(command), ...credentialsOf(command)],
      outputs: ALONE_OUTPUTS[command.name] ?? {},
    })),
  ]);
  return [
    ...stages.map((stage) => ({ path: `actions/${stage.name}/action.yml`, content: stageAction(stage) })),
    ...alone.map((command) => ({ path: `actions/${command.name}/action.yml`, content: loneAction(command) })),
    { path: 'action.yml', content: rootAction(stages) },
    ...pages,
    {
      path: DOCS,
      content: docs.replace(MARKERS, (_all, open, close) => `${open}\n${table}\n\n${close}`),
    },
  ];
}

const inputsOf = (command: CommandDefinition): OptionDefinition[] =>
  command.options.map((name) => optionOf(command, name)).filter((each) => !each.terminalOnly);

function stageAction(stage: CommandDefinition): string {
  return action({
    name: `gpu-lease ${stage.name}`,
    about: stage.about,
    inputs: inputsOf(stage),
    stage: { env: '', word: stage.name },
    bin: '$GITHUB_ACTION_PATH/../../bin/gpu-lease',
    outputs: { ...OUTPUTS, ...stage.outputs },
    credentials: credentialsOf(stage),
    uploads: UPLOADING.includes(stage.name),
  });
}

/** What needs no run needs neither the ledger nor the secret, and most of it no token. */
const loneAction = (command: CommandDefinition): string =>
  action({
    name: `gpu-lease ${command.name}`,
    about: command.about,
    inputs: inputsOf(command),
    stage: { env: '', word: command.name },
    bin: '$GITHUB_ACTION_PATH/../../bin/gpu-lease',
    credentials: credentialsOf(command),
    outputs: ALONE_OUTPUTS[command.name] ?? {},
  });

/** A stage has both; what needs no run has what it says. */
const credentialsOf = ({ action: kind, token, secret }: CommandDefinition): typeof CREDENTIALS =>
  CREDENTIALS.filter(({ name }) => kind === 'stage' || (name === 'token' ? token !== undefined : secret)).map(
    (each) => ({
      ...each,
      about: (each.name === 'token' && token) || each.about,
    }),
  );

function rootAction(stages: CommandDefinition[]): string {
  const all = new Map(stages.flatMap(inputsOf).map((each) => [each.name, each]));
  const names = stages.map((each) => each.name).join(', ');
  return action({
    name: 'gpu-lease',
    about: 'Trains on rented GPUs, and never loses a checkpoint or leaves a meter running.',
    inputs: [{ name: 'stage', about: `Which stage to run: ${names}.`, kind: 'text' }, ...all.values()],
    stage: { env: `        GPU_LEASE_STAGE: ${expression('inputs.stage')}\n`, word: '"$GPU_LEASE_STAGE"' },
    bin: '$GITHUB_ACTION_PATH/bin/gpu-lease',
    uploads: true,
  });
}

/** Stages that may leave an upload to a step of its own: a run step has no runtime token (github-actions.md, section 5). */
const UPLOADING = ['watch', 'collect'];

const UPLOAD_ACTION = 'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1';

/**
 * The upload and the step that reads it back. An upload that fails is not the end: that step takes the next store of the
 * job, or refuses with the reason. Hidden files are artifacts like others; weights hardly shrink, so little time is spent on it.
 */
function uploadSteps(env: string, bin: string): string {
  const wish = (name: string) => expression(`steps.stage.outputs.${name}`);
  return `    - id: upload
      if: "!cancelled() && steps.stage.outputs.upload != ''"
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
      if: always() && steps.stage.outputs.upload != ''
      shell: sh
      env:
${env}        GPU_LEASE_UPLOAD_OF: ${wish('upload-of')}
        GPU_LEASE_UPLOAD_OUTCOME: ${expression('steps.upload.outcome')}
        GPU_LEASE_ARTIFACT_ID: ${expression('steps.upload.outputs.artifact-id')}
        GPU_LEASE_ARTIFACT_DIGEST: ${expression('steps.upload.outputs.artifact-digest')}
      run: 'exec "${bin}" __action stored'
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
  const output = (key: string) =>
    expression(
      uploads ? `steps.stored.outputs.${key} || steps.stage.outputs.${key}` : `steps.stage.outputs.${key}`,
    );
  return `# Generated from src/cli/options.ts by "npm run generate"; do not edit.
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
${uploads ? uploadSteps(stepEnv, bin) : ''}`;
}

function inputYaml({ name, about, fallback }: OptionDefinition): string {
  const required = name === 'stage';
  return `  ${name}:\n    description: ${quoted(about)}\n    required: ${required}\n${required ? '' : `    default: ${quoted(fallback ?? '')}\n`}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
