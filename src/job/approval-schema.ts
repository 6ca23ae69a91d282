import { z } from 'zod';
import { LEVELS } from '../evidence-level.ts';
import { mapping } from '../strict-yaml/mapping.ts';
import { duration } from './schema-parts.ts';

/** As GitHub takes them: no longer than this, no control character, nothing that a shell or a list would split at. */
const ENVIRONMENT = /^[^\u0000-\u001f\u007f'"`,;\\]{1,255}$/;
const MAX_WITHIN_SECONDS = 90 * 86_400;

const standingSchema = z.union([
  z.literal('forbid'),
  mapping({
    level: z
      .enum(LEVELS)
      .default('L2')
      .describe('The least level of verification that an approval in advance may name.'),
    usdPerHour: z
      .number()
      .gt(0, 'must be above 0 USD/h')
      .max(1000, 'is above 1,000 USD/h, which is not plausible')
      .optional()
      .describe(
        'The most that a box may cost per hour to be released by it, in USD. Unset: that of the budget.',
      ),
    within: duration
      .refine((seconds) => seconds >= 60, 'is shorter than 1 min, and no run is over by then')
      .refine((seconds) => seconds <= MAX_WITHIN_SECONDS, 'is longer than 90 days')
      .optional()
      .describe('How long it counts from when it was given. Unset: the hours of the budget.'),
  }),
]);

export const approvalSchema = mapping({
  environment: z
    .string()
    .regex(ENVIRONMENT, 'is no name of an environment')
    .refine((name) => name.trim() === name, 'begins or ends with a blank')
    .optional()
    .describe(
      'Protected environment of the repository whose required reviewers approve a release. In a workflow the typed phrase then counts only where this environment has no required reviewers.',
    ),
  'self-review': z
    .enum(['allow', 'forbid'])
    .default('allow')
    .describe('Whether the one who started the release may also be the one who approves it.'),
  'admin-bypass': z
    .enum(['allow', 'forbid'])
    .default('forbid')
    .describe(
      'Whether an environment counts as protected although administrators may pass by its reviewers, or GitHub does not say.',
    ),
  standing: standingSchema
    .optional()
    .describe(
      'Bounds of approvals in advance, or `forbid`. Unset: level L2, within price and hours of the budget.',
    ),
}).describe('Who may approve a release. Unset: whoever types its phrase.');
