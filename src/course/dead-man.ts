import type { AuditFinding } from '../box/audit-finding.ts';
import { type Channel, TransportFailed } from '../box/channel.ts';
import { type DeadMan, layDeadMan, liftDeadMan } from '../box/dead-man.ts';
import { formatSeconds } from '../clock.ts';
import type { Job } from '../job/job.ts';
import { candidateOf, type DeadManSeen } from '../launch/audit-lease.ts';
import type { EventBody } from '../lease/events.ts';
import { isQueued } from '../lease/fold-queue.ts';
import type { Lease, Run } from '../lease/run.ts';
import { secondsLeft } from '../lease/time-left.ts';
import { AFTER_KEEPER_SECONDS, type OwnEnd, ownEndOf } from '../storage/own-end.ts';
import { HOME_WORK, wantedPlaces } from '../storage/wanted-places.ts';
import type { World } from '../world.ts';

/** Whoever comes to a box whose time is over has something to do there: bringing its work home, above all. */
const LEAST_SECONDS = 3600;

interface OfBox {
  run: Run;
  lease: Lease;
  job: Job;
}

/** The line by which this box may end its own meter, as long as what lies on it now outlives that; `undefined`: none may. */
export async function ownEndNow(
  world: World,
  { run, lease, job }: OfBox,
  at: 'contact' | 'start',
): Promise<(OwnEnd & { seconds: number }) | undefined> {
  if (isQueued(lease)) return;
  const profile = await world.profile(lease.platform);
  const candidate = candidateOf(job, lease);
  const { placed } = lease;
  const work = placed ? (placed.work ?? HOME_WORK) : wantedPlaces(job, profile, candidate).work;
  const end = ownEndOf(profile, candidate, work);
  if ('never' in end) return;
  const hasWork = at === 'start' || lease.started !== undefined;
  if (hasWork && end.holds === 'until-work') return;
  const { hours } = job.budget;
  // The keeper counts a new attempt's hours from its start, and ends the cells first and in order.
  const left = at === 'start' ? hours * 3600 : secondsLeft(run, hours, world.clock.now());
  return { ...end, seconds: Math.max(Math.ceil(left), LEAST_SECONDS) + AFTER_KEEPER_SECONDS };
}

/**
 * As soon as a box lets us in, before anybody judges it: from here on its meter ends by itself whatever becomes of us. A line that
 * breaks over it is left to the audit.
 */
export async function laidAtContact(world: World, of: OfBox, events: EventBody[]): Promise<EventBody[]> {
  if (!events.some(({ type }) => type === 'reachable')) return events;
  const end = await ownEndNow(world, of, 'contact');
  if (!end) return events;
  try {
    const laid = await lay(await world.channel(of.lease), of.run, end);
    return withEnd(events, 'reachable', endsAt(world, laid));
  } catch (error) {
    if (error instanceof TransportFailed) return events;
    throw error;
  }
}

/** Moved to where the hours of this attempt end, or taken away before there is work that it would destroy. */
export async function laidAtStart(
  world: World,
  of: OfBox,
  start: (selfStop: string | undefined) => Promise<EventBody[]>,
): Promise<EventBody[]> {
  const end = await ownEndNow(world, of, 'start');
  const wasLaid = of.lease.endsItselfAt !== undefined || (await ownEndNow(world, of, 'contact'));
  if (!end && !wasLaid) return start(undefined);
  const channel = await world.channel(of.lease);
  if (!end) {
    await liftDeadMan(channel, of.run.id);
    return start(undefined);
  }
  const laid = await lay(channel, of.run, end);
  return withEnd(await start(end.line), 'started', endsAt(world, laid));
}

/** Whoever collects from a box has time for it. */
export async function laidToCollect(world: World, of: OfBox): Promise<void> {
  const end = await ownEndNow(world, of, 'contact');
  if (end) await lay(await world.channel(of.lease), of.run, end);
}

/** The same at an audit, with what the box's own key comes to; `undefined` where a box of this kind does not end itself. */
export async function seenAtAudit(
  world: World,
  of: OfBox,
  channel: Channel,
): Promise<DeadManSeen | undefined> {
  const end = await ownEndNow(world, of, 'contact');
  if (!end) return;
  const laid = await lay(channel, of.run, end, end.probe);
  const at = endsAt(world, laid);
  return { findings: findingsOf(of, end, laid), ...(at !== undefined && { endsItselfAt: at }) };
}

const lay = (channel: Channel, run: Run, end: OwnEnd & { seconds: number }, probe?: string) =>
  layDeadMan(channel, { run: run.id, seconds: end.seconds, line: end.line, probe });

const endsAt = ({ clock }: World, { secondsLeft: left }: DeadMan): string | undefined =>
  left === undefined ? undefined : new Date(clock.now().getTime() + left * 1000).toISOString();

const withEnd = (
  events: EventBody[],
  type: 'reachable' | 'started',
  endsItselfAt: string | undefined,
): EventBody[] =>
  events.map((event) =>
    event.type === type && endsItselfAt !== undefined ? { ...event, endsItselfAt } : event,
  );

function findingsOf({ run, lease }: OfBox, { verb, why, holds }: OwnEnd, laid: DeadMan): AuditFinding[] {
  const { secondsLeft: left, failed, tried } = laid;
  const platforms = lease.endsAt === undefined ? '' : `the platform's own timer at ${lease.endsAt}, `;
  const fix = `Work goes on all the same. What ends its meter without it: ${platforms}every look and the schedule (\`tick\`), which see when budget.hours are over, and "gpu-lease abandon ${run.id}". Keep a schedule on.`;
  const warn = (what: string, cause: string): AuditFinding => ({
    id: 'dead-man',
    level: 'warn',
    what,
    cause,
    fix,
  });
  const words = (code: number, said: string) => `exit ${code}${said === '' ? '' : `: ${said}`}`;
  if (left === undefined)
    return [
      warn(
        `this box cannot end its own meter: ${laid.why ?? 'it does not say why'}.`,
        'What would wait for the deadline could not be laid down on it.',
      ),
    ];
  const ends = `if nobody comes, it ends its own meter in ${formatSeconds(left)} ("${verb}"${holds === 'until-work' ? '; until work is begun on it' : ''}); ${why}`;
  return [
    { id: 'dead-man', level: 'info', what: ends, cause: '', fix: '' },
    ...(tried && tried.exitCode !== 0
      ? [
          warn(
            `this box cannot end its own meter: a read by its own key was refused (${words(tried.exitCode, tried.said)}).`,
            `The platform does not let through what a box of it holds for that, or it cannot be reached from there. The line for "${verb}" is tried at the deadline all the same.`,
          ),
        ]
      : []),
    ...(failed
      ? [
          warn(
            `the line that ends its meter was done ${failed.times} times, last ${formatSeconds(failed.agoSeconds)} ago, and the box goes on (${words(failed.exitCode, failed.said)}).`,
            `Its deadline was over and "${verb}" did not come about.`,
          ),
        ]
      : []),
  ];
}
