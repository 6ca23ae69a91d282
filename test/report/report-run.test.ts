import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Job } from '../../src/job/job.ts';
import type { NewEvent } from '../../src/lease/events.ts';
import { fold } from '../../src/lease/fold.ts';
import { inOrder, textChart } from '../../src/report/loss-chart.ts';
import { reportRun } from '../../src/report/report-run.ts';
import { Redactor } from '../../src/secret/redactor.ts';
import { silentFace } from '../../src/world.ts';
import { elementsOf } from './html-parts.ts';

const now = new Date('2026-11-21T10:00:00Z');
const stamp = { at: '2026-11-21T09:00:00.000Z', by: 'ada@laptop' };
const SEAL = '0a1b2c3d'.repeat(8);

const opened = (metrics: Partial<Job['metrics']> | null, moreMetrics: Job['moreMetrics'] = []): NewEvent => ({
  type: 'run-opened',
  version: 1,
  job: 'tiny',
  configHash: 'c',
  commit: 'abcdef0123456789',
  codeHash: 'd',
  dirty: false,
  cells: ['main'],
  budget: { usd: 5, hours: 2, usdPerHour: 1 },
  retryMax: 1,
  onFinish: 'hold',
  resumes: true,
  document: { name: 'tiny', ...(metrics ? { metrics, moreMetrics } : {}) } as Job,
  ...stamp,
});

const smoked: NewEvent = {
  type: 'smoke-passed',
  commit: 'abcdef0123456789',
  configHash: 'c',
  seconds: 1,
  environment: { os: 'linux', arch: 'x64', interpreter: 'node' },
  drill: 'none',
  ...stamp,
};

describe('the report of a run', () => {
  let dir: string;
  let storeDir: string;

  beforeEach(() => {
    storeDir = mkdtempSync(join(tmpdir(), 'gl-report-'));
    dir = join(storeDir, 'tiny-1');
    mkdirSync(join(dir, 'main'), { recursive: true });
    mkdirSync(join(dir, '+evidence'));
  });

  afterEach(() => rmSync(storeDir, { recursive: true, force: true }));

  const report = (
    metrics: Partial<Job['metrics']> | null = { path: 'm.jsonl', stepKey: 'step', lossKey: 'loss' },
    moreMetrics: Job['moreMetrics'] = [],
  ) => {
    const said: string[] = [];
    const events = [opened(metrics, moreMetrics), smoked].map((event, seq) => ({ ...event, seq }));
    const run = fold('tiny-1', events);
    run.seal = {
      at: now.toISOString(),
      by: 'test',
      type: 'sealed',
      seal: SEAL,
      verified: 1,
      roster: 1,
      level: 'L2',
      bytes: 9,
      place: dir,
    };
    const face = { ...silentFace, line: (text: string) => void said.push(text) };
    const { card: markdown } = reportRun({
      run,
      events,
      now,
      storeDir,
      face,
      approval: undefined,
      redactor: new Redactor(),
    });
    return { markdown, said: said.join('\n') };
  };

  const writeMetrics = (...lines: string[]) => writeFileSync(join(dir, 'main', 'm.jsonl'), lines.join('\n'));

  it('leaves one page and one summary beside the artifacts, and no half-written file', () => {
    const { markdown } = report();
    assert.deepEqual(readdirSync(dir).sort(), ['+evidence', 'main', 'report.html', 'summary.md']);
    assert.equal(readFileSync(join(dir, 'summary.md'), 'utf8'), markdown);
    assert.ok(elementsOf(readFileSync(join(dir, 'report.html'), 'utf8')).length > 20);
    report();
    assert.deepEqual(readdirSync(dir).sort(), ['+evidence', 'main', 'report.html', 'summary.md']);
  });

  it('shows the verdicts as the collecting left them, worst first, in the terminal as a table', () => {
    const row = { cell: 'main', role: 'checkpoint', bytes: 9, sha256: 'ab', level: 'L3', reasons: [] };
    const verdicts = [
      { ...row, path: 'good.pt', verdict: 'pass' },
      { ...row, path: 'bad.pt', verdict: 'fail', reasons: ['is truncated at byte 4'] },
    ];
    writeFileSync(join(dir, '+evidence', 'verdicts.json'), JSON.stringify({ verdicts }));
    const { markdown, said } = report();
    assert.match(markdown, /`bad\.pt`.*is truncated at byte 4/);
    assert.match(said, /^fail +L3 +main\/bad\.pt +9 B +is truncated at byte 4\npass +L3 +main\/good\.pt/m);
    assert.match(said, /verified 1\/1, seal 0a1b2c3d/);
  });

  it('draws every series of every source, over all files of one: losses first', () => {
    const fixtures = new URL('../metrics/fixtures/', import.meta.url);
    const lay = (from: string, to: string) => {
      mkdirSync(dirname(join(dir, 'main', to)), { recursive: true });
      copyFileSync(new URL(from, fixtures), join(dir, 'main', to));
    };
    for (const version of ['version_0', 'version_1'])
      lay(`lightning/${version}/metrics.csv`, `logs/${version}/metrics.csv`);
    lay('tensorboard/events.out.tfevents.1.summary-writer', 'tb/events.out.tfevents.1.h');
    const keys = { stepKey: 'step', lossKey: 'loss' };
    const { markdown } = report({ path: 'logs/version_*/metrics.csv', format: 'csv', ...keys }, [
      { path: 'tb/**/*tfevents*', format: 'tensorboard', ...keys },
    ]);
    const titles = [...markdown.matchAll(/^### ([^\n]+) of main$/gm)].map(([, title]) => title);
    assert.deepEqual(titles, ['loss', 'loss', 'val&#95;loss', 'val/loss']);
    // Version 1 began again and went on longer.
    assert.match(markdown, /x-axis "step" 1 --> 15\n {2}y-axis "loss"\n {2}line \[0\.17022,/);
  });

  it('draws the loss that was logged; of a step that was done twice the later one counts', () => {
    writeMetrics(
      '{"step":1,"loss":0.9}',
      '{"step":2,"loss":0.8}',
      'not json',
      '{"step":3,"loss":0.1}',
      '{"step":2,"loss":0.7}',
      '{"step":3,"loss":0.6}',
      '{"step":4,"loss":"NaN"}',
      '{"step":null,"loss":1}',
      '{"loss":1}',
      '[]',
      'null',
      '{"step":4,"loss":0.5',
    );
    const { markdown } = report();
    assert.match(
      markdown,
      /title "loss of main"\n {2}x-axis "step" 1 --> 3\n {2}y-axis "loss"\n {2}line \[0\.90000, 0\.70000, 0\.60000\]/,
    );
  });

  it('shows in the page every series that was logged, and on the card as few as before', () => {
    const keys = Array.from({ length: 20 }, (_, n) => `m${n}`);
    const lines = [1, 2, 3].map((step) =>
      JSON.stringify({
        step,
        epoch: 1,
        seconds: step,
        loss: 1 / step,
        ...Object.fromEntries(keys.map((key) => [key, step])),
      }),
    );
    writeMetrics(...lines);
    const { markdown } = report();
    const html = readFileSync(join(dir, 'report.html'), 'utf8');
    const titles = [...html.matchAll(/<figcaption>(\S+) /g)].map(([, title]) => title);
    assert.deepEqual(titles, ['loss', ...keys]);
    assert.match(html, /12 more curves/);
    assert.equal(markdown.split('```mermaid').length - 1, 6);
  });

  it('reads no key that a metrics file inherits from nowhere', () => {
    writeMetrics('{"__proto__":{"step":1,"loss":1}}', '{"a":1}', '{"constructor":{"loss":1}}');
    assert.doesNotMatch(
      report({ path: 'm.jsonl', stepKey: '__proto__', lossKey: 'constructor' }).markdown,
      /mermaid/,
    );
  });

  it('has no chart without metrics, and none from a file that is not there', () => {
    assert.doesNotMatch(report().markdown, /mermaid/);
    assert.doesNotMatch(report(null).markdown, /mermaid/);
  });
});

describe('a curve of characters', () => {
  it('has its range at the left, its steps below, and one mark per column', () => {
    const points = [1, 2, 3, 4].map((step) => ({ step, value: 5 - step }));
    assert.deepEqual(textChart(points, 4, 4), [
      '4.00 |*',
      '     | *',
      '     |  *',
      '1.00 |   *',
      '     +----',
      '      1  4',
    ]);
    assert.deepEqual(textChart([]), []);
  });

  it('is in the order of its steps', () => {
    const points = [
      { step: 3, value: 1 },
      { step: 1, value: 2 },
      { step: 3, value: 3 },
    ];
    assert.deepEqual(inOrder(points), [
      { step: 1, value: 2 },
      { step: 3, value: 3 },
    ]);
  });
});
