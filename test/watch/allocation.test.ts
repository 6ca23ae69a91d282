import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TransportFailed } from '../../src/box/channel.ts';
import { toTell } from '../../src/lease/concerns.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { auditOfAllocation } from '../../src/watch/allocation.ts';
import {
  audited,
  intended,
  jobWith,
  LEASE,
  leaseOf,
  opened,
  reachable,
  rented,
  started,
  told,
  waived,
} from '../lease/told-run.ts';
import { execChannel, scriptedWorld } from '../scripted-world.ts';
import { probeOf } from './probed.ts';

const STORY: EventBody[] = [
  opened(),
  waived,
  { ...intended(), queue: 'ssh://ada@login' } as EventBody,
  rented(),
  reachable(),
  audited(),
  started({ launcher: 'sbatch' }),
  { type: 'queue-moved', lease: LEASE, to: 'running' },
];
const saw = (...lines: string[]) =>
  ['GPU-LEASE audit 1', 'K system Linux 6', 'K machine x86_64', ...lines, 'GPU-LEASE audited', ''].join('\n');
const job = { ...jobWith(), resources: { gpu: { names: [], count: 2 } } };

function world(answer: string | Error) {
  const { channel, execs } = execChannel(() => {
    if (answer instanceof Error) throw answer;
    return { stdout: answer };
  });
  return { ...scriptedWorld({ channel }), execs };
}

async function lookAt(answer: string | Error, story = STORY, probe = probeOf({ audited: true })) {
  const scripted = world(answer);
  const events = await auditOfAllocation(scripted.world, { ...leaseOf(story), job }, probe);
  return { events, execs: scripted.execs };
}

describe('the machine that a queue gave', () => {
  it('is judged once for each attempt, by what it saw of itself', async () => {
    const { events, execs } = await lookAt(saw('K gpu.exit absent'));
    assert.match(execs[0]?.join(' ') ?? '', /^cat .*\/attempts\/1\/audit$/);
    const [event] = events;
    assert.ok(event?.type === 'audited' && event.attempt === 1 && !event.fit);
    assert.ok(event.findings.some(({ level, id }) => level === 'fail' && id === 'U31'));
    assert.deepEqual((await lookAt(saw('K gpu.exit absent'), [...STORY, event])).execs, []);
  });

  it('that is not what the job asks for is told while it runs there, and runs on', async () => {
    const { events } = await lookAt(saw('K gpu.exit absent'));
    const run = told([...STORY, ...events]);
    assert.equal(run.leases[0]?.state, 'running');
    const [concern] = toTell(run, new Date(run.updatedAt ?? 0));
    assert.equal(concern?.key, `unfit-node:${LEASE}:1`);
    const moved: EventBody = { type: 'queue-moved', lease: LEASE, to: 'waiting', why: 'Requeued' };
    assert.deepEqual(toTell(told([...STORY, ...events, moved]), new Date(run.updatedAt ?? 0)), []);
  });

  it('is not asked for before it has looked, and no line that fails takes more from a look', async () => {
    assert.deepEqual((await lookAt(saw(), STORY, probeOf())).execs, []);
    assert.deepEqual((await lookAt(new TransportFailed('gone', 'reset'))).events, []);
    assert.deepEqual((await lookAt('GPU-LEASE audit 1\nK gpu.exit 0\n')).events, [], 'half of an answer');
  });
});
