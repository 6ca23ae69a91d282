import type { GitHubState } from './github-state.ts';
import type { Views } from './github-views-talk.ts';
import type { TwinReply, TwinRequest } from './twin.ts';

/** `actions:read`; several in one array: any of them is enough. */
export type Needs = string | readonly string[];

export interface Caller {
  login: string;
  kind: 'installation' | 'user';
}

export interface Asked {
  request: TwinRequest;
  /** What stands in the place of `:name` in the path, decoded. */
  part: Record<string, string>;
  /** The JSON body, an empty object without one. */
  body: Record<string, unknown>;
  caller: Caller;
  state: GitHubState;
  views: Views;
  /** Signed address of bytes in the storage, valid for a minute. */
  signed(bytes: Buffer, name: string): string;
}

export interface Route {
  method: string;
  /** Below `/repos/:owner/:repo`. */
  path: string;
  needs: Needs;
  handle(asked: Asked): TwinReply;
}

export const ok = (body: unknown, status = 200): TwinReply => ({ status, body });

export const failure = (status: number, message: string, more: Record<string, unknown> = {}): TwinReply => ({
  status,
  body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status), ...more },
});

export const notFound = (): TwinReply => failure(404, 'Not Found');

/** A 422 as GitHub words it. */
export const invalid = (resource: string, field: string, code = 'invalid'): TwinReply =>
  failure(422, 'Validation Failed', { errors: [{ resource, field, code }] });

/** One page of a list, with the links that GitHub gives. */
export function paged<T>(
  { request }: Pick<Asked, 'request'>,
  all: readonly T[],
  body: (page: readonly T[]) => unknown,
): TwinReply {
  const size = Math.min(100, Math.max(1, Number(request.query.get('per_page') ?? 30)));
  const page = Math.max(1, Number(request.query.get('page') ?? 1));
  const last = Math.max(1, Math.ceil(all.length / size));
  const address = (n: number) => {
    const query = new URLSearchParams(request.query);
    query.set('page', String(n));
    return `http://${request.headers.host}${request.path}?${query}`;
  };
  const links = [
    ...(page < last ? [`<${address(page + 1)}>; rel="next"`, `<${address(last)}>; rel="last"`] : []),
    ...(page > 1 ? [`<${address(page - 1)}>; rel="prev"`, `<${address(1)}>; rel="first"`] : []),
  ];
  return {
    status: 200,
    body: body(all.slice((page - 1) * size, page * size)),
    ...(links.length > 0 ? { headers: { link: links.join(', ') } } : {}),
  };
}

/** The route of a request, and what stands in its places. A literal path counts before one with places. */
export function routeOf(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; part: Record<string, string> } | undefined {
  const parts = path.split('/');
  for (const route of routes) {
    const wanted = route.path.split('/');
    if (route.method !== method || wanted.length !== parts.length) continue;
    if (!wanted.every((each, i) => each.startsWith(':') || each === parts[i])) continue;
    const places = wanted.flatMap((each, i) =>
      each.startsWith(':') ? [[each.slice(1), parts[i] ?? '']] : [],
    );
    const decoded = places.map(([name, value]) => [name, decodeURIComponent(value ?? '')]);
    return { route, part: Object.fromEntries(decoded) };
  }
  return;
}
