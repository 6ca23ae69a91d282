import { z } from 'zod';
import { mapping } from '../../strict-yaml/mapping.ts';
import { duration, identifier, stamp, text, tri } from './stamp.ts';

/** Names the variable that holds a secret; never the secret. */
const secretName = z.string().regex(/^[A-Z][A-Z0-9_]{2,63}$/, 'is not the name of an environment variable');

/** Of a box, so plain: it travels as one word of a command line, and Dropbear takes none of 9,000 bytes. */
const shellLine = z
  .string()
  .trim()
  .min(1)
  .max(1500)
  .regex(/^[ -~]*$/, 'is not one line of printable ASCII');

export const Rent = mapping({
  entries: z.array(
    mapping({
      type: z.enum(['console', 'rest', 'graphql', 'cli', 'sdk', 'ssh', 'manifest', 'notebook', 'own']),
      base: text.optional(),
      auth: z
        .strictObject({
          scheme: z.enum(['bearer', 'raw-header', 'basic-key', 'ssh-key', 'kubeconfig', 'none']),
          secret: secretName.optional(),
          /** Further variables that belong to it, such as the public half of a pair. */
          also: z.array(secretName).optional(),
          /** Whose account they open, as people call it. */
          account: text.optional(),
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
  capacity: mapping({
    signal: z.enum(['api', 'search', 'console', 'queue', 'none']),
    field: text.optional(),
    ...stamp,
  }),
  /** From create to a login: what is usual, and after how long the box counts as broken and is given back. */
  boot: mapping({
    usual: duration,
    within: duration,
    /** A box of so many cards and more is given longer: it checks each of them before it is said to be up. */
    'many-gpus': z.strictObject({ from: z.number().int().min(2), within: duration }).optional(),
    ...stamp,
  }).optional(),
  /** What the driver rents when the job pins no image: a name at the platform, never a bare moving tag without a note. */
  image: mapping({ name: text, ...stamp }).optional(),
  /** The platform's own timer, which ends a box whatever becomes of us: the first of the three dead-man layers. */
  timer: z
    .strictObject({
      verb: identifier,
      granularity: duration,
      most: duration.optional(),
      'set-at': z.enum(['create', 'any-time']),
      ...stamp,
    })
    .optional(),
  /**
   * A shell line by which the box itself ends its GPU meter, and the verb that it comes to: what that destroys says how long the line
   * may be left on a box (`src/storage/own-end.ts`). `probe` is one that only reads, with the same key. Absent where there is none
   * (powering off still bills, or its key opens the whole account).
   */
  'self-stop': mapping({
    line: shellLine,
    probe: shellLine.optional(),
    verb: identifier,
    ...stamp,
  }).optional(),
  /** How a box is found again after a lost answer. */
  find: mapping({
    by: z.enum(['name', 'label', 'tag', 'job-name', 'slug', 'none']),
    unique: tri,
    call: text.optional(),
    /** How long a list may lag behind a create whose answer was lost. Default 30 s. */
    settle: duration.optional(),
    ...stamp,
  }),
});
