import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Asked {
  method: string;
  path: string;
  authorization: string;
  version: string;
}

/** A loopback GitHub for one endpoint, without artifacts; answers in turn, the last one for ever. */
export async function fakeGitHub(...answers: Answer[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    if (/\/actions\/artifacts\b/.test(request.url ?? '')) {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      return void response.end(JSON.stringify({ total_count: 0, artifacts: [] }));
    }
    asked.push(askedOf(request));
    const { status, body, headers } = answers[Math.min(asked.length, answers.length) - 1] ?? { status: 500 };
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function askedOf({ method, url, headers }: IncomingMessage): Asked {
  return {
    method: method ?? '',
    path: url ?? '',
    authorization: headers.authorization ?? '',
    version: String(headers['x-github-api-version'] ?? ''),
  };
}

/** `GET /repos/{owner}/{repo}/collaborators/{username}/permission` as GitHub documents it, shortened. */
export const permissionAnswer = (
  login: string,
  permission: 'admin' | 'write' | 'read' | 'none',
  more: { type?: string; roleName?: string } = {},
): Answer => ({
  status: 200,
  body: {
    permission,
    role_name: more.roleName ?? permission,
    user: {
      login,
      id: 1,
      type: more.type ?? 'User',
      site_admin: false,
      permissions: {
        pull: permission !== 'none',
        triage: permission === 'write' || permission === 'admin',
        push: permission === 'write' || permission === 'admin',
        maintain: permission === 'admin',
        admin: permission === 'admin',
      },
    },
  },
});
