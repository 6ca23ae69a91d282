import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostKeyChanged, LoginRefused, TransportFailed } from '../../src/box/channel.ts';
import { logsOfRun } from '../../src/course/logs-of-run.ts';
import { explainRun } from '../../src/watch/explain-run.ts';
import { leftBehind } from '../../src/watch/left-behind.ts';
import { RUNNING, told } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

describe('a box that is only looked at, and', () => {
  for (const [what, error] of [
    ['does not answer', new TransportFailed('nobody listens', 'refused')],
    ['lets nobody in', new LoginRefused('it accepts none of the keys offered')],
    ['shows another host key', new HostKeyChanged('known', 'seen', 'box@10.0.0.1')],
  ] as const)
    it(`${what}, is said to, and ends neither a diagnosis nor a log`, async () => {
      const { world } = scriptedWorld({ channel: () => Promise.reject(error) });
      const run = told(RUNNING);
      assert.ok((await explainRun(world, run)).notSeen?.includes(error.message));
      assert.equal(await leftBehind(world, run, false), undefined);
      const { logs, notSeen } = await logsOfRun(world, run);
      assert.deepEqual(logs, []);
      assert.ok(notSeen?.includes(error.message));
    });
});
