import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import type { PlannedVerb } from '../../src/lease/step.ts';
import { askPerson, isByHand, proveByHand } from '../../src/release/by-hand.ts';
import { releaseVerb } from '../../src/release/release.ts';
import { LEASE, leaseOf, SEAL } from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
import { type Scripted, scriptedWorld } from '../scripted-world.ts';
import { attachedRun } from './attached-run.ts';

const STOP: PlannedVerb = { verb: 'stop', stops: ['gpu'], destroys: ['system'], reversible: true };

const word: EventBody = { type: 'word-given', lease: LEASE, verb: 'stop', person: 'Ada' };
const releasing: EventBody = { type: 'releasing', lease: LEASE, verb: 'stop' };

type Answer = 'yes' | 'no' | 'unclear';

/** @param answers look by look, the last for ever; @param typed who says with this command that the box was ended */
function by(story: EventBody[], answers: Answer[] = [], typed?: string) {
  const { run, lease } = leaseOf(story);
  const left = [...answers];
  const scripted: Scripted = scriptedWorld({
    profile: async (id) => profileOf(id),
    driver: {
      answers: async () => {
        const next = (left.length > 1 ? left.shift() : left[0]) ?? assert.fail('nobody may look now');
        return { answers: next, what: `it says ${next}` };
      },
    },
  });
  const hand = { run, lease, plan: [STOP], word: async () => typed };
  return { ...scripted, run, lease, hand };
}

const types = (events: EventBody[]) => events.map((event) => event.type);

describe('the release of a box that only a person can end', () => {
  it('is for attached boxes that cost something, and for no others', () => {
    assert.ok(isByHand(leaseOf(attachedRun()).lease));
    assert.ok(!isByHand(leaseOf(attachedRun(0)).lease), 'one’s own machine');
  });

  it('asks for the exact step in the console, names what else may bill, and makes a debt of it [P5-13] [LR1]', async () => {
    const { world, hand } = by(attachedRun());
    const [owed, ...more] = await askPerson(world, hand, 'stop');
    assert.ok(owed?.type === 'owed' && owed.meter === 'gpu');
    assert.deepEqual(more, []);
    assert.match(owed.next, /ssh:\/\/user@box:2201: .*停止/);
    assert.match(owed.next, /also pay for data-disk there.*销毁数据盘/);
    assert.match(owed.next, /gpu-lease release tiny-7 --stopped "tiny-7-1"/);
  });

  it('asks once: the same debt is not written again', async () => {
    const { world, hand } = by([
      ...attachedRun(),
      ...(await askPerson(by(attachedRun()).world, by(attachedRun()).hand, 'stop')),
    ]);
    assert.deepEqual(await askPerson(world, hand, 'stop'), []);
    assert.deepEqual(await proveByHand(world, hand), []);
  });

  it('takes nobody’s silence for a word: a box that does not answer is not looked at [P5-13] [XC-05]', async () => {
    const { world, hand } = by(attachedRun(), []);
    assert.deepEqual(types(await proveByHand(world, hand)), ['owed']);
  });

  it('records whose word it is, and only then the verb', async () => {
    const { world, hand } = by(attachedRun(), [], 'Ada');
    assert.deepEqual(await askPerson(world, hand, 'stop'), [word]);
    const after = by([...attachedRun(), word]);
    assert.deepEqual(await askPerson(after.world, after.hand, 'stop'), [releasing]);
  });

  it('believes the word after two looks without an answer, a minute apart [P5-13]', async () => {
    const { world, hand, clock } = by([...attachedRun(), word, releasing], ['no']);
    const [stopped, ...more] = await proveByHand(world, hand);
    assert.ok(stopped?.type === 'meter-stopped' && stopped.sightings.length === 2);
    assert.deepEqual(more, []);
    const [one = '', two = ''] = stopped.sightings;
    assert.ok(Date.parse(two) - Date.parse(one) >= 60_000, `${one} to ${two}`);
    assert.deepEqual(clock.slept, [60]);
    assert.equal(
      leaseOf([...attachedRun(), word, releasing, stopped]).run.leases[0]?.meters[0]?.owed,
      undefined,
    );
  });

  for (const [what, answers] of [
    ['answers as before', ['yes']],
    ['was only rebooting', ['no', 'yes']],
    ['has a name that no longer resolves here, which may be us', ['unclear']],
  ] as [string, Answer[]][]) {
    it(`keeps the debt when the box ${what}, and the word is void [P5-13]`, async () => {
      const story = [...attachedRun(), word, releasing];
      const { world, hand } = by(story, answers);
      const events = await proveByHand(world, hand);
      assert.deepEqual(types(events), ['owed']);
      assert.ok(events[0]?.type === 'owed');
      assert.match(events[0].why, new RegExp(`Ada said that it was ended, and it says ${answers.at(-1)}`));
      assert.deepEqual(leaseOf([...story, ...events]).lease.words, []);
      const again = by([...story, ...events], []);
      assert.deepEqual(
        await proveByHand(again.world, again.hand),
        [],
        'and nobody looks again without a new word',
      );
    });
  }

  it('needs seal and approval like any other release, before anybody’s word counts [P5-11]', async () => {
    const unapproved = attachedRun().slice(0, -1);
    const { world, run, lease } = by(unapproved, []);
    const evidence = async () => ({ seal: SEAL, problems: [] });
    await assert.rejects(
      releaseVerb(
        world,
        { run, lease, plan: [STOP], word: async () => assert.fail('asked too early') },
        'stop',
        evidence,
      ),
      /Nobody has approved stop/,
    );
  });
});
