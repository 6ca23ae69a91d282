import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { printError } from '../../src/cli/print-error.ts';
import { actionsFace } from '../../src/github/actions-face.ts';
import { annotation, group, inert } from '../../src/github/inert.ts';
import { toldOnce } from '../../src/github/told-once.ts';
import { Problem } from '../../src/problem.ts';
import { jsonLine } from '../../src/report/visible-text.ts';
import { commandsIn, ignoredByCulture } from './runner-commands.ts';

const HOSTILE = [
  '::set-output name=seal::forged',
  '::add-mask::a',
  '::stop-commands::x',
  '::error file=a,line=1::b',
  '##[add-mask]a',
  '##[set-output name=seal;]forged',
  '##[group]',
  '::',
  ':',
  '#',
  '##[',
  '[',
  ']',
  '%0A',
  '%3A%3A',
  '\r',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '\u00a0',
  '\u2028',
  '\u0085',
  '\u200b',
  '\u00ad',
  '\ufeff',
  '\u0591',
  '\u0640',
  '\ufe0f',
  '\u{e0001}',
  '\ufffe',
  '\ud800',
  '\u0000',
  '\u001b[2K',
  '\u009b2K',
  '\u202e',
  'loss 0.5',
  '日本',
];

/** Text that a box could have made up: fragments that mean something to a runner, in any order. */
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 4 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

describe('text from a box in a workflow log', () => {
  it('has a model of the runner that knows a command when it sees one', () => {
    assert.deepEqual(commandsIn('  ::set-output name=a::b\n'), ['set-output']);
    assert.deepEqual(commandsIn('x ##[add-mask]y'), ['add-mask']);
    assert.deepEqual(commandsIn(':\u200b:set-output name=a::b'), ['set-output'], 'by culture');
    assert.deepEqual(commandsIn('#\u0591#[add-mask]y'), ['add-mask']);
    assert.deepEqual(commandsIn('a\r::set-output name=a::b'), ['set-output'], 'CR ends a line, too');
    assert.deepEqual(commandsIn('loss: 0.5 :: x'), []);
  });

  it('never is a command, whatever it holds', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        assert.deepEqual(commandsIn(inert(text)), []);
      }),
      { numRuns: 3000 },
    );
  });

  it('never is a command with any of the characters between that a culture overlooks', () => {
    for (const char of ignoredByCulture()) {
      assert.deepEqual(commandsIn(inert(`${char}:${char}:set-output name=a::b`)), []);
      assert.deepEqual(commandsIn(inert(`a#${char}#${char}[add-mask]b`)), []);
    }
  });

  it('stays readable: plain text is untouched, and what was broken shows what it was', () => {
    assert.equal(inert('step 3/10: loss=0.5, ok'), 'step 3/10: loss=0.5, ok');
    assert.equal(inert('日本語 ✓ café'), '日本語 ✓ café');
    assert.equal(inert('::debug::x'), '\\x3a:debug::x');
    assert.equal(inert('a ##[group]b'), 'a \\x23#[group]b');
    assert.equal(inert(' 10%|#\r 20%|##'), ' 10%|#\\x0d 20%|##');
  });

  it('leaves no control character and no second line in an annotation or a group', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (text, file) => {
        for (const line of [
          annotation('warning', text, { file, line: 3, column: 4 }),
          annotation('error', text),
          group(text),
        ]) {
          assert.equal(line.indexOf('\n'), line.length - 1);
          assert.doesNotMatch(line.slice(0, -1), /[\u0000-\u001f\u007f-\u009f]/);
        }
      }),
    );
  });

  it('gives an annotation one command with our properties, whatever the file is called', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (text, file) => {
        const line = annotation('warning', text, { file: `a${file}`, line: 3, column: 4 });
        assert.deepEqual(commandsIn(line), ['warning']);
        const properties = /^::warning ([^:]*)::/
          .exec(line)?.[1]
          ?.split(',')
          .map((each) => each.split('=')[0]);
        assert.deepEqual(properties, ['file', 'line', 'col', 'title']);
      }),
    );
  });

  it('cuts an annotation before GitHub does', () => {
    const line = annotation('error', 'x'.repeat(10_000));
    assert.ok(line.length < 4096);
    assert.match(line, /\(cut\)\n$/);
  });

  it('never is a command in a line of JSON, and parses to what it was', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const line = jsonLine({ what: text, [text]: [text] });
        assert.deepEqual(commandsIn(line), []);
        assert.deepEqual(JSON.parse(line), JSON.parse(JSON.stringify({ what: text, [text]: [text] })));
        assert.equal(line.indexOf('\n'), line.length - 1);
      }),
    );
  });
});

describe('the face of an Actions log', () => {
  const written = () => {
    const lines: string[] = [];
    return { lines, write: (text: string) => void lines.push(text) };
  };
  const clockAt = (seconds: { now: number }) => ({
    now: () => new Date(seconds.now * 1000),
    sleep: async () => {},
  });

  it('says only commands of its own, whatever a box says through it', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const { lines, write } = written();
        const face = actionsFace(clockAt({ now: 0 }), write);
        face.heading(text);
        face.line(text);
        face.warn(text, { file: text, line: 1, column: 1 });
        face.progress('a', { label: text, done: 1, total: 2, unit: 'steps', note: text });
        face.settle('a');
        assert.deepEqual(commandsIn(lines.join('')), ['group', 'warning']);
      }),
    );
  });

  it('closes a group before the next one opens', () => {
    const { lines, write } = written();
    const face = actionsFace(clockAt({ now: 0 }), write);
    face.heading('smoke');
    face.heading('rent');
    assert.deepEqual(lines, ['::group::smoke\n', '::endgroup::\n', '::group::rent\n']);
  });

  it('shows progress at most every 15 seconds, per line', () => {
    const { lines, write } = written();
    const time = { now: 100 };
    const face = actionsFace(clockAt(time), write);
    const at = (done: number) =>
      face.progress('main', { label: 'main', done, total: 10, unit: 'steps', note: 'loss 0.5' });
    at(1);
    time.now += 14;
    at(2);
    face.progress('other', { label: 'other', done: 5, total: undefined, unit: 'files' });
    time.now += 1;
    at(3);
    assert.deepEqual(lines, [
      'main: 1/10 steps (10 %), loss 0.5\n',
      'other: 5 files\n',
      'main: 3/10 steps (30 %), loss 0.5\n',
    ]);
  });

  it('keeps to the ten annotations that GitHub shows; more warnings are lines', () => {
    const { lines, write } = written();
    const face = actionsFace(clockAt({ now: 0 }), write);
    for (let n = 1; n <= 12; n += 1) face.warn(`number ${n}`, { file: 'gpu-lease.yml', line: n, column: 1 });
    assert.equal(lines.filter((line) => line.startsWith('::warning')).length, 10);
    assert.equal(lines.at(-1), 'warning: gpu-lease.yml:12:1: number 12\n');
  });

  it('keeps a warning of a line of the job file to one annotation a job; in later steps it is a line', () => {
    const RUNNER_TEMP = mkdtempSync(join(tmpdir(), 'gl-told-'));
    try {
      const said = ['smoke', 'launch', 'watch'].map(() => {
        const { lines, write } = written();
        const face = actionsFace(clockAt({ now: 0 }), write, toldOnce({ RUNNER_TEMP }));
        face.warn('the budget is small', { file: 'gpu-lease.yml', line: 3, column: 1 });
        face.warn('a meter runs');
        return lines.map((line) => line.startsWith('::warning '));
      });
      assert.deepEqual(said, [
        [true, true],
        [false, true],
        [false, true],
      ]);
      assert.equal(toldOnce({})('the budget is small'), true, 'without such a folder everything is new');
    } finally {
      rmSync(RUNNER_TEMP, { recursive: true, force: true });
    }
  });
});

describe('errors in a workflow', () => {
  const print = (error: unknown, env: NodeJS.ProcessEnv) => {
    const out = { person: '', runner: '' };
    printError(
      error,
      env,
      (text) => {
        out.person += text;
      },
      (text) => {
        out.runner += text;
      },
    );
    return out;
  };

  it('are one annotation on the right file and line, and nothing that a box said is a command', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const at = { file: 'gpu-lease.yml', line: 7, column: 3 };
        const problem = new Problem({
          code: 'x',
          kind: 'failed',
          what: text,
          next: text,
          costing: [text],
          at,
        });
        const { person, runner } = print(problem, { GITHUB_ACTIONS: 'true' });
        assert.deepEqual(commandsIn(person + runner), ['error']);
        assert.match(runner, /^::error file=gpu-lease\.yml,line=7,col=3,title=gpu-lease::/);
      }),
    );
  });

  it('of ours show their stack, made harmless', () => {
    const { person, runner } = print(new Error('oh\n::add-mask::a\u001b[2J'), { GITHUB_ACTIONS: 'true' });
    assert.deepEqual(commandsIn(person + runner), ['error']);
    assert.match(person, /a bug of ours/);
  });

  it('are plain text in a terminal, with control characters shown', () => {
    const problem = new Problem({ code: 'x', kind: 'failed', what: 'name \u001b[31mred', next: 'look' });
    assert.deepEqual(print(problem, {}), {
      person: 'gpu-lease: name \\x1b[31mred\nNext: look\n',
      runner: '',
    });
  });
});
