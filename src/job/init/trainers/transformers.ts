import { huggingFaceHabits } from '../habits/hugging-face.ts';
import { callsOf, imports } from '../reading/code.ts';
import type { Trainer } from '../trainer.ts';

export const transformers: Trainer = {
  name: 'transformers',
  title: "Hugging Face's Trainer",
  isUsed: (code) =>
    callsOf(code, /^transformers\.([\w.]+\.)?(\w*Trainer|\w*TrainingArguments)$/).length > 0 ||
    imports(code, 'transformers.Trainer') ||
    imports(code, 'transformers.TrainingArguments') ||
    imports(code, 'transformers.Seq2SeqTrainingArguments'),
  habits: (code) => huggingFaceHabits(code, 'model'),
};
