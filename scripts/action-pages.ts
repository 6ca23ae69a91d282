import type { CommandDefinition } from '../src/cli/commands.ts';
import type { OptionDefinition } from '../src/cli/options.ts';
import type { Generated } from './generate-job-schema.ts';

/** An action as its page shows it; everything of it is from the definitions in src/cli/. */
export interface ActionFacts {
  command: CommandDefinition;
  inputs: readonly OptionDefinition[];
  outputs: Readonly<Record<string, string>>;
}

/** What the example of a page has beside what every example has. */
interface Example {
  /** The job needs the repository at hand. */
  checkout?: true;
  /** Further lines of the job. */
  job?: readonly string[];
  with?: Readonly<Record<string, string>>;
}

const RUN = { run: given('inputs.run') };
/** After the job that smoked, which is given nothing that it could leak. */
const SMOKED = {
  checkout: true,
  job: ['needs: smoke # a job with the action of that name'],
  with: { evidence: given('needs.smoke.outputs.evidence') },
} as const;
const EXAMPLES: Readonly<Record<string, Example>> = {
  sweep: { ...SMOKED, with: { ...SMOKED.with, boxes: '4' } },
  smoke: {
    checkout: true,
    job: [`outputs: { evidence: '${given('steps.smoke.outputs.evidence')}' }`],
  },
  open: SMOKED,
  launch: SMOKED,
  gate: {
    job: [
      `outputs: { environment: '${given('steps.gate.outputs.environment')}', noted: '${given('steps.gate.outputs.noted')}' }`,
    ],
    with: RUN,
  },
  watch: { with: { ...RUN, bound: '30min' } },
  continue: { with: { ...RUN, chain: 'auto' } },
  collect: { with: { ...RUN, bound: '70min' } },
  release: {
    job: [
      'needs: gate # a job with the action of that name',
      `environment: ${given('needs.gate.outputs.environment')}`,
    ],
    with: {
      ...RUN,
      environment: given('needs.gate.outputs.environment'),
      noted: given('needs.gate.outputs.noted'),
    },
  },
  ask: {},
  tick: { checkout: true },
  plan: { checkout: true },
  status: {},
  verify: { checkout: true, with: { path: 'out/', report: 'verify.html' } },
  doctor: { checkout: true },
  staleness: { with: { issue: 'true' } },
  comment: { checkout: true },
};

/** Of several that wait none may be dropped. */
const SPENDING = ['launch', 'watch', 'collect', 'release', 'sweep'];

/** One page for each action, and the table that leads to them. */
export function actionPages(actions: readonly ActionFacts[]): { pages: Generated[]; table: string } {
  const lacking = actions.filter(({ command }) => !EXAMPLES[command.name]).map(({ command }) => command.name);
  if (lacking.length > 0) throw new Error(`no example for the page of ${lacking.join(', ')}`);
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

function example({ name }: CommandDefinition, inputs: readonly OptionDefinition[]): string {
  const { checkout, job = [], with: more = {} } = EXAMPLES[name] ?? {};
  const secret = inputs.some((input) => input.name === 'secret');
  const values = { ...more, ...(secret && { secret: given('secrets.GPU_LEASE_SECRET') }) };
  const permissions = Object.entries({
    ...(checkout && { contents: 'read' }),
    ...permissionsOf(inputs),
  });
  return [
    'permissions: {}',
    'jobs:',
    `  ${name}:`,
    '    runs-on: ubuntu-latest',
    ...job.map((line) => `    ${line}`),
    `    permissions: { ${permissions.map(([scope, level]) => `${scope}: ${level}`).join(', ')} }`,
    ...(SPENDING.includes(name)
      ? ['    concurrency: { group: gpu-lease, cancel-in-progress: false, queue: max }']
      : []),
    '    steps:',
    ...(checkout
      ? ['      - uses: actions/checkout@<commit>', '        with: { persist-credentials: false }']
      : []),
    `      - id: ${name}`,
    `        uses: OWNER/gpu-lease/actions/${name}@<commit>`,
    ...(Object.keys(values).length > 0 ? ['        with:'] : []),
    ...Object.entries(values).map(([key, value]) => `          ${key}: ${value}`),
    '',
  ].join('\n');
}

/** As the sentence about its token says them: the one place where they stand. */
function permissionsOf(inputs: readonly OptionDefinition[]): Record<string, string> {
  const about = inputs.find(({ name }) => name === 'token')?.about ?? '';
  return Object.fromEntries(
    [...about.matchAll(/([a-z-]+): (read|write)\b/g)].map(([, scope = '', level = '']) => [scope, level]),
  );
}

function given(expression: string): string {
  return `\${{ ${expression} }}`;
}

function inputTable(inputs: readonly OptionDefinition[]): string {
  const rows = inputs.map(({ name, about, fallback }) => [
    `\`${name}\``,
    about,
    fallback ? `\`${fallback}\`` : '',
  ]);
  return markdownTable(['Input', 'Meaning', 'Default'], rows);
}

const outputTable = (outputs: Readonly<Record<string, string>>): string =>
  markdownTable(
    ['Output', 'Meaning'],
    Object.entries(outputs).map(([name, text]) => [`\`${name}\``, text]),
  );

function markdownTable(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
