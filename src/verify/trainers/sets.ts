import type { SetKind } from '../contract/set.ts';
import { accelerateState } from './set-accelerate.ts';
import { deepspeedCheckpoint } from './set-deepspeed.ts';
import { diffusersPipeline } from './set-diffusers.ts';
import { hfTrainer } from './set-hf-trainer.ts';
import { lightningCheckpoint } from './set-lightning.ts';
import { megatronCheckpoint } from './set-megatron.ts';
import { peftAdapter } from './set-peft.ts';
import { rankFiles } from './set-rank-files.ts';

/** What trainers leave behind. */
export const TRAINER_SETS: readonly SetKind[] = [
  hfTrainer,
  accelerateState,
  deepspeedCheckpoint,
  megatronCheckpoint,
  peftAdapter,
  lightningCheckpoint,
  diffusersPipeline,
  rankFiles,
];
