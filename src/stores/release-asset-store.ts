import { open } from 'node:fs/promises';
import type { GitHub, ReleaseAsset } from '../github/github.ts';
import type { StoreRung } from '../job/job.ts';
import {
  type ArtifactStore,
  folderOf,
  listDigest,
  type Parcel,
  type ParcelFile,
  type Placed,
  type StoredSet,
  sentFrom,
} from './store.ts';

type Rung = Extract<StoreRung, { kind: 'release-asset' }>;

/** GitHub takes no larger asset and no more of them. */
const MOST_ASSET_BYTES = 2 * 1024 ** 3 - 1;
const MOST_ASSETS = 1000;
const READ_BYTES = 1024 ** 2;

/** Assets of a draft release of its own for each seal. GitHub hashes them itself. */
export function releaseAssetStore(rung: Rung, { github }: { github: GitHub | undefined }): ArtifactStore {
  const known = (): GitHub => {
    if (!github) throw new Error('a store that refused was asked to store');
    return github;
  };
  return {
    kind: 'release-asset',
    describe: () => 'assets of a draft release',
    nameOf,
    refusal: async ({ files }) => (github ? refusalOf(files) : 'no token of GitHub is here'),
    put: async (parcel) => put(known(), `${rung.tag}-${folderOf(parcel).replace('/', '-')}`, parcel),
    open: async (id) => github && openSet(github, id),
    drop: (id) => known().deleteDraft(id),
  };
}

function refusalOf(files: readonly ParcelFile[]): string | undefined {
  const large = files.find(({ bytes }) => bytes > MOST_ASSET_BYTES);
  if (large) return `${large.path} has ${large.bytes} bytes, an asset may have ${MOST_ASSET_BYTES}`;
  const empty = files.find(({ bytes }) => bytes === 0);
  if (empty) return `${empty.path} is empty, and GitHub takes no empty asset`;
  if (files.length > MOST_ASSETS)
    return `${files.length} files are more than the ${MOST_ASSETS} of a release`;
  return meeting(files);
}

async function put(github: GitHub, tag: string, parcel: Parcel): Promise<Placed> {
  const title = `${parcel.run}, ${parcel.means} as ${parcel.seal.slice(0, 16)}`;
  const release = await github.draftRelease(tag, title);
  const there = new Map(release.assets.map((asset) => [asset.name, asset]));
  for (const file of parcel.files) {
    const name = nameOf(file.path);
    const old = there.get(name);
    // Cut off while it was uploaded, by whoever was killed then: not content yet, and in the way of its name.
    if (old && old.state !== 'uploaded') await github.deleteAsset(old.id);
    else if (old) continue;
    await github.uploadAsset(release.id, name, contentOf(sentFrom(file)), file.bytes);
  }
  return { id: tag, place: `draft release ${tag} of ${github.repository}` };
}

async function openSet(github: GitHub, id: string): Promise<StoredSet | undefined> {
  const { assets } = await github.draftRelease(id, id);
  const whole = assets.filter(({ state }) => state === 'uploaded');
  if (whole.length === 0) return undefined;
  const byName = new Map(whole.map((asset) => [asset.name, asset]));
  return {
    digest: listDigest(
      whole.map(({ name, bytes, digest, id: n }) => ({ name, bytes, digest: digest ?? `${n}` })),
    ),
    names: async () => whole.map(({ name, bytes }) => ({ name, bytes })),
    read: (name, sink) => readAsset(github, byName.get(name), sink),
    close: async () => {},
  };
}

async function readAsset(
  github: GitHub,
  asset: ReleaseAsset | undefined,
  sink: (piece: Uint8Array) => void,
): Promise<void> {
  if (!asset) throw new RangeError('the release has no such asset');
  for await (const piece of await github.downloadAsset(asset.id)) sink(piece);
}

async function* contentOf(path: string): AsyncIterable<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    for (;;) {
      const bytes = Buffer.alloc(READ_BYTES);
      const { bytesRead } = await handle.read(bytes, 0, READ_BYTES, null);
      if (bytesRead === 0) return;
      yield bytes.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Assets lie in no folders, and GitHub replaces what it does not like in their names: we do it first. */
const nameOf = (path: string): string =>
  path
    .replace(/^\+/, '')
    .replaceAll('/', '--')
    .replace(/[^A-Za-z0-9._-]/g, '.')
    .replace(/^\./, 'dot.');

function meeting(files: readonly ParcelFile[]): string | undefined {
  const names = new Map<string, string>();
  for (const { path } of files) {
    const name = nameOf(path).toLowerCase();
    const other = names.get(name);
    if (other !== undefined) return `${other} and ${path} would be one asset, ${name}`;
    names.set(name, path);
  }
  return undefined;
}
