import { z } from 'zod';
import { Problem } from '../../problem.ts';
import type { WorkflowRun, WorkflowRuns, WorkflowSwitch } from '../github.ts';
import type { RestClient } from './client.ts';

const STATES = ['queued', 'in_progress', 'completed', 'waiting', 'requested', 'pending'] as const;

const RunReply = z.object({
  id: z.number(),
  run_attempt: z.number().optional(),
  event: z.string(),
  path: z.string(),
  display_title: z.string(),
  head_sha: z.string(),
  head_branch: z.string().nullable(),
  status: z.string().nullable(),
  conclusion: z.string().nullable(),
  actor: z.object({ login: z.string() }).nullish(),
  triggering_actor: z.object({ login: z.string() }).nullish(),
  created_at: z.string(),
  html_url: z.string(),
});

const JobReply = z.object({
  name: z.string(),
  run_attempt: z.number().optional(),
  started_at: z.string(),
  completed_at: z.string().nullable(),
  conclusion: z.string().nullish(),
  labels: z.array(z.string()),
  runner_id: z.number().nullish(),
  steps: z.array(z.object({ started_at: z.string().nullish() })).optional(),
});

/** A job that waits in an environment has begun long before its runner; its first step has not. */
const ranAt = ({ conclusion, runner_id, steps, started_at }: z.infer<typeof JobReply>): string | undefined =>
  conclusion === 'skipped' || !runner_id ? undefined : (steps?.[0]?.started_at ?? started_at);

const needs = 'actions: read';

/**
 * Inputs of a workflow that stand for a person's word. A dispatch with a personal token is its owner's at GitHub, whoever sends it, so
 * that a program which filled one of these in would put words into somebody's mouth.
 */
const TYPED_BY_A_PERSON = ['approve', 'stopped'];

export const workflowRuns = (client: RestClient): WorkflowRuns & WorkflowSwitch => ({
  ...lookAtRuns(client),
  ...startRuns(client),
  async switchWorkflow(file, to) {
    await client.call({
      route: `PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/${to}`,
      parameters: { workflow_id: file },
      reply: z.unknown(),
      needs: 'actions: write',
    });
  },
});

const lookAtRuns = (client: RestClient): Pick<WorkflowRuns, 'workflowRun' | 'runsOf' | 'jobsOf'> => ({
  async workflowRun(id) {
    const found = await client.find({
      route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}',
      parameters: { run_id: id },
      reply: RunReply,
      needs,
    });
    return found && runOf(found);
  },

  async runsOf(workflowFile, limit) {
    const found = await client.find({
      route: 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs',
      parameters: { workflow_id: workflowFile, per_page: Math.min(100, limit) },
      reply: z.object({ workflow_runs: z.array(RunReply) }),
      needs,
    });
    // A workflow that is not there has not run.
    return (found?.workflow_runs ?? []).slice(0, limit).map(runOf);
  },

  async jobsOf(workflowRun) {
    const jobs = await client.all(
      {
        route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs',
        parameters: { run_id: workflowRun, filter: 'all' },
        reply: z.object({ jobs: z.array(JobReply) }),
        needs,
      },
      (page) => page.jobs,
    );
    return jobs.map((job) => ({
      name: job.name,
      attempt: job.run_attempt ?? 1,
      ranAt: ranAt(job),
      completedAt: job.completed_at ?? undefined,
      labels: job.labels,
    }));
  },
});

const startRuns = (client: RestClient): Pick<WorkflowRuns, 'dispatch'> => ({
  async dispatch(file, ref, inputs) {
    const typed = TYPED_BY_A_PERSON.find((name) => name in inputs);
    if (typed !== undefined) throw new Error(`"${typed}" of ${file} is for a person to type`);
    try {
      const started = await client.call({
        route: 'POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches',
        parameters: { workflow_id: file, ref, inputs, return_run_details: true },
        // A 204 without a body is the older answer.
        reply: z.union([z.object({ workflow_run_id: z.number() }), z.literal('').transform(() => undefined)]),
        needs: 'actions: write',
      });
      return { workflowRun: started?.workflow_run_id };
    } catch (error) {
      throw takesNoInput(file, ref, error);
    }
  },
});

/** GitHub names the inputs and not the file, whose author knows of no dispatch by us. */
function takesNoInput(file: string, ref: string, error: unknown): unknown {
  const [, list] =
    /Unexpected inputs provided: \[(.*?)\]/.exec(error instanceof Problem ? error.what : '') ?? [];
  if (list === undefined) return error;
  return new Problem(
    {
      code: 'github-refused',
      kind: 'refused',
      what: `.github/workflows/${file} on ${ref} takes no input ${list.replaceAll(',', ', ')}, so it was not started. GitHub: Unexpected inputs provided: [${list}].`,
      next: 'Add them to its "workflow_dispatch", or have the right file started: NAME-train.yml starts NAME-release.yml for a release and NAME-train.yml for the next look, where that is there, and else itself. "gpu-lease init --github" writes both.',
    },
    { cause: error },
  );
}

function runOf(reply: z.infer<typeof RunReply>): WorkflowRun {
  const actor = reply.actor?.login ?? '';
  return {
    id: reply.id,
    attempt: reply.run_attempt ?? 1,
    event: reply.event,
    // Of a run on another ref GitHub writes `x.yml@refs/heads/b`.
    path: reply.path.replace(/@.*$/, ''),
    title: reply.display_title,
    headSha: reply.head_sha,
    headBranch: reply.head_branch ?? '',
    status: STATES.find((each) => each === reply.status) ?? 'unknown',
    conclusion: reply.conclusion ?? undefined,
    actor,
    triggeringActor: reply.triggering_actor?.login ?? actor,
    createdAt: reply.created_at,
    url: reply.html_url,
  };
}
