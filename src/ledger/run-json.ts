import { canonicalJson } from '../canonical.ts';
import { LEDGER_VERSION } from '../lease/events/version.ts';
import type { RunSummary } from './ledger.ts';

const MAX_RUN_JSON_BYTES = 64 * 1024;

/**
 * `run.json`. When the leases would make it larger than 64 KB the oldest are left out: a listing shows the newest, and the events
 * have them all.
 */
export function runJson(summary: Omit<RunSummary, 'archived'>): string {
  const { run, job, state, usd, updatedAt, sweep } = summary;
  const encode = (leases: readonly string[]) =>
    `${canonicalJson({ version: LEDGER_VERSION, run, job, state, usd, updatedAt, leases: [...leases], sweep })}\n`;
  let kept: readonly string[] = summary.leases;
  let text = encode(kept);
  while (Buffer.byteLength(text) >= MAX_RUN_JSON_BYTES && kept.length > 0) {
    kept = kept.slice(Math.ceil(kept.length / 8));
    text = encode(kept);
  }
  if (Buffer.byteLength(text) >= MAX_RUN_JSON_BYTES)
    throw new Error(`the summary of run ${run} does not fit ${MAX_RUN_JSON_BYTES} bytes`);
  return text;
}

/**
 * Total: one bad `run.json` must not hide the other runs of a listing, so it becomes a row that says so.
 * @param run from the ref's name, which is what counts
 */
export function readRunJson(text: string | null, run: string, archived: boolean): RunSummary {
  const unreadable = { run, job: '', state: 'unreadable', usd: 0, updatedAt: '', leases: [], archived };
  if (text === null || text.length > MAX_RUN_JSON_BYTES) return unreadable;
  let value: Record<string, unknown>;
  try {
    value = Object(JSON.parse(text));
  } catch {
    return unreadable;
  }
  const { version, job, state, usd, updatedAt, leases } = value;
  if (typeof version === 'number' && version > LEDGER_VERSION)
    return { ...unreadable, state: 'written by a newer version' };
  const whole =
    typeof job === 'string' &&
    typeof state === 'string' &&
    typeof usd === 'number' &&
    typeof updatedAt === 'string' &&
    Array.isArray(leases) &&
    leases.every((lease) => typeof lease === 'string');
  if (!whole) return unreadable;
  const sweep = sweepIn(value['sweep']);
  return { run, job, state, usd, updatedAt, leases, ...(sweep && { sweep }), archived };
}

/** What is odd is left out: a listing only groups by it. */
function sweepIn(value: unknown): RunSummary['sweep'] {
  const { id, part, of } = Object(value) as Record<string, unknown>;
  return typeof id === 'string' && Number.isSafeInteger(part) && Number.isSafeInteger(of)
    ? { id, part: part as number, of: of as number }
    : undefined;
}

/** Newest first, then by name, so that every implementation lists alike. */
export const newestFirst = (runs: RunSummary[]): RunSummary[] =>
  runs.sort((a, b) => compare(b.updatedAt, a.updatedAt) || compare(a.run, b.run));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
