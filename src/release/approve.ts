import type { Approved } from '../lease/events.ts';
import type { PlannedVerb } from '../lease/next.ts';
import { costing, type Lease, type Run } from '../lease/run.ts';
import { releasePhrase } from '../lease/warrant.ts';
import { Problem } from '../problem.ts';

const VALID_HOURS = 24;

export interface ApprovalRequest {
  lease: string;
  goal: 'release' | 'abandon';
  /** The seal, or the digest of what would be lost. */
  binds: string;
  verbs: string[];
  phrase: string;
}

export const approvalRequest = (
  lease: Lease,
  goal: 'release' | 'abandon',
  binds: string,
  plan: readonly PlannedVerb[],
): ApprovalRequest => ({
  lease: lease.name,
  goal,
  binds,
  verbs: plan.map((each) => each.verb),
  phrase: releasePhrase(lease.name, binds, plan),
});

/**
 * A typed phrase becomes an approval of exactly what was shown. Every word must be right: a phrase for another lease or
 * another seal is refused with what was expected.
 */
export function approveByPhrase(
  run: Run,
  request: ApprovalRequest,
  typed: string,
  person: string,
  via: Approved['via'],
  now: Date,
): Approved {
  if (typed.trim().replace(/\s+/g, ' ') !== request.phrase) {
    throw new Problem({
      code: 'phrase-differs',
      kind: 'refused',
      what: `"${typed.trim()}" is not the phrase for this ${request.goal} of ${request.lease} (${request.verbs.join(', ')}).`,
      next: `Type exactly: ${request.phrase}`,
      costing: costing(run),
    });
  }
  return {
    type: 'approved',
    binds: request.binds,
    goal: request.goal,
    lease: request.lease,
    verbs: request.verbs,
    person,
    via,
    expiresAt: new Date(now.getTime() + VALID_HOURS * 3_600_000).toISOString(),
  };
}
