import { type FileVerdict, VERIFIER_VERSION, type Verdict } from '../verify/contract/verdict.ts';
import type { TreeVerdict } from '../verify/engine/verify-tree.ts';

const WORST_FIRST: readonly Verdict[] = ['fail', 'inconclusive', 'pass-degraded', 'pass'];

/** What `verify --json` prints: the same bytes for the same files, so no durations and nothing of this machine. */
export interface VerifyDocument {
  verifierVersion: number;
  /** The worst of all files and sets. */
  verdict: Verdict;
  /** Files by verdict; sets are not counted. */
  counts: Record<Verdict, number>;
  files: DocumentedVerdict[];
  sets: DocumentedVerdict[];
}

/** Tables of tensors have a page and commands of their own; in how many reads a file was taken depends on the machine. */
export type DocumentedVerdict = Omit<FileVerdict, 'table' | 'requests'>;

/** Of nothing at all nothing is proven. */
export const worstOf = ({ files, sets }: TreeVerdict): Verdict =>
  WORST_FIRST.find((verdict) => [...files, ...sets].some((each) => each.verdict === verdict)) ??
  'inconclusive';

export const countsOf = (files: readonly FileVerdict[]): Record<Verdict, number> => {
  const count = (verdict: Verdict) => files.filter((each) => each.verdict === verdict).length;
  return {
    pass: count('pass'),
    'pass-degraded': count('pass-degraded'),
    inconclusive: count('inconclusive'),
    fail: count('fail'),
  };
};

export function verifyDocument(verdicts: TreeVerdict): VerifyDocument {
  const { files, sets } = verdicts;
  return {
    verifierVersion: VERIFIER_VERSION,
    verdict: worstOf(verdicts),
    counts: countsOf(files),
    files: files.map(documented),
    sets: sets.map(documented),
  };
}

function documented({ table: _table, requests: _requests, ...verdict }: FileVerdict): DocumentedVerdict {
  return verdict;
}

/** Files and sets with the worst first, each kind in its own order. */
export const worstFirst = ({ files, sets }: TreeVerdict): FileVerdict[] =>
  WORST_FIRST.flatMap((verdict) => [...files, ...sets].filter((each) => each.verdict === verdict));
