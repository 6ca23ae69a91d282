import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  UNFINISHED,
  isWithin,
  itemsOf,
  orbaxFolders
} from "./verifier.verify-jax-orbax-folders.shared.mjs";
import {
  locationsIn,
  resolveLocation
} from "./verifier.verify-onnx-location.shared.mjs";
import "./verifier.verify-codec-protobuf-schema.shared.mjs";
import {
  ProtobufWalk,
  collectedText,
  walkMessage
} from "./verifier.verify-codec-protobuf.shared.mjs";
import {
  METADATA,
  isObject,
  parsedJson
} from "./verifier.verify-jax-zarr-names.shared.mjs";
import {
  snappyLength,
  unsnappy
} from "./verifier.verify-codec-snappy.shared.mjs";
import {
  CheckpointMeaning,
  OBJECT,
  PickleCursor,
  PickleImports,
  TorchArchive,
  plainOf,
  readMember,
  readNote,
  readZipDirectory,
  storageOf,
  walkPickled,
  windowSource
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import {
  DTYPES,
  TensorJudge,
  mayNotBeNegative,
  mustEndAt,
  tensorsMustTile
} from "./verifier.verify-tensor-dtype.shared.mjs";
import {
  beside,
  byFolder,
  folderOf,
  inFolder,
  nameIn,
  prefixOf
} from "./verifier.verify-contract-oddity.shared.mjs";
import {
  BoundedReader,
  Broken,
  ElementScan,
  Findings,
  HEAD_BYTES,
  JsonScanner,
  PickleMachine,
  PyDict,
  PyGlobal,
  PyList,
  PyObject,
  PyTuple,
  StepRecord,
  TensorTable,
  Unsettled,
  Varint,
  beginsAsPickle,
  crc32c,
  isInt,
  isUnfinishedName,
  masked,
  oldHeader,
  overBudget,
  quoted,
  readScalar,
  readVarint,
  someOf,
  startsWith,
  sumDiffers,
  systemClock
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/archive/set-webdataset.ts
var SHARD = /^(.*?)([0-9]{5,7})(\.tar(?:\.gz|\.zst)?)$/;
var NAMES_SHOWN = 5;
var MOST_MISSING = 1e4;
var webdatasetShards = {
  name: "webdataset-shards",
  proves: "the numbers of the shards begin at 0 and leave none out; whether more should follow, no file says",
  find(tree) {
    const sets = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const stems = /* @__PURE__ */ new Map();
      for (const { path } of files) {
        const [, stem, digits, end] = SHARD.exec(nameIn(path)) ?? [];
        if (stem === void 0 || digits === void 0) continue;
        const key = `${stem}${"0".repeat(digits.length)}${end}`;
        stems.set(key, [...stems.get(key) ?? [], path]);
      }
      for (const [key, members] of stems) {
        if (members.length < 2) continue;
        const root = inFolder(folder, key);
        sets.push({ root, parts: [], members, examine: async (subject) => holdTogether(subject, members) });
      }
    }
    return sets;
  }
};
function holdTogether(subject, members) {
  const verdicts = members.flatMap((path) => subject.verdictOf(path) ?? []);
  if (verdicts.some(({ format }) => format === "webdataset")) judge(subject, members);
  const rows = verdicts.reduce((sum, { facts }) => sum + (facts.rows ?? 0), 0);
  if (rows > 0) subject.facts.rows = rows;
  return { reaches: "L2", checksummed: true };
}
function judge({ findings, verdictOf }, members) {
  const numbers = members.map((path) => Number(SHARD.exec(nameIn(path))?.[2]));
  const present = new Set(numbers);
  const last = Math.max(...numbers);
  const absent = [];
  for (let no = 0; no < last && absent.length < MOST_MISSING; no += 1) if (!present.has(no)) absent.push(no);
  if (absent.length > 0)
    findings.fail("L2", "shard-missing", "the numbers of the shards have gaps", {
      expected: `0 to ${last}`,
      found: `no shard ${absent.slice(0, NAMES_SHOWN).join(", ")}`
    });
  const shapes = /* @__PURE__ */ new Map();
  for (const path of members) {
    const shape = verdictOf(path)?.facts.scalars["extensions"];
    if (typeof shape === "string") shapes.set(shape, path);
  }
  if (shapes.size < 2) return;
  const found = [...shapes].slice(0, 3).map(([shape, path]) => `${nameIn(path)}: ${shape}`);
  findings.note("L2", "samples-differ", "not every shard has the same kind of samples", {
    found: found.join("; ").slice(0, 200)
  });
}

// src/verify/gguf/set.ts
var SPLIT = /^(.*)-([0-9]{5})-of-([0-9]{5})\.gguf$/;
var NAMES_SHOWN2 = 5;
var ggufSplit = {
  name: "gguf-split",
  proves: "every number of `-00001-of-0000N.gguf` is there; each file says the number and count of its name; together they hold as many tensors as each says, none twice",
  find(tree) {
    const sets = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const stems = /* @__PURE__ */ new Map();
      for (const { path } of files) {
        const stem = SPLIT.exec(nameIn(path))?.[1];
        if (stem !== void 0) stems.set(stem, [...stems.get(stem) ?? [], path]);
      }
      for (const [stem, members] of stems) {
        const name = `${stem}-*.gguf`;
        sets.push({
          root: inFolder(folder, name),
          parts: [],
          members,
          async examine(subject) {
            mustBeComplete(subject, members);
            holdTogether2(subject, members);
            return { reaches: "L3", checksummed: true };
          }
        });
      }
    }
    return sets;
  }
};
var numbersIn = (path) => {
  const [, , no, of] = SPLIT.exec(nameIn(path)) ?? [];
  return { no: Number(no), of: Number(of) };
};
function mustBeComplete({ findings }, members) {
  const numbers = members.map(numbersIn);
  const totals = [...new Set(numbers.map(({ of: of2 }) => of2))];
  if (totals.length > 1) {
    findings.fail("L2", "shards-mixed", "files of two different splits lie together", {
      found: totals.map((of2) => `-of-${of2}`).join(", ")
    });
    return;
  }
  const [of = 0] = totals;
  const present = new Set(numbers.map(({ no }) => no));
  const absent = Array.from({ length: of }, (_none, i) => i + 1).filter((no) => !present.has(no));
  if (absent.length === 0 && present.size === of) return;
  findings.fail("L2", "shard-missing", `not exactly the ${of} files of the split are there`, {
    expected: `1 to ${of}`,
    found: absent.length === 0 ? `${present.size} files` : `no file ${absent.slice(0, NAMES_SHOWN2).join(", ")}`
  });
}
function holdTogether2({ findings, verdictOf, table, keys }, members) {
  const holders = /* @__PURE__ */ new Map();
  const declared = /* @__PURE__ */ new Set();
  let allRead = true;
  for (const path of members) {
    const verdict = verdictOf(path);
    if (verdict?.format !== "gguf" || verdict.level < "L2") {
      allRead = false;
      continue;
    }
    const { no, of } = numbersIn(path);
    const scalars = verdict.facts.scalars;
    const says = (key, expected) => {
      if (scalars[key] === expected) return;
      findings.fail("L2", "split-disagrees", "is not the part of the split that its name says", {
        file: path,
        expected: `${key} ${expected}`,
        found: String(scalars[key] ?? "no such key")
      });
    };
    says("split.no", no - 1);
    says("split.count", of);
    const inAll2 = scalars["split.tensors.count"];
    declared.add(typeof inAll2 === "number" ? inAll2 : Number.NaN);
    for (const row of verdict.table ?? []) {
      const before = holders.get(row.name);
      if (before !== void 0)
        findings.fail("L2", "tensor-twice", `${quoted(row.name)} is in two files`, {
          file: path,
          found: before
        });
      holders.set(row.name, path);
      table.add(row);
      keys.addTensor(row.name, row.name);
    }
  }
  const [inAll] = declared;
  if (!allRead || declared.size === 1 && inAll === holders.size) return;
  const what = "the files do not hold the tensors that they say they hold together";
  findings.fail("L2", "tensor-missing", what, {
    expected: `split.tensors.count ${[...declared].join(" and ")}`,
    found: `${holders.size} tensors`
  });
}

// src/verify/jax/set-orbax.ts
var orbax = {
  name: "orbax",
  proves: "finished, no temporary name; every leaf of `_METADATA` is there with its shape, and no other (a database of TensorStore alone has no such tree); OCDBT manifest and tree nodes with their CRC-32C, every value inside an existing file; zarr chunks; values",
  find(tree) {
    return orbaxFolders(tree).map((root) => {
      const parts = partsOf(tree, root);
      const examine9 = async (subject) => {
        const { OrbaxCheckpoint } = await import("./verifier.verify-jax-orbax-checkpoint.mjs");
        return new OrbaxCheckpoint(subject, root, parts).examine();
      };
      return { root: root === "" ? "." : root, parts, members: [], examine: examine9 };
    });
  }
};
function partsOf(tree, root) {
  const inside = tree.files.map(({ path }) => path).filter((path) => path.startsWith(prefixOf(root)));
  const items = itemsOf(inside);
  const own = /* @__PURE__ */ new Set([inFolder(root, "_CHECKPOINT_METADATA"), inFolder(root, "commit_success.txt")]);
  if (items.length === 0 && inside.some((path) => UNFINISHED.test(path))) return inside;
  return inside.filter((path) => own.has(path) || items.some((item) => path.startsWith(prefixOf(item))));
}

// src/verify/jax/set-zarr.ts
var zarr = {
  name: "zarr",
  proves: "versions 2 and 3, sharded or not: metadata; every chunk of every grid is there with the bytes of its shape, after Blosc (LZ4, Zstandard, zlib, Snappy, BloscLZ; shuffled or not), gzip, LZ4, zlib, zstd, bzip2, LZMA and numcodecs\u2019 filters, in any order of its dimensions; texts and bytes of any length, element by element; no other files; CRC-32C, CRC-32 or Adler-32 where the codecs have one; values, of structures only their length",
  find(tree) {
    const marked = new Set(
      tree.files.filter(({ path }) => METADATA.has(nameIn(path))).map(({ path }) => folderOf(path))
    );
    const orbax2 = new Set(orbaxFolders(tree));
    const roots = [...marked].filter((folder) => !hasAncestor(folder, marked) && !isWithin(folder, orbax2));
    return roots.sort().map((root) => {
      const parts = partsOf2(tree, root);
      const examine9 = async (subject) => {
        const { examineHierarchy } = await import("./verifier.verify-jax-zarr-hierarchy.mjs");
        return examineHierarchy(subject, root, parts);
      };
      return { root: root === "" ? "." : root, parts, members: [], examine: examine9 };
    });
  }
};
function hasAncestor(folder, marked) {
  for (let at = folder; at !== ""; ) {
    at = folderOf(at);
    if (marked.has(at)) return true;
  }
  return false;
}
function partsOf2(tree, root) {
  const inside = tree.files.map(({ path }) => path).filter((path) => path.startsWith(prefixOf(root)));
  const v2 = new Set(inside.filter((path) => nameIn(path) === ".zarray").map(folderOf));
  const v3 = new Set(inside.filter((path) => nameIn(path) === "zarr.json").map(folderOf));
  return inside.filter((path) => {
    if (METADATA.has(nameIn(path))) return true;
    for (let at = folderOf(path); ; at = folderOf(at)) {
      if (v2.has(at)) return true;
      if (v3.has(at)) return /^(c([./]|$)|[0-9])/.test(at === "" ? path : path.slice(at.length + 1));
      if (at === root || at === "") return false;
    }
  });
}

// src/verify/numpy/set-joblib.ts
var SIBLING = /^(.+)_\d{2,}\.npy(\.z)?$/;
var IS_PICKLE = /\.(pkl|pickle|joblib)$/i;
var MARK = Buffer.from("NDArrayWrapper", "latin1");
var WINDOW_BYTES = 1024 ** 2;
var MOST_SEARCHED_BYTES = 16 * WINDOW_BYTES;
var joblibSiblings = {
  name: "joblib-siblings",
  proves: "the pickle opcode by opcode; every array that it names lies beside it, and no further: `.npy` as of npy, `.npy.z` to its length, checksum and type x shape; values",
  async find(tree) {
    const sizes = new Map(tree.files.map(({ path, sizeBytes }) => [path, sizeBytes]));
    const groups = /* @__PURE__ */ new Map();
    for (const { path } of tree.files) {
      const name = SIBLING.exec(nameIn(path))?.[1];
      const root = name === void 0 ? void 0 : beside(path, name);
      if (root !== void 0 && (sizes.has(root) || IS_PICKLE.test(root)))
        groups.set(root, [...groups.get(root) ?? [], path]);
    }
    const found = [];
    for (const [root, arrays] of groups) {
      const sizeBytes = sizes.get(root);
      if (sizeBytes === void 0) found.push(withoutPickle(root, arrays));
      else if (await namesArrays(tree, root, sizeBytes)) found.push(setOf(root, arrays));
    }
    return found;
  }
};
async function namesArrays(tree, path, sizeBytes) {
  const source = await tree.open(path);
  try {
    const head = await source.read(0, Math.min(sizeBytes, HEAD_BYTES));
    if (oldHeader(head) !== void 0) return true;
    if (!beginsAsPickle(head, sizeBytes)) return false;
    for (let at = 0; at < Math.min(sizeBytes, MOST_SEARCHED_BYTES); at += WINDOW_BYTES) {
      const window = await source.read(at, Math.min(sizeBytes - at, WINDOW_BYTES + MARK.length));
      if (Buffer.from(window.buffer, window.byteOffset, window.length).includes(MARK)) return true;
    }
    return false;
  } finally {
    await source.close();
  }
}
var withoutPickle = (root, arrays) => ({
  root,
  parts: [],
  members: arrays,
  async examine() {
    const what = `${quoted(nameIn(root))} is missing, of which these files are the arrays`;
    throw new Broken("L2", "file-missing", what, { file: root });
  }
});
var setOf = (root, arrays) => ({
  root,
  parts: [root, ...arrays],
  members: [],
  async examine(subject) {
    const { JoblibReading } = await import("./verifier.verify-numpy-joblib-reading.mjs");
    return await new JoblibReading(subject, root, arrays).run();
  }
});

// src/verify/onnx/set.ts
var MODEL_NAME = /\.onnx$/i;
var onnxExternal = {
  name: "onnx-external",
  proves: "locations stay in the folder of the model; each data file is there and covered by tensors without hole or overlap (zeros that align are no hole); length = shape x type; SHA-1 of a data file where the model carries it; values",
  async find(tree) {
    const groups = [];
    for (const { path } of tree.files) {
      if (!MODEL_NAME.test(path)) continue;
      const data = await dataOf(tree, path);
      if (data === void 0) continue;
      const touching = groups.filter((group) => [...data].some((file) => group.data.has(file)));
      const models = [...touching.flatMap((group) => group.models), path];
      for (const group of touching) groups.splice(groups.indexOf(group), 1);
      groups.push({ models, data: /* @__PURE__ */ new Set([...touching.flatMap((group) => [...group.data]), ...data]) });
    }
    const present = new Set(tree.files.map(({ path }) => path));
    return groups.map(
      ({ models, data }) => setOf2(
        models,
        [...data].filter((path) => present.has(path))
      )
    );
  }
};
async function dataOf(tree, model) {
  const source = await tree.open(model);
  try {
    const locations = await locationsIn(source);
    if (locations.size === 0) return void 0;
    const paths = [...locations].flatMap((location) => {
      const resolved = resolveLocation(model, location);
      return "path" in resolved && resolved.path !== model ? [resolved.path] : [];
    });
    return new Set(paths);
  } finally {
    await source.close();
  }
}
function setOf2(models, data) {
  return {
    root: models[0] ?? "",
    parts: [...models, ...data],
    members: [],
    async examine(subject) {
      const { ModelsReading } = await import("./verifier.verify-onnx-models-reading.mjs");
      const reading = new ModelsReading(subject);
      for (const model of models) await reading.readModel(model);
      for (const path of data) await reading.readData(path);
      reading.settle();
      return { reaches: "L3", checksummed: false };
    }
  };
}

// src/verify/contract/whole-members.ts
function mustBeWhole({ findings, verdictOf }, members, needs) {
  const bad = members.flatMap((path) => {
    const alone = verdictOf(path);
    return alone === void 0 || alone.verdict.startsWith("pass") ? [] : [{ path, alone }];
  });
  const told = /* @__PURE__ */ new Set();
  for (const { path, alone } of bad.sort((a, b) => rankOf(a.alone) - rankOf(b.alone))) {
    const [first] = alone.reasons;
    const what = `a file of it is not whole: ${first?.what ?? alone.verdict}`;
    if (alone.byItself !== void 0 && told.has(what)) continue;
    told.add(what);
    const file = alone.byItself === void 0 ? path : first?.file ?? path;
    const where = { file, ...first === void 0 ? {} : { found: first.code } };
    if (alone.verdict === "fail") findings.fail(first?.level ?? "L2", "member-not-whole", what, where);
    else if (needs(nameIn(path)))
      findings.inconclusive(first?.level ?? "L2", "member-unsettled", what, where);
  }
}
var rankOf = ({ byItself }) => byItself === void 0 ? 0 : 1;

// src/verify/read/unfinished-names.ts
var namedFor = (name, whole) => name !== whole && name.replace(/^\./, "").startsWith(whole);
var drawnFor = (name, whole) => name.startsWith(`.${whole}.`) && /^[A-Za-z0-9]{6}$/.test(name.slice(whole.length + 2));
function mayNotBeUnfinished({ tree, findings }, paths) {
  const folders = /* @__PURE__ */ new Map();
  for (const path of paths)
    folders.set(folderOf(path), [...folders.get(folderOf(path)) ?? [], nameIn(path)]);
  for (const { path } of tree.files) {
    const name = nameIn(path);
    const isUnfinished = isUnfinishedName(path);
    const whole = folders.get(folderOf(path))?.find((each) => isUnfinished && namedFor(name, each) || drawnFor(name, each));
    if (whole !== void 0)
      findings.fail("L1", "unfinished-sibling", `${quoted(whole)} is still being written or copied`, {
        file: path
      });
  }
}
function mayHoldNothingUnfinished({ tree, findings }, folder) {
  const below = prefixOf(folder);
  const left = tree.files.filter(({ path }) => path.startsWith(below) && isUnfinishedName(path));
  for (const { path } of left.slice(0, 10))
    findings.fail("L1", "unfinished-sibling", "something in the folder is still being written or copied", {
      file: path
    });
}

// src/verify/shards/index-file.ts
function parseShardIndex(text, path) {
  const parsed = parsedJson(text);
  if (parsed === void 0) throw malformed(path, "is no JSON");
  const { weight_map: map, metadata } = isObject(parsed) ? parsed : {};
  if (!isObject(map)) throw malformed(path, "has no weight_map");
  const weightMap = /* @__PURE__ */ new Map();
  for (const [tensor, shard] of Object.entries(map)) {
    const plain = typeof shard === "string" && /^[^/\\]+$/.test(shard) && shard !== ".." && shard !== ".";
    if (!plain) throw malformed(path, `maps ${quoted(tensor)} to what is no plain file name`);
    weightMap.set(tensor, shard);
  }
  if (weightMap.size === 0) throw malformed(path, "lists no tensor");
  return { weightMap, hasMetadata: isObject(metadata), ...countsIn(metadata) };
}
function countsIn(metadata) {
  const { total_size: size, total_parameters: parameters } = metadata ?? {};
  return {
    ...typeof size === "number" ? { totalSize: size } : {},
    ...typeof parameters === "number" ? { totalParameters: parameters } : {}
  };
}
var malformed = (path, what) => new Broken("L2", "index-malformed", `the index ${what}`, { file: path });

// src/verify/shards/shards.ts
var SHARD2 = /^(.*)-([0-9]{5})-of-([0-9]{5})$/;
var MODEL_STEM = /model(\.\w+)?$/;
var NAMES_SHOWN3 = 5;
var MOST_SHARDS = 1e4;
function shardsEnding(ending, kind) {
  const numbersOf = (name) => {
    if (!name.endsWith(ending)) return void 0;
    const [, stem, no, of] = SHARD2.exec(name.slice(0, -ending.length)) ?? [];
    return stem === void 0 ? void 0 : { name, stem, no: Number(no), of: Number(of) };
  };
  return {
    ...kind,
    find(tree) {
      const sets = [];
      for (const [folder, files] of byFolder(tree.files)) {
        const names = files.map(({ path }) => nameIn(path));
        const shards = names.flatMap((name) => numbersOf(name) ?? []);
        const stems = new Set(shards.map(({ stem }) => stem));
        for (const index of names.filter((name) => name.endsWith(`${ending}.index.json`))) {
          const stem = index.slice(0, -`${ending}.index.json`.length);
          stems.delete(stem);
          sets.push(setOf3(folder, index, shardsOf(stem, shards)));
        }
        for (const stem of stems)
          sets.push(setOf3(folder, void 0, shardsOf(stem, shards), `${stem}-*${ending}`));
      }
      return sets;
    }
  };
}
var shardsOf = (stem, shards) => shards.filter((each) => each.stem === stem);
function setOf3(folder, index, shards, pattern = "") {
  const at = (name) => inFolder(folder, name);
  const paths = shards.map(({ name }) => at(name));
  const members = [...index === void 0 ? [] : [at(index)], ...paths];
  return {
    root: at(index ?? pattern),
    parts: [],
    members,
    async examine(subject) {
      mayNotBeUnfinished(subject, members);
      const isModel = shards.some(({ stem }) => MODEL_STEM.test(stem));
      mustBeWhole(subject, paths, () => true);
      mustBeNumbered(subject, shards);
      if (index === void 0 && isModel) {
        const what = "nothing says which tensors these shards should hold";
        subject.findings.inconclusive("L2", "index-missing", what, { expected: "an index beside them" });
      }
      if (index !== void 0) await holdAgainstIndex(subject, at(index), paths);
      return { reaches: "L3", checksummed: true };
    }
  };
}
function mustBeNumbered({ findings }, shards) {
  const totals = [...new Set(shards.map(({ of: of2 }) => of2))];
  if (totals.length > 1) {
    const what = "shards of two different sets lie together";
    findings.fail("L2", "shards-mixed", what, { found: totals.map((of2) => `-of-${of2}`).join(", ") });
    return;
  }
  const [of = 0] = totals;
  const present = new Set(shards.map(({ no }) => no));
  const first = present.has(0) ? 0 : 1;
  const absent = Array.from({ length: Math.min(of, MOST_SHARDS) }, (_none, i) => i + first).filter(
    (no) => !present.has(no)
  );
  if (absent.length === 0) return;
  findings.fail("L2", "shard-missing", `${absent.length} of ${of} shards are not there`, {
    expected: `${of} shards`,
    found: `no shard ${absent.slice(0, NAMES_SHOWN3).join(", ")}`
  });
}
async function holdAgainstIndex(subject, path, shards) {
  const { findings } = subject;
  const index = parseShardIndex(await subject.text(path, subject.budgets.jsonBytes), path);
  if (!index.hasMetadata)
    findings.degraded(
      "L2",
      "index-metadata",
      "the index has no metadata, without which transformers loads no model",
      {
        file: path
      }
    );
  const named = new Set([...index.weightMap.values()].map((name) => beside(path, name)));
  for (const shard of named) {
    if (subject.verdictOf(shard) === void 0) {
      const what = `the index names ${JSON.stringify(nameIn(shard))}, which is not there`;
      findings.fail("L2", "shard-missing", what, { file: path });
    }
  }
  const found = gather(subject, /* @__PURE__ */ new Set([...named, ...shards]));
  mustMatch(subject, index, path, found);
  if (!findings.has("fail")) holdAgainstCounts(subject, index, path);
}
function gather({ findings, table, keys, verdictOf }, shards) {
  const found = /* @__PURE__ */ new Map();
  for (const shard of shards) {
    for (const row of verdictOf(shard)?.table ?? []) {
      const before = found.get(row.name);
      if (before !== void 0)
        findings.fail("L2", "tensor-twice", `${quoted(row.name)} is in two shards`, {
          file: shard,
          found: before
        });
      found.set(row.name, shard);
      table.add(row);
      keys.addTensor(row.name, row.name);
    }
  }
  return found;
}
function mustMatch({ findings, verdictOf }, { weightMap }, path, found) {
  const faults = /* @__PURE__ */ new Map();
  const fault = (code, name) => {
    const names = faults.get(code);
    if (names === void 0) faults.set(code, [name]);
    else names.push(name);
  };
  for (const [name, shard] of weightMap) {
    const at = found.get(name);
    const isExplained = at === void 0 && verdictOf(beside(path, shard))?.verdict.startsWith("pass") === false;
    if (isExplained) continue;
    if (at === void 0) fault("tensor-missing", name);
    else if (at !== beside(path, shard)) fault("tensor-misplaced", name);
  }
  for (const name of found.keys()) if (!weightMap.has(name)) fault("tensor-unmapped", name);
  for (const [code, names] of faults) {
    const shown = names.slice(0, NAMES_SHOWN3).map((name) => JSON.stringify(name.slice(0, 80)));
    const where = { file: path, found: `${names.length}: ${shown.join(", ")}` };
    findings.fail("L2", code, MEANING[code] ?? code, where);
  }
}
var MEANING = {
  "tensor-missing": "the index lists tensors that no shard holds",
  "tensor-misplaced": "tensors lie in another shard than the index says",
  "tensor-unmapped": "shards hold tensors that the index does not list"
};
function holdAgainstCounts({ findings, table }, index, path) {
  let bits = 0;
  let elements = 0;
  for (const { dtype, shape } of table.rows) {
    const count = shape.reduce((product, size) => product * size, 1);
    elements += count;
    bits += count * (DTYPES[dtype]?.bits ?? Number.NaN);
  }
  const compare = (code, what, declared, counted) => {
    if (declared === void 0 || Number.isNaN(counted) || declared === counted) return;
    const where = { file: path, expected: String(declared), found: String(counted) };
    findings.note("L2", code, `the index counts another ${what} than its shards hold`, where);
  };
  compare("total-size", "number of bytes", index.totalSize, bits / 8);
  compare("total-parameters", "number of parameters", index.totalParameters, elements);
}

// src/verify/shards/set-safetensors.ts
var safetensorsShards = shardsEnding(".safetensors", {
  name: "safetensors-shards",
  proves: "every shard the index names is there, and every number of `-00001-of-0000N`; each tensor is in exactly the shard that the index names; nothing is still being copied; an index without the metadata that transformers takes from it is degraded; totals that differ are told"
});

// src/verify/shards/set-torch-shards.ts
var torchShards = shardsEnding(".bin", {
  name: "torch-shards",
  proves: "as safetensors-shards, of files that torch.save wrote"
});

// src/verify/tensorflow/dtype.ts
var TYPES = {
  1: DTYPES.f32,
  2: DTYPES.f64,
  3: DTYPES.i32,
  4: DTYPES.u8,
  5: DTYPES.i16,
  6: DTYPES.i8,
  8: DTYPES.c64,
  9: DTYPES.i64,
  10: DTYPES.bool,
  11: DTYPES.i8,
  12: DTYPES.u8,
  13: DTYPES.i32,
  14: DTYPES.bf16,
  15: DTYPES.i16,
  16: DTYPES.u16,
  17: DTYPES.u16,
  18: DTYPES.c128,
  19: DTYPES.f16,
  22: DTYPES.u32,
  23: DTYPES.u64,
  24: DTYPES.f8_e5m2,
  25: DTYPES.f8_e4m3
};
var STRING_TYPE = 7;
var tfDtype = (id) => TYPES[id];

// src/verify/tensorflow/bundle-entry.ts
var MOST_SHARDS2 = 1e5;
var MOST_DIMS = 254;
function readHeader(value, at, { budgets }) {
  const header = { shards: 0, littleEndian: true };
  let endianness = 0;
  const visitor = {
    varint(field, number) {
      if (field === 1) header.shards = number.toNumber();
      else if (field === 2) endianness = number.toNumber();
    }
  };
  walkMessage(value, visitor, at, budgets);
  const possible = header.shards >= 1 && header.shards <= MOST_SHARDS2 && endianness <= 1;
  if (!possible) {
    throw new Broken("L2", "bundle-header", "the header of the checkpoint cannot be", {
      offset: at,
      found: `${header.shards} data files, byte order ${endianness}`
    });
  }
  return { ...header, littleEndian: endianness === 0 };
}
function readEntry(name, value, at, { budgets }) {
  const entry = { name, type: 0, shape: [], elements: 1, shard: 0, offset: 0, size: 0, crc: 0 };
  let slices = 0;
  let unknownRank = false;
  const size = (number) => {
    const count = number.toSafeInteger();
    if (count !== void 0 && count >= 0) return count;
    throw malformed2(name, at, `a size of ${number.toSigned()}`);
  };
  const shape = {
    varint(field, number) {
      if (field === 3) unknownRank = number.low32 !== 0;
    },
    delimited(field) {
      if (field !== 2) return void 0;
      entry.shape.push(0);
      if (entry.shape.length > MOST_DIMS) throw malformed2(name, at, `more than ${MOST_DIMS} dimensions`);
      return {
        varint(inner, number) {
          if (inner === 1) entry.shape[entry.shape.length - 1] = size(number);
        }
      };
    }
  };
  walkMessage(
    value,
    {
      varint(field, number) {
        if (field === 1) entry.type = number.toNumber();
        else if (field === 3) entry.shard = size(number);
        else if (field === 4) entry.offset = size(number);
        else if (field === 5) entry.size = size(number);
      },
      fixed(field, bytes) {
        if (field === 6) entry.crc = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
      },
      delimited(field) {
        if (field === 7) slices += 1;
        return field === 2 ? shape : void 0;
      }
    },
    at,
    budgets
  );
  if (slices > 0 || unknownRank) {
    const what = `${quoted(name)} is a partitioned variable, which this version does not put together`;
    throw new Unsettled("L2", "tensor-slices", what, { offset: at });
  }
  entry.elements = entry.shape.reduce((product, each) => product * each, 1);
  mustHaveItsSize(entry, at);
  return entry;
}
function mustHaveItsSize({ name, type, elements, size }, at) {
  if (!Number.isSafeInteger(elements * 16)) throw malformed2(name, at, `${elements} elements`);
  if (type === STRING_TYPE) {
    if (size < elements + 4) throw malformed2(name, at, `${elements} strings in ${size} bytes`);
    return;
  }
  const dtype = tfDtype(type);
  if (dtype === void 0) {
    throw new Unsettled("L2", "dtype-unknown", `${quoted(name)} is of a type that we do not read`, {
      offset: at,
      found: String(type)
    });
  }
  const expected = elements * (dtype.bits / 8);
  if (expected === size) return;
  throw new Broken("L2", "tensor-size", `${quoted(name)} does not have the size of its shape and type`, {
    offset: at,
    expected: `${expected} bytes`,
    found: `${size} bytes`
  });
}
var malformed2 = (name, at, found) => new Broken("L2", "bundle-entry", `the entry of ${quoted(name)} cannot be`, {
  offset: at,
  found
});

// src/verify/tensorflow/object-graph.ts
var OBJECT_GRAPH = "_CHECKPOINTABLE_OBJECT_GRAPH";
var MOST_KEY_BYTES = 65536;
function objectGraph(length, at, budgets, take) {
  const attribute2 = {
    delimited: (field, size, from) => field === 3 ? collectedText(MOST_KEY_BYTES, size, from, take) : void 0
  };
  const node = { delimited: (field) => field === 2 ? attribute2 : void 0 };
  const graph = { delimited: (field) => field === 1 ? node : void 0 };
  const walk = new ProtobufWalk(graph, at, length, budgets);
  return { bytes: (piece) => walk.feed(piece), done: () => walk.end() };
}

// src/verify/tensorflow/sorted-table.ts
var FOOTER_BYTES = 48;
var HANDLES_BYTES = 40;
var TRAILER_BYTES = 5;
var TABLE_MAGIC = Uint8Array.of(87, 251, 128, 139, 36, 117, 71, 219);
async function readTable(subject, take) {
  const { sizeBytes } = subject;
  const { metaIndex, index } = await readFooter(subject);
  const order = new KeyOrder();
  let covered = 0;
  let last;
  for (const [separator, value] of entriesOf(await readBlock(subject, index), index.offset)) {
    const handle = readHandle(value, 0, index.offset).handle;
    mustFollow(handle, covered);
    const block = await readBlock(subject, handle);
    for (const [key, content] of entriesOf(block, handle.offset)) {
      order.follow(key, handle.offset);
      last = key;
      take(key, content, handle.offset);
    }
    if (last !== void 0 && Buffer.compare(separator, last) < 0)
      throw new Broken("L2", "table-index", "the index places a block before its own keys", {
        offset: index.offset
      });
    order.raise(separator);
    covered = handle.offset + handle.size + TRAILER_BYTES;
  }
  mustFollow(metaIndex, covered);
  await readBlock(subject, metaIndex);
  mustFollow(index, metaIndex.offset + metaIndex.size + TRAILER_BYTES);
  const end = index.offset + index.size + TRAILER_BYTES + FOOTER_BYTES;
  if (end !== sizeBytes) {
    throw new Broken("L1", "table-extent", "bytes belong to no block", {
      offset: end - FOOTER_BYTES,
      expected: `${end} bytes`,
      found: `${sizeBytes} bytes`
    });
  }
}
async function readFooter({ reader, sizeBytes }) {
  if (sizeBytes < FOOTER_BYTES) throw new Broken("L1", "cut-short", "is shorter than the footer of a table");
  const at = sizeBytes - FOOTER_BYTES;
  const footer = await reader.read(at, FOOTER_BYTES);
  if (!TABLE_MAGIC.every((byte, i) => footer[HANDLES_BYTES + i] === byte)) {
    const what = "does not end with the mark of a table: its end is missing or damaged";
    throw new Broken("L1", "table-magic", what, {
      offset: at + HANDLES_BYTES,
      expected: Buffer.from(TABLE_MAGIC).toString("hex"),
      found: Buffer.from(footer.subarray(HANDLES_BYTES)).toString("hex")
    });
  }
  const metaIndex = readHandle(footer, 0, at);
  const index = readHandle(footer, metaIndex.end, at);
  if (footer.subarray(index.end, HANDLES_BYTES).some((byte) => byte !== 0))
    throw new Broken("L1", "table-footer", "the footer holds something that belongs to nothing", {
      offset: at
    });
  return { metaIndex: metaIndex.handle, index: index.handle };
}
function readHandle(bytes, from, fileOffset) {
  const offset = readVarint(bytes, from);
  const size = offset === void 0 ? void 0 : readVarint(bytes, offset.end);
  if (offset === void 0 || size === void 0)
    throw new Broken("L2", "table-handle", "a reference to a block cannot be read", { offset: fileOffset });
  return { handle: { offset: offset.value, size: size.value }, end: size.end };
}
function mustFollow({ offset }, covered) {
  if (offset === covered) return;
  throw new Broken("L2", "table-extent", "a block does not begin where the one before it ended", {
    offset,
    expected: String(covered),
    found: String(offset)
  });
}
async function readBlock({ reader, budgets }, { offset, size }) {
  if (size > budgets.structureBytes) throw overBudget("structureBytes", budgets.structureBytes, size, offset);
  const bytes = await reader.read(offset, size + TRAILER_BYTES);
  const stored = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(size + 1, true);
  const found = masked(crc32c(bytes.subarray(0, size + 1), 0));
  if (stored !== found) {
    throw sumDiffers("a block of the index does not have the CRC it carries", offset, { stored, found });
  }
  const content = bytes.subarray(0, size);
  const kind = bytes[size];
  if (kind === 0) return content;
  if (kind !== 1)
    throw new Unsettled("L2", "table-compression", "a block is compressed in a way we do not read", {
      offset,
      found: String(kind)
    });
  const { value: length } = snappyLength(content, offset);
  if (length > budgets.structureBytes)
    throw overBudget("structureBytes", budgets.structureBytes, length, offset);
  return unsnappy(content, offset);
}
function* entriesOf(block, offset) {
  const broken = (what) => new Broken("L2", "table-block", what, { offset });
  if (block.length < 4) throw broken("a block is too short");
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  const restarts = view.getUint32(block.length - 4, true);
  const end = block.length - 4 - 4 * restarts;
  if (end < 0) throw broken("a block has more restart points than bytes");
  let key = new Uint8Array(0);
  let next = 0;
  for (let at = 0; at < end; ) {
    const isRestart = next < restarts && view.getUint32(end + 4 * next, true) === at;
    if (isRestart) next += 1;
    const shared = readVarint(block, at);
    const own = shared === void 0 ? void 0 : readVarint(block, shared.end);
    const length = own === void 0 ? void 0 : readVarint(block, own.end);
    if (shared === void 0 || own === void 0 || length === void 0)
      throw broken("an entry cannot be read");
    const valueAt = length.end + own.value;
    if (shared.value > key.length || isRestart && shared.value !== 0 || valueAt + length.value > end)
      throw broken("an entry does not fit into its block");
    const whole = new Uint8Array(shared.value + own.value);
    whole.set(key.subarray(0, shared.value));
    whole.set(block.subarray(length.end, valueAt), shared.value);
    key = whole;
    at = valueAt + length.value;
    yield [key, block.subarray(valueAt, at)];
  }
  const all = next === restarts || end === 0 && restarts === 1 && view.getUint32(0, true) === 0;
  if (!all) throw broken("a restart point is where no entry begins");
}
var KeyOrder = class {
  #last;
  #floor;
  follow(key, offset) {
    const ascends = (this.#last === void 0 || Buffer.compare(this.#last, key) < 0) && (this.#floor === void 0 || Buffer.compare(this.#floor, key) < 0);
    if (!ascends) throw new Broken("L2", "table-order", "keys do not ascend", { offset });
    this.#last = key;
  }
  /** The key that the index puts between one block and the next. */
  raise(separator) {
    this.#floor = separator;
  }
};

// src/verify/tensorflow/steps.ts
var VALUE = "/.ATTRIBUTES/VARIABLE_VALUE";
var ITERATIONS = /(^|\/)(_?iterations|iter)$/;
var COUNTED = /(^|\/)(global_step|step|epoch)$/;
var MOST_SCALARS = 64;
var TfSteps = class {
  #subject;
  #iterations = /* @__PURE__ */ new Map();
  #counts = /* @__PURE__ */ new Map();
  #saves;
  constructor(subject) {
    this.#subject = subject;
  }
  offer(key, value) {
    const name = key.endsWith(VALUE) ? key.slice(0, -VALUE.length) : key;
    const { stepKey } = this.#subject.expectation;
    const isNamed = stepKey !== void 0 && (stepKey === name || stepKey === key);
    if (isNamed) this.#counts.set(stepKey, value);
    else if (COUNTED.test(name)) this.#counts.set(name.slice(name.lastIndexOf("/") + 1), value);
    else if (ITERATIONS.test(name)) this.#iterations.set(name, value);
    else if (name === "save_counter") this.#saves = value;
    const { scalars } = this.#subject.facts;
    if (Object.keys(scalars).length < MOST_SCALARS) scalars[name.slice(0, 200)] = value;
  }
  settle() {
    const record = new StepRecord(this.#subject);
    for (const [name, value] of this.#counts) record.offer(name, value);
    const iterations = [...this.#iterations.values()];
    if (iterations.length > 0) record.offer("iter", Math.max(...iterations));
    else if (this.#counts.size === 0 && this.#saves !== void 0) record.offer("steps", this.#saves);
    record.settle();
  }
};

// src/verify/tensorflow/tensor-region.ts
var CRC_BYTES = 4;
var MOST_IN_FOUR_BYTES = 2 ** 32 - 1;
function numbersRegion(subject, { entry, dtype, littleEndian }, judge2, offer) {
  const { name, shape, elements, offset, size } = entry;
  let crc = 0;
  const scan = new ElementScan(dtype, {
    ...subject.scanning,
    littleEndian,
    countNegative: mayNotBeNegative([name]),
    mostBytes: size,
    firstBytes: elements === 1
  });
  return {
    offset,
    length: size,
    feed(piece) {
      crc = crc32c(piece, crc);
      scan.feed(piece);
    },
    end() {
      const result = scan.finish();
      mustHaveItsCrc(entry, crc);
      const value = elements === 1 ? readScalar(dtype, result.firstBytes, littleEndian) : void 0;
      if (value !== void 0) offer(name, value);
      judge2.take({ names: [name], dtype, shape, elements, fileOffset: offset, scan: result, proven: true });
    }
  };
}
var StringsRegion = class {
  offset;
  length;
  #entry;
  #subject;
  #inner;
  #print;
  #varint = new Varint();
  #number = new Uint8Array(8);
  #stored = new Uint8Array(CRC_BYTES);
  #lengthsLeft;
  #crcLeft = CRC_BYTES;
  #bytes = 0;
  #bytesLeft = 0;
  #crc = 0;
  #sink;
  /** @param inner takes the bytes of all strings, one after the other */
  constructor(subject, entry, inner) {
    this.offset = entry.offset;
    this.length = entry.size;
    this.#entry = entry;
    this.#subject = subject;
    this.#inner = inner;
    this.#lengthsLeft = entry.elements;
    this.#print = new ElementScan(DTYPES.u8, {
      littleEndian: true,
      countNegative: false,
      mostBytes: entry.size
    });
  }
  feed(piece, at) {
    let i = this.#takeLengths(piece, at);
    this.#print.feed(piece.subarray(0, i));
    i += this.#takeLengthsCrc(piece.subarray(i), at + i);
    const bytes = piece.subarray(i);
    if (bytes.length === 0) return;
    if (bytes.length > this.#bytesLeft) throw this.#notItsSize(at + i);
    this.#sink ??= this.#inner?.(this.#bytes, at + i);
    this.#crc = crc32c(bytes, this.#crc);
    this.#print.feed(bytes);
    this.#sink?.bytes(bytes, at + i);
    this.#bytesLeft -= bytes.length;
  }
  end() {
    const { name, shape } = this.#entry;
    if (this.#lengthsLeft > 0 || this.#crcLeft > 0 || this.#bytesLeft > 0)
      throw this.#notItsSize(this.offset);
    mustHaveItsCrc(this.#entry, this.#crc);
    this.#sink?.done?.(this.offset + this.length);
    const { fingerprint } = this.#print.finish();
    this.#subject.table.add({ name, dtype: "string", shape, fingerprint, nonFinite: 0 });
  }
  #takeLengths(piece, at) {
    let i = 0;
    for (; i < piece.length && this.#lengthsLeft > 0; i += 1) {
      if (!this.#varint.add(piece[i], at + i + 1)) continue;
      const length = this.#varint.toNumber();
      this.#varint.reset();
      this.#lengthsLeft -= 1;
      this.#bytes += length;
      if (this.#bytes > this.length) throw this.#notItsSize(at + i);
      this.#countIn(length);
    }
    this.#bytesLeft = this.#bytes;
    return i;
  }
  #countIn(length) {
    const view = new DataView(this.#number.buffer);
    view.setUint32(0, length % 2 ** 32, true);
    view.setUint32(4, Math.floor(length / 2 ** 32), true);
    this.#crc = crc32c(this.#number.subarray(0, length <= MOST_IN_FOUR_BYTES ? 4 : 8), this.#crc);
  }
  #takeLengthsCrc(piece, at) {
    if (this.#lengthsLeft > 0 || this.#crcLeft === 0) return 0;
    const count = Math.min(this.#crcLeft, piece.length);
    this.#stored.set(piece.subarray(0, count), CRC_BYTES - this.#crcLeft);
    this.#crcLeft -= count;
    if (this.#crcLeft > 0) return count;
    const stored = new DataView(this.#stored.buffer).getUint32(0, true);
    if (stored !== masked(this.#crc)) throw mismatch(this.#entry, at, { stored, found: masked(this.#crc) });
    this.#crc = crc32c(this.#stored, this.#crc);
    return count;
  }
  #notItsSize(at) {
    const what = `${quoted(this.#entry.name)} holds strings of other lengths than its size`;
    return new Broken("L2", "tensor-size", what, { offset: at });
  }
};
function mustHaveItsCrc(entry, crc) {
  const found = masked(crc);
  if (found !== entry.crc) throw mismatch(entry, entry.offset, { stored: entry.crc, found });
}
var mismatch = ({ name }, offset, sums) => sumDiffers(`${quoted(name)} does not have the CRC that the index carries`, offset, sums);

// src/verify/tensorflow/bundle.ts
var indexPath = (prefix) => `${prefix}.index`;
var shardPath = (prefix, shard, shards) => `${prefix}.data-${padded(shard)}-of-${padded(shards)}`;
var padded = (number) => String(number).padStart(5, "0");
var NAMES_SHOWN4 = 5;
async function examineBundle(subject, prefix) {
  const { tree, findings } = subject;
  const index = await subject.part(indexPath(prefix));
  const { header, entries } = await readIndex(index);
  await index.pass([]);
  const paths = Array.from({ length: header.shards }, (_none, i) => shardPath(prefix, i, header.shards));
  const present = new Set(tree.files.map(({ path }) => path));
  const absent = paths.filter((path) => !present.has(path));
  if (absent.length > 0) {
    findings.fail("L2", "shard-missing", `${absent.length} of ${header.shards} data files are not there`, {
      expected: `${header.shards} data files`,
      found: `no ${absent.slice(0, NAMES_SHOWN4).join(", ")}`
    });
  }
  const reading = new BundleReading(subject, header, entries);
  for (const [shard, path] of paths.entries())
    if (present.has(path)) await reading.readShard(shard, await subject.part(path));
  reading.settle(absent.length === 0);
}
async function readIndex(part) {
  let header;
  const entries = [];
  await readTable(part, (key, value, at) => {
    if (key.length === 0) header = readHeader(value, at, part);
    else entries.push(readEntry(new TextDecoder().decode(key), value, at, part));
  });
  if (header === void 0) throw new Broken("L2", "bundle-header", "the index has no header");
  for (const entry of entries) {
    if (entry.shard >= header.shards) {
      throw new Broken("L2", "bundle-entry", `${quoted(entry.name)} lies in a data file that cannot be`, {
        expected: `below ${header.shards}`,
        found: String(entry.shard)
      });
    }
  }
  return { header, entries };
}
var BundleReading = class {
  #subject;
  #header;
  #shards = /* @__PURE__ */ new Map();
  #names;
  #steps;
  #named = [];
  #judge;
  #complete = true;
  constructor(subject, header, entries) {
    this.#subject = subject;
    this.#header = header;
    this.#steps = new TfSteps(subject);
    this.#names = new Set(entries.map(({ name }) => name));
    for (const entry of entries) {
      const list = this.#shards.get(entry.shard);
      if (list === void 0) this.#shards.set(entry.shard, [entry]);
      else list.push(entry);
      if (entry.type === STRING_TYPE) subject.keys.addValue(entry.name, entry.name);
      else subject.keys.addTensor(entry.name, entry.name);
    }
  }
  /** Extents must cover the file without hole, overlap or tail; then it is read once. */
  async readShard(shard, part) {
    const entries = (this.#shards.get(shard) ?? []).sort((a, b) => a.offset - b.offset || a.size - b.size);
    this.#judge ??= new TensorJudge(
      this.#header.shards === 1 ? part : { ...part, findings: this.#subject.findings }
    );
    const judge2 = this.#judge;
    const extents = entries.map(({ name, offset, size }) => ({ name, offset, bytes: size }));
    const isTiled = await part.findings.guard(() => tensorsMustTile(extents, 0, part.sizeBytes));
    const regions = isTiled ? entries.map((entry) => this.#region(part, entry, judge2)) : [];
    const isRead = await part.pass(regions);
    this.#complete &&= isTiled && isRead;
  }
  settle(allShards) {
    this.#steps.settle();
    if (!this.#complete || !allShards) return;
    this.#judge?.settle([...this.#shards.values()].flat().filter(({ type }) => type !== STRING_TYPE).length);
    this.#judgeObjectGraph();
  }
  #region(part, entry, judge2) {
    const { littleEndian } = this.#header;
    const dtype = tfDtype(entry.type);
    if (dtype !== void 0)
      return numbersRegion(
        part,
        { entry, dtype, littleEndian },
        judge2,
        (name, value) => this.#steps.offer(name, value)
      );
    if (entry.name !== OBJECT_GRAPH || entry.elements !== 1) return new StringsRegion(part, entry);
    return new StringsRegion(
      part,
      entry,
      (length, at) => objectGraph(length, at, part.budgets, (key) => this.#named.push(key))
    );
  }
  /** Every value of a Python object that was saved is there. Some savers add an ending to the key. */
  #judgeObjectGraph() {
    const absent = this.#named.filter((key) => !this.#names.has(key));
    if (absent.length === 0) return;
    const all = [...this.#names];
    const lost = absent.slice(0, 100).filter((key) => !all.some((name) => name.startsWith(key)));
    if (lost.length === 0) return;
    this.#subject.findings.fail("L2", "object-graph", "the tree of objects names values that are not there", {
      found: someOf(lost)
    });
  }
};

// src/verify/tensorflow/set-checkpoint.ts
var DATA = /^(.*)\.data-([0-9]{5})-of-([0-9]{5})$/;
var INDEX = /^(.*)\.index$/;
var UNFINISHED2 = /(^|\/)[^/]*_temp(_[^/]*)?\/|\.tempstate[0-9]+$/;
var STATE_FILE = "checkpoint";
var STATE_FIELD = "model_checkpoint_path";
var NAMES_SHOWN5 = 5;
var tfCheckpoint = {
  name: "tf-checkpoint",
  proves: "CRC of every block of the index and of every tensor; keys ascend; all data files there and covered without hole or overlap; dtype x shape = bytes; the tree of objects is complete; no unfinished save beside it; values",
  async find(tree) {
    const sets = [];
    for (const [folder, files] of byFolder(tree.files)) {
      if (isOfSavedModel(tree, folder)) continue;
      for (const prefix of await prefixesOf(tree, files)) sets.push(checkpointSet(tree, prefix));
    }
    return sets;
  }
};
function bundleParts(tree, prefix) {
  return tree.files.filter(
    ({ path }) => path === indexPath(prefix) || path.startsWith(`${prefix}.data-`) && DATA.exec(path)?.[1] === prefix
  ).map(({ path }) => path);
}
function checkpointSet(tree, prefix) {
  const parts = bundleParts(tree, prefix);
  return {
    root: prefix,
    parts,
    members: [],
    async examine(subject) {
      mustBeFinished(subject, prefix);
      mustBeOneSave(subject, parts);
      await examineBundle(subject, prefix);
      return { reaches: "L3", checksummed: true };
    }
  };
}
function mustBeOneSave({ findings }, parts) {
  const totals = new Set(parts.flatMap((path) => DATA.exec(path)?.[3] ?? []));
  if (totals.size <= 1) return;
  const found = [...totals].map((total) => `-of-${total}`).join(", ");
  findings.fail("L2", "shards-mixed", "data files of two different saves lie together", { found });
}
function mustBeFinished({ tree, findings }, prefix) {
  const folder = folderOf(prefix);
  const left = tree.files.map(({ path }) => path).filter(
    (path) => (folder === "" || path.startsWith(`${folder}/`)) && UNFINISHED2.test(path.slice(folder.length))
  ).filter((path) => nameIn(path).startsWith(nameIn(prefix)) || path.slice(folder.length).includes("_temp"));
  if (left.length === 0) return;
  findings.fail("L1", "unfinished-save", "files of a save that was not finished lie beside it", {
    found: left.slice(0, NAMES_SHOWN5).map((path) => quoted(path)).join(", ")
  });
}
var isOfSavedModel = (tree, folder) => nameIn(folder) === "variables" && tree.files.some(({ path }) => path === beside(folder, "saved_model.pb"));
async function prefixesOf(tree, files) {
  const prefixes = new Set(files.flatMap(({ path }) => DATA.exec(path)?.[1] ?? []));
  for (const file of files) {
    const prefix = INDEX.exec(file.path)?.[1];
    if (prefix !== void 0 && !prefixes.has(prefix) && await endsAsTable(tree, file))
      prefixes.add(prefix);
  }
  return [...prefixes];
}
async function endsAsTable(tree, { path, sizeBytes }) {
  if (sizeBytes < TABLE_MAGIC.length) return false;
  const source = await tree.open(path);
  try {
    const end = await source.read(sizeBytes - TABLE_MAGIC.length, TABLE_MAGIC.length);
    return TABLE_MAGIC.every((byte, i) => end[i] === byte);
  } finally {
    await source.close();
  }
}
var tfCheckpointState = {
  name: "tf-checkpoint-state",
  proves: "the file `checkpoint` names a checkpoint that is there",
  async find(tree) {
    const sets = [];
    for (const file of tree.files) {
      if (nameIn(file.path) !== STATE_FILE || !await beginsAsState(tree, file)) continue;
      sets.push({
        root: file.path,
        parts: [file.path],
        members: [],
        async examine(subject) {
          await examineState(subject, file.path);
          return { reaches: "L3", checksummed: false };
        }
      });
    }
    return sets;
  }
};
async function beginsAsState(tree, { path, sizeBytes }) {
  if (sizeBytes < STATE_FIELD.length) return false;
  const source = await tree.open(path);
  try {
    return Buffer.from(await source.read(0, STATE_FIELD.length)).toString("latin1") === STATE_FIELD;
  } finally {
    await source.close();
  }
}
async function examineState(subject, path) {
  const { tree } = subject;
  const part = await subject.part(path);
  const text = await subject.text(path);
  await part.pass([]);
  const present = new Set(tree.files.map((file) => file.path));
  const isThere = (name) => present.has(indexPath(beside(path, nameIn(name))));
  const lines = text.split("\n").filter((line) => line !== "");
  const paths = lines.map((line) => /^([a-z_]+): (?:"((?:[^"\\]|\\.)*)"|([0-9.e+-]+))$/.exec(line));
  const broken = paths.indexOf(null);
  if (broken >= 0 || !text.endsWith("\n")) {
    const what = `line ${broken < 0 ? lines.length : broken + 1} is cut or is no field`;
    throw new Broken("L1", "state-malformed", what, { file: path });
  }
  const named = (field) => paths.flatMap((match) => match?.[1] === field ? [match[2] ?? ""] : []);
  const [latest, ...more] = named(STATE_FIELD);
  if (latest === void 0 || more.length > 0)
    throw new Broken("L2", "state-malformed", `does not have one ${STATE_FIELD}`, { file: path });
  if (!isThere(latest)) {
    part.findings.fail("L2", "checkpoint-missing", "names a checkpoint as the latest that is not there", {
      found: quoted(latest)
    });
  }
  const gone = named(`all_${STATE_FIELD}s`).filter((name) => !isThere(name));
  if (gone.length > 0) {
    const found = gone.slice(0, NAMES_SHOWN5).map((name) => JSON.stringify(name.slice(0, 80)));
    part.findings.note("L2", "checkpoint-missing", "remembers checkpoints that are not there", {
      found: found.join(", ")
    });
  }
}

// src/verify/tensorflow/set-saved-model.ts
var PROGRAM = "saved_model.pb";
var FINGERPRINT = "fingerprint.pb";
var MOST_FINGERPRINT_BYTES = 65536;
var savedModel = {
  name: "tf-saved-model",
  proves: "the program and the list of its operations; its variables as a checkpoint; every asset it names is there; operations that touch files or foreign code are degraded",
  find: (tree) => tree.files.filter(({ path }) => nameIn(path) === PROGRAM).map(({ path }) => setOf4(tree, path))
};
function setOf4(tree, program) {
  const prefix = beside(program, "variables/variables");
  const present = new Set(tree.files.map(({ path }) => path));
  const assetsFolder = beside(program, "assets/");
  const assets = [...present].filter((path) => path.startsWith(assetsFolder));
  const fingerprint = beside(program, FINGERPRINT);
  const hasFingerprint = present.has(fingerprint);
  const variables = bundleParts(tree, prefix);
  return {
    root: folderOf(program),
    parts: [program, ...variables, ...hasFingerprint ? [fingerprint] : [], ...assets],
    members: [],
    async examine(subject) {
      const { assets: named, hasVariables } = await readProgram(subject, program);
      if (hasFingerprint) await readFingerprint(subject, fingerprint);
      if (variables.length === 0 && hasVariables)
        subject.findings.fail("L2", "file-missing", "has no variables beside its program");
      else if (variables.length === 0) {
        const what = "has no variables: what it computes with lies in its program, of which weights are not read";
        subject.findings.inconclusive("L3", "weights-unread", what);
      } else {
        mustBeOneSave(subject, variables);
        await examineBundle(subject, prefix);
      }
      await readAssets(subject, assetsFolder, named, assets);
      return { reaches: "L3", checksummed: false };
    }
  };
}
async function readProgram(subject, path) {
  const part = await subject.part(path);
  const { openGraph } = await import("./verifier.verify-tensorflow-open-graph.mjs");
  const { walk, facts } = openGraph(part, "saved-model");
  walk.finish(await part.pass(walk.regions()));
  const { scalars } = subject.facts;
  scalars["nodes"] = facts.nodes;
  scalars["functions"] = facts.functions;
  scalars["tags"] = facts.tags.join(", ").slice(0, 200);
  return facts;
}
async function readFingerprint(subject, path) {
  const part = await subject.part(path);
  await part.pass([]);
  if (part.sizeBytes === 0 || part.sizeBytes > MOST_FINGERPRINT_BYTES)
    throw new Broken("L2", "fingerprint-malformed", "is no fingerprint", {
      file: path,
      found: `${part.sizeBytes} bytes`
    });
  let hashes = 0;
  const counted = () => {
    hashes += 1;
  };
  const count = { varint: counted, fixed: counted };
  await part.findings.guard(async () => {
    walkMessage(await part.reader.read(0, part.sizeBytes), count, 0, part.budgets);
    if (hashes === 0) throw new Broken("L2", "fingerprint-malformed", "holds no hash");
  });
}
async function readAssets(subject, folder, named, assets) {
  for (const name of named) {
    if (name.startsWith("/") || name.split("/").includes("..") || name.includes("\\")) {
      subject.findings.fail("L2", "external-escape", "an asset leads out of the folder of the model", {
        found: quoted(name)
      });
    } else if (!assets.includes(folder + name)) {
      subject.findings.fail("L2", "file-missing", `the asset ${quoted(name)} is not there`);
    }
  }
  for (const path of assets) {
    const part = await subject.part(path);
    await part.pass([]);
    if (part.sizeBytes === 0) part.findings.fail("L0", "empty", "is empty");
    if (!named.includes(path.slice(folder.length)))
      part.findings.note("L2", "asset-unused", "is an asset that the program does not name");
  }
}

// src/verify/tensorflow/tfjs-manifest.ts
var TYPES2 = {
  float32: DTYPES.f32,
  int32: DTYPES.i32,
  bool: DTYPES.bool,
  complex64: DTYPES.c64,
  string: "text"
};
var QUANTIZED = {
  uint8: DTYPES.u8,
  uint16: DTYPES.u16,
  float16: DTYPES.f16
};
function readManifest(text) {
  const whole = parsedJson(text);
  const list = isObject(whole) ? whole["weightsManifest"] : whole;
  if (!Array.isArray(list) || list.length === 0) return void 0;
  const groups = list.map(groupOf);
  return groups.every((group) => group !== void 0) ? groups : void 0;
}
function groupOf(value) {
  if (!isObject(value)) return void 0;
  const { paths, weights } = value;
  if (!Array.isArray(paths) || !paths.every(isPlainPath) || !Array.isArray(weights)) return void 0;
  const read = weights.map(weightOf);
  return read.every((each) => each !== void 0) ? { paths, weights: read } : void 0;
}
var isPlainPath = (path) => typeof path === "string" && path.split("/").every((step) => step !== "" && step !== "." && step !== "..") && !/[\\:\u0000-\u001f]/.test(path);
function weightOf(value) {
  if (!isObject(value)) return void 0;
  const { name, shape, dtype, quantization } = value;
  const isSize = (each) => Number.isSafeInteger(each) && Number(each) >= 0;
  if (typeof name !== "string" || typeof dtype !== "string") return void 0;
  if (!Array.isArray(shape) || !shape.every(isSize)) return void 0;
  const quantized = isObject(quantization) ? String(quantization["dtype"]) : void 0;
  const stored = quantized === void 0 ? TYPES2[dtype] : QUANTIZED[quantized];
  return { name, shape, dtype: stored, typeName: quantized ?? dtype };
}

// src/verify/tensorflow/set-tfjs.ts
var MOST_JSON_BYTES = 64 * 1024 ** 2;
var MANIFEST_NAMES = /* @__PURE__ */ new Set(["model.json", "weights_manifest.json"]);
var tfjsModel = {
  name: "tfjs-model",
  proves: "every file that `weightsManifest` names is there; together the files of a group hold exactly its weights, each dtype x shape, quantized or not, texts by their lengths; values. Not that the weights are those of the topology",
  async find(tree) {
    const sets = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const names = new Set(files.map(({ path }) => nameIn(path)));
      for (const { path, sizeBytes } of files) {
        const name = nameIn(path);
        const isDownload = name.endsWith(".json") && names.has(`${name.slice(0, -5)}.weights.bin`);
        if (!(MANIFEST_NAMES.has(name) || isDownload) || sizeBytes > MOST_JSON_BYTES) continue;
        const groups = await groupsIn(tree, path, sizeBytes);
        if (groups !== void 0) sets.push(setOf5(tree, folder, path, groups));
      }
    }
    return sets;
  }
};
async function groupsIn(tree, path, sizeBytes) {
  const source = await tree.open(path);
  try {
    return readManifest(Buffer.from(await source.read(0, sizeBytes)).toString());
  } finally {
    await source.close();
  }
}
function setOf5(tree, folder, manifest, groups) {
  const named = new Set(groups.flatMap(({ paths }) => paths.map((path) => inFolder(folder, path))));
  const parts = tree.files.map(({ path }) => path).filter((path) => named.has(path));
  return {
    root: manifest,
    parts,
    members: [manifest],
    async examine(subject) {
      const { examineWeights } = await import("./verifier.verify-tensorflow-tfjs-weights.mjs");
      return examineWeights(subject, folder, groups);
    }
  };
}

// src/verify/torch/dcp-item.ts
var ZIP = Uint8Array.of(80, 75, 3, 4);
var DcpItemRegion = class {
  offset;
  length;
  #item;
  #context;
  #findings = new Findings();
  #archive;
  #spans = [][Symbol.iterator]();
  #current;
  #broken = false;
  constructor(item, context) {
    this.offset = item.offset;
    this.length = item.length;
    this.#item = item;
    this.#context = context;
  }
  async feed(piece, fileOffset) {
    if (this.#archive === void 0 && !this.#broken) await this.#guarded(() => this.#open());
    const at = fileOffset - this.offset;
    const to = at + piece.length;
    while (this.#current !== void 0 && this.#current.offset < to) {
      const span = this.#current;
      const from = Math.max(span.offset, at);
      const end = Math.min(span.offset + span.length, to);
      if (from < end)
        await this.#guarded(async () => await span.feed(piece.subarray(from - at, end - at), from));
      if (span.offset + span.length > to) return;
      await this.#finish(span);
    }
  }
  async end() {
    if (this.length === 0)
      this.#findings.fail("L1", "empty", "is empty", { offset: 0, expected: "at least 1 byte" });
    while (this.#current !== void 0) await this.#finish(this.#current);
    this.#judgeTensor();
    const { name } = this.#item;
    this.#context.part.findings.absorb(this.#findings.reasons, ({ offset, what, ...reason }) => ({
      ...reason,
      what: `item ${quoted(name)}: ${what}`,
      offset: (offset ?? 0) + this.offset
    }));
  }
  async #open() {
    const { part, shared } = this.#context;
    this.#context.onOpen(this.#findings);
    const { name, transformed } = this.#item;
    if (transformed)
      throw new Unsettled("L1", "dcp-transform", "is compressed or changed in a way that we cannot read");
    const source = windowSource(part.reader, this.offset, this.length, name);
    const reader = new BoundedReader(source, part.budgets, systemClock);
    const head = await reader.read(0, Math.min(this.length, ZIP.length));
    if (!startsWith(head, ZIP))
      throw new Unsettled("L1", "dcp-item", "is no file of torch.save", {
        offset: 0,
        found: `begins ${Buffer.from(head).toString("hex")}`
      });
    const subject = { ...part, reader, sizeBytes: this.length, head, findings: this.#findings };
    const directory = await readZipDirectory(reader, part.budgets);
    const archive = new TorchArchive(subject, directory, { programs: [{ ...OBJECT, name }] }, shared);
    await archive.readProgram();
    const unproven = "was written without CRCs and no manifest digest was given";
    if (directory.crcOff && !part.digestGiven) this.#findings.degraded("L1", "no-checksum", unproven);
    this.#archive = archive;
    this.#spans = archive.regions();
    this.#advance();
  }
  /** A chunk is saved as one tensor and nothing else. */
  #judgeTensor() {
    const { expected } = this.#context;
    const program = this.#archive?.program;
    if (program === void 0) return;
    if (expected === void 0) {
      this.#context.onObject(program.root);
      return;
    }
    const tensors = [...program.storages.values()].flatMap((storage) => storage.tensors);
    const [only] = tensors;
    if (only === void 0 || tensors.length > 1) {
      this.#findings.fail("L2", "dcp-item", "should be one tensor", { found: `${tensors.length} tensors` });
      return;
    }
    const say = (type, shape2) => `${type?.name ?? "of unknown type"} [${shape2.join(", ")}]`;
    const { dtype, shape } = only.tensor;
    const sameShape = shape.length === expected.shape.length && shape.every((size, i) => size === expected.shape[i]);
    if (sameShape && (expected.dtype === void 0 || dtype === expected.dtype)) return;
    this.#findings.fail("L2", "chunk-differs", "is another tensor than the metadata says", {
      expected: say(expected.dtype, expected.shape),
      found: say(dtype, shape)
    });
  }
  async #finish(span) {
    await this.#guarded(async () => await span.end());
    this.#advance();
  }
  #advance() {
    const next = this.#spans.next();
    this.#current = next.done === true ? void 0 : next.value;
    this.#broken = false;
  }
  async #guarded(work) {
    if (this.#broken) return;
    this.#broken = !await this.#findings.guard(work);
  }
};
function mustTile(items, sizeBytes) {
  let at = 0;
  for (const { name, offset, length } of items) {
    if (offset !== at) {
      const what = `${quoted(name)} does not begin where the item before it ends`;
      throw new Broken("L1", "dcp-extent", what, { offset, expected: String(at), found: String(offset) });
    }
    at += length;
  }
  mustEndAt(at, sizeBytes, { cut: "the file ends inside an item", more: "bytes follow the last item" });
}

// src/verify/torch/dcp-metadata.ts
function dcpMetadata(root) {
  const metadata = ofClass(root, "Metadata");
  const described = attribute(metadata, "state_dict_metadata");
  const stored = attribute(metadata, "storage_data");
  if (!(described instanceof PyDict) || !(stored instanceof PyDict))
    throw malformed3("has no table of its items");
  const result = { tensors: /* @__PURE__ */ new Map(), objects: /* @__PURE__ */ new Set(), items: [] };
  for (const [name, value] of described.entries.values()) {
    if (typeof name !== "string") throw malformed3("names an item with what is no text");
    if (isOfClass(value, "BytesStorageMetadata")) result.objects.add(name);
    else result.tensors.set(name, tensorOf(value, name));
  }
  for (const [index, info] of stored.entries.values()) result.items.push(itemOf(index, info));
  return result;
}
function tensorOf(value, name) {
  const tensor = ofClass(value, "TensorStorageMetadata");
  const chunks = attribute(tensor, "chunks");
  if (!(chunks instanceof PyList)) throw malformed3(`lists no chunks of ${quoted(name)}`);
  const size = counts(attribute(tensor, "size"), name);
  return {
    dtype: dtypeOf(attribute(tensor, "properties")),
    size,
    chunks: chunks.items.map((item) => {
      const chunk = ofClass(item, "ChunkStorageMetadata");
      const [offsets, sizes] = [
        counts(attribute(chunk, "offsets"), name),
        counts(attribute(chunk, "sizes"), name)
      ];
      if (offsets.length !== size.length || sizes.length !== size.length)
        throw malformed3(`gives a chunk of ${quoted(name)} another number of dimensions`);
      return { offsets, sizes };
    })
  };
}
function dtypeOf(properties) {
  const state = properties instanceof PyObject ? properties.state : void 0;
  const [first] = state instanceof PyTuple ? state.items : [];
  const dtype = first ?? attribute(properties, "dtype");
  return dtype instanceof PyGlobal ? dtype.model.dtype : void 0;
}
function itemOf(index, value) {
  const key = ofClass(index, "MetadataIndex");
  const info = ofClass(value, "_StorageInfo");
  const name = attribute(key, "fqn");
  const offsets = attribute(key, "offset");
  const [file, offset, length] = ["relative_path", "offset", "length"].map((each) => attribute(info, each));
  const transforms = attribute(info, "transform_descriptors");
  const sound = typeof name === "string" && typeof file === "string" && isInt(offset) && isInt(length) && offset >= 0 && length >= 0 && Number.isSafeInteger(offset + length);
  if (!sound) throw malformed3("does not say where an item lies");
  return {
    name,
    ...offsets === void 0 || offsets === null ? {} : { offsets: counts(offsets, name) },
    file,
    offset,
    length,
    transformed: transforms !== void 0 && transforms !== null && !(transforms instanceof PyTuple && transforms.items.length === 0) && !(transforms instanceof PyList && transforms.items.length === 0)
  };
}
function counts(value, name) {
  const items = value instanceof PyTuple || value instanceof PyList ? value.items : void 0;
  if (items === void 0 || !items.every((item) => isInt(item) && item >= 0))
    throw malformed3(`gives ${quoted(name)} a shape that is none`);
  return items;
}
var isOfClass = (value, name) => value instanceof PyObject && value.cls.name.endsWith(`.${name}`);
function ofClass(value, name) {
  if (!isOfClass(value, name)) throw malformed3(`holds something else where a ${name} belongs`);
  return value;
}
function attribute(value, name) {
  const state = value instanceof PyObject ? value.state : void 0;
  return state instanceof PyDict ? state.entries.get(`s${name}`)?.[1] : void 0;
}
var malformed3 = (what) => new Broken("L2", "dcp-metadata", `the metadata ${what.slice(0, 200)}`);

// src/verify/torch/dcp-tiling.ts
var MOST_ODD_CHUNKS = 5e3;
var volume = (sizes) => sizes.reduce((product, size) => product * BigInt(size), 1n);
function badTiling(size, chunks) {
  const outside = chunks.find(
    ({ offsets, sizes }) => offsets.some((offset, i) => offset + (sizes[i] ?? 0) > (size[i] ?? 0))
  );
  if (outside !== void 0) return `the chunk at ${place(outside)} reaches beyond the tensor`;
  const filled = chunks.filter(({ sizes }) => !sizes.includes(0));
  const sum = filled.reduce((total, { sizes }) => total + volume(sizes), 0n);
  if (sum < volume(size)) return `the chunks leave a gap: ${sum} of ${volume(size)} elements`;
  const twice = overlapping(filled);
  if (twice !== void 0) return `the chunks at ${place(twice[0])} and ${place(twice[1])} overlap`;
  return void 0;
}
var place = ({ offsets }) => `[${offsets.join(", ")}]`;
function overlapping(chunks) {
  const dimension = widestDimension(chunks);
  const start = (chunk) => chunk.offsets[dimension] ?? 0;
  const sorted = [...chunks].sort((a, b) => start(a) - start(b));
  let compared = 0;
  let open = [];
  for (const chunk of sorted) {
    open = open.filter((each) => start(each) + (each.sizes[dimension] ?? 1) > start(chunk));
    compared += open.length;
    if (compared > MOST_ODD_CHUNKS ** 2)
      throw overBudget("comparisons of chunks", MOST_ODD_CHUNKS ** 2, compared);
    const hit = open.find((each) => meet(each, chunk));
    if (hit !== void 0) return [hit, chunk];
    open.push(chunk);
  }
  return void 0;
}
function widestDimension(chunks) {
  const dimensions = chunks[0]?.offsets.length ?? 0;
  const starts = Array.from(
    { length: dimensions },
    (_none, i) => new Set(chunks.map(({ offsets }) => offsets[i])).size
  );
  return Math.max(0, starts.indexOf(Math.max(...starts, 0)));
}
var meet = (a, b) => a.offsets.every(
  (offset, i) => offset < (b.offsets[i] ?? 0) + (b.sizes[i] ?? 0) && (b.offsets[i] ?? 0) < offset + (a.sizes[i] ?? 0)
);

// src/verify/torch/set-dcp.ts
var METADATA2 = ".metadata";
var PAYLOAD = /\.distcp$/;
var UNFINISHED3 = /^(__[0-9]+)?\.metadata\.tmp$|\.distcp\.tmp$/;
var RANK_METADATA = /^__[0-9]+\.metadata$/;
var dcpFolder = {
  name: "dcp",
  proves: ".metadata is there and walked opcode by opcode; the chunks of every tensor fill it exactly once; every chunk and object is where the metadata says, and the items fill every file; every item is a whole file of torch.save with its CRCs, type and shape; values",
  find(tree) {
    const sets = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const names = files.map(({ path }) => nameIn(path));
      const own = names.filter((name) => name === METADATA2 || PAYLOAD.test(name));
      if (own.length === 0) continue;
      const at = (name) => inFolder(folder, name);
      sets.push({
        root: folder,
        parts: own.map(at),
        members: [],
        examine: (subject) => new DcpFolder(subject, names, at).examine()
      });
    }
    return sets;
  }
};
var DcpFolder = class {
  #subject;
  #names;
  #at;
  #imports;
  #steps;
  constructor(subject, names, at) {
    this.#subject = subject;
    this.#names = names;
    this.#at = at;
    this.#imports = new PickleImports(subject);
    this.#steps = new InnerSteps(subject);
  }
  async examine() {
    this.#mustBeFinished();
    const metadata = await this.#readMetadata();
    const files = this.#itemsByFile(metadata);
    this.#judgeChunks(metadata);
    this.#enterNames(metadata);
    const desk = new Desk(this.#subject);
    const judge2 = new TensorJudge(desk.matter);
    const meaning = new DcpMeaning(desk.matter, (name) => this.#steps.inner(name));
    const shared = { imports: this.#imports, steps: this.#steps, judge: judge2, meaning };
    for (const name of this.#names.filter((each) => PAYLOAD.test(each)))
      await this.#readFile(name, files.get(name) ?? [], metadata, { shared, desk });
    desk.clear();
    for (const name of files.keys()) {
      const what = `the metadata names ${quoted(name)}, which is not there`;
      if (!this.#names.includes(name)) this.#subject.findings.fail("L2", "file-missing", what);
    }
    this.#imports.settle();
    this.#steps.settle();
    meaning.settle();
    judge2.settle(metadata.tensors.size);
    return { reaches: "L3", checksummed: false };
  }
  #mustBeFinished() {
    const temporary = this.#names.find((name) => UNFINISHED3.test(name));
    const file = this.#at(temporary ?? METADATA2);
    if (temporary !== void 0) {
      const what2 = "the checkpoint is still being written, or its writer was killed";
      this.#subject.findings.fail("L2", "unfinished", what2, { file });
    }
    if (this.#names.includes(METADATA2)) return;
    const perRank = this.#names.find((name) => RANK_METADATA.test(name));
    if (perRank !== void 0) {
      const what2 = "every rank wrote metadata of its own, which we cannot read";
      throw new Unsettled("L2", "dcp-rank-metadata", what2, { file: this.#at(perRank) });
    }
    const what = "has no .metadata, which is written last: the checkpoint was never finished";
    throw new Broken("L2", "unfinished", what, { file });
  }
  async #readMetadata() {
    const part = await this.#subject.part(this.#at(METADATA2));
    const cursor = new PickleCursor(part.reader, 0, part.sizeBytes);
    const { findings, budgets } = part;
    try {
      if (part.sizeBytes > budgets.structureBytes)
        throw new Unsettled("L2", "over-budget", "is larger than structureBytes allows");
      const root = await cursor.plain(part, this.#imports);
      if (cursor.left > 0)
        throw new Broken("L2", "pickle-trailing", "bytes follow the end of the pickle program", {
          offset: cursor.at
        });
      return dcpMetadata(root);
    } catch (error) {
      this.#imports.settle();
      if (!findings.caught(error)) throw error;
      throw new Broken("L2", "dcp-metadata", "its metadata cannot be read", { file: this.#at(METADATA2) });
    } finally {
      await part.pass([]);
    }
  }
  /** Where one name leads all others, as `app` of a state in a wrapper does, the parts of a checkpoint stand below it. */
  #enterNames({ tensors, objects }) {
    const { keys } = this.#subject;
    const names = [...tensors.keys(), ...objects];
    const isWrapped = new Set(names.map((name) => leading(name, 1))).size === 1;
    this.#steps.isWrapped = isWrapped;
    for (const name of names) {
      const top = leading(name, isWrapped ? 2 : 1);
      const inside = isWrapped ? withoutFirst(name) : name;
      for (const each of /* @__PURE__ */ new Set([name, inside]))
        if (tensors.has(name)) keys.addTensor(each, top);
        else keys.addValue(each, top);
    }
  }
  #itemsByFile({ items }) {
    const files = /* @__PURE__ */ new Map();
    for (const item of items) {
      if (!/^[^/\\]+$/.test(item.file) || !PAYLOAD.test(item.file))
        throw new Broken("L2", "dcp-metadata", `names ${quoted(item.file)}, which is no file of this folder`);
      const list = files.get(item.file);
      if (list === void 0) files.set(item.file, [item]);
      else list.push(item);
    }
    for (const list of files.values()) list.sort((a, b) => a.offset - b.offset || a.length - b.length);
    return files;
  }
  /** Every tensor is tiled by its chunks, every chunk and object is stored once, and nothing else is. */
  #judgeChunks({ tensors, objects, items }) {
    const { findings } = this.#subject;
    const due = new Set(objects);
    for (const [name, { size, chunks }] of tensors) {
      const wrong = badTiling(size, chunks);
      if (wrong !== void 0)
        findings.fail("L2", "chunks-do-not-tile", `${quoted(name)}: ${wrong}`, {
          expected: `[${size.join(", ")}]`
        });
      for (const { offsets } of chunks) due.add(placeOf(name, offsets));
    }
    const stored = /* @__PURE__ */ new Set();
    const surplus = [];
    for (const { name, offsets } of items) {
      const place2 = placeOf(name, offsets);
      if (stored.has(place2) || !due.has(place2)) surplus.push(place2);
      stored.add(place2);
    }
    const missing = [...due].filter((place2) => !stored.has(place2));
    if (missing.length > 0)
      findings.fail("L2", "chunk-missing", "the metadata says of some items not where they lie", {
        found: someOf(missing)
      });
    if (surplus.length > 0)
      findings.fail("L2", "chunk-surplus", "the metadata places items that no tensor needs", {
        found: someOf(surplus)
      });
  }
  async #readFile(name, items, { tensors }, { shared, desk }) {
    const part = await this.#subject.part(this.#at(name));
    if (items.length === 0) {
      const what = "the metadata does not name this file: it is of another save";
      if (part.sizeBytes > 0) part.findings.fail("L2", "file-unreferenced", what);
      await part.pass([]);
      return;
    }
    const regions = function* () {
      for (const item of items) {
        const tensor = tensors.get(item.name);
        const chunk = tensor?.chunks.find(
          ({ offsets }) => placeOf("", offsets) === placeOf("", item.offsets)
        );
        const expected = tensor === void 0 || chunk === void 0 ? void 0 : { dtype: tensor.dtype, shape: chunk.sizes };
        const suffix = tensor === void 0 || tensor.chunks.length === 1 ? "" : placeOf("", item.offsets);
        const onOpen = (findings) => desk.put(findings, suffix);
        const onObject = (value) => shared.meaning.object(item.name, value);
        yield new DcpItemRegion(item, { expected, part, shared, onOpen, onObject });
      }
    };
    const isTiled = await part.findings.guard(() => mustTile(items, part.sizeBytes));
    await part.pass(isTiled ? regions() : []);
  }
};
var InnerSteps = class extends StepRecord {
  isWrapped = false;
  wants(name) {
    return super.wants(this.inner(name));
  }
  offer(name, value) {
    super.offer(this.inner(name), value);
  }
  inner(name) {
    return this.isWrapped ? withoutFirst(name) : name;
  }
};
var DcpMeaning = class extends CheckpointMeaning {
  #objects = new PyDict();
  #inner;
  /** @param inner a name without the one that leads all others */
  constructor(subject, inner) {
    super(subject, "");
    this.#inner = inner;
  }
  number(path, value) {
    super.number(this.#inner(path), value);
  }
  object(name, value) {
    this.#objects.set(this.#inner(name), value);
  }
  settle() {
    super.settle(this.#objects);
  }
};
var withoutFirst = (name) => name.slice(name.indexOf(".") + 1);
var leading = (name, parts) => name.split(".").slice(0, parts).join(".");
var placeOf = (name, offsets) => offsets === void 0 ? name : `${name}[${offsets.join(",")}]`;
var Desk = class {
  matter;
  #table;
  #whole;
  #findings;
  constructor(subject) {
    this.#whole = subject.findings;
    this.#findings = subject.findings;
    this.#table = new ChunkTable(subject.table);
    const current = () => this.#findings;
    this.matter = {
      ...subject,
      table: this.#table,
      get findings() {
        return current();
      }
    };
  }
  put(findings, suffix) {
    this.#findings = findings;
    this.#table.suffix = suffix;
  }
  clear() {
    this.put(this.#whole, "");
  }
};
var ChunkTable = class extends TensorTable {
  suffix = "";
  #whole;
  constructor(whole) {
    super();
    this.#whole = whole;
  }
  add(row) {
    this.#whole.add({ ...row, name: row.name + this.suffix });
  }
};

// src/verify/trainers/set-members.ts
function mustBeForEveryRank({ findings }, { numbers, what, count }) {
  const present = new Set(numbers);
  const most = Math.min(count ?? greatest(numbers) + 1, 1e5);
  const absent = Array.from({ length: most }, (_none, rank) => rank).filter((rank) => !present.has(rank));
  const surplus = [...present].filter((rank) => rank >= most);
  if (absent.length > 0)
    findings.fail("L2", "rank-missing", `the ${what} of ${absent.length} of ${most} ranks is not there`, {
      expected: `ranks 0 to ${most - 1}`,
      found: `none of rank ${absent.slice(0, 5).join(", ")}`
    });
  if (surplus.length > 0)
    findings.fail("L2", "rank-surplus", `a ${what} of a rank that the run did not have lies there`, {
      expected: `ranks 0 to ${most - 1}`,
      found: `rank ${surplus.slice(0, 5).join(", ")}`
    });
}
var greatest = (numbers) => numbers.reduce((most, each) => Math.max(most, each), -1);
var PROOF = {
  model: ({ tensors }) => (tensors?.count ?? 0) > 0,
  optimizer: ({ keys }) => keys.top.includes("param_groups") || keys.top.includes("state"),
  scheduler: ({ keys }) => keys.top.some((key) => /^(_?last_epoch|_?last_lr|_step_count|base_lrs)$/.test(key)),
  rng: ({ keys }) => keys.total > 0,
  scaler: ({ keys }) => keys.top.includes("scale"),
  step: ({ facts }) => facts.step !== void 0,
  epoch: ({ facts }) => facts.epoch !== void 0
};
function enterParts({ keys, verdictOf }, members, partIn4) {
  for (const path of members) {
    const alone = verdictOf(path);
    if (alone === void 0 || !alone.verdict.startsWith("pass")) continue;
    for (const part of partIn4(nameIn(path))) {
      if (!PROOF[part](alone)) continue;
      if (part === "model") keys.addTensor(`model/${nameIn(path)}`, "model");
      else keys.addValue(`${part}/${nameIn(path)}`, part);
    }
  }
}

// src/verify/trainers/torch-values.ts
var MOST_VALUES = 64;
var PROGRAM2 = /^([^/]+\/)data\.pkl$/;
async function torchValues(subject, path, wanted) {
  const values = /* @__PURE__ */ new Map();
  const alone = subject.verdictOf(path);
  if (alone?.format !== "torch-zip" || !alone.verdict.startsWith("pass")) return values;
  const part = await subject.part(path);
  const directory = await readZipDirectory(part.reader, part.budgets);
  const { root, program } = await readProgram2(part, directory);
  const tensors = /* @__PURE__ */ new Map();
  const keep = (name, value) => {
    if (wanted.test(name) && values.size < MOST_VALUES && !values.has(name)) values.set(name, value);
  };
  walkPickled(program, part.budgets.pickleDepth, {
    scalar: (name, _top, value) => keep(name, plainOf(value)),
    tensor: (name, _top, tensor) => {
      const isOne = tensor.shape.every((size) => size === 1) && tensor.offset === 0;
      if (isOne && wanted.test(name) && tensors.size < MOST_VALUES) tensors.set(name, tensor);
    },
    opaque: () => {
    }
  });
  for (const [name, tensor] of tensors) {
    const value = await elementOf(part, directory, root, tensor);
    if (value !== void 0) keep(name, value);
  }
  return values;
}
async function readProgram2(part, { entries }) {
  const entry = entries.find(({ name }) => PROGRAM2.test(name));
  if (entry === void 0) return { root: "", program: null };
  const imports = new PickleImports({ ...part, findings: new Findings(), imports: /* @__PURE__ */ new Set() });
  const world = {
    find: (module, name) => imports.find(module, name),
    persistent: (id) => storageOf(id) ?? null,
    note: () => {
    }
  };
  const machine = new PickleMachine(world, part.budgets, entry.bytes);
  await readMember(part.reader, entry, part.budgets, (piece) => machine.feed(piece));
  return { root: PROGRAM2.exec(entry.name)?.[1] ?? "", program: machine.end() };
}
async function elementOf(part, { entries }, root, { storage, dtype }) {
  const member = (name) => entries.find((entry2) => entry2.name === root + name);
  const entry = storage === void 0 ? void 0 : member(`data/${storage.key}`);
  if (entry === void 0) return void 0;
  const text = await readNote(part.reader, entry, part.budgets);
  const order = member("byteorder");
  const isBig = order !== void 0 && await readNote(part.reader, order, part.budgets) === "big";
  const type = dtype ?? storage?.dtype ?? DTYPES.u8;
  return text === void 0 ? void 0 : readScalar(type, Buffer.from(text, "latin1"), !isBig);
}

// src/verify/trainers/set-accelerate.ts
var RANDOM = /^random_states_([0-9]+)\.pkl$/;
var SERIES = /^(model|optimizer|scheduler|sampler)(?:_([0-9]+))?\.(?:bin|safetensors)$/;
var WEIGHTS = /(^|\/)([a-z_]*model[^/]*|[a-z_]*weights|[^/]+)\.(safetensors|bin|distcp|pt)$/;
var NO_WEIGHTS = /(^|\/)(optimizer|scheduler|sampler|scaler|dl_state_dict)(_[0-9]+)?\.(bin|pt)$/;
var OTHERS = /^(trainer_state\.json|training_args\.bin|rng_state(_[0-9]+)?\.pth)$/;
var NEEDED = /^((model|optimizer|scheduler|sampler)(_[0-9]+)?\.(bin|safetensors)|scaler\.pt|random_states_[0-9]+\.pkl)$/;
var accelerateState = {
  name: "accelerate-state",
  proves: "model, optimizers and schedulers are there without a gap in their numbers; the random state of every rank up to the last is, and all are of one step; nothing unfinished lies in it",
  find(tree) {
    const sets = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const names = files.map(({ path }) => nameIn(path));
      const isOwn = names.some((name) => RANDOM.test(name));
      const looksLike = names.includes("optimizer.bin") && names.some((name) => SERIES.test(name) && !name.startsWith("optimizer")) && !names.some((name) => OTHERS.test(name));
      if (!isOwn && !looksLike) continue;
      const members = files.map(({ path }) => path).filter((path) => nameIn(path) !== "README.md");
      sets.push({
        root: folder,
        parts: [],
        members,
        within: [folder],
        examine: (subject) => examine(subject, folder, members)
      });
    }
    return sets;
  }
};
async function examine(subject, folder, members) {
  const { findings, tree } = subject;
  const names = members.map(nameIn);
  mayHoldNothingUnfinished(subject, folder);
  mustBeWhole(subject, members, (name) => NEEDED.test(name));
  const below = prefixOf(folder);
  const hasWeights = tree.files.some(
    ({ path }) => path.startsWith(below) && WEIGHTS.test(path.slice(below.length)) && !NO_WEIGHTS.test(path)
  );
  if (!hasWeights)
    findings.fail("L2", "weights-missing", "has no weights", { expected: "model.safetensors or its like" });
  judgeSeries(subject, names);
  judgeRanks(subject, members);
  await countSteps(subject, members);
  enterParts(subject, members, partIn);
  return { reaches: "L3", checksummed: true };
}
var OPTIMIZER_STEP = /^state\.[^.]+\.step$/;
async function countSteps(subject, members) {
  const { facts } = subject;
  const optimizer = members.find((path) => nameIn(path) === "optimizer.bin");
  if (facts.step !== void 0 || optimizer === void 0) return;
  const steps = [...(await torchValues(subject, optimizer, OPTIMIZER_STEP)).values()];
  const most = greatest(steps.filter((step) => typeof step === "number"));
  if (most >= 0) facts.step = most;
}
function partIn(name) {
  const [, series] = SERIES.exec(name) ?? [];
  if (series === "model" || /^model-[0-9]+-of-[0-9]+\./.test(name)) return ["model"];
  if (series === "optimizer" || series === "scheduler") return [series];
  if (RANDOM.test(name)) return ["rng", "step"];
  return name === "scaler.pt" ? ["scaler"] : [];
}
function judgeSeries(subject, names) {
  const series = /* @__PURE__ */ new Map();
  for (const name of names) {
    const [, what, number = "0"] = SERIES.exec(name) ?? [];
    if (what !== void 0) series.set(what, [...series.get(what) ?? [], Number(number)]);
  }
  for (const [what, numbers] of series) {
    const most = Math.min(greatest(numbers), 1e4);
    const absent = Array.from({ length: most }, (_none, i) => i).find((i) => !numbers.includes(i));
    if (absent !== void 0)
      subject.findings.fail("L2", "number-missing", `${what} ${most} is there and ${what} ${absent} is not`);
  }
  if (series.has("scheduler") && !series.has("optimizer"))
    subject.findings.fail("L2", "file-missing", "has a scheduler and no optimizer", {
      expected: "optimizer.bin"
    });
}
function judgeRanks(subject, members) {
  const { findings, facts, verdictOf } = subject;
  const states = members.filter((path) => RANDOM.test(nameIn(path)));
  if (states.length === 0) {
    const what = "has no random state: it was never finished, or not all of it came";
    findings.fail("L2", "file-missing", what, { expected: "random_states_0.pkl" });
    return;
  }
  const numbers = states.map((path) => Number(RANDOM.exec(nameIn(path))?.[1]));
  mustBeForEveryRank(subject, { numbers, what: "random state" });
  const steps = new Set(states.flatMap((path) => verdictOf(path)?.facts.step ?? []));
  const [step] = steps;
  if (steps.size === 1 && step !== void 0 && step > 0) facts.step = step;
  if (steps.size > 1)
    findings.fail("L3", "step-disagrees", "its ranks are not of one step", { found: [...steps].join(", ") });
}

// src/verify/read/pointer-file.ts
var MOST_BYTES = 4096;
async function readPointer(subject, path) {
  if (!subject.tree.files.some((file) => file.path === path)) return void 0;
  const part = await subject.part(path);
  if (part.sizeBytes > MOST_BYTES)
    throw new Broken("L2", "file-too-long", "is too long for the name of a checkpoint", { file: path });
  const pieces = [];
  await part.pass([
    { offset: 0, length: part.sizeBytes, feed: (piece) => void pieces.push(piece.slice()), end: () => {
    } }
  ]);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces)).replace(/\n$/, "");
  } catch {
    throw new Broken("L2", "not-utf8", "is not UTF-8 text", { file: path });
  }
}

// src/verify/trainers/set-deepspeed.ts
var STATES = /_(model|optim)_states\.pt$/;
var MODEL = /^(?:zero_pp_rank_([0-9]+)_)?mp_rank_([0-9]+)_model_states\.pt$/;
var OPTIMIZER = /^(?:bf16_)?zero_pp_rank_([0-9]+)_mp_rank_([0-9]+)_optim_states\.pt$/;
var EXPERT = /^layer_([0-9]+)_expert_([0-9]+)_mp_rank_[0-9]+_model_states\.pt$/;
var EXPERT_OPTIMIZER = /^expp_rank_([0-9]+)_mp_rank_([0-9]+)_optim_states\.pt$/;
var TAG = /^global_step([0-9]+)$/;
var SCRIPT = "zero_to_fp32.py";
var WORLD = /^(dp_world_size|mp_world_size|global_steps|ds_config\.zero_optimization\.stage)$/;
var OPTIMIZER_STEP2 = /^optimizer_state_dict\.(base_optimizer_state|optimizer_state_dict)\.(state\.)?[^.]+\.step$/;
var deepspeedCheckpoint = {
  name: "deepspeed-checkpoint",
  proves: "latest, which is written last, names a tag that is there and no older one; model and optimizer states of every data and model parallel rank are there, and every expert of every layer, and agree on sizes and step; the script beside them is reported",
  find(tree) {
    const folders = byFolder(tree.files);
    const tags = [...folders].flatMap(
      ([folder, files]) => files.some(({ path }) => STATES.test(path)) ? [folder] : []
    );
    const withTags = new Set(tags.map(folderOf));
    const sets = tags.map(
      (folder) => setOf6(folder, pathsOf(folders, folder), pathsOf(folders, folderOf(folder)))
    );
    for (const [folder, files] of folders) {
      const names = files.map(({ path }) => nameIn(path));
      if (!withTags.has(folder) && names.includes("latest") && names.includes(SCRIPT))
        sets.push(nothingIn(folder));
    }
    return sets;
  }
};
var pathsOf = (folders, folder) => (folders.get(folder) ?? []).map(({ path }) => path);
function setOf6(folder, own, around) {
  const beside2 = folder === "" ? [] : around;
  const parts = beside2.filter((path) => nameIn(path) === "latest");
  const members = [...own, ...beside2.filter((path) => nameIn(path) === SCRIPT)];
  return { root: folder, parts, members, examine: (subject) => examine2(subject, folder, members) };
}
function nothingIn(folder) {
  const latest = inFolder(folder, "latest");
  return {
    root: latest,
    parts: [latest],
    members: [],
    async examine(subject) {
      await judgeLatest(subject, latest, "");
      return { reaches: "L2", checksummed: true };
    }
  };
}
async function examine2(subject, folder, members) {
  const { findings } = subject;
  mayHoldNothingUnfinished(subject, folder);
  mustBeWhole(subject, members, (name) => STATES.test(name));
  const script = members.find((path) => nameIn(path) === SCRIPT);
  if (script !== void 0)
    findings.note("L2", "holds-code", "a script lies beside the weights; it was not judged", {
      file: script
    });
  await judgeLatest(subject, inFolder(folderOf(folder), "latest"), folder);
  const models = members.filter((path) => MODEL.test(nameIn(path)));
  const values = /* @__PURE__ */ new Map();
  for (const path of models) mustAgree(subject, path, values, await torchValues(subject, path, WORLD));
  judgeStep(subject, folder, values);
  judgeRanks2(subject, members.map(nameIn), values);
  judgeExperts(subject, members.map(nameIn));
  await judgeOptimizers(subject, members);
  enterParts(subject, members, partIn2);
  return { reaches: "L3", checksummed: true };
}
function partIn2(name) {
  if (/_optim_states\.pt$/.test(name)) return ["optimizer"];
  return /_model_states\.pt$/.test(name) ? ["model", "step"] : [];
}
async function judgeLatest(subject, latest, folder) {
  const { tree, findings } = subject;
  const tag = await readPointer(subject, latest);
  if (tag === void 0) {
    const what = "latest is missing: the checkpoint was never finished, or not all of it came";
    findings.fail("L2", "file-missing", what, { expected: latest });
    return;
  }
  const named = inFolder(folderOf(latest), tag);
  const where = { file: latest, found: JSON.stringify(tag.slice(0, 80)) };
  if (!/^[^/\\]+$/.test(tag) || !tree.files.some(({ path }) => path.startsWith(`${named}/`)))
    findings.fail("L2", "latest-missing", "latest names a checkpoint that is not there", where);
  const [own, last] = [TAG.exec(nameIn(folder))?.[1], TAG.exec(tag)?.[1]];
  if (own !== void 0 && last !== void 0 && Number(last) < Number(own)) {
    const what = "latest names an older checkpoint, so this one was never finished";
    findings.fail("L2", "never-finished", what, where);
  }
}
function mustAgree({ findings }, file, known, found) {
  for (const [name, value] of found) {
    const before = known.get(name);
    if (before === void 0) known.set(name, value);
    else if (before !== value)
      findings.fail("L3", "ranks-disagree", `its ranks do not agree on ${name}`, {
        file,
        expected: String(before),
        found: String(value)
      });
  }
}
function judgeStep({ findings, facts }, folder, values) {
  const step = values.get("global_steps");
  if (typeof step !== "number") return;
  facts.step = step;
  const named = TAG.exec(nameIn(folder))?.[1];
  if (named !== void 0 && Number(named) !== step)
    findings.fail("L3", "step-disagrees", "the folder is named for another step than it holds", {
      expected: named,
      found: String(step)
    });
}
function judgeRanks2(subject, names, values) {
  const count = (name) => {
    const value = values.get(name);
    return typeof value === "number" && value >= 1 ? value : void 0;
  };
  const dp = count("dp_world_size");
  const mp = count("mp_world_size");
  const grid = (pattern) => names.flatMap((name) => {
    const [whole, data, model] = pattern.exec(name) ?? [];
    return whole === void 0 ? [] : [{ data: data === void 0 ? void 0 : Number(data), model: Number(model) }];
  });
  const models = grid(MODEL);
  if (models.length === 0 && !names.some((name) => /-model_states\.pt$/.test(name))) {
    subject.findings.fail("L2", "weights-missing", "has no model states", {
      expected: "mp_rank_00_model_states.pt"
    });
    return;
  }
  const optimizers = grid(OPTIMIZER);
  if (models.length > 0)
    mustBeForEveryRank(subject, {
      numbers: models.map(({ model }) => model),
      what: "model state",
      count: mp
    });
  const parts = models.flatMap(({ data }) => data ?? []);
  if (parts.length > 0) mustBeForEveryRank(subject, { numbers: parts, what: "part of the model", count: dp });
  if (optimizers.length === 0) {
    const stage = values.get("ds_config.zero_optimization.stage");
    if (typeof stage === "number" && stage > 0) {
      const what = `has no optimizer state, and was made with ZeRO stage ${stage}`;
      subject.findings.fail("L2", "file-missing", what);
    }
    return;
  }
  for (const model of new Set([...models, ...optimizers].map((each) => each.model))) {
    const own = optimizers.filter((each) => each.model === model).flatMap(({ data }) => data ?? []);
    mustBeForEveryRank(subject, { numbers: own, what: `optimizer state (model rank ${model})`, count: dp });
  }
}
function judgeExperts(subject, names) {
  const layers = /* @__PURE__ */ new Map();
  for (const name of names) {
    const [, layer, expert] = EXPERT.exec(name) ?? [];
    if (layer !== void 0) layers.set(layer, [...layers.get(layer) ?? [], Number(expert)]);
  }
  const count = greatest([...layers.values()].flat()) + 1;
  for (const [layer, numbers] of layers)
    mustBeForEveryRank(subject, { numbers, what: `expert of layer ${layer}`, count });
  const optimizers = names.flatMap((name) => EXPERT_OPTIMIZER.exec(name)?.[1] ?? []).map(Number);
  if (optimizers.length > 0)
    mustBeForEveryRank(subject, { numbers: optimizers, what: "optimizer state of the experts" });
}
async function judgeOptimizers(subject, members) {
  const { findings, facts } = subject;
  if (facts.step === void 0) return;
  for (const file of members.filter((path) => OPTIMIZER.test(nameIn(path)))) {
    const steps = [...(await torchValues(subject, file, OPTIMIZER_STEP2)).values()];
    const most = Math.max(...steps.filter((step) => typeof step === "number"));
    if (most > facts.step)
      findings.fail("L3", "optimizer-ahead", "an optimizer has made more steps than the model", {
        file,
        expected: String(facts.step),
        found: String(most)
      });
  }
}

// src/verify/trainers/set-diffusers.ts
var INDEX2 = "model_index.json";
var SCHEDULER = "scheduler/scheduler_config.json";
var CONFIG = /^(config|scheduler_config|preprocessor_config|tokenizer_config|processor_config)\.json$/;
var WEIGHTS2 = /^[\w.-]*model[\w.-]*\.(safetensors|bin|onnx)$/;
var NO_WEIGHTS2 = /(Scheduler|Tokenizer(Fast)?|Processor|FeatureExtractor)$/;
var diffusersPipeline = {
  name: "diffusers-pipeline",
  proves: "every component that model_index.json names has its folder, with configuration and weights",
  find: (tree) => {
    const paths = tree.files.map(({ path }) => path);
    return [...rootsIn(paths)].map((root) => {
      const members = paths.filter((path) => isOurs(path, prefixOf(root)));
      return { root, parts: [], members, examine: (subject) => examine3(subject, root, members) };
    });
  }
};
function rootsIn(paths) {
  const roots = new Set(paths.filter((path) => nameIn(path) === INDEX2).map(folderOf));
  const withWeights = new Set(
    paths.filter((path) => /\/diffusion_pytorch_model[^/]*$/.test(path)).map((path) => folderOf(folderOf(path)))
  );
  for (const path of paths) {
    const root = folderOf(folderOf(path));
    const isScheduler = path === SCHEDULER || path.endsWith(`/${SCHEDULER}`);
    if (isScheduler && withWeights.has(root)) roots.add(root);
  }
  return roots;
}
function isOurs(path, below) {
  if (!path.startsWith(below)) return false;
  const rest = path.slice(below.length);
  return rest === INDEX2 || rest.split("/").length === 2 && nameIn(rest) !== "README.md";
}
async function examine3(subject, root, members) {
  const { findings, budgets } = subject;
  const below = prefixOf(root);
  const index = below + INDEX2;
  const components = componentsIn(await subject.text(index, budgets.jsonBytes), index);
  mayHoldNothingUnfinished(subject, root);
  const own = members.filter(
    (path) => path === index || components.has(path.slice(below.length).split("/")[0] ?? "")
  );
  mustBeWhole(subject, own, (name) => CONFIG.test(name) || WEIGHTS2.test(name));
  for (const [component, className] of components) {
    const names = members.filter((path) => folderOf(path) === below + component).map(nameIn);
    const lacks = (what, where) => findings.fail("L2", "component-missing", `${quoted(component)} has no ${what}`, {
      file: index,
      expected: `${below}${component}/${where}`.slice(0, 200)
    });
    if (names.length === 0) lacks("folder", "");
    else {
      if (!names.some((name) => CONFIG.test(name))) lacks("configuration", "config.json");
      if (!NO_WEIGHTS2.test(className) && !names.some((name) => WEIGHTS2.test(name)))
        lacks("weights", "diffusion_pytorch_model.safetensors");
    }
  }
  return { reaches: "L3", checksummed: true };
}
function componentsIn(text, file) {
  const parsed = parsedJson(text);
  const components = /* @__PURE__ */ new Map();
  for (const [name, value] of Object.entries(isObject(parsed) ? parsed : {})) {
    const [library, className] = Array.isArray(value) ? value : [];
    if (name.startsWith("_") || typeof library !== "string" || typeof className !== "string") continue;
    if (!/^[^/\\]+$/.test(name) || name === ".." || name === ".")
      throw new Broken("L2", "index-malformed", "names a component that is no folder beside it", { file });
    components.set(name, className);
  }
  if (components.size === 0)
    throw new Broken("L2", "index-malformed", "the index names no component", { file });
  return components;
}

// src/verify/trainers/trainer-state.ts
var LOSS = /^((eval|train)_(.+_)?)?loss$/;
function readTrainerState(text, path, budgets) {
  const found = {};
  const records = [];
  const scalar = (value, [first, index, key, ...deeper]) => {
    const number = numberOf(value);
    if (number === void 0) return;
    if (first === "global_step" && index === void 0) found.globalStep = number;
    if (first === "epoch" && index === void 0) found.epoch = number;
    if (first !== "log_history" || typeof index !== "number" || deeper.length > 0) return;
    records[index] ??= { step: 0, losses: /* @__PURE__ */ new Map() };
    if (key === "step") records[index].step = number;
    else if (LOSS.test(String(key))) records[index].losses.set(String(key), number);
  };
  const limits = { depth: budgets.jsonDepth, constantBytes: budgets.constantBytes, keys: 1e6 };
  const scanner = new JsonScanner({ scalar }, limits);
  const bytes = new TextEncoder().encode(text);
  try {
    scanner.feed(bytes, 0);
    scanner.end(bytes.length);
  } catch (error) {
    throw error instanceof Broken ? new Broken(error.level, error.code, error.message, { ...error.extra, file: path }) : error;
  }
  const { globalStep, epoch } = found;
  if (globalStep === void 0 || !Number.isSafeInteger(globalStep) || globalStep < 0)
    throw new Broken("L2", "trainer-state-malformed", "has no global_step", { file: path });
  return { globalStep, ...epoch === void 0 ? {} : { epoch }, ...summaryOf(records.filter(Boolean)) };
}
function summaryOf(records) {
  const losses = /* @__PURE__ */ new Map();
  let lastLogged;
  for (const { step, losses: own } of records) {
    lastLogged = Math.max(lastLogged ?? 0, step);
    for (const [name, value] of own) {
      const before = losses.get(name);
      const brokenBefore = (before?.brokenBefore ?? 0) + (before !== void 0 && !Number.isFinite(before.value) ? 1 : 0);
      losses.set(name, { step, value, brokenBefore });
    }
  }
  return { losses, ...lastLogged === void 0 ? {} : { lastLogged } };
}
function numberOf(value) {
  if (value.kind === "nonFinite") return Number.NaN;
  return value.kind === "number" ? value.value : void 0;
}

// src/verify/trainers/set-hf-trainer.ts
var FOLDER = /^(tmp-)?checkpoint-([0-9]+)$/;
var OWN = /^(trainer_state\.json|training_args\.bin|rng_state(_[0-9]+)?\.pth)$/;
var RESUME = /^(trainer_state\.json|optimizer\.pt|scheduler\.pt|rng_state(_[0-9]+)?\.pth)$/;
var RANDOM2 = /^rng_state_([0-9]+)\.pth$/;
var WEIGHTS3 = /^(model|pytorch_model|adapter_model)(-[0-9]{5}-of-[0-9]{5})?\.(safetensors|bin)$|^(model\.safetensors|pytorch_model\.bin)\.index\.json$/;
var NEEDED2 = /^(trainer_state\.json|training_args\.bin|(optimizer|scheduler|scaler)\.(pt|bin)|rng_state(_[0-9]+)?\.pth)$/;
var WEIGHTS_ELSEWHERE = /^(pytorch_model_fsdp_0|global_step[0-9]+)\//;
var OPTIMIZER_ELSEWHERE = /^(optimizer_0|global_step[0-9]+)\//;
var ARGUMENTS = /^(save_only_model|fp16|distributed_state\.num_processes)$/;
var OPTIMIZER_STEP3 = /^state\.[^.]+\.step$/;
var hfTrainer = {
  name: "hf-trainer-checkpoint",
  proves: "trainer_state.json is there and says the step of the folder\u2019s name; weights, optimizer, scheduler and the random state of every rank are; the optimizer is not ahead; the last losses are finite; nothing unfinished lies in it",
  find(tree) {
    const sets = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const names = files.map(({ path }) => nameIn(path));
      if (!isCheckpoint(nameIn(folder), names)) continue;
      const members = files.map(({ path }) => path).filter((path) => nameIn(path) !== "README.md");
      sets.push({
        root: folder,
        parts: [],
        members,
        within: elsewhereIn(tree, folder),
        examine: (subject) => examine4(subject, folder, members)
      });
    }
    return sets;
  }
};
function elsewhereIn({ files }, folder) {
  const below = prefixOf(folder);
  const names = files.flatMap(({ path }) => {
    const rest = path.startsWith(below) ? path.slice(below.length) : "";
    return WEIGHTS_ELSEWHERE.test(rest) || OPTIMIZER_ELSEWHERE.test(rest) ? [rest.slice(0, rest.indexOf("/"))] : [];
  });
  return [...new Set(names)].map((name) => below + name);
}
function partIn3(name) {
  if (WEIGHTS3.test(name)) return ["model"];
  if (/^rng_state/.test(name)) return ["rng"];
  return PARTS[name.replace(/\.[a-z]+$/, "")] ?? [];
}
var PARTS = {
  optimizer: ["optimizer"],
  scheduler: ["scheduler"],
  scaler: ["scaler"],
  trainer_state: ["step", "epoch"]
};
function isCheckpoint(folder, names) {
  if (names.some((name) => /^random_states_[0-9]+\.pkl$/.test(name))) return false;
  if (FOLDER.test(folder)) return names.some((name) => OWN.test(name));
  const own = names.some((name) => OWN.test(name) && name !== "training_args.bin");
  return own && names.filter((name) => RESUME.test(name)).length > 1;
}
async function examine4(subject, folder, members) {
  const { findings, tree } = subject;
  const below = prefixOf(folder);
  const names = new Set(members.map(nameIn));
  const deeper = tree.files.flatMap(({ path }) => path.startsWith(below) ? [path.slice(below.length)] : []);
  mayHoldNothingUnfinished(subject, folder);
  if (FOLDER.exec(nameIn(folder))?.[1] !== void 0)
    findings.fail("L1", "unfinished-name", "has the name of a checkpoint that is still being written");
  mustBeWhole(subject, members, (name) => NEEDED2.test(name) || WEIGHTS3.test(name));
  if (![...names].some((name) => WEIGHTS3.test(name)) && !deeper.some((path) => WEIGHTS_ELSEWHERE.test(path)))
    findings.fail("L2", "weights-missing", "has no weights", { expected: "model.safetensors or its like" });
  const values = await torchValues(subject, `${below}training_args.bin`, ARGUMENTS);
  await judgeState(subject, folder, below, names);
  judgeResume(subject, names, deeper, values);
  await judgeOptimizer(subject, `${below}optimizer.pt`);
  judgeAdapter(subject, members);
  enterParts(subject, members, partIn3);
  return { reaches: "L3", checksummed: true };
}
async function judgeState(subject, folder, below, names) {
  const { findings, facts, budgets } = subject;
  const file = `${below}trainer_state.json`;
  if (!names.has("trainer_state.json")) {
    const what = "trainer_state.json is missing: the checkpoint was never finished, or not all of it came";
    findings.fail("L2", "file-missing", what, { expected: file });
    return;
  }
  const state = readTrainerState(await subject.text(file, budgets.jsonBytes), file, budgets);
  facts.step = state.globalStep;
  if (state.epoch !== void 0) facts.epoch = state.epoch;
  const named = FOLDER.exec(nameIn(folder))?.[2];
  if (named !== void 0 && Number(named) !== state.globalStep)
    findings.fail("L3", "step-disagrees", "the folder is named for another step than its state says", {
      file,
      expected: named,
      found: String(state.globalStep)
    });
  if (state.lastLogged !== void 0 && state.lastLogged > state.globalStep)
    findings.fail("L3", "log-ahead", "logged steps that it had not made", {
      file,
      expected: `<= ${state.globalStep}`,
      found: String(state.lastLogged)
    });
  for (const [name, { step, value, brokenBefore }] of state.losses) {
    const where = { file, expected: "a finite number", found: `${value} at step ${step}` };
    if (!Number.isFinite(value))
      findings.fail("L3", "loss-not-finite", `the last ${name.slice(0, 80)} is not a number`, where);
    else if (brokenBefore > 0) {
      const what = `${brokenBefore} earlier records of ${name.slice(0, 80)} are not`;
      findings.note("L3", "loss-was-not-finite", what, { file });
    }
  }
}
function judgeResume(subject, names, deeper, values) {
  const { findings } = subject;
  const processes = values.get("distributed_state.num_processes");
  const ranks = [...names].flatMap((name) => RANDOM2.exec(name)?.[1] ?? []).map(Number);
  const elsewhere = deeper.some((path) => OPTIMIZER_ELSEWHERE.test(path));
  const onlyModel = values.get("save_only_model") === true;
  if (!onlyModel) {
    const told = values.has("save_only_model") ? ", and was not told to save the model alone" : "";
    const needs = elsewhere ? [] : ["optimizer", "scheduler"];
    for (const part of needs)
      if (!names.has(`${part}.pt`) && !names.has(`${part}.bin`))
        findings.fail("L2", "file-missing", `has no ${part}${told}`, {
          expected: `${part}.pt`
        });
    if (ranks.length === 0 && !names.has("rng_state.pth"))
      findings.fail("L2", "file-missing", `has no random state${told}`, {
        expected: "rng_state.pth"
      });
    if (!names.has("training_args.bin"))
      findings.fail("L2", "file-missing", "has no training_args.bin", { expected: "training_args.bin" });
  }
  judgeRanks3(
    subject,
    ranks,
    names.has("rng_state.pth"),
    typeof processes === "number" ? processes : void 0
  );
  if (values.get("fp16") === false && names.has("scaler.pt"))
    findings.fail("L2", "scaler-unexpected", "holds a loss scaler, and the run did not use fp16", {
      file: "scaler.pt"
    });
  if (values.get("fp16") === true && !names.has("scaler.pt") && !elsewhere)
    findings.degraded("L2", "scaler-missing", "holds no loss scaler, and the run used fp16");
}
function judgeRanks3(subject, ranks, single, processes) {
  const { findings } = subject;
  if (ranks.length > 0 && single)
    findings.fail("L2", "rank-surplus", "holds the random state of one process beside those of several");
  if (ranks.length > 0)
    mustBeForEveryRank(subject, {
      numbers: ranks,
      what: "random state",
      count: processes ?? Math.max(2, greatest(ranks) + 1)
    });
  else if (single && processes !== void 0 && processes > 1)
    findings.fail("L2", "rank-missing", `holds the random state of one of ${processes} processes`);
}
function judgeAdapter({ findings, facts, verdictOf }, members) {
  for (const file of members) {
    const untrained = verdictOf(file)?.reasons.find(({ code }) => code === "never-trained");
    if (untrained?.severity !== "degraded" || (facts.step ?? 0) === 0) continue;
    findings.fail("L3", "never-trained", untrained.what, { file, found: `${facts.step} steps` });
  }
}
async function judgeOptimizer(subject, file) {
  const { findings, facts } = subject;
  if (facts.step === void 0) return;
  const steps = [...(await torchValues(subject, file, OPTIMIZER_STEP3)).values()];
  const most = Math.max(...steps.filter((step) => typeof step === "number"));
  const where = { file, expected: String(facts.step), found: String(most) };
  if (most > facts.step)
    findings.fail("L3", "optimizer-ahead", "the optimizer has made more steps than the trainer", where);
  else if (Number.isFinite(most) && most < facts.step)
    findings.note("L3", "optimizer-behind", "the optimizer has made fewer steps than the trainer", where);
}

// src/verify/trainers/set-lightning.ts
var EPOCH = /(?:^|[-_])epoch=([0-9]+)(?=[-_.]|$)/;
var STEP = /(?:^|[-_])step=([0-9]+)(?=[-_.]|$)/;
var lightningCheckpoint = {
  name: "lightning-checkpoint",
  proves: "epoch and step of the file\u2019s name are those of its contents",
  find: (tree) => tree.files.map(({ path }) => path).filter((path) => path.endsWith(".ckpt") && (EPOCH.test(nameIn(path)) || STEP.test(nameIn(path)))).map((path) => ({
    root: path,
    parts: [],
    members: [path],
    examine: async (subject) => examine5(subject, path)
  }))
};
function examine5({ findings, facts, verdictOf }, path) {
  const inside = verdictOf(path);
  const compare = (what, pattern) => {
    const named = pattern.exec(nameIn(path))?.[1];
    const found = inside?.facts[what];
    if (found !== void 0) facts[what] = found;
    if (named === void 0 || inside === void 0 || !inside.verdict.startsWith("pass")) return;
    if (found !== Number(named))
      findings.fail("L3", `${what}-disagrees`, `is named for another ${what} than it holds`, {
        file: path,
        expected: named,
        found: found === void 0 ? "none" : String(found)
      });
  };
  compare("epoch", EPOCH);
  compare("step", STEP);
  return { reaches: "L3", checksummed: true };
}

// src/verify/trainers/set-megatron.ts
var POINTER = "latest_checkpointed_iteration.txt";
var RANK = /^((?:.*\/)?(?:iter_[0-9]{7}|release))\/mp_rank_([0-9_]+)\/([^/]+\.pt)$/;
var SHARDED = /^((?:.*\/)?(?:iter_[0-9]{7}|release))\/(common\.pt|metadata\.json)$/;
var SHARD3 = /\/(\.metadata|[^/]+\.distcp)$/;
var ITERATION = /^iter_([0-9]{7})$/;
var WORLD2 = /^(iteration|args\.(tensor|pipeline)_model_parallel_size)$/;
var megatronCheckpoint = {
  name: "megatron-checkpoint",
  proves: "the pointer, which is written last, names an iteration that is there and no older one; every tensor and pipeline parallel rank has its files, of the iteration of the folder\u2019s name; a distributed checkpoint has its metadata",
  find(tree) {
    const roots = /* @__PURE__ */ new Set();
    for (const { path } of tree.files) {
      const root = RANK.exec(path)?.[1] ?? SHARDED.exec(path)?.[1];
      if (root !== void 0) roots.add(root);
    }
    return [...roots].map((root) => {
      const pointer = inFolder(folderOf(root), POINTER);
      const paths = tree.files.map(({ path }) => path);
      const parts = paths.filter((path) => path === pointer);
      const members = paths.filter((path) => path.startsWith(`${root}/`) && !SHARD3.test(path));
      return { root, parts, members, examine: (subject) => examine6(subject, root, members) };
    });
  }
};
async function examine6(subject, root, members) {
  mayHoldNothingUnfinished(subject, root);
  mustBeWhole(subject, members, (name) => /\.(pt|json)$/.test(name));
  await judgePointer(subject, root);
  const ranks = members.filter((path) => RANK.test(path));
  if (ranks.length > 0) await judgeRanks4(subject, root, ranks);
  else judgeSharded(subject, root);
  return { reaches: "L3", checksummed: true };
}
async function judgePointer(subject, root) {
  const { tree, findings } = subject;
  const pointer = inFolder(folderOf(root), POINTER);
  const said = await readPointer(subject, pointer);
  if (said === void 0) {
    const what = `${POINTER} is missing: the checkpoint was never finished, or not all of it came`;
    findings.fail("L2", "file-missing", what, { expected: pointer });
    return;
  }
  const named = said === "release" ? said : `iter_${said.padStart(7, "0")}`;
  const where = { file: pointer, found: JSON.stringify(said.slice(0, 80)) };
  if (!/^([0-9]{1,9}|release)$/.test(said))
    findings.fail("L2", "latest-malformed", "the pointer names no iteration", where);
  else if (!tree.files.some(({ path }) => path.startsWith(`${inFolder(folderOf(root), named)}/`)))
    findings.fail("L2", "latest-missing", "the pointer names an iteration that is not there", where);
  else if (Number(said) < Number(ITERATION.exec(nameIn(root))?.[1])) {
    const what = "the pointer names an older iteration, so this one was never finished";
    findings.fail("L2", "never-finished", what, where);
  }
}
async function judgeRanks4(subject, root, paths) {
  const { findings, facts } = subject;
  const files = paths.map((path) => {
    const [, , rank = "", name = ""] = RANK.exec(path) ?? [];
    return { path, rank, name };
  });
  const ranks = [...new Set(files.map(({ rank }) => rank))];
  const numbers = ranks.map((rank) => rank.split("_").map(Number));
  const first = files.find(({ name }) => /^model(_optim)?_rng\.pt$/.test(name));
  const world = first === void 0 ? /* @__PURE__ */ new Map() : await torchValues(subject, first.path, WORLD2);
  const sizes = [
    world.get("args.tensor_model_parallel_size"),
    world.get("args.pipeline_model_parallel_size")
  ];
  const dimensions = greatest(numbers.map(({ length }) => length));
  const extents = Array.from({ length: dimensions }, (_none, i) => {
    const told = sizes[i];
    return typeof told === "number" ? told : greatest(numbers.map((each) => each[i] ?? 0)) + 1;
  });
  const expected = extents.reduce((product, size) => product * size, 1);
  if (ranks.length !== expected)
    findings.fail("L2", "rank-missing", "not every rank has its folder, or one has that should not", {
      expected: `${extents.join(" x ")} folders mp_rank_*`,
      found: `${ranks.length}: ${ranks.slice(0, 8).join(", ")}`
    });
  for (const name of new Set(files.map((file) => file.name))) {
    const lacking = ranks.filter((rank) => !files.some((file) => file.rank === rank && file.name === name));
    if (lacking.length > 0 && name !== "distrib_optim.pt") {
      const what = `${JSON.stringify(name.slice(0, 80))} is not there for every rank`;
      findings.fail("L2", "rank-missing", what, { found: `not for mp_rank_${lacking[0]}` });
    }
  }
  const named = ITERATION.exec(nameIn(root))?.[1];
  for (const { path } of files) {
    const iteration = (await torchValues(subject, path, WORLD2)).get("iteration");
    if (typeof iteration !== "number") continue;
    facts.step = iteration;
    if (named !== void 0 && Number(named) !== iteration)
      findings.fail("L3", "step-disagrees", "holds another iteration than its folder is named for", {
        file: path,
        expected: String(Number(named)),
        found: String(iteration)
      });
  }
}
function judgeSharded({ tree, findings }, root) {
  for (const name of ["common.pt", "metadata.json", ".metadata"]) {
    if (!tree.files.some(({ path }) => path === `${root}/${name}`)) {
      const what = `${name} is missing: the checkpoint was never finished, or not all came`;
      findings.fail("L2", "file-missing", what, { expected: `${root}/${name}` });
    }
  }
}

// src/verify/trainers/lora-pairs.ts
var PREFIX = /^base_model\.model\./;
var PART = /^(.+)\.lora_(embedding_)?(A|B|magnitude_vector)(\.weight)?$/;
var NAMED = /\.lora_(embedding_)?(A|B|magnitude_vector)\.(?!(weight|bias)$)[^.]+(\.(weight|bias))?$/;
var SHOWN = 5;
function pairUp(rows) {
  const found = { pairs: /* @__PURE__ */ new Map(), named: [], others: [] };
  for (const { name, shape } of rows) {
    const [, module, embedding, part] = PART.exec(name) ?? [];
    if (module === void 0) {
      if (NAMED.test(name)) found.named.push(name);
      else if (!/\.lora_[AB]\.bias$/.test(name)) found.others.push(name);
      continue;
    }
    const key = module.replace(PREFIX, "");
    const pair = found.pairs.get(key) ?? { isEmbedding: false };
    if (embedding !== void 0) pair.isEmbedding = true;
    if (part === "A") pair.a = shape;
    else if (part === "B") pair.b = shape;
    else pair.magnitude = shape;
    found.pairs.set(key, pair);
  }
  return found;
}
var PairFaults = class {
  #faults = /* @__PURE__ */ new Map();
  add(code, what, module) {
    const fault = this.#faults.get(code) ?? { what, modules: [] };
    fault.modules.push(module);
    this.#faults.set(code, fault);
  }
  enter(findings, file) {
    for (const [code, { what, modules }] of this.#faults) {
      const shown = modules.slice(0, SHOWN).map((module) => quoted(module));
      findings.fail("L2", code, what, { file, found: `${modules.length}: ${shown.join(", ")}` });
    }
  }
};
function judgePair(module, pair, config, faults) {
  const { a, b, magnitude, isEmbedding } = pair;
  if (a === void 0 || b === void 0) {
    faults.add("lora-unpaired", "half of a pair of LoRA matrices is missing", module);
    return;
  }
  if (config.isDora && magnitude === void 0 && !isEmbedding)
    faults.add(
      "dora-vector-missing",
      "a magnitude vector is missing, and the configuration says DoRA",
      module
    );
  if (!config.isDora && magnitude !== void 0)
    faults.add(
      "dora-vector-unexpected",
      "a magnitude vector is there, and the configuration says no DoRA",
      module
    );
  if (config.isPacked) return;
  if (a[0] !== b[1]) faults.add("lora-shapes", "the two matrices of a pair do not fit each other", module);
  else if (!ranksOf(module, config).includes(a[0] ?? -1))
    faults.add("lora-rank", "a pair is of another rank than the configuration says", module);
  const size = magnitude?.reduce((product, length) => product * length, 1);
  if (size !== void 0 && !isEmbedding && size !== b[0])
    faults.add("dora-vector-size", "a magnitude vector is not as long as its module is wide", module);
}
function ranksOf(module, { rank = -1, rankPatterns }) {
  const maybe = [];
  for (const { test, rank: own } of rankPatterns) {
    if (test === void 0) maybe.push(own);
    else if (test(module)) return [...maybe, own];
  }
  return [...maybe, rank];
}

// src/verify/trainers/peft-config.ts
var MOST_RANK_PATTERNS = 1024;
var MOST_NAMES = 1024;
var PACKED = ["target_parameters", "use_bdlora", "use_qalora", "layer_replication", "monteclora_config"];
function parsePeftConfig(text, path) {
  const parsed = parsedJson(text);
  if (parsed === void 0) throw malformed4(path, "is no JSON");
  const config = isObject(parsed) ? parsed : {};
  const { peft_type: type, r: rank, num_virtual_tokens: tokens, target_modules: targets } = config;
  const rankPattern = entriesOf2(config["rank_pattern"]);
  if (typeof type !== "string") throw malformed4(path, "has no peft_type");
  if (type === "LORA" && (!Number.isSafeInteger(rank) || rank < 1))
    throw malformed4(path, "has no rank r");
  return {
    type,
    ...typeof rank === "number" ? { rank } : {},
    ...typeof tokens === "number" ? { virtualTokens: tokens } : {},
    rankPatterns: ranksIn(rankPattern.slice(0, MOST_RANK_PATTERNS)),
    targets: targetsIn(targets),
    modulesToSave: namesIn(config["modules_to_save"]),
    isDora: config["use_dora"] === true,
    isPacked: PACKED.some((name) => isSet(config[name])) || rankPattern.length > MOST_RANK_PATTERNS
  };
}
var isSet = (value) => value !== void 0 && value !== null && value !== false && !(Array.isArray(value) && value.length === 0);
var entriesOf2 = (value) => typeof value === "object" && value !== null ? Object.entries(value) : [];
function ranksIn(entries) {
  return entries.flatMap(
    ([key, rank]) => typeof rank === "number" ? [{ test: endsLike(key.replace(/^\^/, "")), rank }] : []
  );
}
function endsLike(key) {
  const name = key.replaceAll("\\.", ".");
  return /^[\w.]+$/.test(name) ? (module) => module === name || module.endsWith(`.${name}`) : void 0;
}
var ENDINGS = /^\^?(\.\*)?(\\\.)?(?:\((?:\?:)?([\w|]{1,500})\)|(\w{1,500}))\$?$/;
function plainPattern(pattern) {
  const [whole, any, dot, choice, only = ""] = ENDINGS.exec(pattern) ?? [];
  if (whole === void 0) return void 0;
  const ends = (choice ?? only).split("|").map((end) => dot === void 0 ? end : `.${end}`);
  return any === void 0 ? (module) => ends.includes(module) : (module) => ends.some((end) => module.endsWith(end));
}
function targetsIn(value) {
  if (typeof value === "string") return { pattern: plainPattern(value) };
  return Array.isArray(value) ? { ends: namesIn(value) } : void 0;
}
function namesIn(value) {
  const names = Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  if (names.length > MOST_NAMES) throw overBudget("names in adapter_config.json", MOST_NAMES, names.length);
  return names;
}
var malformed4 = (path, what) => new Broken("L2", "adapter-config-malformed", `the adapter's configuration ${what}`, { file: path });

// src/verify/trainers/set-peft.ts
var CONFIG2 = "adapter_config.json";
var WEIGHTS4 = /^adapter_model\.(safetensors|bin)$/;
var peftAdapter = {
  name: "peft-adapter",
  proves: "configuration and weights are both there; LoRA matrices come in pairs of the rank that the configuration says; every target module has one; DoRA vectors and modules saved whole are there",
  find(tree) {
    const sets = [];
    for (const [folder, files] of byFolder(tree.files)) {
      const own = files.filter(({ path }) => nameIn(path) === CONFIG2 || WEIGHTS4.test(nameIn(path)));
      if (own.length === 0) continue;
      const members = own.map(({ path }) => path);
      sets.push({
        root: folder,
        parts: [],
        members,
        examine: (subject) => examine7(subject, folder, members)
      });
    }
    return sets;
  }
};
async function examine7(subject, folder, members) {
  const { findings } = subject;
  const below = prefixOf(folder);
  mayNotBeUnfinished(subject, [...members, below + CONFIG2, `${below}adapter_model.safetensors`]);
  mustBeWhole(subject, members, () => true);
  const weights = members.filter((path) => WEIGHTS4.test(nameIn(path)));
  if (weights.length === 0)
    findings.fail("L2", "file-missing", "has a configuration and no weights", {
      expected: `${below}adapter_model.safetensors`
    });
  const config = parsePeftConfig(await subject.text(below + CONFIG2), below + CONFIG2);
  for (const file of weights) judgeWeights(subject, config, file);
  return { reaches: "L3", checksummed: true };
}
var HEADS = ["classifier", "score"];
function judgeWeights(subject, config, file) {
  const { findings, table, keys } = subject;
  const alone = subject.verdictOf(file);
  if (alone === void 0 || !alone.verdict.startsWith("pass")) return;
  const rows = alone.table ?? [];
  for (const row of rows) {
    table.add(row);
    keys.addTensor(row.name, row.name);
  }
  const weights = { file, rows };
  if (config.type === "LORA") judgeLora(subject, config, weights);
  else if (config.type === "IA3") mustHold(subject, weights, { what: "IA3 vectors", names: /\.ia3_l(\.|$)/ });
  else if (/^(PROMPT_TUNING|P_TUNING|PREFIX_TUNING|MULTITASK_PROMPT_TUNING)$/.test(config.type))
    judgePrompt(subject, config, weights);
  else {
    const what = `the weights are not held against the configuration of ${config.type.slice(0, 40)}`;
    findings.note("L2", "adapter-type-unknown", what, { file });
  }
  const isSaved = (module) => rows.some(({ name }) => `.${name}`.includes(`.${module}.`));
  const hasHead = HEADS.every((head) => config.modulesToSave.includes(head)) && HEADS.some(isSaved);
  for (const module of config.modulesToSave) {
    if (!isSaved(module) && !(hasHead && HEADS.includes(module)))
      findings.fail("L2", "module-missing", `the configuration says that ${quoted(module)} is saved whole`, {
        file
      });
  }
}
function judgeLora(subject, config, { file, rows }) {
  const { findings } = subject;
  const { pairs, named, others } = pairUp(rows);
  if (pairs.size === 0) findings.fail("L2", "lora-missing", "holds no LoRA matrix", { file });
  if (named.length > 0) {
    const what = "tensors carry the name of the adapter, and would not be found";
    findings.fail("L2", "adapter-name-in-key", what, {
      file,
      found: `${named.length}: ${quoted(named[0] ?? "")}`
    });
  }
  const faults = new PairFaults();
  for (const [module, pair] of pairs) judgePair(module, pair, config, faults);
  faults.enter(findings, file);
  judgeCoverage(subject, config, file, [...pairs.keys()]);
  const beside2 = others.filter(
    (name) => !config.modulesToSave.some((module) => `.${name}`.includes(`.${module}.`))
  );
  if (beside2.length > 0)
    findings.note("L2", "adapter-holds-more", "holds tensors of the model itself beside the matrices", {
      file,
      found: `${beside2.length}: ${quoted(beside2[0] ?? "")}`
    });
}
function judgeCoverage({ findings }, { targets, isPacked }, file, modules) {
  if (targets === void 0 || modules.length === 0) return;
  if ("ends" in targets) {
    for (const end of targets.ends) {
      if (modules.some((module) => module === end || module.endsWith(`.${end}`))) continue;
      findings.fail("L2", "target-missing", `no module called ${quoted(end)} was adapted`, { file });
    }
    return;
  }
  const { pattern } = targets;
  if (pattern === void 0) {
    findings.note("L2", "targets-unread", "its pattern of target modules is not one that we run", { file });
    return;
  }
  const stray = modules.find((module) => !pattern(module));
  if (stray !== void 0 && !isPacked)
    findings.fail("L2", "target-unexpected", "a module was adapted that the pattern does not name", {
      file,
      found: quoted(stray)
    });
}
function judgePrompt(subject, { virtualTokens }, weights) {
  mustHold(subject, weights, { what: "prompt embeddings", names: /(^|\.)prompt_embeddings(\.|$)/ });
  const { file, rows } = weights;
  const length = rows.find(({ name }) => name === "prompt_embeddings")?.shape[0];
  if (virtualTokens === void 0 || virtualTokens < 1 || length === void 0 || length % virtualTokens === 0)
    return;
  subject.findings.fail("L2", "prompt-length", "the prompt is not as long as the configuration says", {
    file,
    expected: `a multiple of ${virtualTokens}`,
    found: String(length)
  });
}
function mustHold({ findings }, { file, rows }, { what, names }) {
  if (!rows.some(({ name }) => names.test(name)))
    findings.fail("L2", "adapter-empty", `holds no ${what}`, { file });
}

// src/verify/trainers/set-rank-files.ts
var RANK2 = /(?<![A-Za-z])rank[._-]?([0-9]{1,5})(?![0-9])/gi;
var KEPT = /\.(pt|pth|bin|ckpt|safetensors|pkl|npz)$/;
var OTHERS2 = /_(model|optim)_states\.pt$|(^|\/)(iter_[0-9]{7}|release)\/mp_rank_/;
var WORLD3 = /(^|\.)(world_size|num_processes|num_ranks)$/;
var rankFiles = {
  name: "rank-files",
  proves: "from rank 0 to the last no rank is missing, nor one that the files\u2019 own `world_size` counts; all of them say the same step and number of ranks",
  find({ files }) {
    const groups = groupsIn2(files.map(({ path }) => path));
    const widest = /* @__PURE__ */ new Map();
    for (const group of groups)
      widest.set(shapeOf(group), Math.max(widest.get(shapeOf(group)) ?? 0, group.files.length));
    const folders = /* @__PURE__ */ new Map();
    for (const group of groups) {
      const isOfFirst = group.files.every(({ ranks }) => ranks.every((rank) => rank === 0));
      if ((widest.get(shapeOf(group)) ?? 0) < 2 && isOfFirst) continue;
      const folder = folderOf(group.name.slice(0, group.name.indexOf("#")));
      folders.set(folder, [...folders.get(folder) ?? [], group]);
    }
    return [...folders].map(([root, own]) => ({
      root,
      parts: [],
      members: own.flatMap((group) => group.files.map(({ path }) => path)),
      examine: (subject) => examine8(subject, own)
    }));
  }
};
function groupsIn2(paths) {
  const groups = /* @__PURE__ */ new Map();
  for (const path of paths) {
    if (!KEPT.test(path) || OTHERS2.test(path)) continue;
    const ranks = [...path.matchAll(RANK2)].map(([, number]) => Number(number));
    if (ranks.length === 0) continue;
    const name = path.replace(RANK2, (word, number) => `${word.slice(0, -number.length)}#`);
    const group = groups.get(name) ?? { name, files: [] };
    group.files.push({ path, ranks });
    groups.set(name, group);
  }
  return [...groups.values()];
}
var shapeOf = ({ name }) => name.replace(/[0-9]+/g, "#");
async function examine8(subject, groups) {
  mustBeWhole(
    subject,
    groups.flatMap(({ files }) => files.map(({ path }) => path)),
    () => true
  );
  for (const group of groups) {
    const world = await worldOf(subject, group);
    if ((group.files[0]?.ranks.length ?? 0) > 1) judgeGrid(subject, group);
    else judgeRow(subject, group, world);
  }
  judgeSteps(subject, groups);
  return { reaches: "L3", checksummed: true };
}
async function worldOf(subject, { files }) {
  const said = /* @__PURE__ */ new Map();
  for (const { path } of files)
    for (const value of (await torchValues(subject, path, WORLD3)).values())
      if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1) said.set(value, path);
  const [first, other] = [...said];
  if (first !== void 0 && other !== void 0)
    subject.findings.fail("L3", "ranks-disagree", "its ranks do not agree on how many there were", {
      file: other[1],
      expected: String(first[0]),
      found: String(other[0])
    });
  return other === void 0 ? first?.[0] : void 0;
}
function judgeRow({ findings }, { name, files }, world) {
  const present = new Set(files.flatMap(({ ranks }) => ranks));
  const last = greatest([...present]);
  const first = present.has(0) ? 0 : 1;
  if (world === void 0 && first !== 0) return;
  const end = Math.min(
    world === void 0 ? last + 1 : world + (first === 1 && last === world ? 1 : 0),
    1e5
  );
  const begin = first === 1 && last === world ? 1 : 0;
  const absent = Array.from({ length: end - begin }, (_none, at) => at + begin).filter(
    (rank) => !present.has(rank)
  );
  const what = quoted(nameIn(name));
  if (absent.length > 0)
    findings.fail("L2", "rank-missing", `${what} of ${absent.length} of ${end - begin} ranks is not there`, {
      expected: `ranks ${begin} to ${end - 1}${world === void 0 ? "" : ", as the files say"}`,
      found: `none of rank ${absent.slice(0, 5).join(", ")}`
    });
  const surplus = [...present].filter((rank) => rank >= end);
  if (surplus.length > 0)
    findings.note("L2", "rank-surplus", `${what} lies there of ranks that the run did not have`, {
      found: `rank ${surplus.slice(0, 5).join(", ")}`
    });
}
function judgeGrid({ findings }, { name, files }) {
  const dimensions = files[0]?.ranks.length ?? 0;
  if (!files.some(({ ranks }) => ranks.every((rank) => rank === 0))) return;
  const extents = Array.from(
    { length: dimensions },
    (_none, at) => greatest(files.map(({ ranks }) => ranks[at] ?? 0)) + 1
  );
  const expected = extents.reduce((product, extent) => product * extent, 1);
  if (files.length === expected) return;
  findings.fail("L2", "rank-missing", `${quoted(nameIn(name))} is not there for every rank`, {
    expected: `${extents.join(" x ")} files`,
    found: String(files.length)
  });
}
function judgeSteps({ findings, facts, verdictOf }, groups) {
  const steps = /* @__PURE__ */ new Map();
  for (const { files } of groups)
    for (const { path } of files) {
      const step = verdictOf(path)?.facts.step;
      if (step !== void 0 && !steps.has(step)) steps.set(step, path);
    }
  const [first, other] = [...steps].sort(([a], [b]) => b - a);
  if (first !== void 0 && other === void 0) facts.step = first[0];
  if (first !== void 0 && other !== void 0)
    findings.fail("L3", "step-disagrees", "its ranks are not of one step", {
      file: other[1],
      expected: String(first[0]),
      found: String(other[0])
    });
}

// src/verify/trainers/sets.ts
var TRAINER_SETS = [
  hfTrainer,
  accelerateState,
  deepspeedCheckpoint,
  megatronCheckpoint,
  peftAdapter,
  lightningCheckpoint,
  diffusersPipeline,
  rankFiles
];

// src/verify/engine/sets.ts
var SETS = [
  safetensorsShards,
  torchShards,
  ...TRAINER_SETS,
  ggufSplit,
  onnxExternal,
  joblibSiblings,
  savedModel,
  tfCheckpoint,
  tfCheckpointState,
  tfjsModel,
  dcpFolder,
  orbax,
  zarr,
  webdatasetShards
];
export {
  SETS
};
