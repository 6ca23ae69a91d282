import type { EventOf } from '../events.ts';
import { hold, MOST_LEASES, move, newLease, tooManyLeases } from '../fold-lease.ts';
import { currentLease, type Run } from '../run.ts';
import { type Ignored, ofLease, ofRun } from './entry.ts';
import { boolean, fields, listOf, number, oneOf, optional, text } from './shape.ts';
import { trafficPrice } from './traffic.ts';

export const meterPrices = listOf(fields({ id: text, kind: text, usdPerHour: number, source: text }));

/** How a box is asked for, and what came of it. */
export const RENT_EVENTS = [
  /** Written before the create call leaves. */
  ofRun(
    'intended',
    {
      /** Lease name, `<run id>-<n>`: the deterministic resource name at the platform. */
      lease: text,
      platform: text,
      offer: text,
      summary: text,
      usdPerHour: number,
      market: oneOf<'on-demand' | 'spot'>(),
      /** Attach only: the box that is already there, as the job file names it. */
      attach: optional(text),
      /** A queue only: how it is reached, as the job file names it. What is rented is then one submission to it. */
      queue: optional(text),
      /** A queue only: that submission has so many tasks, one for each cell that has not ended, in their order. */
      tasks: optional(fields({ count: number, atOnce: number })),
      /** Position of the candidate in the job; absent in records of before there were several of one platform. */
      candidate: optional(number),
      /** The physical machine and the region of the offer, where the platform names them. */
      host: optional(text),
      region: optional(text),
      /** What the offer says that bytes cost; absent where its platform bills none. */
      traffic: trafficPrice,
      /** What the rest of the job was expected to cost on it, where the job says how long it takes. */
      expectedUsd: optional(number),
      /** Login name, where the job names another than the platform's usual one. */
      user: optional(text),
      /** Which process will send the create: one word, made up by it. Absent in records of before. */
      claim: optional(text),
    },
    {
      apply: (run, event): Ignored => intend(run, event),
      subject: (event) => `intend to rent ${event.lease} on ${event.platform}`,
      sentence: (event) =>
        `intends ${event.lease}: ${event.summary} on ${event.platform} at ${event.usdPerHour} USD/h`,
    },
  ),

  /**
   * Another process takes over an intent whose first one is gone: only the one whose claim is the last may send a create,
   * because no platform refuses a second box of one name.
   */
  ofLease(
    'claimed',
    { lease: text, claim: text },
    {
      apply: (_run, lease, event): Ignored =>
        move(lease, ['intended'], 'intended', () => {
          lease.claim = { by: event.claim, at: event.at };
        }),
      subject: (event) => `another process goes on with ${event.lease}`,
      sentence: (event) => `another process goes on renting ${event.lease}; the first one is gone`,
    },
  ),

  /** A create that is proven to have left nothing behind (found by name: none, twice). */
  ofLease(
    'rent-refused',
    { lease: text, reason: oneOf<'no-capacity' | 'refused' | 'unclear'>(), what: text },
    {
      apply: (_run, lease, event): Ignored =>
        move(lease, ['intended'], 'refused', () => {
          lease.refusal = { reason: event.reason, what: event.what, at: event.at };
        }),
      subject: (event) => `could not rent ${event.lease}: ${event.reason}`,
      sentence: (event) => `${event.lease} was not rented (${event.reason}): ${event.what}`,
    },
  ),

  /** No candidate had a box. An outcome, not a failure. */
  ofRun(
    'no-capacity',
    {
      /** `platform: why`, the first few. */
      declined: listOf(text),
      tryAgainAt: text,
    },
    {
      apply(run, event): Ignored {
        run.noCapacity = { ...event, since: run.noCapacity?.since ?? event.at };
        return;
      },
      subject: () => 'no candidate has a box',
      sentence: (event) =>
        `no candidate has a box; again at ${event.tryAgainAt}${event.declined.map((why) => `; ${why}`).join('')}`,
    },
  ),

  ofLease(
    'rented',
    {
      lease: text,
      boxId: text,
      meters: meterPrices,
      /** Found by name after a lost answer or a crash, not created by this call. */
      adopted: boolean,
      host: optional(text),
      /** When the platform says that it began to bill; else the event's own time counts. */
      since: optional(text),
      /** When the platform's own timer ends the box. */
      endsAt: optional(text),
      /** The platform has such a timer and it is not set on this box: why. */
      untimed: optional(text),
      /** What bytes cost, where the platform says it of the box itself; else what the offer said counts. */
      traffic: trafficPrice,
    },
    {
      apply(_run, lease, event): Ignored {
        if (lease.state !== 'intended') return `lease is ${lease.state}`;
        hold(lease, event);
        lease.adopted = event.adopted;
        lease.host = event.host ?? lease.host;
        lease.endsAt = event.endsAt;
        lease.untimed = event.untimed;
        return move(lease, ['intended'], 'rented');
      },
      subject: (event, platformOf) =>
        `${event.adopted ? 'adopted' : 'rented'} ${event.lease} on ${platformOf(event.lease) ?? 'its platform'}`,
      sentence: (event) =>
        `${event.adopted ? 'adopted' : 'rented'} ${event.lease}; meters: ${event.meters.map((meter) => `${meter.id} ${meter.usdPerHour} USD/h`).join(', ')}`,
    },
  ),

  /** A rented box that never came up within its deadline, or said that it never will. Nothing was ever put on it. */
  ofLease(
    'boot-failed',
    {
      lease: text,
      why: text,
      /** Not taken again in this run. */
      host: optional(text),
    },
    {
      apply: (_run, lease, event): Ignored =>
        move(lease, ['rented'], 'failed', () => {
          lease.failure = event.why;
          lease.failedAt = event.at;
          lease.host = event.host ?? lease.host;
        }),
      subject: (event) => `${event.lease} never came up`,
      sentence: (event) =>
        `${event.lease} NEVER CAME UP: ${event.why}${event.host === undefined ? '' : `; host ${event.host} is not taken again`}`,
    },
  ),

  /**
   * A box that a create of ours left behind and that nobody holds: the late answer to a refused intent, or a second box of
   * one name. Nothing was ever put on it, so it goes back without a seal.
   */
  ofRun(
    'surfaced',
    {
      /** Name of the refused lease that it turned out to be, or a new one, `<lease>~2`. */
      lease: text,
      /** The lease whose intent made it. */
      of: text,
      boxId: text,
      meters: meterPrices,
      since: optional(text),
      traffic: trafficPrice,
    },
    {
      apply: (run, event): Ignored => surface(run, event),
      subject: (event) => `${event.lease} surfaced, a box that nobody holds`,
      sentence: (event) =>
        `SURFACED ${event.lease} (box ${event.boxId}): an earlier create of ${event.of} left it behind`,
    },
  ),
] as const;

function intend(run: Run, event: EventOf<'intended'>): Ignored {
  if (run.leases.some((lease) => lease.name === event.lease)) return 'intended already';
  if (!event.lease.startsWith(`${run.id}-`)) return `${event.lease} is a lease of another run`;
  if (currentLease(run)) return 'another lease is held';
  if (run.leases.length >= MOST_LEASES) return tooManyLeases;
  run.noCapacity = undefined;
  run.leases.push(newLease(event, event.at));
  return;
}

/** A box that nobody holds: the refused lease that made it holds it now, or a lease of its own beside the one of its name. */
function surface(run: Run, event: EventOf<'surfaced'>): Ignored {
  const origin = run.leases.find((each) => each.name === event.of);
  if (!origin) return `no lease ${event.of}`;
  if (run.leases.some((each) => each.boxId === event.boxId)) return `${event.boxId} is held already`;
  const known = run.leases.find((each) => each.name === event.lease);
  if (known && known.state !== 'refused') return `lease is ${known.state}`;
  if (!known && run.leases.length >= MOST_LEASES) return tooManyLeases;
  const lease = known ?? newLease({ ...origin.intent, lease: event.lease }, event.at);
  if (!known) run.leases.push(lease);
  hold(lease, event);
  // Which machine it came up on nobody said, and that of the offer failed at nothing.
  lease.host = undefined;
  lease.state = 'failed';
  lease.failure = 'it came up after its create had been given up';
  return;
}
