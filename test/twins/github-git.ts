import { gitBackend } from '../ledger/http-remote.ts';
import type { Gate } from './github-gate.ts';
import type { GitHubState } from './github-state.ts';
import type { TwinReply, TwinRequest } from './twin.ts';

const GIT_PATH = /^\/([^/]+\/[^/]+?)(?:\.git)?\/(info\/refs|git-(?:upload|receive)-pack)$/;

export const isGit = ({ path }: Pick<TwinRequest, 'path'>): boolean => GIT_PATH.test(path);

/** Bare repositories by `owner/name`: the twin's own, public ones of others, and private ones that one token opens. */
export type Served = Readonly<Record<string, string | { dir: string; token: string }>>;

/** Git over HTTP. */
export async function gitReply(
  served: Served,
  request: TwinRequest,
  state: GitHubState,
  gate: Gate,
): Promise<TwinReply> {
  const [, name = '', what = ''] = GIT_PATH.exec(request.path) ?? [];
  const held = served[name];
  if (held === undefined) return { status: 404, body: 'Repository not found.' };
  const bare = typeof held === 'string' ? held : held.dir;
  const isPush = `${what}${request.query.get('service') ?? ''}`.includes('receive-pack');
  const refused =
    typeof held !== 'string'
      ? passwordOf(request) !== held.token && UNKNOWN
      : name === state.repository
        ? refusal(request, isPush, state, gate)
        : isPush && FORBIDDEN;
  if (refused) return refused;
  const { status, headers, body } = await gitBackend(bare, what, request);
  return { status, headers, body };
}

const passwordOf = ({ headers }: TwinRequest): string | undefined => {
  const [, value = ''] = /^basic (.*)$/i.exec(headers.authorization ?? '') ?? [];
  return Buffer.from(value, 'base64').toString('utf8').split(':')[1];
};

/** Whoever may not see a private repository is told that there is none, or asked who they are. */
const UNKNOWN: TwinReply = {
  status: 401,
  headers: { 'www-authenticate': 'Basic realm="GitHub"' },
  body: 'Repository not found.',
};

const FORBIDDEN: TwinReply = { status: 403, body: 'Write access to repository not granted.' };

/** Behind the same tokens as the API: reading takes `contents: read`, a push `contents: write`. */
function refusal(
  request: TwinRequest,
  isPush: boolean,
  state: GitHubState,
  gate: Gate,
): TwinReply | undefined {
  const token = gate.tokenOf(request);
  if (!token && (isPush || state.visibility !== 'public'))
    return { ...UNKNOWN, body: 'Authentication required' };
  const refused = token && gate.refusal(token, isPush ? 'contents:write' : 'contents:read', state);
  return refused && { ...FORBIDDEN, status: refused.status };
}
