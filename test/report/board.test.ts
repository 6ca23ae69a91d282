import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { boardOf } from '../../src/report/board-facts.ts';
import { boardHtml } from '../../src/report/board-html.ts';
import { boardLines } from '../../src/report/board-text.ts';
import { columnsOf } from '../../src/report/columns.ts';
import { LiveScreen } from '../../src/report/live-screen.ts';
import { showsBlocks, sparkline } from '../../src/report/sparkline.ts';
import { MADE_AT, rowOf, SAMPLE } from './board-sample.ts';
import { Terminal } from './terminal.ts';

const lines = (columns: number | undefined, blocks = false) => boardLines(SAMPLE, { columns, blocks });

describe('a board', () => {
  it('says first what bills, what is owed and what was spent', () => {
    assert.equal(lines(undefined)[0], '2 boxes bill 1.63 USD/h; 0 debts; 3 open runs, 4.20 USD so far');
    const none = boardLines(boardOf([], MADE_AT), { columns: 80, blocks: false });
    assert.deepEqual(none, ['nothing bills; 0 debts; 0 open runs, 0.00 USD so far']);
    const owed = boardOf([rowOf({ debts: 1, state: 'debt' })], MADE_AT);
    assert.match(
      boardLines(owed, { columns: 120, blocks: false })[0] ?? '',
      /^1 box bills 1\.20 USD\/h; 1 debt; 1 open run/,
    );
  });

  it('does not say that nothing bills where a record cannot be read', () => {
    const unread = rowOf({ state: 'unreadable', boxes: 0, usdPerHourNow: 0, costUsd: 0 });
    const [first = ''] = boardLines(boardOf([unread], MADE_AT), { columns: 200, blocks: false });
    assert.equal(
      first,
      'nothing is known to bill; 0 debts; 1 open run, 0.00 USD so far; 1 record cannot be read: what it costs is unknown',
    );
    const page = boardHtml(boardOf([unread], MADE_AT));
    assert.match(page, /class="state bad"/);
    assert.match(page, /nothing known/);
  });

  it('counts a box of one’s own that costs nothing as none that bills', () => {
    assert.equal(boardOf([rowOf({ usdPerHourNow: 0 })], MADE_AT).boxes, 0);
  });

  it('shows who waits for a person before what goes on', () => {
    const runs = [
      rowOf({ run: 'a' }),
      rowOf({ run: 'b', state: 'halted' }),
      rowOf({ run: 'c', state: 'debt' }),
    ];
    assert.deepEqual(
      boardOf([...runs, ...SAMPLE.runs.slice(0, 1)], MADE_AT).runs.map(({ run }) => run),
      ['c', 'b', 'llama-lora-90ab12cd', 'a'],
    );
  });

  it('draws a bar, a curve, the price, the sum and the age where there is room', () => {
    assert.deepEqual(lines(119, true).slice(1, 7), [
      '',
      'run                  state        progress                  loss                     USD/h  spent     seen',
      '-------------------  -----------  ------------------------  -----------------------  -----  --------  ----------',
      'llama-lora-90ab12cd  sealed       [################] 100 %  █▄▃▂▂▂▁▁▁▁▁▁▁▁▁▁ 0.1522  0.43   3.40 USD  40 min ago',
      '  waits for your word: gpu-lease release llama-lora-90ab12cd --approve "llama-lora-90ab12cd-1 1234abcd"',
      'probe-00c0ffee       no-capacity                                                     0      0.00 USD  never',
    ]);
  });

  it('has every price and every state at any width, and no line wider than that', () => {
    for (let columns = 40; columns <= 200; columns += 1) {
      const shown = lines(columns, columns % 2 === 0);
      const text = shown.join('\n');
      for (const line of shown) assert.ok(columnsOf(line) <= columns, `${columns}: ${line}`);
      for (const said of [
        /0\.80 USD/,
        /3\.40 USD/,
        /1\.20/,
        /0\.43/,
        /57 %/,
        /no-capacity/,
        /"llama-lora-90ab12cd-1 1234abcd"/,
      ])
        assert.match(text, said, `${columns} columns`);
    }
  });

  it('shows names and words of a stranger as text, in a terminal and on a page', () => {
    const says = 'halted: \u001b[2J<script>x</script>\nforged';
    const facts = boardOf(
      [rowOf({ run: '<b>\u001b[31m', state: 'halted', waits: { for: 'person', says, phrase: null } })],
      MADE_AT,
    );
    assert.doesNotMatch(boardLines(facts, { columns: 80, blocks: true }).join('\n'), /\u001b|^forged/m);
    assert.doesNotMatch(boardHtml(facts), /<script|<b>/);
  });

  it('is a page without a script that says the same', () => {
    const page = boardHtml(SAMPLE);
    assert.match(page, /2 boxes bill 1\.63 USD\/h; 0 debts/);
    assert.match(page, /default-src 'none'/);
    assert.match(page, /llama-lora-90ab12cd-1 1234abcd/);
    assert.equal(page, boardHtml(SAMPLE));
  });
});

describe('a curve in one row', () => {
  const points = (...values: number[]) => values.map((value, step) => ({ step, value }));

  it('goes from the lowest to the highest character', () => {
    assert.equal(sparkline(points(8, 4, 2, 1), 10, { blocks: true }), '█▄▂▁');
    assert.equal(sparkline(points(8, 4, 2, 1), 10, { blocks: false }), '*:._');
    assert.equal(sparkline(points(3, 3), 10, { blocks: true }), '▅▅');
    assert.equal(sparkline(points(3), 10, { blocks: true }), '');
  });

  it('never takes more columns than it may, whatever was measured', () => {
    fc.assert(
      fc.property(fc.array(fc.double()), fc.integer({ min: 0, max: 30 }), (values, columns) => {
        assert.ok(columnsOf(sparkline(points(...values), columns, { blocks: true })) <= columns);
      }),
    );
  });

  it('is of ASCII where the terminal does not say that it shows more', () => {
    assert.equal(showsBlocks({ LANG: 'C' }), false);
    assert.equal(showsBlocks({}), false);
    assert.equal(showsBlocks({ LANG: 'en_US.UTF-8' }), true);
    assert.equal(showsBlocks({ LANG: 'en_US.UTF-8', LC_ALL: 'POSIX' }), false);
  });
});

describe('a screen that is redrawn', () => {
  const screenOf = (columns: number, rows: number) => {
    const terminal = Object.assign(new Terminal(columns), { rows });
    return { terminal, screen: new LiveScreen(terminal, { NO_COLOR: '1' }) };
  };

  it('leaves nothing of the picture before', () => {
    const { terminal, screen } = screenOf(40, 24);
    screen.draw(['three runs', 'a  running  [####]', 'b  halted', 'c  sealed']);
    screen.draw(['one run', 'c']);
    assert.deepEqual(terminal.lines(), ['one run', 'c']);
  });

  it('is one write for each picture, and clears nothing before it draws', () => {
    const { terminal, screen } = screenOf(40, 24);
    screen.draw(['a']);
    const [before, writes] = [terminal.raw.length, terminal.writes];
    screen.draw(['b', 'c']);
    assert.equal(terminal.writes, writes + 1);
    assert.equal(terminal.raw.slice(before), '\u001b[1A\rb\u001b[K\nc\u001b[K\n\u001b[0J');
  });

  it('counts what a small window has no room for, and takes no row more than it', () => {
    const { terminal, screen } = screenOf(60, 6);
    const many = Array.from({ length: 20 }, (_, at) => `run ${at}`);
    screen.draw(many);
    screen.draw(many);
    assert.deepEqual(terminal.lines(), [
      'run 0',
      'run 1',
      'run 2',
      'run 3',
      'and 16 more lines: a taller window shows them',
    ]);
  });

  it('clears what a narrowed window has wrapped', () => {
    const { terminal, screen } = screenOf(60, 24);
    screen.draw(['a line that is some fifty columns wide, or near it']);
    terminal.resize(30);
    screen.draw(['short']);
    assert.deepEqual(terminal.lines(), ['short']);
  });
});
