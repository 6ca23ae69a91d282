import { formatSeconds, secondsBetween } from '../clock.ts';
import { usdPerHourNow, usdSoFar } from '../lease/cost.ts';
import { opaqueWords } from '../lease/opaque-words.ts';
import { doubtsOf, jobOf, type Lease, leaseOf, type Run } from '../lease/run.ts';
import { standingGaps } from '../lease/standing.ts';
import { needsStoring, storedNow } from '../lease/stored.ts';
import { formatUsd } from '../money.ts';
import { ageInMonths } from '../profile/staleness.ts';
import type { TeardownStep } from '../profile/teardown.ts';
import { fullPlan, plansOf } from '../release/lease-plans.ts';
import type { World } from '../world.ts';

/** What stops, what is destroyed, what is safe where, what waiting costs. */
export async function approvalLines(
  world: Pick<World, 'profile' | 'clock'>,
  run: Run,
  asked: { lease: string },
): Promise<string[]> {
  const lease = leaseOf(run, asked.lease);
  const plan = await fullPlan(world, lease, 'zero');
  const now = world.clock.now();
  const held = lease.rentedAt ? formatSeconds(secondsBetween(new Date(lease.rentedAt), now)) : 'unknown';
  return [
    ...plan.steps.map((step) => verbLine(step, now)),
    ...plan.leftBilling.map((left) => `NOT stopped by any verb: ${left.meter}: ${left.why}`),
    ...plan.warnings.map((warning) => `warning: ${warning}`),
    ...doubtsOf(run).map((doubt) => `LOOK AT THIS: ${doubt}`),
    ...safeLines(run, now),
    ...(lease.started
      ? ['lost: whatever else is on the box; only what the job names as artifacts is safe']
      : []),
    ...lease.clocks.map(({ id, effect, at }) => `clock ${id}: ${effect} at ${at}`),
    ...(await standingLines(world, run, lease)),
    `so far ${formatUsd(usdSoFar(run, now))} in ${held}; waiting costs ${formatUsd(usdPerHourNow(run, now))} per hour`,
  ];
}

/** Where what was sealed lies now, and until when. */
function safeLines(run: Run, now: Date): string[] {
  if (!run.seal) return [];
  const { seal, verified, roster, level, opaque, bytes, place } = run.seal;
  const kept = storedNow(run, now).map(
    ({ store, place: where, files, bytes: size, keptUntil }) =>
      `safe: ${files} files with their evidence, ${size} bytes, read back from ${where} (${store})${keptUntil === undefined ? '' : `, which throws them away at ${keptUntil}`}`,
  );
  return [
    `${needsStoring(run, now) || kept.length > 0 ? 'sealed' : 'safe'}: ${verified}/${roster} artifacts verified at ${level}${opaqueWords(opaque)}, ${bytes} bytes${kept.length > 0 ? '' : `, in ${place}`}; seal ${seal.slice(0, 8)}`,
    ...kept,
    ...(needsStoring(run, now) ? ['NOT safe yet: that disk is thrown away, and no store has them'] : []),
  ];
}

/** Why an approval in advance does not spare the question. */
async function standingLines(
  world: Pick<World, 'profile' | 'clock'>,
  run: Run,
  lease: Lease,
): Promise<string[]> {
  if (run.standing.length === 0) return [];
  const plan = (await plansOf(world, run))(lease).zero;
  return run.standing.map((standing) => {
    const gaps = standingGaps({ run, lease, plan }, standing, world.clock.now());
    return `approved in advance by ${standing.person}${gaps.length > 0 ? `, which does not count here: ${gaps.join('; ')}` : ''}`;
  });
}

/** The third word of the phrase, for whoever is asked to type it. */
export const STALE_FACTS =
  '"stale-facts" says that you know this: what the platform does to a box when it is ended was read up more than six months ago, or never. The details say what, and what it may cost.';

/** How this release can be approved, in sentences for whoever may do so. */
export function approvalWays(
  run: Run,
  { lease, seal }: { lease: string; seal: string },
  phrase: string,
): string[] {
  const environment = jobOf(run).approval?.environment;
  const inputs = [`run: ${run.id}`, `lease: ${lease}`, `seal: ${seal.slice(0, 8)}`];
  const stale = phrase.split(' ').slice(2);
  const given = [...inputs, ...stale.map((word) => `acknowledge: ${word}`)].join(', ');
  const inGitHub =
    environment === undefined
      ? `In GitHub: start the release workflow by hand with ${given}, approve: ${phrase}.`
      : `In GitHub: start the release workflow by hand with ${given}; the reviewers of the environment "${environment}" then approve that run.`;
  return [
    inGitHub,
    `From a terminal: gpu-lease release ${run.id} --approve "${phrase}"`,
    ...(stale.length > 0 ? [STALE_FACTS] : []),
  ];
}

/** What a verb does; where it may not be undone also who says so and how long ago that was read (FR-03). */
export function verbLine(step: TeardownStep, now: Date): string {
  const { verb, stops, destroys, leavesBilling, safe, stamp } = step;
  const byHand = step.surface === 'console' ? ` (you do that: ${step.consoleStep ?? 'in the console'})` : '';
  const does = `${verb}${byHand}: stops ${stops.join(', ') || 'nothing'}; destroys ${destroys.join(', ') || 'nothing'}; still billing after it: ${leavesBilling.join(', ') || 'nothing'}`;
  if (safe) return does;
  const checked =
    stamp.verified === null
      ? 'never checked'
      : `checked ${stamp.verified} (${ageInMonths(stamp.verified, now)} months old)`;
  return `${does}; from ${stamp.source.join(', ')}, ${checked}`;
}
