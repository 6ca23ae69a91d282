import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  NEEDS_ALLOW_PICKLE
} from "./verifier.verify-numpy-npy-walk.shared.mjs";
import {
  walkOf
} from "./verifier.verify-torch-walk.shared.mjs";
import {
  METADATA,
  isObject,
  parsedJson
} from "./verifier.verify-jax-zarr-names.shared.mjs";
import {
  ArchiveMembers,
  CheckpointBook,
  NpyStream,
  OBJECT,
  PickleImports,
  StorageScan,
  TorchArchive,
  ZipSpan,
  expansionLimit,
  judgeLoader,
  locateLarge,
  openMember,
  reachOf,
  readNote,
  readWhole,
  readZipDirectory,
  storageSink,
  strayPickle,
  structure2 as structure,
  unpackedInMemory
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import {
  DTYPES,
  TensorBook
} from "./verifier.verify-tensor-dtype.shared.mjs";
import {
  folderOf,
  nameIn
} from "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  NO_TENSORS,
  PyStorage,
  PyTensor,
  Unsettled,
  notRead,
  quoted,
  together
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/archive/zip-kind.ts
var PYTHON_METHODS = ["stored", "deflated", "bzip2", "lzma", "zstd"];
var EVERYWHERE = ["stored", "deflated"];
function judgeMethods({ findings }, kind, { entries }) {
  const methods = kind.methods ?? EVERYWHERE;
  const strange = entries.find(({ method }) => !methods.includes(method));
  if (strange !== void 0)
    throw new Unsettled(
      "L1",
      "zip-method",
      `${quoted(strange.name)} is packed in a way that no loader of ${kind.name} unpacks`,
      { offset: strange.offset, expected: methods.join(" or "), found: strange.method }
    );
  const recent = entries.find(({ method }) => method === "zstd");
  if (recent === void 0) return;
  const what = `${quoted(recent.name)} is packed by zstd, which Python unpacks from 3.14 on`;
  findings.degraded("L2", "newer-loader", what, { offset: recent.offset });
}

// src/verify/hdf5/format-keras.ts
var CONFIG = "config.json";
var METADATA2 = "metadata.json";
var keras = {
  name: "keras",
  proves: "strict zip; the whole config names only parts of Keras and carries no code; the weights inside checked as HDF5, in place; values",
  checksum: "CRC-32 of every member",
  methods: PYTHON_METHODS,
  holds: ({ entries }) => [CONFIG, METADATA2].every((wanted) => entries.some(({ name }) => name === wanted)),
  async open(subject, directory) {
    const { openKeras } = await import("./verifier.verify-hdf5-keras-walk.mjs");
    return openKeras(subject, directory);
  }
};

// src/verify/jax/zarr-store-names.ts
var CHUNK_KEY = /^(c|(c[./])?[0-9]+([./][0-9]+)*)$/;
function areZarrNames(names) {
  const described = new Set(names.filter((name) => METADATA.has(nameIn(name))).map(folderOf));
  return described.size > 0 && names.every((name) => METADATA.has(nameIn(name)) || isChunk(name, described));
}
function isChunk(name, described) {
  for (let at = folderOf(name); ; at = folderOf(at)) {
    if (described.has(at)) return CHUNK_KEY.test(at === "" ? name : name.slice(at.length + 1));
    if (at === "") return false;
  }
}

// src/verify/numpy/format-npz.ts
var SUFFIX = ".npy";
var npz = {
  name: "npz",
  proves: "strict zip directory; every member's local header and CRC-32; every member an npy file; values",
  checksum: "CRC-32 of every member",
  methods: PYTHON_METHODS,
  holds: ({ entries }) => entries.every(({ name }) => name.endsWith(SUFFIX)),
  async open(subject, { entries, crcOff }) {
    const { budgets, digestGiven } = subject;
    const book = new TensorBook(subject);
    const books = { subject, book, imports: new PickleImports(subject) };
    const rules = { crcOff, subject, expansion: { bytes: 0, limit: budgets.expandedBytes } };
    return {
      checksummed: !crcOff,
      reaches: "L3",
      *regions() {
        for (const entry of entries)
          yield new ZipSpan(entry, rules, arraySink(books, entry, !crcOff || digestGiven));
      },
      finish() {
        books.imports.settle(NEEDS_ALLOW_PICKLE);
        book.settle(entries.length);
      },
      tensors: () => book.summary
    };
  }
};
function arraySink(books, entry, proven) {
  const name = entry.name.slice(0, -SUFFIX.length);
  let stream;
  const streamAt = (fileOffset) => new NpyStream(books, { name, bytes: entry.bytes, fileOffset });
  return {
    feed(piece, fileOffset) {
      stream ??= streamAt(fileOffset < 0 ? entry.offset : fileOffset);
      stream.feed(piece);
    },
    end(intact) {
      if (intact) (stream ?? streamAt(entry.offset)).end(proven);
    }
  };
}

// src/verify/archive/code-members.ts
var NAMES_SHOWN = 5;
var CODE = /\.(py|pyc|pyd|so|dll|dylib|cubin|ptx|sh|jar|class)$/i;
function tellCode({ entries }, findings, what) {
  const code = entries.filter(({ name }) => CODE.test(name));
  findings.degraded("L2", "executable-content", what, {
    found: code.slice(0, NAMES_SHOWN).map(({ name }) => name).join(", ").slice(0, 200) || "no file of code by its name"
  });
}

// src/verify/torch/pt2-weights.ts
var TYPES = {
  1: DTYPES.u8,
  2: DTYPES.i8,
  3: DTYPES.i16,
  4: DTYPES.i32,
  5: DTYPES.i64,
  6: DTYPES.f16,
  7: DTYPES.f32,
  8: DTYPES.f64,
  10: DTYPES.c64,
  11: DTYPES.c128,
  12: DTYPES.bool,
  13: DTYPES.bf16,
  28: DTYPES.u16,
  29: DTYPES.f8_e4m3,
  30: DTYPES.f8_e5m2,
  31: DTYPES.f8_e4m3fnuz,
  32: DTYPES.f8_e5m2fnuz,
  33: DTYPES.e8m0,
  34: DTYPES.u32,
  35: DTYPES.u64
};
var STRIDED = 7;
var MOST_DIMENSIONS = 1e3;
function readPt2Table(text, folder, bytesOf) {
  const table = { raw: /* @__PURE__ */ new Map(), saved: [] };
  for (const [name, entry] of Object.entries(configIn(text, folder))) {
    const path = isObject(entry) ? entry["path_name"] : void 0;
    if (!isObject(entry) || typeof path !== "string") throw malformed(folder, `${quoted(name)} has no place`);
    const member = folder + path;
    const bytes = bytesOf(member);
    if (bytes === void 0)
      throw new Broken("L2", "storage-missing", `${quoted(name)} is not in the archive`, {
        expected: quoted(member)
      });
    if (entry["use_pickle"] !== false) takeSaved(table, name, member, entry["tensor_meta"]);
    else takeRaw(table, name, { member, bytes }, entry["tensor_meta"]);
  }
  return table;
}
function configIn(text, folder) {
  const parsed = parsedJson(text);
  const config = isObject(parsed) ? parsed["config"] : void 0;
  if (isObject(config)) return config;
  throw malformed(folder, "is no table of tensors");
}
function takeSaved(table, name, member, meta) {
  if (meta === null || meta === void 0)
    throw new Unsettled("L2", "pt2-object", `${quoted(name)} is an object of a class that we do not know`);
  table.saved.push({ name, member });
}
function takeRaw(table, name, { member, bytes }, meta) {
  const tensor = tensorOf(name, meta);
  const { dtype } = tensor;
  const size = dtype.bits / 8;
  const known = table.raw.get(member);
  const same = known === void 0 || known.storage.dtype === dtype;
  const storage = new PyStorage(same ? dtype : void 0, member, same ? bytes / size : bytes);
  if (reachOf(tensor) * size > bytes || bytes % size !== 0)
    throw new Broken("L2", "tensor-outside", `${quoted(name)} is not of the size of its elements`, {
      expected: `at least ${reachOf(tensor) * size} bytes, whole elements`,
      found: `${bytes} bytes`
    });
  const top = name.split(".", 1)[0] ?? "";
  const placed = new PyTensor(storage, dtype, tensor);
  const tensors = known?.tensors ?? [];
  tensors.push({ name, top, tensor: placed });
  table.raw.set(member, { storage, tensors });
}
function tensorOf(name, meta) {
  if (!isObject(meta)) throw malformed(name, "says nothing about its tensor");
  const dtype = typeof meta["dtype"] === "number" ? TYPES[meta["dtype"]] : void 0;
  if (dtype === void 0)
    throw new Unsettled("L2", "dtype-unknown", `${quoted(name)} is of a type that we do not know`, {
      found: String(meta["dtype"]).slice(0, 40)
    });
  if (meta["layout"] !== STRIDED)
    throw new Unsettled("L2", "pt2-layout", `${quoted(name)} is not laid out by strides`);
  const shape = counts(name, meta["sizes"]);
  const stride = counts(name, meta["strides"]);
  const [offset] = counts(name, [meta["storage_offset"]]);
  if (shape.length !== stride.length || shape.length > MOST_DIMENSIONS)
    throw malformed(name, "has not as many strides as sizes");
  return new PyTensor(void 0, dtype, { offset, shape, stride });
}
function counts(name, list) {
  const items = Array.isArray(list) ? list : [void 0];
  return items.map((item) => {
    const count = isObject(item) ? item["as_int"] : void 0;
    if (!Number.isSafeInteger(count) || count < 0)
      throw malformed(name, "has a size, stride or offset that is no count");
    return count;
  });
}
var malformed = (where, what) => new Broken("L2", "pt2-malformed", `${quoted(where)} ${what}`);

// src/verify/torch/format-pt2.ts
var FORMAT = /^[^/]+\/archive_format$/;
var TABLE = /^([^/]+\/data\/(?:weights|constants)\/)[^/]+_config\.json$/;
var SAMPLE = /^[^/]+\/data\/sample_inputs\/[^/]+\.pt$/;
var COMPILED = /^[^/]+\/data\/aotinductor\//;
var pt2 = {
  name: "torch-export",
  proves: "strict zip directory; CRC-32 of every member; every tensor of the tables lies inside its member; values; saved tensors by their own type; the graph is code and never run, so at best degraded; with compiled code inconclusive",
  checksum: "CRC-32 of every member",
  holds: ({ entries }) => entries.some(({ name }) => FORMAT.test(name)),
  async open(subject, directory) {
    tellCode(directory, subject.findings, "holds a program that runs when it is called");
    const archive = new Pt2Archive(subject, directory);
    await archive.readTables();
    return archive.walk();
  }
};
var Pt2Archive = class {
  #subject;
  #directory;
  #book;
  #byName;
  #raw = /* @__PURE__ */ new Map();
  #toExamine = [];
  #saved = /* @__PURE__ */ new Set();
  #isWhole = true;
  #inner = NO_TENSORS;
  #own = NO_TENSORS;
  constructor(subject, directory) {
    this.#subject = subject;
    this.#directory = directory;
    this.#book = new CheckpointBook(subject);
    this.#byName = new Map(directory.entries.map((entry) => [entry.name, entry]));
  }
  async readTables() {
    const { findings, reader, budgets } = this.#subject;
    const { entries } = this.#directory;
    this.#isWhole = await findings.guard(async () => {
      const format = entries.find(({ name }) => FORMAT.test(name));
      if (await readNote(reader, format, budgets) !== "pt2")
        throw new Broken("L2", "pt2-malformed", "is no archive of an exported program", {
          offset: format.offset
        });
      await locateLarge(reader, entries);
      for (const entry of entries) {
        const folder = TABLE.exec(entry.name)?.[1];
        if (folder !== void 0) await this.#readTable(entry, folder);
        else if (SAMPLE.test(entry.name))
          this.#toExamine.push({ entry, prefix: `${entry.name}/`, role: "archive" });
      }
      const compiled = entries.find(({ name }) => COMPILED.test(name));
      if (compiled !== void 0)
        throw new Unsettled("L2", "compiled-code", "holds compiled code, whose weights nobody can look at", {
          offset: compiled.offset,
          found: quoted(compiled.name)
        });
    });
    for (const { name, offset } of entries)
      if (/\/data\/(weights|constants)\/[^/]+$/.test(name) && !TABLE.test(name) && !this.#isListed(name))
        findings.degraded("L2", "surplus-member", `nothing refers to ${quoted(name)}`, { offset });
  }
  walk() {
    const { keys } = this.#subject;
    for (const { tensors } of this.#raw.values())
      for (const { name, top } of tensors) keys.addTensor(name, top);
    return {
      checksummed: !this.#directory.crcOff,
      reaches: "L3",
      regions: () => this.#spans(),
      inside: () => this.#examineInside(),
      finish: () => this.#settle(),
      tensors: () => together(this.#own, this.#inner)
    };
  }
  #isListed(name) {
    return this.#raw.has(name) || this.#saved.has(name);
  }
  async #readTable(entry, folder) {
    const { reader, budgets, role } = this.#subject;
    const text = (await readWhole(reader, entry, budgets)).toString("utf8");
    const table = readPt2Table(text, folder, (member) => this.#byName.get(member)?.bytes);
    for (const [member, referred] of table.raw) this.#raw.set(member, referred);
    for (const { name, member } of table.saved) {
      if (this.#saved.has(member) || this.#raw.has(member))
        throw new Broken("L2", "pt2-malformed", "two tensors are one saved file", { offset: entry.offset });
      this.#saved.add(member);
      this.#toExamine.push({ entry: this.#byName.get(member), prefix: `${name}/`, role });
    }
  }
  *#spans() {
    const { entries, crcOff } = this.#directory;
    const expansion = { bytes: 0, limit: expansionLimit(this.#subject) };
    for (const entry of entries)
      yield* new ZipSpan(
        entry,
        { crcOff, subject: this.#subject, expansion },
        this.#sinkFor(entry)
      ).regions();
  }
  #sinkFor(entry) {
    const referred = this.#raw.get(entry.name);
    if (referred === void 0) return void 0;
    const proven = !this.#directory.crcOff || this.#subject.digestGiven;
    const scan = new StorageScan(referred, this.#book, { littleEndian: true, proven, bytes: entry.bytes });
    return storageSink(scan, entry);
  }
  async #examineInside() {
    const { crcOff } = this.#directory;
    for (const { entry, prefix, role } of this.#toExamine) {
      const opened = await openMember(this.#subject, entry);
      if (opened === void 0) {
        const what = "a saved tensor is packed and too long to unpack";
        this.#subject.findings.inconclusive("L2", "member-packed", what, { offset: entry.offset });
        continue;
      }
      const { tensors } = await this.#subject.examine(opened.source, {
        ...opened.options,
        proven: !crcOff,
        prefix,
        role
      });
      this.#inner = together(this.#inner, tensors);
    }
  }
  #settle() {
    this.#book.steps.settle();
    const raw = [...this.#raw.values()].reduce((sum, { tensors }) => sum + tensors.length, 0);
    const saved = this.#toExamine.filter(({ role }) => role !== "archive").length;
    this.#own = this.#book.judge.settle(raw + saved + (this.#isWhole ? 0 : 1));
  }
};

// src/verify/torch/format-script.ts
var NAMES_SHOWN2 = 5;
var PROGRAM_MEMBER = /^(code\/|extra\/|traced_inputs(\.pkl$|\/[0-9]+$))/;
var CONSTANTS = { member: "constants.pkl", name: "CONSTANTS", folder: "constants/" };
var TYPED_LISTS = [
  "build_intlist",
  "build_tensorlist",
  "build_doublelist",
  "build_boollist",
  "restore_type_tag"
];
var OWN_TYPE = /c(__torch__(?:\.\w+)*)\n(\w+)\n/g;
var torchScript = {
  name: "torchscript",
  proves: "as torch-zip, for the parameters and buffers of data.pkl and the constants of the code; the code is listed and never run, so at best degraded",
  checksum: "CRC-32 of every member",
  holds: ({ entries }) => entries.some(({ name }) => /^[^/]+\/data\.pkl$/i.test(name)) && entries.some(({ name }) => /^[^/]+\/(constants\.pkl|code\/.*)$/i.test(name)),
  async open(subject, directory) {
    const { findings } = subject;
    const code = directory.entries.filter(({ name }) => name.endsWith(".py"));
    findings.degraded("L2", "executable-content", "holds code that runs when it is loaded", {
      found: code.slice(0, NAMES_SHOWN2).map(({ name }) => name).join(", ").slice(0, 200)
    });
    const isThere = ({ member }) => directory.entries.some(({ name }) => name.slice(name.indexOf("/") + 1) === member);
    const allowImports = [...subject.allowImports, ...await ownTypes(subject, directory)];
    const archive = new TorchArchive({ ...subject, allowImports }, directory, {
      programs: isThere(CONSTANTS) ? [OBJECT, CONSTANTS] : [OBJECT],
      alsoKnown: PROGRAM_MEMBER
    });
    await archive.readProgram();
    return walkOf(archive, !directory.crcOff);
  }
};
async function ownTypes({ reader, budgets }, { entries }) {
  const found = [];
  for (const entry of entries.filter(({ name }) => /^[^/]+\/(data|constants)\.pkl$/.test(name))) {
    const text = (await readWhole(reader, entry, budgets)).toString("latin1");
    for (const [, module, name] of text.matchAll(OWN_TYPE)) found.push(`${module}.${name}`);
  }
  return [...new Set(found), ...TYPED_LISTS.map((name) => `torch.jit._pickle.${name}`)];
}

// src/verify/torch/format-unread.ts
var unread = (name, what, mark) => ({
  name,
  proves: "not read: it holds pickles or code and is inconclusive in every row but an opaque one",
  checksum: "CRC-32 of every member",
  holds: ({ entries }) => entries.some((entry) => mark.test(entry.name)),
  async open() {
    throw notRead(what);
  }
});
var torchPackage = unread(
  "torch-package",
  "a package of torch.package",
  /^[^/]+\/\.data\/extern_modules$/
);
var modelArchive = unread("model-archive", "an archive for TorchServe", /^MAR-INF\/MANIFEST\.json$/);
var oldExport = unread(
  "torch-export-old",
  "a program of an old torch.export",
  /^serialized_exported_program\.json$/
);

// src/verify/torch/format-zip.ts
var hasProgram = ({ entries }) => entries.some(({ name }) => /^[^/]+\/data\.pkl$/i.test(name));
var torchZip = {
  name: "torch-zip",
  proves: "strict zip directory; every member's local header, CRC-32 and descriptor; data.pkl walked opcode by opcode; every storage has exactly its size; every tensor lies inside its storage; values",
  checksum: "CRC-32 of every member",
  holds: hasProgram,
  async open(subject, directory) {
    const archive = new TorchArchive(subject, directory);
    await archive.readProgram();
    if (archive.program !== void 0) judgeLoader(subject, archive.program.opcodes);
    return walkOf(archive, !directory.crcOff);
  }
};

// src/verify/engine/zip-walk.ts
var KINDS = [
  torchPackage,
  torchScript,
  torchZip,
  pt2,
  oldExport,
  modelArchive,
  npz,
  keras
];
async function openZip(subject) {
  const directory = await readZipDirectory(subject.reader, subject.budgets, areZarrNames);
  if (directory.entries.length === 0)
    throw new Broken("L1", "zip-empty", "is an archive of nothing", { offset: 0 });
  const kind = KINDS.find((each) => each.holds(directory));
  if (kind === void 0) return openArchive(subject, directory);
  if (directory.again !== void 0)
    throw structure(`${quoted(directory.again.name)} is there twice`, directory.again.offset);
  judgeMethods(subject, kind, directory);
  const walk = await kind.open(subject, directory);
  walk.format ??= kind.name;
  return walk;
}
function openArchive(subject, { entries, crcOff, again }) {
  const { findings, keys } = subject;
  if (again !== void 0) {
    const what = `${quoted(again.name)} stands there twice: zarr and Python read the last copy, other readers may read the first`;
    findings.degraded("L1", "zip-name-again", what, { offset: again.offset });
  }
  const rules = { crcOff, subject, expansion: { bytes: 0, limit: expansionLimit(subject) } };
  for (const { name } of entries) if (!name.endsWith("/")) keys.addValue(name, name);
  const members = new ArchiveMembers(subject);
  return {
    checksummed: !crcOff,
    get reaches() {
      return members.reaches;
    },
    *regions() {
      const filled = entries.filter(({ bytes }) => bytes > 0);
      const late = new Set(filled.slice(subject.budgets.membersExamined));
      for (const entry of entries) {
        const isLeftOut = late.has(entry) || isTooLong(subject, entry);
        const sink = isLeftOut ? strayPickle(subject, entry) : void 0;
        yield* new ZipSpan(entry, rules, sink).regions();
      }
    },
    async inside() {
      for (const entry of entries) if (entry.bytes > 0) await examineMember(subject, members, entry, crcOff);
    },
    finish() {
      members.settle(entries.filter(({ name }) => !name.endsWith("/")).length);
    },
    tensors: () => members.tensors
  };
}
var isTooLong = (subject, { method, bytes }) => method !== "stored" && bytes > unpackedInMemory(subject);
async function examineMember(subject, members, entry, crcOff) {
  const opened = members.isFull ? void 0 : await openMember(subject, entry);
  if (opened === void 0) members.leaveOut();
  else await members.examine(opened.source, { ...opened.options, proven: !crcOff });
}
export {
  KINDS,
  openZip
};
