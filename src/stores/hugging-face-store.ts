import { pathToFileURL } from 'node:url';
import type { RepoDesignation } from '@huggingface/hub';
import type { StoreRung } from '../job/job.ts';
import { Problem } from '../problem.ts';
import { HUB, HubToken, type HubTokenWorld } from './hub-token.ts';
import {
  type ArtifactStore,
  folderOf,
  listDigest,
  type Parcel,
  type Placed,
  type StoredSet,
  sentFrom,
} from './store.ts';

type Rung = Extract<StoreRung, { kind: 'hugging-face' }>;

export type HuggingFaceWorld = HubTokenWorld;

const READ_BYTES = 8 * 1024 ** 2;
/** The Hub takes more, in repositories that nobody can work with. */
const MOST_FILES = 10_000;
const REQUEST_SECONDS = 600;

/** A repository, and by whose right and how it is spoken to. */
interface Place {
  rung: Rung;
  world: HuggingFaceWorld;
  repo: RepoDesignation;
  token: HubToken;
  /** As a person knows it. */
  shown: string;
}

/** A folder of a repository on the Hugging Face Hub, put there by one commit and found again by that commit for ever. */
export function huggingFaceStore(rung: Rung, world: HuggingFaceWorld): ArtifactStore {
  const isDataset = rung.repo.startsWith('datasets/');
  const name = rung.repo.replace(/^(datasets|models)\//, '');
  const repo: RepoDesignation = { type: isDataset ? 'dataset' : 'model', name };
  const shown = `${isDataset ? 'datasets/' : ''}${name}`;
  const token = new HubToken({ variable: rung.token, resource: shown }, world);
  const place: Place = { rung, world, repo, token, shown };
  return {
    kind: 'hugging-face',
    describe: () => `${place.shown} on the Hugging Face Hub`,
    nameOf: (path) => path,
    unset: () => token.unset(),
    probe: () => probe(place),
    refusal: async (parcel) => refusalOf(place, parcel),
    put: (parcel) => put(place, parcel),
    open: (id) => openSet(place, id),
  };
}

async function probe(place: Place): Promise<void> {
  const lacking = place.token.lacking();
  if (lacking === undefined) await asked(place, () => head(place));
  else throw refused(place, lacking);
}

function refusalOf({ token }: Place, { files }: Parcel): string | undefined {
  const lacking = token.lacking();
  if (lacking !== undefined) return lacking;
  // The Hub's client puts names into addresses as they are.
  const odd = files.find(({ path }) => /[?#%]/.test(path));
  if (odd) return `${odd.path} holds "?", "#" or "%"`;
  return files.length > MOST_FILES ? `${files.length} files are more than ${MOST_FILES}` : undefined;
}

const hub = () => import('@huggingface/hub');

const common = async ({ world, repo, token }: Place) => ({
  repo,
  accessToken: await token.current(),
  fetch: bounded(world, token),
  ...(world.hubUrl !== undefined && { hubUrl: world.hubUrl }),
});

/** Bounded in time; the library itself waits for ever. A token that was lent may end during a long upload, and the next one is sent. */
const bounded =
  ({ fetch = globalThis.fetch, signal }: HuggingFaceWorld, token: HubToken): typeof globalThis.fetch =>
  async (input, init) => {
    const headers = new Headers(init?.headers);
    if (headers.has('authorization')) headers.set('authorization', `Bearer ${await token.current()}`);
    const timeout = AbortSignal.timeout(REQUEST_SECONDS * 1000);
    const signals = [signal, timeout, ...(init?.signal ? [init.signal] : [])];
    return fetch(input, { ...init, headers, signal: AbortSignal.any(signals) });
  };

async function put(place: Place, parcel: Parcel): Promise<Placed> {
  const { rung, world } = place;
  const folder = rung.prefix === undefined ? folderOf(parcel) : `${rung.prefix}/${folderOf(parcel)}`;
  const there = await listed(place, 'main', folder);
  const missing = parcel.files.filter(({ path, bytes }) => there.get(path)?.bytes !== bytes);
  if (missing.length === 0) return placed(place, await head(place), folder);
  const { commit } = await hub();
  const shared = await common(place);
  const output = await asked(place, () =>
    commit({
      ...shared,
      title: `gpu-lease: ${parcel.run}, sealed as ${parcel.seal.slice(0, 16)}`,
      operations: missing.map((file) => ({
        operation: 'addOrUpdate' as const,
        path: `${folder}/${file.path}`,
        content: pathToFileURL(sentFrom(file)),
      })),
      // The plain upload of the Hub, whose bytes are hashed as they are; the other one needs a second program.
      useXet: false,
      abortSignal: world.signal,
    }),
  );
  return placed(place, output?.commit.oid ?? '', folder);
}

const placed = ({ world, shown }: Place, oid: string, folder: string): Placed => ({
  id: `${shown}@${oid}:${folder}`,
  place: `${world.hubUrl ?? HUB}/${shown}/tree/${oid}/${folder}`,
});

async function head(place: Place): Promise<string> {
  const { listCommits } = await hub();
  for await (const { oid } of listCommits(await common(place))) return oid;
  return 'main';
}

/** What lies in a folder at a revision, by path below it. Empty where there is none. */
async function listed(place: Place, revision: string, folder: string) {
  const { listFiles } = await hub();
  const files = new Map<string, { bytes: number; digest: string }>();
  const where = { ...(await common(place)), path: folder, revision, recursive: true };
  try {
    for await (const { type, path, size, oid, lfs } of listFiles(where))
      if (type === 'file')
        files.set(path.slice(folder.length + 1), { bytes: size, digest: lfs?.oid ?? oid ?? '' });
  } catch (error) {
    if (statusOf(error) !== 404) throw problemOf(place, error);
  }
  return files;
}

async function openSet(place: Place, id: string): Promise<StoredSet | undefined> {
  const [, of, revision, folder] = /^(.+)@([0-9a-f]{7,64}|main):(.+)$/.exec(id) ?? [];
  if (of !== place.shown || revision === undefined || folder === undefined) return undefined;
  const files = await listed(place, revision, folder);
  if (files.size === 0) return undefined;
  const objects = [...files].map(([path, { bytes, digest }]) => ({ name: path, bytes, digest }));
  return {
    digest: listDigest(objects),
    names: async () => objects.map(({ name: path, bytes }) => ({ name: path, bytes })),
    async read(path, sink) {
      const bytes = files.get(path)?.bytes ?? 0;
      for await (const piece of piecesOf(place, revision, `${folder}/${path}`, bytes)) sink(piece);
    },
    close: async () => {},
  };
}

async function* piecesOf(
  place: Place,
  revision: string,
  path: string,
  bytes: number,
): AsyncIterable<Uint8Array> {
  const { downloadFile } = await hub();
  const file = { ...(await common(place)), path, revision, xet: false };
  const blob = await asked(place, () => downloadFile(file));
  if (!blob) throw new RangeError(`the Hub has no ${path}`);
  for (let at = 0; at < Math.max(bytes, blob.size); at += READ_BYTES)
    yield await asked(place, async () => new Uint8Array(await blob.slice(at, at + READ_BYTES).arrayBuffer()));
}

async function asked<T>(place: Place, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    place.world.signal.throwIfAborted();
    throw problemOf(place, error);
  }
}

function problemOf(place: Place, error: unknown): unknown {
  if (error instanceof Problem || error instanceof RangeError) return error;
  const status = statusOf(error);
  if (status === 401 || status === 403 || status === 404) return refused(place, `HTTP ${status}`, error);
  return new Problem(
    {
      code: 'hub-unreachable',
      kind: 'unreachable',
      what: `${place.shown} on the Hugging Face Hub: ${status === undefined ? reasonOf(error) : `HTTP ${status}`}.`,
      next: 'Run the same command again; what arrived is not sent twice.',
    },
    { cause: error },
  );
}

const refused = ({ rung, shown }: Place, why: string, cause?: unknown): Problem =>
  new Problem(
    {
      code: 'hub-refused',
      kind: 'refused',
      what: `${shown} on the Hugging Face Hub: ${why}.`,
      next: `Make the repository, and check that the token in ${rung.token} may write to it.`,
    },
    { cause },
  );

const statusOf = (error: unknown): number | undefined => {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : undefined;
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
