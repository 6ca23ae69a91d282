import { channel } from 'node:diagnostics_channel';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import { backoff } from '../host/backoff.ts';
import { codeIn, neverSent } from '../host/never-sent.ts';
import { fetchFor, isLoopback } from '../host/proxied-fetch.ts';
import { Problem } from '../problem.ts';
import { secretForms } from '../secret/forms.ts';

/** What a driver asks of its platform. */
export interface ApiRequest<T> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base, every segment encoded by the caller. No secret ever stands in it. */
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form, in this order, instead of a JSON body; where a signature stands among the parameters. */
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Values in the body that must never stand in a message, though they are no key of ours: platforms repeat what they refuse. */
  secrets?: readonly string[];
  /** Shape of a 2xx body. What does not fit is a `Problem` (`api-reply`), never a guess. Absent: nothing of it counts. */
  reply?: z.ZodType<T>;
  /** Whether doing it twice is the same as once. Default: GET, PUT and DELETE are. */
  repeatable?: boolean;
  /** Of one try. Default 30. */
  timeoutSeconds?: number;
  /** The answer is a stream that its server keeps open: what has come of it within so many seconds is the answer, as text. */
  streamSeconds?: number;
  /** Calls with the same key keep the pace that `paces` gives it. Default: `call`. */
  pace?: string;
  /** The caller knows what each no to this call means: it comes as `ApiRefused`, a 403 too. */
  asAnswered?: boolean;
}

/** What a platform answered, or that its answer was lost: a driver knows what to make of it, or `guarded.ts` names it. */
export class PlatformAnswer extends Error {}

/** Any answer but 2xx, once there is nothing left to try. */
export class ApiRefused extends PlatformAnswer {
  override readonly name = 'ApiRefused';
  constructor(
    readonly status: number,
    /** What the platform said, through `explain`: short, one line, no secret. */
    readonly said: string,
    /** The parsed body for the driver to branch on; never logged. */
    readonly body: unknown,
    call: string,
  ) {
    super(`${call}: ${status} ${said}`);
  }
}

/** A no in an answer of 2xx, of platforms whose every answer is one. */
export class SaidNo<Code extends string | number> extends PlatformAnswer {
  override readonly name = 'SaidNo';
  constructor(
    readonly code: Code,
    /** Short, one line, no secret. */
    readonly said: string,
    /** What stands before the code in the message. */
    before: string,
  ) {
    super(`${before} ${code}${said === '' ? '' : ` (${said})`}`);
  }
}

/** The answer was lost after the request may have been sent, or was a 5xx: the effect may be there. */
export class ApiUnclear extends PlatformAnswer {
  override readonly name = 'ApiUnclear';
  constructor(
    message: string,
    /** Of a 5xx, what the platform said with it, as in `ApiRefused`. Absent: nothing was answered. */
    readonly answered?: { status: number; said: string },
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface ApiOptions {
  /** For messages: `RunPod`. */
  name: string;
  /** `https://api.runpod.io`; http is allowed for loopback only. */
  base: string;
  /** Authentication, made per call because tokens expire. May throw a Problem. */
  headers(): Record<string, string> | Promise<Record<string, string>>;
  /** Values that must never stand in a message. */
  secrets: readonly string[];
  clock: Clock;
  /** Least seconds between two calls of one pace key. */
  paces?: Record<string, number>;
  /** One line for a person out of an error body; only what is known to be harmless. */
  explain?(body: unknown): string | undefined;
  /** Whether a no says that there is no such thing (any more). Default: a 404 does. */
  isGone?(refused: ApiRefused): boolean;
  /** What any other no is to whoever asked. Default: a 403 is the key's, the rest stays as it came. */
  refused?(refused: ApiRefused): unknown;
  /** Name of the variable that holds the key, for the message of a 401 or 403. */
  keyName: string;
  signal?: AbortSignal;
  fetch?: typeof fetch;
}

export interface Api {
  /**
   * One call, tried again where that is safe: 429 always (it had no effect), lost answers and 5xx only of what is
   * repeatable. Waits as `Retry-After` or the limit headers say, at most `MAX_WAIT_SECONDS` in all.
   * @throws ApiRefused, ApiUnclear, Problem (`api-key-refused`, `api-key-may-not`, `api-unreachable`, `api-throttled`, `api-reply`)
   */
  call<T>(request: ApiRequest<T>): Promise<T>;
  /** The same; `undefined` where the platform says that there is no such thing (any more). */
  unlessGone<T>(request: ApiRequest<T>): Promise<T | undefined>;
  /** Waits between two looks. @throws what the program was broken off with */
  pause(seconds: number): Promise<void>;
}

/**
 * Tells whoever listens in this process of every call that a driver makes, once and not per try: `{ name, request }`. So the
 * tests of the drivers learn what each uses of its platform's API, from the calls themselves.
 */
export const apiCalls = channel('gpu-lease:api-call');

const TRIES = 4;
const MAX_WAIT_SECONDS = 120;
const MAX_BODY_BYTES = 32 * 1024 * 1024;

export function openApi(options: ApiOptions): Api {
  const line = { ...options, base: checkedBase(options), inPace: pacer(options) };
  const isGone = options.isGone ?? (({ status }) => status === 404);
  const meant = (error: unknown): unknown =>
    error instanceof ApiRefused ? (options.refused ?? keysNo(options))(error) : error;
  const pause = async (seconds: number): Promise<void> => {
    await options.clock.sleep(seconds, options.signal);
    options.signal?.throwIfAborted();
  };
  return {
    pause,
    call: (request) =>
      answerTo(line, request, pause).catch((error: unknown) => {
        throw request.asAnswered ? error : meant(error);
      }),
    unlessGone: (request) =>
      answerTo(line, request, pause).catch((error: unknown) => {
        if (error instanceof ApiRefused && isGone(error)) return undefined;
        throw request.asAnswered ? error : meant(error);
      }),
  };
}

interface Line extends ApiOptions {
  inPace(key: string): Promise<void>;
}

const keysNo =
  ({ name, keyName }: ApiOptions) =>
  (refused: ApiRefused): unknown =>
    refused.status === 403 ? keyMayNot(name, keyName, refused.said) : refused;

/** In turn, so that two calls at once do not both see the pace kept. */
function pacer({ clock, paces, signal }: ApiOptions): Line['inPace'] {
  const lastCall = new Map<string, number>();
  const gate = new Map<string, Promise<void>>();
  return async (key) => {
    const seconds = paces?.[key];
    if (seconds === undefined) return;
    const before = gate.get(key) ?? Promise.resolve();
    const mine = before.then(async () => {
      const since = (clock.now().getTime() - (lastCall.get(key) ?? Number.NEGATIVE_INFINITY)) / 1000;
      if (since < seconds) await clock.sleep(seconds - since, signal);
      lastCall.set(key, clock.now().getTime());
    });
    gate.set(key, mine);
    await mine;
  };
}

async function answerTo<T>(line: Line, request: ApiRequest<T>, pause: Api['pause']): Promise<T> {
  const call = `${line.name} ${request.method} ${request.path}`;
  if (apiCalls.hasSubscribers) apiCalls.publish({ name: line.name, request });
  const repeatable = isRepeatable(request);
  let waited = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await once(line, request);
    const again = attempt < TRIES ? waitBefore(outcome, repeatable, attempt, line.clock) : undefined;
    if (again === undefined || waited + again > MAX_WAIT_SECONDS) return settle(outcome, request, call, line);
    waited += again;
    await pause(again);
  }
}

async function once(line: Line, request: ApiRequest<unknown>): Promise<Outcome> {
  await line.inPace(request.pace ?? 'call');
  const url = new URL(line.base + request.path);
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) url.searchParams.append(name, String(value));
  const init = initOf(request, await line.headers(), line.signal);
  try {
    const response = await (line.fetch ?? (await fetchFor(url)))(url, init);
    hear(line, response.headers);
    return {
      status: response.status,
      headers: response.headers,
      text: await boundedText(response, request.streamSeconds),
    };
  } catch (error) {
    line.signal?.throwIfAborted();
    return { lost: error, sent: !neverSent(error) };
  }
}

function initOf(
  { method, body, form, headers, timeoutSeconds = 30 }: ApiRequest<unknown>,
  letIn: Record<string, string>,
  signal: AbortSignal | undefined,
): RequestInit {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  return {
    method,
    headers: {
      accept: 'application/json',
      'user-agent': 'gpu-lease',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...letIn,
      ...headers,
    },
    // A redirect would carry the key to whoever is named there.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form === undefined ? {} : { body: new URLSearchParams(form).toString() }),
  };
}

/** Every answer says what time it is at the platform (RFC 9110, `Date`). One out of a cache is as old as it says. */
function hear({ name, clock }: ApiOptions, headers: Headers): void {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date) || headers.get('age') !== null) return;
  clock.heard?.(name, new Date(date), 'service');
}

type Outcome =
  | { lost: unknown; sent: boolean; status?: undefined }
  | { status: number; headers: Headers; text: string; lost?: undefined };

const isRepeatable = ({ repeatable, method }: ApiRequest<unknown>): boolean =>
  repeatable ?? ['GET', 'PUT', 'DELETE'].includes(method);

/** Seconds to wait before the same call again, or `undefined` when it must not or need not be made again. */
function waitBefore(
  outcome: Outcome,
  repeatable: boolean,
  attempt: number,
  clock: Clock,
): number | undefined {
  const seconds = backoff(attempt, { first: 1 });
  if (outcome.status === undefined) return repeatable || !outcome.sent ? seconds : undefined;
  if (outcome.status === 429) return retryAfter(outcome.headers, clock) ?? 2 * seconds;
  if (outcome.status >= 500 && repeatable) return retryAfter(outcome.headers, clock) ?? seconds;
  return;
}

/** `Retry-After` in seconds or as a date (RFC 9110), else the reset of the `RateLimit` draft or of DigitalOcean's headers. */
function retryAfter(headers: Headers, clock: Clock): number | undefined {
  const now = clock.now().getTime() / 1000;
  const after = headers.get('retry-after')?.trim();
  if (after && /^\d{1,6}$/.test(after)) return Number(after);
  if (after && Number.isFinite(Date.parse(after))) return Math.max(0, Date.parse(after) / 1000 - now);
  const used = [...(headers.get('ratelimit') ?? '').matchAll(/r=0;t=(\d{1,6})/g)].map(([, t]) => Number(t));
  if (used.length > 0) return Math.max(...used);
  const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN);
  if (headers.get('ratelimit-remaining') !== '0' || !Number.isFinite(reset)) return;
  return Math.max(0, reset > 1e9 ? reset - now : reset);
}

function settle<T>(outcome: Outcome, request: ApiRequest<T>, call: string, options: ApiOptions): T {
  const secrets = [...options.secrets, ...(request.secrets ?? [])];
  if (outcome.status === undefined) {
    const why = `${call}: ${redacted(reasonOf(outcome.lost), secrets)}`;
    if (outcome.sent && !isRepeatable(request)) throw new ApiUnclear(why, undefined, { cause: outcome.lost });
    throw unreachable(why, options, outcome.lost);
  }
  const { status, text } = outcome;
  const body = parsed(text);
  if (status >= 200 && status < 300) return checked(body, request, call, options);
  // Redacted first: half a secret at the end of a line that was cut is no longer known as one.
  const said = oneLine(redacted(options.explain?.(body) ?? plainText(body) ?? '', secrets));
  const atTheDoor = turnedAway(outcome, options);
  if (atTheDoor) throw atTheDoor;
  if (status === 401) {
    throw new Problem({
      code: 'api-key-refused',
      kind: 'usage',
      what: `${options.name} does not accept the key in ${options.keyName} (${status} ${said}).`,
      next: `Make a new key in the console of ${options.name}, store it as ${options.keyName}, and run the same command again.`,
    });
  }
  if (status === 429) {
    throw new Problem({
      code: 'api-throttled',
      kind: 'unreachable',
      what: `${call}: ${options.name} asks for fewer calls (429 ${said}), and waiting did not help.`,
      next: 'Run the same command again in a few minutes; nothing was changed by this call.',
    });
  }
  // Of what is not repeatable nobody knows whether a 5xx came before or after the effect.
  if (status >= 500 && !isRepeatable(request))
    throw new ApiUnclear(`${call}: ${status} ${said}`, { status, said });
  if (status >= 500) throw unreachable(`${call}: ${status} ${said}`, options);
  throw new ApiRefused(status, said, body, call);
}

const CLOUDFLARE = /^\s*error code:? (?<code>1\d{3})\s*$|<title>[^<]*\bCloudflare\b/i;

/**
 * Cloudflare stands before several of these APIs and answers by itself what it does not let in: 403 and a bare
 * `error code: 1010` to clients and addresses that it takes for bots, data centres above all (reported of APIs behind it,
 * 2026-06 to 2026-09). No API saw such a call, so it says nothing about the key and changed nothing.
 */
function turnedAway(
  { status, text }: { status: number; text: string },
  { name, keyName }: ApiOptions,
): Problem | undefined {
  const page = CLOUDFLARE.exec(text);
  if (status !== 403 || !page) return;
  const code = page.groups?.['code'];
  return new Problem({
    code: 'api-turned-away',
    kind: 'unreachable',
    what: `The front door of ${name} (Cloudflare${code === undefined ? '' : `, error code ${code}`}) turned this machine away before ${name} saw the call; nothing was changed, and ${keyName} was not looked at.`,
    next: 'It judges by address and client, and data centres (the runners of GitHub too) are turned away at times. Run the same command again in a few minutes or from another machine (a self-hosted runner, a laptop); where it stays so, ask the support of the platform to let the address in.',
  });
}

/** For a 403: the key is known and may not do this. */
export const keyMayNot = (name: string, keyName: string, said: string): Problem =>
  new Problem({
    code: 'api-key-may-not',
    kind: 'usage',
    what: `The key in ${keyName} may not do this at ${name}: ${said || '403'}.`,
    next: `Give ${keyName} a key that may create and delete machines; a read-only key can only look.`,
  });

const unreachable = (what: string, { name }: ApiOptions, cause?: unknown): Problem =>
  new Problem(
    {
      code: 'api-unreachable',
      kind: 'unreachable',
      what: `${what}. ${name} did not answer; this says nothing about boxes there.`,
      next: 'Run the same command again; it goes on where this one stopped.',
    },
    { cause },
  );

function checked<T>(body: unknown, request: ApiRequest<T>, call: string, options: ApiOptions): T {
  if (request.reply === undefined) return body as T;
  const result = request.reply.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Problem({
    code: 'api-reply',
    kind: 'unreachable',
    // Names of fields, never their values: a reply may hold tokens.
    what: `${call} answered in a shape that gpu-lease does not know (${issue?.path.join('.') || 'body'}: ${issue?.code ?? 'differs'}).`,
    next: `Look into the console of ${options.name}; then report this with the version of gpu-lease, its API may have changed.`,
  });
}

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const plainText = (body: unknown): string | undefined =>
  typeof body === 'string' && !/^\s*</.test(body) ? body : undefined;

/** Of the platform's prose: what a message can bear. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, 300);

/** In every form that is easily made: what is cut afterwards could not be told from other text any more. */
function redacted(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((each) => each.length >= 6)
    .flatMap((each) => [...secretForms(each), each])
    .reduce((left, each) => left.replaceAll(each, '***'), text);
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  return codeIn(error) ?? (error instanceof Error ? error.message : 'the connection broke');
}

async function boundedText({ body, ok }: Response, streamSeconds?: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  // A read that is under way ends as if the stream had.
  const timer =
    streamSeconds === undefined || !ok
      ? undefined
      : setTimeout(() => void reader?.cancel().catch(() => undefined), streamSeconds * 1000);
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || value === undefined) return Buffer.concat(chunks).toString('utf8');
      bytes += value.byteLength;
      if (bytes > MAX_BODY_BYTES) throw new Error(`the answer is longer than ${MAX_BODY_BYTES} bytes`);
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** A key goes over TLS or stays on this machine. */
function checkedBase({ base, name }: ApiOptions): string {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))))
    return base.replace(/\/+$/, '');
  throw new Problem({
    code: 'api-base',
    kind: 'usage',
    what: `The address of ${name}'s API is ${JSON.stringify(base.slice(0, 100))}.`,
    next: 'It must begin with https://; http:// is allowed for 127.0.0.1 and localhost only.',
  });
}
