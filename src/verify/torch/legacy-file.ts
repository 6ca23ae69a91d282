import { Broken } from '../contract/findings.ts';
import type { Subject, Walk } from '../contract/format.ts';
import { quoted } from '../contract/untrusted.ts';
import type { TensorSummary } from '../contract/verdict.ts';
import { PickleCursor } from '../pickle/cursor.ts';
import { storageOf } from '../pickle/storage-id.ts';
import { type ReferredStorage, StorageScan } from '../pickle/storage-scan.ts';
import { isInt, PyDict, PyGlobal, PyList, PyStorage, PyTuple, type PyValue } from '../pickle/value.ts';
import { DTYPES } from '../tensor/dtype.ts';
import type { Region } from '../tensor/pass.ts';
import { CheckpointBook } from './checkpoint-book.ts';
import { magicBytes } from './legacy-magic.ts';
import { judgeLoader } from './loader.ts';
import { type StorageSpelling, type TorchProgram, TorchProgramReader } from './program.ts';
import { walkOf } from './walk.ts';

const PROTOCOL_VERSION = 1001;
const COUNT_BYTES = 8;

export async function openLegacy(subject: Subject): Promise<Walk> {
  const file = new LegacyFile(subject);
  await file.readProgram();
  return walkOf(file, false);
}

const layout = (what: string, offset: number, found?: string): Broken =>
  new Broken('L2', 'torch-layout', what, { offset, ...(found === undefined ? {} : { found }) });

interface Placed {
  offset: number;
  bytes: number;
  referred: ReferredStorage;
}

class LegacyFile {
  readonly #subject: Subject;
  readonly #book: CheckpointBook;
  #program: TorchProgram | undefined;
  #placed: Placed[] = [];

  constructor(subject: Subject) {
    this.#subject = subject;
    this.#book = new CheckpointBook(subject);
  }

  async readProgram(): Promise<void> {
    const { findings, reader, head, sizeBytes } = this.#subject;
    const cursor = new PickleCursor(reader, magicBytes(head), sizeBytes);
    await findings.guard(async () => {
      await this.#readVersion(cursor);
      const program = await this.#readObject(cursor);
      this.#place(cursor, await this.#readKeys(cursor), program);
      this.#program = program;
      judgeLoader(this.#subject, program.opcodes);
    });
  }

  *regions(): Generator<Region> {
    for (const placed of this.#placed) yield this.#region(placed);
  }

  settle(): TensorSummary {
    return this.#book.settle(this.#program, this.#program?.storages.values() ?? []);
  }

  /** Version and machine. The byte order of the machine says nothing: storages are written little-endian everywhere. */
  async #readVersion(cursor: PickleCursor): Promise<void> {
    const from = cursor.at;
    const version = await cursor.plain(this.#subject, this.#book.imports);
    if (version !== PROTOCOL_VERSION)
      throw layout('is not of version 1001, the only one there is', from, String(version).slice(0, 40));
    const at = cursor.at;
    const machine = await cursor.plain(this.#subject, this.#book.imports);
    const entry = (dict: PyValue | undefined, key: string) =>
      dict instanceof PyDict ? dict.entries.get(`s${key}`)?.[1] : undefined;
    const sizes = entry(machine, 'type_sizes');
    const sound =
      entry(machine, 'protocol_version') === PROTOCOL_VERSION &&
      typeof entry(machine, 'little_endian') === 'boolean' &&
      ['short', 'int', 'long'].every((word) => [2, 4, 8].includes(entry(sizes, word) as number));
    if (!sound) throw layout('does not describe the machine it was written on', at);
  }

  async #readObject(cursor: PickleCursor): Promise<TorchProgram> {
    const reader = new TorchProgramReader(this.#book, cursor.left, {
      spelling: legacySpelling,
      openEnded: true,
    });
    await cursor.take(reader);
    return reader.stop();
  }

  async #readKeys(cursor: PickleCursor): Promise<string[]> {
    const from = cursor.at;
    const list = await cursor.plain(this.#subject, this.#book.imports);
    const keys = list instanceof PyList ? list.items : [];
    if (!(list instanceof PyList) || !keys.every((key) => typeof key === 'string'))
      throw layout('does not list the keys of its storages', from);
    return keys as string[];
  }

  /** Storages follow in the order of the list and fill the rest of the file. */
  #place(cursor: PickleCursor, keys: readonly string[], { storages }: TorchProgram): void {
    const { sizeBytes, findings } = this.#subject;
    const listed = new Set(keys);
    const unlisted = [...storages.keys()].find((key) => !listed.has(key));
    const unknown = keys.find((key) => !storages.has(key));
    if (listed.size !== keys.length) throw layout('lists a storage twice', cursor.at);
    if (unlisted !== undefined)
      throw new Broken('L2', 'storage-missing', `storage ${quoted(unlisted)} is not in the file`);
    if (unknown !== undefined)
      throw new Broken('L2', 'storage-unknown', `nothing refers to storage ${quoted(unknown)}`);
    let at = cursor.at;
    for (const key of keys) {
      const referred = storages.get(key) as ReferredStorage;
      const bytes = bytesOf(referred.storage);
      if (at + COUNT_BYTES + bytes > sizeBytes) {
        findings.fail('L1', 'cut-short', `the file ends inside storage ${quoted(key)}`, {
          offset: at,
          expected: `${COUNT_BYTES + bytes} bytes`,
          found: `${Math.max(0, sizeBytes - at)} bytes`,
        });
        return;
      }
      this.#placed.push({ offset: at, bytes, referred });
      at += COUNT_BYTES + bytes;
    }
    if (at === sizeBytes) return;
    findings.fail('L1', 'trailing-bytes', 'bytes follow the last storage', {
      offset: at,
      expected: `${at} bytes`,
      found: `${sizeBytes} bytes`,
    });
  }

  #region({ offset, bytes, referred }: Placed): Region {
    const count = new Uint8Array(COUNT_BYTES);
    let counted = 0;
    const come = { littleEndian: true, proven: this.#subject.digestGiven, bytes };
    const scan = new StorageScan(referred, this.#book, come);
    return {
      offset,
      length: COUNT_BYTES + bytes,
      feed(piece) {
        const head = piece.subarray(0, COUNT_BYTES - counted);
        count.set(head, counted);
        counted += head.length;
        scan.feed(piece.subarray(head.length));
      },
      end() {
        const found = new DataView(count.buffer).getBigInt64(0, true);
        if (found !== BigInt(referred.storage.elements))
          throw new Broken('L1', 'storage-size', 'a storage has another length than the object says', {
            offset,
            expected: `${referred.storage.elements} elements`,
            found: String(found),
          });
        scan.end(offset + COUNT_BYTES, true);
      },
    };
  }
}

const bytesOf = ({ elements, dtype }: PyStorage): number => elements * ((dtype ?? DTYPES.u8).bits / 8);

/**
 * `('storage', type, key, location, numel, view)`, where view is None or `(view key, offset, size)` in elements; and
 * `('module', class, source file, source)`, which stands for the class: whether it may be asked for, its name decides.
 */
const legacySpelling: StorageSpelling = (id, add) => {
  if (!(id instanceof PyTuple)) return undefined;
  const [word, cls, , , , view] = id.items;
  if (word === 'module' && id.items.length === 4) return cls instanceof PyGlobal ? cls : undefined;
  const root = id.items.length === 6 ? storageOf(id) : undefined;
  if (root === undefined) return undefined;
  const known = add(root);
  if (view === null) return known;
  const [key, offset, size] = view instanceof PyTuple && view.items.length === 3 ? view.items : [];
  const inside =
    typeof key === 'string' &&
    isInt(offset) &&
    isInt(size) &&
    offset >= 0 &&
    size >= 0 &&
    offset + size <= root.elements;
  return inside ? new PyStorage(root.dtype, root.key, size, offset) : undefined;
};
