import { overBudget } from '../contract/findings.ts';
import { PyDict, PyFloat, PyList, PyObject, PySet, PyTensor, PyTuple, type PyValue } from './value.ts';

export type PyScalar = null | boolean | number | bigint | string | PyFloat;

/** As facts and steps show it: a number is a number, however Python writes it. */
export const plainOf = (value: PyScalar): null | boolean | number | string =>
  value instanceof PyFloat ? value.value : typeof value === 'bigint' ? Number(value) : value;

export interface WalkEvents {
  tensor(path: string, top: string, tensor: PyTensor): void;
  scalar(path: string, top: string, value: PyScalar): void;
  /** Bytes, arrays and opaque objects without content of their own: something is there. */
  opaque(path: string, top: string): void;
  /** @returns true when nothing below this object is to be visited, or what is to be visited in its place */
  object?(path: string, top: string, object: PyObject): boolean | PyList;
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
 * @param name of the root, where it is part of something larger
 */
export function walkPickled(root: PyValue, depthLimit: number, events: WalkEvents, name = ''): void {
  const entered = new Set<PyValue>();
  const open: Iterator<Step>[] = [
    [{ value: root, path: name, top: name.split('.', 1)[0] ?? '', depth: 0 }].values(),
  ];
  for (let siblings = open.at(-1); siblings !== undefined; siblings = open.at(-1)) {
    const next = siblings.next();
    if (next.done === true) {
      open.pop();
      continue;
    }
    const step = next.value;
    const { depth } = step;
    const value = instead(step, events);
    if (value === undefined || entered.has(value)) continue;
    entered.add(value);
    if (value instanceof PyTensor) {
      if (value.beside !== undefined) open.push([below(step, 'beside', value.beside)].values());
      continue;
    }
    if (depth >= depthLimit) throw overBudget('pickleDepth', depthLimit, depth + 1);
    if (isHollow(value)) events.opaque(...namesOf(step));
    open.push(childrenOf(value, step));
  }
}

type Container = PyDict | PyList | PyTuple | PySet | PyObject;

const isContainer = (value: PyValue): value is Container =>
  value instanceof PyDict ||
  value instanceof PyList ||
  value instanceof PyTuple ||
  value instanceof PySet ||
  value instanceof PyObject;

const isScalar = (value: PyValue): value is PyScalar =>
  value === null || typeof value !== 'object' || value instanceof PyFloat;

const isHollow = (value: Container): boolean =>
  value instanceof PyObject &&
  value.members.entries.size + value.items.length + value.args.length === 0 &&
  (value.state === undefined || (value.state instanceof PyDict && value.state.entries.size === 0));

const ROOT = '(root)';
const namesOf = ({ path, top }: Step): [path: string, top: string] => [path || ROOT, top || ROOT];

/** Tells a value that has nothing below it. @returns what to enter otherwise */
function instead(step: Step, events: WalkEvents): Container | PyTensor | undefined {
  const { value } = step;
  if (!isContainer(value)) {
    tell(step, events);
    return value instanceof PyTensor ? value : undefined;
  }
  const other = value instanceof PyObject ? (events.object?.(...namesOf(step), value) ?? false) : false;
  return other === true ? undefined : other === false ? value : other;
}

function tell(step: Step, events: WalkEvents): void {
  const { value } = step;
  if (value instanceof PyTensor) events.tensor(...namesOf(step), value);
  else if (isScalar(value)) events.scalar(...namesOf(step), value);
  else if (!isContainer(value)) events.opaque(...namesOf(step));
}

/** One after another, so that a list of ten million numbers costs no more than the list. */
function* childrenOf(value: Container, step: Step): Generator<Step> {
  if (value instanceof PyDict) yield* membersOf(value, step);
  else if (value instanceof PySet) for (const item of value.items.values()) yield below(step, '*', item);
  else if (value instanceof PyObject) {
    yield* membersOf(value.members, step);
    yield* itemsOf(value.items, step);
    yield* itemsOf(value.args, step);
    // An object's state is its attributes: they are named as if they were its keys.
    if (value.state !== undefined) yield* stateOf(value.state, step);
  } else yield* itemsOf(value.items, step);
}

/** Numbers in a row share one name: a list of a million losses is one thing. */
function* itemsOf(items: readonly PyValue[], step: Step): Generator<Step> {
  for (const [i, item] of items.entries())
    yield isScalar(item) ? { ...step, value: item, depth: step.depth + 1 } : below(step, String(i), item);
}

function* membersOf(dict: PyDict, step: Step): Generator<Step> {
  for (const [key, value] of dict.entries.values()) yield below(step, nameOfKey(key), value);
}

/** A dict of attributes, or a pair of them as classes with slots have it. */
function* stateOf(state: PyValue, step: Step): Generator<Step> {
  const parts = state instanceof PyTuple ? state.items : [state];
  for (const part of parts) {
    if (part instanceof PyDict) yield* membersOf(part, step);
    else yield { ...step, value: part, depth: step.depth + 1 };
  }
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
