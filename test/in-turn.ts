import { it, type TestContext, type TestOptions } from 'node:test';

/**
 * What is alike and costs much is proven in turn: a run of `npm test` takes its part by the seed of the run, and `npm run test:long`
 * takes all. What is left to other runs is printed by name.
 */
export const isLong = process.env['GPU_LEASE_LONG'] === '1';

/** `GPU_LEASE_SEED` chooses by hand; a file that runs without `npm test` draws lots. */
export const runSeed = Number(
  process.env['GPU_LEASE_SEED'] ?? process.env['GPU_LEASE_RUN_SEED'] ?? Math.floor(Math.random() * 100_000),
);

/**
 * What rows go by: files that take turns come every second run, or every third, and with the seed itself half of their rows never
 * would. So it moves once more every thirty runs.
 */
const rowSeed = runSeed + Math.floor(runSeed / 30);

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
  const isMine = (index: number) => index % parts === rowSeed % parts;
  const others = all.filter((_, index) => !isMine(index));
  if (others.length > 0) leftOut(`${what}: ${others.map(nameOf).join(', ')}`);
  return all.filter((_, index) => isMine(index));
}

/** Read by the reporter of `npm test`, which says each line once. */
export function leftOut(what: string): void {
  console.log(`left out: ${what}`);
}

type Body = (t: TestContext) => void | Promise<void>;

interface It {
  (name: string, body: Body): void;
  (name: string, options: TestOptions, body: Body): void;
}

/**
 * `it` of tests that are a life each and need nothing of one another: the first in every run, of the others every second, third and
 * so on. Got anew for each, because Node names a test by the line that calls its `it`.
 */
export function livesInTurn(what: string, parts: number): { readonly it: It } {
  let count = 0;
  // Not in step with rows of the same file.
  const mine = Math.floor(rowSeed / 2) % parts;
  const leave = (name: string): void => leftOut(`${what}: ${name}`);
  return {
    get it() {
      const index = count++;
      return isLong || index === 0 || index % parts === mine ? it : leave;
    },
  };
}
