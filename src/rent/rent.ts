import type { EventBody } from '../lease/events.ts';
import type { Lease, Run } from '../lease/run.ts';
import { type Held, type PlatformDriver, RentFailed, type RentIntent } from '../platforms/driver.ts';
import type { World } from '../world.ts';

/** How long a platform's list may lag behind a create whose answer was lost. */
const SETTLE_SECONDS = 5;

/**
 * Turns a written intent into exactly one box: finds it by name first, so that a crash after an earlier create adopts
 * that box; creates otherwise; and when the create failed looks again, twice, before calling it refused.
 */
export async function rent(world: World, run: Run, lease: Lease): Promise<EventBody[]> {
  const driver = await world.driver(lease.platform);
  const found = await driver.find(lease.name);
  if (found) return [rented(lease, found, true)];
  try {
    return [rented(lease, await driver.create(await intentOf(world, run, lease)), false)];
  } catch (error) {
    if (!(error instanceof RentFailed)) throw error;
    return afterFailure(world, driver, lease, error);
  }
}

/** An intent that is given up: the box that an interrupted create may have left behind is held after all. */
export async function giveUpIntent(world: World, lease: Lease): Promise<EventBody> {
  const driver = await world.driver(lease.platform);
  const left = await driver.find(lease.name);
  if (left) return rented(lease, left, true);
  return {
    type: 'rent-refused',
    lease: lease.name,
    reason: 'refused',
    what: 'given up before it was rented',
  };
}

async function afterFailure(
  world: World,
  driver: PlatformDriver,
  lease: Lease,
  error: RentFailed,
): Promise<EventBody[]> {
  for (let look = 0; look < 2; look += 1) {
    const left = await driver.find(lease.name);
    if (left) return [rented(lease, left, true)];
    if (look > 0 || error.reason !== 'unclear') continue;
    await world.clock.sleep(SETTLE_SECONDS, world.signal);
    // Two looks without time between them prove nothing: the intent stays, and the next run looks by its name.
    if (world.signal.aborted) return [];
  }
  world.face.warn(`${lease.platform} did not rent out ${lease.offer}: ${error.message}`);
  return [
    { type: 'rent-refused', lease: lease.name, reason: error.reason, what: error.message.slice(0, 300) },
  ];
}

async function intentOf(world: World, run: Run, lease: Lease): Promise<RentIntent> {
  const { intent } = lease;
  const login = await world.loginKey(run.id);
  const host = await world.hostKey(lease.name);
  return {
    name: lease.name,
    offer: {
      id: intent.offer,
      platform: intent.platform,
      summary: intent.summary,
      usdPerHour: intent.usdPerHour,
      market: intent.market,
    },
    authorizedKey: login.publicOpenSsh,
    hostKey: host.privateOpenSsh,
    ...(intent.attach === undefined ? {} : { attach: intent.attach }),
  };
}

const rented = (lease: Lease, held: Held, adopted: boolean): EventBody => ({
  type: 'rented',
  lease: lease.name,
  boxId: held.boxId,
  meters: held.meters,
  adopted,
});
