import { z } from 'zod';
import { Problem } from '../../problem.ts';
import type { ReleaseAsset, Releases } from '../github.ts';
import type { RestClient } from './client.ts';
import { download } from './storage.ts';

/** One asset may have 2 GiB, and a slow line is no reason to give it up. */
const UPLOAD_SECONDS = 3600;

const AssetReply = z.object({
  id: z.number(),
  name: z.string(),
  size: z.number(),
  digest: z.string().nullish(),
  // `starter`, which the description leaves out, is what a broken upload leaves.
  state: z.string().transform((state) => (state === 'uploaded' ? 'uploaded' : 'open')),
});

const ReleaseReply = z.object({
  id: z.number(),
  tag_name: z.string(),
  draft: z.boolean(),
  upload_url: z.string(),
  assets: z.array(AssetReply),
});

export const releases = (client: RestClient): Releases => ({ ...drafts(client), ...assets(client) });

const drafts = (client: RestClient): Pick<Releases, 'draftRelease' | 'deleteDraft'> => ({
  async draftRelease(tag, title) {
    const release = (await releaseOf(client, tag)) ?? (await create(client, tag, title));
    // The listing in a release is not promised to be whole.
    const assets = await client.all(
      {
        route: 'GET /repos/{owner}/{repo}/releases/{release_id}/assets',
        parameters: { release_id: release.id },
        reply: z.array(AssetReply),
        needs: 'contents: write',
      },
      (page) => page,
    );
    return { id: release.id, assets: assets.map(assetOf) };
  },

  async deleteDraft(tag) {
    const release = await releaseOf(client, tag);
    // Somebody published it, and thereby said that it is to stay.
    if (!release?.draft) return;
    await client.find({
      route: 'DELETE /repos/{owner}/{repo}/releases/{release_id}',
      parameters: { release_id: release.id },
      reply: z.unknown(),
      needs: 'contents: write',
    });
  },
});

const assets = (
  client: RestClient,
): Pick<Releases, 'uploadAsset' | 'releaseAsset' | 'downloadAsset' | 'deleteAsset'> => ({
  async uploadAsset(release, name, body, bytes) {
    const { upload_url } = await client.call({
      route: 'GET /repos/{owner}/{repo}/releases/{release_id}',
      parameters: { release_id: release },
      reply: ReleaseReply,
      needs: 'contents: write',
    });
    const call = {
      route: `POST ${uploadUrl(upload_url, client.access.baseUrl)}`,
      parameters: { name },
      reply: AssetReply,
      needs: 'contents: write',
    };
    const asset = await client.upload(call, body, bytes, UPLOAD_SECONDS);
    return assetOf(asset);
  },

  async releaseAsset(id) {
    const found = await client.find({
      route: 'GET /repos/{owner}/{repo}/releases/assets/{asset_id}',
      parameters: { asset_id: id },
      reply: AssetReply,
      needs: 'contents: read',
    });
    return found && assetOf(found);
  },

  downloadAsset: (id, range) =>
    download(
      client,
      {
        route: 'GET /repos/{owner}/{repo}/releases/assets/{asset_id}',
        parameters: { asset_id: id },
        reply: z.unknown(),
        needs: 'contents: read',
      },
      { accept: 'application/octet-stream', ...(range ? { range } : {}) },
    ),

  async deleteAsset(id) {
    await client.find({
      route: 'DELETE /repos/{owner}/{repo}/releases/assets/{asset_id}',
      parameters: { asset_id: id },
      reply: z.unknown(),
      needs: 'contents: write',
    });
  },
});

/**
 * A draft has no tag yet, so only the listing shows it, and only to who may write. Two jobs at once may both have made one:
 * the older is the one, for everybody.
 */
async function releaseOf(client: RestClient, tag: string): Promise<z.infer<typeof ReleaseReply> | undefined> {
  const published = await client.find({
    route: 'GET /repos/{owner}/{repo}/releases/tags/{tag}',
    parameters: { tag },
    reply: ReleaseReply,
    needs: 'contents: read',
  });
  if (published) return published;
  const listing = {
    route: 'GET /repos/{owner}/{repo}/releases',
    reply: z.array(ReleaseReply),
    needs: 'contents: write',
  };
  const all = await client.all(listing, (page) => page);
  return all.filter(({ tag_name }) => tag_name === tag).sort((a, b) => a.id - b.id)[0];
}

const create = (client: RestClient, tag: string, title: string) =>
  client.call({
    route: 'POST /repos/{owner}/{repo}/releases',
    parameters: { tag_name: tag, name: title, draft: true },
    reply: ReleaseReply,
    needs: 'contents: write',
  });

const assetOf = ({ id, name, size, digest, state }: z.infer<typeof AssetReply>): ReleaseAsset => ({
  id,
  name,
  bytes: size,
  digest: digest ?? undefined,
  state,
});

/** Where GitHub takes uploads. The token goes along, so it must be GitHub's: the API's own host, or its sister `uploads`. */
function uploadUrl(template: string, baseUrl: string): string {
  const plain = template.replace(/\{.*$/, '');
  const url = URL.canParse(plain) ? new URL(plain) : undefined;
  const own = new URL(baseUrl);
  const hosts = [own.hostname, own.hostname.replace(/^api\./, 'uploads.')];
  if (url && url.protocol === own.protocol && hosts.includes(url.hostname)) return `${plain}{?name}`;
  throw new Problem({
    code: 'github-reply',
    kind: 'refused',
    what: `GitHub names ${JSON.stringify(url?.host ?? plain.slice(0, 100))} as the place for uploads, which does not belong to ${own.host}.`,
    next: 'Nothing was sent. Report this with the version of gpu-lease, or store the artifacts elsewhere.',
  });
}
