import { z } from 'zod';
import { mapping } from '../../strict-yaml/mapping.ts';
import { whyNotAPattern } from '../pattern.ts';
import { identifier, stamp, text } from './stamp.ts';

/** Case-insensitive, tried on one line at a time. What is allowed keeps a hostile log from stalling the match. */
const pattern = z.string().superRefine((value, context) => {
  const why = whyNotAPattern(value);
  if (why) context.addIssue({ code: 'custom', message: why });
});

export const Gotcha = mapping({
  id: z.string().regex(/^[A-Z0-9][A-Za-z0-9-]{1,15}$/, 'is not in the form of the catalogue, such as RP7'),
  /** Ids of other catalogues for the same thing. */
  aliases: z.array(z.string().max(16)).optional(),
  symptom: text,
  cause: text,
  fix: text,
  phases: z.array(z.enum(['preflight', 'launch', 'run', 'poll', 'pull', 'teardown'])).min(1),
  risk: z.enum(['money', 'data', 'time', 'secret']),
  match: z
    .array(mapping({ in: z.enum(['log', 'setup', 'ssh', 'api', 'scheduler', 'probe']), pattern }))
    .optional(),
  ...stamp,
});
export type Gotcha = z.output<typeof Gotcha>;

export const Surface = mapping({
  conveniences: z.array(text),
  /** Beyond the clocks, which are always shown. */
  dangers: z.array(
    mapping({
      says: text,
      verb: identifier.optional(),
      meter: identifier.optional(),
      clock: identifier.optional(),
    }),
  ),
});
