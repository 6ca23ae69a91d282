import { z } from 'zod';
import type { Check, CheckInput, Checks } from '../github.ts';
import type { RestClient } from './client.ts';

/** More of them are refused (422). */
const ANNOTATIONS_A_REQUEST = 50;

const CheckReply = z.object({
  id: z.number(),
  name: z.string(),
  external_id: z.string().nullable(),
  status: z.string(),
  conclusion: z.string().nullable(),
});

export const checks = (client: RestClient): Checks => {
  async function update(id: number, change: CheckInput & { externalId?: string }): Promise<void> {
    // Each request adds its annotations to those that are there.
    for (const part of inParts(change)) {
      await client.call({
        route: 'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}',
        parameters: {
          check_run_id: id,
          ...(change.externalId === undefined ? {} : { external_id: change.externalId }),
          ...part,
        },
        reply: z.unknown(),
        needs: 'checks: write',
      });
    }
  }

  return {
    async checksOf(sha, name) {
      const all = await client.all(
        {
          route: 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
          parameters: { ref: sha, check_name: name, filter: 'all' },
          reply: z.object({ check_runs: z.array(CheckReply) }),
          needs: 'checks: read',
        },
        (page) => page.check_runs,
      );
      return all.map(checkOf).sort((a, b) => b.id - a.id);
    },

    async createCheck({ sha, name, externalId, ...input }) {
      const [first, ...rest] = inParts(input);
      const made = await client.call({
        route: 'POST /repos/{owner}/{repo}/check-runs',
        parameters: { name, head_sha: sha, external_id: externalId, ...first },
        reply: CheckReply,
        needs: 'checks: write',
      });
      const left = (input.annotations ?? []).slice(ANNOTATIONS_A_REQUEST);
      if (rest.length > 0) await update(made.id, { ...input, annotations: left });
      return checkOf(made);
    },

    updateCheck: update,
  };
};

function inParts({ status, conclusion, title, summary, annotations = [] }: CheckInput) {
  const count = Math.max(1, Math.ceil(annotations.length / ANNOTATIONS_A_REQUEST));
  return Array.from({ length: count }, (_, i) => ({
    status,
    ...(conclusion === undefined ? {} : { conclusion }),
    output: {
      title,
      summary,
      annotations: annotations
        .slice(i * ANNOTATIONS_A_REQUEST, (i + 1) * ANNOTATIONS_A_REQUEST)
        .map(({ path, line, level, title: heading, message }) => ({
          path,
          start_line: line,
          end_line: line,
          annotation_level: level,
          title: heading,
          message,
        })),
    },
  }));
}

const checkOf = (reply: z.infer<typeof CheckReply>): Check => ({
  id: reply.id,
  name: reply.name,
  externalId: reply.external_id ?? '',
  status: reply.status,
  conclusion: reply.conclusion ?? undefined,
});
