import { gitBackend } from '../ledger/http-remote.ts';
import type { Gate } from './github-gate.ts';
import type { GitHubState } from './github-state.ts';
import type { TwinReply, TwinRequest } from './twin.ts';

const GIT_PATH = /^\/[^/]+\/[^/]+?(?:\.git)?\/(info\/refs|git-(?:upload|receive)-pack)$/;

export const isGit = ({ path }: Pick<TwinRequest, 'path'>): boolean => GIT_PATH.test(path);

/** Git over HTTP behind the same tokens: reading takes `contents: read`, a push `contents: write`. */
export async function gitReply(
  bare: string,
  request: TwinRequest,
  state: GitHubState,
  gate: Gate,
): Promise<TwinReply> {
  const token = gate.tokenOf(request);
  const what = GIT_PATH.exec(request.path)?.[1] ?? '';
  const isPush = `${what}${request.query.get('service') ?? ''}`.includes('receive-pack');
  if (!token && (isPush || state.visibility !== 'public'))
    return {
      status: 401,
      headers: { 'www-authenticate': 'Basic realm="GitHub"' },
      body: 'Authentication required',
    };
  const refused = token && gate.refusal(token, isPush ? 'contents:write' : 'contents:read', state);
  if (refused) return { status: refused.status, body: 'Write access to repository not granted.' };
  const { status, headers, body } = await gitBackend(bare, what, request);
  return { status, headers, body };
}
