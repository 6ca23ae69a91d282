import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainedRunText } from '../../src/cli/explanation-text.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { PlatformDriver } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import { explainRun } from '../../src/watch/explain-run.ts';
import {
  audited,
  intended,
  LEASE,
  opened,
  reachable,
  rented,
  started,
  told,
  waived,
} from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const silent = new Problem({ code: 'queue-silent', kind: 'unreachable', what: 'It is down.', next: 'Wait.' });
const queued = (to: 'waiting' | 'running'): EventBody[] => [
  opened(),
  waived,
  { ...intended(), queue: 'ssh://ada@login' } as EventBody,
  rented(),
  reachable(),
  audited(),
  started({ launcher: 'sbatch' }),
  { type: 'queue-moved', lease: LEASE, to },
];

async function asked(to: 'waiting' | 'running', whyBehind: PlatformDriver['whyBehind']) {
  const boxes: string[] = [];
  const { world } = scriptedWorld({
    channel: () => Promise.reject(silent),
    driver: {
      whyBehind: async (boxId) => {
        boxes.push(boxId);
        return (await whyBehind?.(boxId)) ?? [];
      },
    },
  });
  const explained = await explainRun(world, told(queued(to)));
  const text = explainedRunText('tiny-7', explained, { held: [], usdPerHour: 0 });
  return { boxes, text };
}

describe('a diagnosis of a submission', () => {
  it('that waits asks its engine what it stands behind, and says so first', async () => {
    const { boxes, text } = await asked('waiting', async () => [
      '3 jobs stand before it.',
      'You have 8 h left.',
    ]);
    assert.deepEqual(boxes, [`box-of-${LEASE}`]);
    assert.match(
      text,
      /^tiny-7 waits in its queue:\n {2}3 jobs stand before it\.\n {2}You have 8 h left\.\ntiny-7 main:/,
    );
  });

  it('that runs asks nothing of it', async () => {
    const { boxes, text } = await asked('running', async () => ['never']);
    assert.deepEqual(boxes, []);
    assert.match(text, /^tiny-7 main:/);
  });

  it('is whole where the engine does not answer, and hides no fault of a driver', async () => {
    const { text } = await asked('waiting', () => Promise.reject(silent));
    assert.match(text, /What it stands behind could not be asked: It is down\.\n.*tiny-7 main: not ended/s);
    await assert.rejects(
      asked('waiting', () => Promise.reject(new TypeError('x'))),
      TypeError,
    );
  });
});
