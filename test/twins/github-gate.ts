import type { Clock } from '../../src/clock.ts';
import { type Caller, failure, type Needs, notFound } from './github-route.ts';
import type { GitHubState } from './github-state.ts';
import type { Load, TwinReply, TwinRequest } from './twin.ts';

export interface TwinToken extends Caller {
  /** `{ actions: 'read', contents: 'write' }`, as a job's `permissions`. */
  permissions: Readonly<Record<string, 'read' | 'write'>>;
  /** A token of another repository sees a private one as absent. */
  isForeign?: boolean;
}

/** GitHub's limits, small enough to be reached by a test that lowers them. */
export interface TwinLimits {
  perHour: number;
  /** Requests in flight at once. */
  concurrent: number;
  /** Issues, comments and the like. */
  contentPerMinute: number;
}

const NOT_PUBLIC = ['environments', 'administration'];

/** Who may ask, and how often. */
export class Gate {
  readonly tokens = new Map<string, TwinToken>();
  readonly limits: TwinLimits = { perHour: 1000, concurrent: 100, contentPerMinute: 80 };
  #hour: { from: number; used: number } | undefined;
  readonly #content: number[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The answer to a request, behind the limits and with the headers that tell them. */
  through(request: TwinRequest, load: Load, answer: () => TwinReply): TwinReply {
    const reply = this.#turnedAway(request, load) ?? answer();
    return { ...reply, headers: { ...this.#headers(), ...reply.headers } };
  }

  tokenOf({ headers }: TwinRequest): TwinToken | undefined {
    const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ');
    if (/^basic$/i.test(scheme)) {
      const [, password = ''] = Buffer.from(value, 'base64').toString('utf8').split(':');
      return this.tokens.get(password);
    }
    return /^(token|bearer)$/i.test(scheme) ? this.tokens.get(value) : undefined;
  }

  /** `undefined`: it may. */
  refusal(token: TwinToken, needs: Needs, state: GitHubState): TwinReply | undefined {
    const alternatives = typeof needs === 'string' ? [needs] : needs;
    if (token.isForeign && state.visibility !== 'public') return notFound();
    const isMet = alternatives.some((each) => {
      const [name = '', level = 'read'] = each.split(':');
      if (name === 'metadata') return true;
      // What secrets and machines there are is for those alone who administer it.
      if (level === 'read' && state.visibility === 'public' && !NOT_PUBLIC.includes(name)) return true;
      const has = token.isForeign ? undefined : token.permissions[name];
      return has === 'write' || (level === 'read' && has === 'read');
    });
    if (isMet) return;
    const wanted = alternatives.map((each) => each.replace(':', '='));
    const what = token.kind === 'installation' ? 'integration' : 'personal access token';
    return {
      ...failure(403, `Resource not accessible by ${what}`),
      headers: { 'x-accepted-github-permissions': wanted.join('; ') },
    };
  }

  #turnedAway(request: TwinRequest, load: Load): TwinReply | undefined {
    const now = this.#clock.now().getTime();
    if (this.#hour === undefined || now - this.#hour.from >= 3_600_000) this.#hour = { from: now, used: 0 };
    if (this.#hour.used >= this.limits.perHour)
      return failure(403, 'API rate limit exceeded for installation ID 1.');
    this.#hour.used += 1;
    if (load.now > this.limits.concurrent) return this.#secondary();
    if (request.method !== 'POST' || !/\/(issues|comments)$/.test(request.path)) return;
    while (this.#content[0] !== undefined && now - this.#content[0] >= 60_000) this.#content.shift();
    if (this.#content.length >= this.limits.contentPerMinute) return this.#secondary();
    this.#content.push(now);
    return;
  }

  #secondary(): TwinReply {
    const message =
      'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
    return { ...failure(403, message), headers: { 'retry-after': '60' } };
  }

  #headers(): Record<string, string> {
    const { from = this.#clock.now().getTime(), used = 0 } = this.#hour ?? {};
    return {
      date: this.#clock.now().toUTCString(),
      'x-ratelimit-limit': String(this.limits.perHour),
      'x-ratelimit-remaining': String(Math.max(0, this.limits.perHour - used)),
      'x-ratelimit-used': String(used),
      'x-ratelimit-reset': String(Math.ceil((from + 3_600_000) / 1000)),
      'x-ratelimit-resource': 'core',
      'x-github-api-version-selected': '2022-11-28',
    };
  }
}
