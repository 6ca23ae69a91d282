import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { tickMarkdown } from '../../src/report/tick-markdown.ts';
import type { TickFacts, TickRow } from '../../src/report/tick-table.ts';
import { HOSTILE_PARTS } from './sample-facts.ts';

const row = (more: Partial<TickRow> = {}): TickRow => ({
  run: 'tiny-7',
  state: 'running',
  verdict: 'running',
  costUsd: 1.2,
  usdPerHourNow: 0.4,
  did: ['look'],
  events: 1,
  ended: 'waits',
  next: 'looks again',
  problem: null,
  lastLookSeconds: 900,
  ...more,
});

const problem = (more: Partial<TickFacts['problems'][number]> = {}): TickFacts['problems'][number] => ({
  key: 'debt:tiny-7',
  title: 'A meter of tiny-7 is not proven stopped',
  what: 'RunPod still lists it.',
  next: 'End it by hand.',
  issue: null,
  ...more,
});

const card = (more: Partial<TickFacts> = {}): string =>
  tickMarkdown({
    at: '2026-11-21T14:05:00.000Z',
    seconds: 31,
    runs: [row()],
    debts: 0,
    strays: [],
    problems: [],
    schedule: {
      lastAt: null,
      sinceSeconds: null,
      everySeconds: 900,
      longestSeconds: null,
      late: false,
      missed: [],
    },
    requests: { github: 3 },
    ...more,
  });

describe('the card of a tick', () => {
  it('begins with the verdict and the money, and folds how the look went', () => {
    const text = card();
    assert.match(
      text,
      /^## gpu-lease tick: all is well, 1 run open\n\n1 open run · 1\.20 USD so far · 0\.40 USD per hour now\n/,
    );
    assert.match(text, /\*\*Next:\*\* nothing/);
    assert.match(text, /\| `tiny-7` \| running \| 1\.20 USD \| 0\.40 USD \| look \| looks again \|/);
    assert.ok(text.indexOf('<details>') < text.indexOf('3 request'), text);
    assert.match(card({ runs: [] }), /^## gpu-lease tick: all is well, no run is open\n/);
  });

  it('says first what bills by mistake, with what to do and the issue as a link', () => {
    const issue = 'https://github.com/ada/engine/issues/31';
    const strays = [{ platform: 'runpod', outcome: 'looked', reported: 2, why: 'x' }];
    const text = card({ debts: 1, strays, problems: [problem({ issue }), problem({ title: 'Another' })] });
    assert.match(text, /^## gpu-lease tick: 1 meter is not proven stopped, 2 strays found\n/);
    assert.match(
      text,
      /> \*\*A meter of tiny-7 is not proven stopped\*\* \(\[issue\]\(https:\/\/github\.com\/ada\/engine\/issues\/31\)\)/,
    );
    assert.match(text, /> RunPod still lists it\.\n>\n> \*\*Next:\*\* End it by hand\./);
    assert.match(card({ problems: [problem()] }), /^## gpu-lease tick: 1 problem\n/);
    assert.ok(text.indexOf('[!WARNING]') < text.indexOf('| run |'));
  });

  it('calls nothing well that was not seen, and says what became of a run that could not go on', () => {
    const strays = [{ platform: 'vastai', outcome: 'could-not-look', reported: 0, why: 'no key' }];
    assert.match(card({ runs: [], strays }), /^## gpu-lease tick: 1 account could not be looked at\n/);
    const stuck = row({ problem: { code: 'x', what: 'No answer.', next: 'Look at it.' } });
    const text = card({ runs: [stuck] });
    assert.match(text, /^## gpu-lease tick: 1 run could not go on\n/);
    assert.match(text, /\*\*Next:\*\* Look at it\./);
  });

  it('keeps its shape whatever a run or a platform says', () => {
    const shown = (word: string) =>
      card({
        runs: [row({ verdict: word, did: [word], next: word })],
        strays: [{ platform: word, outcome: word, reported: 1, why: word }],
        problems: [problem({ title: word, what: word, next: word, issue: word })],
      });
    const shapeOf = (text: string) =>
      text
        .split('\n')
        .map(
          (line) =>
            `${/^(## |> |\| |- |<\/?details|$)/.exec(line)?.[0] ?? 'text'} ${line.startsWith('|') ? line.split('|').length : ''}`,
        );
    const plain = shapeOf(shown('plain'));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...HOSTILE_PARTS), { minLength: 1, maxLength: 6 }), (parts) => {
        assert.deepEqual(shapeOf(shown(`x${parts.join('')}`)), plain);
      }),
    );
  });
});
