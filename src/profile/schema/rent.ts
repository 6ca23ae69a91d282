import { z } from 'zod';
import { stamp, text, tri } from './stamp.ts';

/** Names the variable that holds a secret; never the secret. */
const secretName = z.string().regex(/^[A-Z][A-Z0-9_]{2,63}$/, 'give the name of an environment variable');

export const Rent = z.strictObject({
  entries: z.array(
    z.strictObject({
      type: z.enum(['console', 'rest', 'graphql', 'cli', 'sdk', 'ssh', 'manifest', 'notebook', 'own']),
      base: text.optional(),
      auth: z
        .strictObject({
          scheme: z.enum(['bearer', 'raw-header', 'basic-key', 'ssh-key', 'kubeconfig', 'none']),
          secret: secretName.optional(),
        })
        .optional(),
      /** The platform has said that this ends on that day. */
      'retires-on': z.iso.date().optional(),
      ...stamp,
    }),
  ),
  /** What a person has to do, in order, where no program can. */
  human: z.array(text),
  'fixed-at-create': z.array(
    z.enum([
      'ports',
      'disk-size',
      'network-volume',
      'filesystem',
      'firewall',
      'ssh-keys',
      'region',
      'market',
      'ip-type',
      'image',
    ]),
  ),
  capacity: z.strictObject({
    signal: z.enum(['api', 'search', 'console', 'queue', 'none']),
    field: text.optional(),
    ...stamp,
  }),
  /** How a box is found again after a lost answer. */
  find: z.strictObject({
    by: z.enum(['name', 'label', 'tag', 'job-name', 'slug', 'none']),
    unique: tri,
    call: text.optional(),
    ...stamp,
  }),
});
