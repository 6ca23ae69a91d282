import { secondsBetween } from '../clock.ts';
import type { EventBody } from '../lease/events.ts';
import type { Run } from '../lease/run.ts';
import type { World } from '../world.ts';
import { lateBoxes } from './twins.ts';

/**
 * How long after a create whose answer was lost its box may still come up. Longer than any settle time of a profile (60 s)
 * and than a claim (120 s), short enough to wait out; what comes up later still is found by the hunt for strays.
 */
const LATE_SECONDS = 300;

/**
 * Closes the run, after the last look for what a lost create left behind: a closed run looks no more. Where the loss is
 * younger than a platform's list may lag, it waits first; when it is interrupted there, the run stays open.
 * @param usd what the run has cost, at the moment of closing
 */
export async function closeRun(world: World, run: Run, usd: (now: Date) => number): Promise<EventBody[]> {
  for (let wait = secondsToLook(run, world.clock.now()); ; wait = secondsToLook(run, world.clock.now())) {
    const late = await lateBoxes(world, run);
    if (late.length > 0) return late;
    if (wait <= 0) return [{ type: 'closed', usd: usd(world.clock.now()) }];
    world.face.line(
      `The answer to a create was lost; its box may still come up, so the run closes in ${Math.ceil(wait)} s.`,
    );
    await world.clock.sleep(Math.min(wait, LOOK_SECONDS), world.signal);
    if (world.signal.aborted) return [];
  }
}

/** Between two looks while waiting, so that a box that did come up bills no longer than that. */
const LOOK_SECONDS = 60;

function secondsToLook(run: Run, now: Date): number {
  const lost = run.leases.flatMap(({ state, refusal, intent }) =>
    // To attach makes nothing that could come up.
    state === 'refused' && refusal?.reason === 'unclear' && intent.attach === undefined ? [refusal.at] : [],
  );
  const ages = lost.map((at) => LATE_SECONDS - secondsBetween(new Date(at), now));
  return Math.max(0, ...ages);
}
