import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { approveRelease } from '../../src/approval/approve-release.ts';
import { releasePhrase } from '../../src/lease/warrant.ts';
import { plansOf } from '../../src/release/lease-plans.ts';
import { LEASE, leaseOf, SEAL, SEALED } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

/** Asked for a release at a terminal, where these are typed one after another; after them nobody answers. */
async function typing(...answers: string[]) {
  const { world, face } = scriptedWorld();
  const { run, lease } = leaseOf(SEALED);
  const { zero } = (await plansOf(world, run))(lease);
  const phrase = releasePhrase(LEASE, SEAL, zero);
  const left = answers.map((answer) => (answer === 'the phrase' ? phrase : answer));
  const order: string[] = [];
  const given = {
    env: {},
    person: 'ada@laptop',
    phrase: undefined,
    environment: undefined,
    noted: undefined,
    inAdvance: undefined,
    ended: undefined,
    async atTerminal() {
      order.push(`asked after ${JSON.stringify([...face.lines, ...face.warnings].at(-1))}`);
      return left.shift();
    },
  };
  const asked = { do: 'ask' as const, lease: LEASE, seal: SEAL, verbs: zero.map(({ verb }) => verb) };
  const outcome = approveRelease({
    world,
    given,
    run,
    asked,
    source: undefined,
    report: 'tiny-7/report.html',
  });
  return { outcome: await outcome.catch((error: unknown) => error), face, phrase, left, order };
}

describe('a phrase that is typed wrong', () => {
  it('may be typed again, with what was wrong and what is right before the next try', async () => {
    const { outcome, face, phrase } = await typing('yes', 'the phrase');
    assert.equal((outcome as { type: string }).type, 'approved');
    assert.deepEqual(face.warnings, [`"yes" is not the phrase; 2 more tries\nType exactly: ${phrase}`]);
  });

  it('is refused at the third try, so that nobody guesses for ever', async () => {
    const { outcome, face, left } = await typing('yes', 'y', 'release it', 'the phrase');
    assert.equal((outcome as { code: string }).code, 'phrase-differs');
    assert.equal(face.warnings.length, 2);
    assert.match(face.warnings[1] ?? '', /one more try/);
    assert.deepEqual(left.length, 1);
  });

  it('ends nothing where the person then gives no answer', async () => {
    const { outcome } = await typing('yes');
    assert.equal(outcome, undefined);
  });
});

describe('a question', () => {
  it('has no live line between it and its prompt', async () => {
    const { face, order, phrase } = await typing('the phrase');
    assert.deepEqual(face.settled, [{ id: undefined, is: undefined }]);
    assert.deepEqual(order, [`asked after ${JSON.stringify(`to approve, type: ${phrase}`)}`]);
  });
});
