import { handwrittenResume, savesOf } from '../habits/handwritten.ts';
import { writtenMetrics } from '../habits/handwritten-metrics.ts';
import type { Habits, Trainer } from '../trainer.ts';

/** Whatever is no other: what it leaves is kept by its hash, and what it names is believed. */
export const other: Trainer = {
  name: 'other',
  title: 'no trainer that is known',
  isUsed: () => true,
  habits(code): Habits {
    const metrics = writtenMetrics(code);
    const [save] = savesOf(code);
    const writes = /safetensors/.test(code.entry?.source ?? '');
    const path = save?.path.glob.replace(/^\*$/, '') || (writes ? '**/*.safetensors' : undefined);
    const resume = handwrittenResume(code, save);
    return {
      ...(path !== undefined && { checkpoint: { path, why: 'the script writes it' } }),
      results:
        path === undefined
          ? [{ path: '**', role: 'opaque', isOptional: false, why: 'everything, by its hash alone' }]
          : [],
      ...(metrics && { metrics }),
      resume,
      usesGpu: false,
      pastes: [],
      checks: [],
    };
  },
};
