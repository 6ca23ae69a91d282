import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../src/clock.ts';
import { rangeOf } from './file-twin.ts';
import type { Claims } from './sts-twin.ts';
import { startTwin, type Twin, type TwinReply, type TwinRequest } from './twin.ts';

/** One repository of the Hugging Face Hub, as far as a commit and its reading go. */
export interface HubTwin {
  url: string;
  server: Twin;
  token: string;
  /** Tokens that were lent to workflows, by when they end. */
  lent: ReadonlyMap<string, Date>;
  /** Files by path of every commit, oldest first. */
  commits: { oid: string; files: Map<string, Buffer> }[];
  close(): Promise<void>;
}

/** A workflow that the settings of the repository trust, as the Hub documents it. */
export interface TrustedPublisher {
  clock: Clock;
  issuer: string;
  /** Of the identity token; each must be exactly this. */
  claims: Readonly<Record<string, string>>;
  /** Of a token with a right signature. */
  claimsOf(jwt: string): Claims | undefined;
}

/** Longer files go to the large file storage first, as the Hub tells its clients. */
const LFS_BYTES = 1000;

export async function startHubTwin(
  repo = 'ada/results',
  token = `hf_${'t'.repeat(34)}`,
  type: 'datasets' | 'models' = 'datasets',
  publisher?: TrustedPublisher,
): Promise<HubTwin> {
  /** Tokens that were lent, by when they end. */
  const lent = new Map<string, Date>();
  const commits: HubTwin['commits'] = [{ oid: '0'.repeat(40), files: new Map() }];
  const large = new Map<string, Buffer>();
  const api = `/api/${type}/${repo}`;
  const shown = type === 'datasets' ? `/datasets/${repo}` : `/${repo}`;
  const tip = () => commits.at(-1) as HubTwin['commits'][number];
  const at = (revision: string) =>
    revision === 'main' ? tip() : commits.find(({ oid }) => oid === revision);

  function answer(request: TwinRequest): TwinReply {
    const { method, path, body } = request;
    if (path.startsWith('/lfs/')) {
      large.set(path.slice('/lfs/'.length), request.bytes);
      return { status: 200, headers: { etag: '"x"' } };
    }
    if (path === '/oauth/token') return exchange(request);
    if (!isKnown(request.headers.authorization)) return failure(401, 'Invalid credentials');
    if (path === `${api}/preupload/main`) {
      const { files } = body as { files: { path: string; size: number }[] };
      const mode = (size: number) => (size > LFS_BYTES ? 'lfs' : 'regular');
      return {
        status: 200,
        body: { files: files.map((file) => ({ path: file.path, uploadMode: mode(file.size) })) },
      };
    }
    if (path === `${shown}.git/info/lfs/objects/batch`) {
      const { objects } = JSON.parse(request.bytes.toString()) as {
        objects: { oid: string; size: number }[];
      };
      const upload = ({ oid, size }: { oid: string; size: number }) =>
        large.has(oid) ? { oid, size } : { oid, size, actions: { upload: { href: `${url()}/lfs/${oid}` } } };
      return { status: 200, body: { transfer: 'basic', objects: objects.map(upload) } };
    }
    if (path === `${api}/commit/main` && method === 'POST') return commit(request.bytes.toString());
    if (path.startsWith(`${api}/revision/`)) return info(path.slice(`${api}/revision/`.length));
    if (path === `${api}/commits/main`) {
      const list = [...commits]
        .reverse()
        .map(({ oid }) => ({ id: oid, title: '', message: '', date: 0, authors: [] }));
      return { status: 200, body: list };
    }
    if (path.startsWith(`${api}/tree/`)) return listing(path.slice(`${api}/tree/`.length));
    if (path.startsWith(`${shown}/resolve/`))
      return content(path.slice(`${shown}/resolve/`.length), request.headers.range);
    return failure(404, 'Repository not found');
  }

  const isKnown = (authorization: string | undefined): boolean => {
    const given = authorization?.replace(/^Bearer /, '') ?? '';
    const until = lent.get(given);
    return (
      given === token || (until !== undefined && publisher !== undefined && until > publisher.clock.now())
    );
  };

  /** RFC 8693 as the Hub documents it: one answer for whatever is wrong with the token, and none that says which check failed. */
  function exchange({ method, headers, body }: TwinRequest): TwinReply {
    const form = (body ?? {}) as Record<string, string>;
    const isForm =
      method === 'POST' &&
      headers['content-type'] === 'application/json' &&
      form['grant_type'] === 'urn:ietf:params:oauth:grant-type:token-exchange' &&
      form['subject_token_type'] === 'urn:ietf:params:oauth:token-type:id_token' &&
      /^((datasets|spaces|kernels)\/)?[\w.-]+\/[\w.-]+$/.test(form['resource'] ?? '');
    if (!isForm) return failure(400, 'invalid_request');
    const claims = publisher?.claimsOf(form['subject_token'] ?? '');
    const now = publisher?.clock.now() ?? new Date(0);
    const isTrusted =
      publisher !== undefined &&
      claims !== undefined &&
      form['resource'] === (type === 'datasets' ? `datasets/${repo}` : repo) &&
      claims.iss === publisher.issuer &&
      claims.aud === url() &&
      claims.exp > now.getTime() / 1000 &&
      Object.entries(publisher.claims).every(([name, value]) => (claims as never)[name] === value);
    if (!isTrusted) return failure(400, 'invalid_grant');
    const made = `hf_jwt_${randomBytes(24).toString('base64url')}`;
    lent.set(made, new Date(now.getTime() + 3_600_000));
    return {
      status: 200,
      body: {
        access_token: made,
        token_type: 'bearer',
        expires_in: 3600,
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      },
    };
  }

  /** A large file counts only where its bytes came before and are those of its name. */
  function commit(text: string): TwinReply {
    const files = new Map(tip().files);
    for (const line of text.split('\n')) {
      const { key, value } = JSON.parse(line) as { key: string; value: Record<string, string> };
      if (key === 'file') files.set(value['path'] ?? '', Buffer.from(value['content'] ?? '', 'base64'));
      if (key !== 'lfsFile') continue;
      const bytes = large.get(value['oid'] ?? '');
      if (!bytes || sha256(bytes) !== value['oid']) return failure(400, `${value['path']} was not uploaded`);
      files.set(value['path'] ?? '', bytes);
    }
    const oid = createHash('sha1').update(String(commits.length)).digest('hex');
    commits.push({ oid, files });
    return { status: 200, body: { commitOid: oid, commitUrl: `${url()}/commit/${oid}`, hookOutput: '' } };
  }

  /** What the Hub says of a repository at a revision; of it the commit matters here. */
  function info(revision: string): TwinReply {
    const commit = at(decodeURIComponent(revision));
    if (!commit) return failure(404, 'Invalid rev id', { 'x-error-code': 'RevisionNotFound' });
    const { oid: sha } = commit;
    return {
      status: 200,
      body: {
        _id: '1',
        id: repo,
        sha,
        private: true,
        gated: false,
        downloads: 0,
        likes: 0,
        lastModified: '2026-01-01',
      },
    };
  }

  function listing(rest: string): TwinReply {
    const [revision = '', ...parts] = decodeURIComponent(rest).split('/');
    const folder = parts.length === 0 ? '' : `${parts.join('/')}/`;
    const found = [...(at(revision)?.files ?? [])].filter(([path]) => path.startsWith(folder));
    if (found.length === 0) return failure(404, 'Entry not found', { 'x-error-code': 'EntryNotFound' });
    return {
      status: 200,
      body: found.map(([path, bytes]) => ({
        type: 'file',
        path,
        size: bytes.length,
        oid: createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex'),
        ...(bytes.length > LFS_BYTES && {
          lfs: { oid: sha256(bytes), size: bytes.length, pointerSize: 130 },
        }),
      })),
    };
  }

  function content(rest: string, range: string | undefined): TwinReply {
    const [revision = '', ...parts] = decodeURIComponent(rest).split('/');
    const bytes = at(revision)?.files.get(parts.join('/'));
    if (!bytes) return failure(404, 'Entry not found', { 'x-error-code': 'EntryNotFound' });
    return rangeOf(bytes, range);
  }

  const server = await startTwin(answer);
  const url = () => server.url;
  return { url: server.url, server, token, lent, commits, close: () => server.close() };
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const failure = (status: number, error: string, headers: Record<string, string> = {}): TwinReply => ({
  status,
  body: { error },
  headers,
});
