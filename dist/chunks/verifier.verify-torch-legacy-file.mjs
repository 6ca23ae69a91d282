import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  walkOf
} from "./verifier.verify-torch-walk.shared.mjs";
import {
  CheckpointBook,
  PickleCursor,
  StorageScan,
  TorchProgramReader,
  judgeLoader,
  storageOf
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import {
  DTYPES
} from "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  PyDict,
  PyGlobal,
  PyList,
  PyStorage,
  PyTuple,
  isInt,
  magicBytes,
  quoted
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/torch/legacy-file.ts
var PROTOCOL_VERSION = 1001;
var COUNT_BYTES = 8;
async function openLegacy(subject) {
  const file = new LegacyFile(subject);
  await file.readProgram();
  return walkOf(file, false);
}
var layout = (what, offset, found) => new Broken("L2", "torch-layout", what, { offset, ...found === void 0 ? {} : { found } });
var LegacyFile = class {
  #subject;
  #book;
  #program;
  #placed = [];
  constructor(subject) {
    this.#subject = subject;
    this.#book = new CheckpointBook(subject);
  }
  async readProgram() {
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
  *regions() {
    for (const placed of this.#placed) yield this.#region(placed);
  }
  settle() {
    return this.#book.settle(this.#program, this.#program?.storages.values() ?? []);
  }
  /** Version and machine. The byte order of the machine says nothing: storages are written little-endian everywhere. */
  async #readVersion(cursor) {
    const from = cursor.at;
    const version = await cursor.plain(this.#subject, this.#book.imports);
    if (version !== PROTOCOL_VERSION)
      throw layout("is not of version 1001, the only one there is", from, String(version).slice(0, 40));
    const at = cursor.at;
    const machine = await cursor.plain(this.#subject, this.#book.imports);
    const entry = (dict, key) => dict instanceof PyDict ? dict.entries.get(`s${key}`)?.[1] : void 0;
    const sizes = entry(machine, "type_sizes");
    const sound = entry(machine, "protocol_version") === PROTOCOL_VERSION && typeof entry(machine, "little_endian") === "boolean" && ["short", "int", "long"].every((word) => [2, 4, 8].includes(entry(sizes, word)));
    if (!sound) throw layout("does not describe the machine it was written on", at);
  }
  async #readObject(cursor) {
    const reader = new TorchProgramReader(this.#book, cursor.left, {
      spelling: legacySpelling,
      openEnded: true
    });
    await cursor.take(reader);
    return reader.stop();
  }
  async #readKeys(cursor) {
    const from = cursor.at;
    const list = await cursor.plain(this.#subject, this.#book.imports);
    const keys = list instanceof PyList ? list.items : [];
    if (!(list instanceof PyList) || !keys.every((key) => typeof key === "string"))
      throw layout("does not list the keys of its storages", from);
    return keys;
  }
  /** Storages follow in the order of the list and fill the rest of the file. */
  #place(cursor, keys, { storages }) {
    const { sizeBytes, findings } = this.#subject;
    const listed = new Set(keys);
    const unlisted = [...storages.keys()].find((key) => !listed.has(key));
    const unknown = keys.find((key) => !storages.has(key));
    if (listed.size !== keys.length) throw layout("lists a storage twice", cursor.at);
    if (unlisted !== void 0)
      throw new Broken("L2", "storage-missing", `storage ${quoted(unlisted)} is not in the file`);
    if (unknown !== void 0)
      throw new Broken("L2", "storage-unknown", `nothing refers to storage ${quoted(unknown)}`);
    let at = cursor.at;
    for (const key of keys) {
      const referred = storages.get(key);
      const bytes = bytesOf(referred.storage);
      if (at + COUNT_BYTES + bytes > sizeBytes) {
        findings.fail("L1", "cut-short", `the file ends inside storage ${quoted(key)}`, {
          offset: at,
          expected: `${COUNT_BYTES + bytes} bytes`,
          found: `${Math.max(0, sizeBytes - at)} bytes`
        });
        return;
      }
      this.#placed.push({ offset: at, bytes, referred });
      at += COUNT_BYTES + bytes;
    }
    if (at === sizeBytes) return;
    findings.fail("L1", "trailing-bytes", "bytes follow the last storage", {
      offset: at,
      expected: `${at} bytes`,
      found: `${sizeBytes} bytes`
    });
  }
  #region({ offset, bytes, referred }) {
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
          throw new Broken("L1", "storage-size", "a storage has another length than the object says", {
            offset,
            expected: `${referred.storage.elements} elements`,
            found: String(found)
          });
        scan.end(offset + COUNT_BYTES, true);
      }
    };
  }
};
var bytesOf = ({ elements, dtype }) => elements * ((dtype ?? DTYPES.u8).bits / 8);
var legacySpelling = (id, add) => {
  if (!(id instanceof PyTuple)) return void 0;
  const [word, cls, , , , view] = id.items;
  if (word === "module" && id.items.length === 4) return cls instanceof PyGlobal ? cls : void 0;
  const root = id.items.length === 6 ? storageOf(id) : void 0;
  if (root === void 0) return void 0;
  const known = add(root);
  if (view === null) return known;
  const [key, offset, size] = view instanceof PyTuple && view.items.length === 3 ? view.items : [];
  const inside = typeof key === "string" && isInt(offset) && isInt(size) && offset >= 0 && size >= 0 && offset + size <= root.elements;
  return inside ? new PyStorage(root.dtype, root.key, size, offset) : void 0;
};
export {
  openLegacy
};
