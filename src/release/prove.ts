import { secondsBetween } from '../clock.ts';
import { drivenBy } from '../lease/driven.ts';
import type { EventBody } from '../lease/events.ts';
import type { Lease } from '../lease/run.ts';
import type { MeterReading, PlatformDriver } from '../platforms/driver.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';

/** Rarely, because the platforms count calls; soon at first, because some are quick. */
const LOOK_AGAIN_SECONDS = { first: 2, most: 20 };

export interface Proof {
  /** After which what is not proven is owed. */
  withinSeconds: number;
  /** Two looks at the same lagging list prove nothing; so much time lies between the two that count. */
  apartSeconds: number;
  /** What a person can do where no program can. */
  consoleStep?: string;
  /** Look now, and again only where a first sighting waits for its second; the next stage looks at the rest. */
  once?: true;
}

/**
 * Looks at the platform until it has shown each meter gone twice, or the bound is reached. What is proven becomes
 * `meter-stopped`, what is not becomes `owed` with what to do about it: a debt, visible until settled. Debts that are
 * known are looked at as long as two sightings take, so that they do not hold up what comes after them.
 */
export async function prove(
  world: World,
  lease: Lease,
  meters: readonly string[],
  { withinSeconds, apartSeconds, consoleStep, once }: Proof,
): Promise<EventBody[]> {
  const driver = await world.driver(drivenBy(lease));
  const sightings = new Map<string, string[]>(meters.map((id) => [id, []]));
  const started = world.clock.now();
  const patienceSeconds = meters.every((id) => isOwed(lease, id)) ? apartSeconds : withinSeconds;
  for (let pause = LOOK_AGAIN_SECONDS.first; ; pause = Math.min(pause * 1.5, LOOK_AGAIN_SECONDS.most)) {
    await look(world, driver, lease, sightings);
    const open = [...sightings].filter(([, seen]) => seen.length < 2);
    if (open.length === 0) break;
    const left = patienceSeconds - secondsBetween(started, world.clock.now());
    const almost = open.some(([, seen]) => seen.length === 1);
    if ((once ? !almost : left <= 0) || world.signal.aborted) break;
    await world.clock.sleep(almost ? apartSeconds : Math.min(pause, left), world.signal);
  }
  return [...sightings].flatMap(([meter, seen]): EventBody[] => {
    if (seen.length >= 2) return [{ type: 'meter-stopped', lease: lease.name, meter, sightings: seen }];
    // Whoever was interrupted has not looked to the end, so nothing is known to be owed.
    const isEarly = once === true && waitedSeconds(lease, world.clock.now()) < withinSeconds;
    return world.signal.aborted || isEarly ? [] : owed(lease, meter, consoleStep);
  });
}

/** Since a meter of the box should have stopped: the last verb that the platform accepted, or the loss of the box. */
function waitedSeconds({ verbAt, lostAt }: Lease, now: Date): number {
  const since = verbAt ?? lostAt;
  return since === undefined ? Number.POSITIVE_INFINITY : secondsBetween(new Date(since), now);
}

async function look(
  world: World,
  driver: PlatformDriver,
  lease: Lease,
  sightings: Map<string, string[]>,
): Promise<void> {
  const readings = await readMeters(world, driver, lease);
  const at = world.clock.now().toISOString();
  for (const [id, seen] of sightings) {
    const state = readings.find((reading) => reading.id === id)?.state ?? 'unknown';
    // A meter that comes back after one sighting was never gone: a stale list, and the count starts again.
    if (state === 'gone') seen.push(at);
    else seen.length = 0;
  }
}

/** Not answered is "unknown": it proves nothing and it is no reason to stop proving the others. */
async function readMeters(world: World, driver: PlatformDriver, lease: Lease): Promise<MeterReading[]> {
  try {
    return await driver.meters({
      boxId: lease.boxId ?? '',
      name: lease.name,
      meters: lease.meters.map(asMeter),
    });
  } catch (error) {
    if (error instanceof Problem && error.kind === 'unreachable') {
      world.face.warn(`${lease.platform} did not answer: ${error.what}`);
      return [];
    }
    throw error;
  }
}

/** Looks in a row that make it a fact that a stopped box computes again: a list that lags shows it running once. */
const RUNNING_LOOKS = 2;

/**
 * Whether meters that were proven stopped are so still. A platform that does not answer, not clearly, or does not let us in says
 * nothing, and keeps nobody from the work that goes on elsewhere: the next look asks again.
 */
export async function recheck(world: World, lease: Lease, meters: readonly string[]): Promise<EventBody[]> {
  const driver = await world.driver(drivenBy(lease));
  let running: string[] = [];
  for (let looks = 1; looks <= RUNNING_LOOKS; looks += 1) {
    const own = (await readWhereLetIn(world, driver, lease)).filter(({ id }) => meters.includes(id));
    const readings = own.length > 0 ? own : await shownRunning(driver, lease, meters);
    running = readings.filter(({ state }) => state === 'running').map(({ id }) => id);
    if (readings.length === meters.length && readings.every(({ state }) => state === 'gone'))
      return [{ type: 'stands-stopped', lease: lease.name }];
    if (running.length === 0) return [];
    if (looks < RUNNING_LOOKS) await world.clock.sleep(LOOK_AGAIN_SECONDS.first, world.signal);
  }
  return [{ type: 'runs-again', lease: lease.name, meters: running }];
}

async function readWhereLetIn(world: World, driver: PlatformDriver, lease: Lease): Promise<MeterReading[]> {
  try {
    return await readMeters(world, driver, lease);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`Whether ${lease.name} stands stopped cannot be seen: ${error.what}`);
    return [];
  }
}

/** Of a box that cannot be asked for itself: the list of what runs may show it all the same. That it does not says nothing. */
async function shownRunning(
  driver: PlatformDriver,
  lease: Lease,
  meters: readonly string[],
): Promise<MeterReading[]> {
  const listed = await driver.running?.().catch(() => undefined);
  const isThere = listed?.get(lease.boxId ?? '')?.state === 'running';
  return isThere ? meters.map((id) => ({ id, state: 'running' })) : [];
}

const asMeter = (meter: Lease['meters'][number]) => ({
  id: meter.id,
  kind: meter.kind as 'gpu',
  usdPerHour: meter.usdPerHour,
  source: meter.source,
});

const isOwed = (lease: Lease, meter: string): boolean =>
  lease.meters.some((each) => each.id === meter && each.owed !== undefined);

/** A debt is written once; a second look at the same debt adds nothing. */
function owed(lease: Lease, meter: string, consoleStep: string | undefined): EventBody[] {
  if (isOwed(lease, meter)) return [];
  return [
    {
      type: 'owed',
      lease: lease.name,
      meter,
      why: `${lease.platform} has not shown it gone two times`,
      next:
        consoleStep ??
        `look at box ${lease.boxId ?? lease.name} in the console of ${lease.platform}, then run the release again`,
    },
  ];
}
