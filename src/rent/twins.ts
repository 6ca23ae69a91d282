import { drivenBy } from '../lease/driven.ts';
import type { EventBody } from '../lease/events.ts';
import type { Lease, Run } from '../lease/run.ts';
import { lostCreates, surfaced } from '../lease/surfaced.ts';
import { refuseMadeLater } from '../ledger/vouch.ts';
import type { Held, PlatformDriver } from '../platforms/driver.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';

/** Boxes that have the lease's name and are not its box: an earlier create of the same intent that answered late. */
export async function twinsOf(driver: PlatformDriver, lease: Lease, boxId: string): Promise<EventBody[]> {
  const others = (await seen(driver, lease.name)).filter((held) => held.boxId !== boxId);
  return others.map((held, i) => surfaced(`${lease.name}~${i + 2}`, lease, held));
}

/**
 * Of this run, what came up after its create had been given up for lost: its lease holds it from now on.
 *
 * @throws Problem `history-rewritten` where it was made too late for that
 */
export async function lateBoxes(world: World, run: Run): Promise<EventBody[]> {
  const events: EventBody[] = [];
  for (const lease of lostCreates(run)) {
    const [held] = await seen(await world.driver(drivenBy(lease)), lease.name);
    if (!held) continue;
    await refuseMadeLater(world, run, lease, held);
    events.push(surfaced(lease.name, lease, held));
  }
  return events;
}

/** A look that is not answered says nothing; the next stage and the stray hunt look again. */
async function seen(driver: PlatformDriver, name: string): Promise<Held[]> {
  try {
    return await driver.find(name);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'unreachable') return [];
    throw error;
  }
}
