import { secondsBetween } from '../clock.ts';
import type { NoticeTarget } from '../job/job.ts';
import type { NoticeEvent } from '../job/notice-events.ts';
import type { Delivery, DueNotice, News } from './notice.ts';
import type { Run } from './run.ts';

/** A process that has claimed a notice sends it within so long or is gone; a send is bounded far below it. */
export const CLAIM_SECONDS = 180;
/** What nobody was told of for so long is no news. */
const NEWS_SECONDS = 86_400;
/** So many looks try; then nobody is told of that. */
const MOST_FAILURES = 5;
const FIRST_PAUSE_SECONDS = 60;

const NEVER_TOLD: Delivery = {
  claim: undefined,
  claims: 0,
  taken: false,
  failures: 0,
  why: '',
  notBefore: undefined,
};

export const targetsOf = (run: Run): { id: string; target: NoticeTarget }[] =>
  (run.opened?.document.notices ?? []).map((target, at) => ({ id: `${target.kind}-${at + 1}`, target }));

/** Of the record's news and what the moment brings, what somebody is still to be told of, and who is free for it. */
export function dueNotices(run: Run, moment: readonly News[], now: Date): DueNotice[] {
  const targets = targetsOf(run);
  if (targets.length === 0) return [];
  // What was claimed is told in the words of its claim, also once the moment has passed.
  const all = new Map([...run.news, ...moment, ...run.notices.values()].map((news) => [news.key, news]));
  return [...all.values()]
    .filter(({ since }) => secondsBetween(new Date(since), now) < NEWS_SECONDS)
    .flatMap((news) => {
      const to = targets
        .filter(
          ({ id, target }) => target.on.includes(news.event) && isFree(deliveryOf(run, news.key, id), now),
        )
        .map(({ id }) => id);
      return to.length > 0 ? [{ news: withoutDeliveries(news), to }] : [];
    });
}

const withoutDeliveries = ({ key, event, since, what, next }: News): News => ({
  key,
  event,
  since,
  what,
  ...(next !== undefined && { next }),
});

const deliveryOf = (run: Run, key: string, id: string): Delivery =>
  run.notices.get(key)?.to.get(id) ?? NEVER_TOLD;

function isFree({ claim, taken, failures, notBefore }: Delivery, now: Date): boolean {
  if (taken || failures >= MOST_FAILURES) return false;
  if (claim && Math.abs(secondsBetween(new Date(claim.at), now)) < CLAIM_SECONDS) return false;
  return notBefore === undefined || Date.parse(notBefore) <= now.getTime();
}

/** Somebody is telling, or was and is gone. */
export const isBeingTold = (run: Run): boolean =>
  [...run.notices.values()].some(({ to }) => [...to.values()].some(({ claim }) => claim));

/** What a process has claimed and not told the outcome of. */
export const claimedBy = (run: Run, claim: string): DueNotice[] =>
  [...run.notices.values()].flatMap((notice) => {
    const to = [...notice.to].filter(([, each]) => each.claim?.by === claim).map(([id]) => id);
    return to.length > 0 ? [{ news: withoutDeliveries(notice), to }] : [];
  });

/** Whether it may have reached the target before: it was not taken, or whoever sent it is gone. */
export const isRepeat = (run: Run, key: string, id: string): boolean => {
  const { failures, claims } = deliveryOf(run, key, id);
  return failures > 0 || claims > 1;
};

/** Targets that did not take what they were sent, several looks in a row. */
export function failingTargets(run: Run): { id: string; since: string; why: string }[] {
  return targetsOf(run).flatMap(({ id }) => {
    const failed = [...run.notices.values()].flatMap((notice) => {
      const delivery = notice.to.get(id);
      return delivery && !delivery.taken && delivery.failures > 0 ? [{ notice, delivery }] : [];
    });
    const looks = failed.reduce((sum, { delivery }) => sum + delivery.failures, 0);
    const [first] = failed;
    return first && looks >= TELL_FROM_FAILURES
      ? [{ id, since: first.notice.since, why: failed.at(-1)?.delivery.why ?? '' }]
      : [];
  });
}

/** From so many looks on a person is told otherwise. */
const TELL_FROM_FAILURES = 3;

interface Claimed {
  at: string;
  claim: string;
  notice: string;
  event: NoticeEvent;
  since: string;
  what: string;
  next?: string;
  to: readonly string[];
}

export function noteClaim(run: Run, { at, claim, notice: key, to, ...news }: Claimed): void {
  const known = run.notices.get(key) ?? { ...withoutDeliveries({ ...news, key }), to: new Map() };
  run.notices.set(key, known);
  for (const id of to) {
    const before = deliveryOf(run, key, id);
    known.to.set(id, { ...before, claims: before.claims + 1, claim: { by: claim, at } });
  }
}

interface Outcome {
  at: string;
  claim: string;
  notice: string;
  outcomes: readonly { to: string; taken: boolean; why?: string; notBefore?: string }[];
}

export function noteOutcome(run: Run, { at, claim, notice: key, outcomes }: Outcome): void {
  for (const { to, taken, why = '', notBefore } of outcomes) {
    const before = deliveryOf(run, key, to);
    // Whoever took so long that another went on may still say that it arrived.
    const isOvertaken = before.claim?.by !== claim;
    if (isOvertaken && !taken) continue;
    const failures = before.failures + (taken ? 0 : 1);
    const pauseMs = FIRST_PAUSE_SECONDS * 2 ** (failures - 1) * 1000;
    run.notices.get(key)?.to.set(to, {
      claim: isOvertaken ? before.claim : undefined,
      claims: before.claims,
      taken: taken || before.taken,
      failures,
      why,
      notBefore: taken ? undefined : (notBefore ?? new Date(Date.parse(at) + pauseMs).toISOString()),
    });
  }
}
