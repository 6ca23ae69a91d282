import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { columnsOf, fit } from '../../src/report/columns.ts';
import { formatBytes, progressBar } from '../../src/report/progress-bar.ts';
import { terminalFace } from '../../src/report/terminal-face.ts';
import { table } from '../../src/report/text-table.ts';
import { Terminal } from './terminal.ts';

const time = { now: 0 };
const clock = { now: () => new Date(time.now * 1000), sleep: async () => {} };
const steps = (done: number, note?: string) =>
  ({ label: 'main', done, total: 10, unit: 'steps', ...(note ? { note } : {}) }) as const;

describe('a terminal that can redraw', () => {
  const face = (terminal: Terminal) => terminalFace(terminal, clock, {});

  it('keeps one live line per id below everything that was said', () => {
    const terminal = new Terminal(60);
    const view = face(terminal);
    view.progress('a', steps(1));
    view.progress('b', { label: 'other', done: 5, total: undefined, unit: 'files' });
    view.line('between');
    time.now += 1;
    view.progress('a', steps(5));
    assert.deepEqual(terminal.lines(), [
      '   between',
      '   main       [############------------]  50 %  5/10 steps',
      '   other      5 files',
    ]);
    view.settle('a');
    view.line('after');
    assert.deepEqual(terminal.lines(), [
      '   between',
      '   main       [############------------]  50 %  5/10 steps',
      '   after',
      '   other      5 files',
    ]);
  });

  it('redraws at most ten times a second, and shows the last state when it settles', () => {
    const terminal = new Terminal(60);
    const view = face(terminal);
    view.progress('a', steps(0));
    const before = terminal.writes;
    for (let n = 0; n <= 1000; n += 1) view.progress('a', steps(n / 100));
    assert.equal(terminal.writes, before);
    view.settle('a');
    assert.match(terminal.lines().join('\n'), /100 % {2}10\/10 steps$/);
  });

  it('never wraps a live line, however narrow the terminal and however long the note', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 24, max: 200 }),
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (columns, label, note, share) => {
          const terminal = new Terminal(columns);
          const view = face(terminal);
          view.line('above');
          view.progress('a', { label, done: share * 1e9, total: 1e9, unit: 'bytes', note });
          view.progress('b', { label, done: share * 1e9, total: undefined, unit: 'bytes', note });
          view.line('and then');
          assert.deepEqual(terminal.lines().slice(0, 2), ['   above', '   and then']);
          assert.equal(terminal.lines().length, 4);
        },
      ),
    );
  });

  it('clears what a narrowed terminal has wrapped', () => {
    const terminal = new Terminal(100);
    const view = face(terminal);
    view.progress('a', steps(1, 'a note that makes this a long line of its own, loss 0.5'));
    terminal.resize(50);
    view.line('said');
    assert.equal(terminal.lines()[0], '   said');
    assert.equal(terminal.lines().length, 2);
  });

  it('sends nothing of a box that a terminal would obey', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const terminal = new Terminal(80);
        const view = face(terminal);
        const before = terminal.raw.length;
        view.heading(text);
        view.line(text);
        view.warn(text, { file: text, line: 1, column: 1 });
        view.progress('a', { label: text, done: 1, total: 2, unit: 'steps', note: text });
        view.settle('a');
        const sent = terminal.raw.slice(before).replaceAll(/\u001b\[\d+A\r\u001b\[0J/g, '');
        assert.doesNotMatch(sent, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });
});

describe('an output that cannot redraw', () => {
  const face = (terminal: Terminal) => terminalFace(terminal, clock, {});

  it('says once what is soon over, and now and then what is not', () => {
    const pipe = new Terminal(undefined);
    const view = face(pipe);
    view.progress('quick', steps(1));
    view.progress('quick', steps(10));
    view.settle('quick');
    view.progress('slow', steps(1));
    for (const done of [2, 3, 4]) {
      time.now += 4;
      view.progress('slow', steps(done));
    }
    view.settle('slow');
    view.settle('slow');
    assert.deepEqual(
      pipe.lines().map((line) => /\d+\/10 steps/.exec(line)?.[0]),
      ['10/10 steps', '3/10 steps', '4/10 steps'],
    );
    assert.doesNotMatch(pipe.raw, /\u001b/);
  });

  it('is also a terminal that says it is dumb', () => {
    const terminal = new Terminal(80);
    const view = terminalFace(terminal, clock, { TERM: 'dumb' });
    view.progress('a', steps(1));
    view.settle('a');
    assert.doesNotMatch(terminal.raw, /\u001b/);
  });

  it('indents what has several lines and names the place of a warning', () => {
    const pipe = new Terminal(undefined);
    const view = face(pipe);
    view.line('one\ntwo');
    view.warn('no smoke\nsay why', { file: 'gpu-lease.yml', line: 3, column: 1 });
    view.heading('rent');
    assert.equal(pipe.raw, '   one\n   two\n!  gpu-lease.yml:3:1: no smoke\n   say why\n\n== rent\n');
  });
});

describe('bars and tables', () => {
  it('show a share between 0 and 100 %, whatever was counted', () => {
    assert.match(progressBar({ label: 'a', done: 25, total: 10, unit: 'files' }, 80), /\[#{24}\] 100 %/);
    assert.match(progressBar({ label: 'a', done: -1, total: 10, unit: 'files' }, 80), /\[-{24}\] {3}0 %/);
    assert.match(progressBar({ label: 'a', done: 0, total: 0, unit: 'bytes' }, 80), /^a {10}0 B$/);
  });

  it('let the bar give way to the words', () => {
    const narrow = progressBar({ label: 'main', done: 5, total: 10, unit: 'steps', note: 'loss 0.5' }, 40);
    assert.doesNotMatch(narrow, /\[/);
    assert.match(narrow, /50 % {2}5\/10 steps {2}loss 0\.5$/);
  });

  it('give sizes in three digits', () => {
    const shown = [0, 1, 999, 1000, 9994, 9996, 99_960, 999_499, 999_500, 1.5e9, 2e12, 5e15].map(formatBytes);
    assert.deepEqual(shown, [
      '0 B',
      '1 B',
      '999 B',
      '1.00 kB',
      '9.99 kB',
      '10.0 kB',
      '100 kB',
      '999 kB',
      '1.00 MB',
      '1.50 GB',
      '2.00 TB',
      '5000 TB',
    ]);
  });

  it('line up wide, combining and hostile text in columns', () => {
    const text = table(
      ['name', 'n'],
      [
        ['日本', '1'],
        ['e\u0301a', '2'],
        ['a\u001b[2Jb\nc', '3'],
      ],
    );
    assert.deepEqual(text.split('\n'), [
      'name         n',
      '-----------  -',
      '日本         1',
      'e\u0301a           2',
      'a\\x1b[2Jb c  3',
      '',
    ]);
  });

  it('cut text to columns, never through a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 40 }), (text, columns) => {
        const cut = fit(text, columns);
        assert.ok(columnsOf(cut) <= columns);
        assert.ok(cut === text || cut.endsWith('.') || columns === 0);
        assert.doesNotMatch(cut, /\p{Cs}/u);
      }),
    );
  });
});
