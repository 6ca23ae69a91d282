import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { printRun, runJson } from '../../src/report/run-table.ts';
import {
  audited,
  gone,
  intended,
  LEASE,
  opened,
  reachable,
  rented,
  started,
  told,
  waived,
} from '../lease/told-run.ts';

const ENDS_AT = '2026-11-23T10:00:00.000Z';
const rentedFor = (endsAt?: string): EventBody[] => [
  opened(),
  waived,
  intended(),
  { ...rented(), ...(endsAt === undefined ? {} : { endsAt }) } as EventBody,
];

function printed(test: TestContext, story: EventBody[]): string {
  const said: string[] = [];
  const write = test.mock.method(process.stdout, 'write', (text: string) => said.push(text) > 0);
  printRun(told(story), new Date('2026-11-22T12:00:00Z'), { json: false, env: {} });
  write.mock.restore();
  return said.join('');
}

it('status says when the platform itself ends a box that it was told to end', (test) => {
  assert.match(
    printed(test, rentedFor(ENDS_AT)),
    /^tiny-7-1: the platform ends it at 2026-11-23T10:00:00\.000Z$/m,
  );
  assert.doesNotMatch(printed(test, rentedFor()), /the platform ends/);
  const stopped = told(rentedFor(ENDS_AT)).leases[0]?.meters.map(({ id }) => gone(id)) ?? [];
  assert.doesNotMatch(printed(test, [...rentedFor(ENDS_AT), ...stopped]), /the platform ends/);
});

it('M3: status says when a box ends its own meter, and that it did', (test) => {
  const reached: EventBody = {
    type: 'reachable',
    lease: LEASE,
    hostKeySha256: 'key',
    pin: 'platform',
    endsItselfAt: '2026-11-21T10:00:03.000Z',
  };
  const story = [...rentedFor(), reached];
  assert.match(
    printed(test, story),
    /^tiny-7-1: it ends its own meter at 2026-11-21T10:00:03\.000Z if nobody comes$/m,
  );
  const seen: EventBody = { type: 'unreached', lease: LEASE, shown: 'stopped' };
  assert.match(
    printed(test, [...story, seen]),
    /^tiny-7-1: it ended its own meter, as it was to do at 2026-11-21T10:00:03\.000Z if nobody came$/m,
  );
});

it('status warns of a box that the platform would end and was not made to', (test) => {
  const story = [...rentedFor().slice(0, -1), { ...rented(), untimed: 'RetCode 8433' } as EventBody];
  assert.match(printed(test, story), /^WARNING: tiny-7-1 has no end at the platform: RetCode 8433$/m);
  const stopped = told(story).leases[0]?.meters.map(({ id }) => gone(id)) ?? [];
  assert.doesNotMatch(printed(test, [...story, ...stopped]), /no end at the platform/);
});

it('status says what the box has on its durable tier, since when, and why a newer copy does not get there', (test) => {
  const copy = { id: '1764000000-1', name: 'checkpoint-30', files: 2, bytes: 130 };
  const story: EventBody[] = [...rentedFor(), { type: 'on-tier', lease: LEASE, cell: 'main', copy }];
  const says =
    'main: on the durable tier of tiny-7-1: checkpoint-30, 2 files, 130 bytes, since 2025-11-24T16:00:00.000Z; seen';
  assert.ok(printed(test, story).includes(says));
  const failing: EventBody = { type: 'on-tier', lease: LEASE, cell: 'main', copy, failure: 'no-room' };
  const run = told([...story, failing, failing]);
  const [facts, ...more] = runJson(run, new Date('2026-11-22T12:00:00Z')).onTier;
  assert.deepEqual(more, []);
  assert.deepEqual(facts?.copy, {
    set: 'checkpoint-30',
    files: 2,
    bytes: 130,
    since: '2025-11-24T16:00:00.000Z',
  });
  assert.equal(facts?.failure?.why, 'it has no room');
  assert.ok((facts?.failure?.since ?? '') < (facts?.seenAt ?? ''), 'since the first word of it');
  assert.match(printed(test, [...story, failing]), /; FAILS since 20\S+Z: it has no room; seen at/);
  assert.equal(runJson(told([...story, failing, ...story.slice(-1)]), new Date()).onTier[0]?.failure, null);
});

it('status says why a submission waits and since when, who can say more, and how much it has used of its GPU-hours', (test) => {
  const budget = { usd: 10, hours: 1000, usdPerHour: 2, gpuHours: 8 };
  const first = opened({ budget });
  assert.ok(first.type === 'run-opened');
  const queued: EventBody[] = [
    { ...first, document: { ...first.document, resources: { gpu: { names: [], count: 2 } } } },
    waived,
    { ...intended(), queue: 'ssh://ada@login' } as EventBody,
    {
      ...rented(),
      meters: [{ id: 'walltime', kind: 'gpu', usdPerHour: 0, source: 'free' }],
    } as EventBody,
    reachable(),
    audited(),
    started({ launcher: 'sbatch' }),
  ];
  const moved = (to: 'waiting' | 'running', why?: string): EventBody => ({
    type: 'queue-moved',
    lease: LEASE,
    to,
    ...(why !== undefined && { why }),
  });
  const waits = [...queued, moved('waiting', 'jobs of higher priority wait before it (Priority)')];
  assert.match(
    printed(test, waits),
    /^tiny-7-1 waits in its queue since \S+Z: jobs of higher priority .*\n {2}what it stands behind, asked now: gpu-lease diagnose tiny-7$/m,
  );
  assert.match(printed(test, waits), /^GPU-hours 0\.0 of 8 \(budget\.gpuHours\)$/m);
  assert.doesNotMatch(printed(test, [...waits, moved('running')]), /waits in its queue/);
  assert.doesNotMatch(printed(test, rentedFor()), /GPU-hours/);
});
