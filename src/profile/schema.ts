import { z } from 'zod';
import { Detach, Drive, Spot, Ssh } from './schema/access.ts';
import { Clock } from './schema/clocks.ts';
import { Environment, Hook, Network, Overrides } from './schema/environment.ts';
import { Gotcha, Surface } from './schema/gotchas.ts';
import { Meter } from './schema/meters.ts';
import { Rent } from './schema/rent.ts';
import { identifier, Source, sourceTag, text } from './schema/stamp.ts';
import { Durable, resumeAnchors, Scratch, Tier } from './schema/storage.ts';
import { Teardown, Verb } from './schema/verbs.ts';

export type { Clock } from './schema/clocks.ts';
export type { Gotcha } from './schema/gotchas.ts';
export type { Meter } from './schema/meters.ts';
export type { Stamp } from './schema/stamp.ts';
export type { Tier } from './schema/storage.ts';
export type { Verb } from './schema/verbs.ts';

/** A platform's facts. What cannot be said here belongs to a driver; what can, never does. */
export const ProfileSchema = z.strictObject({
  /** Raised when a meaning changes. */
  schema: z.literal(1),
  id: identifier,
  name: text,
  'native-name': text.optional(),
  family: identifier.optional(),
  kind: z.enum([
    'loopback',
    'attached',
    'rental',
    'marketplace',
    'cloud',
    'scheduler',
    'kubernetes',
    'notebook',
  ]),
  /** Who does what: `full` = the program rents and releases, `attach` = a person does, `instructions` = we only explain. */
  automation: z.enum(['full', 'attach', 'scheduler', 'cluster', 'batch', 'instructions']),
  status: z.enum(['supported', 'experimental', 'draft']),
  drive: Drive,
  sources: z.record(sourceTag, Source),
  rent: Rent,
  ssh: Ssh.nullable(),
  environment: Environment,
  tiers: z.array(Tier).min(1),
  durable: Durable,
  scratch: Scratch.optional(),
  'resume-anchors': resumeAnchors.optional(),
  meters: z.array(Meter),
  verbs: z.array(Verb),
  teardown: Teardown,
  clocks: z.array(Clock),
  spot: Spot,
  detach: Detach,
  network: Network,
  hooks: z.array(Hook),
  overrides: Overrides,
  gotchas: z.array(Gotcha),
  surface: Surface,
});

export type Profile = z.output<typeof ProfileSchema>;
