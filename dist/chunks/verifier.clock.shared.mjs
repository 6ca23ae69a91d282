import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/evidence-level.ts
var LEVEL_NEEDED = {
  checkpoint: "L3",
  model: "L3",
  optimizer: "L3",
  adapter: "L3",
  metrics: "L2",
  config: "L2",
  log: "L2",
  dataset: "L2",
  archive: "L2",
  opaque: "L1"
};

// src/verify/contract/verdict.ts
var VERIFIER_VERSION = 10;
var NO_TENSORS = { count: 0, elements: 0, nonFinite: 0 };
var together = (a, b = NO_TENSORS) => ({
  count: a.count + b.count,
  elements: a.elements + b.elements,
  nonFinite: a.nonFinite + b.nonFinite
});
var SET_NOT_WHOLE = "set-not-whole";
var PART_OF = "part of ";
var KEPT_PER_SEVERITY = 100;
var countsAs = (verdict, allowDegraded) => verdict === "pass" || verdict === "pass-degraded" && allowDegraded;
function verdictOf(findings, allowDegraded, parts) {
  const verdict = findings.verdict();
  return {
    facts: { scalars: {} },
    keys: { top: [], total: 0 },
    imports: [],
    requests: 0,
    bytesRead: 0,
    ...parts,
    verdict,
    counts: countsAs(verdict, allowDegraded),
    reasons: findings.reasons,
    reasonsLeftOut: findings.leftOut,
    verifierVersion: VERIFIER_VERSION
  };
}
var holdsTensors = (role) => LEVEL_NEEDED[role] === "L3";

// src/verify/contract/findings.ts
var Broken = class extends Error {
  constructor(level, code, what, extra = {}) {
    super(what);
    this.level = level;
    this.code = code;
    this.extra = extra;
  }
  level;
  code;
  extra;
  name = "Broken";
};
var Unsettled = class extends Error {
  constructor(level, code, what, extra = {}) {
    super(what);
    this.level = level;
    this.code = code;
    this.extra = extra;
  }
  level;
  code;
  extra;
  name = "Unsettled";
};
var notRead = (what) => new Unsettled(
  "L2",
  "not-read",
  `is ${what}, which is not read: only its digest proves it, in a row of the role opaque`
);
var OverBudget = class extends Unsettled {
  constructor(budget, extra) {
    super("L2", "over-budget", `more than the budget ${budget} allows`, extra);
    this.budget = budget;
  }
  budget;
};
var overBudget = (budget, limit, found, offset) => new OverBudget(budget, {
  expected: `<= ${limit}`,
  found: String(found),
  ...offset === void 0 ? {} : { offset }
});
var WORST_FIRST = ["fail", "inconclusive", "degraded", "note"];
var Findings = class _Findings {
  #kept = new Map(WORST_FIRST.map((severity) => [severity, []]));
  #blocked = /* @__PURE__ */ new Set();
  #leftOut = 0;
  #parent;
  fail(level, code, what, extra) {
    this.#add({ severity: "fail", level, code, what, ...extra });
  }
  inconclusive(level, code, what, extra) {
    this.#add({ severity: "inconclusive", level, code, what, ...extra });
  }
  degraded(level, code, what, extra) {
    this.#add({ severity: "degraded", level, code, what, ...extra });
  }
  note(level, code, what, extra) {
    this.#add({ severity: "note", level, code, what, ...extra });
  }
  /** Turns what a walk threw into a reason. Returns false for anything that is not ours to judge. */
  caught(error) {
    if (error instanceof Broken) this.fail(error.level, error.code, error.message, error.extra);
    else if (error instanceof Unsettled)
      this.inconclusive(error.level, error.code, error.message, error.extra);
    else return false;
    return true;
  }
  /** Does work of which every fault becomes a reason. @returns whether it came to its end */
  async guard(work) {
    try {
      await work();
      return true;
    } catch (error) {
      if (!this.caught(error)) throw error;
      return false;
    }
  }
  /** Takes over what was found in a file inside this one, or in one file of a set. */
  absorb(reasons, place) {
    for (const reason of reasons.map(place)) this.#add(reason);
  }
  /** The same collection, for the part of a set that is being read: its reasons name the file. */
  in(file) {
    const scoped = new _Findings();
    scoped.#parent = (reason) => this.#add({ file, ...reason });
    return scoped;
  }
  has(severity) {
    return this.#list(severity).length > 0;
  }
  /** Whether something stands in the way of this level or one below it. */
  blocks(level) {
    return [...this.#blocked].some((blocked) => blocked <= level);
  }
  /** The highest level, up to `reaches`, that nothing stands in the way of. */
  level(reaches2) {
    const ladder = ["L1", "L2", "L3"];
    return ladder.filter((level) => level <= reaches2 && !this.blocks(level)).at(-1) ?? "L0";
  }
  verdict() {
    if (this.has("fail")) return "fail";
    if (this.has("inconclusive")) return "inconclusive";
    return this.has("degraded") ? "pass-degraded" : "pass";
  }
  get reasons() {
    return WORST_FIRST.flatMap((severity) => this.#list(severity));
  }
  get leftOut() {
    return this.#leftOut;
  }
  #list(severity) {
    return this.#kept.get(severity) ?? [];
  }
  #add({ code, severity, level, what, ...extra }) {
    const reason = { code, severity, level, what, ...extra };
    this.#parent?.(reason);
    if (severity === "fail" || severity === "inconclusive") this.#blocked.add(level);
    const list = this.#list(severity);
    if (list.length >= KEPT_PER_SEVERITY) this.#leftOut += 1;
    else list.push(reason);
  }
};

// src/verify/read/json5-tokens.ts
var NUMBER = /^[+-]?(0[xX][0-9a-fA-F]+|((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?)$/;
var NAME = /^[$_\p{ID_Start}]([$\p{ID_Continue}]|\u200c|\u200d)*$/u;
var ESCAPE = /\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[ux1-9]|0[0-9]|[\s\S])/gu;
var LETTERS = {
  ...{ b: "\b", f: "\f", n: "\n", r: "\r", t: "	", v: "\v", 0: "\0" },
  // The line goes on.
  ...{ "\n": "", "\r": "", "\u2028": "", "\u2029": "" }
};
var isNameByte = (byte) => byte === 36 || byte === 95 || byte === 92 || byte >= 128;
function json5Number(text2) {
  if (!NUMBER.test(text2)) return void 0;
  const isNegative = text2.startsWith("-");
  const size = Number(text2.replace(/^[+-]/, ""));
  return isNegative ? -size : size;
}
function json5Name(text2) {
  const name = text2.replace(
    /\\u([0-9a-fA-F]{4})/g,
    (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16))
  );
  return NAME.test(name) ? name : void 0;
}
function json5Text(raw) {
  let isSound = true;
  const text2 = raw.replace(ESCAPE, (_all, behind) => {
    if (behind.length > 2) return String.fromCharCode(Number.parseInt(behind.slice(1), 16));
    if (/^([ux1-9]|0[0-9])$/.test(behind)) isSound = false;
    return LETTERS[behind] ?? behind;
  });
  return isSound ? text2 : void 0;
}

// src/verify/read/json-scanner.ts
var QUOTE = 34;
var SINGLE_QUOTE = 39;
var BACKSLASH = 92;
var [SLASH, STAR, NEWLINE, RETURN] = [47, 42, 10, 13];
var NUMBER2 = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
function lineEnd(bytes3, from) {
  for (let at2 = from; at2 < bytes3.length; at2 += 1)
    if (bytes3[at2] === NEWLINE || bytes3[at2] === RETURN) return at2;
  return -1;
}
var JsonScanner = class {
  #events;
  #limits;
  #utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #expecting = "value";
  #levels = [];
  #path = [];
  #keys = 0;
  #token = "none";
  #tokenOffset = 0;
  #pieces = [];
  #pieceBytes = 0;
  #escaped = false;
  #skipNext = false;
  /** Where in a comment the reader is: `slash` may begin one, `star` may end one. */
  #comment;
  #hasComments = false;
  #mayComment;
  #isJson5;
  #quote = QUOTE;
  constructor(events, limits) {
    this.#events = events;
    this.#limits = limits;
    this.#mayComment = limits.comments === true || limits.dialect !== void 0;
    this.#isJson5 = limits.dialect === "json5";
  }
  /** The one value has ended; only white space may follow. */
  get isDone() {
    return this.#expecting === "nothing" && this.#token === "none";
  }
  get hasComments() {
    return this.#hasComments;
  }
  get isUntouched() {
    return this.#expecting === "value" && this.#levels.length === 0 && this.#token === "none";
  }
  /** Starts over with a new document. */
  reset() {
    this.#expecting = "value";
    this.#levels = [];
    this.#path = [];
    this.#keys = 0;
    this.#token = "none";
    this.#pieces = [];
    this.#pieceBytes = 0;
    this.#escaped = false;
    this.#skipNext = false;
    this.#comment = void 0;
    this.#hasComments = false;
  }
  feed(bytes3, fileOffset) {
    let at2 = 0;
    while (at2 < bytes3.length) {
      if (this.#comment !== void 0) at2 = this.#inComment(bytes3, at2, fileOffset);
      else if (this.#token === "string") at2 = this.#inString(bytes3, at2, fileOffset);
      else if (this.#token === "word") at2 = this.#inWord(bytes3, at2);
      else {
        this.#structure(bytes3[at2], fileOffset + at2);
        at2 += 1;
        if (this.#token === "word") at2 -= 1;
      }
    }
  }
  end(fileOffset) {
    if (this.#token === "word") this.#endWord();
    const isOpen = this.#comment !== void 0 && this.#comment !== "line";
    if (this.#expecting === "nothing" && this.#token === "none" && !isOpen) return;
    const open = this.#levels.length > 0 ? `, ${this.#levels.length} brackets still open` : "";
    throw new Broken("L1", "json-cut", `ends in the middle of its JSON${open}`, {
      offset: fileOffset,
      expected: this.#token === "string" ? "the end of a string" : this.#expecting,
      found: "the end"
    });
  }
  #structure(byte, offset) {
    if (byte === 32 || byte === 10 || byte === 13 || byte === 9) return;
    if (this.#isJson5 && (byte === 11 || byte === 12)) return;
    if (byte === SLASH && this.#mayComment) {
      this.#comment = "slash";
      return;
    }
    const expecting = this.#expecting;
    const wantsValue = expecting === "value" || expecting === "value-or-end";
    const wantsKey = expecting === "key" || expecting === "key-or-end";
    const mayClose = expecting === "comma-or-end";
    if ((byte === QUOTE || this.#isJson5 && byte === SINGLE_QUOTE) && (wantsValue || wantsKey))
      this.#startString(byte, offset);
    else if (byte === 123 && wantsValue) this.#open(true, offset);
    else if (byte === 91 && wantsValue) this.#open(false, offset);
    else if (byte === 125 && (expecting === "key-or-end" || mayClose && this.#inObject())) this.#close();
    else if (byte === 93 && (expecting === "value-or-end" || mayClose && !this.#inObject()))
      this.#close();
    else if (byte === 58 && expecting === "colon") this.#expecting = "value";
    else if (byte === 44 && mayClose) this.#comma();
    else if (wantsValue && startsWord(byte)) this.#startToken("word", offset);
    else if (this.#isJson5 && (wantsValue || wantsKey) && this.#isWordByte(byte))
      this.#startToken("word", offset);
    else
      throw new Broken("L1", "json-syntax", "is not JSON", {
        offset,
        expected: expecting,
        found: showByte(byte)
      });
  }
  #inComment(bytes3, from, fileOffset) {
    const byte = bytes3[from];
    if (this.#comment === "slash") {
      if (byte !== SLASH && byte !== STAR)
        throw new Broken("L1", "json-syntax", "is not JSON", {
          offset: fileOffset + from,
          expected: "a comment",
          found: showByte(byte)
        });
      this.#comment = byte === SLASH ? "line" : "block";
      this.#hasComments = true;
    } else if (this.#comment === "star" && byte === SLASH) this.#comment = void 0;
    else if (this.#comment === "line") {
      const end = lineEnd(bytes3, from);
      if (end < 0) return bytes3.length;
      this.#comment = void 0;
      return end + 1;
    } else this.#comment = byte === STAR ? "star" : "block";
    return from + 1;
  }
  #inObject() {
    return this.#levels.at(-1)?.isObject === true;
  }
  #comma() {
    const index = this.#path.length - 1;
    if (!this.#inObject()) this.#path[index] = this.#path[index] + 1;
    const mayEnd = this.#hasComments || this.#limits.dialect !== void 0;
    const [key, value] = mayEnd ? ["key-or-end", "value-or-end"] : ["key", "value"];
    this.#expecting = this.#inObject() ? key : value;
  }
  #open(isObject, offset) {
    if (this.#levels.length >= this.#limits.depth) {
      throw overBudget("jsonDepth", this.#limits.depth, this.#levels.length + 1, offset);
    }
    this.#events.opened?.(isObject ? "object" : "array", this.#path);
    this.#levels.push({ isObject, keys: void 0 });
    this.#path.push(isObject ? "" : 0);
    this.#expecting = isObject ? "key-or-end" : "value-or-end";
  }
  #close() {
    const level = this.#levels.pop();
    this.#keys -= level?.keys?.size ?? 0;
    this.#path.pop();
    this.#events.closed?.(this.#path);
    this.#afterValue();
  }
  #afterValue() {
    this.#expecting = this.#levels.length === 0 ? "nothing" : "comma-or-end";
  }
  #startToken(token, offset) {
    this.#token = token;
    this.#tokenOffset = offset;
  }
  #startString(quote, offset) {
    this.#quote = quote;
    this.#startToken("string", offset);
  }
  #inString(bytes3, from, fileOffset) {
    let at2 = from;
    for (; at2 < bytes3.length; at2 += 1) {
      const byte = bytes3[at2];
      const isSkipped = this.#skipNext;
      if (isSkipped) this.#skipNext = false;
      else if (byte === this.#quote) {
        this.#keepPiece(bytes3.subarray(from, at2));
        this.#endString();
        return at2 + 1;
      } else if (byte === BACKSLASH) {
        this.#escaped = true;
        this.#skipNext = true;
      }
      if (byte < 32 && !(this.#isJson5 && (isSkipped || byte !== 10 && byte !== 13))) {
        const where = {
          offset: fileOffset + at2,
          expected: "no control character in a string",
          found: showByte(byte)
        };
        throw new Broken("L1", "json-syntax", "is not JSON", where);
      }
    }
    this.#keepPiece(bytes3.slice(from));
    return at2;
  }
  #inWord(bytes3, from) {
    let at2 = from;
    while (at2 < bytes3.length && this.#isWordByte(bytes3[at2])) at2 += 1;
    this.#keepPiece(bytes3.slice(from, at2));
    if (this.#pieceBytes > 4096) {
      throw new Broken("L1", "json-syntax", "has a number of more than 4096 digits", {
        offset: this.#tokenOffset
      });
    }
    if (at2 < bytes3.length) this.#endWord();
    return at2;
  }
  #isWordByte(byte) {
    return isWordByte(byte) || this.#isJson5 && isNameByte(byte);
  }
  #keepPiece(piece) {
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > this.#limits.constantBytes) {
      throw overBudget("constantBytes", this.#limits.constantBytes, this.#pieceBytes, this.#tokenOffset);
    }
  }
  #takeText() {
    const only = this.#pieces.length === 1 ? this.#pieces[0] : void 0;
    const bytes3 = only ?? Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#pieceBytes = 0;
    this.#token = "none";
    try {
      return this.#utf8.decode(bytes3);
    } catch {
      throw new Broken("L1", "not-utf8", "is not UTF-8", { offset: this.#tokenOffset });
    }
  }
  #endString() {
    const raw = this.#takeText();
    const text2 = this.#escaped ? this.#unescape(raw) : raw;
    this.#escaped = false;
    if (this.#expecting === "key" || this.#expecting === "key-or-end") this.#enterKey(text2);
    else {
      this.#events.scalar({ kind: "string", text: text2 }, this.#path, this.#tokenOffset);
      this.#afterValue();
    }
  }
  #unescape(raw) {
    const text2 = this.#isJson5 ? json5Text(raw) : jsonText(raw);
    if (text2 !== void 0) return text2;
    throw new Broken("L1", "json-syntax", "has an escape that JSON does not know", {
      offset: this.#tokenOffset
    });
  }
  #enterKey(name) {
    const level = this.#levels.at(-1);
    if (level === void 0) return;
    level.keys ??= /* @__PURE__ */ new Set();
    if (level.keys.has(name)) {
      const found = JSON.stringify(name.slice(0, 80));
      throw new Broken("L2", "duplicate-key", "has one key twice in one object", {
        offset: this.#tokenOffset,
        found
      });
    }
    level.keys.add(name);
    this.#keys += 1;
    if (this.#keys > this.#limits.keys)
      throw overBudget("keys", this.#limits.keys, this.#keys, this.#tokenOffset);
    this.#path[this.#path.length - 1] = name;
    this.#events.key?.(name, this.#path, this.#tokenOffset);
    this.#expecting = "colon";
  }
  #endWord() {
    const text2 = this.#takeText();
    if (this.#expecting === "key" || this.#expecting === "key-or-end") {
      const name = json5Name(text2);
      if (name === void 0) throw this.#noWord(text2);
      this.#enterKey(name);
      return;
    }
    this.#events.scalar(this.#wordValue(text2), this.#path, this.#tokenOffset);
    this.#afterValue();
  }
  #wordValue(text2) {
    if (text2 === "true" || text2 === "false") return { kind: "literal", value: text2 === "true" };
    if (text2 === "null") return { kind: "literal", value: null };
    if (text2 === "NaN" || text2 === "Infinity" || text2 === "-Infinity") return { kind: "nonFinite", text: text2 };
    if (NUMBER2.test(text2)) return { kind: "number", value: Number(text2), text: text2 };
    if (this.#isJson5) {
      if (text2 === "+Infinity" || /^[+-]NaN$/.test(text2)) return { kind: "nonFinite", text: text2 };
      const value = json5Number(text2);
      if (value !== void 0) return { kind: "number", value, text: text2 };
    }
    throw this.#noWord(text2);
  }
  #noWord(text2) {
    return new Broken("L1", "json-syntax", "is not JSON", {
      offset: this.#tokenOffset,
      expected: "value",
      found: JSON.stringify(text2.slice(0, 40))
    });
  }
};
function jsonText(raw) {
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    return void 0;
  }
}
var isWordByte = (byte) => byte >= 48 && byte <= 57 || byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122 || byte === 43 || byte === 45 || byte === 46;
var startsWord = (byte) => isWordByte(byte) && byte !== 43 && byte !== 46;
var showByte = (byte) => byte > 32 && byte < 127 ? JSON.stringify(String.fromCharCode(byte)) : `byte 0x${byte.toString(16).padStart(2, "0")}`;

// src/verify/read/hdf5-signature.ts
var HDF5_SIGNATURE = Uint8Array.of(137, 72, 68, 70, 13, 10, 26, 10);
function findHdf5Signature(head) {
  for (let at2 = 0; at2 + 8 <= head.length; at2 = at2 === 0 ? 512 : at2 * 2)
    if (HDF5_SIGNATURE.every((byte, i) => head[at2 + i] === byte)) return at2;
  return void 0;
}

// src/verify/read/sniff.ts
var HEAD_BYTES = 65536;
var NO_MAGIC_BYTES = 64;
var ascii = (text2) => new TextEncoder().encode(text2);
var bytes = (...values) => Uint8Array.from(values);
var ERROR_PAGES = ["<!doctype", "<html", "<?xml", "<head", "<body"];
var [DICOM, DICOM_AT] = [ascii("DICM"), 128];
var LFS_POINTER = ascii("version https://git-lfs");
var WRAPPINGS = [
  ["gzip", bytes(31, 139)],
  ["zstd", bytes(40, 181, 47, 253)],
  ["xz", bytes(253, 55, 122, 88, 90, 0)],
  ["bzip2", ascii("BZh")],
  ["lz4", bytes(4, 34, 77, 24)],
  ["7z", bytes(55, 122, 188, 175, 39, 28)]
];
var inEitherCase = (word) => word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
var ENDINGS = ["tmp", "part", "partial", "incomplete", "crdownload", "aria2", "download", "swp"].map(inEitherCase).join("|");
var DRAWN = [0, 1, 2, 3, 4, 5].flatMap((before) => [
  `[a-z0-9]{${before}}[A-Z][A-Za-z0-9]{${5 - before}}`,
  ...before < 5 ? [`[a-z0-9]{${before}}[0-9][a-z][a-z0-9]{${4 - before}}`] : []
]).join("|");
var UNFINISHED_ERE = `(\\.(${ENDINGS})|~)$|(^|/)\\.[^/]+\\.(${DRAWN})$`;
var UNFINISHED_NAME = new RegExp(UNFINISHED_ERE);
var isUnfinishedName = (path) => UNFINISHED_NAME.test(path);
var MAGIC_NAME = /\.(jpe?g|png|gif|webp|mp4|mkv|mp3|flac|wav|ogg|npy|npz|pt|pth|ckpt|safetensors|gguf|h5|hdf5|parquet|arrow|feather|zip|gz|zst|xz)$/i;
var hasMagicByName = (name) => MAGIC_NAME.test(name);
var startsWith = (head, magic2, at2 = 0) => head.length >= at2 + magic2.length && magic2.every((byte, i) => head[at2 + i] === byte);
function lookForImpostors(probe, label, findings) {
  if (isUnfinishedName(label)) {
    findings.fail("L0", "unfinished-name", "has the name of a file that is still being written or copied");
  }
  if (probe.role === "opaque") return;
  const { head } = probe;
  if (startsWith(head, LFS_POINTER)) {
    findings.fail("L0", "lfs-pointer", "is a Git LFS pointer; the object itself was never fetched", {
      offset: 0
    });
  }
  const page = errorPage(head, probe.role);
  if (page !== void 0)
    findings.fail("L0", "error-page", "is a saved error page", { offset: 0, found: page });
  const isUserBlock = (findHdf5Signature(head) ?? 0) > 0;
  const isPreamble = startsWith(head, DICOM, DICOM_AT);
  if (!isUserBlock && !isPreamble && head.subarray(0, NO_MAGIC_BYTES).every((byte) => byte === 0)) {
    const what = "begins with zeros: its first part was reserved and never arrived";
    findings.fail("L0", "zero-filled", what, { offset: 0 });
  }
}
function wrapping(head) {
  return WRAPPINGS.find(([, magic2]) => startsWith(head, magic2))?.[0];
}
var ANSWER = /^\{\s*"(error|errors|message|detail)"\s*:\s*(?![-\d\s]|$)|^\{\s*"error"\s*:\s*[45]\d\d\s*[,}]/;
function errorPage(head, role) {
  const text2 = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 512)).toString("latin1").trimStart();
  const start = text2.slice(0, 16).toLowerCase();
  const quoted2 = JSON.stringify(text2.slice(0, 40));
  const isXml = start.startsWith("<?xml");
  const mayBe = role === "log" || role === "config" && isXml;
  if (!mayBe && ERROR_PAGES.some((page) => start.startsWith(page))) return quoted2;
  const isAnswer = ANSWER.test(text2) && head.length < 4096;
  return isAnswer && role !== "log" ? quoted2 : void 0;
}

// src/verify/contract/untrusted.ts
var quoted = (name, mostCharacters = 200) => JSON.stringify(name.slice(0, mostCharacters));
var someOf = (names, shown2 = 5) => `${names.length}: ${names.slice(0, shown2).map((name) => quoted(name, 80)).join(", ")}`;

// src/verify/tensor/element-block.ts
function topsOf({ bytes: bytes3, from, to }, unitBytes) {
  const count = Math.floor((to - from) / unitBytes);
  const part = bytes3.subarray(from, from + count * unitBytes);
  if (unitBytes === 1) return part;
  const own = part.byteOffset % 4 === 0 ? part : new Uint8Array(part);
  if (unitBytes === 2) return new Uint16Array(own.buffer, own.byteOffset, count);
  const words2 = new Uint32Array(own.buffer, own.byteOffset, part.length / 4);
  return unitBytes === 4 ? words2 : words2.filter((_word, i) => i % 2 === 1);
}
function restIsZero({ bytes: bytes3, from }, unit, unitBytes) {
  if (unitBytes !== 8) return true;
  const at2 = from + unit * 8;
  return bytes3[at2] === 0 && bytes3[at2 + 1] === 0 && bytes3[at2 + 2] === 0 && bytes3[at2 + 3] === 0;
}
function swapped(bytes3, unitBytes) {
  const own = new Uint8Array(bytes3);
  for (let at2 = 0; at2 + unitBytes <= own.length; at2 += unitBytes) own.subarray(at2, at2 + unitBytes).reverse();
  return own;
}
function pad(block, from, step) {
  for (let i = from; i < block.length; i += 1) block[i] = block[i - step] ?? block[i % from] ?? 0;
}
function countBelowZero({ unitBytes, count }, block) {
  if (count === void 0) return 0;
  const tops = topsOf(block, unitBytes);
  let negative = 0;
  for (let i = 0; i < tops.length; i += 1) {
    const bits = tops[i];
    const size = bits & count.absMask;
    const restZero = restIsZero(block, i, unitBytes);
    const isNan = count.infinity === 0 ? size >= count.from : size > count.infinity || size === count.infinity && !restZero;
    const isSigned = size !== bits;
    if (isSigned && !isNan && (size !== 0 || !restZero)) negative += 1;
  }
  return negative;
}
function isZero({ word, unitBytes }, { orEven, orOdd }) {
  const even = unitBytes === 8 ? orEven : orEven & ~word.sign;
  return (even | orOdd & ~word.sign) === 0;
}
function isConstant({ bits }, totals, totalBytes) {
  const bytes3 = bits / 8;
  const { orEven, orOdd, andEven, andOdd } = totals;
  if (totalBytes <= bytes3 || !Number.isInteger(bytes3) || bytes3 >= 16) return false;
  if (orEven !== andEven || orOdd !== andOdd) return false;
  if (bytes3 === 8) return true;
  if (orEven !== orOdd) return false;
  const twoAlike = orEven >>> 16 === (orEven & 65535);
  if (bytes3 === 2) return twoAlike;
  return bytes3 === 1 ? twoAlike && (orEven >>> 8 & 255) === (orEven & 255) : true;
}

// src/verify/tensor/element-values.ts
function decodeElements(dtype, bytes3) {
  const read = READERS[dtype.name];
  if (read === void 0) return void 0;
  const count = Math.floor(bytes3.length / read.unitBytes);
  const isAligned = bytes3.byteOffset % read.unitBytes === 0;
  const own = IS_LITTLE_ENDIAN ? isAligned ? bytes3 : new Uint8Array(bytes3) : swapped(bytes3, read.unitBytes);
  return read.all(own.buffer, own.byteOffset, count);
}
var COUNTS = /^(f64|f32|[iu](8|16|32|64))$/;
function readScalar(dtype, bytes3, littleEndian) {
  const size = dtype.bits / 8;
  if (bytes3.length < size || !COUNTS.test(dtype.name)) return void 0;
  const own = Uint8Array.from(bytes3.subarray(0, size));
  return decodeElements(dtype, littleEndian ? own : own.reverse())?.[0];
}
var IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
var integers = (Units) => ({
  unitBytes: Units.BYTES_PER_ELEMENT,
  all: (...place) => new Float64Array(new Units(...place))
});
var f64 = { unitBytes: 8, all: (...place) => new Float64Array(...place) };
var f32 = { unitBytes: 4, all: (...place) => new Float32Array(...place) };
var table = (numberOf2) => {
  let numbers;
  return {
    unitBytes: 2,
    all(...place) {
      numbers ??= Float64Array.from({ length: 2 ** 16 }, (_none, bits) => numberOf2(bits));
      const units = new Uint16Array(...place);
      const values = new Float64Array(units.length);
      for (let i = 0; i < units.length; i += 1) values[i] = numbers[units[i]];
      return values;
    }
  };
};
var wide = (Units) => ({
  unitBytes: 8,
  all: (...place) => Float64Array.from(new Units(...place), Number)
});
var READERS = {
  f64,
  c128: f64,
  f32,
  c64: f32,
  f16: table(halfToNumber),
  bf16: table(bfloatToNumber),
  i64: wide(BigInt64Array),
  u64: wide(BigUint64Array),
  i32: integers(Int32Array),
  u32: integers(Uint32Array),
  i16: integers(Int16Array),
  u16: integers(Uint16Array),
  i8: integers(Int8Array),
  u8: integers(Uint8Array),
  bool: integers(Uint8Array)
};
function halfToNumber(bits) {
  const [exponent, fraction] = [bits >>> 10 & 31, bits & 1023];
  const sign = bits & 32768 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
var WORD = new DataView(new ArrayBuffer(4));
function bfloatToNumber(bits) {
  WORD.setUint32(0, bits << 16);
  return WORD.getFloat32(0);
}

// src/verify/pickle/value.ts
var PyFloat = class {
  constructor(value) {
    this.value = value;
  }
  value;
};
var PyBytes = class {
  constructor(bytes3, at2, isArray = false) {
    this.bytes = bytes3;
    this.at = at2;
    this.isArray = isArray;
  }
  bytes;
  at;
  isArray;
};
var PyTuple = class {
  constructor(items) {
    this.items = items;
  }
  items;
};
var PyList = class {
  items = [];
};
var PySet = class {
  constructor(isFrozen = false) {
    this.isFrozen = isFrozen;
  }
  isFrozen;
  items = /* @__PURE__ */ new Map();
  /** @returns the length of the text that stands for the item as a key */
  add(item) {
    const hash = hashOf(item);
    this.items.set(hash, item);
    return typeof hash === "string" ? hash.length : 0;
  }
};
var NO_ENTRIES = /* @__PURE__ */ new Map();
var PyDict = class {
  /** @param cls its class: some take attributes */
  constructor(cls = "dict") {
    this.cls = cls;
  }
  cls;
  #filled;
  get entries() {
    return this.#filled ?? NO_ENTRIES;
  }
  /** @returns the length of the text that stands for the key */
  set(key, value) {
    const hash = hashOf(key);
    this.#filled ??= /* @__PURE__ */ new Map();
    this.#filled.set(hash, [key, value]);
    return typeof hash === "string" ? hash.length : 0;
  }
};
var PyGlobal = class {
  constructor(name, model, onCall = () => {
  }) {
    this.name = name;
    this.model = model;
    this.onCall = onCall;
  }
  name;
  model;
  onCall;
};
var PyObject = class {
  constructor(cls, args) {
    this.cls = cls;
    this.args = args;
  }
  cls;
  args;
  state;
  items = [];
  members = new PyDict();
};
var PyStorage = class {
  constructor(dtype, key, elements, from = 0, held) {
    this.dtype = dtype;
    this.key = key;
    this.elements = elements;
    this.from = from;
    this.held = held;
  }
  dtype;
  key;
  elements;
  from;
  held;
};
var PyTensor = class {
  constructor(storage, dtype, { offset, shape, stride }, beside, rule) {
    this.storage = storage;
    this.dtype = dtype;
    this.beside = beside;
    this.rule = rule;
    this.offset = offset;
    this.shape = shape;
    this.stride = stride;
  }
  storage;
  dtype;
  beside;
  rule;
  offset;
  shape;
  stride;
};
var MOST_KEY_PARTS = 1e3;
var MOST_KEY_CHARACTERS = 65536;
function hashOf(key) {
  if (typeof key === "boolean") return hashOf(key ? 1 : 0);
  if (typeof key === "string") return `s${mustBeShort(key)}`;
  if (key instanceof PyTuple) return hashOfTuple(key);
  if (key instanceof PyFloat && Number.isNaN(key.value)) return key;
  if (key instanceof PyFloat) return Number.isInteger(key.value) ? key.value : `f${key.value}`;
  if (key instanceof PyBytes && key.isArray) throw unhashable();
  if (key instanceof PyBytes) return `b${mustBeShort(Buffer.from(key.bytes).toString("latin1"))}`;
  if (key instanceof PyGlobal) return `g${key.name}`;
  if (key instanceof PyList || key instanceof PyDict || key instanceof PySet && !key.isFrozen) {
    throw unhashable();
  }
  return key;
}
var unhashable = () => new Broken("L2", "pickle-unhashable", "uses a container as a key");
function mustBeShort(text2) {
  if (text2.length > MOST_KEY_CHARACTERS)
    throw overBudget("characters of a key", MOST_KEY_CHARACTERS, text2.length);
  return text2;
}
var NUMBERS = /* @__PURE__ */ new WeakMap();
var numbered = 0;
function numberOf(object) {
  const known = NUMBERS.get(object);
  if (known !== void 0) return known;
  numbered += 1;
  NUMBERS.set(object, numbered);
  return numbered;
}
function partOfTuple(key) {
  const hash = hashOf(key);
  if (typeof hash === "string") return `${hash.length}:${hash}`;
  return typeof hash === "object" && hash !== null ? `o${numberOf(hash)}` : `n${hash}`;
}
function hashOfTuple(tuple) {
  const parts = [];
  const open = [tuple];
  let characters = 0;
  for (let value = open.pop(); value !== void 0; value = open.pop()) {
    if (parts.length > MOST_KEY_PARTS) throw overBudget("parts of a key", MOST_KEY_PARTS, parts.length);
    if (value instanceof PyTuple) {
      parts.push(`(${value.items.length}`);
      open.push(...value.items.slice(0, MOST_KEY_PARTS + 1));
    } else {
      const part = partOfTuple(value);
      characters += part.length;
      if (characters > MOST_KEY_CHARACTERS)
        throw overBudget("characters of a key", MOST_KEY_CHARACTERS, characters);
      parts.push(part);
    }
  }
  return `t${parts.join("\0")}`;
}
var isInt = (value) => typeof value === "number";

// src/verify/tensor/wasm.ts
var { WebAssembly: wasm } = globalThis;
var PAGE = 65536;
function compiled(base64) {
  const bytes3 = Buffer.from(base64, "base64");
  return wasm.validate(bytes3) ? new wasm.Module(bytes3) : void 0;
}
var memoryOfPages = (pages) => new wasm.Memory({ initial: pages, maximum: pages });
var instanceIn = (module2, memory) => new wasm.Instance(module2, { host: { memory } }).exports;

// src/verify/tensor/word-scan.ts
var BLOCK_BYTES = 1024;
var NOT_ZERO = 1;
var SUSPECT = 2;
var SIGNED = 4;
var plainWordScan = {
  run(bytes3, job, flags) {
    const own = bytes3.byteOffset % 4 === 0 ? bytes3 : new Uint8Array(bytes3);
    const words2 = new Int32Array(own.buffer, own.byteOffset, own.length / 4);
    const step = BLOCK_BYTES / 4;
    for (let block = 0; block * step < words2.length; block += 1) {
      flags[block] = scanWords(words2, block * step, (block + 1) * step, job);
    }
    job.print.add(bytes3);
  }
};
function scanWords(words2, from, to, { test: { mask, addend, test, sign }, oddOnly, totals }) {
  let [orEven, orOdd, andEven, andOdd, suspect] = [0, 0, -1, -1, 0];
  const evenMask = oddOnly ? 0 : mask;
  const evenAddend = oddOnly ? 0 : addend;
  let i = from;
  for (const last = to - 1; i < last; i += 2) {
    const even = words2[i];
    const odd = words2[i + 1];
    orEven |= even;
    andEven &= even;
    orOdd |= odd;
    andOdd &= odd;
    suspect |= (even & evenMask) + evenAddend | (odd & mask) + addend;
  }
  if (i < to) {
    const even = words2[i];
    orEven |= even;
    andEven &= even;
    suspect |= (even & evenMask) + evenAddend;
  }
  totals.orEven |= orEven;
  totals.orOdd |= orOdd;
  totals.andEven &= andEven;
  totals.andOdd &= andOdd;
  const or = orEven | orOdd;
  return (or === 0 ? 0 : NOT_ZERO) | ((suspect & test) === 0 ? 0 : SUSPECT) | ((or & sign) === 0 ? 0 : SIGNED);
}

// src/verify/tensor/word-scan-module.ts
var WORD_SCAN_MODULE = "AGFzbQEAAAABCAFgBH9/f38AAhABBGhvc3QGbWVtb3J5AgABAwIBAAcMAQh3b3JkU2NhbgAACuQCAeECAgF/C3sgAv0ABAAhBSAC/QAEECEGIAL9AAQgIQcgAv0ABDAhCCAC/QAEQCEMIAL9AARQIQ0gAv0ABGAhDiAC/QAEcCEPAkADQCABRQ0BIABBgAhqIQT9DAAAAAAAAAAAAAAAAAAAAAAhCv0MAAAAAAAAAAAAAAAAAAAAACELA0AgAP0ABAAhCSAKIAn9UCEKIA0gCf1OIQ0gDiAJ/a4BIQ4gDyAO/a4BIQ8gCyAJIAX9TiAG/a4B/VAhCyAA/QAEECEJIAogCf1QIQogDSAJ/U4hDSAOIAn9rgEhDiAPIA79rgEhDyALIAkgBf1OIAb9rgH9UCELIABBIGohACAAIARJDQALIAwgCv1QIQwgAyAK/VMgCyAH/U79U0EBdCAKIAj9Tv1TQQJ0cnI6AAAgA0EBaiEDIAFBAWshAQwACwsgAiAM/QsEQCACIA39CwRQIAIgDv0LBGAgAiAP/QsEcAs=";

// src/verify/tensor/word-scan-simd.ts
var FLAGS_AT = 1024;
var FREE_AT = FLAGS_AT;
var MOST_BYTES = (PAGE - FLAGS_AT) * BLOCK_BYTES;
var module = compiled(WORD_SCAN_MODULE);
var instances = /* @__PURE__ */ new WeakMap();
var memoryWith = (buffer) => instances.get(buffer)?.whole;
function instantiate(module2, bufferBytes) {
  const memory = memoryOfPages(1 + Math.ceil(bufferBytes / PAGE));
  const instance = {
    wordScan: instanceIn(module2, memory).wordScan,
    state: new Uint32Array(memory.buffer, 0, 32),
    memory: new Uint8Array(memory.buffer),
    whole: memory
  };
  instances.set(memory.buffer, instance);
  return instance;
}
var free = [];
var MOST_FREE = 2;
function takeBuffers(bytes3) {
  const at2 = free.findIndex((each) => each.bytes === bytes3);
  const [buffers] = at2 >= 0 ? free.splice(at2, 1).map((each) => each.buffers) : [makeBuffers(bytes3)];
  if (buffers === void 0) throw new Error("no buffers");
  let released = false;
  return {
    buffers,
    release() {
      if (!released && free.length < MOST_FREE) free.push({ bytes: bytes3, buffers });
      released = true;
    }
  };
}
function makeBuffers(bytes3) {
  if (module === void 0 || bytes3 < PAGE) return [new Uint8Array(bytes3), new Uint8Array(bytes3)];
  const room = Math.ceil(bytes3 / PAGE) * PAGE;
  const { memory } = instantiate(module, 2 * room);
  return [memory.subarray(PAGE, PAGE + bytes3), memory.subarray(PAGE + room, PAGE + room + bytes3)];
}
function run({ wordScan, state, memory }, bytes3, job, flags) {
  const { test, oddOnly, totals, print } = job;
  for (let lane = 0; lane < 4; lane += 1) {
    const tested = !oddOnly || lane % 2 === 1;
    state[lane] = tested ? test.mask : 0;
    state[4 + lane] = tested ? test.addend : 0;
    state[8 + lane] = test.test;
    state[12 + lane] = test.sign;
  }
  state.fill(0, 16, 20).fill(4294967295, 20, 24);
  state.set(print.sums, 24);
  state.set(print.sumsOfSums, 28);
  const blocks = bytes3.length / BLOCK_BYTES;
  wordScan(bytes3.byteOffset, blocks, 0, FLAGS_AT);
  flags.set(memory.subarray(FLAGS_AT, FLAGS_AT + blocks));
  const word = (i) => state[i];
  totals.orEven |= word(16) | word(18);
  totals.orOdd |= word(17) | word(19);
  totals.andEven &= word(20) & word(22);
  totals.andOdd &= word(21) & word(23);
  for (let lane = 0; lane < 4; lane += 1) {
    print.sums[lane] = word(24 + lane) | 0;
    print.sumsOfSums[lane] = word(28 + lane) | 0;
  }
  print.bytes += bytes3.length;
}
function simdWordScan(module2) {
  const scratchBytes = PAGE;
  let shared;
  return {
    run(bytes3, job, flags) {
      const own = instances.get(bytes3.buffer);
      if (own !== void 0 && bytes3.length <= MOST_BYTES) {
        run(own, bytes3, job, flags);
        return;
      }
      shared ??= instantiate(module2, scratchBytes);
      for (let at2 = 0; at2 < bytes3.length; at2 += scratchBytes) {
        const room = shared.memory.subarray(PAGE, PAGE + Math.min(scratchBytes, bytes3.length - at2));
        room.set(bytes3.subarray(at2, at2 + room.length));
        run(shared, room, job, flags.subarray(at2 / BLOCK_BYTES));
      }
    }
  };
}
var fastWordScan = module === void 0 ? plainWordScan : simdWordScan(module);

// src/verify/tensor/pass.ts
var wholeFile = ({ sizeBytes }, taker) => ({
  offset: 0,
  length: sizeBytes,
  feed: (piece, fileOffset) => taker.feed(piece, fileOffset),
  end: () => taker.end()
});
var AHEAD_BYTES = 256 * 1024 ** 2;
var AHEAD_REGIONS = 1024;
var BULK_BYTES = 1024 ** 2;
var BREATH_BYTES = 32 * 1024 ** 2;
async function sequentialPass(reader, regions, findings, options) {
  const pass = new Pass(reader, regions, findings, options);
  try {
    return await pass.run();
  } finally {
    pass.release();
  }
}
var Pass = class {
  #reader;
  #regions;
  #findings;
  #options;
  #window;
  #ahead = [];
  #aheadBytes = 0;
  #asked = 0;
  #allAsked = false;
  #complete = true;
  #breath = 0;
  #told = 0;
  #current;
  constructor(reader, regions, findings, options) {
    this.#reader = reader;
    this.#regions = regions;
    this.#findings = findings;
    this.#options = options;
    this.#window = new ReadWindow(reader, options.chunkBytes);
  }
  async run() {
    const { sizeBytes } = this.#reader;
    let at2 = 0;
    for (let step = this.#next(); step !== void 0; step = this.#next()) {
      const { region, done } = step;
      this.#current = step;
      if (this.#options.hash !== void 0) await this.#read(at2, region.offset);
      at2 = region.offset + region.length;
      const pending = done === void 0 ? this.#read(region.offset, at2, step) : this.#guarded(step, async () => {
        region.bulk?.took(await done);
      });
      if (pending !== void 0) await pending;
      const ending = this.#guarded(step, () => region.end());
      if (ending !== void 0) await ending;
      this.#tell(at2);
    }
    if (this.#options.hash !== void 0) await this.#read(at2, sizeBytes);
    this.#tell(sizeBytes);
    this.#reader.throwIfStopped();
    return this.#complete;
  }
  release() {
    this.#window.release();
  }
  /** Feeds `[from, to)` to the hash and the step. @returns nothing where all of it was at hand */
  #read(from, to, step) {
    for (let at2 = from; at2 < to; ) {
      const piece = this.#window.now(at2, to);
      if (piece === void 0) return this.#readOn(void 0, at2, to, step);
      const pending = this.#take(piece, at2, step);
      at2 += piece.length;
      if (pending !== void 0 || this.#breath >= BREATH_BYTES) return this.#readOn(pending, at2, to, step);
    }
  }
  /** The same from where something must be waited for. */
  async #readOn(pending, from, to, step) {
    if (pending !== void 0) await pending;
    for (let at2 = from; ; ) {
      if (this.#breath >= BREATH_BYTES) {
        this.#breath = 0;
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (at2 >= to) return;
      const piece = this.#window.now(at2, to) ?? await this.#window.later(at2, to);
      const taken = this.#take(piece, at2, step);
      if (taken !== void 0) await taken;
      at2 += piece.length;
    }
  }
  #take(piece, at2, step) {
    this.#options.hash?.update(piece);
    this.#breath += piece.length;
    const pending = step && this.#guarded(step, () => step.region.feed(piece, at2));
    this.#tell(at2 + piece.length);
    return pending;
  }
  /** At most once a chunk: a file may have a million regions. */
  #tell(at2) {
    const { sizeBytes } = this.#reader;
    if (at2 - this.#told < this.#options.chunkBytes && (at2 < sizeBytes || at2 === this.#told)) return;
    this.#told = at2;
    this.#options.onProgress?.(at2, sizeBytes);
  }
  #next() {
    const { workers, hash } = this.#options;
    const most = workers === void 0 || hash !== void 0 ? 1 : AHEAD_REGIONS;
    while (!this.#allAsked && this.#ahead.length < most && this.#aheadBytes < AHEAD_BYTES) this.#ask();
    const step = this.#ahead.shift();
    if (step?.done !== void 0) this.#aheadBytes -= step.region.length;
    return step;
  }
  #ask() {
    const next = this.#regions.next();
    if (next.done === true) {
      this.#allAsked = true;
      return;
    }
    const region = next.value;
    if (region.offset < this.#asked)
      throw new Error(`regions out of order: ${region.offset} after ${this.#asked}`);
    this.#asked = region.offset + region.length;
    const { workers, hash } = this.#options;
    const { bulk } = region;
    const goesOut = workers !== void 0 && hash === void 0 && bulk !== void 0 && region.length >= BULK_BYTES;
    if (!goesOut) {
      this.#ahead.push({ region, broken: false, doneBytes: 0 });
      return;
    }
    this.#reader.mustLieInside(region.offset, region.length);
    const step = { region, broken: false, doneBytes: 0 };
    const onSlice = (bytes3) => {
      step.doneBytes += bytes3;
      if (this.#current === step) this.#tell(region.offset + step.doneBytes);
    };
    const done = this.#reader.bounded(() => workers.work(region.offset, region.length, bulk, onSlice));
    this.#reader.countOthers(1, region.length);
    done.catch(() => {
    });
    this.#ahead.push(Object.assign(step, { done }));
    this.#aheadBytes += region.length;
  }
  #guarded(step, work) {
    if (step.broken) return;
    try {
      return work()?.catch((error) => this.#drop(step, error));
    } catch (error) {
      this.#drop(step, error);
    }
  }
  #drop(step, error) {
    if (!this.#findings.caught(error)) throw error;
    step.broken = true;
    this.#complete = false;
  }
};
var ReadWindow = class {
  #reader;
  #chunkBytes;
  #held;
  #turn = 0;
  #from = 0;
  #bytes = new Uint8Array(0);
  #next;
  constructor(reader, chunkBytes) {
    this.#reader = reader;
    this.#chunkBytes = Math.min(chunkBytes, reader.sizeBytes);
    this.#held = takeBuffers(this.#chunkBytes);
  }
  /** What is at hand from `at`, at most up to `to`; `undefined` when it must be waited for. */
  now(at2, to) {
    if (at2 < this.#from || at2 >= this.#from + this.#bytes.length) {
      const target = this.#target(at2);
      if (this.#next !== void 0 || !this.#reader.readIntoNow(at2, target)) return void 0;
      this.#from = at2;
      this.#bytes = target;
    }
    return this.#bytes.subarray(at2 - this.#from, Math.min(to - this.#from, this.#bytes.length));
  }
  async later(at2, to) {
    if (this.#next !== void 0 && this.#next.from !== at2) await this.#next.done.catch(() => {
    });
    const next = this.#next?.from === at2 ? this.#next : this.#start(at2);
    await next.done;
    this.#from = at2;
    this.#bytes = next.bytes;
    this.#next = void 0;
    this.#turn += 1;
    const after = at2 + next.bytes.length;
    if (after < this.#reader.sizeBytes) this.#next = this.#start(after);
    return this.#bytes.subarray(0, to - at2);
  }
  release() {
    const { done } = this.#next ?? {};
    if (done === void 0) this.#held.release();
    else void done.then(this.#held.release, this.#held.release);
  }
  #target(at2) {
    const buffer = this.#turn % 2 === 0 ? this.#held.buffers[0] : this.#held.buffers[1];
    return buffer.subarray(0, Math.min(this.#chunkBytes, this.#reader.sizeBytes - at2));
  }
  #start(from) {
    const bytes3 = this.#target(from);
    const done = this.#reader.readInto(from, bytes3);
    done.catch(() => {
    });
    return { from, bytes: bytes3, done };
  }
};

// src/verify/codec/utf8.ts
var STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
function utf8(bytes3) {
  try {
    return STRICT.decode(bytes3);
  } catch {
    return void 0;
  }
}

// src/verify/codec/checksum.ts
var hex8 = (word) => (word >>> 0).toString(16).padStart(8, "0");
var DIGITS = Uint8Array.from("0123456789abcdef", (digit2) => digit2.charCodeAt(0));
var digit = (word, place) => DIGITS[word >>> 28 - 4 * place & 15];
var hex16 = (high, low) => String.fromCharCode(
  digit(high, 0),
  digit(high, 1),
  digit(high, 2),
  digit(high, 3),
  digit(high, 4),
  digit(high, 5),
  digit(high, 6),
  digit(high, 7),
  digit(low, 0),
  digit(low, 1),
  digit(low, 2),
  digit(low, 3),
  digit(low, 4),
  digit(low, 5),
  digit(low, 6),
  digit(low, 7)
);
var sumDiffers = (what, offset, { stored, found }) => new Broken("L1", "crc-mismatch", what, { offset, expected: hex8(stored), found: hex8(found) });

// src/verify/contract/moments.ts
var NO_MOMENTS = {
  count: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  mean: 0,
  squares: 0
};
function joinMoments(a, b) {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const count = a.count + b.count;
  const apart = b.mean - a.mean;
  return {
    count,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    mean: a.mean + apart * b.count / count,
    squares: a.squares + b.squares + apart * apart * a.count * b.count / count
  };
}
function momentsOf(values, from = 0, to = values.length) {
  return momentsOfFinite(values, from, to) ?? momentsOfAny(values, from, to);
}
function momentsOfFinite(values, from, to) {
  const count = to - from;
  const whole = to - count % 4;
  let [a, b, c, d] = [0, 0, 0, 0];
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = from; i < whole; i += 4) {
    const v = values[i];
    const w = values[i + 1];
    const x = values[i + 2];
    const y = values[i + 3];
    a += v;
    b += w;
    c += x;
    d += y;
    if (v < min) min = v;
    if (w < min) min = w;
    if (x < min) min = x;
    if (y < min) min = y;
    if (v > max) max = v;
    if (w > max) max = w;
    if (x > max) max = x;
    if (y > max) max = y;
  }
  for (let i = whole; i < to; i += 1) {
    const value = values[i];
    a += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const sum = a + b + (c + d);
  if (count === 0 || sum - sum !== 0) return void 0;
  const mean = sum / count;
  [a, b, c, d] = [0, 0, 0, 0];
  for (let i = from; i < whole; i += 4) {
    const v = values[i] - mean;
    const w = values[i + 1] - mean;
    const x = values[i + 2] - mean;
    const y = values[i + 3] - mean;
    a += v * v;
    b += w * w;
    c += x * x;
    d += y * y;
  }
  for (let i = whole; i < to; i += 1) a += (values[i] - mean) ** 2;
  return { count, ...unsigned(min, max), mean, squares: a + b + (c + d) };
}
function momentsOfAny(values, from, to) {
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = from; i < to; i += 1) {
    const value = values[i];
    if (value - value !== 0) continue;
    count += 1;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const mean = count === 0 ? 0 : sum / count;
  let squares = 0;
  for (let i = from; i < to; i += 1) {
    const value = values[i];
    if (value - value === 0) squares += (value - mean) * (value - mean);
  }
  return { count, ...unsigned(min, max), mean, squares };
}
var unsigned = (min, max) => ({ min: min + 0, max: max + 0 });

// src/verify/tensor/fingerprint.ts
var Fingerprint = class {
  /** Four signed 32-bit numbers each; plain arrays, because a file may have a million tensors of a few bytes. */
  sums = [0, 0, 0, 0];
  sumsOfSums = [0, 0, 0, 0];
  bytes = 0;
  /** `bytes.length` must be a multiple of 16 in every call but the last. */
  add(bytes3) {
    const whole = bytes3.length - bytes3.length % 16;
    if (whole > 0) {
      const own = bytes3.byteOffset % 4 === 0 ? bytes3.subarray(0, whole) : bytes3.slice(0, whole);
      this.addWords(new Int32Array(own.buffer, own.byteOffset, whole / 4), whole / 4);
    }
    if (whole < bytes3.length) {
      const last = new Uint8Array(16);
      last.set(bytes3.subarray(whole));
      this.addWords(new Int32Array(last.buffer), 4);
    }
    this.bytes += bytes3.length;
  }
  /** The first `count` words, a multiple of 4; the caller adds to `bytes`. */
  addWords(words2, count) {
    const { sums, sumsOfSums } = this;
    for (let lane = 0; lane < 4; lane += 1) {
      let sum = sums[lane];
      let sumOfSums = sumsOfSums[lane];
      for (let i = lane; i < count; i += 4) {
        sum = sum + words2[i] | 0;
        sumOfSums = sumOfSums + sum | 0;
      }
      sums[lane] = sum;
      sumsOfSums[lane] = sumOfSums;
    }
  }
  /** Appends what was computed over the stretch that follows this one. This one's length must be a multiple of 16. */
  join(next) {
    const groups = Math.ceil(next.bytes / 16);
    for (let lane = 0; lane < 4; lane += 1) {
      const sum = this.sums[lane];
      const sumOfSums = this.sumsOfSums[lane] + Math.imul(sum, groups);
      this.sumsOfSums[lane] = sumOfSums + next.sumsOfSums[lane] | 0;
      this.sums[lane] = sum + next.sums[lane] | 0;
    }
    this.bytes += next.bytes;
  }
  /** 16 hex digits. */
  hex() {
    let high = 2166136261;
    let low = 16777619;
    const fold = (word) => {
      high = Math.imul(high ^ word, 16777619);
      low = Math.imul((low << 13 | low >>> 19) ^ word, 1540483477);
    };
    fold(this.bytes % 2 ** 32);
    fold(Math.floor(this.bytes / 2 ** 32));
    for (let lane = 0; lane < 4; lane += 1) fold(this.sums[lane]);
    for (let lane = 0; lane < 4; lane += 1) fold(this.sumsOfSums[lane]);
    return hex16(high, low);
  }
};

// src/verify/tensor/moment-scan.ts
var DECODED_BYTES = 64 * BLOCK_BYTES;
var plainMomentScan = {
  join(before, dtype, bytes3) {
    let moments = before;
    for (let at2 = 0; at2 < bytes3.length; at2 += DECODED_BYTES) {
      const some = bytes3.subarray(at2, at2 + DECODED_BYTES);
      const values = decodeElements(dtype, some);
      if (values === void 0) return before;
      const each = values.length / some.length * BLOCK_BYTES;
      for (let from = 0; from < values.length; from += each)
        moments = joinMoments(moments, momentsOf(values, from, Math.min(from + each, values.length)));
    }
    return moments;
  }
};

// src/verify/tensor/moments-module.ts
var MOMENTS_MODULE = "AGFzbQEAAAABMAhgAnt7AXxgAXsBe2ACf38Bf2ACe3sAYAJ/fwBgA39/fwF/YAF/AGAFf39/f38BfwIQAQRob3N0Bm1lbW9yeQIAAQMMCwABAQICAwIEBQYHBj0FfAFEAAAAAAAAAAALfAFEAAAAAAAAAAALfAFEAAAAAAAAAAALfAFEAAAAAAAAAAALfAFEAAAAAAAAAAALBwsBB21vbWVudHMACgrFCgsZACAA/SEAIAD9IQGgIAH9IQAgAf0hAaCgCwYAIAD9XwsaACAAIAD9DQgJCgsMDQ4PCAkKCwwNDg/9XwvVAgMBfwd7AXwgACECQwAAgH/9EyEGQwAAgP/9EyEHA0AgAv0ABAAhAyAEIAP9X/3wASEEIAUgAyAD/Q0ICQoLDA0ODwgJCgsMDQ4P/V/98AEhBSAGIAP96gEhBiAHIAP96wEhByACQRBqIQIgAiABSQ0ACyAEIAUQACEKIAogCqFEAAAAAAAAAABiBEBBAA8LIAEgAGtBAna4JAAgCiMAoyQDIAYQASAGEAL99AEgBxABIAcQAv31ARAFIwP9FCEI/QwAAAAAAAAAAAAAAAAAAAAAIQT9DAAAAAAAAAAAAAAAAAAAAAAhBSAAIQIDQCAC/QAEACEDIAP9XyAI/fEBIQkgBCAJIAn98gH98AEhBCADIAP9DQgJCgsMDQ4PCAkKCwwNDg/9XyAI/fEBIQkgBSAJIAn98gH98AEhBSACQRBqIQIgAiABSQ0ACyAEIAUQACQEQQELtQIDAX8GewF8IAAhAkQAAAAAAADwf/0UIQZEAAAAAAAA8P/9FCEHA0AgAv0ABAAhAyAEIAP98AEhBCAGIAP99gEhBiAHIAP99wEhByAC/QAEECEDIAUgA/3wASEFIAYgA/32ASEGIAcgA/33ASEHIAJBIGohAiACIAFJDQALIAQgBRAAIQkgCSAJoUQAAAAAAAAAAGIEQEEADwsgASAAa0EDdrgkACAJIwCjJAMgBiAHEAUjA/0UIQj9DAAAAAAAAAAAAAAAAAAAAAAhBP0MAAAAAAAAAAAAAAAAAAAAACEFIAAhAgNAIAL9AAQAIAj98QEhAyAEIAMgA/3yAf3wASEEIAL9AAQQIAj98QEhAyAFIAMgA/3yAf3wASEFIAJBIGohAiACIAFJDQALIAQgBRAAJARBAQswAEQAAAAAAAAAACAA/SEAIAD9IQGkoCQBRAAAAAAAAAAAIAH9IQAgAf0hAaWgJAIL7wECAX8EeyAAQYAIaiECA0AgAP0EAwAhAyAD/Qz/fwAA/38AAP9/AAD/fwAA/U4hBCAGIAT9uQEhBiAEQQ39qwEhBSABIAP9DACAAAAAgAAAAIAAAACAAAD9TkEQ/asBIAX9DAAAgDgAAIA4AACAOAAAgDj9rgH9DAAAgDgAAIA4AACAOAAAgDj95QEgBf0MAAAAOAAAADgAAAA4AAAAOP2uASAE/QwABAAAAAQAAAAEAAAABAAA/Tr9Uv1Q/QsEACABQRBqIQEgAEEIaiEAIAAgAkkNAAsgBv0MAHwAAAB8AAAAfAAAAHwAAP1A/VNFCzUBAX8gAEGACGohAgNAIAEgAP0EAwBBEP2rAf0LBAAgAUEQaiEBIABBCGohACAAIAJJDQALC0wAIAFFBEAgACAAQYAIahADDwsgAUEBRgRAIAAgAEGACGoQBA8LIAFBAkYEQCAAIAIQBkUEQEEADwsFIAAgAhAHCyACIAJBgBBqEAMLnwEBA3wgACsDACEBIAFEAAAAAAAAAABhBEAgACMAOQMAIAAjATkDCCAAIwI5AxAgACMDOQMYIAAjBDkDIA8LIAEjAKAhAiMDIAArAxihIQMgACACOQMAIAAgACsDCCMBpDkDCCAAIAArAxAjAqU5AxAgACAAKwMYIAMjAKIgAqOgOQMYIAAgACsDICMEoCADIAOiIAGiIwCiIAKjoDkDIAszAQF/AkADQCAFIAFGDQEgACACIAQQCEUNASADEAkgAEGACGohACAFQQFqIQUMAAsLIAUL";

// src/verify/tensor/moment-scan-simd.ts
var KINDS = { f32: 0, c64: 0, f64: 1, c128: 1, f16: 2, bf16: 3 };
var WIDE_AT = FREE_AT + 64;
var instances2 = /* @__PURE__ */ new WeakMap();
function instanceOf(module2, memory) {
  const known = instances2.get(memory);
  if (known !== void 0) return known;
  const made = {
    moments: instanceIn(module2, memory).moments,
    state: new Float64Array(memory.buffer, FREE_AT, 5),
    memory: new Uint8Array(memory.buffer)
  };
  instances2.set(memory, made);
  return made;
}
function joined({ moments, state }, before, dtype, bytes3) {
  let all = before;
  for (let at2 = 0; at2 < bytes3.length; at2 += BLOCK_BYTES) {
    state.set([all.count, all.min, all.max, all.mean, all.squares]);
    const blocks = (bytes3.length - at2) / BLOCK_BYTES;
    at2 += moments(bytes3.byteOffset + at2, blocks, KINDS[dtype.name] ?? 0, FREE_AT, WIDE_AT) * BLOCK_BYTES;
    const [count = 0, min = 0, max = 0, mean = 0, squares = 0] = state;
    all = { count, min, max, mean, squares };
    if (at2 < bytes3.length) all = plainMomentScan.join(all, dtype, bytes3.subarray(at2, at2 + BLOCK_BYTES));
  }
  return all;
}
function simdMomentScan() {
  let module2;
  let shared;
  return {
    join(before, dtype, bytes3) {
      if (KINDS[dtype.name] === void 0 || bytes3.length % BLOCK_BYTES > 0)
        return plainMomentScan.join(before, dtype, bytes3);
      module2 ??= compiled(MOMENTS_MODULE);
      if (module2 === void 0) return plainMomentScan.join(before, dtype, bytes3);
      const own = memoryWith(bytes3.buffer);
      if (own !== void 0) return joined(instanceOf(module2, own), before, dtype, bytes3);
      shared ??= instanceOf(module2, memoryOfPages(2));
      let all = before;
      for (let at2 = 0; at2 < bytes3.length; at2 += PAGE) {
        const room = shared.memory.subarray(PAGE, PAGE + Math.min(PAGE, bytes3.length - at2));
        room.set(bytes3.subarray(at2, at2 + room.length));
        all = joined(shared, all, dtype, room);
      }
      return all;
    }
  };
}
var fastMomentScan = simdMomentScan();

// src/verify/tensor/element-scan.ts
var INDEXES_KEPT = 4096;
var RUN_BYTES = 4096;
var RUNS_KEPT = 16;
var FIRST_BYTES = 16;
var NO_INDEXES = [];
var NO_RUNS = [];
var NO_BYTES = new Uint8Array(0);
var TAIL = new Int32Array(BLOCK_BYTES / 4);
var TAIL_BYTES = new Uint8Array(TAIL.buffer);
var ElementScan = class {
  #dtype;
  #swap;
  #countNegative;
  #wordScan;
  /** With which another thread makes a scan that can be joined to this one. */
  spec;
  /** Made when a piece ends inside a block and more follows. */
  #block;
  #mostBytes;
  #job;
  #filled = 0;
  /** Bytes swept before the block that is being filled. */
  #swept = 0;
  #total = 0;
  #nonFinite = 0;
  #nan = 0;
  #nonFiniteAt = NO_INDEXES;
  #large = 0;
  #huge = 0;
  #hugeAt;
  #badBools = 0;
  #negative = 0;
  #moments;
  #keepsFirst;
  #firstBytes = NO_BYTES;
  /** Where the first byte lies that is not zero, or -1. */
  #firstNotZero = -1;
  /** Start of the zero run we are in, or -1; and how many zero bytes ended the last block that was not all zero. */
  #runFrom = -1;
  #trailingZeros = 0;
  #zeroRuns = NO_RUNS;
  constructor(dtype, options, wordScan = fastWordScan) {
    this.#dtype = dtype;
    this.spec = { dtype, options };
    this.#mostBytes = options.mostBytes;
    this.#keepsFirst = options.firstBytes === true;
    this.#swap = !options.littleEndian && dtype.unitBytes > 1;
    this.#countNegative = options.countNegative && dtype.kind === "float";
    this.#moments = options.moments === true ? NO_MOMENTS : void 0;
    this.#wordScan = wordScan;
    this.#job = {
      test: dtype.word,
      oddOnly: dtype.unitBytes === 8,
      totals: { orEven: 0, orOdd: 0, andEven: -1, andOdd: -1 },
      print: new Fingerprint()
    };
  }
  feed(piece) {
    if (this.#firstBytes.length < FIRST_BYTES && this.#keepsFirst) this.#keepFirst(piece);
    this.#total += piece.length;
    let at2 = 0;
    if (this.#block !== void 0 && this.#filled > 0) {
      at2 = Math.min(BLOCK_BYTES - this.#filled, piece.length);
      this.#block.set(piece.subarray(0, at2), this.#filled);
      this.#filled += at2;
      if (this.#filled < BLOCK_BYTES) return;
      this.#filled = 0;
      this.#scanBlocks(this.#block);
    }
    const rest = (piece.length - at2) % BLOCK_BYTES;
    const whole = piece.length - at2 - rest;
    if (whole > 0) this.#scanBlocks(piece.subarray(at2, at2 + whole));
    if (rest === 0) return;
    const tail = piece.subarray(at2 + whole);
    if (this.#total === this.#mostBytes) this.#scanTail(tail);
    else {
      this.#block ??= new Uint8Array(BLOCK_BYTES);
      this.#block.set(tail);
      this.#filled = rest;
    }
  }
  /** Call when everything was fed that this scan will be fed; then only `join` of another may follow. */
  state() {
    this.#scanRest();
    const { totals, print } = this.#job;
    return {
      totals,
      sums: print.sums,
      sumsOfSums: print.sumsOfSums,
      total: this.#total,
      nonFinite: this.#nonFinite,
      nan: this.#nan,
      nonFiniteAt: this.#nonFiniteAt,
      large: this.#large,
      huge: this.#huge,
      hugeAt: this.#hugeAt,
      badBools: this.#badBools,
      negative: this.#negative,
      moments: this.#moments,
      firstBytes: this.#firstBytes,
      firstNotZero: this.#firstNotZero,
      runFrom: this.#runFrom,
      trailingZeros: this.#trailingZeros,
      zeroRuns: this.#zeroRuns
    };
  }
  /**
   * Appends what a scan of the same dtype and options found in the stretch that follows. This one must have been fed whole
   * blocks.
   */
  join(next) {
    if (this.#filled > 0)
      throw new Error(`a scan that ends inside a block cannot be joined (${this.#filled})`);
    const units = this.#total / this.#dtype.unitBytes;
    const { totals, print } = this.#job;
    totals.orEven |= next.totals.orEven;
    totals.orOdd |= next.totals.orOdd;
    totals.andEven &= next.totals.andEven;
    totals.andOdd &= next.totals.andOdd;
    print.join({ sums: next.sums, sumsOfSums: next.sumsOfSums, bytes: next.total });
    this.#nonFinite += next.nonFinite;
    this.#nan += next.nan;
    const room = INDEXES_KEPT - this.#nonFiniteAt.length;
    this.#nonFiniteAt = [
      ...this.#nonFiniteAt,
      ...next.nonFiniteAt.slice(0, room).map((unit) => unit + units)
    ];
    this.#large += next.large;
    this.#huge += next.huge;
    if (next.hugeAt !== void 0) this.#hugeAt ??= next.hugeAt + units;
    this.#badBools += next.badBools;
    this.#negative += next.negative;
    if (this.#moments !== void 0) this.#moments = joinMoments(this.#moments, next.moments ?? NO_MOMENTS);
    this.#joinRuns(next);
    if (this.#firstBytes.length < FIRST_BYTES && this.#keepsFirst) this.#keepFirst(next.firstBytes);
    this.#total += next.total;
    this.#swept = this.#total;
  }
  finish() {
    this.#scanRest();
    const zerosAtEnd = this.#runFrom >= 0 ? this.#total - this.#runFrom : this.#trailingZeros;
    if (this.#runFrom >= 0) this.#endRun(this.#total);
    const allZero = this.#total > 0 && isZero(this.#dtype, this.#job.totals);
    return {
      bytes: this.#total,
      nonFinite: this.#nonFinite,
      nan: this.#nan,
      nonFiniteAt: this.#nonFiniteAt,
      large: this.#large,
      huge: this.#huge,
      hugeAt: this.#hugeAt,
      badBools: this.#badBools,
      allZero,
      constant: isConstant(this.#dtype, this.#job.totals, this.#total),
      negative: this.#negative,
      zeroRuns: allZero ? NO_RUNS : this.#zeroRuns,
      zerosAtEnd,
      firstBytes: this.#firstBytes,
      fingerprint: this.#job.print.hex(),
      moments: this.#moments
    };
  }
  #scanBlocks(stored) {
    const { unitBytes } = this.#dtype;
    if (!this.#swap) {
      this.#scanInOwnOrder(stored, this.#job);
      return;
    }
    this.#job.print.add(stored);
    this.#scanInOwnOrder(swapped(stored, unitBytes), { ...this.#job, print: new Fingerprint() });
  }
  #scanInOwnOrder(bytes3, job) {
    const flags = new Uint8Array(bytes3.length / BLOCK_BYTES);
    this.#wordScan.run(bytes3, job, flags);
    const looksAtAll = this.#dtype.exactly !== void 0;
    const ignored = this.#countNegative ? 0 : SIGNED;
    for (let i = 0; i < flags.length; i += 1) {
      const isPlain = (flags[i] & ~ignored) === NOT_ZERO && !looksAtAll;
      const next = flags[i + 1] ?? 0;
      if (isPlain && (next & NOT_ZERO) !== 0 && this.#runFrom < 0 && this.#firstNotZero >= 0)
        this.#swept += BLOCK_BYTES;
      else this.#look(flags[i], { bytes: bytes3, from: i * BLOCK_BYTES, to: (i + 1) * BLOCK_BYTES });
    }
    this.#addMoments(bytes3);
  }
  #addMoments(bytes3) {
    if (this.#moments !== void 0) this.#moments = fastMomentScan.join(this.#moments, this.#dtype, bytes3);
  }
  #scanRest() {
    if (this.#block === void 0 || this.#filled === 0) return;
    this.#scanTail(this.#block.subarray(0, this.#filled));
    this.#filled = 0;
  }
  /** What is left after the last whole block. Padding repeats what is there, so that it changes neither OR nor AND. */
  #scanTail(stored) {
    const { length } = stored;
    const { print } = this.#job;
    TAIL_BYTES.set(stored);
    TAIL_BYTES.fill(0, length, Math.ceil(length / 16) * 16);
    print.addWords(TAIL, Math.ceil(length / 16) * 4);
    print.bytes += length;
    if (this.#swap) TAIL_BYTES.set(swapped(stored, this.#dtype.unitBytes));
    const padded = Math.ceil(length / 8) * 8;
    pad(TAIL_BYTES.subarray(0, padded), length, Math.max(1, Math.min(this.#dtype.bits / 8, 8)));
    const flags = scanWords(TAIL, 0, padded / 4, this.#job);
    this.#look(flags, { bytes: TAIL_BYTES, from: 0, to: length });
    this.#addMoments(TAIL_BYTES.subarray(0, length));
  }
  #look(flags, block) {
    const { exactly } = this.#dtype;
    if ((flags & SUSPECT) !== 0 || exactly !== void 0) this.#countOdd(block);
    if (this.#countNegative && (flags & SIGNED) !== 0) this.#negative += countBelowZero(this.#dtype, block);
    this.#followRun((flags & NOT_ZERO) === 0, block);
    this.#swept += block.to - block.from;
  }
  #followRun(zero, { bytes: bytes3, from, to }) {
    if (zero) {
      if (this.#runFrom < 0) this.#runFrom = this.#swept - this.#trailingZeros;
      return;
    }
    if (this.#runFrom >= 0 || this.#firstNotZero < 0) {
      let leading = from;
      while (bytes3[leading] === 0) leading += 1;
      const position = this.#swept + leading - from;
      if (this.#firstNotZero < 0) this.#firstNotZero = position;
      if (this.#runFrom >= 0) this.#endRun(position);
    }
    let trailing2 = to;
    while (bytes3[trailing2 - 1] === 0) trailing2 -= 1;
    this.#trailingZeros = to - trailing2;
  }
  /** A run may lie across the seam. */
  #joinRuns(next) {
    const seam = this.#total;
    if (next.total === 0) return;
    if (this.#runFrom < 0) this.#runFrom = seam - this.#trailingZeros;
    if (next.firstNotZero < 0) return;
    this.#endRun(seam + next.firstNotZero);
    const later = next.zeroRuns.filter(({ from }) => from >= next.firstNotZero);
    const room = RUNS_KEPT - this.#zeroRuns.length;
    const moved = later.slice(0, room).map(({ from, to }) => ({ from: from + seam, to: to + seam }));
    this.#zeroRuns = [...this.#zeroRuns, ...moved];
    if (this.#firstNotZero < 0) this.#firstNotZero = seam + next.firstNotZero;
    if (next.runFrom >= 0) this.#runFrom = next.runFrom + seam;
    this.#trailingZeros = next.trailingZeros;
  }
  #endRun(to) {
    const run2 = { from: this.#runFrom, to };
    this.#runFrom = -1;
    if (run2.to - run2.from < RUN_BYTES || this.#zeroRuns.length >= RUNS_KEPT) return;
    if (this.#zeroRuns === NO_RUNS) this.#zeroRuns = [];
    this.#zeroRuns.push(run2);
  }
  #countOdd(block) {
    const { kind, exactly } = this.#dtype;
    if (kind === "bool") {
      for (let i = block.from; i < block.to; i += 1) if (block.bytes[i] > 1) this.#badBools += 1;
      return;
    }
    const { unitBytes, count } = this.#dtype;
    const firstUnit = this.#swept / unitBytes;
    const tops = topsOf(block, unitBytes);
    if (exactly !== void 0 || count === void 0) {
      for (let i = 0; i < tops.length; i += 1)
        if (tops[i] === exactly) this.#countNonFinite(firstUnit + i, false);
      return;
    }
    const { absMask, from, infinity, large = from, huge = from } = count;
    let [counted2, most] = [0, 0];
    for (let i = 0; i < tops.length; i += 1) {
      const size = tops[i] & absMask;
      if (size >= large) counted2 += 1;
      if (size > most) most = size;
    }
    this.#large += counted2;
    if (most < huge) return;
    for (let i = 0; i < tops.length; i += 1) {
      const size = tops[i] & absMask;
      if (size >= from)
        this.#countNonFinite(firstUnit + i, size === infinity && restIsZero(block, i, unitBytes));
      else if (size >= huge) {
        this.#huge += 1;
        this.#hugeAt ??= firstUnit + i;
      }
    }
  }
  #countNonFinite(unit, infinite) {
    this.#nonFinite += 1;
    if (!infinite) this.#nan += 1;
    if (this.#nonFiniteAt === NO_INDEXES) this.#nonFiniteAt = [];
    if (this.#nonFiniteAt.length < INDEXES_KEPT) this.#nonFiniteAt.push(unit);
  }
  #keepFirst(piece) {
    const more = piece.subarray(0, FIRST_BYTES - this.#firstBytes.length);
    const joined2 = new Uint8Array(this.#firstBytes.length + more.length);
    joined2.set(this.#firstBytes);
    joined2.set(more, this.#firstBytes.length);
    this.#firstBytes = joined2;
  }
};

// src/verify/codec/crc32.ts
import * as zlib from "node:zlib";
var builtIn = zlib.crc32;
function slicingBy8(polynomial) {
  const tables = makeTables(polynomial);
  return (bytes3, before) => {
    let crc = ~before;
    let i = 0;
    const end = bytes3.length;
    for (const last = end - 7; i < last; i += 8) {
      const low = crc ^ (at(bytes3, i) | at(bytes3, i + 1) << 8 | at(bytes3, i + 2) << 16 | at(bytes3, i + 3) << 24);
      crc = at(tables, 1792 + (low & 255)) ^ at(tables, 1536 + (low >>> 8 & 255)) ^ at(tables, 1280 + (low >>> 16 & 255)) ^ at(tables, 1024 + (low >>> 24)) ^ at(tables, 768 + at(bytes3, i + 4)) ^ at(tables, 512 + at(bytes3, i + 5)) ^ at(tables, 256 + at(bytes3, i + 6)) ^ at(tables, at(bytes3, i + 7));
    }
    for (; i < end; i += 1) crc = at(tables, (crc ^ at(bytes3, i)) & 255) ^ crc >>> 8;
    return ~crc >>> 0;
  };
}
var at = (array, index) => array[index];
var tableCrc32 = slicingBy8(3988292384);
var crc322 = builtIn === void 0 ? tableCrc32 : (bytes3, before) => builtIn(bytes3, before);
function makeTables(polynomial) {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? crc >>> 1 ^ polynomial : crc >>> 1;
    tables[byte] = crc;
  }
  for (let i = 256; i < tables.length; i += 1) {
    const before = tables[i - 256];
    tables[i] = tables[before & 255] ^ before >>> 8;
  }
  return tables;
}

// src/verify/tensor/thread.ts
import { existsSync } from "node:fs";
import { resourceLimits, Worker } from "node:worker_threads";
var SOURCES = {
  "scan-worker": "./scan-worker.ts",
  "apart-worker": "../apart/apart-worker.ts",
  "crew-worker": "../apart/crew-worker.ts"
};
function startThread(name, options = {}) {
  if (!import.meta.url.endsWith(".ts")) {
    const files = [`./${name}.cjs`, `./${name}.mjs`, `./chunks/${name}.cjs`, `./chunks/${name}.mjs`];
    const places = files.map((path) => new URL(path, import.meta.url));
    return new Worker(places.find((place) => existsSync(place)) ?? places[0], options);
  }
  const loader = import.meta.resolve("tsx/esm/api");
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(
    new URL(SOURCES[name], import.meta.url).href
  )}); });`;
  return new Worker(start, { ...options, eval: true });
}
var ahead = /* @__PURE__ */ new Map();
function takeFrom(threads) {
  ahead = threads;
}
function takeThread(name) {
  const waiting = ahead.get(name);
  const [worker] = waiting ?? [];
  if (worker === void 0) return startHelper(name);
  waiting?.delete(worker);
  worker.ref();
  return worker;
}
var startHelper = (name) => startThread(name, { name: "verify", env: {}, execArgv: [], resourceLimits });

// src/verify/read/step-record.ts
var STEP_NAMES = ["global_step", "step", "iteration", "iter", "num_updates", "current_step", "steps"];
var EPOCH_NAMES = ["epoch", "current_epoch", "epochs"];
var StepRecord = class {
  #subject;
  #seen = /* @__PURE__ */ new Map();
  constructor(subject) {
    this.#subject = subject;
  }
  /** Whether this name would count, so that a format knows which tiny tensors to read. */
  wants(name) {
    return this.#counts(name);
  }
  #counts(name) {
    return name === this.#subject.expectation.stepKey || STEP_NAMES.includes(name) || EPOCH_NAMES.includes(name);
  }
  offer(name, value) {
    if (!this.#counts(name) || value === -1 && EPOCH_NAMES.includes(name)) return;
    const { findings } = this.#subject;
    if (!Number.isFinite(value) || value < 0) {
      findings.fail("L3", "step-not-a-count", `${name} is not a count`, { found: String(value) });
      return;
    }
    const before = this.#seen.get(name);
    if (before !== void 0 && before !== value) {
      findings.fail("L3", "step-disagrees", `${name} stands in the file twice with different values`, {
        expected: String(before),
        found: String(value)
      });
    }
    this.#seen.set(name, value);
  }
  /** Call once, when everything has been offered. */
  settle() {
    const { expectation, facts, findings, roleFrom } = this.#subject;
    const step = this.#first(expectation.stepKey === void 0 ? STEP_NAMES : [expectation.stepKey]);
    const epoch = this.#first(EPOCH_NAMES);
    if (step !== void 0) facts.step = step;
    if (epoch !== void 0) facts.epoch = epoch;
    if (roleFrom === "set") return;
    for (const { code, what, ...where } of stepFaults(facts, expectation))
      findings.fail("L3", code, what, where);
  }
  #first(names) {
    const name = names.find((each) => this.#seen.has(each));
    return name === void 0 ? void 0 : this.#seen.get(name);
  }
};
function stepFaults(facts, { step, minStep, epoch, stepKey }) {
  const faults = [];
  const found = String(facts.step);
  const expected = step === void 0 ? `>= ${minStep}` : String(step);
  if (facts.step === void 0 && (step !== void 0 || minStep !== void 0)) {
    const what = stepKey === void 0 ? "no step under any usual name" : `no step at "${stepKey}"`;
    faults.push({ code: "step-missing", what, expected });
  }
  if (facts.step !== void 0 && step !== void 0 && facts.step !== step) {
    const what = "is of another step than the run recorded";
    faults.push({ code: "step-unexpected", what, expected: String(step), found });
  }
  if (facts.step !== void 0 && minStep !== void 0 && facts.step < minStep) {
    const what = "is older than what was verified before";
    faults.push({ code: "step-behind", what, expected: `>= ${minStep}`, found });
  }
  if (epoch !== void 0 && facts.epoch !== epoch) {
    const what = "is of another epoch than the run recorded";
    faults.push({
      code: "epoch-unexpected",
      what,
      expected: String(epoch),
      found: String(facts.epoch ?? "none")
    });
  }
  return faults;
}

// src/wildcard.ts
function coversAll({ patterns, items, isStar, matches, lastStarLeast = 0 }) {
  let pattern = 0;
  let item = 0;
  let star;
  while (item < items) {
    if (pattern < patterns && isStar(pattern)) {
      if (pattern === patterns - 1) return items - item >= lastStarLeast;
      star = { pattern, item };
      pattern += 1;
    } else if (pattern < patterns && matches(pattern, item)) {
      pattern += 1;
      item += 1;
    } else if (star) {
      star.item += 1;
      pattern = star.pattern + 1;
      item = star.item;
    } else {
      return false;
    }
  }
  while (pattern < patterns && isStar(pattern)) {
    if (pattern === patterns - 1 && lastStarLeast > 0) return false;
    pattern += 1;
  }
  return pattern === patterns;
}
var matchesWildcard = (pattern, name) => coversAll({
  patterns: pattern.length,
  items: name.length,
  isStar: (at2) => pattern[at2] === "*",
  matches: (at2, item) => pattern[at2] === "?" || pattern[at2] === name[item]
});

// src/verify/contract/key-book.ts
var PARTS = {
  model: /^(model|net|network|module|state_dict|params|weights|generator|student|(model|net|module)_?(state|state_dict|weights|params))([./]|$)/,
  // Keras 2 keeps the slots of its optimizer beside each variable. An option called `optim` names one and is none.
  // By the names of its slots where a file is one optimizer's state and nothing else: a model may be kept as `state`, too.
  optimizer: /^state[./].+[./](exp_(avg\w*|inf)|max_exp_avg_sq|momentum_buffer|square_avg|grad_avg|acc_delta|sum|step)$|^(optim|opt)[./]|^(optim|opt|optimizers?)(_?states?|_state_dict|_dict|_weights)([./]|$)|^optimizers?([./]|$)|\/\.OPTIMIZER_SLOT\//,
  scheduler: /^(lr_?)?sched(uler)?s?(_?states?|_state_dict)?([./]|$)/,
  step: /^(global_?|current_?|total_?|train_?)?(step|steps|iter|iteration|iterations|num_steps|num_updates)$/,
  epoch: /^(current_?|last_?)?epochs?$/,
  rng: /^(.*[._/])?(rng|random)(_?states?)?(_.*)?([./].*)?$/,
  scaler: /^(grad_?|amp_?)?scaler(_?state|_state_dict)?([./]|$)|^amp([./]|$)/,
  // Lightning's: what its callbacks remember, best scores that may be infinite among them.
  callbacks: /^callbacks([./]|$)/,
  ema: /^(model_?|net_?)?ema(_?model|_?state|_state_dict|_weights)?([./]|$)|^shadow([./]|$)/
};
function partOf(name) {
  return OTHER_PARTS.find(([, pattern]) => pattern.test(name))?.[0] ?? "model";
}
var OTHER_PARTS = Object.entries(PARTS).filter(([part]) => part !== "model");
var MOST_NAMES = 2e6;
var KeyBook = class {
  #top = /* @__PURE__ */ new Set();
  #values = /* @__PURE__ */ new Set();
  #tensors = /* @__PURE__ */ new Set();
  addTensor(path, top) {
    this.#enter(this.#tensors, path, top);
  }
  /** A value that is not a tensor. `null` is no content, so it only shows in the summary. */
  addValue(path, top, isNull = false) {
    if (isNull) this.#enter(void 0, path, top);
    else this.#enter(this.#values, path, top);
  }
  /** Everything of a file inside this one. */
  take(inner, prefix) {
    for (const name of inner.#tensors) this.addTensor(prefix + name, topOf(prefix + name));
    for (const name of inner.#values) this.addValue(prefix + name, topOf(prefix + name));
  }
  has(path) {
    return this.#tensors.has(path) || this.#values.has(path);
  }
  get tensorCount() {
    return this.#tensors.size;
  }
  /** The first of the given patterns that nothing in the file answers to, and so on. */
  missing(wanted) {
    return wanted.filter((each) => !this.#contains(each));
  }
  summary() {
    return { top: [...this.#top].slice(0, 64), total: this.#top.size };
  }
  #contains(wanted) {
    const part = Object.hasOwn(PARTS, wanted) ? PARTS[wanted] : void 0;
    const hit = (name) => name === wanted || name.startsWith(`${wanted}.`) || name.startsWith(`${wanted}/`) || part?.test(name) || matchesWildcard(wanted, name);
    for (const name of this.#tensors) {
      if (hit(name) || wanted === "model" && partOf(name) === "model") return true;
    }
    for (const name of this.#values) {
      if (wanted !== "model" && hit(name)) return true;
    }
    return false;
  }
  #enter(set, path, top) {
    if (this.#top.size < MOST_NAMES) this.#top.add(top);
    if (set === void 0) return;
    if (set.size >= MOST_NAMES) throw overBudget("names", MOST_NAMES, set.size + 1);
    set.add(path);
  }
};
var topOf = (name) => /^[^./]*/.exec(name)?.[0] || name;

// src/problem.ts
var Problem = class extends Error {
  name = "Problem";
  code;
  kind;
  what;
  next;
  costing;
  at;
  edits;
  meant;
  constructor(detail, options) {
    const costing = detail.costing ?? [];
    const bill = costing.length > 0 ? `
Still costing money: ${costing.join("; ")}` : "";
    super(`${detail.what}${bill}
Next: ${detail.next}`, options);
    this.code = detail.code;
    this.kind = detail.kind;
    this.what = detail.what;
    this.next = detail.next;
    this.costing = costing;
    this.at = detail.at;
    this.edits = detail.edits ?? [];
    this.meant = detail.meant;
  }
};

// src/verify/contract/budgets.ts
var MiB = 1024 ** 2;
var DEFAULT_BUDGETS = {
  pickleBytes: 512 * MiB,
  pickleOpcodes: 1e8,
  pickleMemo: 1e7,
  pickleStack: 1e6,
  pickleDepth: 1e3,
  pickleName: 1024,
  pickleHeldBytes: 512 * MiB,
  constantBytes: 64 * MiB,
  safetensorsHeaderBytes: 1e8,
  jsonBytes: 256 * MiB,
  yamlBytes: MiB / 4,
  jsonDepth: 1e3,
  protobufDepth: 100,
  lineBytes: 64 * MiB,
  zipMembers: 1e6,
  nesting: 3,
  objects: 1e6,
  structureBytes: 64 * MiB,
  expandedBytes: 1024 ** 4,
  nestedExpansion: 1e4,
  membersExamined: 1e4,
  wallSeconds: 60,
  wallBytesPerSecond: 5e7
};

// src/verify/pickle/fill.ts
var SLOT_BYTES = 16;
var PAIR_BYTES = 150;
var append = (target, items, hold) => {
  const list = target instanceof PyList ? target.items : holding(target, "items")?.items;
  hold(items.length * SLOT_BYTES);
  for (const item of items) list?.push(item);
  return list !== void 0;
};
var setItems = (target, items, hold) => {
  const dict = target instanceof PyDict ? target : holding(target, "members")?.members;
  if (dict === void 0 || items.length % 2 !== 0) return false;
  for (let i = 0; i < items.length; i += 2) {
    hold(PAIR_BYTES + dict.set(items[i], items[i + 1]));
  }
  return true;
};
var addItems = (target, items, hold) => {
  if (!(target instanceof PySet)) return false;
  for (const item of items) hold(PAIR_BYTES + target.add(item));
  return true;
};
var holding = (target, what) => target instanceof PyObject && (target.cls.model.tier === "D" || target.cls.model.holds === what) ? target : void 0;

// src/verify/pickle/call.ts
var badCall = (what) => new Broken("L2", "pickle-bad-call", `the pickle program ${what}`);
var badArguments = (name) => badCall(`calls ${name} with arguments it does not take`);
function invoke(callee, args, choose) {
  if (!(callee instanceof PyGlobal)) throw badCall("calls a value that is no import");
  callee.onCall();
  if (callee.model.tier === "D") return new PyObject(callee, args);
  const work = choose(callee.model);
  if (work === void 0) throw badCall(`calls ${callee.name}, which no honest writer calls so`);
  return work(args);
}
function takesState({ cls }, state) {
  const { tier, state: shape } = cls.model;
  const isSlots = state instanceof PyTuple && state.items.length === 2 && state.items.every((item) => item === null || item instanceof PyDict);
  if (tier === "D" || shape === "any") return true;
  if (shape === "dict") return state instanceof PyDict || isSlots;
  return shape === "tuple" && state instanceof PyTuple;
}
var METHODS = new Set(
  "clear copy fromkeys get items keys move_to_end pop popitem setdefault update values elements most_common subtract total".split(
    " "
  )
);
function mustTakeAttributes({ cls }, attributes) {
  if (cls === "dict" || cls === "defaultdict") throw badCall(`sets attributes on a ${cls}, which takes none`);
  for (const [key] of attributes.entries.values())
    if (typeof key === "string" && METHODS.has(key))
      throw badCall(`sets the attribute ${JSON.stringify(key)}, which hides what the ${cls} holds`);
}
var IDLE = /* @__PURE__ */ new Set(["__doc__", "__orig_class__"]);
var MOST_MAGIC_CHARACTERS = 256;
function mustNotBeMagic(state, hold) {
  const parts = state instanceof PyTuple ? state.items : [state];
  hold(parts.length * SLOT_BYTES);
  for (const part of parts) {
    if (!(part instanceof PyDict)) continue;
    hold(part.entries.size * SLOT_BYTES);
    for (const [key] of part.entries.values()) {
      if (typeof key !== "string" || key.length > MOST_MAGIC_CHARACTERS || IDLE.has(key)) continue;
      if (/^__\w*__$/.test(key)) throw badCall(`sets the attribute ${JSON.stringify(key.slice(0, 40))}`);
    }
  }
}

// src/verify/pickle/text.ts
var exact = (value) => value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
var MOST_LONG_BYTES = 2048;
function parseDecimal(text2, input, plain = false) {
  if (!plain && text2 === "01") return true;
  if (!plain && text2 === "00") return false;
  if (!/^[+-]?[0-9]{1,4300}$/.test(text2))
    throw input.broken(`a decimal that is none: ${JSON.stringify(text2.slice(0, 40))}`);
  return exact(BigInt(text2.replace(/^\+/, "")));
}
function parseLong(bytes3) {
  if (bytes3.length === 0) return 0;
  if (bytes3.length > MOST_LONG_BYTES) throw overBudget("bytes of an integer", MOST_LONG_BYTES, bytes3.length);
  const hex = Buffer.from(bytes3).reverse().toString("hex");
  return exact(BigInt.asIntN(bytes3.length * 8, BigInt(`0x${hex}`)));
}
function parsePyFloat(text2, input) {
  const word = /^[+-]?(inf(inity)?|nan)$/i.exec(text2);
  if (word !== null)
    return text2.toLowerCase().includes("nan") ? Number.NaN : (text2[0] === "-" ? -1 : 1) * Number.POSITIVE_INFINITY;
  if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text2))
    throw input.broken("a float that is none");
  return Number(text2);
}
var ESCAPES = { n: "\n", t: "	", r: "\r", a: "\x07", b: "\b", f: "\f", v: "\v" };
function parseQuoted(line2, input) {
  const text2 = Buffer.from(line2).toString("latin1");
  const quote = text2[0];
  if (text2.length < 2 || quote !== '"' && quote !== "'" || !text2.endsWith(quote))
    throw input.broken("a string without its quotes");
  return text2.slice(1, -1).replace(/\\(x[0-9a-fA-F]{2}|[0-7]{1,3}|[\s\S])?/g, (_all, code) => {
    if (code === void 0 || code === "x") throw input.broken("a string with a broken escape");
    if (/^x[0-9a-fA-F]{2}$/.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]+$/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
    return ESCAPES[code] ?? code;
  });
}
function parseRawUnicode(line2, input) {
  const text2 = Buffer.from(line2).toString("latin1");
  return text2.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|u|U)/g, (_all, sequence) => {
    const code = Number.parseInt(sequence.slice(1), 16);
    if (sequence.length === 1 || code > 1114111) throw input.broken("text with a broken escape");
    return String.fromCodePoint(code);
  });
}

// src/verify/pickle/constants.ts
var latin1 = (bytes3) => Buffer.from(bytes3).toString("latin1");
function bytesOf(input, length, isArray = false) {
  const bytes3 = input.bytes(length).slice();
  return new PyBytes(bytes3, input.position - length, isArray);
}
var CONSTANTS = /* @__PURE__ */ new Map([
  [78, () => null],
  [136, () => true],
  [137, () => false],
  // INT, LONG, FLOAT: text
  [73, (input) => parseDecimal(input.asciiLine(), input)],
  [76, (input) => parseDecimal(input.asciiLine().replace(/L$/, ""), input, true)],
  [70, (input) => new PyFloat(parsePyFloat(input.asciiLine(), input))],
  // BININT, BININT1, BININT2, LONG1, LONG4, BINFLOAT
  [74, (input) => input.i32()],
  [75, (input) => input.u8()],
  [77, (input) => input.u16()],
  [138, (input) => parseLong(input.bytes(input.u8()))],
  [139, (input) => parseLong(input.bytes(input.i32()))],
  [71, (input) => new PyFloat(input.f64())],
  // STRING, BINSTRING, SHORT_BINSTRING: the str of Python 2
  [83, (input) => parseQuoted(input.line(), input)],
  [84, (input) => latin1(input.bytes(input.i32()))],
  [85, (input) => latin1(input.bytes(input.u8()))],
  // UNICODE, BINUNICODE, SHORT_BINUNICODE, BINUNICODE8
  [86, (input) => parseRawUnicode(input.line(), input)],
  [88, (input) => input.utf8(input.u32())],
  [140, (input) => input.utf8(input.u8())],
  [141, (input) => input.utf8(input.u64())],
  // BINBYTES, SHORT_BINBYTES, BINBYTES8, BYTEARRAY8
  [66, (input) => bytesOf(input, input.u32())],
  [67, (input) => bytesOf(input, input.u8())],
  [142, (input) => bytesOf(input, input.u64())],
  [150, (input) => bytesOf(input, input.u64(), true)]
]);
function readConstant(opcode, input) {
  return CONSTANTS.get(opcode)?.(input);
}
var PROBED_FROM = 64;
var PROBED_BYTES = 256;
var FILES = [/^\x80[\x02-\x05]/, /^PK\x03\x04/, /^\(?c[\w.]+\n[\w.]+\n/];
function looksLikeFile(value) {
  if (!(typeof value === "string" || value instanceof PyBytes)) return false;
  const length = typeof value === "string" ? value.length : value.bytes.length;
  if (length <= PROBED_FROM) return false;
  const head = typeof value === "string" ? value.slice(0, PROBED_BYTES) : Buffer.from(value.bytes.subarray(0, PROBED_BYTES)).toString("latin1");
  return FILES.some((pattern) => pattern.test(head));
}

// src/verify/pickle/stack.ts
var PickleStack = class {
  #in;
  #values = [];
  #below = [];
  #belowCount = 0;
  constructor(input) {
    this.#in = input;
  }
  get size() {
    return this.#belowCount + this.#values.length;
  }
  get marks() {
    return this.#below.length;
  }
  mark() {
    this.#below.push(this.#values);
    this.#belowCount += this.#values.length;
    this.#values = [];
  }
  /** Everything above the last mark, which goes. */
  toMark() {
    const below = this.#below.pop();
    if (below === void 0) throw this.#in.broken("no mark");
    const items = this.#values;
    this.#values = below;
    this.#belowCount -= below.length;
    return items;
  }
  push(value) {
    this.#values.push(value);
  }
  top() {
    const value = this.#values.at(-1);
    if (value === void 0) throw this.#in.broken("the stack is empty");
    return value;
  }
  pop() {
    const value = this.top();
    this.#values.pop();
    return value;
  }
  /** POP: a value, or the mark when there is none above it. */
  drop() {
    if (this.#values.length > 0) this.#values.pop();
    else this.toMark();
  }
  pair() {
    const second = this.pop();
    return [this.pop(), second];
  }
  popMany(count) {
    if (this.#values.length < count) throw this.#in.broken("the stack is empty");
    return this.#values.splice(this.#values.length - count, count);
  }
  /** CPython takes the topmost value and forgets the rest; an honest writer leaves none. */
  only() {
    if (this.size !== 1 || this.marks > 0)
      throw this.#in.broken("STOP without exactly one value on the stack");
    return this.top();
  }
};

// src/verify/pickle/stream.ts
var MORE_NEEDED = /* @__PURE__ */ Symbol("more needed");
var PickleStream = class {
  /** Where the next byte to read lies in `#bytes`. */
  at = 0;
  #bytes = new Uint8Array(0);
  #view = new DataView(new ArrayBuffer(0));
  #waiting = [];
  #waitingBytes = 0;
  #wanted = 0;
  /** Waits for a line feed: pieces without one are not joined to what is there, or a long line took quadratic time. */
  #wantsLine = false;
  /** Bytes of the program before `#bytes`. */
  #before = 0;
  #constantBytes;
  #totalBytes;
  #opcodeFrom = 0;
  #frameEnd = -1;
  constructor(totalBytes, constantBytes) {
    this.#totalBytes = totalBytes;
    this.#constantBytes = constantBytes;
  }
  /** Position in the program. */
  get position() {
    return this.#before + this.at;
  }
  get left() {
    return this.#bytes.length - this.at + this.#waitingBytes;
  }
  /** @returns whether enough is there to go on */
  push(piece) {
    this.#waiting.push(piece.slice());
    this.#waitingBytes += piece.length;
    if (this.left < this.#wanted) return false;
    if (this.#wantsLine && !piece.includes(10) && this.left <= this.#constantBytes) return false;
    const rest = this.#bytes.subarray(this.at);
    this.#before += this.at;
    this.#bytes = rest.length === 0 && this.#waiting.length === 1 ? this.#waiting[0] : Buffer.concat([rest, ...this.#waiting]);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#wanted = 0;
    this.#wantsLine = false;
    this.at = 0;
    return true;
  }
  startFrame(length, opcodeFrom) {
    const from = this.position;
    if (opcodeFrom < this.#frameEnd) throw this.broken("a frame begins inside a frame");
    if (from + length > this.#totalBytes) throw this.broken("a frame is longer than the program");
    this.#frameEnd = from + length;
  }
  /** The C and the Python unpickler disagree about opcodes that cross the end of a frame. */
  mustStayInFrame(opcodeFrom) {
    if (opcodeFrom < this.#frameEnd && this.position > this.#frameEnd)
      throw this.broken("an opcode crosses the end of its frame");
  }
  /** Where something begins or ends that lies outside all frames. */
  mustBeOutsideFrames() {
    if (this.position < this.#frameEnd) throw this.broken("it ends or is interrupted inside a frame");
  }
  /** Everything that has arrived and was not read yet. Valid until the next `push`. */
  rest() {
    return this.#bytes.subarray(this.at);
  }
  skip(length) {
    this.at += length;
  }
  u8() {
    return this.#bytes[this.#take(1)];
  }
  u16() {
    return this.#view.getUint16(this.#take(2), true);
  }
  u32() {
    return this.#view.getUint32(this.#take(4), true);
  }
  i32() {
    return this.#view.getInt32(this.#take(4), true);
  }
  u64() {
    const value = this.#view.getBigUint64(this.#take(8), true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw this.broken("a length is beyond 2^53");
    return Number(value);
  }
  f64() {
    return this.#view.getFloat64(this.#take(8), false);
  }
  /** The bytes stay valid until the next `push`. */
  bytes(length) {
    if (length < 0) throw this.broken("a length is negative");
    if (this.position + length > this.#totalBytes) throw this.broken("a constant is longer than the program");
    if (length > this.#constantBytes)
      throw overBudget("constantBytes", this.#constantBytes, length, this.position);
    const from = this.#take(length);
    return this.#bytes.subarray(from, from + length);
  }
  utf8(length) {
    return this.decode(this.bytes(length));
  }
  decode(bytes3) {
    try {
      return UTF8.decode(bytes3);
    } catch {
      try {
        return LENIENT_UTF8.decode(mustBeSurrogates(bytes3));
      } catch {
        throw this.broken("text is not UTF-8");
      }
    }
  }
  /** Up to the next line feed, which is taken and left out. */
  line() {
    const end = this.#bytes.indexOf(10, this.at);
    if (end < 0) {
      if (this.left > this.#constantBytes)
        throw overBudget("constantBytes", this.#constantBytes, this.left, this.position);
      this.#wanted = this.left + 1;
      this.#wantsLine = true;
      throw MORE_NEEDED;
    }
    const line2 = this.#bytes.subarray(this.at, end);
    this.at = end + 1;
    return line2;
  }
  asciiLine() {
    const line2 = this.line();
    if (line2.some((byte) => byte > 126 || byte < 32))
      throw this.broken("a text argument is not plain ASCII");
    return Buffer.from(line2).toString("latin1");
  }
  broken(what) {
    return new Broken("L2", "pickle-malformed", `the pickle program is malformed: ${what}`, {
      found: `at byte ${this.position} of the program`
    });
  }
  #take(length) {
    const from = this.at;
    if (from + length > this.#bytes.length) {
      this.#wanted = from - this.#opcodeFrom + length;
      throw MORE_NEEDED;
    }
    this.at = from + length;
    return from;
  }
  /** Marks the byte to which `rewind` goes back. */
  mark() {
    this.#opcodeFrom = this.at;
  }
  rewind() {
    this.at = this.#opcodeFrom;
  }
};
var UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
var LENIENT_UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
function mustBeSurrogates(bytes3) {
  const cleaned = Buffer.from(
    Buffer.from(bytes3).toString("latin1").replace(/\xed[\xa0-\xbf][\x80-\xbf]/g, "???"),
    "latin1"
  );
  UTF8.decode(cleaned);
  return bytes3;
}

// src/verify/pickle/machine.ts
var NESTED_PAYLOAD = "nested-payload";
var OBJECT_BYTES = 150;
var COPIED_DEPTH = 4;
var CONTAINERS = /* @__PURE__ */ new Set([41, 133, 134, 135, 116, 93, 108, 125, 100, 143, 145]);
var lengthOf = (value) => typeof value === "string" ? value.length : value instanceof PyBytes ? value.bytes.length : 0;
var OLD_MODULES = /* @__PURE__ */ new Map([
  ["__builtin__", "builtins"],
  ["copy_reg", "copyreg"],
  ["cPickle", "pickle"]
]);
var OLD_BUILTINS = /* @__PURE__ */ new Map([
  ["unicode", "str"],
  ["long", "int"],
  ["xrange", "range"],
  ["basestring", "str"]
]);
var PickleMachine = class {
  #world;
  #budgets;
  #in;
  #stack;
  #memo = [];
  #memoized = 0;
  #protocol = 0;
  #opcodes = 0;
  #used = new Uint8Array(256);
  #result;
  #raw;
  #rawBytes = 0;
  /** What the values take in our memory, roughly. */
  #held = 0;
  /**
   * @param totalBytes of the program, or, where something else follows it (`stoppedAt`) or lies in it, at most so many;
   *   Infinity when only its end tells
   */
  constructor(world, budgets, totalBytes, openEnded = false) {
    if (!openEnded && world.raw === void 0 && totalBytes > budgets.pickleBytes)
      throw overBudget("pickleBytes", budgets.pickleBytes, totalBytes);
    this.#world = world;
    this.#budgets = budgets;
    this.#in = new PickleStream(totalBytes, budgets.constantBytes);
    this.#stack = new PickleStack(this.#in);
  }
  feed(piece) {
    if (!this.#in.push(piece)) return;
    while (this.#result === void 0 && this.#in.left > 0) {
      if (this.#raw !== void 0) {
        this.#feedRaw(this.#raw);
        continue;
      }
      this.#in.mark();
      const from = this.#in.position;
      try {
        const opcode = this.#in.u8();
        this.#step(opcode, from);
        this.#used[opcode] = 1;
      } catch (error) {
        if (error !== MORE_NEEDED) throw error;
        this.#in.rewind();
        return;
      }
      this.#in.mustStayInFrame(from);
      this.#count();
    }
  }
  /** The length of the program, once its STOP has come. */
  get stoppedAt() {
    return this.#result === void 0 ? void 0 : this.#in.position;
  }
  /** Bytes that were fed and lie behind STOP. */
  get unread() {
    return this.#in.left;
  }
  /** Opcodes that are done, and the byte after them: where it waits for more. */
  get progress() {
    return { opcodes: this.#opcodes, position: this.#in.position };
  }
  /** Which opcodes the program is made of, ascending. */
  get opcodesUsed() {
    return [...this.#used.keys()].filter((opcode) => this.#used[opcode] === 1);
  }
  /** The value at STOP, whatever follows it. */
  value() {
    if (this.#result === void 0) throw this.#in.broken("it ends before STOP");
    return this.#result.value;
  }
  /** The value at STOP. Nothing may follow it. */
  end() {
    if (this.#raw !== void 0)
      throw new Broken("L1", "cut-short", "the file ends inside an array", {
        found: `at byte ${this.#in.position} of the program`
      });
    if (this.#result === void 0) throw this.#in.broken("it ends before STOP");
    if (this.#in.left === 0) return this.#result.value;
    throw new Broken("L2", "pickle-trailing", "bytes follow the end of the pickle program", {
      found: `${this.#in.left} bytes`
    });
  }
  #feedRaw(raw) {
    const taken = raw.take(this.#in.rest());
    this.#in.skip(taken);
    this.#rawBytes += taken;
    if (raw.done) this.#raw = void 0;
  }
  /** A few bytes can name a long text a million times; whatever would copy it is counted here first. */
  #hold = (bytes3) => {
    this.#held += bytes3;
    const { pickleHeldBytes } = this.#budgets;
    if (this.#held > pickleHeldBytes) throw overBudget("pickleHeldBytes", pickleHeldBytes, this.#held);
  };
  /** What a call may copy or hash of its arguments. */
  #holdCopy(value, depth) {
    this.#hold(SLOT_BYTES + lengthOf(value));
    if (value instanceof PyDict) this.#hold(value.entries.size * PAIR_BYTES);
    if (depth === 0 || !(value instanceof PyTuple || value instanceof PyList)) return;
    for (const item of value.items) this.#holdCopy(item, depth - 1);
  }
  #count() {
    this.#opcodes += 1;
    const { pickleBytes, pickleOpcodes, pickleStack, pickleMemo, pickleDepth } = this.#budgets;
    const programBytes = this.#in.position - this.#rawBytes;
    if (programBytes > pickleBytes) throw overBudget("pickleBytes", pickleBytes, programBytes);
    if (this.#opcodes > pickleOpcodes) throw overBudget("pickleOpcodes", pickleOpcodes, this.#opcodes);
    if (this.#stack.size > pickleStack) throw overBudget("pickleStack", pickleStack, this.#stack.size);
    if (this.#stack.marks > pickleDepth) throw overBudget("pickleDepth", pickleDepth, this.#stack.marks);
    if (this.#memoized > pickleMemo) throw overBudget("pickleMemo", pickleMemo, this.#memoized);
  }
  #step(opcode, from) {
    const constant = readConstant(opcode, this.#in);
    if (constant !== void 0) this.#constant(constant);
    else if (!this.#flow(opcode, from) && !this.#container(opcode) && !this.#memory(opcode) && !this.#object(opcode)) {
      this.#refuse(opcode, from);
    }
  }
  #constant(value) {
    if (looksLikeFile(value))
      this.#world.note(NESTED_PAYLOAD, "a constant looks like a file of its own; it is not opened");
    this.#hold(SLOT_BYTES + lengthOf(value));
    this.#stack.push(value);
  }
  #flow(opcode, from) {
    const stack = this.#stack;
    if (opcode === 128) this.#setProtocol(this.#in.u8(), from);
    else if (opcode === 149) this.#in.startFrame(this.#in.u64(), from);
    else if (opcode === 46) this.#stop();
    else if (opcode === 40) stack.mark();
    else if (opcode === 48) stack.drop();
    else if (opcode === 49) stack.toMark();
    else if (opcode === 50) stack.push(stack.top());
    else return false;
    return true;
  }
  #stop() {
    const value = this.#stack.only();
    this.#in.mustBeOutsideFrames();
    this.#result = { value };
  }
  #container(opcode) {
    const stack = this.#stack;
    if (CONTAINERS.has(opcode)) this.#hold(OBJECT_BYTES);
    if (opcode === 41) stack.push(new PyTuple([]));
    else if (opcode >= 133 && opcode <= 135) stack.push(new PyTuple(stack.popMany(opcode - 132)));
    else if (opcode === 116) stack.push(new PyTuple(stack.toMark()));
    else if (opcode === 93) stack.push(new PyList());
    else if (opcode === 108) this.#filled(new PyList(), append);
    else if (opcode === 125) stack.push(new PyDict());
    else if (opcode === 100) this.#filled(new PyDict(), setItems);
    else if (opcode === 143) stack.push(new PySet());
    else if (opcode === 145) this.#filled(new PySet(true), addItems);
    else if (opcode === 97) this.#fill(stack.popMany(1), append);
    else if (opcode === 101) this.#fill(stack.toMark(), append);
    else if (opcode === 115) this.#fill(stack.popMany(2), setItems);
    else if (opcode === 117) this.#fill(stack.toMark(), setItems);
    else if (opcode === 144) this.#fill(stack.toMark(), addItems);
    else return false;
    return true;
  }
  #memory(opcode) {
    const input = this.#in;
    if (opcode === 112) this.#memoize(this.#textIndex());
    else if (opcode === 113) this.#memoize(input.u8());
    else if (opcode === 114) this.#memoize(input.u32());
    else if (opcode === 148) this.#memoize(this.#memoized);
    else if (opcode === 103) this.#recall(this.#textIndex());
    else if (opcode === 104) this.#recall(input.u8());
    else if (opcode === 106) this.#recall(input.u32());
    else return false;
    return true;
  }
  #object(opcode) {
    const stack = this.#stack;
    this.#hold(OBJECT_BYTES);
    if (opcode === 99) stack.push(this.#import(...this.#importLines()));
    else if (opcode === 147) stack.push(this.#import(...stack.pair()));
    else if (opcode === 105)
      stack.push(this.#instance(this.#import(...this.#importLines()), stack.toMark()));
    else if (opcode === 111) stack.push(this.#makeFromMark(stack.toMark()));
    else if (opcode === 129) stack.push(this.#makeFrom(stack.popMany(2)));
    else if (opcode === 146) stack.push(this.#makeFrom(stack.popMany(3)));
    else if (opcode === 82) stack.push(this.#call(...stack.pair()));
    else if (opcode === 98) this.#build(stack.pop());
    else if (opcode === 81) stack.push(this.#persistent(stack.pop()));
    else return false;
    return true;
  }
  /** PERSID, EXT1/2/4 and out-of-band buffers hide what they load; the rest is no opcode. */
  #refuse(opcode, from) {
    if (![80, 130, 131, 132, 151, 152].includes(opcode)) {
      throw this.#in.broken(`unknown opcode 0x${opcode.toString(16).padStart(2, "0")}`);
    }
    throw new Broken("L2", "pickle-refused-opcode", "uses an opcode that hides what it loads", {
      found: `0x${opcode.toString(16)} at byte ${from} of the program`
    });
  }
  #setProtocol(protocol, from) {
    if (from !== 0) throw this.#in.broken("PROTO after the start");
    if (protocol > 5) throw this.#in.broken(`protocol ${protocol}`);
    this.#protocol = protocol;
  }
  #filled(target, fill2) {
    const items = this.#stack.toMark();
    if (!fill2(target, items, this.#hold)) throw this.#in.broken("a key without a value");
    this.#stack.push(target);
  }
  #fill(items, fill2) {
    if (!fill2(this.#stack.top(), items, this.#hold)) throw this.#in.broken("items for what cannot hold them");
  }
  #textIndex() {
    const index = parseDecimal(this.#in.asciiLine(), this.#in, true);
    if (typeof index !== "number" || index < 0) throw this.#in.broken("a memo index that is none");
    return index;
  }
  #memoize(index) {
    this.#hold(index > 2 * this.#memoized ? PAIR_BYTES : SLOT_BYTES);
    if (this.#memo[index] === void 0) this.#memoized += 1;
    else this.#world.note("memo-overwritten", "the pickle program writes a memo slot twice");
    this.#memo[index] = this.#stack.top();
  }
  #recall(index) {
    const value = this.#memo[index];
    if (value === void 0) throw this.#in.broken(`memo slot ${index} was never filled`);
    this.#stack.push(value);
  }
  #importLines() {
    const [module2, name] = [this.#in.line(), this.#in.line()];
    return [this.#in.decode(module2), this.#in.decode(name)];
  }
  #import(module2, name) {
    if (typeof module2 !== "string" || typeof name !== "string")
      throw this.#in.broken("STACK_GLOBAL without two strings");
    const characters = module2.length + name.length;
    const { pickleName } = this.#budgets;
    if (characters > pickleName) throw overBudget("pickleName", pickleName, characters, this.#in.position);
    this.#hold(characters);
    if (this.#protocol >= 3) return this.#world.find(module2, name);
    const current = OLD_MODULES.get(module2) ?? module2;
    return this.#world.find(current, current === "builtins" ? OLD_BUILTINS.get(name) ?? name : name);
  }
  #makeFromMark([cls, ...args]) {
    if (cls === void 0) throw this.#in.broken("OBJ without a class");
    return this.#instance(cls, args);
  }
  /** OBJ and INST call the class when there is something to call it with. */
  #instance(cls, args) {
    if (args.length === 0) return this.#make(cls, args);
    for (const arg of args) this.#holdCopy(arg, COPIED_DEPTH);
    return invoke(cls, args, ({ make, call }) => make && call);
  }
  #makeFrom([cls = null, args = null, keywords]) {
    if (keywords === void 0) return this.#make(cls, this.#tuple(args));
    if (!(keywords instanceof PyDict)) throw this.#in.broken("NEWOBJ_EX without a dict of keywords");
    return this.#make(cls, [...this.#tuple(args), ...keywords.entries.size > 0 ? [keywords] : []]);
  }
  #tuple(args) {
    if (!(args instanceof PyTuple)) throw this.#in.broken("arguments are no tuple");
    return args.items;
  }
  #call(callee, args) {
    this.#holdCopy(args, COPIED_DEPTH);
    return invoke(callee, this.#tuple(args), ({ call }) => call);
  }
  #make(cls, args) {
    return invoke(cls, args, ({ make }) => make && ((given) => make(given, cls)));
  }
  #build(state) {
    const target = this.#stack.top();
    mustNotBeMagic(state, this.#hold);
    if (target instanceof PyDict && state instanceof PyDict) {
      mustTakeAttributes(target, state);
      return;
    }
    if (!(target instanceof PyObject)) throw badCall("sets the state of what has none");
    if (!takesState(target, state)) throw badCall(`sets a state on ${target.cls.name} that it does not have`);
    target.cls.model.check?.(target, state);
    target.state = state;
    this.#raw = this.#world.raw?.(target, this.#in.position);
    if (this.#raw === void 0) return;
    this.#in.mustBeOutsideFrames();
    if (this.#raw.done) this.#raw = void 0;
  }
  #persistent(id) {
    if (this.#world.persistent === void 0) throw badCall("uses a persistent id outside its container");
    return this.#world.persistent(id);
  }
};

// src/verify/pickle/skim-opcodes.ts
var bytes2 = (count) => ({ kind: "bytes", bytes: count });
var counted = (count, signed = false) => ({ kind: "length", bytes: count, signed });
var line = (check) => ({ kind: "lines", lines: 1, check });
var NAMES = { kind: "lines", lines: 2, check: "name" };
var push = (argument) => ({
  pushes: 1,
  ...argument === void 0 ? {} : { argument }
});
var swap = (needs, does) => ({
  needs,
  drops: needs,
  pushes: 1,
  ...does === void 0 ? {} : { does }
});
var fill = (taken) => ({ needs: taken + 1, drops: taken });
var fromMark = { does: "to-mark", pushes: 1 };
var intoBelow = { does: "to-mark", needs: 1 };
var look = (argument) => ({ needs: 1, ...argument === void 0 ? {} : { argument } });
var BY_LETTER = {
  "(": { does: "mark" },
  ".": { does: "stop", needs: 1 },
  "0": { does: "pop", needs: 1, drops: 1 },
  "1": { does: "to-mark" },
  "2": { needs: 1, pushes: 1 },
  F: push(line("float")),
  I: push(line("integer")),
  L: push(line("integer")),
  J: push(bytes2(4)),
  K: push(bytes2(1)),
  M: push(bytes2(2)),
  N: push(),
  G: push(bytes2(8)),
  S: push(line("quoted")),
  T: push(counted(4, true)),
  U: push(counted(1)),
  V: push(line("any")),
  X: push(counted(4)),
  B: push(counted(4)),
  C: push(counted(1)),
  // PERSID is none of them: whoever was told no loader of such ids gives up, and PyTorch's takes none of text.
  Q: swap(1),
  R: swap(2, "call"),
  b: { ...fill(1), does: "call" },
  c: { ...push(NAMES), does: "import" },
  i: { ...push(NAMES), does: "import-call" },
  o: { pushes: 1, does: "call-mark" },
  a: fill(1),
  s: fill(2),
  e: intoBelow,
  u: intoBelow,
  d: fromMark,
  l: fromMark,
  t: fromMark,
  "}": push(),
  "]": push(),
  ")": push(),
  g: push(line("index")),
  h: push(bytes2(1)),
  j: push(bytes2(4)),
  p: look(line("index")),
  q: look(bytes2(1)),
  r: look(bytes2(4))
};
var BY_CODE = {
  128: { argument: bytes2(1) },
  129: swap(2, "call"),
  // Extensions stand for imports that were registered.
  130: { ...push(bytes2(1)), does: "import" },
  131: { ...push(bytes2(2)), does: "import" },
  132: { ...push(bytes2(4)), does: "import" },
  133: swap(1),
  134: swap(2),
  135: swap(3),
  136: push(),
  137: push(),
  138: push(counted(1)),
  139: push(counted(4, true)),
  140: push(counted(1)),
  141: push(counted(8)),
  142: push(counted(8)),
  143: push(),
  144: intoBelow,
  145: fromMark,
  146: swap(3, "call"),
  147: swap(2, "import"),
  148: look(),
  149: { argument: bytes2(8) },
  150: push(counted(8)),
  151: push(),
  152: look()
};
var OPCODES = Array.from(
  { length: 256 },
  (_none, byte) => BY_LETTER[String.fromCharCode(byte)] ?? BY_CODE[byte]
);

// src/verify/pickle/skim.ts
var LONGEST_NAME = 1024;
var MOST_MARKS = 1e6;
var LINE_FEED = 10;
var FROM_MARK = /* @__PURE__ */ new Set(["to-mark", "call-mark", "import-call"]);
var isImportable = (name) => /^[A-Za-z_\x80-\xff][\w.\x80-\xff-]*$/.test(name);
var PickleSkim = class {
  #state = "open";
  /** Bytes that may still come; `Infinity` where nobody knows. */
  #left;
  /** Items above the last mark, and those above each mark before it. */
  #depth = 0;
  #marks = [];
  #imported = false;
  #opcode;
  /** Of the argument that is being read: bytes to skip, or the bytes of a length and how many are there. */
  #skip = 0;
  #length = 0n;
  #lengthBytes = 0;
  #line;
  #lines = 0;
  constructor(sizeBytes) {
    this.#left = sizeBytes;
  }
  get state() {
    return this.#state;
  }
  /** Bytes of a constant that come next: nothing in them matters. */
  get idle() {
    return this.#skip;
  }
  /** Goes on behind so many of them, unseen. */
  pass(bytes3) {
    this.#skip -= bytes3;
    this.#left -= bytes3;
    if (this.#skip === 0) this.#done();
  }
  feed(piece) {
    let at2 = 0;
    while (at2 < piece.length && this.#state === "open") {
      const from = at2;
      if (this.#skip > 0) {
        const idle = Math.min(this.#skip, piece.length - at2);
        this.pass(idle);
        at2 += idle;
        continue;
      }
      if (this.#opcode === void 0) {
        this.#begin(piece[at2]);
        at2 += 1;
      } else if (this.#line !== void 0) at2 = this.#feedLine(this.#line, piece, at2);
      else {
        this.#feedLength(piece[at2], this.#opcode.argument);
        at2 += 1;
      }
      this.#left -= at2 - from;
    }
  }
  #begin(byte) {
    const opcode = OPCODES[byte];
    this.#opcode = opcode;
    const argument = opcode?.argument;
    if (opcode === void 0) this.#end("none");
    else if (argument === void 0) this.#done();
    else if (argument.kind === "bytes") this.#skip = argument.bytes;
    else if (argument.kind === "lines") this.#line = new LineCheck(argument.check);
    else {
      this.#length = 0n;
      this.#lengthBytes = 0;
    }
  }
  #feedLength(byte, argument) {
    this.#length |= BigInt(byte) << BigInt(8 * this.#lengthBytes);
    this.#lengthBytes += 1;
    if (argument?.kind !== "length" || this.#lengthBytes < argument.bytes) return;
    const length = Number(argument.signed ? BigInt.asIntN(32, this.#length) : this.#length);
    if (length < 0 || length > Math.min(Number.MAX_SAFE_INTEGER, this.#left - 1)) this.#end("none");
    else if (length === 0) this.#done();
    else this.#skip = length;
  }
  /** @returns where to go on */
  #feedLine(line2, piece, from) {
    const end = piece.indexOf(LINE_FEED, from);
    const to = end < 0 ? piece.length : end;
    line2.feed(piece.subarray(from, to));
    if (line2.isWrong) this.#end("none");
    if (end < 0) return to;
    this.#lines += 1;
    if (!line2.isWhole) this.#end("none");
    else if (this.#lines < (this.#opcode?.argument?.lines ?? 1)) this.#line = new LineCheck("name");
    else this.#done();
    return end + 1;
  }
  /** The opcode and its argument are there: what does it do to the stack? */
  #done() {
    const { does, needs = 0, drops = 0, pushes = 0 } = this.#opcode;
    this.#opcode = void 0;
    this.#line = void 0;
    this.#lines = 0;
    const popsMark = does === "pop" && this.#depth === 0 && this.#marks.length > 0;
    if (does === "mark") this.#mark();
    else if (popsMark) this.#toMark();
    else if (does !== void 0 && FROM_MARK.has(does) && !this.#popMark(does)) this.#end("none");
    else if (this.#depth < needs) this.#end("none");
    else {
      this.#depth += pushes - drops;
      if (does !== void 0) this.#act(does);
    }
  }
  #act(does) {
    if (does === "import" || does === "import-call") this.#imported = true;
    if (this.#imported && (does === "call" || does === "call-mark" || does === "import-call"))
      this.#end("program");
    else if (does === "stop") this.#stop();
  }
  #popMark(does) {
    if (this.#marks.length === 0 || does === "call-mark" && this.#depth === 0) return false;
    this.#toMark();
    return true;
  }
  #mark() {
    if (this.#marks.length >= MOST_MARKS) this.#end("program");
    this.#marks.push(this.#depth);
    this.#depth = 0;
  }
  #toMark() {
    this.#depth = this.#marks.pop() ?? 0;
  }
  /** A log may begin `config`, `start`, `...`, which imports and stops; only what is nothing else is that. */
  #stop() {
    if (this.#imported && this.#left === 1) this.#end("program");
    this.#imported = false;
    this.#depth = 0;
    this.#marks = [];
  }
  #end(state) {
    if (this.#state === "open") this.#state = state;
  }
};
var MADE_OF = {
  integer: /^[\s0-9a-fA-FxXoObB_+L-]*$/,
  float: /^[\s0-9.eE+_infatyINFATY-]*$/,
  index: /^[\s0-9_+-]*$/
};
var LineCheck = class {
  #of;
  #bytes = 0;
  #first = 0;
  #last = 0;
  #name = "";
  isWrong = false;
  constructor(of) {
    this.#of = of;
  }
  feed(piece) {
    if (piece.length === 0) return;
    if (this.#bytes === 0) this.#first = piece[0];
    this.#last = piece[piece.length - 1];
    this.#bytes += piece.length;
    const of = this.#of;
    if (of === "name") this.#feedName(piece);
    else if (of === "quoted") this.isWrong ||= this.#first !== 34 && this.#first !== 39;
    else if (MADE_OF[of]?.test(Buffer.from(piece).toString("latin1")) === false) this.isWrong = true;
  }
  /** Asked at the line feed. */
  get isWhole() {
    if (this.isWrong) return false;
    if (this.#of === "any") return true;
    if (this.#of === "name") return isImportable(this.#name);
    if (this.#of === "quoted") return this.#bytes >= 2 && this.#first === this.#last;
    return this.#bytes > 0;
  }
  #feedName(piece) {
    if (this.#bytes > LONGEST_NAME) this.isWrong = true;
    else this.#name += Buffer.from(piece).toString("latin1");
  }
};

// src/verify/pickle/sniff.ts
var TELLING_OPCODE_BYTES = 256;
var NAME2 = /^[A-Za-z_][\w.]*$/;
function beginsAsPickle(head, sizeBytes) {
  if (head[0] === 128) return (head[1] ?? 255) <= 5 && head.length > 2 && isOpcode(head[2]);
  const first = head[0];
  if (first === void 0 || !FIRST.has(first)) return false;
  return runsAsText(head, sizeBytes);
}
var TAR = Buffer.from("ustar");
var TAR_MAGIC_AT = 257;
var unpacksToPickle = (start) => !TAR.equals(start.subarray(TAR_MAGIC_AT, TAR_MAGIC_AT + TAR.length)) && beginsAsPickle(start, Number.POSITIVE_INFINITY);
var WINDOW_BYTES = 1024 ** 2;
async function runsAsProgram(reader, head, sizeBytes) {
  const skim = new PickleSkim(sizeBytes);
  skim.feed(head);
  for (let at2 = head.length; at2 < sizeBytes && skim.state === "open"; ) {
    const idle = Math.min(skim.idle, sizeBytes - at2);
    if (idle > 0) skim.pass(idle);
    else skim.feed(await reader.read(at2, Math.min(WINDOW_BYTES, sizeBytes - at2)));
    at2 += idle > 0 ? idle : Math.min(WINDOW_BYTES, sizeBytes - at2);
  }
  return skim.state === "program";
}
var bytesOf2 = (text2) => [...Buffer.from(text2, "latin1")];
var OPCODES2 = new Set(
  bytesOf2(
    "(.012FGIJKLMNPQRSTUVXabcdeghijlopqrstu})]BC\x80\x81\x82\x83\x84\x85\x86\x87\x88\x89\x8A\x8B\x8C\x8D\x8E\x8F\x90\x91\x92\x93\x94\x95\x96\x97\x98"
  )
);
var isOpcode = (byte) => OPCODES2.has(byte);
var FIRST = new Set(bytesOf2("(FGIJKLMNSTUVXBCc})]"));
function runsAsText(head, sizeBytes) {
  let called = false;
  let imported = false;
  const model = {
    tier: "B",
    state: "any",
    holds: "members",
    call: (args) => {
      called = true;
      return new PyObject(OBJECT, args);
    },
    make: (args) => {
      called = true;
      return new PyObject(OBJECT, args);
    }
  };
  const world = {
    find: (module2, name) => {
      if (!NAME2.test(module2) || !NAME2.test(name)) throw new Broken("L2", "pickle-malformed", "no name");
      imported = true;
      return new PyGlobal(`${module2}.${name}`, model);
    },
    note: () => {
    },
    // joblib's arrays lie between the opcodes: what follows cannot be told from here.
    raw: (object) => {
      called ||= object.cls.name.endsWith("ArrayWrapper");
      return void 0;
    }
  };
  const machine = new PickleMachine(world, DEFAULT_BUDGETS, sizeBytes, true);
  try {
    machine.feed(head);
  } catch (error) {
    const tooLong = error instanceof OverBudget && error.budget === "constantBytes";
    if (error instanceof Unsettled) return called || imported || !tooLong;
    if (!(error instanceof Broken)) throw error;
    return called;
  }
  if (called) return true;
  const { stoppedAt } = machine;
  if (stoppedAt === void 0)
    return isStructured(head) && head.length >= TELLING_OPCODE_BYTES && isDeepIn(machine, head);
  if (stoppedAt < sizeBytes)
    return isStructured(head) && (stoppedAt >= TELLING_OPCODE_BYTES || beginsAsPickle(head.subarray(stoppedAt), sizeBytes - stoppedAt));
  return isStructured(head) || imported;
}
var OF_A_LINE = new Set(bytesOf2("FILSVcgip"));
var TELLING_OPCODES = 3;
function isDeepIn(machine, head) {
  const { opcodes, position } = machine.progress;
  return opcodes >= TELLING_OPCODES || !OF_A_LINE.has(head[position] ?? 0);
}
var isStructured = (head) => "(}])".includes(String.fromCharCode(head[0]));
var OBJECT = new PyGlobal("object", { tier: "B", state: "any", holds: "members" });

// src/verify/read/push-parser.ts
var NOTHING = new Uint8Array(0);
var PushParser = class {
  #program;
  #want;
  #gathered = NOTHING;
  #have = 0;
  #ended = false;
  /** Bytes taken so far. */
  taken = 0;
  constructor(program) {
    this.#program = program;
  }
  /** Whether the parser wants nothing more. */
  get ended() {
    return this.#ended;
  }
  feed(piece, fileOffset) {
    if (this.#want === void 0 && !this.#ended) this.#resume(NOTHING);
    let at2 = 0;
    while (at2 < piece.length) {
      if (this.#want === void 0) {
        throw new Broken("L1", "trailing-bytes", "bytes follow the end of the content", {
          offset: fileOffset + at2
        });
      }
      const length = Math.min(bytesOf3(this.#want) - this.#have, piece.length - at2);
      const part = piece.subarray(at2, at2 + length);
      at2 += length;
      this.#take(this.#want, part, fileOffset + at2 - length);
    }
  }
  /** Throws `Broken` when the parser wants more. */
  end(fileOffset) {
    if (this.#want === void 0 && !this.#ended) this.#resume(NOTHING);
    if (this.#want === void 0) return;
    throw new Broken("L1", "cut-short", "the file ends in the middle of a value", {
      offset: fileOffset,
      expected: `${bytesOf3(this.#want) - this.#have} bytes more`
    });
  }
  #take(want, part, fileOffset) {
    this.taken += part.length;
    const whole = bytesOf3(want);
    if (typeof want !== "number") {
      want.sink(part, fileOffset);
      this.#have += part.length;
      if (this.#have === whole) this.#resume(NOTHING);
    } else if (part.length === whole) {
      this.#resume(part);
    } else {
      if (this.#have === 0) this.#gathered = new Uint8Array(whole);
      this.#gathered.set(part, this.#have);
      this.#have += part.length;
      if (this.#have === whole) this.#resume(this.#gathered);
    }
  }
  /** Goes on until something is wanted that is not empty. */
  #resume(given) {
    this.#have = 0;
    let next = this.#program.next(given);
    while (next.done !== true && bytesOf3(next.value) === 0) next = this.#program.next(NOTHING);
    this.#ended = next.done === true;
    this.#want = next.done === true ? void 0 : next.value;
  }
};
var bytesOf3 = (want) => typeof want === "number" ? want : want.bytes;

// src/verify/torch/legacy-magic.ts
var MAGIC = Uint8Array.of(138, 10, 108, 252, 156, 70, 249, 32, 106, 168, 80, 25, 46);
var MAGIC_AS_TEXT = new Uint8Array(Buffer.from("L119547037146038801333356L\n."));
var FRAME = Uint8Array.of(149, MAGIC.length, 0, 0, 0, 0, 0, 0, 0);
function magicBytes(head) {
  if (startsWith(head, MAGIC_AS_TEXT)) return MAGIC_AS_TEXT.length;
  const protocol = head[1] ?? 0;
  if (head[0] !== 128 || protocol < 2 || protocol > 5) return 0;
  const frame = protocol >= 4 ? FRAME.length : 0;
  if (frame > 0 && !startsWith(head, FRAME, 2)) return 0;
  return startsWith(head, MAGIC, 2 + frame) ? 2 + frame + MAGIC.length : 0;
}

// src/clock.ts
var systemClock = {
  now: () => /* @__PURE__ */ new Date(),
  sleep: (seconds, signal) => new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1e3);
    signal?.addEventListener("abort", done, { once: true });
  })
};

// src/verify/numpy/format-raw.ts
var rawNumbers = {
  name: "raw",
  proves: "where the type is declared: whole elements of it; values",
  checksum: "none",
  /** Any bytes are numbers: only a declaration makes them so. */
  recognises: () => false,
  async open(subject) {
    const { openRaw } = await import("./verifier.verify-numpy-raw-walk.mjs");
    return openRaw(subject);
  }
};

// src/verify/pickle/format-pickle.ts
var pickle = {
  name: "pickle",
  proves: "protocols 0 to 5 opcode by opcode, imports by an exact list, nothing behind STOP; joblib's arrays between the opcodes; NumPy arrays: type x shape = bytes, values",
  checksum: "none",
  recognises: ({ head, sizeBytes }) => beginsAsPickle(head, sizeBytes),
  async open(subject) {
    const { openPickle } = await import("./verifier.verify-pickle-pickle-walk.mjs");
    return openPickle(subject);
  }
};

// src/verify/read/bounded-reader.ts
var BoundedReader = class {
  requests = 0;
  bytesRead = 0;
  sizeBytes;
  #head = new Uint8Array(0);
  #source;
  #signal;
  #clock;
  #deadline;
  constructor(source, budgets, clock, signal) {
    this.#source = source;
    this.#signal = signal;
    this.#clock = clock;
    this.sizeBytes = source.sizeBytes;
    const allowedSeconds = budgets.wallSeconds + source.sizeBytes / budgets.wallBytesPerSecond;
    this.#deadline = clock.now().getTime() + allowedSeconds * 1e3;
  }
  get label() {
    return this.#source.label;
  }
  /** A read costs next to nothing. */
  get isLocal() {
    return this.#source.descriptor !== void 0;
  }
  /** Reads the start once; later reads inside it cost nothing. */
  async head(length) {
    if (this.#head.length < length) this.#head = await this.read(0, Math.min(length, this.sizeBytes));
    return this.#head;
  }
  async read(offset, length) {
    this.mustLieInside(offset, length);
    if (offset + length <= this.#head.length) return this.#head.subarray(offset, offset + length);
    const bytes3 = await this.bounded(() => this.#source.read(offset, length));
    if (bytes3.length !== length) throw changed(`asked for ${length} bytes and got ${bytes3.length}`, offset);
    this.#count(length);
    return bytes3;
  }
  /** Like `read`, into memory that the caller uses again. */
  async readInto(offset, target) {
    this.mustLieInside(offset, target.length);
    const { readInto } = this.#source;
    if (readInto === void 0) {
      target.set(await this.read(offset, target.length));
      return;
    }
    await this.bounded(() => readInto.call(this.#source, offset, target));
    this.#count(target.length);
  }
  /** @returns false when this source cannot read without waiting; then nothing was done */
  readIntoNow(offset, target) {
    const { readIntoNow } = this.#source;
    if (readIntoNow === void 0) return false;
    this.mustLieInside(offset, target.length);
    this.throwIfStopped();
    try {
      readIntoNow.call(this.#source, offset, target);
    } catch (error) {
      if (error instanceof RangeError) throw changed(error.message, 0);
      throw error;
    }
    this.#count(target.length);
    return true;
  }
  /** Reads that workers did. */
  countOthers(requests, bytes3) {
    this.requests += requests;
    this.bytesRead += bytes3;
  }
  /** Throws when the source knows that the file is not the one that was opened. */
  async mustBeUnchanged() {
    const what = await this.#source.changed?.();
    if (what !== void 0) throw changed(what, 0);
  }
  throwIfStopped() {
    this.#signal?.throwIfAborted();
    if (this.#clock.now().getTime() > this.#deadline) {
      throw new Unsettled("L0", "over-budget", "took longer than its wall-time budget");
    }
  }
  #count(length) {
    this.requests += 1;
    this.bytesRead += length;
  }
  mustLieInside(offset, length) {
    const inside = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
    if (inside && offset + length <= this.sizeBytes) return;
    throw new Broken("L1", "outside-file", "points outside the file", {
      offset,
      expected: `at most ${this.sizeBytes} bytes`,
      found: `${length} bytes from ${offset}`
    });
  }
  /** A wait for the source: ends with an abort, and tells a file that shrank. */
  async bounded(read) {
    this.throwIfStopped();
    try {
      return await untilAborted(read(), this.#signal);
    } catch (error) {
      if (error instanceof RangeError) throw changed(error.message, 0);
      throw error;
    }
  }
};
var changed = (what, offset) => new Broken("L0", "changed-while-reading", `changed while it was read: ${what}`, { offset });
async function untilAborted(work, signal) {
  if (signal === void 0) return work;
  let stop = () => {
  };
  const aborted = new Promise((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  work.catch(() => {
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

// src/verify/codec/crc32-combine.ts
var POLYNOMIAL = 3988292384;
function times(matrix, vector) {
  let product = 0;
  for (let bit = 0, rest = vector >>> 0; rest !== 0; bit += 1, rest >>>= 1) {
    if (rest & 1) product ^= matrix[bit];
  }
  return product;
}
var squared = (matrix) => matrix.map((column) => times(matrix, column));
var POWERS = [];
function power(i) {
  if (POWERS.length === 0) {
    const bit = Int32Array.from({ length: 32 }, (_none, i2) => i2 === 0 ? POLYNOMIAL | 0 : 1 << i2 - 1);
    POWERS.push(squared(squared(squared(bit))));
  }
  while (POWERS.length <= i) POWERS.push(squared(POWERS.at(-1)));
  return POWERS[i];
}
function combineCrc32(first, second, secondBytes) {
  let crc = first | 0;
  for (let i = 0, rest = secondBytes; rest > 0; i += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) crc = times(power(i), crc);
  }
  return (crc ^ second) >>> 0;
}

// src/verify/tensor/scan-slice.ts
import { readSync } from "node:fs";
var CHUNK_BYTES = 1024 ** 2;
function lookAtSlice(task) {
  const { buffers, release } = takeBuffers(CHUNK_BYTES);
  try {
    return { slice: lookAt(task, buffers[0]) };
  } catch (error) {
    return {
      why: error instanceof Error ? error.message : String(error),
      shrank: error instanceof RangeError
    };
  } finally {
    release();
  }
}
function lookAt({ descriptor, offset, bytes: bytes3, crc: wantsCrc, scan: wanted }, buffer) {
  const scan = wanted && new ElementScan(wanted.dtype, wanted.options);
  let crc = 0;
  for (let done = 0; done < bytes3; ) {
    const room = buffer.subarray(0, Math.min(buffer.length, bytes3 - done));
    const read = readSync(descriptor, room, 0, room.length, offset + done);
    if (read === 0) throw new RangeError(`it ended at ${offset + done}`);
    const piece = room.subarray(0, read);
    if (wantsCrc) crc = crc322(piece, crc);
    scan?.feed(piece);
    done += read;
  }
  return { bytes: bytes3, ...wantsCrc ? { crc } : {}, ...scan === void 0 ? {} : { scan: scan.state() } };
}

// src/verify/tensor/shared-bytes.ts
var WORTH_BYTES = 64 * 1024 ** 2;

// src/verify/tensor/scan-pool.ts
var SLICE_BYTES = 4096 * BLOCK_BYTES;
var MOST_SLICES = 64;
var HELD_BY_WORKER = 2;
var ScanPool = class {
  #jobs;
  #workers = [];
  #waiting = [];
  #held = /* @__PURE__ */ new Map();
  #helps = false;
  #failure;
  #closed;
  constructor(jobs) {
    this.#jobs = jobs;
  }
  /** Work on one open file. */
  of(descriptor) {
    return {
      work: (offset, length, bulk, onSlice) => this.#work(descriptor, { offset, length }, bulk, onSlice)
    };
  }
  /** May be called again while it is under way. */
  close() {
    this.#closed ??= this.#close();
    return this.#closed;
  }
  async #close() {
    this.#failed(new Error("the pool was closed"));
    for (const worker of this.#workers) worker.ref();
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
  /** Slices are joined as they come in, so that memory does not grow with the stretch. */
  async #work(descriptor, { offset, length }, { crc: wantsCrc, scan: wanted }, onSlice) {
    const slices = [];
    const scan = wanted && new ElementScan(wanted.dtype, wanted.options);
    let crc = 0;
    for (let done = 0, asked = 0; done < length; ) {
      for (; asked < length && slices.length < MOST_SLICES; asked += SLICE_BYTES) {
        const bytes3 = Math.min(SLICE_BYTES, length - asked);
        const task = { descriptor, offset: offset + asked, bytes: bytes3, crc: wantsCrc };
        const slice2 = this.#submit(wanted === void 0 ? task : { ...task, scan: wanted });
        slice2.catch(() => {
        });
        slices.push(slice2);
      }
      const slice = await slices.shift();
      crc = combineCrc32(crc, slice.crc ?? 0, slice.bytes);
      if (slice.scan !== void 0) scan?.join(slice.scan);
      done += slice.bytes;
      onSlice(slice.bytes);
    }
    return {
      bytes: length,
      ...wantsCrc ? { crc } : {},
      ...scan === void 0 ? {} : { scan: scan.state() }
    };
  }
  /**
   * This thread does its share of what no worker has at hand, and listens between two slices. Once for all stretches that are
   * under way: if each helped itself, a turn of the event loop would be a slice of every one, and workers would go hungry.
   */
  async #help() {
    if (this.#helps) return;
    this.#helps = true;
    await breath();
    for (let mine = this.#waiting.shift(); mine !== void 0; mine = this.#waiting.shift()) {
      settle(mine, lookAtSlice(mine.task));
      await breath();
    }
    this.#helps = false;
  }
  /** Not before there is something for them: many a file has no stretch that could be cut. */
  #start() {
    while (this.#workers.length < this.#jobs - 1) {
      const worker = takeThread("scan-worker");
      this.#workers.push(worker);
      this.#held.set(worker, []);
      worker.on("message", (answer) => this.#took(worker, answer));
      worker.on("error", (error) => this.#failed(error));
      worker.on("exit", () => this.#failed(new Error("a thread that scans ended by itself")));
      worker.unref();
    }
  }
  #submit(task) {
    return new Promise((resolve, reject) => {
      if (this.#failure !== void 0) reject(this.#failure);
      else {
        this.#start();
        this.#waiting.push({ task, resolve, reject });
        this.#handOut();
        void this.#help();
      }
    });
  }
  #handOut() {
    for (const worker of this.#workers) {
      const held = this.#held.get(worker) ?? [];
      while (held.length < HELD_BY_WORKER && this.#waiting.length > 0) {
        const waiting = this.#waiting.shift();
        held.push(waiting);
        worker.ref();
        worker.postMessage(waiting.task);
      }
    }
  }
  #took(worker, answer) {
    const held = this.#held.get(worker) ?? [];
    const waiting = held.shift();
    if (waiting !== void 0) settle(waiting, answer);
    this.#handOut();
    if (held.length === 0) worker.unref();
  }
  #failed(error) {
    this.#failure ??= error;
    const held = [...this.#held.values()].flatMap((list) => list.splice(0));
    for (const { reject } of [...held, ...this.#waiting.splice(0)]) reject(this.#failure);
  }
};
async function withPool(jobs, largestBytes, work, signal) {
  if (jobs === void 0 || jobs < 2 || largestBytes < WORTH_BYTES) return await work(void 0);
  const pool = new ScanPool(jobs);
  const stop = () => void pool.close();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await work(pool);
  } finally {
    signal?.removeEventListener("abort", stop);
    await pool.close();
  }
}
var breath = () => new Promise((resolve) => setImmediate(resolve));
function settle({ resolve, reject }, answer) {
  if ("slice" in answer) resolve(answer.slice);
  else reject(answer.shrank ? new RangeError(answer.why) : new Error(answer.why));
}

// src/verify/torch/format-legacy.ts
var torchLegacy = {
  name: "torch-legacy",
  proves: "magic and version are literals; the object walked opcode by opcode; the listed storages are those it refers to, each of its declared size; every tensor lies inside its storage; the storages end exactly where the file does; values",
  checksum: "none",
  recognises: ({ head }) => magicBytes(head) > 0,
  async open(subject) {
    const { openLegacy } = await import("./verifier.verify-torch-legacy-file.mjs");
    return await openLegacy(subject);
  }
};

// src/verify/tensor/adapter-names.ts
var PAIRS = "(adamss|delora|gralora|hira|lily|peanut)";
var BEGINS_AT_ZERO = /(^|[._])(lora_E|hada_w2_[ab]|lokr_w\w+|oft_\w+|boft_R|bone_\w+|miss_\w+|vera_lambda_\w+|fourierft_\w+|randlora_lambda|diff(_b)?|trainable_tokens_delta|delta_embedding|shira_weight|waveft_spectrum|supertuning_values|beft_bias|glora_[A-E][._](\w+[._])?(X|zeros))([._]|$)/;
var FIRST_FACTOR = new RegExp(
  `(^|[._])(lora_A|lora[._]down|lora_embedding_B|${PAIRS}_A(_general)?|hira_embedding_B|shadow_down|glora_[A-E][._](\\w+[._])?Xu)([._]|$)`
);
var SECOND_FACTOR = new RegExp(
  `(^|[._])(lora_B|lora[._]up|lora_embedding_A|${PAIRS}_B(_general)?|hira_embedding_A|shadow_up|glora_[A-E][._](\\w+[._])?Xd)([._]|$)`
);
var beginsAtZeroInAdapter = (name) => BEGINS_AT_ZERO.test(name);
var isFirstFactor = (name) => FIRST_FACTOR.test(name);
var secondFactor = (name) => SECOND_FACTOR.exec(name)?.[2];

// src/verify/tensor/deliberate.ts
var words = (...names) => new RegExp(`(^|[._/])(${names.join("|")})([._/]|$)`, "i");
var lastWords = (...names) => new RegExp(`(^|[._/])(${names.join("|")})(:0|/\\.ATTRIBUTES/VARIABLE_VALUE)?$`, "i");
var ADDED_LAYERS = words(
  // PixArt's single one begins with numbers.
  "adaln(?!_single)\\w*",
  "ada_?(layer_?)?norm\\w*",
  // FocalNet's is a layer like others.
  "\\w*modulation(?![._/](f|h|proj|projection_\\w+|focal_layers)[._/])",
  // Of ConvNeXt's second version.
  "grn",
  "controlnet_\\w*(blocks?|x_embedder)",
  "controlnet_cond_embedding[._/]conv_out",
  // Of the ControlNet of Stable Diffusion 3.
  "pos_embed_input[._/]proj",
  "\\w*zero_(convs?|linears?|modules?|init|proj)\\w*",
  "middle_block_out",
  "input_hint_block",
  "(attn|cross_attn|ffw?|mlp|msa|tanh)_gate",
  "gate_(attn|cross_attn|ffw?|mlp|msa)",
  "layer_?scale\\w*",
  "re_?zero\\w*"
);
var FACTORS = lastWords("alpha(_\\w+)?", "gamma(_?\\w+)?", "gain");
var TOKENS = lastWords(
  "(\\w+_)?tokens?",
  "(cls|dist|mask|reg|register|storage|query|class|pad|prd|time|temporal)_?(token|embed|embedding)s?",
  "(abs|absolute|rel|relative)_?pos\\w*",
  "pos_?(embed|emb|embedding|encoding)s?\\w*",
  "position_?(embed|emb|embedding|bias)s?\\w*",
  "positional_embedding\\w*",
  "latents?",
  "(\\w+_)?queries",
  // Of SAM 2 and 3, and what they say where nothing is remembered or seen.
  "no_mem(ory)?_\\w+",
  "no_obj(ect)?_\\w+",
  "memory_temporal_positional_encoding",
  "occlusion_spatial_embedding_parameter"
);
var BUFFERS = lastWords(
  "\\w*(k|v|kv|key|value)_?caches?",
  "\\w*_?caches?",
  "\\w*(hidden|conv|ssm)_states?",
  "mems?",
  "memory(_bank)?",
  "\\w*masks?",
  "histogram",
  "(min|max)_vals?",
  "zero_points?",
  "running_\\w+",
  "moving_\\w+",
  "ema_\\w+",
  "cluster_size",
  // Of I-BERT, filled when it is quantized.
  "weight_integer",
  // Of gensim's word vectors, whose hidden layer is nothing until they are trained.
  "syn1(neg)?",
  // Of the latents of a prior, and set by its maker.
  "clip_(mean|std)"
);
var PICKLED = /(^|\.)_(modules|parameters|buffers)\./g;
var asInStateDict = (name) => name.replace(PICKLED, "$1");
var BIAS = /(^|[._/])(\w*bias(es)?|beta)(:0)?$/i;
var mayBeZero = (name) => isMeantToBeZero(asInStateDict(name));
var isMeantToBeZero = (name) => BIAS.test(name) || beginsAtZeroInAdapter(name) || TOKENS.test(name) || ADDED_LAYERS.test(name) || FACTORS.test(name) || BUFFERS.test(name);
var beginsAtZeroInKeras = (name, shape) => shape.length === 2 && shape[0] === 2 && /(^|\/)(cell|gru_cell(_\d+)?)\/vars\/2$/.test(name) || /(^|\/)p_re_lu(_\d+)?\/vars\/0$/.test(name);
var isWeightByName = (name) => /(^|[._/])(\w*weights?|kernel|embedding)(_\w+)?(:0)?$/.test(name);
var BEGINNING_AT_ZERO = [
  "heads?",
  "score",
  "classifier",
  "lm_head",
  "readout",
  "v_head\\.summary",
  "value_head",
  "q_head",
  "final_layer\\.linear",
  "proj_out\\w*",
  "out_proj",
  "conv_out",
  "out\\.[0-9]+",
  "out_layers\\.[0-9]+",
  "fc_out",
  "image_proj\\.proj",
  "router[._]gate",
  // Of the detectors after DETR: boxes begin where their queries are, and attention looks at the same places everywhere.
  "(\\w*bbox_embed|reg_conf)[._]([0-9]+[._])?layers[._][0-9]+",
  "refpoint_embed",
  "sampling_offsets",
  "attention_weights",
  "gateway[._]gate",
  // From the images of Gemma 3 into its text.
  "mm_input_projection_weight",
  // Of xLSTM.
  "[fio]gate_preact",
  "proj_up_gate",
  // Of ESMFold.
  "tri_(mul|att)_\\w+[._](mha[._])?linear_[zo]",
  "mlp_(seq|pair)[._]mlp[._][0-9]+",
  "(sequence_to_pair|seq_attention)[._]o_proj",
  "pair_to_sequence[._]linear",
  // Of UniSpeech-SAT, as long as its labels have no names.
  "label_embeddings_concat"
];
var mayBeginAtZero = (name) => BEGINS_AT_ZERO2.test(asInStateDict(name));
var BEGINS_AT_ZERO2 = new RegExp(`(^|[._/])(${BEGINNING_AT_ZERO.join("|")})(\\.(weight|kernel))?$`);
var INFINITE = words(
  "\\w*masks?",
  "masked_bias",
  "\\w*alibi\\w*",
  "(attn|attention|self_attn|causal)_?bias",
  "tril",
  "triu",
  "causal",
  "(min|max)_(vals?|values?)",
  // Bounds of a layer that clips, which clip nothing: Gemma 4's.
  "(input|output)_(min|max)",
  "best_\\w+",
  "log_?priors?"
);
var BOUNDS = /(^|[._/])(\w*constraint[._](upper|lower)_bound|\w*space[._](\w+[._])*(low|high))$/;
var SQUARE_BIAS = /(^|[._/])(attn|attention|self_attn)\.bias$/;
var mayBeInfinite = (given, shape) => {
  const name = asInStateDict(given);
  return INFINITE.test(name) || BOUNDS.test(name) || shape.length >= 2 && SQUARE_BIAS.test(name);
};

// src/verify/checkpoint/copies.ts
var MOMENT = /(^|\.)state\.[^.]+\.(exp_avg|momentum_buffer)$/;
var OF_STATE = /(^|\.)state\.[^.]+\.[^.]+$/;
var TAKES_OVER = /expert|member|population|agent|replica|worker|ensemble|target|teacher|clone|copy/i;
var FEWEST_NUMBERS = 64;
var FEWEST_SIBLINGS = 3;
var FEWEST_STEPS = 2;
var EXACT = ["f32", "f64"];
function judgeCopies({ findings, table: table2, facts }) {
  const rows = table2.rows.filter(({ name }) => !OF_STATE.test(name) && partOf(name) === "model");
  const copy = copyAmong(rows, table2.rows, facts.optimizer);
  if (copy?.severity === "fail") findings.fail("L3", COPIED, copy.what, { found: copy.found });
  else if (copy !== void 0) findings.note("L3", COPIED, copy.what, { found: copy.found });
}
var COPIED = "layer-copied";
var SAME = "two weights are the same, byte for byte,";
function copyAmong(model, state, optimizer) {
  if (optimizer === void 0 || (optimizer.steps ?? 0) < FEWEST_STEPS || !(optimizer.leastFirstRate > 0))
    return void 0;
  const weights = model.filter(isMatrix);
  const moments = state.filter((row) => MOMENT.test(row.name) && isMatrix(row));
  for (const [a, b] of copiesAmong(weights)) {
    if (!arePartedBy(a, moments, weights)) continue;
    const found = `${quoted(a.name)} and ${quoted(b.name)}`;
    return EXACT.includes(a.dtype) && optimizer.scalesSteps && optimizer.leastRate > 0 ? {
      severity: "fail",
      what: `${SAME} though each was moved by itself: one lies over the other`,
      found
    } : {
      severity: "note",
      what: `${SAME} though each has a moment of its own: one may lie over the other`,
      found
    };
  }
  return void 0;
}
var isMatrix = ({ shape }) => shape.length >= 2 && sizeOf(shape) >= FEWEST_NUMBERS;
function* copiesAmong(weights) {
  const named = weights.filter(({ name }) => isWeightByName(name) && !TAKES_OVER.test(name));
  const kindOf = (row) => [row.name.replace(/\d+/g, "#"), row.dtype, shapeKey(row)].join(" ");
  for (const rows of grouped(named, kindOf)) {
    const apart = placesOf(rows);
    if (apart === void 0 || apart.length < FEWEST_SIBLINGS) continue;
    const alike = grouped(apart, ({ fingerprint = "" }) => fingerprint);
    if (alike.length === 1) continue;
    for (const [a, b] of alike) if (a !== void 0 && b !== void 0 && !isZero2(a)) yield [a, b];
  }
}
function arePartedBy(weight, moments, weights) {
  const alike = (row) => shapeKey(row) === shapeKey(weight);
  const [trained, own] = [placesOf(weights.filter(alike)), placesOf(moments.filter(alike))];
  if (trained === void 0 || own === void 0 || trained.length !== own.length) return false;
  return new Set(own.map(({ fingerprint }) => fingerprint)).size === own.length && !own.some(isZero2);
}
function placesOf(rows) {
  if (rows.some(({ at: at2, fingerprint }) => at2 === void 0 || fingerprint === void 0)) return void 0;
  return [...new Map(rows.map((row) => [row.at?.offset, row])).values()];
}
function isZero2({ at: at2, fingerprint }) {
  const zero = new Fingerprint();
  zero.bytes = at2?.bytes ?? 0;
  return fingerprint === zero.hex();
}
function grouped(rows, keyOf) {
  const groups = /* @__PURE__ */ new Map();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === void 0) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()];
}
var shapeKey = ({ shape }) => shape.join("x");
var sizeOf = (shape) => shape.reduce((product, size) => product * size, 1);

// src/verify/engine/change.ts
var NAMES_SHOWN = 8;
function judgeChange({ findings, facts, table: table2 }, previous) {
  if (previous === void 0) return;
  const before = new Map(previous.rows.map((row) => [row.name, row]));
  const both = table2.rows.filter(
    ({ name, fingerprint }) => fingerprint !== void 0 && before.get(name)?.fingerprint !== void 0
  );
  if (both.length === 0) return;
  const same = both.filter(({ name, fingerprint }) => before.get(name)?.fingerprint === fingerprint);
  const names = same.slice(0, NAMES_SHOWN).map(({ name }) => JSON.stringify(name.slice(0, 80)));
  const found = `${same.length} of ${both.length} the same: ${names.join(", ")}`;
  const { step } = facts;
  const grew = step !== void 0 && previous.step !== void 0 && step > previous.step;
  const still = stoodStill(both, new Set(same));
  if (step !== void 0 && previous.step !== void 0 && step < previous.step)
    findings.fail("L3", "step-behind", "is older than the one before it", {
      expected: `>= ${previous.step}`,
      found: String(step)
    });
  const copied = copiedSince(both, before);
  if (copied !== void 0)
    findings.fail(
      "L3",
      "layer-copied",
      "two weights that differed before are now the same: one lies over the other",
      {
        found: copied.map((name) => JSON.stringify(name.slice(0, 80))).join(" and ")
      }
    );
  if (same.length === both.length && grew) {
    const what = `no tensor changed since step ${previous.step}, and this is step ${step}`;
    findings.fail("L3", "unchanged", what, { expected: "other values", found });
  } else if (same.length === both.length) {
    findings.note("L3", "unchanged", "holds the same tensors as the one before it", { found });
  } else if (grew && still !== void 0) {
    const what = `no tensor of the ${still} changed since step ${previous.step}, though the rest did: one of them is stale`;
    const where = { expected: "other values", found };
    const mayBeRounded = isOfSixteenBits(both) && step - (previous.step ?? 0) < STEPS_THAT_SHOW;
    if (still === "model" && (mayBeRounded || hasNoRate(facts, previous)))
      findings.note("L3", "model-unchanged", `${what}, or its steps were rounded away or zero`, where);
    else findings.fail("L3", `${still}-unchanged`, what, where);
  } else if (same.length * 2 > both.length) {
    findings.note("L3", "mostly-unchanged", "more than half of the tensors are those of the one before it", {
      found
    });
  }
}
var hasNoRate = (...each) => each.every(({ optimizer }) => optimizer?.mostRate === 0);
function copiedSince(both, before) {
  const seen = /* @__PURE__ */ new Map();
  for (const row of both) {
    const { name, shape, dtype, fingerprint = "" } = row;
    const isWeight = shape.length >= 2 && sizeOf2(row) >= FEWEST_NUMBERS && isWeightByName(name);
    if (!isWeight || partOf(name) === "optimizer" || TAKES_OVER.test(name)) continue;
    const key = [name.replace(/\d+/g, "#"), dtype, shape.join("x"), fingerprint].join(" ");
    const first = seen.get(key);
    if (first === void 0) seen.set(key, row);
    else if (before.get(first.name)?.fingerprint !== before.get(name)?.fingerprint && !isTied(first, row))
      return [first.name, name];
  }
  return void 0;
}
var isTied = (a, b) => a.at !== void 0 && a.at.offset === b.at?.offset;
var sizeOf2 = ({ shape }) => shape.reduce((product, size) => product * size, 1);
var inPart = (rows, part) => rows.filter((row) => sizeOf2(row) > 1 && partOf(row.name) === part);
var STEPS_THAT_SHOW = 10;
var isOfSixteenBits = (rows) => inPart(rows, "model").every(({ dtype }) => dtype === "bf16" || dtype === "f16");
var PARTS2 = ["model", "optimizer"];
function stoodStill(both, same) {
  const moved = PARTS2.map((part) => inPart(both, part)).filter((rows) => rows.length > 0);
  if (moved.length < 2) return void 0;
  const still = PARTS2.filter((part) => inPart(both, part).every((row) => same.has(row)));
  return still.length === 1 ? still[0] : void 0;
}

// src/verify/engine/empty-file.ts
var MAY_BE_EMPTY = [
  // A program that says nothing: torchrun's `stderr.log`, Slurm's `.err`, the log that Hydra opens for every job, Sacred's `cout.txt`.
  /\.(log|out|err)$/i,
  /(^|\/)(stdout|stderr|cout\.txt)$/,
  // Its being there is all that it says; the last is how Ray finds out whether it may write.
  /(^|\/)(__init__\.py|py\.typed|\.gitkeep|\.keep|\.nojekyll|_SUCCESS|\.validate_storage_marker)$/,
  // What the Hub does not have, and locks: of a cache, and of a folder that was downloaded.
  /(^|\/)\.(no_exist|locks)\//,
  /(^|\/)\.cache\/huggingface\/.*\.lock$/,
  // One value each, in MLflow's folder of a run or of a logged model.
  /(^|\/)(m-)?[0-9a-f]{32}\/(params|tags)\/[^/]+$/
];
var mayBeEmpty = (path) => MAY_BE_EMPTY.some((name) => name.test(path));
var empty = {
  name: "empty",
  proves: "nothing",
  checksum: "none",
  recognises: ({ sizeBytes }) => sizeBytes === 0,
  async open({ findings }) {
    findings.note("L0", "empty", "is empty, as a file of this name may well be");
    return { checksummed: false, reaches: "L3", regions: () => [], finish: () => {
    } };
  }
};

// src/verify/engine/examining.ts
import { createHash as createHash2 } from "node:crypto";

// src/verify/contract/tensor-table.ts
import { createHash } from "node:crypto";
var TensorTable = class {
  #rows = [];
  add(row) {
    this.#rows.push(row);
  }
  get rows() {
    return this.#rows;
  }
  /** SHA-256 over names, types, shapes and fingerprints in the order of names: equal when no tensor differs. */
  digest() {
    if (this.#rows.length === 0) return void 0;
    const lines = this.#rows.map(
      ({ name, dtype, shape, fingerprint }) => `${JSON.stringify(name)} ${dtype} ${shape.join("x")} ${fingerprint ?? "-"}
`
    );
    return createHash("sha256").update(lines.sort().join("")).digest("hex");
  }
};

// src/verify/engine/examining.ts
var emptyBooks = () => ({
  findings: new Findings(),
  keys: new KeyBook(),
  facts: { scalars: {} },
  imports: /* @__PURE__ */ new Set(),
  table: new TensorTable()
});
async function settled(findings, signal, work) {
  try {
    await work();
  } catch (error) {
    if (signal?.aborted === true || error instanceof Problem) throw error;
    if (findings.caught(error)) return;
    findings.inconclusive("L0", "read-failed", `could not be examined: ${String(error).slice(0, 200)}`);
  }
}
var DigestCheck = class {
  expected;
  /** Takes the bytes, where they must be hashed. */
  hash;
  /** Once all bytes have been read. */
  found;
  #already;
  constructor({ hash, sha256, alreadyHashed }) {
    const mustHash = hash === true || sha256 !== void 0;
    this.hash = mustHash && alreadyHashed === void 0 ? createHash2("sha256") : void 0;
    this.expected = sha256?.toLowerCase();
    this.#already = alreadyHashed?.toLowerCase();
  }
  /** Call once, when the bytes have gone by. */
  take() {
    this.found = this.hash?.digest("hex") ?? this.#already;
  }
  judge(findings) {
    const { expected, found } = this;
    if (expected === void 0 || found === void 0 || expected === found) return;
    findings.fail("L1", "digest-mismatch", "is not the file that the manifest lists", { expected, found });
  }
};

// src/verify/codec/tar-block.ts
var BLOCK = 512;
var paddingOf = (bytes3) => (BLOCK - bytes3 % BLOCK) % BLOCK;
var CHECKSUM_AT = 148;
function hasChecksum(block) {
  let unsigned2 = 0;
  let signed = 0;
  for (let i = 0; i < BLOCK; i += 1) {
    const byte = i >= CHECKSUM_AT && i < CHECKSUM_AT + 8 ? 32 : block[i];
    unsigned2 += byte;
    signed += byte << 24 >> 24;
  }
  const claimed = octal(block.subarray(CHECKSUM_AT, CHECKSUM_AT + 8));
  return claimed !== void 0 && (claimed === unsigned2 || claimed === signed);
}
var fieldsOf = (block) => ({
  type: String.fromCharCode(block[156]),
  mode: octal(block.subarray(100, 108)),
  sizeBytes: sizeIn(block.subarray(124, 136)),
  name: upToNul(block.subarray(0, 100)),
  prefix: upToNul(latin12(block.subarray(257, 263)) === "ustar\0" ? block.subarray(345, 500) : NOTHING2),
  link: upToNul(block.subarray(157, 257))
});
var NOTHING2 = new Uint8Array(0);
function upToNul(bytes3) {
  const end = bytes3.indexOf(0);
  return end < 0 ? bytes3 : bytes3.subarray(0, end);
}
function sizeIn(field) {
  const first = field[0];
  const size = (first & 128) === 0 ? octal(field) : first === 128 ? bigEndian(field.subarray(1)) : void 0;
  return size !== void 0 && Number.isSafeInteger(size) ? size : void 0;
}
var bigEndian = (field) => Number(field.reduce((sum, byte) => sum << 8n | BigInt(byte), 0n));
function octal(field) {
  const match = /^ *([0-7]*)[ \0]*$/.exec(latin12(field));
  return match === null ? void 0 : Number.parseInt(match[1] || "0", 8);
}
var latin12 = (bytes3) => Buffer.from(bytes3).toString("latin1");
function paxRecords(bytes3) {
  const records = [];
  for (let at2 = 0; at2 < bytes3.length; ) {
    const space = bytes3.indexOf(32, at2);
    const digits = space < 0 || space - at2 > 9 ? "" : latin12(bytes3.subarray(at2, space));
    const length = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : 0;
    const record = bytes3.subarray(space + 1, at2 + length);
    const equals = record.indexOf(61);
    if (at2 + length > bytes3.length || record.at(-1) !== 10 || equals <= 0) return;
    records.push([latin12(record.subarray(0, equals)), record.subarray(equals + 1, -1)]);
    at2 += length;
  }
  return records;
}

// src/verify/archive/format-tar.ts
var MAGIC2 = new TextEncoder().encode("ustar");
var tar = {
  name: "tar",
  proves: "header checksums, sizes and padding; names and links stay inside, none twice, no device or pipe; the end mark and nothing after it; members by their own type; a checkpoint of PyTorch 0.1 is not read; as WebDataset: keys and their members",
  checksum: "of headers only",
  recognises({ head }) {
    if (head.length < BLOCK) return false;
    const first = Buffer.from(head.subarray(0, 100)).toString("latin1").replace(/\0.*$/s, "");
    return startsWith(head, MAGIC2, 257) || /^[\x20-\x7e]+$/.test(first) && hasChecksum(head);
  },
  async open(subject) {
    const { openTar } = await import("./verifier.verify-archive-tar-archive.mjs");
    return openTar(subject);
  }
};

// src/verify/archive/format-zstd.ts
var MAGIC3 = Uint8Array.of(40, 181, 47, 253);
var SKIPPABLE = Uint8Array.of(42, 77, 24);
var zstd = {
  name: "zstd",
  proves: "frames and blocks that tile the file; the content, its size and checksum, by its own type where it fits into memory",
  checksum: "XXH64 of the content, where the writer asked for it",
  recognises: ({ head }) => startsWith(head, MAGIC3) || (head[0] ?? 0) >> 4 === 5 && startsWith(head, SKIPPABLE, 1),
  async open(subject) {
    const { openZstd } = await import("./verifier.verify-archive-zstd-walk.mjs");
    return openZstd(subject);
  }
};

// src/verify/archive/formats-packed.ts
import { constants, inflateSync } from "node:zlib";

// src/verify/archive/lzma-head.ts
var HEADER_BYTES = 13;
var CODER_BYTES = 5;
var USUAL_PROPERTIES = 93;
var MOST_DECLARED = 2n ** 38n;
var UNKNOWN = 2n ** 64n - 1n;
function beginsLzmaAlone(head) {
  if (head.length < HEADER_BYTES + CODER_BYTES || head[0] >= 9 * 5 * 5 || head[HEADER_BYTES] !== 0)
    return false;
  const view = new DataView(head.buffer, head.byteOffset);
  const window = view.getUint32(1, true);
  const isPower = (value) => value > 0 && (value & value - 1) === 0;
  const isUsual = window >= 4096 && (isPower(window) || window % 3 === 0 && isPower(window / 3));
  const size = view.getBigUint64(5, true);
  return isUsual && size !== 0n && (size === UNKNOWN || head[0] === USUAL_PROPERTIES && size < MOST_DECLARED);
}

// src/verify/archive/packed-magic.ts
var XZ_MAGIC = Uint8Array.of(253, 55, 122, 88, 90, 0);
var LZ4_MAGIC = Uint8Array.of(4, 34, 77, 24);
var BZIP2_MAGIC = Buffer.from("BZh", "latin1");
var GZIP_MAGIC = Uint8Array.of(31, 139, 8);

// src/verify/archive/formats-packed.ts
var CONTENT = "the content by its own type where it fits into memory, a pickle of any length";
var packed = (format) => ({
  ...format,
  async open(subject) {
    const { openPacked } = await import("./verifier.verify-archive-packed-walk.mjs");
    return openPacked(subject, format.name);
  }
});
var gzip = packed({
  name: "gzip",
  proves: "every member: header, CRC-32 and length of its content, nothing after it; the content by its own type where it fits into memory",
  checksum: "CRC-32 of the content",
  recognises: ({ head }) => startsWith(head, GZIP_MAGIC)
});
var xz = packed({
  name: "xz",
  proves: `every stream: headers, blocks, index and end agree, and each block\u2019s check; nothing after them; ${CONTENT}`,
  checksum: "CRC-32, CRC-64 or SHA-256 of the content, unless the writer asked for none",
  recognises: ({ head }) => startsWith(head, XZ_MAGIC)
});
var lzma = packed({
  name: "lzma",
  proves: `the stream to its end mark or its declared length, nothing after it; ${CONTENT}`,
  checksum: "none",
  recognises: ({ head }) => beginsLzmaAlone(head)
});
var bzip2 = packed({
  name: "bzip2",
  proves: `every stream and block by its CRC, nothing after them; ${CONTENT}`,
  checksum: "CRC-32 of each block and of each stream",
  recognises: ({ head }) => startsWith(head, BZIP2_MAGIC) && (head[3] ?? 0) >= 49 && (head[3] ?? 0) <= 57 && beginsBlock(head)
});
var lz4 = packed({
  name: "lz4",
  proves: `frames and blocks that tile the file, each by the checksum it has; ${CONTENT}`,
  checksum: "XXH32 of the content or of each block, where the writer asked for it",
  recognises: ({ head }) => startsWith(head, LZ4_MAGIC)
});
var zlib2 = packed({
  name: "zlib",
  proves: `the stream to its Adler-32, nothing after it; ${CONTENT}`,
  checksum: "Adler-32 of the content",
  recognises: ({ head }) => isZlib(head)
});
var beginsBlock = (head) => ["314159265359", "177245385090"].includes(Buffer.from(head.subarray(4, 10)).toString("hex"));
function isZlib(head) {
  const [first = 0, second = 0] = head;
  const isHeader = (first & 15) === 8 && first >> 4 <= 7 && (second & 32) === 0 && (first << 8 | second) % 31 === 0;
  if (!isHeader) return false;
  try {
    return inflateSync(head.subarray(0, 1024), { finishFlush: constants.Z_SYNC_FLUSH }).length > 0;
  } catch {
    return false;
  }
}

// src/verify/classical/format-catboost.ts
var MAGIC4 = Buffer.from("CBM1", "latin1");
var catboost = {
  name: "catboost",
  proves: "magic and length; the core is a FlatBuffer of a known version with its trees. Not the values",
  checksum: "none",
  memberNames: /\.cbm$/i,
  recognises: ({ head }) => startsWith(head, MAGIC4),
  async open(subject) {
    const { openCatboost } = await import("./verifier.verify-classical-catboost-core.mjs");
    return await openCatboost(subject);
  }
};

// src/verify/classical/format-fasttext.ts
var MAGIC5 = Uint8Array.of(186, 22, 79, 47);
var fasttext = {
  name: "fasttext",
  proves: "settings in their ranges; as many words and labels as are counted, in UTF-8 and with counts; matrices of the size that settings and words give; nothing behind them; values, in quantized matrices of centroids",
  checksum: "none",
  recognises: ({ head }) => startsWith(head, MAGIC5),
  async open(subject) {
    const { openFasttext } = await import("./verifier.verify-classical-fasttext-model.mjs");
    return openFasttext(subject);
  }
};

// src/verify/codec/varint.ts
var MOST_BYTES2 = 10;
function takeVarint(next) {
  let value = 0;
  for (let i = 0; i < MOST_BYTES2; i += 1) {
    const byte = next();
    value += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) return value;
  }
  return void 0;
}
var Varint = class {
  #count = 0;
  #low = 0;
  #middle = 0;
  #high = 0;
  get isEmpty() {
    return this.#count === 0;
  }
  reset() {
    this.#count = 0;
    this.#low = 0;
    this.#middle = 0;
    this.#high = 0;
  }
  /** @returns whether the number is whole. `at`: the byte after this one, for the message. */
  add(byte, at2) {
    const group = byte & 127;
    const place = this.#count;
    this.#count += 1;
    if (place < 4) this.#low |= group << 7 * place;
    else if (place < 8) this.#middle |= group << 7 * (place - 4);
    else this.#high |= group << 7 * (place - 8);
    const tooLong = this.#count === MOST_BYTES2 && (byte & 128) !== 0;
    if (tooLong || this.#high > 255)
      throw new Broken("L1", "varint-too-long", "has a number of more than 64 bits", {
        offset: at2 - this.#count
      });
    return (byte & 128) === 0;
  }
  /** The lower 32 bits, unsigned. */
  get low32() {
    return (this.#low | this.#middle << 28) >>> 0;
  }
  /** The upper 32 bits, unsigned. */
  get high32() {
    return (this.#middle >>> 4 | this.#high << 24) >>> 0;
  }
  /** Unsigned; beyond 2^53 only good enough to be found too large. */
  toNumber() {
    return this.high32 * 2 ** 32 + this.low32;
  }
  /** As a signed 64-bit number, which is how `int32` and `int64` lie in the file. */
  toSigned() {
    return BigInt.asIntN(64, BigInt(this.high32) << 32n | BigInt(this.low32));
  }
  /** As a signed number; `undefined` beyond 2^53. */
  toSafeInteger() {
    const value = Number(this.toSigned());
    return Number.isSafeInteger(value) ? value : void 0;
  }
};

// src/verify/codec/top-fields.ts
var MOST_FIELDS = 64;
function topFields(head, sizeBytes) {
  const fields = [];
  let at2 = 0;
  while (at2 < head.length && fields.length < MOST_FIELDS) {
    const tag = readVarint(head, at2);
    if (tag === void 0 || tag.value < 8) break;
    const [field, wire] = [Math.floor(tag.value / 8), tag.value % 8];
    const place = placeOf(head, tag.end, wire);
    if (place === void 0) break;
    fields.push({ field, wire, ...place });
    if (place.at + place.length > sizeBytes) break;
    at2 = place.at + place.length;
  }
  return fields;
}
function placeOf(head, at2, wire) {
  if (wire === 1) return { at: at2, length: 8 };
  if (wire === 5) return { at: at2, length: 4 };
  const number = readVarint(head, at2);
  if (number === void 0) return void 0;
  if (wire === 0) return { at: at2, length: number.end - at2 };
  return wire === 2 ? { at: number.end, length: number.value } : void 0;
}
function readVarint(bytes3, from) {
  let end = from;
  const value = takeVarint(() => bytes3[end++] ?? 128);
  return Number.isSafeInteger(value) ? { value, end } : void 0;
}

// src/verify/classical/format-sentencepiece.ts
var PIECES = 1;
var sentencepiece = {
  name: "sentencepiece",
  proves: "every message to its end; pieces in UTF-8, none twice, with a finite score and a known kind; as many as the trainer was told",
  checksum: "none",
  memberNames: /\.(model|spm)$/i,
  recognises(probe) {
    const { head } = probe;
    const [first] = topFields(head, probe.sizeBytes);
    if (first === void 0 || first.field !== PIECES || first.wire !== 2) return false;
    const textBytes = head[first.at + 1] ?? 0;
    return head[first.at] === 10 && textBytes < 128 && head[first.at + 2 + textBytes] === 21;
  },
  async open(subject) {
    const { openSentencepiece } = await import("./verifier.verify-classical-sentencepiece-model.mjs");
    return openSentencepiece(subject);
  }
};

// src/verify/classical/format-ubjson.ts
var ubjson = {
  name: "ubjson",
  proves: "one value of UBJSON covers the file; text keys, none twice; typed lists of their length; no NaN",
  checksum: "none",
  memberNames: /\.ubj$/i,
  recognises: ({ head }) => beginsAsObject(head),
  async open(subject) {
    const { openUbjson } = await import("./verifier.verify-classical-ubjson-walk.mjs");
    return openUbjson(subject);
  }
};
function beginsAsObject(head) {
  const widths = { 105: 1, 85: 1, 73: 2, 108: 4, 76: 8 };
  const width = head[0] === 123 ? widths[head[1] ?? 0] : void 0;
  if (width === void 0) return false;
  const length = head.subarray(2, 2 + width);
  const keyBytes = length.at(-1) ?? 0;
  const key = Buffer.from(head.subarray(2 + width, 2 + width + keyBytes)).toString("latin1");
  return length.subarray(0, -1).every((byte) => byte === 0) && keyBytes > 0 && /^[\w.-]+$/.test(key);
}

// src/verify/classical/format-word-vectors.ts
var HEADER = /^([1-9][0-9]{0,9}) ([1-9][0-9]{0,5})\r?\n/;
var NUMBER3 = /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/;
var MOST_WORD_BYTES = 4096;
var LEAST_NUMBERS = 8;
var wordVectors = {
  name: "word2vec",
  proves: "binary and text of word2vec, and GloVe: as many words as the header counts, each with as many numbers, nothing behind them; words in UTF-8; values",
  checksum: "none",
  memberNames: /\.(bin|vec|w2v|txt)$/i,
  recognises: (probe) => layoutOf(probe) !== void 0,
  async open(subject) {
    const { openWordVectors } = await import("./verifier.verify-classical-word-vectors.mjs");
    return openWordVectors(subject, layoutOf(subject));
  }
};
function layoutOf({ head, role, sizeBytes }) {
  if (isReadAsText(role)) return void 0;
  const text2 = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1");
  const header = HEADER.exec(text2);
  if (header === null) return holdsTensors(role) ? headless(text2, head.length === sizeBytes) : void 0;
  const [line2, words2, numbers] = [header[0], Number(header[1]), Number(header[2])];
  const layout = { words: words2, numbers, headerBytes: line2.length };
  const first = linesOf(text2.slice(line2.length), head.length === sizeBytes)[0] ?? "";
  if (numbersOf(first) === numbers) return { kind: "word2vec-text", ...layout };
  return isBinary(text2.slice(line2.length), layout, sizeBytes) ? { kind: "word2vec", ...layout } : void 0;
}
var isReadAsText = (role) => role === "log" || role === "config" || role === "metrics";
function isBinary(rows, { words: words2, numbers, headerBytes }, sizeBytes) {
  const least = (words2 ?? 0) * (4 * numbers + 2);
  const most = (words2 ?? 0) * (4 * numbers + 2 + MOST_WORD_BYTES);
  const room = sizeBytes - headerBytes;
  if (room > most || room < Math.min(least / 4, 4 * numbers)) return false;
  const word = rows.indexOf(" ");
  if (word < 1 || word > MOST_WORD_BYTES || /[\0-\x08\x0e-\x1f]/.test(rows.slice(0, word))) return false;
  return /[\0-\x08\x0e-\x1f\x80-\xff]/.test(rows.slice(word + 1, word + 1 + 4 * numbers));
}
function headless(text2, isWhole) {
  const lines = linesOf(text2, isWhole);
  const numbers = numbersOf(lines[0] ?? "");
  if (numbers === void 0 || numbers < LEAST_NUMBERS || lines.length < 2) return void 0;
  const areAlike = lines.filter((line2) => numbersOf(line2, numbers) === numbers).length >= 0.9 * lines.length;
  const isTable = lines.every((line2) => NUMBER3.test(line2.split(" ", 1)[0] ?? ""));
  return areAlike && !isTable ? { kind: "glove", words: void 0, numbers, headerBytes: 0 } : void 0;
}
function linesOf(text2, isWhole) {
  const lines = text2.split("\n");
  const last = lines.pop();
  return isWhole && last !== void 0 && last !== "" ? [...lines, last] : lines;
}
function numbersOf(line2, wanted) {
  const [, ...cells] = line2.trimEnd().split(" ");
  const numbers = wanted === void 0 ? cells : cells.slice(-wanted);
  return numbers.length > 0 && numbers.every((cell) => NUMBER3.test(cell)) ? numbers.length : void 0;
}

// src/verify/codec/flat-buffer.ts
var LONGEST_TEXT = 256;
var MOST_ITEMS = 1e6;
var FlatTable = class _FlatTable {
  #view;
  #at;
  #offset;
  #slots;
  #vtable;
  /** @param offset where the buffer lies in the file, for messages */
  constructor(view, at2, offset) {
    this.#view = view;
    this.#at = at2;
    this.#offset = offset;
    this.#vtable = at2 - view.getInt32(this.#inside(at2, 4), true);
    const bytes3 = view.getUint16(this.#inside(this.#vtable, 4), true);
    this.#inside(this.#vtable, bytes3);
    this.#slots = Math.floor((bytes3 - 4) / 2);
  }
  static root(bytes3, offset) {
    const view = new DataView(bytes3.buffer, bytes3.byteOffset, bytes3.byteLength);
    if (bytes3.length < 8) throw malformed(offset);
    return new _FlatTable(view, view.getUint32(0, true), offset);
  }
  has(field) {
    return this.#field(field, 1) !== void 0;
  }
  u8(field, otherwise = 0) {
    const at2 = this.#field(field, 1);
    return at2 === void 0 ? otherwise : this.#view.getUint8(at2);
  }
  i16(field, otherwise = 0) {
    const at2 = this.#field(field, 2);
    return at2 === void 0 ? otherwise : this.#view.getInt16(at2, true);
  }
  i32(field, otherwise = 0) {
    const at2 = this.#field(field, 4);
    return at2 === void 0 ? otherwise : this.#view.getInt32(at2, true);
  }
  i64(field) {
    const at2 = this.#field(field, 8);
    return at2 === void 0 ? 0 : this.#exact(at2);
  }
  /** Only as much as is worth showing: one text may be shared by a hundred thousand tables. */
  text(field) {
    const at2 = this.#target(field);
    if (at2 === void 0) return "";
    const length = this.#view.getUint32(this.#inside(at2, 4), true);
    const from = this.#view.byteOffset + this.#inside(at2 + 4, length);
    return Buffer.from(this.#view.buffer, from, Math.min(length, LONGEST_TEXT)).toString("utf8");
  }
  /** All of a text or a list of bytes, in its place. */
  bytes(field) {
    const at2 = this.#target(field);
    if (at2 === void 0) return new Uint8Array();
    const length = this.#view.getUint32(this.#inside(at2, 4), true);
    return new Uint8Array(this.#view.buffer, this.#view.byteOffset + this.#inside(at2 + 4, length), length);
  }
  table(field) {
    const at2 = this.#target(field);
    return at2 === void 0 ? void 0 : new _FlatTable(this.#view, at2, this.#offset);
  }
  tables(field) {
    const { from, count } = this.#vector(field, 4);
    return Array.from({ length: count }, (_none, i) => {
      const slot = from + 4 * i;
      return new _FlatTable(this.#view, slot + this.#view.getUint32(slot, true), this.#offset);
    });
  }
  /** A list of structures of whole 64-bit numbers, `width` of them each; 32-bit ones are padded to it. */
  rows(field, width) {
    const { from, count } = this.#vector(field, 8 * width);
    return Array.from(
      { length: count },
      (_none, row) => Array.from({ length: width }, (_empty, i) => this.#exact(from + 8 * (width * row + i)))
    );
  }
  i32s(field) {
    const { from, count } = this.#vector(field, 4);
    return Array.from({ length: count }, (_none, i) => this.#view.getInt32(from + 4 * i, true));
  }
  /** Block: offset (i64), metadata length (i32, padded), body length (i64). */
  blocks(field) {
    const { from, count } = this.#vector(field, 24);
    return Array.from({ length: count }, (_none, row) => {
      const at2 = from + 24 * row;
      return [this.#exact(at2), this.#view.getInt32(at2 + 8, true), this.#exact(at2 + 16)];
    });
  }
  #vector(field, itemBytes) {
    const at2 = this.#target(field);
    if (at2 === void 0) return { from: 0, count: 0 };
    const count = this.#view.getUint32(this.#inside(at2, 4), true);
    if (count > MOST_ITEMS) throw overBudget("flatbufferItems", MOST_ITEMS, count, this.#offset);
    return { from: this.#inside(at2 + 4, count * itemBytes), count };
  }
  #field(field, bytes3) {
    if (field >= this.#slots) return void 0;
    const relative = this.#view.getUint16(this.#vtable + 4 + 2 * field, true);
    return relative === 0 ? void 0 : this.#inside(this.#at + relative, bytes3);
  }
  #target(field) {
    const at2 = this.#field(field, 4);
    return at2 === void 0 ? void 0 : at2 + this.#view.getUint32(at2, true);
  }
  /** NaN where a double would not be exact: no size or count of a file can be so large. */
  #exact(at2) {
    const value = Number(this.#view.getBigInt64(at2, true));
    return Number.isSafeInteger(value) ? value : Number.NaN;
  }
  #inside(at2, bytes3) {
    if (at2 >= 0 && at2 + bytes3 <= this.#view.byteLength) return at2;
    throw malformed(this.#offset);
  }
};
var malformed = (offset) => new Broken("L2", "flatbuffer-malformed", "a FlatBuffer points outside itself", { offset });

// src/verify/columnar/format-arrow.ts
var MAGIC6 = new TextEncoder().encode("ARROW1");
var SCHEMA = 1;
var arrowFile = {
  name: "arrow-file",
  proves: "both magics; every message and the footer as whole FlatBuffers: lengths, alignment, arrays and buffers as the schema needs them, inside the body; the footer lists exactly the messages; buffers unpack to their length, places ascend inside their content, views, lists and unions point inside theirs, runs ascend to the last row, texts are UTF-8, nulls are counted, indices have values, maps have keys. Not the numbers",
  checksum: "none",
  recognises: ({ head }) => startsWith(head, MAGIC6),
  async open(subject) {
    const { openArrowFile } = await import("./verifier.verify-columnar-arrow-walk.mjs");
    return openArrowFile(subject);
  }
};
var arrowStream = {
  name: "arrow-stream",
  proves: "every message as a whole FlatBuffer: lengths, alignment, arrays and buffers as the schema needs them, inside the body; without an end mark degraded; what buffers hold as of a file",
  checksum: "none",
  recognises: ({ head }) => beginsWithSchema(head),
  async open(subject) {
    const { openArrowStream } = await import("./verifier.verify-columnar-arrow-walk.mjs");
    return openArrowStream(subject);
  }
};
function beginsWithSchema(head) {
  if (head.length < 16) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const from = view.getUint32(0, true) === 4294967295 ? 8 : 4;
  const length = view.getUint32(from - 4, true);
  if (length < 16 || (length + from) % 8 !== 0 || length > 2 ** 30) return false;
  try {
    const message = FlatTable.root(head.subarray(from, from + length), from);
    return message.i16(0) <= 4 && message.u8(1) === SCHEMA && message.table(2) !== void 0;
  } catch {
    return false;
  }
}

// src/verify/columnar/format-parquet.ts
var PLAIN = new TextEncoder().encode("PAR1");
var ENCRYPTED = new TextEncoder().encode("PARE");
var parquet = {
  name: "parquet",
  proves: "footer; schema, its annotations fit its types, and the one that Arrow keeps beside it; row counts; every column chunk page by page to its exact end; page checksums where present; each page unpacked, its levels and values walked by their encoding, indices inside their dictionary, texts UTF-8, lists laid out alike in the columns below them; indexes and bloom filters; no byte unaccounted for. Not what numbers mean, nor statistics; pages above 32 MiB, and those beyond 512 MiB and half the size of the file, are walked and not read; encrypted columns or footers are inconclusive",
  checksum: "CRC-32 of pages, optional; none of the footer",
  recognises: ({ head }) => startsWith(head, PLAIN) || startsWith(head, ENCRYPTED),
  async open(subject) {
    const { openParquet } = await import("./verifier.verify-columnar-parquet-walk.mjs");
    return openParquet(subject);
  }
};

// src/verify/gguf/format.ts
var MAGIC7 = [71, 71, 85, 70];
var gguf = {
  name: "gguf",
  proves: "versions 2 and 3 in either byte order; every key and its type, no duplicates; every tensor entry; offsets without hole, overlap or tail, zero padding; values, of packed blocks their scales; a chat template is named by its digest and never rendered",
  checksum: "none",
  recognises: ({ head }) => MAGIC7.every((byte, i) => head[i] === byte),
  async open(subject) {
    const { openGguf } = await import("./verifier.verify-gguf-walk.mjs");
    return openGguf(subject);
  }
};

// src/verify/hdf5/format-hdf5.ts
var hdf5 = {
  name: "hdf5",
  proves: "end of file, every object header, group, heap and chunk index, also the keys of older B-trees; fill values fit their place; metadata checksums; no two structures on the same bytes; size = shape x type; link counts; values, after zlib, LZF, nbit, scaleoffset, Blosc, bitshuffle, bzip2, LZ4 or Zstandard too. Not, of Keras's older files, which sizes its layers are given, or which words where no Keras 3 up to 3.15 wrote them",
  checksum: "lookup3 of newer metadata; Fletcher-32, zlib or bzip2 of chunks that have such a filter",
  recognises({ head }) {
    if (findHdf5Signature(head) !== void 0) return true;
    return head.length > 8 && head[0] === 137 && Buffer.from(head.subarray(1, 4)).toString("latin1") === "HDF";
  },
  async open(subject) {
    const { openTree } = await import("./verifier.verify-hdf5-hdf5-walk.mjs");
    return openTree(subject);
  }
};

// src/verify/jax/msgpack-stream.ts
var MOST_DEPTH = 100;
var MOST_KEY_BYTES = 65536;
var TEXT_KEPT = 200;
var MsgpackStream = class {
  #events;
  #limits;
  #stack = [];
  #keys = 0;
  /** Maps and arrays so far. */
  #opened = 0;
  /** Bytes read: the offset of the next one. */
  #at = 0;
  constructor(events, limits) {
    this.#events = events;
    this.#limits = limits;
  }
  /**
   * The values of a file, one after the other, as a Packer leaves them and `msgpack.Unpacker` reads them. Behind the first only maps
   * and arrays: nearly every byte would begin some value, so numbers there are more likely to be rubbish.
   */
  *readAll(another) {
    yield* this.#read();
    while (this.#at < this.#limits.sizeBytes) {
      const [at2, opened] = [this.#at, this.#opened];
      another(at2);
      yield* this.#read();
      if (this.#opened === opened) throw trailing(at2);
    }
  }
  *#read() {
    do {
      const path = yield* this.#nextPath();
      yield* this.#value(path);
      this.#closeFinished();
    } while (this.#stack.length > 0);
  }
  *#nextPath() {
    const frame = this.#stack.at(-1);
    if (frame === void 0) return "";
    frame.left -= 1;
    const name = frame.kind === "array" ? String(frame.index++) : yield* this.#key(frame);
    return frame.path === "" ? name : `${frame.path}/${name}`;
  }
  *#key(frame) {
    const at2 = this.#at;
    const head = yield* this.#head();
    if (head.kind !== "text") this.#events.oddKey?.(at2);
    if (head.kind === "scalar") return this.#only(frame, String(head.value), at2);
    if (head.kind !== "text" && head.kind !== "binary")
      throw new Unsettled("L2", "key-not-text", "a map has a key that is no text", { offset: at2 });
    if (head.bytes > MOST_KEY_BYTES) throw overBudget("key bytes", MOST_KEY_BYTES, head.bytes, at2);
    const key = utf8(yield* this.#take(head.bytes));
    if (key === void 0) throw broken("not-utf8", "a key is not UTF-8 text", at2);
    return this.#only(frame, key, at2);
  }
  #only(frame, key, at2) {
    this.#keys += 1;
    if (this.#keys > this.#limits.keys) throw overBudget("objects", this.#limits.keys, this.#keys, at2);
    frame.seen ??= /* @__PURE__ */ new Set();
    if (frame.seen.has(key)) throw broken("duplicate-key", `${quoted(key)} stands there twice`, at2);
    frame.seen.add(key);
    return key;
  }
  *#value(path) {
    const at2 = this.#at;
    const head = yield* this.#head();
    switch (head.kind) {
      case "scalar":
        this.#events.scalar(head.value, path, at2);
        return;
      case "map":
      case "array":
        this.#open(head.kind, head.size, path, at2);
        return;
      case "text":
        yield* this.#text(head.bytes, path, at2);
        return;
      case "binary":
        yield* this.#binary(head.bytes, path);
        return;
      case "ext": {
        this.#mustFit(head.bytes, at2);
        const end = this.#at + head.bytes;
        yield* this.#events.ext(head.code, head.bytes, path, this.#at);
        this.#at = end;
      }
    }
  }
  #open(kind, size, path, at2) {
    this.#mustFit(size * (kind === "map" ? 2 : 1), at2);
    if (this.#stack.length >= this.#limits.depth)
      throw overBudget("msgpack depth", this.#limits.depth, this.#stack.length + 1, at2);
    this.#opened += 1;
    this.#events.opened(kind, path);
    this.#stack.push({ kind, path, left: size, index: 0, seen: void 0 });
  }
  #closeFinished() {
    for (let top = this.#stack.at(-1); top !== void 0 && top.left === 0; top = this.#stack.at(-1)) {
      this.#stack.pop();
      this.#events.closed(top.path);
    }
  }
  /** A long text is not held; it must be UTF-8 all the same. */
  *#text(bytes3, path, at2) {
    this.#mustFit(bytes3, at2);
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    let shown2 = "";
    const decode = (piece, more) => {
      try {
        const text2 = decoder.decode(piece, { stream: more });
        if (shown2.length < TEXT_KEPT) shown2 = (shown2 + text2).slice(0, TEXT_KEPT);
      } catch {
        throw broken("not-utf8", "a text is not UTF-8", at2);
      }
    };
    yield { bytes: bytes3, sink: (piece) => decode(piece, true) };
    decode(new Uint8Array(0), false);
    this.#at += bytes3;
    this.#events.scalar(shown2, path, at2);
  }
  *#binary(bytes3, path) {
    this.#mustFit(bytes3, this.#at);
    const watch = this.#events.binary?.(bytes3, path, this.#at);
    yield { bytes: bytes3, sink: (piece) => watch?.feed(piece) };
    watch?.end();
    this.#at += bytes3;
  }
  *#head() {
    const at2 = this.#at;
    const [first = 0] = yield* this.#take(1);
    if (first < 128) return { kind: "scalar", value: first };
    if (first < 144) return { kind: "map", size: first & 15 };
    if (first < 160) return { kind: "array", size: first & 15 };
    if (first < 192) return { kind: "text", bytes: first & 31 };
    if (first >= 224) return { kind: "scalar", value: first - 256 };
    if (first === 192) return { kind: "scalar", value: null };
    if (first === 193) throw broken("msgpack-type", "a byte that begins no msgpack value", at2);
    if (first <= 195) return { kind: "scalar", value: first === 195 };
    if (first <= 198) return { kind: "binary", bytes: yield* this.#count(1 << first - 196) };
    if (first <= 201) return yield* this.#extHead(yield* this.#count(1 << first - 199));
    if (first <= 211) return { kind: "scalar", value: yield* this.#number(first) };
    if (first <= 216) return yield* this.#extHead(1 << first - 212);
    if (first <= 219) return { kind: "text", bytes: yield* this.#count(1 << first - 217) };
    const size = yield* this.#count(first % 2 === 0 ? 2 : 4);
    return { kind: first <= 221 ? "array" : "map", size };
  }
  *#extHead(bytes3) {
    const [code = 0] = yield* this.#take(1);
    return { kind: "ext", bytes: bytes3, code: code > 127 ? code - 256 : code };
  }
  /** Counts and numbers are big-endian. */
  *#count(width) {
    return (yield* this.#take(width)).reduce((value, byte) => value * 256 + byte, 0);
  }
  *#number(type) {
    const width = type === 202 ? 4 : type === 203 ? 8 : 1 << (type - 204 & 3);
    const bytes3 = yield* this.#take(width);
    const view = new DataView(bytes3.buffer, bytes3.byteOffset, width);
    if (type === 202) return view.getFloat32(0);
    if (type === 203) return view.getFloat64(0);
    const signed = type >= 208;
    if (width === 8) return Number(signed ? view.getBigInt64(0) : view.getBigUint64(0));
    if (width === 4) return signed ? view.getInt32(0) : view.getUint32(0);
    if (width === 2) return signed ? view.getInt16(0) : view.getUint16(0);
    return signed ? view.getInt8(0) : view.getUint8(0);
  }
  /** The bytes are only valid until the next ones are asked for. */
  *#take(bytes3) {
    this.#mustFit(bytes3, this.#at);
    this.#at += bytes3;
    return bytes3 === 0 ? new Uint8Array(0) : yield bytes3;
  }
  #mustFit(bytes3, at2) {
    const left = this.#limits.sizeBytes - this.#at;
    if (bytes3 <= left) return;
    throw new Broken("L1", "cut-short", "a value is longer than the file", {
      offset: at2,
      expected: `at most ${left} bytes`,
      found: `${bytes3} bytes`
    });
  }
};
var trailing = (offset) => new Broken("L1", "trailing-bytes", "bytes follow the end of the content", { offset });
var broken = (code, what, offset) => new Broken("L2", code, what, { offset });

// src/verify/jax/format-flax.ts
var flax = {
  name: "flax-msgpack",
  proves: "one msgpack value covers the file, or maps and lists in a row do; no key twice; every array and every piece of a chunked one, and every tensor of a record of burn, has the bytes of its shape and type; values",
  checksum: "none",
  recognises: ({ head, sizeBytes, role }) => beginsMapOfTexts(head) || beginsArray(head) || isCollection(head, sizeBytes, role),
  async open(subject) {
    const { openFlax } = await import("./verifier.verify-jax-flax-walk.mjs");
    return openFlax(subject);
  }
};
function beginsMapOfTexts(head) {
  const [first = 0] = head;
  const keyAt = first >= 129 && first <= 143 ? 1 : first === 222 ? 3 : first === 223 ? 5 : -1;
  const word = keyAt < 0 ? 0 : head[keyAt] ?? 0;
  const isShort = word > 160 && word < 192;
  if (!isShort && word !== 217) return false;
  const textAt = keyAt + (isShort ? 1 : 2);
  const length = isShort ? word & 31 : head[keyAt + 1] ?? 0;
  const key = head.subarray(textAt, textAt + length);
  if (key.length === 0) return false;
  const text2 = utf8(key);
  return text2 !== void 0 && !/[\u0000-\u001f\u007f]/.test(text2);
}
var LEAST_LIST_BYTES = 16;
function beginsArray(head) {
  const [first = 0] = head;
  if (first < 199 || first > 201) return false;
  const typeAt = 1 + (1 << first - 199);
  return head[typeAt] === 1 && head[typeAt + 1] === 147;
}
function isCollection(head, sizeBytes, role) {
  const [first = 0] = head;
  const isMap = first >= 128 && first <= 143 || first === 222 || first === 223;
  const isList = first >= 144 && first <= 159 || first === 220 || first === 221;
  if (role === "log" || !(isMap || isList && sizeBytes >= LEAST_LIST_BYTES)) return false;
  const events = { opened() {
  }, closed() {
  }, scalar() {
  }, *ext() {
  } };
  const limits = { depth: MOST_DEPTH, keys: head.length, sizeBytes };
  const parser = new PushParser(new MsgpackStream(events, limits).readAll(() => {
  }));
  try {
    parser.feed(head, 0);
    if (head.length === sizeBytes) parser.end(sizeBytes);
    return true;
  } catch {
    return false;
  }
}

// src/verify/media/format-jpeg.ts
var MAGIC8 = Uint8Array.of(255, 216, 255);
var jpeg = {
  name: "jpeg",
  proves: "segments that tile the file: a frame of some size, its scans with their restart marks in order, the end mark last; what follows that is another picture or degraded; pixels are not decoded",
  checksum: "none",
  recognises: ({ head }) => startsWith(head, MAGIC8),
  async open(subject) {
    const { openJpeg } = await import("./verifier.verify-media-jpeg-markers.mjs");
    return openJpeg(subject);
  }
};

// src/verify/media/format-png.ts
var MAGIC9 = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
var png = {
  name: "png",
  proves: "chunks that tile the file, each by its CRC-32: IHDR first, pixels there, IEND last and nothing after it",
  checksum: "CRC-32 of each chunk",
  recognises: ({ head }) => startsWith(head, MAGIC9),
  async open(subject) {
    const { openPng } = await import("./verifier.verify-media-png-chunks.mjs");
    return openPng(subject);
  }
};

// src/verify/tensor/npy-magic.ts
var NPY_MAGIC = Uint8Array.of(147, 78, 85, 77, 80, 89);

// src/verify/numpy/line-before-arrays.ts
var [BRACE, NEWLINE2] = [123, 10];
function lineBeforeArrays(head) {
  if (head[0] !== BRACE) return 0;
  const bytes3 = head.indexOf(NEWLINE2) + 1;
  return bytes3 > 0 && startsWith(head, NPY_MAGIC, bytes3) ? bytes3 : 0;
}

// src/verify/numpy/format-npy.ts
var npy = {
  name: "npy",
  proves: "header 1.0 to 3.0 by a literal grammar; type x shape = bytes, nothing behind (in a `.eqx` of Equinox, or behind a line of JSON: one array after the other); fields of structures; objects as a pickle walked opcode by opcode; values",
  checksum: "none",
  recognises: ({ head }) => startsWith(head, NPY_MAGIC) || lineBeforeArrays(head) > 0,
  async open(subject) {
    const { openNpy } = await import("./verifier.verify-numpy-npy-walk.mjs");
    return openNpy(subject);
  }
};

// src/verify/onnx/format.ts
var GRAPH_FIELD = 7;
var GRAPH_TAGS = [10, 18, 42, 82, 90, 98];
var MODEL_FIELDS = {
  1: 0,
  2: 2,
  3: 2,
  4: 2,
  5: 0,
  6: 2,
  7: 2,
  8: 2,
  14: 2,
  20: 2,
  25: 2,
  26: 2
};
var onnx = {
  name: "onnx",
  proves: "every message by its schema; IR version, graph and operator sets present; each tensor has one carrier of the size of its shape and type, in sub-graphs and functions too; what a node uses is made, and made once; operators of ONNX\u2019s own domains up to onnx 1.23: that they are there in that version of the set, with their inputs, outputs and attributes (what only ONNX\u2019s checker refuses is degraded); values. Not the operators of other domains, nor which types fit together",
  checksum: "none",
  recognises(probe) {
    const fields = topFields(probe.head, probe.sizeBytes);
    const first = fields[0];
    if (first === void 0 || first.field !== 1 || first.wire !== 0) return false;
    for (const { field, wire, at: at2, length } of fields) {
      if (MODEL_FIELDS[field] !== wire) return false;
      if (field === GRAPH_FIELD) return length > 0 && GRAPH_TAGS.includes(probe.head[at2] ?? 0);
    }
    return false;
  },
  async open(subject) {
    const { openOnnx } = await import("./verifier.verify-onnx-open-model.mjs");
    return openOnnx(subject);
  }
};

// src/verify/pickle/joblib-head.ts
import { constants as constants2, inflateRawSync } from "node:zlib";
var TASTED_BYTES = 1024;
var GZIP = Uint8Array.of(31, 139);
var OLD = /^ZF(0x[0-9a-f]{1,16})L? +(?=[^ ])/;
var OLD_HEADER_BYTES = [21, 22];
function oldHeader(head) {
  const [header = "", length = ""] = OLD.exec(Buffer.from(head.subarray(0, 40)).toString("latin1")) ?? [];
  const isHeader = OLD_HEADER_BYTES.includes(header.length) && isZlib2(head.subarray(header.length));
  return isHeader ? { bytes: header.length, unpackedBytes: Number(length) } : void 0;
}
var isZlib2 = ([first = 0, second = 0]) => (first & 15) === 8 && first >> 4 <= 7 && (second & 32) === 0 && (first << 8 | second) % 31 === 0;
function wrappingOf(head) {
  const wrapping2 = startsWith(head, GZIP) ? "gzip" : isZlib2(head) ? "zlib" : void 0;
  return wrapping2 !== void 0 && holdsPickle(wrapping2, head) ? wrapping2 : void 0;
}
function holdsPickle(wrapping2, head) {
  const from = wrapping2 === "gzip" ? gzipHeaderBytes(head) : 2;
  try {
    const start = inflateRawSync(head.subarray(from, from + TASTED_BYTES), {
      finishFlush: constants2.Z_SYNC_FLUSH
    });
    return unpacksToPickle(new Uint8Array(start));
  } catch {
    return false;
  }
}
function gzipHeaderBytes(head) {
  const flags = head[3] ?? 0;
  let at2 = 10;
  if ((flags & 4) !== 0) at2 += 2 + (head[at2] ?? 0) + 256 * (head[at2 + 1] ?? 0);
  for (const bit of [8, 16]) if ((flags & bit) !== 0) at2 = Math.max(head.indexOf(0, at2), at2) + 1;
  return (flags & 2) !== 0 ? at2 + 2 : at2;
}

// src/verify/pickle/format-joblib.ts
var joblib = {
  name: "joblib",
  proves: "the zlib or gzip stream to its trailer, nothing behind it, before 0.10 also its length; what is inside as of pickle",
  checksum: "Adler-32 (zlib) or CRC-32 (gzip) of the whole",
  recognises: ({ head }) => oldHeader(head) !== void 0 || wrappingOf(head) !== void 0,
  async open(subject) {
    const { openJoblib } = await import("./verifier.verify-pickle-joblib-stream.mjs");
    return openJoblib(subject);
  }
};

// src/verify/safetensors/header-length.ts
var headerLength = (head) => new DataView(head.buffer, head.byteOffset, head.length).getBigUint64(0, true);

// src/verify/safetensors/format.ts
var isText = (byte) => byte >= 32 && byte < 127 || byte >= 9 && byte <= 13;
var safetensors = {
  name: "safetensors",
  proves: "header length and JSON without duplicate keys; dtype x shape = bytes; tensors cover the data without hole, overlap or tail; values",
  checksum: "none",
  recognises({ head, sizeBytes }) {
    if (head.length < 10 || head[8] !== 123 || head.subarray(0, 8).every(isText)) return false;
    const claimed = headerLength(head);
    return claimed <= BigInt(sizeBytes) || head[9] === 34;
  },
  async open(subject) {
    const { openSafetensors } = await import("./verifier.verify-safetensors-walk.mjs");
    return await openSafetensors(subject);
  }
};

// src/verify/tensorflow/graph-kind.ts
function graphKindOf({
  head,
  sizeBytes
}) {
  const fields = topFields(head, sizeBytes);
  const [first, second] = fields;
  if (first === void 0) return void 0;
  const isSaved = first.field === 1 && first.wire === 0 && head[1] === 1 && second?.field === 2 && second.wire === 2 && holdsMetaGraph(head, second);
  if (isSaved) return "saved-model";
  return first.field === 1 && first.wire === 2 && holdsNode(head, first) ? "graph" : void 0;
}
var holdsMetaGraph = (head, { at: at2 }) => head[at2] === 10 || head[at2] === 18;
function holdsNode(head, { at: at2, length }) {
  const node = topFields(head.subarray(at2, Math.min(head.length, at2 + length)), length);
  const [name, op] = node;
  if (name?.field !== 1 || name.wire !== 2 || op?.field !== 2 || op.wire !== 2) return false;
  const text2 = (field) => Buffer.from(head.subarray(at2 + field.at, at2 + field.at + field.length)).toString("latin1");
  return /^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$/.test(text2(name)) && /^[A-Z_][A-Za-z0-9_>]*$/.test(text2(op));
}

// src/verify/tensorflow/format-graph.ts
var tfGraph = {
  name: "tf-graph",
  proves: "messages hold together, graphs are there; operations that touch files or foreign code are listed (degraded); the weights only with the folder (SavedModel) or not at all (frozen graph)",
  checksum: "none",
  recognises: (probe) => graphKindOf(probe) !== void 0,
  async open(subject) {
    const { openGraphAlone } = await import("./verifier.verify-tensorflow-open-graph.mjs");
    return openGraphAlone(subject);
  }
};

// src/verify/tensorflow/event-mark.ts
var VERSION_MARK = Buffer.from("brain.Event:");
var VERSION_BEFORE = 64;
function marksEvents(head) {
  const at2 = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, VERSION_BEFORE)).indexOf(
    VERSION_MARK
  );
  return at2 > 12 && topFields(head.subarray(12, at2), at2).some(({ field, wire }) => field === 1 && wire === 1);
}

// src/verify/codec/crc32c.ts
var crc32c = slicingBy8(2197175160);
var MASK_DELTA = 2726488792;
var masked = (crc) => (crc >>> 15 | crc << 17) + MASK_DELTA >>> 0;

// src/verify/tensorflow/tfrecord.ts
var HEADER_BYTES2 = 12;
var TRAILER_BYTES = 4;
var TfRecords = class {
  #taker;
  #frame = new Uint8Array(HEADER_BYTES2);
  #frameBytes = 0;
  #part = "header";
  #left = 0;
  #crc = 0;
  #sink;
  #recordAt = 0;
  #records = 0;
  #middle;
  /** CRC over the frames of the present half of the file, and of the half before it. */
  #half = 0;
  #halfBefore;
  #alike = true;
  #firstCrc = 0;
  constructor(taker, sizeBytes) {
    this.#taker = taker;
    this.#middle = sizeBytes / 2;
  }
  /** The second half of the file holds the records of the first once more, and not all records are the same anyway. */
  get repeatsItself() {
    return this.#halfBefore === this.#half && !this.#alike;
  }
  /** Whole records so far. */
  get records() {
    return this.#records;
  }
  feed(piece, offset) {
    let i = 0;
    while (i < piece.length) {
      if (this.#part === "data") i += this.#takeData(piece, i, offset);
      else i += this.#takeFrame(piece, i, offset);
    }
  }
  /** @returns where the record begins that the end of the file cuts, if one is */
  end() {
    return this.#part === "header" && this.#frameBytes === 0 ? void 0 : { cutAt: this.#recordAt };
  }
  #takeFrame(piece, from, offset) {
    if (this.#part === "header" && this.#frameBytes === 0) this.#recordAt = offset + from;
    const wanted = this.#part === "header" ? HEADER_BYTES2 : TRAILER_BYTES;
    const count = Math.min(wanted - this.#frameBytes, piece.length - from);
    this.#frame.set(piece.subarray(from, from + count), this.#frameBytes);
    this.#frameBytes += count;
    if (this.#frameBytes < wanted) return count;
    this.#frameBytes = 0;
    if (this.#part === "header") this.#begin(offset + from + count);
    else this.#endRecord(offset + from + count);
    return count;
  }
  #begin(dataAt) {
    const view = new DataView(this.#frame.buffer);
    const stored = view.getUint32(8, true);
    const found = masked(crc32c(this.#frame.subarray(0, 8), 0));
    if (stored !== found) throw this.#mismatch("the length", { stored, found });
    const length = view.getBigUint64(0, true);
    if (length > BigInt(Number.MAX_SAFE_INTEGER)) {
      throw new Broken("L1", "record-length", "has a record that is longer than any file", {
        offset: this.#recordAt,
        found: `${length} bytes`
      });
    }
    this.#left = Number(length);
    this.#crc = 0;
    this.#sink = this.#taker.begin(this.#left, dataAt, this.#records);
    this.#part = this.#left === 0 ? "trailer" : "data";
  }
  #takeData(piece, from, offset) {
    const count = Math.min(this.#left, piece.length - from);
    const bytes3 = piece.subarray(from, from + count);
    this.#crc = crc32c(bytes3, this.#crc);
    this.#sink?.bytes(bytes3, offset + from);
    this.#left -= count;
    if (this.#left === 0) this.#part = "trailer";
    return count;
  }
  #endRecord(end) {
    const trailer = this.#frame.subarray(0, TRAILER_BYTES);
    const stored = new DataView(this.#frame.buffer).getUint32(0, true);
    const found = masked(this.#crc);
    if (stored !== found) throw this.#mismatch("the data", { stored, found });
    this.#taker.end(this.#records);
    this.#half = crc32c(trailer, this.#half);
    this.#alike &&= this.#records === 0 || this.#firstCrc === stored;
    if (this.#records === 0) this.#firstCrc = stored;
    if (end === this.#middle) {
      this.#halfBefore = this.#half;
      this.#half = 0;
    }
    this.#records += 1;
    this.#part = "header";
    this.#sink = void 0;
  }
  #mismatch(what, sums) {
    const record = `record ${this.#records}: ${what} does not have the CRC it carries`;
    return sumDiffers(record, this.#recordAt, sums);
  }
};
function beginsWithRecord(head) {
  if (head.length < HEADER_BYTES2) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  return view.getUint32(8, true) === masked(crc32c(head.subarray(0, 8), 0));
}

// src/verify/tensorflow/format-tfrecord.ts
var tfrecord = {
  name: "tfrecord",
  proves: "CRC of every length and every record, the last ends with the file; event files also: version first, finite scalars, steps go on within each tag, a cut last record is degraded",
  checksum: "CRC-32C of every record",
  recognises: ({ head }) => beginsWithRecord(head) || marksEvents(head),
  async open(subject) {
    const { openTfrecord } = await import("./verifier.verify-tensorflow-tfrecord-walk.mjs");
    return openTfrecord(subject);
  }
};

// src/verify/text/csv-rows.ts
var SEPARATORS = [",", "	", ";"];
var QUOTE2 = '"';
var MOST_CELLS = 1e6;
var MOST_PARTS = 1e6;
var CsvRows = class {
  #separator;
  #rowBytes;
  #onRow;
  #isQuoted;
  #lineEnd;
  #utf8 = new TextDecoder("utf-8", { fatal: true });
  #encoding;
  #cells = [];
  /** Of the cell: what earlier pieces held, and the stretch of this one that is being taken. Character by character it took 36 times its length. */
  #parts = [];
  #text = "";
  #from = 0;
  #to = 0;
  #cellOffset = 0;
  #state = "start";
  /** Nothing but comments so far: a licence quotes as it likes. */
  #isBeforeTable = true;
  #isInComment = false;
  #row = 1;
  #rowOffset = 0;
  #size = 0;
  /** The last byte seen ended a row. */
  endsWithNewline = false;
  constructor(separator, rowBytes, onRow, { isQuoted = true, lineEnd: lineEnd2 = "\n", encoding } = {}) {
    this.#separator = separator;
    this.#rowBytes = rowBytes;
    this.#onRow = onRow;
    this.#isQuoted = isQuoted;
    this.#lineEnd = lineEnd2;
    this.#encoding = encoding;
  }
  feed(piece, offset) {
    const text2 = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("latin1");
    if (this.#encoding === void 0) this.#mustBeUtf8(piece, offset);
    else this.#encoding.feed(piece, text2, offset);
    this.#text = text2;
    this.#from = 0;
    this.#to = 0;
    for (let i = 0; i < text2.length; i += 1) this.#take(text2[i], offset + i, i);
    this.#keepStretch();
    this.#text = "";
    this.#size = offset + piece.length;
    this.#mustFit(this.#size);
  }
  end() {
    if (this.#state === "quoted") throw this.#broken("csv-cut", "ends inside a quoted cell", this.#size);
    this.endsWithNewline = this.#state === "start" && this.#cells.length === 0;
    if (!this.endsWithNewline) this.#endRow(this.#size);
  }
  #mustBeUtf8(piece, offset) {
    try {
      this.#utf8.decode(piece, { stream: true });
    } catch {
      throw new Broken("L1", "not-utf8", "is not UTF-8", { offset });
    }
  }
  #take(char, offset, at2) {
    if (this.#isBeforeTable && offset === this.#rowOffset) {
      this.#isInComment = char === "#";
      this.#isBeforeTable = this.#isInComment;
    }
    if (this.#state === "quoted") {
      if (char === QUOTE2) this.#state = "closed";
      else this.#add(at2);
    } else if (char === this.#separator) this.#endCell(offset);
    else if (char === this.#lineEnd) this.#endRow(offset + 1);
    else if (char === QUOTE2 && this.#isQuoted && !this.#isInComment) this.#quote(offset, at2);
    else if (this.#state === "closed" && char !== "\r") {
      throw this.#broken("csv-quoting", "has text after a closing quote", offset);
    } else if (char < " " && char !== "\r" && char !== "	") {
      throw this.#broken("csv-control", "has a control character", offset);
    } else {
      if (this.#state === "start") this.#state = "plain";
      if (this.#state === "plain") this.#add(at2);
    }
  }
  #quote(offset, at2) {
    if (this.#state === "plain")
      throw this.#broken("csv-quoting", "has a quote inside an unquoted cell", offset);
    if (this.#state === "closed") this.#add(at2);
    this.#state = "quoted";
  }
  /** The character at `at` belongs to the cell. */
  #add(at2) {
    if (at2 !== this.#to) {
      this.#keepStretch();
      this.#from = at2;
    }
    this.#to = at2 + 1;
  }
  #keepStretch() {
    if (this.#to > this.#from) this.#parts.push(this.#text.slice(this.#from, this.#to));
    this.#from = this.#to;
    if (this.#parts.length >= MOST_PARTS) this.#parts = [this.#parts.join("")];
  }
  #takeCell() {
    this.#keepStretch();
    const { length } = this.#parts;
    const raw = length === 1 ? this.#parts[0] : this.#parts.join("");
    if (length > 0) this.#parts = [];
    return raw;
  }
  #endCell(offset) {
    if (this.#cells.length >= MOST_CELLS)
      throw overBudget("objects", MOST_CELLS, this.#cells.length + 1, this.#rowOffset);
    this.#cells.push({ raw: this.#takeCell(), offset: this.#cellOffset });
    this.#cellOffset = offset + 1;
    this.#state = "start";
  }
  #endRow(nextOffset) {
    this.#mustFit(nextOffset);
    this.#endCell(nextOffset - 1);
    const cells = this.#cells;
    const last = cells.at(-1);
    if (last?.raw.endsWith("\r")) last.raw = last.raw.slice(0, -1);
    this.#cells = [];
    this.#onRow(cells, this.#row, this.#rowOffset);
    this.#row += 1;
    this.#rowOffset = nextOffset;
    this.#isInComment = false;
  }
  #mustFit(end) {
    const rowBytes = end - this.#rowOffset;
    if (rowBytes > this.#rowBytes) throw overBudget("lineBytes", this.#rowBytes, rowBytes, this.#rowOffset);
  }
  #broken(code, what, offset) {
    return new Broken("L1", code, `row ${this.#row} ${what}`, { offset });
  }
};
var textOf = ({ raw }) => Buffer.from(raw, "latin1").toString("utf8");

// src/verify/text/encoding-watch.ts
var ODD = "\uFFFD";
var EncodingWatch = class {
  #strict = new TextDecoder("utf-8", { fatal: true });
  #lenient = new TextDecoder("utf-8");
  #odd = 0;
  #whole = 0;
  #oddPlace;
  /** @param text the same bytes, each as a character */
  feed(piece, text2, offset) {
    try {
      this.#strict?.decode(piece, { stream: true });
      if (this.#strict !== void 0) {
        if (/[\x80-\xff]/.test(text2)) this.#whole += 1;
        return;
      }
    } catch {
      this.#strict = void 0;
      this.#oddPlace = offset;
    }
    for (const [char] of this.#lenient.decode(piece, { stream: true }).matchAll(/[^\0-\x7f]/gu))
      if (char === ODD) this.#odd += 1;
      else this.#whole += 1;
  }
  /** @throws Broken where it is UTF-8 that was damaged */
  judge(findings) {
    if (this.#oddPlace === void 0) return;
    const where = { offset: this.#oddPlace, found: `${this.#odd} odd, ${this.#whole} whole` };
    if (this.#whole >= this.#odd) throw new Broken("L1", "not-utf8", "is not all UTF-8", where);
    if (this.#odd === 1) {
      const what = "has one byte that is no UTF-8: a letter of Latin-1, or a bit that flipped";
      findings.inconclusive("L1", "not-utf8", what, where);
    } else {
      const what = 'is not UTF-8 and loads only with its encoding, as encoding="latin-1"';
      findings.degraded("L1", "not-utf8", what, where);
    }
  }
};

// src/verify/text/metrics-watch.ts
var NOT_A_NUMBER = /^\s*[+-]?(nan|inf(inity)?)\s*$/i;
var STEP_NAMES2 = /^(global_?|train_?|trainer\/global_)?(step|steps|iter|iteration)$/i;
var NO_METRIC = /(^|[._/])(_?(global_?)?step|steps|iter|iteration|epoch|_?time(stamp)?|_?runtime|wall_?time|seconds|elapsed|lr|learning_rate|seed|rank)([._/]|$)/i;
var LOSS = /(^|[._/])loss$/i;
var TELLING = /(^|[._/ ])((global_?|train_?)?(step|steps|iter|iteration)|epochs?|\w*loss|lr|learning_rate|acc|accuracy|ppl|perplexity|grad_norm)$/i;
var CONSTANT_FROM_ROWS = 11;
var MOST_COLUMNS = 1e4;
var MetricsWatch = class {
  #subject;
  #expectation;
  /** Of what was only taken for metrics by its name nothing is said before that is settled. */
  #findings;
  #isTelling = false;
  #columns = /* @__PURE__ */ new Map();
  #rows = 0;
  #restarts = 0;
  #lastStep;
  #rowStep;
  #rowBest;
  #best;
  constructor(subject) {
    this.#subject = subject;
    this.#expectation = subject.expectation;
    this.#findings = subject.roleFrom === "guessed" ? new Findings() : subject.findings;
  }
  /** A column of this name is there, whether or not a row has a value in it. */
  header(name) {
    this.#isTelling ||= TELLING.test(name);
  }
  value(name, value, offset) {
    const column = this.#column(name);
    if (typeof value === "number" && Number.isFinite(value)) this.#number(name, column, value);
    else if (typeof value === "number") this.#notFinite(name, String(value), offset);
    else this.#notNumber(name, value, offset);
  }
  /** A value that the syntax itself marks as no finite number, such as Python's bare `NaN`. */
  notFinite(name, text2, offset) {
    this.#column(name);
    this.#notFinite(name, text2, offset);
  }
  endRow(line2, offset) {
    this.#rows += 1;
    if (this.#rowStep !== void 0) this.#followStep(this.#rowStep, line2, offset);
    if (this.#rowBest !== void 0) this.#followBest(this.#rowBest);
    this.#rowStep = void 0;
    this.#rowBest = void 0;
  }
  settle() {
    const { facts } = this.#subject;
    const findings = this.#findings;
    facts.rows = this.#rows;
    if (this.#lastStep !== void 0) facts.step = this.#lastStep;
    this.#judgeRows();
    this.#judgeSteps();
    this.#judgeColumns();
    const { best, lossKey } = this.#expectation;
    if (lossKey !== void 0 && (this.#columns.get(lossKey)?.rows ?? 0) === 0) {
      findings.fail("L2", "metric-missing", `no row carries "${lossKey}" as a number`);
    }
    if (best !== void 0) this.#judgeBest(best);
    if (this.#findings !== this.#subject.findings) this.#settleGuess();
  }
  /** Prompts and answers, predictions, labels: rows of data are read for being whole and no more. */
  #settleGuess() {
    const { findings } = this.#subject;
    if (this.#isTelling) findings.absorb(this.#findings.reasons, (reason) => reason);
    else
      findings.note(
        "L2",
        "no-metrics",
        "has no column of steps, epochs or losses: it was read as a table of data"
      );
  }
  #column(name) {
    const known = this.#columns.get(name);
    if (known !== void 0) return known;
    if (this.#columns.size >= MOST_COLUMNS) throw overBudget("columns", MOST_COLUMNS, this.#columns.size + 1);
    this.header(name);
    const column = { rows: 0, first: 0, constant: true, allZero: true };
    this.#columns.set(name, column);
    return column;
  }
  #isStep(name) {
    const { stepKey } = this.#expectation;
    return stepKey === void 0 ? STEP_NAMES2.test(name) : name === stepKey;
  }
  #number(name, column, value) {
    if (column.rows === 0) column.first = value;
    column.rows += 1;
    column.constant &&= value === column.first;
    column.allZero &&= value === 0;
    if (this.#isStep(name)) this.#rowStep = value;
    if (name === this.#expectation.best?.key) this.#rowBest = value;
  }
  #notNumber(name, value, offset) {
    const text2 = typeof value === "object" && value !== null ? value.text : void 0;
    const found = text2 === void 0 ? String(value) : JSON.stringify(text2.slice(0, 40));
    const mustBeNumber = name === this.#expectation.lossKey || name === this.#expectation.stepKey;
    if (text2 !== void 0 && NOT_A_NUMBER.test(text2)) this.#notFinite(name, found, offset);
    else if (mustBeNumber) {
      const where = { offset, expected: "a finite number", found };
      this.#findings.fail("L2", "metric-not-a-number", `"${name}" is not a number`, where);
    }
  }
  #notFinite(name, found, offset) {
    this.#findings.fail("L2", "metric-not-finite", `"${name}" is not a finite number`, {
      offset,
      expected: "a finite number",
      found
    });
  }
  #followStep(step, line2, offset) {
    const before = this.#lastStep;
    this.#lastStep = step;
    if (before === void 0 || step >= before) return;
    this.#restarts += 1;
    if (this.#restarts <= (this.#expectation.restarts ?? 0)) return;
    this.#findings.fail("L2", "step-falls-back", `the step falls back in row ${line2}`, {
      offset,
      expected: `>= ${before}`,
      found: String(step)
    });
  }
  #followBest(value) {
    const isMin = this.#expectation.best?.direction === "min";
    const better = this.#best === void 0 || (isMin ? value < this.#best.value : value > this.#best.value);
    if (better) this.#best = { value, ...this.#rowStep === void 0 ? {} : { step: this.#rowStep } };
  }
  #judgeRows() {
    const findings = this.#findings;
    const { rows, minRows } = this.#expectation;
    if (this.#rows === 0)
      findings.fail("L2", "no-rows", "holds no row of metrics", { expected: "at least 1" });
    if (rows !== void 0 && this.#rows !== rows) {
      findings.fail("L2", "row-count", "another number of rows than expected", {
        expected: String(rows),
        found: String(this.#rows)
      });
    }
    if (minRows !== void 0 && this.#rows < minRows) {
      findings.fail("L2", "row-count", "fewer rows than expected", {
        expected: `>= ${minRows}`,
        found: String(this.#rows)
      });
    }
  }
  #judgeSteps() {
    const findings = this.#findings;
    const { step, minStep, stepKey } = this.#expectation;
    const last = this.#lastStep;
    const wanted = step ?? minStep ?? (stepKey === void 0 ? void 0 : 0);
    if (wanted !== void 0 && last === void 0) {
      const what = `no row carries a step${stepKey === void 0 ? "" : ` at "${stepKey}"`}`;
      findings.fail("L2", "step-missing", what);
    } else if (last !== void 0 && step !== void 0 && last !== step) {
      findings.fail("L2", "step-unexpected", "ends at another step than the run recorded", {
        expected: String(step),
        found: String(last)
      });
    } else if (last !== void 0 && minStep !== void 0 && last < minStep) {
      findings.fail("L2", "step-behind", "ends before the step that was verified", {
        expected: `>= ${minStep}`,
        found: String(last)
      });
    }
  }
  #judgeColumns() {
    const findings = this.#findings;
    const metrics = [...this.#columns].filter(
      ([name, { rows }]) => rows > 0 && !NO_METRIC.test(name) && !this.#isStep(name)
    );
    const numbers = [...this.#columns.values()].some(({ rows }) => rows > 0);
    if (this.#rows > 0 && !numbers) findings.fail("L2", "no-numbers", "holds no number at all");
    if (metrics.length > 0 && metrics.every(([, { allZero }]) => allZero)) {
      findings.fail("L2", "metrics-all-zero", "every metric is zero in every row", {
        found: metrics.map(([name]) => name).slice(0, 5).join(", ")
      });
    }
    const { lossKey } = this.#expectation;
    const isLoss = (name) => lossKey === void 0 ? LOSS.test(name) : name === lossKey;
    const learns = metrics.some(([name, { constant }]) => isLoss(name) && !constant);
    for (const [name, { constant, rows }] of metrics) {
      if (!constant || rows < CONSTANT_FROM_ROWS) continue;
      const what = `"${name}" is the same in all ${rows} rows`;
      if (isLoss(name) && !learns) findings.fail("L2", "metric-constant", what);
      else findings.note("L2", "metric-constant", what);
    }
  }
  #judgeBest({ key, direction, value }) {
    const { facts } = this.#subject;
    const findings = this.#findings;
    if (this.#best === void 0) {
      findings.fail("L2", "metric-missing", `no row carries "${key}", by which the best is chosen`);
      return;
    }
    facts.best = { key, ...this.#best };
    if (value === void 0 || value === this.#best.value) return;
    findings.fail("L2", "best-disagrees", `the recorded best "${key}" is not the ${direction} of the file`, {
      expected: String(value),
      found: String(this.#best.value)
    });
  }
};

// src/verify/text/table-shape.ts
var FEWEST_ODD = 3;
var ODD_PART = 0.05;
var lineEndOf = (head) => !head.includes(10) && head.includes(13) ? "\r" : "\n";
var wholeRows = ({ head, sizeBytes }) => head.length === sizeBytes ? head : head.subarray(0, head.lastIndexOf(lineEndOf(head).charCodeAt(0)) + 1);
var isBesideRows = (cells) => {
  const raw = cells[0]?.raw ?? "";
  return raw.startsWith("#") || cells.length === 1 && raw.trim() === "";
};
var ANY_ENCODING = { feed: () => {
} };
function shapeOf(subject, separator) {
  const { head, budgets } = subject;
  const lineEnd2 = lineEndOf(head);
  const counts = [];
  const count = (cells) => {
    if (!isBesideRows(cells)) counts.push(cells.length);
  };
  try {
    const rows = new CsvRows(separator, budgets.lineBytes, count, { lineEnd: lineEnd2, encoding: ANY_ENCODING });
    rows.feed(wholeRows(subject), 0);
    rows.end();
  } catch (error) {
    if (error instanceof Broken) return void 0;
    throw error;
  }
  const [, ...below] = counts;
  const often = /* @__PURE__ */ new Map();
  for (const cells of below) often.set(cells, (often.get(cells) ?? 0) + 1);
  const [[usual, times2] = [0, 0]] = [...often].sort(([, a], [, b]) => b - a);
  const odd = below.length - times2;
  const [line2 = ""] = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1").split(/[\r\n]/, 1);
  return {
    usual,
    isRagged: odd >= FEWEST_ODD && odd > ODD_PART * below.length,
    isQuotedHeader: line2.split(separator).every((cell) => /^"[^"]*"$/.test(cell))
  };
}

// src/verify/text/format-csv.ts
var MOST_LONE_HEADER = 1e3;
var MOSTLY = 0.8;
var NUMBER4 = /^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*$/;
var NO_NUMBER = /^\s*([+-]?(nan|inf(inity)?)|n\/?a|null|none)?\s*$/i;
var MOST_WATCHED = 1e4;
var csv = {
  name: "csv",
  proves: "quoting of RFC 4180, equal columns, unique header; as metrics: finite numbers, moving loss, rows, last step, best",
  checksum: "none",
  memberNames: /\.(csv|tsv)$/i,
  recognises: (probe) => separatorOf(probe) !== void 0,
  async open(subject) {
    const separator = separatorOf(subject) ?? ",";
    const table2 = new Table(subject, isData(subject) ? shapeOf(subject, separator) : void 0);
    const onRow = (cells, row, offset) => table2.row(cells, row, offset);
    const encoding = isData(subject) ? new EncodingWatch() : void 0;
    const rows = new CsvRows(separator, subject.budgets.lineBytes, onRow, {
      isQuoted: !isUnquoted(subject, separator),
      lineEnd: lineEndOf(subject.head),
      ...encoding === void 0 ? {} : { encoding }
    });
    const end = () => {
      rows.end();
      encoding?.judge(subject.findings);
      if (rows.endsWithNewline) return;
      const what = "does not end with a newline: its last cell may have been cut";
      subject.findings.degraded("L1", "last-line-cut", what, { offset: subject.sizeBytes });
    };
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [wholeFile(subject, { feed: (...piece) => rows.feed(...piece), end })],
      finish(complete) {
        if (complete) table2.settle();
      }
    };
  }
};
function separatorOf({ head, role, sizeBytes }) {
  if (role === "log" || role === "config") return void 0;
  const text2 = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1");
  const lines = withoutComments(text2).replace(/"[^"]*"/g, "").split(lineEndOf(head));
  const [header = "", second, more] = lines;
  if (role !== "metrics" && second === void 0 && header.length > MOST_LONE_HEADER) return void 0;
  if (!/^[\x20-\x7e\t\r\x80-\xff]+$/.test(header)) return void 0;
  const isWhole = more !== void 0 || head.length === sizeBytes;
  const cells = (line2, separator) => line2.split(separator).length;
  return SEPARATORS.find((separator) => {
    const columns = cells(header, separator);
    const fits = role === "metrics" || second === void 0 || !isWhole || cells(second, separator) === columns;
    return columns > 1 && fits && (role === "metrics" || areMostly(columns, lines, (line2) => cells(line2, separator)));
  });
}
function areMostly(columns, lines, cellsOf) {
  const whole = lines.slice(0, -1).filter((line2) => line2.trim() !== "");
  return whole.filter((line2) => cellsOf(line2) === columns).length >= MOSTLY * whole.length;
}
var withoutComments = (text2) => text2.replace(/^(#[^\n]*\n)+/, "");
var isData = ({ role, roleFrom }) => role !== "metrics" || roleFrom === "guessed";
function isUnquoted(subject, separator) {
  if (separator !== "	" || !isData(subject)) return false;
  const rows = new CsvRows(separator, subject.budgets.lineBytes, () => {
  }, {
    encoding: ANY_ENCODING,
    lineEnd: lineEndOf(subject.head)
  });
  try {
    rows.feed(wholeRows(subject), 0);
    rows.end();
    return false;
  } catch (error) {
    return error instanceof Broken && /^csv-(quoting|cut)$/.test(error.code);
  }
}
var Table = class {
  #subject;
  #shape;
  #metrics;
  #isData;
  #columns;
  /** The last line before the table that begins with "#": its header, or a comment. */
  #comment;
  #rows = 0;
  #isOdd = false;
  constructor(subject, shape) {
    this.#subject = subject;
    this.#shape = shape;
    this.#isData = isData(subject);
    this.#metrics = subject.role === "metrics" ? new MetricsWatch(subject) : void 0;
  }
  row(cells, row, offset) {
    if (this.#columns === void 0) {
      if (this.#isData && cells[0]?.raw.startsWith("#")) this.#comment = cells;
      else this.#begin(cells, row, offset);
    } else if (cells.length === 1 && cells[0]?.raw === "") {
      this.#subject.findings.note("L1", "blank-line", `row ${row} is empty`, { offset });
    } else this.#data(cells, this.#columns, row, offset);
  }
  /** `numpy.savetxt` puts "# " before the names of columns; other comments have another number of cells, or stand before a header. */
  #begin(cells, row, offset) {
    const comment = this.#comment;
    const isHeader = comment?.length === cells.length && cells.every((cell) => NUMBER4.test(textOf(cell)));
    if (!comment || !isHeader) {
      this.#columns = this.#header(cells);
      return;
    }
    this.#columns = this.#header(comment);
    this.#data(cells, this.#columns, row, offset);
  }
  /** `numpy.loadtxt` leaves out what begins with "#"; a single flipped bit makes one of a "3", but of no blank. */
  #isComment(cells, { length }) {
    const first = cells[0]?.raw ?? "";
    return this.#isData && (cells.length === length ? /^#[# ]/ : /^#/).test(first);
  }
  settle() {
    this.#subject.facts.rows = this.#rows;
    this.#metrics?.settle();
  }
  #header(cells) {
    const names = cells.map((cell) => textOf(cell).trim());
    if (this.#isData && names.every((name) => NUMBER4.test(name) || NO_NUMBER.test(name))) {
      this.#subject.findings.note("L2", "csv-headless", "begins with numbers, not with names of columns");
      this.#rows += 1;
      return names.map((_name, i) => String(i + 1));
    }
    const isTwice = new Set(names).size < names.length;
    if (isTwice && this.#isData) return this.#namesTwice(names);
    if (isTwice) {
      throw new Broken("L2", "csv-header", "has one column name twice", {
        offset: 0,
        found: names.join(",").slice(0, 120)
      });
    }
    return this.#named(this.#withRowNames(names));
  }
  #named(names) {
    if (this.#isData && names.length > MOST_WATCHED) this.#metrics = void 0;
    for (const name of names) {
      this.#subject.keys.addValue(name, name);
      this.#metrics?.header(name);
    }
    return names;
  }
  /** A table without a header, or one whose reader counts its columns: `a`, then `a.1`. */
  #namesTwice(names) {
    this.#subject.findings.note("L2", "csv-names-twice", "has one column name twice", {
      found: names.join(",").slice(0, 120)
    });
    const seen = /* @__PURE__ */ new Map();
    const apart = names.map((name) => {
      const times2 = seen.get(name) ?? 0;
      seen.set(name, times2 + 1);
      return times2 === 0 ? name : `${name}.${times2}`;
    });
    return this.#named(this.#withRowNames(apart));
  }
  /** R names no column for the names of its rows; other tables begin with their size. One name less may be a lost separator. */
  #withRowNames(names) {
    const { usual = 0, isRagged = false, isQuotedHeader = false } = this.#shape ?? {};
    const missing = usual - names.length;
    if (isRagged || !(missing >= 2 || missing === 1 && isQuotedHeader)) return [...names];
    const what = `names ${names.length} columns and has ${usual}`;
    this.#subject.findings.note("L2", "csv-short-header", what, { offset: 0 });
    return [...Array.from({ length: missing }, (_none, i) => `row name ${i + 1}`), ...names];
  }
  #data(cells, columns, row, offset) {
    if (this.#isComment(cells, columns)) {
      this.#subject.findings.note("L1", "comment", `row ${row} is a comment`, { offset });
      return;
    }
    this.#rows += 1;
    if (cells.length !== columns.length && this.#shape?.isRagged === true) {
      this.#metrics = void 0;
      const what = `has rows of other lengths than its first: was read as lines of cells`;
      if (!this.#isOdd) this.#subject.findings.note("L1", "csv-ragged", what, { offset });
      this.#isOdd = true;
      return;
    }
    if (cells.length !== columns.length) {
      const what = `row ${row} has another number of cells than the header`;
      this.#subject.findings.fail("L1", "csv-columns", what, {
        offset,
        expected: String(columns.length),
        found: String(cells.length)
      });
      return;
    }
    if (this.#metrics === void 0) return;
    cells.forEach((cell, i) => {
      const name = columns[i] ?? "";
      const text2 = textOf(cell);
      if (text2.trim() === "") return;
      this.#metrics?.value(name, NUMBER4.test(text2) ? Number(text2) : { text: text2 }, cell.offset);
    });
    this.#metrics.endRow(row, offset);
  }
};

// src/verify/pickle/pickled-text.ts
var SERIALIZED = ":serialized:";
var BEGINS = /^(gA[I-X]|800[2-5])/;
var pickledTextIn = (key, text2, where) => key === SERIALIZED || BEGINS.test(text2) ? { ...where, text: text2, isSure: key === SERIALIZED } : void 0;

// src/verify/read/jinja.ts
var TAGS = [
  ["{%", "%}"],
  ["{{", "}}"],
  ["{#", "#}"]
];
function isTemplate(head) {
  const text2 = Buffer.from(head.buffer, head.byteOffset, head.length);
  return TAGS.some(
    ([open, close]) => text2.toString("latin1", 0, 2) === open && text2.includes(close, 2, "latin1")
  );
}
var NAMES2 = "__(?:class|globals|builtins|subclasses|mro|bases?|init|import|getattr|getattribute|dict|code|self|func|call|reduce|reduce_ex|closure|loader|spec)__";
var INSIDE_BY_NAME = new RegExp(`\\b${NAMES2}\\b|\\b_TemplateReference__`);
var NAME_AS_TEXT = new RegExp(`(['"])${NAMES2}\\1`, "i");
var INSIDE = /\.\s*(__\w|(mro|gi_frame|cr_frame|ag_frame|f_globals|f_builtins|func_globals)\b)/;
var INSIDE_BY_TEXT = /\[\s*['"](__|\\)|\[[^\][]*(['"]_+['"]\s*[~+*]|[~+]\s*['"]_+['"])|\[[^\][]*\|\s*format\b|\[[^\][]*['"]_*(class|globals|builtins|mro|subclasses|bases?|getattribute)_*['"]\s*[~+]|\|\s*attr\s*\(\s*(?!['"][A-Za-z])|attribute\s*=\s*['"](_|\\)|\\(x5f|u005f|137)/i;
function reachingInside(template) {
  for (const tags of [tagsToFirstEnd(template), tagsOf(template)])
    for (const tag of tags) if (reaches(tag)) return tag.trim();
  return void 0;
}
function reaches(tag) {
  if (INSIDE_BY_TEXT.test(tag) || NAME_AS_TEXT.test(tag)) return true;
  const code = withoutLiterals(tag);
  return INSIDE.test(code) || INSIDE_BY_NAME.test(code);
}
function* tagsToFirstEnd(template) {
  for (let from = 0; ; ) {
    const open = foundFrom(/\{[{%]/g, template, from);
    const end = open < 0 ? -1 : template.indexOf(template[open + 1] === "{" ? "}}" : "%}", open);
    if (end < 0) return;
    yield template.slice(open + 2, end);
    from = end + 2;
  }
}
var OPEN = /\{[{%#]/g;
var RAW = /^[-+]?\s*raw\s*[-+]?$/;
var END_OF_RAW = /\{%[-+]?\s*endraw/g;
function* tagsOf(template) {
  for (let from = 0; ; ) {
    const open = foundFrom(OPEN, template, from);
    if (open < 0) return;
    const kind = template[open + 1];
    const end = kind === "#" ? template.indexOf("#}", open + 2) : endOfTag(template, open + 2, kind === "{" ? "}}" : "%}");
    if (end < 0) return;
    from = end + 2;
    if (kind === "#") continue;
    const tag = template.slice(open + 2, end);
    if (kind === "%" && RAW.test(tag)) from = foundFrom(END_OF_RAW, template, from);
    else yield tag;
    if (from < 0) return;
  }
}
function foundFrom(pattern, text2, from) {
  pattern.lastIndex = from;
  return pattern.exec(text2)?.index ?? -1;
}
var TELLING2 = /['"()[\]{}%]/g;
function endOfTag(template, from, close) {
  let depth = 0;
  for (let at2 = foundFrom(TELLING2, template, from); at2 >= 0; at2 = foundFrom(TELLING2, template, at2 + 1)) {
    const char = template[at2];
    if (depth === 0 && template.startsWith(close, at2)) return at2;
    if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) depth -= 1;
    else if (char !== "%") {
      at2 = endOfLiteral(template, at2);
      if (at2 < 0) return -1;
    }
  }
  return -1;
}
function endOfLiteral(text2, from) {
  const quote = text2[from];
  for (let at2 = from + 1; at2 < text2.length; at2 += 1) {
    if (text2[at2] === "\\") at2 += 1;
    else if (text2[at2] === quote) return at2;
  }
  return -1;
}
function withoutLiterals(tag) {
  let code = "";
  for (let from = 0; ; ) {
    const open = foundFrom(/['"]/g, tag, from);
    const end = open < 0 ? -1 : endOfLiteral(tag, open);
    if (end < 0) return code + tag.slice(from);
    code += `${tag.slice(from, open)}''`;
    from = end + 1;
  }
}
function judgeTemplate(template, findings, extra = {}) {
  const found = reachingInside(template);
  if (found === void 0) return;
  const what = "holds a template that reaches for the inside of Python: where it is rendered outside of a sandbox it runs anything";
  findings.fail("L2", "template-escape", what, { ...extra, found: quoted(found) });
}

// src/verify/read/json-dialect.ts
var JSONC = /\.(jsonc|code-workspace)$|(^|\/)([jt]sconfig([.-][\w.-]+)?\.json|\.(eslintrc|babelrc|swcrc|jshintrc|hintrc)(\.json)?|\.?devcontainer\.json|api-extractor\.json)$|(^|\/)\.vscode\/[^/]+\.json$/i;
var JSON5 = /\.json5$/i;
function dialectByName(path) {
  if (JSON5.test(path)) return "json5";
  return JSONC.test(path) ? "jsonc" : void 0;
}
var BLANKS = " 	\r\n";
function behindComments(head, from) {
  const text2 = Buffer.from(head).toString("latin1");
  for (let at2 = from; at2 < text2.length; ) {
    if (BLANKS.includes(text2[at2])) at2 += 1;
    else if (text2.startsWith("//", at2) || text2.startsWith("/*", at2)) {
      const mark = text2[at2 + 1] === "/" ? "\n" : "*/";
      const end = text2.indexOf(mark, at2 + 2);
      if (end < 0) return -1;
      at2 = end + mark.length;
    } else return at2;
  }
  return -1;
}

// src/verify/contract/vouching.ts
var PYTHON_ROOTS = new Set(
  "__builtin__ __builtins__ __main__ _ctypes _interpreters _io _osx_support _pickle _posixsubprocess _pyrepl _winapi _xxsubinterpreters antigravity ast asyncio atexit base64 bdb builtins bz2 cPickle cProfile cgi cgitb cmd code codecs commands compileall ctypes dill distutils doctest ensurepip fileinput ftplib functools glob http httplib idlelib imaplib imp importlib inspect io joblib lib2to3 linecache logging lzma mailcap marshal modulefinder multiprocessing nntplib nt operator os pathlib pdb pickle pickletools pip pkgutil platform poplib posix profile pty py_compile pydoc requests rlcompleter runpy sched setuptools shelve shutil signal site smtplib socket socketserver sqlite3 ssl subprocess sys tarfile telnetlib tempfile test threading timeit tkinter trace turtle turtledemo types unittest urllib uuid venv webbrowser xml xmlrpc zipapp zipfile zipimport".split(
    " "
  )
);
function vouchesFor(allowImports, full) {
  if (allowImports.includes(full)) return true;
  const [root = ""] = full.split(".");
  if (PYTHON_ROOTS.has(root)) return false;
  return allowImports.some((each) => each.startsWith(`${root}.`) && matchesWildcard(each, full));
}

// src/verify/contract/python-names.ts
var INERT = new RegExp(
  `^(${[
    "builtins\\.(dict|list|tuple|set|frozenset|int|float|str|bool|bytes|bytearray|complex|range|slice|object|len|sum|max|min|round|abs|zip|enumerate|sorted|reversed|divmod|pow|all|any|NoneType)",
    "functools\\.partial",
    "pathlib\\.(Pure)?(Posix|Windows)?Path",
    "types\\.(SimpleNamespace|NoneType|MappingProxyType)",
    "os\\.(cpu_count|getcwd|getpid|getenv|environ\\.get|path\\.(join|basename|dirname|abspath|realpath|expanduser|expandvars|normpath|relpath|exists|isfile|isdir|splitext|split))",
    "os\\.path",
    "sys\\.(path|argv|stdin|stdout|stderr|version|platform|maxsize)",
    "uuid\\.(UUID|uuid[1-5])",
    "logging\\.(\\w*Handler|Formatter|getLogger|Filter|Logger|INFO|DEBUG|WARNING|ERROR)",
    "multiprocessing\\.cpu_count",
    "platform\\.(node|system|machine)",
    "socket\\.gethostname",
    "operator\\.(add|sub|mul|truediv|floordiv|mod|neg|eq|ne|lt|le|gt|ge|and_|or_|not_)",
    "io\\.(BytesIO|StringIO)",
    "inspect\\.(isclass|isfunction)"
  ].join("|")})$`
);
var RUNNERS = new Set(
  "os posix nt subprocess builtins __builtin__ __builtins__ importlib runpy pty ctypes pickle _pickle cPickle marshal sys shutil".split(
    " "
  )
);
var SURELY = new Map([
  ["builtins", /^(eval|exec|compile|open|__import__|getattr|setattr|delattr|globals|vars|breakpoint|input)$/],
  ...["os", "posix", "nt"].map((name) => [
    name,
    /^(system|popen\w*|exec[lv]\w*|spawn\w+|posix_spawnp?|startfile|fork\w*|kill(pg)?|abort|_exit|remove(dirs)?|unlink|rmdir|renames?|replace|chmod|chown|symlink|link|truncate|putenv|unsetenv|open|fdopen|write|mkfifo|mkdir|makedirs)$/
  ]),
  ["sys", /^(exit|settrace|setprofile|setrecursionlimit|modules|_getframe|meta_path|path_hooks)(\.|$)/],
  ["shutil", /^(rmtree|move|copy\w*|chown|make_archive|unpack_archive)$/]
]);
var LIBRARY_THAT_RUNS = /^(torch|numpy|pandas|keras|tensorflow|cloudpickle|jsonpickle|yaml|sympy|numexpr|hydra|IPython|transformers)(\.\w+)*\.(load|loads|load_module|load_model|unsafe_load|full_load|read_pickle|eval|exec\w*|decode|sympify|system|run_module|get_module)$/;
var MODULE_THAT_RUNS = /^(numpy\.(f2py|distutils|testing)|torch\.(utils\.(cpp_extension|bottleneck|collect_env|_config_module)|hub|package|_inductor|_dynamo|distributed\.(elastic|run|launch|launcher)|ops\.load_library|classes\.load_library)|tensorflow\.(load_library|load_op_library)|pandas\.core\.computation|sklearn\.utils\._testing)(\.|$)/;
var INTERPOLATED = /\$\{/;
var DOTTED = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/;
function kindOfName(written) {
  const full = plainName(written);
  if (INTERPOLATED.test(full)) return "doubtful";
  if (!DOTTED.test(full)) return /\b(os|posix|subprocess|builtins)\b/.test(full) ? "doubtful" : "foreign";
  const [root = "", ...rest] = full.split(".");
  if (INERT.test(full)) return "inert";
  if (PYTHON_ROOTS.has(root)) return "refused";
  const passesThrough = rest.some((part) => RUNNERS.has(part) || /^__\w+__$/.test(part));
  const runs = passesThrough || LIBRARY_THAT_RUNS.test(full) || MODULE_THAT_RUNS.test(full);
  return runs ? "doubtful" : "foreign";
}
function isSurelyRefused(written) {
  const full = plainName(written);
  const [root = "", ...rest] = full.split(".");
  if (!DOTTED.test(full) || rest.length === 0 || INERT.test(full) || !RUNNERS.has(root)) return false;
  return SURELY.get(root)?.test(rest.join(".")) ?? true;
}
var plainName = (written) => written.trim().replace(/^__builtins?__\./, "builtins.").replace(":", ".");

// src/verify/text/called-names.ts
var LOADERS = new Map([
  ["_target_", "hydra.utils.instantiate"],
  ["_component_", "torchtune"],
  ["class_path", "jsonargparse"],
  ["parent_library", "AutoPeftModel.from_pretrained"],
  ["megatron_core", "PEFT"],
  ["loader_module", "mlflow.pyfunc"],
  ...["py/object", "py/type", "py/class", "py/function", "py/mod", "py/newobj", "py/ref"].map(
    (key) => [key, "jsonpickle"]
  )
]);
var ACTIVATIONS = /* @__PURE__ */ new Set([
  ...["activation_function", "activation_fn", "sbert_ce_default_activation_function"]
]);
var ATTENTIONS = /* @__PURE__ */ new Set([
  ...["attn_implementation", "_attn_implementation", "_attn_implementation_internal"]
]);
var REPOSITORY = /^(\w+\|)?[^/:|]+\/[^/:]+(:[^/:]+)?$/;
var LOOSE = /* @__PURE__ */ new Set(["target", "type", "cls", "class", "func", "callable", "_type_"]);
var PAIRS2 = [
  ["__module__", "__class__"],
  ["module_path", "function"],
  // As monty writes them, and after it the libraries for materials.
  ["@module", "@class", "@callable"],
  ["module", "class_name", "config", "name"]
];
var CLASS = /^\w+(\.\w+)*\.[A-Z]\w*$/;
var IN_PAIRS = /* @__PURE__ */ new Set([
  ...PAIRS2.flat(),
  ...["path", "type", "_target_", "loader_module", "code"]
]);
var EVALUATED = /* @__PURE__ */ new Set(["activation", "act", "backbone", "head"]);
var RUNS = /__\w+__|\b(eval|exec|compile|open|getattr|globals|vars)\s*\(|\b(os|posix|sys|subprocess|importlib|builtins)\s*\./;
var MOST_NAMES2 = 1e3;
var MOST_SHOWN = 8;
var LONGEST_NAME2 = 200;
var CalledNames = class {
  #told = /* @__PURE__ */ new Map();
  /** Of each open object, the few values by which a pair is known. */
  #levels = [];
  opened() {
    this.#levels.push(void 0);
  }
  closed() {
    const level = this.#levels.pop();
    if (level !== void 0) this.#judgeTogether(level);
  }
  /** A document broke off, and the next begins. */
  restart() {
    this.#levels.length = 0;
  }
  text(path, text2) {
    const key = path.at(-1);
    if (EVALUATED.has(String(path[0])) && RUNS.test(text2)) this.#tell("refused", text2, "eval");
    if (typeof key !== "string") {
      if (path.at(-2) === "_class_name" && key === 0) this.#tell("remote", text2, "diffusers");
      if (path.at(-3) === "auto_map") this.#tell("remote", text2, "transformers");
      return;
    }
    if (path.at(-2) === "auto_map") this.#tell("remote", text2, "transformers");
    if (key === "py/repr") this.#tell("refused", text2, "jsonpickle");
    if ((ATTENTIONS.has(key) || ATTENTIONS.has(String(path.at(-2)))) && REPOSITORY.test(text2))
      this.#tell("doubtful", text2, "transformers");
    if (ACTIVATIONS.has(key) && text2.includes(".")) this.#judgeActivation(text2);
    if (path.at(-2) === "custom_filters" && isSurelyRefused(text2)) this.#tell("refused", text2, "haystack");
    const loader = LOADERS.get(key);
    if (loader !== void 0) this.#judge(text2, loader);
    else if (LOOSE.has(key) && isSurelyRefused(text2)) this.#tell("refused", text2, key);
    if (IN_PAIRS.has(key)) this.#keep(key, text2);
  }
  /** Call once, at the end. */
  settle({ findings, imports, allowImports, allowDegraded }) {
    for (const names of this.#told.values())
      for (const name of names.keys()) if (imports.size < 1e4 && DOTTED2.test(name)) imports.add(name);
    const refused = this.#list("refused", (name) => !vouchesFor(allowImports, name));
    if (refused !== void 0) {
      const what = `names what ${refused.loaders} would call, and no config needs; never load it so`;
      findings.fail("L2", "import-refused", what, { found: refused.names });
    }
    for (const kind of ["doubtful", "unsafe"]) {
      const list = this.#list(kind);
      if (list === void 0) continue;
      const what = kind === "doubtful" ? `names what ${list.loaders} would call, and what that runs is not in the file` : `makes objects when ${list.loaders} reads it, by running the code of their classes`;
      if (allowDegraded) findings.degraded("L2", "unsafe-loader", what, { found: list.names });
      else
        findings.fail("L2", "unsafe-loader", `${what}, and the roster does not allow that`, {
          found: list.names
        });
    }
    const named = this.#list("named");
    if (named !== void 0) {
      const what = `names what ${named.loaders} imports and calls: that code is not in the file`;
      findings.note("L2", "names-code", what, { found: named.names });
    }
    const remote = this.#list("remote");
    if (remote !== void 0) {
      const what = `names code beside it or in another repository, which ${remote.loaders} runs only with trust_remote_code=True`;
      findings.note("L2", "remote-code", what, { found: remote.names });
    }
  }
  #keep(key, text2) {
    if (this.#levels.length === 0) return;
    const at2 = this.#levels.length - 1;
    const level = this.#levels[at2] ?? /* @__PURE__ */ new Map();
    this.#levels[at2] = level.set(key, text2.slice(0, LONGEST_NAME2));
  }
  #judge(text2, loader) {
    const kind = kindOfName(text2);
    if (kind === "refused" || kind === "doubtful") this.#tell(kind, text2, loader);
    else if (kind === "foreign") this.#tell(toldOf(loader, text2), text2, loader);
  }
  #judgeActivation(text2) {
    const kind = kindOfName(text2);
    if (kind === "refused" || kind === "doubtful") this.#tell(kind, text2, "sentence-transformers");
  }
  #judgeTogether(level) {
    for (const [module2, ...members] of PAIRS2) {
      const root = level.get(module2);
      if (root === void 0) continue;
      for (const member of members) {
        const name = `${root}.${level.get(member)}`;
        if (level.has(member) && isSurelyRefused(name)) this.#tell("refused", name, module2);
      }
    }
    const path = level.get("path");
    if (path !== void 0 && level.get("_target_")?.startsWith("hydra.") === true)
      this.#judge(path, "hydra.utils.instantiate");
    const type = level.get("type") ?? "";
    if (level.has("name") && path !== void 0 && CLASS.test(type) && !type.startsWith("sentence_transformers."))
      this.#tell("remote", type, "sentence-transformers");
    if (level.has("loader_module") && level.has("code"))
      this.#tell("doubtful", `${level.get("loader_module")} of ${level.get("code")}`, "mlflow.pyfunc");
  }
  #tell(kind, name, loader) {
    const list = this.#told.get(kind) ?? /* @__PURE__ */ new Map();
    this.#told.set(kind, list);
    if (list.size < MOST_NAMES2) list.set(Buffer.from(name.slice(0, LONGEST_NAME2)).toString(), loader);
  }
  #list(kind, isMeant = () => true) {
    const told = [...this.#told.get(kind) ?? []].filter(([name]) => isMeant(name));
    if (told.length === 0) return void 0;
    const more = told.length > MOST_SHOWN ? ` and ${told.length - MOST_SHOWN} more` : "";
    const shown2 = told.slice(0, MOST_SHOWN).map(([name]) => DOTTED2.test(name) ? name : quoted(name));
    const loaders = [...new Set(told.map(([, loader]) => loader))].sort().join(", ");
    return { names: `${shown2.join(", ")}${more}`.slice(0, 300), loaders };
  }
};
var OF_PEFT = /^(diffusers|lerobot|megatron(-core)?|transformers|timm|torch|torchvision|sentence_transformers)(\.|$)/;
var IS_PEFT = /* @__PURE__ */ new Set([
  LOADERS.get("parent_library"),
  LOADERS.get("megatron_core")
]);
var toldOf = (loader, name) => {
  if (loader === "jsonpickle") return "unsafe";
  return IS_PEFT.has(loader) && !OF_PEFT.test(name) ? "doubtful" : "named";
};
var DOTTED2 = /^[\w.]+$/;

// src/verify/text/metric-name.ts
function nameOf(path) {
  const only = path[0];
  if (path.length === 1 && typeof only === "string") return only;
  return path.filter((part) => typeof part === "string").join(".");
}
function offerMetric(metrics, scalar, path, offset) {
  const name = nameOf(path);
  if (scalar.kind === "number") metrics.value(name, scalar.value, offset);
  else if (scalar.kind === "nonFinite") metrics.notFinite(name, scalar.text, offset);
  else if (scalar.kind === "string") metrics.value(name, { text: scalar.text }, offset);
  else metrics.value(name, scalar.value, offset);
}

// src/verify/text/format-json.ts
var SECTION = /^\[[^[\]{}",\r\n]*\][ \t]*[\r\n]\s*([#;[]|[\w.-]+[ \t]*[=:])/;
var TEMPLATE = /template/i;
var markBytes = (head) => head[0] === 239 && head[1] === 187 && head[2] === 191 ? 3 : 0;
var BLANKS2 = /* @__PURE__ */ new Set([32, 9, 10, 13]);
var PREFIX = /^(\[[^[\]{}"\r\n]{1,200}\]):?[ \t]+\S/;
function isLogLine(start) {
  const [, list] = PREFIX.exec(start) ?? [];
  return list !== void 0 && !isJson(list);
}
function isJson(text2) {
  try {
    JSON.parse(text2);
    return true;
  } catch {
    return false;
  }
}
var json = {
  name: "json",
  proves: "strict UTF-8, one document, no duplicate keys, bounded depth; as metrics: finite numbers; with comments and commas at an end, or as JSON5, where the name is one whose readers take them (`.jsonc`, `tsconfig.json`, `.json5`)",
  checksum: "none",
  // As Stable-Baselines3 calls what lies beside its weights.
  memberNames: /\.(json|json5|jsonc|geojson|ipynb)$|(^|\/)data$/i,
  recognises({ head, role }) {
    const mark = markBytes(head);
    const first = role === "config" ? behindComments(head, mark) : head.findIndex((byte, i) => !BLANKS2.has(byte) && i >= mark);
    if (role === "log" || first < 0 || head[first] !== 123 && head[first] !== 91) return false;
    const start = Buffer.from(head.subarray(first, first + 1024)).toString("latin1");
    return !SECTION.test(start) && !isLogLine(start) && !isTemplate(head.subarray(first));
  },
  async open(subject) {
    const { budgets, sizeBytes } = subject;
    if (sizeBytes > budgets.jsonBytes) throw overBudget("jsonBytes", budgets.jsonBytes, sizeBytes, 0);
    const document = new Document(subject);
    const dialect = dialectByName(subject.label);
    const limits = {
      ...{ depth: budgets.jsonDepth, constantBytes: budgets.constantBytes, keys: 1e6 },
      // As of editors, compilers and benchmarks; what somebody said to be read as JSON has none.
      comments: subject.role === "config" && subject.roleFrom !== "declared",
      dialect
    };
    const scanner = new JsonScanner(document, limits);
    const mark = markBytes(subject.head);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [
        wholeFile(subject, {
          feed(piece, offset) {
            const rest = piece.subarray(Math.max(0, mark - offset));
            if (rest.length > 0) scanner.feed(rest, offset + piece.length - rest.length);
          },
          end: () => scanner.end(sizeBytes)
        })
      ],
      async inside() {
        if (document.pickled.length === 0) return;
        const { walkPickledTexts } = await import("./verifier.verify-pickle-pickled-texts.mjs");
        walkPickledTexts(subject, document.pickled);
      },
      finish(complete) {
        if (!complete) return;
        if (mark > 0 && dialect === void 0)
          subject.findings.degraded(
            "L2",
            "byte-order-mark",
            "has a byte order mark before it: json.load refuses it"
          );
        if (dialect !== void 0) {
          const what = `is JSON as the readers of its name take it (${dialect}): comments and commas at the end are no fault`;
          subject.findings.note("L2", "json-dialect", what);
        } else if (scanner.hasComments)
          subject.findings.note("L2", "json-comments", "is JSON with comments, which strict readers refuse");
        document.settle();
      }
    };
  }
};
var Document = class {
  #subject;
  #metrics;
  #steps;
  #shown = [];
  /** Of lists, a history of epochs say: what their last items say. */
  #last = /* @__PURE__ */ new Map();
  /** What a loader may unpickle. */
  pickled = [];
  #called = new CalledNames();
  #isList = false;
  #rows = 0;
  constructor(subject) {
    this.#subject = subject;
    this.#metrics = subject.role === "metrics" ? new MetricsWatch(subject) : void 0;
    this.#steps = new StepRecord(subject);
  }
  opened(kind, path) {
    this.#called.opened();
    if (path.length === 0) this.#isList = kind === "array";
  }
  /** Metrics are one row, or a list of rows. */
  closed(path) {
    this.#called.closed();
    if (path.length !== (this.#isList ? 1 : 0)) return;
    this.#rows += 1;
    this.#metrics?.endRow(this.#rows, 0);
  }
  scalar(scalar, path, offset) {
    const name = nameOf(path);
    const top = path.find((part) => typeof part === "string") ?? "";
    const plain = scalar.kind === "number" || scalar.kind === "literal" ? scalar.value : scalar.text;
    if (scalar.kind === "string") {
      this.#called.text(path, scalar.text);
      if (TEMPLATE.test(name)) judgeTemplate(scalar.text, this.#subject.findings, { offset });
      const pickled = pickledTextIn(path.at(-1), scalar.text, { name, offset });
      if (pickled !== void 0) this.pickled.push(pickled);
    }
    if (name !== "") this.#subject.keys.addValue(name, String(top), plain === null);
    if (path.length === 1 && this.#shown.length < 64) {
      this.#shown.push([name.slice(0, 120), typeof plain === "string" ? plain.slice(0, 200) : plain]);
    }
    if (this.#metrics !== void 0) offerMetric(this.#metrics, scalar, path, offset);
    else if (scalar.kind === "number") this.#offerStep(name, path, scalar.value);
  }
  #offerStep(name, path, value) {
    if (path.every((part) => typeof part === "string")) this.#steps.offer(name, value);
    else if (this.#steps.wants(name)) this.#last.set(name, value);
  }
  settle() {
    this.#called.settle(this.#subject);
    this.#subject.facts.scalars = Object.fromEntries(this.#shown);
    for (const [name, value] of this.#last) this.#steps.offer(name, value);
    if (this.#metrics === void 0) this.#steps.settle();
    else this.#metrics.settle();
  }
};

// src/verify/text/format-jsonl.ts
var NEWLINE3 = 10;
var LINE_LIMITS = { depth: 64, constantBytes: 65536, keys: 65536 };
var jsonl = {
  name: "jsonl",
  proves: "each line as JSON; a cut last line is degraded; steps do not fall back unless the run was resumed",
  checksum: "none",
  memberNames: /\.(jsonl|ndjson)$/i,
  recognises: (probe) => firstLineStandsAlone(probe),
  async open(subject) {
    const lines = new Lines(subject);
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [wholeFile(subject, lines)],
      finish(complete) {
        if (complete) lines.settle();
      }
    };
  }
};
function firstLineStandsAlone({ head, sizeBytes, role }) {
  const lineEnd2 = head.indexOf(NEWLINE3);
  const line2 = lineEnd2 < 0 ? head : head.subarray(0, lineEnd2);
  if (role === "log" || line2[0] !== 123 && line2[0] !== 91) return false;
  const scanner = new JsonScanner({ scalar: () => {
  } }, LINE_LIMITS);
  try {
    scanner.feed(line2, 0);
    scanner.end(line2.length);
  } catch {
    const goesOn = line2[0] === 123 && lineEnd2 > 0 && head[lineEnd2 + 1] === 123;
    return goesOn && !isTemplate(head) && !isOneDocument(head);
  }
  const more = lineEnd2 >= 0 && lineEnd2 + 1 < sizeBytes;
  return more || role === "metrics" && line2[0] === 123;
}
function isOneDocument(head) {
  try {
    new JsonScanner({ scalar: () => {
    } }, LINE_LIMITS).feed(head, 0);
    return true;
  } catch {
    return false;
  }
}
var Lines = class {
  #subject;
  #metrics;
  #scanner;
  #called = new CalledNames();
  #line = 1;
  #lineStart = 0;
  #lineBytes = 0;
  #rows = 0;
  /** What is wrong with the present line; the next line starts clean. */
  #fault;
  constructor(subject) {
    this.#subject = subject;
    this.#metrics = subject.role === "metrics" ? new MetricsWatch(subject) : void 0;
    const { jsonDepth, constantBytes } = subject.budgets;
    this.#scanner = new JsonScanner(
      {
        opened: () => this.#called.opened(),
        closed: () => this.#called.closed(),
        scalar: (scalar, path, offset) => this.#scalar(scalar, path, offset)
      },
      { depth: jsonDepth, constantBytes, keys: 1e6 }
    );
  }
  feed(piece, offset) {
    let from = 0;
    for (; ; ) {
      const end = piece.indexOf(NEWLINE3, from);
      this.#part(piece.subarray(from, end < 0 ? piece.length : end), offset + from);
      if (end < 0) return;
      this.#endLine(offset + end, false);
      from = end + 1;
      this.#line += 1;
      this.#lineStart = offset + from;
      this.#lineBytes = 0;
    }
  }
  end() {
    if (this.#lineBytes > 0) this.#endLine(this.#subject.sizeBytes, true);
  }
  settle() {
    const { facts, findings } = this.#subject;
    facts.rows = this.#rows;
    this.#called.settle(this.#subject);
    if (this.#rows === 0) findings.fail("L2", "no-rows", "holds no line of JSON");
    this.#metrics?.settle();
  }
  #part(bytes3, offset) {
    this.#lineBytes += bytes3.length;
    const { lineBytes } = this.#subject.budgets;
    if (this.#lineBytes > lineBytes)
      throw overBudget("lineBytes", lineBytes, this.#lineBytes, this.#lineStart);
    if (this.#fault === void 0) this.#guard(() => this.#scanner.feed(bytes3, offset));
  }
  #endLine(offset, last) {
    const blank = this.#fault === void 0 && this.#scanner.isUntouched;
    if (!blank && this.#fault === void 0) this.#guard(() => this.#scanner.end(offset));
    if (blank)
      this.#subject.findings.note("L1", "blank-line", `line ${this.#line} is empty`, {
        offset: this.#lineStart
      });
    else if (this.#fault !== void 0) this.#report(this.#fault, last);
    else {
      this.#rows += 1;
      this.#metrics?.endRow(this.#line, this.#lineStart);
    }
    this.#fault = void 0;
    this.#scanner.reset();
    this.#called.restart();
  }
  #report(fault, last) {
    const { findings } = this.#subject;
    const what = `line ${this.#line} ${fault.message}`;
    if (last && fault.code === "json-cut") findings.degraded("L1", "last-line-cut", what, fault.extra);
    else findings.fail(fault.level, fault.code, what, fault.extra);
  }
  #guard(work) {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      this.#fault = error;
    }
  }
  #scalar(scalar, path, offset) {
    const top = path[0];
    if (scalar.kind === "string") this.#called.text(path, scalar.text);
    const isNull = scalar.kind === "literal" && scalar.value === null;
    if (typeof top === "string") this.#subject.keys.addValue(nameOf(path), top, isNull);
    if (this.#metrics === void 0) return;
    offerMetric(this.#metrics, scalar, path, offset);
  }
};

// src/verify/text/text-watch.ts
var HOLE_BYTES = 64;
var TextWatch = class {
  #subject;
  #utf8 = new TextDecoder("utf-8", { fatal: true });
  #lines = 0;
  #zeros = 0;
  constructor(subject) {
    this.#subject = subject;
  }
  feed(piece, offset) {
    this.#decode(piece, offset);
    for (let at2 = piece.indexOf(10); at2 >= 0; at2 = piece.indexOf(10, at2 + 1)) this.#lines += 1;
    if (this.#zeros > 0 || piece.includes(0)) this.#followZeros(piece, offset);
  }
  end() {
    this.#endZeros(this.#subject.sizeBytes);
    this.#subject.facts.rows = this.#lines;
  }
  #decode(piece, offset) {
    try {
      this.#utf8?.decode(piece, { stream: true });
    } catch {
      this.#utf8 = void 0;
      this.#subject.findings.note("L1", "not-utf8", "is not all UTF-8", { offset });
    }
  }
  #followZeros(piece, offset) {
    for (let i = 0; i < piece.length; i += 1) {
      if (piece[i] === 0) this.#zeros += 1;
      else if (this.#zeros > 0) this.#endZeros(offset + i);
    }
  }
  #endZeros(at2) {
    if (this.#zeros >= HOLE_BYTES) {
      this.#subject.findings.fail("L1", "zero-hole", "has a hole of zeros in its text", {
        offset: at2 - this.#zeros,
        found: `${this.#zeros} zero bytes`
      });
    }
    this.#zeros = 0;
  }
};

// src/verify/text/format-yaml.ts
var FIRST_LINE = /^(---( *| +#.*)|[A-Za-z_][\w./-]*:( .*)?|"[^"]+":( .*)?|'[^']+':( .*)?|- .+|!!?[\w/:.-]+|!<[^>]+>.*|%YAML:1\.\d|%(YAML|TAG) .+|\? .+|&\w+( .*)?|\{[A-Za-z_][\w./-]*: .*)$/;
var RUNS_CODE = /^!!?(python|js|ruby|java|perl|php)\b/;
var PLAIN_PYTHON = /^!!?python\/(tuple|list|dict|str|unicode|bytes|int|long|float|complex|bool|none)$/;
var NAMES_PYTHON = /^(?:!!|!|tag:yaml\.org,2002:)?python\/(?:object(?:\/(?:apply|new))?|name|module):(.*)$/;
var MAY_RUN = /python\/|^%|![<\w%]|_target_|_component_|class_path|template|\\(?:[xuU]|\r?\n)|gA[I-X]|800[2-5]/m;
var OPENCV = /^!!opencv-[a-z-]+$/;
var OPENCV_START = /^%YAML:(?=1\.\d)/;
var yaml = {
  name: "yaml",
  proves: "UTF-8, syntax, no duplicate keys, bounded depth and aliases, which are never expanded; tags are listed; brackets and quotes that go on further left than YAML 1.2 has it are read as PyYAML reads them, with a note; up to 256 KiB, above that inconclusive",
  checksum: "none",
  memberNames: /\.ya?ml$/i,
  recognises({ head, role, isMember = false }) {
    if (isMember) return !isTemplate(head);
    if (role !== "config" && role !== "metrics") return false;
    const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 8192)).toString("utf8");
    const line2 = start.split(/\r\n?|\n/).find((each) => each.trim() !== "" && !/^ *#/.test(each));
    if (line2 === void 0 || role === "metrics" && line2.includes(",")) return false;
    return FIRST_LINE.test(line2.trimEnd());
  },
  async open(subject) {
    const { budgets, sizeBytes } = subject;
    const isMember = subject.role !== "config" && subject.role !== "metrics";
    if (sizeBytes > (isMember ? budgets.structureBytes : budgets.yamlBytes))
      throw overBudget("yamlBytes", budgets.yamlBytes, sizeBytes, 0);
    const { YamlDocuments } = await import("./verifier.verify-text-yaml-documents.mjs");
    const document = new Document(subject);
    const documents = new YamlDocuments(document, { depth: budgets.jsonDepth, nodes: budgets.objects });
    const watch = new TextWatch(subject);
    const pieces = [];
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [
        wholeFile(subject, {
          feed(piece, offset) {
            watch.feed(piece, offset);
            pieces.push(piece.slice());
          },
          end() {
            watch.end();
            const text2 = utf8(Buffer.concat(pieces));
            if (text2 === void 0) throw new Broken("L1", "not-utf8", "is not UTF-8");
            if (isMember && !MAY_RUN.test(text2)) return;
            if (sizeBytes > budgets.yamlBytes) throw overBudget("yamlBytes", budgets.yamlBytes, sizeBytes, 0);
            documents.read(text2.replace(OPENCV_START, "%YAML "));
          }
        })
      ],
      async inside() {
        if (document.pickled.length === 0) return;
        const { walkPickledTexts } = await import("./verifier.verify-pickle-pickled-texts.mjs");
        walkPickledTexts(subject, document.pickled);
      },
      finish(complete) {
        if (!complete) return;
        settle2(subject, document, documents.tags);
        if (documents.loose) {
          const what = "goes on within brackets or quotes further left than YAML 1.2 has it, which not every reader takes";
          subject.findings.note("L2", "loose-columns", what);
        }
      }
    };
  }
};
function settle2(subject, document, all) {
  const { findings, facts } = subject;
  delete facts.rows;
  document.settle();
  const tags = [...all].sort();
  const plain = tags.filter((tag) => PLAIN_PYTHON.test(tag));
  const unsafe = tags.filter((tag) => RUNS_CODE.test(tag) && !plain.includes(tag));
  if (plain.length > 0) {
    const what = "has tags of plain data that only loaders of Python know";
    findings.note("L2", "python-tags", what, { found: plain.slice(0, 8).join(", ") });
  }
  refuseCalls(subject, unsafe);
  if (unsafe.length > 0) {
    const what = "has tags that make a loader run code unless it is told to be safe";
    findings.degraded("L2", "unsafe-tags", what, { found: unsafe.slice(0, 8).join(", ") });
  }
  const isKnown = (tag) => unsafe.includes(tag) || plain.includes(tag) || OPENCV.test(tag);
  const others = tags.filter((tag) => !isKnown(tag)).slice(0, 8);
  if (others.length > 0) {
    findings.degraded("L2", "other-tags", "has tags that not every loader knows", {
      found: others.join(", ")
    });
  }
}
function refuseCalls({ findings, imports, allowImports }, tags) {
  const names = tags.flatMap((tag) => NAMES_PYTHON.exec(tag)?.[1] ?? []);
  for (const name of names) if (imports.size < 1e4) imports.add(name.slice(0, 200));
  const refused = names.filter((name) => kindOfName(name) === "refused" && !vouchesFor(allowImports, name));
  if (refused.length === 0) return;
  const what = "has tags that ask for what no config needs; never load it but with a safe loader";
  const found = refused.slice(0, 8).join(", ").slice(0, 300);
  findings.fail("L2", "import-refused", what, { expected: "only plain data", found });
}

// src/verify/text/format-text.ts
var PROGRAM = /\.(py|pyi|sh|bash|js|lua|r)$/i;
var YAML = /\.ya?ml$/i;
var TEMPLATE2 = /\.(jinja2?|j2)$/i;
var KeptText = class {
  #pieces = [];
  constructor({ sizeBytes, budgets }) {
    if (sizeBytes > budgets.structureBytes)
      throw overBudget("structureBytes", budgets.structureBytes, sizeBytes, 0);
  }
  feed(piece) {
    this.#pieces.push(piece.slice());
  }
  text() {
    return new TextDecoder().decode(Buffer.concat(this.#pieces));
  }
};
var text = {
  name: "text",
  proves: "UTF-8, no hole of zeros; a config read as text is degraded",
  checksum: "none",
  memberNames: /^$/,
  recognises({ head, role }) {
    if (role !== "log" && role !== "config" && role !== "metrics") return false;
    if (role === "metrics" && head.includes(0)) return false;
    const odd = head.reduce((count, byte) => byte < 9 || byte > 13 && byte < 27 ? count + 1 : count, 0);
    return odd * 50 < head.length || role === "log";
  },
  async open(subject) {
    const { findings, role } = subject;
    if (role === "config" && YAML.test(subject.label) && !isTemplate(subject.head)) {
      return { ...await yaml.open(subject), format: yaml.name };
    }
    const watch = new TextWatch(subject);
    if (PROGRAM.test(subject.label))
      findings.note("L2", "code-not-judged", "is a program: what it does when it is run was not looked at");
    const isOne = isTemplate(subject.head) || TEMPLATE2.test(subject.label);
    const template = isOne ? new KeptText(subject) : void 0;
    return {
      checksummed: false,
      reaches: "L2",
      regions: () => [
        wholeFile(subject, {
          feed(piece, offset) {
            watch.feed(piece, offset);
            template?.feed(piece);
          },
          end: () => watch.end()
        })
      ],
      finish() {
        if (template !== void 0) judgeTemplate(template.text(), findings);
        if (role === "metrics" && subject.roleFrom !== "guessed")
          findings.fail("L2", "no-table", "is text and no table: no metrics can be read from it");
        if (role === "log") return;
        findings.degraded("L2", "text-only", "was read as text: that its structure is whole was not proven");
      }
    };
  }
};

// src/verify/engine/format-zip.ts
var LOCAL = Uint8Array.of(80, 75, 3, 4);
var EMPTY = Uint8Array.of(80, 75, 5, 6);
var zip = {
  name: "zip",
  proves: "strict directory, local headers, descriptors and CRC-32 of every member, stored or packed by deflate, bzip2, LZMA or zstd",
  checksum: "CRC-32 of every member",
  recognises: ({ head }) => startsWith(head, LOCAL) || startsWith(head, EMPTY),
  async open(subject) {
    const { openZip } = await import("./verifier.verify-engine-zip-walk.mjs");
    return await openZip(subject);
  }
};

// src/verify/engine/formats.ts
var FORMATS = [
  zip,
  hdf5,
  torchLegacy,
  gguf,
  parquet,
  arrowFile,
  tar,
  arrowStream,
  tfrecord,
  onnx,
  tfGraph,
  sentencepiece,
  catboost,
  fasttext,
  safetensors,
  npy,
  pickle,
  joblib,
  gzip,
  zstd,
  xz,
  bzip2,
  lz4,
  png,
  jpeg,
  zlib2,
  lzma,
  flax,
  ubjson,
  wordVectors,
  yaml,
  jsonl,
  json,
  csv,
  text
];

// src/verify/engine/loader-by-name.ts
var TORCH = [
  "torch-zip",
  "torch-legacy",
  "torchscript",
  "torch-export",
  "torch-export-old",
  "torch-package",
  "model-archive"
];
var BY_NAME = [
  { name: /\.safetensors$/i, loader: "safetensors", takes: ["safetensors"] },
  { name: /\.gguf$/i, loader: "a reader of GGUF", takes: ["gguf"] },
  { name: /\.onnx$/i, loader: "a reader of ONNX", takes: ["onnx"] },
  { name: /\.keras$/i, loader: "keras.saving.load_model", takes: ["keras"] },
  { name: /\.(pt|pth)$|(^|\/)pytorch_model[^/]*\.bin$/i, loader: "torch.load", takes: TORCH }
];
var LOADERS2 = {
  ...Object.fromEntries(TORCH.map((format) => [format, "torch.load"])),
  safetensors: "safetensors",
  gguf: "a reader of GGUF",
  onnx: "a reader of ONNX",
  keras: "keras.saving.load_model",
  hdf5: "h5py",
  "keras-h5": "keras.saving.load_model under a name that ends with .h5",
  npy: "numpy.load",
  npz: "numpy.load",
  pickle: "pickle.load",
  joblib: "joblib.load",
  "flax-msgpack": "flax.serialization",
  word2vec: "gensim",
  "word2vec-text": "gensim",
  glove: "gensim"
};
function judgeName(findings, label, format) {
  const named = BY_NAME.find(({ name }) => name.test(label));
  const loader = LOADERS2[format];
  if (named === void 0 || loader === void 0 || named.takes.includes(format)) return;
  const what = `is called like what ${named.loader} loads, which refuses it: it is ${format} and loads with ${loader}`;
  findings.degraded("L2", "other-loader", what, { expected: named.takes.join(" or "), found: format });
}

// src/verify/engine/unread.ts
var magic = (what, text2, at2 = 0) => ({
  what,
  recognises: ({ head }) => startsWith(head, Buffer.from(text2, "latin1"), at2)
});
var UNREAD = [
  magic("a film (MP4 and its kin)", "ftyp", 4),
  magic("a database of SQLite", "SQLite format 3\0"),
  magic("a document of PDF", "%PDF-"),
  magic("an image or a table of FITS", "SIMPLE  ="),
  magic("a MAT-file of MATLAB 5", "MATLAB 5.0 MAT-file"),
  magic("a file of Octave", "Octave-1-"),
  // Of versions 2 and 3 of its serialization, in the order of the network; R packs both by gzip unless told not to.
  magic("an object of R", "X\n\0\0\0"),
  magic("an object of R", "X\n\0\0\0"),
  magic("a workspace of R", "RDX2\nX\n"),
  magic("a workspace of R", "RDX3\nX\n"),
  magic("an array of Armadillo", "ARMA_MAT_BIN_"),
  magic("an array of Armadillo", "ARMA_CUB_BIN_"),
  magic("an array of Armadillo", "ARMA_SPM_BIN_"),
  magic("a container of Avro", "Obj"),
  // An array of msgpack, and its first item; `.b2nd` and `.b2frame` begin so, and whatever Blosc2 keeps in one file.
  magic("a frame of Blosc2", "\x9E\xA8b2frame\0"),
  // The fourth byte is the version: 1, 2 or 5.
  magic("an array file of netCDF 3", "CDF"),
  magic("an array file of netCDF 3", "CDF"),
  magic("an array file of netCDF 3", "CDF"),
  magic("a database of DuckDB", "DUCK", 8),
  magic("a table of Feather 1", "FEA1"),
  magic("a model of TensorFlow Lite", "TFL3", 4),
  magic("a picture of DICOM", "DICM", 128),
  magic("a program or library (ELF)", "\x7FELF")
];
var unreadKind = (probe) => UNREAD.find((each) => each.recognises(probe));

// src/verify/engine/verify-file.ts
async function verifyFile(source, options) {
  const { jobs, workers: given } = options;
  return await withPool(given === void 0 ? jobs : void 0, source.sizeBytes, async (own) => {
    const workers = given ?? own;
    const examination = new Examination(
      source,
      workers === void 0 ? options : { ...options, workers },
      ALONE
    );
    await examination.run();
    return examination.verdict();
  });
}
async function examineInside(outer, inner, {
  role = "archive",
  proven = false,
  member = false,
  expansion = 1,
  expectation,
  fileOffset,
  prefix = ""
} = {}, { budgets, allowDegraded, allowImports, signal, clock, moments }) {
  if (outer.depth >= outer.budgets.nesting)
    throw overBudget("nesting", outer.budgets.nesting, outer.depth + 1, fileOffset);
  const examination = new Examination(
    inner,
    {
      role,
      contains: [],
      requiredLevel: "L0",
      allowDegraded: allowDegraded === true,
      ...expectation === void 0 ? {} : { expectation },
      ...budgets === void 0 ? {} : { budgets },
      ...allowImports === void 0 ? {} : { allowImports },
      ...signal === void 0 ? {} : { signal },
      ...clock === void 0 ? {} : { clock },
      ...moments === void 0 ? {} : { moments }
    },
    {
      depth: outer.depth + 1,
      proven: proven || outer.digestGiven,
      member,
      expansion: outer.expansion * expansion
    }
  );
  await examination.run();
  examination.enterInto(outer, inner.label, fileOffset, prefix);
  return examination.verdict();
}
var ALONE = { depth: 0, proven: false, member: false, expansion: 1 };
var Examination = class {
  #options;
  #source;
  #findings;
  #reader;
  #budgets;
  #digest;
  #format = "unknown";
  #readAll = false;
  #walk;
  #subject;
  #place;
  constructor(source, options, place) {
    this.#place = place;
    this.#source = source;
    this.#options = options;
    this.#budgets = { ...DEFAULT_BUDGETS, ...options.budgets };
    this.#reader = new BoundedReader(source, this.#budgets, options.clock ?? systemClock, options.signal);
    this.#digest = new DigestCheck(options);
    this.#subject = {
      label: source.label,
      reader: this.#reader,
      sizeBytes: source.sizeBytes,
      head: new Uint8Array(0),
      role: options.role,
      roleFrom: options.roleFrom ?? "declared",
      budgets: this.#budgets,
      expectation: options.expectation ?? {},
      allowImports: options.allowImports ?? [],
      allowDegraded: options.allowDegraded,
      digestGiven: options.sha256 !== void 0 || place.proven,
      ...emptyBooks(),
      scanning: { moments: options.moments === true },
      depth: place.depth,
      expansion: place.expansion,
      examine: (inner, inside) => examineInside(this.#subject, inner, inside, options)
    };
    this.#findings = this.#subject.findings;
  }
  async run() {
    const isEmpty = this.#source.sizeBytes === 0;
    if (isEmpty && (this.#options.roleFrom !== "guessed" || !mayBeEmpty(this.#source.label))) {
      this.#findings.fail("L0", "empty", "is empty", { expected: "at least 1 byte", found: "0 bytes" });
      return;
    }
    await this.#guarded(async () => {
      const head = await this.#reader.head(HEAD_BYTES);
      this.#subject = { ...this.#subject, head };
      const probe = { head, sizeBytes: this.#source.sizeBytes, role: this.#options.role };
      const format = isEmpty ? empty : await this.#recognise(probe);
      if (format === void 0 && this.#place.member) return;
      if (format !== void 0) await this.#guarded(() => this.#open(format));
      const complete = await this.#pass();
      this.#readAll = complete;
      await this.#guarded(async () => await this.#walk?.inside?.());
      await this.#guarded(async () => this.#walk?.finish(complete));
      if (!this.#findings.blocks("L2")) this.#judgeKeys();
      if (complete) judgeChange(this.#subject, this.#options.previous);
    });
    this.#judgeDigest();
  }
  /** What was found in here is found in the file around it. */
  enterInto(outer, label, fileOffset, prefix) {
    outer.findings.absorb(this.#findings.reasons, ({ offset, what, ...reason }) => ({
      ...reason,
      what: `${quoted(label)}: ${what}`,
      ...offset === void 0 || fileOffset === void 0 ? {} : { offset: offset + fileOffset }
    }));
    for (const name of this.#subject.imports) outer.imports.add(name);
    for (const { at: _at, ...row } of this.#subject.table.rows)
      outer.table.add({ ...row, name: prefix + row.name });
    outer.keys.take(this.#subject.keys, prefix);
  }
  verdict() {
    const { role, allowDegraded } = this.#options;
    const requiredLevel = this.#options.requiredLevel ?? (this.#isOfSet ? "L1" : LEVEL_NEEDED[role]);
    const level = this.#level();
    if (level < requiredLevel && !this.#findings.has("fail") && !this.#findings.has("inconclusive")) {
      this.#findings.inconclusive(requiredLevel, "level-not-reached", `a ${role} needs ${requiredLevel}`, {
        expected: requiredLevel,
        found: level
      });
    }
    const tensors = this.#walk?.tensors?.();
    const { table: table2 } = this.#subject;
    const tensorsDigest = this.#place.depth === 0 ? table2.digest() : void 0;
    return verdictOf(this.#findings, allowDegraded, {
      label: this.#source.label,
      level,
      requiredLevel,
      role,
      // A walk may know its kind only once it is through.
      format: this.#walk?.format ?? this.#format,
      bytes: this.#source.sizeBytes,
      ...this.#digest.found === void 0 ? {} : { sha256: this.#digest.found },
      ...tensors === void 0 ? {} : { tensors },
      ...tensorsDigest === void 0 ? {} : { tensorsDigest },
      ...this.#options.table === true ? { table: table2.rows } : {},
      ...this.#tellsLacks ? { lacks: this.#subject.keys.missing(this.#options.contains) } : {},
      facts: this.#subject.facts,
      keys: this.#subject.keys.summary(),
      imports: [...this.#subject.imports].sort(),
      requests: this.#reader.requests,
      bytesRead: this.#reader.bytesRead
    });
  }
  async #recognise(probe) {
    if (this.#place.member) return await this.#recogniseMember(probe);
    lookForImpostors(probe, this.#source.label, this.#findings);
    const unread = unreadKind(probe);
    if (probe.role === "opaque" || unread !== void 0) {
      this.#format = "opaque";
      if (unread !== void 0) this.#sayUnread(unread);
      return void 0;
    }
    const declared = this.#subject.expectation.dtype === void 0 ? void 0 : rawNumbers;
    const format = await this.#orProgram(FORMATS.find((each) => each.recognises(probe)) ?? declared, probe);
    if (format !== void 0) this.#format = format.name;
    else if (!this.#findings.has("fail")) {
      const wrapped = wrapping(probe.head);
      const what = wrapped === void 0 ? "is of no format that we can read" : `is wrapped in ${wrapped}`;
      this.#findings.inconclusive("L1", wrapped === void 0 ? "unknown-format" : "wrapped", what, {
        offset: 0,
        found: `begins ${Buffer.from(probe.head.subarray(0, 16)).toString("hex")}`
      });
    }
    return format;
  }
  /** What a loader of pickles would run is a pickle, whatever else it looks like. */
  async #orProgram(format, { head, sizeBytes }) {
    if (format === pickle || format === torchLegacy) return format;
    return await runsAsProgram(this.#reader, head, sizeBytes) ? pickle : format;
  }
  #sayUnread({ what }) {
    const { role } = this.#options;
    if (role === "opaque")
      this.#findings.note("L1", "not-read", `is ${what}: nothing but its digest was compared`);
    else this.#findings.caught(notRead(what));
  }
  /** A caption may well look like a table; a picture may not look like an error page. */
  async #recogniseMember(probe) {
    const { label } = this.#source;
    if (unreadKind(probe) !== void 0) {
      this.#format = "opaque";
      return void 0;
    }
    const ofMember = { ...probe, isMember: true };
    const known = FORMATS.find(
      ({ recognises, memberNames }) => (memberNames === void 0 || memberNames.test(label)) && recognises(ofMember)
    );
    const format = await this.#orProgram(known, probe);
    if (format !== void 0) this.#format = format.name;
    else if (hasMagicByName(label)) lookForImpostors(probe, "", this.#findings);
    return format;
  }
  async #open(format) {
    this.#walk = await format.open(this.#subject);
    this.#format = this.#walk.format ?? format.name;
    if (this.#place.depth === 0 && holdsTensors(this.#options.role))
      judgeName(this.#findings, this.#source.label, this.#format);
  }
  async #pass() {
    const regions = (this.#walk?.regions() ?? [])[Symbol.iterator]();
    const { workers, signal } = this.#options;
    const { descriptor } = this.#source;
    const bulk = descriptor === void 0 ? void 0 : workers?.of(descriptor);
    signal?.throwIfAborted();
    const complete = await sequentialPass(this.#reader, regions, this.#findings, {
      ...bulk === void 0 ? {} : { workers: bulk },
      chunkBytes: this.#options.chunkBytes ?? 1024 ** 2,
      ...this.#digest.hash === void 0 ? {} : { hash: this.#digest.hash },
      ...this.#options.onProgress === void 0 ? {} : { onProgress: this.#options.onProgress }
    });
    await this.#reader.mustBeUnchanged();
    this.#digest.take();
    return complete;
  }
  get #isOfSet() {
    return this.#options.roleFrom === "set" && holdsTensors(this.#options.role);
  }
  get #tellsLacks() {
    const { answeredBy } = this.#options;
    const isWalked = this.#walk !== void 0 && !this.#findings.blocks("L2");
    return this.#isOfSet || answeredBy !== void 0 && isWalked;
  }
  #judgeKeys() {
    if (this.#walk === void 0 || this.#isOfSet || this.#options.answeredBy !== void 0) return;
    for (const wanted of this.#subject.keys.missing(this.#options.contains)) {
      this.#findings.fail("L3", "key-missing", `does not contain "${wanted}"`, {
        expected: wanted,
        found: this.#subject.keys.summary().top.slice(0, 12).join(", ")
      });
    }
  }
  #judgeDigest() {
    this.#digest.judge(this.#findings);
    if (this.#digest.expected !== void 0 || this.#place.proven || this.#place.depth > 0) return;
    if (this.#options.role === "opaque" && this.#walk === void 0) {
      const { roleFrom = "declared" } = this.#options;
      const of = roleFrom === "declared" ? "is declared opaque" : "is of no format that we can read";
      const what = `${of}, so only a manifest digest can prove it`;
      this.#findings.inconclusive("L1", "no-digest", what);
    } else if (this.#walk !== void 0 && !this.#walk.checksummed) {
      const what = `${this.#format} carries no checksum and no manifest digest was given`;
      this.#findings.degraded("L1", "no-checksum", what);
    }
  }
  #level() {
    const { found, expected } = this.#digest;
    const opaque = found !== void 0 && expected !== void 0 ? "L1" : "L0";
    return this.#findings.level(this.#readAll ? this.#walk?.reaches ?? opaque : "L0");
  }
  async #guarded(work) {
    await settled(this.#findings, this.#options.signal, work);
  }
};

// src/verify/engine/tree-member.ts
async function verifyMember(source, options, task, { path, workers }) {
  const { taskOf: _taskOf, onProgress, onVerdict: _onVerdict, jobs: _jobs, ...same } = options;
  try {
    const verdict = await verifyFile(source, {
      hash: options.hash === true,
      ...same,
      ...workers === void 0 ? {} : { workers },
      ...task,
      table: true,
      ...onProgress === void 0 ? {} : { onProgress: (done, total) => onProgress(path, done, total) }
    });
    return { ...verdict, label: path };
  } finally {
    await source.close();
  }
}
function withoutTable({ table: table2, ...rest }, options) {
  return options.table === true && table2 !== void 0 ? { ...rest, table: table2 } : rest;
}
function shown(verdict, options) {
  const { lacks: _lacks, ...rest } = withoutTable(verdict, options);
  return rest;
}

export {
  LEVEL_NEEDED,
  VERIFIER_VERSION,
  NO_TENSORS,
  together,
  SET_NOT_WHOLE,
  PART_OF,
  countsAs,
  verdictOf,
  holdsTensors,
  Broken,
  Unsettled,
  notRead,
  overBudget,
  Findings,
  JsonScanner,
  SEPARATORS,
  CsvRows,
  BLOCK,
  paddingOf,
  hasChecksum,
  fieldsOf,
  upToNul,
  paxRecords,
  HDF5_SIGNATURE,
  findHdf5Signature,
  HEAD_BYTES,
  isUnfinishedName,
  startsWith,
  quoted,
  someOf,
  matchesWildcard,
  PYTHON_ROOTS,
  vouchesFor,
  decodeElements,
  readScalar,
  halfToNumber,
  bfloatToNumber,
  NPY_MAGIC,
  PyFloat,
  PyBytes,
  PyTuple,
  PyList,
  PySet,
  PyDict,
  PyGlobal,
  PyObject,
  PyStorage,
  PyTensor,
  isInt,
  badCall,
  badArguments,
  NESTED_PAYLOAD,
  PickleMachine,
  PickleSkim,
  wholeFile,
  sequentialPass,
  utf8,
  combineCrc32,
  hex8,
  sumDiffers,
  Fingerprint,
  INDEXES_KEPT,
  RUN_BYTES,
  ElementScan,
  crc322 as crc32,
  WORTH_BYTES,
  takeFrom,
  takeThread,
  withPool,
  StepRecord,
  stepFaults,
  partOf,
  beginsAtZeroInAdapter,
  isFirstFactor,
  secondFactor,
  mayBeZero,
  beginsAtZeroInKeras,
  isWeightByName,
  mayBeginAtZero,
  mayBeInfinite,
  judgeCopies,
  COPIED,
  copyAmong,
  systemClock,
  DEFAULT_BUDGETS,
  BoundedReader,
  Problem,
  TensorTable,
  emptyBooks,
  settled,
  DigestCheck,
  beginsAsPickle,
  unpacksToPickle,
  kindOfName,
  PushParser,
  XZ_MAGIC,
  BZIP2_MAGIC,
  magicBytes,
  hasNoRate,
  STEPS_THAT_SHOW,
  isOfSixteenBits,
  unreadKind,
  verifyFile,
  examineInside,
  verifyMember,
  withoutTable,
  shown,
  crc32c,
  masked,
  takeVarint,
  Varint,
  readVarint,
  oldHeader,
  wrappingOf,
  holdsPickle,
  graphKindOf,
  FlatTable,
  judgeTemplate,
  MOST_DEPTH,
  MsgpackStream,
  trailing,
  lineBeforeArrays,
  headerLength,
  marksEvents,
  TfRecords,
  FORMATS
};
