import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ArchiveMembers,
  strayPickle,
  windowSource
} from "./verifier.verify-archive-archive-members.shared.mjs";
import "./verifier.verify-tensor-numpy-names.shared.mjs";
import "./verifier.verify-tensor-dtype.shared.mjs";
import "./verifier.verify-contract-oddity.shared.mjs";
import {
  BLOCK,
  Broken,
  Unsettled,
  fieldsOf,
  hasChecksum,
  notRead,
  overBudget,
  paddingOf,
  paxRecords,
  quoted,
  upToNul,
  utf8,
  wholeFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/archive/tar-header.ts
var KINDS = {
  "\0": "file",
  "0": "file",
  "7": "file",
  "1": "hard-link",
  "2": "symlink",
  "5": "folder",
  x: "pax",
  X: "pax",
  g: "pax-global",
  L: "long-name",
  K: "long-link"
};
var SPECIAL = {
  "3": "a character device",
  "4": "a block device",
  "6": "a named pipe"
};
var GNU_ONLY = "SMVDN";
function readTarHeader(block, offset) {
  if (!hasChecksum(block))
    throw new Broken("L1", "tar-checksum", "a header is not of its checksum", { offset });
  const fields = fieldsOf(block);
  const kind = kindOf(fields.type, offset);
  const prefix = text(fields.prefix, offset);
  const name = text(fields.name, offset);
  const link = text(fields.link, offset);
  if (fields.sizeBytes === void 0)
    throw new Broken("L1", "tar-size", "a member has no proper size", {
      offset: offset + 124,
      found: JSON.stringify(Buffer.from(block.subarray(124, 136)).toString("latin1"))
    });
  return { kind, name: prefix === "" ? name : `${prefix}/${name}`, link, sizeBytes: fields.sizeBytes };
}
function kindOf(flag, offset) {
  const kind = KINDS[flag];
  if (kind !== void 0) return kind;
  const special = SPECIAL[flag];
  if (special !== void 0)
    throw new Broken("L2", "tar-special", `holds ${special}, which no artifact needs`, { offset });
  const extra = { offset, found: JSON.stringify(flag) };
  if (GNU_ONLY.includes(flag))
    throw new Unsettled("L1", "tar-kind", "holds a sparse file or a part of several volumes", extra);
  throw new Unsettled("L1", "tar-kind", "holds a member of a kind that we do not know", extra);
}
function text(bytes, offset) {
  const name = utf8(upToNul(bytes));
  if (name === void 0) throw new Broken("L1", "member-name", "a member's name is not UTF-8", { offset });
  return name;
}
function readPax(bytes, offset, isGlobal) {
  const records = paxRecords(bytes);
  if (!records) throw new Broken("L1", "tar-pax", "an extended header is not made of records", { offset });
  const found = {};
  for (const record of records) take(found, record, { offset, isGlobal });
  return found;
}
function take(found, [key, value], { offset, isGlobal }) {
  const matters = key === "path" || key === "linkpath" || key === "size";
  if (/^(GNU\.sparse\.|hdrcharset$)/.test(key) || isGlobal && matters) {
    throw new Unsettled("L1", "tar-pax", "has an extended header that changes how members are read", {
      offset,
      found: key.slice(0, 40)
    });
  }
  if (!matters) return;
  if (value.includes(0))
    throw new Broken("L1", "tar-pax", "an extended header has a NUL in a name", { offset });
  const plain = text(value, offset);
  if (key === "path") found.name = plain;
  else if (key === "linkpath") found.link = plain;
  else if (/^[0-9]{1,16}$/.test(plain)) found.sizeBytes = Number(plain);
  else throw new Broken("L1", "tar-size", "an extended header gives no proper size", { offset });
}

// src/verify/contract/archive-name.ts
function badName(name) {
  if (name === "") return "is empty";
  if (/[\0\\]/.test(name)) return "has a NUL or a backslash";
  if (name.startsWith("/") || /^[a-z]:/i.test(name)) return "is absolute";
  if (name.split("/").includes("..")) return "leads out of the archive";
  return void 0;
}
var nameBroken = (why, name, offset) => new Broken("L1", "member-name", `a member's name ${why}`, {
  offset,
  found: quoted(name)
});
var plainName = (name) => name.split("/").filter((part) => part !== "" && part !== ".").join("/");

// src/verify/archive/tar-tree.ts
var LONGEST_NAME = 4096;
var MOST_FOLDERS = 1e6;
var TarTree = class {
  #files = /* @__PURE__ */ new Set();
  #folders = /* @__PURE__ */ new Set();
  #links = /* @__PURE__ */ new Set();
  /** @returns the name without parts that mean nothing */
  enter(kind, name, link, offset) {
    if (name.length > LONGEST_NAME) throw overBudget("nameLength", LONGEST_NAME, name.length, offset);
    const plain = plainName(name);
    const bad = badName(name);
    if (bad !== void 0) throw nameBroken(bad, name, offset);
    if (plain === "" && kind !== "folder") throw nameBroken("is that of the folder itself", name, offset);
    if (kind !== "folder" && name.endsWith("/")) throw nameBroken("is that of a folder", name, offset);
    const parents = parentsOf(plain);
    for (const parent of parents) {
      if (this.#links.has(parent))
        throw new Broken("L2", "tar-link", `${quoted(name)} lies behind a link`, {
          offset,
          found: quoted(parent)
        });
      if (this.#files.has(parent)) throw twice(parent, offset);
      this.#folders.add(parent);
    }
    if (this.#folders.size > MOST_FOLDERS)
      throw overBudget("folders", MOST_FOLDERS, this.#folders.size, offset);
    if (this.#files.has(plain) || this.#links.has(plain)) throw twice(plain, offset);
    if (kind === "folder") this.#folders.add(plain);
    else if (this.#folders.has(plain)) throw twice(plain, offset);
    else if (kind === "symlink") this.#symlink(plain, link, parents.length, offset);
    else {
      if (kind === "hard-link") this.#hardLink(link, offset);
      this.#files.add(plain);
    }
    return plain;
  }
  /**
   * A target may go up as far as the archive's root and then only down: `a/..` depends on what `a` is by then, which is
   * how links lead out although no name does.
   */
  #symlink(name, target, depth, offset) {
    const parts = target.split("/").filter((part) => part !== "" && part !== ".");
    const firstDown = parts.findIndex((part) => part !== "..");
    const ups = firstDown < 0 ? parts.length : firstDown;
    const isAbsolute = target.startsWith("/") || /^[a-z]:/i.test(target);
    const turnsBack = parts.slice(ups).includes("..");
    if (target === "" || isAbsolute || turnsBack || ups > depth || /[\0\\]/.test(target))
      throw leadsOut(name, target, offset);
    this.#links.add(name);
  }
  /** It is another name for a file that was unpacked before. */
  #hardLink(target, offset) {
    const plain = plainName(target);
    if (badName(target) === void 0 && this.#files.has(plain)) return;
    throw leadsOut(target, target, offset);
  }
};
var leadsOut = (name, target, offset) => new Broken("L2", "tar-link", `the link ${quoted(name)} leads out of the archive or to nothing in it`, {
  offset,
  found: quoted(target)
});
var twice = (name, offset) => new Broken(
  "L2",
  "tar-twice",
  `${quoted(name)} is there twice, so that programs differ in what they unpack`,
  { offset }
);
var parentsOf = (name) => {
  const parts = name.split("/");
  return parts.slice(0, -1).map((_part, i) => parts.slice(0, i + 1).join("/"));
};

// src/verify/archive/tar-walk.ts
var MOST_EXTENDED_BYTES = 1024 ** 2;
var RECORD = 20 * BLOCK;
var TarWalk = class {
  #findings;
  #sizeBytes;
  #mostMembers;
  #onMember;
  #sink;
  #tree = new TarTree();
  #block = new Uint8Array(BLOCK);
  #kept = 0;
  #members = 0;
  #zeroBlocks = 0;
  #endMark = 0;
  #skip = 0;
  #padding = 0;
  #extended;
  #overrides = {};
  constructor({ findings, sizeBytes, mostMembers }, onMember) {
    this.#findings = findings;
    this.#sizeBytes = sizeBytes;
    this.#mostMembers = mostMembers;
    this.#onMember = onMember;
  }
  feed(piece, fileOffset) {
    for (let at = 0; at < piece.length; ) {
      const rest = piece.subarray(at);
      at += this.#take(rest, fileOffset + at);
    }
  }
  end() {
    const offset = this.#sizeBytes;
    const isInside = this.#kept > 0 || this.#skip > 0 || this.#padding > 0 || this.#extended !== void 0;
    if (isInside || this.#zeroBlocks === 0 || this.#sizeBytes % BLOCK !== 0)
      throw new Broken("L1", "cut-short", "does not end with whole blocks of zeros", { offset });
    if (Object.keys(this.#overrides).length > 0)
      throw new Broken("L1", "tar-pax", "an extended header is followed by no member", { offset });
    if (this.#zeroBlocks === 1) {
      const what = "ends with one block of zeros where two belong";
      this.#findings.degraded("L1", "tar-end", what, { offset });
    }
  }
  /** A tail that never arrived looks like an end mark, and what lay in it is not missed by anyone. */
  get hasLongTail() {
    return this.#sizeBytes - this.#endMark > RECORD;
  }
  /** @returns bytes taken, at least one */
  #take(rest, offset) {
    if (this.#zeroBlocks >= 2) return this.#afterEnd(rest, offset);
    if (this.#skip > 0) {
      const taken2 = Math.min(this.#skip, rest.length);
      this.#skip -= taken2;
      this.#sink?.feed(rest.subarray(0, taken2));
      if (this.#skip === 0) this.#sink?.end();
      return taken2;
    }
    if (this.#extended !== void 0) return this.#gather(this.#extended, rest);
    if (this.#padding > 0) return this.#pad(rest, offset);
    const taken = rest.subarray(0, BLOCK - this.#kept);
    this.#block.set(taken, this.#kept);
    this.#kept += taken.length;
    if (this.#kept === BLOCK) {
      this.#kept = 0;
      this.#header(offset + taken.length - BLOCK);
    }
    return taken.length;
  }
  #afterEnd(rest, offset) {
    const at = rest.findIndex((byte) => byte !== 0);
    if (at < 0) return rest.length;
    throw new Broken("L1", "trailing-bytes", "bytes follow the end mark", { offset: offset + at });
  }
  #pad(rest, offset) {
    const taken = rest.subarray(0, this.#padding);
    this.#padding -= taken.length;
    if (taken.some((byte) => byte !== 0))
      this.#findings.degraded("L1", "tar-padding", "has content where a member is padded", { offset });
    return taken.length;
  }
  #header(offset) {
    if (this.#block.every((byte) => byte === 0)) {
      this.#zeroBlocks += 1;
      this.#endMark = offset + BLOCK;
      return;
    }
    if (this.#zeroBlocks > 0) throw new Broken("L1", "tar-end", "goes on after a block of zeros", { offset });
    const header = readTarHeader(this.#block, offset);
    const isExtended = !["file", "hard-link", "symlink", "folder"].includes(header.kind);
    if (isExtended) this.#beginExtended(header, offset);
    else this.#member(header, offset);
  }
  #beginExtended({ kind, sizeBytes }, offset) {
    this.#mustFit(sizeBytes, offset);
    if (sizeBytes > MOST_EXTENDED_BYTES)
      throw overBudget("extendedHeaderBytes", MOST_EXTENDED_BYTES, sizeBytes, offset);
    this.#padding = paddingOf(sizeBytes);
    if (sizeBytes === 0) return;
    this.#extended = { kind, bytes: new Uint8Array(sizeBytes), left: sizeBytes, offset: offset + BLOCK };
  }
  #gather(extended, rest) {
    const taken = rest.subarray(0, extended.left);
    extended.bytes.set(taken, extended.bytes.length - extended.left);
    extended.left -= taken.length;
    if (extended.left > 0) return taken.length;
    this.#extended = void 0;
    const { kind, bytes, offset } = extended;
    const said = kind === "long-name" ? { name: text(bytes, offset) } : kind === "long-link" ? { link: text(bytes, offset) } : readPax(bytes, offset, kind === "pax-global");
    const twice2 = Object.keys(said).some((key) => key in this.#overrides);
    if (twice2)
      throw new Broken("L1", "tar-pax", "two extended headers say the same of one member", { offset });
    this.#overrides = { ...this.#overrides, ...said };
    return taken.length;
  }
  #member(header, offset) {
    const { kind, name, link, sizeBytes } = { ...header, ...this.#overrides };
    this.#overrides = {};
    this.#members += 1;
    if (this.#members > this.#mostMembers)
      throw overBudget("zipMembers", this.#mostMembers, this.#members, offset);
    const isFolder = kind === "folder" || kind === "file" && name.endsWith("/") && sizeBytes === 0;
    const plain = this.#tree.enter(isFolder ? "folder" : kind, name, link, offset);
    if (kind !== "file") {
      if (sizeBytes > 0 && kind !== "hard-link")
        throw new Broken("L1", "tar-size", "a folder or link has content", { offset });
      if (kind === "hard-link" && sizeBytes > 0) this.#hardLinkWithContent(offset);
      return;
    }
    this.#mustFit(sizeBytes, offset);
    this.#skip = sizeBytes;
    this.#padding = paddingOf(sizeBytes);
    this.#sink = isFolder ? void 0 : this.#onMember({ name: plain, offset: offset + BLOCK, sizeBytes });
  }
  /** Some programs give the size of the file it names, others its content: they would go on at two places. */
  #hardLinkWithContent(offset) {
    throw new Broken("L1", "tar-size", "a hard link has a size, which programs understand in two ways", {
      offset
    });
  }
  #mustFit(sizeBytes, offset) {
    const left = this.#sizeBytes - offset - BLOCK;
    if (sizeBytes + paddingOf(sizeBytes) <= left) return;
    throw new Broken("L1", "cut-short", "a member is longer than what is left of the file", {
      offset,
      expected: `at most ${left} bytes`,
      found: `${sizeBytes} bytes`
    });
  }
};

// src/verify/archive/webdataset-samples.ts
var MOST_SHAPES = 1e3;
var Samples = class {
  #keys = /* @__PURE__ */ new Set();
  #shapes = /* @__PURE__ */ new Map();
  #split;
  #twice;
  #isOdd = false;
  #key;
  #extensions = [];
  take({ name, offset }) {
    const folder = name.lastIndexOf("/") + 1;
    const dot = name.indexOf(".", folder);
    if (dot <= folder) {
      if (dot < 0) this.#isOdd = true;
      return;
    }
    const key = name.slice(0, dot);
    if (key !== this.#key) this.#begin(key, offset);
    const extension = name.slice(dot + 1).toLowerCase();
    if (this.#extensions.includes(extension)) this.#twice ??= { key, offset };
    this.#extensions.push(extension);
  }
  /** At least two samples, most of them of one set of two or more extensions. */
  get isDataSet() {
    const [shape = "", { count }] = this.#common;
    return !this.#isOdd && this.#keys.size >= 2 && shape.includes(" ") && count * 2 > this.#keys.size;
  }
  get count() {
    return this.#keys.size;
  }
  get extensions() {
    return this.#common[0];
  }
  end() {
    this.#endSample();
  }
  judge(findings) {
    if (this.#split !== void 0) {
      const what = "a sample goes on after another has begun: its key is there twice";
      findings.fail("L2", "sample-split", what, {
        offset: this.#split.offset,
        found: quoted(this.#split.key)
      });
    }
    if (this.#twice !== void 0)
      findings.fail("L2", "sample-twice", "a sample has two members of one extension", {
        offset: this.#twice.offset,
        found: quoted(this.#twice.key)
      });
    const [shape, { count }] = this.#common;
    const odd = [...this.#shapes].filter(([each]) => each !== shape);
    if (odd.length === 0) return;
    findings.note("L2", "samples-differ", "not every sample has the same members", {
      expected: shape,
      found: `${this.#keys.size - count} others, first ${quoted(odd[0]?.[1].first ?? "")}: ${odd[0]?.[0] ?? ""}`
    });
  }
  #begin(key, offset) {
    this.#endSample();
    if (this.#keys.has(key)) this.#split ??= { key, offset };
    this.#keys.add(key);
    this.#key = key;
    this.#extensions = [];
  }
  #endSample() {
    if (this.#key === void 0 || this.#extensions.length === 0) return;
    const shape = this.#extensions.sort().join(" ").slice(0, 200);
    const known = this.#shapes.get(shape);
    if (known !== void 0) known.count += 1;
    else if (this.#shapes.size < MOST_SHAPES)
      this.#shapes.set(shape, { count: 1, first: this.#key.slice(0, 120) });
    this.#extensions = [];
  }
  get #common() {
    let best = ["", { count: 0, first: "" }];
    for (const each of this.#shapes) if (each[1].count > best[1].count) best = each;
    return best;
  }
};

// src/verify/archive/tar-archive.ts
var TORCH_MEMBERS = ["pickle", "tensors", "storages"];
var openTar = (subject) => new TarArchive(subject).walk();
var TarArchive = class {
  #subject;
  #members;
  #samples = new Samples();
  #toExamine = [];
  #torchMembers = /* @__PURE__ */ new Set();
  #files = 0;
  #filled = 0;
  constructor(subject) {
    this.#subject = subject;
    this.#members = new ArchiveMembers(subject);
  }
  walk() {
    const { findings, sizeBytes, budgets, digestGiven } = this.#subject;
    const walk = new TarWalk(
      { findings, sizeBytes, mostMembers: budgets.zipMembers },
      (member) => this.#take(member)
    );
    const members = this.#members;
    const result = {
      checksummed: false,
      regions: () => [wholeFile(this.#subject, walk)],
      inside: () => this.#inside(),
      finish: (complete) => {
        if (!complete) return;
        this.#settle(result);
        if (!walk.hasLongTail || digestGiven) return;
        const what = "ends with more zeros than its last record needs: they may stand for members that never arrived";
        findings.degraded("L1", "zero-tail", what, { offset: sizeBytes });
      },
      tensors: () => members.tensors,
      get reaches() {
        return members.reaches;
      }
    };
    return result;
  }
  /** @returns who looks at it as it goes by, where it will not be looked into */
  #take(member) {
    const { keys, budgets } = this.#subject;
    this.#files += 1;
    keys.addValue(member.name, member.name);
    this.#samples.take(member);
    if (TORCH_MEMBERS.includes(member.name)) this.#torchMembers.add(member.name);
    if (member.sizeBytes === 0) return void 0;
    this.#filled += 1;
    if (this.#toExamine.length >= budgets.membersExamined)
      return strayPickle(this.#subject, { ...member, bytes: member.sizeBytes });
    this.#toExamine.push(member);
    return void 0;
  }
  async #inside() {
    const { reader } = this.#subject;
    if (this.#torchMembers.size === TORCH_MEMBERS.length) throw notRead("a checkpoint of PyTorch 0.1");
    for (const { name, offset, sizeBytes } of this.#toExamine)
      await this.#members.examine(windowSource(reader, offset, sizeBytes, name), { fileOffset: offset });
    for (let i = this.#toExamine.length; i < this.#filled; i += 1) this.#members.leaveOut();
  }
  #settle(walk) {
    const { findings, facts } = this.#subject;
    if (this.#files === 0) throw new Broken("L1", "tar-empty", "is an archive of nothing", { offset: 0 });
    this.#members.settle(this.#files);
    this.#samples.end();
    if (!this.#samples.isDataSet) return;
    walk.format = "webdataset";
    facts.rows = this.#samples.count;
    facts.scalars["extensions"] = this.#samples.extensions;
    this.#samples.judge(findings);
  }
};
export {
  openTar
};
