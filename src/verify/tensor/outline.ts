import { partOf } from '../contract/key-book.ts';
import type { TensorRow } from '../contract/tensor-table.ts';
import { DTYPES } from './dtype.ts';

/** A part of a dotted name with everything below it. */
export interface OutlineNode {
  /** `0.weight` where nothing branches in between. Untrusted text. */
  name: string;
  /** Tensors of exactly this name: more than one when several files hold it. */
  rows: TensorRow[];
  children: OutlineNode[];
  tensors: number;
  elements: number;
  nonFinite: number;
}

/** A hostile name may be all dots. */
const DEEPEST = 32;

/** The tensors by their dotted names, each level with its totals; numbers are in the order of numbers. */
export function outlineOf(rows: readonly TensorRow[]): OutlineNode {
  const root = branch();
  for (const row of rows) {
    let at = root;
    for (const name of pathOf(row.name)) {
      let next = at.below.get(name);
      if (next === undefined) {
        next = branch();
        at.below.set(name, next);
      }
      at = next;
    }
    at.rows.push(row);
  }
  return nodeOf('', root);
}

/** Elements of all floating-point (or packed) tensors that are weights of the model, as `expectation.parameters` counts. */
export const parametersOf = (rows: readonly TensorRow[]): number =>
  rows
    .filter(({ name, dtype }) => isFloat(dtype) && partOf(name) === 'model')
    .reduce((sum, row) => sum + elementsOf(row), 0);

export const elementsOf = ({ shape }: TensorRow): number =>
  shape.reduce((product, size) => product * size, 1);

const isFloat = (word: string): boolean => {
  const known = Object.values(DTYPES).find(({ name }) => name === word);
  return known === undefined || known.kind === 'float';
};

interface Branch {
  rows: TensorRow[];
  below: Map<string, Branch>;
}

const branch = (): Branch => ({ rows: [], below: new Map() });

function pathOf(name: string): string[] {
  const parts = name.split('.');
  return parts.length <= DEEPEST
    ? parts
    : [...parts.slice(0, DEEPEST - 1), parts.slice(DEEPEST - 1).join('.')];
}

function nodeOf(name: string, { rows, below }: Branch): OutlineNode {
  const children = [...below]
    .sort(([a], [b]) => inNumbers(a, b))
    .map(([part, inner]) => joined(nodeOf(part, inner)));
  const sum = (count: (node: OutlineNode) => number) => children.reduce((all, node) => all + count(node), 0);
  return {
    name,
    rows,
    children,
    tensors: rows.length + sum((node) => node.tensors),
    elements: rows.reduce((all, row) => all + elementsOf(row), 0) + sum((node) => node.elements),
    nonFinite: rows.reduce((all, row) => all + row.nonFinite, 0) + sum((node) => node.nonFinite),
  };
}

/** `model.0.weight` on one line where nothing else begins with `model`. */
function joined(node: OutlineNode): OutlineNode {
  const [only, ...more] = node.children;
  if (only === undefined || more.length > 0 || node.rows.length > 0) return node;
  return { ...only, name: `${node.name}.${only.name}` };
}

const inNumbers = (a: string, b: string): number => {
  const isNumber = (text: string) => /^\d{1,15}$/.test(text);
  if (isNumber(a) && isNumber(b) && Number(a) !== Number(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
};
