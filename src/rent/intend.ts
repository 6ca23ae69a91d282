import { secondsBetween } from '../clock.ts';
import type { Job } from '../job/job.ts';
import { isPatient } from '../lease/capacity.ts';
import type { EventBody, NoCapacity } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import { isPriced, type TrafficPrice } from '../lease/traffic.ts';
import { formatUsd } from '../money.ts';
import type { Offer } from '../platforms/driver.ts';
import { Problem, Problems } from '../problem.ts';
import type { World } from '../world.ts';
import { askAndChoose } from './ask.ts';
import { refuseOverDay, refuseOverMonth } from './caps.ts';
import type { Declined, Ranked } from './choose.ts';
import { spotAdvice } from './cost-range.ts';
import { learnElsewhere } from './elsewhere.ts';
import { tasksOf } from './tasks.ts';
import { tellDangers } from './tell-dangers.ts';

/** When to try again, where the job does not say. */
const TRY_AGAIN_SECONDS = 900;
/** The same answer is not written down more often. */
const SAME_AGAIN_SECONDS = 600;
const MOST_DECLINED = 10;

/** A box that is wanted. */
export interface Order {
  run: Run;
  job: Job;
  /** Of the leases of the run, counted from 1. */
  n: number;
}

/**
 * Chooses an offer and returns the intent to write. Spends nothing. When nobody has a box that is written down, and where
 * the job says so it waits and asks again.
 *
 * @param until when the stage's own bound is over
 * @throws Problem `no-capacity` with the time to try again, `daily-cap`, `monthly-cap`, or what kept every platform from being asked
 */
export async function intend(world: World, order: Order, until?: Date): Promise<EventBody[]> {
  const { run, job } = order;
  await refuseOverDay(world.ledger, run, job.budget, world.clock.now());
  await refuseOverMonth(world.ledger, run, job.budget, world.clock.now());
  // Once: whoever waits here for hours need not read the records of the others each time.
  const elsewhere = await learnElsewhere(world.ledger, run.id, job, world.clock.now());
  for (;;) {
    const { ranked, declined, unasked, unaskedToo } = await askAndChoose(world, run, job, elsewhere);
    if (unasked) throw unaskedToo.length > 0 ? new Problems([unasked, ...unaskedToo]) : unasked;
    const [best] = ranked;
    if (best) {
      // A box of one's own whose key was mistyped must not become a bill elsewhere without a word.
      for (const { candidate, why, isSilent } of declined)
        if (isSilent) world.face.warn(`${candidate.platform} ${why}`);
      await tellDangers(world, run, best);
      return [intended(world, order, best)];
    }
    const missed = noCapacity(job, declined, world.clock.now());
    if (isNews(run, missed, world.clock.now())) return [missed];
    const patient = isPatient(run, new Date(missed.tryAgainAt));
    await sleepUntil(world, { missed, patient, until });
    if (world.signal.aborted) return [];
  }
}

/**
 * Waits until it is time to ask again, where somebody of this very stage asked. Whoever comes anew asks at once.
 *
 * @param bounds of the stage that waits
 * @throws Problem `no-capacity` where the job does not wait, or not that long; the signal's reason where it is interrupted
 */
export async function waitForBox(
  world: World,
  run: Run,
  { patient }: { patient: boolean },
  { startedAt, until }: { startedAt: Date; until: Date | undefined },
): Promise<EventBody[]> {
  const missed = run.noCapacity;
  if (!missed || new Date(missed.at) < startedAt) return [];
  await sleepUntil(world, { missed, patient, until });
  world.signal.throwIfAborted();
  return [];
}

function intended(world: World, { run, job, n }: Order, best: Ranked): EventBody {
  const { index, candidate, offer, cost } = best;
  const tasks = tasksOf(run, job, candidate);
  const expected = cost.known ? `; the job is expected to cost ${formatUsd(cost.usd)}` : '';
  world.face.line(
    `chose ${offer.platform}: ${offer.summary}, ${offer.usdPerHour} USD/h, ${offer.market}${expected}`,
  );
  if (best.heldBack)
    world.face.warn(`${offer.platform} ${offer.id} is taken for want of another: ${best.heldBack.why}`);
  for (const line of spotAdvice(job, best)) world.face.line(line);
  return {
    type: 'intended',
    lease: `${run.id}-${n}`,
    platform: offer.platform,
    offer: offer.id,
    summary: offer.summary,
    usdPerHour: offer.usdPerHour,
    market: offer.market,
    ...(candidate.attach === undefined ? {} : { attach: candidate.attach }),
    ...(candidate.queue === undefined ? {} : { queue: candidate.queue }),
    ...(tasks === undefined ? {} : { tasks }),
    ...(candidate.user === undefined ? {} : { user: candidate.user }),
    candidate: index,
    claim: world.claim,
    ...(offer.hostId === undefined ? {} : { host: offer.hostId }),
    ...(offer.region === undefined ? {} : { region: offer.region }),
    ...trafficOf(offer),
    ...(cost.known ? { expectedUsd: Number(cost.usd.toFixed(6)) } : {}),
  };
}

/** Left out where nothing is taken for bytes. */
function trafficOf(offer: Offer): { traffic?: TrafficPrice } {
  const traffic = {
    ...(offer.ingressUsdPerGb ? { toBoxUsdPerGb: offer.ingressUsdPerGb } : {}),
    ...(offer.egressUsdPerGb ? { fromBoxUsdPerGb: offer.egressUsdPerGb } : {}),
    ...(offer.freeEgressGbPerHour ? { freeFromBoxGbPerHour: offer.freeEgressGbPerHour } : {}),
  };
  return isPriced(traffic) ? { traffic } : {};
}

function noCapacity(job: Job, declined: readonly Declined[], now: Date): NoCapacity {
  const lines = declined.map(
    ({ candidate, offer, why }) => `${candidate.platform}${offer ? ` ${offer.id}` : ''}: ${why}`,
  );
  const left = lines.length - MOST_DECLINED;
  const seconds = job.capacity?.tryAgainSeconds ?? TRY_AGAIN_SECONDS;
  return {
    type: 'no-capacity',
    declined: [
      ...lines.slice(0, MOST_DECLINED).map((line) => line.slice(0, 300)),
      ...(left > 0 ? [`and ${left} more offers`] : []),
    ],
    tryAgainAt: new Date(now.getTime() + seconds * 1000).toISOString(),
  };
}

function isNews({ noCapacity: last }: Run, missed: NoCapacity, now: Date): boolean {
  if (!last || last.declined.join('\n') !== missed.declined.join('\n')) return true;
  return secondsBetween(new Date(last.at), now) >= SAME_AGAIN_SECONDS;
}

/** @throws Problem when the job does not wait, or the stage may not last so long */
async function sleepUntil(
  world: World,
  { missed, patient, until }: { missed: NoCapacity; patient: boolean; until: Date | undefined },
): Promise<void> {
  const again = new Date(missed.tryAgainAt);
  if (!patient || (until && again > until)) throw nobodyHasOne(missed);
  world.face.line(`no candidate has a box now; asking again at ${missed.tryAgainAt}`);
  await world.clock.sleep(Math.max(0, secondsBetween(world.clock.now(), again)), world.signal);
}

const nobodyHasOne = ({ declined, tryAgainAt }: NoCapacity): Problem =>
  new Problem({
    code: 'no-capacity',
    kind: 'capacity',
    what: `No candidate has a box for this job now. Nothing was rented.\n${declined.map((line) => `- ${line}`).join('\n')}`,
    next: `Run the same command again after ${tryAgainAt}, or widen resources, candidates or budget.usdPerHour in the job file.`,
  });
