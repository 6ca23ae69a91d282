import { isUtf8 } from 'node:buffer';
import { mustFit, mustFitOlder } from './parquet-annotations.ts';
import { BYTE_ARRAY, FIXED, type Refuse } from './parquet-types.ts';
import { MOST_NAME_BYTES, type ThriftStruct } from './thrift-compact.ts';

/** A column as the schema has it: one leaf of the tree. */
export interface Leaf {
  path: string;
  type: number;
  /** Of one value of the type with a fixed length; 0 for the others. */
  typeBytes: number;
  /** Its values are texts, so UTF-8. */
  isText: boolean;
  /** The greatest level of repetition: how many lists and maps it lies in. More than 0: a row has any number of its values. */
  mostRepeats: number;
  /** The greatest level of definition: how many of the groups around it, and it itself, may be left out. */
  mostDefined: number;
  /** By the level of repetition, from 1: from which level of definition on there is an entry of that list. */
  entries: readonly number[];
  /** The groups it shares with other columns, outermost first. */
  groups: readonly LeafGroup[];
}

/** A group with its own levels: all columns below it lay out its entries in the same way. */
export interface LeafGroup {
  id: number;
  repeats: number;
  defined: number;
}

const LAST_TYPE = 7;
const [REQUIRED, REPEATED] = [0, 2];
/** Of ConvertedType: UTF8 and JSON. */
const TEXTS: readonly unknown[] = [0, 19];
const MOST_DEPTH = 100;

interface Group extends LeafGroup {
  path: string;
  isMap: boolean;
  isBegun: boolean;
  left: number;
  entries: readonly number[];
  leaves: number;
}

/**
 * The tree is written depth first; a group says how many of the elements that follow are its own.
 *
 * @param doubt is told of what not every reader takes
 */
export function leavesOf(
  schema: readonly ThriftStruct[],
  refuse: Refuse,
  doubt: (what: string) => void,
): Leaf[] {
  const [root, ...elements] = schema;
  if (root === undefined) throw refuse('has no schema');
  const count = countOf(refuse);
  let groups = 0;
  const open: Group[] = [
    {
      id: 0,
      path: '',
      isMap: false,
      isBegun: false,
      left: count(root, 'children'),
      repeats: 0,
      defined: 0,
      entries: [],
      leaves: 0,
    },
  ];
  const leaves: Leaf[] = [];
  for (const element of elements) {
    while (open.at(-1)?.left === 0) open.pop();
    const parent = open.at(-1);
    if (parent === undefined) throw refuse('has schema elements that no group owns');
    parent.left -= 1;
    const name = nameOf(element, refuse);
    const path = parent.path === '' ? name : `${parent.path}.${name}`;
    const repetition = element['repetition'] ?? REQUIRED;
    if (typeof repetition !== 'number' || !(repetition >= REQUIRED && repetition <= REPEATED))
      throw refuse('has a column that is neither required nor optional nor repeated', String(repetition));
    const repeats = parent.repeats + (repetition === REPEATED ? 1 : 0);
    const defined = parent.defined + (repetition === REQUIRED ? 0 : 1);
    if (element['logical'] !== undefined)
      mustFit(element['logical'] as ThriftStruct, element['type'] as number | undefined, path, refuse);
    else mustFitOlder(element, path, refuse);
    if (open.at(-2)?.isMap === true && !parent.isBegun && repetition !== REQUIRED)
      doubt(`column ${JSON.stringify(parent.path)} is a map whose keys may be left out`);
    parent.isBegun = true;
    const entries = repetition === REPEATED ? [...parent.entries, defined] : parent.entries;
    if (element['type'] === undefined) {
      if (open.length > MOST_DEPTH) throw refuse(`has a schema nested more than ${MOST_DEPTH} deep`);
      groups += 1;
      const isMap = (element['logical'] as ThriftStruct | undefined)?.['map'] !== undefined;
      open.push({
        id: groups,
        path,
        isMap,
        isBegun: false,
        left: count(element, 'children'),
        repeats,
        defined,
        entries,
        leaves: 0,
      });
      continue;
    }
    const type = count(element, 'type');
    if (type > LAST_TYPE) throw refuse('has a column of a type that does not exist', String(type));
    const shared = open.slice(1);
    for (const group of shared) group.leaves += 1;
    const typeBytes = type === FIXED ? count(element, 'typeBytes') : 0;
    const isText = type === BYTE_ARRAY && isTextual(element);
    leaves.push({
      path,
      type,
      typeBytes,
      isText,
      mostRepeats: repeats,
      mostDefined: defined,
      entries,
      groups: shared,
    });
  }
  if (open.some(({ left }) => left > 0)) throw refuse('has a schema that ends before its groups do');
  if (new Set(leaves.map(({ path }) => path)).size < leaves.length)
    throw refuse('has two columns of one name');
  return leaves.map((leaf) => ({ ...leaf, groups: sharedBy(leaf.groups as readonly Group[]) }));
}

/** As long as the paths of chunks are kept. */
function nameOf({ name }: ThriftStruct, refuse: Refuse): string {
  const bytes = Buffer.from(typeof name === 'string' ? name : '', 'latin1');
  if (!isUtf8(bytes)) throw refuse('has a column whose name is no UTF-8');
  return bytes.subarray(0, MOST_NAME_BYTES).toString('utf8');
}

const sharedBy = (groups: readonly Group[]): LeafGroup[] =>
  groups.filter(({ leaves }) => leaves > 1).map(({ id, repeats, defined }) => ({ id, repeats, defined }));

function isTextual({ converted, logical }: ThriftStruct): boolean {
  const { text, json } = (logical ?? {}) as ThriftStruct;
  return TEXTS.includes(converted) || text !== undefined || json !== undefined;
}

/** A whole number that is not negative, which must be there. */
export const countOf =
  (refuse: Refuse) =>
  (from: ThriftStruct, name: string): number => {
    const value = from[name];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    throw refuse(`gives no proper ${name}`, value === undefined ? 'nothing' : String(value));
  };
