import { TransportFailed } from '../box/channel.ts';
import { probe } from '../box/keeper.ts';
import { secondsBetween } from '../clock.ts';
import { isWorking } from '../lease/endings.ts';
import { isQueued } from '../lease/fold-queue.ts';
import { jobOf, type Lease, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import { type FirstSight, firstSightOf, isOpen } from '../watch/first-sight.ts';
import { baselineOf } from '../watch/look.ts';
import type { Stage } from './effects.ts';

const MOST_SECONDS = 60;

/**
 * After a start of this very stage: waits for the first step of the work, at most a minute and at most for the stage's bound, and
 * says what it saw. The box works meanwhile, and nothing is written: a command that is killed here has lost nothing.
 *
 * @returns `undefined` where this stage started nothing, or the box was not reached
 */
export async function awaitFirstSight(stage: Stage, run: Run): Promise<FirstSight | undefined> {
  const { world } = stage;
  const lease = run.leases.find((each) => isWorking(run, each) && wasStartedBy(stage, each));
  // What waits in a queue may do so for days.
  if (!lease?.started || isQueued(lease)) return;
  const seen = await sightWithin(stage, run, lease).catch((error: unknown) => {
    if (!(error instanceof TransportFailed || error instanceof Problem)) throw error;
    world.face.warn(
      `${lease.name} was started and not reached since; whether it does its work is for the next look to say ("gpu-lease watch ${run.id}").`,
    );
  });
  if (seen?.isBad) world.face.warn(`${lease.name}: ${seen.says}`);
  else if (seen) world.face.line(`${lease.name}: ${seen.says}`);
  return seen ?? undefined;
}

const wasStartedBy = ({ startedAt }: Stage, lease: Lease): boolean =>
  lease.startedAt !== undefined && new Date(lease.startedAt) >= startedAt;

async function sightWithin(stage: Stage, run: Run, lease: Lease): Promise<FirstSight | undefined> {
  const { world } = stage;
  const { clock, signal } = world;
  const dir = lease.started?.dir;
  if (!dir) return;
  const of = { lease, job: jobOf(run), baseline: baselineOf(lease) };
  const began = clock.now();
  for (;;) {
    const seen = firstSightOf(await probe(await world.channel(lease), dir), of);
    const now = clock.now();
    const isOver =
      secondsBetween(began, now) >= MOST_SECONDS ||
      secondsBetween(stage.startedAt, now) >= stage.boundSeconds;
    if (!isOpen(seen) || isOver || signal.aborted) return seen;
    await clock.sleep(stage.pollSeconds, signal);
  }
}
