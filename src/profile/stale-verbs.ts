import type { Profile } from './schema.ts';
import { DEFAULT_LIMIT_MONTHS } from './staleness.ts';
import { type HeldResource, teardownPlan } from './teardown.ts';

/** The first moment at which a fact that was checked in that month is too old; the beginning of time for one that never was. */
export function staleFrom(verified: string | null): string {
  const [year, month] = (verified ?? '').split('-').map(Number);
  if (year === undefined || month === undefined) return new Date(0).toISOString();
  return new Date(Date.UTC(year, month + DEFAULT_LIMIT_MONTHS, 1)).toISOString();
}

/**
 * Verbs that a release at this platform may need, that cannot be undone, and whose facts are too old at that time: each with the day
 * from which on they are, "terminate from 2027-01-01", or "never checked".
 */
export function staleVerbsBy(profile: Profile, by: Date): string[] {
  const held = profile.meters.map(({ id, kind }) => ({ meter: id, kind, resource: id }) as HeldResource);
  const { steps } = teardownPlan(profile, held, 'zero', { now: by });
  const old = steps.flatMap(({ safe, verb, stamp: { verified } }) => {
    const from = staleFrom(verified);
    if (safe || Date.parse(from) > by.getTime()) return [];
    return [verified === null ? `${verb} never checked` : `${verb} from ${from.slice(0, 10)}`];
  });
  return [...new Set(old)];
}
