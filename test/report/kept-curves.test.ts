import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultOfEvent } from '../../src/lease/events.ts';
import { MemoryLedger } from '../../src/ledger/memory-ledger.ts';
import { redactedLedger } from '../../src/ledger/redacted-ledger.ts';
import { chartsKept, curvesToKeep } from '../../src/report/kept-curves.ts';
import { Redactor } from '../../src/secret/redactor.ts';
import { curve } from './sample-facts.ts';

const chart = (key: string, points = curve(5000)) => ({
  cell: 'main',
  key,
  title: `${key} of main`,
  points,
});

const SEALED = {
  type: 'sealed',
  at: '2026-11-21T09:00:00.000Z',
  by: 'ada@laptop',
  seal: 'a',
  verified: 1,
  roster: 1,
  bytes: 1,
  level: 'L2',
  place: '/store',
} as const;

describe('the curves of a run in its record', () => {
  it('are few points of few series, with the first and the last as they were', () => {
    const charts = Array.from({ length: 40 }, (_, n) => chart(`series-${n}-${'x'.repeat(60)}`));
    const kept = curvesToKeep(charts);
    assert.equal(kept.length, 6);
    assert.ok(Buffer.byteLength(JSON.stringify(kept)) < 8192, JSON.stringify(kept).slice(0, 300));
    const [first] = kept;
    assert.equal(first?.points.length, 60);
    assert.deepEqual(first?.points[0], [1, 1]);
    assert.deepEqual(first?.points.at(-1), [5000, 0.0002]);
    const steps = first?.points.map(([step = 0]) => step) ?? [];
    assert.deepEqual(
      steps,
      [...steps].sort((a, b) => a - b),
    );
    assert.ok(steps.every(Number.isInteger));
  });

  it('come back as they were kept, and where a newer program keeps more, as few as are drawn', () => {
    const [loss] = chartsKept(curvesToKeep([chart('loss', curve(3))]));
    assert.deepEqual(loss, { ...chart('loss'), points: curve(3).map(atFive) });
    const odd = { cell: 'main', key: 'loss', points: [[1, 2], [3], [], ...curve(500).map(() => [4, 5])] };
    assert.equal(chartsKept([odd])[0]?.points.length, 58);
    assert.deepEqual(chartsKept(undefined), []);
  });

  it('of a training that blew up are the points that are numbers', () => {
    const blown = curve(500).map(({ step }) => ({ step, value: 1.7e308 }));
    const curves = curvesToKeep([chart('loss', blown)]);
    assert.deepEqual(curves[0]?.points, [
      [1, 1.7e308],
      [500, 1.7e308],
    ]);
    assert.equal(faultOfEvent({ ...SEALED, seq: 1, curves: JSON.parse(JSON.stringify(curves)) }), undefined);
  });

  it('hold no secret that a trainer named a series by', async () => {
    const redactor = new Redactor();
    redactor.learn('hf_abcdefghijklmnop');
    const ledger = new MemoryLedger();
    const curves = curvesToKeep([chart('loss hf_abcdefghijklmnop')]);
    const events = [{ ...SEALED, curves }];
    const usd = 0;
    const summary = { run: 'tiny-1', job: 'tiny', state: 'sealed', usd, updatedAt: SEALED.at, leases: [] };
    await redactedLedger(ledger, redactor).append('tiny-1', null, { events, summary });
    assert.match(await ledger.text('tiny-1'), /"key":"loss \*\*\*"/);
  });

  it('are numbers to whoever reads the record, or the record is none', () => {
    const sealed = { ...SEALED, seq: 1 };
    assert.equal(faultOfEvent(sealed), undefined, 'as records of before');
    assert.equal(faultOfEvent({ ...sealed, curves: curvesToKeep([chart('loss')]) }), undefined);
    const odd = { ...sealed, curves: [{ cell: 'main', key: 'loss', points: [[1, '2']] }] };
    assert.match(faultOfEvent(odd) ?? '', /points\[0\]\[1\] is not a number/);
  });
});

const atFive = ({ step, value }: { step: number; value: number }) => ({
  step,
  value: Number(value.toPrecision(5)),
});
