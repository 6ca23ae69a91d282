import type { SetSubject } from './set.ts';
import { nameIn } from './tree.ts';
import type { FileVerdict } from './verdict.ts';

/**
 * A member that is broken makes its set so. One that we could not settle does only where the set is nothing without it
 * (`needs`): a tokenizer of a kind we do not read is none of our business.
 */
export function mustBeWhole(
  { findings, verdictOf }: SetSubject,
  members: readonly string[],
  needs: (name: string) => boolean,
): void {
  const bad = members.flatMap((path) => {
    const alone = verdictOf(path);
    return alone === undefined || alone.verdict.startsWith('pass') ? [] : [{ path, alone }];
  });
  // What is spoiled only by another set is told once for that set, behind the files that are bad themselves.
  const told = new Set<string>();
  for (const { path, alone } of bad.sort((a, b) => rankOf(a.alone) - rankOf(b.alone))) {
    const [first] = alone.reasons;
    const what = `a file of it is not whole: ${first?.what ?? alone.verdict}`;
    if (alone.byItself !== undefined && told.has(what)) continue;
    told.add(what);
    const file = alone.byItself === undefined ? path : (first?.file ?? path);
    const where = { file, ...(first === undefined ? {} : { found: first.code }) };
    if (alone.verdict === 'fail') findings.fail(first?.level ?? 'L2', 'member-not-whole', what, where);
    else if (needs(nameIn(path)))
      findings.inconclusive(first?.level ?? 'L2', 'member-unsettled', what, where);
  }
}

const rankOf = ({ byItself }: FileVerdict): number => (byItself === undefined ? 0 : 1);
