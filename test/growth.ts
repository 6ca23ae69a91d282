/**
 * How many times more of the processor four times as much takes, by the cheapest of several tries in turns: near 4 where the
 * time is linear, near 16 where it is quadratic. A ratio of one run and no time on a clock, so it holds on a machine that
 * others load.
 */
export async function growth(size: number, work: (size: number) => unknown): Promise<number> {
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  await work(size);
  const ratio = (): number => (best[1] ?? 0) / Math.max(best[0] ?? 0, LEAST_MICROSECONDS);
  // Caches and collections of garbage only ever add: one quiet turn of each is what is looked for.
  for (let turn = 0; turn < 4 || (turn < 48 && ratio() >= LINEAR); turn += 1) {
    for (const [index, factor] of [1, 4].entries()) {
      const began = process.cpuUsage();
      await work(size * factor);
      const { user, system } = process.cpuUsage(began);
      best[index] = Math.min(best[index] ?? 0, user + system);
    }
  }
  return ratio();
}

/** Below that a clock tells nothing. */
const LEAST_MICROSECONDS = 300;

/** Between linear and quadratic, with room for caches and collections of garbage. */
export const LINEAR = 9;
