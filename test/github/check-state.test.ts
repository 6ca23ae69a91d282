import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CheckToTell, tellCheck } from '../../src/github/check-run.ts';
import { checkStep, externalIdOf, type Standing } from '../../src/github/check-state.ts';
import type { Check, GitHub } from '../../src/github/github.ts';
import { openGitHub } from '../../src/github/this-repository.ts';
import { startGitHubTwin } from '../twins/github-twin.ts';
import { SkippingClock } from '../twins/twin-clock.ts';

const SHA = 'a'.repeat(40);
const NAME = 'gpu-lease: tiny';
const at = { sha: SHA, name: NAME };

const standing = (sequence: number, conclusion?: Standing['conclusion'], run = 'tiny-1'): CheckToTell => ({
  run,
  sequence,
  conclusion,
  title: conclusion ?? `event ${sequence}`,
  summary: '',
});

const checkOf = (told: Standing, id = 1): Check => ({
  id,
  name: NAME,
  externalId: externalIdOf(told),
  status: told.conclusion === undefined ? 'in_progress' : 'completed',
  conclusion: told.conclusion,
});

describe('a check that tells how a run stands', () => {
  it('never goes back to pending from a verdict, nor to an older event, in whatever order updates arrive', () => {
    const updates = fc.array(
      fc.record({
        sequence: fc.integer({ min: 1, max: 6 }),
        conclusion: fc.constantFrom(undefined, undefined, 'success' as const, 'failure' as const),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(updates, (all) => {
        let shown: Standing | undefined;
        for (const each of all) {
          const next = standing(each.sequence, each.conclusion);
          const step = checkStep(shown ? [checkOf(shown)] : [], next);
          const before = shown;
          if (step.do !== 'keep') shown = next;
          assert.ok((shown?.sequence ?? 0) >= (before?.sequence ?? 0), 'sequence only grows');
          if (before?.conclusion !== undefined) assert.notEqual(shown?.conclusion, undefined);
        }
        if (all.some(({ conclusion }) => conclusion !== undefined && all.length === 1))
          assert.notEqual(shown?.conclusion, undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves the checks of other runs and other programs alone', () => {
    const foreign = [
      checkOf(standing(9, 'success', 'tiny-2')),
      { ...checkOf(standing(9, 'success')), externalId: 'somebody-else' },
      { ...checkOf(standing(9, 'success')), externalId: 'gpu-lease:tiny-1:x' },
    ];
    assert.deepEqual(checkStep(foreign, standing(1)), { do: 'create' });
  });

  it('says why it keeps what is there', () => {
    assert.deepEqual(checkStep([checkOf(standing(7, 'failure'))], standing(9)), {
      do: 'keep',
      why: 'it has a verdict already (failure)',
    });
    assert.deepEqual(checkStep([checkOf(standing(7))], standing(3)), {
      do: 'keep',
      why: 'it tells of event 7, and this is event 3',
    });
  });

  /** At GitHub, as anybody sees it afterwards. */
  async function atGitHub(
    work: (github: GitHub, shown: () => { status: string; conclusion: string | null }[]) => Promise<void>,
  ) {
    const clock = new SkippingClock(0);
    const twin = await startGitHubTwin({ clock });
    try {
      const github = openGitHub(twin.env, clock, new AbortController().signal);
      assert.ok(github);
      await work(github, () =>
        [...twin.state.checks.values()].map(({ status, conclusion }) => ({ status, conclusion })),
      );
    } finally {
      await twin.close();
    }
  }

  it('shows the verdict although "running" arrives after it', () =>
    atGitHub(async (github, shown) => {
      const tell = (told: CheckToTell) => tellCheck(github, at, async () => told);
      assert.equal((await tell(standing(3))).do, 'create');
      assert.equal((await tell(standing(8, 'success'))).do, 'update');
      assert.equal((await tell(standing(5))).do, 'keep');
      assert.equal((await tell(standing(5, 'failure'))).do, 'keep');
      assert.deepEqual(shown(), [{ status: 'completed', conclusion: 'success' }]);
    }));

  it('shows the verdict although a slower writer wrote over it between its reading and its writing', () =>
    atGitHub(async (github, shown) => {
      await tellCheck(github, at, async () => standing(3));
      let ledger = standing(5);
      const slow: GitHub = {
        ...github,
        async updateCheck(id, change) {
          // The verdict is in the record and told, while this one holds an answer from before.
          if (ledger.sequence === 5) {
            ledger = standing(9, 'success');
            await tellCheck(github, at, async () => ledger);
          }
          await github.updateCheck(id, change);
        },
      };
      await tellCheck(slow, at, async () => ledger);
      assert.deepEqual(shown(), [{ status: 'completed', conclusion: 'success' }]);
    }));
});
