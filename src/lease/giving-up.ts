import { isUnused, type Lease, openMeters, type Run } from './run.ts';

/** What there is of a run for a person who gives it up. */
export interface GivingUp {
  /** No platform has answered for them yet: their intents are withdrawn. */
  unrented: Lease[];
  /** What is on them is lost with them: they are given up by name, once their losses were agreed to. */
  held: Lease[];
  /** Given up once, and the word ran out before its verbs were carried out: it is asked for again, of the same list. */
  lapsed: Lease[];
}

export function givingUp(run: Run, now: Date): GivingUp {
  const open = run.leases.filter((lease) => openMeters(lease).length > 0);
  return {
    unrented: run.leases.filter(({ state }) => state === 'intended'),
    held: open.filter((lease) => !wasGivenUp(lease) && !lease.boxGone && !isUnused(lease)),
    lapsed: open.filter((lease) => wasGivenUp(lease) && isLapsed(run, lease, now)),
  };
}

/** What is on it was given up by a person: it ends without a seal, by the word that lists what is lost. */
export const wasGivenUp = ({ state }: Lease): boolean => state === 'abandoned';

function isLapsed({ approvals }: Run, { name, verbsDone }: Lease, now: Date): boolean {
  const words = approvals.filter(({ lease, goal }) => lease === name && goal === 'abandon');
  return verbsDone.length === 0 && words.every(({ expiresAt }) => Date.parse(expiresAt) <= now.getTime());
}
