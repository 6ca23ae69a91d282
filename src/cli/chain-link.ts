import type { ChainLink } from '../course/chain.ts';
import { ownWorkflow } from '../github/caller-workflow.ts';
import type { Settings } from './settings.ts';

/** What was asked for, and where this workflow run stands in its chain. Outside a workflow there is nothing to dispatch. */
export function chainLinkOf(settings: Pick<Settings, 'choice' | 'number' | 'env'>): ChainLink {
  const { env } = settings;
  const chaining = settings.choice('chain');
  const hop = settings.number('hop') ?? 0;
  const maxHops = settings.number('hops');
  if (env['GITHUB_ACTIONS'] !== 'true')
    return { chaining: 'never', link: { workflowRun: 0, hop: 0 }, maxHops, workflow: undefined };
  const workflowRun = Number(env['GITHUB_RUN_ID'] ?? 0);
  return { chaining, link: { workflowRun, hop }, maxHops, workflow: ownWorkflow(env) };
}
