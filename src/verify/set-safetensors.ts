import { Broken } from './findings.ts';
import type { FoundSet, SetKind, SetSubject } from './set.ts';
import { beside, byFolder, nameIn, type Tree } from './tree.ts';

const INDEX = /\.safetensors\.index\.json$/;
const SHARD = /^(.*)-([0-9]{5})-of-([0-9]{5})\.safetensors$/;
const NAMES_SHOWN = 5;

/**
 * Shards of one model and the index that maps tensors to them (Hugging Face's layout). Without an index the numbers in the
 * names must still be complete.
 */
export const safetensorsShards: SetKind = {
  name: 'safetensors-shards',
  proves:
    'every shard the index names is there, and every number of `-00001-of-0000N`; each tensor is in exactly the shard that the index names; the total size is the sum',

  find(tree: Tree): FoundSet[] {
    const sets: FoundSet[] = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const names = files.map(({ path }) => nameIn(path));
      const shards = names.filter((name) => SHARD.test(name));
      const stems = new Set(shards.map((name) => SHARD.exec(name)?.[1] ?? ''));
      for (const name of names.filter((each) => INDEX.test(each))) {
        stems.delete(name.replace(INDEX, ''));
        sets.push(setOf(folder, name.replace(INDEX, ''), name, shards));
      }
      for (const stem of stems) sets.push(setOf(folder, stem, undefined, shards));
    }
    return sets;
  },
};

function setOf(folder: string, stem: string, index: string | undefined, shards: readonly string[]): FoundSet {
  const at = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  const own = shards.filter((name) => SHARD.exec(name)?.[1] === stem);
  return {
    root: at(index ?? `${stem}-*.safetensors`),
    parts: [],
    members: [...(index === undefined ? [] : [at(index)]), ...own.map(at)],
    async examine(subject) {
      mustBeNumbered(subject, own);
      if (index !== undefined) await holdAgainstIndex(subject, at(index), own.map(at));
      return { reaches: 'L3', checksummed: true };
    },
  };
}

function mustBeNumbered({ findings }: SetSubject, shards: readonly string[]): void {
  const numbered = shards.flatMap((name) => {
    const [, , no, of] = SHARD.exec(name) ?? [];
    return no === undefined ? [] : [{ no: Number(no), of: Number(of) }];
  });
  const totals = [...new Set(numbered.map(({ of }) => of))];
  if (totals.length > 1) {
    const what = 'shards of two different sets lie together';
    findings.fail('L2', 'shards-mixed', what, { found: totals.map((of) => `-of-${of}`).join(', ') });
    return;
  }
  const [of = 0] = totals;
  const present = new Set(numbered.map(({ no }) => no));
  const absent = Array.from({ length: Math.min(of, 10_000) }, (_none, i) => i + 1).filter(
    (no) => !present.has(no),
  );
  if (absent.length === 0) return;
  findings.fail('L2', 'shard-missing', `${absent.length} of ${of} shards are not there`, {
    expected: `${of} shards`,
    found: `no shard ${absent.slice(0, NAMES_SHOWN).join(', ')}`,
  });
}

interface Index {
  weightMap: Map<string, string>;
  totalSize?: number;
}

async function holdAgainstIndex(subject: SetSubject, path: string, shards: readonly string[]): Promise<void> {
  const { findings, table } = subject;
  const index = parseIndex(await subject.text(path, subject.budgets.jsonBytes), path);
  const named = new Set([...index.weightMap.values()].map((name) => beside(path, name)));
  for (const shard of named) {
    if (subject.verdictOf(shard) === undefined)
      findings.fail(
        'L2',
        'shard-missing',
        `the index names ${JSON.stringify(nameIn(shard))}, which is not there`,
        { file: path },
      );
  }
  const found = new Map<string, string>();
  for (const shard of new Set([...named, ...shards])) {
    for (const row of subject.verdictOf(shard)?.table ?? []) {
      const before = found.get(row.name);
      if (before !== undefined)
        findings.fail('L2', 'tensor-twice', `${JSON.stringify(row.name)} is in two shards`, {
          file: shard,
          found: before,
        });
      found.set(row.name, shard);
      table.add(row);
      subject.keys.addTensor(row.name, row.name);
    }
  }
  const fails = new Map<string, string[]>();
  const note = (code: string, name: string) => fails.set(code, [...(fails.get(code) ?? []), name]);
  for (const [name, shard] of index.weightMap) {
    const at = found.get(name);
    if (at === undefined) note('tensor-missing', name);
    else if (at !== beside(path, shard)) note('tensor-misplaced', name);
  }
  for (const name of found.keys()) if (!index.weightMap.has(name)) note('tensor-unmapped', name);
  for (const [code, names] of fails) {
    findings.fail('L2', code, MEANING[code] ?? code, {
      file: path,
      found: `${names.length}: ${names
        .slice(0, NAMES_SHOWN)
        .map((name) => JSON.stringify(name.slice(0, 80)))
        .join(', ')}`,
    });
  }
}

const MEANING: Record<string, string> = {
  'tensor-missing': 'the index lists tensors that no shard holds',
  'tensor-misplaced': 'tensors lie in another shard than the index says',
  'tensor-unmapped': 'shards hold tensors that the index does not list',
};

function parseIndex(text: string, path: string): Index {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw malformed(path, 'is no JSON');
  }
  const map = (parsed as { weight_map?: unknown } | null)?.weight_map;
  if (typeof map !== 'object' || map === null || Array.isArray(map))
    throw malformed(path, 'has no weight_map');
  const weightMap = new Map<string, string>();
  for (const [tensor, shard] of Object.entries(map)) {
    const plain = typeof shard === 'string' && /^[^/\\]+$/.test(shard) && shard !== '..' && shard !== '.';
    if (!plain)
      throw malformed(path, `maps ${JSON.stringify(tensor.slice(0, 80))} to what is no plain file name`);
    weightMap.set(tensor, shard);
  }
  if (weightMap.size === 0) throw malformed(path, 'lists no tensor');
  return { weightMap };
}

const malformed = (path: string, what: string): Broken =>
  new Broken('L2', 'index-malformed', `the index ${what}`, { file: path });
