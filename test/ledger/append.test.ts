import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideAndAppend } from '../../src/ledger/append.ts';
import type { RunRecord } from '../../src/ledger/ledger.ts';
import { type AppendFate, MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { quickClock } from './git-fixture.ts';
import { problem } from './problem-matcher.ts';
import { opened, resolved, summaryOf } from './sample-run.ts';

const run = 'tiny-1';

/** A ledger whose appends meet these fates in order, and all later ones none. */
function fated(...fates: AppendFate[]): MemoryLedger {
  const ledger = new MemoryLedger();
  ledger.fate = () => fates.shift() ?? 'appended';
  return ledger;
}

const add = (how: string) => () => ({ events: [resolved(how)], summary: summaryOf(run) });
const hows = async (ledger: MemoryLedger): Promise<string[]> =>
  (await ledger.read(run)).events.map((event) => (event.type === 'resolved' ? event.how : event.type));

describe('deciding and appending', () => {
  it('appends what was decided on the record as it stands', async () => {
    const ledger = fated();
    const first = await decideAndAppend(
      ledger,
      run,
      () => ({ events: [opened()], summary: summaryOf(run) }),
      {
        clock: quickClock(),
      },
    );
    assert.equal(first.outcome, 'appended');
    const stored = await ledger.read(run);
    assert.deepEqual({ ...stored, ...first.record }, stored, 'nothing of it stands otherwise');
    const seen: RunRecord[] = [];
    await decideAndAppend(
      ledger,
      run,
      (record) => {
        seen.push(record);
        return { events: [resolved('x')], summary: summaryOf(run) };
      },
      { clock: quickClock() },
    );
    assert.deepEqual(seen, [stored]);
    assert.deepEqual(await hows(ledger), ['run-opened', 'x']);
  });

  it('writes nothing when there is nothing to add', async () => {
    const ledger = fated();
    for (const decision of [null, { events: [], summary: summaryOf(run) }]) {
      const outcome = await decideAndAppend(ledger, run, () => decision, { clock: quickClock() });
      assert.equal(outcome.outcome, 'nothing');
    }
    assert.equal((await ledger.read(run)).tip, null);
  });

  it('decides again on the newer record after a lost race', async () => {
    const ledger = new MemoryLedger();
    let raced = false;
    const lengths: number[] = [];
    const outcome = await decideAndAppend(
      ledger,
      run,
      async ({ events, tip }) => {
        lengths.push(events.length);
        if (!raced) await ledger.append(run, tip, { events: [resolved('first')], summary: summaryOf(run) });
        raced = true;
        return { events: [resolved(`after ${events.length}`)], summary: summaryOf(run) };
      },
      { clock: quickClock() },
    );
    assert.equal(outcome.outcome, 'appended');
    assert.deepEqual(lengths, [0, 1]);
    assert.deepEqual(await hows(ledger), ['first', 'after 1']);
  });

  it('doubles nothing when the answer of a written append is lost', async () => {
    const ledger = fated('lost-answer');
    const outcome = await decideAndAppend(ledger, run, add('once'), { clock: quickClock() });
    assert.equal(outcome.outcome, 'appended');
    assert.deepEqual(
      outcome.events.map((event) => event.seq),
      [0],
    );
    assert.deepEqual(await hows(ledger), ['once']);
  });

  it('finds its events also when others have written behind them meanwhile', async () => {
    const ledger = fated('lost-answer');
    const read = ledger.read.bind(ledger);
    let reads = 0;
    ledger.read = async (name) => {
      reads += 1;
      if (reads === 2)
        await ledger.append(run, (await read(run)).tip, {
          events: [resolved('other')],
          summary: summaryOf(run),
        });
      return read(name);
    };
    const outcome = await decideAndAppend(ledger, run, add('once'), { clock: quickClock() });
    assert.deepEqual(outcome.outcome === 'appended' && outcome.events.map((event) => event.seq), [0]);
    assert.deepEqual(await hows(ledger), ['once', 'other']);
  });

  it('takes an equal event of somebody else for what it is', async () => {
    const ledger = fated('lost-request');
    const read = ledger.read.bind(ledger);
    let reads = 0;
    ledger.read = async (name) => {
      reads += 1;
      if (reads === 2)
        await ledger.append(run, null, { events: [resolved('same')], summary: summaryOf(run) });
      return read(name);
    };
    await decideAndAppend(ledger, run, add('same'), { clock: quickClock() });
    assert.deepEqual(await hows(ledger), ['same', 'same']);
  });

  it('writes again what was surely not written', async () => {
    const ledger = fated('lost-request', 'lost-request');
    await decideAndAppend(ledger, run, add('once'), { clock: quickClock() });
    assert.deepEqual(await hows(ledger), ['once']);
  });

  it('finds an append that lands later than the look that missed it', async () => {
    const ledger = new MemoryLedger();
    const append = ledger.append.bind(ledger);
    let late: (() => Promise<unknown>) | undefined;
    let tries = 0;
    ledger.append = async (...args) => {
      tries += 1;
      if (tries === 1) {
        late = () => append(...args);
        ledger.fate = () => 'lost-request';
        await append(...args).finally(() => {
          ledger.fate = () => 'appended';
        });
      }
      // The first request arrives at last, just before the second.
      if (tries === 2) await late?.();
      return append(...args);
    };
    await decideAndAppend(ledger, run, add('once'), { clock: quickClock() });
    assert.deepEqual(await hows(ledger), ['once']);
    assert.equal(tries, 2);
  });

  it('gives up on a remote that stays away, after a last look', async () => {
    const away = problem('unreachable', 'append-unclear', /may or may not/);
    const gone = fated('lost-request', 'lost-request', 'lost-request');
    await assert.rejects(decideAndAppend(gone, run, add('x'), { clock: quickClock() }), away);
    assert.deepEqual(await hows(gone), []);
    const landed = fated('lost-request', 'lost-request', 'lost-answer');
    assert.equal((await decideAndAppend(landed, run, add('x'), { clock: quickClock() })).outcome, 'appended');
  });

  it('loses races for so long and no longer', async () => {
    const ledger = new MemoryLedger();
    ledger.fate = () => 'lost-race';
    const clock = quickClock();
    await assert.rejects(
      decideAndAppend(ledger, run, add('x'), { clock, random: () => 0.5, contendedSeconds: 5 }),
      problem('ledger', 'contended', /Others kept writing to run tiny-1 first: \d+ attempts in 5 s/),
    );
    assert.ok(clock.sleptSeconds < 6, String(clock.sleptSeconds));
  });

  it('gives its turn back whatever happens', async () => {
    const ledger = new MemoryLedger();
    let held = 0;
    const turned = Object.assign(ledger, {
      turn: async () => {
        held += 1;
        return () => {
          held -= 1;
        };
      },
    });
    await decideAndAppend(turned, run, add('x'), { clock: quickClock() });
    const fails = () => {
      assert.equal(held, 1);
      throw new Error('no decision');
    };
    await assert.rejects(decideAndAppend(turned, run, fails, { clock: quickClock() }), /no decision/);
    assert.equal(held, 0);
  });
});
