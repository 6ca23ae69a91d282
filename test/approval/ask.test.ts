import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { askForApprovals, hasUnasked } from '../../src/approval/ask.ts';
import { callerFiles } from '../../src/github/caller-files.ts';
import { concernsOf } from '../../src/lease/concerns.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Run } from '../../src/lease/run.ts';
import { appendDecision } from '../../src/ledger/append-to-run.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { startClient } from '../github/github-client.ts';
import { LEASE, RUN, SEAL, SEALED } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';
import type { TwinRun } from '../twins/github-state.ts';

const FILE = '.github/workflows/gpu-lease-release.yml';
const ENV = {
  GITHUB_REPOSITORY: 'ada/trains',
  GITHUB_WORKFLOW_REF: 'ada/trains/.github/workflows/gpu-lease-tick.yml@refs/heads/main',
};

describe('asking for a release', () => {
  let started: Awaited<ReturnType<typeof startClient>>;
  let ledger: MemoryLedger;

  beforeEach(async () => {
    started = await startClient();
    ledger = new MemoryLedger();
    for (const { path, text } of callerFiles({ suite: 'ada/gpu-lease', commit: 'a'.repeat(40), keys: [] }))
      started.twin.state.files.set(path, text);
    await appendDecision({ ledger, clock: started.clock, who: 'test' }, RUN, SEALED);
  });
  afterEach(() => started.twin.close());

  const now = async (): Promise<Run> => fold(RUN, (await ledger.read(RUN)).events);
  /** One process, which has read the record as it stands. */
  function asker() {
    const { clock, github } = started;
    const { world, face } = scriptedWorld({ ledger, clock, github, who: 'asker' });
    const said = () => [...face.lines, ...face.warnings].join('\n');
    return { world, said, ask: async (run?: Run) => askForApprovals(ENV, world, [run ?? (await now())]) };
  }
  /** As GitHub makes the titles of the workflow runs that were dispatched. */
  function titled(): TwinRun[] {
    for (const run of started.twin.dispatched)
      run.title = `gpu-lease release ${run.inputs['lease']} ${run.inputs['seal']} ${run.inputs['acknowledge'] ?? ''}`;
    return started.twin.dispatched;
  }
  async function end(run: TwinRun, conclusion: string) {
    titled();
    Object.assign(run, { status: 'completed', conclusion });
  }
  /** And then somebody looks, as the tick does before it asks. */
  async function pass(seconds: number) {
    started.clock.pass(seconds);
    const writer = { ledger, clock: started.clock, who: 'test' };
    await appendDecision(writer, RUN, [{ type: 'vouched', witnesses: ['this machine'] }]);
  }
  const newest = (): TwinRun => started.twin.dispatched.at(-1) ?? assert.fail('nothing was dispatched');

  it('starts one workflow run where two ask at once, and later ones find it', async () => {
    const read = await now();
    const both = await Promise.all([asker().ask(read), asker().ask(read)]);
    assert.equal(started.twin.dispatched.length, 1);
    assert.deepEqual(both.flat().filter((each) => each.started).length, 1);
    const third = asker();
    assert.deepEqual(await third.ask(), [
      { run: RUN, lease: LEASE, seal: SEAL, workflowRun: newest().id, started: false },
    ]);
    assert.equal(await hasUnasked(ENV, third.world, [await now()]), false);
  });

  for (const [was, isThere] of [
    ['left', true],
    ['did not leave', false],
  ] as const)
    it(`after one that died behind its claim, and whose dispatch ${was}, ${isThere ? 'takes that one over' : 'starts another one'}`, async () => {
      const dying = asker();
      const { dispatch } = started.github;
      dying.world.github = Object.create(started.github, {
        dispatch: {
          async value(...given: Parameters<typeof dispatch>) {
            if (isThere) await started.github.dispatch(...given);
            throw new Error('killed');
          },
        },
      });
      await assert.rejects(dying.ask(), /killed/);
      titled();
      const soon = asker();
      if (!isThere) {
        assert.deepEqual(await soon.ask(), [], 'it may be on its way');
        await pass(2000);
      }
      const [asked] = await asker().ask();
      assert.equal(asked?.started, !isThere);
      assert.equal(started.twin.dispatched.length, 1);
      assert.equal((await now()).leases[0]?.asking?.workflowRun, newest().id);
    });

  for (const conclusion of ['cancelled', 'failure'])
    it(`asks again, three times in all, where a workflow run ended (${conclusion}) before anybody was asked, and then a person is told`, async () => {
      for (let nth = 1; nth <= 3; nth += 1) {
        const got = await asker().ask();
        assert.equal(got[0]?.started, true, `${nth}`);
        assert.equal(started.twin.dispatched.length, nth);
        await end(newest(), conclusion);
        assert.deepEqual(await asker().ask(), [], 'not in the same minute');
        assert.equal(
          concernsOf(await now(), started.clock.now()).some(({ key }) => key.startsWith('not-asked')),
          nth === 3,
        );
        if (nth < 3) await pass(1300);
      }
      const fourth = asker();
      assert.equal(await hasUnasked(ENV, fourth.world, [await now()]), false);
      assert.deepEqual(await fourth.ask(), []);
      assert.match(
        fourth.said(),
        /Nobody is asked any more for the release of tiny-7-1.*gpu-lease release tiny-7/,
      );
      const told = concernsOf(await now(), started.clock.now()).find(
        ({ key }) => key === `not-asked:${LEASE}`,
      );
      assert.match(
        told?.what ?? '',
        new RegExp(`3 workflow runs were to, and the last one, ${newest().id}, is over .*${conclusion}`),
      );
      assert.ok(told?.due && told.usdPerHour > 0);
    });

  it('takes a no, and a phrase that was shown, for an answer', async () => {
    await asker().ask();
    started.twin.addEnvironment('gate', { reviewers: ['grace'] });
    started.twin.enterEnvironment(newest(), 'gate');
    started.twin.reject(newest(), 'grace', 'gate', 'no');
    await end(newest(), 'failure');
    await pass(1300);
    assert.equal((await asker().ask())[0]?.started, false);
    newest().reviews.splice(0);
    await end(newest(), 'success');
    assert.equal((await asker().ask())[0]?.started, false);
    assert.equal(started.twin.dispatched.length, 1);
  });

  it('leaves it to one that a person has started by hand, and asks no more for what is void', async () => {
    const hand = started.twin.startRun({
      path: FILE,
      event: 'workflow_dispatch',
      title: `release ${LEASE} ${SEAL.slice(0, 8)}`,
    });
    assert.deepEqual(await asker().ask(), [
      { run: RUN, lease: LEASE, seal: SEAL, workflowRun: hand.id, started: false },
    ]);
    const before = await now();
    await end(hand, 'cancelled');
    await appendDecision({ ledger, clock: started.clock, who: 'test' }, RUN, [
      { type: 'unsealed', seal: SEAL, why: 'changed' },
    ]);
    assert.deepEqual(await asker().ask(before), []);
    assert.deepEqual(started.twin.dispatched, []);
  });
});
