import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { roleByContent } from '../../src/verify/engine/role-by-content.ts';
import { codesOf, joined, notesOf, type Options, sha256Of, verify, zeroed } from './memory-source.ts';

const metrics = (text: string | Uint8Array, over: Options = {}) => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return verify(bytes, { role: 'metrics', allowDegraded: false, sha256: sha256Of(bytes), ...over });
};

const LINES = [
  'epoch,step,train_loss,val_acc',
  '0,10,2.5,',
  '0,20,1.5,',
  '1,30,1.25e0,0.5',
  '1,40,-1.0,0.625',
];
const WHOLE = `${LINES.join('\n')}\n`;

describe('a whole table', () => {
  it('passes with its rows, columns, last step and best, and may have empty cells', async () => {
    const verdict = await metrics(WHOLE, {
      contains: ['train_loss', 'val_*'],
      expectation: {
        rows: 4,
        step: 40,
        lossKey: 'train_loss',
        best: { key: 'val_acc', direction: 'max', value: 0.625 },
      },
    });
    assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
    assert.deepEqual([verdict.format, verdict.level, verdict.facts.rows], ['csv', 'L2', 4]);
    assert.deepEqual(verdict.facts.best, { key: 'val_acc', value: 0.625, step: 40 });
  });

  for (const { what, text, rows, data } of [
    { what: 'line ends of DOS', text: WHOLE.replaceAll('\n', '\r\n'), rows: 4 },
    { what: 'tabs', text: WHOLE.replaceAll(',', '\t'), rows: 4 },
    { what: 'semicolons', text: WHOLE.replaceAll(',', ';'), rows: 4 },
    {
      what: 'quotes, doubled quotes, and line ends and commas inside them',
      text: 'a,b,note\n1,2,"x, ""y""\nz"\n3,4,"ok"\n',
      rows: 2,
    },
    { what: 'quoted names', text: '"a","b"\n1,2\n', rows: 1 },
    {
      what: 'the names of columns behind a "#", as numpy.savetxt',
      text: '# a,b\n1,2\n3,4\n',
      rows: 2,
      data: true,
    },
    {
      what: 'lines of comments before them',
      text: '# made by us, at noon\n#\na,b\n1,2\n',
      rows: 1,
      data: true,
    },
    { what: 'letters beyond ASCII', text: 'größe,schritt\n1.5,2\n', rows: 1 },
  ]) {
    it(`may have ${what}, in chunks of any size`, async () => {
      const one = await metrics(text, data ? { role: 'dataset' } : {});
      assert.deepEqual([one.verdict, one.facts.rows], ['pass', rows], JSON.stringify(one.reasons));
    });
  }

  it('may be padded so that people can read it, as detectors write theirs', async () => {
    const padded = (row: string) =>
      row
        .split(',')
        .map((cell) => cell.padStart(20))
        .join(',');
    const table = `${['epoch,train/box_loss,x/lr0', '0,2.5,0.01', '1,1.5,0.009'].map(padded).join('\n')}\n`;
    const stepKey = 'epoch';
    const verdict = await metrics(table, { expectation: { stepKey, step: 1, lossKey: 'train/box_loss' } });
    assert.deepEqual([verdict.verdict, verdict.facts.step], ['pass', 1], JSON.stringify(verdict.reasons));
  });

  it('is the same in small chunks', async () => {
    const long = `a,b\n${Array.from({ length: 3000 }, (_none, i) => `${i},"${i} ""q"" ü"`).join('\n')}\n`;
    const one = await metrics(long);
    assert.deepEqual([one.verdict, one.facts.rows], ['pass', 3000]);
    assert.deepEqual((await metrics(long, { chunkBytes: 4096 })).facts, one.facts);
  });
});

describe('a table that is damaged or proves nothing', () => {
  for (const { what, text, code, over = {} } of [
    { what: 'a short row in the middle', text: WHOLE.replace('0,20,1.5,', '0,20'), code: 'csv-columns' },
    { what: 'a long row', text: WHOLE.replace('0,20,1.5,', '0,20,1.5,,'), code: 'csv-columns' },
    { what: 'a short second row', text: WHOLE.replace('0,10,2.5,', '0,10'), code: 'csv-columns' },
    { what: 'a cut in the last row', text: WHOLE.slice(0, WHOLE.lastIndexOf(',')), code: 'csv-columns' },
    { what: 'a cut in a quoted cell', text: 'a,b\n1,"x', code: 'csv-cut' },
    { what: 'a column name twice', text: 'a,a\n1,2\n', code: 'csv-header' },
    { what: 'a quote inside a cell', text: 'a,b\n1,x"y\n', code: 'csv-quoting' },
    { what: 'text after a quote', text: 'a,b\n1,"x"y\n', code: 'csv-quoting' },
    { what: 'nan in a cell', text: WHOLE.replace('1.5', 'nan'), code: 'metric-not-finite' },
    { what: 'inf in a cell', text: WHOLE.replace('1.5', '-inf'), code: 'metric-not-finite' },
    { what: 'a step that falls back', text: WHOLE.replace('1,40', '1,20'), code: 'step-falls-back' },
    { what: 'no rows', text: `${LINES[0]}\n`, code: 'no-rows' },
    { what: 'another number of rows', text: WHOLE, code: 'row-count', over: { expectation: { rows: 5 } } },
    { what: 'every metric zero', text: 'step,loss\n1,0\n2,0.0\n', code: 'metrics-all-zero' },
    {
      what: 'a loss that is text',
      text: 'step,loss\n1,low\n',
      code: 'metric-not-a-number',
      over: { expectation: { lossKey: 'loss' } },
    },
  ] as { what: string; text: string; code: string; over?: Options }[]) {
    it(`fails for ${what}`, async () => {
      const verdict = await metrics(text, over);
      assert.equal(verdict.verdict, 'fail');
      assert.ok(codesOf(verdict).includes(code), codesOf(verdict).join());
    });
  }

  it('is degraded when its last cell may have been cut', async () => {
    const verdict = await metrics(WHOLE.slice(0, -2));
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['last-line-cut']]);
  });

  it('fails for a hole of zeros and for bytes that are not UTF-8', async () => {
    const bytes = new TextEncoder().encode(WHOLE);
    assert.equal((await metrics(zeroed(bytes, 35, 45))).verdict, 'fail');
    const odd = bytes.slice();
    odd[40] = 0xff;
    assert.ok(codesOf(await metrics(odd)).includes('not-utf8'));
  });

  it('is inconclusive above the budget for one row', async () => {
    const verdict = await metrics(`a,b\n1,"${'x'.repeat(9000)}"\n`, { budgets: { lineBytes: 4096 } });
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['over-budget']]);
  });
});

describe('a table of data of which nobody said what it should be', () => {
  const guessed = (text: string, label = 'table.csv') =>
    metrics(text, { roleFrom: 'guessed', label, allowDegraded: true });
  const rows = (count: number, row: string) => `${row}\n`.repeat(count);

  for (const { what, text, note = '' } of [
    { what: 'has a column name twice', text: `a,a,b\n${rows(4, '1,2,3')}`, note: 'csv-names-twice' },
    {
      what: 'names no column for the names of its rows, as R writes it',
      text: `"weight","feed"\n${rows(4, '"1",26.5,3')}`,
      note: 'csv-short-header',
    },
    {
      what: 'begins with its size, as those of scikit-learn',
      text: `569,30,malignant,benign\n${rows(4, `${'1.5,'.repeat(30)}0`)}`,
      note: 'csv-short-header',
    },
    {
      what: 'has titles and blocks',
      text: `a,b\n${rows(9, '1,2')}${rows(3, 'more')}c,d\n`,
      note: 'csv-ragged',
    },
    { what: 'begins with a row that misses a value', text: 'NaN,1\nNA,2\n', note: 'csv-headless' },
    { what: 'has comments between its rows', text: 'a,b\n1,2\n## more\n3,4\n', note: 'comment' },
    { what: 'ends its lines as old Macintoshs did', text: 'a,b\r1,2\r3,4\r', note: 'no-metrics' },
    {
      what: 'has more columns than metrics have',
      text: `${Array.from({ length: 10_001 }, (_none, i) => `gene${i}`).join(',')}\n${rows(2, '1,'.repeat(10_000).concat('1'))}`,
    },
  ])
    it(`[issue 16, 6] is whole where it ${what}`, async () => {
      const verdict = await guessed(text);
      assert.equal(verdict.format, 'csv');
      assert.equal(verdict.verdict, 'pass', JSON.stringify(verdict.reasons));
      if (note !== '') assert.ok(notesOf(verdict).includes(note), note);
    });

  it('fails all the same where one row is short, or one name was lost', async () => {
    for (const text of [`a,b,c\n${rows(9, '1,2,3')}1,2\n${rows(9, '1,2,3')}`, `a,bc\n${rows(9, '1,2,3')}`])
      assert.deepEqual(codesOf(await guessed(text)).slice(0, 1), ['csv-columns'], text);
  });

  it('is text where blanks stand between its cells: read, and not proven', async () => {
    const verdict = await guessed('t status sex\n1 0 1\n2 1 0\n');
    assert.deepEqual(
      [verdict.format, verdict.verdict, codesOf(verdict)],
      ['text', 'pass-degraded', ['text-only']],
    );
    const numbers = await guessed(`${'a word '.repeat(90)}\0\n`);
    assert.deepEqual([numbers.verdict, codesOf(numbers)], ['inconclusive', ['unknown-format']]);
    const declared = await metrics('t status sex\n1 0 1\n');
    assert.deepEqual([declared.verdict, codesOf(declared)], ['fail', ['no-table', 'text-only']]);
  });
});

describe('what has commas and is no table', () => {
  const cards = `SIMPLE2 = T, of ${' '.repeat(2900)}`;
  const program = `n = f(a, b)\nm = g(a, b)\n${Array.from({ length: 9 }, (_, at) => `x${at} = 1\n`).join('')}`;
  for (const [what, text] of Object.entries({ cards, program }))
    it(`is plain text: ${what}`, () => {
      const bytes = new TextEncoder().encode(text);
      assert.equal(roleByContent(bytes, bytes.length), 'log');
    });

  it('is a table all the same where most of its rows are', async () => {
    const text = `a,b\n${'1,2\n'.repeat(9)}1\n`;
    assert.deepEqual(codesOf(await metrics(text, { role: 'dataset' })), ['csv-columns']);
  });
});

describe('a table of data that is not UTF-8', () => {
  const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
  const look = (bytes: Uint8Array, over: Options = {}) =>
    verify(bytes, { role: 'metrics', roleFrom: 'guessed', sha256: sha256Of(bytes), ...over });
  const rows = 'café,1\nbär,2\nÅse,3\n';

  it('is degraded where it is whole in Latin-1, with names and cells in it', async () => {
    for (const text of [`name,x\n${rows}`, `größe,maß\n1,2\n3,4\n`, `"a","b"\n"é","ö"\n`]) {
      const verdict = await look(latin1(text));
      assert.deepEqual([verdict.verdict, codesOf(verdict)], ['pass-degraded', ['not-utf8']], text);
    }
  });

  it('is inconclusive for a single odd byte, which a flipped bit makes too', async () => {
    const verdict = await look(latin1('name,x\ncafé,1\nb,2\n'));
    assert.deepEqual([verdict.verdict, codesOf(verdict)], ['inconclusive', ['not-utf8']]);
  });

  it('fails where letters beside it are UTF-8, where it is declared as metrics, and for a row too short', async () => {
    const mixed = joined(new TextEncoder().encode(`name,x\n${rows}`), latin1('é,1\n'));
    assert.deepEqual(codesOf(await look(mixed)), ['not-utf8']);
    assert.equal((await look(mixed)).verdict, 'fail');
    assert.equal((await look(latin1(`name,x\n${rows}`), { roleFrom: 'declared' })).verdict, 'fail');
    assert.ok(codesOf(await look(latin1(`name,x\n${rows}ö\n`))).includes('csv-columns'));
  });
});
