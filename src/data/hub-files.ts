import type { ListFileEntry, RepoDesignation } from '@huggingface/hub';
import type { DataRule, DataSource } from '../job/job.ts';
import { answered, type DataWorld, patient, sourceProblem } from './answers.ts';
import { type FetchFile, type FetchSource, sourceOf } from './fetch-plan.ts';

type HubSource = Extract<DataSource, { kind: 'hub' }>;

const COMMIT = /^[0-9a-f]{40}$/;

interface Asked {
  rule: DataRule;
  source: HubSource;
  world: DataWorld;
  /** Address that the box asks: the Hub itself, or a mirror of it. */
  boxHub: string;
}

/**
 * A repository of the Hub, or a part of it, at one commit. Of a large file the Hub says the SHA-256, of a small one the name that
 * git gives to its content.
 *
 * @param pin the commit that this run was resolved to before
 */
export async function hubFiles(asked: Asked, pin: string | undefined): Promise<FetchSource> {
  const { rule, source } = asked;
  try {
    const commit = pin ?? (COMMIT.test(source.revision) ? source.revision : await commitOf(asked));
    const entries = await entriesOf(asked, commit);
    return sourceOf(
      rule,
      entries.map((entry) => fileOf(asked, commit, entry)),
      commit,
    );
  } catch (error) {
    throw sourceProblem(rule.from, rule.token, error);
  }
}

const hub = () => import('@huggingface/hub');

function common({ rule, world }: Asked) {
  const accessToken = rule.token === undefined ? undefined : world.secret(rule.token);
  return {
    hubUrl: world.hubUrl,
    fetch: patient(world),
    ...(accessToken?.startsWith('hf_') && { accessToken }),
  };
}

async function commitOf(asked: Asked): Promise<string> {
  const { repo: name, type, revision } = asked.source;
  const { modelInfo, datasetInfo } = await hub();
  const ask = { ...common(asked), name, revision };
  const { sha } =
    type === 'dataset'
      ? await datasetInfo({ ...ask, additionalFields: ['sha'] })
      : await modelInfo({ ...ask, additionalFields: ['sha'] });
  if (!COMMIT.test(sha)) throw new Error(`the Hub names no commit for ${revision}`);
  return sha;
}

/** Below a folder; or the one file of that name, for which the Hub lists nothing. */
async function entriesOf(asked: Asked, commit: string): Promise<ListFileEntry[]> {
  const { path } = asked.source;
  if (path === undefined) return listed(asked, commit, '', true);
  const below = await listed(asked, commit, path, true).catch((error: unknown) => {
    if ((error as { statusCode?: unknown }).statusCode === 404) return [];
    throw error;
  });
  if (below.length > 0) return below;
  const folder = path.split('/').slice(0, -1).join('/');
  const one = (await listed(asked, commit, folder, false)).filter((entry) => entry.path === path);
  if (one.length === 0) throw answered(404);
  return one;
}

async function listed(
  asked: Asked,
  revision: string,
  folder: string,
  recursive: boolean,
): Promise<ListFileEntry[]> {
  const { listFiles } = await hub();
  const repo: RepoDesignation = { type: asked.source.type, name: asked.source.repo };
  // The Hub's client puts names into addresses as they are.
  const path = folder.split('/').map(encodeURIComponent).join('/');
  const entries: ListFileEntry[] = [];
  for await (const entry of listFiles({ ...common(asked), repo, revision, path, recursive }))
    if (entry.type === 'file') entries.push(entry);
  return entries;
}

function fileOf(
  { source, boxHub }: Asked,
  commit: string,
  { path, size, oid, lfs }: ListFileEntry,
): FetchFile {
  const { type, repo, path: folder } = source;
  const proof =
    lfs !== undefined && /^[0-9a-f]{64}$/.test(lfs.oid)
      ? { by: 'sha256' as const, digest: lfs.oid }
      : /^[0-9a-f]{40}$/.test(oid ?? '')
        ? { by: 'git-sha1' as const, digest: oid ?? '' }
        : { by: 'nothing' as const };
  const name = path.split('/').map(encodeURIComponent).join('/');
  return {
    path: folder === undefined ? path : path === folder ? lastOf(path) : path.slice(folder.length + 1),
    bytes: lfs?.size ?? size,
    proof,
    url: `${boxHub.replace(/\/+$/, '')}/${type === 'dataset' ? 'datasets/' : ''}${repo}/resolve/${commit}/${name}`,
  };
}

const lastOf = (path: string): string => path.split('/').at(-1) ?? path;
