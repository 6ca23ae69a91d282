import { Broken } from '../contract/findings.ts';
import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { beside, byFolder, folderOf, nameIn, type Tree, type TreeFile } from '../contract/tree.ts';
import { quoted } from '../contract/untrusted.ts';
import { examineBundle, indexPath } from './bundle.ts';
import { TABLE_MAGIC } from './sorted-table.ts';

const DATA = /^(.*)\.data-([0-9]{5})-of-([0-9]{5})$/;
const INDEX = /^(.*)\.index$/;
/** What an unfinished save leaves: a folder of parts, or an index that was not renamed. */
const UNFINISHED = /(^|\/)[^/]*_temp(_[^/]*)?\/|\.tempstate[0-9]+$/;
const STATE_FILE = 'checkpoint';
const STATE_FIELD = 'model_checkpoint_path';
const NAMES_SHOWN = 5;

/** An index and its data files with one prefix, as `tf.train.Checkpoint` and its kin write them. */
export const tfCheckpoint: SetKind = {
  name: 'tf-checkpoint',
  proves:
    'CRC of every block of the index and of every tensor; keys ascend; all data files there and covered without hole or overlap; dtype x shape = bytes; the tree of objects is complete; no unfinished save beside it; values',

  async find(tree: Tree): Promise<FoundSet[]> {
    const sets: FoundSet[] = [];
    for (const [folder, files] of byFolder(tree.files)) {
      if (isOfSavedModel(tree, folder)) continue;
      for (const prefix of await prefixesOf(tree, files)) sets.push(checkpointSet(tree, prefix));
    }
    return sets;
  },
};

/** The files of a checkpoint, whether or not they are all there. */
export function bundleParts(tree: Tree, prefix: string): string[] {
  return tree.files
    .filter(
      ({ path }) =>
        path === indexPath(prefix) || (path.startsWith(`${prefix}.data-`) && DATA.exec(path)?.[1] === prefix),
    )
    .map(({ path }) => path);
}

function checkpointSet(tree: Tree, prefix: string): FoundSet {
  const parts = bundleParts(tree, prefix);
  return {
    root: prefix,
    parts,
    members: [],
    async examine(subject) {
      mustBeFinished(subject, prefix);
      mustBeOneSave(subject, parts);
      await examineBundle(subject, prefix);
      return { reaches: 'L3', checksummed: true };
    },
  };
}

/** Data files of two saves with different numbers of them. */
export function mustBeOneSave({ findings }: SetSubject, parts: readonly string[]): void {
  const totals = new Set(parts.flatMap((path) => DATA.exec(path)?.[3] ?? []));
  if (totals.size <= 1) return;
  const found = [...totals].map((total) => `-of-${total}`).join(', ');
  findings.fail('L2', 'shards-mixed', 'data files of two different saves lie together', { found });
}

function mustBeFinished({ tree, findings }: SetSubject, prefix: string): void {
  const folder = folderOf(prefix);
  const left = tree.files
    .map(({ path }) => path)
    .filter(
      (path) =>
        (folder === '' || path.startsWith(`${folder}/`)) && UNFINISHED.test(path.slice(folder.length)),
    )
    .filter((path) => nameIn(path).startsWith(nameIn(prefix)) || path.slice(folder.length).includes('_temp'));
  if (left.length === 0) return;
  findings.fail('L1', 'unfinished-save', 'files of a save that was not finished lie beside it', {
    found: left
      .slice(0, NAMES_SHOWN)
      .map((path) => quoted(path))
      .join(', '),
  });
}

/** Variables of a SavedModel belong to that. */
const isOfSavedModel = (tree: Tree, folder: string): boolean =>
  nameIn(folder) === 'variables' && tree.files.some(({ path }) => path === beside(folder, 'saved_model.pb'));

async function prefixesOf(tree: Tree, files: readonly TreeFile[]): Promise<string[]> {
  const prefixes = new Set(files.flatMap(({ path }) => DATA.exec(path)?.[1] ?? []));
  for (const file of files) {
    const prefix = INDEX.exec(file.path)?.[1];
    // Other programs call their files so too; an index without data is told by its last bytes.
    if (prefix !== undefined && !prefixes.has(prefix) && (await endsAsTable(tree, file)))
      prefixes.add(prefix);
  }
  return [...prefixes];
}

async function endsAsTable(tree: Tree, { path, sizeBytes }: TreeFile): Promise<boolean> {
  if (sizeBytes < TABLE_MAGIC.length) return false;
  const source = await tree.open(path);
  try {
    const end = await source.read(sizeBytes - TABLE_MAGIC.length, TABLE_MAGIC.length);
    return TABLE_MAGIC.every((byte, i) => end[i] === byte);
  } finally {
    await source.close();
  }
}

/** The text file that says which checkpoint of a folder is the latest. */
export const tfCheckpointState: SetKind = {
  name: 'tf-checkpoint-state',
  proves: 'the file `checkpoint` names a checkpoint that is there',

  async find(tree: Tree): Promise<FoundSet[]> {
    const sets: FoundSet[] = [];
    for (const file of tree.files) {
      if (nameIn(file.path) !== STATE_FILE || !(await beginsAsState(tree, file))) continue;
      sets.push({
        root: file.path,
        parts: [file.path],
        members: [],
        async examine(subject) {
          await examineState(subject, file.path);
          return { reaches: 'L3', checksummed: false };
        },
      });
    }
    return sets;
  },
};

/** Flax and others call a file of weights so. */
async function beginsAsState(tree: Tree, { path, sizeBytes }: TreeFile): Promise<boolean> {
  if (sizeBytes < STATE_FIELD.length) return false;
  const source = await tree.open(path);
  try {
    return Buffer.from(await source.read(0, STATE_FIELD.length)).toString('latin1') === STATE_FIELD;
  } finally {
    await source.close();
  }
}

async function examineState(subject: SetSubject, path: string): Promise<void> {
  const { tree } = subject;
  const part = await subject.part(path);
  const text = await subject.text(path);
  await part.pass([]);
  const present = new Set(tree.files.map((file) => file.path));
  const isThere = (name: string) => present.has(indexPath(beside(path, nameIn(name))));
  const lines = text.split('\n').filter((line) => line !== '');
  const paths = lines.map((line) => /^([a-z_]+): (?:"((?:[^"\\]|\\.)*)"|([0-9.e+-]+))$/.exec(line));
  const broken = paths.indexOf(null);
  if (broken >= 0 || !text.endsWith('\n')) {
    const what = `line ${broken < 0 ? lines.length : broken + 1} is cut or is no field`;
    throw new Broken('L1', 'state-malformed', what, { file: path });
  }
  const named = (field: string) => paths.flatMap((match) => (match?.[1] === field ? [match[2] ?? ''] : []));
  const [latest, ...more] = named(STATE_FIELD);
  if (latest === undefined || more.length > 0)
    throw new Broken('L2', 'state-malformed', `does not have one ${STATE_FIELD}`, { file: path });
  if (!isThere(latest)) {
    part.findings.fail('L2', 'checkpoint-missing', 'names a checkpoint as the latest that is not there', {
      found: quoted(latest),
    });
  }
  // Every older one it remembers need not have been brought home.
  const gone = named(`all_${STATE_FIELD}s`).filter((name) => !isThere(name));
  if (gone.length > 0) {
    const found = gone.slice(0, NAMES_SHOWN).map((name) => JSON.stringify(name.slice(0, 80)));
    part.findings.note('L2', 'checkpoint-missing', 'remembers checkpoints that are not there', {
      found: found.join(', '),
    });
  }
}
