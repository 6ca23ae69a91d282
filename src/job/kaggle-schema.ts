import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import type { KaggleRequest } from './job.ts';
import { duration } from './schema-parts.ts';

/** Half an hour below the 9 hours that Kaggle's pages give a session; its API alone knows what it takes today. */
const USUAL_SECONDS = 30_600;
const MOST_SECONDS = 43_200;
/** A last save, and the output's manifest. */
export const STOP_SECONDS = 600;
const MOST_SESSIONS = 10;

const named = (pattern: RegExp, what: string) =>
  z
    .array(z.string().regex(pattern, `is not ${what}`))
    .min(1, 'is empty; leave it out')
    .max(50)
    .optional();

export const kaggleSchema = mapping({
  accelerator: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]{2,39}$/, 'is not a machine shape such as NvidiaTeslaT4, or none')
    .optional()
    .describe(
      "Machine shape in Kaggle's words, such as `NvidiaTeslaT4` (two T4) or `TpuV5E8`; `none`: a machine without one. Unset: from `resources.gpu`.",
    ),
  internet: z
    .boolean()
    .default(false)
    .describe('Whether the session may reach the internet. Needs an account with a verified phone.'),
  time: duration
    .refine((seconds) => seconds >= 60, 'is shorter than 1 min')
    .refine(
      (seconds) => seconds <= MOST_SECONDS,
      'is longer than 12 h, the most that Kaggle was seen to give',
    )
    .default(USUAL_SECONDS)
    .meta({
      typed: '510min',
      description:
        'The most that one session may last. The run goes on in the next one. Always told to Kaggle.',
    }),
  stopSeconds: z
    .int()
    .min(10, 'is less than 10 s, in which nothing is saved')
    .max(MOST_SECONDS)
    .default(STOP_SECONDS)
    .describe(
      'How long before the end of a session the command is told to save and ends, in seconds: what a session that is cut off has made may be lost.',
    ),
  sessions: z
    .int()
    .min(1, 'is less than 1')
    .max(100, 'is above 100')
    .default(MOST_SESSIONS)
    .describe('The most sessions that one run may take.'),
  datasets: named(/^[a-z0-9-]{1,60}\/[a-z0-9-]{1,60}$/, 'owner/name of a dataset').describe(
    'Datasets of Kaggle that the sessions may read, `owner/name`, private ones of yours too. They lie below `$GPU_LEASE_DATA`.',
  ),
  competitions: named(/^[a-z0-9-]{1,100}$/, 'the name of a competition').describe(
    'Competitions whose data the sessions may read.',
  ),
  models: named(
    /^[A-Za-z0-9-]{1,60}\/[A-Za-z0-9-]{1,60}\/[A-Za-z0-9-]{1,40}\/[A-Za-z0-9.-]{1,60}(?:\/[1-9]\d{0,5})?$/,
    'owner/model/framework/variation of a model',
  ).describe('Models of Kaggle that the sessions may read, `owner/model/framework/variation` and a version.'),
});

/** What is asked of Kaggle where the candidate says nothing. */
export const ASKED_NOTHING_OF_KAGGLE: KaggleRequest = {
  internet: false,
  timeSeconds: USUAL_SECONDS,
  stopSeconds: STOP_SECONDS,
  sessions: MOST_SESSIONS,
  datasets: [],
  competitions: [],
  models: [],
};

export function kaggleOf({
  time,
  accelerator,
  datasets = [],
  competitions = [],
  models = [],
  ...rest
}: z.output<typeof kaggleSchema>): KaggleRequest {
  return {
    ...rest,
    timeSeconds: time,
    ...(accelerator === undefined ? {} : { accelerator }),
    datasets,
    competitions,
    models,
  };
}
