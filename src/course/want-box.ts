import { bringKeptHere } from '../collect/push-kept.ts';
import { requireSecrets } from '../launch/start.ts';
import type { EventBody } from '../lease/events.ts';
import { intend, type Order } from '../rent/intend.ts';
import type { World } from '../world.ts';
import { begin, lacksBeginning } from './begin.ts';
import { boundData, isDataNew, resolvedAs } from './data.ts';
import { warnOfLargeCheckpoint } from './large-checkpoint.ts';
import { restoringOf } from './store.ts';

/**
 * What the run begins from is here, and whatever the job's data come to is known, and the same as before, before anything is rented for them. Written down, they are
 * asked for by the same step again, and that is the one that rents.
 *
 * @param until when the stage's own bound is over
 */
export async function wantBox(world: World, order: Order, until?: Date): Promise<EventBody[]> {
  const { run, job, n } = order;
  if (lacksBeginning(run)) {
    world.face.heading('from');
    return begin(world, run, job);
  }
  if (isDataNew(run, job)) {
    world.face.heading('data');
    requireSecrets(world, job);
    const found = await boundData(world, run, job);
    return 'halted' in found ? [found.halted] : [resolvedAs(job, found.sources)];
  }
  world.face.heading(n === 1 ? 'rent' : `rent again (box ${n})`);
  await bringKeptHere(restoringOf(world, run, job));
  await warnOfLargeCheckpoint(world, run, job);
  requireSecrets(world, job);
  const same = await boundData(world, run, job);
  return 'halted' in same ? [same.halted] : intend(world, order, until);
}
