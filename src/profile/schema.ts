import { z } from 'zod';
import { mapping } from '../strict-yaml/mapping.ts';
import { Detach, Drive, Spot, Ssh } from './schema/access.ts';
import { Clock } from './schema/clocks.ts';
import { Environment, Hook, Network, Overrides } from './schema/environment.ts';
import { Gotcha, Surface } from './schema/gotchas.ts';
import { Meter } from './schema/meters.ts';
import { Rent } from './schema/rent.ts';
import { identifier, Source, text } from './schema/stamp.ts';
import { Durable, resumeAnchors, Scratch, Tier } from './schema/storage.ts';
import { Teardown, Verb } from './schema/verbs.ts';

export type { Clock } from './schema/clocks.ts';
export type { Gotcha } from './schema/gotchas.ts';
export type { Stamp } from './schema/stamp.ts';
export type { Tier } from './schema/storage.ts';
export type { Verb } from './schema/verbs.ts';

/** A platform's facts. What cannot be said here belongs to a driver; what can, never does. */
export const ProfileSchema = mapping({
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
  sources: z.record(identifier, Source),
  rent: Rent.describe('Ways in, what a person must do, what is fixed at creation, how a box is found again.'),
  ssh: Ssh.nullable().describe('How a box is reached, and which events change its address. null: no SSH.'),
  environment: Environment.describe('What is installed, and what must not be replaced.'),
  tiers: z.array(Tier).min(1).describe('Every place that holds data, and what each event leaves of it.'),
  durable: Durable.describe('Where artifacts outlive the box.'),
  scratch: Scratch.optional().describe('What may be deleted after a verified success.'),
  'resume-anchors': resumeAnchors
    .optional()
    .describe('Globs of the files a resume starts from; never pruned.'),
  meters: z.array(Meter).describe('Everything that costs money while it exists.'),
  verbs: z
    .array(Verb)
    .describe(
      'What can be done to a box: which meters it stops, which tiers it destroys, whether it can be undone, how it is proven.',
    ),
  teardown: Teardown.describe(
    'Which verb pauses, which verbs in which order end everything, what only looks like a stop.',
  ),
  clocks: z
    .array(Clock)
    .describe('Timers that destroy data or cost money. All are shown before the first cent is spent.'),
  spot: Spot.describe('How boxes are taken away, and with what warning.'),
  detach: Detach.describe('What detached work survives, and how its end shows.'),
  network: Network.describe('Egress, ports, mirrors.'),
  hooks: z.array(Hook).describe('Shell lines around work, with their way back.'),
  overrides: Overrides.describe(
    'Paths and variables. Absent or null: nothing said. "": deliberately none. Else the value.',
  ),
  gotchas: z
    .array(Gotcha)
    .describe('Symptom, cause and fix of what goes wrong here, with the line it shows by.'),
  surface: Surface.describe('What a person is told up front, besides the clocks.'),
});

export type Profile = z.output<typeof ProfileSchema>;
