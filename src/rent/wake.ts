import { drivenBy } from '../lease/driven.ts';
import type { EventBody } from '../lease/events.ts';
import { costing, type Lease, type Run } from '../lease/run.ts';
import { comesUpAgain } from '../lease/self-park.ts';
import { RentFailed } from '../platforms/driver.ts';
import type { World } from '../world.ts';
import { reach } from './reach.ts';

/**
 * A box that parked itself is started again for the collect: what is meant to be done is written down, then it is done, then it is
 * waited for. Each part may be killed and done again; a start of what runs is quiet.
 *
 * @param until when the stage's own bound is over
 */
export async function wake(world: World, run: Run, lease: Lease, until?: Date): Promise<EventBody[]> {
  if (comesUpAgain(lease)) return reach(world, run, lease, until);
  if (lease.wakes === undefined) return [{ type: 'waking', lease: lease.name }];
  const { startAgain } = await world.driver(drivenBy(lease));
  if (!startAgain) return [notStarted(run, lease, 'gpu-lease knows no call for it there')];
  try {
    await startAgain(lease.boxId ?? '');
  } catch (error) {
    if (!(error instanceof RentFailed) || error.reason === 'unclear') throw error;
    return [notStarted(run, lease, error.message)];
  }
  world.face.line(`${lease.name} had parked itself; ${lease.platform} starts it again for the collect`);
  return [{ type: 'woken', lease: lease.name }];
}

function notStarted(run: Run, lease: Lease, why: string): EventBody {
  const { name, platform, clocks } = lease;
  const ends = clocks.map(({ effect, at }) => ` ${effect} (${at}).`).join('');
  const paid = costing(run).join('; ');
  return {
    type: 'halted',
    code: 'box-not-started',
    what: `${name} parked itself when its work was over, and ${platform} does not start it again: ${why}. Nothing is lost: its disk keeps the work.${ends}${paid === '' ? '' : ` Paid for meanwhile: ${paid}.`}`,
    next: `"gpu-lease resume ${run.id}" tries again. Where it goes on, start it in the console of ${platform}, without a card if that is offered, and then "gpu-lease resume ${run.id}" collects from it; "gpu-lease abandon ${run.id}" gives it back.`,
  };
}
