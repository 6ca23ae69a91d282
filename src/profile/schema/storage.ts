import { z } from 'zod';
import { mapping } from '../../strict-yaml/mapping.ts';
import { EVENTS, OUTCOMES } from '../survival.ts';
import { duration, identifier, stamp, text, tri } from './stamp.ts';

/** Absolute, or below `~`, `$NAME` or a `<placeholder>`; the last two are filled in on the box or at launch. */
const boxPath = z
  .string()
  .max(300)
  .regex(
    /^(?:\/|~(?:\/|$)|\$[A-Z_]+(?:\/|$)|<[A-Za-z0-9 -]+>(?:\/|$))[^\x00-\x1f\x7f]*$/,
    'must be absolute, or begin with ~, $NAME or <name>',
  )
  .refine((path) => !path.split('/').includes('..'), 'must not contain ".."');

const Outcome = z.union([z.enum(OUTCOMES), mapping({ 'kept-for': duration })]);

export const Tier = mapping({
  id: identifier,
  name: text.optional(),
  /** Where it is mounted; `null` for what is no place on the box (a snapshot, an object store). */
  path: boxPath.nullable(),
  also: z.array(boxPath).optional(),
  role: z.enum(['system', 'scratch', 'durable', 'shared', 'archive']),
  medium: z.enum(['nvme', 'ssd', 'block', 'nfs', 'overlay', 'object', 'memory', 'unknown']),
  size: text.optional(),
  resize: z.enum(['grow', 'both', 'none', 'unknown']).optional(),
  /** A documented cap. Everything else is measured on the box and never carried from one platform to another. */
  inodes: z.union([z.number().int().positive(), z.enum(['none', 'undocumented', 'host-dependent'])]),
  /** How far it reaches: what must be the same for two boxes to see the same bytes. */
  scope: z.enum([
    'instance',
    'machine',
    'zone',
    'region',
    'datacenter',
    'cluster',
    'team',
    'account',
    'job',
    'session',
  ]),
  shared: tri,
  /** Can be had only when the box is created. */
  'at-create': z.boolean().optional(),
  /** May be absent; the audit finds out. */
  optional: z.boolean().optional(),
  /** Takes the same path as these: a box has one of them. */
  'instead-of': z.array(identifier).optional(),
  /** Holds a copy of nothing that is on these tiers (a snapshot that leaves a mount out). */
  excludes: z.array(identifier).optional(),
  meter: identifier.optional(),
  survival: z.partialRecord(z.enum(EVENTS), Outcome),
  ...stamp,
});

export type Tier = z.output<typeof Tier>;

const tier = identifier;
const durableBase = { ...stamp, 'when-absent': z.enum(['pull', 'cloud-sync', 'refuse']).optional() };

/** Where a run's artifacts outlive its box. A strategy, because on half of the platforms it is no path. */
export const Durable = z.discriminatedUnion('strategy', [
  mapping({ strategy: z.literal('path'), tier, path: boxPath, ...durableBase }),
  mapping({ strategy: z.literal('volume-at-create'), tier, path: boxPath, ...durableBase }),
  mapping({ strategy: z.literal('scheduler-fs'), tier, path: boxPath, ...durableBase }),
  mapping({
    strategy: z.literal('pvc'),
    tier,
    path: boxPath,
    access: z.enum(['one-node', 'many-nodes', 'unknown']),
    ...durableBase,
  }),
  mapping({
    strategy: z.literal('drive'),
    tier,
    path: boxPath,
    'flushed-within': duration,
    ...durableBase,
  }),
  mapping({ strategy: z.literal('platform-output'), tier, path: boxPath, ...durableBase }),
  /** Nothing on the box lasts: copies leave it while the job runs. */
  mapping({
    strategy: z.literal('off-box'),
    via: z.array(z.enum(['pull', 'cloud-sync', 'copy'])).min(1),
    ...stamp,
  }),
]);

const glob = z
  .string()
  .max(200)
  .refine(
    (value) => !value.startsWith('/') && !value.startsWith('~') && !value.split('/').includes('..'),
    'must stay below its tier',
  )
  .refine((value) => !/^[.*/]*$/.test(value), 'would match everything');

/** What may be deleted after success. Globs below one tier, never a directory of its own: a prune must not empty a tier. */
export const Scratch = mapping({ under: identifier, delete: z.array(glob).min(1), ...stamp });

/** The file a resume starts from; never pruned, whatever `scratch` says. */
export const resumeAnchors = z.array(glob);
