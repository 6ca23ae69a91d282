import type { ChainLink } from '../course/chain.ts';
import { Problem } from '../problem.ts';
import { type OptionName, option } from './options.ts';
import { type Settings, wholeNumber } from './settings.ts';

/** What was asked for, and where this workflow run stands in its chain. Outside a workflow there is nothing to dispatch. */
export function chainLinkOf(settings: Pick<Settings, 'value' | 'env'>): ChainLink {
  const chaining = settings.value('chain') ?? 'never';
  if (chaining !== 'never' && chaining !== 'auto' && chaining !== 'always') {
    throw new Problem({
      code: 'bad-chain',
      kind: 'usage',
      what: `chain is "${chaining}".`,
      next: 'Use "never", "auto" (only where no schedule looks) or "always".',
    });
  }
  const { env } = settings;
  // A workflow hands an input that nobody filled in over as nothing.
  const filled = {
    value: (name: OptionName) => settings.value(name)?.trim() || (option(name).fallback ?? '0'),
  };
  const hop = wholeNumber(filled, 'hop', { least: 0 });
  const maxHops = wholeNumber(filled, 'hops', { least: 1 });
  if (env['GITHUB_ACTIONS'] !== 'true')
    return { chaining: 'never', link: { workflowRun: 0, hop: 0 }, maxHops, workflow: undefined };
  const workflowRun = Number(env['GITHUB_RUN_ID'] ?? 0);
  return { chaining, link: { workflowRun, hop }, maxHops, workflow: ownWorkflow(env) };
}

/** The top-level workflow file of this run and a ref that it can be dispatched on. A pull request's ref is none. */
export function ownWorkflow(env: NodeJS.ProcessEnv): { file: string; ref: string } | undefined {
  const repository = env['GITHUB_REPOSITORY'] ?? '';
  const prefix = `${repository}/.github/workflows/`;
  const [path = '', full = ''] = (env['GITHUB_WORKFLOW_REF'] ?? '').split(/@(.*)/s);
  const file = path.startsWith(prefix) ? path.slice(prefix.length) : '';
  const ref = /^refs\/(?:heads|tags)\/(.+)$/.exec(full)?.[1];
  return repository !== '' && /^[^/]+\.ya?ml$/.test(file) && ref !== undefined ? { file, ref } : undefined;
}
