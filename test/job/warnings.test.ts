import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobText, load, marked } from './job-text.ts';

interface Case {
  it: string;
  /** `@@` stands where the warning must point. */
  over: Record<string, string | null>;
  code: string;
  says: RegExp;
}

const CHECKPOINT = 'checkpoint: {path: model.safetensors}';

const CASES: Case[] = [
  {
    it: 'renting without a smoke, for ever [P2-02]',
    over: { smoke: 'smoke: @@none' },
    code: 'smoke-none',
    says: /without a smoke run/,
  },
  {
    it: 'a resume that is claimed and never tried [P2-06]',
    over: { smoke: 'smoke: {run: x, drill: @@none}', c: CHECKPOINT },
    code: 'drill-none',
    says: /claimed and never tried/,
  },
  {
    it: 'a best set that nothing decides',
    over: { c: 'checkpoint: {path: "ckpt-*", retain: {best: @@true}}' },
    code: 'best-of-what',
    says: /best set is to be kept, and no metric says/,
  },
  {
    it: 'files of one checkpoint of which nothing says that they are of one step',
    over: { c: 'checkpoint: {path: @@[model.pt, optim.pt]}' },
    code: 'files-unmarked',
    says: /"model\.pt" and "optim\.pt" are of one step.* leaves files of two steps/,
  },
  {
    it: 'metrics that no artifact covers',
    over: { m: 'metrics: @@m.jsonl' },
    code: 'metrics-not-kept',
    says: /"m.jsonl"/,
  },
  {
    it: 'a best that nothing decides',
    over: { artifacts: 'artifacts: [@@{path: a, role: model, keep: best}]' },
    code: 'best-of-what',
    says: /no metric says what is best/,
  },
  {
    it: 'an attached box of unknown price',
    over: {
      b: 'budget: {usd: 1, hours: 1, usdPerHour: 1}',
      candidates: 'candidates: [@@{platform: generic-ssh, attach: box}]',
    },
    code: 'price-unknown',
    says: /budget cannot guard it/,
  },
  {
    it: 'a candidate that stands twice',
    over: { candidates: 'candidates: [local, @@local]' },
    code: 'candidate-twice',
    says: /twice/,
  },
  {
    it: 'a card that nobody told us of, which may be a new one',
    over: { r: 'resources: {gpu: {name: @@Gaudi 3 HL-325}}' },
    code: 'unknown-gpu',
    says: /"Gaudi 3 HL-325"/,
  },
  {
    it: 'a budget that can never be reached',
    over: { b: 'budget: {usd: @@100, hours: 10, usdPerHour: 2}' },
    code: 'budget-unreachable',
    says: /10 h at 2 USD\/h are 20 USD/,
  },
  {
    it: 'a run that outlasts its budget',
    over: { b: 'budget: {usd: 1, hours: 2, usdPerHour: 1}', w: 'watch: {expected: @@3h}' },
    code: 'budget-too-short',
    says: /3 h, and the budget ends after 2 h/,
  },
  {
    it: 'an approval in advance for more than any box may cost',
    over: {
      b: 'budget: {usd: 1, hours: 2, usdPerHour: 1}',
      p: 'approval: {standing: {usdPerHour: @@1.5}}',
    },
    code: 'standing-above-budget',
    says: /bounded by 1.5 USD\/h, and no box of this job may cost more than 1/,
  },
  {
    it: 'a command that returns at once',
    over: { run: 'run: @@sh train.sh &' },
    code: 'run-in-background',
    says: /return at once/,
  },
  {
    it: 'a resume flag, since the first start and every resume are one command [P2-06]',
    over: { run: 'run: @@python train.py --resume_from_checkpoint last' },
    code: 'resume-flag',
    says: /--resume_from_checkpoint/,
  },
  {
    it: 'a fixed output directory',
    over: { run: 'run: @@python train.py --output-dir results' },
    code: 'fixed-output',
    says: /"results"/,
  },
  {
    it: 'a fixed output directory that all cells would share [SW-06]',
    over: { run: 'run: @@python train.py --out=/data/out', c: 'cells: [a, b]' },
    code: 'fixed-output',
    says: /the same for all 2 cells/,
  },
  {
    it: 'a variable that a cell sets against the job [P2-14]',
    over: { v: 'vars: {EPOCHS: 20}', c: 'cells: [@@{name: a, vars: {EPOCHS: 50}}]' },
    code: 'cell-overrides-var',
    says: /"a" sets EPOCHS to "50", and the job to "20"/,
  },
  {
    it: 'a variable that only some cells set [SW-09] [SW-10]',
    over: { c: 'cells: @@[{name: a, vars: {BATCH: 8}}, b, c]' },
    code: 'cell-var-missing',
    says: /BATCH is set in some cells and not in b, c/,
  },
  {
    it: 'two cells with the same variables under two names [SW-10]',
    over: { c: 'cells: @@[{name: a, vars: {LR: 1}}, {name: b, vars: {LR: 2}}, {name: c, vars: {LR: 1}}]' },
    code: 'cells-alike',
    says: /"a" and "c" have the same variables/,
  },
  {
    it: 'a sweep of one cell',
    over: { s: 'sweep: @@{boxes: 4}' },
    code: 'sweep-of-one',
    says: /this job has 1/,
  },
  {
    it: 'a floor of the launcher that is not the one of the job [MN6]',
    over: {
      run: 'run: @@torchrun --nnodes=3:4 train.py',
      candidates: 'candidates: [{platform: generic-ssh, attach: a, peers: [b, c, d], usdPerHour: 0}]',
      r: 'resources: {nodes: 4, least-nodes: 2}',
    },
    code: 'floor-differs',
    says: /--nnodes=3:4, and `resources` asks for 2 to 4 nodes/,
  },
  {
    it: 'requirements, that torch comes from the image [P1-12]',
    over: { q: 'requirements: @@requirements.txt' },
    code: 'torch-of-image',
    says: /taken from the image/,
  },
];

describe('the job file warns of', () => {
  for (const each of CASES) {
    it(each.it, () => {
      const { text, marks } = marked(jobText(each.over));
      const { warnings } = load(text);
      assert.deepEqual(
        warnings.map(({ code }) => code),
        [each.code],
      );
      assert.match(warnings[0]?.what ?? '', each.says);
      assert.deepEqual(warnings[0]?.at, { file: 'gpu-lease.yml', ...marks[0] });
      assert.notEqual(warnings[0]?.next, '');
    });
  }
});

describe('the job file is quiet about', () => {
  const quiet: Record<string, Record<string, string>> = {
    'a checkpoint that a wider glob covers': {
      artifacts: 'artifacts: [{path: "ckpt/**", role: checkpoint}]',
      c: 'checkpoint: {path: "ckpt/step-?[0-9]*/*.pt"}',
    },
    'an output directory that is the one of the cell': { run: 'run: python train.py --out "$GPU_LEASE_OUT"' },
    'commands joined by two ampersands': { run: 'run: make && sh train.sh' },
    'one variable that differs in every cell': {
      c: 'cells: [{name: a, vars: {LR: 1}}, {name: b, vars: {LR: 2}}]',
    },
    'a cell that repeats the value of the job': {
      v: 'vars: {LR: 1}',
      c: 'cells: [{name: a, vars: {LR: 1, SEED: 1}}, {name: b, vars: {LR: 1, SEED: 2}}]',
    },
    'cells that only their names tell apart': { c: 'cells: [a, b]' },
    'how a sweep is divided': { c: 'cells: [a, {name: b, weight: 2}]', s: 'sweep: {boxes: 2}' },
    'requirements that say where torch comes from': {
      q: 'requirements: {file: requirements.txt, torch: keep-image}',
    },
    'a budget that the hours do not exhaust': { b: 'budget: {usd: 20, hours: 10, usdPerHour: 2}' },
  };
  for (const [what, over] of Object.entries(quiet)) {
    it(what, () => assert.deepEqual(load(jobText(over)).warnings, []));
  }
});
