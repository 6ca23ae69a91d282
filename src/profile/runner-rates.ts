import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { parseYaml } from '../strict-yaml/parse.ts';
import type { FileKind } from '../strict-yaml/read.ts';
import { identifier, Source, stamp, text } from './schema/stamp.ts';

export const RUNNER_RATES: FileKind = {
  name: 'rates of runners',
  start: 'Take the one that comes with gpu-lease.',
  manyValues: 'Write the values out.',
};

const RatesSchema = mapping({
  schema: z.literal(1),
  id: identifier,
  sources: z.record(identifier, Source),
  /** By the label of the runner. */
  rates: z.array(mapping({ id: identifier, 'usd-per-minute': z.number().nonnegative(), ...stamp })).min(1),
  /** Smallest first. */
  plans: z
    .array(mapping({ id: identifier, name: text, minutes: z.number().int().positive(), ...stamp }))
    .min(1),
});

/** What whoever lends runners bills for them, as facts with a source and a month. */
export type RunnerRates = z.output<typeof RatesSchema>;

/** @throws Problems of kind `usage`, every fault with its line and column */
export const parseRunnerRates = (text: string, fileName: string): RunnerRates =>
  parseYaml(text, fileName, RatesSchema, RUNNER_RATES).value;
