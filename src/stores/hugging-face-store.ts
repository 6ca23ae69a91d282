import { pathToFileURL } from 'node:url';
import type { RepoDesignation } from '@huggingface/hub';
import type { StoreRung } from '../job/job.ts';
import { Problem } from '../problem.ts';
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

export interface HuggingFaceWorld {
  secret(name: string): string | undefined;
  signal: AbortSignal;
  fetch?: typeof globalThis.fetch;
  /** Another Hub than the public one; for tests and mirrors. */
  hubUrl?: string;
}

const READ_BYTES = 8 * 1024 ** 2;
/** The Hub takes more, in repositories that nobody can work with. */
const MOST_FILES = 10_000;
const REQUEST_SECONDS = 600;

/** A folder of a repository on the Hugging Face Hub, put there by one commit and found again by that commit for ever. */
export function huggingFaceStore(rung: Rung, world: HuggingFaceWorld): ArtifactStore {
  const isDataset = rung.repo.startsWith('datasets/');
  const name = rung.repo.replace(/^(datasets|models)\//, '');
  const repo: RepoDesignation = { type: isDataset ? 'dataset' : 'model', name };
  const shown = `${isDataset ? 'datasets/' : ''}${name}`;
  const hub = () => import('@huggingface/hub');

  /** Bounded in time; the library itself waits for ever. */
  const bounded: typeof globalThis.fetch = (input, init) => {
    const { fetch = globalThis.fetch, signal } = world;
    const signals = [
      signal,
      AbortSignal.timeout(REQUEST_SECONDS * 1000),
      ...(init?.signal ? [init.signal] : []),
    ];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };
  const common = () => ({
    repo,
    accessToken: world.secret(rung.token) ?? '',
    fetch: bounded,
    ...(world.hubUrl !== undefined && { hubUrl: world.hubUrl }),
  });

  async function put(parcel: Parcel): Promise<Placed> {
    const folder = rung.prefix === undefined ? folderOf(parcel) : `${rung.prefix}/${folderOf(parcel)}`;
    const placed = (oid: string): Placed => ({
      id: `${shown}@${oid}:${folder}`,
      place: `${world.hubUrl ?? 'https://huggingface.co'}/${shown}/tree/${oid}/${folder}`,
    });
    const there = await listed('main', folder);
    const missing = parcel.files.filter(({ path, bytes }) => there.get(path)?.bytes !== bytes);
    if (missing.length === 0) return placed(await head());
    const { commit } = await hub();
    const output = await asked(() =>
      commit({
        ...common(),
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
    return placed(output?.commit.oid ?? '');
  }

  async function head(): Promise<string> {
    const { listCommits } = await hub();
    for await (const { oid } of listCommits(common())) return oid;
    return 'main';
  }

  /** What lies in a folder at a revision, by path below it. Empty where there is none. */
  async function listed(revision: string, folder: string) {
    const { listFiles } = await hub();
    const files = new Map<string, { bytes: number; digest: string }>();
    try {
      for await (const { type, path, size, oid, lfs } of listFiles({
        ...common(),
        path: folder,
        revision,
        recursive: true,
      }))
        if (type === 'file')
          files.set(path.slice(folder.length + 1), { bytes: size, digest: lfs?.oid ?? oid ?? '' });
    } catch (error) {
      if (statusOf(error) !== 404) throw problemOf(error);
    }
    return files;
  }

  async function openSet(id: string): Promise<StoredSet | undefined> {
    const [, of, revision, folder] = /^(.+)@([0-9a-f]{7,64}|main):(.+)$/.exec(id) ?? [];
    if (of !== shown || revision === undefined || folder === undefined) return undefined;
    const files = await listed(revision, folder);
    if (files.size === 0) return undefined;
    const objects = [...files].map(([path, { bytes, digest }]) => ({ name: path, bytes, digest }));
    return {
      digest: listDigest(objects),
      names: async () => objects.map(({ name: path, bytes }) => ({ name: path, bytes })),
      read: (path, sink) => read(revision, `${folder}/${path}`, files.get(path)?.bytes ?? 0, sink),
      close: async () => {},
    };
  }

  async function read(
    revision: string,
    path: string,
    bytes: number,
    sink: (piece: Uint8Array) => void,
  ): Promise<void> {
    const { downloadFile } = await hub();
    const blob = await asked(() => downloadFile({ ...common(), path, revision, xet: false }));
    if (!blob) throw new RangeError(`the Hub has no ${path}`);
    for (let at = 0; at < Math.max(bytes, blob.size); at += READ_BYTES)
      sink(await asked(async () => new Uint8Array(await blob.slice(at, at + READ_BYTES).arrayBuffer())));
  }

  async function asked<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      world.signal.throwIfAborted();
      throw problemOf(error);
    }
  }

  function problemOf(error: unknown): unknown {
    if (error instanceof Problem || error instanceof RangeError) return error;
    const status = statusOf(error);
    const isRefusal = status === 401 || status === 403 || status === 404;
    return new Problem(
      {
        code: isRefusal ? 'hub-refused' : 'hub-unreachable',
        kind: isRefusal ? 'refused' : 'unreachable',
        what: `${shown} on the Hugging Face Hub: ${status === undefined ? reasonOf(error) : `HTTP ${status}`}.`,
        next: isRefusal
          ? `Make the repository, and check that the token in ${rung.token} may write to it.`
          : 'Run the same command again; what arrived is not sent twice.',
      },
      { cause: error },
    );
  }

  return {
    kind: 'hugging-face',
    describe: () => `${shown} on the Hugging Face Hub`,
    nameOf: (path) => path,
    async refusal({ files }) {
      const token = world.secret(rung.token);
      if (!token) return `${rung.token} not set`;
      if (!token.startsWith('hf_')) return `${rung.token} holds no token of the Hub, which starts with "hf_"`;
      // The Hub's client puts names into addresses as they are.
      const odd = files.find(({ path }) => /[?#%]/.test(path));
      if (odd) return `${odd.path} holds "?", "#" or "%"`;
      if (files.length > MOST_FILES) return `${files.length} files are more than ${MOST_FILES}`;
      return undefined;
    },
    put,
    open: openSet,
  };
}

const statusOf = (error: unknown): number | undefined => {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : undefined;
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
