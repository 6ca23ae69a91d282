import { z } from 'zod';
import { mapping } from '../../strict-yaml/mapping.ts';
import { duration, identifier, stamp, text } from './stamp.ts';

const CLOCK_STATES = [
  'running',
  'stopped',
  'idle',
  'released',
  'evicted',
  'low-balance',
  'arrears',
  'unpaid-invoice',
  'commitment',
] as const;

/** A timer that destroys data or costs money. */
export const Clock = mapping({
  id: identifier,
  /** It runs while the box or the account is so, from the moment it became so. */
  while: z.enum(CLOCK_STATES),
  /** `null`: it exists and nobody has said how long it is. Counts as due at once. */
  after: duration.nullable(),
  /** Time of day at the platform, where it matters. */
  'at-time': text.optional(),
  effect: z.enum([
    'stop',
    'release',
    'wipe',
    'delete-all',
    'end-job',
    'end-session',
    'bill',
    'lose-reservation',
  ]),
  /** Tiers that are gone then; for `wipe` and `delete-all` at least one. */
  tiers: z.array(identifier),
  meters: z.array(identifier).optional(),
  editable: z.enum(['api', 'console', 'at-create', 'no', 'unknown']),
  /** One sentence for the plan that a person reads before the first cent is spent. */
  says: text,
  ...stamp,
});
export type Clock = z.output<typeof Clock>;
