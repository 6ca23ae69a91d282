import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../src/clock.ts';
import type { Description, Held, PlatformDriver, QueueWord } from '../../src/platforms/driver.ts';
import type { ContractPlatform } from './driver-contract.ts';
import { warrantFor } from './warrant-for-tests.ts';

/** What a queue under test can be told, and asked behind the driver's back. */
export interface QueueSide {
  /** Lays down what the submission of that name runs once it is let go: a line of `sh`. */
  layDown(name: string, does: string): Promise<void>;
  /** How often that has been begun. */
  starts(name: string): Promise<number>;
  /** Submissions of that name, whatever became of them. */
  submissions(name: string): Promise<number>;
  /** The same queue from another program. */
  another(): PlatformDriver;
  /** The engine does not answer until it is woken; what runs goes on. */
  silence(): Promise<{ wake(): Promise<void> }>;
}

type Queue = ContractPlatform & { queue: QueueSide };

/** What every queue promises beside what every driver does. */
export function queueContract(
  name: string,
  { skip }: { skip: string | false },
  start: () => Promise<ContractPlatform>,
): void {
  describe(`${name} as a queue`, { skip, concurrency: 1, timeout: 120_000 }, () => {
    let platform: Queue;
    let driver: PlatformDriver;
    before(async () => {
      const { queue, ...rest } = await start();
      assert.ok(queue, 'a queue says what can be done to it');
      platform = { ...rest, queue };
      driver = platform.driver;
    });
    after(() => platform?.down());

    const create = async (job: string, does = 'sleep 300', by = driver): Promise<Held> => {
      const held = await by.create(await platform.intent(job));
      await platform.queue.layDown(job, does);
      return held;
    };
    const begin = (boxId: string) => driver.begin?.(boxId) ?? assert.fail('a queue has `begin`');
    const phase = async (boxId: string) => (await driver.describe(boxId)).queue?.phase;
    const states = async (held: Held) =>
      Object.fromEntries((await driver.meters(held)).map((each) => [each.id, each.state]));

    it('holds what was submitted, at no cost and with a way in to its files, until it is let go', async () => {
      const held = await create('held');
      const seen = await driver.describe(held.boxId);
      assert.deepEqual([seen.state, seen.queue], ['starting', { phase: 'held' }]);
      assert.ok(seen.endpoint?.host && seen.endpoint.user, JSON.stringify(seen));
      assert.deepEqual(await states(held), { submission: 'running', walltime: 'gone' });
      await systemClock.sleep(2);
      assert.equal(await phase(held.boxId), 'held');
      assert.equal(await platform.queue.starts('held'), 0);
    });

    it('lets it go once, and again without a word, while it runs and after its end', async () => {
      const held = await create('begun', 'sleep 3');
      await begin(held.boxId);
      await begin(held.boxId);
      const seen = await until(driver, held.boxId, 'running');
      assert.deepEqual(
        [seen.state, await states(held)],
        ['running', { submission: 'running', walltime: 'running' }],
      );
      await begin(held.boxId);
      await until(driver, held.boxId, 'over');
      await begin(held.boxId);
      assert.equal(await platform.queue.starts('begun'), 1);
    });

    it('submits once, however many programs do it at the same time', async () => {
      const others = [driver, platform.queue.another(), platform.queue.another()];
      const made = await Promise.all(others.map((each) => create('raced-queue', 'sleep 300', each)));
      assert.equal(new Set(made.map(({ boxId }) => boxId)).size, 1);
      assert.equal(await platform.queue.submissions('raced-queue'), 1);
    });

    it('submits no second time what has come to its end, and does not call it held any more', async () => {
      const held = await create('ended', 'exit 0');
      await begin(held.boxId);
      await until(driver, held.boxId, 'over');
      assert.deepEqual(await driver.find('ended'), []);
      assert.equal((await create('ended')).boxId, held.boxId);
      assert.equal(await platform.queue.submissions('ended'), 1);
    });

    it('shows by itself that it is over, how, and that nothing is charged any more', async () => {
      for (const [job, does, how] of [
        ['well', 'exit 0', /ended with 0/],
        ['badly', 'exit 7', /exit code 7/],
        ['killed', 'kill -9 $$', /signal 9/],
      ] as const) {
        const held = await create(job, does);
        await begin(held.boxId);
        const seen = await until(driver, held.boxId, 'over');
        assert.equal(seen.state, 'gone');
        assert.match(seen.queue?.why ?? '', how);
        assert.deepEqual(await states(held), { submission: 'gone', walltime: 'gone' });
      }
    });

    it('is ended by its verb, held or running, and says by whom', async () => {
      for (const job of ['ended-held', 'ended-running']) {
        const held = await create(job);
        const isRunning = job === 'ended-running';
        if (isRunning) await begin(held.boxId);
        if (isRunning) await until(driver, held.boxId, 'running');
        for (const _ of ['once', 'again'])
          for (const verb of platform.zero)
            await driver.carryOut(warrantFor(held.boxId, verb), held.boxId, verb);
        const seen = await until(driver, held.boxId, 'over');
        assert.match(seen.queue?.why ?? '', /cancelled/);
        assert.equal(await platform.queue.starts(job), isRunning ? 1 : 0);
      }
    });

    it('tells of all that are alive what it tells of each', async () => {
      const waiting = await create('told-held');
      const going = await create('told-running');
      await begin(going.boxId);
      await until(driver, going.boxId, 'running');
      const all = (await driver.running?.()) ?? assert.fail('a queue tells of all at once');
      for (const { boxId } of [waiting, going])
        assert.deepEqual(all.get(boxId), await driver.describe(boxId));
    });

    it('says that it cannot be told, and never that it is over, while the engine does not answer', async () => {
      const held = await create('silent', 'sleep 300');
      await begin(held.boxId);
      await until(driver, held.boxId, 'running');
      const { wake } = await platform.queue.silence();
      try {
        const seen = await driver.describe(held.boxId);
        assert.deepEqual([seen.state, seen.queue], ['unknown', undefined]);
        assert.deepEqual(await states(held), { submission: 'unknown', walltime: 'unknown' });
        await assert.rejects(driver.find('silent'), { kind: 'unreachable' });
      } finally {
        await wake();
      }
      assert.equal(await phase(held.boxId), 'running');
    });
  });
}

/** Looks until the submission is in that phase; bounded. */
export async function until(
  driver: PlatformDriver,
  boxId: string,
  phase: QueueWord['phase'],
): Promise<Description> {
  let seen: Description | undefined;
  // Each look is commands of the queue, and those are what is waited for, too. A controller that was killed before it saved the end of
  // a job believes that it runs until its node says otherwise.
  for (let look = 0; look < 240; look += 1) {
    seen = await driver.describe(boxId);
    if (seen.queue?.phase === phase) return seen;
    await systemClock.sleep(0.25);
  }
  throw new Error(`${boxId} is not ${phase} after 60 s: ${JSON.stringify(seen)}`);
}
