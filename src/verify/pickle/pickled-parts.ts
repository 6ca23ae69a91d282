import { PyDict, PyFloat, PyList, PyTensor, PyTuple, type PyValue } from './value.ts';

/** A dict somewhere below the saved object, and the names that lead to it. */
export interface NamedDict {
  path: string;
  dict: PyDict;
}

/** Trainers keep their parts at the top or one below it, a list holds one for each optimizer; some wrap all of it again. */
const DEPTH = 8;
const MOST_DICTS = 10_000;

/** The saved object and the dicts that lie not far below it, by their paths. */
export function nearDicts(root: PyValue): NamedDict[] {
  const found: NamedDict[] = [];
  const entered = new Set<PyValue>();
  let level: { path: string; value: PyValue }[] = [{ path: '', value: root }];
  for (let depth = 0; depth <= DEPTH && level.length > 0; depth += 1) {
    const below: typeof level = [];
    for (const { path, value } of level) {
      if (found.length === MOST_DICTS) return found;
      if (entered.has(value)) continue;
      entered.add(value);
      if (value instanceof PyDict) found.push({ path, dict: value });
      for (const [key, item] of branchesOf(value))
        if (below.length < MOST_DICTS)
          below.push({ path: path === '' ? key : `${path}.${key}`, value: item });
    }
    level = below;
  }
  return found;
}

function* branchesOf(value: PyValue): Generator<[key: string, item: PyValue]> {
  if (value instanceof PyDict) {
    for (const [key, item] of value.entries.values())
      if (typeof key === 'string' && isBranch(item)) yield [key, item];
  } else if ((value instanceof PyList || value instanceof PyTuple) && value.items.length <= 64) {
    for (const [i, item] of value.items.entries()) if (isBranch(item)) yield [String(i), item];
  }
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
