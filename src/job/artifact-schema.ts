import { z } from 'zod';
import { ROLES } from '../evidence-level.ts';
import { mapping } from '../strict-yaml/mapping.ts';
import { filePath, glob } from './path-schema.ts';
import { duration, oneLine } from './schema-parts.ts';

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
    .describe('Tensor or key names, or globs of them, that each file must hold.'),
  'allow-degraded': z
    .boolean()
    .default(false)
    .describe('Whether a file counts that was verified only as far as a format without checksums allows.'),
});

export const metricsSchema = z
  .union([
    filePath,
    mapping({
      path: filePath.describe('JSON-lines file relative to the output directory.'),
      'step-key': oneLine.default('step').describe('Key of the step in each line.'),
      'loss-key': oneLine.default('loss').describe('Key of the loss in each line.'),
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
    }),
  ])
  .describe('Where the run writes its metrics, one JSON object per line.');

export const checkpointSchema = mapping({
  path: glob.describe('Glob of the file(s) that a resume reads, relative to the output directory.'),
  'step-key': oneLine
    .default('step')
    .describe('Where a checkpoint carries its step: a tensor, scalar or metadata key.'),
  resume: z
    .enum(['continues', 'none'])
    .default('continues')
    .describe('`continues`: the identical command goes on from the checkpoint. `none`: the job starts over.'),
  every: duration.optional().describe('How often the run writes one.'),
}).describe('What makes a preemption harmless.');
