import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offeredGpu } from '../../src/job/gpus.ts';
import type { Job } from '../../src/job/job.ts';
import type { EventBody, LedgerEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import type { Offer } from '../../src/platforms/driver.ts';
import { learnElsewhere } from '../../src/rent/elsewhere.ts';
import { expectedCost } from '../../src/rent/expected-cost.ts';
import { intend } from '../../src/rent/intend.ts';
import {
  asEvents,
  audited,
  cellEnded,
  collected,
  gone,
  HELD,
  jobWith,
  opened,
  reachable,
  sealed,
  started,
  told,
  waived,
} from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const NOW = new Date('2026-11-25T12:00:00Z');
const offer = (name: string, usdPerHour: number, count = 1): Offer => ({
  id: name,
  platform: 'sim',
  summary: name,
  usdPerHour,
  market: 'on-demand',
  gpu: offeredGpu(name, count),
});
/** Ten hours by its file, on whichever card that was meant of. */
const job = (over: Partial<Job> = {}): Job =>
  jobWith({
    watch: { stallSeconds: 600, expectedSeconds: 36_000 },
    resources: { gpu: { names: ['RTX 3090', 'RTX 4090'], count: 1 } } as Job['resources'],
    metrics: { path: 'metrics.jsonl', stepKey: 'step', lossKey: 'loss', totalSteps: 8000 },
    ...over,
  });

interface Earlier {
  id?: string;
  card?: string;
  cards?: number;
  lastStep?: number;
  ranSeconds?: number;
  document?: Job;
  /** What it came to after its cell had ended. */
  end?: EventBody[];
  first?: EventBody[];
}

/** A run in which a card took so long for so many steps, sealed and closed unless another end is named. */
async function withEarlier(ledger: MemoryLedger, earlier: Earlier): Promise<MemoryLedger> {
  const { id = 'tiny-7', card = 'NVIDIA GeForce RTX 4090', cards = 1, lastStep = 4000 } = earlier;
  const { ranSeconds = 7200, document = job(), first = [started()] } = earlier;
  const end = earlier.end ?? [collected, sealed, gone('gpu'), gone('disk'), { type: 'closed', usd: 1 }];
  const fit = { ...audited(), measured: { gpuName: card, gpuCount: cards } } as EventBody;
  const ended = { ...cellEnded(), lastStep, ranSeconds } as EventBody;
  const bodies = [opened({}, document), ...HELD.slice(1), reachable(), fit, ...first, ended, ...end];
  const named = bodies.map((body) => ('lease' in body ? { ...body, lease: `${id}-1` } : body) as EventBody);
  const events: LedgerEvent[] = asEvents(named);
  const run = fold(id, events);
  assert.deepEqual(run.ignored, []);
  await ledger.append(id, null, { events, summary: summarise(run, NOW) });
  if (run.closed) await ledger.archive(id);
  return ledger;
}

const workOf = async (ledger: MemoryLedger, offered: Offer, asked = job()) => {
  const { rates } = await learnElsewhere(ledger, 'mine', asked, NOW);
  const [work] = expectedCost(asked, offered, { bootSeconds: 0, rates }).parts;
  return { usd: work?.usd, why: work?.why ?? '' };
};

describe('how fast earlier runs of a job were', () => {
  it('counts in place of the table, and the run that measured it is named', async () => {
    const ledger = await withEarlier(new MemoryLedger(), {});
    const { usd, why } = await workOf(ledger, offer('RTX 4090', 1));
    // 2000 steps an hour, and the job has 8000.
    assert.equal(usd, 4);
    assert.match(why, /2\.5 times as fast as that \(2000 steps\/h on 1x RTX 4090, measured in run tiny-7\)/);
    assert.match((await workOf(new MemoryLedger(), offer('RTX 4090', 1))).why, /by their peak rates/);
  });

  it('is what the table goes by for a card that no run had', async () => {
    const ledger = await withEarlier(new MemoryLedger(), {});
    const { usd = 0, why } = await workOf(ledger, offer('RTX 3090', 1));
    assert.ok(Math.abs(usd - (4 * 165) / 71) < 0.05, `${usd}`);
    assert.match(
      why,
      /on RTX 3090 \(2000 steps\/h on 1x RTX 4090, measured in run tiny-7, and by their peak/,
    );
  });

  it('counts for that many cards alone, of the newest run that had them', async () => {
    const ledger = await withEarlier(new MemoryLedger(), { cards: 2 });
    assert.match((await workOf(ledger, offer('RTX 4090', 1))).why, /by their peak rates/);
    assert.doesNotMatch((await workOf(ledger, offer('RTX 4090', 1))).why, /measured/);
    assert.match((await workOf(ledger, offer('RTX 4090', 1, 2))).why, /on 2x RTX 4090, measured in run/);
  });

  it('is a sealed run of the same name and command alone, in one go, long enough to tell', async () => {
    const unlike: [string, Earlier][] = [
      ['not sealed', { end: [] }],
      ['another command', { document: job({ run: 'train --big' }) }],
      ['another job', { document: job({ name: 'other' }) }],
      ['over in seconds', { ranSeconds: 20 }],
      ['taken up again', { first: [started({ attempt: 2 })] }],
      ['cards of two kinds', { card: 'NVIDIA GeForce RTX 4090; NVIDIA A100' }],
    ];
    for (const [what, earlier] of unlike) {
      const ledger = await withEarlier(new MemoryLedger(), earlier);
      assert.doesNotMatch((await workOf(ledger, offer('RTX 4090', 1))).why, /measured/, what);
    }
  });

  it('yields to what the job itself says', async () => {
    const ledger = await withEarlier(new MemoryLedger(), {});
    const asked = job({ speed: { 'RTX 4090': 1.25 } });
    assert.match((await workOf(ledger, offer('RTX 4090', 1), asked)).why, /1\.25 times .*\(speed\)/);
  });

  it('decides which box is rented', async () => {
    const two = [offer('RTX 3090', 0.4), offer('RTX 4090', 1)];
    const chosen = async (ledger: MemoryLedger) => {
      const { world } = scriptedWorld({ ledger, driver: { offers: async () => two } });
      const run = told([opened({}, job()), waived]);
      const [event] = await intend(world, { run: { ...run, id: 'mine' }, job: job(), n: 1 });
      return event?.type === 'intended' ? event.offer : undefined;
    };
    // By the table a 4090 is 2.3 times as fast, and 2.5 times as dear.
    assert.equal(await chosen(new MemoryLedger()), 'RTX 3090');
    const both = await withEarlier(new MemoryLedger(), {});
    await withEarlier(both, { id: 'tiny-8', card: 'NVIDIA GeForce RTX 3090', ranSeconds: 36_000 });
    assert.equal(await chosen(both), 'RTX 4090');
  });
});
