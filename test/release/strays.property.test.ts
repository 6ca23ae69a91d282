// Over ten seconds: drawn worlds of strays are the proof that nothing that bills is overlooked.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Mutation, STEP_NAMES, type StrayStep, StrayWorld } from './stray-world.ts';

const WORLDS = 1000;

/** Worlds in which not all of this happens prove less than they seem to. */
const EVERYTHING = [
  'given back',
  'put up: refused-late',
  'put up: twin',
  'reported: closed',
  'reported: half-created',
  'reported: refused-late',
  'reported: twin',
  'reported: unknown-run',
];

const step: fc.Arbitrary<StrayStep> = fc.tuple(fc.constantFrom(...STEP_NAMES), fc.nat(9999));
const story = fc.tuple(fc.array(step, { minLength: 15, maxLength: 60, size: 'max' }), fc.nat(40));
/** No shrinking: the seed replays a counterexample as well. */
const bounds = { numRuns: WORLDS, endOnFailure: true };

async function live(steps: readonly StrayStep[], skew: number, mutation?: Mutation) {
  const world = new StrayWorld(mutation);
  // Most stories begin with a run that has boxes, or there would be little to lose.
  for (const each of [['open a run', 0], ['launch', 4], ...steps] as StrayStep[]) await world.step(each);
  return { ...(await world.reckon(skew)), violations: world.violations, told: world.told };
}

/** How many of some stories end with a violation of that kind. */
async function caught(mutation: Mutation, words: RegExp): Promise<number> {
  let count = 0;
  for (const [steps, skew] of fc.sample(story, { numRuns: 100, seed: 7 })) {
    const { violations } = await live(steps, skew, mutation);
    if (violations.some((violation) => words.test(violation))) count += 1;
  }
  return count;
}

describe('strays of an account that several share', { timeout: 300_000 }, () => {
  it('releases nothing that is not a stray of ours, and misses none [P5-13]', async () => {
    let [strays, foreign, missed, worlds] = [0, 0, 0, 0];
    const told = new Set<string>();
    await fc.assert(
      fc.asyncProperty(story, async ([steps, skew]) => {
        const end = await live(steps, skew);
        assert.deepEqual(end.violations, []);
        strays += end.strays;
        foreign += end.foreign;
        missed += end.missed;
        worlds += 1;
        for (const each of end.told) told.add(each);
      }),
      bounds,
    );
    assert.deepEqual([...told].sort(), EVERYTHING);
    assert.ok(strays > WORLDS && foreign > WORLDS, 'the worlds are too empty to prove anything');
    process.stdout.write(
      `show: ${worlds} worlds: 0 wrong releases, ${missed} strays missed (${strays} strays, ${foreign} foreign)\n`,
    );
  });

  it('would notice a look that ignores the mark', async () => {
    const restamped: Mutation = {
      inventory: (resources, mark) => resources.map((each) => ({ ...each, owner: mark(each.name) })),
    };
    assert.ok((await caught(restamped, /stranger|other-/)) > 0);
  });

  it('would notice a look that reports at first sight', async () => {
    assert.ok((await caught({ apartSeconds: 0 }, /first sight/)) > 0);
  });

  it('would notice a list that leaves out what is ours', async () => {
    const partial: Mutation = { inventory: (resources) => resources.filter((_, index) => index % 2 === 0) };
    assert.ok((await caught(partial, /missed/)) > 0);
  });

  it('would notice a copy with data that is taken for an empty twin', async () => {
    const copied: StrayStep[] = [
      ['work', 0],
      ['copy by hand', 0],
      ['look', 0],
      ['time passes', 999],
      ['look', 0],
    ];
    const undated: Mutation = {
      inventory: (resources) => resources.map(({ createdAt: _, ...each }) => each),
    };
    assert.deepEqual((await live(copied, 0)).violations, []);
    assert.match((await live(copied, 0, undated)).violations.join(), /put up.*with data/);
  });
});
