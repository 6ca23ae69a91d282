import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { variableName } from './cells-schema.ts';
import type { NotifyRule } from './job.ts';

const EVENTS = ['ended', 'died', 'preempted'] as const;

export const notifySchema = mapping({
  url: variableName.describe('Name of the secret that holds the address, https and without a login.'),
  on: z
    .array(z.enum(EVENTS))
    .min(1, 'is empty; name at least one of ended, died, preempted')
    .default([...EVENTS])
    .describe(
      '`ended`: every cell succeeded. `died`: the work on the box is over without that. `preempted`: the box was told that it is taken away.',
    ),
  hmac: variableName
    .optional()
    .describe(
      'Name of the secret by which the message is signed, in `X-Gpu-Lease-Signature`. Unset: unsigned.',
    ),
}).describe(
  'Whom the box itself tells, with one POST for each, what became of its work, whoever else looks or does not.',
);

export const notifyOf = ({ url, on, hmac }: z.output<typeof notifySchema>): NotifyRule => ({
  url,
  on: [...new Set(on)],
  ...(hmac !== undefined && { hmac }),
});
