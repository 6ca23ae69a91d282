import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import type { Held } from '../../src/platforms/driver.ts';
import type { Problem } from '../../src/problem.ts';
import { lookForLate } from '../../src/rent/close.ts';
import { intended, LEASE, opened, told, waived } from '../lease/told-run.ts';
import { ScriptedClock, scriptedWorld } from '../scripted-world.ts';

const refused = (reason: 'unclear'): EventBody => ({
  type: 'rent-refused',
  lease: LEASE,
  reason,
  what: '500 after the box was made',
});
const box: Held = { boxId: 'b-9', name: LEASE, meters: [] };
const UNTIL = new Date('2026-11-21T10:05:03Z');
/** Ten seconds after the events of `told-run`, which are a second apart. */
const soonAfter = () => new ScriptedClock('2026-11-21T10:00:12Z');

describe('looking for the box of a lost create before a run closes', () => {
  it('waits until a box of a lost create would have come up, and looks every minute', async () => {
    const clock = soonAfter();
    let looks = 0;
    const find = async () => {
      looks += 1;
      return [];
    };
    const { world, face } = scriptedWorld({ clock, driver: { find } });
    const run = told([opened(), waived, intended(), refused('unclear')]);
    assert.deepEqual(await lookForLate(world, run, UNTIL), []);
    assert.deepEqual(clock.slept, [60, 60, 60, 60, 51]);
    assert.equal(looks, 6);
    assert.match(face.lines[0] ?? '', /its box may still come up, so the run closes in 291 s/);
  });

  it('holds the box that came up while it waited', async () => {
    const clock = soonAfter();
    const find = async () => (clock.slept.length < 2 ? [] : [box]);
    const { world } = scriptedWorld({ clock, driver: { find } });
    const run = told([opened(), waived, intended(), refused('unclear')]);
    const events = await lookForLate(world, run, UNTIL);
    assert.deepEqual(
      events.map((event) => event.type),
      ['surfaced'],
    );
    assert.deepEqual(clock.slept, [60, 60]);
  });

  const anHourLater = () => new ScriptedClock('2026-11-21T11:00:12Z');
  const listed = (createdAt?: string) => async () => [
    {
      kind: 'instance' as const,
      id: 'b-9',
      name: LEASE,
      native: 'RUNNING',
      billing: 'yes' as const,
      ...(createdAt === undefined ? {} : { createdAt }),
    },
  ];

  it('holds a box that is seen late and was made in time', async () => {
    const inventory = listed('2026-11-21T10:05:00Z');
    const { world } = scriptedWorld({ clock: anHourLater(), driver: { find: async () => [box], inventory } });
    const run = told([opened(), waived, intended(), refused('unclear')]);
    const events = await lookForLate(world, run, UNTIL);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['surfaced'],
    );
  });

  for (const [made, since, createdAt] of [
    ['long after its create was given up', undefined, '2026-11-21T10:45:00Z'],
    ['long after that by the word of its own', '2026-11-21T10:45:00Z', undefined],
    ['nobody says when', undefined, undefined],
  ] as const) {
    it(`neither closes nor takes for unused a box made ${made}: another record may have worked on it`, async () => {
      const held = { ...box, ...(since === undefined ? {} : { since }) };
      const driver = { find: async () => [held], inventory: listed(createdAt) };
      const { world } = scriptedWorld({ clock: anHourLater(), driver, ledger: new MemoryLedger() });
      const run = told([opened(), waived, intended(), refused('unclear')]);
      await assert.rejects(lookForLate(world, run, UNTIL), (error: Problem) => {
        assert.equal(error.code, 'history-rewritten');
        assert.match(error.what, /has its box tiny-7-1 \(b-9\).* its create was given up 2026-11-21T10:00:0/);
        return true;
      });
    });
  }

  it('has not looked to the end when it is interrupted while it waits', async () => {
    const abort = new AbortController();
    abort.abort();
    const { world } = scriptedWorld({
      clock: soonAfter(),
      signal: abort.signal,
      driver: { find: async () => [] },
    });
    const run = told([opened(), waived, intended(), refused('unclear')]);
    await assert.rejects(lookForLate(world, run, UNTIL), (error) => error === abort.signal.reason);
  });
});
