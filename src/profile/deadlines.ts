import type { Clock, Profile } from './schema.ts';
import { isDestroyed } from './survival.ts';

export interface Deadline {
  /** Clock id, or `tier:<id>` for a tier that is kept only for a while. */
  clock: string;
  /** `null`: the length is not known, so it may be due now. */
  at: Date | null;
  approximate: boolean;
  effect: Clock['effect'];
  tiers: string[];
  says: string;
}

/** What comes due when, for a box or account that has been in `state` since `since`. Soonest first, unknown before all. */
export function deadlines(profile: Profile, state: Clock['while'], since: Date): Deadline[] {
  const clocks = profile.clocks
    .filter((clock) => clock.while === state)
    .map((clock) => ({
      clock: clock.id,
      at: clock.after && new Date(since.getTime() + clock.after.seconds * 1000),
      approximate: clock.after?.approximate ?? true,
      effect: clock.effect,
      tiers: clock.effect === 'release' ? releasedTiers(profile) : clock.tiers,
      says: clock.says,
    }));
  const saidByClock = (each: Deadline) =>
    clocks.some(
      (clock) => each.tiers.every((tier) => clock.tiers.includes(tier)) && time(clock) <= time(each),
    );
  const tiers = state === 'stopped' ? keptForAWhile(profile, since).filter((each) => !saidByClock(each)) : [];
  return [...clocks, ...tiers].sort((a, b) => time(a) - time(b));
}

function keptForAWhile(profile: Profile, since: Date): Deadline[] {
  return profile.tiers.flatMap((tier) => {
    const outcome = tier.survival.stop;
    if (outcome === undefined || typeof outcome === 'string') return [];
    const { seconds, approximate, text } = outcome['kept-for'];
    return [
      {
        clock: `tier:${tier.id}`,
        at: new Date(since.getTime() + seconds * 1000),
        approximate,
        effect: 'wipe' as const,
        tiers: [tier.id],
        says: `${tier.path ?? tier.id} is wiped ${text} after a stop.`,
      },
    ];
  });
}

const releasedTiers = (profile: Profile): string[] =>
  profile.tiers.filter((tier) => isDestroyed(tier.survival.release ?? 'unknown')).map((tier) => tier.id);

const time = (each: Deadline): number => each.at?.getTime() ?? Number.NEGATIVE_INFINITY;
