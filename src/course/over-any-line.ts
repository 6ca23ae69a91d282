import { TransportFailed } from '../box/channel.ts';
import { secondsBetween } from '../clock.ts';
import { PullBroken } from '../collect/pull-outcomes.ts';
import type { EventBody } from '../lease/events.ts';
import { next } from '../lease/next.ts';
import type { Lease, Run } from '../lease/run.ts';
import { isBeside } from '../lease/stage-steps.ts';
import type { Step } from '../lease/step.ts';
import { Problem } from '../problem.ts';
import { plansOf } from '../release/lease-plans.ts';
import type { World } from '../world.ts';

const FIRST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 60;
/** Without a byte over any line to the box: a reboot or a night's maintenance of a router is over by then, or a person is needed. */
const PATIENCE_SECONDS = 600;
/** A try that brought so much got ahead. */
const GOT_AHEAD_BYTES = 64 << 10;
/** Code of the Problem of a box that nobody got through to. */
export const NOT_REACHED = 'box-not-reached';

/** What was going on when the line broke. */
const WHILE = {
  audit: 'it was audited',
  start: 'the work was laid down on it',
  collect: 'its files were collected',
} as const;

/** Something on a box that may be done again from its beginning. */
export interface OnBox {
  run: Run;
  lease: Lease;
  during: keyof typeof WHILE;
  /** Throws a Problem `box-not-reached`, caused by what befell the line. */
  work(): Promise<EventBody[]>;
  /** Does what became more urgent while the line was away: time alone may use a budget up. */
  instead(other: Step): Promise<EventBody[]>;
}

/**
 * A line that breaks ends nothing that may be done again while bytes get through: what arrived stays, and the rest is done over
 * the next line. Only so long without any does it end, and then the next command goes on.
 */
export async function overAnyLine(
  { world, startedAt, boundSeconds }: { world: World; startedAt: Date; boundSeconds: number },
  { run, lease, during, work, instead }: OnBox,
): Promise<EventBody[]> {
  let since: Date | undefined;
  for (let pause = FIRST_PAUSE_SECONDS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_SECONDS)) {
    try {
      return await work();
    } catch (error) {
      const broken = brokenLine(error);
      if (!broken || world.signal.aborted) throw error;
      const now = world.clock.now();
      if (broken instanceof PullBroken && broken.progress.movedBytes >= GOT_AHEAD_BYTES) {
        since = undefined;
        pause = FIRST_PAUSE_SECONDS;
      }
      since ??= now;
      const isOver = (of: Date, seconds: number) => secondsBetween(of, now) + pause > seconds;
      if (isOver(since, PATIENCE_SECONDS) || isOver(startedAt, boundSeconds)) throw error;
      const first = next(run, await plansOf(world, run), now).find((step) => !isBeside(step));
      if (first && first.do !== during) return instead(first);
      world.face.warn(
        `the line to ${lease.name} broke while ${WHILE[during]} (${broken.reason}: ${broken.message}). It goes on in ${pause} s.`,
      );
      await world.clock.sleep(pause, world.signal);
    }
  }
}

/** Failures of the line itself: another answer of the box would be the same one the next time. */
const OF_THE_LINE: readonly TransportFailed['reason'][] = [
  'reset',
  'timeout',
  'closed',
  'refused',
  'banner',
  'unresolved',
];

const brokenLine = (error: unknown): TransportFailed | undefined =>
  error instanceof Problem &&
  error.code === NOT_REACHED &&
  error.cause instanceof TransportFailed &&
  OF_THE_LINE.includes(error.cause.reason)
    ? error.cause
    : undefined;
