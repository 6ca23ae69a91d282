import { getOctokit } from '@actions/github';
import { type Clock, secondsBetween } from '../../clock.ts';
import { backoff } from '../../host/backoff.ts';
import { Limit } from '../../host/limit.ts';
import { neverSent } from '../../host/never-sent.ts';
import { Problem } from '../../problem.ts';
import { lost, notUnderstood, refusal, throttled } from './answers.ts';
import { type Answer, type Asked, type Call, isRead } from './call.ts';
import { pauseAsked, type Quota, quotaOf, saidIn } from './limits.ts';

/** As GitHub documents it at least until March 2028; without the header the version would be GitHub's choice. */
const API_VERSION = '2022-11-28';
const ATTEMPTS = 3;
const ANSWER_SECONDS = 15;
/** Of waiting for the rate limit, for one call: a stage of ten minutes must not sit out an hour. */
const MAX_WAIT_SECONDS = 120;
/** As GitHub asks of whoever changes things: one at a time, a second apart. */
const WRITE_GAP_SECONDS = 1;
/** GitHub takes 100 at once from all that use the same token. */
const READS_AT_ONCE = 16;
const PER_PAGE = 100;
const MAX_PAGES = 20;

export interface Access {
  /** `owner/name` */
  repository: string;
  token: string;
  /** `https://api.github.com`, or `GITHUB_API_URL` of a runner. */
  baseUrl: string;
  clock: Clock;
  signal: AbortSignal;
  /** How long an answer may take. Default 15. */
  answerSeconds?: number;
}

/** How one try of a call is sent. */
interface Sending {
  /** A stream instead of JSON, of a body whose length the headers give. */
  body?: AsyncIterable<Uint8Array>;
  headers?: Readonly<Record<string, string>>;
  /** Of one try; a transfer takes longer than an answer. */
  seconds?: number;
  /** A download is answered with the address of a storage, which must not get the token. */
  redirect?: 'manual';
}

/**
 * One connection to GitHub's REST API as one repository's token sees it. Reads are tried again, writes only where GitHub
 * never got them (it was not reached, or it turned them away for the rate limit); writes go one at a time.
 */
export class RestClient {
  readonly access: Access;
  readonly #octokit: ReturnType<typeof getOctokit>;
  #requests = 0;
  #quota: Quota | undefined;
  /** GitHub asked for silence until then. */
  #closedUntil: Date | undefined;
  readonly #reads = new Limit(READS_AT_ONCE);
  readonly #writes = new Limit(1);
  #lastWriteAt: Date | undefined;

  constructor(access: Access) {
    this.access = access;
    const quiet = { debug() {}, info() {}, warn() {}, error() {} };
    this.#octokit = getOctokit(access.token, { baseUrl: access.baseUrl, log: quiet });
  }

  requests(): number {
    return this.#requests;
  }

  remaining(): Quota | undefined {
    return this.#quota;
  }

  /** @throws Problem for every answer but a 2xx that fits */
  async call<T>(call: Call<T>): Promise<T> {
    return this.#settled(call, await this.send(call));
  }

  /** `undefined` for what does not exist. */
  async find<T>(call: Call<T>): Promise<T | undefined> {
    const answer = await this.send(call);
    return answer.status === 404 ? undefined : this.#settled(call, answer);
  }

  /** The entries of a list that comes in pages, one by one: who has seen enough stops, and no further page is asked for. */
  async *each<P, T>(call: Call<P>, entries: (page: P) => readonly T[]): AsyncGenerator<T> {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const parameters = { ...call.parameters, per_page: PER_PAGE, page };
      const answer = await this.send({ ...call, parameters });
      yield* entries(this.#settled(call, answer));
      // The page that the link names is the next one; its address is not followed, it could name any host.
      if (!/rel="next"/.test(String(answer.headers['link'] ?? ''))) return;
    }
  }

  async all<P, T>(call: Call<P>, entries: (page: P) => readonly T[]): Promise<T[]> {
    const found: T[] = [];
    for await (const each of this.each(call, entries)) found.push(each);
    return found;
  }

  /** @param bytes its whole length, which GitHub wants to know before the first of them */
  async upload<T>(
    call: Call<T>,
    body: AsyncIterable<Uint8Array>,
    bytes: number,
    seconds: number,
  ): Promise<T> {
    const headers = { 'content-type': 'application/octet-stream', 'content-length': String(bytes) };
    return this.#settled(call, await this.send(call, { body, headers, seconds }));
  }

  /** Any answer of GitHub's, once there is nothing left to try. @throws Problem when there is none */
  async send(call: Call<unknown>, how: Sending = {}): Promise<Answer> {
    if (isRead(call)) return this.#reads.run(() => this.#persist(call, how));
    return this.#writes.run(() => this.#spaced(() => this.#persist(call, how)));
  }

  /** @throws Problem where the answer is no 2xx, or its body does not fit */
  #settled<T>(call: Call<T>, answer: Answer): T {
    if (answer.status < 200 || answer.status > 299) throw refusal(this.asked(call), answer);
    const result = call.reply.safeParse(answer.data);
    if (result.success) return result.data;
    throw notUnderstood(this.asked(call).name, result.error);
  }

  async #persist(call: Call<unknown>, how: Sending): Promise<Answer> {
    const { clock, signal } = this.access;
    let waited = await this.#silence(call);
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted();
      const outcome = await this.#try(call, how);
      const pause = this.#pauseAfter(outcome, call, attempt);
      if (pause === undefined) return this.#accepted(outcome, call);
      const isOver = attempt >= ATTEMPTS || waited + pause > MAX_WAIT_SECONDS || how.body !== undefined;
      if (isOver) return this.#givenUp(outcome, call, pause);
      waited += pause;
      await clock.sleep(pause, signal);
    }
  }

  /** While GitHub wants silence nothing is sent: it counts what comes nevertheless, and may lock the token out. */
  async #silence(call: Call<unknown>): Promise<number> {
    const { clock, signal } = this.access;
    const until = this.#closedUntil;
    const seconds = until === undefined ? 0 : Math.max(0, secondsBetween(clock.now(), until));
    if (seconds > MAX_WAIT_SECONDS) throw throttled(this.asked(call).name, 'not sent', seconds);
    if (seconds > 0) await clock.sleep(seconds, signal);
    return seconds;
  }

  async #try(call: Call<unknown>, how: Sending): Promise<Answer | Lost> {
    const { signal, answerSeconds = ANSWER_SECONDS } = this.access;
    const timeout = AbortSignal.timeout((how.seconds ?? answerSeconds) * 1000);
    this.#requests += 1;
    try {
      const { status, headers, data } = await this.#octokit.request(call.route, {
        ...this.#parameters(call),
        ...(how.body === undefined ? {} : { data: how.body }),
        headers: { 'x-github-api-version': API_VERSION, ...how.headers },
        request: { signal: AbortSignal.any([timeout, signal]), redirect: how.redirect ?? 'follow' },
      });
      return this.#counted({ status, headers, data });
    } catch (error) {
      signal.throwIfAborted();
      const own = problemIn(error);
      if (own) throw own;
      const answer = answerIn(error);
      return answer === undefined ? { lost: error } : this.#counted(answer);
    }
  }

  #counted(answer: Answer): Answer {
    this.#quota = quotaOf(answer.headers) ?? this.#quota;
    const date = Date.parse(String(answer.headers['date'] ?? ''));
    if (!Number.isNaN(date)) this.access.clock.heard?.('GitHub', new Date(date), 'service');
    return answer;
  }

  /** Seconds to wait before the same call again; `undefined` when it need not or must not be made again. */
  #pauseAfter(outcome: Answer | Lost, call: Call<unknown>, attempt: number): number | undefined {
    const seconds = backoff(attempt, { first: 2 });
    if ('lost' in outcome) return isRead(call) || neverSent(outcome.lost) ? seconds : undefined;
    const asked = pauseAsked(outcome);
    // Turned away for the limit, a write had no effect.
    if (asked !== undefined) return this.#quieted(Math.max(asked, seconds));
    return outcome.status >= 500 && isRead(call) ? seconds : undefined;
  }

  /** What one call is told counts for all: others that come meanwhile wait too. */
  #quieted(seconds: number): number {
    const until = new Date(this.access.clock.now().getTime() + seconds * 1000);
    if (this.#closedUntil === undefined || until > this.#closedUntil) this.#closedUntil = until;
    return seconds;
  }

  #accepted(outcome: Answer | Lost, call: Call<unknown>): Answer {
    if ('lost' in outcome) throw lost(this.asked(call), outcome.lost);
    if (outcome.status >= 500) throw lost(this.asked(call), outcome);
    return outcome;
  }

  #givenUp(outcome: Answer | Lost, call: Call<unknown>, pause: number): never {
    if ('lost' in outcome) throw lost(this.asked(call), outcome.lost);
    if (outcome.status >= 500) throw lost(this.asked(call), outcome);
    throw throttled(this.asked(call).name, `${outcome.status} ${saidIn(outcome)}`, pause);
  }

  async #spaced<T>(write: () => Promise<T>): Promise<T> {
    const { clock, signal } = this.access;
    const since = this.#lastWriteAt;
    const left = since === undefined ? 0 : WRITE_GAP_SECONDS - secondsBetween(since, clock.now());
    if (left > 0) await clock.sleep(left, signal);
    try {
      return await write();
    } finally {
      this.#lastWriteAt = clock.now();
    }
  }

  /** For messages. */
  asked(call: Call<unknown>): Asked {
    const { repository, token } = this.access;
    const { method, url } = this.#octokit.request.endpoint(call.route, this.#parameters(call));
    const name = `${method} ${new URL(url).pathname}`;
    return { name, isRead: isRead(call), needs: call.needs, repository, token };
  }

  #parameters(call: Call<unknown>): Record<string, unknown> {
    const [owner, repo] = this.access.repository.split('/');
    return { owner, repo, ...call.parameters };
  }
}

interface Lost {
  lost: unknown;
}

/** What went wrong in the source of an upload is the source's to say. */
function problemIn(error: unknown): Problem | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1)
    if (each instanceof Problem) return each;
  return;
}

/** Octokit throws an answer that is none of 2xx, and, with a status that it made up, a request without an answer. */
function answerIn(error: unknown): Answer | undefined {
  const { response } = error as { response?: Answer };
  return response === undefined ? undefined : response;
}
