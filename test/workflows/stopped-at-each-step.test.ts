// Over ten seconds: workflow runs are cancelled, and lose their machines, at each of their steps.
import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { inTurn, partInTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import type { TwinRun } from '../twins/github-state.ts';
import { CallerLife, logOf, WITHOUT_DRILL } from './caller-life.ts';
import { Interruption, type Moment, type Stopping } from './interruption.ts';
import type { RunDone } from './thin-driver.ts';

/** Where a workflow run is stopped; `within` a step once the record tells that, or at once. In the order in which a run comes by. */
interface Stop {
  job: string;
  step: string;
  moment: Moment;
  told?: string;
  /** Where a cancelled job goes on all the same, its `always()` steps do what the next stop would have met. */
  only?: Stopping;
}

const stop = (job: string, step: string, moment: Moment, told?: string): Stop => ({
  job,
  step,
  moment,
  ...(told && { told }),
});
const lost = (...args: Parameters<typeof stop>): Stop => ({ ...stop(...args), only: 'lost' });

const BEFORE_THE_END: readonly Stop[] = [
  stop('train / smoke', 'smoke/stage', 'within'),
  stop('train / open', 'open/stage', 'before'),
  stop('train / open', 'open/stage', 'within'),
  stop('train / open', 'open/stage', 'after'),
  stop('train / train', 'checkout', 'before'),
  stop('train / train', 'launch/stage', 'before'),
  stop('train / train', 'launch/stage', 'within', 'intended'),
  stop('train / train', 'launch/stage', 'within', 'reachable'),
  stop('train / train', 'launch/stage', 'after'),
  stop('train / train', 'watch/stage', 'before'),
  stop('train / train', 'watch/stage', 'within'),
  stop('train / train', 'watch/stage', 'after'),
  stop('train / next', 'continue/stage', 'before'),
  stop('train / next', 'continue/stage', 'within', 'continued'),
  stop('train / next', 'ask/stage', 'before'),
];

const AFTER_THE_END: readonly Stop[] = [
  stop('train / train', 'watch/stage', 'within', 'cell-ended'),
  stop('train / train', 'collect/stage', 'before'),
  stop('train / train', 'collect/stage', 'within', 'collected'),
  lost('train / train', 'collect/stage', 'after'),
  stop('train / train', 'collect/upload', 'after'),
  lost('train / train', 'collect/stored', 'within'),
  lost('train / train', 'collect/stored', 'after'),
  stop('train / next', 'continue/stage', 'before'),
  stop('train / next', 'ask/stage', 'before'),
  stop('train / next', 'ask/stage', 'within'),
  stop('train / next', 'ask/stage', 'after'),
];

const OF_A_TICK: readonly Stop[] = [
  stop('tick / tick', 'checkout', 'after'),
  stop('tick / tick', 'tick/stage', 'within'),
  stop('tick / tick', 'tick/stage', 'within', 'reachable'),
  stop('tick / tick', 'tick/stage', 'within', 'cell-ended'),
  stop('tick / tick', 'tick/stage', 'after'),
  stop('tick / collect (RUN)', 'checkout', 'before'),
  stop('tick / collect (RUN)', 'collect/stage', 'within', 'collected'),
  stop('tick / collect (RUN)', 'collect/upload', 'after'),
  stop('tick / next', 'ask/stage', 'before'),
];

const OF_A_RELEASE: readonly Stop[] = [
  stop('release / gate', 'gate/stage', 'before'),
  stop('release / gate', 'gate/stage', 'within'),
  stop('release / gate', 'gate/stage', 'after'),
  stop('release / release', 'release/stage', 'before'),
  stop('release / release', 'release/stage', 'within', 'approved'),
  stop('release / release', 'release/stage', 'within', 'releasing'),
  stop('release / release', 'release/stage', 'after'),
];

const wordsOf = ({ job, step, moment, told }: Stop): string =>
  `${moment} ${step} of ${job}${told === undefined ? '' : `, once "${told}" is recorded`}`;

/** A sixth of them in a short run. */
const some = (what: string, stops: readonly Stop[], how: Stopping): readonly Stop[] =>
  partInTurn(
    `${how} ${what}`,
    stops.filter(({ only }) => only === undefined || only === how),
    6,
    wordsOf,
  );

describe('a life whose workflow runs are stopped at each of their steps', { skip: missing('git') }, () => {
  let life: CallerLife | undefined;
  const lives: CallerLife[] = [];
  afterEach(() => void (life && lives.push(life)));
  after(async () => {
    for (const each of lives) await each.end();
  });

  const interruptionOf = (life: CallerLife, id: string, how: Stopping, at: Stop): Interruption => {
    const when = at.told === undefined ? {} : { when: life.hasTold(id, at.told) };
    return new Interruption(how, at.job.replace('RUN', id), { step: at.step, moment: at.moment, ...when });
  };

  /** Each attempt of one workflow run is stopped further on: by turns all jobs are run again and those that failed alone. */
  async function attempts(life: CallerLife, run: TwinRun, id: string, how: Stopping, stops: readonly Stop[]) {
    let done: RunDone | undefined;
    for (const [index, at] of stops.entries()) {
      const interrupted = interruptionOf(life, id, how, at);
      const kept = index % 2 === 1 && done?.conclusion !== 'success' ? done : undefined;
      done =
        run.status === 'completed'
          ? await life.again(run, kept, { interrupted })
          : await life.go(run, { interrupted });
      assert.ok(interrupted.happened, `never came to ${wordsOf(at)}:\n${logOf(done)}`);
      assert.equal(done.conclusion, how === 'lost' ? 'failure' : 'cancelled', logOf(done));
      await life.assertHeld(id, wordsOf(at));
    }
  }

  /** Rented and started once, sealed, lying where it is read back, and one person asked once. */
  async function assertSealedOnce(life: CallerLife, id: string, log: string) {
    const told = life.told(id);
    for (const type of [
      'run-opened',
      'smoke-passed',
      'intended',
      'rented',
      'started',
      'cell-ended',
      'stored',
    ])
      assert.equal(told[type], 1, `${type} in ${JSON.stringify(told)}\n${log}`);
    for (const type of ['halted', 'approved', 'releasing', 'closed'])
      assert.equal(told[type], undefined, type);
    assert.equal((await life.cloud.boxes()).length, 1);
    assert.deepEqual(
      life.dispatchedTo('release').map(({ inputs }) => inputs['lease']),
      [`${id}-1`],
      log,
    );
    assert.deepEqual(life.problems(), []);
  }

  const LIVES = ['train', 'tick', 'release'].flatMap((is) =>
    (['cancelled', 'lost'] as const).map((how) => ({ is, how })),
  );
  const mine = inTurn('workflow runs that are stopped', LIVES, ({ is, how }) => `${is} ${how}`);
  const stopped = (wanted: string): Stopping[] => mine.flatMap(({ is, how }) => (is === wanted ? [how] : []));

  for (const how of stopped('train'))
    it(`${how} at each step of train, and run again, it rents once, loses nothing and asks once [GH-04] [GH-05]`, async () => {
      life = await CallerLife.begin(WITHOUT_DRILL);
      const run = life.start('train');
      const id = `tiny-${run.id}`;
      await attempts(life, run, id, how, some('before its end', BEFORE_THE_END, how));
      life.repository.endTraining();
      await attempts(life, run, id, how, some('after its end', AFTER_THE_END, how));
      await assertSealedOnce(life, id, logOf(await life.again(run)));
    });

  for (const how of stopped('tick'))
    it(`${how} at each step of ticks, with nobody who runs it again, it comes to the same end [GH-02] [GH-05]`, async () => {
      life = await CallerLife.begin(WITHOUT_DRILL);
      const train = life.start('train');
      const id = `tiny-${train.id}`;
      const launch = stop('train / train', 'launch/stage', 'within', 'intended');
      await attempts(life, train, id, 'cancelled', [launch]);
      life.repository.endTraining();
      const bot = { actor: 'github-actions[bot]', triggeringActor: 'github-actions[bot]' };
      const tick = () => life?.start('tick', { event: 'schedule', ...bot }) ?? assert.fail();
      for (const at of some('of a tick', OF_A_TICK, how)) {
        const interrupted = interruptionOf(life, id, how, at);
        // Each look goes a bounded part of the way.
        for (let looks = 0; looks < 4 && !interrupted.happened; looks += 1)
          await life.go(tick(), { interrupted });
        assert.ok(interrupted.happened, `never came to ${wordsOf(at)}: ${JSON.stringify(life.told(id))}`);
        await life.assertHeld(id, wordsOf(at));
      }
      const logs: string[] = [];
      for (let looks = 0; looks < 4 && life.dispatchedTo('release').length === 0; looks += 1)
        logs.push(logOf(await life.go(tick())));
      await assertSealedOnce(life, id, logs.join('\n'));
    });

  for (const how of stopped('release'))
    it(`${how} at each step of release, and run again, it is released once and never unasked [P5-11] [GH-05]`, async () => {
      life = await CallerLife.begin({ ...WITHOUT_DRILL, bound: '60s' });
      life.repository.endTraining();
      const train = life.start('train');
      const id = `tiny-${train.id}`;
      const sealed = await life.go(train);
      await assertSealedOnce(life, id, logOf(sealed));
      const [run = assert.fail(logOf(sealed))] = life.dispatchedTo('release');
      await attempts(life, run, id, how, some('of a release', OF_A_RELEASE, how));
      const log = logOf(await life.again(run));
      const told = life.told(id);
      for (const type of ['approved', 'releasing', 'released', 'closed'])
        assert.equal(told[type], 1, `${type} in ${JSON.stringify(told)}\n${log}`);
      assert.ok(life.asked >= 1);
      assert.deepEqual(await life.cloud.boxes(), []);
    });
});
