import { type Clock, secondsBetween } from '../clock.ts';
import { backoff } from '../host/backoff.ts';
import { neverSent } from '../host/never-sent.ts';
import { fetchFor } from '../host/proxied-fetch.ts';

export interface Request {
  url: URL;
  /** JSON. */
  body: string;
  headers: Readonly<Record<string, string>>;
}

/** What became of one message to one target in one look. */
export type Outcome = { taken: true } | { taken: false; why: string; notBefore?: string };

export interface Sending {
  clock: Clock;
  signal: AbortSignal;
  /** Nothing is begun after it. */
  until: Date;
}

const TRIES = 3;
const TRY_SECONDS = 8;
/** A target that asks for more is asked again then, whatever it says. */
const MOST_PAUSE_SECONDS = 6 * 3600;

type Answer = { status: number; said: string; afterSeconds: number | undefined } | { lost: string };

/**
 * One POST, made again a few times while that may help and there is time. Its address stands in no outcome: it is a secret.
 * No redirect is followed, because whoever is named there would get what was meant for another.
 */
export async function post(request: () => Request, sending: Sending): Promise<Outcome> {
  const { clock, until, signal } = sending;
  for (let tries = 1; ; tries += 1) {
    const answer = await once(request(), sending);
    if ('status' in answer && answer.status >= 200 && answer.status < 300) return { taken: true };
    const why = whyOf(answer);
    const isFinal = 'status' in answer && !mayChange(answer.status);
    const asked = 'status' in answer ? answer.afterSeconds : undefined;
    const pause = asked ?? backoff(tries, { first: 1 });
    const now = clock.now();
    if (isFinal || tries >= TRIES || pause >= secondsBetween(now, until) || signal.aborted)
      return { taken: false, why, ...(asked !== undefined && { notBefore: later(now, asked) }) };
    await clock.sleep(pause, signal);
  }
}

const later = (now: Date, seconds: number): string =>
  new Date(now.getTime() + Math.min(seconds, MOST_PAUSE_SECONDS) * 1000).toISOString();

const mayChange = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || status >= 500;

function whyOf(answer: Answer): string {
  if ('lost' in answer) return answer.lost;
  const { status, said } = answer;
  if (status >= 300 && status < 400)
    return `HTTP ${status}: it sends us elsewhere, and no message follows; name the address behind it`;
  return `HTTP ${status}${said && ` ${said}`}`;
}

async function once({ url, body, headers }: Request, { clock, signal, until }: Sending): Promise<Answer> {
  const left = secondsBetween(clock.now(), until);
  const timeout = AbortSignal.timeout(Math.max(1, Math.min(TRY_SECONDS, left)) * 1000);
  try {
    const response = await (await fetchFor(url))(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'gpu-lease', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([timeout, signal]),
    });
    return {
      status: response.status,
      said: await codeIn(response),
      afterSeconds: retryAfter(response, clock),
    };
  } catch (error) {
    return { lost: timeout.aborted ? 'no answer in time' : lostWords(error) };
  }
}

/** Slack says why in one word; anything longer may quote what it was sent. */
async function codeIn(response: Response): Promise<string> {
  if (response.ok) return response.body?.cancel().then(() => '') ?? '';
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  const text = value === undefined ? '' : Buffer.from(value).subarray(0, 200).toString('utf8').trim();
  return /^[a-z_]{2,60}$/.test(text) ? text : '';
}

/** Seconds, also with a fraction as Discord has them, or a date (RFC 9110). */
function retryAfter({ headers }: Response, clock: Clock): number | undefined {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, secondsBetween(clock.now(), new Date(date)));
}

/** A code of the system, such as ECONNREFUSED; its message would name the address. */
function lostWords(error: unknown): string {
  const { cause } = Object(error) as { cause?: unknown };
  const { code } = Object(cause ?? error) as { code?: unknown };
  const word = typeof code === 'string' && /^[A-Z0-9_]{2,60}$/.test(code) ? ` (${code})` : '';
  return neverSent(error) ? `it could not be reached${word}` : `the line broke${word}`;
}
