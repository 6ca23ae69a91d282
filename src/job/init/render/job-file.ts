import { SCHEMA_URL } from '../../schema-url.ts';
import type { Proposal } from '../proposal.ts';
import type { LaunchLine } from '../reading/launch-line.ts';
import { renderArtifacts } from './artifacts.ts';
import { renderCheckpoint } from './checkpoint.ts';
import { renderCommands, renderSmoke } from './commands.ts';
import { renderMetrics } from './metrics.ts';

/** The job file: every line with the reason why it stands there, and CHECK where that is a guess. */
export function render(proposal: Proposal, name: string): string {
  const { habits } = proposal;
  return `${[
    `# yaml-language-server: $schema=${SCHEMA_URL}`,
    '# What to run on a rented GPU, what it must leave behind, and what it may cost. All keys: docs/job-file.md',
    `name: ${JSON.stringify(name)}`,
    '',
    ...renderCommands(proposal),
    '',
    ...renderResources(proposal),
    '',
    ...renderSmoke(proposal),
    '',
    ...renderArtifacts(habits),
    '',
    ...renderMetrics(habits),
    '',
    ...renderCheckpoint(habits),
    '',
    '# Nothing is rented past this. All three are needed as soon as a candidate costs money.',
    'budget: {usd: 5, hours: 4, usdPerHour: 1.25}',
    '# hold: the box waits for the approval of its release. park: it is stopped at once where that keeps its data.',
    'on-finish: hold',
  ].join('\n')}\n`;
}

const renderResources = ({ code, habits }: Proposal): string[] => [
  "# What the box must have: a constraint, never one platform's name of a machine.",
  'resources:',
  ...(habits.usesGpu ? gpuLines(code.entry?.line) : ['  gpu: none']),
  '  disk: 20GB+',
  habits.usesGpu
    ? '# In order of preference. local is this machine, which gives no GPU, not even where it has one: name yours in its place.'
    : '# In order of preference. local is this machine; it costs nothing.',
  'candidates:',
  '  - local',
  '  # - {platform: generic-ssh, attach: "ssh://me@box:22", usdPerHour: 0}',
  '  # - runpod',
];

/** As many as the people of the repository start it with; how much memory one has is a guess. */
function gpuLines(line: LaunchLine | undefined): string[] {
  const words = line?.launcherArguments.join(' ') ?? '';
  const found = /--(?:nproc[-_]per[-_]node|num_gpus|num_processes)[= ](\d{1,2})(?=\s|$)/.exec(words)?.[1];
  const count = Math.max(1, Number(found ?? 1));
  return [
    ...(line && count > 1
      ? [`  # ${line.place.file}:${line.place.line} starts it on ${count}.`.replace(/[^\x20-\x7e]/g, '?')]
      : []),
    `  gpu: {count: ${count}, memory: 16GB+} # a guess of what it needs; name: [A100, H100] to insist on a card`,
  ];
}
