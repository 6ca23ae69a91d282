import { usdFor } from '../money.ts';
import type { Lease, LeaseMeter, Run } from './run.ts';
import { trafficCosts, trafficUsd } from './traffic.ts';

const DAY_MS = 86_400_000;

export interface CostLine {
  lease: string;
  platform: string;
  meter: string;
  usdPerHour: number;
  source: string;
  /** Of all allocations together, where there are several at once. */
  seconds: number;
  usd: number;
  running: boolean;
  /** So often at this moment, where it is more than once. */
  times?: number;
  /** Of traffic, which costs by the byte: then `usdPerHour` and `seconds` are 0. */
  bytes?: number;
}

/** Accrued cost of every meter of the run, from rented to proven stopped or `now`, and of what went to its boxes and came from them. */
export function costLines(run: Run, now: Date): CostLine[] {
  return run.leases.flatMap((lease) => leaseCost(lease, now));
}

export const leaseCost = (lease: Lease, now: Date): CostLine[] => [
  ...meterLines(lease, now),
  ...trafficLines(lease, now),
];

function trafficLines(lease: Lease, now: Date): CostLine[] {
  const { name, platform } = lease;
  return trafficCosts(lease, now.getTime()).map(({ way, bytes, usdPerGb, usd, freeGb }) => ({
    lease: name,
    platform,
    meter: `traffic ${way}`,
    usdPerHour: 0,
    source: `${usdPerGb} USD/GB, as its platform says${freeGb > 0 ? `; ${freeGb.toFixed(1)} GB of it are free` : ''}`,
    seconds: 0,
    bytes,
    usd,
    running: false,
  }));
}

function meterLines(lease: Lease, now: Date): CostLine[] {
  return lease.meters.map((meter) => {
    const seconds = spansOf(meter, now.getTime()).reduce(
      (sum, { from, to, times }) => sum + (times * (to - from)) / 1000,
      0,
    );
    return {
      lease: lease.name,
      platform: lease.platform,
      meter: meter.id,
      usdPerHour: meter.usdPerHour,
      source: meter.source,
      seconds,
      usd: usdFor(meter.usdPerHour, seconds),
      running: meter.stoppedAt === undefined,
      ...(meter.stoppedAt === undefined && meter.times > 1 && { times: meter.times }),
    };
  });
}

export const usdSoFar = (run: Run, now: Date): number =>
  costLines(run, now).reduce((sum, line) => sum + line.usd, 0);

/** Hours of its cards, all of them together: while a meter of computing runs, whatever it costs. */
export function gpuHoursSoFar(run: Run, now: Date): number {
  const gpu = run.opened?.document.resources?.gpu;
  // Of a range nobody wrote down which was taken, and a bound must not be overrun.
  const cards = gpu?.most ?? gpu?.count ?? 0;
  const computing = new Set(
    run.leases.flatMap(({ name, meters }) =>
      meters.flatMap(({ id, kind }) => (kind === 'gpu' ? [`${name} ${id}`] : [])),
    ),
  );
  const lines = costLines(run, now).filter(({ lease, meter }) => computing.has(`${lease} ${meter}`));
  return (cards * lines.reduce((sum, { seconds }) => sum + seconds, 0)) / 3600;
}

/** What the run cost in the 24 hours before `now`. */
export const usdInLastDay = (run: Run, now: Date): number =>
  run.leases.reduce((sum, lease) => sum + usdBetween(lease, now.getTime() - DAY_MS, now.getTime()), 0);

/** @param from, to milliseconds since 1970 */
export function usdBetween(lease: Lease, from: number, to: number): number {
  const traffic = trafficUsd(lease, to) - trafficUsd(lease, from);
  return traffic + metersBetween(lease, from, to);
}

function metersBetween(lease: Lease, from: number, to: number): number {
  return lease.meters.reduce(
    (sum, meter) =>
      spansOf(meter, to).reduce((part, span) => {
        const seconds = Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)) / 1000;
        return part + usdFor(meter.usdPerHour, span.times * seconds);
      }, sum),
    0,
  );
}

/** When a meter ran, to milliseconds since 1970. A laptop's clock may be behind the runner's that wrote the start: never a negative time. */
function spansOf(meter: LeaseMeter, now: number): { from: number; to: number; times: number }[] {
  const last = { startedAt: meter.startedAt, stoppedAt: meter.stoppedAt, times: meter.times };
  return [...meter.before, last].map(({ startedAt, stoppedAt, times }) => {
    const from = Date.parse(startedAt);
    return { times, from, to: Math.max(from, stoppedAt === undefined ? now : Date.parse(stoppedAt)) };
  });
}

/** What one more hour of doing nothing costs. */
export function usdPerHourNow(run: Run, now: Date): number {
  const usd = costLines(run, now).reduce(
    (sum, { running, times = 1, usdPerHour }) => sum + (running ? times * usdPerHour : 0),
    0,
  );
  // 0.4 + 0.01 is 0.41000000000000003, and a price is not.
  return Number(usd.toFixed(6));
}
