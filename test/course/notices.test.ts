import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { advance } from '../../src/course/advance.ts';
import { driveOf } from '../../src/course/drive.ts';
import { newStage, perform } from '../../src/course/effects.ts';
import type { NoticeTarget } from '../../src/job/job.ts';
import type { NoticeEvent } from '../../src/job/notice-events.ts';
import { fold } from '../../src/lease/fold.ts';
import { CLAIM_SECONDS } from '../../src/lease/notices.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { asEvents, jobWith, opened, RUN, SEALED } from '../lease/told-run.ts';
import { scriptedWorld } from '../scripted-world.ts';
import { startTwin, type TwinReply } from '../twins/twin.ts';

const MINUTE_AFTER = '2026-11-21T10:01:00Z';

/** A sealed run whose job tells one address of these. */
async function sealedRun(on: NoticeEvent[], ledger = new MemoryLedger()) {
  const target: NoticeTarget = { kind: 'webhook', url: 'HOOK', on };
  const events = asEvents([opened({}, jobWith({ notices: [target] })), ...SEALED.slice(1)]);
  const summary = summarise(fold(RUN, events), new Date(MINUTE_AFTER));
  await ledger.append(RUN, null, { events, summary });
  return ledger;
}

async function address(t: TestContext, reply: TwinReply = { status: 200 }) {
  const twin = await startTwin(() => reply);
  t.after(() => twin.close());
  const ids = () => twin.exchanges.map(({ request }) => (request.body as { id: string }).id);
  return { twin, ids, secret: (name: string) => (name === 'HOOK' ? `${twin.url}/xyzzy` : undefined) };
}

interface Looking {
  claim: string;
  ledger: MemoryLedger;
  secret?: (name: string) => string | undefined;
  at?: string;
}

/** One look by one process, which takes no step of its own: only what is told. */
function look({ claim, ledger, secret = () => undefined, at = MINUTE_AFTER }: Looking) {
  const scripted = scriptedWorld({ claim, ledger, secret });
  scripted.clock.pass((Date.parse(at) - scripted.clock.now().getTime()) / 1000);
  const stage = newStage(scripted.world, {
    bound: () => assert.fail('nothing is bound'),
    smoke: async () => [],
    boundSeconds: 0,
  });
  const drive = driveOf(stage, () => false, { performing: perform });
  return { ...scripted, drive, done: () => advance(drive, RUN) };
}

const later = (seconds: number) => new Date(Date.parse(MINUTE_AFTER) + seconds * 1000).toISOString();
const typesIn = async (ledger: MemoryLedger) =>
  (await ledger.read(RUN)).events.slice(SEALED.length).map(({ type }) => type);

describe('notices of a run', () => {
  it('arrive once though two processes look at the same time', async (t) => {
    const { ids, secret } = await address(t);
    const ledger = await sealedRun(['sealed', 'approval', 'ended']);
    await Promise.all(['one', 'two', 'three'].map((claim) => look({ claim, ledger, secret }).done()));
    assert.deepEqual(ids().sort(), [
      `${RUN}/approval:${RUN}-1:aaaaaaaa`,
      `${RUN}/ended:7`,
      `${RUN}/sealed:9`,
    ]);
    await look({ claim: 'four', ledger, secret }).done();
    assert.equal(ids().length, 3);
  });

  it('are sent by another where the one that claimed them is gone, once its claim ran out', async (t) => {
    const { twin, ids, secret } = await address(t);
    const ledger = await sealedRun(['sealed']);
    const killed = look({ claim: 'one', ledger, secret });
    // Gone after its claim landed and before anything was sent.
    const { perform: performing } = killed.drive;
    killed.drive.perform = async (run, step) => {
      if (run.notices.size > 0) throw new Error('killed');
      return performing(run, step);
    };
    await assert.rejects(killed.done(), /killed/);
    assert.deepEqual(await typesIn(ledger), ['notice-claimed']);
    await look({ claim: 'two', ledger, secret, at: later(CLAIM_SECONDS - 10) }).done();
    assert.deepEqual(ids(), [], 'it may still be at it');
    await look({ claim: 'two', ledger, secret, at: later(CLAIM_SECONDS + 10) }).done();
    assert.deepEqual(ids(), [`${RUN}/sealed:9`]);
    const [{ request } = assert.fail()] = twin.exchanges;
    assert.equal(
      (request.body as { repeat: boolean }).repeat,
      true,
      'nobody knows how far the first one came',
    );
    await look({ claim: 'three', ledger, secret, at: later(CLAIM_SECONDS + 1000) }).done();
    assert.equal(ids().length, 1);
  });

  it('are not sent again where the word that they arrived loses a race in the record', async (t) => {
    const { ids, secret } = await address(t);
    const ledger = await sealedRun(['sealed']);
    const append = ledger.append.bind(ledger);
    let lost = 0;
    ledger.append = async (run, tip, batch) => {
      if (batch.events.some(({ type }) => type === 'notice-sent') && lost < 2) {
        lost += 1;
        return { outcome: 'lost-race' } as Awaited<ReturnType<typeof append>>;
      }
      return append(run, tip, batch);
    };
    await look({ claim: 'one', ledger, secret }).done();
    assert.equal(lost, 2);
    assert.equal(ids().length, 1);
    assert.deepEqual(await typesIn(ledger), ['notice-claimed', 'notice-sent']);
  });

  it('are a warning where they are not taken, and the run goes its way', async (t) => {
    const { twin, secret } = await address(t, { status: 404, body: 'no_service' });
    const ledger = await sealedRun(['sealed']);
    const first = look({ claim: 'one', ledger, secret });
    const { waitingFor } = await first.done();
    assert.equal(waitingFor?.do, 'ask');
    assert.match(
      first.face.warnings.join('\n'),
      /webhook-1 \(HOOK\) was not told of "sealed": HTTP 404 no_service/,
    );
    assert.ok(!first.face.warnings.join('\n').includes('xyzzy'));
    assert.ok(!JSON.stringify(await ledger.read(RUN)).includes('xyzzy'));
    for (let day = 1; day <= 8; day += 1)
      await look({ claim: `c${day}`, ledger, secret, at: later(day * 3600) }).done();
    assert.equal(twin.exchanges.length, 5, 'five looks try');
  });

  it('wait for a process that has their secret, and claim nothing without', async (t) => {
    const { ids, secret } = await address(t);
    const ledger = await sealedRun(['sealed']);
    await look({ claim: 'one', ledger }).done();
    assert.deepEqual(await typesIn(ledger), []);
    await look({ claim: 'two', ledger, secret }).done();
    assert.equal(ids().length, 1);
  });

  it('end with a record that another has put away', async (t) => {
    const { secret } = await address(t);
    const ledger = await sealedRun(['sealed']);
    const slow = look({ claim: 'one', ledger, secret });
    const { perform: performing } = slow.drive;
    slow.drive.perform = async (run, step) => {
      const events = await performing(run, step);
      if (events.some(({ type }) => type === 'notice-sent')) await ledger.archive(RUN);
      return events;
    };
    await slow.done();
    assert.deepEqual(await typesIn(ledger), ['notice-claimed']);
  });
});
