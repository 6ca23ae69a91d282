import { PyDict, PyList, PyObject, PySet, type PyValue } from './value.ts';

/** Estimates of what a value takes in V8, not measured to the byte: a place in a list, an entry of a Map. */
export const SLOT_BYTES = 16;
export const PAIR_BYTES = 150;

/**
 * @param hold is told the bytes before they are taken
 * @returns false when the target cannot take the items
 */
export type Fill = (target: PyValue, items: readonly PyValue[], hold: (bytes: number) => void) => boolean;

export const append: Fill = (target, items, hold) => {
  const list = target instanceof PyList ? target.items : holding(target, 'items')?.items;
  hold(items.length * SLOT_BYTES);
  for (const item of items) list?.push(item);
  return list !== undefined;
};

export const setItems: Fill = (target, items, hold) => {
  const dict = target instanceof PyDict ? target : holding(target, 'members')?.members;
  if (dict === undefined || items.length % 2 !== 0) return false;
  for (let i = 0; i < items.length; i += 2) {
    hold(PAIR_BYTES + dict.set(items[i] as PyValue, items[i + 1] as PyValue));
  }
  return true;
};

export const addItems: Fill = (target, items, hold) => {
  if (!(target instanceof PySet)) return false;
  for (const item of items) hold(PAIR_BYTES + target.add(item));
  return true;
};

const holding = (target: PyValue, what: 'items' | 'members'): PyObject | undefined =>
  target instanceof PyObject && (target.cls.model.tier === 'D' || target.cls.model.holds === what)
    ? target
    : undefined;
