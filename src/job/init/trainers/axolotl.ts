import { savedModel, trainerFolder, trainerLog } from '../habits/hugging-face-folder.ts';
import type { Habits, Paste, Trainer } from '../trainer.ts';

/**
 * A YAML file is the whole program: `axolotl train FILE`. The trainer within is Hugging Face's, and its keys may be set on
 * the command line (`--output-dir`). `auto_resume_from_checkpoints: true` goes on from the newest folder of the output
 * directory; from its documentation, not run here: it needs a GPU.
 */
export const axolotl: Trainer = {
  name: 'axolotl',
  title: 'axolotl',
  isUsed: ({ entry }) => entry !== undefined && /\.ya?ml$/.test(entry.path),
  habits({ entry }): Habits {
    const text = entry?.source ?? '';
    const file = entry?.path ?? '';
    const adapts = /^adapter:\s*\S/m.test(text);
    const resumes = /^auto_resume_from_checkpoints:\s*true\b/m.test(text);
    const line = text
      .split('\n')
      .findIndex((each) => /^(auto_resume_from_checkpoints|resume_from_checkpoint):/.test(each));
    const paste: Paste = {
      at: { file, line: line < 0 ? 1 : line + 1 },
      why: 'goes on from the newest checkpoint of the output directory when there is one',
      lines: ['auto_resume_from_checkpoints: true', 'save_steps: 100'],
    };
    return {
      checkpoint: trainerFolder('', {
        // It starts a process for each GPU.
        isAlone: false,
        weights: adapts ? 'adapter' : 'model',
        isWhole: !/^(deepspeed|fsdp\w*):\s*\S/m.test(text),
      }),
      results: savedModel('', adapts ? 'adapter' : 'model'),
      metrics: trainerLog(''),
      resume: resumes
        ? { how: 'itself', because: `${file} says auto_resume_from_checkpoints` }
        : { how: 'not', because: `${file} does not say auto_resume_from_checkpoints` },
      launcher: 'axolotl',
      onlyOnGpu: 'axolotl trains on a GPU',
      usesGpu: true,
      pastes: resumes ? [] : [paste],
      checks: /^save_only_model:\s*true\b/m.test(text)
        ? ['save_only_model leaves the optimizer out: a resume is not the same run. Remove it.']
        : [],
    };
  },
};
