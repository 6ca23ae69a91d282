import type { Collected } from '../collect/gathering.ts';
import type { Keeping } from '../collect/keep.ts';
import { mendDisk } from '../collect/mend-disk.ts';
import { lastThere, leftThere } from '../launch/start.ts';
import type { EventBody } from '../lease/events.ts';
import { pullingAlone } from './pulling.ts';
import { afarOf, restoringOf } from './store.ts';

/** The meter runs while a newer checkpoint comes here, and what has come is not asked for again. */
const LOOK_SECONDS = 900;

/**
 * Before an attempt on the disk of the one before it: half a checkpoint is no reason to die at each start where a whole one is kept.
 *
 * @returns events to be recorded before it is started
 */
export async function mendBeforeStart(
  { keeping }: { keeping: Keeping },
  of: Collected,
  attempt: number,
): Promise<EventBody[]> {
  const { world, run, lease, job } = of;
  const last = lastThere(run, lease);
  const isKept = [...run.cells.values()].some(({ sets, ended }) => sets.length > 0 && !ended);
  if (!isKept || !last.started) return [];
  const channel = await world.channel(lease);
  const seen = await leftThere(channel, last);
  // What has begun is live, and nothing live is touched.
  if (!seen || seen.queue === 'running' || seen.attempt >= attempt) return [];
  const { started } = last;
  return pullingAlone(world, run, () =>
    mendDisk({
      of: { ...of, lease: { ...lease, started } },
      restoring: { ...restoringOf(world, run, job), lease },
      channel,
      dir: started.dir,
      attempt,
      seen,
      keeping,
      boxStores: async () => (await afarOf(world, run, job))?.stores ?? [],
      lookSeconds: LOOK_SECONDS,
    }),
  );
}
