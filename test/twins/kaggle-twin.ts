import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultOf, pushFault, type SaveKernel, SHAPES, slugified } from './kaggle-requests.ts';
import { TwinSession } from './kaggle-session.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

export const KAGGLE_USER = 'ada';
export const KAGGLE_TOKEN = 'KGAT_twin0123456789abcdef0123456789';
export const KAGGLE_KEY = '0123456789abcdef0123456789abcdef';

const HOUR = 3600;

export interface KaggleTwinOptions {
  /** Constants of a pushed script that a test makes faster: `BEAT_SECONDS`, with their values. */
  faster?: Readonly<Record<string, string>>;
  env?: Readonly<Record<string, string | undefined>>;
}

interface Version {
  asked: SaveKernel;
  session: TwinSession;
}

interface TwinKernel {
  id: number;
  slug: string;
  title: string;
  versions: Version[];
}

export interface KaggleTwin {
  server: Twin;
  env: Record<string, string>;
  /** Names of the account's kernels, in the order of their making. */
  kernels(): string[];
  /** Of the newest version, or of that one. */
  session(slug: string, version?: number): TwinSession;
  pushed(slug: string, version?: number): SaveKernel;
  /** A dataset that the account may read. */
  addDataset(name: string, dir: string): void;
  /** Hours of GPU that the week has had already. */
  spend(hours: number): void;
  /** Signed addresses that were given out are refused from now on. */
  expireAddresses(): void;
  close(): Promise<void>;
}

/**
 * A loopback Kaggle: kernels by `POST /v1/SERVICE/METHOD`. From the official client 2.2.5 and its SDK 0.1.38: methods, fields, states, that
 * versions are named `vN`, that a title makes the name, that a push may be refused inside a 200. From issues of that client: a push to a
 * name makes a version beside the one that runs; a wrong name is a 403; no call ends a session. Ours, because nobody says: limits of a
 * title, that a list is of public kernels unless it is of one's profile, that output is there only of a version that ended well, that a page has at most 100 files.
 */
export async function startKaggleTwin({
  faster = {},
  env = process.env,
}: KaggleTwinOptions = {}): Promise<KaggleTwin> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'kaggle-twin-')));
  const kernels = new Map<string, TwinKernel>();
  const datasets = new Map<string, string>();
  let addresses = new Map<string, string>();
  let spentSeconds = 0;

  const all = (): Version[] => [...kernels.values()].flatMap(({ versions }) => versions);
  const usesGpu = ({ asked }: Version): boolean => /^Nvidia/.test(shapeOf(asked) ?? '');
  const usesTpu = ({ asked }: Version): boolean => /^Tpu/.test(shapeOf(asked) ?? '');
  const seconds = (of: Version[]): number =>
    of.reduce(
      (sum, { session: { startedAt, endedAt = Date.now() } }) => sum + (endedAt - startedAt) / 1000,
      0,
    );
  const reserved = (of: Version[]): number =>
    of
      .filter(({ session }) => session.isRunning)
      .reduce((sum, { asked }) => sum + (asked.sessionTimeoutSeconds ?? 12 * HOUR), 0);

  function save(asked: SaveKernel): TwinReply {
    const [owner, name = ''] = (asked.slug ?? '').split('/');
    if (owner !== KAGGLE_USER) return failure(403, `Permission 'kernels.update' was denied`);
    const error = pushFault(asked) ?? whyNotNow(asked);
    if (error !== undefined) return ok({ error });
    const known = kernels.get(name);
    const title = asked.newTitle ?? '';
    // The title makes the name, whatever was asked for.
    const slug = known?.slug ?? slugified(title);
    const kernel = known ?? { id: 1000 + kernels.size, slug, title, versions: [] };
    const before = kernel.versions.at(-1)?.asked;
    // What is not said is as it was in the version before.
    const said: SaveKernel = { ...inherited(before), ...asked };
    const invalidKernelSources = (said.kernelDataSources ?? []).filter(
      (each) => outputDirOf(each) === undefined,
    );
    const invalidDatasetSources = (said.datasetDataSources ?? []).filter((each) => !datasets.has(each));
    said.kernelDataSources = without(said.kernelDataSources, invalidKernelSources);
    said.datasetDataSources = without(said.datasetDataSources, invalidDatasetSources);
    kernels.set(slug, kernel);
    const number = kernel.versions.length + 1;
    kernel.versions.push({ asked: said, session: begin(said, join(root, `${slug}-v${number}`)) });
    return ok({
      ref: `/code/${KAGGLE_USER}/${slug}`,
      url: `https://www.kaggle.com/code/${KAGGLE_USER}/${slug}`,
      versionNumber: number,
      kernelId: kernel.id,
      ...(invalidKernelSources.length > 0 && { invalidKernelSources }),
      ...(invalidDatasetSources.length > 0 && { invalidDatasetSources }),
    });
  }

  function begin(said: SaveKernel, dir: string): TwinSession {
    const inputs = new Map<string, string>();
    for (const each of said.kernelDataSources ?? [])
      inputs.set(each.split('/')[1] ?? '', outputDirOf(each) ?? '');
    for (const each of said.datasetDataSources ?? [])
      inputs.set(each.split('/')[1] ?? '', datasets.get(each) ?? '');
    const text = Object.entries(faster).reduce(
      (left, [name, value]) => left.replace(new RegExp(`^${name} = [^#\\n]*`, 'm'), `${name} = ${value}  `),
      said.text ?? '',
    );
    const timeoutSeconds = said.sessionTimeoutSeconds ?? 12 * HOUR;
    return new TwinSession({ dir, text, shape: shapeOf(said), timeoutSeconds, inputs, env });
  }

  function outputDirOf(name: string): string | undefined {
    const newest = kernels.get(name.split('/')[1] ?? '')?.versions.at(-1);
    return newest?.session.status === 'COMPLETE' ? newest.session.outputDir : undefined;
  }

  function whyNotNow(asked: SaveKernel): string | undefined {
    if (!/^Nvidia/.test(shapeOf(asked) ?? '')) return undefined;
    const gpus = all().filter(usesGpu);
    if (gpus.filter(({ session }) => session.isRunning).length >= 2)
      return 'Maximum batch GPU session count of 2 reached.';
    if (spentSeconds + seconds(gpus) >= 30 * HOUR) return 'Maximum weekly GPU quota of 30.00 hours reached.';
    return undefined;
  }

  function versionOf(body: Record<string, unknown>): { kernel: TwinKernel; version: Version } | TwinReply {
    const kernel = kernels.get(String(body['kernelSlug']));
    if (!kernel || body['userName'] !== KAGGLE_USER)
      return failure(403, `Permission 'kernels.get' was denied`);
    const label = body['versionLabel'];
    if (label !== undefined && !/^v\d+$/.test(String(label))) return failure(404, 'Version not found');
    const number = label === undefined ? kernel.versions.length : Number(String(label).slice(1));
    const version = kernel.versions[number - 1];
    return version ? { kernel, version } : failure(404, 'Version not found');
  }

  function shown({ kernel, version: { asked } }: { kernel: TwinKernel; version: Version }): TwinReply {
    const {
      newTitle: _title,
      text,
      id: _id,
      slug: _slug,
      sessionTimeoutSeconds: _timeout,
      ...settings
    } = asked;
    return ok({
      metadata: {
        ...{ id: kernel.id, ref: `${KAGGLE_USER}/${kernel.slug}`, title: kernel.title, author: 'Ada' },
        ...{ slug: kernel.slug, currentVersionNumber: kernel.versions.length },
        ...settings,
      },
      blob: { source: text, language: asked.language, kernelType: asked.kernelType, slug: kernel.slug },
    });
  }

  /** Of its own profile alone: the kernels are private. In the order of their making unless another is asked for. */
  function listed({ group, sortBy, page = 1, pageSize = 20 }: Record<string, unknown>): TwinReply {
    const own = group === 'PROFILE' ? [...kernels.values()] : [];
    const ranAt = ({ versions }: TwinKernel): number => versions.at(-1)?.session.startedAt ?? 0;
    if (sortBy === 'DATE_RUN') own.sort((one, other) => ranAt(other) - ranAt(one));
    const size = Math.min(100, Number(pageSize));
    const from = (Number(page) - 1) * size;
    return ok({
      kernels: own.slice(from, from + size).map((kernel) => ({
        ...{ id: kernel.id, ref: `${KAGGLE_USER}/${kernel.slug}`, title: kernel.title, author: 'Ada' },
        ...{ slug: kernel.slug, lastRunTime: new Date(ranAt(kernel)).toISOString(), isPrivate: true },
        ...{ language: 'Python', kernelType: 'Script' },
      })),
    });
  }

  function output(body: Record<string, unknown>, { session }: Version): TwinReply {
    const size = Math.min(100, Number(body['pageSize'] ?? 20));
    const from = body['pageToken'] ? Number(Buffer.from(String(body['pageToken']), 'base64').toString()) : 0;
    if (!Number.isInteger(from)) return failure(400, 'Invalid page token');
    const paths = session.output;
    const files = paths.slice(from, from + size).map((fileName) => {
      const key = randomBytes(16).toString('hex');
      addresses.set(key, join(session.outputDir, fileName));
      return { url: `${server.url}/storage/${key}?X-Goog-Signature=${key.slice(0, 8)}`, fileName };
    });
    const next = from + size < paths.length ? Buffer.from(String(from + size)).toString('base64') : undefined;
    return ok({
      files,
      ...(from === 0 && { log: JSON.stringify(session.log) }),
      ...(next && { nextPageToken: next }),
    });
  }

  function quota(): TwinReply {
    const told = (of: Version[], spent: number, allowed: number) => ({
      timeUsed: `${Math.round(spent + seconds(of))}s`,
      timeReserved: `${Math.round(reserved(of))}s`,
      totalTimeAllowed: `${allowed * HOUR}s`,
      minimumTimeAllowed: `${allowed * HOUR}s`,
      hasEverRun: true,
    });
    return ok({
      quotaRefreshTime: '2026-11-28T00:00:00.000Z',
      gpuQuota: told(all().filter(usesGpu), spentSeconds, 30),
      tpuQuota: told(all().filter(usesTpu), 0, 20),
    });
  }

  function storage({ path, headers }: TwinRequest): TwinReply {
    // A store that gets a login beside its signature refuses both.
    if (headers.authorization !== undefined) return { status: 400, body: 'Only one auth mechanism allowed' };
    const file = addresses.get(path.slice('/storage/'.length));
    if (file === undefined || !existsSync(file)) return { status: 403, body: 'ExpiredToken' };
    return { status: 200, body: readFileSync(file), headers: { 'content-type': 'application/octet-stream' } };
  }

  function answer(request: TwinRequest): TwinReply {
    if (request.method === 'GET' && request.path.startsWith('/storage/')) return storage(request);
    const denied = turnedAway(request);
    if (denied) return denied;
    const [, service, method = ''] =
      /^\/v1\/(kernels\.KernelsApiService|security\.OAuthService)\/(\w+)$/.exec(request.path) ?? [];
    if (request.method !== 'POST' || service === undefined) return failure(404, 'Not found');
    const fault = faultOf(method, request.body);
    if (fault !== undefined) return failure(400, fault);
    const body = request.body as Record<string, unknown>;
    if (method === 'IntrospectToken') return introspected(String(body['token']));
    if (method === 'SaveKernel') return save(body as SaveKernel);
    if (method === 'GetAcceleratorQuotaStatistics') return quota();
    if (method === 'ListKernels') return listed(body);
    const found = versionOf(body);
    if ('status' in found) return found;
    if (method === 'GetKernel') return shown(found);
    if (method === 'ListKernelSessionOutput') return output(body, found.version);
    const { status, failure: failureMessage } = found.version.session;
    return ok({ status, ...(failureMessage && { failureMessage }) });
  }

  const server = await startTwin(answer);
  const at = (slug: string, version?: number): Version => {
    const { versions = [] } = kernels.get(slug) ?? {};
    const found = version === undefined ? versions.at(-1) : versions[version - 1];
    if (!found) throw new Error(`there is no ${slug}; there are ${[...kernels.keys()].join(', ')}`);
    return found;
  };
  return {
    server,
    env: { GPU_LEASE_API_KAGGLE: server.url, KAGGLE_API_TOKEN: KAGGLE_TOKEN },
    kernels: () => [...kernels.keys()],
    session: (slug, version) => at(slug, version).session,
    pushed: (slug, version) => at(slug, version).asked,
    addDataset: (name, dir) => void datasets.set(name, dir),
    spend: (hours) => {
      spentSeconds += hours * HOUR;
    },
    expireAddresses: () => {
      addresses = new Map();
    },
    close: async () => {
      for (const { session } of all()) session.end('CANCEL_ACKNOWLEDGED', 'the test is over');
      await Promise.all(all().map(({ session }) => session.ended()));
      await server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const shapeOf = ({ machineShape, enableGpu }: SaveKernel): string | undefined =>
  machineShape === undefined ? (enableGpu ? 'NvidiaTeslaT4' : undefined) : SHAPES[machineShape];

const without = (names: string[] = [], invalid: readonly string[]): string[] =>
  names.filter((each) => !invalid.includes(each));

const inherited = (before: SaveKernel | undefined): SaveKernel =>
  before === undefined
    ? {}
    : Object.fromEntries(
        Object.entries(before).filter(([name]) => /^(enable|machineShape|isPrivate)/.test(name)),
      );

function turnedAway({ headers }: TwinRequest): TwinReply | undefined {
  const basic = Buffer.from(`${KAGGLE_USER}:${KAGGLE_KEY}`).toString('base64');
  const isIn = [`Bearer ${KAGGLE_TOKEN}`, `Basic ${basic}`].includes(headers.authorization ?? '');
  return isIn ? undefined : failure(401, 'Unauthenticated');
}

const introspected = (token: string): TwinReply =>
  token === KAGGLE_TOKEN ? ok({ active: true, username: KAGGLE_USER }) : ok({ active: false });

const ok = (body: object): TwinReply => ({ status: 200, body });
const failure = (code: number, message: string): TwinReply => ({ status: code, body: { code, message } });
