import { BEGIN_EVENTS } from './events/begin.ts';
import { BOX_EVENTS } from './events/box.ts';
import { CELL_EVENTS } from './events/cell.ts';
import { DATA_EVENTS } from './events/data.ts';
import type { Body, Entry, EventBase, PlatformOf } from './events/entry.ts';
import { KEPT_EVENTS } from './events/kept.ts';
import { MENDED_EVENTS } from './events/mended.ts';
import { TELLING_EVENTS } from './events/notice.ts';
import { RELEASE_EVENTS } from './events/release.ts';
import { RENT_EVENTS } from './events/rent.ts';
import { RUN_EVENTS } from './events/run.ts';
import { SEAL_EVENTS } from './events/seal.ts';
import { fields, number, text } from './events/shape.ts';
import { TRAFFIC_EVENTS } from './events/traffic.ts';

/**
 * Everything that can stand in a ledger: the shape of each type of event, what it does to a run, and its words. Facts about what
 * was decided, done or seen; no secret, no log text, no endpoint.
 */
const TABLE = [
  ...RUN_EVENTS,
  ...RENT_EVENTS,
  ...BEGIN_EVENTS,
  ...DATA_EVENTS,
  ...BOX_EVENTS,
  ...CELL_EVENTS,
  ...KEPT_EVENTS,
  ...MENDED_EVENTS,
  ...SEAL_EVENTS,
  ...RELEASE_EVENTS,
  ...TRAFFIC_EVENTS,
  ...TELLING_EVENTS,
] as const;

type BodyOf<E> = E extends Entry<infer Type, infer F> ? Body<Type, F> : never;
export type EventBody = BodyOf<(typeof TABLE)[number]>;
export type NewEvent = EventBody & { at: string; by: string };
export type LedgerEvent = EventBody & EventBase;

/** As a record holds it. */
export type EventOf<Type extends EventBody['type']> = Extract<EventBody, { type: Type }> & EventBase;
type Fact<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

export type RunOpened = Fact<'run-opened'>;
/** Which part of which sweep a run is. */
export type SweepPart = NonNullable<RunOpened['sweep']>;
/** The beginning of a run in another one. */
export type BegunFrom = Fact<'begins-from'>;
/** Another commit for a run that holds its box. */
export type BoundAnew = EventOf<'bound-anew'>;
export type SmokePassed = Fact<'smoke-passed'>;
export type Intended = Fact<'intended'>;
export type Surfaced = Fact<'surfaced'>;
export type MeterPrice = Surfaced['meters'][number];
export type NoCapacity = Fact<'no-capacity'>;
export type Started = Fact<'started'>;
export type Preempted = Fact<'preempted'>;
/** What was done about a half checkpoint before an attempt on the same disk. */
export type DiskMended = EventOf<'disk-mended'>;
export type KeptFile = Fact<'kept'>['files'][number];
/** Where kept copies lie. */
export type OnTier = Fact<'on-tier'>;
export type KeptIn = NonNullable<Fact<'kept'>['in']>;
export type KeptStored = Fact<'kept-stored'>;
export type Sealed = Fact<'sealed'>;
export type SealedIn = NonNullable<Sealed['in']>;
export type Stored = Fact<'stored'>;
/** A place in a store, and what was found there when it was read back. */
export type InStore = Omit<Stored, 'type' | 'seal'>;
export type StandingApproved = Fact<'standing-approved'>;
export type Approved = Fact<'approved'>;
export type Halted = Fact<'halted'>;
export type Continued = Fact<'continued'>;
export type Closed = Fact<'closed'>;

// By a map: the type is a stranger's word and may be "constructor".
const ENTRIES: ReadonlyMap<string, Entry> = new Map(TABLE.map((entry) => [entry.type, entry as Entry]));

/** `undefined` for a type that only a newer program knows. */
export const entryOf = ({ type }: { type: string }): Entry | undefined => ENTRIES.get(type);

const base = fields({ type: text, seq: number, at: text, by: text });

/**
 * @returns the first thing that is wrong ("`usdPerHour` is not a number"), or undefined. An event of a type that we do not know passes
 * when its base fields are right: adding a type keeps the ledger's version, and the fold lists it as ignored.
 */
export function faultOfEvent(value: unknown): string | undefined {
  const fault = base(value, 'the line');
  if (fault) return fault;
  const { type } = value as { type: string };
  return fields(ENTRIES.get(type)?.shape ?? {})(value, type);
}

/** What comes out may hold names from platforms and boxes: whoever shows it makes it visible. */
export const subjectOf = (event: LedgerEvent, platformOf: PlatformOf): string =>
  entryOf(event)?.subject(event, platformOf) ?? event.type;

export const sentenceOf = (event: LedgerEvent): string => entryOf(event)?.sentence(event) ?? event.type;
