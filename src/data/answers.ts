import type { Clock } from '../clock.ts';
import { backoff } from '../host/backoff.ts';
import { Problem } from '../problem.ts';

export interface DataWorld {
  /** Value of a variable of our own environment. */
  secret(name: string): string | undefined;
  clock: Clock;
  signal: AbortSignal;
  fetch: typeof globalThis.fetch;
  /** Where a repository of the Hub is looked up from here. */
  hubUrl: string;
}

const TRIES = 4;
const REQUEST_SECONDS = 60;

/** `fetch`, bounded in time, and again after a lost connection, a 429 or a 5xx. For requests that change nothing. */
export const patient =
  ({ fetch, signal, clock }: DataWorld): typeof globalThis.fetch =>
  async (input, init) => {
    for (let attempt = 1; ; attempt += 1) {
      const within = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_SECONDS * 1000)]);
      const answer = await fetch(input, { ...init, signal: within }).catch((error: unknown) => {
        signal.throwIfAborted();
        if (attempt >= TRIES) throw error;
        return undefined;
      });
      if (answer && ((answer.status < 500 && answer.status !== 429) || attempt >= TRIES)) return answer;
      await answer?.body?.cancel();
      await clock.sleep(backoff(attempt, { first: 0.5 }), signal);
    }
  };

/** What a source answered instead of its files, as a person needs it. */
export function sourceProblem(from: string, token: string | undefined, error: unknown): unknown {
  if (error instanceof Problem || (error instanceof Error && error.name === 'AbortError')) return error;
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  const isRefusal = typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
  const opened =
    token === undefined ? 'name a `token` that may read it' : `check what the token in ${token} may read`;
  return new Problem(
    {
      code: isRefusal ? 'data-refused' : 'data-unreachable',
      kind: isRefusal ? 'refused' : 'unreachable',
      what: `${from}: ${typeof status === 'number' ? `HTTP ${status}` : reasonOf(error)}.`,
      next: isRefusal
        ? `Check its name and revision, and ${opened}.`
        : 'Run the same command again; nothing was spent on it.',
    },
    { cause: error },
  );
}

export const answered = (status: number): Error & { statusCode: number } =>
  Object.assign(new Error(`HTTP ${status}`), { statusCode: status });

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
