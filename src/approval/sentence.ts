import { usdPerHourNow } from '../lease/cost.ts';
import { type Lease, leaseOf, type Run } from '../lease/run.ts';
import { needsStoring, storedNow } from '../lease/stored.ts';
import { formatUsd } from '../money.ts';
import type { TeardownPlan } from '../profile/teardown.ts';
import { fullPlan } from '../release/lease-plans.ts';
import type { World } from '../world.ts';

/** What a person says yes to, in one breath: what is destroyed, what is safe and where until when, what waiting costs. */
export async function approvalSentence(
  world: Pick<World, 'profile' | 'clock'>,
  run: Run,
  asked: { lease: string },
): Promise<string> {
  const lease = leaseOf(run, asked.lease);
  const now = world.clock.now();
  const usdPerHour = usdPerHourNow(run, now);
  return [
    actWords(lease, await fullPlan(world, lease, 'zero')),
    safeWords(run, now),
    usdPerHour > 0 ? `Waiting costs ${formatUsd(usdPerHour)} an hour.` : 'Waiting costs nothing.',
  ].join(' ');
}

function actWords({ name, platform }: Lease, { steps, leftBilling }: TeardownPlan): string {
  const box = `the box ${name} (${platform})`;
  const left =
    leftBilling.length > 0
      ? `, but ${listOf(leftBilling.map(({ meter }) => meter))} still bills after it`
      : '';
  if (steps.length === 0) return `Approve: no program can end ${box}${left}.`;
  const isByHand = steps.some(({ surface }) => surface === 'console');
  const destroyed = steps.some(({ destroys }) => destroys.length > 0);
  if (isByHand)
    return `Approve: you end ${box} by hand where it was rented${destroyed ? ', and all that is on it is gone' : ''}${left}.`;
  return `Approve: ${box} is ${destroyed ? 'destroyed with all that is on it' : 'given back'}${left}.`;
}

function safeWords(run: Run, now: Date): string {
  if (!run.seal) return 'Nothing of it is sealed.';
  const { verified, roster, level, place } = run.seal;
  const files = `${verified} of ${roster} files, verified at ${level},`;
  if (needsStoring(run, now))
    return `NOT safe yet: ${files} lie only on a disk that is thrown away with its machine.`;
  const [kept] = storedNow(run, now).reverse();
  const until = kept?.keptUntil === undefined ? '' : ` until ${dayOf(kept.keptUntil)}`;
  return `${files} are safe in ${kept ? placeWords(kept.place) : place}${until}.`;
}

/** The name of an artifact is as long as a digest, and its link stands beside. */
const placeWords = (place: string): string => place.replace(/^artifact \S+ of /, 'the artifact of ');

const dayOf = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });

const listOf = (words: readonly string[]): string => [...new Set(words)].join(' and ');
