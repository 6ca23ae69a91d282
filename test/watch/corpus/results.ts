import type { Corpus } from './texts.ts';

const losses = (...values: (number | string)[]): string =>
  values.map((value, i) => `step ${i + 1} loss ${value}\n`).join('');
const norms = (...values: number[]): string =>
  values
    .map(
      (value, i) => `{'loss': '${(2 - i / 10).toFixed(2)}', 'grad_norm': '${value}', 'epoch': '${i / 5}'}\n`,
    )
    .join('');
const SHA = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const OTHER = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae';

/** Numbers of a training, read together. */
export const RESULT_TEXTS: Corpus = {
  'F-D16': {
    shows: [`$ sha256sum runs/*/metrics.jsonl\n${SHA}  runs/a/metrics.jsonl\n${SHA}  runs/b/metrics.jsonl\n`],
    near: [
      `$ sha256sum runs/*/metrics.jsonl\n${SHA}  runs/a/metrics.jsonl\n${OTHER}  runs/b/metrics.jsonl\n`,
      `${SHA}  runs/a/tokenizer.json\n${SHA}  runs/b/tokenizer.json\n`,
    ],
  },
  'F-D17': {
    shows: [
      'Resuming training from out/checkpoint-1200\n***** Running training *****\n{"step": 1, "loss": 2.31}\n{"step": 2, "loss": 2.30}\n',
    ],
    near: [
      'Resuming training from out/checkpoint-1200\n***** Running training *****\n{"step": 1201, "loss": 1.01}\n{"step": 1202, "loss": 1.00}\n',
      'no checkpoint to resume from\n{"step": 1, "loss": 2.31}\n',
    ],
  },
  'F-T03': {
    shows: [
      `${norms(0.8, 0.9, 61.4, 0.9, 0.8, 0.7)}Early stopping at epoch 3: best accuracy 0.41, baseline 0.78\n`,
    ],
    near: [
      `${norms(0.8, 0.9, 1.4, 0.9, 0.8, 0.7)}Early stopping at epoch 3: best accuracy 0.79, baseline 0.78\n`,
      `${norms(0.8, 0.9, 61.4, 0.9, 0.8, 0.7)}Early stopping at epoch 3: best accuracy 0.79, baseline 0.78\n`,
    ],
  },
  'F-T06': {
    shows: [losses(2.3171, 2.3171, 2.3171, 2.3171, 2.3171, 2.3171, 2.3171)],
    near: [losses(2.3171, 2.3021, 2.3019, 2.3012, 2.3001, 2.2987), losses(2.3171, 2.3171)],
  },
  'F-T07': {
    shows: ['step 120 loss 0.40\ntraining took 212 s, usually 3600 s\n'],
    near: ['step 4000 loss 0.40\ntraining took 3412 s, usually 3600 s\n'],
  },
  'F-T08': {
    shows: ['epoch 1 loss: 2.10 mAP: 0.000\nepoch 2 loss: 1.41 mAP: 0.000\nepoch 3 loss: 0.98 mAP: 0.000\n'],
    near: [
      'epoch 1 loss: 2.10 mAP: 0.000\nepoch 2 loss: 1.41 mAP: 0.112\nepoch 3 loss: 0.98 mAP: 0.204\n',
      'epoch 1 loss: 2.10 mAP: 0.000\nepoch 2 loss: 2.09 mAP: 0.000\nepoch 3 loss: 2.08 mAP: 0.000\n',
    ],
  },
  'F-T09': {
    shows: ['eval of out/best.pt on test: accuracy: 0.812\neval of out/best.pt on test: accuracy: 0.421\n'],
    near: [
      'eval of out/best.pt on test: accuracy: 0.812\neval of out/best.pt on test: accuracy: 0.809\n',
      'eval of out/best.pt on test: accuracy: 0.812\neval of out/first.pt on test: accuracy: 0.421\n',
    ],
  },
  'F-T11': {
    shows: [
      'epoch 1 done\nmean cosine between outputs of 64 samples: 0.9993\n'.replace(
        '64 samples',
        'all samples',
      ),
    ],
    near: ['epoch 1 done\nmean cosine between outputs of all samples: 0.3127\n'],
  },
  'F-T12': {
    shows: ['val accuracy 0.71\nval shuffled baseline 0.41 (chance 0.50)\n'],
    near: [
      'val accuracy 0.71\nval shuffled baseline 0.51 (chance 0.50)\n',
      'test shuffled baseline 0.41 (chance 0.50)\n',
    ],
  },
  'F-T13': {
    shows: [
      '$ diff -u a.yaml b.yaml\n--- a.yaml\n+++ b.yaml\n@@ -1,3 +1,3 @@\n-lr: 0.001\n+lr: 0.0003\n-seed: 1\n+seed: 2\n batch: 32\n',
    ],
    near: [
      '$ diff -u a.yaml b.yaml\n--- a.yaml\n+++ b.yaml\n@@ -1,3 +1,3 @@\n-lr: 0.001\n+lr: 0.0003\n seed: 1\n batch: 32\n',
    ],
  },
  'F-T14': {
    shows: ['worker 0 numpy seed=1234\nworker 1 numpy seed=1234\nworker 2 numpy seed=1234\n'],
    near: ['worker 0 numpy seed=1234\nworker 1 numpy seed=1235\nworker 2 numpy seed=1236\n'],
  },
  'F-T15': {
    shows: ['epoch 3 train_loss 0.41\nval_acc 0.91 (of the last training batch)\n'],
    near: ['epoch 3 train_loss 0.41 (of the last training batch)\nval_acc 0.71 (of 1200 samples)\n'],
  },
  'F-T16': {
    shows: ['python train.py --max_steps 20\n{"max_steps": 20, "batch": 8}\nstep 20\naccuracy: 0.113\n'],
    near: [
      'python train.py --max_steps 20000\n{"max_steps": 20000, "batch": 8}\nstep 20000\naccuracy: 0.113\n',
      '{"max_steps": 20, "batch": 8}\nstep 20\naccuracy: 0.913\n',
    ],
  },
  'F-S16': {
    shows: [
      '$ ls -l logs\n-rw-r--r-- 1 root root 40981 Nov 25 10:00 events.out.tfevents.1764064800.box.140.0\n$ tensorboard --logdir .\nNo dashboards are active for the current data set.\n',
    ],
    near: [
      '$ ls -l logs\ntotal 0\n$ tensorboard --logdir .\nNo dashboards are active for the current data set.\n',
      '-rw-r--r-- 1 root root 40981 Nov 25 10:00 events.out.tfevents.1764064800.box.140.0\nTensorBoard 2.21.0 at http://localhost:6006/\n',
    ],
  },
  'F-S18': {
    shows: ['Deleted run eager-sun-3\n$ python list_runs.py\nruns of tiny:\nfinished eager-sun-3\n'],
    near: ['Deleted run eager-sun-3\n$ python list_runs.py\nruns of tiny:\nfinished mild-rain-4\n'],
  },
};
