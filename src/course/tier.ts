import { TransportFailed } from '../box/channel.ts';
import type { TierForSeal, TierNow } from '../collect/tier-place.ts';
import type { Job } from '../job/job.ts';
import { candidateOf } from '../launch/audit-lease.ts';
import { drivenBy } from '../lease/driven.ts';
import type { Lease, Run } from '../lease/run.ts';
import { fullPlan } from '../release/lease-plans.ts';
import { type Outliving, outliving } from '../storage/outliving.ts';
import type { World } from '../world.ts';

/** Whether what is sealed on the durable tier of the box is there after its release, by the very verbs of that release. */
async function outlivesRelease(world: World, job: Job, lease: Lease, dir: string): Promise<Outliving> {
  const { steps } = await fullPlan(world, lease, 'zero');
  const profile = await world.profile(lease.platform);
  return outliving(
    profile,
    candidateOf(job, lease),
    dir,
    steps.map(({ verb }) => verb),
  );
}

/** Of the box whose work has ended. */
export async function tierForSeal(world: World, run: Run, job: Job): Promise<TierForSeal> {
  const lease = run.leases.findLast(({ started, boxGone }) => started !== undefined && !boxGone);
  const durable = lease?.placed?.durable;
  if (!lease || durable === undefined) return { why: 'the box has none' };
  const found = await outlivesRelease(world, job, lease, durable);
  return found.outlives ? { durable, tier: found.tier } : { why: found.why };
}

/** By a box of the run that has it mounted, for as long as one is held. */
export async function tierNow(world: World, run: Run): Promise<TierNow> {
  const sealedIn = run.seal?.in;
  const lease = run.leases.findLast(
    ({ platform, placed }) => platform === sealedIn?.platform && placed?.durable,
  );
  const job = run.opened?.document;
  if (!sealedIn || !lease || !job) return { is: 'not-reached' };
  if (!(await outlivesRelease(world, job, lease, sealedIn.durable)).outlives) return { is: 'lost-with-box' };
  try {
    return { is: 'mounted', channel: await world.channel(lease) };
  } catch (error) {
    if (!(error instanceof TransportFailed)) throw error;
  }
  const { state } = await (await world.driver(drivenBy(lease))).describe(lease.boxId ?? '');
  return { is: state === 'gone' ? 'box-gone' : 'not-reached' };
}
