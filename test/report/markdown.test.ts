import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { failureMarkdown, markdownReport } from '../../src/report/markdown.ts';
import { markdownCode, markdownText } from '../../src/report/markdown-text.ts';
import { curve, factsFull, HOSTILE_PARTS, sampleFacts, verdictRow } from './sample-facts.ts';

const hostile = fc
  .array(fc.oneof(fc.constantFrom(...HOSTILE_PARTS), fc.string({ unit: 'grapheme', maxLength: 3 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));

/** What a reader of Markdown sees of text: entities read, the invisible spaces gone. */
const readBack = (markdown: string): string => readMarks(markdown).replaceAll('\u200b', '');

const readMarks = (markdown: string): string =>
  markdown.replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)));

describe('the job summary', () => {
  it('begins with the verdict, then what an approver needs in one sentence, then the curve; the rest is folded', () => {
    const summary = markdownReport(sampleFacts());
    assert.match(summary, /^## resnet: sealed, 2 of 2 files verified\n/);
    assert.match(summary, /waiting costs 0&?#?4?6?;?\.42 USD per hour/);
    const places = [
      '\n**Approve: the box',
      '```text\nresnet-7-1 0a1b2c3d\n```',
      '```mermaid',
      '| cell | file',
    ];
    assert.deepEqual(
      places.map((each) => summary.indexOf(each)),
      places.map((each) => summary.indexOf(each)).sort((a, b) => a - b),
    );
    assert.ok(
      places.every((each) => summary.includes(each)),
      summary,
    );
    assert.match(summary, /<details><summary>Artifacts &#40;2&#41;<\/summary>/);
  });

  it('links the files, the commit, the workflow run and the form, where they are known', () => {
    const links = {
      workflowRun: 'https://github.com/ada/engine/actions/runs/7',
      commit: `https://github.com/ada/engine/commit/${sampleFacts().commit}`,
      form: 'https://github.com/ada/engine/actions/workflows/gpu-lease-release.yml',
      artifact: 'https://github.com/ada/engine/actions/runs/7/artifacts/9',
    };
    const summary = markdownReport(sampleFacts({ links }));
    for (const url of Object.values(links)) assert.ok(summary.includes(`](${url})`), url);
    assert.match(
      summary,
      /Look first at the \[files, evidence and report\]\([^)]+\/9\)[\s\S]*```text\nresnet-7-1/,
    );
    assert.doesNotMatch(markdownReport(sampleFacts()), /\]\(/);
  });

  it('tells nobody what to do next about what stopped a run that is over', () => {
    const halted = { what: 'It stopped.', next: 'gpu-lease abandon resnet-7' };
    const over = markdownReport(sampleFacts({ state: 'abandoned', halted, approval: undefined }));
    assert.match(over, /> It stopped/);
    assert.doesNotMatch(over, /gpu-lease abandon/);
  });

  it('says what to do next about a debt, a halt and a concern, and of every other state that nobody has to do anything', () => {
    const debts = [{ what: 'owed: resnet-7-1 gpu: it is still listed', next: 'end it in the console' }];
    const owing = markdownReport(sampleFacts({ state: 'debt', approval: undefined, debts }));
    assert.match(owing, /^## resnet: a meter is not proven stopped, 2 of 2 files verified\n/);
    assert.match(owing, /\*\*Next:\*\* end it in the console/);
    assert.equal(owing.match(/end it in the console/g)?.length, 1, 'what is to be done is said once');
    const halted = { what: 'It stopped.', next: 'Raise the budget.' };
    const concern = { what: 'Nobody collects.', next: 'Collect it.' };
    const stopped = sampleFacts({ state: 'halted', halted, attention: [concern], approval: undefined });
    assert.match(markdownReport(stopped), /\*\*Next:\*\* Raise the budget/);
    const uncollected = sampleFacts({ state: 'ended', attention: [concern], approval: undefined });
    assert.match(markdownReport(uncollected), /\*\*Next:\*\* Collect it/);
    const running = markdownReport(sampleFacts({ state: 'running', seal: undefined, approval: undefined }));
    assert.match(running, /^## resnet: running\n[\s\S]*\*\*Next:\*\* nothing: it is looked at again/);
  });

  it('warns for ever of a smoke that was waived and of uncommitted code', () => {
    const summary = markdownReport(sampleFacts({ smoke: 'waived', dirty: true, approval: undefined }));
    assert.equal(summary.match(/> \[!WARNING\]/g)?.length, 2);
    assert.doesNotMatch(summary, /Approval needed/);
  });

  it('keeps the shape of its tables and lists, whatever a box called its files', () => {
    const shapeOf = (markdown: string) =>
      markdown.split('\n').map((line) => {
        const bars = line.startsWith('|') ? line.split('|').length : 0;
        return `${/^(#+ |> |- |\| |```\w*$|<\/?details|$)/.exec(line)?.[0] ?? 'text'} ${bars}`;
      });
    const plain = shapeOf(markdownReport(factsFull('plain')));
    fc.assert(
      fc.property(hostile, (text) => {
        assert.deepEqual(shapeOf(markdownReport(factsFull(text || 'x'))), plain);
      }),
      { numRuns: 500 },
    );
  });

  it('writes text of a box without a character that Markdown or HTML would read, and loses none of it', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const written = markdownText(text);
        assert.doesNotMatch(
          written.replace(/&#\d+;/g, 'x'),
          /[&<>`*_~[\](){}|\\$@#\n\r]|:\/\/|www\.|^[\d+=-]/i,
        );
        assert.doesNotMatch(readMarks(written), /[@#](?!\u200b)/);
        if (/^[\x20-\x7e]*$/.test(text)) assert.equal(readBack(written), text.trim());
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps a file name in its code span', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        assert.match(markdownCode(text), /^`[^`|\n\r]+`$/);
      }),
    );
    assert.equal(markdownCode(''), '` `');
  });

  it('shows what failed before what passed, and says how many rows it left out', () => {
    const passed = Array.from({ length: 100 }, (_, n) => verdictRow({ path: `p${n}.pt` }));
    const failed = verdictRow({ path: 'bad.pt', verdict: 'fail', why: 'is truncated' });
    const summary = markdownReport(sampleFacts({ verdicts: [...passed, failed] }));
    assert.ok(summary.indexOf('bad.pt') < summary.indexOf('p0.pt'));
    assert.match(summary, /41 more are in the report/);
  });

  it('draws the loss in numbers that Mermaid can read: no exponents, few points, and the same as text', () => {
    for (const scale of [1e-6, 1e-3, 1, 1234.5, 1e9]) {
      const points = curve(5000).map(({ step, value }) => ({ step, value: (value - 0.01) * scale }));
      const summary = markdownReport(sampleFacts({ charts: [{ title: 'loss of main', points }] }));
      const block =
        /```mermaid\n%%\{init: .*\}%%\nxychart-beta\n {2}title "loss of main"\n {2}x-axis "step" (\d+) --> (\d+)\n {2}y-axis "loss"\n {2}line \[(.*)\]\n```/.exec(
          summary,
        );
      assert.ok(block, summary);
      assert.deepEqual([Number(block[1]), Number(block[2])], [points[0]?.step, points.at(-1)?.step]);
      const values = (block[3] ?? '').split(', ');
      assert.equal(values.length, 60);
      for (const value of values) assert.match(value, /^-?\d+(\.\d+)?$/);
      assert.ok(new Set(values).size > 5, 'the curve is still one');
      assert.match(summary, /<details><summary>as text<\/summary>/);
    }
  });

  it('draws what was written at uneven steps where it was written', () => {
    const points = [1, 2, 3, 4, 100].map((step) => ({ step, value: step === 100 ? 0 : 5 - step }));
    const summary = markdownReport(sampleFacts({ charts: [{ title: 'loss of main', points }] }));
    const values = (/line \[(.*)\]/.exec(summary)?.[1] ?? '').split(', ').map(Number);
    assert.equal(values[0], 4);
    assert.equal(values.at(-1), 0);
    const [half = 9] = values.slice(Math.floor(values.length / 2));
    assert.ok(half < 0.6, `step 50 lies between 1 at step 4 and 0 at step 100: ${half}`);
  });

  it('draws it in colours that are seen on a light page and on a dark one', () => {
    const summary = markdownReport(sampleFacts({ charts: [{ title: 'loss', points: curve(50) }] }));
    const look = /%%(\{init: .*\})%%/.exec(summary)?.[1] ?? '';
    const { init } = JSON.parse(look.replace('{init:', '{"init":'));
    const colours: string[] = init.themeVariables.xyChart.plotColorPalette.split(', ');
    assert.equal(colours.length, 2);
    // WCAG 2.2, 1.4.11: a line that carries meaning has 3:1. The backgrounds are GitHub's, of a page and of a box in it, and that of Mermaid's dark theme.
    for (const page of ['#ffffff', '#f6f8fa', '#0d1117', '#151b23', '#333333'])
      for (const colour of colours) {
        const [dark = 0, light = 0] = [colour, page].map(luminance).sort((a, b) => a - b);
        assert.ok((light + 0.05) / (dark + 0.05) >= 3, `${colour} on ${page}`);
      }
  });

  it('draws nothing that Mermaid would choke on', () => {
    for (const points of [
      curve(1),
      [
        { step: 1, value: 1e300 },
        { step: 2, value: 1 },
      ],
      [
        { step: 1, value: 0 },
        { step: 2, value: 0 },
      ],
    ])
      assert.doesNotMatch(markdownReport(sampleFacts({ charts: [{ title: 'loss', points }] })), /mermaid/);
  });

  it('lets no name of a series out of the quotes of its chart', () => {
    fc.assert(
      fc.property(
        fc.oneof(hostile, fc.constantFrom('"]\n%%{init: {"theme":"base"}}%%\n---', 'long '.repeat(40))),
        (text) => {
          const summary = markdownReport(sampleFacts({ charts: [{ title: text, points: curve(5) }] }));
          const [, block = ''] = /```mermaid\n([\s\S]*?)\n```/.exec(summary) ?? [];
          const [look, , title, , axis, line, ...more] = block.split('\n');
          assert.deepEqual(more, []);
          assert.match(look ?? '', /^%%\{init: .*\}%%$/);
          for (const each of [title, axis]) assert.match(each ?? '', /^ {2}(title|y-axis) "[\w ./-]{1,60}"$/);
          assert.match(line ?? '', /^ {2}line \[/);
        },
      ),
    );
  });

  it('shows the last lines of a failure as they were written, in a fence that they cannot end', () => {
    const what =
      'The smoke command ended with exit code 1.\nLast lines of its output:\n  ```\n  ::error::x @ada <b>';
    const failed = failureMarkdown('smoke', [{ what, next: 'Correct it.' }]);
    assert.match(failed, /> The smoke command ended with exit code 1/);
    assert.ok(
      failed.includes('````text\nLast lines of its output:\n  ```\n  ::error::x @ada <b>\n````'),
      failed,
    );
  });

  it('tells of a stage that failed, with the next step, whatever the message quotes', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const lines = failureMarkdown('watch', [{ what: text.replace(/\n/g, ' '), next: text }])
          .trimEnd()
          .split('\n');
        assert.equal(lines.length, 6);
        assert.deepEqual(lines.slice(0, 3), ['## watch failed', '', '> [!CAUTION]']);
        assert.match(lines[5] ?? '', /^> \*\*Next:\*\*( |$)/);
      }),
    );
  });
});

/** Relative luminance of WCAG 2.2, 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
