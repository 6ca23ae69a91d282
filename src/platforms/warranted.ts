import type { Warrant } from '../lease/warrant.ts';
import { Problem } from '../problem.ts';

/** First line of every driver's `carryOut`: the warrant must name this box and this verb. */
export function refuseWithout(warrant: Warrant, boxId: string, verb: string): void {
  if (warrant.permits(boxId, verb)) return;
  throw new Problem({
    code: 'not-warranted',
    kind: 'refused',
    what: `The warrant of ${warrant.lease} is not for "${verb}" of ${boxId}; it allows ${warrant.verbs.join(', ') || 'nothing'}.`,
    next: 'Approve exactly this release; a warrant cannot be used for another box or verb.',
  });
}
