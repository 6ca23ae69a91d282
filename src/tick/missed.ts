import { secondsBetween } from '../clock.ts';
import { fold } from '../lease/fold.ts';
import { nextLook } from '../lease/look-plan.ts';
import type { MissedLook } from '../lease/missed-look.ts';
import type { Run } from '../lease/run.ts';
import type { RunRecord } from '../ledger/ledger.ts';
import { Problem } from '../problem.ts';
import { ROUTINE } from './look-bill.ts';
import { reasonToLook } from './switch.ts';

/**
 * Looks that were due by the plan of looks and did not come within their slack. What no plan asked for is not missed, however seldom a
 * schedule comes.
 *
 * @param records as they stood before the present look: what it writes itself is no look that came in time
 * @param tickAt when the tick before this one came, ISO 8601. It looks at all that is open and leaves no event where it sees nothing new;
 *   what it could not look at is told of by a problem of its own
 */
export const missedLooks = (
  records: ReadonlyMap<string, RunRecord | Problem>,
  tickAt: string | undefined,
  now: Date,
): MissedLook[] =>
  [...records].flatMap(([id, record]) => {
    if (record instanceof Problem || record.events.length === 0) return [];
    return missedLook(fold(id, record.events), tickAt, now) ?? [];
  });

/** A follow of hours that sees nothing new writes that down every half hour, and GitHub queues what it starts. */
const LEAST_SLACK_SECONDS = 2400;
/** What was put off for long may come so much later: a daily schedule is hours late. */
const SLACK_OF_WAIT = 0.5;
/** What is open and waits for a person is looked at once a day: the plan knows nothing that time would bring. */
const DAY_SECONDS = 86_400;

function missedLook(run: Run, tickAt: string | undefined, now: Date): MissedLook | undefined {
  const times = [tickAt, run.updatedAt].flatMap((at) => (at === undefined ? [] : [Date.parse(at)]));
  if (times.length === 0) return;
  const lookedAt = new Date(Math.max(...times));
  const planned = plannedAfter(run, lookedAt);
  if (!planned) return;
  const waits = secondsBetween(lookedAt, planned.at);
  const slack = Math.max(LEAST_SLACK_SECONDS, SLACK_OF_WAIT * waits);
  if (secondsBetween(planned.at, now) <= slack) return;
  return {
    run: run.id,
    lookedAt: lookedAt.toISOString(),
    dueAt: planned.at.toISOString(),
    why: planned.why,
  };
}

function plannedAfter(run: Run, lookedAt: Date): { at: Date; why: string } | undefined {
  const look = nextLook(run, lookedAt, ROUTINE);
  if (look) return { ...look, at: later(look.at, run.continued?.lookAt) };
  if (reasonToLook(run, lookedAt) === undefined) return;
  return {
    at: new Date(lookedAt.getTime() + DAY_SECONDS * 1000),
    why: 'what is open is looked at once a day',
  };
}

/** A link of a chain that waits in an environment looks when its timer is over, which may be after the plan. */
const later = (at: Date, lookAt: string | undefined): Date =>
  lookAt !== undefined && Date.parse(lookAt) > at.getTime() ? new Date(lookAt) : at;
