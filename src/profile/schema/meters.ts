import { z } from 'zod';
import { mapping } from '../../strict-yaml/mapping.ts';
import { identifier, stamp, text } from './stamp.ts';

export const RESOURCES = [
  'instance',
  'disk',
  'volume',
  'filesystem',
  'ip',
  'snapshot',
  'job',
  'node-pool',
  'account',
] as const;

const Price = mapping({
  amount: z.number().nonnegative().finite(),
  currency: z.enum(['USD', 'CNY']),
  per: z.enum(['s', 'min', 'h', 'month', 'GB', 'GB-h', 'GB-month', 'GiB-month']),
  /** In which state of the box it holds. */
  while: z.enum(['running', 'stopped', 'always']),
  /** What must be true besides: "above 1 TB". */
  when: text.optional(),
  ...stamp,
});

/** Something that costs money (or quota: kind `none`) while it exists. */
export const Meter = mapping({
  id: identifier,
  kind: z.enum(['gpu', 'cpu', 'disk', 'volume', 'ip', 'snapshot', 'bandwidth', 'none']),
  /** The thing whose end ends this meter. */
  of: z.enum(RESOURCES),
  /** Smallest billed step: "second", "hour". */
  granularity: text.optional(),
  prices: z.array(Price),
  /** No verb of the platform ends it; why, and what a person can do. */
  unstoppable: text.optional(),
  ...stamp,
});
