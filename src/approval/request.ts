import type { Approved } from '../lease/events.ts';
import { costing, type Lease, type Run } from '../lease/run.ts';
import { standingFor } from '../lease/standing.ts';
import type { PlannedVerb, Step } from '../lease/step.ts';
import type { Teardown } from '../lease/teardown.ts';
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

/** What somebody typed, who it was, and how that is known. */
export interface Answer {
  typed: string;
  person: string;
  via: Approved['via'];
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

/** Every word must be right; blanks between them do not matter. */
export const isPhrase = (typed: string, phrase: string): boolean =>
  typed.trim().replace(/\s+/g, ' ') === phrase;

/**
 * A typed phrase becomes an approval of exactly what was shown. Every word must be right: a phrase for another lease or
 * another seal is refused with what was expected.
 */
export function approveByPhrase(
  run: Run,
  request: ApprovalRequest,
  { typed, person, via }: Answer,
  now: Date,
): Approved {
  if (!isPhrase(typed, request.phrase)) {
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

/** A word given in advance, written down as the approval of exactly this release; nothing where none covers it any more. */
export function approveByStanding(
  teardown: Teardown,
  step: Extract<Step, { do: 'approve-standing' }>,
  now: Date,
): Approved[] {
  const { run, lease } = teardown;
  const standing = standingFor(teardown, now);
  if (!standing || run.seal?.seal !== step.seal) return [];
  const validUntil = Math.min(now.getTime() + VALID_HOURS * 3_600_000, Date.parse(standing.expiresAt));
  return [
    {
      type: 'approved',
      binds: step.seal,
      goal: 'release',
      lease: lease.name,
      verbs: step.verbs,
      person: standing.person,
      via: 'standing',
      expiresAt: new Date(validUntil).toISOString(),
    },
  ];
}
