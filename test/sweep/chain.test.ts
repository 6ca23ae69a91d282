import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chainLinkOf } from '../../src/cli/chain-link.ts';
import { givenOptions } from '../../src/cli/given-options.ts';
import { arrive, goOn } from '../../src/course/chain.ts';
import { chainOfSweep } from '../../src/course/chain-of-sweep.ts';
import type { EventBody } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { nextLook } from '../../src/lease/look-plan.ts';
import type { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { readParts, type SweepRecord } from '../../src/sweep/record.ts';
import { gone } from '../lease/told-run.ts';
import { ScriptedClock, ScriptedFace } from '../scripted-world.ts';
import { leaseOf, onBox, openedSweep, running, SWEEP, tell } from './told-sweep.ts';

/** A part whose box was given up and is proven gone: closed. */
const given = (part: number): EventBody[] => [
  { type: 'abandoned', lease: leaseOf(part), lost: ['all'] },
  onBox(part, gone('gpu')),
  onBox(part, gone('disk')),
  { type: 'closed', usd: 1 },
];

/** One workflow run at its end, in a repository without a schedule. */
function workflow(ledger: MemoryLedger, sweep: SweepRecord, dispatched: object[], id: number, hop = 0) {
  const clock = new ScriptedClock();
  const world = {
    ledger,
    clock,
    face: new ScriptedFace(),
    who: `github:${id}.1`,
    github: {
      dispatch: async (_file: string, _ref: string, { wait: _, ...inputs }: Record<string, string>) => {
        dispatched.push(inputs);
        return { workflowRun: 1000 + dispatched.length };
      },
      workflowRun: async () => ({ status: 'in_progress' }),
      environments: async () => [],
    },
  } as unknown as Parameters<typeof goOn>[1];
  const { options } = givenOptions({ given: { hop: String(hop), chain: 'auto' } });
  const link = chainLinkOf({
    ...options,
    env: {
      GITHUB_ACTIONS: 'true',
      GITHUB_RUN_ID: String(id),
      GITHUB_REPOSITORY: 'ada/engine',
      GITHUB_WORKFLOW_REF: 'ada/engine/.github/workflows/gpu-lease.yml@refs/heads/main',
    },
  });
  const chained = async () => {
    const found = chainOfSweep(SWEEP, await readParts(ledger, sweep), clock.now());
    assert.ok(found);
    return found;
  };
  return {
    arrive: async () => arrive(link, world, await chained()),
    async goOn() {
      const onward = await goOn(link, world, await chained());
      return onward.do === 'claim' ? { do: onward.do, hop: onward.hop } : onward;
    },
    /** When somebody has to look at one of its parts. */
    async dueAt() {
      const { carrier, whole } = await chained();
      return nextLook(whole(fold(carrier, (await ledger.read(carrier)).events)), clock.now())?.at;
    },
  };
}

describe('the chain of a sweep', () => {
  it('goes on with all parts by one dispatch, as a sweep', async () => {
    const { ledger, sweep } = await openedSweep(4, 2);
    for (const part of [1, 2]) await tell(ledger, `${SWEEP}-p${part}`, running(part));
    const dispatched: object[] = [];
    assert.deepEqual(await workflow(ledger, sweep, dispatched, 7).goOn(), { do: 'claim', hop: 1 });
    assert.deepEqual(dispatched, [{ stage: 'sweep', run: SWEEP, hop: '1' }]);
    const beside = await workflow(ledger, sweep, dispatched, 8).goOn();
    assert.equal(beside.do, 'leave', 'the first link lives');
    assert.equal(dispatched.length, 1);
  });

  it('goes on for the parts that run although the first is over, with the hops counted on', async () => {
    const { ledger, sweep } = await openedSweep(4, 2);
    for (const part of [1, 2]) await tell(ledger, `${SWEEP}-p${part}`, running(part));
    const dispatched: object[] = [];
    await workflow(ledger, sweep, dispatched, 7).goOn();
    await tell(ledger, `${SWEEP}-p1`, given(1));
    const second = workflow(ledger, sweep, dispatched, 1001, 1);
    await second.arrive();
    assert.deepEqual(await second.goOn(), { do: 'claim', hop: 2 });
    assert.deepEqual(dispatched.at(-1), { stage: 'sweep', run: SWEEP, hop: '2' });
    const { events } = await ledger.read(`${SWEEP}-p2`);
    assert.ok(events.some((event) => event.type === 'continued' && event.hop === 2));
  });

  it('comes when the first of its parts is due', async () => {
    const { ledger, sweep } = await openedSweep(4, 2);
    const soon: EventBody = { type: 'seen', lease: leaseOf(2), overAt: '2026-11-21T12:07:00.000Z' };
    await tell(ledger, `${SWEEP}-p1`, running(1));
    await tell(ledger, `${SWEEP}-p2`, [...running(2), soon]);
    const dueAt = await workflow(ledger, sweep, [], 7).dueAt();
    assert.ok(dueAt && dueAt <= new Date('2026-11-21T12:08:00Z'), String(dueAt));
  });

  const halted: EventBody = { type: 'halted', code: 'cells-dead', what: 'it died', next: 'read' };

  it('goes on where a part stands and its box computes for nobody', async () => {
    const { ledger, sweep } = await openedSweep(2, 2);
    for (const part of [1, 2]) await tell(ledger, `${SWEEP}-p${part}`, [...running(part), halted]);
    const end = await workflow(ledger, sweep, [], 7).goOn();
    assert.equal(end.do, 'claim');
  });

  it('ends where no part needs another look, and is none where all are closed', async () => {
    const { ledger, sweep } = await openedSweep(2, 2);
    const stands = (part: number) => [...running(part), halted, onBox(part, gone('gpu'))];
    for (const part of [1, 2]) await tell(ledger, `${SWEEP}-p${part}`, stands(part));
    const dispatched: object[] = [];
    const end = await workflow(ledger, sweep, dispatched, 7).goOn();
    assert.ok(end.do === 'leave' && end.to === 'nobody');
    for (const part of [1, 2]) await tell(ledger, `${SWEEP}-p${part}`, given(part));
    const parts = await readParts(ledger, sweep);
    assert.equal(chainOfSweep(SWEEP, parts, new Date()), undefined);
    assert.deepEqual(dispatched, []);
  });
});
