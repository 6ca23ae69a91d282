import { type FileVerdict, VERIFIER_VERSION, type Verdict } from '../verify/contract/verdict.ts';
import { countsOf, type ToldVerdicts, WORST_FIRST } from '../verify/contract/verdicts.ts';

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
export function worstOf({ files, sets }: ToldVerdicts): Verdict {
  const counts = [countsOf(files), countsOf(sets)];
  return WORST_FIRST.find((verdict) => counts.some(({ of }) => of[verdict] > 0)) ?? 'inconclusive';
}

/**
 * A `VerifyDocument` as JSON, piece by piece: the whole text of a hundred thousand files would take as much memory as all of their
 * verdicts. A piece never ends inside a name or a text.
 */
export function* verifyDocument(verdicts: ToldVerdicts): Generator<string> {
  const { files, sets } = verdicts;
  const head: Omit<VerifyDocument, 'files' | 'sets'> = {
    verifierVersion: VERIFIER_VERSION,
    verdict: worstOf(verdicts),
    counts: countsOf(files).of,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"files":[`;
  yield* listed(files);
  yield '],"sets":[';
  yield* listed(sets);
  yield ']}';
}

function* listed(verdicts: Iterable<FileVerdict>): Generator<string> {
  let before = '';
  for (const verdict of verdicts) {
    yield `${before}${JSON.stringify(documented(verdict))}`;
    before = ',';
  }
}

function documented({ table: _table, requests: _requests, ...verdict }: FileVerdict): DocumentedVerdict {
  return verdict;
}

/** Files and sets with the worst first, each kind in its own order. */
export function worstFirst({ files, sets }: ToldVerdicts): FileVerdict[] {
  const all = [...files, ...sets];
  return WORST_FIRST.flatMap((verdict) => all.filter((each) => each.verdict === verdict));
}
