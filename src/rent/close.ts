import { secondsBetween } from '../clock.ts';
import type { EventBody } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import type { World } from '../world.ts';
import { lateBoxes } from './twins.ts';

/** Between two looks while waiting, so that a box that did come up bills no longer than that. */
const LOOK_SECONDS = 60;

/**
 * Looks for what a lost create left behind, up to the time that it may still come up and once after it.
 *
 * @throws the signal's reason where it is interrupted: nobody has looked to the end, so the run may not close
 */
export async function lookForLate(world: World, run: Run, until: Date): Promise<EventBody[]> {
  for (;;) {
    const wait = secondsBetween(world.clock.now(), until);
    const late = await lateBoxes(world, run);
    if (late.length > 0 || wait <= 0) return late;
    world.face.line(
      `The answer to a create was lost; its box may still come up, so the run closes in ${Math.ceil(wait)} s.`,
    );
    await world.clock.sleep(Math.min(wait, LOOK_SECONDS), world.signal);
    world.signal.throwIfAborted();
  }
}
