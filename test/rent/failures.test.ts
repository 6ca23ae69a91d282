import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import type { Offer } from '../../src/platforms/driver.ts';
import { choose } from '../../src/rent/choose.ts';
import { learnElsewhere } from '../../src/rent/elsewhere.ts';
import { intend } from '../../src/rent/intend.ts';
import {
  asEvents,
  audited,
  gone,
  HELD,
  intended,
  jobWith,
  opened,
  reachable,
  rented,
  STARTED_AT,
  told,
  waived,
} from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';

const after = (seconds: number): Date => new Date(STARTED_AT + seconds * 1000);
const failedBoot: EventBody = { type: 'boot-failed', lease: '', why: 'no login within 15 min' };
const mine = told([opened(), waived]);
const offer = (id: string, usdPerHour: number, hostId?: string): Offer => ({
  id,
  platform: 'sim',
  summary: `one GPU ${id}`,
  usdPerHour,
  market: 'on-demand',
  ...(hostId === undefined ? {} : { hostId }),
});

/** Another run of the same repository, whose box was of that offer and came to that. */
async function withOther(
  ledger: MemoryLedger,
  id: string,
  end: EventBody[],
  { host, closed = false }: { host?: string; closed?: boolean } = {},
): Promise<MemoryLedger> {
  const lease = `${id}-1`;
  const story = [opened(), waived, { ...intended(lease), ...(host && { host }) } as EventBody, rented(lease)];
  const named = end.map((event) => ('lease' in event ? ({ ...event, lease } as EventBody) : event));
  const ended: EventBody[] = closed
    ? [gone('gpu', undefined, lease), gone('disk', undefined, lease), { type: 'closed', usd: 0.1 }]
    : [];
  const events = asEvents([...story, ...named, ...ended]);
  await ledger.append(id, null, { events, summary: summarise(fold(id, events), after(60)) });
  if (closed) await ledger.archive(id);
  return ledger;
}

/** What is taken, the best first, in the light of those records. */
async function ranked(ledger: MemoryLedger, offers: Offer[], now: Date) {
  const { failures } = await learnElsewhere(ledger, mine.id, jobWith(), now);
  const answers = [{ index: 0, candidate: { platform: 'sim' }, facts: { bootSeconds: 0 }, offers }];
  const { ranked: taken, declined } = choose(jobWith(), mine, answers, now, failures);
  return { ids: taken.map((each) => each.offer.id), why: declined.map((each) => each.why).join('; ') };
}

describe('a box that failed for another run of the repository', () => {
  const two = [offer('o-1', 0.5), offer('o-2', 1.5)];

  it('M5: puts its offer behind every other one for an hour, and not for ever', async () => {
    const ledger = await withOther(new MemoryLedger(), 'other-1', [failedBoot]);
    assert.deepEqual((await ranked(ledger, two, after(600))).ids, ['o-2', 'o-1']);
    assert.deepEqual((await ranked(ledger, [offer('o-1', 0.5)], after(600))).ids, ['o-1'], 'the only one');
    assert.deepEqual((await ranked(ledger, two, after(5400))).ids, ['o-1', 'o-2']);
  });

  it('M5: does so where it was found unfit, and where its run is closed already', async () => {
    const unfit: EventBody[] = [reachable(), { ...audited(false), goesBack: true } as EventBody];
    const held = await withOther(new MemoryLedger(), 'other-1', unfit);
    assert.deepEqual((await ranked(held, two, after(600))).ids, ['o-2', 'o-1']);
    const closed = await withOther(new MemoryLedger(), 'other-2', [failedBoot], { closed: true });
    assert.deepEqual((await ranked(closed, two, after(600))).ids, ['o-2', 'o-1']);
  });

  it('M5: keeps its machine from being taken for a day, and says whose failure it was', async () => {
    const ledger = await withOther(new MemoryLedger(), 'other-1', [failedBoot], { host: 'm-1' });
    const offers = [offer('o-7', 0.5, 'm-1'), offer('o-8', 1, 'm-2')];
    const { ids, why } = await ranked(ledger, offers, after(7200));
    assert.deepEqual(ids, ['o-8']);
    assert.match(
      why,
      /its host m-1 failed as other-1-1 in another run \(2026-11-21T10:00:0\dZ?.*no login within 15 min/,
    );
    assert.deepEqual((await ranked(ledger, offers, after(90_000))).ids, ['o-7', 'o-8']);
  });

  it('keeps nobody from a machine from which a box was taken away: another bid may hold', async () => {
    const outbid: EventBody = {
      type: 'preempted',
      lease: 'x',
      what: 'evicted',
      goesBack: true,
      why: 'outbid',
    };
    const ledger = await withOther(new MemoryLedger(), 'other-1', [outbid], { host: 'm-1' });
    const offers = [offer('o-7', 0.5, 'm-1'), offer('o-8', 1, 'm-2')];
    assert.deepEqual((await ranked(ledger, offers, after(7200))).ids, ['o-7', 'o-8']);
    assert.deepEqual((await ranked(ledger, [offer('o-1', 0.5), offer('o-2', 1)], after(600))).ids, [
      'o-2',
      'o-1',
    ]);
  });

  it('M5: is no reason where it worked, nor at another platform; a record that cannot be read keeps nobody', async () => {
    const worked = await withOther(new MemoryLedger(), 'other-1', HELD.slice(4));
    assert.deepEqual((await ranked(worked, two, after(600))).ids, ['o-1', 'o-2']);
    const ledger = await withOther(new MemoryLedger(), 'other-2', [failedBoot]);
    const there = two.map((each) => ({ ...each, platform: 'elsewhere' }));
    assert.deepEqual((await ranked(ledger, there, after(600))).ids, ['o-1', 'o-2']);
  });

  it('M5: is read once for an intent, however long that waits for a box', async () => {
    const ledger = await withOther(new MemoryLedger(), 'other-1', [failedBoot]);
    let reads = 0;
    const readOpen = ledger.readOpen.bind(ledger);
    ledger.readOpen = () => {
      reads += 1;
      return readOpen();
    };
    let asked = 0;
    const { world } = scriptedWorld({
      ledger,
      driver: {
        offers: async () => {
          asked += 1;
          return asked < 5 ? [] : two;
        },
      },
    });
    const job = jobWith({ capacity: { tryAgainSeconds: 60, forSeconds: 86_400 } });
    const waits = told([
      opened({}, job),
      waived,
      {
        type: 'no-capacity',
        declined: ['sim: nothing that meets the constraint is offered now'],
        tryAgainAt: world.clock.now().toISOString(),
      },
    ]);
    const run = {
      ...waits,
      noCapacity: { ...waits.noCapacity, at: world.clock.now().toISOString() } as never,
    };
    const [event] = await intend(world, { run, job, n: 1 });
    assert.equal(event?.type, 'intended');
    assert.deepEqual([asked, reads], [5, 1]);
  });
});
