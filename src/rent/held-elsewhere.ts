import { formatSshTarget, parseSshTarget } from '../box/ssh-target.ts';
import type { Intended, LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import { costing, type Lease, openMeters, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';

/**
 * A box that was named by hand is not exclusive by itself: two runs on it would share its GPU and its disk, and the
 * release of one would take the other's data. So it belongs to the first run of the ledger that holds it.
 * @throws Problem `box-held-elsewhere`
 */
export async function refuseHeldElsewhere(world: World, run: Run, lease: Lease): Promise<void> {
  if (lease.intent.attach === undefined) return;
  const mine = await addressesOf(world, lease.intent);
  const since = intentOf(lease, (await world.ledger.read(run.id)).events);
  for (const { run: id } of await world.ledger.list()) {
    if (id === run.id) continue;
    const { events } = await world.ledger.read(id);
    for (const other of fold(id, events).leases) {
      if (other.intent.attach === undefined || !isBefore(other, intentOf(other, events), since)) continue;
      const theirs = await addressesOf(world, other.intent);
      if (theirs.some((address) => mine.includes(address))) throw heldElsewhere(run, lease, id, other);
    }
  }
}

/** A box that is held is held; of two that are only intended the earlier one has it, for whoever asks. */
const isBefore = (other: Lease, theirIntent: string, ours: string): boolean =>
  openMeters(other).length > 0 || (other.state === 'intended' && theirIntent < ours);

/** Comparable, the same from everywhere, and never equal for two leases. */
function intentOf(lease: Lease, events: readonly LedgerEvent[]): string {
  const event = events.find((each) => each.type === 'intended' && each.lease === lease.name);
  return `${event?.at ?? ''} ${lease.name}`;
}

/** As it was written, and where that leads by one's own SSH configuration: two names can be one box. */
async function addressesOf(world: World, intent: Intended): Promise<string[]> {
  const written = formatSshTarget(parseSshTarget(intent.attach ?? intent.offer));
  const driver = await world.driver(intent);
  // A name of somebody else's configuration leads nowhere here; what was written is still compared.
  const { endpoint } = await driver.describe(written).catch(() => ({ endpoint: undefined }));
  return [written, ...(endpoint ? [`${endpoint.host} ${endpoint.port}`] : [])];
}

function heldElsewhere(run: Run, lease: Lease, id: string, other: Lease): Problem {
  return new Problem({
    code: 'box-held-elsewhere',
    kind: 'refused',
    what: `${lease.intent.attach} is held by run ${id} (${other.name}, ${other.state}); nothing was started on it.`,
    next: `Let that run end, or end it ("gpu-lease status ${id}"), then run the same command again; "gpu-lease abandon ${run.id}" gives this one up.`,
    costing: costing(run),
  });
}
