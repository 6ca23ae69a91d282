import { z } from 'zod';
import { Problem } from '../../problem.ts';
import type { Artifact, Artifacts } from '../github.ts';
import type { RestClient } from './client.ts';
import { download, ofLength } from './storage.ts';

const ArtifactReply = z.object({
  id: z.number(),
  name: z.string(),
  size_in_bytes: z.number(),
  digest: z.string().nullish(),
  expired: z.boolean(),
  expires_at: z.string().nullable(),
  workflow_run: z
    .object({
      id: z.number().optional(),
      repository_id: z.number().optional(),
      head_repository_id: z.number().optional(),
    })
    .nullish(),
});

const needs = 'actions: read';

/** One page, the newest. */
const MOST_OF_ONE_NAME = 100;

export const artifacts = (client: RestClient): Artifacts => ({ ...lists(client), ...contents(client) });

const lists = (
  client: RestClient,
): Pick<Artifacts, 'artifact' | 'artifactsOf' | 'artifacts' | 'artifactsNamed'> => ({
  artifact: (id) => artifact(client, id),

  async artifactsOf(workflowRun) {
    const all = await client.all(
      {
        route: 'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts',
        parameters: { run_id: workflowRun },
        reply: z.object({ artifacts: z.array(ArtifactReply) }),
        needs,
      },
      (page) => page.artifacts,
    );
    return all.map(artifactOf);
  },

  async artifacts() {
    const all = await client.all(
      {
        route: 'GET /repos/{owner}/{repo}/actions/artifacts',
        reply: z.object({ artifacts: z.array(ArtifactReply) }),
        needs,
      },
      (page) => page.artifacts,
    );
    return all.map(artifactOf);
  },

  async artifactsNamed(name) {
    const page = await client.call({
      route: 'GET /repos/{owner}/{repo}/actions/artifacts',
      parameters: { name, per_page: MOST_OF_ONE_NAME },
      reply: z.object({ artifacts: z.array(ArtifactReply) }),
      needs,
    });
    // An old server that does not know the filter lists all.
    return page.artifacts.map(artifactOf).filter((each) => each.name === name);
  },
});

const contents = (client: RestClient): Pick<Artifacts, 'downloadArtifact' | 'deleteArtifact'> => ({
  async downloadArtifact(wanted) {
    const listed = typeof wanted === 'number' ? await artifact(client, wanted) : wanted;
    const id = typeof wanted === 'number' ? wanted : wanted.id;
    if (listed === undefined || listed.expired) throw gone(id, listed, client.access.repository);
    const bytes = await download(client, {
      route: 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}',
      parameters: { artifact_id: id, archive_format: 'zip' },
      reply: z.unknown(),
      needs,
    });
    return ofLength(bytes, listed.bytes, `artifact ${listed.name} (${id})`);
  },

  async deleteArtifact(id) {
    await client.find({
      route: 'DELETE /repos/{owner}/{repo}/actions/artifacts/{artifact_id}',
      parameters: { artifact_id: id },
      reply: z.unknown(),
      needs: 'actions: write',
    });
  },
});

async function artifact(client: RestClient, id: number): Promise<Artifact | undefined> {
  const found = await client.find({
    route: 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}',
    parameters: { artifact_id: id },
    reply: ArtifactReply,
    needs,
  });
  return found && artifactOf(found);
}

const artifactOf = (reply: z.infer<typeof ArtifactReply>): Artifact => ({
  id: reply.id,
  name: reply.name,
  bytes: reply.size_in_bytes,
  digest: reply.digest ?? undefined,
  expired: reply.expired,
  expiresAt: reply.expires_at ?? undefined,
  workflowRun: reply.workflow_run?.id,
  isOwn:
    reply.workflow_run?.repository_id !== undefined &&
    reply.workflow_run.repository_id === reply.workflow_run.head_repository_id,
});

const gone = (id: number, listed: Artifact | undefined, repository: string): Problem =>
  new Problem({
    code: 'github-gone',
    kind: 'refused',
    what: listed
      ? `Artifact ${listed.name} (${id}) of ${repository} expired at ${listed.expiresAt ?? 'a time that GitHub does not give'}.`
      : `${repository} has no artifact ${id}: it was deleted, or it belongs to an earlier attempt of its run.`,
    next: 'Collect again while the box still holds the files; a later retention is set with "retention-days".',
  });
