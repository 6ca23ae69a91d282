// Over ten seconds: workflow runs meet in which GitHub's concurrency groups hold nobody back.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { CallerLife, logOf, WITHOUT_DRILL } from '../workflows/caller-life.ts';

/**
 * The caller's files, each started twice at the same moment, as if no group held: the thin driver runs both side by side. What each job
 * queues in is held by matrix-of-jobs.test.ts and readme-life.test.ts.
 */
describe('two workflow runs at once', { skip: missing('git') }, () => {
  let life: CallerLife;
  let trains: TwinRun[];
  before(async () => {
    life = await CallerLife.begin(WITHOUT_DRILL);
  });
  after(() => life?.end());

  /** Of two that seal one run at once the later seal stands; what the other has left to be signed is refused, and red. */
  const both = async (runs: readonly TwinRun[]): Promise<void> => {
    for (const done of await Promise.all(runs.map((run) => life.go(run))))
      for (const [name, { result }] of Object.entries(done.jobs))
        assert.ok(result !== 'failure' || name.startsWith('attest'), `${name}\n${logOf(done)}`);
  };
  const ids = () => trains.map(({ id }) => `tiny-${id}`);

  function assertOnce(...types: string[]): void {
    for (const id of ids())
      for (const type of types)
        assert.equal(life.told(id)[type], 1, `${type} of ${id}: ${JSON.stringify(life.told(id))}`);
  }

  it('that train one job file are two runs with a box each, and none of the other [GH-04]', async () => {
    trains = [life.start('train'), life.start('train')];
    await both(trains);
    assertOnce('run-opened', 'intended', 'rented', 'started');
    assert.deepEqual(
      (await life.cloud.boxes()).sort(),
      ids()
        .map((id) => `${id}-1`)
        .sort(),
    );
  });

  it('that tick seal each run once and keep it, and ask for each release [GH-04]', async () => {
    life.repository.endTraining();
    const ticks = () => [life.start('tick', { event: 'schedule' }), life.start('tick')];
    for (let looks = 0; looks < 4 && life.dispatchedTo('release').length === 0; looks += 1)
      await both(ticks());
    assertOnce('cell-ended');
    for (const id of ids()) {
      const { sealed = 0, unsealed = 0, stored = 0 } = life.told(id);
      assert.equal(sealed - unsealed, 1, `one seal of ${id} stands: ${JSON.stringify(life.told(id))}`);
      assert.ok(stored >= 1, `${id} lies nowhere: ${JSON.stringify(life.told(id))}`);
    }
    assert.equal((await life.cloud.boxes()).length, 2);
    const asked = life.dispatchedTo('release').map(({ inputs }) => inputs['run']);
    assert.deepEqual([...new Set(asked)].sort(), ids().sort());
  });

  it('that release one lease send its verb once, while a tick looks [GH-04] [P5-13]', async () => {
    const [first = assert.fail()] = life.dispatchedTo('release');
    const again = life.start('release', { inputs: first.inputs, title: first.title });
    await both([first, again, life.start('tick', { event: 'schedule' })]);
    const id = first.inputs['run'] ?? '';
    for (const type of ['releasing', 'released', 'closed']) assert.equal(life.told(id)[type], 1, type);
    assert.deepEqual(
      await life.cloud.boxes(),
      ids()
        .filter((each) => each !== id)
        .map((each) => `${each}-1`),
    );
  });
});
