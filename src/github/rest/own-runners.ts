import { z } from 'zod';
import type { OwnRunner } from '../github.ts';
import type { RestClient } from './client.ts';

const RunnerReply = z.object({
  name: z.string(),
  status: z.string(),
  labels: z.array(z.object({ name: z.string() })),
  version: z.string().nullish(),
});

export async function ownRunners(client: RestClient): Promise<OwnRunner[]> {
  const all = await client.all(
    {
      route: 'GET /repos/{owner}/{repo}/actions/runners',
      reply: z.object({ runners: z.array(RunnerReply) }),
      needs: 'administration: read',
    },
    (page) => page.runners,
  );
  return all.map(({ name, status, labels, version }) => ({
    name,
    isOnline: status === 'online',
    labels: labels.map((label) => label.name),
    version: version ?? undefined,
  }));
}
