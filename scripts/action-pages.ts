import { type CommandDefinition, given } from '../src/cli/command.ts';
import type { OptionDefinition } from '../src/cli/option-definition.ts';
import type { Generated } from './generate-job-schema.ts';

/** An action as its page shows it; everything of it is from the definitions in src/cli/. */
export interface ActionFacts {
  command: CommandDefinition;
  inputs: readonly OptionDefinition[];
  outputs: Readonly<Record<string, string>>;
}

/** As our own workflows pin it; a test holds the pages against docs/decisions/0014-pins.md. */
const CHECKOUT = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1';

/** Where the quick start stores the secret and the keys. */
const HOLDER = 'environment: gpu-lease # holds the secret';

/** One page for each action, and the table that leads to them. */
export function actionPages(actions: readonly ActionFacts[]): { pages: Generated[]; table: string } {
  const rows = actions.map(({ command, inputs }) => [
    `[\`${command.name}\`](actions/${command.name}.md)`,
    command.about,
    Object.entries(permissionsOf(inputs))
      .map(([scope, level]) => `\`${scope}: ${level}\``)
      .join(', '),
  ]);
  return {
    pages: actions.map((each) => ({ path: `docs/actions/${each.command.name}.md`, content: page(each) })),
    table: markdownTable(['Action', 'What it does', 'Permissions'], rows),
  };
}

function page({ command, inputs, outputs }: ActionFacts): string {
  const { name, about } = command;
  const parts = [
    `# \`${name}\``,
    `<!-- Generated from src/cli/ by "npm run generate"; do not edit. -->`,
    about,
    `\`\`\`yaml\n${example(command, inputs)}\`\`\``,
    `The same at a terminal: \`gpu-lease ${[name, command.positional?.toUpperCase() ?? command.words].filter(Boolean).join(' ')}\`, see \`gpu-lease help ${name}\`.`,
    `## Inputs\n\n${inputTable(inputs)}`,
    `## Outputs\n\nSet also when the step failed.\n\n${outputTable(outputs)}`,
    'What holds for all of them: [the actions](../actions.md).',
  ];
  return `${parts.join('\n\n')}\n`;
}

function example({ name, action }: CommandDefinition, inputs: readonly OptionDefinition[]): string {
  const { head = ['on: workflow_dispatch'], with: more = {}, ...rest } = action?.example ?? {};
  const { checkout, before = [], job = [], keys, queue } = rest;
  const secret = inputs.some((input) => input.name === 'secret');
  const values = { ...more, ...(secret && { secret: given('secrets.GPU_LEASE_SECRET') }) };
  const permissions = Object.entries({ ...(checkout && { contents: 'read' }), ...permissionsOf(inputs) });
  const isHeld = !(secret || keys) || job.some((line) => line.startsWith('environment:'));
  return [
    ...head,
    'permissions: {}',
    'jobs:',
    `  ${name}:`,
    '    runs-on: ubuntu-latest',
    ...[...job, ...(isHeld ? [] : [`${HOLDER}${keys ? ' and the keys' : ''}`])].map((line) => `    ${line}`),
    `    permissions: { ${permissions.map(([scope, level]) => `${scope}: ${level}`).join(', ')} }`,
    ...(queue ? [`    concurrency: { group: ${queue}, cancel-in-progress: false, queue: max }`] : []),
    ...(keys
      ? [`    env: { RUNPOD_API_KEY: '${given('secrets.RUNPOD_API_KEY')}' } # of each platform and store`]
      : []),
    '    steps:',
    ...(checkout ? checkoutStep(checkout) : []),
    ...before.map((line) => `      ${line}`),
    `      - id: ${name}`,
    `        uses: OWNER/gpu-lease/actions/${name}@<commit>`,
    ...(Object.keys(values).length > 0 ? ['        with:'] : []),
    ...Object.entries(values).map(([key, value]) => `          ${key}: ${value}`),
    '',
  ].join('\n');
}

const checkoutStep = (depth: true | 'history'): string[] => [
  `      - uses: ${CHECKOUT}`,
  `        with: { persist-credentials: false${depth === 'history' ? ', fetch-depth: 0' : ''} }`,
];

/** As the sentence about its token says them: the one place where they stand. */
function permissionsOf(inputs: readonly OptionDefinition[]): Record<string, string> {
  const about = inputs.find(({ name }) => name === 'token')?.about ?? '';
  return Object.fromEntries(
    [...about.matchAll(/([a-z-]+): (read|write)\b/g)].map(([, scope = '', level = '']) => [scope, level]),
  );
}

export function inputTable(inputs: readonly OptionDefinition[]): string {
  const rows = inputs.map(({ name, about, fallback }) => [
    `\`${name}\``,
    about,
    fallback ? `\`${fallback}\`` : '',
  ]);
  return markdownTable(['Input', 'Meaning', 'Default'], rows);
}

export const outputTable = (outputs: Readonly<Record<string, string>>): string =>
  markdownTable(
    ['Output', 'Meaning'],
    Object.entries(outputs).map(([name, text]) => [`\`${name}\``, text]),
  );

function markdownTable(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
