import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { byFolder, inFolder, nameIn, type Tree } from '../contract/tree.ts';

/** A number of five to seven digits; eight are a date. */
const SHARD = /^(.*?)([0-9]{5,7})(\.tar(?:\.gz|\.zst)?)$/;
const NAMES_SHOWN = 5;
const MOST_MISSING = 10_000;

/** Shards of one WebDataset, numbered `{000000..N}`. How many there should be, nothing in them says. */
export const webdatasetShards: SetKind = {
  name: 'webdataset-shards',
  proves: 'the numbers of the shards begin at 0 and leave none out; whether more should follow, no file says',

  find(tree: Tree): FoundSet[] {
    const sets: FoundSet[] = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const stems = new Map<string, string[]>();
      for (const { path } of files) {
        const [, stem, digits, end] = SHARD.exec(nameIn(path)) ?? [];
        if (stem === undefined || digits === undefined) continue;
        const key = `${stem}${'0'.repeat(digits.length)}${end}`;
        stems.set(key, [...(stems.get(key) ?? []), path]);
      }
      for (const [key, members] of stems) {
        if (members.length < 2) continue;
        const root = inFolder(folder, key);
        sets.push({ root, parts: [], members, examine: async (subject) => holdTogether(subject, members) });
      }
    }
    return sets;
  },
};

function holdTogether(subject: SetSubject, members: readonly string[]) {
  const verdicts = members.flatMap((path) => subject.verdictOf(path) ?? []);
  // Archives that merely have numbers in their names are none of our business.
  if (verdicts.some(({ format }) => format === 'webdataset')) judge(subject, members);
  const rows = verdicts.reduce((sum, { facts }) => sum + (facts.rows ?? 0), 0);
  if (rows > 0) subject.facts.rows = rows;
  return { reaches: 'L2' as const, checksummed: true };
}

function judge({ findings, verdictOf }: SetSubject, members: readonly string[]): void {
  const numbers = members.map((path) => Number(SHARD.exec(nameIn(path))?.[2]));
  const present = new Set(numbers);
  const last = Math.max(...numbers);
  const absent: number[] = [];
  for (let no = 0; no < last && absent.length < MOST_MISSING; no += 1) if (!present.has(no)) absent.push(no);
  if (absent.length > 0)
    findings.fail('L2', 'shard-missing', 'the numbers of the shards have gaps', {
      expected: `0 to ${last}`,
      found: `no shard ${absent.slice(0, NAMES_SHOWN).join(', ')}`,
    });
  const shapes = new Map<string, string>();
  for (const path of members) {
    const shape = verdictOf(path)?.facts.scalars['extensions'];
    if (typeof shape === 'string') shapes.set(shape, path);
  }
  if (shapes.size < 2) return;
  const found = [...shapes].slice(0, 3).map(([shape, path]) => `${nameIn(path)}: ${shape}`);
  findings.note('L2', 'samples-differ', 'not every shard has the same kind of samples', {
    found: found.join('; ').slice(0, 200),
  });
}
