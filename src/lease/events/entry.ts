import type { Lease, Run } from '../run.ts';
import type { Fields, Flat, Of, Shape } from './shape.ts';

export interface EventBase {
  /** Position in the run, from 0. Given by the ledger. */
  seq: number;
  /** ISO 8601, UTC, by the writer's clock. */
  at: string;
  /** Who wrote it: `github:<run id>.<attempt>` or `user@host`. */
  by: string;
}

export type Body<Type extends string, F extends Fields> = Flat<{ type: Type } & Of<F>>;

/** Why an event changes nothing where it stands; `undefined` where it does what it says. */
export type Ignored = string | undefined;

/** The platform of a lease, as its intent says it; `undefined` where the record has none. */
export type PlatformOf = (lease: string) => string | undefined;

/** A run whose first event was written. */
export interface Opened extends Run {
  opened: NonNullable<Run['opened']>;
}

/** All that there is to know of a type of event, as its entry in the table tells it. */
interface Told<Type extends string, F extends Fields, About extends unknown[]> {
  /** It cannot be known without the box having answered. */
  isSight?: true;
  /**
   * What it does, in place. Entries write `: Ignored` out: the types of a run follow from the table, so the compiler must not
   * have to read a rule to know what the table is.
   */
  apply(...about: [...About, event: Body<Type, F> & EventBase]): Ignored;
  /** A few words for the subject of a commit. A log that may be public names nobody. */
  subject(event: Body<Type, F>, platformOf: PlatformOf): string;
  /** A sentence for `log` and the report. */
  sentence(event: Body<Type, F>): string;
}

/** An entry for whoever does not know which: every event that is handed to it has passed its shape. */
export interface Entry<Type extends string = string, F extends Fields = Fields> {
  type: Type;
  shape: F;
  isSight?: true;
  apply(run: Run, event: EventBase): Ignored;
  subject(event: EventBase, platformOf: PlatformOf): string;
  sentence(event: EventBase): string;
}

/** An event that may stand where no run was opened yet. */
export const ofRecord = <Type extends string, F extends Fields>(
  type: Type,
  shape: F,
  told: Told<Type, F, [run: Run]>,
): Entry<Type, F> => ({ ...(told as unknown as Entry<Type, F>), type, shape });

export const ofRun = <Type extends string, F extends Fields>(
  type: Type,
  shape: F,
  told: Told<Type, F, [run: Opened]>,
): Entry<Type, F> =>
  ofRecord(type, shape, {
    ...told,
    apply: (run, event): Ignored => whyNot(run) ?? told.apply(run as Opened, event),
  });

/** An event that is about one lease alone. */
export const ofLease = <Type extends string, F extends Fields & { lease: Shape<string> }>(
  type: Type,
  shape: F,
  told: Told<Type, F, [run: Opened, lease: Lease]>,
): Entry<Type, F> =>
  ofRun(type, shape, {
    ...told,
    apply(run, event): Ignored {
      const { lease: named } = event as unknown as { lease: string };
      const lease = run.leases.find(({ name }) => name === named);
      return lease ? told.apply(run, lease, event) : `no lease ${named}`;
    },
  });

/** Why no event but the first may stand here. */
export function whyNot(run: Run): Ignored {
  if (!run.opened) return 'the run was never opened';
  return run.closed ? 'the run is closed' : undefined;
}
