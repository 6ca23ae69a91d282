import { secondsBetween } from '../clock.ts';
import type { Lease } from './run.ts';

/**
 * How long the intent of a process that is silent stays its own. Longer than a create may take, so that two processes
 * never send one each; the platforms do not refuse a second box of one name.
 */
const CLAIM_SECONDS = 120;

/** A create is sent at most so long after the claim was written; later somebody else may have taken over. */
const CLAIM_FRESH_SECONDS = 60;

export type MayCreate =
  | { now: 'create' }
  /** The claim changes hands, or is renewed, in the ledger first. */
  | { now: 'claim' }
  /** Somebody else's create may be under way: nothing is sent before its time is over and its box was looked for. */
  | { now: 'wait'; seconds: number; claimedSecondsAgo: number };

/**
 * Whose create of an intent may leave: the rule behind "never two boxes".
 *
 * @param claim of the process that asks
 * @param unique whether the platform refuses a second box of one name by itself
 */
export function mayCreate(
  { claim: held, intent }: Pick<Lease, 'claim' | 'intent'>,
  claim: string,
  now: Date,
  unique: boolean,
): MayCreate {
  // To attach again is the same attachment.
  if (unique || intent.attach !== undefined) return { now: 'create' };
  const age = secondsBetween(new Date(held.at), now);
  if (held.by === claim) return age > CLAIM_FRESH_SECONDS ? { now: 'claim' } : { now: 'create' };
  if (age >= CLAIM_SECONDS) return { now: 'claim' };
  return {
    now: 'wait',
    // A claim of a clock that is ahead keeps nobody waiting for longer than a claim lasts.
    seconds: Math.min(CLAIM_SECONDS - age + 1, CLAIM_SECONDS),
    claimedSecondsAgo: Math.max(0, age),
  };
}
