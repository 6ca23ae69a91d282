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
  WORST_FIRST.find((verdict) =>
    [files, sets].some((list) => list.some((each) => each.verdict === verdict)),
  ) ?? 'inconclusive';

export const countsOf = (files: readonly FileVerdict[]): Record<Verdict, number> => {
  const count = (verdict: Verdict) => files.filter((each) => each.verdict === verdict).length;
  return {
    pass: count('pass'),
    'pass-degraded': count('pass-degraded'),
    inconclusive: count('inconclusive'),
    fail: count('fail'),
  };
};

/**
 * A `VerifyDocument` as JSON, piece by piece: the whole text of a hundred thousand files would take as much memory as all of their
 * verdicts. A piece never ends inside a name or a text.
 */
export function* verifyDocument(verdicts: TreeVerdict): Generator<string> {
  const { files, sets } = verdicts;
  const head: Omit<VerifyDocument, 'files' | 'sets'> = {
    verifierVersion: VERIFIER_VERSION,
    verdict: worstOf(verdicts),
    counts: countsOf(files),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`;
  yield* listed(files);
  yield '],"sets":[';
  yield* listed(sets);
  yield ']}';
}

function* listed(verdicts: readonly FileVerdict[]): Generator<string> {
  for (const [index, verdict] of verdicts.entries())
    yield `${index === 0 ? '' : ','}${JSON.stringify(documented(verdict))}`;
}

function documented({ table: _table, requests: _requests, ...verdict }: FileVerdict): DocumentedVerdict {
  return verdict;
}

/** Files and sets with the worst first, each kind in its own order. */
export const worstFirst = ({ files, sets }: TreeVerdict): FileVerdict[] =>
  WORST_FIRST.flatMap((verdict) => [...files, ...sets].filter((each) => each.verdict === verdict));
