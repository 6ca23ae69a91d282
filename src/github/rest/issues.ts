import { z } from 'zod';
import type { Issue, Issues } from '../github.ts';
import { Author, isOurKind } from './authors.ts';
import type { RestClient } from './client.ts';

const IssueReply = z.object({
  ...Author.shape,
  number: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.string(),
  html_url: z.string(),
  /** GitHub lists pull requests among the issues. */
  pull_request: z.unknown().optional(),
});

const LISTING = 'GET /repos/{owner}/{repo}/issues';

export const issues = (client: RestClient): Issues => ({ ...readIssues(client), ...writeIssues(client) });

const readIssues = (client: RestClient): Pick<Issues, 'issueMarked' | 'openIssues'> => ({
  async issueMarked(marker, label) {
    for (const state of ['open', 'closed']) {
      const listing = {
        route: LISTING,
        parameters: { labels: label, state, sort: 'created', direction: 'desc' },
        reply: z.array(IssueReply),
        needs: 'issues: read',
      };
      for await (const each of client.each(listing, (page) => page)) {
        const isIt = each.body?.includes(marker) && isOurKind(each, client.access.token);
        if (isIt && each.pull_request === undefined) return issueOf(each);
      }
    }
    return;
  },

  async openIssues(label) {
    const listing = {
      route: LISTING,
      parameters: { labels: label, state: 'open' },
      reply: z.array(IssueReply),
      needs: 'issues: read',
    };
    const all = await client.all(listing, (page) => page);
    const { token } = client.access;
    return all.filter((each) => each.pull_request === undefined && isOurKind(each, token)).map(issueOf);
  },
});

const writeIssues = (client: RestClient): Pick<Issues, 'createIssue' | 'updateIssue' | 'commentIssue'> => ({
  async createIssue({ title, body, labels }) {
    const made = await client.call({
      route: 'POST /repos/{owner}/{repo}/issues',
      parameters: { title, body, labels },
      reply: IssueReply,
      needs: 'issues: write',
    });
    return issueOf(made);
  },

  async updateIssue(number, change) {
    await client.call({
      route: 'PATCH /repos/{owner}/{repo}/issues/{issue_number}',
      parameters: { issue_number: number, ...change },
      reply: z.unknown(),
      needs: 'issues: write',
    });
  },

  async commentIssue(number, body) {
    await client.call({
      route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
      parameters: { issue_number: number, body },
      reply: z.unknown(),
      needs: 'issues: write',
    });
  },
});

const issueOf = (reply: z.infer<typeof IssueReply>): Issue => ({
  number: reply.number,
  title: reply.title,
  body: reply.body ?? '',
  state: reply.state === 'open' ? 'open' : 'closed',
  url: reply.html_url,
});
