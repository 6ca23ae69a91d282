import { overBudget } from './findings.ts';
import {
  PyBytes,
  PyDict,
  PyFloat,
  PyGlobal,
  type PyList,
  PyObject,
  PySet,
  PyStorage,
  PyTensor,
  PyTuple,
  type PyValue,
} from './pickle-value.ts';

export type PyScalar = null | boolean | number | bigint | string | PyFloat;

export interface WalkEvents {
  tensor(path: string, top: string, tensor: PyTensor): void;
  scalar(path: string, top: string, value: PyScalar): void;
  /** Bytes, arrays and opaque objects without content of their own: something is there. */
  opaque(path: string, top: string): void;
}

interface Step {
  value: PyValue;
  path: string;
  top: string;
  depth: number;
}

/** A path grows with what a stranger calls his keys. */
const LONGEST_PATH = 1024;

/**
 * Visits everything below an unpickled value once, in the order in which it was written. A container that is reachable by
 * two ways is entered by the first only: without that, a few hundred bytes can describe a tree of any size.
 */
export function walkPickled(root: PyValue, depthLimit: number, events: WalkEvents): void {
  const entered = new Set<PyValue>();
  const open: Step[] = [{ value: root, path: '', top: '', depth: 0 }];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    const { value, depth } = step;
    const path = step.path === '' ? '(root)' : step.path;
    const top = step.top === '' ? '(root)' : step.top;
    if (value instanceof PyTensor) {
      events.tensor(path, top, value);
      if (value.beside !== undefined) open.push(below(step, 'beside', value.beside));
    } else if (isScalar(value)) events.scalar(path, top, value);
    else if (value instanceof PyBytes || value instanceof PyGlobal || value instanceof PyStorage)
      events.opaque(path, top);
    else if (!entered.has(value)) {
      entered.add(value);
      if (depth >= depthLimit) throw overBudget('pickleDepth', depthLimit, depth + 1);
      const children = childrenOf(value, step);
      if (children.length === 0 && value instanceof PyObject) events.opaque(path, top);
      for (let i = children.length - 1; i >= 0; i -= 1) open.push(children[i] as Step);
    }
  }
}

const isScalar = (value: PyValue): value is PyScalar =>
  value === null || typeof value !== 'object' || value instanceof PyFloat;

type Container = PyDict | PyList | PyTuple | PySet | PyObject;

function childrenOf(value: Container, step: Step): Step[] {
  if (value instanceof PyDict) return membersOf(value, step);
  if (value instanceof PySet) return [...value.items.values()].map((item) => below(step, '*', item));
  if (value instanceof PyObject) {
    return [
      ...membersOf(value.members, step),
      ...itemsOf(value.items, step),
      ...itemsOf(value.args, step),
      // An object's state is its attributes: they are named as if they were its keys.
      ...(value.state === undefined ? [] : stateOf(value.state, step)),
    ];
  }
  return itemsOf(value.items, step);
}

/** Numbers in a row share one name: a list of a million losses is one thing. */
const itemsOf = (items: readonly PyValue[], step: Step): Step[] =>
  items.map((item, i) =>
    isScalar(item) ? { ...step, value: item, depth: step.depth + 1 } : below(step, String(i), item),
  );

const membersOf = (dict: PyDict, step: Step): Step[] =>
  [...dict.entries.values()].map(([key, value]) => below(step, nameOfKey(key), value));

function stateOf(state: PyValue, step: Step): Step[] {
  if (state instanceof PyDict) return membersOf(state, step);
  if (state instanceof PyTuple) return state.items.flatMap((item) => stateOf(item, step));
  return [{ ...step, value: state, depth: step.depth + 1 }];
}

function below(step: Step, name: string, value: PyValue): Step {
  const path = step.path === '' ? name : `${step.path}.${name}`.slice(0, LONGEST_PATH);
  return { value, path, top: step.top === '' ? name : step.top, depth: step.depth + 1 };
}

function nameOfKey(key: PyValue): string {
  if (typeof key === 'string') return key.slice(0, LONGEST_PATH);
  if (typeof key === 'object' && key !== null) return key instanceof PyFloat ? String(key.value) : '(key)';
  return String(key);
}
