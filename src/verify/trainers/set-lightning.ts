import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { nameIn, type Tree } from '../contract/tree.ts';

const EPOCH = /(?:^|[-_])epoch=([0-9]+)(?=[-_.]|$)/;
const STEP = /(?:^|[-_])step=([0-9]+)(?=[-_.]|$)/;

/** A file that Lightning named for its epoch and step, `epoch=1-step=6.ckpt`: a set of one, because only names say so. */
export const lightningCheckpoint: SetKind = {
  name: 'lightning-checkpoint',
  proves: 'epoch and step of the file’s name are those of its contents',

  find: (tree: Tree): FoundSet[] =>
    tree.files
      .map(({ path }) => path)
      .filter((path) => path.endsWith('.ckpt') && (EPOCH.test(nameIn(path)) || STEP.test(nameIn(path))))
      .map((path) => ({
        root: path,
        parts: [],
        members: [path],
        examine: async (subject) => examine(subject, path),
      })),
};

function examine({ findings, facts, verdictOf }: SetSubject, path: string) {
  const inside = verdictOf(path);
  const compare = (what: 'epoch' | 'step', pattern: RegExp) => {
    const named = pattern.exec(nameIn(path))?.[1];
    const found = inside?.facts[what];
    if (found !== undefined) facts[what] = found;
    // What could not be read has its own reason already.
    if (named === undefined || inside === undefined || !inside.verdict.startsWith('pass')) return;
    if (found !== Number(named))
      findings.fail('L3', `${what}-disagrees`, `is named for another ${what} than it holds`, {
        file: path,
        expected: named,
        found: found === undefined ? 'none' : String(found),
      });
  };
  compare('epoch', EPOCH);
  compare('step', STEP);
  return { reaches: 'L3' as const, checksummed: true };
}
