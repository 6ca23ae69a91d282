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
const FACTS = [
  { is: 'state', text: 'running' },
  { is: 'rate', text: '49 steps/s' },
  { is: 'loss', text: 'loss 0.5' },
  { is: 'left', text: '3 s left' },
  { is: 'cost', text: '0.0123 USD' },
] as const;
const steps = (done: number, note?: string) =>
  ({ label: 'main', done, total: 10, unit: 'steps', ...(note ? { note } : {}) }) as const;

describe('a terminal that can redraw', () => {
  const face = (terminal: Terminal) => terminalFace(terminal, clock, { NO_COLOR: '1' });

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

  it('leaves nothing live where all of it is settled, and says in the last line what became of it', () => {
    const terminal = new Terminal(70);
    const view = face(terminal);
    view.progress('a', { ...steps(4), facts: [...FACTS] });
    view.progress('b', steps(5));
    view.settle('a', 'tiny-1 is lost');
    view.settle();
    view.line('phrase');
    assert.deepEqual(terminal.lines(), [
      '   main        40 %  4/10 steps  tiny-1 is lost, loss 0.5, 0.0123 USD',
      '   main       [############------------]  50 %  5/10 steps',
      '   phrase',
    ]);
  });

  it('shows at once that a state is another one', () => {
    const terminal = new Terminal(80);
    const view = face(terminal);
    view.progress('a', { ...steps(4), facts: [{ is: 'state', text: 'running' }] });
    view.progress('a', { ...steps(4), facts: [{ is: 'state', text: 'not reached' }] });
    assert.match(terminal.lines().at(-1) ?? '', /not reached$/);
  });

  it('breaks what is said between words, and a command as a shell goes on', () => {
    const terminal = new Terminal(44);
    const view = face(terminal);
    view.line('nothing was torn down, and the same command goes on from here');
    view.warn('look at it\nNext: "gpu-lease release tiny-1" gives it back.');
    view.line('waits for: gpu-lease release tiny-ab12cd --approve "tiny-1 12345678"');
    assert.deepEqual(terminal.lines(), [
      '   nothing was torn down, and the same',
      '   command goes on from here',
      '!  look at it',
      '   Next: "gpu-lease release tiny-1" gives',
      '   it back.',
      '   waits for:',
      '     gpu-lease release tiny-ab12cd \\',
      '       --approve "tiny-1 12345678"',
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
    view.heading('rent');
    view.progress('a', steps(1));
    view.settle('a');
    view.warn('no smoke');
    assert.doesNotMatch(terminal.raw, /\u001b/);
    const forced = new Terminal(80);
    terminalFace(forced, clock, { TERM: 'dumb', FORCE_COLOR: '1' }).heading('rent');
    assert.match(forced.raw, /\u001b/);
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

describe('colour', () => {
  const said = (isTTY: boolean, env: NodeJS.ProcessEnv): string => {
    const terminal = new Terminal(isTTY ? 90 : undefined);
    const view = terminalFace(terminal, clock, env);
    view.heading('rent');
    view.warn('no smoke\nNext: look');
    view.line('DANGER: the disk is gone after a stop');
    view.progress('a', steps(5));
    view.settle('a');
    return terminal.raw.replaceAll(/\u001b\[\d+A\r\u001b\[0J/g, '');
  };
  const plainly = (text: string) => text.replaceAll(/\u001b\[\d+m/g, '');

  it('marks headings, warnings, dangers and the done part of a bar, and changes no word', () => {
    const text = said(true, {});
    assert.match(text, /\u001b\[1m== rent\u001b\[22m\n/);
    assert.match(text, /^\u001b\[35m\u001b\[1m!\u001b\[22m\u001b\[39m {2}no smoke$/m);
    assert.match(text, /^ {3}\u001b\[1mNext:\u001b\[22m look$/m);
    assert.match(text, /\u001b\[31m\u001b\[1mDANGER\u001b\[22m\u001b\[39m: the disk/);
    assert.match(text, /\[\u001b\[32m#{12}\u001b\[39m-{12}\]/);
    assert.equal(plainly(text), said(true, { NO_COLOR: '1' }));
  });

  for (const { isTTY, env, colours } of [
    { isTTY: true, env: {}, colours: true },
    { isTTY: true, env: { NO_COLOR: '' }, colours: true },
    { isTTY: true, env: { NO_COLOR: '1' }, colours: false },
    { isTTY: true, env: { NO_COLOR: '1', FORCE_COLOR: '1' }, colours: true },
    { isTTY: true, env: { FORCE_COLOR: '0' }, colours: false },
    { isTTY: false, env: {}, colours: false },
    { isTTY: false, env: { FORCE_COLOR: '1' }, colours: true },
  ]) {
    it(`is ${colours ? '' : 'not '}there ${isTTY ? 'on a terminal' : 'in a pipe'} with ${JSON.stringify(env)}`, () => {
      assert.equal(/\u001b/.test(said(isTTY, env)), colours);
    });
  }

  it('is no colour that a black or a white page swallows', () => {
    // The second of each: what xterm, VGA, Tango and Solarized make of red, green and magenta.
    const palettes = {
      xterm: ['cd0000', '00cd00', 'cd00cd'],
      tango: ['cc0000', '4e9a06', '75507b'],
      solarized: ['dc322f', '859900', 'd33682'],
    };
    for (const [name, colours] of Object.entries(palettes))
      for (const colour of colours)
        for (const page of ['000000', 'ffffff'])
          assert.ok(contrast(colour, page) > 2, `${name} ${colour} on ${page}: ${contrast(colour, page)}`);
    assert.ok(contrast('cdcd00', 'ffffff') < 2, 'as the yellow of xterm is on white');
  });
});

/** As WCAG counts it. */
function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [0, 2, 4]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

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

  it('never leave the cost out, at any width, and no fact by halves', () => {
    const state = {
      label: 'main',
      done: 230,
      total: 400,
      unit: 'steps',
      facts: [
        { is: 'state', text: 'STALLED, silent for 5000 s', brief: 'STALLED' },
        { is: 'rate', text: '49 steps/s' },
        { is: 'loss', text: 'loss 0.1522' },
        { is: 'left', text: '3 min left' },
        { is: 'cards', text: '8 GPUs 12-97 %' },
        { is: 'tier', text: 'newest checkpoint on the durable tier: checkpoint-30, 16:00 UTC' },
        { is: 'cost', text: '0.0123 USD' },
      ],
    } as const;
    const whole = new Set(
      progressBar(state, 300)
        .replace(/^main +\[[#-]+\] +57 % {2}230\/400 steps {2}/, '')
        .split(', ')
        .concat('STALLED'),
    );
    assert.equal(whole.size, 9);
    for (let columns = 20; columns <= 200; columns += 1) {
      const line = progressBar(state, columns);
      assert.ok(line.length <= columns, `${columns}: ${line}`);
      assert.match(line, /0\.0123 USD$/, String(columns));
      for (const fact of (line.split('  ').at(-1) ?? '').split(', '))
        assert.ok(whole.has(fact), `${columns}: ${line}`);
      if (columns >= 36) assert.match(line, /STALLED/, String(columns));
      if (columns >= 46) assert.match(line, /57 %/, String(columns));
    }
  });

  it('let the rate go before the bar, the bar before the loss, and the percent before the state', () => {
    const state = { ...steps(4), facts: [...FACTS] };
    const shown = [96, 76, 56, 46, 36, 28, 16].map((columns) => progressBar(state, columns));
    assert.deepEqual(shown, [
      'main       [#####-------]  40 %  4/10 steps  running, 49 steps/s, loss 0.5, 3 s left, 0.0123 USD',
      'main        40 %  4/10 steps  running, loss 0.5, 3 s left, 0.0123 USD',
      'main        40 %  4/10  running, 3 s left, 0.0123 USD',
      'main  40 %  running, 3 s left, 0.0123 USD',
      'main  40 %  running, 0.0123 USD',
      'main  running, 0.0123 USD',
      'main  0.0123 USD',
    ]);
  });

  it('take more lines instead of more columns than there are', () => {
    const header = ['lease', 'state', 'price from'];
    const rows = [
      ['live-f9b34663-1', 'running', 'the offer as it was chosen'],
      ['live-f9b34663-2', 'released', 'profile'],
    ];
    const wide = table(header, rows);
    assert.equal(table(header, rows, 60), wide);
    assert.deepEqual(table(header, rows, 42).split('\n'), [
      'lease            state     price from',
      '---------------  --------  ---------------',
      'live-f9b34663-1  running   the offer as it',
      '                           was chosen',
      'live-f9b34663-2  released  profile',
      '',
    ]);
    assert.deepEqual(table(header, rows, 30).split('\n'), [
      'lease       live-f9b34663-1',
      'state       running',
      'price from  the offer as it',
      '            was chosen',
      '',
      'lease       live-f9b34663-2',
      'state       released',
      'price from  profile',
      '',
    ]);
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
