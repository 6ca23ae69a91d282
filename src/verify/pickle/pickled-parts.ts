import { PyDict, PyFloat, PyList, PyTensor, PyTuple, type PyValue } from './value.ts';

/** A dict somewhere below the saved object, and the names that lead to it. */
export interface NamedDict {
  path: string;
  dict: PyDict;
}

/** Trainers keep their parts at the top or one below it; a list holds one for each optimizer. */
const DEPTH = 3;
const MOST_DICTS = 10_000;

/** The saved object and the dicts that lie not far below it, by their paths. */
export function nearDicts(root: PyValue): NamedDict[] {
  const found: NamedDict[] = [];
  const open: { path: string; value: PyValue; depth: number }[] = [{ path: '', value: root, depth: 0 }];
  for (let next = open.shift(); next !== undefined && found.length < MOST_DICTS; next = open.shift()) {
    const { path, value, depth } = next;
    const name = (key: unknown) => (path === '' ? String(key) : `${path}.${String(key)}`);
    if (value instanceof PyDict) {
      found.push({ path, dict: value });
      if (depth === DEPTH) continue;
      for (const [key, item] of value.entries.values())
        if (typeof key === 'string' && isBranch(item))
          open.push({ path: name(key), value: item, depth: depth + 1 });
    } else if (
      (value instanceof PyList || value instanceof PyTuple) &&
      value.items.length <= 64 &&
      depth < DEPTH
    ) {
      value.items.forEach((item, i) => {
        if (isBranch(item)) open.push({ path: name(i), value: item, depth: depth + 1 });
      });
    }
  }
  return found;
}

const isBranch = (value: PyValue): boolean =>
  value instanceof PyDict || value instanceof PyList || value instanceof PyTuple;

export const entryOf = (dict: PyDict, key: string): PyValue | undefined => dict.entries.get(`s${key}`)?.[1];

export function numberOf(value: PyValue | undefined): number | undefined {
  if (value instanceof PyFloat) return value.value;
  return typeof value === 'number' ? value : undefined;
}

export const itemsOf = (value: PyValue | undefined): readonly PyValue[] | undefined =>
  value instanceof PyList || value instanceof PyTuple ? value.items : undefined;

/** The tensors of a flat dict of them; undefined when it holds little else than tensors. */
export function tensorsOf(dict: PyDict): Map<string, PyTensor> | undefined {
  const tensors = new Map<string, PyTensor>();
  for (const [key, value] of dict.entries.values())
    if (typeof key === 'string' && value instanceof PyTensor) tensors.set(key, value);
  return tensors.size > 0 && tensors.size * 2 >= dict.entries.size ? tensors : undefined;
}
