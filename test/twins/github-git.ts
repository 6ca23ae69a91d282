import { gitBackend } from '../ledger/http-remote.ts';
import type { Gate } from './github-gate.ts';
import type { GitHubState } from './github-state.ts';
import type { TwinReply, TwinRequest } from './twin.ts';

const GIT_PATH = /^\/([^/]+\/[^/]+?)(?:\.git)?\/(info\/refs|git-(?:upload|receive)-pack)$/;

export const isGit = ({ path }: Pick<TwinRequest, 'path'>): boolean => GIT_PATH.test(path);

/** Bare repositories by `owner/name`: the twin's own, and public ones of others. */
export type Served = Readonly<Record<string, string>>;

/** Git over HTTP. */
export async function gitReply(
  served: Served,
  request: TwinRequest,
  state: GitHubState,
  gate: Gate,
): Promise<TwinReply> {
  const [, name = '', what = ''] = GIT_PATH.exec(request.path) ?? [];
  const bare = served[name];
  if (bare === undefined) return { status: 404, body: 'Repository not found.' };
  const isPush = `${what}${request.query.get('service') ?? ''}`.includes('receive-pack');
  const refused = name === state.repository ? refusal(request, isPush, state, gate) : isPush && FORBIDDEN;
  if (refused) return refused;
  const { status, headers, body } = await gitBackend(bare, what, request);
  return { status, headers, body };
}

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
    return {
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="GitHub"' },
      body: 'Authentication required',
    };
  const refused = token && gate.refusal(token, isPush ? 'contents:write' : 'contents:read', state);
  return refused && { ...FORBIDDEN, status: refused.status };
}
