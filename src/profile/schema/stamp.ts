import { z } from 'zod';
import { mapping } from '../../strict-yaml/mapping.ts';
import { DURATION_PATTERN, parseDuration } from '../survival.ts';

/** Prose for a person: one paragraph, no control characters (it is printed in terminals and Actions logs). */
export const text = z
  .string()
  .trim()
  .min(1)
  .max(800)
  .regex(/^[^\x00-\x08\x0b-\x1f\x7f]*$/, 'holds a control character');

export const identifier = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,47}$/, 'is not of lower-case letters, digits and dashes');

export const tri = z.enum(['yes', 'no', 'unknown']);

export const duration = z
  .string()
  .regex(
    DURATION_PATTERN,
    'is no length of time; write a number and s, min, h, d or w, such as 15d, 24h or ~90min',
  )
  .transform(parseDuration);

const month = z
  .string()
  .regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, 'is no month; write one such as 2026-06, or null');

/**
 * Every fact carries these. `verified` is the month in which a person last compared the fact with its source, or `null`
 * when nobody did; it is never left out, so that an unverified fact is a statement and not an oversight.
 */
export const stamp = {
  verified: month.nullable(),
  source: z.union([identifier.transform((tag) => [tag]), z.array(identifier).min(1).max(8)]),
  confidence: z.enum(['high', 'medium', 'low']).optional(),
  /** Another source says otherwise; both are kept until someone settles it. */
  contested: z
    .array(mapping({ says: text, source: identifier }))
    .min(1)
    .optional(),
  note: text.optional(),
};

export const Stamp = mapping(stamp);
export type Stamp = z.output<typeof Stamp>;

/** Kinds of source that nobody can look up, so that a fact resting on them alone cannot be `verified`. */
const UNCHECKABLE = ['inferred', 'unstamped'] as const;

export const Source = mapping({
  kind: z.enum([
    'vendor-doc',
    'vendor-staff',
    'vendor-spec',
    'community',
    'observed',
    'author-use',
    'own-code',
    ...UNCHECKABLE,
  ]),
  /** URL without scheme, file of this repository, or words when there is no address. */
  where: text,
  note: text.optional(),
});
