import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import type { MeterReading } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import { prove } from '../../src/release/prove.ts';
import { HELD, LEASE, leaseOf, told } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

type State = MeterReading['state'];
const unreachable = new Problem({
  code: 'down',
  kind: 'unreachable',
  what: 'the API does not answer',
  next: 'wait',
});
const { lease } = leaseOf(HELD);

/** What the platform shows of the GPU's meter, look by look; the last word for ever. `absent` = it does not list it. */
async function shown(
  states: (State | 'absent' | Error)[],
  { bound = 60, of = lease, meters = ['gpu'], consoleStep = undefined as string | undefined } = {},
) {
  const left = [...states];
  let looks = 0;
  const scripted = scriptedWorld({
    driver: {
      meters: async () => {
        looks += 1;
        const state = left.length > 1 ? left.shift() : left[0];
        if (state instanceof Error) throw state;
        return state === 'absent' || state === undefined ? [] : [{ id: 'gpu', state }];
      },
    },
  });
  const events = await prove(scripted.world, of, meters, {
    withinSeconds: bound,
    apartSeconds: 1,
    ...(consoleStep === undefined ? {} : { consoleStep }),
  });
  return { ...scripted, events, looks, waited: scripted.clock.slept.reduce((sum, s) => sum + s, 0) };
}

const types = (events: EventBody[]) => events.map((event) => event.type);

describe('the proof that a meter stopped', () => {
  it('takes two looks at which it was gone, with time between them [P5-13]', async () => {
    const { events, looks, waited } = await shown(['gone']);
    assert.equal(looks, 2);
    assert.ok(waited > 0);
    assert.ok(events[0]?.type === 'meter-stopped' && events[0].sightings.length === 2);
    assert.notEqual(events[0].sightings[0], events[0].sightings[1], 'two moments');
  });

  it('is left to the next stage by one of a single look, unless a first sighting waits for its second', async () => {
    const young = { ...lease, verbAt: '2026-11-21T11:59:50Z' };
    const order = { withinSeconds: 60, apartSeconds: 20, once: true } as const;
    const ask = async (of: typeof lease, states: State[]) => {
      const left = [...states];
      const { world, clock } = scriptedWorld({
        driver: {
          meters: async () => [{ id: 'gpu', state: (left.length > 1 ? left.shift() : left[0]) ?? 'unknown' }],
        },
      });
      return { events: await prove(world, of, ['gpu'], order), slept: clock.slept };
    };
    assert.deepEqual(await ask(young, ['running']), { events: [], slept: [] }, 'it has time to stop');
    const old = await ask({ ...lease, verbAt: '2026-11-21T11:00:00Z' }, ['running']);
    assert.deepEqual([types(old.events), old.slept], [['owed'], []], 'its time is over');
    const gone = await ask(young, ['gone']);
    assert.deepEqual([types(gone.events), gone.slept], [['meter-stopped'], [20]]);
    assert.deepEqual(
      await ask(young, ['gone', 'running']),
      { events: [], slept: [20] },
      'a list that lagged',
    );
  });

  it('starts again when it flickers: gone, back, gone is once [P5-13]', async () => {
    const { events, looks } = await shown(['gone', 'running', 'gone', 'running', 'gone', 'gone']);
    assert.deepEqual(types(events), ['meter-stopped']);
    assert.equal(looks, 6);
  });

  for (const [what, states] of [
    ['runs on although the verb was accepted', ['running']],
    ['is shown in words that nobody understands', ['unknown']],
    ['is not listed at all, which may be a list that lags or another account', ['absent']],
    [
      'flickers for ever',
      ['gone', 'running', 'gone', 'running', 'gone', 'unknown', 'gone', 'absent', 'running'],
    ],
    ['was gone once and then cannot be asked for', ['gone', unreachable]],
  ] as [string, (State | 'absent' | Error)[]][]) {
    it(`is none for a meter that ${what}: within its bound it becomes a debt [P5-13] [XC-05]`, async () => {
      const { events, waited } = await shown(states, { bound: 20 });
      assert.deepEqual(types(events), ['owed']);
      assert.ok(waited >= 18 && waited <= 24, `waited ${waited} s of 20`);
    });
  }

  it('goes on past looks that were not answered, and says so', async () => {
    const { events, face } = await shown([unreachable, 'running', unreachable, 'gone', 'gone']);
    assert.deepEqual(types(events), ['meter-stopped']);
    assert.match(face.warnings[0] ?? '', /sim did not answer/);
  });

  it('passes on what is no silence of the platform', async () => {
    await assert.rejects(shown([new TypeError('bug')]), TypeError);
  });

  it('names in the debt the meter and what a person can do, by the profile where it says so [P5-13]', async () => {
    const { events } = await shown(['running'], { bound: 5 });
    assert.ok(events[0]?.type === 'owed' && events[0].meter === 'gpu');
    assert.match(events[0].next, new RegExp(`look at box box-of-${LEASE} in the console of sim`));
    const withStep = await shown(['running'], { bound: 5, consoleStep: 'open the page and press Delete' });
    assert.ok(
      withStep.events[0]?.type === 'owed' && withStep.events[0].next === 'open the page and press Delete',
    );
  });

  it('writes a debt once; a later look at the same debt adds nothing, and proof ends it', async () => {
    const owing = told([...HELD, { type: 'owed', lease: LEASE, meter: 'gpu', why: 'w', next: 'n' }])
      .leases[0];
    assert.ok(owing);
    const again = await shown(['running'], { bound: 600, of: owing });
    assert.deepEqual(again.events, []);
    assert.ok(again.waited <= 5, `a known debt held everything up for ${again.waited} s`);
    assert.deepEqual(types((await shown(['gone'], { of: owing })).events), ['meter-stopped']);
  });

  it('is had for each meter on its own', async () => {
    const { events } = await shown(['gone'], { bound: 10, meters: ['gpu', 'disk'] });
    assert.deepEqual(
      events.map((event) => [event.type, 'meter' in event && event.meter]),
      [
        ['meter-stopped', 'gpu'],
        ['owed', 'disk'],
      ],
    );
  });

  it('is neither had nor missed when it was interrupted: no debt is written that nobody saw', async () => {
    const { world, abort } = scriptedWorld({
      driver: {
        meters: async () => {
          abort.abort();
          return [{ id: 'gpu', state: 'running' }];
        },
      },
    });
    assert.deepEqual(await prove(world, lease, ['gpu'], { withinSeconds: 60, apartSeconds: 1 }), []);
  });

  it('looks once when there is no time, and then proves nothing', async () => {
    const { events, looks } = await shown(['gone'], { bound: 0 });
    assert.equal(looks, 1);
    assert.deepEqual(types(events), ['owed']);
  });
});
