import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { problem } from './problem-matcher.ts';
import { intended, opened, rented, resolved, summaryOf } from './sample-run.ts';

/**
 * What every ledger promises.
 * @param open a new ledger, and a function that opens the same one again as another process would
 */
export function ledgerContract(
  name: string,
  open: (t: TestContext) => Promise<{ ledger: Ledger; again(): Ledger }>,
  options: { skip?: string | false } = {},
): void {
  describe(`${name} ledger`, { skip: options.skip ?? false }, () => {
    it('is empty at first, and reading does not change that', async (t) => {
      const { ledger } = await open(t);
      assert.deepEqual(await ledger.list(), []);
      assert.deepEqual(await ledger.list({ archived: true }), []);
      const record = await ledger.read('tiny-1');
      assert.deepEqual([record.run, record.tip, record.events], ['tiny-1', null, []]);
      assert.deepEqual(await ledger.list(), []);
    });

    it('gives back what was appended, numbered, to everybody', async (t) => {
      const { ledger, again } = await open(t);
      const first = await ledger.append('tiny-1', null, {
        events: [opened(), intended('tiny-1-1')],
        summary: summaryOf('tiny-1'),
      });
      assert.equal(first.outcome, 'appended');
      const second = await ledger.append('tiny-1', first.tip, {
        events: [rented('tiny-1-1')],
        summary: summaryOf('tiny-1'),
      });
      assert.equal(second.outcome, 'appended');
      const expected = [opened(), intended('tiny-1-1'), rented('tiny-1-1')].map((event, seq) => ({
        ...event,
        seq,
      }));
      for (const reader of [ledger, again()]) {
        const record = await reader.read('tiny-1');
        assert.deepEqual(record.events, expected);
        assert.equal(record.tip, second.tip);
      }
      assert.deepEqual([...first.events, ...second.events], expected);
    });

    it('keeps runs apart', async (t) => {
      const { ledger } = await open(t);
      await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
      await ledger.append('tiny-12', null, {
        events: [opened({ job: 'other' })],
        summary: summaryOf('tiny-12'),
      });
      assert.equal((await ledger.read('tiny-1')).events.length, 1);
      assert.equal((await ledger.read('tiny')).tip, null);
    });

    it('lets only one of two writers at the same tip append', async (t) => {
      const { ledger, again } = await open(t);
      const other = again();
      const start = await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
      assert.equal(start.outcome, 'appended');
      await other.read('tiny-1');
      const won = await ledger.append('tiny-1', start.tip, {
        events: [resolved('first')],
        summary: summaryOf('tiny-1'),
      });
      const lost = await other.append('tiny-1', start.tip, {
        events: [resolved('second')],
        summary: summaryOf('tiny-1'),
      });
      assert.deepEqual([won.outcome, lost.outcome], ['appended', 'lost-race']);
      assert.equal((await other.read('tiny-1')).events.length, 2);
    });

    it('lets only one of two writers open a run', async (t) => {
      const { ledger, again } = await open(t);
      const other = again();
      await other.read('tiny-1');
      const won = await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
      const lost = await other.append('tiny-1', null, {
        events: [opened({ job: 'mine' })],
        summary: summaryOf('tiny-1'),
      });
      assert.deepEqual([won.outcome, lost.outcome], ['appended', 'lost-race']);
      assert.deepEqual((await other.read('tiny-1')).events, [{ ...opened(), seq: 0 }]);
    });

    it('refuses an append at a tip that is no longer the newest, also from who wrote the newest', async (t) => {
      const { ledger } = await open(t);
      const first = await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
      assert.equal(first.outcome, 'appended');
      await ledger.append('tiny-1', first.tip, { events: [resolved('a')], summary: summaryOf('tiny-1') });
      for (const tip of [null, first.tip]) {
        assert.equal(
          (await ledger.append('tiny-1', tip, { events: [resolved('b')], summary: summaryOf('tiny-1') }))
            .outcome,
          'lost-race',
        );
      }
      assert.equal((await ledger.read('tiny-1')).events.length, 2);
    });

    it('tells whose append each event came with', async (t) => {
      const { ledger, again } = await open(t);
      await ledger.append('tiny-1', null, {
        events: [opened(), resolved('a')],
        summary: summaryOf('tiny-1'),
        nonce: 'mine',
      });
      assert.deepEqual((await again().read('tiny-1')).nonces, ['mine', 'mine']);
    });

    it('lists open runs by their summaries, newest first', async (t) => {
      const { ledger, again } = await open(t);
      const older = { updatedAt: '2026-11-20T00:00:00.000Z', state: 'parked' };
      await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1', older) });
      await ledger.append('tiny-2', null, { events: [opened()], summary: summaryOf('tiny-2') });
      const expected = [
        { ...summaryOf('tiny-2'), archived: false },
        { ...summaryOf('tiny-1', older), archived: false },
      ];
      assert.deepEqual(await ledger.list(), expected);
      assert.deepEqual(await again().list(), expected);
    });

    it('moves a closed run to the archive, once, and still reads it', async (t) => {
      const { ledger, again } = await open(t);
      await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
      await ledger.append('tiny-2', null, { events: [opened()], summary: summaryOf('tiny-2') });
      await ledger.archive('tiny-1', 2026);
      await ledger.archive('tiny-1', 2026);
      await again().archive('tiny-1', 2026);
      for (const reader of [ledger, again()]) {
        assert.deepEqual(
          (await reader.list()).map((run) => run.run),
          ['tiny-2'],
        );
        const all = await reader.list({ archived: true });
        assert.deepEqual(
          all.map((run) => [run.run, run.archived]),
          [
            ['tiny-1', true],
            ['tiny-2', false],
          ],
        );
        const record = await reader.read('tiny-1');
        assert.deepEqual(record.events, [{ ...opened(), seq: 0 }]);
        assert.equal(record.archived, true);
        await assert.rejects(
          reader.append('tiny-1', record.tip, { events: [resolved('late')], summary: summaryOf('tiny-1') }),
          problem('ledger', 'archived', /lies in the archive; nothing can be added/),
        );
      }
    });

    it('archives nothing where there is nothing', async (t) => {
      const { ledger } = await open(t);
      await ledger.archive('never-was', 2026);
      assert.deepEqual(await ledger.list({ archived: true }), []);
    });

    for (const bad of [
      '',
      '../x',
      'a..b',
      'x.lock',
      '-x',
      'a b',
      'a/b',
      'a\nb',
      'a~1',
      '__proto__',
    ] as const) {
      it(`refuses ${JSON.stringify(bad)} as the name of a run`, async (t) => {
        const { ledger } = await open(t);
        await assert.rejects(ledger.read(bad), problem('usage', 'bad-run-name', /cannot be the name/));
        await assert.rejects(
          ledger.append(bad, null, { events: [opened()], summary: summaryOf('x') }),
          problem('usage', 'bad-run-name', /cannot be the name/),
        );
      });
    }

    it('keeps one note beside the runs, which only the newest reader may change', async (t) => {
      const { ledger, again } = await open(t);
      const other = again();
      assert.deepEqual(await ledger.notes.read(), { text: '', tip: null });
      assert.equal(await ledger.notes.write('{"a":1}', null), 'written');
      assert.equal(await other.notes.write('{"b":1}', null), 'lost-race');
      const seen = await other.notes.read();
      assert.equal(seen.text, '{"a":1}');
      assert.equal(await other.notes.write('{"a":2}', seen.tip), 'written');
      assert.equal(await ledger.notes.write('{"a":3}', seen.tip), 'lost-race');
      assert.equal((await again().notes.read()).text, '{"a":2}');
      assert.deepEqual(await ledger.list({ archived: true }), []);
    });

    it('reads every open run at once, as reading each of them would', async (t) => {
      const { ledger, again } = await open(t);
      assert.deepEqual(await ledger.readOpen(), new Map());
      const first = await ledger.append('tiny-1', null, { events: [opened()], summary: summaryOf('tiny-1') });
      await ledger.append('tiny-2', null, {
        events: [opened(), intended('tiny-2-1')],
        summary: summaryOf('tiny-2'),
      });
      const closed = await ledger.append('tiny-3', null, {
        events: [opened()],
        summary: summaryOf('tiny-3'),
      });
      assert.ok(first.outcome === 'appended' && closed.outcome === 'appended');
      await ledger.archive('tiny-3', 2026);
      const other = again();
      const all = await other.readOpen();
      assert.deepEqual([...all.keys()].sort(), ['tiny-1', 'tiny-2']);
      for (const [run, record] of all) assert.deepEqual(record, await other.read(run));
      const next = await other.append('tiny-1', first.tip, {
        events: [intended('tiny-1-1')],
        summary: summaryOf('tiny-1'),
      });
      assert.equal(next.outcome, 'appended');
      assert.deepEqual((await ledger.readOpen()).get('tiny-1'), await ledger.read('tiny-1'));
    });

    it('keeps the note of the schedule apart from the one of the strays', async (t) => {
      const { ledger, again } = await open(t);
      assert.equal(await ledger.ticks.write('{"a":1}', null), 'written');
      assert.equal(await ledger.notes.write('{"b":1}', null), 'written');
      assert.equal((await again().ticks.read()).text, '{"a":1}');
      assert.equal((await again().notes.read()).text, '{"b":1}');
    });

    it('writes nothing that is not an event', async (t) => {
      const { ledger } = await open(t);
      const broken = { ...opened(), budget: { usd: Number.NaN, hours: 1, usdPerHour: 1 } };
      await assert.rejects(
        ledger.append('tiny-1', null, { events: [broken as never], summary: summaryOf('tiny-1') }),
        /budget\.usd is not a number/,
      );
      assert.equal((await ledger.read('tiny-1')).tip, null);
    });
  });
}
