// Over ten seconds: it kills real commands at drawn instants until they have lived through them all.
// In turn: a whole run that is killed
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { isLong, leftOut } from '../in-turn.ts';
import { stories } from '../scenarios/ledger-story.ts';
import { Place, type Running } from '../scenarios/run-bundle.ts';
import { seededRandom, seedOfTest } from '../scenarios/seeded-random.ts';
import { placeTinyJob } from '../scenarios/tiny-job.ts';
import { assertWellEnded, awaitedPhrase } from '../scenarios/whole-life.ts';

const MOST_KILLS = 50;
const KILLS = isLong ? MOST_KILLS : 12;
/** Lives side by side, each on a machine of its own: most of a life is waiting. */
const LANES = 3;
/** Kills after so many different events at least: on a busy machine the first ones may all fall into the smoke, then more are drawn. */
const KINDS = 4;
/** About what a whole life takes on an idle machine, from smoke to release: the instants of the kills are drawn from it. */
const LIFE_SECONDS = 6;
/** A busy machine takes longer: the span grows while kills find nothing new, or all of them would fall into the smoke. */
const SLOWER = 1.5;
/** A run that does not end after so many kills has stopped making progress. */
const MOST_KILLS_OF_ONE_LIFE = 40;

describe('a whole run, killed with SIGKILL and started again', { timeout: 600_000 }, () => {
  it(`keeps one box, one start and every artifact over ${KILLS} kills [XC-01] [P3-02] [P4-19]`, async (t) => {
    const seed = seedOfTest();
    if (KILLS < MOST_KILLS) leftOut(`kills of whole runs: ${MOST_KILLS - KILLS} of ${MOST_KILLS}`);
    t.diagnostic(`seed ${seed}: GPU_LEASE_SEED=${seed} draws the same instants`);
    const random = seededRandom(seed);
    const budget = { killsLeft: KILLS };
    const where: string[] = [];
    const lane = async () => {
      while (budget.killsLeft > 0) {
        where.push(...(await oneLife(t, random, budget)));
        const isNarrow = where.length >= KILLS && new Set(where).size < KINDS;
        if (isNarrow && where.length < MOST_KILLS) budget.killsLeft += KINDS;
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: LANES }, lane));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    t.diagnostic(`killed after: ${tally(where)}`);
    assert.ok(where.length >= KILLS);
    assert.ok(new Set(where).size >= KINDS, 'the kills are spread over a life');
  });
});

/** Returns the last event before each kill. */
async function oneLife(
  t: TestContext,
  random: () => number,
  budget: { killsLeft: number },
): Promise<string[]> {
  const place = new Place();
  const where: string[] = [];
  let pace = 1;
  let known = 0;
  try {
    placeTinyJob(place);
    while (!stories(place).some((story) => story.archived)) {
      const phrase = awaitedPhrase(place);
      const running = place.start(phrase === undefined ? ['run'] : ['run', '--approve', phrase]);
      const mayKill = budget.killsLeft > 0 && where.length < MOST_KILLS_OF_ONE_LIFE;
      if (mayKill) {
        budget.killsLeft -= 1;
        // Half of them anywhere in a life, half soon after a start: there the boundaries between two effects lie dense.
        const span = pace * (random() < 0.5 ? LIFE_SECONDS : LIFE_SECONDS / 6);
        const killed = await killAfter(running, random() * span, random() < 0.5);
        if (killed.signal === 'SIGKILL') {
          const events = stories(place).at(-1)?.events ?? [];
          where.push(events.at(-1)?.type ?? 'nothing');
          pace = events.length > known ? Math.max(1, pace / SLOWER) : pace * SLOWER;
          known = events.length;
          continue;
        }
        budget.killsLeft += 1;
      }
      const { exitCode, output } = await running.ended;
      assert.equal(exitCode, 0, `after ${where.join(', ')}:\n${output}`);
    }
    await assertWellEnded(place, { boxes: 1, starts: 1 });
    return where;
  } catch (error) {
    budget.killsLeft = 0;
    t.diagnostic(`this life was killed after: ${where.join(', ')}`);
    t.diagnostic(
      JSON.stringify(
        stories(place).map((story) => story.events.map(({ at, type }) => `${at} ${type}`)),
        null,
        1,
      ),
    );
    throw error;
  } finally {
    await place.end();
  }
}

/** With its children or alone: git that was cut off, or git that ends its work after us. Boxes have sessions of their own. */
async function killAfter(running: Running, seconds: number, withChildren: boolean) {
  const pid = running.child.pid ?? 0;
  const timer = setTimeout(() => {
    try {
      process.kill(withChildren ? -pid : pid, 'SIGKILL');
    } catch {
      // It ended just before.
    }
  }, seconds * 1000);
  const outcome = await running.ended;
  clearTimeout(timer);
  return outcome;
}

function tally(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
}
