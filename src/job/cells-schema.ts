import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { MOST_BOXES } from './job.ts';
import { filePath } from './path-schema.ts';

export const CELL_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const CELL_NAME_RULE =
  'may hold letters, digits, ".", "_" and "-", at most 100, and starts with a letter or digit';
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

export const variableName = z
  .string()
  .regex(
    VARIABLE,
    'is not a name of an environment variable: letters, digits and "_", not starting with a digit',
  )
  .refine(
    (name) => !name.startsWith('GPU_LEASE_'),
    'starts with GPU_LEASE_, which is kept for what gpu-lease sets',
  );

const variableValue = z.union([
  z
    .string()
    .refine((text) => !/[\u0000\r]/.test(text), 'holds a NUL character or a carriage return')
    .refine((text) => text.length <= 32_768, 'is longer than 32 KiB'),
  z.number(),
  z.boolean(),
]);

export const varsSchema = z
  .record(variableName, variableValue)
  .describe(
    'Plain environment variables, as typed: `1.10` stays `1.10`. `""` sets an empty value; leave a name out to keep it unset. Never secrets.',
  );

const weight = z.number().gt(0, 'must be above 0').max(1e9, 'is above 1,000,000,000; only the ratio counts');

const namedCell = z.union([
  z.string().min(1).max(512),
  mapping({
    name: z
      .string()
      .regex(CELL_NAME, CELL_NAME_RULE)
      .optional()
      .describe('Unset: the file name of `config`.'),
    config: filePath.optional().describe('Configuration file; the command finds it in `$CONFIG`.'),
    vars: varsSchema.optional().describe("Variables of this cell, over the job's own."),
    weight: weight
      .optional()
      .describe(
        'How long this cell takes beside the others, 2 for twice as long. Unset: as `sweep.weight` says, else 1.',
      ),
  }),
]);

export const cellsSchema = z
  .union([
    z.array(namedCell).min(1, 'is empty; leave `cells` out for a single run').max(10_000),
    mapping({
      matrix: z
        .record(variableName, z.array(variableValue).min(1, 'has no values').max(1000))
        .refine((axes) => Object.keys(axes).length > 0, 'has no variables')
        .describe('Variable names, each with its values. One cell per combination.'),
    }),
  ])
  .describe('The configurations of a sweep: names, configuration files, names with variables, or a matrix.');

export const sweepSchema = mapping({
  boxes: z
    .int()
    .min(1)
    .max(
      MOST_BOXES,
      `is above ${MOST_BOXES}, the most jobs that a workflow's matrix may have; a box runs many cells`,
    )
    .optional()
    .describe(
      'Boxes that `gpu-lease sweep` divides the cells over. Unset: said with `--boxes` or the input of that name.',
    ),
  'at-once': z
    .int()
    .min(1)
    .max(10_000, 'is above 10,000, the most cells that a job may have')
    .optional()
    .describe(
      'On a queue: all cells are one submission, each has an allocation of its own, and so many may have one at the same time. Every candidate has to be a queue. Unset: they run one after another in one allocation.',
    ),
  weight: variableName
    .optional()
    .describe(
      'Variable whose value says how long a cell takes beside the others, such as its number of steps. Unset: all alike.',
    ),
}).describe(
  'How a sweep is divided. The budget is divided in the same way; `hours` and `usdPerHour` hold for each box.',
);
