import { z } from 'zod';
import type { Environment, Environments } from '../github.ts';
import type { RestClient } from './client.ts';

const Person = z.object({ login: z.string() });

const Reviewer = z.object({
  type: z.string().optional(),
  reviewer: z.object({ login: z.string().optional(), slug: z.string().optional() }).nullish(),
});

const Rule = z.object({
  type: z.string(),
  wait_timer: z.number().optional(),
  prevent_self_review: z.boolean().optional(),
  reviewers: z.array(Reviewer).nullish(),
});

const EnvironmentReply = z.object({
  name: z.string(),
  protection_rules: z.array(Rule).nullish(),
  deployment_branch_policy: z
    .object({ protected_branches: z.boolean(), custom_branch_policies: z.boolean() })
    .nullish(),
  // Answered, though the published description leaves it out.
  can_admins_bypass: z.boolean().nullish(),
});

const Reviews = z.array(
  z.object({
    state: z.enum(['approved', 'rejected', 'pending']),
    comment: z.string().nullish(),
    user: Person.nullish(),
    environments: z.array(z.object({ name: z.string().optional() })),
  }),
);

const Pending = z.array(
  z.object({
    environment: z.object({ name: z.string().optional() }),
    reviewers: z.array(Reviewer).nullish(),
  }),
);

/** Of every job that has `actions: read`, on public repositories of every token. */
const needs = 'actions: read';

export const environments = (client: RestClient): Environments => ({
  ...settings(client),
  ...reviews(client),
});

const settings = (
  client: RestClient,
): Pick<Environments, 'environment' | 'environments' | 'secretNames'> => ({
  async environment(name) {
    const found = await client.find({
      route: 'GET /repos/{owner}/{repo}/environments/{environment_name}',
      parameters: { environment_name: name },
      reply: EnvironmentReply,
      needs,
    });
    return found && environmentOf(found);
  },

  async environments() {
    const all = await client.all(
      {
        route: 'GET /repos/{owner}/{repo}/environments',
        reply: z.object({ environments: z.array(EnvironmentReply).optional() }),
        needs,
      },
      (page) => page.environments ?? [],
    );
    return all.map(environmentOf);
  },

  async secretNames(name) {
    const found = await client.find({
      route: 'GET /repos/{owner}/{repo}/environments/{environment_name}/secrets',
      parameters: { environment_name: name, per_page: 100 },
      reply: z.object({ secrets: z.array(z.object({ name: z.string() })) }),
      needs: 'environments: read',
    });
    return found?.secrets.map((secret) => secret.name);
  },
});

const reviews = (client: RestClient): Pick<Environments, 'approvals' | 'pendingDeployments'> => ({
  async approvals(workflowRun) {
    const reviews = await client.call({
      route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/approvals',
      parameters: { run_id: workflowRun },
      reply: Reviews,
      needs,
    });
    return reviews.map(({ state, comment, user, environments }) => ({
      state,
      login: user?.login ?? '',
      comment: comment ?? '',
      environments: environments.flatMap(({ name }) => name ?? []),
    }));
  },

  async pendingDeployments(workflowRun) {
    const pending = await client.call({
      route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments',
      parameters: { run_id: workflowRun },
      reply: Pending,
      needs,
    });
    return pending.map(({ environment, reviewers }) => ({
      environment: environment.name ?? '',
      reviewers: (reviewers ?? []).flatMap(nameOf),
    }));
  },
});

function environmentOf(reply: z.infer<typeof EnvironmentReply>): Environment {
  const rules = reply.protection_rules ?? [];
  const review = rules.filter(({ type }) => type === 'required_reviewers');
  const wait = rules.find(({ type }) => type === 'wait_timer');
  const policy = reply.deployment_branch_policy;
  return {
    name: reply.name,
    reviewers: review.flatMap(({ reviewers }) => (reviewers ?? []).flatMap(nameOf)),
    preventsSelfReview: review.some((rule) => rule.prevent_self_review === true),
    waitMinutes: wait?.wait_timer ?? 0,
    adminsBypass: reply.can_admins_bypass ?? undefined,
    branches: policy ? (policy.protected_branches ? 'protected' : 'listed') : undefined,
  };
}

/** A team is written `team:<slug>`, which no login can be. */
function nameOf({ type, reviewer }: z.infer<typeof Reviewer>): string[] {
  const name = type === 'Team' ? reviewer?.slug && `team:${reviewer.slug}` : reviewer?.login;
  return name ? [name] : [];
}
