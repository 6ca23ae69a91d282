import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toTell } from '../../src/lease/concerns.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { Problem } from '../../src/problem.ts';
import { look } from '../../src/watch/look.ts';
import { newWatching } from '../../src/watch/watching.ts';
import {
  asEvents,
  audited,
  intended,
  jobWith,
  leaseOf,
  opened,
  RUN,
  RUNNING,
  reachable,
  rented,
  started,
  waived,
} from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const silent = new Problem({
  code: 'api-unreachable',
  kind: 'unreachable',
  what: 'GET /pods: 503. runpod did not answer; this says nothing about boxes there.',
  next: 'Run the same command again.',
});

const missing = new Problem({ code: 'api-key-missing', kind: 'usage', what: 'No key.', next: 'Set it.' });

describe('a platform that does not say where a box is', () => {
  it('leaves the box unseen, and its person is told of that in time [ninety days 1]', async () => {
    const { world, clock } = scriptedWorld({
      channel: () => Promise.reject(silent),
      driver: { describe: () => Promise.reject(silent) },
    });
    clock.pass(3600);
    const run = fold(RUN, asEvents(RUNNING));
    const lease = run.leases[0];
    assert.ok(lease);
    const { events, verdict } = await look(world, { run, lease, job: jobWith() }, newWatching());
    assert.deepEqual(events, [{ type: 'unreached', lease: lease.name, shown: 'unknown' }]);
    assert.equal(typeof verdict, 'object', 'its age is all that is known');
    const after = fold(RUN, asEvents([...RUNNING, ...events]));
    const told = toTell(after, clock.now()).map(({ key }) => key);
    assert.ok(told.includes(`unreachable:${lease.name}`), told.join(', '));
  });

  it('is not taken for a key that is missing, which a person has to set', async () => {
    const { world } = scriptedWorld({ channel: () => Promise.reject(missing), driver: {} });
    const run = fold(RUN, asEvents(RUNNING));
    const lease = run.leases[0];
    assert.ok(lease);
    await assert.rejects(look(world, { run, lease, job: jobWith() }, newWatching()), {
      code: 'api-key-missing',
    });
  });
});

describe('an engine that does not answer of a submission', () => {
  const queued: EventBody[] = [
    opened(),
    waived,
    { ...intended(), queue: 'ssh://ada@login' } as EventBody,
    rented(),
    reachable(),
    audited(),
    started({ launcher: 'sbatch' }),
  ];
  const lookWith = (error: Error) => {
    const { world } = scriptedWorld({
      channel: () => Promise.reject(silent),
      driver: { describe: () => Promise.reject(error) },
    });
    return look(world, { ...leaseOf(queued), job: jobWith() }, newWatching());
  };

  it('leaves it unseen', async () => assert.equal(typeof (await lookWith(silent)).verdict, 'object'));

  it('is not taken for a fault that a person, or this program, has to mend', async () => {
    await assert.rejects(lookWith(missing), { code: 'api-key-missing' });
    await assert.rejects(lookWith(new TypeError('ids is not iterable')), TypeError);
  });
});
