import { formatUsd } from '../../money.ts';
import { runAgain } from '../comes-back.ts';
import type { EventOf } from '../events.ts';
import { HELD, move, PARKABLE, withMeter } from '../fold-lease.ts';
import { computing, type Lease, type Run } from '../run.ts';
import { datePark, isToldToPark } from '../self-park.ts';
import { clocks } from './box.ts';
import { type Ignored, ofLease } from './entry.ts';
import { listOf, number, oneOf, onlyTrue, optional, text } from './shape.ts';

/** How a box goes back, and the proof that it costs nothing any more. */
export const RELEASE_EVENTS = [
  /**
   * A workflow run in which somebody is asked for this release. Written before it is started; again with its id after that; once more
   * where it is over and nobody was asked.
   */
  ofLease(
    'asked',
    {
      lease: text,
      seal: text,
      /** Counted from 1. */
      nth: number,
      workflowRun: optional(number),
      /** Why nobody has answered in it. */
      ended: optional(text),
    },
    {
      apply: (run, lease, event): Ignored => ask(run, lease, event),
      subject: ({ lease, nth, ended }) =>
        `${ended === undefined ? 'asks' : 'nobody was asked'} for ${lease}, ${nth}. time`,
      sentence: ({ lease, nth, workflowRun, ended }) =>
        `somebody is asked for the release of ${lease}${workflowRun === undefined ? '' : ` in workflow run ${workflowRun}`} (${nth}. time)${ended === undefined ? '' : `; that is over, and NOBODY HAS ANSWERED: ${ended}`}`,
    },
  ),

  /** The platform accepted a verb of the teardown plan; more than once where it was not seen to have been carried out. */
  ofLease(
    'releasing',
    {
      lease: text,
      verb: text,
      /** It was not sent: the platform showed the box gone already. */
      found: optional(oneOf<'gone'>()),
    },
    {
      // An abandoned lease stays one while its verbs are carried out: nothing was sealed.
      apply: (_run, lease, event): Ignored =>
        move(lease, [...HELD, 'abandoned'], lease.state === 'abandoned' ? 'abandoned' : 'releasing', () => {
          if (!lease.verbsDone.includes(event.verb)) lease.verbsDone.push(event.verb);
          lease.verbAt = event.at;
          lease.verbsSince ??= event.at;
          lease.verbTimes.set(event.verb, (lease.verbTimes.get(event.verb) ?? 0) + 1);
        }),
      subject: (event) => `${event.verb} ${event.lease}`,
      sentence: (event) =>
        `${event.lease}: ${event.found ? `is gone already, so ${event.verb} was not sent` : `platform accepted ${event.verb}`}`,
    },
  ),

  /** The platform showed the meter gone, twice. */
  ofLease(
    'meter-stopped',
    { lease: text, meter: text, sightings: listOf(text) },
    {
      apply: (run, lease, event): Ignored => stopMeter(run, lease, event),
      subject: (event) => `meter ${event.meter} of ${event.lease} stopped`,
      sentence: (event) => `${event.lease}: meter ${event.meter} seen gone ${event.sightings.length} times`,
    },
  ),

  /** A meter should have stopped and has not been proven to. */
  ofLease(
    'owed',
    { lease: text, meter: text, why: text, next: text },
    {
      apply: (_run, lease, event): Ignored =>
        withMeter(lease, event.meter, (meter) => {
          if (!meter.stoppedAt) meter.owed = { why: event.why, next: event.next };
          // A debt that is written after the word was seen after it: the word counts no more.
          lease.words = [];
        }),
      subject: (event) => `owed: meter ${event.meter} of ${event.lease}`,
      sentence: (event) => `DEBT: ${event.lease} meter ${event.meter}: ${event.why}; ${event.next}`,
    },
  ),

  /**
   * A person says that they have done what no program can: ended the box by hand where it was rented. Proves nothing; without
   * it a box that does not answer is only a box that does not answer.
   */
  ofLease(
    'word-given',
    {
      lease: text,
      /** The verb of the teardown plan that they say was done. */
      verb: text,
      person: text,
    },
    {
      apply: (_run, lease, event): Ignored =>
        move(lease, [...HELD, 'abandoned'], lease.state, () => {
          lease.words.push({ verb: event.verb, person: event.person, at: event.at });
        }),
      // Whose word it is stands in the event, as with an approval.
      subject: (event) => `word given: ${event.verb} of ${event.lease} was done`,
      sentence: (event) =>
        `${event.person} says that ${event.verb} of ${event.lease} was done by hand; not proven by that`,
    },
  ),

  ofLease(
    'parked',
    {
      lease: text,
      verb: text,
      /** Why it was not left running, where nobody had asked for a park. */
      why: optional(text),
      /** It was told to park itself when its work was over, and its platform shows it stopped. What it did its own record says. */
      itself: optional(onlyTrue),
      /** Profile clocks that now run: what is destroyed when. */
      clocks,
    },
    {
      apply(_run, lease, event): Ignored {
        if (lease.boxGone || lease.evicted) return 'the platform has taken the box away';
        if (event.itself && !isToldToPark(lease)) return 'it was not told to park itself';
        return move(lease, PARKABLE, 'parked', () => {
          lease.clocks = event.clocks;
          lease.clocksSince = event.at;
          lease.ranAgain = undefined;
          lease.unreached = undefined;
          lease.wakes = undefined;
          const seenAt = lease.seenAt ?? lease.startedAt ?? event.at;
          lease.parkedItself = event.itself ? { seenAt, at: undefined } : undefined;
        });
      },
      subject: (event) => `${event.itself ? 'parked itself:' : 'parked'} ${event.lease}`,
      sentence: (event) =>
        `${event.itself ? `${event.lease} parked itself, as it was told to` : `parked ${event.lease}`} (${event.verb})${event.why === undefined ? '' : ` because ${event.why}`}${event.clocks.map((clock) => `; ${clock.effect} at ${clock.at}`).join('')}`,
    },
  ),

  /** A box that parked itself is started again, so that its work can be collected. Written before its platform is told. */
  ofLease(
    'waking',
    { lease: text },
    {
      apply(run, lease, event): Ignored {
        if (run.seal) return 'its work is sealed';
        if (lease.parkedItself === undefined) return 'it did not park itself';
        return move(lease, ['parked'], 'parked', () => {
          lease.wakes = event.at;
        });
      },
      subject: (event) => `starts ${event.lease} again`,
      sentence: (event) => `${event.lease} is to be started again for the collect`,
    },
  ),

  /** Its platform accepted the start: it is paid for again, from when that was written down. */
  ofLease(
    'woken',
    { lease: text },
    {
      apply(_run, lease, event): Ignored {
        const { wakes } = lease;
        if (wakes === undefined) return 'nobody meant to start it';
        return move(lease, ['parked'], 'rented', () => {
          lease.clocks = [];
          lease.stoppedSeenAt = wakes;
          runAgain(lease, computing(lease), event.at);
        });
      },
      subject: (event) => `${event.lease} was started again`,
      sentence: (event) => `${event.lease} was started again; its computing is paid for`,
    },
  ),

  /** Of a box that was taken to have parked itself: what its own record says, which could be read once it was started again. */
  ofLease(
    'park-dated',
    {
      lease: text,
      /** Absent: it did not; somebody else had stopped it. */
      parkedAt: optional(text),
    },
    {
      apply: (_run, lease, event): Ignored => datePark(lease, event),
      subject: ({ lease, parkedAt }) =>
        parkedAt === undefined
          ? `${lease} had not parked itself`
          : `${lease} had parked itself at ${parkedAt}`,
      sentence: ({ lease, parkedAt }) =>
        parkedAt === undefined
          ? `${lease} HAD NOT PARKED ITSELF, by its own record: somebody else had stopped it`
          : `${lease} had parked itself at ${parkedAt}, by its own record`,
    },
  ),

  ofLease(
    'released',
    { lease: text, usd: number },
    {
      apply(_run, lease): Ignored {
        if (lease.meters.some((meter) => !meter.stoppedAt)) return 'a meter is not proven stopped';
        return move(lease, ['releasing', 'preempted', 'parked', 'ended', 'failed'], 'released');
      },
      subject: (event) => `released ${event.lease}`,
      sentence: (event) => `released ${event.lease}, ${formatUsd(event.usd)}`,
    },
  ),

  ofLease(
    'abandoned',
    { lease: text, lost: listOf(text) },
    {
      apply: (_run, lease, event): Ignored =>
        move(lease, HELD, 'abandoned', () => {
          lease.lost = event.lost;
        }),
      subject: ({ lease, lost }) =>
        `abandoned ${lease}, ${lost.length} artifact${lost.length === 1 ? '' : 's'} lost`,
      sentence: (event) => `ABANDONED ${event.lease}: ${event.lost.join('; ')}`,
    },
  ),
] as const;

function stopMeter(run: Run, lease: Lease, event: EventOf<'meter-stopped'>): Ignored {
  // Seen gone once is a claim; twice is a fact.
  if (event.sightings.length < 2) return 'seen gone fewer than two times';
  return withMeter(lease, event.meter, (meter) => {
    // The first of the two sightings: it was gone by then, and the second only made sure of it. But never before what the
    // record said last: what was shown to have been spent is not taken back, whatever clock saw it.
    meter.stoppedAt ??= later(run.updatedAt, earlier(event.sightings[0], event.at));
    meter.owed = undefined;
    lease.stoppedSeenAt = event.sightings.at(-1) ?? event.at;
  });
}

const earlier = (sighting: string | undefined, at: string): string =>
  sighting !== undefined && sighting < at ? sighting : at;

const later = (before: string | undefined, at: string): string =>
  before !== undefined && before > at ? before : at;

function ask(run: Run, lease: Lease, { seal, nth, at, workflowRun, ended }: EventOf<'asked'>): Ignored {
  if (run.seal?.seal !== seal) return 'no such seal';
  const had = lease.asking?.seal === seal ? lease.asking : undefined;
  if (nth < (had?.nth ?? 0)) return `it was asked for the ${had?.nth}. time`;
  const isSame = had?.nth === nth;
  if (isSame && had.ended !== undefined) return 'that one is over';
  if (isSame && had.workflowRun !== undefined && workflowRun !== undefined && had.workflowRun !== workflowRun)
    return `that one is workflow run ${had.workflowRun}`;
  lease.asking = {
    ...{ seal, nth, ended, at: isSame ? had.at : at },
    workflowRun: workflowRun ?? (isSame ? had.workflowRun : undefined),
  };
  return;
}
