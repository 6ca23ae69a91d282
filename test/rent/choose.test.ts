import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offeredGpu } from '../../src/job/gpus.ts';
import type { Candidate, Job } from '../../src/job/job.ts';
import type { EventBody, NoCapacity } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Offer, PlatformDriver } from '../../src/platforms/driver.ts';
import { exitCodeOf, Problem, Problems } from '../../src/problem.ts';
import type { Profile } from '../../src/profile/schema.ts';
import { choose } from '../../src/rent/choose.ts';
import { costRange } from '../../src/rent/cost-range.ts';
import { type CostFacts, expectedCost } from '../../src/rent/expected-cost.ts';
import { intend, waitForBox } from '../../src/rent/intend.ts';
import {
  asEvents,
  intended,
  jobWith,
  LEASE,
  opened,
  RUN,
  rented,
  STARTED_AT,
  told,
  waived,
} from '../lease/told-run.ts';
import { profileOf } from '../profile/profiles.ts';
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
const NOW = new Date('2026-11-21T12:00:00Z');
const chosen = (
  offered: { candidate: Candidate; offers: Offer[]; facts?: CostFacts }[],
  job: Job = jobWith(),
  run = nothingYet,
) => {
  const answers = offered.map((each, index) => ({ index, facts: { bootSeconds: 0 }, ...each }));
  const { ranked, declined } = choose(job, run, answers, NOW);
  return { choice: ranked[0], ranked: ranked.map((each) => each.offer.id), declined };
};
const timed = (expectedSeconds: number, over: Partial<Job> = {}): Job =>
  jobWith({ watch: { stallSeconds: 600, expectedSeconds }, ...over });

describe('the offer that is chosen', () => {
  const two = [
    { candidate: sim, offers: [offer('b', 1.5), offer('a', 1.2)] },
    { candidate: { platform: 'other' }, offers: [offer('c', 0.1, { platform: 'other' })] },
  ];

  it('is the cheapest of all candidates, unless their order counts', () => {
    assert.deepEqual(chosen(two).ranked, ['c', 'a', 'b']);
    assert.deepEqual(chosen(two, jobWith({ prefer: 'cheapest' })).ranked, ['c', 'a', 'b']);
    assert.deepEqual(chosen(two, jobWith({ prefer: 'order' })).ranked, ['a', 'b', 'c']);
  });

  it('is spot, then another spot, then on demand, where the job puts them in that order', () => {
    const candidates: Candidate[] = [
      { platform: 'one', market: 'spot' },
      { platform: 'two', market: 'spot' },
      { platform: 'one', market: 'on-demand' },
    ];
    const one = [
      offer('s1', 0.5, { platform: 'one', market: 'spot' }),
      offer('d1', 0.4, { platform: 'one' }),
    ];
    const two = [offer('s2', 0.3, { platform: 'two', market: 'spot' })];
    const job = jobWith({ candidates, prefer: 'order' });
    const asked = [one, two, one].map((offers, at) => ({ candidate: candidates[at] as Candidate, offers }));
    const { ranked, choice } = chosen(asked, job);
    assert.deepEqual(ranked, ['s1', 's2', 'd1']);
    assert.equal(choice?.index, 0);
    assert.equal(chosen(asked.slice(1), job).choice?.offer.id, 's2');
  });

  it('is the one that costs least in the end: a slow boot and losses make a low price dear', () => {
    const quick = { candidate: sim, offers: [offer('quick', 1)] };
    const slow = {
      candidate: { platform: 'slow' },
      offers: [offer('slow', 0.9, { platform: 'slow' })],
      facts: { bootSeconds: 1800 },
    };
    assert.deepEqual(chosen([slow, quick], timed(3600)).ranked, ['quick', 'slow']);
    assert.deepEqual(chosen([slow, quick], timed(36_000)).ranked, ['slow', 'quick']);
    const spot = {
      candidate: { platform: 'spot' },
      offers: [offer('spot', 0.9, { platform: 'spot', market: 'spot' })],
      facts: { bootSeconds: 300, meanHoursBetween: 1 },
    };
    assert.deepEqual(chosen([spot, quick], timed(14_400)).ranked, ['quick', 'spot']);
  });

  it('does not depend on the order in which a platform lists its offers', () => {
    const offers = [offer('a', 1), offer('b', 1), offer('c', 0.5)];
    const forth = chosen([{ candidate: sim, offers }]).ranked;
    assert.deepEqual(chosen([{ candidate: sim, offers: offers.toReversed() }]).ranked, forth);
    assert.deepEqual(forth, ['c', 'a', 'b']);
  });

  it('is none that lacks what the job asks for', () => {
    const job = jobWith({ resources: { gpu: { names: ['A100'], count: 1, memoryGb: { min: 80 } } } });
    const { choice, declined } = chosen(
      [
        {
          candidate: sim,
          offers: [
            offer('small', 0.5, { gpu: offeredGpu('A100 SXM4', 1, 39.4) }),
            offer('large', 1.5, { gpu: offeredGpu('A100 SXM4', 1, 79.6) }),
          ],
        },
      ],
      job,
    );
    assert.equal(choice?.offer.id, 'large');
    assert.match(declined[0]?.why ?? '', /^40 GB per card/);
  });

  it('is none on which the job would cost more than is left of its budget', () => {
    const { choice, declined } = chosen([{ candidate: sim, offers: [offer('a', 1)] }], timed(11 * 3600));
    assert.equal(choice, undefined);
    assert.match(declined[0]?.why ?? '', /expected to cost 11\.00 USD, and budget\.usd has 10\.00 USD left/);
    assert.equal(
      chosen([{ candidate: sim, offers: [offer('a', 1)] }], timed(9 * 3600)).choice?.offer.id,
      'a',
    );
  });

  it('may be one that was only taken a while ago', () => {
    const taken: EventBody = { type: 'rent-refused', lease: LEASE, reason: 'no-capacity', what: 'none' };
    const wrong: EventBody = { ...taken, reason: 'refused' } as EventBody;
    const offers = [offer('o-1', 1)];
    const at = (event: EventBody, seconds: number) => {
      const run = told([opened(), waived, intended(), event]);
      const now = new Date(STARTED_AT + 2000 + seconds * 1000);
      const answers = [{ index: 0, candidate: sim, offers, facts: {} }];
      return choose(jobWith(), run, answers, now).ranked.length;
    };
    assert.equal(at(taken, 300), 0);
    assert.equal(at(taken, 600), 1);
    assert.equal(at(wrong, 86_400), 0, 'the same request will fail again');
  });

  it('is on no machine that failed earlier in this run', () => {
    const failed: EventBody = {
      type: 'boot-failed',
      lease: LEASE,
      why: 'no login within 15 min',
      host: 'm-1',
    };
    const run = told([opened(), waived, intended(), rented(), failed]);
    const offers = [offer('o-7', 0.5, { hostId: 'm-1' }), offer('o-8', 1, { hostId: 'm-2' })];
    const { choice, declined } = chosen([{ candidate: sim, offers }], jobWith(), run);
    assert.equal(choice?.offer.id, 'o-8');
    assert.match(declined[0]?.why ?? '', /host m-1 failed as tiny-7-1 .*no login within 15 min/);
    const elsewhere = [{ ...(offers[0] as Offer), platform: 'other' }];
    assert.equal(chosen([{ candidate: sim, offers: elsewhere }], jobWith(), run).choice?.offer.id, 'o-7');
  });

  it('is behind every other one where its box never came up and nobody names the machine, and first again later [platforms M5]', () => {
    const failed: EventBody = { type: 'boot-failed', lease: LEASE, why: 'no login within 15 min' };
    const run = told([opened(), waived, intended(), rented(), failed]);
    const answers = [
      {
        index: 0,
        candidate: sim,
        facts: { bootSeconds: 0 },
        offers: [offer('o-1', 0.5), offer('o-2', 1.5)],
      },
    ];
    const ids = (seconds: number) =>
      choose(jobWith(), run, answers, new Date(STARTED_AT + seconds * 1000)).ranked.map(
        (each) => each.offer.id,
      );
    assert.deepEqual(ids(600), ['o-2', 'o-1']);
    assert.deepEqual(ids(5400), ['o-1', 'o-2']);
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

  it('is again one whose create had no answer and left nothing behind, ten minutes later (row I1 of the audit)', () => {
    const of = (reason: 'unclear' | 'refused', minutes: number) => {
      const refusal: EventBody = { type: 'rent-refused', lease: LEASE, reason, what: '503' };
      const run = told([opened(), waived, intended(), refusal]);
      const answers = [{ candidate: sim, index: 0, offers: [offer('o-1', 0.5)], facts: {} }];
      const now = new Date(STARTED_AT + minutes * 60_000);
      return choose(jobWith(), run, answers, now).ranked.map(({ offer: { id } }) => id);
    };
    assert.deepEqual(of('unclear', 9), []);
    assert.deepEqual(of('unclear', 11), ['o-1']);
    assert.deepEqual(of('refused', 11), []);
  });

  it('I1: is of another platform after a create without a clear answer, and after two that one has a rest', () => {
    const unclear = (n: number): EventBody[] => [
      intended(`tiny-7-${n}`),
      { type: 'rent-refused', lease: `tiny-7-${n}`, reason: 'unclear', what: '502 bad gateway' },
    ];
    const answers = [
      { candidate: sim, index: 0, offers: [offer('o-2', 0.5)], facts: {} },
      {
        candidate: { platform: 'other' },
        index: 1,
        offers: [offer('c', 1, { platform: 'other' })],
        facts: {},
      },
    ];
    const after = (tries: EventBody[], minutes = 5) => {
      const run = told([opened(), waived, ...tries]);
      return choose(jobWith(), run, answers, new Date(STARTED_AT + minutes * 60_000));
    };
    const ids = ({ ranked }: { ranked: { offer: Offer }[] }) => ranked.map((each) => each.offer.id);
    assert.deepEqual(ids(after([])), ['o-2', 'c']);
    const once = after(unclear(1));
    assert.deepEqual(ids(once), ['c', 'o-2']);
    assert.match(once.ranked[1]?.heldBack?.why ?? '', /last create at sim had no clear answer.*502/);
    const twice = after([...unclear(1), ...unclear(2)]);
    assert.deepEqual(ids(twice), ['c']);
    assert.match(twice.declined[0]?.why ?? '', /last 2 creates at sim/);
    assert.ok(Date.parse(twice.declined[0]?.until ?? '') > STARTED_AT + 300_000);
    assert.deepEqual(ids(after([...unclear(1), ...unclear(2)], 11)), ['o-2', 'c'], 'asked again');
    const clear: EventBody = { type: 'rent-refused', lease: 'tiny-7-3', reason: 'no-capacity', what: 'none' };
    const answered = [...unclear(1), ...unclear(2), intended('tiny-7-3'), clear];
    assert.deepEqual(ids(after(answered)), ['o-2', 'c'], 'a platform that answers is asked');
  });

  it('is none that could not be rented earlier in this run, on that platform', () => {
    const refusal: EventBody = { type: 'rent-refused', lease: LEASE, reason: 'refused', what: 'none' };
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
    const { world, face } = worldOf({ sim: { offers: async () => [offer('o-7', 1)] } });
    assert.deepEqual(await intend(world, { run: nothingYet, job, n: 3 }), [
      {
        type: 'intended',
        lease: 'tiny-7-3',
        platform: 'sim',
        offer: 'o-7',
        summary: 'one GPU o-7',
        usdPerHour: 1,
        market: 'on-demand',
        attach: 'ssh://me@box',
        candidate: 0,
        claim: world.claim,
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
    const { world } = worldOf({ one: driver([]), two: driver([offer('x', 1, { platform: 'two' })]) });
    await intend(world, { run: nothingYet, job, n: 1 });
    assert.deepEqual(asked, [job.resources, { platform: 'one' }, job.resources, { platform: 'two' }]);
  });

  it('holds candidate, machine, region and the expected cost', async () => {
    const job = timed(3600, { candidates: [{ platform: 'one' }, { platform: 'two' }] });
    const there = offer('x', 1, { platform: 'two', hostId: 'm-9', region: 'EU-RO-1' });
    const { world } = worldOf({ one: { offers: async () => [] }, two: { offers: async () => [there] } });
    const [event] = await intend(world, { run: nothingYet, job, n: 1 });
    assert.ok(event?.type === 'intended');
    assert.deepEqual(
      [event.candidate, event.host, event.region, event.expectedUsd],
      [1, 'm-9', 'EU-RO-1', 1.083333],
    );
  });

  it('comes with advice on checkpoints when the box may be taken away [P2-08]', async () => {
    const { world, face } = worldOf({ sim: { offers: async () => [offer('o-7', 1, { market: 'spot' })] } });
    await intend(world, { run: nothingYet, job: jobWith(), n: 1 });
    assert.match(face.lines.join('\n'), /a checkpoint every .* costs least/);
  });

  it('is of a platform that can be asked, while another cannot, of which it warns', async () => {
    const job = jobWith({ candidates: [{ platform: 'locked' }, { platform: 'dear' }, sim] });
    const { world, face } = worldOf({
      dear: { offers: async () => [offer('o-8', 9, { platform: 'dear' })] },
      locked: { offers: () => Promise.reject(keyMissing()) },
      sim: { offers: async () => [offer('o-7', 1)] },
    });
    const [event] = await intend(world, { run: nothingYet, job, n: 1 });
    assert.ok(event?.type === 'intended');
    assert.equal(event.candidate, 2);
    assert.equal(face.warnings.length, 1, 'of what is only too dear it does not');
    assert.match(face.warnings[0] ?? '', /^locked could not be asked: /);
  });

  it('is none when no platform can be asked, and every key that is missing is named at once', async () => {
    const noKey = () =>
      new Problem({
        code: 'no-key',
        kind: 'usage',
        what: 'GPU_LEASE_SSH_KEY is missing.',
        next: 'Store it.',
      });
    const job = jobWith({ candidates: [sim, { platform: 'sim2' }, { platform: 'own' }] });
    const away = () => new Problem({ code: 'away', kind: 'unreachable', what: 'No answer.', next: 'Wait.' });
    const asked = (own: () => Problem) =>
      worldOf({
        sim: { offers: () => Promise.reject(keyMissing()) },
        sim2: { offers: () => Promise.reject(keyMissing()) },
        own: { offers: () => Promise.reject(own()) },
      }).world;
    await assert.rejects(intend(asked(noKey), { run: nothingYet, job, n: 1 }), (error: unknown) => {
      assert.ok(error instanceof Problems);
      assert.deepEqual(
        error.all.map(({ what }) => what),
        ['SIM_KEY is not set.', 'GPU_LEASE_SSH_KEY is missing.'],
      );
      return true;
    });
    // What does not answer now is no secret that somebody forgot.
    await assert.rejects(intend(asked(away), { run: nothingYet, job, n: 1 }), { code: 'api-key-missing' });
  });

  it('is none when no platform can be asked: the first reason is the answer', async () => {
    const { world } = worldOf({ sim: { offers: () => Promise.reject(keyMissing()) } });
    await assert.rejects(intend(world, { run: nothingYet, job: jobWith(), n: 1 }), {
      code: 'api-key-missing',
    });
  });
});

const keyMissing = () =>
  new Problem({ code: 'api-key-missing', kind: 'usage', what: 'SIM_KEY is not set.', next: 'Set it.' });

const worldOf = (drivers: Record<string, Partial<PlatformDriver>>) =>
  scriptedWorld({ drivers, profile: async () => plainProfile });

const plainProfile = {
  ...profileOf('local'),
  kind: 'rental',
  rent: {},
  spot: {},
} as unknown as Profile;

describe('when nobody has a box', () => {
  const drivers = {
    sim: { offers: async () => [] },
    dear: { offers: async () => [offer('d', 50, { platform: 'dear' })] },
  };
  const job = jobWith({ candidates: [sim, { platform: 'dear' }] });
  const missed = (over: Partial<NoCapacity> = {}): NoCapacity => ({
    type: 'no-capacity',
    declined: [
      'sim: nothing that meets the constraint is offered now',
      'dear d: 50 USD/h is over budget.usdPerHour 2; with `usdPerHour: 50` it could be taken',
    ],
    tryAgainAt: '2026-11-21T12:15:00.000Z',
    ...over,
  });
  /** The run with that answer written down so many seconds before now. */
  const after = (seconds: number, event = missed(), of = job) => {
    const at = new Date(NOW.getTime() - seconds * 1000).toISOString();
    const events = asEvents([opened({}, of), waived, event]).map((each) =>
      each.type === 'no-capacity' ? { ...each, at } : each,
    );
    return fold(RUN, events);
  };

  it('that is written down once, with each reason and the time to try again', async () => {
    const { world } = worldOf(drivers);
    assert.deepEqual(await intend(world, { run: nothingYet, job, n: 1 }), [missed()]);
  });

  it('it is an outcome with a code of its own, and nothing is rented [P0-21]', async () => {
    const { world } = worldOf({});
    const stage = { startedAt: new Date(NOW.getTime() - 2000), until: undefined };
    await assert.rejects(waitForBox(world, after(1), { patient: false }, stage), (error: unknown) => {
      assert.ok(error instanceof Problem && error.kind === 'capacity');
      assert.equal(exitCodeOf(error), 12);
      assert.match(error.what, /- sim: nothing that meets.*\n- dear d: 50 USD\/h is over/);
      assert.match(error.next, /again after 2026-11-21T12:15:00/);
      return true;
    });
  });

  it('the same answer is not written down again within ten minutes', async () => {
    const { world } = worldOf(drivers);
    await assert.rejects(intend(world, { run: after(300), job, n: 1 }), { code: 'no-capacity' });
    assert.equal((await intend(world, { run: after(601), job, n: 1 }))[0]?.type, 'no-capacity');
    const other = after(300, missed({ declined: ['sim: other'] }));
    assert.equal((await intend(world, { run: other, job, n: 1 }))[0]?.type, 'no-capacity');
  });

  it('a patient job waits and asks again', async () => {
    const patient = { ...job, capacity: { tryAgainSeconds: 120, forSeconds: 3600 } };
    let asked = 0;
    const { world, clock, face } = worldOf({
      ...drivers,
      sim: { offers: async () => (++asked < 3 ? [] : [offer('o-7', 1)]) },
    });
    const [event] = await intend(world, { run: after(60, missed(), patient), job: patient, n: 1 });
    assert.equal(event?.type, 'intended');
    assert.deepEqual(clock.slept, [120, 120]);
    assert.match(face.lines.join('\n'), /asking again at 2026-11-21T12:02:00/);
  });

  it('it waits no longer than the stage may last, nor than the job says', async () => {
    const patient = { ...job, capacity: { tryAgainSeconds: 120, forSeconds: 600 } };
    const bounded = worldOf(drivers);
    const until = new Date(NOW.getTime() + 250_000);
    await assert.rejects(
      intend(bounded.world, { run: after(60, missed(), patient), job: patient, n: 1 }, until),
      {
        code: 'no-capacity',
      },
    );
    assert.deepEqual(bounded.clock.slept, [120, 120]);
    const long = worldOf(drivers);
    await assert.rejects(intend(long.world, { run: after(60, missed(), patient), job: patient, n: 1 }), {
      code: 'no-capacity',
    });
    assert.deepEqual(long.clock.slept, [120, 120, 120, 120]);
  });

  it('Ctrl-C ends the wait without a word', async () => {
    const patient = { ...job, capacity: { tryAgainSeconds: 120, forSeconds: 3600 } };
    const { world, abort } = worldOf({ sim: drivers.sim, dear: drivers.sim });
    abort.abort();
    const missedBoth = [
      missed().declined[0] as string,
      'dear: nothing that meets the constraint is offered now',
    ];
    assert.deepEqual(
      await intend(world, { run: after(60, missed({ declined: [] }), patient), job: patient, n: 1 }),
      [
        missed({
          declined: missedBoth,
          tryAgainAt: '2026-11-21T12:02:00.000Z',
        }),
      ],
    );
    assert.deepEqual(
      await intend(world, { run: after(1, missed({ declined: missedBoth }), patient), job: patient, n: 1 }),
      [],
    );
    const stage = { startedAt: new Date(NOW.getTime() - 2000), until: undefined };
    await assert.rejects(
      waitForBox(world, after(1), { patient: true }, stage),
      (error) => error === abort.signal.reason,
    );
  });

  it('whoever comes anew asks at once, and who asked just now waits until the time that was written down', async () => {
    const { world, clock } = worldOf({});
    const anew = { startedAt: NOW, until: undefined };
    assert.deepEqual(await waitForBox(world, after(1), { patient: false }, anew), []);
    assert.deepEqual(clock.slept, []);
    const asked = { startedAt: new Date(NOW.getTime() - 1000), until: undefined };
    assert.deepEqual(await waitForBox(world, after(1), { patient: true }, asked), []);
    assert.deepEqual(clock.slept, [900]);
    const bounded = { ...asked, until: new Date(NOW.getTime() + 60_000) };
    await assert.rejects(waitForBox(world, after(1), { patient: true }, bounded), { code: 'no-capacity' });
  });
});

describe('what a run can cost', () => {
  it('is at most the smaller of budget and price times hours, and expected only where the job says how long', () => {
    const job = jobWith({ budget: { usd: 5, hours: 10, usdPerHour: 2 } });
    const range = (of: Job, usdPerHour: number) => {
      const chosenOffer = offer('a', usdPerHour);
      const facts = { bootSeconds: 0 };
      return costRange(of, { offer: chosenOffer, facts, cost: expectedCost(of, chosenOffer, facts) });
    };
    assert.equal(range(job, 0.2).atMostUsd, 2);
    assert.equal(range(job, 1).atMostUsd, 5);
    assert.equal(costRange(job, undefined).atMostUsd, 5, 'by the ceiling where no offer is known');
    assert.equal(range(job, 1).expectedUsd, null);
    const half = timed(1800);
    assert.equal(range(half, 1).expectedUsd, 0.5);
    assert.equal(range({ ...half, cells: [...job.cells, ...job.cells] }, 1).expectedUsd, 1);
    assert.match(range(half, 1).lines.join('\n'), /work: 0\.50 USD \(30 min of work/);
  });
});
