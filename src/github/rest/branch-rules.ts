import { z } from 'zod';
import type { BranchRules, RequiredCheck } from '../github.ts';
import { QUERY } from './call.ts';
import type { RestClient } from './client.ts';

const Rule = z.object({
  type: z.string(),
  ruleset_source: z.string().optional(),
  parameters: z
    .object({
      required_status_checks: z
        .array(z.object({ context: z.string(), integration_id: z.number().nullish() }))
        .optional(),
    })
    .optional(),
});

const Branch = z.object({
  protection: z
    .object({
      required_status_checks: z
        .object({
          contexts: z.array(z.string()).optional(),
          checks: z.array(z.object({ context: z.string(), app_id: z.number().nullish() })).optional(),
        })
        .nullish(),
    })
    .nullish(),
});

/** What rulesets of the repository and of all above it ask of a branch. One read, or one for each hundred rules. */
export async function rulesOfBranch(client: RestClient, branch: string): Promise<BranchRules> {
  const rules = await client.all(
    {
      route: 'GET /repos/{owner}/{repo}/rules/branches/{branch}',
      parameters: { branch },
      reply: z.array(Rule),
      needs: 'metadata: read',
    },
    (page) => page,
  );
  const required = rules
    .filter(({ type }) => type === 'required_status_checks')
    .flatMap(({ ruleset_source, parameters }) =>
      (parameters?.required_status_checks ?? []).map(({ context, integration_id }) => ({
        name: context,
        by: ruleset_source === undefined ? 'a ruleset' : `a ruleset of ${ruleset_source}`,
        app: integration_id ?? undefined,
      })),
    );
  return { required, hasQueue: rules.some(({ type }) => type === 'merge_queue') };
}

/** What the older branch protection asks for, as the branch itself tells everybody who may read it. Its merge queue is not told there. */
export async function protectionOfBranch(client: RestClient, branch: string): Promise<RequiredCheck[]> {
  const found = await client.find({
    route: 'GET /repos/{owner}/{repo}/branches/{branch}',
    parameters: { branch },
    reply: Branch,
    needs: 'contents: read',
  });
  const { checks = [], contexts = [] } = found?.protection?.required_status_checks ?? {};
  const apps = new Map(checks.map(({ context, app_id }) => [context, app_id ?? undefined]));
  return [...new Set([...apps.keys(), ...contexts])].map((name) => ({
    name,
    by: 'the branch protection',
    app: apps.get(name),
  }));
}

const QUEUE_QUERY =
  'query($owner: String!, $name: String!, $branch: String!) { repository(owner: $owner, name: $name) { mergeQueue(branch: $branch) { id } } }';

/** Of what may not be seen GitHub says `null` there, and why beside it, under 200. */
const QueueReply = z.object({
  data: z
    .object({ repository: z.object({ mergeQueue: z.object({ id: z.string() }).nullable() }).nullable() })
    .nullish(),
});

/** Whether merges into a branch go through a queue, whatever asks for it: of that of the older branch protection only this tells. */
export async function hasMergeQueue(client: RestClient, branch: string): Promise<boolean> {
  const [owner = '', name = ''] = client.access.repository.split('/');
  const found = await client.call({
    route: QUERY,
    parameters: { query: QUEUE_QUERY, variables: { owner, name, branch } },
    reply: QueueReply,
    needs: 'contents: read',
  });
  return (found.data?.repository?.mergeQueue ?? null) !== null;
}
