import type { Budgets } from '../contract/budgets.ts';
import { Broken } from '../contract/findings.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { badCall } from './call.ts';
import { PickleMachine, type PickleWorld } from './machine.ts';
import { storageOf } from './storage-id.ts';
import { PyBytes, PyList, PyStorage, PyTuple, type PyValue } from './value.ts';

/** What a storage is rebuilt with where nobody but pickle knows of it: `torch.load` of bytes, with everything allowed. */
export const STORAGE_LOADER = 'torch.storage._load_from_bytes';

const MAGIC = 0x1950a86a20f9469cfc6cn;
const VERSION = 1001;
const COUNT_BYTES = 8;

/**
 * The storage that lies in the bytes given to `_load_from_bytes`, as `StorageBase.__reduce__` writes it: a file of the format
 * from before 1.6 with one storage for its object (magic, version, machine, the storage, its key, how many elements, the elements).
 * Anything else in there would be loaded with an unpickler that runs what it is told.
 *
 * @returns undefined for whatever else it is
 * @throws Broken for one that is not whole
 */
export function carriedStorage(
  args: readonly PyValue[],
  world: PickleWorld,
  budgets: Budgets,
): PyStorage | undefined {
  const [carried] = args;
  if (args.length !== 1 || !(carried instanceof PyBytes)) return undefined;
  const programs = new Programs(carried.bytes, world, budgets);
  if (programs.next() !== MAGIC || programs.next() !== VERSION) return undefined;
  programs.next();
  const storage = programs.next();
  const keys = programs.next();
  if (!(storage instanceof PyStorage) || !(keys instanceof PyList)) return undefined;
  if (keys.items.length !== 1 || keys.items[0] !== storage.key) return undefined;
  return holding(storage, carried, programs.at);
}

/** A storage with the elements that begin there. */
function holding({ dtype, key, elements }: PyStorage, { bytes, at }: PyBytes, from: number): PyStorage {
  const length = elements * ((dtype ?? DTYPES.u8).bits / 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const counted = from + COUNT_BYTES <= bytes.length ? view.getBigInt64(from, true) : undefined;
  if (bytes.length !== from + COUNT_BYTES + length || counted !== BigInt(elements))
    throw new Broken('L1', 'storage-size', 'a storage within the pickle has another length than it says', {
      expected: `${elements} elements in ${length} bytes`,
      found: `${counted ?? 'no'} elements in ${Math.max(0, bytes.length - from - COUNT_BYTES)} bytes`,
    });
  const begins = from + COUNT_BYTES;
  const place = at === undefined ? undefined : at + begins;
  return new PyStorage(dtype, key, elements, 0, { bytes: bytes.subarray(begins), at: place });
}

/** Pickle programs that follow one another in memory. */
class Programs {
  readonly #bytes: Uint8Array;
  readonly #world: PickleWorld;
  readonly #budgets: Budgets;
  at = 0;

  constructor(bytes: Uint8Array, world: PickleWorld, budgets: Budgets) {
    this.#bytes = bytes;
    this.#world = {
      find: (module, name) => world.find(module, name),
      persistent: (id) => storageIn(id),
      note: (code, what) => world.note(code, what),
    };
    this.#budgets = budgets;
  }

  /** @throws Broken where there is none, or none that is whole */
  next(): PyValue {
    const rest = this.#bytes.subarray(this.at);
    const machine = new PickleMachine(this.#world, this.#budgets, rest.length, true);
    machine.feed(rest);
    const value = machine.value();
    this.at += machine.stoppedAt ?? 0;
    return value;
  }
}

/** Six items, the last of which would be the storage that this one is a part of. */
function storageIn(id: PyValue): PyStorage {
  const isWhole = id instanceof PyTuple && id.items.length === 6 && id.items[5] === null;
  const storage = isWhole ? storageOf(id) : undefined;
  if (storage === undefined) throw badCall('keeps something else than a storage as one');
  return storage;
}
