import { createHash } from 'node:crypto';
import { type Asked, invalid, notFound, ok, paged, type Route } from './github-route.ts';
import type { TwinAsset, TwinRelease } from './github-state.ts';

const releaseIn = ({ state, part }: Asked): TwinRelease | undefined =>
  state.releases.get(Number(part['release']));

export const sha256Of = (bytes: Buffer): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

export const releaseRoutes: Route[] = [
  {
    method: 'GET',
    path: 'releases',
    needs: 'contents:read',
    // Drafts are for those who may write; the twin's tokens that list releases may.
    handle: (asked) => {
      const all = [...asked.state.releases.values()].sort((a, b) => b.id - a.id);
      return paged(asked, all, (page) => page.map((each) => asked.views.release(each)));
    },
  },
  {
    method: 'GET',
    path: 'releases/tags/:tag',
    needs: 'contents:read',
    handle: ({ state, part, views }) => {
      const found = [...state.releases.values()].find(({ tag, isDraft }) => tag === part['tag'] && !isDraft);
      return found ? ok(views.release(found)) : notFound();
    },
  },
  {
    method: 'GET',
    path: 'releases/:release',
    needs: 'contents:read',
    handle: (asked) => {
      const found = releaseIn(asked);
      return found ? ok(asked.views.release(found)) : notFound();
    },
  },
  {
    method: 'DELETE',
    path: 'releases/:release',
    needs: 'contents:write',
    handle: (asked) => {
      const found = releaseIn(asked);
      if (!found) return notFound();
      const { releases, assets } = asked.state;
      for (const { id, release } of assets.values()) if (release === found.id) assets.delete(id);
      releases.delete(found.id);
      return { status: 204 };
    },
  },
  {
    method: 'POST',
    path: 'releases',
    needs: 'contents:write',
    handle: ({ state, body, caller, views }) => {
      const tag = String(body['tag_name'] ?? '');
      const isDraft = body['draft'] === true;
      const isTaken = [...state.releases.values()].some((each) => each.tag === tag && !each.isDraft);
      if (tag === '') return invalid('Release', 'tag_name', 'missing_field');
      if (isTaken && !isDraft) return invalid('Release', 'tag_name', 'already_exists');
      const made: TwinRelease = {
        id: state.nextId(),
        tag,
        name: String(body['name'] ?? tag),
        isDraft,
        author: caller.login,
        createdAt: state.clock.now(),
      };
      state.releases.set(made.id, made);
      return ok(views.release(made), 201);
    },
  },
  {
    method: 'GET',
    path: 'releases/:release/assets',
    needs: 'contents:read',
    handle: (asked) => {
      const release = releaseIn(asked);
      if (!release) return notFound();
      const all = [...asked.state.assets.values()].filter((each) => each.release === release.id);
      return paged(asked, all, (page) => page.map((each) => asked.views.asset(each)));
    },
  },
  {
    method: 'GET',
    path: 'releases/assets/:id',
    needs: 'contents:read',
    handle: ({ state, part, request, views, signed }) => {
      const asset = state.assets.get(Number(part['id']));
      if (!asset) return notFound();
      if (!/octet-stream/.test(request.headers.accept ?? '')) return ok(views.asset(asset));
      return { status: 302, headers: { location: signed(asset.bytes, asset.name) } };
    },
  },
  {
    method: 'DELETE',
    path: 'releases/assets/:id',
    needs: 'contents:write',
    handle: ({ state, part }) => (state.assets.delete(Number(part['id'])) ? { status: 204 } : notFound()),
  },
];

/** At the host for uploads; everything else is unknown there. */
export const uploadRoutes: Route[] = [
  {
    method: 'POST',
    path: 'releases/:release/assets',
    needs: 'contents:write',
    handle: (asked) => {
      const release = releaseIn(asked);
      const name = asked.request.query.get('name') ?? '';
      if (!release) return notFound();
      if (name === '' || asked.request.bytes.length === 0) return invalid('ReleaseAsset', 'size');
      const isTaken = [...asked.state.assets.values()].some(
        (each) => each.release === release.id && each.name === storedName(name),
      );
      if (isTaken) return invalid('ReleaseAsset', 'name', 'already_exists');
      const asset: TwinAsset = {
        id: asked.state.nextId(),
        release: release.id,
        name: storedName(name),
        bytes: asked.request.bytes,
        contentType: asked.request.headers['content-type'] ?? 'application/octet-stream',
        state: 'uploaded',
        digest: sha256Of(asked.request.bytes),
        uploader: asked.caller.login,
        createdAt: asked.state.clock.now(),
      };
      asked.state.assets.set(asset.id, asset);
      return ok(asked.views.asset(asset), 201);
    },
  },
];

/** GitHub renames what has other characters than these. */
const storedName = (name: string): string => name.replace(/[^A-Za-z0-9._@+-]+/g, '.');
