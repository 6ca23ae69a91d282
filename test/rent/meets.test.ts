import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Constraint } from '../../src/job/constraint.ts';
import { offeredGpu } from '../../src/job/gpus.ts';
import type { Candidate } from '../../src/job/job.ts';
import type { Offer } from '../../src/platforms/driver.ts';
import { whyUnmet } from '../../src/rent/meets.ts';

const sim: Candidate = { platform: 'sim' };
const offer = (over: Partial<Offer> = {}): Offer => ({
  id: 'o-1',
  platform: 'sim',
  summary: 'a box',
  usdPerHour: 1,
  market: 'on-demand',
  ...over,
});
const gpu = (native: string, count = 1, memoryGb?: number): Partial<Offer> => ({
  gpu: offeredGpu(native, count, memoryGb),
});
const card = (names: string[], over: Partial<NonNullable<Constraint['gpu']>> = {}): Constraint => ({
  gpu: { names, count: 1, ...over },
});

/** What is wanted, what is offered, and what speaks against it; none where it is accepted. */
const CASES: [it: string, want: Constraint, offer: Partial<Offer>, why?: RegExp][] = [
  ['takes anything for a job that asks for nothing', {}, gpu('RTX 4090')],
  ['takes an offer that does not say what it has', { ...card(['A100']), cpus: { min: 64 } }, {}],
  ['takes a card by any of its names', card(['A100', 'rtx4090']), gpu('NVIDIA GeForce RTX 4090')],
  ['takes any card where none is named', card([]), gpu('RTX 9999')],
  ['refuses another card', card(['A100']), gpu('RTX 4090'), /^RTX 4090, and the job asks for A100$/],
  ['refuses A10 for A100', card(['A100']), gpu('gpu_1x_a10'), /^A10 24 GB, and/],
  ['refuses an H20 for an H200', card(['H200']), gpu('H20'), /^H20, and/],
  ['refuses a 4090D for a 4090', card(['4090']), gpu('4090D'), /^RTX 4090D/],
  [
    'tells 40 from 80 GB by the name',
    card(['A100 80GB']),
    gpu('A100 SXM4', 1, 39.4),
    /^A100 SXM 40 GB, and the job asks for A100 80GB$/,
  ],
  [
    'tells 40 from 80 GB by the memory',
    card(['A100'], { memoryGb: { min: 80 } }),
    gpu('A100-SXM4-40GB'),
    /^40 GB per card, and the job asks for at least 80$/,
  ],
  ['takes 79.6 of 80 GB', card(['A100'], { memoryGb: { min: 80 } }), gpu('A100 SXM4', 1, 79.6)],
  [
    'refuses more memory than asked',
    card([], { memoryGb: { max: 24 } }),
    gpu('L40S'),
    /48 GB per card.*at most 24/,
  ],
  ['tells SXM from PCIe', card(['H100 SXM']), gpu('NVIDIA H100 PCIe'), /^H100 PCIe, and/],
  ['takes an unsaid form', card(['H100 SXM']), gpu('nvidia_h100')],
  ['refuses fewer cards', card(['A100'], { count: 8 }), gpu('A100', 4), /^4 cards, and the job asks for 8$/],
  ['refuses more cards: the world size would change', card(['A100']), gpu('A100', 8), /^8 cards/],
  ['takes a card that is newer than our table by its name', card(['X900']), gpu('NVIDIA X900 SXM')],
  ['refuses an unknown card for a known one', card(['A100']), gpu('NVIDIA X900'), /^NVIDIA X900, and/],
  ['refuses too few CPUs', { cpus: { min: 8 } }, { cpus: 4 }, /^4 CPUs, and the job asks for at least 8$/],
  ['refuses too little memory', { memoryGb: { min: 64 } }, { memoryGb: 32 }, /^32 GB of memory/],
  ['takes a little less memory than the round number', { memoryGb: { min: 64 } }, { memoryGb: 62 }],
  ['refuses too little disk', { diskGb: { min: 200 } }, { diskGb: 100 }, /^100 GB of disk/],
  ['takes a disk that could be larger than asked', { diskGb: { min: 50, max: 80 } }, { diskGb: 2000 }],
  ['takes a region', { regions: ['eu-ro-1', 'eu-se-1'] }, { region: 'EU-SE-1' }],
  ['takes a part of a region', { regions: ['eu'] }, { region: 'EU-RO-1' }],
  ['takes a country by name or code', { regions: ['se'] }, { region: 'Sweden, SE' }],
  [
    'refuses another region',
    { regions: ['eu'] },
    { region: 'US-EUGENE-1' },
    /^in US-EUGENE-1, and the job wants eu$/,
  ],
];

describe('an offer', () => {
  for (const [name, want, over, why] of CASES) {
    it(name, () => {
      const found = whyUnmet(want, sim, offer(over));
      if (why) assert.match(found ?? 'accepted', why);
      else assert.equal(found, undefined);
    });
  }

  it('is of the market that the candidate names, and a spot price is not over its bid', () => {
    const spot = offer({ market: 'spot', usdPerHour: 0.5 });
    assert.match(whyUnmet({}, { ...sim, market: 'on-demand' }, spot) ?? '', /spot.*wants on-demand/);
    assert.equal(whyUnmet({}, { ...sim, market: 'any' }, spot), undefined);
    assert.match(
      whyUnmet({}, { ...sim, bidUsdPerHour: 0.4 }, spot) ?? '',
      /over the candidate's bidUsdPerHour 0.4/,
    );
    assert.equal(whyUnmet({}, { ...sim, bidUsdPerHour: 0.5 }, spot), undefined);
    assert.equal(whyUnmet({}, { ...sim, bidUsdPerHour: 0.4 }, offer({ usdPerHour: 3 })), undefined);
  });

  it('of a platform that takes bids is as dear as its bid, whatever its disk adds', () => {
    const bid = offer({ market: 'spot', usdPerHour: 0.41, bidUsdPerHour: 0.4 });
    assert.equal(whyUnmet({}, { ...sim, bidUsdPerHour: 0.4 }, bid), undefined);
    assert.match(whyUnmet({}, { ...sim, bidUsdPerHour: 0.3 }, bid) ?? '', /^0.4 USD\/h is over/);
  });

  it('is never refused for having more where only a least is asked', () => {
    const size = fc.integer({ min: 1, max: 4096 });
    fc.assert(
      fc.property(size, size, size, size, (cpus, memoryGb, diskGb, more) => {
        const want = { cpus: { min: cpus }, memoryGb: { min: memoryGb }, diskGb: { min: diskGb } };
        const has = { cpus: cpus + more, memoryGb: memoryGb + more, diskGb: diskGb + more };
        assert.equal(whyUnmet(want, sim, offer(has)), undefined);
      }),
    );
  });
});
