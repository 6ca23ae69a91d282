/**
 * Places of tasks as text, `0-3,7`: what engines and the keeper understand, and short for a thousand of them.
 */

/** More tasks than any submission has. */
const MOST_TASKS = 10_000;

/**
 * @returns places, each once, rising; what is no range of them counts for nothing, as it is a stranger's word
 */
export function placesIn(ranges: string): number[] {
  const places = new Set<number>();
  for (const part of ranges.split(',')) {
    const [, from, to = from, step = '1'] =
      /^(\d{1,5})(?:-(\d{1,5})(?::(\d{1,5}))?)?$/.exec(part.trim()) ?? [];
    if (from === undefined || Number(step) === 0) continue;
    const last = Math.min(Number(to), MOST_TASKS - 1);
    for (let place = Number(from); place <= last; place += Number(step)) places.add(place);
  }
  return [...places].sort((a, b) => a - b);
}

/** @param places in any order */
export function rangesOf(places: Iterable<number>): string {
  const parts: { from: number; to: number }[] = [];
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    const last = parts.at(-1);
    if (last && last.to === place - 1) last.to = place;
    else parts.push({ from: place, to: place });
  }
  return parts.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** Of `count` tasks those that are not in any of the ranges. */
export function othersThan(count: number, ...ranges: readonly string[]): number[] {
  const named = new Set(ranges.flatMap(placesIn));
  return Array.from({ length: Math.min(count, MOST_TASKS) }, (_, place) => place).filter(
    (place) => !named.has(place),
  );
}

/**
 * Which attempt of which tasks: `1:0-38;2:39`.
 * @returns the attempt by the place; what is no such part counts for nothing
 */
export const attemptsIn = (text: string): Map<number, number> =>
  new Map(
    text.split(';').flatMap((part) => {
      const [, attempt, ranges = ''] = /^(\d{1,9}):(.+)$/.exec(part) ?? [];
      return attempt === undefined ? [] : placesIn(ranges).map((place) => [place, Number(attempt)] as const);
    }),
  );

/** @param of the attempt by the place */
export function attemptsOf(of: ReadonlyMap<number, number>): string {
  const places = new Map<number, number[]>();
  for (const [place, attempt] of of) places.set(attempt, [...(places.get(attempt) ?? []), place]);
  return [...places].map(([attempt, all]) => `${attempt}:${rangesOf(all)}`).join(';');
}
