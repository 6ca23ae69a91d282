import { z } from 'zod';
import { ROLES } from '../evidence-level.ts';
import { METRICS_FORMATS } from '../metrics/rule.ts';
import { mapping } from '../strict-yaml/mapping.ts';
import { filePath, glob } from './path-schema.ts';
import { duration, oneLine, size } from './schema-parts.ts';

export const artifactSchema = mapping({
  path: glob.describe("Glob relative to the cell's output directory; `*`, `?`, `[a-c]`, `**`."),
  role: z
    .enum(ROLES)
    .describe(
      'What it is, and so how much must be proven before a box may be released. `opaque`: only its hash.',
    ),
  keep: z
    .enum(['best', 'last', 'evidence'])
    .default('evidence')
    .describe('`best` and `last` are pulled while the job runs, `evidence` at the end.'),
  min: z.int().min(0).max(100_000).default(1).describe('How many files must match, per cell. 0: optional.'),
  contains: z
    .array(z.string().min(1).max(512))
    .max(1000)
    .default([])
    .describe(
      'Tensor or key names, or globs of them, that each file must hold, or what belongs to it (shards, a trainer’s folder).',
    ),
  'allow-degraded': z
    .boolean()
    .default(false)
    .describe('Whether a file counts that was verified only as far as a format without checksums allows.'),
  'in-smoke': z
    .boolean()
    .default(true)
    .describe(
      'Whether the smoke is expected to write it, too. `false`: only a full training does, and the smoke does not look for it.',
    ),
});

const metricsSource = mapping({
  path: glob
    .optional()
    .describe(
      'File or glob relative to the output directory. Of several files the newest is followed, and all are charted. With `log` and unset: what the command prints.',
    ),
  log: oneLine
    .optional()
    .describe(
      'A line as it is printed, with `{name}` where a number stands and `*` for what changes besides: `step {step}/*: loss {loss}`.',
    ),
  format: z
    .enum(METRICS_FORMATS)
    .optional()
    .describe(
      'What the file is: `jsonl` one JSON object a line, `csv` a table with a header, `trainer-state` of the Hugging Face Trainer, `tensorboard` its events, `wandb` the log of a run of Weights & Biases, `trackio` its database. Unset: by its name, `jsonl` if that says nothing.',
    ),
  'step-key': oneLine
    .optional()
    .describe(
      'Key or column of the step in each record. Unset: `step`, of `wandb` and `trackio` also `train/global_step` and the like; `_step` is what a tracker counts. Events carry their own.',
    ),
  'loss-key': oneLine
    .default('loss')
    .describe('Key or column of the loss. Unset, in a table also `train_loss` and the like.'),
  'total-steps': z
    .int()
    .min(1)
    .max(1e12)
    .optional()
    .describe('Steps of a complete run, for progress and ETA.'),
  best: mapping({
    key: oneLine.describe('Metric that decides which checkpoint is best.'),
    direction: z.enum(['min', 'max']).describe('Whether less or more is better.'),
  })
    .optional()
    .describe('Which metric decides, and in which direction.'),
});

export const metricsSchema = z
  .union([
    glob,
    metricsSource,
    z
      .array(z.union([glob, metricsSource]))
      .min(1, 'is empty; name a file, or leave it out')
      .max(8),
  ])
  .describe(
    'Where the run writes its metrics: one source or several, of which the first that has a step tells how far it is.',
  );

const retainSchema = mapping({
  last: z.int().min(1).max(1000).optional().describe('So many of the newest sets. Unset: the newest alone.'),
  every: z
    .int()
    .min(1)
    .max(1e12)
    .optional()
    .describe('Besides, every set of which the step is a multiple of this.'),
  best: z.boolean().optional().describe('Besides, the set that was the best by `metrics.best`.'),
  'on-box': z
    .boolean()
    .optional()
    .describe(
      'Whether whole sets that none of these wants are removed on the box, too, once a newer one is kept.',
    ),
}).describe('Which sets are kept beside the newest, here and in a store. Unset: none.');

const setFiles = z
  .array(filePath)
  .min(1, 'is empty; name the files that a resume reads')
  .max(100)
  .refine((files) => new Set(files).size === files.length, 'names a file twice');

/** One of these, in words that say what is wrong with either. */
const setPath = z
  .union([glob, setFiles])
  .describe(
    'What a resume reads, relative to the output directory: a glob of folders (`checkpoint-*`; all below one of them is one set), a glob of files (each is a set), or a list of files that belong together.',
  );

export const checkpointSchema = z
  .union([
    glob,
    mapping({
      path: setPath,
      complete: filePath
        .optional()
        .describe(
          'File that is written last: in the folder of a set, for files in the output directory. Unset: a set counts once it lies still, or once its trainer is known to have finished it; of several files nothing then says that they are of one step.',
        ),
      retain: retainSchema.optional(),
      'step-key': oneLine
        .default('step')
        .describe('Where a checkpoint carries its step: a tensor, scalar or metadata key.'),
      resume: z
        .enum(['continues', 'none'])
        .default('continues')
        .describe(
          '`continues`: the identical command goes on from the checkpoint. `none`: the job starts over.',
        ),
      every: duration.optional().describe('How often the run writes one.'),
      size: size
        .optional()
        .describe('Bytes of one set, as a run writes it: `12GB`. Unset: as the smoke measured it.'),
    }),
  ])
  .describe('What makes a preemption harmless: the files that a resume reads, as one set.');
