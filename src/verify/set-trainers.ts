import type { SetKind } from './set.ts';
import { hfTrainer } from './set-hf-trainer.ts';

/** What trainers leave behind. */
export const TRAINER_SETS: readonly SetKind[] = [hfTrainer];
