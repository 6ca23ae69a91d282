import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { connectSsh, type SshOptions } from '../../src/box/ssh-connect.ts';
import { ScriptedClock } from '../scripted-world.ts';

/** The pauses between attempts that all fail before a byte is sent. */
async function pauses(over: Partial<SshOptions>): Promise<{ slept: number[]; attempts: number }> {
  const clock = new ScriptedClock();
  let attempts = 0;
  const endpoint = () => {
    attempts += 1;
    return Promise.reject(new TransportFailed('nobody listens', 'refused'));
  };
  const options: SshOptions = { endpoint, login: { keys: [] }, pin: 'first-contact', clock, ...over };
  await assert.rejects(connectSsh(options), TransportFailed);
  return { slept: clock.slept, attempts };
}

describe('reconnecting', () => {
  it('waits longer each time, up to a cap, so that no box locks us out [P4-10]', async () => {
    const { slept } = await pauses({ attempts: 8, giveUpSeconds: 1000, random: () => 1 });
    assert.deepEqual(slept, [1, 2, 4, 8, 10, 10, 10]);
  });

  it('spreads many clients by half of each pause [P4-10]', async () => {
    const { slept } = await pauses({ attempts: 4, giveUpSeconds: 1000, random: () => 0 });
    assert.deepEqual(slept, [0.5, 1, 2]);
  });

  it('gives up at its bound, whatever number of attempts is left [P4-10] [XC-05]', async () => {
    const { slept, attempts } = await pauses({ attempts: 1000, random: () => 1 });
    assert.ok(slept.reduce((sum, seconds) => sum + seconds, 0) < 40);
    assert.ok(attempts < 10);
  });

  it('is not tried where the platform itself shows no box', async () => {
    let asked = 0;
    const endpoint = () => {
      asked += 1;
      return Promise.reject(new TransportFailed('no such box', 'gone'));
    };
    assert.deepEqual((await pauses({ endpoint })).slept, []);
    assert.equal(asked, 1);
  });
});
