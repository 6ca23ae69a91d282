import { secondsBetween } from '../clock.ts';
import type { Ignored } from './events/entry.ts';
import type { EventBody, EventOf } from './events.ts';
import { move } from './fold-lease.ts';
import { computing, type Lease, type LeaseState } from './run.ts';

/** A box whose work is over may park itself, where it was told to. Nobody is there when it does: what is known of it comes later. */

/** It may stand so in the record when it goes off: its end was not seen yet, or nobody has begun to collect. */
const WORKED: readonly LeaseState[] = ['running', 'ended'];

export const isToldToPark = ({ started, state, intent }: Lease): boolean =>
  started?.parksItself !== undefined && WORKED.includes(state) && intent.attach === undefined;

/**
 * Whether a box that its platform shows stopped may have parked itself. It waits from its last visitor on: one that was seen later
 * than that somebody else has stopped. More cannot be known of a box that is off; what it did stands in its own record, and nothing of
 * its work is taken for lost or for finished before that was read.
 *
 * @param seenAt when it last answered, by the record or by whoever asks
 */
export function mayHaveParked(lease: Lease, seenAt: Date | undefined, now: Date): boolean {
  const after = lease.started?.parksItself?.afterSeconds;
  if (after === undefined || !isToldToPark(lease)) return false;
  const known = [lease.startedAt, lease.seenAt, seenAt?.toISOString()].filter((at) => at !== undefined);
  const last = known.sort().at(-1);
  return last !== undefined && secondsBetween(new Date(last), now) >= after;
}

/** Its platform was told to start it, and it has not answered yet. */
export const comesUpAgain = ({ state, wakes }: Lease): boolean => state === 'rented' && wakes !== undefined;

/** Its clocks are for whoever has its platform's profile to add. */
export const parkedItself = ({ name, started }: Lease): EventBody => ({
  type: 'parked',
  lease: name,
  verb: started?.parksItself?.verb ?? '',
  itself: true,
  clocks: [],
});

/** A stop takes a moment, and is paid for so long: rather too much than money that nobody counted. */
const GOES_OFF_SECONDS = 60;

/** Its own word may lower what was counted, down to when it was last seen, and raises nothing. */
export function datePark(lease: Lease, { parkedAt }: EventOf<'park-dated'>): Ignored {
  const { parkedItself } = lease;
  if (!parkedItself) return 'it was not taken to have parked itself';
  return move(lease, ['running', 'ended'], lease.state, () => {
    if (parkedAt === undefined) lease.parkedItself = undefined;
    const said = Date.parse(parkedAt ?? '');
    if (Number.isNaN(said)) return;
    parkedItself.at = parkedAt;
    const off = new Date(said + GOES_OFF_SECONDS * 1000).toISOString();
    for (const meter of computing(lease)) {
      const span = meter.before.at(-1);
      if (!span || span.stoppedAt <= parkedItself.seenAt) continue;
      const least = [span.startedAt, parkedItself.seenAt, off].sort().at(-1) ?? off;
      if (least < span.stoppedAt) span.stoppedAt = least;
    }
  });
}
