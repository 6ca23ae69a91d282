import { isInt, PyGlobal, PyStorage, PyTuple, type PyValue } from './value.ts';

/** The first five items of a persistent id: `('storage', StorageType, key, location, numel, ...)`. */
export function storageOf(id: PyValue): PyStorage | undefined {
  const [word, type, key, location, elements] = id instanceof PyTuple ? id.items : [];
  const sound =
    word === 'storage' &&
    type instanceof PyGlobal &&
    type.model.storage === true &&
    typeof key === 'string' &&
    typeof location === 'string' &&
    isInt(elements) &&
    elements >= 0;
  return sound ? new PyStorage(type.model.dtype, key, elements) : undefined;
}
