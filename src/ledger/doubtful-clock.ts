import type { Clock } from '../clock.ts';
import { clockDoubt } from '../lease/clock-doubt.ts';
import { costing, type Run } from '../lease/run.ts';
import { Problem } from '../problem.ts';

export const isDoubtfulClock = (clock: Clock, run: Run): boolean =>
  clockDoubt(run, clock.others?.() ?? [], clock.now()) !== undefined;

/**
 * Money, expiry and danger clocks are decided by time. A machine that does not know what time it is says so and decides nothing:
 * what it wrote would stand in the record for everybody.
 */
export function refuseDoubtfulClock(clock: Clock, run: Run): void {
  const doubt = clockDoubt(run, clock.others?.() ?? [], clock.now());
  if (doubt === undefined) return;
  throw new Problem({
    code: 'clock-off',
    kind: 'refused',
    what: `${doubt[0]?.toUpperCase()}${doubt.slice(1)}, so nothing is decided here about time or money; nothing was changed.`,
    next: 'Set the clock of this machine (chrony, systemd-timesyncd, "date"), then run the same command again. If it is right, the other one is wrong: run it from a third machine.',
    costing: costing(run),
  });
}
