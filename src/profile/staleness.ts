import type { StampedFact } from './facts.ts';
import type { Profile } from './schema.ts';

/** Whole months up to and including which a fact counts as fresh. */
export interface AgeLimits {
  months: number;
  /** For what costs money or data when it is believed wrongly. */
  monthsMoney: number;
}

/** From which age on a verb that cannot be undone needs an acknowledgement of its own (FR-01). */
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

export function ageOf(fact: StampedFact, profile: string, now: Date, limits: AgeLimits): FactAge {
  const { verified } = fact.stamp;
  const ageMonths = verified === null ? null : ageInMonths(verified, now);
  const limit = fact.risk === 'money-or-data' ? limits.monthsMoney : limits.months;
  return { ...fact, profile, ageMonths, state: stateOf(ageMonths, limit) };
}

function stateOf(ageMonths: number | null, limitMonths: number): FactAge['state'] {
  if (ageMonths === null) return 'never';
  if (ageMonths < 0) return 'future';
  return ageMonths > limitMonths ? 'stale' : 'fresh';
}

/** A month to come, then never verified, stale, fresh; in each what costs money or data leads, then the oldest. */
export function worstFirst(a: FactAge, b: FactAge): number {
  const rank = { future: 0, never: 1, stale: 2, fresh: 3 };
  const costly = (fact: FactAge) => (fact.risk === 'money-or-data' ? 0 : 1);
  return (
    rank[a.state] - rank[b.state] ||
    costly(a) - costly(b) ||
    (b.ageMonths ?? 0) - (a.ageMonths ?? 0) ||
    a.profile.localeCompare(b.profile) ||
    a.name.localeCompare(b.name)
  );
}

/** Ways to reach the platform that it has announced to end, with the days left (negative: past). Soonest first. */
export function retirements(
  profile: Pick<Profile, 'rent'>,
  now: Date,
): { entry: string; on: string; daysLeft: number; path: (string | number)[] }[] {
  return profile.rent.entries
    .flatMap((entry, index) => {
      const on = entry['retires-on'];
      if (on === undefined) return [];
      const daysLeft = Math.floor((Date.parse(`${on}T00:00:00Z`) - now.getTime()) / 86_400_000);
      const path = ['rent', 'entries', index, 'retires-on'];
      return [{ entry: entry.base ?? entry.type, on, daysLeft, path }];
    })
    .sort((a, b) => a.daysLeft - b.daysLeft);
}
