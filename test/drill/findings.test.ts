import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { approvalLines } from '../../src/approval/lines-for-approver.ts';
import type { LedgerEvent } from '../../src/lease/events.ts';
import { STEPS, TURNS_AT } from './acted-job.ts';
import type { Fate } from './fates.ts';
import { type Ground, layGround } from './ground.ts';
import { Life, type Seen } from './life.ts';
import { Mortal } from './mortal.ts';
import { workHere } from './worker-here.ts';

const HOUR = 3600;
const QUARTER = 900;

const QUIET: Fate = {
  seed: 1,
  platform: 'runpod',
  spot: false,
  onFinish: 'hold',
  job: 'plain',
  // 100 steps in 100 minutes.
  stepMs: 60_000,
  standing: false,
  machines: 'one',
  copies: false,
  budgetFactor: 6,
  unfitBoxes: 0,
  blows: [],
  create: 'well',
  killed: 0,
  skewed: 0,
  dropped: 0,
};

/** What audits found, each in a life that goes wrong in just that way: the product's own loop, its ticks, a twin and acted boxes. */
describe('a life in which', () => {
  let ground: Ground;
  before(async () => {
    workHere();
    ground = await layGround();
  });
  after(() => ground.end());

  async function live(fate: Partial<Fate>, tell: (life: Life) => Promise<void>): Promise<void> {
    const life = new Life({ ...QUIET, ...fate }, ground);
    try {
      await life.begin();
      await life.look('run');
      await tell(life);
      assert.deepEqual(life.books.findings, []);
    } catch (error) {
      console.log(life.said.join('\n'));
      throw error;
    } finally {
      await life.end();
    }
  }

  /** Ticks of the schedule until something is so. */
  async function until(
    life: Life,
    isSo: (seen: Seen) => boolean,
    { hours = 12, every = QUARTER } = {},
  ): Promise<Seen> {
    for (let seconds = 0; seconds <= hours * HOUR; seconds += every) {
      await life.adversity.strike();
      const seen = await life.look('tick');
      await life.watcher.look(seen);
      if (isSo(seen)) return seen;
      life.pass(every);
    }
    throw new Error(`not within ${hours} h`);
  }

  const box = (life: Life) => {
    const machine = life.books.machines.at(-1);
    assert.ok(machine);
    return machine.box;
  };
  const has = (events: readonly LedgerEvent[], type: LedgerEvent['type']): boolean =>
    events.some((event) => event.type === type);
  const told = ({ events }: Seen): string[] =>
    events.flatMap((event) => (event.type === 'told' ? [event.of] : []));
  const toldOf = (word: string) => (seen: Seen) => told(seen).some((of) => of.startsWith(word));
  const isSealed = ({ run }: Seen): boolean => run?.seal !== undefined;
  const usd = (life: Life): number => life.books.usd();

  it('the job goes into the background is followed, told of, and neither sealed nor released while it trains [faults F1]', () =>
    live({ job: 'background', standing: true }, async (life) => {
      await until(life, toldOf('detached:'));
      assert.ok(box(life).isTraining);
      const sealed = await until(life, isSealed);
      assert.ok(!box(life).isTraining);
      assert.equal(box(life).step, STEPS);
      // How it ended nobody knows, so the word that was given in advance does not cover it.
      const lease = sealed.run?.leases[0]?.name ?? '';
      assert.equal(sealed.run?.leases[0]?.state, 'ended');
      const world = life.world(new Mortal(Number.POSITIVE_INFINITY));
      const asked = { do: 'ask', lease, seal: sealed.run?.seal?.seal ?? '' } as const;
      assert.match(
        (await approvalLines(world, sealed.run as never, asked as never)).join('\n'),
        /LOOK AT THIS/,
      );
      life.pass(2 * HOUR);
      const later = await life.look('tick');
      assert.ok(!has(later.events, 'releasing'));
    }));

  it('the job ends early is not released on a word that was given in advance [faults F1]', () =>
    live({ job: 'early', standing: true }, async (life) => {
      const sealed = await until(life, isSealed);
      assert.equal(box(life).step, TURNS_AT);
      life.pass(2 * HOUR);
      const later = await life.look('tick');
      assert.ok(!has(later.events, 'releasing'), 'nothing is ended');
      assert.ok(life.books.left().length > 0);
      assert.equal(sealed.run?.closed, undefined);
    }));

  it('the clock of the box jumps by a day is looked at on, for its platform says what time it is', () =>
    live({ blows: [{ at: HOUR / 2, blow: { what: 'box-clock', seconds: 86_400 } }] }, async (life) => {
      const before = await until(life, ({ events }) => has(events, 'kept'));
      const steps = ({ run }: Seen) => run?.cells.get('main')?.verifiedStep ?? 0;
      life.pass(HOUR / 2);
      const after = await until(life, (seen) => steps(seen) > steps(before), { hours: 1 });
      assert.ok(Date.parse(after.run?.updatedAt ?? '') <= life.clock.now().getTime(), 'by the right time');
      await until(life, isSealed, { hours: 3 });
    }));

  it('nobody releases what is sealed is told of at an hour, near its budget and beyond it [faults F2]', () =>
    live({}, async (life) => {
      await until(life, isSealed);
      const first = usd(life);
      const seen = await until(life, toldOf('unreleased'), { hours: 2 });
      assert.ok(usd(life) - first < 5, 'within the hour and a look');
      assert.ok(!told(seen).some((of) => of.startsWith('over-')));
      const nearly = await until(life, toldOf('budget-nearly'), { hours: 200 });
      assert.ok(usd(life) <= life.job.budget.usd, 'while it can still be helped');
      assert.ok(nearly.run?.seal);
      await until(life, toldOf('over-'), { hours: 200 });
      // The box is not touched: nobody has said so. Its price is.
      assert.ok(life.books.left().length > 0);
    }));

  it('the box answers no more is told of after a quarter of an hour, with the age of the last sight [faults F4]', () =>
    live({}, async (life) => {
      await until(life, ({ events }) => has(events, 'kept'));
      const seenAt = life.now;
      await life.adversity.suffer({ what: 'refused', seconds: 30 * HOUR });
      life.pass(QUARTER + 60);
      const seen = await until(life, toldOf('unreachable:'), { hours: 1 });
      const [lease] = seen.run?.leases ?? [];
      assert.equal(Date.parse(lease?.seenAt ?? ''), seenAt);
      assert.ok(lease?.unreached);
      assert.equal(lease?.state, 'running');
    }));

  it('the work is silent is told of, once [faults F4]', () =>
    live({ job: 'stall' }, async (life) => {
      await until(life, toldOf('stalled:'));
      life.pass(HOUR);
      const later = await life.look('tick');
      assert.equal(told(later).filter((of) => of.startsWith('stalled:')).length, 1);
    }));

  it('the box comes back with an empty disk goes on from the newest verified copy [faults F3]', () =>
    live({}, async (life) => {
      await until(life, ({ events }) =>
        events.some((event) => event.type === 'kept' && (event.step ?? 0) >= 30),
      );
      await life.adversity.suffer({ what: 'reset' });
      const before = await life.seen();
      const kept = before.events.findLast((event) => event.type === 'kept');
      await until(life, ({ events }) => events.filter(({ type }) => type === 'started').length === 2);
      assert.equal(box(life).starts.at(-1)?.from, kept?.type === 'kept' ? kept.step : 'no copy');
      await until(life, isSealed);
      assert.equal(box(life).step, STEPS);
    }));

  it('the box comes back empty after its end goes on from the copy, and seals [faults F3]', () =>
    live({}, async (life) => {
      await until(life, ({ events }) =>
        events.some((event) => event.type === 'kept' && (event.step ?? 0) >= 60),
      );
      life.pass(2 * HOUR);
      await life.adversity.suffer({ what: 'reset' });
      await until(life, isSealed);
      assert.equal(box(life).step, STEPS);
      assert.ok((box(life).starts.at(-1)?.from ?? 0) >= 60);
    }));

  it('the copies are on another machine rents nothing there [faults F5]', () =>
    live({}, async (life) => {
      await until(life, ({ events }) => has(events, 'kept'));
      await life.adversity.suffer({ what: 'take-away' });
      life.at = 1;
      const { creates } = life.books;
      let last: Seen | undefined;
      for (let look = 0; look < 6; look += 1) {
        last = await life.look(look % 2 === 0 ? 'tick' : 'run');
        const { run } = last;
        // Nobody there saw the run being opened: a person looks at the console, and says that it goes on.
        if (run?.halted?.code === 'not-vouched') await life.say([{ type: 'resolved', how: 'ada' }], 'ada');
        life.pass(HOUR);
      }
      assert.equal(life.books.creates, creates, 'nothing is rented before the copies are there');
      assert.equal(last?.problem?.code, 'kept-elsewhere');
      assert.match(`${last.problem.what} ${last.problem.next}`, /laptop/);
      life.at = 0;
      await life.look('run');
      await until(life, isSealed);
      assert.ok((box(life).starts.at(-1)?.from ?? 0) >= 10);
    }));

  it('an end is accepted and not carried out has it sent again until it is proven [faults F6]', () =>
    live({ standing: true }, async (life) => {
      await life.adversity.suffer({ what: 'end-ignored', times: 2 });
      await until(life, ({ run }) => run?.closed !== undefined, { hours: 30 });
      assert.deepEqual(life.books.left(), []);
    }));

  it('the disk was full goes on where it stood once a person has made room [faults F12]', () =>
    live({}, async (life) => {
      await until(life, ({ events }) =>
        events.some((event) => event.type === 'kept' && (event.step ?? 0) >= 20),
      );
      await life.adversity.suffer({ what: 'full-disk', seconds: 2 * HOUR });
      await until(life, ({ run }) => run?.halted !== undefined);
      life.pass(2 * HOUR);
      await life.adversity.strike();
      await life.say([{ type: 'resolved', how: 'gpu-lease resume' }], 'ada');
      await life.look('run');
      assert.ok(box(life).isTraining);
      assert.ok((box(life).starts.at(-1)?.from ?? 0) >= 20, 'from its own checkpoint');
      await until(life, isSealed);
    }));

  it('the first box is unfit gives it back at once without a person, and takes another offer [platforms M1]', () =>
    live({ unfitBoxes: 1, platform: 'vastai' }, async (life) => {
      const seen = await until(life, ({ events }) => has(events, 'started'), { hours: 3 });
      const [first, second] = life.books.machines;
      assert.ok(first && second);
      assert.ok(first.ended, 'the unfit one is gone');
      assert.equal(
        seen.events.some(({ type }) => type === 'approved'),
        false,
      );
      const [one, two] = seen.run?.leases ?? [];
      assert.ok(one?.unfit);
      assert.notEqual(one?.offer, two?.offer);
    }));
});
