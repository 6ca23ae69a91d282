import type { Corpus } from './texts.ts';

const watchdog = (rank: number): string =>
  `[rank${rank}]:[E1121 10:31:02.118 ProcessGroupNCCL.cpp:616] [Rank ${rank}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=4117, OpType=ALLREDUCE, NumelIn=1) ran for 600003 milliseconds before timing out.\n`;

/** Several processes that work as one, as their logs run into each other. */
export const RANK_TEXTS: Corpus = {
  'F-N01': {
    shows: [
      `W1125 10:00:00.000000 140 torch/distributed/run.py:793] Setting OMP_NUM_THREADS environment variable for each process to be 1 in default
[rank0]: Traceback (most recent call last):
[rank0]:   File "/workspace/train.py", line 40, in <module>
[rank0]:     dist.init_process_group("nccl")
[rank0]: torch.distributed.DistStoreError: Timed out after 601 seconds waiting for clients. 1/2 clients joined.
`,
    ],
    near: [
      `W1125 10:00:00.000000 140 torch/distributed/run.py:793] Setting OMP_NUM_THREADS environment variable for each process to be 1 in default
[rank0]: waiting for clients, 1/2 clients joined, timeout 601 seconds
[rank0]: 2/2 clients joined after 4 seconds
`,
    ],
  },
  'F-N06': {
    shows: [
      `step 999 loss 0.41\nstep 1000 loss 0.40\nEvaluating on 1200 samples\n${watchdog(0)}${watchdog(1)}`,
    ],
    near: [
      `Evaluating on 1200 samples\neval done\nstep 1001 loss 0.40\n${watchdog(0)}${watchdog(1)}`,
      'step 1000 loss 0.40\nEvaluating on 1200 samples\neval done\n',
    ],
  },
  'F-N07': {
    shows: [
      `Epoch 3:  98%|█████████▊| 310/312 [04:01<00:01]\nEpoch 3: 100%|█████████▉| 311/312 [04:02<00:00]\n${watchdog(0)}`,
    ],
    near: [
      `Epoch 3:  41%|████      | 128/312 [01:40<02:20]\n${watchdog(0)}`,
      'Epoch 3: 100%|██████████| 312/312 [04:03<00:00]\nEpoch 4:   0%| | 1/312 [00:01<04:00]\n',
    ],
  },
  'F-N08': {
    shows: [
      `[rank1]: Traceback (most recent call last):\n[rank1]:   File "/workspace/data.py", line 88, in __getitem__\n[rank1]: ValueError: sample 4711 has no target\n${watchdog(0)}${watchdog(2)}`,
    ],
    near: [
      `${watchdog(0)}[rank0]: Traceback (most recent call last):\n[rank0]: torch.distributed.DistBackendError: NCCL error: unhandled system error\n`,
      '[rank1]: ValueError: sample 4711 has no target\n[rank0]: step 40 loss 0.9\n',
    ],
  },
};
