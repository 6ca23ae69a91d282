import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A workflow artifact as the runner's service keeps it. `archive` is a zip. */
export interface KeptArtifact {
  id: number;
  runId: string;
  archive: Buffer;
  /** SHA-256 of the archive as the client claims it, hex. */
  claimed: string;
}

export interface ResultsService {
  url: string;
  /** Finished uploads by name. */
  artifacts: ReadonlyMap<string, KeptArtifact>;
  close(): Promise<void>;
}

const SERVICE = '/twirp/github.actions.results.api.v1.ArtifactService/';

/**
 * What `@actions/artifact` 6 speaks to on a runner: a Twirp service in JSON, and a blob store that takes blocks. act has one of
 * its own, but of an older protocol: it refuses `mime_type`, and the signature in its upload link does not survive the client's
 * way to encode a query.
 *
 * @param numbered gives a finished upload its number, where somebody else counts
 * @param dropped told of one that its own workflow run replaces
 */
export async function startResultsService(
  numbered?: (name: string, artifact: Omit<KeptArtifact, 'id'>) => number,
  dropped?: (id: number) => void,
): Promise<ResultsService> {
  const artifacts = new Map<string, KeptArtifact>();
  /** Of a name there is one for each workflow run. */
  const ofRuns = new Map<string, KeptArtifact>();
  const inRun = (runId: string, name: string): string => `${runId} ${name}`;
  const blocks = new Map<string, Map<string, Buffer>>();
  const blobs = new Map<string, Buffer>();

  const calls: Record<string, (body: Record<string, string>) => object> = {
    ListArtifacts: ({ workflow_run_backend_id: runId = '', name_filter, id_filter: id }) => {
      const named = [...ofRuns].find(([key, each]) => key.startsWith(`${runId} `) && String(each.id) === id);
      const name = name_filter ?? named?.[0].slice(runId.length + 1) ?? '';
      const found = ofRuns.get(inRun(runId, name));
      const ids = { workflow_run_backend_id: runId, workflow_job_run_backend_id: runId };
      return {
        artifacts: found
          ? [
              {
                ...ids,
                database_id: String(found.id),
                name,
                size: String(found.archive.length),
                digest: `sha256:${found.claimed}`,
              },
            ]
          : [],
      };
    },
    GetSignedArtifactURL: ({ workflow_run_backend_id: runId = '', name = '' }) => ({
      signed_url: `${url()}/archive/${encodeURIComponent(inRun(runId, name))}`,
    }),
    DeleteArtifact: ({ workflow_run_backend_id: runId = '', name = '' }) => {
      const found = ofRuns.get(inRun(runId, name));
      if (!found) return { ok: false };
      ofRuns.delete(inRun(runId, name));
      dropped?.(found.id);
      return { ok: true, artifact_id: String(found.id) };
    },
    CreateArtifact: ({ name = '', workflow_run_backend_id: runId = '' }) => {
      if (ofRuns.has(inRun(runId, name))) return { ok: false };
      blocks.set(name, new Map());
      return { ok: true, signed_upload_url: `${url()}/blob/${encodeURIComponent(name)}` };
    },
    FinalizeArtifact: ({ name = '', hash = '', size = '', workflow_run_backend_id: runId = '' }) => {
      const archive = blobs.get(name);
      const claimed = hash.replace('sha256:', '');
      if (!archive || archive.length !== Number(size) || claimed !== sha256(archive)) return { ok: false };
      const id = numbered?.(name, { runId, archive, claimed }) ?? artifacts.size + 1;
      artifacts.set(name, { id, runId, archive, claimed });
      ofRuns.set(inRun(runId, name), { id, runId, archive, claimed });
      return { ok: true, artifact_id: String(id) };
    },
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://twin');
    const body = await buffer(request);
    const call = calls[pathname.slice(SERVICE.length)];
    if (pathname.startsWith(SERVICE) && call) return answer(request, response, call, body);
    if (pathname.startsWith('/blob/') && request.method === 'PUT') {
      const name = decodeURIComponent(pathname.slice('/blob/'.length));
      const kept = blocks.get(name) ?? new Map<string, Buffer>();
      if (searchParams.get('comp') === 'block') kept.set(searchParams.get('blockid') ?? '', body);
      else blobs.set(name, Buffer.concat(namedIn(body).map((block) => kept.get(block) ?? Buffer.alloc(0))));
      return response.writeHead(201, { etag: '"0"', 'x-ms-request-id': '0' }).end();
    }
    const kept = ofRuns.get(decodeURIComponent(pathname.replace(/^\/archive\//, '')));
    if (kept) return response.writeHead(200, { 'content-type': 'application/zip' }).end(kept.archive);
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: url(),
    artifacts,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  call: (body: Record<string, string>) => object,
  body: Buffer,
): void {
  const known = request.headers.authorization?.startsWith('Bearer ');
  response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' });
  response.end(JSON.stringify(known ? call(JSON.parse(body.toString())) : { code: 'unauthenticated' }));
}

/** The blocks that a block list names, in order: they need not have arrived in it. */
const namedIn = (list: Buffer): string[] =>
  [...list.toString().matchAll(/<(?:Latest|Uncommitted)>([^<]+)</g)].map(([, id = '']) => id);

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
