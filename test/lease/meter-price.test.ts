import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pricedMeters } from '../../src/lease/meter-price.ts';
import type { Meter } from '../../src/platforms/driver.ts';

const meter = (kind: Meter['kind'], usdPerHour: number | undefined): Meter => ({
  id: kind,
  kind,
  usdPerHour,
  source: 'as told',
});

describe('the price of a meter', () => {
  for (const { what, told, offer, prices } of [
    {
      what: 'what the platform tells',
      told: [meter('gpu', 0.5), meter('disk', 0.01)],
      offer: 0.6,
      prices: [0.5, 0.01],
    },
    {
      what: 'the offer’s where none of the GPU is told',
      told: [meter('gpu', undefined)],
      offer: 0.6,
      prices: [0.6],
    },
    { what: 'the offer’s where 0 is told of the GPU', told: [meter('gpu', 0)], offer: 0.6, prices: [0.6] },
    { what: 'the offer’s where 0 is told of the CPU', told: [meter('cpu', 0)], offer: 0.1, prices: [0.1] },
    {
      what: 'the offer’s less a disk that is told, because an offer holds it',
      told: [meter('gpu', undefined), meter('disk', 0.1)],
      offer: 0.4,
      prices: [0.3, 0.1],
    },
    {
      what: 'what is left of the offer for a disk that is not told',
      told: [meter('gpu', 0.3), meter('disk', undefined)],
      offer: 0.4,
      prices: [0.3, 0.1],
    },
    {
      what: 'the whole offer on the GPU where nothing is told',
      told: [meter('disk', undefined), meter('gpu', undefined)],
      offer: 0.4,
      prices: [0, 0.4],
    },
    {
      what: '0 for a GPU whose box is paid by another meter already',
      told: [meter('gpu', 0), meter('disk', 0.02)],
      offer: 0.02,
      prices: [0, 0.02],
    },
    { what: '0 for a box that costs nothing', told: [meter('gpu', 0)], offer: 0, prices: [0] },
    {
      what: '0 for a snapshot that is not there',
      told: [meter('gpu', 0.5), meter('snapshot', 0)],
      offer: 0.6,
      prices: [0.5, 0],
    },
  ]) {
    it(`is ${what}`, () => {
      assert.deepEqual(
        pricedMeters(told, offer).map(({ usdPerHour }) => usdPerHour),
        prices,
      );
    });
  }

  it('says where it comes from and why the platform’s own is not taken', () => {
    const [gpu, disk] = pricedMeters([meter('gpu', undefined), meter('disk', undefined)], 1);
    assert.equal(gpu?.source, "the offer's price, because: as told");
    assert.equal(disk?.source, 'counted in another meter, because: as told');
    assert.equal(pricedMeters([meter('gpu', 1)], 2)[0]?.source, 'as told');
  });
});
