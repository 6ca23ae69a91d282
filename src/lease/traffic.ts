/** What a platform takes for bytes. A GB is 2^30 bytes, as DigitalOcean says and vast.ai's own sums of a TB (1024 GB) do. */
export interface TrafficPrice {
  /** USD per GB that the box receives. Absent: nothing is taken, or nobody says. */
  toBoxUsdPerGb?: number;
  /** USD per GB that the box sends. */
  fromBoxUsdPerGb?: number;
  /** So much of what it sends costs nothing, for each hour that it is held. */
  freeFromBoxGbPerHour?: number;
}

export interface Moved {
  toBoxBytes: number;
  fromBoxBytes: number;
}

/** Of one box: what went there and back when, as far as anybody knows. */
export interface Traffic {
  price: TrafficPrice;
  /** By whoever counts, since it began. */
  counted: Map<string, Moved>;
  /** What was new at each time that it was written down, milliseconds since 1970. */
  steps: (Moved & { at: number })[];
}

/** What of a box its bill for bytes depends on. */
export interface Billed {
  name: string;
  traffic: Traffic;
  /** When each of its meters ran. */
  meters: readonly {
    startedAt: string;
    stoppedAt: string | undefined;
    before: readonly { startedAt: string }[];
  }[];
}

/** One box, one counter, its sums so far. */
export interface MovedBody extends Moved {
  type: 'moved';
  lease: string;
  counter: string;
}

export const GB = 2 ** 30;

export const formatGb = (bytes: number): string => `${(bytes / GB).toFixed(bytes < 10 * GB ? 3 : 1)} GB`;

/** What is worth less is not written down by itself: a look moves some kilobytes. */
const WORTH_USD = 0.0001;

export const isPriced = ({ toBoxUsdPerGb = 0, fromBoxUsdPerGb = 0 }: TrafficPrice): boolean =>
  toBoxUsdPerGb > 0 || fromBoxUsdPerGb > 0;

/** Whatever the allowance leaves of it. */
const worthOf = (price: TrafficPrice, { toBoxBytes, fromBoxBytes }: Moved): number =>
  ((price.toBoxUsdPerGb ?? 0) * toBoxBytes + (price.fromBoxUsdPerGb ?? 0) * fromBoxBytes) / GB;

/**
 * What is to be written down of what a process has moved, in sums since it began: written twice it counts once, and after a lost answer
 * of the ledger nothing is missing.
 *
 * @param counter which process counts
 */
export function movedSince(
  { name, traffic }: Pick<Billed, 'name' | 'traffic'>,
  counter: string,
  { toBoxBytes, fromBoxBytes }: Moved,
): MovedBody[] {
  const known = traffic.counted.get(counter) ?? { toBoxBytes: 0, fromBoxBytes: 0 };
  const fresh = {
    toBoxBytes: toBoxBytes - known.toBoxBytes,
    fromBoxBytes: fromBoxBytes - known.fromBoxBytes,
  };
  if (worthOf(traffic.price, fresh) < WORTH_USD) return [];
  return [{ type: 'moved', lease: name, counter, toBoxBytes, fromBoxBytes }];
}

/** A sum of a counter that is written again, or comes late, takes nothing back. */
export function count(traffic: Traffic, counter: string, seen: Moved, at: number): void {
  const known = traffic.counted.get(counter) ?? { toBoxBytes: 0, fromBoxBytes: 0 };
  const more = {
    toBoxBytes: Math.max(known.toBoxBytes, seen.toBoxBytes),
    fromBoxBytes: Math.max(known.fromBoxBytes, seen.fromBoxBytes),
  };
  traffic.counted.set(counter, more);
  traffic.steps.push({
    at,
    toBoxBytes: more.toBoxBytes - known.toBoxBytes,
    fromBoxBytes: more.fromBoxBytes - known.fromBoxBytes,
  });
}

/** One direction of a box, as its bill has it. */
export interface TrafficCost {
  way: 'in' | 'out';
  bytes: number;
  usdPerGb: number;
  usd: number;
  /** GB of it that cost nothing. */
  freeGb: number;
}

/** Up to a moment, milliseconds since 1970. Directions without a price are left out. */
export function trafficCosts(
  { traffic, meters }: Pick<Billed, 'traffic' | 'meters'>,
  to: number,
): TrafficCost[] {
  const { toBoxUsdPerGb = 0, fromBoxUsdPerGb = 0, freeFromBoxGbPerHour = 0 } = traffic.price;
  const moved = traffic.steps.filter(({ at }) => at <= to);
  const of = (way: TrafficCost['way'], key: keyof Moved, usdPerGb: number, free: number): TrafficCost[] => {
    const bytes = moved.reduce((sum, step) => sum + step[key], 0);
    const freeGb = Math.min(free, bytes / GB);
    const usd = usdPerGb * (bytes / GB - freeGb);
    return usdPerGb > 0 && bytes > 0 ? [{ way, bytes, usdPerGb, usd, freeGb }] : [];
  };
  return [
    ...of('in', 'toBoxBytes', toBoxUsdPerGb, 0),
    ...of('out', 'fromBoxBytes', fromBoxUsdPerGb, freeFromBoxGbPerHour * hoursHeld(meters, to)),
  ];
}

/** USD up to a moment. Falls where an allowance grows: what was sent in a burst is set against all hours. */
export const trafficUsd = (lease: Pick<Billed, 'traffic' | 'meters'>, to: number): number =>
  trafficCosts(lease, to).reduce((sum, { usd }) => sum + usd, 0);

function hoursHeld(meters: Billed['meters'], to: number): number {
  const begins = meters.flatMap(({ startedAt, before }) => [
    startedAt,
    ...before.map((each) => each.startedAt),
  ]);
  const ends = meters.map(({ stoppedAt }) => (stoppedAt === undefined ? to : Date.parse(stoppedAt)));
  const first = Math.min(...begins.map((at) => Date.parse(at)));
  const hours = (Math.min(to, Math.max(...ends)) - first) / 3_600_000;
  return Number.isFinite(hours) ? Math.max(0, hours) : 0;
}
