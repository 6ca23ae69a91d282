import { SCHEMA_URL } from '../../schema-url.ts';
import type { Proposal } from '../proposal.ts';
import { renderArtifacts } from './artifacts.ts';
import { renderResources, type WantedPlatform } from './candidates.ts';
import { renderCheckpoint } from './checkpoint.ts';
import { renderCommands, renderSmoke } from './commands.ts';
import { renderMetrics } from './metrics.ts';

/** The job file: every line with the reason why it stands there, and CHECK where that is a guess. */
export function render(proposal: Proposal, name: string, wanted?: WantedPlatform): string {
  const { code, habits } = proposal;
  return `${[
    `# yaml-language-server: $schema=${SCHEMA_URL}`,
    '# What to run on a rented GPU, what it must leave behind, and what it may cost. All keys: docs/job-file.md',
    `name: ${JSON.stringify(name)}`,
    '',
    ...renderCommands(proposal),
    '',
    ...renderResources(code.entry?.line, habits.usesGpu, wanted),
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
