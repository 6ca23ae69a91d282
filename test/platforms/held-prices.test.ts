import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { heldFrom as paperspaceHeld } from '../../src/platforms/paperspace/box.ts';
import { heldFrom as vastaiHeld } from '../../src/platforms/vastai/held.ts';
import { heldFrom as verdaHeld } from '../../src/platforms/verda/box.ts';

type Row = Parameters<typeof vastaiHeld>[0];

/** As a list that leaves out columns has it. */
const row = (prices: Pick<Row, 'dph_base' | 'dph_total' | 'storage_total_cost'>): Row =>
  ({ id: 7, label: 'run-1', is_bid: false, ...prices }) as Row;

describe('what a platform tells of a held box', () => {
  for (const { what, prices, meters } of [
    {
      what: 'both prices',
      prices: { dph_base: 0.4, dph_total: 0.5, storage_total_cost: 0.05 },
      meters: [0.4, 0.05],
    },
    { what: 'no storage', prices: { dph_base: 0.4, dph_total: 0.5 }, meters: [0.4, 0.1] },
    { what: 'the total alone', prices: { dph_total: 0.5 }, meters: [0.5, undefined] },
    { what: 'the base alone', prices: { dph_base: 0.4 }, meters: [0.4, undefined] },
    { what: 'total and storage', prices: { dph_total: 0.5, storage_total_cost: 0.1 }, meters: [0.4, 0.1] },
    { what: 'no price at all', prices: {}, meters: [undefined, undefined] },
  ])
    it(`vast.ai: ${what}, and nothing that is not told is claimed to be 0`, () => {
      const told = vastaiHeld(row(prices)).meters.map(({ usdPerHour }) => usdPerHour);
      assert.deepEqual(
        told.map((each) => each && Number(each.toFixed(6))),
        meters,
      );
    });

  it('Verda: no price of a disk whose size the description does not tell', () => {
    const disk = (description: string) =>
      verdaHeld(
        { id: 'i-1', hostname: 'run-1', description, price_per_hour: 2, created_at: undefined },
        { perGbMonth: 0.2, currency: 'USD' },
      ).meters[1];
    assert.equal(disk('run-1--glabcdefghij 100 GB')?.usdPerHour, 0.0274);
    assert.equal(disk('changed by hand')?.usdPerHour, undefined);
    assert.match(disk('changed by hand')?.source ?? '', /no size of its disk/);
  });

  it('Paperspace: whether its own timer ends the box', () => {
    const machine = {
      id: 'm-1',
      name: 'run-1',
      state: 'ready',
      usageRate: 1,
      storageRate: 7,
      dtCreated: '2026-11-22T00:00:00Z',
    };
    const held = (more: object) =>
      paperspaceHeld({ ...machine, ...more } as Parameters<typeof paperspaceHeld>[0]);
    const timed = held({ autoShutdownEnabled: true, autoShutdownTimeout: 2 });
    assert.deepEqual([timed.endsAt, timed.untimed], ['2026-11-22T02:00:00.000Z', undefined]);
    const untimed = held({ autoShutdownEnabled: false, autoShutdownTimeout: null });
    assert.deepEqual(
      [untimed.endsAt, untimed.untimed],
      [undefined, 'Paperspace shows no auto-shutdown of it'],
    );
  });
});
