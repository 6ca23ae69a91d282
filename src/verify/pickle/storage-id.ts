import { Broken } from '../contract/findings.ts';
import { isInt, PyGlobal, PyStorage, PyTuple, type PyValue } from './value.ts';

/** `cpu`, `cuda:0`, `mps`, and how hardware of others is called. */
const LOCATION = /^[\w:.-]{1,64}$/;

/** The first five items of a persistent id: `('storage', StorageType, key, location, numel, ...)`. */
export function storageOf(id: PyValue): PyStorage | undefined {
  const [word, type, key, location, elements] = id instanceof PyTuple ? id.items : [];
  const sound =
    word === 'storage' &&
    type instanceof PyGlobal &&
    type.model.storage === true &&
    typeof key === 'string' &&
    typeof location === 'string' &&
    LOCATION.test(location) &&
    isInt(elements) &&
    elements >= 0;
  // `_meta_deserialize` of PyTorch 2.15 makes a storage of that size and reads no byte of it.
  if (sound && location === 'meta') {
    const what = 'keeps a storage on the device "meta", where its loader leaves out all that is in it';
    throw new Broken('L2', 'storage-location', what);
  }
  return sound ? new PyStorage(type.model.dtype, key, elements) : undefined;
}
