import { z } from 'zod';
import type { Comments } from '../github.ts';
import { Author, isOurKind } from './authors.ts';
import type { RestClient } from './client.ts';

const CommentReply = z.object({ ...Author.shape, id: z.number(), body: z.string().nullish() });

export const comments = (client: RestClient): Comments => ({
  async commentMarked(issue, marker) {
    const listing = {
      route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
      parameters: { issue_number: issue },
      reply: z.array(CommentReply),
      needs: 'pull-requests: read',
    };
    for await (const each of client.each(listing, (page) => page))
      if (each.body?.includes(marker) && isOurKind(each, client.access.token))
        return { id: each.id, body: each.body };
    return;
  },

  async createComment(issue, body) {
    const { id } = await client.call({
      route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
      parameters: { issue_number: issue, body },
      reply: CommentReply,
      needs: 'pull-requests: write',
    });
    return { id };
  },

  async updateComment(id, body) {
    await client.call({
      route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
      parameters: { comment_id: id, body },
      reply: z.unknown(),
      needs: 'pull-requests: write',
    });
  },
});
