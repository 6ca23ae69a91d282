// Over ten seconds: a whole demo in a real terminal, the only place where its live lines, its question and its colours can be seen.
// All eight are kept in `screens/`; `GPU_LEASE_LONG=1 KEEP_SCREENS=1` captures them anew. Look at what has changed before you commit it.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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

const KEPT = join(import.meta.dirname, 'screens');
const fileOf = ({ columns, colour }: (typeof TERMINALS)[number]) =>
  `demo-${columns}-${colour ? 'colour' : 'plain'}.txt`;

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

      const seen = {
        rows: tmux.lines({ whole: true, colour }),
        joined: tmux.lines({ whole: true, joined: true }),
      };
      judge(seen, terminal);
      const file = join(KEPT, fileOf(terminal));
      if (process.env['KEEP_SCREENS'] === '1') writeFileSync(file, keptText(seen.rows, dir));
      assert.deepEqual(wordsOf(keptText(seen.rows, dir)), wordsOf(readFileSync(file, 'utf8')));
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

/** What is true of each capture, whatever its numbers: it fits, nothing that is over is said to go on, and colour is where it is wanted. */
function judge(
  { rows, joined }: { rows: readonly string[]; joined: readonly string[] },
  { columns, colour }: (typeof TERMINALS)[number],
): void {
  const text = joined.join('\n');
  assert.match(text, /^ended with 0$/m, text);
  assert.deepEqual(overflowing(joined, columns), []);
  assert.match(text, /PREEMPTION/);
  for (const line of joined.filter((each) => /^ +main .*\d+\/400/.test(each))) {
    assert.match(line, /\d USD$/, 'a line of a cell has its cost, and ends with it');
    assert.doesNotMatch(line, / left|steps\/s/, 'what is over goes at no pace');
  }
  assert.deepEqual(
    joined.filter((line) => /^ +main .* running/.test(line)),
    [],
  );
  assert.equal(/\u001b\[/.test(rows.join('\n')), colour);
}

/** With a folder and a system of always the same name; as long as they were, so that lines end where they did. */
const keptText = (rows: readonly string[], dir: string): string =>
  `${rows
    .map((row) => row.replaceAll(dir, '/tmp/dXXXXXX'))
    .join('\n')
    .replace(/(?<=passed in \d+ s on\s+\S+\s+)\S+(?=\s+\S+,\s+node)/, (release) =>
      'X'.repeat(release.length),
    )}\n`;

const plain = (text: string): string => text.replaceAll(/\u001b\[[\d;]*m|[\u000e\u000f]/g, '');

/** Whether the kill met the trainer behind the checkpoint or right at it is the machine's to say. */
const asIfDoneTwice = (text: string): string =>
  text.replace(
    /no\s+step\s+with\s+a\s+loss\s+was\s+done\s+twice,\s+so\s+none\s+could\s+be\s+compared/,
    '1 step done twice, with the same numbers',
  );

/** What is said, each word once: no numbers, names of runs or commits, or places where a line ends. */
const wordsOf = (text: string): string[] =>
  [...new Set(asIfDoneTwice(plain(text)).match(/(?<![\w/#.-])[A-Za-z][a-z'-]{2,}(?![\w/#])/g))]
    // Head of a column that is empty, which a narrow window has no room for.
    .filter((word) => word !== 'why')
    .sort();

describe('a demo as it was looked at', () => {
  for (const terminal of TERMINALS)
    it(`fits ${nameOf(terminal)}, leaves no stale line, and says what it says in every other`, () => {
      const text = readFileSync(join(KEPT, fileOf(terminal)), 'utf8');
      const rows = text.trimEnd().split('\n');
      judge({ rows, joined: plain(text).trimEnd().split('\n') }, terminal);
      const [first] = TERMINALS;
      assert.deepEqual(wordsOf(text), wordsOf(readFileSync(join(KEPT, fileOf(first ?? terminal)), 'utf8')));
    });
});
