import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { advance, type Drive } from '../../src/course/advance.ts';
import type { NewEvent } from '../../src/lease/events.ts';
import { gitProblem } from '../../src/ledger/git-problems.ts';
import type { RunRecord } from '../../src/ledger/ledger.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { Problem } from '../../src/problem.ts';
import { quickClock } from '../ledger/git-fixture.ts';
import { intended, opened, rented, resolved, summaryOf } from '../ledger/sample-run.ts';

const RUN = 'tiny-1';
const away = () =>
  gitProblem('transport', 'read the ledger', 'refs/gpu-lease at git://ledger', 'fatal: unable to connect');

/** A ledger that does not answer `silences` reads after the first. */
class AwayLedger extends MemoryLedger {
  reads = 0;
  #silences: number;
  constructor(silences: number) {
    super();
    this.#silences = silences;
  }
  override async read(run: string): Promise<RunRecord> {
    this.reads += 1;
    if (this.reads > 2 && this.#silences-- > 0) throw away();
    return super.read(run);
  }
}

async function driving(silences: number, patienceSeconds?: number, more: NewEvent[] = []) {
  const ledger = new AwayLedger(silences);
  await ledger.append(RUN, (await ledger.read(RUN)).tip, {
    events: [opened(), ...more, resolved('a halt')],
    summary: summaryOf(RUN),
  });
  const clock = quickClock();
  const done: string[] = [];
  const said: string[] = [];
  const drive: Drive = {
    ledger,
    clock,
    who: 'test',
    signal: new AbortController().signal,
    ...(patienceSeconds === undefined ? {} : { patienceSeconds }),
    say: (what) => said.push(what),
    plans: async () => () => ({ zero: [], park: null }),
    perform: async (_, step) => {
      done.push(`${step.do} at read ${ledger.reads}`);
      if (done.length > 1) return [];
      return [{ type: 'smoke-waived', why: 'a test', person: 'ada' } as never];
    },
    may: () => true,
  };
  return { drive, clock, done, ledger, said };
}

describe('a ledger whose remote is away while a run is driven', () => {
  it('is asked again within its patience, and nothing is done before it answers [faults F13]', async () => {
    const { drive, clock, done, ledger } = await driving(5, 600);
    await advance(drive, RUN);
    assert.ok(clock.sleptSeconds >= 2 + 4 + 8 + 16 + 32, `${clock.sleptSeconds} s`);
    assert.equal(done[0]?.endsWith('at read 2'), true, done.join());
    assert.ok(ledger.reads > 7);
    for (const each of done.slice(1)) assert.ok(Number(each.split(' ').at(-1)) > 7, each);
  });

  it('ends the command with its own problem when its patience is over [faults F13]', async () => {
    const { drive, clock } = await driving(1000, 60);
    await assert.rejects(
      advance(drive, RUN),
      (error) => error instanceof Problem && error.code === 'remote-unreachable',
    );
    assert.ok(clock.sleptSeconds <= 60, `${clock.sleptSeconds} s`);
  });

  it('is told of once, with what it says, how long it is waited for and what costs money; and when it is back [faults F13]', async () => {
    const { drive, said } = await driving(5, 600, [intended('tiny-1-1'), rented('tiny-1-1')]);
    await advance(drive, RUN);
    assert.equal(said.length, 2, said.join('\n'));
    assert.match(
      said[0] ?? '',
      /git:\/\/ledger.*for 10 min at most\. Still costing money: tiny-1-1 on local/,
    );
    assert.match(said[1] ?? '', /answers again, after 62 s/);
  });

  it('ends with how long it was waited for [faults F13]', async () => {
    const { drive } = await driving(1000, 60);
    await assert.rejects(advance(drive, RUN), /waited for, \d\d s in all/);
  });

  it('that a step meets is waited for like one that the record is read from [faults F13]', async () => {
    const { drive, ledger } = await driving(5, 600);
    const { perform } = drive;
    let met = 0;
    drive.perform = async (run, step) => {
      if (met++ === 0) throw away();
      return perform(run, step);
    };
    await advance(drive, RUN);
    assert.ok(met > 1 && ledger.reads > 7);
  });

  it('is not believed for ever, where only the steps find it away [faults F13]', async () => {
    const { drive } = await driving(0, 600);
    let tries = 0;
    drive.perform = () => {
      tries += 1;
      return Promise.reject(away());
    };
    await assert.rejects(advance(drive, RUN), { code: 'remote-unreachable' });
    assert.ok(tries < 10, `${tries} tries`);
  });

  it('is not waited for by a stage of one look [faults F13]', async () => {
    const { drive, clock } = await driving(1000);
    await assert.rejects(advance(drive, RUN), Problem);
    assert.equal(clock.sleptSeconds, 0);
  });
});
