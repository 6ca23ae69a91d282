import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codesOf, notesOf, type Options, sha256Of, verify, zeroed } from './memory-source.ts';

const row = (step: number, over: object = {}) =>
  JSON.stringify({
    step,
    loss: 2 / (step + 1),
    'eval/accuracy': step / 100,
    lr: 0.001,
    note: 'none',
    ...over,
  });

const rows = (count: number, over: (step: number) => object = () => ({})) =>
  `${Array.from({ length: count }, (_none, step) => row(step, over(step))).join('\n')}\n`;

const metrics = (text: string | Uint8Array, over: Options = {}) => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return verify(bytes, { role: 'metrics', allowDegraded: false, sha256: sha256Of(bytes), ...over });
};

describe('a whole metrics file', () => {
  it('passes at L2 with its rows, last step and best', async () => {
    const verdict = await metrics(rows(20), {
      contains: ['loss', 'step'],
      expectation: {
        rows: 20,
        step: 19,
        lossKey: 'loss',
        best: { key: 'loss', direction: 'min', value: 0.1 },
      },
    });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.deepEqual([verdict.format, verdict.level, verdict.requiredLevel], ['jsonl', 'L2', 'L2']);
    assert.deepEqual([verdict.facts.rows, verdict.facts.step], [20, 19]);
    assert.deepEqual(verdict.facts.best, { key: 'loss', value: 0.1, step: 19 });
    assert.deepEqual(verdict.keys.top, ['step', 'loss', 'eval/accuracy', 'lr', 'note']);
  });

  it('is the same in chunks of any size', async () => {
    const text = rows(2000, () => ({ nested: { deep: [1, 2, { x: 'ü"\\' }] } }));
    const one = await metrics(text);
    for (const chunkBytes of [4096, 8192, 65_536]) {
      const other = await metrics(text, { chunkBytes });
      assert.deepEqual({ ...other, requests: 0, bytesRead: 0 }, { ...one, requests: 0, bytesRead: 0 });
    }
  });

  it('may be a single row, end without a newline, and have an empty line', async () => {
    assert.equal((await metrics(row(1))).verdict, 'pass');
    assert.equal((await metrics(`${row(1)}\n${row(2)}`)).verdict, 'pass');
    const blank = await metrics(`${row(1)}\n\n${row(2)}\r\n`);
    assert.deepEqual([blank.verdict, notesOf(blank)], ['pass', ['blank-line']]);
  });

  it('may fall back as often as the run was resumed, and not once more', async () => {
    const text = [1, 2, 3, 2, 3, 4].map((step) => row(step)).join('\n');
    assert.equal((await metrics(text, { expectation: { restarts: 1 } })).verdict, 'pass');
    assert.deepEqual(codesOf(await metrics(text)), ['step-falls-back']);
  });

  it('may carry a validation along from row to row while the loss moves', async () => {
    const { verdict, reasons } = await metrics(rows(30, () => ({ val_loss: 1.3663 })));
    assert.deepEqual(
      [verdict, reasons.map(({ severity, code }) => `${severity} ${code}`)],
      ['pass', ['note metric-constant']],
    );
  });

  it('may hold a constant learning rate and a text column', async () => {
    assert.equal((await metrics(rows(30))).verdict, 'pass');
  });
});

describe('a metrics file that proves nothing', () => {
  for (const { what, text, code, over = {} } of [
    {
      what: 'the string "NaN" for a number',
      text: rows(3, (s) => (s === 1 ? { loss: 'NaN' } : {})),
      code: 'metric-not-finite',
    },
    {
      what: 'the string "-inf" for a number',
      text: rows(3, () => ({ acc: ' -Inf' })),
      code: 'metric-not-finite',
    },
    {
      what: 'a bare NaN as Python writes it',
      text: `${row(1)}\n{"step":2,"loss":NaN}\n`,
      code: 'metric-not-finite',
    },
    { what: 'a bare -Infinity', text: `${row(1)}\n{"step":2,"loss":-Infinity}\n`, code: 'metric-not-finite' },
    {
      what: 'a number beyond all doubles',
      text: `${row(1)}\n{"step":2,"loss":1e999}\n`,
      code: 'metric-not-finite',
    },
    {
      what: 'a NaN deep inside',
      text: `${row(1)}\n{"step":2,"a":{"b":[1,NaN]}}\n`,
      code: 'metric-not-finite',
    },
    {
      what: 'a loss that is text',
      text: rows(3, () => ({ loss: 'low' })),
      code: 'metric-not-a-number',
      over: { expectation: { lossKey: 'loss' } },
    },
    {
      what: 'a loss that is null',
      text: rows(3, () => ({ loss: null })),
      code: 'metric-not-a-number',
      over: { expectation: { lossKey: 'loss' } },
    },
    {
      what: 'no loss at all',
      text: rows(3),
      code: 'metric-missing',
      over: { expectation: { lossKey: 'val_loss' } },
    },
    {
      what: 'every metric zero',
      text: rows(3, () => ({ loss: 0, 'eval/accuracy': 0 })),
      code: 'metrics-all-zero',
    },
    { what: 'a loss that never moves', text: rows(11, () => ({ loss: 0.5 })), code: 'metric-constant' },
    { what: 'another number of rows', text: rows(3), code: 'row-count', over: { expectation: { rows: 4 } } },
    { what: 'too few rows', text: rows(3), code: 'row-count', over: { expectation: { minRows: 4 } } },
    {
      what: 'an earlier last step',
      text: rows(3),
      code: 'step-behind',
      over: { expectation: { minStep: 3 } },
    },
    { what: 'another last step', text: rows(3), code: 'step-unexpected', over: { expectation: { step: 1 } } },
    {
      what: 'no step',
      text: '{"loss":1}\n{"loss":2}\n',
      code: 'step-missing',
      over: { expectation: { minStep: 1 } },
    },
    {
      what: 'a best that is not its best',
      text: rows(3),
      code: 'best-disagrees',
      over: { expectation: { best: { key: 'loss', direction: 'min', value: 0.5 } } },
    },
    { what: 'no number', text: '{"a":"b"}\n{"a":"c"}\n', code: 'no-numbers' },
    { what: 'a key that is not there', text: rows(3), code: 'key-missing', over: { contains: ['val_*'] } },
  ] as { what: string; text: string; code: string; over?: Options }[]) {
    it(`fails for ${what}${code === 'metric-not-finite' ? ' [D-08]' : ''}`, async () => {
      const verdict = await metrics(text, over);
      assert.equal(verdict.verdict, 'fail');
      assert.ok(codesOf(verdict).includes(code), codesOf(verdict).join());
    });
  }
});

describe('a damaged JSONL file', () => {
  const text = rows(40);
  const whole = new TextEncoder().encode(text);

  it('is degraded, with the line, when its last line was cut', async () => {
    const verdict = await metrics(text.slice(0, -10));
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['last-line-cut']]);
    assert.match(verdict.reasons[0]?.what ?? '', /^line 40 /);
  });

  it('fails when a line in the middle is cut, joined or no JSON', async () => {
    for (const damage of [
      text.replace(row(7), row(7).slice(0, 12)),
      text.replace(`${row(7)}\n`, row(7)),
      text.replace(row(7), 'Traceback (most recent call last):'),
      text.replace(row(7), `{"step":7,"step":8}`),
      text.replace(row(0), row(0).slice(0, -1)),
    ]) {
      assert.equal((await metrics(damage)).verdict, 'fail', damage.slice(0, 200));
    }
  });

  it('fails for a hole of zeros, at its start, in the middle and at its end', async () => {
    for (const [from, to] of [
      [0, 100],
      [500, 900],
      [whole.length - 50, whole.length],
      [0, whole.length],
    ] as const) {
      assert.equal((await metrics(zeroed(whole, from, to))).verdict, 'fail', `${from}..${to}`);
    }
  });

  it('fails for bytes that are not UTF-8', async () => {
    const bad = whole.slice();
    bad[text.indexOf('none', 300)] = 0xff;
    assert.deepEqual(codesOf(await metrics(bad)), ['not-utf8']);
  });

  it('is inconclusive above its budgets for a line and for depth', async () => {
    const long = await metrics(`${row(1)}\n{"a":"${'x'.repeat(5000)}"}\n`, { budgets: { lineBytes: 4096 } });
    assert.deepEqual([long.verdict, codesOf(long)], ['inconclusive', ['over-budget']]);
    const deep = await metrics(`${row(1)}\n${'['.repeat(100_000)}\n`);
    assert.deepEqual([deep.verdict, codesOf(deep)], ['inconclusive', ['over-budget']]);
  });

  it('holds a hundred reasons and counts the rest', async () => {
    const verdict = await metrics(rows(500, () => ({ loss: 'nan' })));
    assert.deepEqual([verdict.reasons.length, verdict.reasonsLeftOut], [100, 400]);
  });
});
