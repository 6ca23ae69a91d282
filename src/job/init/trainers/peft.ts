import { huggingFaceHabits } from '../habits/hugging-face.ts';
import { callsOf, imports } from '../reading/code.ts';
import type { Trainer } from '../trainer.ts';
import { transformers } from './transformers.ts';

/** An adapter trained by Hugging Face's Trainer: its checkpoints hold the adapter and the optimizer of that alone. */
export const peft: Trainer = {
  name: 'peft',
  title: "PEFT with Hugging Face's Trainer",
  isUsed: (code) =>
    imports(code, 'peft') && callsOf(code, /(^|\.)peft\./).length > 0 && transformers.isUsed(code),
  habits: (code) => huggingFaceHabits(code, 'adapter'),
};
