import type { ReportFacts, VerdictRow } from '../../src/report/facts.ts';
import { type ChartPoint, extremesOf } from '../../src/report/loss-chart.ts';
import type { Series } from '../../src/report/metrics-charts.ts';

/** A run that is sealed and waits for its approval. */
export const sampleFacts = (over: Partial<ReportFacts> = {}): ReportFacts => ({
  run: 'resnet-7',
  job: 'resnet',
  state: 'sealed',
  commit: 'abcdef0123456789abcdef0123456789abcdef01',
  dirty: false,
  smoke: 'passed',
  usd: 1.234,
  usdPerHourNow: 0.42,
  runners: { minutes: 12.5, billedMinutes: 15, trainingHours: 2, minutesPerTrainingHour: 7.5 },
  budgetUsd: 20,
  costing: ['resnet-7-1 on local: gpu 0.4 USD/h'],
  cost: [
    {
      lease: 'resnet-7-1',
      platform: 'local',
      meter: 'gpu',
      usdPerHour: 0.4,
      source: 'a test',
      seconds: 3600,
      usd: 0.4,
      running: true,
    },
  ],
  leases: [{ name: 'resnet-7-1', platform: 'local', state: 'ended', summary: 'one of them' }],
  cells: [{ name: 'main', ended: 'finished (exit 0)', verifiedStep: 100, resumedAt: [41] }],
  seconds: 4000,
  phases: [{ lease: 'resnet-7-1', what: 'training', seconds: 3600, usd: 0.4, isOn: false }],
  seal: { seal: '0a1b2c3d'.repeat(8), verified: 2, roster: 2, level: 'L2', place: '/store', bytes: 4000 },
  stored: [],
  kept: [],
  verdicts: [verdictRow(), verdictRow({ path: 'metrics.jsonl', role: 'metrics', level: 'L2' })],
  charts: [{ title: 'loss of main', points: curve(100) }],
  series: [seriesOf('loss', curve(100), { better: 'min' })],
  memory: [],
  logs: [],
  onTier: [],
  halted: undefined,
  attention: [],
  events: [{ type: 'smoke-waived', seq: 0, at: '2026-11-21T09:00:00.000Z', by: 'ada@laptop' }],
  approval: {
    phrase: 'resnet-7-1 0a1b2c3d',
    sentence: 'Approve: the box is destroyed.',
    lines: ['terminate: stops gpu; destroys home', 'waiting costs 0.42'],
  },
  madeAt: '2026-11-21T10:00:00.000Z',
  ...over,
});

export const verdictRow = (over: Partial<VerdictRow> = {}): VerdictRow => ({
  cell: 'main',
  path: 'last.pt',
  role: 'checkpoint',
  bytes: 2000,
  sha256: 'f'.repeat(64),
  verdict: 'pass',
  level: 'L3',
  why: '',
  ...over,
});

/** @param points at least one */
export function seriesOf(key: string, points: readonly ChartPoint[], over: Partial<Series> = {}): Series {
  const [first = { step: 0, value: 0 }, ...others] = points;
  const cell = over.cell ?? 'main';
  return {
    ...{ cell, key, title: `${key} of ${cell}`, points: [...points], source: 0 },
    ...{ better: undefined, decides: false },
    ...extremesOf([first, ...others]),
    ...over,
  };
}

export const curve = (steps: number) =>
  Array.from({ length: steps }, (_, index) => ({ step: index + 1, value: 1 / (index + 1) }));

/** The same text wherever a report shows something that a box, a platform or a person wrote. */
export const factsFull = (text: string): ReportFacts =>
  sampleFacts({
    run: text,
    job: text,
    state: text,
    commit: text,
    dirty: true,
    smoke: 'waived',
    costing: [text],
    cost: sampleFacts().cost.map((line) => ({ ...line, lease: text, platform: text, meter: text })),
    leases: [{ name: text, platform: text, state: text, summary: text }],
    cells: [
      { name: text, ended: text, verifiedStep: 1, resumedAt: [2], differs: { [text]: text } },
      { name: text, ended: text, verifiedStep: 1, resumedAt: [2], differs: { [text]: null } },
    ],
    phases: [{ lease: text, what: text, seconds: 1, usd: 1, isOn: true }],
    stored: [{ store: text, place: text, keptUntil: text }],
    kept: [{ cell: text, path: text, bytes: 1, sha256: text, verdict: text, place: text }],
    logs: [{ title: text, file: text, bytes: 1, lines: [text], crash: text }],
    seal: { seal: text, verified: 1, roster: 1, level: text, place: text, bytes: 1 },
    verdicts: [
      { cell: text, path: text, role: text, bytes: 1, sha256: text, verdict: text, level: text, why: text },
    ],
    charts: [{ title: text, points: curve(5) }],
    series: [
      seriesOf(text, curve(5), { cell: text, better: 'min' }),
      seriesOf(text, curve(5), { cell: 'other' }),
    ],
    halted: { what: text, next: text },
    events: [
      { type: 'halted', code: text, what: text, next: text, seq: 0, at: text, by: text },
      { type: 'preempted', lease: text, what: 'box', why: text, seq: 1, at: text, by: text } as never,
    ],
    approval: { phrase: text, sentence: text, lines: [text], ways: [text] },
    debts: [{ what: text, next: text }],
    madeAt: text,
  });

/** What a box could call a file to get out of where its name stands. */
export const HOSTILE_PARTS = [
  '<script>alert(1)</script>',
  '</style><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='x",
  '</td></tr></table>',
  '<!--',
  '-->',
  '&lt;',
  '&#60;',
  ']]>',
  '|',
  '`',
  '```',
  '\n',
  '\r\n',
  '\n# heading',
  '\n- [x] list',
  '\n\n<details>',
  '[link](https://example.org)',
  '![image](https://example.org/a.png)',
  'https://example.org',
  'www.example.org',
  '@somebody',
  'a@example.org',
  '#12',
  '*bold*',
  '_em_',
  '~~gone~~',
  '$x$',
  '\\',
  '\\|',
  '> [!WARNING]',
  '\u202e',
  '\u200b',
  '\u0000',
  '\u001b[2J',
  '\ud800',
  'é日本',
  ' ',
  'plain',
] as const;
