import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { advance, type Drive } from '../../src/course/advance.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import type { Plans, Step } from '../../src/lease/step.ts';
import { summarise } from '../../src/lease/summary.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { Problem } from '../../src/problem.ts';
import {
  asEvents,
  audited,
  cellEnded,
  collected,
  gone,
  intended,
  LEASE,
  opened,
  RUN,
  reachable,
  rented,
  sealed,
  started,
  waived,
} from '../lease/told-run.ts';
import { ScriptedClock } from '../scripted-world.ts';

const plans: Plans = {
  zero: [{ verb: 'terminate', stops: ['gpu', 'disk'], destroys: ['home'], reversible: false }],
  park: null,
};

/** What each step comes to in a life without accidents. */
const LIFE: Partial<Record<Step['do'], EventBody[]>> = {
  smoke: [waived],
  intend: [intended()],
  rent: [rented()],
  reach: [reachable()],
  audit: [audited()],
  start: [started()],
  look: [cellEnded()],
  collect: [collected, sealed],
  release: [{ type: 'releasing', lease: LEASE, verb: 'terminate' }],
  prove: [gone('gpu'), gone('disk')],
  'mark-released': [{ type: 'released', lease: LEASE, usd: 1 }],
  close: [{ type: 'closed', usd: 1 }],
};

interface Stage {
  drive: Drive;
  ledger: MemoryLedger;
  done: string[];
  abort: AbortController;
}

function stage(ledger: MemoryLedger, over: Partial<Drive> = {}): Stage {
  const done: string[] = [];
  const abort = new AbortController();
  const drive: Drive = {
    ledger,
    clock: new ScriptedClock(),
    who: 'test',
    signal: abort.signal,
    plans: async () => () => plans,
    perform: async (_run, step) => {
      done.push(step.do);
      return LIFE[step.do] ?? [];
    },
    may: (step) => step.do !== 'ask' && step.do !== 'nothing',
    ...over,
  };
  return { drive, ledger, done, abort };
}

async function openedLedger(...more: EventBody[]): Promise<MemoryLedger> {
  const ledger = new MemoryLedger();
  const bodies = [opened(), ...more];
  const run = fold(RUN, asEvents(bodies));
  const at = '2026-11-21T12:00:00Z';
  await ledger.append(RUN, null, {
    events: bodies.map((body) => ({ ...body, at, by: 'test' })),
    summary: summarise(run, new Date(at)),
  });
  return ledger;
}

const told = async (ledger: MemoryLedger) => (await ledger.read(RUN)).events.map((event) => event.type);
const UNTIL_SEALED = ['smoke', 'intend', 'rent', 'reach', 'audit', 'start', 'look', 'collect'];

describe('a stage', () => {
  it('goes through the steps that it may take and stops before the first that it may not', async () => {
    const { drive, ledger, done } = stage(await openedLedger());
    const stand = await advance(drive, RUN);
    assert.deepEqual(done, UNTIL_SEALED);
    assert.deepEqual(stand.waitingFor?.do, 'ask');
    assert.equal((await told(ledger)).length, 10);
    const launch = stage(await openedLedger(waived), { may: (step) => ['intend', 'rent'].includes(step.do) });
    assert.equal((await advance(launch.drive, RUN)).waitingFor?.do, 'reach');
    assert.deepEqual(launch.done, ['intend', 'rent']);
  });

  it('that is new, in another process, with nothing but the ledger, goes on where any other stopped [P4-19] [P4-01]', async () => {
    const ledger = await openedLedger();
    const done: string[] = [];
    for (let n = 0; n < UNTIL_SEALED.length; n += 1) {
      let taken = 0;
      const one = stage(ledger, { may: (step) => step.do !== 'ask' && taken++ === 0 });
      await advance(one.drive, RUN);
      done.push(...one.done);
    }
    assert.deepEqual(done, UNTIL_SEALED, 'no step twice, none left out');
  });

  it('that was killed after an effect and before its event does that effect again and nothing else', async () => {
    const ledger = await openedLedger(waived);
    const killed = stage(ledger, {
      perform: async (_run, step) => {
        killed.done.push(step.do);
        if (step.do === 'rent') throw new Error('killed');
        return LIFE[step.do] ?? [];
      },
    });
    await assert.rejects(advance(killed.drive, RUN), /killed/);
    assert.deepEqual(await told(ledger), ['run-opened', 'smoke-waived', 'intended'], 'the intent is there');
    const next = stage(ledger);
    await advance(next.drive, RUN);
    assert.deepEqual(next.done.slice(0, 2), ['rent', 'reach']);
  });

  it('tells at its end, however it ends, what no event took along, and reads no record once more for nothing', async () => {
    const readsWith = async (moved: Drive['moved']) => {
      const ledger = await openedLedger(waived);
      let reads = 0;
      const read = ledger.read.bind(ledger);
      ledger.read = (...args) => {
        reads += 1;
        return read(...args);
      };
      const { drive } = stage(ledger, {
        ...(moved && { moved }),
        perform: async (_run, { do: step }) => {
          if (step === 'look') throw new Error('line down');
          return LIFE[step] ?? [];
        },
      });
      await assert.rejects(advance(drive, RUN), /line down/);
      return { reads, types: await told(ledger) };
    };
    const without = await readsWith(undefined);
    assert.deepEqual(await readsWith(() => []), without);
    // As if all of it had moved in the step that failed.
    const billed = await readsWith(({ leases }) =>
      leases.some(({ startedAt, traffic }) => startedAt !== undefined && traffic.counted.size === 0)
        ? [{ type: 'moved', lease: LEASE, counter: 'a', toBoxBytes: 1, fromBoxBytes: 2 }]
        : [],
    );
    assert.deepEqual(billed.types, [...without.types, 'moved']);
  });

  it('says what goes on costing with a problem of a driver, which knows no run', async () => {
    const refused = new Problem({ code: 'api-key-refused', kind: 'unreachable', what: 'no', next: 'a key' });
    const failing = (at: Step['do']) => ({
      perform: async (_run: unknown, step: Step) => {
        if (step.do === at) throw refused;
        return LIFE[step.do] ?? [];
      },
    });
    const before = await advance(stage(await openedLedger(waived), failing('rent')).drive, RUN).catch(
      (e) => e,
    );
    assert.equal(before, refused, 'nothing is held yet');
    const held = await advance(stage(await openedLedger(waived), failing('look')).drive, RUN).catch((e) => e);
    assert.ok(held instanceof Problem && held.cause === refused);
    assert.deepEqual(
      [held.code, held.kind, held.what, held.next],
      [refused.code, refused.kind, 'no', 'a key'],
    );
    assert.match(held.costing.join(), /^tiny-7-1 on \S+: gpu [\d.]+ USD\/h/);
  });

  it('says what goes on costing where what happened could not be written down [faults F14]', async () => {
    const ledger = await openedLedger(waived, intended(), rented());
    const damaged = new Problem({ code: 'ledger-damaged', kind: 'ledger', what: 'no', next: 'repair it' });
    ledger.append = async () => {
      throw damaged;
    };
    const failed = await advance(stage(ledger).drive, RUN).catch((e) => e);
    assert.ok(failed instanceof Problem && failed.code === 'ledger-damaged');
    assert.match(failed.costing.join(), /^tiny-7-1 on \S+: gpu [\d.]+ USD\/h/);
  });

  it('ends without progress when its step has nothing to say, and knows of nothing that it waits for', async () => {
    const { drive, done } = stage(await openedLedger(waived), {
      perform: async (_run, step) => (step.do === 'look' ? [] : (LIFE[step.do] ?? [])),
    });
    const stand = await advance(drive, RUN);
    assert.equal(stand.waitingFor, undefined);
    assert.equal(stand.run.leases[0]?.state, 'running');
    assert.deepEqual(done, []);
  });

  it('that is interrupted starts nothing more and tears nothing down', async () => {
    const { drive, done, abort } = stage(await openedLedger(waived));
    const perform = drive.perform;
    drive.perform = (run, step) => {
      if (step.do === 'audit') abort.abort();
      return perform(run, step);
    };
    const stand = await advance(drive, RUN);
    assert.deepEqual(done, ['intend', 'rent', 'reach', 'audit']);
    assert.equal(stand.waitingFor, undefined);
    assert.equal(stand.run.leases[0]?.state, 'audited', 'what was done before it is in the record');
  });
});

describe('two stages at once', () => {
  it('do not do a step twice that one of them wrote down first: the loser reads again [P4-09] [U16]', async () => {
    const ledger = await openedLedger(waived);
    const [a, b] = [stage(ledger), stage(ledger)];
    await Promise.all([advance(a.drive, RUN), advance(b.drive, RUN)]);
    const types = await told(ledger);
    assert.deepEqual(types, [...new Set(types)], 'every event once');
    assert.equal(types.at(-1), 'sealed');
  });

  it('a lost race is no failure, a hundred of them neither', async () => {
    const ledger = await openedLedger();
    let lost = 0;
    ledger.fate = () => (lost++ < 100 ? 'lost-race' : 'appended');
    const { drive } = stage(ledger);
    assert.equal((await advance(drive, RUN)).waitingFor?.do, 'ask');
  });
});

describe("a ledger's remote that loses answers", () => {
  for (const fate of ['lost-answer', 'lost-request'] as const) {
    it(`(${fate}) costs nothing: it is read whether it landed, and nothing stands there twice`, async () => {
      const ledger = await openedLedger();
      let turn = 0;
      ledger.fate = () => (turn++ % 3 === 0 ? fate : 'appended');
      await advance(stage(ledger).drive, RUN);
      const types = await told(ledger);
      assert.deepEqual(types, [...new Set(types)]);
      assert.equal(types.at(-1), 'sealed');
    });
  }

  it('stops the stage when it loses all of them [XC-05]', async () => {
    const ledger = await openedLedger();
    let appends = 0;
    ledger.fate = () => {
      appends += 1;
      return 'lost-request';
    };
    await assert.rejects(
      advance(stage(ledger).drive, RUN),
      (error: unknown) => error instanceof Problem && error.code === 'append-unclear',
    );
    assert.ok(appends <= 10, `${appends} tries`);
  });
});

describe('an effect that tells what does not follow from the record', () => {
  it('is a bug of ours and never written [XC-01]', async () => {
    const ledger = await openedLedger(waived);
    const { drive } = stage(ledger, { perform: async () => [sealed] });
    await assert.rejects(
      advance(drive, RUN),
      /our own event "sealed" does not follow from the record: nothing was collected/,
    );
    assert.deepEqual(await told(ledger), ['run-opened', 'smoke-waived']);
  });
});
