import { z } from 'zod';
import { mapping } from '../../strict-yaml/mapping.ts';
import { EVENTS } from '../survival.ts';
import { RESOURCES } from './meters.ts';
import { duration, identifier, stamp, text } from './stamp.ts';

const Confirm = mapping({
  /** What is asked, and of whom: `GET /v2/pods/{id}`. */
  ask: text,
  /** The answers that prove it; an acknowledgement of the call is never one of them. */
  proof: z.array(text).min(1),
  /** Least time between the two sightings that prove it; a list that lags may show an old state for as long. Default 1 min. */
  apart: duration.optional(),
  /** A bound, always: whatever has not been proven by then is a debt. */
  within: duration.refine((value) => value.seconds > 0, 'must be more than nothing'),
});

/** `until`: can be undone, and then no longer; the clock says what happens at that moment. */
const Reversible = z.union([
  z.enum(['yes', 'no', 'unknown']),
  mapping({ until: duration, clock: identifier.optional() }),
]);

export const Verb = mapping({
  id: identifier,
  /** The platform's own word for it. */
  native: text.optional(),
  resource: z.enum(RESOURCES),
  /** What it is to the box's storage. Without one, it touches only the tiers in `destroys`. */
  event: z.enum(EVENTS).optional(),
  /** Must have been carried out and proven before. */
  after: z.array(identifier).optional(),
  stops: z.array(identifier),
  /** Meters that run on, or begin, once this is done. */
  leaves: z.array(identifier),
  /** Tiers; must agree with what the tiers say about `event`, so that a slip in either is found. */
  destroys: z.array(identifier),
  reversible: Reversible,
  /** What can keep an undo from working, although the verb is reversible. */
  catch: text.optional(),
  surface: z.enum(['api', 'cli', 'ssh', 'kubectl', 'console', 'automatic', 'none']),
  call: text.optional(),
  /** For a person: where to click, or what to do when there is no surface of any kind. */
  console: text.optional(),
  confirm: Confirm.optional(),
  ...stamp,
});
export type Verb = z.output<typeof Verb>;

export const Teardown = mapping({
  /** Ends the GPU meter in the ordinary course. */
  'gpu-stop': identifier.nullable(),
  /** Reversible, keeps the durable tier, stops every GPU meter; `null` where the platform has none. */
  park: identifier.nullable(),
  /** Why there is no park, or what a longer pause needs. Shown to whoever asks to park. */
  'park-note': text.optional(),
  /** In this order everything ends. A plan takes the ones that the held resources need. */
  zero: z.array(identifier),
  /** Looks like a stop and is none. */
  never: z.array(mapping({ what: text, why: text, ...stamp })),
});
