import { secondsBetween } from '../clock.ts';
import type { LedgerEvent } from '../lease/events.ts';
import { fold } from '../lease/fold.ts';
import type { Run } from '../lease/run.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Offer } from '../platforms/driver.ts';
import { Problem } from '../problem.ts';

/** A machine that failed for another run is left alone for so long; it may have been mended since. */
const HOST_FOR_SECONDS = 86_400;
/** An offer whose box never came up is the last choice for so long. */
const OFFER_FOR_SECONDS = 3600;
/** So many closed runs are read, each by itself: the newest. */
const MOST_CLOSED = 10;

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
  run.leases.flatMap(({ name, platform, offer, host, failure, unfit, failedAt }) =>
    failure === undefined
      ? []
      : [{ name, run: run.id, platform, offer, host, why: failure, unfit, at: failedAt }],
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

/**
 * Failures of the last day in other runs of the ledger: what the account has paid for once, it need not pay for again. A record that
 * cannot be read says nothing about an offer and keeps nobody from renting.
 */
export async function failuresElsewhere(
  ledger: Pick<Ledger, 'list' | 'read' | 'readOpen'>,
  own: string,
  now: Date,
): Promise<Failure[]> {
  const open = [...(await ledger.readOpen())].filter(([id]) => id !== own);
  const records = open.map(([id, record]) => [id, record instanceof Problem ? [] : record.events] as const);
  const closed = (await ledger.list({ archived: true }))
    .filter(({ archived, updatedAt }) => archived && isOfLate(updatedAt, now))
    .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    .slice(0, MOST_CLOSED);
  for (const { run } of closed) records.push([run, await eventsOf(ledger, run)]);
  return records
    .flatMap(([id, events]) => failuresOf(fold(id, events)))
    .filter(({ at }) => at !== undefined && isOfLate(at, now));
}

async function eventsOf(ledger: Pick<Ledger, 'read'>, run: string): Promise<LedgerEvent[]> {
  try {
    return (await ledger.read(run)).events;
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

const isOfLate = (at: string, now: Date): boolean => secondsBetween(new Date(at), now) < HOST_FOR_SECONDS;
