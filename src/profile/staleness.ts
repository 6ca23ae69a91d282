import { type StampedFact, stampedFacts } from './facts.ts';
import type { Profile } from './schema.ts';

export const DEFAULT_LIMIT_MONTHS = 6;

export interface FactAge extends StampedFact {
  profile: string;
  /** Difference of calendar months; `null` when nobody ever verified it; negative = a month in the future. */
  ageMonths: number | null;
  /** `fresh` up to and including the limit. `future` cannot be true and is worse than any age. */
  state: 'fresh' | 'stale' | 'never' | 'future';
}

/** Whole calendar months from `verified` (`2026-06`) to `now`, UTC. */
export function ageInMonths(verified: string, now: Date): number {
  const [year = 0, month = 0] = verified.split('-').map(Number);
  return now.getUTCFullYear() * 12 + now.getUTCMonth() + 1 - (year * 12 + month);
}

/** Every stamped fact with its age, worst first: future, stale, never verified, fresh; what costs money or data leads. */
export function factAges(profile: Profile, now: Date, limitMonths = DEFAULT_LIMIT_MONTHS): FactAge[] {
  return stampedFacts(profile)
    .map((fact) => {
      const { verified } = fact.stamp;
      const ageMonths = verified === null ? null : ageInMonths(verified, now);
      return { ...fact, profile: profile.id, ageMonths, state: stateOf(ageMonths, limitMonths) };
    })
    .sort(worstFirst);
}

function stateOf(ageMonths: number | null, limitMonths: number): FactAge['state'] {
  if (ageMonths === null) return 'never';
  if (ageMonths < 0) return 'future';
  return ageMonths > limitMonths ? 'stale' : 'fresh';
}

function worstFirst(a: FactAge, b: FactAge): number {
  const rank = { future: 0, stale: 1, never: 2, fresh: 3 };
  const costly = (fact: FactAge) => (fact.risk === 'money-or-data' ? 0 : 1);
  return (
    rank[a.state] - rank[b.state] ||
    costly(a) - costly(b) ||
    (b.ageMonths ?? 0) - (a.ageMonths ?? 0) ||
    a.name.localeCompare(b.name)
  );
}

/** Ways to reach the platform that it has announced to end, with the days left (negative: past). Soonest first. */
export function retirements(profile: Profile, now: Date): { entry: string; on: string; daysLeft: number }[] {
  return profile.rent.entries
    .flatMap((entry) => {
      const on = entry['retires-on'];
      if (on === undefined) return [];
      const daysLeft = Math.floor((Date.parse(`${on}T00:00:00Z`) - now.getTime()) / 86_400_000);
      return [{ entry: entry.base ?? entry.type, on, daysLeft }];
    })
    .sort((a, b) => a.daysLeft - b.daysLeft);
}
