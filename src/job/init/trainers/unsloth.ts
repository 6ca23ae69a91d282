import { huggingFaceHabits } from '../habits/hugging-face.ts';
import { imports } from '../reading/code.ts';
import type { Habits, Trainer } from '../trainer.ts';

/** Patches TRL's trainers; the folders are Hugging Face's. Its import fails where there is no accelerator. */
export const unsloth: Trainer = {
  name: 'unsloth',
  title: 'unsloth',
  isUsed: (code) => imports(code, 'unsloth'),
  habits(code): Habits {
    return {
      ...huggingFaceHabits(code, 'adapter', 'no smoke'),
      onlyOnGpu: 'unsloth is imported only where there is a GPU',
    };
  },
};
