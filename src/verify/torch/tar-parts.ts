import type { NamedMember } from '../archive/tar-members.ts';
import { Broken, overBudget, Unsettled } from '../contract/findings.ts';
import type { Subject } from '../contract/format.ts';
import { PickleCursor } from '../pickle/cursor.ts';
import type { PickleImports } from '../pickle/imports.ts';
import { isInt, PyGlobal, PyList, PyStorage, PyTensor, PyTuple, type PyValue } from '../pickle/value.ts';
import type { BoundedReader } from '../read/bounded-reader.ts';
import { reachOf } from './tensor-view.ts';

/** Elements of one storage: where they lie in the file. */
export interface TarStorage {
  storage: PyStorage;
  offset: number;
  bytes: number;
}

export interface TarTensor {
  tensor: PyTensor;
  /** Of the storage that it or its view lies on. */
  root: PyStorage;
}

const WINDOW = 1024 ** 2;
const MOST_DIMENSIONS = 1000;

/** Storages of a few bytes lie between pickles of a few bytes: one read serves many of them. */
class NearReader implements Pick<BoundedReader, 'read'> {
  readonly #reader: BoundedReader;
  #from = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor(reader: BoundedReader) {
    this.#reader = reader;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    if (offset < this.#from || offset + length > this.#from + this.#bytes.length) {
      this.#from = offset;
      const wanted = Math.min(Math.max(length, WINDOW), this.#reader.sizeBytes - offset);
      this.#bytes = await this.#reader.read(offset, Math.max(length, wanted));
    }
    return this.#bytes.subarray(offset - this.#from, offset - this.#from + length);
  }
}

/** The members `storages` and `tensors` of PyTorch's first format, from the source of its loader. */
export class TorchTarParts {
  readonly #subject: Subject;
  readonly #imports: PickleImports;
  /** By the number that the writer gave them; views are entered as what they are a view of, with `from`. */
  readonly #storages = new Map<string, { storage: PyStorage; type: string }>();
  readonly tensors = new Map<string, TarTensor>();
  readonly placed: TarStorage[] = [];

  constructor(subject: Subject, imports: PickleImports) {
    this.#subject = subject;
    this.#imports = imports;
  }

  storage(key: string): PyStorage | undefined {
    return this.#storages.get(key)?.storage;
  }

  /** Count, then for each `(number, location, type)`, an int64 of elements and the elements; then the views. */
  async readStorages(member: NamedMember): Promise<void> {
    const cursor = this.#cursor(member);
    const count = await this.#count(cursor);
    for (let i = 0; i < count; i += 1) await this.#readStorage(cursor);
    const from = cursor.at;
    const views = await cursor.plain(this.#subject, this.#imports);
    if (!(views instanceof PyList)) throw layout('does not list the views of its storages', from);
    for (const view of views.items) this.#enterView(view, from);
    this.#mustEnd(cursor, member);
  }

  /** Count, then for each `(number, storage, type)`, an int32 of dimensions, 4 bytes that nobody reads, sizes, strides, offset. */
  async readTensors(member: NamedMember): Promise<void> {
    const cursor = this.#cursor(member);
    const count = await this.#count(cursor);
    for (let i = 0; i < count; i += 1) await this.#readTensor(cursor);
    this.#mustEnd(cursor, member);
  }

  #cursor({ offset, sizeBytes }: NamedMember): PickleCursor {
    return new PickleCursor(new NearReader(this.#subject.reader), offset, offset + sizeBytes);
  }

  async #count(cursor: PickleCursor): Promise<number> {
    const from = cursor.at;
    const count = await cursor.plain(this.#subject, this.#imports);
    if (!isInt(count) || count < 0) throw layout('does not begin with a count', from);
    const { objects } = this.#subject.budgets;
    if (count > cursor.left) throw layout('counts more than fits into it', from, String(count));
    if (count > objects) throw overBudget('objects', objects, count, from);
    return count;
  }

  async #readStorage(cursor: PickleCursor): Promise<void> {
    const from = cursor.at;
    const [id, location, type] = await this.#triple(cursor);
    const key = keyOf(id);
    if (type === undefined && location instanceof PyGlobal)
      throw new Unsettled('L2', 'torch-layout', 'is of a version before storages had a place', {
        offset: from,
      });
    const dtype = type instanceof PyGlobal ? type.model.dtype : undefined;
    const sound = type instanceof PyGlobal && type.model.storage === true && typeof location === 'string';
    if (key === undefined || !sound || dtype === undefined) throw layout('describes no storage', from);
    if (this.#storages.has(key)) throw layout('gives two storages one number', from, key);
    const elements = await this.#int64(cursor);
    const bytes = elements * (dtype.bits / 8);
    if (elements < 0 || bytes > cursor.left)
      throw new Broken('L1', 'storage-size', 'a storage is longer than what is left of its member', {
        offset: cursor.at - 8,
        expected: `at most ${cursor.left} bytes`,
        found: `${elements} elements`,
      });
    const storage = new PyStorage(dtype, key, location, elements);
    this.#storages.set(key, { storage, type: type.name });
    this.placed.push({ storage, offset: cursor.at, bytes });
    cursor.at += bytes;
  }

  #enterView(view: PyValue, offset: number): void {
    const [target, root, from, size] = view instanceof PyTuple && view.items.length === 4 ? view.items : [];
    const key = keyOf(target);
    const known = this.#storages.get(keyOf(root) ?? '');
    if (key === undefined || known === undefined || this.#storages.has(key))
      throw layout('lists a view of a storage that is not there, or one twice', offset);
    const { storage, type } = known;
    const inside =
      isInt(from) &&
      isInt(size) &&
      from >= 0 &&
      size >= 0 &&
      from + size <= storage.elements &&
      storage.from === 0;
    if (!inside)
      throw new Broken('L2', 'storage-size', 'a view reaches beyond its storage', {
        offset,
        expected: `at most ${storage.elements} elements`,
        found: `${String(size)} from ${String(from)}`,
      });
    this.#storages.set(key, {
      storage: new PyStorage(storage.dtype, storage.key, storage.location, size, from),
      type,
    });
  }

  async #readTensor(cursor: PickleCursor): Promise<void> {
    const from = cursor.at;
    const [id, on, type] = await this.#triple(cursor);
    const key = keyOf(id);
    const known = this.#storages.get(keyOf(on) ?? '');
    if (key === undefined || !(type instanceof PyGlobal)) throw layout('describes no tensor', from);
    if (known === undefined)
      throw new Broken('L2', 'storage-missing', 'a tensor lies on a storage that is not there', {
        offset: from,
      });
    if (this.tensors.has(key) || this.#storages.has(key))
      throw layout('gives two things one number', from, key);
    if (
      type.name.replace(/^torch\.(cuda\.)?/, '').replace(/Tensor$/, 'Storage') !==
      known.type.slice('torch.'.length)
    )
      throw layout('has a tensor of another type than its storage', from, type.name.slice(0, 80));
    const tensor = await this.#readGeometry(cursor, known.storage);
    if (reachOf(tensor) > known.storage.elements)
      throw new Broken('L2', 'tensor-outside', 'a tensor reaches beyond its storage', {
        offset: from,
        expected: `at most ${known.storage.elements} elements`,
        found: `reaches ${reachOf(tensor)}`,
      });
    this.tensors.set(key, { tensor, root: this.storage(known.storage.key) ?? known.storage });
  }

  async #readGeometry(cursor: PickleCursor, storage: PyStorage): Promise<PyTensor> {
    const head = await this.#bytes(cursor, 8);
    const dimensions = head.getInt32(0, true);
    const from = cursor.at;
    if (dimensions < 0 || dimensions > MOST_DIMENSIONS)
      throw layout('has no sound number of dimensions', from - 8, String(dimensions));
    const numbers: number[] = [];
    for (let i = 0; i < 2 * dimensions + 1; i += 1) numbers.push(await this.#int64(cursor));
    if (numbers.some((number) => number < 0)) throw layout('has a negative size, stride or offset', from);
    const shape = numbers.slice(0, dimensions);
    const stride = numbers.slice(dimensions, -1);
    // There were no scalars then: a tensor without dimensions is one without elements.
    if (dimensions === 0) return new PyTensor(storage, storage.dtype, 0, [0], [1]);
    return new PyTensor(storage, storage.dtype, numbers.at(-1) ?? 0, shape, stride);
  }

  /** Three things of a pickled tuple; the first releases of the format wrote two. */
  async #triple(cursor: PickleCursor): Promise<readonly (PyValue | undefined)[]> {
    const value = await cursor.plain(this.#subject, this.#imports);
    return value instanceof PyTuple && value.items.length <= 3 ? value.items : [];
  }

  async #int64(cursor: PickleCursor): Promise<number> {
    const value = (await this.#bytes(cursor, 8)).getBigInt64(0, true);
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : -1;
  }

  async #bytes(cursor: PickleCursor, length: number): Promise<DataView> {
    if (cursor.left < length)
      throw new Broken('L1', 'cut-short', 'a member ends inside a number', { offset: cursor.at });
    const { buffer, byteOffset } = await cursor.bytes(length);
    return new DataView(buffer, byteOffset, length);
  }

  #mustEnd(cursor: PickleCursor, { name }: NamedMember): void {
    if (cursor.left === 0) return;
    throw new Broken('L1', 'trailing-bytes', `bytes follow the last thing in ${JSON.stringify(name)}`, {
      offset: cursor.at,
      found: `${cursor.left} bytes`,
    });
  }
}

const layout = (what: string, offset: number, found?: string): Broken =>
  new Broken('L2', 'torch-layout', what, { offset, ...(found === undefined ? {} : { found }) });

/** Addresses of the process that wrote it; in the pickle they stand as text. */
export function keyOf(id: PyValue | undefined): string | undefined {
  if (typeof id === 'number' || typeof id === 'bigint') return String(id);
  return typeof id === 'string' && /^[0-9]{1,20}$/.test(id) ? id : undefined;
}
