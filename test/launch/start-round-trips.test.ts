import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Channel } from '../../src/box/channel.ts';
import { Frame } from '../../src/box/frame.ts';
import { auditText } from '../../src/box/keeper-text.ts';
import { systemClock } from '../../src/clock.ts';
import type { Job } from '../../src/job/job.ts';
import { auditLease } from '../../src/launch/audit-lease.ts';
import { setsid } from '../../src/launch/setsid.ts';
import { start } from '../../src/launch/start.ts';
import type { Started } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Lease } from '../../src/lease/run.ts';
import { look } from '../../src/watch/look.ts';
import { newWatching } from '../../src/watch/watching.ts';
import { silentFace, type World } from '../../src/world.ts';
import { onBox } from '../box/keeper-run.ts';
import { codeOf } from '../box/small-plan.ts';
import { loadJob } from '../job/job-text.ts';
import { profileOf } from '../profile/profiles.ts';
import { missing } from '../requirement.ts';

/** On an open SSH connection, as `test/box/ssh-round-trips.test.ts` measures them. */
const COMMAND = 2;
const COMMAND_WITH_INPUT = 3;

/** Counts the round trips that pass one after the other; what runs side by side counts once. */
function counting(inner: Channel): { channel: Channel; execs: number; trips: number } {
  const counted = {
    execs: 0,
    trips: 0,
    channel: {
      ...inner,
      async exec(argv, options) {
        const from = counted.trips;
        counted.execs += 1;
        const result = await inner.exec(argv, options);
        counted.trips = Math.max(
          counted.trips,
          from + (options?.stdin === undefined ? COMMAND : COMMAND_WITH_INPUT),
        );
        return result;
      },
      stream: () => assert.fail('not counted'),
      put: () => assert.fail('not counted'),
      get: () => assert.fail('not counted'),
    } satisfies Channel,
  };
  return counted;
}

const JOB: Job = loadJob({ run: 'run: exec sleep 1000', env: 'env: [API_TOKEN]' });
const RUN = fold('trips-1', []);

const leaseOf = (started?: Started): Lease =>
  ({
    name: 'trips-1-1',
    platform: 'generic-ssh',
    boxId: 'box',
    started,
    intent: { attach: 'ssh://box' },
  }) as Partial<Lease> as Lease;

function worldOf(channel: Channel): World {
  const parts: Partial<World> = {
    clock: systemClock,
    face: silentFace,
    channel: async () => channel,
    profile: async () => profileOf('generic-ssh'),
    secret: () => 'not a real one',
  };
  return parts as World;
}

async function started(world: World): Promise<Started> {
  const [event] = await start(world, {
    run: RUN,
    lease: leaseOf(),
    job: JOB,
    code: codeOf({ 'train.sh': 'true\n' }),
    requirements: undefined,
    attempt: 1,
    launchers: ['setsid'],
    hooks: { enter: [], leave: [] },
    storage: { scratch: [] },
    pushBack: async () => [],
  });
  assert.ok(event?.type === 'started');
  return event;
}

describe('round trips of a start', { skip: missing('dash') }, () => {
  it('are 7 from an open connection to the heartbeat: audit, laying down with secrets beside it, start', async () => {
    await onBox('dash', async (box) => {
      const counted = counting(box.channel);
      const world = worldOf(counted.channel);
      await auditLease(world, { run: RUN, lease: leaseOf(), job: JOB });
      assert.equal(counted.trips, COMMAND);
      const { dir } = await started(world);
      assert.equal(counted.trips, COMMAND + COMMAND_WITH_INPUT + COMMAND);
      await setsid.signal(box.channel, dir, 0);
    });
  });

  it('are 2 for a look: one command', async () => {
    await onBox('dash', async (box) => {
      const event = await started(worldOf(box.channel));
      const counted = counting(box.channel);
      const seen = await look(
        worldOf(counted.channel),
        { run: RUN, lease: leaseOf(event), job: JOB },
        newWatching(),
      );
      assert.equal(seen.verdict, 'running');
      assert.deepEqual({ execs: counted.execs, trips: counted.trips }, { execs: 1, trips: COMMAND });
      await setsid.signal(box.channel, event.dir, 0);
    });
  });

  it('are saved by an audit that fits a command line, dropbear (9,000 bytes) included', () => {
    const { line } = new Frame(
      ['sh', '-c', auditText(), 'sh'],
      'a box',
      () => {},
      () => {},
    );
    assert.ok(Buffer.byteLength(line) < 8700, `${Buffer.byteLength(line)} bytes`);
  });
});
