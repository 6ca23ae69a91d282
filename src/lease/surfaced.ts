import type { Held } from '../platforms/driver.ts';
import type { Surfaced } from './events.ts';
import { pricedMeters } from './meter-price.ts';
import type { Lease } from './run.ts';

/** @param of the lease whose create made the box; `name` may be its own or a new one beside it */
export const surfaced = (name: string, of: Pick<Lease, 'name' | 'usdPerHour'>, held: Held): Surfaced => ({
  type: 'surfaced',
  lease: name,
  of: of.name,
  boxId: held.boxId,
  meters: pricedMeters(held.meters, of.usdPerHour),
  ...(held.since === undefined ? {} : { since: held.since }),
});
