import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  UNFINISHED,
  isBareDatabase,
  itemsOf
} from "./verifier.verify-jax-orbax-folders.shared.mjs";
import {
  ZarrArray,
  arrayIn,
  parseObject,
  parseZarrV2,
  parseZarrV3,
  passOver,
  scanArrays,
  textOfPart
} from "./verifier.verify-codec-adler32.shared.mjs";
import "./verifier.verify-codec-blosc.shared.mjs";
import "./verifier.verify-archive-xz-streams.shared.mjs";
import "./verifier.verify-codec-lz4-block.shared.mjs";
import {
  isObject
} from "./verifier.verify-jax-zarr-names.shared.mjs";
import "./verifier.verify-codec-snappy.shared.mjs";
import {
  readyZstd,
  zstdDecompress
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import {
  TensorBook
} from "./verifier.verify-tensor-dtype.shared.mjs";
import {
  folderOf,
  inFolder,
  nameIn,
  prefixOf
} from "./verifier.verify-contract-oddity.shared.mjs";
import {
  Broken,
  Unsettled,
  crc32c,
  overBudget,
  quoted,
  someOf,
  takeVarint
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/jax/ocdbt-node.ts
var MANIFEST = 215693866;
var BTREE_NODE = 215687390;
var LEAST_BYTES = 4 + 8 + 1 + 1 + 4;
var ALL_ONES = 2 ** 64;
var NOWHERE = -1;
var Body = class {
  #bytes;
  #offset;
  #at = 0;
  constructor(bytes, offset) {
    this.#bytes = bytes;
    this.#offset = offset;
  }
  u8() {
    return this.take(1)[0] ?? 0;
  }
  varint() {
    const value = takeVarint(() => this.u8());
    if (value === void 0 || !Number.isSafeInteger(value)) throw this.malformed("a number is too large");
    return value;
  }
  /** Where the tree of a version that holds no keys would lie is said by all ones. */
  varintsOrNowhere(count) {
    return Array.from({ length: count }, () => {
      const value = takeVarint(() => this.u8());
      if (value === ALL_ONES) return NOWHERE;
      if (value === void 0 || !Number.isSafeInteger(value)) throw this.malformed("a number is too large");
      return value;
    });
  }
  /** A count of things that take a byte each at least. */
  count() {
    const count = this.varint();
    if (count > this.#bytes.length - this.#at) throw this.malformed("a count is larger than the node");
    return count;
  }
  varints(count) {
    return Array.from({ length: count }, () => this.varint());
  }
  take(count) {
    if (count > this.#bytes.length - this.#at) throw this.malformed("it ends too early");
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }
  mustEnd() {
    if (this.#at !== this.#bytes.length) throw this.malformed("bytes follow its content");
  }
  malformed(what) {
    return new Broken("L2", "ocdbt-malformed", `a node of the index: ${what}`, { offset: this.#offset });
  }
};
function openNode(bytes, magic, offset, mostBytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const broken = (code, what) => new Broken("L1", code, what, { offset });
  if (bytes.length < LEAST_BYTES || view.getUint32(0, false) !== magic)
    throw broken("ocdbt-magic", "here lies no node of the index");
  if (view.getBigUint64(4, true) !== BigInt(bytes.length))
    throw new Broken("L1", "cut-short", "a node of the index is not as long as it says", {
      offset,
      expected: `${view.getBigUint64(4, true)} bytes`,
      found: `${bytes.length} bytes`
    });
  const end = bytes.length - 4;
  if (crc32c(bytes.subarray(0, end), 0) !== view.getUint32(end, true))
    throw broken("crc-mismatch", "a node of the index is not what was written: its CRC-32C differs");
  const [version = 0, compression = 0] = bytes.subarray(12, 14);
  if (version !== 0 || compression > 1)
    throw new Unsettled("L2", "ocdbt-version", "an index of a version that we do not know", { offset });
  const stored = bytes.subarray(14, end);
  return new Body(compression === 0 ? stored : zstdDecompress(stored, mostBytes, offset), offset);
}
var text = (bytes) => new TextDecoder().decode(bytes);
function readFiles(body, transitive) {
  const count = body.count();
  if (count === 0) return [];
  const prefixes = [0, ...body.varints(count - 1)];
  const suffixes = body.varints(count);
  const bases = body.varints(count);
  let before = new Uint8Array(0);
  return prefixes.map((prefix, i) => {
    const path = joined(body, before, prefix, suffixes[i] ?? 0);
    before = path;
    if ((bases[i] ?? 0) > path.length) throw body.malformed("a base path is longer than its path");
    return { base: transitive + text(path.subarray(0, bases[i])), path: transitive + text(path) };
  });
}
function joined(body, before, prefix, suffix) {
  if (prefix > before.length || prefix + suffix > 65535)
    throw body.malformed("a name shares more than there is");
  const path = new Uint8Array(prefix + suffix);
  path.set(before.subarray(0, prefix));
  path.set(body.take(suffix), prefix);
  return path;
}
var readColumns = (body, count) => ({
  ids: body.varints(count),
  offsets: body.varints(count),
  lengths: body.varints(count)
});
function placeOf(body, files, { ids, offsets, lengths }, i) {
  const file = files[ids[i] ?? 0];
  if (file === void 0) throw body.malformed("it names a file that its table does not have");
  return { file, offset: offsets[i] ?? 0, bytes: lengths[i] ?? 0 };
}
function readManifest(bytes, mostBytes) {
  const body = openNode(bytes, MANIFEST, 0, mostBytes);
  body.take(16);
  const kind = body.varint();
  body.varint();
  const mostNodeBytes = body.varint();
  body.u8();
  const method = body.varint();
  if (method > 1) throw new Unsettled("L2", "ocdbt-version", "an index of a compression that we do not know");
  if (method === 1) body.take(4);
  if (kind !== 0) return { kind, mostNodeBytes };
  const files = readFiles(body, "");
  const count = body.count();
  if (count === 0) return { kind, mostNodeBytes };
  body.varints(count);
  const heights = Array.from({ length: count }, () => body.u8());
  const columns = {
    ids: body.varints(count),
    offsets: body.varintsOrNowhere(count),
    lengths: body.varintsOrNowhere(count)
  };
  const keys = body.varints(count);
  const last = count - 1;
  if (keys[last] === 0) return { kind, mostNodeBytes };
  const place = placeOf(body, files, columns, last);
  if (place.offset === NOWHERE || place.bytes === NOWHERE)
    throw body.malformed("the tree of a version with keys lies nowhere");
  return {
    kind,
    mostNodeBytes,
    root: { place, height: heights[last] ?? 0, prefix: "", keys: keys[last] ?? 0 }
  };
}
function readTreeNode(bytes, { place, height, prefix }, mostBytes) {
  const body = openNode(bytes, BTREE_NODE, place.offset, mostBytes);
  if (body.u8() !== height) throw body.malformed("it has another height than its parent says");
  const files = readFiles(body, place.file.base);
  const count = body.count();
  if (count === 0) throw body.malformed("it has no entries");
  const prefixes = [0, ...body.varints(count - 1)];
  const suffixes = body.varints(count);
  const shared = height > 0 ? body.varints(count) : [];
  const keys = [];
  for (let i = 0; i < count; i += 1)
    keys.push(joined(body, keys[i - 1] ?? new Uint8Array(0), prefixes[i] ?? 0, suffixes[i] ?? 0));
  if (height > 0) {
    const columns2 = readColumns(body, count);
    body.varints(3 * count);
    body.mustEnd();
    const children = keys.map((key, i) => ({
      place: placeOf(body, files, columns2, i),
      height: height - 1,
      prefix: prefix + text(key.subarray(0, shared[i]))
    }));
    return { children, leaves: [] };
  }
  const lengths = body.varints(count);
  const kinds = body.varints(count);
  if (kinds.some((kind) => kind > 1)) throw body.malformed("a value is of no kind that the format has");
  const outside = kinds.flatMap((kind, i) => kind === 1 ? [i] : []);
  const columns = {
    ids: body.varints(outside.length),
    offsets: body.varints(outside.length),
    lengths: outside.map((i) => lengths[i] ?? 0)
  };
  const places = new Map(outside.map((i, k) => [i, placeOf(body, files, columns, k)]));
  const leaves = keys.map((key, i) => ({
    key: prefix + text(key),
    value: places.get(i) ?? body.take(lengths[i] ?? 0).slice()
  }));
  body.mustEnd();
  return { children: [], leaves };
}

// src/verify/jax/ocdbt-store.ts
var MOST_MANIFEST_BYTES = 16 * 1024 ** 2;
var MOST_HEIGHT = 32;
var OcdbtStore = class {
  #subject;
  #folder;
  #sizes;
  #parts;
  #values = /* @__PURE__ */ new Map();
  #nodes = 0;
  /** @param parts opened parts by path; shared by the databases of one checkpoint */
  constructor(subject, folder, sizes, parts) {
    this.#subject = subject;
    this.#folder = folder;
    this.#sizes = sizes;
    this.#parts = parts;
  }
  get keys() {
    return this.#values.keys();
  }
  find(key) {
    return this.#values.get(key);
  }
  async read(path, offset, bytes) {
    const part = await this.#part(path);
    return (await part.reader.read(offset, bytes)).slice();
  }
  async readValue(key, mostBytes) {
    const stored = this.find(key);
    if (stored === void 0) throw new Broken("L2", "key-missing", `the index has no ${quoted(key)}`);
    if ("inline" in stored) return stored.inline;
    if (stored.bytes > mostBytes) throw overBudget("structureBytes", mostBytes, stored.bytes, stored.offset);
    return await this.read(stored.path, stored.offset, stored.bytes);
  }
  async open() {
    const path = inFolder(this.#folder, "manifest.ocdbt");
    const size = this.#sizes.get(path);
    if (size === void 0)
      throw new Broken("L2", "manifest-missing", `${quoted(path)} is missing`, { file: path });
    const { structureBytes } = this.#subject.budgets;
    if (size > MOST_MANIFEST_BYTES) throw overBudget("structureBytes", MOST_MANIFEST_BYTES, size);
    await readyZstd();
    const manifest = readManifest(await this.read(path, 0, size), structureBytes);
    if (manifest.kind !== 0) {
      const what = "the index keeps its versions in numbered files, which we cannot read";
      throw new Unsettled("L2", "ocdbt-numbered", what);
    }
    if (manifest.root === void 0) return;
    const { root } = manifest;
    await this.#walk(root);
    if (this.#values.size !== root.keys)
      throw new Broken("L2", "keys-lie", "the index does not hold as many keys as its manifest says", {
        expected: String(root.keys),
        found: String(this.#values.size)
      });
  }
  async #walk(root) {
    const { budgets } = this.#subject;
    if (root.height > MOST_HEIGHT) throw overBudget("tree height", MOST_HEIGHT, root.height);
    const pending = [root];
    for (let node = pending.pop(); node !== void 0; node = pending.pop()) {
      this.#nodes += 1;
      if (node.place.bytes > budgets.structureBytes)
        throw overBudget("structureBytes", budgets.structureBytes, node.place.bytes, node.place.offset);
      const { path, offset, bytes } = this.#inside(node.place);
      const { children, leaves } = readTreeNode(
        await this.read(path, offset, bytes),
        node,
        budgets.structureBytes
      );
      const known = this.#nodes + pending.length + children.length + this.#values.size + leaves.length;
      if (known > budgets.objects) throw overBudget("objects", budgets.objects, known);
      for (const child of children) pending.push(child);
      for (const { key, value } of leaves) {
        if (this.#values.has(key))
          throw new Broken("L2", "duplicate-key", `the index holds ${quoted(key)} twice`);
        this.#values.set(key, value instanceof Uint8Array ? { inline: value } : this.#inside(value));
      }
    }
  }
  /** A place must lie inside a file that is there. */
  #inside({ file, offset, bytes }) {
    const path = inFolder(this.#folder, file.path);
    const plain = file.path.split("/").every((name) => name !== "" && name !== ".." && name !== ".");
    const size = plain ? this.#sizes.get(path) : void 0;
    if (size === void 0)
      throw new Broken("L2", "file-missing", `the index names ${quoted(file.path)}, which is not there`);
    if (offset + bytes > size)
      throw new Broken("L1", "outside-file", "the index points behind the end of a file", {
        file: path,
        offset,
        expected: `at most ${size} bytes`,
        found: `${bytes} bytes from ${offset}`
      });
    return { path, offset, bytes };
  }
  async #part(path) {
    const opened = this.#parts.get(path);
    if (opened !== void 0) return opened;
    const part = await this.#subject.part(path);
    this.#parts.set(path, part);
    return part;
  }
};

// src/verify/jax/orbax-metadata.ts
var ARRAYS = /* @__PURE__ */ new Set(["jax.Array", "np.ndarray", "scalar", "ArrayRestoreArgs", "array"]);
function leavesOf(metadata, file) {
  const tree = metadata["tree_metadata"];
  if (!isObject(tree)) throw malformed("has no tree_metadata", file);
  const leaves = /* @__PURE__ */ new Map();
  for (const entry of Object.values(tree)) {
    const path = isObject(entry) ? entry["key_metadata"] : void 0;
    const value = isObject(entry) ? entry["value_metadata"] : void 0;
    if (!Array.isArray(path) || !isObject(value)) throw malformed("has an entry without path or value", file);
    const names = path.map((step) => isObject(step) ? step["key"] : void 0);
    if (names.some((name) => typeof name !== "string" && typeof name !== "number"))
      throw malformed("has a path that is no list of names", file);
    const shape = value["write_shape"];
    const type = String(value["value_type"]);
    leaves.set(names.join("."), {
      isArray: ARRAYS.has(type) && value["skip_deserialize"] !== true,
      ...isShape(shape) ? { shape } : {}
    });
  }
  return leaves;
}
function sharesOf({ findings }, sharding, leaves, file) {
  const strange = Object.keys(sharding).map((name) => Buffer.from(name, "base64").toString("utf8")).filter((name) => !leaves.has(name));
  if (strange.length === 0) return;
  findings.fail("L2", "sharding-differs", "the sharding names arrays that the tree does not", {
    file,
    found: someOf(strange)
  });
}
function judgeFinished({ findings, facts }, mark, file) {
  const [begun, ended] = [mark["init_timestamp_nsecs"], mark["commit_timestamp_nsecs"]];
  if (typeof ended !== "number")
    findings.fail("L0", "unfinished", "was never committed", { file, expected: "commit_timestamp_nsecs" });
  else if (typeof begun === "number" && ended < begun)
    findings.fail("L2", "commit-before-begin", "was committed before it was begun", {
      file,
      expected: `>= ${begun}`,
      found: String(ended)
    });
  const metrics = mark["metrics"];
  if (!isObject(metrics)) return;
  const shown = Object.entries(metrics).filter(
    (entry) => typeof entry[1] === "number"
  );
  facts.scalars = { ...facts.scalars, ...Object.fromEntries(shown.slice(0, 64)) };
}
var isShape = (value) => Array.isArray(value) && value.every((size) => Number.isSafeInteger(size) && size >= 0);
var malformed = (what, file) => new Broken("L2", "metadata-malformed", `the tree ${what}`, { file });

// src/verify/jax/orbax-checkpoint.ts
function processesOf(folder, paths) {
  const own = paths.flatMap((path) => {
    const below = path.slice(prefixOf(folder).length);
    const [name] = /^ocdbt\.process_[^/]*(?=\/)/.exec(below) ?? [];
    return name === void 0 ? [] : [inFolder(folder, name)];
  });
  return [...new Set(own)];
}
var MOST_TEXT_BYTES = 64 * 1024 ** 2;
var OrbaxCheckpoint = class {
  #subject;
  #root;
  #paths;
  #sizes;
  #book;
  #texts = /* @__PURE__ */ new Set();
  #arrays = 0;
  constructor(subject, root, paths) {
    this.#subject = subject;
    this.#root = root;
    this.#paths = paths;
    this.#sizes = new Map(subject.tree.files.map(({ path, sizeBytes }) => [path, sizeBytes]));
    this.#book = new TensorBook(subject);
  }
  async examine() {
    const { findings } = this.#subject;
    const unfinished = this.#root.split("/").find((name) => UNFINISHED.test(name));
    if (unfinished !== void 0)
      findings.fail("L0", "unfinished", "has the name of a checkpoint that is still being written", {
        found: unfinished
      });
    const mark = inFolder(this.#root, "_CHECKPOINT_METADATA");
    if (this.#sizes.has(mark)) judgeFinished(this.#subject, parseObject(await this.#text(mark)), mark);
    const success = inFolder(this.#root, "commit_success.txt");
    if (this.#sizes.has(success)) await this.#text(success);
    const items = itemsOf(this.#paths);
    if (items.length === 0)
      findings.fail("L2", "no-items", "holds no item with a tree of arrays", { expected: "_METADATA" });
    for (const item of items) await this.#subject.findings.guard(() => this.#item(item, items.length > 1));
    if (!findings.has("fail") && !findings.has("inconclusive")) this.#book.settle(this.#arrays);
    return { reaches: "L3", checksummed: false };
  }
  async #item(folder, named) {
    const parts = this.#paths.filter((path) => path.startsWith(prefixOf(folder)));
    const leaves = await this.#leaves(folder);
    const prefix = named ? `${nameIn(folder)}.` : "";
    if (this.#sizes.has(inFolder(folder, "manifest.ocdbt"))) await this.#ocdbt(folder, parts, leaves, prefix);
    else await this.#folders(folder, parts, leaves, prefix);
  }
  /** @returns `undefined` for a database that TensorStore or JAX wrote without Orbax, and so without a tree */
  async #leaves(folder) {
    const metadata = inFolder(folder, "_METADATA");
    if (this.#sizes.has(metadata)) {
      const leaves = leavesOf(parseObject(await this.#text(metadata)), metadata);
      await this.#textsOf(folder, leaves);
      return leaves;
    }
    if (folder === this.#root && isBareDatabase(folder, this.#paths)) {
      const what2 = "nothing beside the database tells which arrays belong into it";
      this.#subject.findings.note("L2", "tree-unlisted", what2);
      return void 0;
    }
    const what = "the tree of this item was never written down";
    throw new Broken("L2", "tree-missing", what, { expected: metadata });
  }
  async #textsOf(folder, leaves) {
    const sharding = inFolder(folder, "_sharding");
    if (this.#sizes.has(sharding))
      sharesOf(this.#subject, parseObject(await this.#text(sharding)), leaves, sharding);
    const others = this.#paths.filter((path) => folderOf(path) === inFolder(folder, "array_metadatas"));
    for (const path of others) parseObject(await this.#text(path));
  }
  /** Arrays in the databases: the one of the item refers to those of the processes. */
  async #ocdbt(folder, paths, leaves, prefix) {
    const opened = /* @__PURE__ */ new Map();
    const store = new OcdbtStore(this.#subject, folder, this.#sizes, opened);
    const spans = [];
    const arrays = [];
    await this.#subject.findings.guard(async () => {
      await store.open();
      for (const [name, info] of await this.#arraysIn(store)) {
        this.#mustBeListed(name, info, leaves);
        const array = new ZarrArray(this.#subject, prefix + name, name, info);
        arrays.push(array);
        await this.#subject.findings.guard(async () => {
          for (const span of await array.spans(store)) spans.push(span);
        });
      }
      this.#mustBeThere(leaves, new Set([...store.keys].map((key) => key.split("/", 1)[0] ?? key)));
    });
    for (const own of processesOf(folder, paths))
      await this.#subject.findings.guard(
        () => new OcdbtStore(this.#subject, own, this.#sizes, opened).open()
      );
    const rest = paths.filter((path) => !this.#texts.has(path));
    await passOver(
      this.#subject,
      rest,
      spans,
      async (path) => opened.get(path) ?? await this.#subject.part(path)
    );
    this.#finish(arrays);
  }
  async #arraysIn(store) {
    const arrays = /* @__PURE__ */ new Map();
    for (const key of [...store.keys]) {
      const [, name = "", kind] = /^(.*)\/(\.zarray|zarr\.json)$/.exec(key) ?? [];
      if (kind === void 0) continue;
      await this.#subject.findings.guard(async () => {
        const bytes = await store.readValue(key, this.#subject.budgets.structureBytes);
        const text2 = new TextDecoder().decode(bytes);
        arrays.set(name, kind === ".zarray" ? parseZarrV2(text2) : parseZarrV3(parseObject(text2)));
      });
    }
    return arrays;
  }
  async #folders(folder, paths, leaves, prefix) {
    const arrays = /* @__PURE__ */ new Map();
    const nameOf = (path) => path.slice(prefixOf(folder).length);
    for (const path of paths.filter((each) => /^(\.zarray|zarr\.json)$/.test(nameIn(each)))) {
      await this.#subject.findings.guard(async () => {
        this.#texts.add(path);
        const info = await arrayIn(this.#subject, path);
        if (info === void 0) return;
        arrays.set(folderOf(path), info);
        this.#mustBeListed(nameOf(folderOf(path)), info, leaves);
      });
    }
    this.#mustBeThere(leaves, new Set([...arrays.keys()].map(nameOf)));
    const rest = paths.filter((path) => !this.#texts.has(path));
    this.#finish(await scanArrays(this.#subject, arrays, rest, (path) => prefix + nameOf(path)));
  }
  #mustBeListed(name, { shape }, leaves) {
    if (leaves === void 0) return;
    const { findings } = this.#subject;
    const leaf = leaves.get(name);
    if (leaf === void 0)
      findings.fail("L2", "leaf-unlisted", `${quoted(name)} is in no tree`, {
        expected: "_METADATA"
      });
    else if (leaf.shape !== void 0 && leaf.shape.join() !== shape.join())
      findings.fail("L2", "shape-differs", `${quoted(name)} has another shape than the tree says`, {
        expected: `[${leaf.shape.join(", ")}]`,
        found: `[${shape.join(", ")}]`
      });
  }
  #mustBeThere(leaves, names) {
    for (const [name, { isArray }] of leaves ?? []) {
      if (isArray && !names.has(name))
        this.#subject.findings.fail("L2", "leaf-missing", `${quoted(name)} of the tree is not there`);
    }
  }
  #finish(arrays) {
    this.#arrays += arrays.length;
    for (const array of arrays) array.finish(this.#book);
  }
  async #text(path) {
    this.#texts.add(path);
    return await textOfPart(this.#subject, path, MOST_TEXT_BYTES);
  }
};
export {
  OrbaxCheckpoint
};
