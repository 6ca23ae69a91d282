import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  systemClock
} from "./chunk-ZJZVJPPJ.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";

// src/verify/file-source.ts
import { constants, open } from "node:fs/promises";
async function openFileSource(path, options = {}) {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((cause) => {
    throw refusal(path, cause);
  });
  try {
    return await fromHandle(path, handle, options);
  } catch (error) {
    await handle.close();
    throw error;
  }
}
async function fromHandle(path, handle, options) {
  const before = await handle.stat({ bigint: true });
  if (!before.isFile()) throw notAFile(path, "a directory, device, pipe or socket");
  if (before.nlink > 1n && options.allowHardLinks !== true) {
    throw new Problem({
      code: "hard-linked",
      kind: "failed",
      what: `${path} has ${before.nlink} names on this disk, so something else may change it.`,
      next: "Verify a copy of its own."
    });
  }
  const sizeBytes = Number(before.size);
  const readInto = async (offset, target) => {
    if (offset < 0 || offset + target.length > sizeBytes) {
      throw new RangeError(`${target.length} bytes from ${offset} lie outside ${path} (${sizeBytes} bytes)`);
    }
    for (let done = 0; done < target.length; ) {
      const { bytesRead } = await handle.read(target, done, target.length - done, offset + done);
      if (bytesRead === 0)
        throw new RangeError(`${path} ended at ${offset + done}, it had ${sizeBytes} bytes`);
      done += bytesRead;
    }
  };
  return {
    label: path,
    sizeBytes,
    readInto,
    async read(offset, length) {
      if (length > sizeBytes)
        throw new RangeError(`${length} bytes lie outside ${path} (${sizeBytes} bytes)`);
      const target = new Uint8Array(length);
      await readInto(offset, target);
      return target;
    },
    async changed() {
      const now = await handle.stat({ bigint: true });
      if (now.size !== before.size) return `its size went from ${before.size} to ${now.size}`;
      return now.mtimeNs === before.mtimeNs ? void 0 : "its modification time moved";
    },
    close: () => handle.close()
  };
}
function refusal(path, cause) {
  if (cause.code === "ELOOP") return notAFile(path, "a symbolic link");
  return new Problem(
    {
      code: "not-readable",
      kind: "failed",
      what: `${path} cannot be opened: ${cause.message}.`,
      next: "Check that the file exists and may be read."
    },
    { cause }
  );
}
var notAFile = (path, found) => new Problem({
  code: "not-a-file",
  kind: "failed",
  what: `${path} is ${found}, not a regular file.`,
  next: "Verify the file itself; links and devices are never followed."
});

// src/verify/verify.ts
import { createHash } from "node:crypto";

// src/verify/findings.ts
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
var overBudget = (name, limit, found, offset) => new Unsettled("L2", "over-budget", `more than the budget ${name} allows`, {
  expected: `<= ${limit}`,
  found: String(found),
  ...offset === void 0 ? {} : { offset }
});
var WORST_FIRST = ["fail", "inconclusive", "degraded", "note"];
var KEPT_PER_SEVERITY = 100;
var Findings = class {
  #kept = new Map(WORST_FIRST.map((severity) => [severity, []]));
  #blocked = /* @__PURE__ */ new Set();
  #leftOut = 0;
  fail(level, code, what, extra) {
    this.#add("fail", level, code, what, extra);
  }
  inconclusive(level, code, what, extra) {
    this.#add("inconclusive", level, code, what, extra);
  }
  degraded(level, code, what, extra) {
    this.#add("degraded", level, code, what, extra);
  }
  note(level, code, what, extra) {
    this.#add("note", level, code, what, extra);
  }
  /** Turns what a walk threw into a reason. Returns false for anything that is not ours to judge. */
  caught(error) {
    if (error instanceof Broken) this.fail(error.level, error.code, error.message, error.extra);
    else if (error instanceof Unsettled)
      this.inconclusive(error.level, error.code, error.message, error.extra);
    else return false;
    return true;
  }
  has(severity) {
    return this.#list(severity).length > 0;
  }
  /** Whether something stands in the way of this level or one below it. */
  blocks(level) {
    return [...this.#blocked].some((blocked) => blocked <= level);
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
  #add(severity, level, code, what, extra = {}) {
    if (severity === "fail" || severity === "inconclusive") this.#blocked.add(level);
    const list = this.#list(severity);
    if (list.length >= KEPT_PER_SEVERITY) this.#leftOut += 1;
    else list.push({ code, severity, level, what, ...extra });
  }
};

// src/verify/bounded-reader.ts
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
  /** Reads the start once; later reads inside it cost nothing. */
  async head(length) {
    if (this.#head.length < length) this.#head = await this.read(0, Math.min(length, this.sizeBytes));
    return this.#head;
  }
  async read(offset, length) {
    this.#mustLieInside(offset, length);
    if (offset + length <= this.#head.length) return this.#head.subarray(offset, offset + length);
    const bytes2 = await this.#bounded(() => this.#source.read(offset, length));
    if (bytes2.length !== length) throw changed(`asked for ${length} bytes and got ${bytes2.length}`, offset);
    this.#count(length);
    return bytes2;
  }
  /** Like `read`, into memory that the caller uses again. */
  async readInto(offset, target) {
    this.#mustLieInside(offset, target.length);
    const { readInto } = this.#source;
    if (readInto === void 0) {
      target.set(await this.read(offset, target.length));
      return;
    }
    await this.#bounded(() => readInto.call(this.#source, offset, target));
    this.#count(target.length);
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
  #mustLieInside(offset, length) {
    const inside = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
    if (inside && offset + length <= this.sizeBytes) return;
    throw new Broken("L1", "outside-file", "points outside the file", {
      offset,
      expected: `at most ${this.sizeBytes} bytes`,
      found: `${length} bytes from ${offset}`
    });
  }
  async #bounded(read) {
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

// src/verify/budgets.ts
var MiB = 1024 ** 2;
var DEFAULT_BUDGETS = {
  pickleBytes: 512 * MiB,
  pickleOpcodes: 1e8,
  pickleMemo: 1e7,
  pickleStack: 1e6,
  pickleDepth: 1e3,
  constantBytes: 64 * MiB,
  safetensorsHeaderBytes: 1e8,
  jsonBytes: 256 * MiB,
  jsonDepth: 1e3,
  lineBytes: 64 * MiB,
  zipMembers: 1e6,
  expandedBytes: 1024 ** 4,
  wallSeconds: 60,
  wallBytesPerSecond: 5e7
};

// src/verify/glob.ts
function globMatches(pattern, name) {
  let at2 = 0;
  let retryPattern = -1;
  let retryName = 0;
  let p = 0;
  while (at2 < name.length) {
    if (p < pattern.length && pattern[p] === "*") {
      retryPattern = ++p;
      retryName = at2;
    } else if (p < pattern.length && (pattern[p] === "?" || pattern[p] === name[at2])) {
      p += 1;
      at2 += 1;
    } else if (retryPattern >= 0) {
      p = retryPattern;
      at2 = ++retryName;
    } else {
      return false;
    }
  }
  while (p < pattern.length && pattern[p] === "*") p += 1;
  return p === pattern.length;
}

// src/verify/key-book.ts
var PARTS = {
  model: /^(model|net|network|module|state_dict|params|weights|generator|student|(model|net|module)_?(state|state_dict|weights|params))([./]|$)/,
  optimizer: /^(optim|opt|optimizers?)(_?states?|_state_dict|_dict)?([./]|$)/,
  scheduler: /^(lr_?)?sched(uler)?s?(_?states?|_state_dict)?([./]|$)/,
  step: /^(global_?|current_?|total_?|train_?)?(step|steps|iter|iteration|iterations|num_steps|num_updates)$/,
  epoch: /^(current_?|last_?)?epochs?$/,
  rng: /^(.*[._/])?(rng|random)(_?states?)?(_.*)?([./].*)?$/,
  scaler: /^(grad_?|amp_?)?scaler(_?state|_state_dict)?([./]|$)|^amp([./]|$)/,
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
    const hit = (name) => name === wanted || name.startsWith(`${wanted}.`) || name.startsWith(`${wanted}/`) || part?.test(name) || globMatches(wanted, name);
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

// src/verify/pass.ts
async function sequentialPass(reader, regions, findings, { chunkBytes, hash, onProgress }) {
  const cursor = new RegionCursor(regions, findings);
  const size = reader.sizeBytes;
  const chunkAt = (offset) => Math.min(chunkBytes, size - offset);
  const buffers = [chunkBuffer(Math.min(chunkBytes, size)), chunkBuffer(Math.min(chunkBytes, size))];
  const start = (offset, turn) => {
    const target = (turn % 2 === 0 ? buffers[0] : buffers[1]).subarray(0, chunkAt(offset));
    const done = reader.readInto(offset, target);
    done.catch(() => {
    });
    return { target, done };
  };
  let next = start(0, 0);
  for (let offset = 0, turn = 1; offset < size; turn += 1) {
    const { target, done } = next;
    await done;
    const after = offset + target.length;
    if (after < size) next = start(after, turn);
    hash?.update(target);
    await cursor.take(target, offset);
    offset = after;
    onProgress?.(offset, size);
  }
  await cursor.finish();
  reader.throwIfStopped();
  return cursor.complete;
}
var chunkBuffer = (length) => new Uint8Array(new ArrayBuffer(length + 64), 64, length);
var RegionCursor = class {
  #regions;
  #findings;
  #current;
  #broken = false;
  complete = true;
  constructor(regions, findings) {
    this.#regions = regions;
    this.#findings = findings;
    this.#advance();
  }
  async take(chunk, chunkOffset) {
    const chunkEnd = chunkOffset + chunk.length;
    while (this.#current !== void 0 && this.#current.offset < chunkEnd) {
      const region = this.#current;
      const from = Math.max(region.offset, chunkOffset);
      const to = Math.min(region.offset + region.length, chunkEnd);
      if (from < to) {
        const piece = chunk.subarray(from - chunkOffset, to - chunkOffset);
        const pending = this.#guarded(() => region.feed(piece, from));
        if (pending !== void 0) await pending;
      }
      if (region.offset + region.length > chunkEnd) return;
      await this.#end(region);
    }
  }
  /** Regions of no length at the very end of the file are still due. */
  async finish() {
    while (this.#current !== void 0) await this.#end(this.#current);
  }
  async #end(region) {
    const pending = this.#guarded(() => region.end());
    if (pending !== void 0) await pending;
    this.#advance();
  }
  #guarded(work) {
    if (this.#broken) return;
    try {
      return work()?.catch((error) => this.#drop(error));
    } catch (error) {
      this.#drop(error);
    }
  }
  #drop(error) {
    if (!this.#findings.caught(error)) throw error;
    this.#broken = true;
    this.complete = false;
  }
  #advance() {
    const before = this.#current;
    const next = this.#regions.next();
    this.#current = next.done === true ? void 0 : next.value;
    this.#broken = false;
    const from = before === void 0 ? 0 : before.offset + before.length;
    if (this.#current !== void 0 && this.#current.offset < from) {
      throw new Error(`regions out of order: ${this.#current.offset} after ${from}`);
    }
  }
};

// src/verify/csv-rows.ts
var QUOTE = '"';
var CsvRows = class {
  #separator;
  #rowBytes;
  #onRow;
  #utf8 = new TextDecoder("utf-8", { fatal: true });
  #cells = [];
  #cell = "";
  #cellOffset = 0;
  #state = "start";
  #row = 1;
  #rowOffset = 0;
  #size = 0;
  /** The last byte seen ended a row. */
  endsWithNewline = false;
  constructor(separator, rowBytes, onRow) {
    this.#separator = separator;
    this.#rowBytes = rowBytes;
    this.#onRow = onRow;
  }
  feed(piece, offset) {
    try {
      this.#utf8.decode(piece, { stream: true });
    } catch {
      throw new Broken("L1", "not-utf8", "is not UTF-8", { offset });
    }
    const text2 = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("latin1");
    for (let i = 0; i < text2.length; i += 1) this.#take(text2[i], offset + i);
    this.#size = offset + piece.length;
    this.#mustFit(this.#size);
  }
  end() {
    if (this.#state === "quoted") throw this.#broken("csv-cut", "ends inside a quoted cell", this.#size);
    this.endsWithNewline = this.#state === "start" && this.#cells.length === 0;
    if (!this.endsWithNewline) this.#endRow(this.#size);
  }
  #take(char, offset) {
    if (this.#state === "quoted") {
      if (char === QUOTE) this.#state = "closed";
      else this.#cell += char;
    } else if (char === this.#separator) this.#endCell(offset);
    else if (char === "\n") this.#endRow(offset + 1);
    else if (char === QUOTE) this.#quote(offset);
    else if (this.#state === "closed" && char !== "\r") {
      throw this.#broken("csv-quoting", "has text after a closing quote", offset);
    } else if (char < " " && char !== "\r" && char !== "	") {
      throw this.#broken("csv-control", "has a control character", offset);
    } else {
      if (this.#state === "start") this.#state = "plain";
      if (this.#state === "plain") this.#cell += char;
    }
  }
  #quote(offset) {
    if (this.#state === "plain")
      throw this.#broken("csv-quoting", "has a quote inside an unquoted cell", offset);
    if (this.#state === "closed") this.#cell += QUOTE;
    this.#state = "quoted";
  }
  #endCell(offset) {
    this.#cells.push({ raw: this.#cell, offset: this.#cellOffset });
    this.#cell = "";
    this.#cellOffset = offset + 1;
    this.#state = "start";
  }
  #endRow(nextOffset) {
    this.#mustFit(nextOffset);
    if (this.#cell.endsWith("\r")) this.#cell = this.#cell.slice(0, -1);
    this.#endCell(nextOffset - 1);
    const cells = this.#cells;
    this.#cells = [];
    this.#onRow(cells, this.#row, this.#rowOffset);
    this.#row += 1;
    this.#rowOffset = nextOffset;
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

// src/verify/metrics-watch.ts
var NOT_A_NUMBER = /^\s*[+-]?(nan|inf(inity)?)\s*$/i;
var STEP_NAMES = /^(global_?|train_?|trainer\/global_)?(step|steps|iter|iteration)$/i;
var NO_METRIC = /(^|[._/])(_?(global_?)?step|steps|iter|iteration|epoch|_?time(stamp)?|_?runtime|wall_?time|seconds|elapsed|lr|learning_rate|seed|rank)([._/]|$)/i;
var LOSS = /(^|[._/])loss$/i;
var CONSTANT_FROM_ROWS = 11;
var MOST_COLUMNS = 1e4;
var MetricsWatch = class {
  #subject;
  #expectation;
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
  endRow(line, offset) {
    this.#rows += 1;
    if (this.#rowStep !== void 0) this.#followStep(this.#rowStep, line, offset);
    if (this.#rowBest !== void 0) this.#followBest(this.#rowBest);
    this.#rowStep = void 0;
    this.#rowBest = void 0;
  }
  settle() {
    const { findings, facts } = this.#subject;
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
  }
  #column(name) {
    const known = this.#columns.get(name);
    if (known !== void 0) return known;
    if (this.#columns.size >= MOST_COLUMNS) throw overBudget("columns", MOST_COLUMNS, this.#columns.size + 1);
    const column = { rows: 0, first: 0, constant: true, allZero: true };
    this.#columns.set(name, column);
    return column;
  }
  #isStep(name) {
    const { stepKey } = this.#expectation;
    return stepKey === void 0 ? STEP_NAMES.test(name) : name === stepKey;
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
      this.#subject.findings.fail("L2", "metric-not-a-number", `"${name}" is not a number`, where);
    }
  }
  #notFinite(name, found, offset) {
    this.#subject.findings.fail("L2", "metric-not-finite", `"${name}" is not a finite number`, {
      offset,
      expected: "a finite number",
      found
    });
  }
  #followStep(step, line, offset) {
    const before = this.#lastStep;
    this.#lastStep = step;
    if (before === void 0 || step >= before) return;
    this.#restarts += 1;
    if (this.#restarts <= (this.#expectation.restarts ?? 0)) return;
    this.#subject.findings.fail("L2", "step-falls-back", `the step falls back in row ${line}`, {
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
    const { findings } = this.#subject;
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
    const { findings } = this.#subject;
    const { step, minStep, stepKey } = this.#expectation;
    const last = this.#lastStep;
    const wanted = step ?? minStep ?? (stepKey === void 0 ? void 0 : 0);
    if (wanted !== void 0 && last === void 0) {
      findings.fail(
        "L2",
        "step-missing",
        `no row carries a step${stepKey === void 0 ? "" : ` at "${stepKey}"`}`
      );
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
    const { findings } = this.#subject;
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
    for (const [name, { constant, rows }] of metrics) {
      if (!constant || rows < CONSTANT_FROM_ROWS) continue;
      const isLoss = this.#expectation.lossKey === void 0 ? LOSS.test(name) : name === this.#expectation.lossKey;
      const what = `"${name}" is the same in all ${rows} rows`;
      if (isLoss) findings.fail("L2", "metric-constant", what);
      else findings.note("L2", "metric-constant", what);
    }
  }
  #judgeBest({ key, direction, value }) {
    const { findings, facts } = this.#subject;
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

// src/verify/format-csv.ts
var SEPARATORS = [",", "	", ";"];
var NUMBER = /^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*$/;
var csv = {
  name: "csv",
  recognises: (probe) => separatorOf(probe) !== void 0,
  async open(subject) {
    const table = new Table(subject);
    const separator = separatorOf({ head: subject.head, sizeBytes: subject.sizeBytes, role: subject.role }) ?? ",";
    const rows = new CsvRows(
      separator,
      subject.budgets.lineBytes,
      (cells, row, offset) => table.row(cells, row, offset)
    );
    return {
      checksummed: false,
      reaches: "L2",
      *regions() {
        yield {
          offset: 0,
          length: subject.sizeBytes,
          feed: (piece, offset) => rows.feed(piece, offset),
          end() {
            rows.end();
            if (!rows.endsWithNewline) {
              const what = "does not end with a newline: its last cell may have been cut";
              subject.findings.degraded("L1", "last-line-cut", what, { offset: subject.sizeBytes });
            }
          }
        };
      },
      finish(complete) {
        if (complete) table.settle();
      }
    };
  }
};
function separatorOf({ head, role, sizeBytes }) {
  if (role === "log" || role === "config") return void 0;
  const text2 = Buffer.from(head.buffer, head.byteOffset, head.length).toString("latin1");
  const [header = "", second, more] = text2.split("\n", 3);
  if (!/^[\x20-\x7e\t\r\x80-\xff]+$/.test(header)) return void 0;
  const isWhole = more !== void 0 || head.length === sizeBytes;
  const cells = (line, separator) => line.replace(/"[^"]*"/g, "").split(separator).length;
  return SEPARATORS.find((separator) => {
    const columns = cells(header, separator);
    const fits = role === "metrics" || second === void 0 || !isWhole || cells(second, separator) === columns;
    return columns > 1 && fits;
  });
}
var Table = class {
  #subject;
  #metrics;
  #columns;
  #rows = 0;
  constructor(subject) {
    this.#subject = subject;
    this.#metrics = subject.role === "metrics" ? new MetricsWatch(subject) : void 0;
  }
  row(cells, row, offset) {
    if (this.#columns === void 0) this.#columns = this.#header(cells);
    else if (cells.length === 1 && cells[0]?.raw === "") {
      this.#subject.findings.note("L1", "blank-line", `row ${row} is empty`, { offset });
    } else this.#data(cells, this.#columns, row, offset);
  }
  settle() {
    this.#subject.facts.rows = this.#rows;
    this.#metrics?.settle();
  }
  #header(cells) {
    const names = cells.map(textOf);
    if (new Set(names).size < names.length) {
      throw new Broken("L2", "csv-header", "has one column name twice", {
        offset: 0,
        found: names.join(",").slice(0, 120)
      });
    }
    for (const name of names) this.#subject.keys.addValue(name, name);
    return names;
  }
  #data(cells, columns, row, offset) {
    this.#rows += 1;
    if (cells.length !== columns.length) {
      this.#subject.findings.fail(
        "L1",
        "csv-columns",
        `row ${row} has another number of cells than the header`,
        {
          offset,
          expected: String(columns.length),
          found: String(cells.length)
        }
      );
      return;
    }
    if (this.#metrics === void 0) return;
    cells.forEach((cell, i) => {
      const name = columns[i] ?? "";
      const text2 = textOf(cell);
      const value = text2 === "" ? null : NUMBER.test(text2) ? Number(text2) : { text: text2 };
      this.#metrics?.value(name, value, cell.offset);
    });
    this.#metrics.endRow(row, offset);
  }
};

// src/verify/json-scanner.ts
var QUOTE2 = 34;
var BACKSLASH = 92;
var NUMBER2 = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;
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
  constructor(events, limits) {
    this.#events = events;
    this.#limits = limits;
  }
  /** The one value has ended; only white space may follow. */
  get isDone() {
    return this.#expecting === "nothing" && this.#token === "none";
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
  }
  feed(bytes2, fileOffset) {
    let at2 = 0;
    while (at2 < bytes2.length) {
      if (this.#token === "string") at2 = this.#inString(bytes2, at2, fileOffset);
      else if (this.#token === "word") at2 = this.#inWord(bytes2, at2);
      else {
        this.#structure(bytes2[at2], fileOffset + at2);
        at2 += 1;
        if (this.#token === "word") at2 -= 1;
      }
    }
  }
  end(fileOffset) {
    if (this.#token === "word") this.#endWord();
    if (this.#expecting === "nothing" && this.#token === "none") return;
    const open2 = this.#levels.length > 0 ? `, ${this.#levels.length} brackets still open` : "";
    throw new Broken("L1", "json-cut", `ends in the middle of its JSON${open2}`, {
      offset: fileOffset,
      expected: this.#token === "string" ? "the end of a string" : this.#expecting,
      found: "the end"
    });
  }
  #structure(byte, offset) {
    if (byte === 32 || byte === 10 || byte === 13 || byte === 9) return;
    const expecting = this.#expecting;
    const wantsValue = expecting === "value" || expecting === "value-or-end";
    const wantsKey = expecting === "key" || expecting === "key-or-end";
    const mayClose = expecting === "comma-or-end";
    if (byte === QUOTE2 && (wantsValue || wantsKey)) this.#startToken("string", offset);
    else if (byte === 123 && wantsValue) this.#open(true, offset);
    else if (byte === 91 && wantsValue) this.#open(false, offset);
    else if (byte === 125 && (expecting === "key-or-end" || mayClose && this.#inObject())) this.#close();
    else if (byte === 93 && (expecting === "value-or-end" || mayClose && !this.#inObject()))
      this.#close();
    else if (byte === 58 && expecting === "colon") this.#expecting = "value";
    else if (byte === 44 && mayClose) this.#comma();
    else if (wantsValue && startsWord(byte)) this.#startToken("word", offset);
    else
      throw new Broken("L1", "json-syntax", "is not JSON", {
        offset,
        expected: expecting,
        found: showByte(byte)
      });
  }
  #inObject() {
    return this.#levels.at(-1)?.isObject === true;
  }
  #comma() {
    const index = this.#path.length - 1;
    if (!this.#inObject()) this.#path[index] = this.#path[index] + 1;
    this.#expecting = this.#inObject() ? "key" : "value";
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
  #inString(bytes2, from, fileOffset) {
    let at2 = from;
    for (; at2 < bytes2.length; at2 += 1) {
      const byte = bytes2[at2];
      if (this.#skipNext) this.#skipNext = false;
      else if (byte === QUOTE2) {
        this.#keepPiece(bytes2.subarray(from, at2));
        this.#endString();
        return at2 + 1;
      } else if (byte === BACKSLASH) {
        this.#escaped = true;
        this.#skipNext = true;
      }
      if (byte < 32) {
        const where = {
          offset: fileOffset + at2,
          expected: "no control character in a string",
          found: showByte(byte)
        };
        throw new Broken("L1", "json-syntax", "is not JSON", where);
      }
    }
    this.#keepPiece(bytes2.slice(from));
    return at2;
  }
  #inWord(bytes2, from) {
    let at2 = from;
    while (at2 < bytes2.length && isWordByte(bytes2[at2])) at2 += 1;
    this.#keepPiece(bytes2.slice(from, at2));
    if (this.#pieceBytes > 4096) {
      throw new Broken("L1", "json-syntax", "has a number of more than 4096 digits", {
        offset: this.#tokenOffset
      });
    }
    if (at2 < bytes2.length) this.#endWord();
    return at2;
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
    const bytes2 = only ?? Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#pieceBytes = 0;
    this.#token = "none";
    try {
      return this.#utf8.decode(bytes2);
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
    try {
      return JSON.parse(`"${raw}"`);
    } catch {
      throw new Broken("L1", "json-syntax", "has an escape that JSON does not know", {
        offset: this.#tokenOffset
      });
    }
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
    this.#events.scalar(this.#wordValue(text2), this.#path, this.#tokenOffset);
    this.#afterValue();
  }
  #wordValue(text2) {
    if (text2 === "true" || text2 === "false") return { kind: "literal", value: text2 === "true" };
    if (text2 === "null") return { kind: "literal", value: null };
    if (text2 === "NaN" || text2 === "Infinity" || text2 === "-Infinity") return { kind: "nonFinite", text: text2 };
    if (NUMBER2.test(text2)) return { kind: "number", value: Number(text2), text: text2 };
    const found = JSON.stringify(text2.slice(0, 40));
    throw new Broken("L1", "json-syntax", "is not JSON", {
      offset: this.#tokenOffset,
      expected: "value",
      found
    });
  }
};
var isWordByte = (byte) => byte >= 48 && byte <= 57 || byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122 || byte === 43 || byte === 45 || byte === 46;
var startsWord = (byte) => isWordByte(byte) && byte !== 43 && byte !== 46;
var showByte = (byte) => byte > 32 && byte < 127 ? JSON.stringify(String.fromCharCode(byte)) : `byte 0x${byte.toString(16).padStart(2, "0")}`;

// src/verify/metric-name.ts
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

// src/verify/step-record.ts
var STEP_NAMES2 = ["global_step", "step", "iteration", "iter", "num_updates", "current_step", "steps"];
var EPOCH_NAMES = ["epoch", "current_epoch", "epochs"];
var StepRecord = class {
  #subject;
  #seen = /* @__PURE__ */ new Map();
  constructor(subject) {
    this.#subject = subject;
  }
  /** Whether this name would count, so that a format knows which tiny tensors to read. */
  wants(name) {
    return name === this.#subject.expectation.stepKey || STEP_NAMES2.includes(name) || EPOCH_NAMES.includes(name);
  }
  offer(name, value) {
    if (!this.wants(name)) return;
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
    const { expectation, facts } = this.#subject;
    const step = this.#first(expectation.stepKey === void 0 ? STEP_NAMES2 : [expectation.stepKey]);
    const epoch = this.#first(EPOCH_NAMES);
    if (step !== void 0) facts.step = step;
    if (epoch !== void 0) facts.epoch = epoch;
    holdAgainst(this.#subject, expectation);
  }
  #first(names) {
    const name = names.find((each) => this.#seen.has(each));
    return name === void 0 ? void 0 : this.#seen.get(name);
  }
};
function holdAgainst({ findings, facts }, { step, minStep, epoch, stepKey }) {
  const demanded = step !== void 0 || minStep !== void 0;
  if (demanded && facts.step === void 0) {
    const where = stepKey === void 0 ? "no step under any usual name" : `no step at "${stepKey}"`;
    findings.fail("L3", "step-missing", where, {
      expected: step === void 0 ? `>= ${minStep}` : String(step)
    });
  }
  if (facts.step !== void 0 && step !== void 0 && facts.step !== step) {
    findings.fail("L3", "step-unexpected", "is of another step than the run recorded", {
      expected: String(step),
      found: String(facts.step)
    });
  }
  if (facts.step !== void 0 && minStep !== void 0 && facts.step < minStep) {
    findings.fail("L3", "step-behind", "is older than what was verified before", {
      expected: `>= ${minStep}`,
      found: String(facts.step)
    });
  }
  if (epoch !== void 0 && facts.epoch !== epoch) {
    findings.fail("L3", "epoch-unexpected", "is of another epoch than the run recorded", {
      expected: String(epoch),
      found: facts.epoch === void 0 ? "none" : String(facts.epoch)
    });
  }
}

// src/verify/format-json.ts
var json = {
  name: "json",
  recognises({ head }) {
    const first = head.find((byte) => byte > 32);
    return first === 123 || first === 91;
  },
  async open(subject) {
    const { budgets, sizeBytes } = subject;
    if (sizeBytes > budgets.jsonBytes) throw overBudget("jsonBytes", budgets.jsonBytes, sizeBytes, 0);
    const document = new Document(subject);
    const limits = { depth: budgets.jsonDepth, constantBytes: budgets.constantBytes, keys: 1e6 };
    const scanner = new JsonScanner(document, limits);
    return {
      checksummed: false,
      reaches: "L2",
      *regions() {
        yield {
          offset: 0,
          length: sizeBytes,
          feed: (piece, offset) => scanner.feed(piece, offset),
          end: () => scanner.end(sizeBytes)
        };
      },
      finish(complete) {
        if (complete) document.settle();
      }
    };
  }
};
var Document = class {
  #subject;
  #metrics;
  #steps;
  #shown = [];
  #isList = false;
  #rows = 0;
  constructor(subject) {
    this.#subject = subject;
    this.#metrics = subject.role === "metrics" ? new MetricsWatch(subject) : void 0;
    this.#steps = new StepRecord(subject);
  }
  opened(kind, path) {
    if (path.length === 0) this.#isList = kind === "array";
  }
  /** Metrics are one row, or a list of rows. */
  closed(path) {
    if (path.length !== (this.#isList ? 1 : 0)) return;
    this.#rows += 1;
    this.#metrics?.endRow(this.#rows, 0);
  }
  scalar(scalar, path, offset) {
    const name = nameOf(path);
    const top = path.find((part) => typeof part === "string") ?? "";
    const plain = scalar.kind === "number" || scalar.kind === "literal" ? scalar.value : scalar.text;
    if (name !== "") this.#subject.keys.addValue(name, String(top), plain === null);
    if (path.length === 1 && this.#shown.length < 64) {
      this.#shown.push([name.slice(0, 120), typeof plain === "string" ? plain.slice(0, 200) : plain]);
    }
    if (this.#metrics !== void 0) offerMetric(this.#metrics, scalar, path, offset);
    else if (scalar.kind === "number") this.#steps.offer(name, scalar.value);
  }
  settle() {
    this.#subject.facts.scalars = Object.fromEntries(this.#shown);
    if (this.#metrics === void 0) this.#steps.settle();
    else this.#metrics.settle();
  }
};

// src/verify/format-jsonl.ts
var NEWLINE = 10;
var jsonl = {
  name: "jsonl",
  recognises: (probe) => firstLineStandsAlone(probe),
  async open(subject) {
    const lines = new Lines(subject);
    return {
      checksummed: false,
      reaches: "L2",
      *regions() {
        yield {
          offset: 0,
          length: subject.sizeBytes,
          feed: (piece, offset) => lines.feed(piece, offset),
          end: () => lines.end()
        };
      },
      finish(complete) {
        if (complete) lines.settle();
      }
    };
  }
};
function firstLineStandsAlone({ head, sizeBytes, role }) {
  const lineEnd = head.indexOf(NEWLINE);
  const line = lineEnd < 0 ? head : head.subarray(0, lineEnd);
  if (line[0] !== 123 && line[0] !== 91) return false;
  const scanner = new JsonScanner({ scalar: () => {
  } }, { depth: 64, constantBytes: 65536, keys: 65536 });
  try {
    scanner.feed(line, 0);
    scanner.end(line.length);
  } catch {
    return line[0] === 123 && lineEnd > 0 && head[lineEnd + 1] === 123;
  }
  const more = lineEnd >= 0 && lineEnd + 1 < sizeBytes;
  return more || role === "metrics" && line[0] === 123;
}
var Lines = class {
  #subject;
  #metrics;
  #scanner;
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
      { scalar: (scalar, path, offset) => this.#scalar(scalar, path, offset) },
      { depth: jsonDepth, constantBytes, keys: 1e6 }
    );
  }
  feed(piece, offset) {
    let from = 0;
    for (; ; ) {
      const end = piece.indexOf(NEWLINE, from);
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
    if (this.#rows === 0) findings.fail("L2", "no-rows", "holds no line of JSON");
    this.#metrics?.settle();
  }
  #part(bytes2, offset) {
    this.#lineBytes += bytes2.length;
    const { lineBytes } = this.#subject.budgets;
    if (this.#lineBytes > lineBytes)
      throw overBudget("lineBytes", lineBytes, this.#lineBytes, this.#lineStart);
    if (this.#fault === void 0) this.#guard(() => this.#scanner.feed(bytes2, offset));
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
    const isNull = scalar.kind === "literal" && scalar.value === null;
    if (typeof top === "string") this.#subject.keys.addValue(nameOf(path), top, isNull);
    if (this.#metrics === void 0) return;
    offerMetric(this.#metrics, scalar, path, offset);
  }
};

// src/verify/dtype.ts
var NONE = { mask: 0, addend: 0, test: 0, sign: 0 };
var float32 = { mask: 2147483647, addend: 8388608, test: -2147483648, sign: -2147483648 };
var float64 = { mask: 2147483647, addend: 1048576, test: -2147483648, sign: -2147483648 };
var float16 = { mask: 2147450879, addend: 67109888, test: -2147450880, sign: -2147450880 };
var bfloat16 = { mask: 2147450879, addend: 8388736, test: -2147450880, sign: -2147450880 };
var e4m3 = { mask: 2139062143, addend: 16843009, test: -2139062144, sign: -2139062144 };
var e5m2 = { mask: 2139062143, addend: 67372036, test: -2139062144, sign: -2139062144 };
var zeroOrOne = { mask: -16843010, addend: 0, test: -16843010, sign: 0 };
var float = (name, bits, unitBytes, word, absMask, from, infinity = from) => ({ name, bits, kind: "float", unitBytes, word, count: { absMask, from, infinity } });
var integer = (name, bits) => ({
  name,
  bits,
  kind: "integer",
  unitBytes: 1,
  word: NONE
});
var oddFloat = (name, bits, exactly) => ({
  ...integer(name, bits),
  ...exactly === void 0 ? {} : { kind: "float", exactly }
});
var DTYPES = {
  f64: float("f64", 64, 8, float64, 2147483647, 2146435072),
  f32: float("f32", 32, 4, float32, 2147483647, 2139095040),
  f16: float("f16", 16, 2, float16, 32767, 31744),
  bf16: float("bf16", 16, 2, bfloat16, 32767, 32640),
  c64: float("c64", 64, 4, float32, 2147483647, 2139095040),
  c128: float("c128", 128, 8, float64, 2147483647, 2146435072),
  f8_e4m3: float("f8_e4m3", 8, 1, e4m3, 127, 127, 0),
  f8_e5m2: float("f8_e5m2", 8, 1, e5m2, 127, 124),
  f8_e4m3fnuz: oddFloat("f8_e4m3fnuz", 8, 128),
  f8_e5m2fnuz: oddFloat("f8_e5m2fnuz", 8, 128),
  e8m0: oddFloat("e8m0", 8, 255),
  f4: oddFloat("f4", 4),
  f6_e2m3: oddFloat("f6_e2m3", 6),
  f6_e3m2: oddFloat("f6_e3m2", 6),
  i8: integer("i8", 8),
  u8: integer("u8", 8),
  i16: integer("i16", 16),
  u16: integer("u16", 16),
  i32: integer("i32", 32),
  u32: integer("u32", 32),
  i64: integer("i64", 64),
  u64: integer("u64", 64),
  bool: { name: "bool", bits: 8, kind: "bool", unitBytes: 1, word: zeroOrOne }
};
function readScalar(dtype, bytes2, littleEndian) {
  if (bytes2.length < dtype.bits / 8) return void 0;
  const view = new DataView(bytes2.buffer, bytes2.byteOffset, bytes2.length);
  switch (dtype.name) {
    case "f64":
      return view.getFloat64(0, littleEndian);
    case "f32":
      return view.getFloat32(0, littleEndian);
    case "i64":
      return Number(view.getBigInt64(0, littleEndian));
    case "u64":
      return Number(view.getBigUint64(0, littleEndian));
    case "i32":
      return view.getInt32(0, littleEndian);
    case "u32":
      return view.getUint32(0, littleEndian);
    case "i16":
      return view.getInt16(0, littleEndian);
    case "u16":
      return view.getUint16(0, littleEndian);
    case "i8":
      return view.getInt8(0);
    case "u8":
      return view.getUint8(0);
    default:
      return void 0;
  }
}

// src/verify/sweep.ts
var PlainSweep = class {
  orEven = 0;
  orOdd = 0;
  andEven = -1;
  andOdd = -1;
  suspect = 0;
  reset() {
    this.orEven = 0;
    this.orOdd = 0;
    this.andEven = -1;
    this.andOdd = -1;
    this.suspect = 0;
  }
  run(words, from, to, { mask, addend, test }, oddOnly) {
    let { orEven, orOdd, andEven, andOdd } = this;
    let flags = 0;
    const evenMask = oddOnly ? 0 : mask;
    const evenAddend = oddOnly ? 0 : addend;
    let i = from;
    for (const last = to - 1; i < last; i += 2) {
      const even = words[i];
      const odd = words[i + 1];
      orEven |= even;
      andEven &= even;
      orOdd |= odd;
      andOdd &= odd;
      flags |= (even & evenMask) + evenAddend | (odd & mask) + addend;
    }
    if (i < to) {
      const even = words[i];
      orEven |= even;
      andEven &= even;
      flags |= (even & evenMask) + evenAddend;
    }
    this.orEven = orEven;
    this.orOdd = orOdd;
    this.andEven = andEven;
    this.andOdd = andOdd;
    this.suspect |= flags & test;
  }
};

// src/verify/element-scan.ts
var INDEXES_KEPT = 4096;
var RUN_BYTES = 4096;
var RUNS_KEPT = 16;
var BLOCK = 1024;
var FIRST_BYTES = 16;
var ElementScan = class {
  #dtype;
  #swap;
  #countNegative;
  #sweep;
  #block;
  #words;
  #filled = 0;
  /** Bytes swept before the block that is being filled. */
  #swept = 0;
  #total = 0;
  #orEven = 0;
  #orOdd = 0;
  #andEven = -1;
  #andOdd = -1;
  #nonFinite = 0;
  #nan = 0;
  #nonFiniteAt = [];
  #badBools = 0;
  #negative = 0;
  #firstBytes = new Uint8Array(0);
  /** Start of the zero run we are in, or -1; and how many zero bytes ended the last block that was not all zero. */
  #runFrom = -1;
  #trailingZeros = 0;
  #zeroRuns = [];
  constructor(dtype, options, sweep = new PlainSweep()) {
    this.#dtype = dtype;
    this.#block = new Uint8Array(Math.min(BLOCK, Math.ceil(options.mostBytes / 8) * 8));
    this.#words = new Int32Array(this.#block.buffer);
    this.#swap = !options.littleEndian && dtype.unitBytes > 1;
    this.#countNegative = options.countNegative && dtype.kind === "float";
    this.#sweep = sweep;
  }
  feed(piece) {
    if (this.#firstBytes.length < FIRST_BYTES) this.#keepFirst(piece);
    this.#total += piece.length;
    let at2 = 0;
    if (this.#filled > 0) {
      at2 = Math.min(BLOCK - this.#filled, piece.length);
      this.#block.set(piece.subarray(0, at2), this.#filled);
      this.#filled += at2;
      if (this.#filled < BLOCK) return;
      this.#flush(BLOCK);
    }
    at2 += this.#sweepInPlace(piece, at2);
    for (; piece.length - at2 >= BLOCK; at2 += BLOCK) {
      this.#block.set(piece.subarray(at2, at2 + BLOCK));
      this.#flush(BLOCK);
    }
    this.#block.set(piece.subarray(at2));
    this.#filled = piece.length - at2;
  }
  finish() {
    if (this.#filled > 0) {
      const padded = Math.ceil(this.#filled / 8) * 8;
      this.#pad(this.#filled, padded);
      this.#flush(padded, this.#filled);
    }
    if (this.#runFrom >= 0) this.#endRun(this.#total);
    const allZero = this.#total > 0 && this.#isZero();
    return {
      bytes: this.#total,
      nonFinite: this.#nonFinite,
      nan: this.#nan,
      nonFiniteAt: this.#nonFiniteAt,
      badBools: this.#badBools,
      allZero,
      constant: this.#isConstant(),
      negative: this.#negative,
      zeroRuns: allZero ? [] : this.#zeroRuns,
      firstBytes: this.#firstBytes
    };
  }
  /** Blocks that lie on a word boundary in the piece are swept where they are. Returns the bytes done. */
  #sweepInPlace(piece, at2) {
    const blocks = Math.floor((piece.length - at2) / BLOCK);
    if (this.#swap || blocks === 0 || (piece.byteOffset + at2) % 4 !== 0) return 0;
    const words = new Int32Array(piece.buffer, piece.byteOffset + at2, blocks * (BLOCK / 4));
    const bytes2 = piece.subarray(at2, at2 + blocks * BLOCK);
    for (let block = 0; block < blocks; block += 1) {
      this.#sweepBlock(words, block * (BLOCK / 4), (block + 1) * (BLOCK / 4), bytes2, block * BLOCK, BLOCK);
    }
    return blocks * BLOCK;
  }
  #flush(length, real = length) {
    if (this.#swap) swapUnits(this.#block, length, this.#dtype.unitBytes);
    this.#sweepBlock(this.#words, 0, length / 4, this.#block, 0, real);
    this.#filled = 0;
  }
  #sweepBlock(words, from, to, bytes2, byteFrom, real) {
    const sweep = this.#sweep;
    const { word, unitBytes, exactly } = this.#dtype;
    sweep.reset();
    sweep.run(words, from, to, word, unitBytes === 8);
    const zero = (sweep.orEven | sweep.orOdd) === 0;
    this.#orEven |= sweep.orEven;
    this.#orOdd |= sweep.orOdd;
    this.#andEven &= sweep.andEven;
    this.#andOdd &= sweep.andOdd;
    const block = { bytes: bytes2, from: byteFrom, to: byteFrom + real };
    if (sweep.suspect !== 0 || exactly !== void 0) this.#countOdd(block);
    if (this.#countNegative && ((sweep.orEven | sweep.orOdd) & word.sign) !== 0) this.#countBelowZero(block);
    this.#followRun(zero, block);
    this.#swept += real;
  }
  #followRun(zero, { bytes: bytes2, from, to }) {
    if (zero) {
      if (this.#runFrom < 0) this.#runFrom = this.#swept - this.#trailingZeros;
      return;
    }
    if (this.#runFrom >= 0) {
      let leading = from;
      while (bytes2[leading] === 0) leading += 1;
      this.#endRun(this.#swept + leading - from);
    }
    let trailing = to;
    while (bytes2[trailing - 1] === 0) trailing -= 1;
    this.#trailingZeros = to - trailing;
  }
  #endRun(to) {
    const run = { from: this.#runFrom, to };
    this.#runFrom = -1;
    if (run.to - run.from >= RUN_BYTES && this.#zeroRuns.length < RUNS_KEPT) this.#zeroRuns.push(run);
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
    for (let i = 0; i < tops.length; i += 1) {
      const bits = tops[i];
      if (exactly !== void 0 ? bits !== exactly : (bits & (count?.absMask ?? 0)) < (count?.from ?? 0))
        continue;
      this.#nonFinite += 1;
      const infinite = count !== void 0 && (bits & count.absMask) === count.infinity && restIsZero(block, i, unitBytes);
      if (!infinite) this.#nan += 1;
      if (this.#nonFiniteAt.length < INDEXES_KEPT) this.#nonFiniteAt.push(firstUnit + i);
    }
  }
  #countBelowZero(block) {
    const { unitBytes, count } = this.#dtype;
    if (count === void 0) return;
    const tops = topsOf(block, unitBytes);
    for (let i = 0; i < tops.length; i += 1) {
      const bits = tops[i];
      const size = bits & count.absMask;
      const restZero = restIsZero(block, i, unitBytes);
      const isNan = count.infinity === 0 ? size >= count.from : size > count.infinity || size === count.infinity && !restZero;
      const isSigned = size !== bits;
      if (isSigned && !isNan && (size !== 0 || !restZero)) this.#negative += 1;
    }
  }
  /** Minus zero is zero; the lower word of a 64-bit float has no sign. */
  #isZero() {
    const { word, unitBytes } = this.#dtype;
    const even = unitBytes === 8 ? this.#orEven : this.#orEven & ~word.sign;
    return (even | this.#orOdd & ~word.sign) === 0;
  }
  #isConstant() {
    const bytes2 = this.#dtype.bits / 8;
    if (this.#total <= bytes2 || !Number.isInteger(bytes2)) return false;
    if (this.#orEven !== this.#andEven || this.#orOdd !== this.#andOdd || bytes2 >= 16) return false;
    if (bytes2 === 8) return true;
    if (this.#orEven !== this.#orOdd) return false;
    const word = this.#orEven;
    if (bytes2 === 2) return word >>> 16 === (word & 65535);
    if (bytes2 === 1) return word >>> 16 === (word & 65535) && (word >>> 8 & 255) === (word & 255);
    return true;
  }
  /** Fills a last block up to whole words with units that were already there. */
  #pad(from, to) {
    const step = Math.max(1, Math.min(this.#dtype.bits / 8, 8));
    for (let i = from; i < to; i += 1) this.#block[i] = this.#block[i - step] ?? this.#block[i % from] ?? 0;
  }
  #keepFirst(piece) {
    const more = piece.subarray(0, FIRST_BYTES - this.#firstBytes.length);
    const joined = new Uint8Array(this.#firstBytes.length + more.length);
    joined.set(this.#firstBytes);
    joined.set(more, this.#firstBytes.length);
    this.#firstBytes = joined;
  }
};
function topsOf({ bytes: bytes2, from, to }, unitBytes) {
  const count = Math.floor((to - from) / unitBytes);
  const part = bytes2.subarray(from, from + count * unitBytes);
  if (unitBytes === 1) return part;
  const own = part.slice();
  if (unitBytes === 2) return new Uint16Array(own.buffer);
  const words = new Uint32Array(own.buffer);
  return unitBytes === 4 ? words : words.filter((_word, i) => i % 2 === 1);
}
function restIsZero({ bytes: bytes2, from }, unit, unitBytes) {
  if (unitBytes !== 8) return true;
  const at2 = from + unit * 8;
  return bytes2[at2] === 0 && bytes2[at2 + 1] === 0 && bytes2[at2 + 2] === 0 && bytes2[at2 + 3] === 0;
}
function swapUnits(block, length, unitBytes) {
  for (let at2 = 0; at2 + unitBytes <= length; at2 += unitBytes) block.subarray(at2, at2 + unitBytes).reverse();
}

// src/verify/safetensors-header.ts
var BY_NAME = {
  F64: DTYPES.f64,
  F32: DTYPES.f32,
  F16: DTYPES.f16,
  BF16: DTYPES.bf16,
  C64: DTYPES.c64,
  F8_E4M3: DTYPES.f8_e4m3,
  F8_E5M2: DTYPES.f8_e5m2,
  F8_E4M3FNUZ: DTYPES.f8_e4m3fnuz,
  F8_E5M2FNUZ: DTYPES.f8_e5m2fnuz,
  F8_E8M0: DTYPES.e8m0,
  F4: DTYPES.f4,
  F6_E2M3: DTYPES.f6_e2m3,
  F6_E3M2: DTYPES.f6_e3m2,
  I64: DTYPES.i64,
  I32: DTYPES.i32,
  I16: DTYPES.i16,
  I8: DTYPES.i8,
  U64: DTYPES.u64,
  U32: DTYPES.u32,
  U16: DTYPES.u16,
  U8: DTYPES.u8,
  BOOL: DTYPES.bool
};
var METADATA = "__metadata__";
var SafetensorsHeader = class {
  tensors = [];
  metadata = /* @__PURE__ */ new Map();
  #draft;
  opened(kind, path) {
    if (path.length === 0 && kind !== "object") throw malformed("the header is not an object", 8);
    if (path.length === 1 && kind !== "object") throw malformed("an entry is not an object", 8);
    if (path.length < 2) return;
    const field = path[1];
    const isList = path.length === 2 && kind === "array" && (field === "shape" || field === "data_offsets");
    if (!isList || this.#draft === void 0)
      throw malformed(`${show(path)} is nested`, this.#draft?.offset ?? 8);
    this.#draft[field === "shape" ? "shape" : "offsets"] = [];
  }
  closed(path) {
    if (path.length !== 1 || this.#draft === void 0) return;
    this.tensors.push(finished(this.#draft));
    this.#draft = void 0;
  }
  key(name, path, offset) {
    if (path.length === 1 && name !== METADATA) this.#draft = { name, offset };
    const known = name === "dtype" || name === "shape" || name === "data_offsets";
    if (path.length === 2 && path[0] !== METADATA && !known)
      throw malformed(`${show(path)} is no field`, offset);
  }
  scalar(scalar, path, offset) {
    const [first, field] = path;
    if (path.length === 2 && first === METADATA) {
      if (scalar.kind !== "string") throw malformed(`${show(path)} is not text`, offset);
      this.metadata.set(String(field), scalar.text);
      return;
    }
    const draft = this.#draft;
    if (draft !== void 0 && path.length === 2 && field === "dtype" && scalar.kind === "string") {
      draft.dtype = scalar.text;
      return;
    }
    const list = field === "shape" ? draft?.shape : field === "data_offsets" ? draft?.offsets : void 0;
    if (list === void 0 || path.length !== 3)
      throw malformed(`${show(path)} does not belong there`, offset);
    const isCount = scalar.kind === "number" && /^[0-9]+$/.test(scalar.text) && Number.isSafeInteger(scalar.value);
    if (!isCount) throw malformed(`${show(path)} is not a count below 2^53`, offset);
    list.push(scalar.value);
  }
};
function finished({ name, dtype, shape, offsets, offset }) {
  const [begin, end] = offsets ?? [];
  if (dtype === void 0 || shape === void 0 || begin === void 0 || end === void 0 || offsets?.length !== 2) {
    throw malformed(`${JSON.stringify(name)} lacks dtype, shape or two data_offsets`, offset);
  }
  const known = Object.hasOwn(BY_NAME, dtype) ? BY_NAME[dtype] : void 0;
  if (known === void 0) {
    throw new Unsettled("L2", "unknown-dtype", "has an element type that this version does not know", {
      offset,
      found: dtype.slice(0, 40)
    });
  }
  const elements = shape.reduce((product, size) => product * BigInt(size), 1n);
  const bits = elements * BigInt(known.bits);
  if (bits % 8n !== 0n || bits / 8n !== BigInt(end) - BigInt(begin)) {
    throw new Broken("L2", "size-lies", `${JSON.stringify(name)} is not as long as its dtype and shape say`, {
      offset,
      expected: `${bits} bits (${dtype}[${shape.join(", ")}])`,
      found: `${BigInt(end) - BigInt(begin)} bytes`
    });
  }
  return { name, dtype: known, shape, begin, end, elements: Number(elements) };
}
var show = (path) => JSON.stringify(path.join(".").slice(0, 120));
var malformed = (what, offset) => new Broken("L2", "header-malformed", what, { offset });

// src/verify/verdict.ts
var VERIFIER_VERSION = 1;
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
var holdsTensors = (role) => LEVEL_NEEDED[role] === "L3";

// src/verify/tensor-judge.ts
var MASK = /(^|[._])(attn_mask|attention_mask|causal_mask|masked_bias|mask)$/;
var NEVER_NEGATIVE = /(^|[._])((max_)?exp_avg_sq(_row|_col)?|running_var)$/;
var LORA_A = /(^|[._])lora_(embedding_)?A([._]|$)/;
var LORA_B = /(^|[._])lora_(embedding_)?B([._]|$)/;
var mayNotBeNegative = (names) => names.some((name) => NEVER_NEGATIVE.test(name));
var TensorJudge = class {
  #subject;
  #count = 0;
  #elements = 0;
  #nonFinite = 0;
  #parameters = 0;
  #dense = /* @__PURE__ */ new Map();
  #loraB = { tensors: 0, zero: 0 };
  constructor(subject) {
    this.#subject = subject;
  }
  take(tensor) {
    this.#count += tensor.names.length;
    this.#elements += tensor.elements;
    this.#nonFinite += tensor.scan.nonFinite;
    this.#judgeFinite(tensor);
    this.#judgeZero(tensor);
    this.#judgeHoles(tensor);
    this.#judgeSign(tensor);
    const isParameter = tensor.dtype.kind === "float" && partOf(nameOf2(tensor)) === "model";
    if (isParameter) this.#parameters += tensor.elements;
  }
  /**
   * What only all tensors together can tell. Call once.
   * @param declared how many the file lists: one that could not be read has its own reason already
   */
  settle(declared) {
    const { findings, expectation, role } = this.#subject;
    if (declared === 0 && holdsTensors(role))
      findings.fail("L3", "no-tensors", `a ${role} without a single tensor`);
    for (const [part, { tensors, zero }] of this.#dense) {
      if (tensors > 0 && tensors === zero) this.#groupIsZero(part, tensors);
    }
    if (this.#loraB.tensors > 0 && this.#loraB.tensors === this.#loraB.zero) {
      findings.fail("L3", "never-trained", "every lora_B is zero, as before the first step");
    }
    if (expectation.parameters !== void 0 && expectation.parameters !== this.#parameters) {
      findings.fail("L3", "parameter-count", "another number of parameters than declared", {
        expected: String(expectation.parameters),
        found: String(this.#parameters)
      });
    }
    return { count: this.#count, elements: this.#elements, nonFinite: this.#nonFinite };
  }
  #judgeFinite(tensor) {
    const { scan, dtype, reaches } = tensor;
    const { findings } = this.#subject;
    const name = nameOf2(tensor);
    if (scan.badBools > 0) {
      const what = `"${name}" is bool and holds bytes that are neither 0 nor 1`;
      findings.fail("L3", "not-a-bool", what, {
        offset: tensor.fileOffset,
        found: `${scan.badBools} of them`
      });
    }
    if (scan.nonFinite === 0) return;
    const first = scan.nonFiniteAt[0] ?? 0;
    const where = {
      offset: tensor.fileOffset + first * dtype.unitBytes,
      expected: "finite numbers",
      found: `${scan.nonFinite} NaN or infinite, the first at element ${first}`
    };
    const allOutOfReach = reaches !== void 0 && scan.nonFinite <= INDEXES_KEPT && !scan.nonFiniteAt.some((unit) => reaches(unit));
    if (allOutOfReach) {
      findings.note(
        "L3",
        "non-finite-unreached",
        `"${name}" lies on a storage with non-finite elements it does not reach`,
        where
      );
    } else if (scan.nan === 0 && MASK.test(name)) {
      findings.note("L3", "infinite-mask", `"${name}" holds infinities, as masks do`, where);
    } else {
      findings.fail("L3", "non-finite", `"${name}" holds numbers that are not finite`, where);
    }
  }
  #judgeZero(tensor) {
    const { scan, dtype, shape, elements } = tensor;
    if (dtype.kind !== "float" || elements === 0) return;
    const name = nameOf2(tensor);
    const { findings, expectation } = this.#subject;
    if (shape.length > 0) this.#countDense(partOf(name), scan.allZero);
    const isLoraB = LORA_B.test(name);
    if (isLoraB) this.#loraB = tally(this.#loraB, scan.allZero);
    if (!scan.allZero) {
      if (scan.constant && shape.length >= 2)
        findings.note("L3", "constant", `"${name}" has one value throughout`);
      return;
    }
    const allowed = expectation.mayBeZero?.some((pattern) => globMatches(pattern, name)) ?? false;
    const isWeight = shape.length >= 2 && partOf(name) !== "optimizer" && !isLoraB;
    if (isWeight && !allowed || LORA_A.test(name)) {
      findings.fail("L3", "all-zero", `"${name}" is zero throughout`, {
        offset: tensor.fileOffset,
        found: `${elements} zeros`
      });
    } else if (elements > 1) {
      findings.note("L3", "all-zero", `"${name}" is zero throughout`);
    }
  }
  /** A lost segment leaves whole pages of zero between numbers; an unused row of an embedding is zero from edge to edge. */
  #judgeHoles(tensor) {
    const { scan, dtype, shape, fileOffset, proven } = tensor;
    if (dtype.kind !== "float") return;
    const elementBytes = dtype.bits / 8;
    const rowBytes = (shape.at(-1) ?? 1) * elementBytes;
    for (const run of scan.zeroRuns) {
      const onPages = (run.from === 0 || isNear(fileOffset + run.from, RUN_BYTES, elementBytes)) && (run.to === scan.bytes || isNear(fileOffset + run.to, RUN_BYTES, elementBytes));
      const onRows = shape.length >= 2 && isNear(run.from, rowBytes, elementBytes) && isNear(run.to, rowBytes, elementBytes);
      if (!onPages || onRows) continue;
      const what = `"${nameOf2(tensor)}" has a hole: zeros from one page edge to another between other numbers`;
      const where = { offset: fileOffset + run.from, found: `${run.to - run.from} zero bytes` };
      if (proven) this.#subject.findings.note("L3", "zero-hole", what, where);
      else this.#subject.findings.fail("L3", "zero-hole", what, where);
    }
  }
  #judgeSign({ names, scan, fileOffset }) {
    if (scan.negative === 0) return;
    const what = `"${names.find((name) => NEVER_NEGATIVE.test(name))}" is a sum of squares and holds negative numbers`;
    this.#subject.findings.fail("L3", "negative-square", what, {
      offset: fileOffset,
      found: `${scan.negative} of them`
    });
  }
  #countDense(part, zero) {
    if (part === "model" || part === "optimizer" || part === "ema") {
      this.#dense.set(part, tally(this.#dense.get(part) ?? { tensors: 0, zero: 0 }, zero));
    }
  }
  #groupIsZero(part, tensors) {
    const { findings, facts } = this.#subject;
    const what = `all ${tensors} tensors of the ${part} are zero`;
    if (part === "optimizer" && facts.step === 0) findings.note("L3", "part-all-zero", what);
    else findings.fail("L3", "part-all-zero", what);
  }
};
var nameOf2 = (tensor) => tensor.names[0] ?? "?";
var tally = (count, zero) => ({
  tensors: count.tensors + 1,
  zero: count.zero + (zero ? 1 : 0)
});
function isNear(position, grid, slackBytes) {
  const past = position % grid;
  return past < slackBytes || grid - past < slackBytes;
}

// src/verify/format-safetensors.ts
var WINDOW_BYTES = 1024 ** 2;
var safetensors = {
  name: "safetensors",
  recognises({ head, sizeBytes }) {
    if (head.length < 10 || head[8] !== 123) return false;
    const claimed = headerLength(head);
    return claimed <= BigInt(sizeBytes) || head[9] === 34;
  },
  async open(subject) {
    const { header, dataStart } = await readHeader(subject);
    const tensors = inFileOrder(header.tensors);
    mustTile(tensors, dataStart, subject.sizeBytes);
    const judge = new TensorJudge(subject);
    const steps = new StepRecord(subject);
    enterNames(subject, header, steps);
    let summary = { count: 0, elements: 0, nonFinite: 0 };
    return {
      checksummed: false,
      reaches: "L3",
      *regions() {
        for (const tensor of tensors) yield tensorRegion(subject, tensor, dataStart, judge, steps);
      },
      finish() {
        steps.settle();
        summary = judge.settle(tensors.length);
      },
      tensors: () => summary
    };
  }
};
var headerLength = (head) => new DataView(head.buffer, head.byteOffset, head.length).getBigUint64(0, true);
async function readHeader(subject) {
  const { reader, budgets, sizeBytes, head } = subject;
  const claimed = headerLength(head);
  if (claimed + 8n > BigInt(sizeBytes)) {
    throw new Broken("L1", "header-cut", "the header is longer than the file", {
      offset: 0,
      expected: `at most ${sizeBytes - 8} bytes`,
      found: `${claimed} bytes`
    });
  }
  const length = Number(claimed);
  if (length > budgets.safetensorsHeaderBytes) {
    throw overBudget("safetensorsHeaderBytes", budgets.safetensorsHeaderBytes, length, 0);
  }
  const header = new SafetensorsHeader();
  const limits = { depth: 4, constantBytes: budgets.constantBytes, keys: 4e6 };
  const scanner = new JsonScanner(header, limits);
  for (let at2 = 8; at2 < 8 + length; at2 += WINDOW_BYTES) {
    scanner.feed(await reader.read(at2, Math.min(WINDOW_BYTES, 8 + length - at2)), at2);
  }
  scanner.end(8 + length);
  return { header, dataStart: 8 + length };
}
var inFileOrder = (tensors) => [...tensors].sort((a, b) => a.begin - b.begin || a.end - b.end);
function mustTile(tensors, dataStart, sizeBytes) {
  let covered = 0;
  for (const { name, begin, end } of tensors) {
    if (begin !== covered) {
      const code = begin < covered ? "tensors-overlap" : "hole-between-tensors";
      throw new Broken("L2", code, `${JSON.stringify(name)} does not begin where the one before it ended`, {
        offset: dataStart + begin,
        expected: String(covered),
        found: String(begin)
      });
    }
    covered = end;
  }
  if (dataStart + covered === sizeBytes) return;
  const cut = dataStart + covered > sizeBytes;
  throw new Broken(
    "L1",
    cut ? "cut-short" : "trailing-bytes",
    cut ? "the file ends before its tensors do" : "bytes follow the last tensor",
    {
      offset: Math.min(sizeBytes, dataStart + covered),
      expected: `${dataStart + covered} bytes`,
      found: `${sizeBytes} bytes`
    }
  );
}
function enterNames({ keys, facts }, header, steps) {
  for (const { name } of header.tensors) keys.addTensor(name, name);
  const shown = [];
  for (const [name, text2] of header.metadata) {
    keys.addValue(name, name);
    const isNumber = /^-?[0-9]+(\.[0-9]+)?$/.test(text2);
    if (isNumber) steps.offer(name, Number(text2));
    if (shown.length < 64) shown.push([name, isNumber ? Number(text2) : text2.slice(0, 200)]);
  }
  facts.scalars = Object.fromEntries(shown);
}
function tensorRegion(subject, tensor, dataStart, judge, steps) {
  const { name, dtype, shape, elements } = tensor;
  const fileOffset = dataStart + tensor.begin;
  const scan = new ElementScan(dtype, {
    littleEndian: true,
    countNegative: mayNotBeNegative([name]),
    mostBytes: tensor.end - tensor.begin
  });
  return {
    offset: fileOffset,
    length: tensor.end - tensor.begin,
    feed: (piece) => scan.feed(piece),
    end() {
      const result = scan.finish();
      const value = elements === 1 && steps.wants(name) ? readScalar(dtype, result.firstBytes, true) : void 0;
      if (value !== void 0) steps.offer(name, value);
      judge.take({
        names: [name],
        dtype,
        shape,
        elements,
        fileOffset,
        scan: result,
        proven: subject.digestGiven
      });
    }
  };
}

// src/verify/format-text.ts
var HOLE_BYTES = 64;
var text = {
  name: "text",
  recognises({ head, role }) {
    if (role !== "log" && role !== "config") return false;
    const odd = head.reduce((count, byte) => byte < 9 || byte > 13 && byte < 27 ? count + 1 : count, 0);
    return odd * 50 < head.length || role === "log";
  },
  async open(subject) {
    const { findings, role, sizeBytes } = subject;
    const watch = new TextWatch(subject);
    return {
      checksummed: false,
      reaches: "L2",
      *regions() {
        yield {
          offset: 0,
          length: sizeBytes,
          feed: (piece, offset) => watch.feed(piece, offset),
          end: () => watch.end()
        };
      },
      finish() {
        if (role !== "config") return;
        findings.degraded("L2", "text-only", "was read as text: that its structure is whole was not proven");
      }
    };
  }
};
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

// src/verify/sniff.ts
var HEAD_BYTES = 65536;
var NO_MAGIC_BYTES = 64;
var ascii = (text2) => new TextEncoder().encode(text2);
var bytes = (...values) => Uint8Array.from(values);
var ERROR_PAGES = ["<!doctype", "<html", "<?xml", "<head", "<body"];
var LFS_POINTER = ascii("version https://git-lfs");
var WRAPPINGS = [
  ["gzip", bytes(31, 139)],
  ["zstd", bytes(40, 181, 47, 253)],
  ["xz", bytes(253, 55, 122, 88, 90, 0)],
  ["bzip2", ascii("BZh")],
  ["7z", bytes(55, 122, 188, 175, 39, 28)]
];
var UNFINISHED_NAME = /(\.(tmp|part|partial|incomplete|crdownload|aria2|download|swp)|~)$|(^|\/)\.[^/]+\.[A-Za-z0-9]{6}$/i;
var startsWith = (head, magic, at2 = 0) => head.length >= at2 + magic.length && magic.every((byte, i) => head[at2 + i] === byte);
function lookForImpostors(probe, label, findings) {
  if (UNFINISHED_NAME.test(label)) {
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
  if (head.subarray(0, NO_MAGIC_BYTES).every((byte) => byte === 0)) {
    const what = "begins with zeros: its first part was reserved and never arrived";
    findings.fail("L0", "zero-filled", what, { offset: 0 });
  }
}
function wrapping(head) {
  return WRAPPINGS.find(([, magic]) => startsWith(head, magic))?.[0];
}
function errorPage(head, role) {
  const text2 = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 512)).toString("latin1").trimStart();
  const start = text2.slice(0, 16).toLowerCase();
  const quoted = JSON.stringify(text2.slice(0, 40));
  const mayBeMarkup = role === "log" || role === "config";
  if (!mayBeMarkup && ERROR_PAGES.some((page) => start.startsWith(page))) return quoted;
  const isAnswer = /^\{\s*"(error|errors|message|detail)"\s*:/.test(text2) && head.length < 4096;
  return isAnswer && role !== "log" ? quoted : void 0;
}

// src/verify/format-torch-legacy.ts
var MAGIC = Uint8Array.of(
  128,
  2,
  138,
  10,
  108,
  252,
  156,
  70,
  249,
  32,
  106,
  168,
  80,
  25
);
var torchLegacy = {
  name: "torch-legacy",
  recognises: ({ head }) => startsWith(head, MAGIC),
  async open() {
    throw new Unsettled(
      "L1",
      "torch-legacy",
      "is in the old stream format of PyTorch, which this version cannot prove",
      {
        offset: 0,
        expected: "a checkpoint saved with the default of torch.save (zip) or as safetensors"
      }
    );
  }
};

// src/verify/pickle-value.ts
var PyFloat = class {
  constructor(value) {
    this.value = value;
  }
  value;
};
var PyBytes = class {
  constructor(bytes2) {
    this.bytes = bytes2;
  }
  bytes;
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
  items = /* @__PURE__ */ new Map();
};
var PyDict = class {
  entries = /* @__PURE__ */ new Map();
  set(key, value) {
    this.entries.set(hashOf(key), [key, value]);
  }
};
var PyGlobal = class {
  constructor(name, model) {
    this.name = name;
    this.model = model;
  }
  name;
  model;
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
  constructor(dtype, key, location, elements) {
    this.dtype = dtype;
    this.key = key;
    this.location = location;
    this.elements = elements;
  }
  dtype;
  key;
  location;
  elements;
};
var PyTensor = class {
  constructor(storage, dtype, offset, shape, stride) {
    this.storage = storage;
    this.dtype = dtype;
    this.offset = offset;
    this.shape = shape;
    this.stride = stride;
  }
  storage;
  dtype;
  offset;
  shape;
  stride;
};
var MOST_KEY_PARTS = 1e3;
function hashOf(key) {
  if (typeof key === "boolean") return hashOf(key ? 1 : 0);
  if (typeof key === "string") return `s${key}`;
  if (key instanceof PyTuple) return hashOfTuple(key);
  if (key instanceof PyFloat) return Number.isInteger(key.value) ? key.value : `f${key.value}`;
  if (key instanceof PyBytes) return `b${Buffer.from(key.bytes).toString("latin1")}`;
  if (key instanceof PyGlobal) return `g${key.name}`;
  if (key instanceof PyList || key instanceof PyDict || key instanceof PySet) {
    throw new Broken("L2", "pickle-unhashable", "uses a container as a key");
  }
  return key;
}
function hashOfTuple(tuple) {
  const parts = [];
  const open2 = [tuple];
  for (let value = open2.pop(); value !== void 0; value = open2.pop()) {
    if (parts.length > MOST_KEY_PARTS) throw overBudget("parts of a key", MOST_KEY_PARTS, parts.length);
    if (value instanceof PyTuple) {
      parts.push(`(${value.items.length}`);
      open2.push(...value.items.slice(0, MOST_KEY_PARTS + 1));
    } else parts.push(String(hashOf(value)));
  }
  return `t${parts.join("\0")}`;
}
var isInt = (value) => typeof value === "number";

// src/verify/pickle-symbols-framework.ts
var MODULES = {
  activation: "CELU ELU GELU GLU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax Mish MultiheadAttention PReLU RReLU ReLU ReLU6 SELU SiLU Sigmoid Softmax Softmax2d Softmin Softplus Softshrink Softsign Tanh Tanhshrink Threshold",
  adaptive: "AdaptiveLogSoftmaxWithLoss",
  batchnorm: "BatchNorm1d BatchNorm2d BatchNorm3d LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d SyncBatchNorm",
  channelshuffle: "ChannelShuffle",
  container: "Container ModuleDict ModuleList ParameterDict ParameterList Sequential",
  conv: "Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d",
  distance: "CosineSimilarity PairwiseDistance",
  dropout: "AlphaDropout Dropout Dropout1d Dropout2d Dropout3d FeatureAlphaDropout",
  flatten: "Flatten Unflatten",
  fold: "Fold Unfold",
  instancenorm: "InstanceNorm1d InstanceNorm2d InstanceNorm3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d",
  linear: "Bilinear Identity LazyLinear Linear NonDynamicallyQuantizableLinear",
  loss: "BCELoss BCEWithLogitsLoss CTCLoss CosineEmbeddingLoss CrossEntropyLoss GaussianNLLLoss HingeEmbeddingLoss HuberLoss KLDivLoss L1Loss MSELoss MarginRankingLoss MultiLabelMarginLoss MultiLabelSoftMarginLoss MultiMarginLoss NLLLoss NLLLoss2d PoissonNLLLoss SmoothL1Loss SoftMarginLoss TripletMarginLoss TripletMarginWithDistanceLoss",
  module: "Module",
  normalization: "CrossMapLRN2d GroupNorm LayerNorm LocalResponseNorm RMSNorm",
  padding: "CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d ZeroPad1d ZeroPad2d ZeroPad3d",
  pixelshuffle: "PixelShuffle PixelUnshuffle",
  pooling: "AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d AvgPool1d AvgPool2d AvgPool3d FractionalMaxPool2d FractionalMaxPool3d LPPool1d LPPool2d LPPool3d MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d",
  rnn: "GRU GRUCell LSTM LSTMCell RNN RNNBase RNNCell RNNCellBase",
  sparse: "Embedding EmbeddingBag",
  transformer: "Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer",
  upsampling: "Upsample UpsamplingBilinear2d UpsamplingNearest2d"
};
var SETTINGS = [
  "torch.nn.parallel.data_parallel.DataParallel",
  "torch.nn.parallel.distributed.DistributedDataParallel",
  "transformers.training_args.TrainingArguments",
  "transformers.training_args_seq2seq.Seq2SeqTrainingArguments",
  "transformers.trainer_pt_utils.AcceleratorConfig",
  "transformers.training_args.OptimizerNames",
  "transformers.trainer_utils.IntervalStrategy",
  "transformers.trainer_utils.SaveStrategy",
  "transformers.trainer_utils.SchedulerType",
  "transformers.trainer_utils.HubStrategy",
  "transformers.trainer_utils.FSDPOption",
  "accelerate.state.PartialState",
  "accelerate.utils.dataclasses.DistributedType",
  "accelerate.utils.dataclasses.DeepSpeedPlugin",
  "pytorch_lightning.utilities.parsing.AttributeDict",
  "lightning_fabric.utilities.data.AttributeDict",
  "lightning.fabric.utilities.data.AttributeDict",
  "omegaconf.dictconfig.DictConfig",
  "omegaconf.listconfig.ListConfig",
  "omegaconf.nodes.AnyNode",
  "omegaconf.base.ContainerMetadata",
  "omegaconf.base.Metadata"
];
var FUNCTIONS = ["torch.nn.functional.relu", "torch.nn.functional.gelu", "torch._C._nn.gelu", "typing.Any"];
function asData(name) {
  const model = {
    tier: "C",
    call: (args) => new PyObject(cls, args),
    make: (args) => new PyObject(cls, args),
    state: "any",
    holds: "members"
  };
  const cls = new PyGlobal(name, model);
  return model;
}
var listed = (name) => [name, asData(name)];
var FRAMEWORK_SYMBOLS = [
  ...Object.entries(MODULES).flatMap(
    ([file, names]) => names.split(" ").map((name) => listed(`torch.nn.modules.${file}.${name}`))
  ),
  ...SETTINGS.map(listed),
  ...FUNCTIONS.map((name) => [name, { tier: "C" }])
];
var vouchedFor = asData;

// src/verify/pickle-symbols-python.ts
var badArguments = (name) => new Broken("L2", "pickle-bad-call", `the pickle program calls ${name} with arguments it does not take`);
function dictOf(args, name) {
  const [from] = args;
  if (args.length > 1) throw badArguments(name);
  const dict = new PyDict();
  if (from instanceof PyDict) for (const [key, value] of from.entries.values()) dict.set(key, value);
  else for (const pair of itemsOf(from, name)) setPair(dict, pair, name);
  return dict;
}
function setPair(dict, pair, name) {
  const [key, value] = itemsOf(pair, name);
  if (key === void 0 || value === void 0) throw badArguments(name);
  dict.set(key, value);
}
function itemsOf(value, name) {
  if (value === void 0) return [];
  if (value instanceof PyList || value instanceof PyTuple) return value.items;
  throw badArguments(name);
}
function setOf(args, name) {
  const set = new PySet();
  if (args.length > 1) throw badArguments(name);
  for (const item of itemsOf(args[0], name)) set.items.set(hashOf(item), item);
  return set;
}
function encode(args) {
  const [text2, codec] = args;
  if (args.length !== 2 || typeof text2 !== "string" || codec !== "latin1" && codec !== "latin-1") {
    throw badArguments("_codecs.encode");
  }
  return new PyBytes(Buffer.from(text2, "latin1"));
}
function bytearray(args) {
  const [from, codec] = args;
  if (args.length === 0) return new PyBytes(new Uint8Array(0));
  if (from instanceof PyBytes && args.length === 1) return from;
  if (typeof from === "string" && codec === "latin-1") return new PyBytes(Buffer.from(from, "latin1"));
  throw badArguments("bytearray");
}
var isPlain = (value) => value === null || typeof value !== "object" || value instanceof PyFloat || value instanceof PyBytes || (value instanceof PyTuple || value instanceof PyList) && value.items.every((item) => item === null || typeof item !== "object");
function inert(name, tier, { least = 0, most = 8, plain = true, ...rest } = {}) {
  const build = (args) => {
    if (args.length < least || args.length > most || plain && !args.every(isPlain))
      throw badArguments(name);
    return new PyObject(cls, args);
  };
  const model = { tier, call: build, make: build, ...rest };
  const cls = new PyGlobal(name, model);
  return [name, model];
}
var mentioned = (name) => [name, { tier: "B" }];
function defaultDict(args) {
  const [factory] = args;
  const isListed = factory === void 0 || factory === null || factory instanceof PyGlobal && factory.model.tier !== "D";
  if (args.length > 1 || !isListed) throw badArguments("collections.defaultdict");
  return new PyDict();
}
function reconstruct(args) {
  const [cls] = args;
  if (args.length !== 3 || !(cls instanceof PyGlobal)) throw badArguments("copyreg._reconstructor");
  if (cls.model.tier === "D") return new PyObject(cls, []);
  if (cls.model.make === void 0) throw badArguments("copyreg._reconstructor");
  return cls.model.make([], cls);
}
var NUMPY = ["numpy.core.multiarray", "numpy._core.multiarray"];
var NUMPY_RANDOM_STATES = [
  "numpy.random._pickle.__randomstate_ctor",
  "numpy.random._pickle.__generator_ctor",
  "numpy.random._pickle.__bit_generator_ctor"
];
var BIT_GENERATORS = [
  "numpy.random._mt19937.MT19937",
  "numpy.random._pcg64.PCG64",
  "numpy.random._pcg64.PCG64DXSM",
  "numpy.random._philox.Philox",
  "numpy.random._sfc64.SFC64"
];
var PATHS = ["PosixPath", "WindowsPath", "PurePosixPath", "PureWindowsPath"];
var DATETIMES = ["datetime", "date", "time", "timedelta", "timezone"];
var BUILTINS = [
  "slice",
  "range",
  "frozenset",
  "int",
  "float",
  "str",
  "bytes",
  "list",
  "dict",
  "tuple",
  "bool"
];
var PYTHON_SYMBOLS = [
  [
    "collections.OrderedDict",
    { tier: "A", call: (args) => dictOf(args, "OrderedDict"), make: () => new PyDict() }
  ],
  ["collections.Counter", { tier: "A", call: (args) => dictOf(args, "Counter"), make: () => new PyDict() }],
  ["_codecs.encode", { tier: "A", call: encode }],
  ["builtins.set", { tier: "A", call: (args) => setOf(args, "set") }],
  ["builtins.bytearray", { tier: "A", call: bytearray }],
  inert("builtins.complex", "A", { least: 2, most: 2 }),
  ["collections.defaultdict", { tier: "B", call: defaultDict, make: () => new PyDict() }],
  inert("collections.deque", "B", { most: 2, holds: "items" }),
  ["copyreg._reconstructor", { tier: "B", call: reconstruct }],
  mentioned("builtins.object"),
  ...BUILTINS.map((name) => inert(`builtins.${name}`, "B", { most: 3 })),
  ...DATETIMES.map((name) => inert(`datetime.${name}`, "B", { plain: false })),
  ...PATHS.map((name) => inert(`pathlib.${name}`, "B", { most: 256 })),
  // Since Python 3.13 the classes live in a module of their own.
  ...PATHS.map((name) => inert(`pathlib._local.${name}`, "B", { most: 256 })),
  inert("argparse.Namespace", "B", { most: 0, state: "dict" }),
  inert("numpy.dtype", "B", { least: 1, most: 3, state: "tuple" }),
  mentioned("numpy.ndarray"),
  ...NUMPY.flatMap((module) => [
    inert(`${module}._reconstruct`, "B", { least: 3, most: 3, plain: false, state: "tuple" }),
    inert(`${module}.scalar`, "B", { least: 1, most: 2, plain: false }),
    inert(`${module}._frombuffer`, "B", { least: 4, most: 4, plain: false })
  ]),
  ...NUMPY_RANDOM_STATES.map((name) => inert(name, "B", { most: 2, plain: false, state: "any" })),
  ...BIT_GENERATORS.map((name) => inert(name, "B", { most: 0, state: "any" }))
];

// src/verify/pickle-symbols-torch.ts
var STORAGES = {
  "torch.DoubleStorage": DTYPES.f64,
  "torch.FloatStorage": DTYPES.f32,
  "torch.HalfStorage": DTYPES.f16,
  "torch.BFloat16Storage": DTYPES.bf16,
  "torch.LongStorage": DTYPES.i64,
  "torch.IntStorage": DTYPES.i32,
  "torch.ShortStorage": DTYPES.i16,
  "torch.CharStorage": DTYPES.i8,
  "torch.ByteStorage": DTYPES.u8,
  "torch.BoolStorage": DTYPES.bool,
  "torch.ComplexFloatStorage": DTYPES.c64,
  "torch.ComplexDoubleStorage": DTYPES.c128,
  "torch.QInt8Storage": DTYPES.i8,
  "torch.QUInt8Storage": DTYPES.u8,
  "torch.QInt32Storage": DTYPES.i32,
  "torch.QUInt4x2Storage": DTYPES.u8,
  "torch.QUInt2x4Storage": DTYPES.u8,
  "torch.UntypedStorage": void 0,
  "torch.storage.UntypedStorage": void 0,
  "torch.storage._UntypedStorage": void 0,
  "torch.storage.TypedStorage": void 0
};
var ELEMENT_TYPES = {
  float64: DTYPES.f64,
  double: DTYPES.f64,
  float32: DTYPES.f32,
  float: DTYPES.f32,
  float16: DTYPES.f16,
  half: DTYPES.f16,
  bfloat16: DTYPES.bf16,
  complex64: DTYPES.c64,
  cfloat: DTYPES.c64,
  complex128: DTYPES.c128,
  cdouble: DTYPES.c128,
  float8_e4m3fn: DTYPES.f8_e4m3,
  float8_e5m2: DTYPES.f8_e5m2,
  float8_e4m3fnuz: DTYPES.f8_e4m3fnuz,
  float8_e5m2fnuz: DTYPES.f8_e5m2fnuz,
  float8_e8m0fnu: DTYPES.e8m0,
  int64: DTYPES.i64,
  long: DTYPES.i64,
  int32: DTYPES.i32,
  int: DTYPES.i32,
  int16: DTYPES.i16,
  short: DTYPES.i16,
  int8: DTYPES.i8,
  uint8: DTYPES.u8,
  uint16: DTYPES.u16,
  uint32: DTYPES.u32,
  uint64: DTYPES.u64,
  bool: DTYPES.bool,
  qint8: DTYPES.i8,
  quint8: DTYPES.u8,
  qint32: DTYPES.i32
};
var MENTIONED = [
  "torch.Tensor",
  "torch._tensor.Tensor",
  "torch.nn.parameter.Parameter",
  "torch.nn.parameter.Buffer",
  "torch.per_tensor_affine",
  "torch.per_tensor_symmetric",
  "torch.per_channel_affine",
  "torch.per_channel_symmetric",
  "torch.per_channel_affine_float_qparams",
  "torch.strided",
  "torch.sparse_coo",
  "torch.contiguous_format",
  "torch.preserve_format",
  "torch.channels_last"
];
var badArguments2 = (name) => new Broken("L2", "pickle-bad-call", `the pickle program calls ${name} with arguments it does not take`);
var demand = (ok, name) => {
  if (!ok) throw badArguments2(name);
};
function counts(value, name) {
  const items = value instanceof PyTuple ? value.items : [];
  demand(value instanceof PyTuple && items.every((item) => isInt(item) && item >= 0), name);
  return items;
}
function tensorOn(args, name, dtype) {
  const [storage, offset, size, strides] = args;
  demand(storage instanceof PyStorage && isInt(offset) && offset >= 0, name);
  const shape = counts(size, name);
  const stride = counts(strides, name);
  demand(shape.length === stride.length, name);
  const on = storage;
  return new PyTensor(on, dtype ?? on.dtype, offset, shape, stride);
}
var isFlagOrNone = (value) => value === void 0 || value === null || typeof value === "boolean";
var isHooks = (value) => value === void 0 || value === null || value instanceof PyDict && value.entries.size === 0;
function rebuildTensorV2(args) {
  const name = "_rebuild_tensor_v2";
  demand(args.length >= 6 && args.length <= 7 && isFlagOrNone(args[4]) && isHooks(args[5]), name);
  return tensorOn(args, name);
}
function rebuildTensorV3(args) {
  const name = "_rebuild_tensor_v3";
  const type = args[6];
  demand(args.length >= 7 && args.length <= 8 && isFlagOrNone(args[4]) && isHooks(args[5]), name);
  demand(type instanceof PyGlobal && type.model.dtype !== void 0, name);
  return tensorOn(args, name, type.model.dtype);
}
function rebuildParameter(args) {
  const [data, flag, hooks] = args;
  demand(args.length >= 3 && args.length <= 4 && data instanceof PyTensor, "_rebuild_parameter");
  demand(isFlagOrNone(flag) && isHooks(hooks), "_rebuild_parameter");
  return data;
}
function rebuildFromType(args) {
  const name = "_rebuild_from_type_v2";
  const [inner, type, given, state] = args;
  demand(
    args.length === 4 && inner instanceof PyGlobal && type instanceof PyGlobal && given instanceof PyTuple,
    name
  );
  demand(state === null || state instanceof PyDict || state instanceof PyTuple, name);
  const { call } = inner.model;
  if (call === void 0) throw badArguments2(name);
  return call(given.items);
}
function rebuildMetaTensor(args) {
  const name = "_rebuild_meta_tensor_no_storage";
  const [type, size, strides] = args;
  demand(args.length === 4 && type instanceof PyGlobal && type.model.dtype !== void 0, name);
  return new PyTensor(
    void 0,
    type.model.dtype,
    0,
    counts(size, name),
    counts(strides, name)
  );
}
var keptAsData = (name, least, most) => {
  const model = {
    tier: "A",
    call: (args) => {
      demand(args.length >= least && args.length <= most, name);
      return new PyObject(new PyGlobal(name, model), args);
    }
  };
  return model;
};
function sizeOf(args) {
  demand(args.length === 1, "torch.Size");
  return new PyTuple(counts(args[0], "torch.Size"));
}
var tierA = (call) => ({ tier: "A", call });
var TORCH_SYMBOLS = [
  ["torch._utils._rebuild_tensor", tierA((args) => tensorOn(args, "_rebuild_tensor"))],
  ["torch._utils._rebuild_tensor_v2", tierA(rebuildTensorV2)],
  ["torch._utils._rebuild_tensor_v3", tierA(rebuildTensorV3)],
  ["torch._utils._rebuild_parameter", tierA(rebuildParameter)],
  ["torch._utils._rebuild_parameter_with_state", tierA(rebuildParameter)],
  ["torch._utils._rebuild_qtensor", tierA((args) => tensorOn(args, "_rebuild_qtensor"))],
  ["torch._utils._rebuild_meta_tensor_no_storage", tierA(rebuildMetaTensor)],
  ["torch._tensor._rebuild_from_type_v2", tierA(rebuildFromType)],
  ["torch.Size", tierA(sizeOf)],
  ...[
    ["torch._utils._rebuild_sparse_tensor", 2, 2],
    ["torch._utils._rebuild_wrapper_subclass", 8, 8],
    ["torch._utils._rebuild_device_tensor_from_numpy", 4, 4],
    ["torch._utils._rebuild_device_tensor_from_cpu_tensor", 4, 4],
    ["torch.device", 1, 2],
    ["torch.serialization._get_layout", 1, 1]
  ].map(([name, least, most]) => [name, keptAsData(name, least, most)]),
  ...MENTIONED.map((name) => [name, { tier: "A" }]),
  ...Object.entries(STORAGES).map(([name, dtype]) => [
    name,
    { tier: "A", storage: true, ...dtype === void 0 ? {} : { dtype } }
  ]),
  ...Object.entries(ELEMENT_TYPES).map(([name, dtype]) => [
    `torch.${name}`,
    { tier: "A", dtype }
  ])
];

// src/verify/pickle-imports.ts
var LISTED = new Map([...TORCH_SYMBOLS, ...PYTHON_SYMBOLS, ...FRAMEWORK_SYMBOLS]);
var UNLISTED = { tier: "D" };
var PickleImports = class {
  #subject;
  #seen = /* @__PURE__ */ new Map();
  constructor(subject) {
    this.#subject = subject;
  }
  find(module, name) {
    const full = `${module}.${name}`;
    const model = name.includes(".") ? UNLISTED : this.#model(full);
    this.#note(full, model.tier);
    return new PyGlobal(full, model);
  }
  /** Tier D seen: somebody wants something run. */
  get refused() {
    return this.#of("D");
  }
  settle() {
    const { findings, allowDegraded } = this.#subject;
    const refused = this.refused;
    if (refused.length > 0) {
      findings.fail("L2", "import-refused", "its pickle asks for what no checkpoint needs; never load it", {
        expected: "only names on the allow-list",
        found: refused.slice(0, 8).join(", ").slice(0, 300)
      });
    }
    const unsafe = [...this.#of("B"), ...this.#of("C")];
    if (unsafe.length === 0) return;
    const what = "does not load with weights_only=True: it needs weights_only=False or add_safe_globals";
    const where = { found: unsafe.slice(0, 8).join(", ").slice(0, 300) };
    if (allowDegraded) findings.degraded("L2", "unsafe-loader", what, where);
    else findings.fail("L2", "unsafe-loader", `${what}, and the roster does not allow that`, where);
  }
  #of(tier) {
    return [...this.#seen].flatMap(([name, seen]) => seen === tier ? [name] : []).sort();
  }
  #model(full) {
    const listed2 = LISTED.get(full);
    if (listed2 !== void 0) return listed2;
    return this.#subject.allowImports.includes(full) ? vouchedFor(full) : UNLISTED;
  }
  #note(full, tier) {
    if (this.#seen.size >= 1e4 && !this.#seen.has(full)) return;
    this.#seen.set(full, tier);
    this.#subject.imports.add(full.slice(0, 200));
  }
};

// src/verify/pickle-text.ts
var exact = (value) => value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
function parseDecimal(text2, input, plain = false) {
  if (!plain && text2 === "01") return true;
  if (!plain && text2 === "00") return false;
  if (!/^[+-]?[0-9]{1,4300}$/.test(text2))
    throw input.broken(`a decimal that is none: ${JSON.stringify(text2.slice(0, 40))}`);
  return exact(BigInt(text2.replace(/^\+/, "")));
}
function parseLong(bytes2) {
  if (bytes2.length === 0) return 0;
  const hex2 = Buffer.from(bytes2).reverse().toString("hex");
  return exact(BigInt.asIntN(bytes2.length * 8, BigInt(`0x${hex2}`)));
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
function parseQuoted(line, input) {
  const text2 = Buffer.from(line).toString("latin1").trim();
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
function parseRawUnicode(line, input) {
  const text2 = Buffer.from(line).toString("latin1");
  return text2.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|u|U)/g, (_all, sequence) => {
    const code = Number.parseInt(sequence.slice(1), 16);
    if (sequence.length === 1 || code > 1114111) throw input.broken("text with a broken escape");
    return String.fromCodePoint(code);
  });
}

// src/verify/pickle-constants.ts
var latin1 = (bytes2) => Buffer.from(bytes2).toString("latin1");
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
  [66, (input) => new PyBytes(input.bytes(input.u32()).slice())],
  [67, (input) => new PyBytes(input.bytes(input.u8()).slice())],
  [142, (input) => new PyBytes(input.bytes(input.u64()).slice())],
  [150, (input) => new PyBytes(input.bytes(input.u64()).slice())]
]);
function readConstant(opcode, input) {
  return CONSTANTS.get(opcode)?.(input);
}
var PROBED_FROM = 64;
function looksLikeFile(value) {
  if (!(typeof value === "string" || value instanceof PyBytes)) return false;
  const length = typeof value === "string" ? value.length : value.bytes.length;
  if (length <= PROBED_FROM) return false;
  const at2 = (i) => typeof value === "string" ? value.charCodeAt(i) : value.bytes[i];
  const isPickle = at2(0) === 128 && at2(1) >= 2 && at2(1) <= 5;
  return isPickle || at2(0) === 80 && at2(1) === 75 && at2(2) === 3 && at2(3) === 4;
}

// src/verify/pickle-stack.ts
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
    const below2 = this.#below.pop();
    if (below2 === void 0) throw this.#in.broken("no mark");
    const items = this.#values;
    this.#values = below2;
    this.#belowCount -= below2.length;
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

// src/verify/pickle-stream.ts
var MORE_NEEDED = /* @__PURE__ */ Symbol("more needed");
var PickleStream = class {
  /** Where the next byte to read lies in `#bytes`. */
  at = 0;
  #bytes = new Uint8Array(0);
  #view = new DataView(new ArrayBuffer(0));
  #waiting = [];
  #waitingBytes = 0;
  #wanted = 0;
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
    const rest = this.#bytes.subarray(this.at);
    this.#before += this.at;
    this.#bytes = rest.length === 0 && this.#waiting.length === 1 ? this.#waiting[0] : Buffer.concat([rest, ...this.#waiting]);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.length);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#wanted = 0;
    this.at = 0;
    return true;
  }
  startFrame(length) {
    const from = this.position;
    if (from < this.#frameEnd) throw this.broken("a frame begins inside a frame");
    if (from + length > this.#totalBytes) throw this.broken("a frame is longer than the program");
    this.#frameEnd = from + length;
  }
  /** The C and the Python unpickler disagree about opcodes that cross the end of a frame. */
  mustStayInFrame(opcodeFrom) {
    if (opcodeFrom < this.#frameEnd && this.position > this.#frameEnd)
      throw this.broken("an opcode crosses the end of its frame");
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
  decode(bytes2) {
    try {
      return UTF8.decode(bytes2);
    } catch {
      try {
        return LENIENT_UTF8.decode(mustBeSurrogates(bytes2));
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
      throw MORE_NEEDED;
    }
    const line = this.#bytes.subarray(this.at, end);
    this.at = end + 1;
    return line;
  }
  asciiLine() {
    const line = this.line();
    if (line.some((byte) => byte > 126 || byte < 32))
      throw this.broken("a text argument is not plain ASCII");
    return Buffer.from(line).toString("latin1");
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
function mustBeSurrogates(bytes2) {
  const cleaned = Buffer.from(
    Buffer.from(bytes2).toString("latin1").replace(/\xed[\xa0-\xbf][\x80-\xbf]/g, "???"),
    "latin1"
  );
  UTF8.decode(cleaned);
  return bytes2;
}

// src/verify/pickle-machine.ts
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
  #memo = /* @__PURE__ */ new Map();
  #protocol = 0;
  #opcodes = 0;
  #result;
  constructor(world, budgets, totalBytes) {
    if (totalBytes > budgets.pickleBytes) throw overBudget("pickleBytes", budgets.pickleBytes, totalBytes);
    this.#world = world;
    this.#budgets = budgets;
    this.#in = new PickleStream(totalBytes, budgets.constantBytes);
    this.#stack = new PickleStack(this.#in);
  }
  feed(piece) {
    if (!this.#in.push(piece)) return;
    while (this.#result === void 0 && this.#in.left > 0) {
      this.#in.mark();
      const from = this.#in.position;
      try {
        this.#step(this.#in.u8(), from);
      } catch (error) {
        if (error !== MORE_NEEDED) throw error;
        this.#in.rewind();
        return;
      }
      this.#in.mustStayInFrame(from);
      this.#count();
    }
  }
  /** The value at STOP. Nothing may follow it. */
  end() {
    if (this.#result === void 0) throw this.#in.broken("it ends before STOP");
    if (this.#in.left === 0) return this.#result.value;
    throw new Broken("L2", "pickle-trailing", "bytes follow the end of the pickle program", {
      found: `${this.#in.left} bytes`
    });
  }
  #count() {
    this.#opcodes += 1;
    const { pickleOpcodes, pickleStack, pickleMemo, pickleDepth } = this.#budgets;
    if (this.#opcodes > pickleOpcodes) throw overBudget("pickleOpcodes", pickleOpcodes, this.#opcodes);
    if (this.#stack.size > pickleStack) throw overBudget("pickleStack", pickleStack, this.#stack.size);
    if (this.#stack.marks > pickleDepth) throw overBudget("pickleDepth", pickleDepth, this.#stack.marks);
    if (this.#memo.size > pickleMemo) throw overBudget("pickleMemo", pickleMemo, this.#memo.size);
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
      this.#world.note("nested-payload", "a constant looks like a file of its own; it is not opened");
    this.#stack.push(value);
  }
  #flow(opcode, from) {
    const stack = this.#stack;
    if (opcode === 128) this.#setProtocol(this.#in.u8(), from);
    else if (opcode === 149) this.#in.startFrame(this.#in.u64());
    else if (opcode === 46) this.#result = { value: stack.only() };
    else if (opcode === 40) stack.mark();
    else if (opcode === 48) stack.drop();
    else if (opcode === 49) stack.toMark();
    else if (opcode === 50) stack.push(stack.top());
    else return false;
    return true;
  }
  #container(opcode) {
    const stack = this.#stack;
    if (opcode === 41) stack.push(new PyTuple([]));
    else if (opcode >= 133 && opcode <= 135) stack.push(new PyTuple(stack.popMany(opcode - 132)));
    else if (opcode === 116) stack.push(new PyTuple(stack.toMark()));
    else if (opcode === 93) stack.push(new PyList());
    else if (opcode === 108) this.#filled(new PyList(), append);
    else if (opcode === 125) stack.push(new PyDict());
    else if (opcode === 100) this.#filled(new PyDict(), setItems);
    else if (opcode === 143) stack.push(new PySet());
    else if (opcode === 145) this.#filled(new PySet(), addItems);
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
    else if (opcode === 148) this.#memoize(this.#memo.size);
    else if (opcode === 103) this.#recall(this.#textIndex());
    else if (opcode === 104) this.#recall(input.u8());
    else if (opcode === 106) this.#recall(input.u32());
    else return false;
    return true;
  }
  #object(opcode) {
    const stack = this.#stack;
    if (opcode === 99) stack.push(this.#import(...this.#importLines()));
    else if (opcode === 147) stack.push(this.#import(...stack.pair()));
    else if (opcode === 105) stack.push(this.#make(this.#import(...this.#importLines()), stack.toMark()));
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
  #filled(target, fill) {
    const items = this.#stack.toMark();
    if (!fill(target, items)) throw this.#in.broken("a key without a value");
    this.#stack.push(target);
  }
  #fill(items, fill) {
    if (!fill(this.#stack.top(), items)) throw this.#in.broken("items for what cannot hold them");
  }
  #textIndex() {
    const index = parseDecimal(this.#in.asciiLine(), this.#in, true);
    if (typeof index !== "number" || index < 0) throw this.#in.broken("a memo index that is none");
    return index;
  }
  #memoize(index) {
    if (this.#memo.has(index))
      this.#world.note("memo-overwritten", "the pickle program writes a memo slot twice");
    this.#memo.set(index, this.#stack.top());
  }
  #recall(index) {
    const value = this.#memo.get(index);
    if (value === void 0) throw this.#in.broken(`memo slot ${index} was never filled`);
    this.#stack.push(value);
  }
  #importLines() {
    const [module, name] = [this.#in.line(), this.#in.line()];
    return [this.#in.decode(module), this.#in.decode(name)];
  }
  #import(module, name) {
    if (typeof module !== "string" || typeof name !== "string")
      throw this.#in.broken("STACK_GLOBAL without two strings");
    if (this.#protocol >= 3) return this.#world.find(module, name);
    const current = OLD_MODULES.get(module) ?? module;
    return this.#world.find(current, current === "builtins" ? OLD_BUILTINS.get(name) ?? name : name);
  }
  #makeFromMark([cls, ...args]) {
    if (cls === void 0) throw this.#in.broken("OBJ without a class");
    return this.#make(cls, args);
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
    return invoke(callee, this.#tuple(args), ({ call }) => call);
  }
  #make(cls, args) {
    return invoke(cls, args, ({ make }) => make && ((given) => make(given, cls)));
  }
  #build(state) {
    const target = this.#stack.top();
    if (target instanceof PyDict && state instanceof PyDict) return;
    if (!(target instanceof PyObject)) throw badCall("sets the state of what has none");
    if (!takesState(target, state)) throw badCall(`sets a state on ${target.cls.name} that it does not have`);
    target.state = state;
  }
  #persistent(id) {
    if (this.#world.persistent === void 0) throw badCall("uses a persistent id outside its container");
    return this.#world.persistent(id);
  }
};
var badCall = (what) => new Broken("L2", "pickle-bad-call", `the pickle program ${what}`);
function invoke(callee, args, choose) {
  if (!(callee instanceof PyGlobal)) throw badCall("calls a value that is no import");
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
var append = (target, items) => {
  const list = target instanceof PyList ? target.items : holding(target, "items")?.items;
  for (const item of items) list?.push(item);
  return list !== void 0;
};
var setItems = (target, items) => {
  const dict = target instanceof PyDict ? target : holding(target, "members")?.members;
  if (dict === void 0 || items.length % 2 !== 0) return false;
  for (let i = 0; i < items.length; i += 2) dict.set(items[i], items[i + 1]);
  return true;
};
var addItems = (target, items) => {
  if (!(target instanceof PySet)) return false;
  for (const item of items) target.items.set(hashOf(item), item);
  return true;
};
var holding = (target, what) => target instanceof PyObject && (target.cls.model.tier === "D" || target.cls.model.holds === what) ? target : void 0;

// src/verify/tensor-view.ts
var elementsOf = (shape) => shape.reduce((product, size) => product * size, 1);
function reachOf({ shape, stride, offset }) {
  if (shape.includes(0)) return 0;
  return offset + 1 + shape.reduce((sum, size, i) => sum + (size - 1) * (stride[i] ?? 0), 0);
}
function reachesElement({ shape, stride, offset }, element) {
  if (shape.includes(0)) return false;
  const dimensions = shape.map((size, i) => ({ size, stride: stride[i] ?? 0 })).sort((a, b) => b.stride - a.stride);
  let rest = element - offset;
  for (const { size, stride: step } of dimensions) {
    if (step === 0 || rest < 0) continue;
    rest -= Math.min(Math.floor(rest / step), size - 1) * step;
  }
  return rest === 0;
}

// src/verify/pickle-walk.ts
var LONGEST_PATH = 1024;
function walkPickled(root, depthLimit, events) {
  const entered = /* @__PURE__ */ new Set();
  const open2 = [{ value: root, path: "", top: "", depth: 0 }];
  for (let step = open2.pop(); step !== void 0; step = open2.pop()) {
    const { value, depth } = step;
    const path = step.path === "" ? "(root)" : step.path;
    const top = step.top === "" ? "(root)" : step.top;
    if (value instanceof PyTensor) events.tensor(path, top, value);
    else if (isScalar(value)) events.scalar(path, top, value);
    else if (value instanceof PyBytes || value instanceof PyGlobal || value instanceof PyStorage)
      events.opaque(path, top);
    else if (!entered.has(value)) {
      entered.add(value);
      if (depth >= depthLimit) throw overBudget("pickleDepth", depthLimit, depth + 1);
      const children = childrenOf(value, step);
      if (children.length === 0 && value instanceof PyObject) events.opaque(path, top);
      for (let i = children.length - 1; i >= 0; i -= 1) open2.push(children[i]);
    }
  }
}
var isScalar = (value) => value === null || typeof value !== "object" || value instanceof PyFloat;
function childrenOf(value, step) {
  if (value instanceof PyDict) return membersOf(value, step);
  if (value instanceof PySet) return [...value.items.values()].map((item) => below(step, "*", item));
  if (value instanceof PyObject) {
    return [
      ...membersOf(value.members, step),
      ...itemsOf2(value.items, step),
      ...itemsOf2(value.args, step),
      // An object's state is its attributes: they are named as if they were its keys.
      ...value.state === void 0 ? [] : stateOf(value.state, step)
    ];
  }
  return itemsOf2(value.items, step);
}
var itemsOf2 = (items, step) => items.map(
  (item, i) => isScalar(item) ? { ...step, value: item, depth: step.depth + 1 } : below(step, String(i), item)
);
var membersOf = (dict, step) => [...dict.entries.values()].map(([key, value]) => below(step, nameOfKey(key), value));
function stateOf(state, step) {
  if (state instanceof PyDict) return membersOf(state, step);
  if (state instanceof PyTuple) return state.items.flatMap((item) => stateOf(item, step));
  return [{ ...step, value: state, depth: step.depth + 1 }];
}
function below(step, name, value) {
  const path = step.path === "" ? name : `${step.path}.${name}`.slice(0, LONGEST_PATH);
  return { value, path, top: step.top === "" ? name : step.top, depth: step.depth + 1 };
}
function nameOfKey(key) {
  if (typeof key === "string") return key.slice(0, LONGEST_PATH);
  if (typeof key === "object" && key !== null) return key instanceof PyFloat ? String(key.value) : "(key)";
  return String(key);
}

// src/verify/torch-program.ts
var TorchProgramReader = class {
  #subject;
  #machine;
  #storages = /* @__PURE__ */ new Map();
  constructor(subject, imports, programBytes) {
    this.#subject = subject;
    const world = {
      find: (module, name) => imports.find(module, name),
      persistent: (id) => this.#storage(id),
      note: (code, what) => subject.findings.note("L2", code, what)
    };
    this.#machine = new PickleMachine(world, subject.budgets, programBytes);
  }
  feed(piece) {
    this.#machine.feed(piece);
  }
  end(steps) {
    const root = this.#machine.end();
    const program = { storages: this.#storages, metaTensors: 0 };
    const { keys, facts, budgets } = this.#subject;
    const shown = [];
    walkPickled(root, budgets.pickleDepth, {
      tensor: (path, top, tensor) => {
        keys.addTensor(path, top);
        this.#place(program, path, top, tensor);
      },
      scalar: (path, top, value) => {
        const plain = value instanceof PyFloat ? value.value : typeof value === "bigint" ? Number(value) : value;
        keys.addValue(path, top, plain === null);
        if (typeof plain === "number") steps.offer(path, plain);
        if (path === top && shown.length < 64)
          shown.push([path.slice(0, 120), typeof plain === "string" ? plain.slice(0, 200) : plain]);
      },
      opaque: (path, top) => keys.addValue(path, top)
    });
    facts.scalars = Object.fromEntries(shown);
    return program;
  }
  /** `('storage', StorageType, key, location, numel)` and nothing else. */
  #storage(id) {
    const [word, type, key, location, elements] = id instanceof PyTuple ? id.items : [];
    const sound = id instanceof PyTuple && id.items.length === 5 && word === "storage" && type instanceof PyGlobal && type.model.storage === true && typeof key === "string" && typeof location === "string" && isInt(elements) && elements >= 0;
    if (!sound)
      throw new Broken("L2", "pickle-bad-call", "the pickle program asks for something else than a storage");
    const storage = new PyStorage(type.model.dtype, key, location, elements);
    const known = this.#storages.get(key);
    if (known === void 0) {
      this.#storages.set(key, { storage, tensors: [] });
      return storage;
    }
    if (known.storage.dtype !== storage.dtype || known.storage.elements !== elements) {
      throw new Broken(
        "L2",
        "storage-contradicts",
        `storage ${JSON.stringify(key)} is described in two ways`
      );
    }
    return known.storage;
  }
  #place(program, name, top, tensor) {
    const { storage, dtype } = tensor;
    if (storage === void 0) {
      program.metaTensors += 1;
      return;
    }
    const elements = storage.dtype === void 0 ? storage.elements / ((dtype?.bits ?? 8) / 8) : storage.elements;
    if (reachOf(tensor) > elements) {
      this.#subject.findings.fail(
        "L2",
        "tensor-outside",
        `${JSON.stringify(name)} reaches beyond its storage`,
        {
          expected: `at most ${elements} elements`,
          found: `reaches ${reachOf(tensor)}`
        }
      );
    }
    this.#storages.get(storage.key)?.tensors.push({ name, top, tensor });
  }
};

// src/verify/inflater.ts
import { createInflateRaw } from "node:zlib";
var Inflater = class {
  #inflate;
  #failed;
  /** The end mark of the stream was met; zlib then never answers a write again. */
  #ended;
  #isEnded = false;
  #reject = () => {
  };
  #out = 0;
  constructor(declaredBytes, offset, sink) {
    this.#inflate = createInflateRaw();
    this.#failed = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    this.#failed.catch(() => {
    });
    this.#ended = new Promise((resolve) => {
      this.#inflate.once("end", () => {
        this.#isEnded = true;
        resolve();
      });
    });
    this.#inflate.on("error", (error) => {
      this.#reject(new Broken("L1", "deflate-broken", `cannot be inflated: ${error.message}`, { offset }));
    });
    this.#inflate.on("data", (piece) => {
      this.#out += piece.length;
      const tooMuch = new Broken("L1", "deflate-surplus", "inflates to more than it declares", {
        offset,
        expected: `${declaredBytes} bytes`
      });
      if (this.#out > declaredBytes) this.#stop(tooMuch);
      else this.#try(() => sink(piece));
    });
  }
  /** The piece's memory may be used again once this resolves. */
  feed(piece) {
    if (this.#isEnded) return Promise.resolve();
    const done = new Promise((resolve, reject) => {
      this.#inflate.write(piece, (error) => error ? reject(error) : resolve());
    });
    done.catch(() => {
    });
    return Promise.race([done, this.#failed, this.#ended]);
  }
  /** @returns how many bytes of input the stream really used: what follows its end mark is not part of it */
  async end() {
    if (!this.#isEnded) this.#inflate.end();
    await Promise.race([this.#ended, this.#failed]);
    return this.#inflate.bytesWritten;
  }
  #try(work) {
    try {
      work();
    } catch (error) {
      this.#stop(error);
    }
  }
  #stop(error) {
    this.#inflate.removeAllListeners("data");
    this.#reject(error);
    this.#inflate.destroy();
  }
};

// src/verify/zip-directory.ts
var END_BYTES = 22;
var LOCATOR_BYTES = 20;
var END64_BYTES = 56;
var CENTRAL_BYTES = 46;
var LONGEST_COMMENT = 65535;
var ALL_ONES = 4294967295;
var REFUSED_FLAGS = 8289;
async function readZipDirectory(reader, budgets) {
  const { directoryOffset, directoryEnd, count } = await readEnd(reader);
  if (count > budgets.zipMembers) throw overBudget("zipMembers", budgets.zipMembers, count, directoryOffset);
  const entries = await readEntries(reader, directoryOffset, directoryEnd, count);
  entries.sort((a, b) => a.offset - b.offset);
  mustTile2(entries, directoryOffset);
  mustBeUnique(entries);
  const filled = entries.filter(({ bytes: bytes2 }) => bytes2 > 0);
  return { entries, crcOff: filled.length > 0 && filled.every(({ crc }) => crc === 0) };
}
async function readEnd(reader) {
  const size = reader.sizeBytes;
  const tailBytes = Math.min(size, LONGEST_COMMENT + END_BYTES + LOCATOR_BYTES + END64_BYTES);
  const tailOffset = size - tailBytes;
  const tail = viewOf(await reader.read(tailOffset, tailBytes));
  const at2 = findEnd(tail, size);
  const end = {
    disks: tail.getUint32(at2 + 4, true),
    onDisk: tail.getUint16(at2 + 8, true),
    count: tail.getUint16(at2 + 10, true),
    length: tail.getUint32(at2 + 12, true),
    offset: tail.getUint32(at2 + 16, true)
  };
  const endOffset = tailOffset + at2;
  if (at2 >= LOCATOR_BYTES && tail.getUint32(at2 - LOCATOR_BYTES, true) === 117853008) {
    return await readEnd64(reader, tail, at2, endOffset, end);
  }
  if (end.disks !== 0 || end.onDisk !== end.count) throw structure("spans several disks", endOffset);
  if (end.offset + end.length !== endOffset) {
    throw structure("the directory does not end where the end record begins", endOffset, {
      expected: String(endOffset),
      found: String(end.offset + end.length)
    });
  }
  return { directoryOffset: end.offset, directoryEnd: endOffset, count: end.count };
}
function findEnd(tail, size) {
  const exact2 = [];
  let loose = -1;
  for (let at2 = tail.byteLength - END_BYTES; at2 >= 0; at2 -= 1) {
    if (tail.getUint32(at2, true) !== 101010256) continue;
    if (at2 + END_BYTES + tail.getUint16(at2 + 20, true) === tail.byteLength) exact2.push(at2);
    else loose = Math.max(loose, at2);
  }
  const [only, another] = exact2;
  if (another !== void 0)
    throw structure("has two end records that both fit", size - tail.byteLength + another);
  if (only !== void 0) return only;
  if (loose >= 0) {
    throw new Broken("L1", "trailing-bytes", "bytes follow the zip end record", {
      offset: size - tail.byteLength + loose + END_BYTES
    });
  }
  throw new Broken("L1", "cut-short", "has no zip end record: the end never arrived or was never written", {
    offset: size
  });
}
async function readEnd64(reader, tail, at2, endOffset, end) {
  const locatorOffset = endOffset - LOCATOR_BYTES;
  const recordOffset = Number(tail.getBigUint64(at2 - LOCATOR_BYTES + 8, true));
  const disks = tail.getUint32(at2 - LOCATOR_BYTES + 4, true);
  if (disks !== 0 || tail.getUint32(at2 - LOCATOR_BYTES + 16, true) !== 1 || end.disks !== 0) {
    throw structure("spans several disks", locatorOffset);
  }
  if (recordOffset + END64_BYTES !== locatorOffset) {
    throw structure("the zip64 record does not end at its locator", locatorOffset, {
      expected: String(locatorOffset - END64_BYTES),
      found: String(recordOffset)
    });
  }
  const record = viewOf(await reader.read(recordOffset, END64_BYTES));
  const field = (offset2) => Number(record.getBigUint64(offset2, true));
  const [count, length, offset] = [field(32), field(40), field(48)];
  const sound = record.getUint32(0, true) === 101075792 && field(4) === END64_BYTES - 12 && record.getBigUint64(16, true) === 0n && field(24) === count && offset + length === recordOffset;
  if (!sound) throw structure("the zip64 end record contradicts itself", recordOffset);
  const agrees = (short, long, ones) => short === long || short === ones;
  const agree = agrees(end.count, count, 65535) && agrees(end.onDisk, count, 65535) && agrees(end.length, length, ALL_ONES) && agrees(end.offset, offset, ALL_ONES);
  if (!agree) throw structure("the 32-bit and 64-bit end records disagree", endOffset);
  return { directoryOffset: offset, directoryEnd: recordOffset, count };
}
async function readEntries(reader, from, to, count) {
  const window = new Window(reader, to);
  const entries = [];
  let at2 = from;
  for (let i = 0; i < count; i += 1) {
    const fixed = await window.at(at2, CENTRAL_BYTES);
    if (fixed.getUint32(0, true) !== 33639248) throw structure("a directory entry has no signature", at2);
    const lengths = [28, 30, 32].map((offset) => fixed.getUint16(offset, true));
    const length = CENTRAL_BYTES + lengths[0] + lengths[1] + lengths[2];
    entries.push(parseEntry(await window.at(at2, length), lengths, at2));
    at2 += length;
  }
  if (at2 !== to) {
    throw structure("the directory is longer than its entries", at2, {
      expected: String(to),
      found: String(at2)
    });
  }
  return entries;
}
function parseEntry(view, [nameLength, extraLength], at2) {
  const all = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const nameBytes = all.slice(CENTRAL_BYTES, CENTRAL_BYTES + nameLength);
  const name = decodeName(nameBytes, at2);
  const flags = view.getUint16(8, true);
  if ((flags & REFUSED_FLAGS) !== 0) throw refusedFlags(name, flags, at2);
  const method = view.getUint16(10, true);
  if (method !== 0 && method !== 8) {
    throw new Unsettled(
      "L1",
      "zip-method",
      `${JSON.stringify(name)} is compressed in a way that we cannot read`,
      {
        offset: at2,
        expected: "0 (stored) or 8 (deflated)",
        found: String(method)
      }
    );
  }
  const extra = all.subarray(CENTRAL_BYTES + nameLength, CENTRAL_BYTES + nameLength + extraLength);
  const [bytes2, compressedBytes, offset] = wide(
    extra,
    [24, 20, 42].map((field) => view.getUint32(field, true)),
    at2
  );
  if (view.getUint16(34, true) !== 0) throw structure("spans several disks", at2);
  if (method === 0 && bytes2 !== compressedBytes) {
    throw structure(`${JSON.stringify(name)} is stored and yet of two sizes`, at2);
  }
  return {
    name,
    nameBytes,
    flags,
    method: method === 0 ? "stored" : "deflated",
    versionTimeDate: [6, 12, 14].map((field) => view.getUint16(field, true)),
    crc: view.getUint32(16, true),
    compressedBytes,
    bytes: bytes2,
    offset,
    spanEnd: 0
  };
}
function wide(extra, fields, at2) {
  const numbers = [...zip64Numbers(extra, at2)];
  const result = fields.map((field) => {
    if (field !== ALL_ONES) return field;
    const number = numbers.shift();
    if (number === void 0) throw structure("a 64-bit size is missing", at2);
    return number;
  });
  return result;
}
function zip64Numbers(extra, at2) {
  const field = extraFields(extra, at2).find(({ id }) => id === 1);
  if (field === void 0) return [];
  const view = viewOf(field.bytes);
  const numbers = Array.from(
    { length: Math.floor(view.byteLength / 8) },
    (_none, i) => Number(view.getBigUint64(i * 8, true))
  );
  if (numbers.some((number) => !Number.isSafeInteger(number)))
    throw structure("a 64-bit size is beyond reason", at2);
  return numbers;
}
function extraFields(extra, at2) {
  const view = viewOf(extra);
  const fields = [];
  for (let i = 0; i < extra.length; ) {
    if (i + 4 > extra.length) throw structure("an extra field is cut", at2);
    const length = view.getUint16(i + 2, true);
    if (i + 4 + length > extra.length) throw structure("an extra field is cut", at2);
    fields.push({ id: view.getUint16(i, true), bytes: extra.subarray(i + 4, i + 4 + length) });
    i += 4 + length;
  }
  return fields;
}
function decodeName(bytes2, at2) {
  let name;
  try {
    name = new TextDecoder("utf-8", { fatal: true }).decode(bytes2);
  } catch {
    throw structure("a member name is not UTF-8", at2);
  }
  const parts = name.split("/");
  const bad = name === "" || /[\0\\]/.test(name) || /^[a-z]:/i.test(name) || parts[0] === "" || parts.includes("..") || parts.includes(".");
  if (bad)
    throw new Broken("L1", "zip-name", "a member name could leave the archive", {
      offset: at2,
      found: JSON.stringify(name.slice(0, 120))
    });
  return name;
}
function mustTile2(entries, directoryOffset) {
  const first = entries[0]?.offset ?? 0;
  if (first !== 0) throw structure("bytes lie before the first member", 0, { found: `${first} bytes` });
  entries.forEach((entry, i) => {
    entry.spanEnd = entries[i + 1]?.offset ?? directoryOffset;
    if (entry.offset + 30 + entry.nameBytes.length + entry.compressedBytes <= entry.spanEnd) return;
    throw structure(`${JSON.stringify(entry.name)} overlaps what follows it`, entry.offset);
  });
  if (entries.length === 0 && directoryOffset !== 0)
    throw structure("bytes lie before an empty directory", 0);
}
function mustBeUnique(entries) {
  const names = /* @__PURE__ */ new Set();
  for (const { name, offset } of entries) {
    const folded = name.toLowerCase();
    if (names.has(folded)) throw structure(`${JSON.stringify(name)} is there twice`, offset);
    names.add(folded);
  }
}
var Window = class {
  #reader;
  #end;
  #from = 0;
  #bytes = new Uint8Array(0);
  constructor(reader, end) {
    this.#reader = reader;
    this.#end = end;
  }
  async at(offset, length) {
    if (offset + length > this.#end) throw structure("the directory ends in the middle of an entry", offset);
    if (offset < this.#from || offset + length > this.#from + this.#bytes.length) {
      this.#bytes = await this.#reader.read(
        offset,
        Math.min(Math.max(length, 1024 ** 2), this.#end - offset)
      );
      this.#from = offset;
    }
    return viewOf(this.#bytes.subarray(offset - this.#from, offset - this.#from + length));
  }
};
var viewOf = (bytes2) => new DataView(bytes2.buffer, bytes2.byteOffset, bytes2.byteLength);
var structure = (what, offset, extra = {}) => new Broken("L1", "zip-structure", what, { offset, ...extra });
function refusedFlags(name, flags, offset) {
  const found = `0x${flags.toString(16).padStart(4, "0")}`;
  return new Broken("L1", "zip-flags", `${JSON.stringify(name)} is encrypted, patched or masked`, {
    offset,
    found
  });
}

// src/verify/zip-member.ts
var LOCAL_BYTES = 30;
var WINDOW_BYTES2 = 1024 ** 2;
async function readMember(reader, entry, sink) {
  const local = viewOf(await reader.read(entry.offset, LOCAL_BYTES));
  const from = entry.offset + LOCAL_BYTES + local.getUint16(26, true) + local.getUint16(28, true);
  const to = from + entry.compressedBytes;
  if (to > entry.spanEnd)
    throw structure(`${JSON.stringify(entry.name)} overlaps what follows it`, entry.offset);
  const inflater = entry.method === "deflated" ? new Inflater(entry.bytes, from, sink) : void 0;
  for (let at2 = from; at2 < to; at2 += WINDOW_BYTES2) {
    const piece = await reader.read(at2, Math.min(WINDOW_BYTES2, to - at2));
    if (inflater === void 0) sink(piece);
    else await inflater.feed(piece);
  }
  await inflater?.end();
}
var LONGEST_NOTE = 4096;
async function readNote(reader, entry) {
  if (entry.bytes > LONGEST_NOTE) return void 0;
  const pieces = [];
  await readMember(reader, entry, (piece) => pieces.push(piece.slice()));
  return Buffer.concat(pieces).toString("latin1");
}

// src/verify/crc32.ts
import * as zlib from "node:zlib";
var builtIn = zlib.crc32;
var tableCrc32 = (bytes2, before) => {
  let crc = ~before;
  let i = 0;
  const end = bytes2.length;
  for (const last = end - 7; i < last; i += 8) {
    const low = crc ^ (at(bytes2, i) | at(bytes2, i + 1) << 8 | at(bytes2, i + 2) << 16 | at(bytes2, i + 3) << 24);
    crc = at(TABLES, 1792 + (low & 255)) ^ at(TABLES, 1536 + (low >>> 8 & 255)) ^ at(TABLES, 1280 + (low >>> 16 & 255)) ^ at(TABLES, 1024 + (low >>> 24)) ^ at(TABLES, 768 + at(bytes2, i + 4)) ^ at(TABLES, 512 + at(bytes2, i + 5)) ^ at(TABLES, 256 + at(bytes2, i + 6)) ^ at(TABLES, at(bytes2, i + 7));
  }
  for (; i < end; i += 1) crc = at(TABLES, (crc ^ at(bytes2, i)) & 255) ^ crc >>> 8;
  return ~crc >>> 0;
};
var crc322 = builtIn === void 0 ? tableCrc32 : (bytes2, before) => builtIn(bytes2, before);
var at = (array, index) => array[index];
var TABLES = makeTables();
function makeTables() {
  const tables = new Int32Array(8 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? crc >>> 1 ^ 3988292384 : crc >>> 1;
    tables[byte] = crc;
  }
  for (let i = 256; i < tables.length; i += 1) {
    const before = tables[i - 256];
    tables[i] = tables[before & 255] ^ before >>> 8;
  }
  return tables;
}

// src/verify/zip-span.ts
var LOCAL_BYTES2 = 30;
var HAS_DESCRIPTOR = 8;
var PADDING_ID = 16966;
var KNOWN_EXTRA = /* @__PURE__ */ new Set([PADDING_ID, 1, 10, 21589, 22613, 30805, 30837, 51966]);
var ZipSpan = class {
  offset;
  length;
  #entry;
  #rules;
  #sink;
  #inflater;
  #stage = "header";
  #kept = new Uint8Array(LOCAL_BYTES2);
  #keptBytes = 0;
  #dataLeft = 0;
  #out = 0;
  #crc = 0;
  constructor(entry, rules, sink) {
    this.offset = entry.offset;
    this.length = entry.spanEnd - entry.offset;
    this.#entry = entry;
    this.#rules = rules;
    this.#sink = sink;
  }
  feed(piece, fileOffset) {
    let at2 = 0;
    while (at2 < piece.length) {
      if (this.#stage === "data") {
        const length = Math.min(this.#dataLeft, piece.length - at2);
        const pending = this.#data(piece.subarray(at2, at2 + length), fileOffset + at2);
        at2 += length;
        if (pending !== void 0) return pending.then(() => this.feed(piece.subarray(at2), fileOffset + at2));
      } else {
        at2 += this.#collect(piece.subarray(at2), fileOffset + at2);
      }
    }
  }
  async end() {
    const entry = this.#entry;
    if (this.#stage === "header" || this.#stage === "names")
      throw structure("a local header is cut", this.offset);
    if (this.#inflater !== void 0) await this.#endInflating(this.#inflater);
    const lengthRight = this.#out === entry.bytes;
    const crcRight = this.#rules.crcOff || this.#crc === entry.crc;
    if (!lengthRight) {
      this.#rules.findings.fail(
        "L1",
        "member-length",
        `${JSON.stringify(entry.name)} has another length than declared`,
        {
          offset: this.offset,
          expected: `${entry.bytes} bytes`,
          found: `${this.#out} bytes`
        }
      );
    } else if (!crcRight) {
      this.#rules.findings.fail(
        "L1",
        "crc-mismatch",
        `${JSON.stringify(entry.name)} is not what was written: its CRC-32 differs`,
        {
          offset: this.offset,
          expected: hex(entry.crc),
          found: hex(this.#crc)
        }
      );
    }
    this.#sink?.end(lengthRight && crcRight);
    this.#judgeTrailer(this.#kept.subarray(0, this.#keptBytes));
  }
  /** Gathers a header or trailer. Returns the bytes taken. */
  #collect(piece, fileOffset) {
    const wanted = this.#stage === "trailer" ? this.#kept.length : this.#kept.length - this.#keptBytes;
    const length = Math.min(wanted, piece.length);
    if (this.#stage === "trailer" && this.#keptBytes + piece.length > this.#kept.length) {
      throw structure(
        `bytes that belong to no member follow ${JSON.stringify(this.#entry.name)}`,
        fileOffset
      );
    }
    this.#kept.set(piece.subarray(0, length), this.#keptBytes);
    this.#keptBytes += length;
    if (this.#stage === "header" && this.#keptBytes === LOCAL_BYTES2) this.#endHeader();
    else if (this.#stage === "names" && this.#keptBytes === this.#kept.length) this.#endNames();
    return length;
  }
  #endHeader() {
    const header = viewOf(this.#kept);
    if (header.getUint32(0, true) !== 67324752)
      throw structure("a local header has no signature", this.offset);
    const grown = new Uint8Array(LOCAL_BYTES2 + header.getUint16(26, true) + header.getUint16(28, true));
    grown.set(this.#kept);
    this.#kept = grown;
    this.#stage = "names";
    if (grown.length === LOCAL_BYTES2) this.#endNames();
  }
  #endNames() {
    const entry = this.#entry;
    const dataOffset = this.offset + this.#kept.length;
    this.#judgeLocal(viewOf(this.#kept), dataOffset);
    if (dataOffset + entry.compressedBytes > entry.spanEnd) {
      throw structure(`${JSON.stringify(entry.name)} overlaps what follows it`, this.offset);
    }
    this.#dataLeft = entry.compressedBytes;
    if (entry.method === "deflated") {
      this.#inflater = new Inflater(entry.bytes, dataOffset, (piece) => this.#content(piece, -1));
    }
    this.#stage = "data";
    if (this.#dataLeft === 0) this.#startTrailer();
  }
  #judgeLocal(header, dataOffset) {
    const entry = this.#entry;
    const flags = header.getUint16(6, true);
    if ((flags & REFUSED_FLAGS) !== 0) throw refusedFlags(entry.name, flags, this.offset);
    const nameLength = header.getUint16(26, true);
    const name = this.#kept.subarray(LOCAL_BYTES2, LOCAL_BYTES2 + nameLength);
    const extra = this.#kept.subarray(LOCAL_BYTES2 + nameLength);
    const sameName = Buffer.compare(name, entry.nameBytes) === 0;
    const sameMethod = header.getUint16(8, true) === (entry.method === "stored" ? 0 : 8);
    const sameRest = [4, 10, 12].every(
      (field, i) => header.getUint16(field, true) === entry.versionTimeDate[i]
    );
    const sameFlags = flags === entry.flags;
    if (!sameName || !sameMethod || !sameFlags || !sameRest || !this.#sameSizes(header, extra, flags)) {
      throw new Broken(
        "L1",
        "local-differs",
        `the header before ${JSON.stringify(entry.name)} does not repeat the directory`,
        {
          offset: this.offset
        }
      );
    }
    this.#judgeExtra(extraFields(extra, this.offset));
    const { alignment } = this.#rules;
    if (alignment !== void 0 && entry.bytes > 0 && dataOffset % alignment !== 0) {
      this.#rules.findings.note(
        "L1",
        "misaligned",
        `${JSON.stringify(entry.name)} is not aligned to ${alignment} bytes`,
        {
          offset: dataOffset
        }
      );
    }
  }
  #judgeExtra(fields) {
    for (const { id, bytes: bytes2 } of fields) {
      if (id === PADDING_ID && bytes2.some((byte) => byte !== 90)) {
        throw structure("padding is not what it should be", this.offset);
      }
      if (KNOWN_EXTRA.has(id)) continue;
      const found = `0x${id.toString(16).padStart(4, "0")}`;
      const what = `${JSON.stringify(this.#entry.name)} has an extra field that nothing explains`;
      this.#rules.findings.degraded("L1", "unknown-extra", what, { offset: this.offset, found });
    }
  }
  #sameSizes(header, extra, flags) {
    const { crc, compressedBytes, bytes: bytes2 } = this.#entry;
    const local = [14, 18, 22].map((field) => header.getUint32(field, true));
    if ((flags & HAS_DESCRIPTOR) !== 0 && local.every((field) => field === 0)) return true;
    const [size, compressed] = wide(extra, [local[2], local[1]], this.offset);
    return local[0] === crc && size === bytes2 && compressed === compressedBytes;
  }
  #data(piece, fileOffset) {
    this.#dataLeft -= piece.length;
    const done = this.#inflater === void 0 ? this.#content(piece, fileOffset) : this.#inflater.feed(piece);
    if (this.#dataLeft === 0) this.#startTrailer();
    return done;
  }
  #content(piece, fileOffset) {
    const { expansion, crcOff } = this.#rules;
    this.#out += piece.length;
    if (fileOffset < 0) expansion.bytes += piece.length;
    if (expansion.bytes > expansion.limit)
      throw overBudget("expandedBytes", expansion.limit, expansion.bytes, this.offset);
    if (!crcOff) this.#crc = crc322(piece, this.#crc);
    this.#sink?.feed(piece, fileOffset);
  }
  async #endInflating(inflater) {
    const used = await inflater.end();
    if (used !== this.#entry.compressedBytes) {
      throw structure(`bytes follow the compressed data of ${JSON.stringify(this.#entry.name)}`, this.offset);
    }
  }
  #startTrailer() {
    this.#stage = "trailer";
    this.#kept = new Uint8Array(24);
    this.#keptBytes = 0;
  }
  /** A data descriptor, with or without its signature, of 32- or 64-bit sizes; or nothing. */
  #judgeTrailer(bytes2) {
    const { name, flags, crc, compressedBytes, bytes: size } = this.#entry;
    const expected = (flags & HAS_DESCRIPTOR) !== 0;
    if (!expected && bytes2.length === 0) return;
    const view = viewOf(bytes2);
    const signed = bytes2.length % 8 === 0 && bytes2.length > 0 && view.getUint32(0, true) === 134695760;
    const at2 = signed ? 4 : 0;
    const isWide = bytes2.length - at2 === 20;
    const fits = expected && (isWide || bytes2.length - at2 === 12);
    const number = (offset) => isWide ? Number(view.getBigUint64(offset, true)) : view.getUint32(offset, true);
    const right = fits && view.getUint32(at2, true) === crc && number(at2 + 4) === compressedBytes && number(at2 + (isWide ? 12 : 8)) === size;
    if (right) return;
    throw structure(
      `what follows ${JSON.stringify(name)} is not its data descriptor`,
      this.#entry.spanEnd - bytes2.length
    );
  }
};
var hex = (crc) => crc.toString(16).padStart(8, "0");

// src/verify/format-torch-zip.ts
var OWN_MEMBERS = [
  "version",
  ".data/version",
  "byteorder",
  ".format_version",
  ".storage_alignment",
  ".data/serialization_id"
];
var rootOf = (name) => name.slice(0, name.indexOf("/") + 1);
var hasProgram = ({ entries }) => entries.some(({ name }) => /^[^/]+\/data\.pkl$/i.test(name));
var torchZip = {
  name: "torch-zip",
  holds: hasProgram,
  async open(subject, directory) {
    const archive = new TorchArchive(subject, directory);
    await archive.readProgram();
    let summary = { count: 0, elements: 0, nonFinite: 0 };
    return {
      checksummed: !directory.crcOff,
      reaches: "L3",
      regions: () => archive.spans(),
      finish() {
        summary = archive.settle();
      },
      tensors: () => summary
    };
  }
};
var torchScript = {
  name: "torchscript",
  holds: (directory) => hasProgram(directory) && directory.entries.some(({ name }) => /^[^/]+\/(constants\.pkl|code\/.*)$/i.test(name)),
  async open({ findings, budgets }, { entries, crcOff }) {
    const rules = { crcOff, findings, expansion: { bytes: 0, limit: budgets.expandedBytes } };
    const code = entries.filter(({ name }) => name.endsWith(".py")).map(({ name }) => name);
    findings.degraded("L2", "executable-content", "holds code that runs when it is loaded", {
      found: code.slice(0, 5).join(", ").slice(0, 200)
    });
    return {
      checksummed: !crcOff,
      reaches: "L1",
      *regions() {
        for (const entry of entries) yield new ZipSpan(entry, rules);
      },
      finish: () => {
      }
    };
  }
};
var TorchArchive = class {
  #subject;
  #directory;
  #root;
  #byName;
  #imports;
  #steps;
  #judge;
  #program;
  #littleEndian = true;
  #alignment;
  constructor(subject, directory) {
    this.#subject = subject;
    this.#directory = directory;
    this.#byName = new Map(directory.entries.map((entry) => [entry.name, entry]));
    this.#root = rootOf(directory.entries[0]?.name ?? "");
    const stray = directory.entries.find(({ name }) => rootOf(name) !== this.#root);
    if (stray !== void 0) {
      throw new Broken(
        "L2",
        "torch-layout",
        `${JSON.stringify(stray.name)} is outside the folder ${this.#root}`,
        {
          offset: stray.offset
        }
      );
    }
    this.#imports = new PickleImports(subject);
    this.#steps = new StepRecord(subject);
    this.#judge = new TensorJudge(subject);
  }
  /** Everything that must be known before the storages go by. A fault in it leaves the CRCs still to be verified. */
  async readProgram() {
    const { findings } = this.#subject;
    try {
      await this.#readNotes();
      const entry = this.#member("data.pkl");
      if (entry === void 0)
        throw new Broken("L2", "torch-layout", "has no data.pkl", { expected: `${this.#root}data.pkl` });
      const reader = new TorchProgramReader(this.#subject, this.#imports, entry.bytes);
      await readMember(this.#subject.reader, entry, (piece) => reader.feed(piece));
      this.#program = reader.end(this.#steps);
      this.#matchStorages(this.#program);
    } catch (error) {
      if (!findings.caught(error)) throw error;
    }
  }
  *spans() {
    const { entries, crcOff } = this.#directory;
    const { findings, budgets } = this.#subject;
    const rules = {
      crcOff,
      findings,
      expansion: { bytes: 0, limit: budgets.expandedBytes },
      ...this.#alignment === void 0 ? {} : { alignment: this.#alignment }
    };
    for (const entry of entries) yield new ZipSpan(entry, rules, this.#sinkFor(entry));
  }
  settle() {
    this.#imports.settle();
    const { findings } = this.#subject;
    const meta = this.#program?.metaTensors ?? 0;
    if (meta > 0) findings.degraded("L3", "meta-tensor", `${meta} tensors have a shape and no data`);
    if (this.#program === void 0) return { count: 0, elements: 0, nonFinite: 0 };
    this.#steps.settle();
    const declared = [...this.#program.storages.values()].reduce(
      (sum, { tensors }) => sum + tensors.length,
      0
    );
    return this.#judge.settle(declared);
  }
  #member(name) {
    return this.#byName.get(this.#root + name);
  }
  async #readNotes() {
    const version = await this.#note("version") ?? await this.#note(".data/version");
    if (version === void 0 || !/^([1-9]|10)\n?$/.test(version)) {
      throw new Broken("L2", "torch-layout", "has no version that PyTorch could have written", {
        expected: "1 to 10",
        found: version === void 0 ? "none" : JSON.stringify(version.slice(0, 20))
      });
    }
    const order = await this.#note("byteorder");
    if (order !== void 0 && order !== "little" && order !== "big") {
      throw new Broken("L2", "torch-layout", "names a byte order that does not exist", {
        expected: "little or big",
        found: JSON.stringify(order.slice(0, 20))
      });
    }
    this.#littleEndian = order !== "big";
    const alignment = await this.#note(".storage_alignment");
    if (alignment !== void 0 && /^[1-9][0-9]{0,6}\n?$/.test(alignment))
      this.#alignment = Number(alignment);
  }
  async #note(name) {
    const entry = this.#member(name);
    return entry === void 0 ? void 0 : await readNote(this.#subject.reader, entry);
  }
  /** Every storage has its member, of exactly its size; every member has its storage. */
  #matchStorages({ storages }) {
    const { findings } = this.#subject;
    for (const [key, { storage }] of storages) {
      const entry = this.#member(`data/${key}`);
      const expected = storage.elements * ((storage.dtype ?? DTYPES.u8).bits / 8);
      if (entry === void 0) {
        findings.fail("L2", "storage-missing", `storage ${JSON.stringify(key)} is not in the file`, {
          expected: `${expected} bytes`,
          found: "no member"
        });
      } else if (entry.bytes !== expected) {
        findings.fail(
          "L2",
          "storage-size",
          `storage ${JSON.stringify(key)} is not as long as its tensors need`,
          {
            offset: entry.offset,
            expected: `${expected} bytes`,
            found: `${entry.bytes} bytes`
          }
        );
      }
    }
    for (const { name, offset } of this.#directory.entries) {
      const inner = name.slice(this.#root.length);
      const isKnown = inner === "data.pkl" || OWN_MEMBERS.includes(inner) || inner.startsWith("data/") && storages.has(inner.slice(5));
      if (!isKnown)
        findings.degraded("L2", "surplus-member", `nothing refers to ${JSON.stringify(name)}`, { offset });
    }
  }
  #sinkFor(entry) {
    const inner = entry.name.slice(this.#root.length);
    if (inner === "data.pkl" || OWN_MEMBERS.includes(inner) || this.#program === void 0) return void 0;
    const referred = inner.startsWith("data/") ? this.#program.storages.get(inner.slice(5)) : void 0;
    return referred === void 0 ? this.#strayPickle(entry) : this.#storageScan(entry, referred);
  }
  #storageScan(entry, referred) {
    const names = referred.tensors.map(({ name }) => name);
    const dtype = elementTypeOf(referred);
    const scan = new ElementScan(dtype, {
      littleEndian: this.#littleEndian,
      countNegative: mayNotBeNegative(names),
      mostBytes: entry.bytes
    });
    let fileOffset = entry.offset;
    return {
      feed(piece, offset) {
        if (fileOffset === entry.offset && offset >= 0) fileOffset = offset;
        scan.feed(piece);
      },
      end: () => {
        const result = scan.finish();
        if (names.length === 0) return;
        const shown = largest(referred);
        const [, first] = [shown, referred.tensors[0]];
        if (first !== void 0 && elementsOf(first.tensor.shape) === 1 && first.tensor.offset === 0 && this.#steps.wants(first.name)) {
          const value = readScalar(dtype, result.firstBytes, this.#littleEndian);
          if (value !== void 0) this.#steps.offer(first.name, value);
        }
        this.#judge.take({
          names: [shown.name, ...names.filter((name) => name !== shown.name)],
          dtype,
          shape: shown.tensor.shape,
          elements: Math.floor(result.bytes / (dtype.bits / 8)),
          fileOffset,
          scan: result,
          proven: !this.#directory.crcOff || this.#subject.digestGiven,
          reaches: (unit) => referred.tensors.some(({ tensor }) => reachesElement(tensor, elementOfUnit(dtype, unit)))
        });
      }
    };
  }
  /** A pickle that nothing refers to is still a pickle; whatever it would import is told. */
  #strayPickle(entry) {
    const strayImports = new PickleImports(this.#subject);
    const world = {
      find: (module, name) => strayImports.find(module, name),
      persistent: () => null,
      note: () => {
      }
    };
    let machine = new PickleMachine(world, this.#subject.budgets, entry.bytes);
    const attempt = (work) => {
      try {
        if (machine !== void 0) work(machine);
      } catch {
        machine = void 0;
      }
    };
    return {
      feed: (piece) => attempt((walker) => walker.feed(piece)),
      end: () => {
        const refused = strayImports.refused.filter((name) => /^[\w.]+$/.test(name));
        if (refused.length === 0) return;
        this.#subject.findings.fail(
          "L2",
          "hidden-pickle",
          `${JSON.stringify(entry.name)} is a pickle that asks for what no checkpoint needs`,
          {
            offset: entry.offset,
            found: refused.slice(0, 8).join(", ").slice(0, 300)
          }
        );
      }
    };
  }
};
function elementTypeOf({ storage, tensors }) {
  if (storage.dtype !== void 0) return storage.dtype;
  const types = new Set(tensors.map(({ tensor }) => tensor.dtype));
  const [only] = types;
  return types.size === 1 && only !== void 0 ? only : DTYPES.u8;
}
var largest = ({ tensors }) => tensors.reduce(
  (best, each) => elementsOf(each.tensor.shape) > elementsOf(best.tensor.shape) ? each : best
);
var elementOfUnit = (dtype, unit) => Math.floor(unit * dtype.unitBytes * 8 / dtype.bits);

// src/verify/format-zip.ts
var KINDS = [torchScript, torchZip];
var LOCAL = Uint8Array.of(80, 75, 3, 4);
var EMPTY = Uint8Array.of(80, 75, 5, 6);
var zip = {
  name: "zip",
  recognises: ({ head }) => startsWith(head, LOCAL) || startsWith(head, EMPTY),
  async open(subject) {
    const directory = await readZipDirectory(subject.reader, subject.budgets);
    if (directory.entries.length === 0)
      throw new Broken("L1", "zip-empty", "is an archive of nothing", { offset: 0 });
    const kind = KINDS.find((each) => each.holds(directory));
    return kind === void 0 ? openArchive(subject, directory) : { format: kind.name, ...await kind.open(subject, directory) };
  }
};
function openArchive({ findings, budgets, keys }, { entries, crcOff }) {
  const rules = { crcOff, findings, expansion: { bytes: 0, limit: budgets.expandedBytes } };
  for (const { name } of entries) if (!name.endsWith("/")) keys.addValue(name, name);
  return {
    checksummed: !crcOff,
    reaches: "L2",
    *regions() {
      for (const entry of entries) yield new ZipSpan(entry, rules);
    },
    finish: () => {
    }
  };
}

// src/verify/registry.ts
var FORMATS = [zip, torchLegacy, safetensors, jsonl, json, csv, text];

// src/verify/verify.ts
async function verifyFile(source, options) {
  const examination = new Examination(source, options);
  await examination.run();
  return examination.verdict();
}
var Examination = class {
  #options;
  #source;
  #findings = new Findings();
  #reader;
  #budgets;
  #hash;
  #expectedSha256;
  #sha256;
  #format = "unknown";
  #walk;
  #subject;
  constructor(source, options) {
    this.#source = source;
    this.#options = options;
    this.#budgets = { ...DEFAULT_BUDGETS, ...options.budgets };
    this.#reader = new BoundedReader(source, this.#budgets, options.clock ?? systemClock, options.signal);
    this.#hash = options.alreadyHashed === void 0 ? createHash("sha256") : void 0;
    this.#expectedSha256 = options.sha256?.toLowerCase();
    this.#subject = {
      reader: this.#reader,
      sizeBytes: source.sizeBytes,
      head: new Uint8Array(0),
      role: options.role,
      budgets: this.#budgets,
      expectation: options.expectation ?? {},
      allowImports: options.allowImports ?? [],
      allowDegraded: options.allowDegraded,
      digestGiven: options.sha256 !== void 0,
      findings: this.#findings,
      keys: new KeyBook(),
      facts: { scalars: {} },
      imports: /* @__PURE__ */ new Set()
    };
  }
  async run() {
    if (this.#source.sizeBytes === 0) {
      this.#findings.fail("L0", "empty", "is empty", { expected: "at least 1 byte", found: "0 bytes" });
      return;
    }
    await this.#guarded(async () => {
      const head = await this.#reader.head(HEAD_BYTES);
      this.#subject = { ...this.#subject, head };
      const format = this.#recognise({ head, sizeBytes: this.#source.sizeBytes, role: this.#options.role });
      if (format !== void 0) await this.#guarded(() => this.#open(format));
      const complete = await this.#pass();
      await this.#guarded(async () => this.#walk?.finish(complete));
      if (!this.#findings.blocks("L2")) this.#judgeKeys();
    });
    this.#judgeDigest();
  }
  verdict() {
    const { role, allowDegraded } = this.#options;
    const requiredLevel = this.#options.requiredLevel ?? LEVEL_NEEDED[role];
    const level = this.#level();
    if (level < requiredLevel && !this.#findings.has("fail") && !this.#findings.has("inconclusive")) {
      this.#findings.inconclusive(requiredLevel, "level-not-reached", `a ${role} needs ${requiredLevel}`, {
        expected: requiredLevel,
        found: level
      });
    }
    const verdict = this.#outcome();
    const tensors = this.#walk?.tensors?.();
    return {
      label: this.#source.label,
      verdict,
      counts: verdict === "pass" || verdict === "pass-degraded" && allowDegraded,
      level,
      requiredLevel,
      role,
      format: this.#format,
      bytes: this.#source.sizeBytes,
      ...this.#sha256 === void 0 ? {} : { sha256: this.#sha256 },
      ...tensors === void 0 ? {} : { tensors },
      facts: this.#subject.facts,
      keys: this.#subject.keys.summary(),
      imports: [...this.#subject.imports].sort(),
      reasons: this.#findings.reasons,
      reasonsLeftOut: this.#findings.leftOut,
      requests: this.#reader.requests,
      bytesRead: this.#reader.bytesRead,
      verifierVersion: VERIFIER_VERSION
    };
  }
  #recognise(probe) {
    lookForImpostors(probe, this.#source.label, this.#findings);
    if (probe.role === "opaque") {
      this.#format = "opaque";
      return void 0;
    }
    const format = FORMATS.find((each) => each.recognises(probe));
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
  async #open(format) {
    this.#walk = await format.open(this.#subject);
    this.#format = this.#walk.format ?? format.name;
  }
  async #pass() {
    const regions = (this.#walk?.regions() ?? [])[Symbol.iterator]();
    const complete = await sequentialPass(this.#reader, regions, this.#findings, {
      chunkBytes: this.#options.chunkBytes ?? 1024 ** 2,
      ...this.#hash === void 0 ? {} : { hash: this.#hash },
      ...this.#options.onProgress === void 0 ? {} : { onProgress: this.#options.onProgress }
    });
    await this.#reader.mustBeUnchanged();
    this.#sha256 = this.#hash?.digest("hex") ?? this.#options.alreadyHashed?.toLowerCase();
    return complete;
  }
  #judgeKeys() {
    if (this.#walk === void 0) return;
    for (const wanted of this.#subject.keys.missing(this.#options.contains)) {
      this.#findings.fail("L3", "key-missing", `does not contain "${wanted}"`, {
        expected: wanted,
        found: this.#subject.keys.summary().top.slice(0, 12).join(", ")
      });
    }
  }
  #judgeDigest() {
    const expected = this.#expectedSha256;
    if (expected !== void 0 && this.#sha256 !== void 0 && expected !== this.#sha256) {
      this.#findings.fail("L1", "digest-mismatch", "is not the file that the manifest lists", {
        expected,
        found: this.#sha256
      });
    }
    if (expected !== void 0) return;
    if (this.#options.role === "opaque") {
      this.#findings.inconclusive(
        "L1",
        "no-digest",
        "is declared opaque, so only a manifest digest can prove it"
      );
    } else if (this.#walk !== void 0 && !this.#walk.checksummed) {
      this.#findings.degraded(
        "L1",
        "no-checksum",
        `${this.#format} carries no checksum and no manifest digest was given`
      );
    }
  }
  #level() {
    const reaches = this.#walk?.reaches ?? (this.#sha256 !== void 0 && this.#expectedSha256 !== void 0 ? "L1" : "L0");
    const ladder = ["L1", "L2", "L3"];
    const reached = ladder.filter((level) => level <= reaches && !this.#findings.blocks(level));
    return reached.at(-1) ?? "L0";
  }
  #outcome() {
    if (this.#findings.has("fail")) return "fail";
    if (this.#findings.has("inconclusive")) return "inconclusive";
    return this.#findings.has("degraded") ? "pass-degraded" : "pass";
  }
  /** What a walk throws becomes a reason. An abort and a `Problem` are the caller's; anything else is a bug of ours. */
  async #guarded(work) {
    try {
      await work();
    } catch (error) {
      if (this.#options.signal?.aborted === true || error instanceof Problem) throw error;
      if (this.#findings.caught(error)) return;
      this.#findings.inconclusive(
        "L0",
        "read-failed",
        `could not be examined: ${String(error).slice(0, 200)}`
      );
    }
  }
};

export {
  openFileSource,
  verifyFile
};
