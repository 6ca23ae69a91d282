import type { EnvironmentRules, Fault, Meaning, ThisRun } from '../github/environment-rules.ts';
import type { GitHub } from '../github/github.ts';
import { inWorkflow } from '../github/in-workflow.ts';
import { costing, jobOf, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import type { Given } from './given.ts';

/**
 * How a release is approved in a workflow: by the reviewers of a protected environment, or, where none is named or the one
 * that is has no reviewers, by a phrase that a person with write access types. Never by either of the two.
 */
export type Gate =
  | { kind: 'environment'; name: string; reviewers: string[]; rules: EnvironmentRules }
  | { kind: 'phrase'; because: Fault | undefined };

const RULES: EnvironmentRules = { selfReview: 'allow', adminBypass: 'forbid' };

/** As the job file says and the stage was told, which must be the same. */
function environmentOf({ environment: own }: Pick<Given, 'environment'>, run: Run): string | undefined {
  const named = jobOf(run).approval?.environment;
  if (own === undefined || named === undefined || own.toLowerCase() === named.toLowerCase())
    return named ?? own;
  throw new Problem({
    code: 'environment-differs',
    kind: 'refused',
    what: `The job of run ${run.id} names the environment "${named}" for its approval; this step was told "${own}".`,
    next: `Let the workflow's job wait in "${named}", or start a run of a job file that names "${own}".`,
    costing: costing(run),
  });
}

export const rulesOf = (run: Run): EnvironmentRules => jobOf(run).approval ?? RULES;

/** Asks GitHub only where an environment is named. */
export async function gateOf(
  given: Pick<Given, 'environment'>,
  world: Pick<World, 'github'>,
  run: Run,
): Promise<Gate> {
  const name = environmentOf(given, run);
  if (name === undefined) return { kind: 'phrase', because: undefined };
  const { unprotectedFault } = await import('../github/environment-rules.ts');
  const environment = await gitHubOf(world, run).environment(name);
  const because = unprotectedFault(name, environment);
  if (because || !environment) return { kind: 'phrase', because };
  return { kind: 'environment', name, reviewers: environment.reviewers, rules: rulesOf(run) };
}

export function gitHubOf({ github }: Pick<World, 'github'>, run: Run): GitHub {
  if (github) return github;
  throw new Problem({
    code: 'github-unknown',
    kind: 'refused',
    what: 'Whether the environment protects anything cannot be asked: there is no token or no GITHUB_REPOSITORY here.',
    next: `Give the action the repository's own token (its default), with "permissions: actions: read".`,
    costing: costing(run),
  });
}

/** The workflow run we are in, with what it was dispatched for. */
export async function thisRun(given: Pick<Given, 'env'>): Promise<ThisRun | undefined> {
  if (!inWorkflow(given)) return;
  const { thisRunOf } = await import('../github/environment-approval.ts');
  return thisRunOf(given.env);
}

/** The person whose approval of this very workflow run means exactly that. */
export async function personOfEnvironment(
  { given, world, run }: { given: Given; world: Pick<World, 'github'>; run: Run },
  gate: Extract<Gate, { kind: 'environment' }>,
  meaning: Meaning,
): Promise<string> {
  const { approvedByEnvironment } = await import('../github/environment-approval.ts');
  const here = await thisRun(given);
  if (!here) throw noWorkflowRun(run);
  return approvedByEnvironment(gitHubOf(world, run), {
    environment: gate.name,
    rules: gate.rules,
    meaning,
    run: here,
    launchedBy: run.opened?.by,
    noted: given.noted,
    costing: costing(run),
  });
}

export const noWorkflowRun = (run: Run): Problem =>
  new Problem({
    code: 'no-workflow-run',
    kind: 'refused',
    what: 'The runner does not say which workflow run this is (GITHUB_RUN_ID).',
    next: 'An environment approves a workflow run; from a terminal a release is approved by its phrase.',
    costing: costing(run),
  });

/** Which lease of several a workflow run was dispatched for, or a typed phrase names; else the first. */
export function leaseMeant<T extends { lease: string }>(
  candidates: readonly T[],
  here: ThisRun | undefined,
  typed: string | undefined,
): T | undefined {
  const given = here?.inputs['lease'];
  const names = [typeof given === 'string' ? given.trim() : '', (typed ?? '').trim().split(/\s+/)[0] ?? ''];
  return candidates.find(({ lease }) => names.includes(lease)) ?? candidates[0];
}
