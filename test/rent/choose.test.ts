import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Candidate, Job } from '../../src/job/job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import type { Offer } from '../../src/platforms/driver.ts';
import { exitCodeOf, Problem } from '../../src/problem.ts';
import { choose } from '../../src/rent/choose.ts';
import { costRange } from '../../src/rent/cost-range.ts';
import { intend } from '../../src/rent/intend.ts';
import { intended, jobWith, LEASE, opened, told, waived } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const offer = (id: string, usdPerHour: number, over: Partial<Offer> = {}): Offer => ({
  id,
  platform: 'sim',
  summary: `one GPU ${id}`,
  usdPerHour,
  market: 'on-demand',
  ...over,
});

const nothingYet = told([opened(), waived]);
const sim: Candidate = { platform: 'sim' };
const chosen = (
  offered: { candidate: Candidate; offers: Offer[] }[],
  job: Job = jobWith(),
  run = nothingYet,
) => choose(job, run, offered);

describe('the offer that is chosen', () => {
  it('is the cheapest of the first candidate that has one, not the cheapest of all', () => {
    const { choice } = chosen([
      { candidate: sim, offers: [offer('b', 1.5), offer('a', 1.2)] },
      { candidate: { platform: 'other' }, offers: [offer('c', 0.1, { platform: 'other' })] },
    ]);
    assert.equal(choice?.offer.id, 'a');
  });

  it('may cost as much as budget.usdPerHour and not a cent more', () => {
    assert.equal(chosen([{ candidate: sim, offers: [offer('a', 2)] }]).choice?.offer.id, 'a');
    const { choice, declined } = chosen([{ candidate: sim, offers: [offer('a', 2.01)] }]);
    assert.equal(choice, undefined);
    assert.match(declined[0]?.why ?? '', /2\.01 USD\/h is over budget\.usdPerHour 2/);
  });

  it('is of the next candidate when the first has none, or none that fits, with why', () => {
    const { choice, declined } = chosen([
      { candidate: sim, offers: [] },
      { candidate: { platform: 'dear' }, offers: [offer('d', 99, { platform: 'dear' })] },
      { candidate: { platform: 'other' }, offers: [offer('c', 1, { platform: 'other' })] },
    ]);
    assert.equal(choice?.offer.id, 'c');
    assert.deepEqual(
      declined.map((each) => each.candidate.platform),
      ['sim', 'dear'],
    );
    assert.match(declined[0]?.why ?? '', /nothing that meets the constraint/);
  });

  it('is of the market that the candidate names, or of any', () => {
    const offers = [offer('cheap', 0.5, { market: 'spot' }), offer('firm', 1)];
    const of = (market: Candidate['market']) =>
      chosen([{ candidate: { platform: 'sim', ...(market ? { market } : {}) }, offers }]).choice?.offer.id;
    assert.equal(of('on-demand'), 'firm');
    assert.equal(of('spot'), 'cheap');
    assert.equal(of('any'), 'cheap');
    assert.equal(of(undefined), 'cheap');
  });

  it('is none that could not be rented earlier in this run, on that platform', () => {
    const refusal: EventBody = { type: 'rent-refused', lease: LEASE, reason: 'no-capacity', what: 'none' };
    const run = told([opened(), waived, intended(), refusal]);
    const offers = [offer('o-1', 0.5), offer('o-2', 1)];
    const { choice, declined } = chosen([{ candidate: sim, offers }], jobWith(), run);
    assert.equal(choice?.offer.id, 'o-2');
    assert.match(declined[0]?.why ?? '', /could not be rented earlier/);
    const elsewhere = [
      { candidate: { platform: 'other' }, offers: [offer('o-1', 0.5, { platform: 'other' })] },
    ];
    assert.equal(chosen(elsewhere, jobWith(), run).choice?.offer.id, 'o-1');
  });
});

describe('an intent', () => {
  it('names the lease after the run and its number, with everything that a create needs, and asks no platform to rent', async () => {
    const job = jobWith({ candidates: [{ platform: 'sim', attach: 'ssh://me@box' }] });
    const { world, face } = scriptedWorld({ driver: { offers: async () => [offer('o-7', 1)] } });
    assert.deepEqual(await intend(world, nothingYet, job, 3), [
      {
        type: 'intended',
        lease: 'tiny-7-3',
        platform: 'sim',
        offer: 'o-7',
        summary: 'one GPU o-7',
        usdPerHour: 1,
        market: 'on-demand',
        attach: 'ssh://me@box',
      },
    ]);
    assert.match(face.lines.join(), /chose sim/);
  });

  it('asks each candidate with the constraint of the job, in its order [XC-13]', async () => {
    const asked: unknown[] = [];
    const driver = (answers: Offer[]) => ({
      offers: async (want: unknown, candidate: unknown) => {
        asked.push(want, candidate);
        return answers;
      },
    });
    const job = jobWith({ candidates: [{ platform: 'one' }, { platform: 'two' }] });
    const { world } = scriptedWorld({
      drivers: { one: driver([]), two: driver([offer('x', 1, { platform: 'two' })]) },
    });
    await intend(world, nothingYet, job, 1);
    assert.deepEqual(asked, [job.resources, { platform: 'one' }, job.resources, { platform: 'two' }]);
  });

  it('is none when nobody has a box: said for each candidate, with a code of its own, nothing rented [P0-21]', async () => {
    const job = jobWith({ candidates: [sim, { platform: 'dear' }] });
    const drivers = {
      sim: { offers: async () => [] },
      dear: { offers: async () => [offer('d', 50, { platform: 'dear' })] },
    };
    const { world } = scriptedWorld({ drivers });
    await assert.rejects(intend(world, nothingYet, job, 1), (error: unknown) => {
      assert.ok(error instanceof Problem && error.kind === 'capacity');
      assert.equal(exitCodeOf(error), 12);
      assert.match(error.what, /- sim: nothing that meets.*\n- dear d: 50 USD\/h is over/);
      return true;
    });
  });
});

describe('what a run can cost', () => {
  it('is at most the smaller of budget and price times hours, and expected only where the job says how long', () => {
    const job = jobWith({ budget: { usd: 5, hours: 10, usdPerHour: 2 } });
    assert.equal(costRange(job, offer('a', 0.2)).atMostUsd, 2);
    assert.equal(costRange(job, offer('a', 1)).atMostUsd, 5);
    assert.equal(costRange(job, undefined).atMostUsd, 5, 'by the ceiling where no offer is known');
    assert.equal(costRange(job, offer('a', 1)).expectedUsd, null);
    const timed = { ...job, watch: { stallSeconds: 1, expectedSeconds: 1800 } };
    assert.equal(costRange(timed, offer('a', 1)).expectedUsd, 0.5);
    const two = { ...timed, cells: [...job.cells, ...job.cells] };
    assert.equal(costRange(two, offer('a', 1)).expectedUsd, 1);
  });
});
