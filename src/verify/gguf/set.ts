import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { byFolder, inFolder, nameIn, type Tree } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';

const SPLIT = /^(.*)-([0-9]{5})-of-([0-9]{5})\.gguf$/;
const NAMES_SHOWN = 5;

/** One model cut into several GGUF files, as llama.cpp's splitter and the `gguf` package name and mark them. */
export const ggufSplit: SetKind = {
  name: 'gguf-split',
  proves:
    'every number of `-00001-of-0000N.gguf` is there; each file says the number and count of its name; together they hold as many tensors as each says, none twice',

  find(tree: Tree): FoundSet[] {
    const sets: FoundSet[] = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const stems = new Map<string, string[]>();
      for (const { path } of files) {
        const stem = SPLIT.exec(nameIn(path))?.[1];
        if (stem !== undefined) stems.set(stem, [...(stems.get(stem) ?? []), path]);
      }
      for (const [stem, members] of stems) {
        const name = `${stem}-*.gguf`;
        sets.push({
          root: inFolder(folder, name),
          parts: [],
          members,
          async examine(subject) {
            mustBeComplete(subject, members);
            holdTogether(subject, members);
            return { reaches: 'L3', checksummed: true };
          },
        });
      }
    }
    return sets;
  },
};

const numbersIn = (path: string): { no: number; of: number } => {
  const [, , no, of] = SPLIT.exec(nameIn(path)) ?? [];
  return { no: Number(no), of: Number(of) };
};

function mustBeComplete({ findings }: SetSubject, members: readonly string[]): void {
  const numbers = members.map(numbersIn);
  const totals = [...new Set(numbers.map(({ of }) => of))];
  if (totals.length > 1) {
    findings.fail('L2', 'shards-mixed', 'files of two different splits lie together', {
      found: totals.map((of) => `-of-${of}`).join(', '),
    });
    return;
  }
  const [of = 0] = totals;
  const present = new Set(numbers.map(({ no }) => no));
  const absent = Array.from({ length: of }, (_none, i) => i + 1).filter((no) => !present.has(no));
  if (absent.length === 0 && present.size === of) return;
  findings.fail('L2', 'shard-missing', `not exactly the ${of} files of the split are there`, {
    expected: `1 to ${of}`,
    found:
      absent.length === 0 ? `${present.size} files` : `no file ${absent.slice(0, NAMES_SHOWN).join(', ')}`,
  });
}

/** What each file says of itself, and of the whole. */
function holdTogether({ findings, verdictOf, table, keys }: SetSubject, members: readonly string[]): void {
  const holders = new Map<string, string>();
  const declared = new Set<number>();
  let allRead = true;
  for (const path of members) {
    const verdict = verdictOf(path);
    if (verdict?.format !== 'gguf' || verdict.level < 'L2') {
      // Its own reasons tell why.
      allRead = false;
      continue;
    }
    const { no, of } = numbersIn(path);
    const scalars = verdict.facts.scalars;
    const says = (key: string, expected: number) => {
      if (scalars[key] === expected) return;
      findings.fail('L2', 'split-disagrees', 'is not the part of the split that its name says', {
        file: path,
        expected: `${key} ${expected}`,
        found: String(scalars[key] ?? 'no such key'),
      });
    };
    says('split.no', no - 1);
    says('split.count', of);
    const inAll = scalars['split.tensors.count'];
    declared.add(typeof inAll === 'number' ? inAll : Number.NaN);
    for (const row of verdict.table ?? []) {
      const before = holders.get(row.name);
      if (before !== undefined)
        findings.fail('L2', 'tensor-twice', `${quoted(row.name)} is in two files`, {
          file: path,
          found: before,
        });
      holders.set(row.name, path);
      table.add(row);
      keys.addTensor(row.name, row.name);
    }
  }
  const [inAll] = declared;
  if (!allRead || (declared.size === 1 && inAll === holders.size)) return;
  const what = 'the files do not hold the tensors that they say they hold together';
  findings.fail('L2', 'tensor-missing', what, {
    expected: `split.tensors.count ${[...declared].join(' and ')}`,
    found: `${holders.size} tensors`,
  });
}
