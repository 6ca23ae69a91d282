import { secondsBetween } from '../clock.ts';
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

/** A create that was given up has its effect so long after that at the latest: what was made later, somebody else had made. */
const LATE_EFFECT_SECONDS = 1800;

/**
 * Whether a box is the late effect of a create that was given up. One that was made later has the name from another record than
 * this one, which may have been taken back, and may hold work.
 *
 * @param madeAt ISO 8601, by the platform's own word; not said is no evidence
 */
export const isLateEffect = ({ refusal }: Pick<Lease, 'refusal'>, madeAt: string | undefined): boolean =>
  refusal !== undefined &&
  madeAt !== undefined &&
  secondsBetween(new Date(refusal.at), new Date(madeAt)) <= LATE_EFFECT_SECONDS;
