import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { planFacts } from '../../src/cli/plan.ts';
import type { BoundJob } from '../../src/course/bound-job.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import type { Offer } from '../../src/platforms/driver.ts';
import { Problem } from '../../src/problem.ts';
import { planText } from '../../src/report/plan-text.ts';
import { asEvents, intended, jobWith, opened, rented, STARTED_AT, waived } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const code = { commit: 'abcdef0123', dirty: false };
const offer = (id: string, usdPerHour: number, hostId?: string): Offer => ({
  id,
  platform: 'local',
  summary: `one GPU ${id}`,
  usdPerHour,
  market: 'on-demand',
  ...(hostId === undefined ? {} : { hostId }),
});

/** Ten minutes after a box of that offer, on that host, failed for another run. */
async function worldAfter(failed: { offer: string; host?: string }, offers: Offer[]) {
  const ledger = new MemoryLedger();
  const lease = 'other-1-1';
  const events = asEvents([
    opened(),
    waived,
    { ...intended(lease), platform: 'local', ...failed } as EventBody,
    rented(lease),
    { type: 'boot-failed', lease, why: 'no login within 15 min' },
  ]);
  await ledger.append('other-1', null, {
    events,
    summary: summarise(fold('other-1', events), new Date(STARTED_AT)),
  });
  const scripted = scriptedWorld({ ledger, driver: { offers: async () => offers } });
  scripted.clock.pass((STARTED_AT - scripted.clock.now().getTime()) / 1000 + 600);
  return scripted;
}

const job = jobWith({ candidates: [{ platform: 'local' }] });

describe('plan, beside what other runs of the repository met', () => {
  it('M5: chooses as a run would, and says what is held back, why and until when', async () => {
    const { world } = await worldAfter({ offer: 'o-1' }, [offer('o-1', 0.5), offer('o-2', 1)]);
    const facts = await planFacts(world, { job, code } as BoundJob);
    assert.equal(facts.choice?.offer, 'o-2');
    assert.deepEqual(facts.heldBack, [
      {
        platform: 'local',
        offer: 'o-1',
        isLast: true,
        until: '2026-11-21T11:00:04.000Z',
        why: 'other-1-1 of it failed (2026-11-21T10:00:04.000Z): no login within 15 min',
      },
    ]);
    assert.match(
      planText(facts),
      /held back behind every other until 2026-11-21T11:00:04\.000Z: local o-1: .*no login within 15 min/,
    );
  });

  it('M5: a machine that failed is not taken for a day, and is told once', async () => {
    const { world } = await worldAfter({ offer: 'o-9', host: 'm-1' }, [
      offer('o-1', 0.5, 'm-1'),
      offer('o-2', 1),
    ]);
    const facts = await planFacts(world, { job, code } as BoundJob);
    assert.equal(facts.choice?.offer, 'o-2');
    assert.deepEqual(
      facts.heldBack.map(({ offer: id, isLast, until }) => ({ id, isLast, until })),
      [{ id: 'o-1', isLast: false, until: '2026-11-22T10:00:04.000Z' }],
    );
    assert.equal(planText(facts).match(/its host m-1 failed/g)?.length, 1);
  });

  it('looks ahead all the same where the record of the others cannot be read, and says so', async () => {
    const ledger = new MemoryLedger();
    ledger.readOpen = async () => {
      throw new Problem({ code: 'x', kind: 'unreachable', what: 'The remote is away.', next: '' });
    };
    const { world, face } = scriptedWorld({ ledger, driver: { offers: async () => [offer('o-1', 0.5)] } });
    const facts = await planFacts(world, { job, code } as BoundJob);
    assert.equal(facts.choice?.offer, 'o-1');
    assert.match(face.warnings.join('\n'), /a run may choose otherwise: The remote is away/);
  });
});
