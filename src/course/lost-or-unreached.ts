import { TransportFailed } from '../box/channel.ts';
import { drivenBy } from '../lease/driven.ts';
import type { EventBody, Preempted } from '../lease/events.ts';
import { lossOf, shownLost } from '../lease/loss.ts';
import { costing, type Lease, type Run } from '../lease/run.ts';
import { mayHaveParked, parkedItself } from '../lease/self-park.ts';
import { Problem } from '../problem.ts';
import { evictionClocks, parkClocks, stayStopped } from '../release/lease-plans.ts';
import { keepStopped } from '../release/release.ts';
import { asProblem } from '../rent/reach.ts';
import type { World } from '../world.ts';
import { NOT_REACHED } from './over-any-line.ts';

const isEviction = (event: EventBody): event is Preempted =>
  event.type === 'preempted' && event.what === 'evicted';

type Parked = Extract<EventBody, { type: 'parked' }>;
const isOwnPark = (event: EventBody): event is Parked => event.type === 'parked' && event.itself === true;

/** What an eviction asks for before it is written down: that the box does not come back by itself; and what it runs into. */
export async function evicted(world: World, lease: Lease, events: EventBody[]): Promise<EventBody[]> {
  const park = events.find(isOwnPark);
  if (park) {
    await world.hangUp(lease.name);
    world.face.line(
      `${lease.name} is stopped, as it was told to stop itself (${park.verb}) when its work was over; it is started again to be collected`,
    );
    const clocks = await parkClocks(world, lease);
    return events.map((event) => (isOwnPark(event) ? { ...event, clocks } : event));
  }
  if (!events.some(isEviction)) return events;
  await keepStopped(world, lease, await stayStopped(world, lease));
  const clocks = await evictionClocks(world, lease);
  return events.map((event) => (isEviction(event) ? { ...event, clocks } : event));
}

/** Identity and login failures become problems that name the box and what it costs. */
export async function reported(
  world: World,
  run: Run,
  lease: Lease,
  work: () => Promise<EventBody[]>,
): Promise<EventBody[]> {
  try {
    return await evicted(world, lease, await work());
  } catch (error) {
    if (error instanceof TransportFailed && error.reason === 'noise') throw mixedUp(run, lease, error);
    if (error instanceof TransportFailed) return lostOrUnreached(world, run, lease, error);
    // It answers, and what was laid down on it is not there: reset to its image, or made anew under its name.
    if (error instanceof Problem && error.code === 'keeper-gone' && lease.started && !run.seal)
      return [{ type: 'preempted', lease: lease.name, what: 'disk', why: error.what.slice(0, 300) }];
    throw asProblem(error, run, lease);
  }
}

/** The line broke: only the platform may say that the box is gone, twice; else nothing is known and nothing changes. */
async function lostOrUnreached(
  world: World,
  run: Run,
  lease: Lease,
  error: TransportFailed,
): Promise<EventBody[]> {
  const driver = await world.driver(drivenBy(lease));
  await world.hangUp(lease.name);
  for (let sighting = 1; ; sighting += 1) {
    const seen = await driver.describe(lease.boxId ?? '');
    const what = lossOf(run, lease, seen, world.clock.now());
    const isStopped = seen.state === 'stopped';
    const isOurs = isStopped && mayHaveParked(lease, undefined, world.clock.now());
    if (isOurs && sighting === 2) return evicted(world, lease, [parkedItself(lease)]);
    if (!what && (!isStopped || (lease.unreached?.shown === 'stopped' && !isOurs)))
      throw notReached(run, lease, seen.state, error);
    if (sighting === 2 && !what) return [{ type: 'unreached', lease: lease.name, shown: 'stopped' }];
    if (sighting === 2 && what) return evicted(world, lease, [shownLost(lease, what, error.reason)]);
    await world.clock.sleep(1, world.signal);
  }
}

/** It answers, and more often than that it would be asked in vain. */
const mixedUp = (run: Run, lease: Lease, cause: TransportFailed): Problem =>
  new Problem(
    {
      code: 'bytes-altered',
      kind: 'failed',
      what: `${lease.name} answers, and what it sends is not what its files and commands say: ${cause.message}. None of it counts; nothing on the box was touched.`,
      next: "Look at what writes into the output of that account's commands (start files, a banner, a monitor, ForceCommand) and take it out; then run the same command again, which goes on where this one stopped.",
      costing: costing(run),
    },
    { cause },
  );

const notReached = (run: Run, lease: Lease, state: string, cause: TransportFailed): Problem =>
  new Problem(
    {
      code: NOT_REACHED,
      kind: 'unreachable',
      what: `${lease.name} was not reached (${cause.reason}: ${cause.message}); the platform calls it ${state}. This says nothing about the run.`,
      next: 'Run the same command again; it goes on where this one stopped.',
      costing: costing(run),
    },
    { cause },
  );
