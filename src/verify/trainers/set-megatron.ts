import type { FoundSet, SetKind, SetSubject } from '../contract/set.ts';
import { folderOf, inFolder, nameIn, type Tree } from '../contract/tree.ts';
import { mustBeWhole } from '../contract/whole-members.ts';
import { readPointer } from '../read/pointer-file.ts';
import { mayHoldNothingUnfinished } from '../read/unfinished-names.ts';
import { greatest } from './set-members.ts';
import { torchValues } from './torch-values.ts';

const POINTER = 'latest_checkpointed_iteration.txt';
const RANK = /^((?:.*\/)?(?:iter_[0-9]{7}|release))\/mp_rank_([0-9_]+)\/([^/]+\.pt)$/;
const SHARDED = /^((?:.*\/)?(?:iter_[0-9]{7}|release))\/(common\.pt|metadata\.json)$/;
/** Files of a distributed checkpoint, which means something only as a whole. */
const SHARD = /\/(\.metadata|[^/]+\.distcp)$/;
const ITERATION = /^iter_([0-9]{7})$/;
const WORLD = /^(iteration|args\.(tensor|pipeline)_model_parallel_size)$/;

/** Megatron-LM's `iter_0000100`, of files per rank or of distributed shards, and the file that names the last whole one. */
export const megatronCheckpoint: SetKind = {
  name: 'megatron-checkpoint',
  proves:
    'the pointer, which is written last, names an iteration that is there and no older one; every tensor and pipeline parallel rank has its files, of the iteration of the folder’s name; a distributed checkpoint has its metadata',

  find(tree: Tree): FoundSet[] {
    const roots = new Set<string>();
    for (const { path } of tree.files) {
      const root = RANK.exec(path)?.[1] ?? SHARDED.exec(path)?.[1];
      if (root !== undefined) roots.add(root);
    }
    return [...roots].map((root) => {
      const pointer = inFolder(folderOf(root), POINTER);
      const paths = tree.files.map(({ path }) => path);
      const parts = paths.filter((path) => path === pointer);
      const members = paths.filter((path) => path.startsWith(`${root}/`) && !SHARD.test(path));
      return { root, parts, members, examine: (subject) => examine(subject, root, members) };
    });
  },
};

async function examine(subject: SetSubject, root: string, members: readonly string[]) {
  mayHoldNothingUnfinished(subject, root);
  mustBeWhole(subject, members, (name) => /\.(pt|json)$/.test(name));
  await judgePointer(subject, root);
  const ranks = members.filter((path) => RANK.test(path));
  if (ranks.length > 0) await judgeRanks(subject, root, ranks);
  else judgeSharded(subject, root);
  // The pointer's bytes are the name of a folder that must be there: there is none to change unseen.
  return { reaches: 'L3' as const, checksummed: true };
}

async function judgePointer(subject: SetSubject, root: string): Promise<void> {
  const { tree, findings } = subject;
  const pointer = inFolder(folderOf(root), POINTER);
  const said = await readPointer(subject, pointer);
  if (said === undefined) {
    const what = `${POINTER} is missing: the checkpoint was never finished, or not all of it came`;
    findings.fail('L2', 'file-missing', what, { expected: pointer });
    return;
  }
  const named = said === 'release' ? said : `iter_${said.padStart(7, '0')}`;
  const where = { file: pointer, found: JSON.stringify(said.slice(0, 80)) };
  if (!/^([0-9]{1,9}|release)$/.test(said))
    findings.fail('L2', 'latest-malformed', 'the pointer names no iteration', where);
  else if (!tree.files.some(({ path }) => path.startsWith(`${inFolder(folderOf(root), named)}/`)))
    findings.fail('L2', 'latest-missing', 'the pointer names an iteration that is not there', where);
  else if (Number(said) < Number(ITERATION.exec(nameIn(root))?.[1])) {
    const what = 'the pointer names an older iteration, so this one was never finished';
    findings.fail('L2', 'never-finished', what, where);
  }
}

/** `mp_rank_TT`, `mp_rank_TT_PPP`, `mp_rank_TT_PPP_EEE`: numbers of tensor, pipeline and expert parallel ranks. */
async function judgeRanks(subject: SetSubject, root: string, paths: readonly string[]): Promise<void> {
  const { findings, facts } = subject;
  const files = paths.map((path) => {
    const [, , rank = '', name = ''] = RANK.exec(path) ?? [];
    return { path, rank, name };
  });
  const ranks = [...new Set(files.map(({ rank }) => rank))];
  const numbers = ranks.map((rank) => rank.split('_').map(Number));
  const first = files.find(({ name }) => /^model(_optim)?_rng\.pt$/.test(name));
  const world = first === undefined ? new Map() : await torchValues(subject, first.path, WORLD);
  const sizes = [
    world.get('args.tensor_model_parallel_size'),
    world.get('args.pipeline_model_parallel_size'),
  ];
  const dimensions = greatest(numbers.map(({ length }) => length));
  const extents = Array.from({ length: dimensions }, (_none, i) => {
    const told = sizes[i];
    return typeof told === 'number' ? told : greatest(numbers.map((each) => each[i] ?? 0)) + 1;
  });
  const expected = extents.reduce((product, size) => product * size, 1);
  if (ranks.length !== expected)
    findings.fail('L2', 'rank-missing', 'not every rank has its folder, or one has that should not', {
      expected: `${extents.join(' x ')} folders mp_rank_*`,
      found: `${ranks.length}: ${ranks.slice(0, 8).join(', ')}`,
    });
  for (const name of new Set(files.map((file) => file.name))) {
    const lacking = ranks.filter((rank) => !files.some((file) => file.rank === rank && file.name === name));
    // Only some ranks hold a part of the distributed optimizer.
    if (lacking.length > 0 && name !== 'distrib_optim.pt') {
      const what = `${JSON.stringify(name.slice(0, 80))} is not there for every rank`;
      findings.fail('L2', 'rank-missing', what, { found: `not for mp_rank_${lacking[0]}` });
    }
  }
  const named = ITERATION.exec(nameIn(root))?.[1];
  for (const { path } of files) {
    const iteration = (await torchValues(subject, path, WORLD)).get('iteration');
    if (typeof iteration !== 'number') continue;
    facts.step = iteration;
    if (named !== undefined && Number(named) !== iteration)
      findings.fail('L3', 'step-disagrees', 'holds another iteration than its folder is named for', {
        file: path,
        expected: String(Number(named)),
        found: String(iteration),
      });
  }
}

/** The shards themselves are a set of their own; here only what says that all of them were written. */
function judgeSharded({ tree, findings }: SetSubject, root: string): void {
  for (const name of ['common.pt', 'metadata.json', '.metadata']) {
    if (!tree.files.some(({ path }) => path === `${root}/${name}`)) {
      const what = `${name} is missing: the checkpoint was never finished, or not all came`;
      findings.fail('L2', 'file-missing', what, { expected: `${root}/${name}` });
    }
  }
}
