import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { offeredGpu } from '../../src/job/gpus.ts';
import type { Job } from '../../src/job/job.ts';
import type { Offer } from '../../src/platforms/driver.ts';
import { type CostFacts, type CostPart, expectedCost } from '../../src/rent/expected-cost.ts';
import { cadenceAdvice, secondsWithInterruptions } from '../../src/rent/preemption.ts';
import { jobWith } from '../lease/told-run.ts';

const offer = (usdPerHour: number, over: Partial<Offer> = {}): Offer => ({
  id: 'o-1',
  platform: 'sim',
  summary: 'a box',
  usdPerHour,
  market: 'on-demand',
  ...over,
});
const hours = (expected: number, over: Partial<Job> = {}): Job =>
  jobWith({ watch: { stallSeconds: 600, expectedSeconds: expected * 3600 }, ...over });
const parts = (job: Job, over: Offer, facts: CostFacts = {}): Record<CostPart['part'], number> =>
  Object.fromEntries(expectedCost(job, over, facts).parts.map(({ part, usd }) => [part, usd])) as Record<
    CostPart['part'],
    number
  >;
const near = (found: number, worked: number) =>
  assert.ok(Math.abs(found - worked) < 1e-9 * Math.max(1, worked), `${found} is not ${worked}`);

describe('the expected cost of a job on an offer', () => {
  it('is the work of every cell, and the time that the box takes to come up', () => {
    const found = parts(
      hours(2, {
        cells: [
          { name: 'a', vars: {} },
          { name: 'b', vars: {} },
        ],
      }),
      offer(0.5),
      {
        bootSeconds: 720,
      },
    );
    near(found.work, 2);
    near(found.boot, 0.1);
    assert.equal(found.rework, 0);
  });

  it('takes the whole budget of hours where the job does not say how long it runs, and says so', () => {
    const { usd, known, parts: all } = expectedCost(jobWith(), offer(0.5), { bootSeconds: 0 });
    assert.equal(known, false);
    near(usd, 5);
    assert.match(all[0]?.why ?? '', /watch\.expected is not set/);
  });

  it('counts traffic where its price and its amount are known, and says what is not [P0-19] [U14]', () => {
    const job = hours(1);
    near(parts(job, offer(1, { egressUsdPerGb: 0.02 }), { artifactGb: 50 }).egress, 1);
    const unknown = expectedCost(job, offer(1, { egressUsdPerGb: 0.02 }), {});
    assert.match(unknown.parts.find(({ part }) => part === 'egress')?.why ?? '', /not known yet/);
  });

  it('names every assumption', () => {
    const why = expectedCost(hours(1), offer(1, { market: 'spot' }), {})
      .parts.map((each) => each.why)
      .join('\n');
    assert.match(why, /5 min until it can be used, assumed/);
    assert.match(
      why,
      /a loss every 8 h 00 min \(assumed\), a checkpoint every .* \(the best cadence\), 30 s to save \(assumed\)/,
    );
  });

  it('adds to a spot price what is repeated: worked by hand for a loss every 3 h', () => {
    // 8 h in segments of 805 s + 30 s, 5 min for another box: 10800 e^(300/10800) (e^(835/10800) - 1) / 805 = 1.1088...
    const factor = (10_800 * Math.exp(300 / 10_800) * (Math.exp(835 / 10_800) - 1)) / 805;
    assert.equal(factor.toFixed(3), '1.109');
    const job = hours(8, { checkpoint: { ...(jobWith().checkpoint as object), everySeconds: 805 } as never });
    const found = parts(job, offer(1, { market: 'spot' }), {
      bootSeconds: 300,
      meanHoursBetween: 3,
      saveSeconds: 30,
    });
    near(found.rework, 8 * (factor - 1));
  });

  it('makes spot the dearer one for a long job that cannot continue', () => {
    const { checkpoint: _, ...job } = hours(24);
    const cost = (over: Offer) => expectedCost(job, over, { bootSeconds: 300, meanHoursBetween: 6 }).usd;
    assert.ok(cost(offer(0.5, { market: 'spot' })) > 5 * cost(offer(1)));
    const continuing = expectedCost(hours(24), offer(0.5, { market: 'spot' }), { meanHoursBetween: 6 }).usd;
    assert.ok(continuing < cost(offer(1)));
  });

  const price = fc.double({ min: 0.01, max: 50, noNaN: true });
  const mean = fc.double({ min: 0.2, max: 500, noNaN: true });
  const length = fc.double({ min: 0.1, max: 200, noNaN: true });
  const market = fc.constantFrom('spot' as const, 'on-demand' as const);

  it('grows with the price', () => {
    fc.assert(
      fc.property(price, price, length, mean, market, (a, b, work, meanHoursBetween, where) => {
        const cost = (usdPerHour: number) =>
          expectedCost(hours(work), offer(usdPerHour, { market: where }), { meanHoursBetween }).usd;
        assert.ok(cost(Math.min(a, b)) <= cost(Math.max(a, b)));
      }),
    );
  });

  it('grows as boxes are taken away more often, and never falls below that of keeping them', () => {
    fc.assert(
      fc.property(mean, mean, length, fc.option(fc.integer({ min: 60, max: 7200 })), (a, b, work, every) => {
        const checkpoint = { ...hours(1).checkpoint, ...(every === null ? {} : { everySeconds: every }) };
        const job = hours(work, { checkpoint: checkpoint as NonNullable<Job['checkpoint']> });
        const cost = (meanHoursBetween: number) =>
          expectedCost(job, offer(1, { market: 'spot' }), { meanHoursBetween }).usd;
        const [rare, often] = [cost(Math.max(a, b)), cost(Math.min(a, b))];
        assert.ok(rare <= often * (1 + 1e-9), `${rare} for rare, ${often} for often`);
        assert.ok(rare >= expectedCost(job, offer(1), {}).usd - 1e-9);
      }),
    );
  });

  it('has no rework on demand, whatever the platform does to spot boxes', () => {
    fc.assert(
      fc.property(price, length, mean, (usdPerHour, work, meanHoursBetween) => {
        assert.equal(parts(hours(work), offer(usdPerHour), { meanHoursBetween }).rework, 0);
      }),
    );
  });
});

describe('time on boxes that are taken away', () => {
  it('is the mere work and its saves where that never happens', () => {
    const never = { meanSecondsBetween: 1e12, saveSeconds: 30, restartSeconds: 300 };
    assert.equal(Math.round(secondsWithInterruptions(36_000, 600, never)), 36_000 * 1.05);
    assert.equal(Math.round(secondsWithInterruptions(36_000, undefined, never)), 36_000);
  });

  it('agrees with a run of the dice', () => {
    const seen = { meanSecondsBetween: 7200, saveSeconds: 30, restartSeconds: 300 };
    const [work, every] = [14_400, 900];
    let state = 12345;
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state + 0.5) / 2 ** 32;
    };
    const toNext = () => -Math.log(random()) * seen.meanSecondsBetween;
    const rounds = 4000;
    let total = 0;
    for (let round = 0; round < rounds; round += 1) {
      let left = toNext();
      for (let segment = 0; segment < work / every; segment += 1) {
        const need = every + seen.saveSeconds;
        while (left < need) {
          total += left;
          for (left = toNext(); left < seen.restartSeconds; left = toNext()) total += left;
          total += seen.restartSeconds;
          left -= seen.restartSeconds;
        }
        total += need;
        left -= need;
      }
    }
    const formula = secondsWithInterruptions(work, every, seen);
    assert.ok(
      Math.abs(total / rounds / formula - 1) < 0.01,
      `${total / rounds} by dice, ${formula} by formula`,
    );
  });
});

describe('the advice on checkpoints', () => {
  const seen = { meanSecondsBetween: 10_800, saveSeconds: 30, restartSeconds: 300 };
  const rule = { path: 'last.pt', stepKey: 'step', resume: 'continues' as const };

  it('is the cadence that costs least, and what the job does instead [P2-08]', () => {
    assert.match(
      cadenceAdvice({ checkpoint: { ...rule, everySeconds: 7200 } }, seen),
      /a checkpoint every 13 min costs least \(7\.5 % of the time\); every 2 h 00 min, as the job does, costs 34 %/,
    );
    assert.match(cadenceAdvice({ checkpoint: { ...rule, everySeconds: 900 } }, seen), /is about that/);
    assert.match(cadenceAdvice({ checkpoint: rule }, seen), /does not say how often.*checkpoint\.every/);
  });

  it('says what a loss means to a job that cannot continue', () => {
    assert.match(cadenceAdvice({}, seen), /each loss ends the run/);
    assert.match(cadenceAdvice({ checkpoint: { ...rule, resume: 'none' } }, seen), /each loss ends the run/);
  });
});

describe('what is billed beside the hours, and how fast the card is', () => {
  const slow = { downMbps: 100, ingressUsdPerGb: 0.02 };

  it('M7: counts the download of the image by its price and by the bandwidth of the host', () => {
    const found = parts(hours(1), offer(0.2, slow), { bootSeconds: 300 });
    near(found.ingress, 8 * 0.02);
    near(found.boot, (0.2 * ((8 * 8000) / 100)) / 3600);
    const fast = parts(hours(1), offer(0.2, { downMbps: 1000, ingressUsdPerGb: 0 }), { bootSeconds: 300 });
    near(fast.ingress, 0);
    near(fast.boot, (0.2 * 300) / 3600);
  });

  it('M7: counts the data that the box fetches by its price, once its sources were listed', () => {
    const found = parts(hours(1), offer(0.2, slow), { bootSeconds: 300, dataGb: 50 });
    near(found.ingress, (8 + 50) * 0.02);
    const why = (dataGb?: number) =>
      expectedCost(hours(1), offer(0.2, slow), { ...(dataGb !== undefined && { dataGb }) }).parts.find(
        ({ part }) => part === 'ingress',
      )?.why;
    assert.equal(why(50), 'an image of 8 GB (assumed) and 50.0 GB of data at 0.02 USD/GB');
    assert.equal(
      why(),
      'an image of 8 GB (assumed; what the job fetches by itself is not counted) at 0.02 USD/GB',
    );
  });

  it('takes the reliability of a host as boots that fail, each at its deadline', () => {
    const found = parts(hours(1), offer(1, { reliability: 0.9 }), {
      bootSeconds: 300,
      deadlineSeconds: 1800,
    });
    near(found['failed-boot'], (1 / 9) * 0.5);
    near(parts(hours(1), offer(1), { bootSeconds: 300 })['failed-boot'], 0);
  });

  const card = (name: string) => ({ gpu: offeredGpu(name, 1) });

  it('prefers the card on which the job is done for less, not the one that is cheaper by the hour', () => {
    const job = hours(10, { resources: { gpu: { names: ['RTX 3090', 'RTX 4090'], count: 1 } } });
    const slower = expectedCost(job, offer(0.2, card('RTX 3090')), { bootSeconds: 0 });
    const faster = expectedCost(job, offer(0.3, card('RTX 4090')), { bootSeconds: 0 });
    near(slower.usd, 2);
    assert.ok(faster.usd < slower.usd, `${faster.usd}`);
    assert.match(
      faster.parts[0]?.why ?? '',
      /about 2\.32 times as fast on RTX 4090 as on RTX 3090 \(by their peak rates\)/,
    );
  });

  it('believes what the job says of its own speed before any table', () => {
    const job = hours(10, {
      speed: { 'RTX 4090': 1, '3090': 0.5 },
      resources: { gpu: { names: ['RTX 3090', 'RTX 4090'], count: 1 } },
    });
    near(parts(job, offer(1, card('RTX 3090')), { bootSeconds: 0 }).work, 20);
    near(parts(job, offer(1, card('RTX 4090')), { bootSeconds: 0 }).work, 10);
    near(parts(job, offer(1, card('A100 SXM4')), { bootSeconds: 0 }).work, 10);
  });
});
