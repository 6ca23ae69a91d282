import { huggingFaceHabits } from '../habits/hugging-face.ts';
import { callsOf, imports } from '../reading/code.ts';
import type { Trainer } from '../trainer.ts';

/** SFT, DPO, GRPO and the others are Hugging Face's Trainer within: the same folders (trl 1.16.0, 2026-11-25). */
export const trl: Trainer = {
  name: 'trl',
  title: 'TRL',
  isUsed: (code) =>
    imports(code, 'trl') && callsOf(code, /(^|\.)trl\.([\w.]+\.)?\w+(Trainer|Config)$/).length > 0,
  habits: (code) => huggingFaceHabits(code, imports(code, 'peft') ? 'adapter' : 'model'),
};
