import { drivenBy } from '../lease/driven.ts';
import type { EventBody } from '../lease/events.ts';
import { wasGivenUp } from '../lease/giving-up.ts';
import { costing, type Lease, type Run } from '../lease/run.ts';
import type { PlannedVerb } from '../lease/step.ts';
import type { Teardown } from '../lease/teardown.ts';
import {
  type EvidenceNow,
  type Issued,
  issueAbandonWarrant,
  issueParkWarrant,
  issueUnusedWarrant,
  issueWarrant,
  type Warrant,
} from '../lease/warrant.ts';
import { refuseRewritten } from '../ledger/vouch.ts';
import { Problem, Problems } from '../problem.ts';
import type { World } from '../world.ts';
import { askPerson, type ByHand, isByHand } from './by-hand.ts';

/**
 * One verb of the teardown plan, under a warrant issued this moment. Quiet when the platform had done it already; where
 * only a person can do it, it is asked for.
 */
export async function releaseVerb(
  world: World,
  hand: ByHand,
  verb: string,
  evidence: () => Promise<EvidenceNow>,
): Promise<EventBody[]> {
  const { run, lease } = hand;
  const now = world.clock.now();
  const issued = wasGivenUp(lease)
    ? issueAbandonWarrant(hand, lease.lost, now)
    : issueWarrant(hand, await evidence(), now);
  const warrant = warrantOf(run, issued);
  if (isByHand(lease)) return askPerson(world, hand, verb);
  await refuseRewritten(world, run, lease);
  return sent(world, { lease, warrant, verb }, '');
}

/** One verb of the teardown plan on a box that never carried anything: no seal, no person, nothing to lose. */
export async function discardVerb(world: World, hand: ByHand, verb: string): Promise<EventBody[]> {
  const { run, lease, plan } = hand;
  const warrant = warrantOf(run, issueUnusedWarrant(lease, plan));
  if (isByHand(lease)) return askPerson(world, hand, verb);
  await refuseRewritten(world, run, lease);
  return sent(world, { lease, warrant, verb }, ', which was never used');
}

/** One verb on its way to the platform, and the right to it. */
interface Sending {
  lease: Lease;
  warrant: Warrant;
  verb: string;
}

/** What is gone already needs no verb; that it is, is proven after this as ever. */
async function sent(world: World, sending: Sending, words: string): Promise<EventBody[]> {
  const { lease, verb } = sending;
  const again = lease.verbTimes.get(verb) ?? 0;
  const isGone = await isShownGone(world, lease);
  if (!isGone) await carryOut(world, sending);
  const times =
    again > 0 ? `, sent for the ${again + 1}th time: it was not seen to have been carried out` : '';
  world.face.line(
    isGone
      ? `${lease.platform} shows ${lease.name} gone already; "${verb}" was not sent`
      : `${lease.platform} accepted "${verb}" of ${lease.name}${words}${times}`,
  );
  return [{ type: 'releasing', lease: lease.name, verb, ...(isGone && { found: 'gone' as const }) }];
}

/** Only of the box itself: a volume beside it may be there when it is gone. */
async function isShownGone(world: World, lease: Lease): Promise<boolean> {
  const driver = await world.driver(drivenBy(lease));
  const kinds = lease.meters.filter(({ stoppedAt }) => stoppedAt === undefined).map(({ kind }) => kind);
  if (!kinds.every((kind) => kind === 'gpu' || kind === 'cpu' || kind === 'disk')) return false;
  try {
    return (await driver.describe(lease.boxId ?? '')).state === 'gone';
  } catch (error) {
    if (error instanceof Problem && error.kind === 'unreachable') return false;
    throw error;
  }
}

/**
 * A box that the platform stopped may come back by itself, and its meter with it: where a stop is reversible and destroys
 * nothing, it is told to stay stopped. Quiet where there is no such verb.
 */
export async function keepStopped(world: World, lease: Lease, stop: PlannedVerb | undefined): Promise<void> {
  if (!stop) return;
  const issued = issueParkWarrant(lease, [stop]);
  if (!issued.ok) return;
  try {
    await carryOut(world, { lease, warrant: issued.warrant, verb: stop.verb });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(
      `${lease.name} could not be told to stay stopped: ${error.what} It may come back and bill.`,
    );
  }
}

/** The reversible stop that the job file pre-approved, or that ends a meter nobody has any use of. */
export async function park(world: World, parking: Parking): Promise<EventBody[]> {
  const { run, lease, plan, clocks, why } = parking;
  const warrant = warrantOf(run, issueParkWarrant(lease, plan));
  for (const { verb } of plan) await carryOut(world, { lease, warrant, verb });
  const verb = plan.map((each) => each.verb).join(', ');
  world.face.line(`parked ${lease.name} (${verb}); its data is kept, see the clocks`);
  return [{ type: 'parked', lease: lease.name, verb, clocks, ...(why !== undefined && { why }) }];
}

export interface Parking extends Teardown {
  clocks: { id: string; effect: string; at: string }[];
  /** Where nobody asked for it. */
  why?: string | undefined;
}

async function carryOut(world: World, { lease, warrant, verb }: Sending): Promise<void> {
  const driver = await world.driver(drivenBy(lease));
  await world.hangUp(lease.name);
  await driver.carryOut(warrant, lease.boxId ?? '', verb);
}

/** A refused warrant, as problems that each say how to go on. */
function warrantOf(run: Run, issued: Issued): Warrant {
  if (issued.ok) return issued.warrant;
  const [first, ...rest] = issued.refusals.map(
    ({ code, what, next }) => new Problem({ code, kind: 'refused', what, next, costing: costing(run) }),
  );
  if (first && rest.length > 0) throw new Problems([first, ...rest]);
  throw first;
}
