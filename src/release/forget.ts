import { isOfTheLine } from '../box/channel.ts';
import { drivenBy } from '../lease/driven.ts';
import { isQueued } from '../lease/fold-queue.ts';
import type { Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';

/** What a queue still shows of a run that closes now may go there. It costs nothing, so a queue that does not answer holds up nothing. */
export async function forgetSubmissions(world: World, { leases }: Pick<Run, 'leases'>): Promise<void> {
  for (const lease of leases) {
    const { boxId } = lease;
    if (boxId === undefined || !isQueued(lease)) continue;
    try {
      const driver = await world.driver(drivenBy(lease));
      await driver.forget?.(boxId);
    } catch (error) {
      if (!(error instanceof Problem || isOfTheLine(error))) throw error;
      world.face.line(
        `${lease.platform} goes on showing ${lease.name}, which is over and costs nothing: ${error.message}`,
      );
    }
  }
}
