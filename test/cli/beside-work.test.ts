import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Probe } from '../../src/box/box-plan.ts';
import { advance } from '../../src/course/advance.ts';
import { newStage, perform } from '../../src/course/effects.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import type { MeterReading } from '../../src/platforms/driver.ts';
import { plansOf } from '../../src/release/lease-plans.ts';
import { audited, HELD, intended, lost, opened, RUN, reachable, rented, started } from '../lease/told-run.ts';
import { execChannel, scriptedWorld } from '../scripted-world.ts';
import { cellOf, exited, lineOf, probeOf } from '../watch/probed.ts';

const SECOND = `${RUN}-2`;
const working = probeOf({}, cellOf());
const finished = probeOf({ queue: 'ended', queueExitCode: 0 }, exited(0));

/** The first box was taken away; the work goes on upon the second. */
const TAKEN_AWAY: EventBody[] = [
  opened(),
  ...HELD.slice(1),
  { ...lost('box'), what: 'evicted' } as EventBody,
];
const SECOND_WORKS: EventBody[] = [
  intended(SECOND),
  rented(SECOND),
  reachable(SECOND),
  audited(true, SECOND),
  started({ lease: SECOND }),
];

/** Watches until the work has ended, or the stage thinks that it can do no more. */
async function watch(before: EventBody[], meter: () => MeterReading['state'], looks: Probe[]) {
  const ledger = new MemoryLedger();
  const left = [...looks];
  const { channel } = execChannel(() => ({ stdout: lineOf(left.shift() ?? finished) }));
  const { world, clock } = scriptedWorld({
    ledger,
    channel,
    driver: { meters: async () => [{ id: 'gpu', state: meter() }] },
  });
  const at = clock.now().toISOString();
  const story = [...TAKEN_AWAY, ...before, ...SECOND_WORKS].map((body) => ({ ...body, at, by: 'test' }));
  const run = fold(
    RUN,
    story.map((event, seq) => ({ ...event, seq })),
  );
  await ledger.append(RUN, null, { events: story, summary: summarise(run, clock.now()) });
  const stage = newStage(world, {
    bound: () => Promise.reject(new Error('nothing is started')),
    smoke: async () => [],
    boundSeconds: Number.POSITIVE_INFINITY,
  });
  const stand = await advance(
    {
      ledger,
      clock,
      who: 'test',
      signal: world.signal,
      plans: (of) => plansOf(world, of),
      perform: (of, step) => perform({ ...stage, pollSeconds: 30 }, of, step),
      may: (step) => ['look', 'prove', 'recheck', 'tell'].includes(step.do),
    },
    RUN,
  );
  return { run: stand.run, left: left.length, events: stand.events.map(({ type }) => type) };
}

const owed: EventBody = {
  type: 'owed',
  lease: `${RUN}-1`,
  meter: 'gpu',
  why: 'it was not shown gone',
  next: 'look',
};

describe('work that is watched beside another box of its run', () => {
  it('is watched to its end although a debt of that box is never settled', async () => {
    const { run, left } = await watch([owed], () => 'running', Array(8).fill(working));
    assert.equal(left, 0);
    assert.equal(run.leases[1]?.state, 'ended');
    assert.equal(run.leases[0]?.meters[0]?.stoppedAt, undefined);
  });

  it('leaves nobody waiting for the proof of that debt until it has ended', async () => {
    let asked = 0;
    const settles = () => {
      asked += 1;
      return asked > 2 ? 'gone' : 'running';
    };
    const { events } = await watch([owed], settles, Array(8).fill(working));
    assert.ok(events.indexOf('meter-stopped') < events.indexOf('cell-ended'), events.join(' '));
  });

  it('goes on while nobody can say whether that box stands stopped', async () => {
    const sightings = ['2026-11-21T10:00:00Z', '2026-11-21T10:01:00Z'];
    const stopped: EventBody = { type: 'meter-stopped', lease: `${RUN}-1`, meter: 'gpu', sightings };
    const { run, left } = await watch([stopped], () => 'unknown', Array(8).fill(working));
    assert.deepEqual([left, run.leases[1]?.state], [0, 'ended']);
  });
});
