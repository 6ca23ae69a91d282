import type { Answer } from './call.ts';

/** Without a header that says more GitHub asks for at least a minute after a secondary limit. */
const SECONDARY_PAUSE_SECONDS = 60;

export interface Quota {
  requests: number;
  resetsAt: Date;
}

/** What the last answer's headers said is left of the hour. */
export function quotaOf(headers: Answer['headers']): Quota | undefined {
  const requests = wholeNumber(headers['x-ratelimit-remaining']);
  const reset = wholeNumber(headers['x-ratelimit-reset']);
  if (requests === undefined || reset === undefined) return;
  return { requests, resetsAt: new Date(reset * 1000) };
}

/**
 * Seconds of silence that an answer asks for; `undefined` where it is no answer of a limit. The primary limit says when it
 * resets, by GitHub's clock; a secondary one says `retry-after` or only its name (GitHub's documentation of rate limits of the REST API, 2026).
 */
export function pauseAsked(answer: Answer): number | undefined {
  const { status, headers } = answer;
  if (status !== 403 && status !== 429) return;
  const after = wholeNumber(headers['retry-after']);
  if (after !== undefined) return after;
  const quota = quotaOf(headers);
  if (headers['x-ratelimit-remaining'] === '0' && quota) {
    const theirNow = Date.parse(String(headers['date'] ?? ''));
    // Rounded up and one more: a request in the very second of the reset may still be counted to the old hour.
    if (Number.isFinite(theirNow)) return Math.max(1, (quota.resetsAt.getTime() - theirNow) / 1000 + 1);
  }
  if (status === 429 || headers['x-ratelimit-remaining'] === '0' || /rate limit/i.test(saidIn(answer)))
    return SECONDARY_PAUSE_SECONDS;
  return;
}

/** GitHub's own message of an answer, and the fields that it finds fault with, on one line. */
export function saidIn({ data }: Answer): string {
  const { message, errors } = (data ?? {}) as { message?: unknown; errors?: unknown };
  const text = typeof message === 'string' ? message : typeof data === 'string' ? data : '';
  const faults = Array.isArray(errors) ? errors.map(faultIn).filter((each) => each !== '') : [];
  return [text, ...faults]
    .join('; ')
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim()
    .slice(0, 300);
}

function faultIn(error: unknown): string {
  if (typeof error === 'string') return error;
  const { field, code, message } = (error ?? {}) as Record<string, unknown>;
  return [field, message ?? code].filter((each) => typeof each === 'string').join(': ');
}

function wholeNumber(value: unknown): number | undefined {
  return /^\d{1,12}$/.test(String(value ?? '')) ? Number(value) : undefined;
}
