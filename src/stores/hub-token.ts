import type { Clock } from '../clock.ts';
import { backoff } from '../host/backoff.ts';
import { Problem } from '../problem.ts';
import { Redactor } from '../secret/redactor.ts';
import type { Identity } from '../world.ts';
import { identityTokenFor, Lending, type Lent } from './lent.ts';

/** Where the Hub is, and whom it is asked for. */
export interface HubTokenWorld {
  /** Value of a variable of our own environment. */
  secret(name: string): string | undefined;
  signal: AbortSignal;
  clock: Clock;
  fetch?: typeof globalThis.fetch;
  /** Who vouches for this job; absent where nobody does. */
  identity?: Identity | undefined;
  /** Another Hub than the public one; for tests and mirrors. */
  hubUrl?: string;
}

export interface HubTokenOf {
  /** Name of the variable that holds a token. */
  variable: string;
  /** `OWNER/NAME` of a model or `datasets/OWNER/NAME`. */
  resource: string;
}

interface LentToken extends Lent {
  token: string;
}

export const HUB = 'https://huggingface.co';
const TRIES = 4;
const REQUEST_SECONDS = 30;
const MOST_REPLY = 65_536;
/** Renewed this long before it ends, as the Hub's own client does. */
const LEAST_SECONDS = 300;

/**
 * The token for one repository of the Hub: the one that is stored, else one that the Hub lends to this job for an hour, because it trusts the
 * identity of its workflow ("trusted publisher"). `POST /oauth/token`, RFC 8693; from huggingface/hub-docs, trusted-publishers.md, and
 * huggingface_hub 2.4, `_oidc.py`.
 */
export class HubToken {
  readonly #of: HubTokenOf;
  readonly #world: HubTokenWorld;
  readonly #lent: Lending<LentToken>;

  constructor(of: HubTokenOf, world: HubTokenWorld) {
    this.#of = of;
    this.#world = world;
    this.#lent = new Lending(world.clock);
  }

  /** The name of the variable without a value, where no token can be lent instead. */
  unset(): string[] {
    const { variable } = this.#of;
    return this.#world.secret(variable) || this.#world.identity ? [] : [variable];
  }

  /** Why there is none; `undefined` where there is one, or one can be had. */
  lacking(): string | undefined {
    const { variable } = this.#of;
    const stored = this.#world.secret(variable);
    if (stored)
      return stored.startsWith('hf_')
        ? undefined
        : `${variable} holds no token of the Hub, which starts with "hf_"`;
    if (this.#world.identity) return undefined;
    return `${variable} not set, and this job has no identity token ("permissions: id-token: write")`;
  }

  /** @throws Problem where none is lent */
  async current(): Promise<string> {
    const stored = this.#world.secret(this.#of.variable);
    const { identity } = this.#world;
    if (stored || !identity) return stored ?? '';
    return (await this.#lent.current(LEAST_SECONDS, () => this.#borrow(identity))).token;
  }

  async #borrow(identity: Identity): Promise<LentToken> {
    const { hubUrl = HUB, clock, signal } = this.#world;
    const identityToken = await identityTokenFor(identity, hubUrl);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#ask(identityToken).catch((cause: unknown) => {
        signal.throwIfAborted();
        return { why: cause instanceof Error ? cause.message : String(cause), isPassing: true };
      });
      if ('token' in answer) {
        await identity.hide(answer.token);
        return answer;
      }
      if (!answer.isPassing || attempt >= TRIES) throw this.#refused(answer);
      await clock.sleep(backoff(attempt, { first: 0.5 }), signal);
      signal.throwIfAborted();
    }
  }

  async #ask(identityToken: string): Promise<LentToken | { why: string; isPassing: boolean }> {
    const { hubUrl = HUB, clock, signal, fetch = globalThis.fetch } = this.#world;
    const reply = await fetch(`${hubUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
        subject_token: identityToken,
        resource: this.#of.resource,
      }),
      // Nobody else is to be told the token.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_SECONDS * 1000)]),
    });
    // A refusal may say the token back, and what is cut from it later would be no form of it that anybody knows.
    const asked = new Redactor();
    asked.learn(identityToken);
    const said = fieldsIn(asked.text(await reply.text()).slice(0, MOST_REPLY));
    if (!reply.ok) {
      const why = `HTTP ${reply.status} ${said['error'] ?? ''}`.trim();
      return { why, isPassing: reply.status >= 500 || reply.status === 429 };
    }
    const { access_token: token, expires_in: seconds } = said;
    if (typeof token !== 'string' || !/^hf_[\x21-\x7e]{1,16384}$/.test(token) || typeof seconds !== 'number')
      return { why: 'its answer holds no token', isPassing: false };
    return { token, until: new Date(clock.now().getTime() + seconds * 1000) };
  }

  #refused({ why, isPassing }: { why: string; isPassing: boolean }): Problem {
    const { hubUrl = HUB } = this.#world;
    const { resource, variable } = this.#of;
    return new Problem({
      code: isPassing ? 'hub-unreachable' : 'hub-refused',
      kind: isPassing ? 'unreachable' : 'refused',
      what: `${new URL(hubUrl).host} lends this job no token for ${resource}: ${why}.`,
      next: isPassing
        ? 'Run the same command again; nothing was sent yet.'
        : `The settings of that repository at the Hub must name this workflow as a trusted publisher, each claim exactly; or set ${variable}. See docs/stores.md.`,
    });
  }
}

function fieldsIn(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}
