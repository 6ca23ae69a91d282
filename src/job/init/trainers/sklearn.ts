import { checkpointSave, savesOf } from '../habits/handwritten.ts';
import { writtenMetrics } from '../habits/handwritten-metrics.ts';
import { imports } from '../reading/code.ts';
import type { Habits, Trainer } from '../trainer.ts';
import { fixedFolder } from './torch.ts';

/** A model that is fitted at once: nothing to go on from, and no GPU. */
export const sklearn: Trainer = {
  name: 'sklearn',
  title: 'scikit-learn',
  isUsed: (code) => imports(code, 'sklearn'),
  habits(code): Habits {
    const save = checkpointSave(savesOf(code));
    const metrics = writtenMetrics(code);
    return {
      results: [
        {
          path: save?.path.glob || '**/*.joblib',
          role: 'model',
          isOptional: false,
          isDegraded: true,
          why: save ? `as ${save.call.file}:${save.call.line} writes it` : 'as joblib writes them',
        },
      ],
      ...(metrics && { metrics }),
      resume: { how: 'not', because: 'a model that is fitted at once has nothing to go on from' },
      usesGpu: false,
      pastes: fixedFolder(save),
      checks: [],
    };
  },
};
