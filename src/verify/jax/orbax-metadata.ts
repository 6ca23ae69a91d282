import { Broken } from '../contract/findings.ts';
import type { SetSubject } from '../contract/set.ts';
import { someOf } from '../contract/untrusted.ts';
import { isObject, type JsonObject } from '../read/json-object.ts';

export interface Leaf {
  /** Has numbers in the store; texts and empty branches have none. */
  isArray: boolean;
  shape?: number[];
}

const ARRAYS = new Set(['jax.Array', 'np.ndarray', 'scalar', 'ArrayRestoreArgs', 'array']);

/** Leaves of `_METADATA` by the name under which their array is stored: the keys of the path, joined with dots. */
export function leavesOf(metadata: JsonObject, file: string): Map<string, Leaf> {
  const tree = metadata['tree_metadata'];
  if (!isObject(tree)) throw malformed('has no tree_metadata', file);
  const leaves = new Map<string, Leaf>();
  for (const entry of Object.values(tree)) {
    const path = isObject(entry) ? entry['key_metadata'] : undefined;
    const value = isObject(entry) ? entry['value_metadata'] : undefined;
    if (!Array.isArray(path) || !isObject(value)) throw malformed('has an entry without path or value', file);
    const names = path.map((step) => (isObject(step) ? step['key'] : undefined));
    if (names.some((name) => typeof name !== 'string' && typeof name !== 'number'))
      throw malformed('has a path that is no list of names', file);
    const shape = value['write_shape'];
    const type = String(value['value_type']);
    leaves.set(names.join('.'), {
      isArray: ARRAYS.has(type) && value['skip_deserialize'] !== true,
      ...(isShape(shape) ? { shape } : {}),
    });
  }
  return leaves;
}

/** `_sharding` names each sharded array by its name in base64. */
export function sharesOf(
  { findings }: SetSubject,
  sharding: JsonObject,
  leaves: ReadonlyMap<string, Leaf>,
  file: string,
): void {
  const strange = Object.keys(sharding)
    .map((name) => Buffer.from(name, 'base64').toString('utf8'))
    .filter((name) => !leaves.has(name));
  if (strange.length === 0) return;
  findings.fail('L2', 'sharding-differs', 'the sharding names arrays that the tree does not', {
    file,
    found: someOf(strange),
  });
}

/** The commit time is written last of all, when the folder has its final name. */
export function judgeFinished({ findings, facts }: SetSubject, mark: JsonObject, file: string): void {
  const [begun, ended] = [mark['init_timestamp_nsecs'], mark['commit_timestamp_nsecs']];
  if (typeof ended !== 'number')
    findings.fail('L0', 'unfinished', 'was never committed', { file, expected: 'commit_timestamp_nsecs' });
  else if (typeof begun === 'number' && ended < begun)
    findings.fail('L2', 'commit-before-begin', 'was committed before it was begun', {
      file,
      expected: `>= ${begun}`,
      found: String(ended),
    });
  const metrics = mark['metrics'];
  if (!isObject(metrics)) return;
  const shown = Object.entries(metrics).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  facts.scalars = { ...facts.scalars, ...Object.fromEntries(shown.slice(0, 64)) };
}

const isShape = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);

const malformed = (what: string, file: string): Broken =>
  new Broken('L2', 'metadata-malformed', `the tree ${what}`, { file });
