import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  Varint
} from "./verify-codec-varint.shared.mjs";
import {
  bfloatToNumber,
  halfToNumber
} from "./verify-tensor-element-block.shared.mjs";
import {
  asRecord,
  lineReader,
  parsePythonJson
} from "./metrics-log-pattern.shared.mjs";
import {
  Broken,
  Unsettled,
  overBudget
} from "./verify-contract-findings.shared.mjs";
import {
  DEFAULT_BUDGETS
} from "./verify-contract-budgets.shared.mjs";
import {
  isPrinted
} from "./metrics-rule.shared.mjs";

// src/metrics/row.ts
var MOST_KEYS = 2e3;
var quote = (value) => (JSON.stringify(value) ?? "undefined").slice(0, 80);

// src/metrics/text-lines.ts
var MOST_LINE_BYTES = 2 ** 20;
var NEWLINE = 10;
function* completeLines({ bytes, at: at2 }) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let from = at2 === 0 ? 0 : buffer.indexOf(NEWLINE) + 1;
  if (at2 !== 0 && from === 0) return;
  for (let number = 1; ; number += 1) {
    const end = buffer.indexOf(NEWLINE, from);
    if (end < 0) return;
    yield { number, text: end - from > MOST_LINE_BYTES ? void 0 : buffer.toString("utf8", from, end) };
    from = end + 1;
  }
}
var isTorn = ({ bytes }) => bytes.length > 0 && bytes.at(-1) !== NEWLINE;
var TOO_LONG = `is longer than ${MOST_LINE_BYTES} bytes`;
var MARK = " 	";
var markLines = (text) => text.replaceAll(/(?<=[^\n])\n/g, `${MARK}
`);
var isMarked = (line) => line.replace(/\r$/, "").endsWith(MARK);

// src/metrics/csv-table.ts
var NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
var NOTHING = /^(?:|none|null|n\/?a|<na>)$/i;
function* csvTable(piece, stepKey) {
  let header = piece.at === 0 ? void 0 : headerOf(piece.start);
  for (const { number, text } of completeLines(piece)) {
    if (text === void 0) {
      yield { kind: "broken", at: number, what: TOO_LONG };
      continue;
    }
    const line = text.trimEnd();
    if (line.trim() === "") continue;
    const separator = header?.separator ?? separatorOf(line);
    const cells = cellsOf(line, separator);
    if (!cells) yield { kind: "broken", at: number, what: `has a quote that is not closed: ${quote(line)}` };
    else if (!header || cells.includes(stepKey)) header = { separator, names: cells };
    else yield { kind: "record", at: number, record: recordOf(header.names, cells), marked: isMarked(text) };
  }
  if (isTorn(piece)) yield { kind: "torn" };
}
function headerOf(start) {
  if (!start) return;
  const [first] = completeLines({ bytes: start, at: 0 });
  const line = first?.text?.trimEnd();
  if (line === void 0) return;
  const separator = separatorOf(line);
  const names = cellsOf(line, separator);
  return names && { separator, names };
}
function separatorOf(header) {
  const count = (separator) => header.split(separator).length;
  return [",", ";", "	"].reduce((best, each) => count(each) > count(best) ? each : best);
}
function cellsOf(line, separator) {
  const plain = line.charCodeAt(0) === 65279 ? line.slice(1) : line;
  if (!plain.includes('"')) return plain.split(separator, MOST_KEYS).map((cell) => cell.trim());
  const cells = [];
  let from = 0;
  while (from <= plain.length && cells.length < MOST_KEYS) {
    const end = plain[from] === '"' ? quotedEnd(plain, from) : from;
    if (end < 0) return;
    const next = plain.indexOf(separator, end);
    const to = next < 0 ? plain.length : next;
    const cell = plain.slice(from, to).trim();
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell);
    from = to + separator.length;
  }
  return cells;
}
function quotedEnd(line, from) {
  let at2 = line.indexOf('"', from + 1);
  while (at2 >= 0 && line[at2 + 1] === '"') at2 = line.indexOf('"', at2 + 2);
  return at2 < 0 ? -1 : at2 + 1;
}
function recordOf(names, cells) {
  const record = /* @__PURE__ */ new Map();
  for (const [index, name] of names.entries()) {
    const text = cells[index];
    if (text === void 0 || NOTHING.test(text)) continue;
    record.set(name, NUMBER.test(text) ? Number(text) : text);
  }
  return record;
}

// src/metrics/json-lines.ts
function* jsonLines(piece) {
  for (const { number, text } of completeLines({ bytes: piece.bytes, at: 0 })) {
    if (text?.trim() === "") continue;
    const record = text === void 0 ? void 0 : asRecord(parsePythonJson(text));
    if (record) yield { kind: "record", at: number, record, marked: isMarked(text ?? "") };
    else
      yield {
        kind: "broken",
        at: number,
        what: text === void 0 ? TOO_LONG : `is not a JSON object: ${quote(text)}`
      };
  }
  if (isTorn(piece)) yield { kind: "torn" };
}

// src/metrics/log-lines.ts
function* logLines({ bytes, at: at2 }, pattern) {
  const read2 = lineReader(pattern);
  const text = new TextDecoder().decode(bytes);
  let number = 0;
  let from = 0;
  for (const end of text.matchAll(/\r\n|\n|\r/g)) {
    const line = text.slice(from, end.index);
    from = end.index + end[0].length;
    number += 1;
    if (at2 > 0 && number === 1) continue;
    const record = read2(line);
    if (record) yield { kind: "record", at: number, record, marked: isMarked(line) };
  }
}

// src/verify/codec/protobuf.ts
var isSink = (target) => "bytes" in target;
var ProtobufWalk = class {
  #stack;
  #depth;
  #varint = new Varint();
  #fixed = new Uint8Array(8);
  #state = "tag";
  #field = 0;
  #at;
  #fieldAt;
  /** Bytes that a fixed-size or length-delimited field still needs. */
  #left = 0;
  #fixedBytes = 0;
  #sink;
  /** @param length of the whole message, which begins at `offset` */
  constructor(visitor, offset, length, budgets) {
    this.#stack = [{ visitor, end: offset + length }];
    this.#at = offset;
    this.#fieldAt = offset;
    this.#depth = budgets.protobufDepth;
  }
  /** Bytes from here on that nobody asked for: they may be left out with `skip`. */
  get skippable() {
    return this.#state === "bytes" && this.#sink === void 0 ? this.#left : 0;
  }
  skip(count) {
    if (count > this.skippable) throw new Error(`cannot skip ${count} bytes`);
    this.#left -= count;
    this.#at += count;
    if (this.#left === 0) this.#endField();
  }
  feed(piece) {
    let i = 0;
    while (i < piece.length) {
      if (this.#state === "bytes") i += this.#takeBytes(piece, i);
      else if (this.#state === "fixed") i += this.#takeFixed(piece, i);
      else {
        this.#takeVarint(piece[i]);
        i += 1;
      }
    }
  }
  /** Call at the end of the bytes. */
  end() {
    const whole = this.#state === "tag" && this.#varint.isEmpty && this.#stack.length === 0;
    const empty = this.#stack.length === 1 && this.#at === this.#stack[0]?.end && this.#varint.isEmpty;
    if (empty && this.#state === "tag") this.#stack.pop()?.visitor.end?.(this.#at);
    else if (!whole) throw this.#cut("L1");
  }
  #takeVarint(byte) {
    if (this.#state === "tag" && this.#varint.isEmpty) this.#fieldAt = this.#at;
    this.#at += 1;
    if (!this.#varint.add(byte, this.#at)) return;
    if (this.#state === "tag") this.#beginField();
    else if (this.#state === "length") this.#beginDelimited();
    else {
      this.#top().visitor.varint?.(this.#field, this.#varint, this.#fieldAt);
      this.#varint.reset();
      this.#endField();
    }
  }
  #beginField() {
    const tag = this.#varint.toNumber();
    this.#varint.reset();
    this.#field = Math.floor(tag / 8);
    if (this.#field === 0 || this.#field > 536870911) {
      throw new Broken("L1", "protobuf-tag", "has a field whose number cannot be", {
        offset: this.#fieldAt,
        found: String(this.#field)
      });
    }
    switch (tag % 8) {
      case 0 /* Varint */:
        this.#state = "varint";
        return;
      case 1 /* Fixed64 */:
        this.#beginFixed(8);
        return;
      case 5 /* Fixed32 */:
        this.#beginFixed(4);
        return;
      case 2 /* Delimited */:
        this.#state = "length";
        return;
      default:
        throw new Broken("L1", "protobuf-wire-type", "has a field of a wire type that is not in use", {
          offset: this.#fieldAt,
          expected: "0, 1, 2 or 5",
          found: `${tag % 8} (field ${this.#field})`
        });
    }
  }
  #beginFixed(count) {
    this.#mustFit(count);
    this.#state = "fixed";
    this.#fixedBytes = count;
    this.#left = count;
  }
  #takeFixed(piece, from) {
    const count = Math.min(this.#left, piece.length - from);
    this.#fixed.set(piece.subarray(from, from + count), this.#fixedBytes - this.#left);
    this.#left -= count;
    this.#at += count;
    if (this.#left > 0) return count;
    const bytes = this.#fixed.subarray(0, this.#fixedBytes);
    this.#top().visitor.fixed?.(this.#field, bytes, this.#fieldAt);
    this.#endField();
    return count;
  }
  #beginDelimited() {
    const length = this.#varint.toNumber();
    this.#varint.reset();
    this.#mustFit(length);
    const target = this.#top().visitor.delimited?.(this.#field, length, this.#at);
    if (target !== void 0 && !isSink(target)) {
      if (this.#stack.length > this.#depth) {
        throw overBudget("protobufDepth", this.#depth, this.#stack.length, this.#fieldAt);
      }
      this.#stack.push({ visitor: target, end: this.#at + length });
      this.#endField();
      return;
    }
    this.#state = "bytes";
    this.#left = length;
    this.#sink = target;
    if (length === 0) this.#endField();
  }
  #takeBytes(piece, from) {
    const count = Math.min(this.#left, piece.length - from);
    this.#sink?.bytes(piece.subarray(from, from + count), this.#at);
    this.#left -= count;
    this.#at += count;
    if (this.#left === 0) this.#endField();
    return count;
  }
  /** A field is over, and with it every message that ends here. */
  #endField() {
    const sink = this.#state === "bytes" ? this.#sink : void 0;
    this.#sink = void 0;
    this.#state = "tag";
    sink?.done?.(this.#at);
    let top = this.#stack.at(-1);
    while (top !== void 0 && this.#at >= top.end) {
      if (this.#at > top.end) throw this.#cut("L2");
      this.#stack.pop();
      top.visitor.end?.(this.#at);
      top = this.#stack.at(-1);
    }
  }
  #top() {
    const top = this.#stack.at(-1);
    if (top === void 0)
      throw new Broken("L1", "trailing-bytes", "bytes follow the end", { offset: this.#at });
    return top;
  }
  #mustFit(length) {
    const { end } = this.#top();
    if (this.#at + length <= end) return;
    const outermost = this.#stack.length === 1;
    throw new Broken(
      outermost ? "L1" : "L2",
      outermost ? "cut-short" : "protobuf-length",
      outermost ? "ends inside a field" : "has a field that is longer than the message it lies in",
      { offset: this.#fieldAt, expected: `at most ${end - this.#at} bytes`, found: `${length} bytes` }
    );
  }
  #cut(level) {
    return new Broken(level, level === "L1" ? "cut-short" : "protobuf-length", "ends inside a field", {
      offset: this.#fieldAt
    });
  }
};
function collected(mostBytes, length, at2, take) {
  if (length > mostBytes) {
    throw new Unsettled("L2", "over-budget", "has a field that is longer than we hold", {
      offset: at2,
      expected: `<= ${mostBytes} bytes`,
      found: `${length} bytes`
    });
  }
  const held = new Uint8Array(length);
  let filled = 0;
  if (length === 0) take(held);
  return {
    bytes(piece) {
      held.set(piece, filled);
      filled += piece.length;
      if (filled === length) take(held);
    }
  };
}
var collectedText = (mostBytes, length, at2, take) => collected(mostBytes, length, at2, (bytes) => take(new TextDecoder().decode(bytes)));
function startOfText(mostBytes, length, take) {
  const held = new Uint8Array(Math.min(mostBytes, length));
  let filled = 0;
  const give = () => take(new TextDecoder().decode(held));
  if (length === 0) give();
  return {
    bytes(piece) {
      if (filled === held.length) return;
      const part = piece.subarray(0, held.length - filled);
      held.set(part, filled);
      filled += part.length;
      if (filled === held.length) give();
    }
  };
}
function walkMessage(bytes, visitor, offset, budgets) {
  const walk = new ProtobufWalk(visitor, offset, bytes.length, budgets);
  walk.feed(bytes);
  walk.end();
}

// src/verify/tensorflow/event-record.ts
var MOST_TAG_BYTES = 65536;
var SCALARS = "scalars";
var SESSION_START = 1;
var FLOAT = 1;
var DOUBLE = 2;
var BFLOAT16 = 14;
var HALF = 19;
var EventReader = class {
  event = { wallTime: 0, step: 0, restarted: false, values: [] };
  #walk;
  /** Tags whose first value said that they are scalars; later values may not say it again. */
  #scalarTags;
  constructor(length, at2, budgets, scalarTags) {
    this.#scalarTags = scalarTags;
    this.#walk = new ProtobufWalk(this.#top(), at2, length, budgets);
  }
  bytes(piece) {
    this.#walk.feed(piece);
  }
  end() {
    this.#walk.end();
  }
  #top() {
    const { event } = this;
    return {
      fixed(field, bytes) {
        if (field === 1 && bytes.length === 8) event.wallTime = viewOf(bytes).getFloat64(0, true);
      },
      varint(field, value) {
        if (field === 2) event.step = value.toSafeInteger() ?? Number.NaN;
      },
      delimited: (field, length) => {
        if (field === 3) {
          return startOfText(64, length, (text) => {
            event.fileVersion = text;
          });
        }
        if (field === 5) return this.#summary();
        return field === 7 ? this.#session() : void 0;
      }
    };
  }
  #session() {
    return {
      varint: (field, value) => {
        if (field === 1 && value.low32 === SESSION_START) this.event.restarted = true;
      }
    };
  }
  #summary() {
    return { delimited: (field) => field === 1 ? this.#value() : void 0 };
  }
  #value() {
    const value = { tag: "" };
    let tensor;
    let plugin = "";
    return {
      fixed(field, bytes) {
        if (field === 2 && bytes.length === 4) value.value = viewOf(bytes).getFloat32(0, true);
      },
      delimited(field, length, at2) {
        if (field === 1) {
          return collectedText(MOST_TAG_BYTES, length, at2, (text) => {
            value.tag = text;
          });
        }
        if (field === 8) {
          return scalarTensor((number) => {
            tensor = number;
          });
        }
        if (field !== 9) return void 0;
        return pluginName((name) => {
          plugin = name;
        });
      },
      end: () => {
        if (plugin === SCALARS) this.#scalarTags.add(value.tag);
        const isScalar = tensor !== void 0 && this.#scalarTags.has(value.tag);
        this.event.values.push(isScalar && tensor !== void 0 ? { ...value, value: tensor } : value);
      }
    };
  }
};
var pluginName = (take) => ({
  delimited: (field) => field === 1 ? { delimited: (inner, length) => inner === 1 ? startOfText(64, length, take) : void 0 } : void 0
});
function scalarTensor(take) {
  let type = 0;
  const give = (bytes) => {
    const value = readFloat(type, bytes);
    if (value !== void 0) take(value);
  };
  return {
    varint(field, value) {
      if (field === 1) type = value.low32;
      if (field === 13) take(type === HALF ? halfToNumber(value.low32) : bfloatToNumber(value.low32));
    },
    fixed(field, bytes) {
      if (field === 5 || field === 6) give(bytes);
    },
    delimited(field, length, at2) {
      const holdsNumber = (field === 4 || field === 5 || field === 6) && length > 0 && length <= 8;
      return holdsNumber ? collected(8, length, at2, give) : void 0;
    }
  };
}
function readFloat(type, bytes) {
  const view = viewOf(bytes);
  if (type === FLOAT && bytes.length === 4) return view.getFloat32(0, true);
  if (type === DOUBLE && bytes.length === 8) return view.getFloat64(0, true);
  if (type === HALF && bytes.length === 2) return halfToNumber(view.getUint16(0, true));
  if (type === BFLOAT16 && bytes.length === 2) return bfloatToNumber(view.getUint16(0, true));
  return void 0;
}
var viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

// src/verify/codec/crc32.ts
import * as zlib from "node:zlib";
var builtIn = zlib.crc32;
function slicingBy8(polynomial) {
  const tables = makeTables(polynomial);
  return (bytes, before) => {
    let crc = ~before;
    let i = 0;
    const end = bytes.length;
    for (const last = end - 7; i < last; i += 8) {
      const low = crc ^ (at(bytes, i) | at(bytes, i + 1) << 8 | at(bytes, i + 2) << 16 | at(bytes, i + 3) << 24);
      crc = at(tables, 1792 + (low & 255)) ^ at(tables, 1536 + (low >>> 8 & 255)) ^ at(tables, 1280 + (low >>> 16 & 255)) ^ at(tables, 1024 + (low >>> 24)) ^ at(tables, 768 + at(bytes, i + 4)) ^ at(tables, 512 + at(bytes, i + 5)) ^ at(tables, 256 + at(bytes, i + 6)) ^ at(tables, at(bytes, i + 7));
    }
    for (; i < end; i += 1) crc = at(tables, (crc ^ at(bytes, i)) & 255) ^ crc >>> 8;
    return ~crc >>> 0;
  };
}
var at = (array, index) => array[index];
var tableCrc32 = slicingBy8(3988292384);
var crc322 = builtIn === void 0 ? tableCrc32 : (bytes, before) => builtIn(bytes, before);
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

// src/verify/codec/crc32c.ts
var crc32c = slicingBy8(2197175160);
var MASK_DELTA = 2726488792;
var masked = (crc) => (crc >>> 15 | crc << 17) + MASK_DELTA >>> 0;

// src/metrics/tf-records.ts
var HEADER_BYTES = 12;
var TRAILER_BYTES = 4;
var MOST_LENGTH = 2 ** 40;
var MOST_SUMS = 4;
function* tfRecords({ bytes }) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at2 = 0;
  let left = MOST_SUMS * bytes.length;
  while (at2 + HEADER_BYTES <= bytes.length) {
    const length = lengthAt(view, bytes, at2);
    const dataAt = at2 + HEADER_BYTES;
    if (length === void 0) {
      at2 += 1;
    } else if (dataAt + length + TRAILER_BYTES > bytes.length || length > left) {
      yield "cut";
      return;
    } else {
      const data = bytes.subarray(dataAt, dataAt + length);
      left -= length;
      const isWhole = view.getUint32(dataAt + length, true) === masked(crc32c(data, 0));
      if (isWhole) yield { bytes: data };
      at2 = isWhole ? dataAt + length + TRAILER_BYTES : at2 + 1;
    }
  }
  if (at2 < bytes.length && bytes.length > 0) yield "cut";
}
function lengthAt(view, bytes, at2) {
  if (view.getUint32(at2 + 4, true) > MOST_LENGTH / 2 ** 32) return;
  if (view.getUint32(at2 + 8, true) !== masked(crc32c(bytes.subarray(at2, at2 + 8), 0))) return;
  return Number(view.getBigUint64(at2, true));
}

// src/metrics/tensorboard.ts
var MOST_EVENT_BYTES = 2 ** 22;
function* tensorboard(piece) {
  const scalarTags = /* @__PURE__ */ new Set();
  if (piece.start && piece.at > 0)
    for (const record of tfRecords({ bytes: piece.start, at: 0 })) read(record, scalarTags);
  let at2 = 0;
  for (const record of tfRecords(piece)) {
    at2 += 1;
    if (record === "cut") yield { kind: "torn" };
    else {
      const event = read(record, scalarTags);
      if (event === void 0) yield { kind: "broken", at: at2, what: "is no event of TensorBoard" };
      else if (event.values.some(({ value }) => value !== void 0) && !isOfEachStart(event))
        yield { kind: "record", at: at2, record: recordOf2(event), marked: false };
    }
  }
}
var isOfEachStart = ({ step, values }) => step === 0 && values.every(({ tag }) => tag === "hp_metric");
function read(record, scalarTags) {
  if (record === "cut") return;
  const { bytes } = record;
  const reader = new EventReader(bytes.length, 0, DEFAULT_BUDGETS, scalarTags);
  if (bytes.length > MOST_EVENT_BYTES) return reader.event;
  try {
    reader.bytes(bytes);
    reader.end();
  } catch {
    return;
  }
  return reader.event;
}
function recordOf2({ step, values }) {
  const record = /* @__PURE__ */ new Map([["step", step]]);
  for (const { tag, value } of values) {
    if (record.size >= MOST_KEYS) break;
    if (value !== void 0 && tag !== "step") record.set(tag, value);
  }
  return record;
}

// src/metrics/own-step.ts
var NAMES = ["step", "train/global_step", "trainer/global_step", "global_step"];
function withOwnStep(record) {
  const name = NAMES.find((each) => typeof record.get(each) === "number");
  if (name !== void 0) record.set("step", record.get(name));
  return record;
}

// src/metrics/sqlite-pages.ts
var HEADER_OF_FILE = "SQLite format 3\0";
var LOG_MAGIC = 931071618;
var LOG_HEADER_BYTES = 32;
var FRAME_HEADER_BYTES = 24;
var LEAF_OF_TABLE = 13;
var MOST_COLUMNS = 64;
function* tableRows(piece) {
  for (const page of pagesOf(piece)) yield* rowsOnPage(page);
}
function* pagesOf({ bytes, at: at2, start }) {
  const head = viewOf2(at2 === 0 ? bytes : start ?? new Uint8Array());
  if (head.byteLength < LOG_HEADER_BYTES) return;
  const isLog = (head.getUint32(0) | 1) >>> 0 === (LOG_MAGIC | 1);
  const isDatabase = Buffer.from(head.buffer, head.byteOffset, HEADER_OF_FILE.length).toString("latin1") === HEADER_OF_FILE;
  if (!isLog && !isDatabase) return;
  const said = isLog ? head.getUint32(8) : head.getUint16(16);
  const pageBytes = said === 1 ? 65536 : said;
  if (pageBytes < 512 || pageBytes > 65536) return;
  const [first, before] = isLog ? [LOG_HEADER_BYTES, FRAME_HEADER_BYTES] : [0, 0];
  const stride = before + pageBytes;
  for (let frame = Math.max(0, Math.ceil((at2 - first) / stride)); ; frame += 1) {
    const from = first + frame * stride + before - at2;
    if (from + pageBytes > bytes.length) return;
    yield viewOf2(bytes.subarray(from, from + pageBytes));
  }
}
var viewOf2 = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
function* rowsOnPage(page) {
  if (page.getUint8(0) !== LEAF_OF_TABLE) return;
  const cells = Math.min(page.getUint16(3), Math.floor((page.byteLength - 8) / 2));
  let left = page.byteLength;
  for (let cell = 0; cell < cells && left > 0; cell += 1) {
    const cursor = new Cursor(page, page.getUint16(8 + 2 * cell));
    const from = cursor.at;
    const row = rowAt(cursor);
    left -= Math.max(1, cursor.at - from);
    if (row) yield row;
  }
}
function rowAt(cursor) {
  const payloadBytes = cursor.varint();
  const rowId = cursor.varint();
  const headerAt = cursor.at;
  const headerBytes = cursor.varint();
  const end = headerAt + payloadBytes;
  if (end > cursor.page.byteLength || headerBytes > payloadBytes) return;
  const types = [];
  while (cursor.at < headerAt + headerBytes && types.length < MOST_COLUMNS) types.push(cursor.varint());
  cursor.at = headerAt + headerBytes;
  const columns = [];
  for (const type of types) {
    if (cursor.at + sizeOf(type) > end) return;
    columns.push(cursor.column(type));
  }
  return { rowId, columns };
}
var INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];
function sizeOf(type) {
  if (type >= 12) return Math.floor((type - 12) / 2);
  return type === 7 ? 8 : INTEGER_BYTES[type] ?? 0;
}
var Cursor = class {
  page;
  at;
  constructor(page, at2) {
    this.page = page;
    this.at = at2;
  }
  /** Seven bits a byte, most significant first; the ninth byte has eight. Beyond 2^53 only good enough to be too large. */
  varint() {
    let value = 0;
    for (let n = 0; n < 9 && this.at < this.page.byteLength; n += 1) {
      const byte = this.page.getUint8(this.at);
      this.at += 1;
      if (n === 8) return value * 256 + byte;
      value = value * 128 + (byte & 127);
      if (byte < 128) break;
    }
    return value;
  }
  column(type) {
    const from = this.at;
    const bytes = sizeOf(type);
    this.at += bytes;
    if (type === 0) return null;
    if (type === 8 || type === 9) return type - 8;
    if (type >= 12) return new Uint8Array(this.page.buffer, this.page.byteOffset + from, bytes);
    if (type === 7 || type === 10 || type === 11) return;
    let value = this.page.getInt8(from);
    for (let n = 1; n < bytes; n += 1) value = value * 256 + this.page.getUint8(from + n);
    return value;
  }
};

// src/metrics/trackio.ts
function* trackio(piece) {
  const rows = /* @__PURE__ */ new Map();
  for (const { rowId, columns } of tableRows(piece)) {
    const record = recordOf3(columns);
    if (record) rows.set(rowId, record);
  }
  for (const at2 of [...rows.keys()].sort((a, b) => a - b))
    yield { kind: "record", at: at2, record: rows.get(at2) ?? /* @__PURE__ */ new Map(), marked: false };
}
function recordOf3(columns) {
  const [rowNumber, ...rest] = columns;
  const stepAt = rest.findIndex((column) => typeof column === "number");
  const json = rest[stepAt + 1];
  const isShape = rowNumber === null && stepAt >= 2 && stepAt <= 3 && rest.slice(0, stepAt).every(isBytes) && isBytes(json);
  if (!isShape || json[0] !== 123) return;
  const values = asRecord(parsePythonJson(Buffer.from(json).toString()));
  return values && withOwnStep(new Map([...[...values].slice(0, MOST_KEYS), ["_step", rest[stepAt]]]));
}
var isBytes = (column) => column instanceof Uint8Array;

// src/metrics/trainer-state.ts
function* trainerState(piece) {
  const text = new TextDecoder().decode(piece.bytes);
  const whole = piece.at === 0 ? asRecord(parsePythonJson(text)) : void 0;
  if (piece.at === 0 && !whole)
    yield { kind: "broken", at: 1, what: `is not whole as JSON: ${quote(text.slice(0, 60))}` };
  let at2 = 0;
  for (const record of whole ? historyOf(whole) : recordsWithin(text)) {
    at2 += 1;
    yield { kind: "record", at: at2, record, marked: false };
  }
  const step = whole?.get("global_step") ?? stepAtStart(piece.start);
  if (step !== void 0)
    yield { kind: "record", at: at2 + 1, record: /* @__PURE__ */ new Map([["step", step]]), marked: false };
}
function historyOf(state) {
  const history = state.get("log_history");
  return Array.isArray(history) ? history.flatMap((each) => asRecord(each) ?? []) : [];
}
function* recordsWithin(text) {
  for (const [object] of text.matchAll(/\{[^{}]*\}/g)) {
    const record = asRecord(parsePythonJson(object));
    if (record?.has("step")) yield record;
  }
}
function stepAtStart(start) {
  const found = /"global_step"\s*:\s*(\d{1,15})\b/.exec(new TextDecoder().decode(start));
  return found ? Number(found[1]) : void 0;
}

// src/metrics/log-blocks.ts
var BLOCK_BYTES = 32768;
var FRAGMENT_BYTES = 7;
var FULL = 1;
var FIRST = 2;
var LAST = 4;
var MOST_RECORD_BYTES = 2 ** 22;
function* blockRecords({ bytes, at: at2 }, headerBytes) {
  let parts;
  for (const fragment of fragments(bytes, at2, headerBytes)) {
    if (fragment === "broken") {
      parts = void 0;
      continue;
    }
    const { type, data } = fragment;
    if (type === FULL || type === FIRST) parts = [data];
    else parts?.push(data);
    const isTooLong = parts !== void 0 && parts.reduce((sum, part) => sum + part.length, 0) > MOST_RECORD_BYTES;
    if (isTooLong) parts = void 0;
    if (type !== FULL && type !== LAST) continue;
    if (parts) yield { bytes: Buffer.concat(parts) };
    parts = void 0;
  }
  if (parts) yield "cut";
}
function* fragments(bytes, at2, headerBytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let position = at2 === 0 ? headerBytes : Math.ceil(at2 / BLOCK_BYTES) * BLOCK_BYTES;
  const end = at2 + bytes.length;
  while (position + FRAGMENT_BYTES <= end) {
    const left = BLOCK_BYTES - position % BLOCK_BYTES;
    const length = left < FRAGMENT_BYTES ? 0 : view.getUint16(position - at2 + 4, true);
    const next = position + FRAGMENT_BYTES + length;
    if (left < FRAGMENT_BYTES) position += left;
    else if (next > end && length <= left - FRAGMENT_BYTES) return;
    else {
      const from = position - at2;
      const isRight = length <= left - FRAGMENT_BYTES && view.getUint32(from, true) === crc322(bytes.subarray(from + 6, next - at2), 0);
      if (isRight)
        yield { type: bytes[from + 6] ?? 0, data: bytes.subarray(from + FRAGMENT_BYTES, next - at2) };
      else yield "broken";
      position = isRight ? next : position + left;
    }
  }
}

// src/metrics/wandb.ts
var HEADER_BYTES2 = 7;
var MOST_KEY_BYTES = 4096;
var MOST_VALUE_BYTES = 2 ** 20;
function* wandb(piece) {
  let at2 = 0;
  for (const record of blockRecords(piece, HEADER_BYTES2)) {
    at2 += 1;
    if (record === "cut") {
      yield { kind: "torn" };
      continue;
    }
    const history = historyIn(record.bytes);
    if (history === "broken") yield { kind: "broken", at: at2, what: "is no record of Weights & Biases" };
    else if (history.size > 0) yield { kind: "record", at: at2, record: withOwnStep(history), marked: false };
  }
}
function historyIn(bytes) {
  const record = /* @__PURE__ */ new Map();
  const top = { delimited: (field) => field === 2 ? historyInto(record) : void 0 };
  try {
    walkMessage(bytes, top, 0, DEFAULT_BUDGETS);
  } catch {
    return "broken";
  }
  return record;
}
var historyInto = (record) => ({
  delimited: (field) => {
    if (field === 1) return itemInto(record);
    return field === 2 ? stepInto(record) : void 0;
  }
});
var stepInto = (record) => ({
  varint: (field, value) => {
    if (field === 1) record.set("_step", value.toSafeInteger());
  }
});
function itemInto(record) {
  const keys = [];
  let value;
  return {
    delimited: (field, length, at2) => {
      if (field === 1 || field === 2)
        return collectedText(MOST_KEY_BYTES, length, at2, (key) => {
          keys.push(key);
        });
      if (field !== 16 || length > MOST_VALUE_BYTES) return void 0;
      return collected(MOST_VALUE_BYTES, length, at2, (json) => {
        value = parsed(Buffer.from(json).toString());
      });
    },
    end: () => {
      if (keys.length > 0 && value !== void 0 && record.size < MOST_KEYS)
        record.set(keys.join("."), value);
    }
  };
}
function parsed(json) {
  const value = /^-?(?:NaN|Infinity)$/.test(json) ? json : parsePythonJson(json);
  return typeof value === "number" || typeof value === "string" || value === null ? value : void 0;
}

// src/metrics/reader.ts
var READERS = {
  jsonl: { growth: "lines", rows: jsonLines },
  csv: { growth: "table", rows: (piece, { stepKey }) => csvTable(piece, stepKey) },
  "trainer-state": { growth: "whole", rows: trainerState },
  tensorboard: { growth: "records", rows: tensorboard },
  wandb: { growth: "records", rows: wandb },
  trackio: { growth: "pages", rows: trackio },
  log: { growth: "table", rows: (piece, { pattern }) => logLines(piece, pattern ?? "") }
};
var readerOf = ({ format }) => READERS[format ?? "jsonl"];
var growthOf = (rule) => isPrinted(rule) ? "log" : readerOf(rule).growth;
var rowsOf = (piece, rule) => readerOf(rule).rows(piece, rule);
var recordWord = (rule) => ["lines", "table", "log"].includes(growthOf(rule)) ? "line" : "record";

export {
  MOST_KEYS,
  quote,
  markLines,
  growthOf,
  rowsOf,
  recordWord
};
