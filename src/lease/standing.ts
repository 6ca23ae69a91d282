import { LEVELS } from '../evidence-level.ts';
import type { Approved, Sealed, StandingApproved } from './events.ts';
import { shortOf } from './promised.ts';
import { doubtsOf, type Lease, openMeters, type Run } from './run.ts';
import type { Teardown } from './teardown.ts';

export type Standing = StandingApproved & { at: string };

/**
 * The approval in advance that covers the release of this lease now, the newest first. Never while something is owed, never for
 * what was given up, and never for a run that ended otherwise than its job file says: those a person looks at. Facts about a verb
 * that have grown old since are no reason: they were fresh when the word was given, and waiting for a person costs money.
 */
export const standingFor = (teardown: Teardown, now: Date): Standing | undefined =>
  teardown.run.standing.findLast((standing) => standingGaps(teardown, standing, now).length === 0);

/** Why an approval in advance does not cover this release now, each in a sentence; empty when it does. */
export function standingGaps({ run, lease, plan }: Teardown, standing: Standing, now: Date): string[] {
  const stale = plan
    .filter(({ staleFrom }) => staleFrom !== undefined && staleFrom <= standing.at)
    .map(({ verb }) => verb);
  const owed = run.leases.flatMap((each) => openMeters(each).filter((meter) => meter.owed));
  return [
    ...boundGaps(run, lease, standing),
    ...(Date.parse(standing.expiresAt) > now.getTime() ? [] : [`it was given until ${standing.expiresAt}`]),
    ...(stale.length > 0 ? [`what is known of ${stale.join(', ')} was too old when it was given`] : []),
    ...doubtsOf(run),
    ...(owed.length > 0 ? [`the run owes ${owed.map(({ id }) => id).join(', ')}`] : []),
    ...(run.leases.some(({ state }) => state === 'abandoned') ? ['the run was given up'] : []),
  ];
}

/** What does not change with time: whether it was given for this job, this platform, this price and such a seal. */
function boundGaps(run: Run, lease: Lease, standing: Standing): string[] {
  const { configHash, platforms, maxUsdPerHour, level } = standing;
  const usdPerHour = priceOf(lease);
  return [
    ...(run.opened?.configHash === configHash ? [] : [`it is for configuration ${configHash.slice(0, 8)}`]),
    ...(platforms.includes(lease.platform) ? [] : [`it is for ${platforms.join(', ')}`]),
    ...(usdPerHour <= maxUsdPerHour + 1e-9
      ? []
      : [`it is for at most ${maxUsdPerHour} USD/h; this box is ${usdPerHour}`]),
    ...sealGaps(run, level),
  ];
}

function sealGaps({ opened, seal }: Run, level: Sealed['level']): string[] {
  if (!seal) return ['nothing is sealed'];
  return [
    ...shortOf({ opened }, seal),
    ...(LEVELS.indexOf(seal.level) >= LEVELS.indexOf(level)
      ? []
      : [`it is for ${level} or better; this seal is ${seal.level}`]),
  ];
}

/** Of all its meters, or of its offer where that is more. USD per hour. */
const priceOf = (lease: Lease): number =>
  Math.max(
    lease.usdPerHour,
    lease.meters.reduce((sum, { usdPerHour }) => sum + usdPerHour, 0),
  );

/** Whether a person's word stands behind an approval that a program wrote from it. */
export function hasStanding(run: Run, leaseName: string, approval: Approved): boolean {
  const lease = run.leases.find(({ name }) => name === leaseName);
  if (!lease || approval.goal !== 'release') return false;
  return run.standing.some(
    (standing) =>
      standing.person === approval.person &&
      Date.parse(approval.expiresAt) <= Date.parse(standing.expiresAt) &&
      boundGaps(run, lease, standing).length === 0 &&
      doubtsOf(run).length === 0,
  );
}
