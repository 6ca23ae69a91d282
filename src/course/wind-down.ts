import { TransportFailed } from '../box/channel.ts';
import { probe } from '../box/keeper.ts';
import type { Collected } from '../collect/gathering.ts';
import { launcherFor } from '../launch/registry.ts';
import type { EventBody } from '../lease/events.ts';
import type { Lease } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import { type Bringing, keepNew } from './pulling.ts';

/** For a trainer that writes a last checkpoint when it is asked to end. */
const GRACE_SECONDS = 30;

/** Pulls whatever is newest on a box, once more, and the rest of what it printed. A box that does not answer has nothing to give: said, and no failure. */
export async function salvage(bringing: Bringing, of: Collected): Promise<EventBody[]> {
  const { world, run, lease, job } = of;
  const { started } = lease;
  if (!started) return [];
  return quietly(world, `nothing more could be saved from ${lease.name}`, [], async () => {
    const seen = await probe(await world.channel(lease), started.dir);
    return keepNew(bringing, { world, run, lease, job }, seen, true);
  });
}

/** Asks what we started on a box to end, and sees that it does. */
export async function endWork(world: World, lease: Lease, graceSeconds = GRACE_SECONDS): Promise<void> {
  const { started } = lease;
  if (!started) return;
  await quietly(world, `the job may still run on ${lease.boxId}`, undefined, async () => {
    const channel = await world.channel(lease);
    await launcherFor(started.launcher).signal(channel, started.dir, graceSeconds);
  });
}

async function quietly<T>(world: World, what: string, otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TransportFailed || error instanceof Problem)) throw error;
    world.face.warn(`${what}: ${error.message}`);
    return otherwise;
  }
}
