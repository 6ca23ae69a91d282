import type { Profile } from './schema.ts';

export interface FirstContact {
  conveniences: string[];
  /** What costs money or data without a sound: every clock of the profile, every stop that bills on, every false stop. */
  dangers: string[];
}

/** What a person reads before the first cent is spent on a platform. Complete by construction: no clock can be forgotten. */
export function firstContact(profile: Profile): FirstContact {
  const inClocks = new Set(profile.clocks.map((clock) => clock.id));
  const dangers = [
    ...profile.surface.dangers
      .filter((each) => !each.clock || !inClocks.has(each.clock))
      .map((each) => each.says),
    ...profile.clocks.map((clock) => `${clock.says}${unsettled(clock)}`),
    ...dearerWhenStopped(
      profile,
      profile.meters.map((meter) => meter.id),
    ),
    ...profile.teardown.never.map((each) => `Never: ${each.what}. ${each.why}`),
    ...profile.meters
      .filter((meter) => meter.unstoppable)
      .map((meter) => `${meter.id}: ${meter.unstoppable}`),
  ];
  return { conveniences: [...profile.surface.conveniences], dangers: [...new Set(dangers)] };
}

function unsettled({ verified, contested }: Profile['clocks'][number]): string {
  if (contested) return ` (contested: ${contested.map((each) => each.says).join('; ')})`;
  return verified === null ? ' (never verified)' : '';
}

/** Meters whose price rises when the box is stopped. */
export const dearerWhenStopped = (profile: Profile, meterIds: readonly string[]): string[] =>
  profile.meters.flatMap(({ id, prices }) => {
    const running = prices.find((price) => price.while === 'running');
    const stopped = prices.find((price) => price.while === 'stopped');
    if (!meterIds.includes(id) || !running || !stopped || stopped.per !== running.per) return [];
    if (stopped.amount <= running.amount) return [];
    const unit = `${stopped.currency} per ${stopped.per}`;
    return [`${id} costs more while stopped: ${stopped.amount} instead of ${running.amount} ${unit}`];
  });
