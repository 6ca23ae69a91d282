import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { git } from './git-fixture.ts';

export interface HttpRemote {
  url: string;
  /** `Authorization` of every request, in order; undefined where there was none. */
  logins: (string | undefined)[];
  /** Makes the next request that matches end as said: an HTTP status, or `cut` after git has done its work. */
  failNext(path: RegExp, how: number | 'cut'): void;
  /** Whether that request came. */
  hasFailed(): boolean;
}

/** A git remote over HTTP as GitHub is one: git's own `http-backend` behind a login. */
export async function serveGit(
  t: Pick<TestContext, 'after'>,
  bare: string,
  /** `renamed`: what it was called before, oldest first; each is sent on to the next. */
  rules: { token?: string; readOnly?: boolean; renamed?: readonly string[] } = {},
): Promise<HttpRemote> {
  git(bare, 'config', 'http.receivepack', 'true');
  const logins: (string | undefined)[] = [];
  let failure: { path: RegExp; how: number | 'cut' } | undefined;

  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    logins.push(authorization);
    const expected = `Basic ${Buffer.from(`x-access-token:${rules.token}`).toString('base64')}`;
    if (rules.token && authorization !== expected) {
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    }
    const { renamed = [] } = rules;
    const old = renamed.findIndex((name) => request.url?.startsWith(`${name}/`));
    if (old >= 0) {
      const next = renamed[old + 1] ?? `/${basename(bare)}`;
      const location = request.url?.replace(renamed[old] ?? '', next);
      return void response.writeHead(301, { location }).end();
    }
    if (rules.readOnly && request.url?.includes('git-receive-pack'))
      return void response.writeHead(403).end();
    const failing = failure?.path.test(request.url ?? '') ? failure.how : undefined;
    if (failing !== undefined) failure = undefined;
    if (typeof failing === 'number') return void response.writeHead(failing).end();
    void serve(bare, request, response, failing === 'cut');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/${basename(bare)}`,
    logins,
    hasFailed: () => failure === undefined,
    failNext: (path, how) => {
      failure = { path, how };
    },
  };
}

async function serve(
  bare: string,
  request: IncomingMessage,
  response: ServerResponse,
  cut: boolean,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://x');
  const what = decodeURIComponent(url.pathname).replace(/^\/[^/]+\//, '');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const { method = 'GET', headers } = request;
  const reply = await gitBackend(bare, what, { method, headers, bytes, query: url.searchParams });
  if (cut) return void request.socket.destroy();
  response.writeHead(reply.status, reply.headers).end(reply.body);
}

let program: string | undefined;

/**
 * Git's own server for HTTP.
 * @param what path below the repository, such as `info/refs`
 */
export async function gitBackend(
  bare: string,
  what: string,
  request: { method: string; headers: IncomingHttpHeaders; bytes: Buffer; query: URLSearchParams },
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
  program ??= join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');
  const child = spawn(program, {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: dirname(bare),
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: `/${basename(bare)}/${what}`,
      QUERY_STRING: String(request.query),
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: request.headers['git-protocol'] as string | undefined,
      REMOTE_USER: 'git',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(request.bytes);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  const answer = Buffer.concat(chunks);
  const end = answer.indexOf('\r\n\r\n');
  const headers = Object.fromEntries(
    answer
      .toString('latin1', 0, end)
      .split('\r\n')
      .map((line) => line.split(/: (.*)/s, 2) as [string, string]),
  );
  const { Status, ...rest } = headers;
  return { status: Number(Status?.slice(0, 3) ?? 200), headers: rest, body: answer.subarray(end + 4) };
}
