// Over a minute: lives in which everything goes wrong find what no single case looks for.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inTurn, partInTurn } from '../in-turn.ts';
import { BREAKS } from './breaks.ts';
import { fateOf } from './fates.ts';
import { type Ground, layGround } from './ground.ts';
import { Life } from './life.ts';
import { liveOne } from './live-one.ts';

/** Outside of CI: `npm run drill -- --seed 1 --minutes 60`. */
const SLICES = [2001, 2003, 2005, 2007, 2009, 2011].map((first) => [first, first + 1]);
const SLICE = inTurn('slice of the drill', SLICES, ([first, last]) => `seeds ${first} and ${last}`).flat();

/**
 * Seeds that found something, with what it was. 12: a run without a box was vouched for by a clock 40 days ahead, which closed its
 * record to every right clock. 22: an abandon whose word ran out before its verbs were sent could not be approved again. 30: a spot
 * box of a platform that stops none itself was parked in vain for ever, before its release was even asked for. 10602: what was told by
 * a clock 40 days ahead, while nobody could be asked for the time, kept every right clock out. 11237: a record that was cut at its
 * create was resumed by a person, and a second box was rented beside the one that the platform's own list showed. 430030: a record
 * that nobody vouched for kept the debts of a box unsettled that a person had ended in the console.
 */
const FOUND = [12, 22, 30, 10602, 11237, 400429, 401265, 430030, 451662];

describe('the drill: seeded lives in which everything goes wrong', { timeout: 600_000 }, () => {
  let ground: Ground;
  before(async () => {
    ground = await layGround();
  });
  after(() => ground.end());

  for (const seed of [...FOUND, ...SLICE]) {
    it(`seed ${seed} loses, doubles, destroys and hides nothing`, async (t) => {
      const end = await liveOne(seed, ground);
      t.diagnostic(`${end.words}: ${end.looks} looks, ${end.kills} kills`);
      assert.deepEqual(end.findings, [], end.story);
    });
  }

  for (const each of partInTurn('a product that is broken for the drill', BREAKS, 3, ({ name }) => name)) {
    it(`counts a product that does "${each.name}" as ${each.counts}`, async () => {
      const calm = { ...fateOf(24), blows: [], killed: 0, skewed: 0, dropped: 0, create: 'well' as const };
      const fate = {
        ...calm,
        platform: 'runpod',
        job: each.name === 'mute' ? ('stall' as const) : ('plain' as const),
        budgetFactor: each.name === 'mute' ? 0.3 : 6,
        machines: 'one' as const,
        unfitBoxes: 0,
      };
      const { findings } = await new Life(fate, ground, each).live();
      const kinds = new Set(findings.map(({ kind }) => kind));
      assert.ok(kinds.has(each.counts), `it counted ${[...kinds].join(', ') || 'nothing'}`);
    });
  }
});
