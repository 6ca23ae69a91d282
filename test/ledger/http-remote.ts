import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
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
  rules: { token?: string; readOnly?: boolean } = {},
): Promise<HttpRemote> {
  git(bare, 'config', 'http.receivepack', 'true');
  const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');
  const logins: (string | undefined)[] = [];
  let failure: { path: RegExp; how: number | 'cut' } | undefined;

  const server = createServer((request, response) => {
    const { authorization } = request.headers;
    logins.push(authorization);
    const expected = `Basic ${Buffer.from(`x-access-token:${rules.token}`).toString('base64')}`;
    if (rules.token && authorization !== expected) {
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    }
    if (rules.readOnly && request.url?.includes('git-receive-pack'))
      return void response.writeHead(403).end();
    const failing = failure?.path.test(request.url ?? '') ? failure.how : undefined;
    if (failing !== undefined) failure = undefined;
    if (typeof failing === 'number') return void response.writeHead(failing).end();
    cgi(backend, dirname(bare), request, response, failing === 'cut');
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

function cgi(
  program: string,
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
  cut: boolean,
): void {
  const url = new URL(request.url ?? '/', 'http://x');
  const child = spawn(program, {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: request.method,
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: request.headers['git-protocol'] as string | undefined,
      REMOTE_USER: 'git',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => {});
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    if (cut) return void request.socket.destroy();
    const answer = Buffer.concat(chunks);
    const end = answer.indexOf('\r\n\r\n');
    const headers = Object.fromEntries(
      answer
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line) => line.split(/: (.*)/s, 2) as [string, string]),
    );
    const { Status, ...rest } = headers;
    response.writeHead(Number(Status?.slice(0, 3) ?? 200), rest).end(answer.subarray(end + 4));
  });
}
