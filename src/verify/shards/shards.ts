import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { beside, byFolder, inFolder, nameIn, type Tree } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { mustBeWhole } from '../contract/whole-members.ts';
import { mayNotBeUnfinished } from '../read/unfinished-names.ts';
import { DTYPES, type Dtype } from '../tensor/dtype.ts';
import { parseShardIndex, type ShardIndex } from './index-file.ts';

const SHARD = /^(.*)-([0-9]{5})-of-([0-9]{5})$/;
/** Loaders of models read the index, not the names; data sets are often numbered alike and have none. */
const MODEL_STEM = /model(\.\w+)?$/;
const NAMES_SHOWN = 5;
const MOST_SHARDS = 10_000;

/**
 * Shards of one model and the index that maps tensors to them (Hugging Face's layout). Without an index the numbers in the
 * names must still be complete.
 *
 * @param ending of a shard: `.safetensors`. Its index is called `<stem><ending>.index.json`
 */
export function shardsEnding(ending: string, kind: Pick<SetKind, 'name' | 'proves'>): SetKind {
  const numbersOf = (name: string): Shard | undefined => {
    if (!name.endsWith(ending)) return undefined;
    const [, stem, no, of] = SHARD.exec(name.slice(0, -ending.length)) ?? [];
    return stem === undefined ? undefined : { name, stem, no: Number(no), of: Number(of) };
  };
  return {
    ...kind,
    find(tree: Tree): FoundSet[] {
      const sets: FoundSet[] = [];
      for (const [folder, files] of byFolder(tree.files)) {
        const names = files.map(({ path }) => nameIn(path));
        const shards = names.flatMap((name) => numbersOf(name) ?? []);
        const stems = new Set(shards.map(({ stem }) => stem));
        for (const index of names.filter((name) => name.endsWith(`${ending}.index.json`))) {
          const stem = index.slice(0, -`${ending}.index.json`.length);
          stems.delete(stem);
          sets.push(setOf(folder, index, shardsOf(stem, shards)));
        }
        for (const stem of stems)
          sets.push(setOf(folder, undefined, shardsOf(stem, shards), `${stem}-*${ending}`));
      }
      return sets;
    },
  };
}

interface Shard {
  name: string;
  stem: string;
  no: number;
  of: number;
}

const shardsOf = (stem: string, shards: readonly Shard[]): Shard[] =>
  shards.filter((each) => each.stem === stem);

function setOf(folder: string, index: string | undefined, shards: readonly Shard[], pattern = ''): FoundSet {
  const at = (name: string) => inFolder(folder, name);
  const paths = shards.map(({ name }) => at(name));
  const members = [...(index === undefined ? [] : [at(index)]), ...paths];
  return {
    root: at(index ?? pattern),
    parts: [],
    members,
    async examine(subject) {
      mayNotBeUnfinished(subject, members);
      const isModel = shards.some(({ stem }) => MODEL_STEM.test(stem));
      mustBeWhole(subject, paths, () => true);
      mustBeNumbered(subject, shards);
      if (index === undefined && isModel) {
        const what = 'nothing says which tensors these shards should hold';
        subject.findings.inconclusive('L2', 'index-missing', what, { expected: 'an index beside them' });
      }
      if (index !== undefined) await holdAgainstIndex(subject, at(index), paths);
      return { reaches: 'L3', checksummed: true };
    },
  };
}

function mustBeNumbered({ findings }: SetSubject, shards: readonly Shard[]): void {
  const totals = [...new Set(shards.map(({ of }) => of))];
  if (totals.length > 1) {
    const what = 'shards of two different sets lie together';
    findings.fail('L2', 'shards-mixed', what, { found: totals.map((of) => `-of-${of}`).join(', ') });
    return;
  }
  const [of = 0] = totals;
  const present = new Set(shards.map(({ no }) => no));
  const first = present.has(0) ? 0 : 1;
  const absent = Array.from({ length: Math.min(of, MOST_SHARDS) }, (_none, i) => i + first).filter(
    (no) => !present.has(no),
  );
  if (absent.length === 0) return;
  findings.fail('L2', 'shard-missing', `${absent.length} of ${of} shards are not there`, {
    expected: `${of} shards`,
    found: `no shard ${absent.slice(0, NAMES_SHOWN).join(', ')}`,
  });
}

async function holdAgainstIndex(subject: SetSubject, path: string, shards: readonly string[]): Promise<void> {
  const { findings } = subject;
  const index = parseShardIndex(await subject.text(path, subject.budgets.jsonBytes), path);
  if (!index.hasMetadata)
    findings.degraded(
      'L2',
      'index-metadata',
      'the index has no metadata, without which transformers loads no model',
      {
        file: path,
      },
    );
  const named = new Set([...index.weightMap.values()].map((name) => beside(path, name)));
  for (const shard of named) {
    if (subject.verdictOf(shard) === undefined) {
      const what = `the index names ${JSON.stringify(nameIn(shard))}, which is not there`;
      findings.fail('L2', 'shard-missing', what, { file: path });
    }
  }
  const found = gather(subject, new Set([...named, ...shards]));
  mustMatch(subject, index, path, found);
  if (!findings.has('fail')) holdAgainstCounts(subject, index, path);
}

/** Enters every shard's tensors into the set's own table. @returns tensor name to the shard that holds it */
function gather(
  { findings, table, keys, verdictOf }: SetSubject,
  shards: ReadonlySet<string>,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const shard of shards) {
    for (const row of verdictOf(shard)?.table ?? []) {
      const before = found.get(row.name);
      if (before !== undefined)
        findings.fail('L2', 'tensor-twice', `${quoted(row.name)} is in two shards`, {
          file: shard,
          found: before,
        });
      found.set(row.name, shard);
      table.add(row);
      keys.addTensor(row.name, row.name);
    }
  }
  return found;
}

function mustMatch(
  { findings, verdictOf }: SetSubject,
  { weightMap }: ShardIndex,
  path: string,
  found: ReadonlyMap<string, string>,
): void {
  const faults = new Map<string, string[]>();
  const fault = (code: string, name: string) => {
    const names = faults.get(code);
    if (names === undefined) faults.set(code, [name]);
    else names.push(name);
  };
  for (const [name, shard] of weightMap) {
    const at = found.get(name);
    // What a shard that is not whole lacks is no fault of the index.
    const isExplained =
      at === undefined && verdictOf(beside(path, shard))?.verdict.startsWith('pass') === false;
    if (isExplained) continue;
    if (at === undefined) fault('tensor-missing', name);
    else if (at !== beside(path, shard)) fault('tensor-misplaced', name);
  }
  for (const name of found.keys()) if (!weightMap.has(name)) fault('tensor-unmapped', name);
  for (const [code, names] of faults) {
    const shown = names.slice(0, NAMES_SHOWN).map((name) => JSON.stringify(name.slice(0, 80)));
    const where = { file: path, found: `${names.length}: ${shown.join(', ')}` };
    findings.fail('L2', code, MEANING[code] ?? code, where);
  }
}

const MEANING: Record<string, string> = {
  'tensor-missing': 'the index lists tensors that no shard holds',
  'tensor-misplaced': 'tensors lie in another shard than the index says',
  'tensor-unmapped': 'shards hold tensors that the index does not list',
};

/** Writers count tied weights, buffers and packed types in different ways, so a difference is told and proves nothing. */
function holdAgainstCounts({ findings, table }: SetSubject, index: ShardIndex, path: string): void {
  let bits = 0;
  let elements = 0;
  for (const { dtype, shape } of table.rows) {
    const count = shape.reduce((product, size) => product * size, 1);
    elements += count;
    bits += count * ((DTYPES as Record<string, Dtype>)[dtype]?.bits ?? Number.NaN);
  }
  const compare = (code: string, what: string, declared: number | undefined, counted: number) => {
    if (declared === undefined || Number.isNaN(counted) || declared === counted) return;
    const where = { file: path, expected: String(declared), found: String(counted) };
    findings.note('L2', code, `the index counts another ${what} than its shards hold`, where);
  };
  compare('total-size', 'number of bytes', index.totalSize, bits / 8);
  compare('total-parameters', 'number of parameters', index.totalParameters, elements);
}
