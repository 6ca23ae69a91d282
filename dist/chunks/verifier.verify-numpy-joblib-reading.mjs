import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Unpacking
} from "./verifier.verify-pickle-unpacking.shared.mjs";
import {
  ArrayScan,
  CheckpointMeaning,
  NEEDS_OBJECTS,
  NpyStream,
  PickleImports,
  PickledObject,
  countOf,
  windowSource
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import {
  TensorBook
} from "./verifier.verify-tensor-dtype.shared.mjs";
import {
  beside,
  nameIn
} from "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  oldHeader,
  quoted,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/numpy/joblib-reading.ts
var JoblibReading = class {
  #set;
  #root;
  /** Files that are called like its arrays. */
  #files;
  #named = [];
  /** Of the file that is being read: what is judged of a tensor must name that. */
  #findings;
  constructor(set, root, files) {
    this.#set = set;
    this.#root = root;
    this.#files = files;
    this.#findings = set.findings;
  }
  async run() {
    const main = await this.#set.part(this.#root);
    const shared = Object.defineProperty({ ...main, arraysBeside: this.#named }, "findings", {
      get: () => this.#findings
    });
    const books = { imports: new PickleImports(shared), book: new TensorBook(shared) };
    const meaning = new CheckpointMeaning(shared, this.#root);
    let root = null;
    let declared = 0;
    let complete = await this.#read(main, () => {
      const packed = oldHeader(main.head);
      const bytes = packed === void 0 ? main.sizeBytes : Number.POSITIVE_INFINITY;
      const object = new PickledObject(shared, books.imports, bytes, true);
      const end = () => {
        root = object.end();
        const place = { name: "", proven: packed !== void 0, book: books.book, meaning };
        declared = object.enter(root, packed === void 0 ? { ...place, fileOffset: 0 } : place);
      };
      const reading = { feed: (piece) => object.feed(piece), end };
      return packed === void 0 ? reading : new Unpacking(main, "zlib", { reading, old: packed });
    });
    const seen = /* @__PURE__ */ new Set();
    for (const array of this.#named) {
      const path = this.#pathOf(array);
      if (path === void 0 || seen.has(path)) complete &&= path !== void 0;
      else {
        seen.add(path);
        const part = await this.#set.part(path);
        const isRead = await this.#read(part, () => arrayIn(part, array, { subject: shared, ...books }));
        complete &&= isRead;
      }
    }
    for (const path of this.#files) if (!seen.has(path)) await this.#readUnnamed(path, complete);
    this.#findings = main.findings;
    books.imports.settle(NEEDS_OBJECTS);
    if (complete) {
      books.book.settle(declared + this.#named.reduce((sum, { names }) => sum + names.length, 0));
      meaning.settle(root);
    }
    const checksummed = oldHeader(main.head) !== void 0 && this.#named.every((each) => each.array);
    return { reaches: "L3", checksummed };
  }
  /** @returns whether all of it was read */
  async #read(part, open) {
    this.#findings = part.findings;
    let complete = false;
    const isOpen = await part.findings.guard(async () => {
      complete = await part.pass([wholeFile(part, open())]);
    });
    if (!isOpen) await part.pass([]);
    return complete;
  }
  #pathOf({ file, names: [name = ""] }) {
    const path = beside(this.#root, file);
    const isName = file !== "" && !/[\\/\0]/.test(file) && file !== ".." && path !== this.#root;
    const where = { file: this.#root, found: quoted(file) };
    if (!isName)
      this.#set.findings.fail("L2", "external-escape", `${quoted(name)} is not said to lie beside it`, where);
    else if (!this.#set.tree.files.some((each) => each.path === path)) {
      const what = `${quoted(name)} lies in ${quoted(file)}, which is not there`;
      this.#set.findings.fail("L2", "file-missing", what, where);
    } else return path;
    return void 0;
  }
  /** Of another pickle that had this name before, most likely: a file for itself. @param isAll whether all names are known */
  async #readUnnamed(path, isAll) {
    const part = await this.#set.part(path);
    await part.examine(windowSource(part.reader, 0, part.sizeBytes, nameIn(path)));
    await part.pass([]);
    if (!isAll) return;
    const what = `is called like an array of ${quoted(nameIn(this.#root))}, which names no such file`;
    part.findings.note("L2", "file-unnamed", what);
  }
};
function arrayIn(part, { names, array }, books) {
  const [name = ""] = names;
  if (array === void 0) {
    const npy = new NpyStream(books, { name, bytes: part.sizeBytes, fileOffset: 0 });
    return { feed: (piece) => void npy.feed(piece), end: () => npy.end(false) };
  }
  const old = oldHeader(part.head);
  const expected = BigInt(array.type.bytes) * countOf(array.shape);
  if (old === void 0 || BigInt(old.unpackedBytes) !== expected)
    throw new Broken("L2", "size-lies", `${quoted(name)} is not as long as its type and shape say`, {
      expected: `${expected} bytes`,
      found: old === void 0 ? "no header of joblib before 0.10" : `${old.unpackedBytes} bytes`
    });
  const scan = new ArrayScan(books.subject, array, names);
  const reading = {
    feed: (piece) => scan.feed(piece),
    end: () => scan.judge(books.book, { names, fileOffset: 0, proven: true })
  };
  return new Unpacking(part, "zlib", { reading, old });
}
export {
  JoblibReading
};
