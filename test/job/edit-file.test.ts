import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { editedFile } from '../../src/job/edit-file.ts';
import type { FileEdit } from '../../src/problem.ts';

const FILE = `# The job of my thesis.
name: thesis
run: python train.py --out-dir out   # trains

smoke:
    run: python train.py --max-iters 8
    drill: exact   # please
metrics: logs.jsonl # one line a step
checkpoint: {path: "ckpt.pt", resume: continues}
artifacts:
- { path: '*.pt', role: checkpoint }   # weights
-   path: notes.txt
    role: opaque
`;

const edit = (path: FileEdit['path'], value: FileEdit['value']): FileEdit => ({ path, value });
const changedLines = (before: string, after: string): string[] => {
  const old = new Set(before.split('\n'));
  return after.split('\n').filter((line) => !old.has(line));
};

describe('a job file with new values', () => {
  for (const { what, path, value, lines } of [
    {
      what: 'a plain value, its comment kept',
      path: ['run'],
      value: 'python train.py --out-dir "$GPU_LEASE_OUT"',
      lines: ['run: python train.py --out-dir "$GPU_LEASE_OUT"   # trains'],
    },
    {
      what: 'a value in braces, quoted where it must be',
      path: ['artifacts', 0, 'path'],
      value: 'a, b/*.pt',
      lines: ["- { path: 'a, b/*.pt', role: checkpoint }   # weights"],
    },
    {
      what: 'a new key in braces',
      path: ['checkpoint', 'step-key'],
      value: 'iter_num',
      lines: ['checkpoint: {path: "ckpt.pt", resume: continues, step-key: iter_num}'],
    },
    {
      what: 'a new key of a short form',
      path: ['metrics', 0, 'step-key'],
      value: 'iter',
      lines: ['metrics: { path: logs.jsonl, step-key: iter } # one line a step'],
    },
    {
      what: 'the path of a short form',
      path: ['metrics', 0, 'path'],
      value: 'log/*.jsonl',
      lines: ['metrics: log/*.jsonl # one line a step'],
    },
    {
      what: 'a command of a drill that is a word',
      path: ['smoke', 'drill', 'run'],
      value: 'python train.py --max-iters 1000',
      lines: ['    drill: { exact: true, run: python train.py --max-iters 1000 }   # please'],
    },
    {
      what: 'a value of a list item in lines',
      path: ['artifacts', 1, 'path'],
      value: 'log/notes.txt',
      lines: ['-   path: log/notes.txt'],
    },
    {
      what: 'a new key between lines, indented as its neighbours',
      path: ['smoke', 'setup'],
      value: 'pip install -e .',
      lines: ['    setup: pip install -e .'],
    },
    {
      what: 'a switch in braces',
      path: ['artifacts', 0, 'allow-degraded'],
      value: true,
      lines: ["- { path: '*.pt', role: checkpoint, allow-degraded: true }   # weights"],
    },
  ] satisfies { what: string; path: FileEdit['path']; value: FileEdit['value']; lines: string[] }[]) {
    it(`changes ${what}, and no other byte`, () => {
      const after = editedFile(FILE, [edit(path, value)]);
      assert.deepEqual(changedLines(FILE, after), lines);
      assert.equal(
        after.split('\n').length - FILE.split('\n').length,
        what.includes('between lines') ? 1 : 0,
      );
    });
  }

  it('takes several, one after the other', () => {
    const after = editedFile(FILE, [
      edit(['metrics', 0, 'step-key'], 'iter'),
      edit(['metrics', 0, 'loss-key'], 'train/loss'),
      edit(['checkpoint', 'step-key'], 'iter_num'),
    ]);
    const { metrics, checkpoint } = parse(after);
    assert.deepEqual(metrics, { path: 'logs.jsonl', 'step-key': 'iter', 'loss-key': 'train/loss' });
    assert.deepEqual(checkpoint, { path: 'ckpt.pt', resume: 'continues', 'step-key': 'iter_num' });
    assert.equal(changedLines(FILE, after).length, 2);
  });

  it('adds what has no key yet, with the mappings above it', () => {
    const after = editedFile('name: a\nsmoke:\n  run: python t.py\n', [
      edit(['smoke', 'drill', 'run'], 'python t.py --steps 1000'),
    ]);
    assert.equal(after, 'name: a\nsmoke:\n  run: python t.py\n  drill: { run: python t.py --steps 1000 }\n');
  });

  it('keeps a command of several lines in its lines', () => {
    const text = 'run: |\n    set -e\n    python t.py --out out\nname: a # ok\n';
    const after = editedFile(text, [edit(['run'], 'set -e\npython t.py --out "$GPU_LEASE_OUT"\n')]);
    assert.equal(after, text.replace('--out out', '--out "$GPU_LEASE_OUT"'));
  });

  it('refuses what has no place there, and changes nothing', () => {
    assert.throws(() => editedFile('smoke: 3\n', [edit(['smoke', 'drill', 'run'], 'x')]), RangeError);
    assert.throws(() => editedFile('- a\n', [edit(['run'], 'x')]), RangeError);
  });
});
