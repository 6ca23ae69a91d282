// Over ten seconds: a whole demo in a real terminal, the only place where its live lines, its question and its colours can be seen.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inTurn } from '../in-turn.ts';
import { missing } from '../requirement.ts';
import { overflowing, Tmux } from '../tmux.ts';
import { repositoryRoot } from './run-bundle.ts';

const TERMINALS = [
  { columns: 80, colour: true },
  { columns: 60, colour: false },
  { columns: 120, colour: true },
  { columns: 200, colour: false },
  { columns: 60, colour: true },
  { columns: 80, colour: false },
  { columns: 120, colour: false },
  { columns: 200, colour: true },
];

const nameOf = ({ columns, colour }: (typeof TERMINALS)[number]) =>
  `${columns} columns ${colour ? 'with' : 'without'} colour`;

describe('gpu-lease demo --ask in a terminal', { skip: missing('tmux'), timeout: 300_000 }, () => {
  for (const terminal of inTurn('a demo in a terminal of', TERMINALS, nameOf)) {
    it(`of ${nameOf(terminal)} overflows nowhere, leaves no stale line, and asks again for a wrong phrase`, async (t) => {
      const { columns, colour } = terminal;
      const dir = realpathSync(mkdtempSync(join(tmpdir(), 'd')));
      const { PATH = '' } = process.env;
      const env = { PATH, HOME: dir, LANG: 'C.UTF-8', TERM: 'screen', ...(colour ? {} : { NO_COLOR: '1' }) };
      const argv = [join(repositoryRoot, 'bin', 'gpu-lease'), 'demo', '--ask', '--store', 'd'];
      const tmux = new Tmux(argv, { columns, cwd: dir, env });
      t.after(() => {
        tmux.end();
        rmSync(dir, { recursive: true, force: true });
      });

      const asked = await tmux.shows(/phrase \(empty = not now\):/, 120, { joined: true });
      assert.deepEqual(below(asked, /to approve, type:/), [/phrase \(empty = not now\):/]);
      const phrase = /to approve, type: (.+)/.exec(asked.join('\n'))?.[1]?.trim() ?? '';
      assert.doesNotMatch(asked.join('\n'), /steps {2}running/, 'nothing that is over is said to run');

      tmux.type('yes');
      await tmux.shows(/"yes" is not the phrase; 2 more tries/, 20);
      tmux.type(phrase);
      await tmux.shows(/^ended with/, 60);

      const whole = { whole: true, joined: true };
      const text = tmux.lines(whole).join('\n');
      assert.match(text, /^ended with 0$/m, text);
      assert.deepEqual(overflowing(tmux.lines(whole), columns), []);
      assert.match(text, /PREEMPTION/);
      for (const line of text.split('\n').filter((each) => /^ +main .*\d+\/400/.test(each))) {
        assert.match(line, /\d USD$/, 'a line of a cell has its cost, and ends with it');
        assert.doesNotMatch(line, / left|steps\/s/, 'what is over goes at no pace');
      }
      assert.deepEqual(
        text.split('\n').filter((line) => /^ +main .* running/.test(line)),
        [],
      );
      assert.equal(/\u001b\[/.test(tmux.lines({ whole: true, colour: true }).join('\n')), colour);
    });
  }
});

/** What stands below the line that matches, each line as the pattern that it should be: empty lines do not count. */
function below(lines: readonly string[], mark: RegExp): (RegExp | string)[] {
  const at = lines.findLastIndex((line) => mark.test(line));
  return lines
    .slice(at + 1)
    .filter((line) => line.trim() !== '')
    .map((line) => (/phrase \(empty = not now\):/.test(line) ? /phrase \(empty = not now\):/ : line));
}
