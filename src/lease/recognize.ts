import { matchGotchas } from '../profile/gotcha-match.ts';
import type { Gotcha, Profile } from '../profile/schema.ts';
import type { EventBody } from './events.ts';
import type { Lease, Run } from './run.ts';

/** A text that came of a lease, and what it is of. */
export interface TextOfLease {
  in: NonNullable<Gotcha['match']>[number]['in'];
  text: string;
  /** The cell whose log it is. */
  cell?: string;
}

/** Something that the lease's platform is known for. */
export interface Recognized {
  event: Extract<EventBody, { type: 'recognized' }>;
  /** The line that shows it. It is not recorded: a stranger wrote it. */
  line: string;
}

/**
 * What in these texts is known of the platform, as its profile tells it, and was not recognised on this lease before.
 * @param isPast whether what stands after a line shows that the work went on past it; default: never
 */
export function recognize(
  { run, lease }: { run: Pick<Run, 'recognized'>; lease: Pick<Lease, 'name'> },
  profile: Profile,
  texts: readonly TextOfLease[],
  isPast: (after: string) => boolean = () => false,
): Recognized[] {
  const found = new Map<string, Recognized>();
  for (const { in: stream, text, cell } of texts) {
    for (const { gotcha, line } of matchGotchas(profile, stream, text)) {
      const { id, cause, fix } = gotcha;
      if (found.has(id) || run.recognized.has(keyOf(lease.name, id))) continue;
      if (isPast(text.slice(text.lastIndexOf(line) + line.length))) continue;
      const of = cell === undefined ? {} : { cell };
      found.set(id, { event: { type: 'recognized', lease: lease.name, ...of, id, cause, fix }, line });
    }
  }
  return [...found.values()];
}

/** Of what is said once for a lease. */
export const keyOf = (lease: string, id: string): string => `${lease}:${id}`;

/** As a person hears of it at once. */
export const wordsOfRecognized = ({ event: { lease, cell, id, cause, fix }, line }: Recognized): string =>
  `${cell ?? lease}: known of this platform (${id}): ${cause} ${fix} By this line: ${line.trim().slice(0, 300)}`;
