import { secondsBetween } from '../clock.ts';
import { runningClocks } from './clock-warning.ts';
import { concernsOf } from './concerns.ts';
import { usdPerHourNow } from './cost.ts';
import type { EventOf, LedgerEvent } from './events.ts';
import { everyCellEnded } from './fold-cell.ts';
import { logOf } from './log-of.ts';
import { nextLook } from './look-plan.ts';
import type { DueNotice, News } from './notice.ts';
import { dueNotices } from './notices.ts';
import type { Run } from './run.ts';
import type { Step } from './step.ts';

/** Beyond the plan of looks a run that costs money was left alone. */
const UNWATCHED_SECONDS = 3600;

type Told = Omit<News, 'key' | 'since'> & { of?: string };

/** Keeps what an event tells that somebody is waiting for. A job that tells nobody has no news. */
export function noteNews(run: Run, event: LedgerEvent): void {
  if (!run.opened?.document.notices) return;
  const told = newsIn(run, event);
  if (!told) return;
  const { of = String(event.seq), ...rest } = told;
  const key = `${rest.event}:${of}`;
  if (!run.news.some((each) => each.key === key)) run.news.push({ ...rest, key, since: event.at });
}

function newsIn(run: Run, event: LedgerEvent): Told | undefined {
  switch (event.type) {
    case 'started':
      return {
        event: 'started',
        what: `Attempt ${event.attempt} runs on ${event.lease}.`,
        next: `Nothing: it is looked at by itself. "gpu-lease watch ${run.id}" follows it.`,
      };
    case 'kept':
      return event.step === undefined
        ? undefined
        : {
            event: 'checkpoint',
            of: 'first',
            what: `The first checkpoint (${event.cell}, step ${event.step}) is on this side, loaded.`,
            next: `Nothing: a loss of the box costs what comes after it. "gpu-lease status ${run.id}" shows what is kept.`,
          };
    case 'cell-ended':
      return ended(run, event);
    case 'halted':
      return halted(run, event);
    case 'preempted':
      return {
        event: 'preempted',
        what: `${event.lease} was lost (${event.what}): ${event.why}`,
        next: `"gpu-lease status ${run.id}" shows whether it begins again, and from where; "gpu-lease abandon ${run.id}" ends it.`,
      };
    case 'stalled':
      return {
        event: 'stalled',
        what: `${event.cell} on ${event.lease} is alive and has written nothing for ${Math.round(event.quietSeconds)} s.`,
        next: `Look at ${logOf(run, event.cell)}; "gpu-lease abandon ${run.id}" ends it.`,
      };
    case 'sealed':
      return {
        event: 'sealed',
        what: `Sealed as ${event.seal.slice(0, 8)}: verified ${event.verified}/${event.roster} at ${event.level}, in ${event.place}.`,
        next: `Look at it, then "gpu-lease release ${run.id}" gives the box back, unless that was approved in advance.`,
      };
    case 'owed':
      return {
        event: 'debt',
        of: `${event.lease}:${event.meter}`,
        what: `Meter ${event.meter} of ${event.lease} may still cost money: ${event.why}`,
        next: event.next,
      };
    case 'closed':
      return {
        event: 'released',
        what: `It is over: every meter is proven stopped. It cost ${event.usd.toFixed(2)} USD in all.`,
        next: `Nothing. "gpu-lease cost ${run.id}" shows for what.`,
      };
    default:
      return;
  }
}

/** One word for a death, the first, and one for the whole, however its last cell ends: a sweep may lose a hundred cells for one reason. */
function ended(run: Run, { cell, verdict, exitCode, failureClass }: EventOf<'cell-ended'>): Told | undefined {
  const cells = [...run.cells.values()];
  const dead = cells.filter((each) => each.ended?.verdict === 'dead').length;
  const isOver = everyCellEnded(run);
  if (isOver && dead === 0)
    return {
      event: 'ended',
      what: cells.length === 1 ? 'Its work is done.' : `All ${cells.length} cells are done.`,
      next: `"gpu-lease collect ${run.id}" brings it home; a job of the tick does so by itself.`,
    };
  const isFirst = verdict === 'dead' && dead === 1;
  const isWhole = isOver && cells.length > 1;
  if (!isFirst && !isWhole) return;
  const why = `exit code ${exitCode}${failureClass === undefined ? '' : `, ${failureClass}`}`;
  const whole = `${dead} of ${cells.length} cells ${dead === 1 ? 'is' : 'are'} dead, and nothing runs any more.`;
  return {
    event: 'failed',
    what: [verdict === 'dead' && `${cell} died (${why}).`, isWhole && whole].filter(Boolean).join(' '),
    next: `"gpu-lease watch ${run.id}" shows the end of its log and what is known of such an end.`,
  };
}

function halted(run: Run, { code, what, next }: EventOf<'halted'>): Told | undefined {
  if (code.startsWith('over-')) return { event: 'over-budget', of: code, what, next };
  // Its cells' deaths were told, with why.
  if (code === 'cells-dead' && run.news.some(({ event }) => event === 'failed')) return;
  return { event: 'halted', what: `${what} (${code})`, next };
}

/** What is news at this moment and stands in no event. */
function momentNews(run: Run, steps: readonly Step[], now: Date): News[] {
  return [...asked(run, steps), ...lasting(run, now), ...clocks(run, now), ...unwatched(run, now)];
}

function asked(run: Run, steps: readonly Step[]): News[] {
  const { seal } = run;
  if (!seal) return [];
  return steps.flatMap((step) =>
    step.do === 'ask'
      ? [
          {
            key: `approval:${step.lease}:${step.seal.slice(0, 8)}`,
            event: 'approval' as const,
            since: seal.at,
            what: `The release of ${step.lease} waits for a person: ${step.verbs.join(', ')}. What it made is sealed as ${step.seal.slice(0, 8)}.`,
            next: `Approve the workflow run that asks for it, or "gpu-lease release ${run.id}".`,
          },
        ]
      : [],
  );
}

/** A stall is an event of its own, and that nobody could be told is nobody's news. */
const NOT_NEWS = /^(stalled|not-told):/;

function lasting(run: Run, now: Date): News[] {
  return concernsOf(run, now)
    .filter(({ due, key }) => due && key !== run.halted?.code && !NOT_NEWS.test(key))
    .map(({ key, since, what, next }) => {
      const isMoney = key.startsWith('over-') || key === 'budget-nearly';
      // A budget that was used up is one thing, whether the run halted of it or only lasts.
      return isMoney
        ? { key: `over-budget:${key}`, event: 'over-budget', since: now.toISOString(), what, next }
        : { key: `attention:${key}:${since}`, event: 'attention', since: now.toISOString(), what, next };
    });
}

const DANGER = ['three-quarters', 'last-day', 'over', 'unknown'];

function clocks(run: Run, now: Date): News[] {
  return run.leases.flatMap((lease) =>
    runningClocks(lease, now)
      .filter(({ level }) => DANGER.includes(level))
      .map(({ clock, says, at }) => ({
        key: `danger-clock:${lease.name}:${clock}:${at ?? 'unknown'}`,
        event: 'danger-clock' as const,
        since: now.toISOString(),
        what: `${lease.name} on ${lease.platform} runs into a deadline (${clock}): ${says}. ${at === null ? 'Nobody says when.' : `It is over at ${at}.`}`,
        next: `Collect and release it, or start it again: "gpu-lease status ${run.id}" shows what it holds.`,
      })),
  );
}

/** Seen by the first who looks again, before anything else is written. */
function unwatched(run: Run, now: Date): News[] {
  const { updatedAt } = run;
  if (updatedAt === undefined || usdPerHourNow(run, now) === 0) return [];
  const planned = nextLook(run, new Date(updatedAt))?.at;
  if (planned === undefined || secondsBetween(planned, now) < UNWATCHED_SECONDS) return [];
  return [
    {
      key: `unwatched:${updatedAt}`,
      event: 'unwatched',
      since: now.toISOString(),
      what: `Nobody looked since ${updatedAt}; a look was due at ${planned.toISOString()}. It cost ${Number(usdPerHourNow(run, now).toFixed(4))} USD per hour meanwhile.`,
      next: '"gpu-lease doctor" says what carries the looks and how often they come.',
    },
  ];
}

/** What is to be told now, of what stands in the record and what these next steps are. */
export const newsToTell = (run: Run, steps: readonly Step[], now: Date): DueNotice[] =>
  run.opened?.document.notices ? dueNotices(run, momentNews(run, steps, now), now) : [];
