import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { usdSoFar } from '../../src/lease/cost.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { phasesOf, secondsOf } from '../../src/lease/phases.ts';
import {
  approved,
  asEvents,
  ENDED,
  gone,
  intended,
  LEASE,
  lost,
  RUN,
  RUNNING,
  rented,
  SEALED,
  STARTED_AT,
} from './told-run.ts';

const HOUR = 3_600_000;
/** Hours after the first event; the events are an hour apart. */
const at = (hours: number) => new Date(STARTED_AT + hours * HOUR);

function phases(story: EventBody[], now: Date) {
  const events = asEvents(story, 3600);
  const run = fold(RUN, events);
  return phasesOf(run, events, now).map(({ what, seconds, usd, isOn }) => [
    what,
    seconds / 3600,
    Number(usd.toFixed(6)),
    isOn,
  ]);
}

const releasing: EventBody = { type: 'releasing', lease: LEASE, verb: 'terminate' };
const RELEASED = [...SEALED, approved(), releasing, gone('gpu'), gone('disk')];

describe('the phases of a run', () => {
  it('are cut where a box was had, started, ended, sealed and told to stop, each with what it cost', () => {
    assert.deepEqual(phases(RELEASED, at(40)), [
      ['looking for a box', 1, 0, false],
      ['getting it ready', 3, 3.3, false],
      ['training', 1, 1.1, false],
      ['bringing home and verifying', 2, 2.2, false],
      ['waiting for an approval', 2, 2.2, false],
      // The GPU for one hour, the disk for two.
      ['ending it', 2, 1.2, false],
    ]);
  });

  it('go on where the run does, and no further', () => {
    assert.deepEqual(phases(RUNNING, at(10)).at(-1), ['training', 4, 4.4, true]);
    assert.deepEqual(phases(ENDED, at(10)).at(-1), ['bringing home and verifying', 3, 3.3, true]);
    assert.deepEqual(phases(SEALED, at(10)).at(-1), ['waiting for an approval', 1, 1.1, true]);
  });

  it('tell of a box that was taken away, and of the one after it', () => {
    const second = 'tiny-7-2';
    const story = [...RUNNING, lost('box'), gone('gpu'), gone('disk'), intended(second), rented(second)];
    assert.deepEqual(
      phases(story, at(13)).map(([what]) => what),
      [
        'looking for a box',
        'getting it ready',
        'training',
        'after it was taken away',
        'looking for a box',
        'getting it ready',
      ],
    );
  });

  it('cost together what the run costs, however far it has come', () => {
    for (let length = 1; length <= RELEASED.length; length += 1) {
      const events = asEvents(RELEASED.slice(0, length), 3600);
      const run = fold(RUN, events);
      const sum = phasesOf(run, events, at(20)).reduce((usd, phase) => usd + phase.usd, 0);
      assert.ok(Math.abs(sum - usdSoFar(run, at(20))) < 1e-9, `${length} events: ${sum}`);
    }
  });

  it('have the smoke before them, with the seconds that it took', () => {
    const smoked: EventBody = {
      ...{
        type: 'smoke-passed',
        commit: 'abcdef0123',
        configHash: 'c'.repeat(64),
        seconds: 23,
        drill: 'none',
      },
      environment: { os: 'linux', arch: 'x64', interpreter: 'node' },
    };
    const [first] = phases([...RUNNING.slice(0, 1), smoked, ...RUNNING.slice(2)], at(10));
    assert.deepEqual(first, ['smoke', 23 / 3600, 0, false]);
  });

  it('lie between the opening of the run and its end', () => {
    const events = asEvents(
      [...RELEASED, { type: 'released', lease: LEASE, usd: 10 }, { type: 'closed', usd: 10 }],
      3600,
    );
    assert.equal(secondsOf(fold(RUN, events), at(99)), (events.length - 1) * 3600);
    assert.equal(secondsOf(fold(RUN, events.slice(0, 3)), at(9)), 9 * 3600);
  });
});
