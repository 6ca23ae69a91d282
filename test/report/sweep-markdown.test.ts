import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sweepHtml } from '../../src/report/sweep-html.ts';
import { type SweepCard, sweepMarkdown } from '../../src/report/sweep-markdown.ts';
import { type SweepFacts, sweepText } from '../../src/report/sweep-text.ts';
import { HOSTILE_PARTS } from './sample-facts.ts';

type Cell = SweepFacts['cells'][number];
type Part = SweepFacts['parts'][number];

const cell = (name: string, more: Partial<Cell> = {}): Cell => ({
  cell: name,
  run: 'tiny-7-p1',
  state: 'sealed',
  exitCode: 0,
  failureClass: null,
  step: 400,
  loss: 0.5,
  metric: null,
  kept: 3,
  why: '',
  differs: { LR: '3e-4' },
  ...more,
});

const part = (more: Partial<Part> = {}): Part => ({
  run: 'tiny-7-p1',
  state: 'sealed',
  cells: 2,
  lease: 'tiny-7-p1-1 runpod ended',
  costUsd: 1.5,
  usdPerHourNow: 0.4,
  budgetUsd: 5,
  seal: '0a1b2c3d'.repeat(8),
  halted: null,
  problem: null,
  ...more,
});

const card = (facts: Partial<SweepFacts> = {}, more: Partial<SweepCard> = {}): SweepCard => ({
  facts: {
    sweep: 'tiny-7',
    job: 'tiny',
    commit: 'abcdef0123456789',
    state: 'sealed',
    smoke: 'passed',
    failed: [],
    metric: null,
    best: null,
    parts: [part()],
    cells: [cell('a', { loss: 0.7 }), cell('b', { loss: 0.25, differs: { LR: '1e-3' } })],
    twice: [],
    costUsd: 1.5,
    usdPerHourNow: 0.4,
    ...facts,
  },
  failures: '',
  goOn: [],
  ...more,
});

const rowsOf = (text: string): string[] => text.split('\n').filter((line) => /^\| (\*\*)?`/.test(line));

describe('the card of a sweep', () => {
  it('begins with the verdict, the best cell and the money, and sorts its cells by their last loss', () => {
    const text = sweepMarkdown(card());
    assert.match(
      text,
      /^## tiny: all 2 cells are sealed\n\nbest: `b` with loss 0\.25 · 1\.50 USD of at most 5\.00 USD/,
    );
    assert.match(text, /0\.40 USD per hour now/);
    const [best = '', other = ''] = rowsOf(text);
    assert.equal(best, '| **`b`** ★ best | **0.25** | sealed | `1e-3` | 400 | `p1` |');
    assert.equal(other, '| `a` | 0.7 | sealed | `3e-4` | 400 | `p1` |');
    assert.ok(text.indexOf('★') < text.indexOf('<summary>Boxes'), 'boxes are folded below');
    assert.match(
      text,
      /\*\*Next:\*\* say whether the release of 1 of 1 box is approved: `gpu-lease release tiny-7-p1`/,
    );
  });

  it('calls that cell the best which the metric of the job says, in its direction, wherever it is shown', () => {
    const cells = [
      cell('a', { loss: 0.1, metric: 0.71 }),
      cell('b', { loss: 0.9, metric: 0.94 }),
      cell('c', { loss: 0.05, metric: null }),
      cell('d', { state: 'dead', exitCode: 1, metric: 0.99 }),
    ];
    for (const [direction, best, value, word] of [
      ['max', 'b', 0.94, 'highest'],
      ['min', 'a', 0.71, 'lowest'],
    ] as const) {
      const { facts } = card({ cells, metric: { key: 'val_acc', direction } });
      const markdown = sweepMarkdown({ ...card(), facts });
      assert.match(markdown, new RegExp(`\\n\\nbest: \`${best}\` with val&#95;acc ${value}, the ${word} ·`));
      const rows = rowsOf(markdown).filter((row) => row.includes('sealed'));
      assert.ok(
        rows[0]?.startsWith(`| **\`${best}\`** ★ best | **${value}** | ${best === 'a' ? 0.1 : 0.9} |`),
        rows[0],
      );
      assert.match(markdown, /\| cell \| best val&#95;acc \| last loss \|/);
      assert.ok(sweepText(facts).includes(`best: ${best} with val_acc ${value}, the ${word}`));
      assert.match(sweepText(facts).join('\n'), /loss +best val_acc +files kept/);
      const html = sweepHtml(facts);
      assert.equal(html.split('★ best').length, 2);
      assert.match(html, new RegExp(`${best} ★ best`));
      assert.match(html, new RegExp(`${best}: val_acc ${value}, the ${word}`));
    }
  });

  it('takes the lowest last loss where the job names no metric, and no cell where its metric is not known yet', () => {
    const cells = [cell('a', { loss: 0.7, metric: 0.9 }), cell('b', { loss: 0.25 })];
    assert.ok(sweepText(card({ cells }).facts).includes('best: b with loss 0.25'));
    assert.match(sweepHtml(card({ cells }).facts), /b ★ best/);
    const facts = card({ cells, metric: { key: 'val_acc', direction: 'max' } }).facts;
    for (const shown of [sweepText(facts).join('\n'), sweepHtml(facts), sweepMarkdown({ ...card(), facts })])
      assert.doesNotMatch(shown, /★|best: /, 'one cell alone is no comparison');
  });

  it('shows what failed before the best, and calls no cell the best that died', () => {
    const cells = [
      cell('a'),
      cell('b', { loss: 0.6 }),
      cell('c', { state: 'dead', exitCode: 3, failureClass: 'CODE_BUG', loss: 0.1 }),
    ];
    const failures = '1 of 3 cells failed: c (dead, exit 3, CODE_BUG)';
    const text = sweepMarkdown(card({ state: 'failed', cells, failed: ['c'] }, { failures }));
    assert.match(text, /^## tiny: &#49; of 3 cells failed\n\nbest: `a`/);
    assert.match(text, /> \[!WARNING\]\n> &#49; of 3 cells failed: c/);
    assert.match(rowsOf(text)[0] ?? '', /^\| `c` \| 0\.1 \| dead: exit 3, CODE/);
  });

  it('says of a debt, a halt and a sweep that goes on what there is to do', () => {
    const owing = sweepMarkdown(card({ state: 'debt', parts: [part({ state: 'debt' })] }));
    assert.match(owing, /^## tiny: a meter is not proven stopped\n/);
    assert.match(owing, /\*\*Next:\*\* look at what still bills: `gpu-lease status tiny-7-p1`/);
    const halted = { code: 'x', what: 'It stopped.', next: 'Raise the budget.' };
    const stuck = sweepMarkdown(card({ state: 'halted', parts: [part({ halted, seal: null })] }));
    assert.match(stuck, /> tiny-7-p1 is halted: It stopped\. Next: Raise the budget\./);
    const running = cell('b', { state: 'running', loss: null });
    const going = card({ state: 'running', cells: [cell('a'), running], parts: [part({ seal: null })] });
    const text = sweepMarkdown({ ...going, goOn: ['tiny-7-p1'] });
    assert.match(text, /^## tiny: running, 1 of 2 cells ended\n/);
    assert.match(text, /\*\*Next:\*\* nothing: it goes on by itself on 1 of 1 box/);
    assert.doesNotMatch(text, /best/, 'one loss alone is not the best of anything');
  });

  it('folds what is behind the first twelve cells, and links files, commit, workflow run and form', () => {
    const cells = Array.from({ length: 30 }, (_, n) => cell(`c${n}`, { loss: n }));
    const page = 'https://github.com/ada/engine/actions/runs/7';
    const links = { commit: `${page}/c`, workflowRun: page, form: `${page}/f` };
    const artifacts = new Map([['tiny-7-p1', `${page}/artifacts/9`]]);
    const text = sweepMarkdown(card({ cells }, { links, artifacts }));
    const [open = '', folded = ''] = text.split(' more cells</summary>');
    assert.deepEqual([rowsOf(open).length, rowsOf(folded).length], [12, 18]);
    for (const url of [...Object.values(links), `${page}/artifacts/9`])
      assert.ok(text.includes(`](${url})`), url);
  });

  it('keeps its shape whatever a cell, a variable or a platform is called', () => {
    const shown = (word: string) =>
      sweepMarkdown(
        card(
          {
            job: word,
            cells: [
              cell(word, { why: word, differs: { [word]: word } }),
              cell('b', { why: word, differs: { [word]: word } }),
            ],
            parts: [part({ lease: word, halted: { code: word, what: word, next: word } })],
          },
          { failures: word },
        ),
      );
    const shapeOf = (text: string) =>
      text
        .split('\n')
        .map(
          (line) =>
            `${/^(## |> |\| |<\/?details|$)/.exec(line)?.[0] ?? 'text'} ${line.startsWith('|') ? line.split('|').length : ''}`,
        );
    const plain = shapeOf(shown('plain'));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...HOSTILE_PARTS), { minLength: 1, maxLength: 6 }), (parts) => {
        assert.deepEqual(shapeOf(shown(`x${parts.join('')}`)), plain);
      }),
    );
  });
});
