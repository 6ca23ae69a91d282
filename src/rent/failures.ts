import type { Run } from '../lease/run.ts';
import type { Offer } from '../platforms/driver.ts';

/** A machine that failed for another run is left alone for so long; it may have been mended since. */
export const HOST_FOR_SECONDS = 86_400;
/** An offer whose box never came up is the last choice for so long. */
const OFFER_FOR_SECONDS = 3600;

/** A box that never came up, or was found unfit. */
export interface Failure {
  /** Of the lease. */
  name: string;
  run: string;
  platform: string;
  offer: string;
  /** The physical machine, where the platform names it. */
  host: string | undefined;
  why: string;
  /** Its audit said so, not its boot. */
  unfit: boolean;
  /** ISO 8601; absent in records of before that was written. */
  at: string | undefined;
}

export const failuresOf = (run: Run): Failure[] =>
  run.leases.flatMap(({ name, platform, offer, host, failure, unfit, failedAt, evicted }) =>
    failure === undefined
      ? []
      : [
          {
            name,
            run: run.id,
            platform,
            offer,
            // Who was outbid had a machine that works.
            host: evicted ? undefined : host,
            why: failure,
            unfit,
            at: failedAt,
          },
        ],
  );

/** What a failure keeps us from, and until when. */
export interface HeldBack {
  why: string;
  /** ISO 8601; absent: for the whole run. */
  until?: string;
}

/** Neither here nor for another run is a machine taken again that failed; of another run that counts for a day. */
export function machineHeldBack(
  failures: readonly Failure[],
  run: string,
  { platform, hostId }: Pick<Offer, 'platform' | 'hostId'>,
): HeldBack | undefined {
  if (hostId === undefined) return;
  const bad = failures.find((each) => each.platform === platform && each.host === hostId);
  if (!bad) return;
  if (bad.run === run || bad.at === undefined)
    return { why: `its host ${hostId} failed as ${bad.name} earlier in this run: ${bad.why}` };
  const until = after(bad.at, HOST_FOR_SECONDS);
  return {
    why: `its host ${hostId} failed as ${bad.name} in another run (${bad.at}) and is not taken before ${until}: ${bad.why}`,
    until,
  };
}

/** What never came up an hour ago or less comes behind every other offer, and is not declined: it may be the only one there is. */
export function offerHeldBack(
  failures: readonly Failure[],
  { platform, id }: Pick<Offer, 'platform' | 'id'>,
  now: Date,
): HeldBack | undefined {
  const ofOffer = failures.filter((each) => each.platform === platform && each.offer === id);
  const last = ofOffer
    .flatMap(({ at }) => at ?? [])
    .sort()
    .at(-1);
  const bad = ofOffer.find(({ at }) => at === last);
  if (last === undefined || !bad) return;
  const until = after(last, OFFER_FOR_SECONDS);
  if (Date.parse(until) <= now.getTime()) return;
  return { why: `${bad.name} of it ${bad.unfit ? 'was unfit' : 'failed'} (${last}): ${bad.why}`, until };
}

const after = (at: string, seconds: number): string =>
  new Date(Date.parse(at) + seconds * 1000).toISOString();
