import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endingOf } from '../../src/course/give-up.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { HELD, intended, LEASE, opened, told, waived } from '../lease/told-run.ts';
import { ScriptedClock, scriptedWorld } from '../scripted-world.ts';

const GIVEN_UP: EventBody = {
  type: 'rent-refused',
  lease: LEASE,
  reason: 'unclear',
  what: 'given up before it was rented',
};
const clock = () => new ScriptedClock('2026-11-21T10:00:12Z');

describe('the end of a run that was given up', () => {
  it('waits for the box of a create that may be under way, and holds it', async () => {
    const find = async () => (time.slept.length < 1 ? [] : [{ boxId: 'b-9', name: LEASE, meters: [] }]);
    const time = clock();
    const { world } = scriptedWorld({ clock: time, driver: { find } });
    const events = await endingOf(world, told([opened(), waived, intended(), GIVEN_UP]));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['surfaced'],
    );
  });

  it('closes at once where nothing was ever asked for', async () => {
    const time = clock();
    const { world } = scriptedWorld({ clock: time });
    assert.deepEqual(await endingOf(world, told([opened(), waived])), [{ type: 'closed', usd: 0 }]);
    assert.deepEqual(time.slept, []);
  });

  it('is not there while a meter runs', async () => {
    assert.deepEqual(await endingOf(scriptedWorld({ clock: clock() }).world, told(HELD)), []);
  });
});
