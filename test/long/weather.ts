/** What happens to everybody at once, by days: who is down when, which looks GitHub lets through, and when a key stops working. */

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Span {
  from: number;
  to: number;
}

export const isIn = (spans: readonly Span[], at: number): boolean =>
  spans.some(({ from, to }) => from <= at && at < to);

export interface Weather {
  /** Nothing of GitHub's answers: no look begins, no record can be read. */
  githubDown: Span[];
  /** A platform answers 5xx or 429 to everything. */
  platformDown: Map<string, Span[]>;
  /** From then on the key of that platform is refused, until a person stores another one. */
  rotations: { at: number; platform: string }[];
  /** When the schedule is switched off by GitHub for want of commits. */
  scheduleOffAt: number | undefined;
}

export function weatherOf(
  random: () => number,
  from: number,
  days: number,
  platforms: readonly string[],
): Weather {
  const spans = (every: number, hours: readonly [number, number]): Span[] => {
    const found: Span[] = [];
    for (let at = from; ; ) {
      at += every * DAY * (0.4 + 1.2 * random());
      if (at > from + days * DAY) return found;
      found.push({ from: at, to: at + HOUR * (hours[0] + (hours[1] - hours[0]) * random() ** 3) });
    }
  };
  return {
    githubDown: spans(9, [0.3, 7]),
    platformDown: new Map(platforms.map((platform) => [platform, spans(6, [0.1, 14])])),
    rotations: platforms.flatMap((platform) => spans(40, [0, 0]).map(({ from: at }) => ({ at, platform }))),
    scheduleOffAt: days > 70 ? from + 66 * DAY : undefined,
  };
}

/**
 * The next look that GitHub's cron begins: late under load, sometimes dropped, sometimes for hours (docs/decisions: odd minutes,
 * every quarter of an hour).
 */
export function nextLook(random: () => number, after: number): number {
  const every = 15 * MINUTE;
  for (let at = Math.floor(after / every + 1) * every + 7 * MINUTE; ; at += every) {
    if (at <= after || random() < 0.2) continue;
    if (random() < 0.002) {
      at += HOUR * (1 + 5 * random());
      continue;
    }
    return at + MINUTE * 12 * random() ** 3;
  }
}
