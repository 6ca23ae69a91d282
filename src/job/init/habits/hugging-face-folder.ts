import type { CheckpointSet, MetricsSource, Result } from '../trainer.ts';

/**
 * What Hugging Face's Trainer leaves in `checkpoint-N`, seen with transformers 5.24.0 on 2026-11-25: config.json,
 * generation_config.json, model.safetensors, optimizer.pt, scheduler.pt, rng_state.pth, trainer_state.json and
 * training_args.bin; with PEFT 0.21.2 adapter_config.json and adapter_model.safetensors in place of the model. It writes in
 * place, trainer_state.json after everything that a resume reads, which is in its source (`_save_checkpoint`).
 */
export const trainerFolder = (
  below: string,
  { weights, isWhole, isAlone }: { weights: 'model' | 'adapter'; isWhole: boolean; isAlone: boolean },
): CheckpointSet => ({
  path: `${below}checkpoint-*`,
  // Other processes write their random states when they come to it, also after it.
  ...(isAlone ? { complete: STATE } : { anchor: STATE }),
  judged: [
    // Under FSDP and DeepSpeed weights and optimizer lie in shards of other names.
    ...(isWhole
      ? [
          { name: '*.safetensors', role: weights },
          { name: 'optimizer.pt', role: 'optimizer' as const },
        ]
      : []),
    { name: STATE, role: 'config' },
  ],
  why: 'the whole folder is one checkpoint: weights, optimizer, scheduler, random state; trainer_state.json is written last',
});

const STATE = 'trainer_state.json';

/** The losses so far lie in every checkpoint, as `log_history`. */
export const trainerLog = (below: string): MetricsSource => ({
  path: `${below}checkpoint-*/trainer_state.json`,
  format: 'trainer-state',
  why: 'the Trainer writes its losses into each checkpoint',
});

/** What `save_model()` leaves at the end. */
export const savedModel = (below: string, what: 'model' | 'adapter'): Result[] => [
  {
    path: `${below}*.safetensors`,
    role: what,
    isOptional: true,
    why: what === 'adapter' ? 'the adapter that save_model() leaves' : 'the model that save_model() leaves',
  },
  { path: `${below}*.json`, role: 'config', isOptional: true, why: 'its configuration' },
];
