import type { FileVerdict, Reason, Verdict } from '../../src/verify/contract/verdict.ts';
import { isWholeAsTold } from '../../src/verify/contract/verdict.ts';

/** `whole`: degraded for nothing but that the format has no checksum. */
export interface Standing {
  verdict: Verdict | 'whole';
  /** Those that made it no better, each with its file. */
  reasons: readonly Reason[];
}

const WORST_FIRST: readonly Verdict[] = ['fail', 'inconclusive', 'pass-degraded', 'pass'];

/** What a person goes by who looks at all of these. */
export function standingOf(verdicts: readonly FileVerdict[]): Standing {
  const verdict = WORST_FIRST.find((each) => verdicts.some((one) => one.verdict === each)) ?? 'inconclusive';
  const of = verdicts.filter((one) => one.verdict === verdict);
  const severity = verdict === 'pass-degraded' ? 'degraded' : verdict;
  const reasons = of.flatMap((one) =>
    one.reasons
      .filter((reason) => reason.severity === severity)
      .map((reason) => ({ ...reason, file: reason.file ?? one.label })),
  );
  const isWhole = verdict === 'pass-degraded' && of.every(isWholeAsTold);
  return { verdict: isWhole ? 'whole' : verdict, reasons };
}

const RANK = { pass: 0, whole: 0, 'pass-degraded': 1, inconclusive: 2, fail: 3 } as const;

/** A worse verdict than the healthy one has, or a doubt that it has not: what a damage must lead to so that somebody sees it. */
export function isSeenBeside(damaged: Standing, healthy: Standing): boolean {
  if (RANK[damaged.verdict] !== RANK[healthy.verdict]) return RANK[damaged.verdict] > RANK[healthy.verdict];
  const known = new Set([...WANTS_PROOF, ...healthy.reasons.map(({ code }) => code)]);
  return damaged.reasons.some(({ code }) => !known.has(code));
}

/** What is said of a file whose format cannot vouch for its bytes, or not for all of them. */
const WANTS_PROOF: ReadonlySet<string> = new Set(['no-checksum', 'no-digest', 'no-end-mark', 'text-only']);

export const vouchesForItself = ({ verdict, reasons }: Standing): boolean =>
  (verdict === 'pass' || verdict === 'pass-degraded') && !reasons.some(({ code }) => WANTS_PROOF.has(code));
