import { secondsBetween } from '../clock.ts';
import type { Surfaced } from './events.ts';
import { pricedMeters, type ToldMeter } from './meter-price.ts';
import type { Lease, Run } from './run.ts';
import type { Step } from './step.ts';
import type { TrafficPrice } from './traffic.ts';

/** A box as its platform tells of it. */
interface Box {
  boxId: string;
  meters: readonly ToldMeter[];
  since?: string;
  traffic?: TrafficPrice;
}

/** @param of the lease whose create made the box; `name` may be its own or a new one beside it */
export const surfaced = (name: string, of: Pick<Lease, 'name' | 'usdPerHour'>, held: Box): Surfaced => ({
  type: 'surfaced',
  lease: name,
  of: of.name,
  boxId: held.boxId,
  meters: pricedMeters(held.meters, of.usdPerHour),
  ...(held.since === undefined ? {} : { since: held.since }),
  ...(held.traffic === undefined ? {} : { traffic: held.traffic }),
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

/**
 * How long after a create whose answer was lost its box may still come up. Longer than any settle time of a profile (60 s)
 * and than a claim (120 s), short enough to wait out; what comes up later still is found by the hunt for strays.
 */
const LATE_SECONDS = 300;

/** Leases whose create was given up without an answer: each may have a box that nobody holds. */
export const lostCreates = (run: Run): Lease[] =>
  run.leases.filter(({ state, refusal }) => state === 'refused' && refusal?.reason === 'unclear');

/** What is looked for before a run closes, and until when; a closed run looks no more. */
export function lateSearch(run: Run): Extract<Step, { do: 'look-for-late' }>[] {
  const lost = lostCreates(run);
  if (lost.length === 0) return [];
  const until = lost.map(({ refusal, intent }) => {
    // To attach makes nothing that could come up.
    const seconds = intent.attach === undefined ? LATE_SECONDS : 0;
    return Date.parse(refusal?.at ?? '') + seconds * 1000;
  });
  return [
    {
      do: 'look-for-late',
      leases: lost.map(({ name }) => name),
      until: new Date(Math.max(...until)).toISOString(),
    },
  ];
}

/** The last creates at a platform, as long as none between them had an answer: each left nothing behind that was seen so far. */
export function lastUnclear(run: Run, platform: string): Lease[] {
  const tried = run.leases.filter((each) => each.platform === platform && each.state !== 'intended');
  const isUnclear = ({ state, refusal }: Lease) => state === 'refused' && refusal?.reason === 'unclear';
  return tried.slice(tried.findLastIndex((each) => !isUnclear(each)) + 1);
}
