import { z } from 'zod';
import type { Pulls } from '../github.ts';
import type { RestClient } from './client.ts';

const PullReply = z.object({
  state: z.string(),
  head: z.object({ sha: z.string(), repo: z.object({ full_name: z.string() }).nullable() }),
  labels: z.array(z.object({ name: z.string() })),
});

const StatusReply = z.object({
  state: z.string(),
  context: z.string(),
  description: z.string().nullish(),
  target_url: z.string().nullish(),
});

export const pulls = (client: RestClient): Pulls => ({
  async pullRequest(number) {
    const found = await client.find({
      route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}',
      parameters: { pull_number: number },
      reply: PullReply,
      needs: 'pull-requests: read',
    });
    return (
      found && {
        isOpen: found.state === 'open',
        headSha: found.head.sha,
        headRepository: found.head.repo?.full_name ?? '',
        labels: found.labels.map(({ name }) => name),
      }
    );
  },

  async takeLabelOff(number, label) {
    const left = await client.find({
      route: 'DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}',
      parameters: { issue_number: number, name: label },
      reply: z.unknown(),
      needs: 'pull-requests: write',
    });
    return left !== undefined;
  },

  async statusOf(sha, context) {
    const listing = {
      route: 'GET /repos/{owner}/{repo}/commits/{ref}/statuses',
      parameters: { ref: sha },
      reply: z.array(StatusReply),
      needs: 'statuses: read',
    };
    for await (const each of client.each(listing, (page) => page))
      if (each.context === context)
        return {
          state: each.state,
          description: each.description ?? '',
          url: each.target_url ?? undefined,
        };
    return;
  },

  async postStatus(sha, { context, state, description, url }) {
    await client.call({
      route: 'POST /repos/{owner}/{repo}/statuses/{sha}',
      parameters: { sha, context, state, description, ...(url === undefined ? {} : { target_url: url }) },
      reply: z.unknown(),
      needs: 'statuses: write',
    });
  },
});
