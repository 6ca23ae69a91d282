import type { ReportFacts } from '../../src/report/facts.ts';
import { htmlReport } from '../../src/report/html.ts';
import { sweepHtml } from '../../src/report/sweep-html.ts';
import type { SweepFacts } from '../../src/report/sweep-text.ts';
import { curve, sampleFacts, seriesOf, verdictRow } from './sample-facts.ts';

/** A loss that falls and trembles, the same at every call. */
const falling = (steps: number, speed: number) =>
  Array.from({ length: steps }, (_, index) => ({
    step: (index + 1) * 10,
    value: 0.02 + 3 * Math.exp((-speed * index) / steps) * (1 + 0.08 * Math.sin(index * 1.7)),
  }));

const rising = (steps: number) =>
  falling(steps, 4).map(({ step, value }) => ({ step, value: 1 - value / 4 }));

/** As long as names get, without a place to break them. */
const LONG = `checkpoints/${'epoch-000012-of-the-run-with-everything'.repeat(3)}/model-00001-of-00008.safetensors`;

const events = Array.from({ length: 40 }, (_, seq) => ({
  type: 'resolved' as const,
  how: `gpu-lease resume by ada@workstation.example.org, number ${seq}, and a few words more to fill a line`,
  seq,
  at: '2026-11-21T09:00:00.000Z',
  by: 'github:1234567890.1',
}));

const sealed = (): Partial<ReportFacts> => ({
  seal: {
    ...{ seal: '0a1b2c3d'.repeat(8), verified: 4, roster: 4, level: 'L3', bytes: 4_000_000_000 },
    place: '/home/ada/projects/engine/gpu-lease-out/resnet-7',
  },
  stored: [
    {
      store: 'workflow-artifact',
      place: 'artifact resnet-7-0a1b2c3d of workflow run 1234567 of ada/engine',
      keptUntil: '2026-12-21T00:00:00Z',
    },
  ],
  verdicts: [
    verdictRow(),
    verdictRow({ path: LONG, why: 'has no scheduler state, which this job does not ask for' }),
  ],
  events,
  series: [
    seriesOf('loss', falling(400, 6), { better: 'min' }),
    seriesOf('val_loss', falling(40, 5)),
    seriesOf('accuracy/top-1', rising(40), { better: 'max', decides: true }),
    seriesOf('learning_rate', falling(400, 9)),
    seriesOf('grad_norm', curve(200)),
    seriesOf('test_accuracy', [{ step: 4000, value: 0.9132 }]),
  ],
  phases: ['looking for a box', 'getting it ready', 'training', 'waiting for an approval'].map((what) => ({
    ...{ lease: 'resnet-7-1', what, seconds: 1234, usd: 0.123, isOn: what.startsWith('waiting') },
  })),
});

const many = (): Partial<ReportFacts> => {
  const names = Array.from({ length: 10 }, (_, n) => `lr-${10 ** -(n % 4)}-batch-${8 * (n + 1)}`);
  return {
    cells: names.map((name, n) => ({
      ...{ name, ended: 'finished (exit 0)', verifiedStep: 4000, resumedAt: n === 1 ? [410] : [] },
      differs: {
        LR: String(10 ** -(n % 4)),
        BATCH_SIZE: String(8 * (n + 1)),
        OPTIMIZER: 'adamw_torch_fused',
      },
    })),
    series: names.flatMap((cell, n) => [
      seriesOf('loss', falling(300, 2 + n), { cell, better: 'min' }),
      seriesOf('val_loss', falling(30, 2 + n), { cell }),
    ]),
    verdicts: names.map((cell) => verdictRow({ cell, path: LONG })),
  };
};

const dead = (): Partial<ReportFacts> => ({
  state: 'halted',
  seal: undefined,
  approval: undefined,
  verdicts: [],
  halted: {
    what: 'main is dead: an uncaught exception in the training code (CODE_BUG, F-E22).\nLast lines of its output:\n  ValueError: shape mismatch',
    next: 'Correct the code; "gpu-lease retry resnet-7" starts it again on the box that is held.',
  },
  logs: [
    {
      title: 'main, attempt 1',
      file: '+evidence/main.1.log',
      bytes: 4321,
      crash: 'Python traceback: ValueError: shape mismatch: (8, 3) and (8, 4), at train.py:31',
      lines: [`  File "/root/.gpu-lease/resnet-7/code/${'ab'.repeat(32)}/train.py", line 31, in main`],
    },
  ],
  // Too many for cards: they scroll in a box of their own.
  kept: Array.from({ length: 160 }, (_, n) => ({
    ...{ cell: 'main', path: n === 0 ? LONG : `checkpoints/step-${n}.pt`, bytes: 1_000_000 },
    ...{ sha256: 'e'.repeat(64), verdict: 'pass' },
    place: '/home/ada/projects/engine/gpu-lease-out/resnet-7/+kept/main',
  })),
});

const sweep = (): SweepFacts => ({
  ...{ sweep: 'resnet-9', job: 'resnet', commit: 'abcdef0123456789', state: 'sealed', smoke: 'passed' },
  ...{ failed: [], metric: null, best: null, twice: [], costUsd: 3.1, usdPerHourNow: 0.8 },
  parts: ['resnet-9-p1', 'resnet-9-p2'].map((run) => ({
    ...{ run, state: 'sealed', cells: 1, lease: `${run}-1 runpod ended`, costUsd: 1.55, usdPerHourNow: 0.4 },
    ...{ budgetUsd: 5, seal: '0a1b2c3d'.repeat(8), halted: null, problem: null },
  })),
  cells: ['a', 'b'].map((cell, n) => ({
    ...{ cell, run: `resnet-9-p${n + 1}`, state: 'sealed', exitCode: 0, failureClass: null, step: 400 },
    ...{ loss: 0.5 - n / 10, metric: null, kept: 3, why: '', differs: { LR: `${n}e-3` } },
  })),
});

/** Pages of every kind, by name: what a browser is shown in the tests. */
export const samplePages = (): Record<string, string> => ({
  sealed: htmlReport(sampleFacts(sealed())),
  cells: htmlReport(sampleFacts({ ...sealed(), ...many() })),
  dead: htmlReport(sampleFacts({ ...sealed(), ...dead() })),
  sweep: sweepHtml(sweep(), [
    seriesOf('loss', falling(90, 3), { cell: 'a' }),
    seriesOf('loss', falling(90, 5), { cell: 'b' }),
  ]),
});
