import type { Artifact, GitHub, ReleaseAsset, RepositoryFacts } from '../../src/github/github.ts';
import { sha256 } from '../collect/box-folder.ts';
import { strict } from '../scripted-world.ts';

export interface Shelf {
  github: GitHub;
  /** Puts a zip there, as the upload step does. */
  upload(name: string, zip: Uint8Array, over?: Partial<Artifact>): Artifact;
  artifacts: Map<number, { listed: Artifact; zip: Uint8Array }>;
  assets: Map<string, { listed: ReleaseAsset; bytes: Buffer }[]>;
  /** Cuts the next upload of an asset after so many bytes. */
  cutAfter: number | undefined;
}

/** The artifacts and draft releases of one repository, in memory. Anything else asked of it fails the test. */
export function githubShelf(visibility: RepositoryFacts['visibility'] = 'private'): Shelf {
  let ids = 100;
  const shelf: Shelf = {
    artifacts: new Map(),
    assets: new Map(),
    cutAfter: undefined,
    upload(name, zip, over = {}) {
      const listed: Artifact = {
        id: ++ids,
        name,
        bytes: zip.length,
        digest: `sha256:${sha256(zip)}`,
        expired: false,
        expiresAt: '2027-02-19T12:00:00Z',
        workflowRun: 4242,
        isOwn: true,
        ...over,
      };
      shelf.artifacts.set(listed.id, { listed, zip });
      return listed;
    },
    github: strict<GitHub>('GitHub', {
      repository: 'ada/engine',
      describe: async () => ({ visibility, defaultBranch: 'main', archived: false, ownerType: 'User' }),
      artifact: async (id) => shelf.artifacts.get(id)?.listed,
      artifactsOf: async (run) =>
        [...shelf.artifacts.values()]
          .map(({ listed }) => listed)
          .filter(({ workflowRun }) => workflowRun === run),
      downloadArtifact: async (wanted) =>
        pieces(shelf.artifacts.get(typeof wanted === 'number' ? wanted : wanted.id)?.zip ?? new Uint8Array()),
      deleteArtifact: async (id) => {
        shelf.artifacts.delete(id);
      },
      deleteDraft: async (tag) => {
        shelf.assets.delete(tag);
      },
      draftRelease: async (tag) => {
        const assets = shelf.assets.get(tag) ?? [];
        shelf.assets.set(tag, assets);
        return { id: [...shelf.assets.keys()].indexOf(tag), assets: assets.map(({ listed }) => listed) };
      },
      async uploadAsset(release, name, body) {
        const assets = [...shelf.assets.values()][release] ?? [];
        const listed: ReleaseAsset = { id: ++ids, name, bytes: 0, digest: undefined, state: 'open' };
        const parts: Uint8Array[] = [];
        assets.push({ listed, bytes: Buffer.alloc(0) });
        for await (const part of body) {
          if (shelf.cutAfter !== undefined && shelf.cutAfter < part.length) throw new Error('cut');
          parts.push(part);
        }
        const bytes = Buffer.concat(parts);
        const done: ReleaseAsset = {
          ...listed,
          bytes: bytes.length,
          digest: `sha256:${sha256(bytes)}`,
          state: 'uploaded',
        };
        assets[assets.length - 1] = { listed: done, bytes };
        return done;
      },
      releaseAsset: async (id) =>
        [...shelf.assets.values()].flat().find(({ listed }) => listed.id === id)?.listed,
      downloadAsset: async (id) =>
        pieces(
          [...shelf.assets.values()].flat().find(({ listed }) => listed.id === id)?.bytes ?? new Uint8Array(),
        ),
      deleteAsset: async (id) => {
        for (const [tag, assets] of shelf.assets)
          shelf.assets.set(
            tag,
            assets.filter(({ listed }) => listed.id !== id),
          );
      },
    }),
  };
  return shelf;
}

async function* pieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}
