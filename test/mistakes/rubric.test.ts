import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Desk, type Mistake, NothingSaid, type Said, scoreOf } from './rubric.ts';

/** A desk at which a name was typed wrong, and the program says what it is told to say until the name is right. */
class Acted implements Desk {
  name = 'tinny';
  readonly #says: readonly string[];
  constructor(says: readonly string[]) {
    this.#says = says;
  }

  async type(): Promise<Said> {
    const isRight = this.name === 'tiny';
    return { messages: isRight ? [] : this.#says, exitCode: isRight ? 0 : 2, output: this.#says.join('\n') };
  }
}

const MISTAKE: Mistake<Acted> = {
  name: 'a name is misspelt',
  make: () => undefined,
  typed: ['plan'],
  where: 'job.yml:1:7:',
  what: '"tinny"',
  obey(message, desk) {
    const word = /Did you mean "(\w+)"/.exec(message)?.[1];
    if (word === undefined) throw new NothingSaid('it offers no word');
    desk.name = word;
    return undefined;
  },
};

const scored = (...says: string[]) => scoreOf(MISTAKE, new Acted(says));

describe('the rubric of mistakes', () => {
  it('gives all three points to a message that names place, value and a fix that goes on', async () => {
    const score = await scored('job.yml:1:7: There is no job "tinny". Did you mean "tiny"?');
    assert.deepEqual([score.points, score.where, score.what, score.fix], [3, true, true, true]);
  });

  for (const [what, message, points] of [
    ['without its place', 'There is no job "tinny". Did you mean "tiny"?', 2],
    ['without the value', 'job.yml:1:7: There is no such job. Did you mean "tiny"?', 2],
    ['without a fix', 'job.yml:1:7: There is no job "tinny". Correct the value here.', 2],
    ['with a fix that does not help', 'job.yml:1:7: There is no job "tinny". Did you mean "tinier"?', 2],
    ['with a place of another line', 'job.yml:2:7: There is no job "tinny". Did you mean "tiny"?', 2],
    ['that only says that something is wrong', 'Invalid configuration.', 0],
  ] as const)
    it(`gives ${points} to a message ${what}`, async () => {
      assert.equal((await scored(message)).points, points);
    });

  it('does not add up what stands in several messages', async () => {
    const score = await scored('job.yml:1:7: Something is wrong.', 'See "tinny".', 'Did you mean "tiny"?');
    assert.equal(score.points, 1);
  });

  it('gives nothing to a command that says nothing', async () => {
    assert.equal((await scored()).points, 0);
  });

  it('takes no advice that is said again once it was followed', async () => {
    const says = 'job.yml:1:7: "tinny" is odd. Did you mean "tiny"?';
    const warned: Desk & { name: string } = {
      name: 'tinny',
      type: async () => ({ messages: [says], exitCode: 0, output: says }),
    };
    const score = await scoreOf(MISTAKE as unknown as Mistake<typeof warned>, warned);
    assert.deepEqual([score.points, score.why], [2, 'then it says the same again']);
  });
});
