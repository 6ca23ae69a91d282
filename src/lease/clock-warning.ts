import { secondsBetween } from '../clock.ts';
import type { Lease } from './run.ts';

const DAY_SECONDS = 86_400;
/** The daily warnings of the end begin this long before it, or an eighth of the whole if that is shorter. */
const LAST_SECONDS = 2 * DAY_SECONDS;

/** How far a clock has run. `unknown`: nobody says how long it is, so it may be over at any moment. */
export type ClockLevel = 'info' | 'half' | 'three-quarters' | 'last-day' | 'over' | 'unknown';

export interface ClockWarning {
  level: ClockLevel;
  /** `null` where the length is unknown; negative once it is over. */
  leftSeconds: number | null;
  /** A warning is to be given now: none was since the last of its moments. */
  due: boolean;
}

/** How far a clock has run, and whether to warn: at half, at three quarters, every day at the end, and when it is over. */
export function clockWarning(
  startedAt: Date,
  at: Date | null,
  now: Date,
  lastWarnedAt?: Date | undefined,
): ClockWarning {
  const since = secondsBetween(startedAt, now);
  const due = (moment: number): boolean =>
    lastWarnedAt === undefined || secondsBetween(startedAt, lastWarnedAt) < moment;
  if (at === null) {
    const day = Math.max(0, Math.floor(since / DAY_SECONDS) * DAY_SECONDS);
    return { level: 'unknown', leftSeconds: null, due: due(day) };
  }
  const length = Math.max(0, secondsBetween(startedAt, at));
  const passed = moments(length).filter((each) => each.seconds <= since);
  const last = passed.at(-1);
  const leftSeconds = length - since;
  return last
    ? { level: last.level, leftSeconds, due: due(last.seconds) }
    : { level: 'info', leftSeconds, due: false };
}

/** Seconds from the start at which to warn, in order. */
function moments(length: number): { seconds: number; level: ClockLevel }[] {
  const lastBegins = length - Math.min(LAST_SECONDS, length / 8);
  const days = Math.ceil((length - lastBegins) / DAY_SECONDS);
  return [
    { seconds: length / 2, level: 'half' },
    { seconds: (length * 3) / 4, level: 'three-quarters' },
    ...Array.from({ length: days }, (_, day) => ({
      seconds: lastBegins + day * DAY_SECONDS,
      level: 'last-day' as const,
    })),
    { seconds: length, level: 'over' },
  ];
}

export interface RunningClock extends ClockWarning {
  lease: string;
  clock: string;
  /** In the profile's words. */
  says: string;
  /** ISO 8601; `null` where nobody knows. */
  at: string | null;
}

/** Clocks that run against what a lease still holds. None once all of its meters are proven stopped. */
export function runningClocks(lease: Lease, now: Date): RunningClock[] {
  if (lease.state === 'released' || lease.meters.every((meter) => meter.stoppedAt)) return [];
  return [...endOfRental(lease, now), ...clocksOfStop(lease, now)];
}

/** The platform said, when the box was rented, when it would end it: a hold may outlive that. Nothing before its last eighth. */
function endOfRental({ name, rentedAt, endsAt }: Lease, now: Date): RunningClock[] {
  if (rentedAt === undefined || endsAt === undefined) return [];
  const warning = clockWarning(new Date(rentedAt), new Date(endsAt), now);
  if (warning.level !== 'last-day' && warning.level !== 'over') return [];
  const says = 'the platform ends the box then, and may delete what is on it soon after';
  return [{ lease: name, clock: 'rental-end', says, at: endsAt, ...warning }];
}

function clocksOfStop(lease: Lease, now: Date): RunningClock[] {
  const since = lease.clocksSince;
  if (since === undefined) return [];
  return lease.clocks.map(({ id, effect, at }) => {
    const end = new Date(at);
    const known = Number.isNaN(end.getTime()) ? null : end;
    return {
      lease: lease.name,
      clock: id,
      says: effect,
      at: known ? at : null,
      ...clockWarning(new Date(since), known, now),
    };
  });
}
