/**
 * What is alike and costs much is proven in turn: a run of `npm test` takes its part by the seed of the run, and `npm run test:long`
 * takes all. What is left to other runs is printed by name.
 */
export const isLong = process.env['GPU_LEASE_LONG'] === '1';

/** `GPU_LEASE_SEED` chooses by hand; a file that runs without `npm test` draws lots. */
export const runSeed = Number(
  process.env['GPU_LEASE_SEED'] ?? process.env['GPU_LEASE_RUN_SEED'] ?? Math.floor(Math.random() * 100_000),
);

/** One of these in a short run, another in the next; all in a long one. */
export const inTurn = <T>(
  what: string,
  all: readonly T[],
  nameOf: (one: T) => string = String,
): readonly T[] => partInTurn(what, all, all.length, nameOf);

/** Of these every second, third and so on; the next run takes the ones beside them. */
export function partInTurn<T>(
  what: string,
  all: readonly T[],
  parts: number,
  nameOf: (one: T) => string,
): readonly T[] {
  if (isLong) return all;
  const isMine = (index: number) => index % parts === runSeed % parts;
  const others = all.filter((_, index) => !isMine(index));
  if (others.length > 0) leftOut(`${what}: ${others.map(nameOf).join(', ')}`);
  return all.filter((_, index) => isMine(index));
}

/** Read by the reporter of `npm test`, which says each line once. */
export function leftOut(what: string): void {
  console.log(`left out: ${what}`);
}
