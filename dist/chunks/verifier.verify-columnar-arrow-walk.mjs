import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  FOOTER,
  MESSAGE,
  checkFlat,
  judgeRowCount,
  leastBytes,
  readSchema,
  valuesNotRead
} from "./verifier.verify-codec-flat-check.shared.mjs";
import "./verifier.verify-archive-set-webdataset.shared.mjs";
import {
  FlatTable,
  quoted,
  startsWith
} from "./verifier.clock.shared.mjs";
import {
  Broken,
  Unsettled,
  overBudget
} from "./verifier.evidence-level.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/columnar/arrow-messages.ts
var CONTINUATION = 4294967295;
var [SCHEMA, DICTIONARY, BATCH] = [1, 2, 3];
var V4 = 3;
var V5 = 4;
var MOST_PADDING = 64;
var ArrowMessages = class {
  schema;
  dictionaries = [];
  batches = [];
  dictionariesSeen = /* @__PURE__ */ new Set();
  rows = 0;
  /** The mark that no more messages follow was met. */
  hasEnded = false;
  #findings;
  #budgets;
  #end;
  #second;
  #stage = "prefix";
  #kept = new Uint8Array(4);
  #keptBytes = 0;
  #start;
  #bodyLeft = 0;
  /** Messages lie between two offsets of the file. */
  constructor(findings, budgets, { from, to, second }) {
    this.#findings = findings;
    this.#budgets = budgets;
    this.#start = from;
    this.#end = to;
    this.#second = second;
  }
  feed(piece, fileOffset) {
    for (let at = 0; at < piece.length; ) {
      const offset = fileOffset + at;
      if (this.hasEnded) throw new Broken("L1", "trailing-bytes", "bytes follow the end mark", { offset });
      if (this.#stage === "body") {
        const taken2 = Math.min(this.#bodyLeft, piece.length - at);
        this.#bodyLeft -= taken2;
        at += taken2;
        if (this.#bodyLeft === 0) this.#next(offset + taken2);
        continue;
      }
      const wanted = this.#kept.length - this.#keptBytes;
      const taken = piece.subarray(at, at + wanted);
      this.#kept.set(taken, this.#keptBytes);
      this.#keptBytes += taken.length;
      at += taken.length;
      if (taken.length === wanted) this.#whole(fileOffset + at);
    }
  }
  /** @returns whether the end lies between two messages */
  get isBetween() {
    return this.#stage === "prefix" && this.#keptBytes === 0;
  }
  /** @param offset behind what was gathered */
  #whole(offset) {
    if (this.#stage === "metadata") {
      this.#message(this.#kept, offset);
      return;
    }
    const word = new DataView(this.#kept.buffer).getUint32(0, true);
    if (this.#stage === "prefix" && word === CONTINUATION) {
      this.#gather("length", 4);
      return;
    }
    const second = this.schema === void 0 ? this.#second : void 0;
    if (this.#stage === "prefix" && second !== void 0 && this.#start + 4 + word !== second) {
      const begun = this.#kept;
      this.#gather("metadata", second - this.#start);
      this.#kept.set(begun);
      this.#keptBytes = begun.length;
      return;
    }
    if (word === 0) this.hasEnded = true;
    else this.#beginMetadata(word, offset);
    if (this.hasEnded) this.#gather("prefix", 4);
  }
  #beginMetadata(length, offset) {
    if (offset + length > this.#end)
      throw new Broken("L1", "arrow-cut", "a message is longer than what is left of the file", {
        offset: this.#start,
        expected: `at most ${this.#end - offset} bytes`,
        found: `${length} bytes`
      });
    if (length > this.#budgets.structureBytes)
      throw overBudget("structureBytes", this.#budgets.structureBytes, length, this.#start);
    this.#mustAlign(offset + length - this.#start, "metadata");
    this.#gather("metadata", length);
  }
  #gather(stage, bytes) {
    this.#stage = stage;
    this.#kept = new Uint8Array(bytes);
    this.#keptBytes = 0;
  }
  #next(offset) {
    this.#start = offset;
    this.#gather("prefix", 4);
  }
  #message(bytes, bodyOffset) {
    checkFlat(bytes, MESSAGE, this.#start);
    const message = FlatTable.root(bytes, this.#start);
    const version = message.i16(0);
    if (version !== V4 && version !== V5)
      throw new Unsettled("L2", "arrow-version", "is of a version of Arrow that we do not know", {
        offset: this.#start,
        found: `V${version + 1}`
      });
    const bodyBytes = message.i64(3);
    if (!(bodyBytes >= 0) || bodyOffset + bodyBytes > this.#end)
      throw new Broken("L1", "arrow-cut", "a body is longer than what is left of the file", {
        offset: this.#start,
        expected: `at most ${this.#end - bodyOffset} bytes`,
        found: `${bodyBytes} bytes`
      });
    this.#mustAlign(bodyBytes, "body");
    const header = message.table(2);
    if (header === void 0) throw this.#broken("has no content");
    this.#take(message.u8(1), header, version, [this.#start, bodyOffset - this.#start, bodyBytes]);
    this.#stage = "body";
    this.#bodyLeft = bodyBytes;
    if (bodyBytes === 0) this.#next(bodyOffset);
  }
  #take(kind, header, version, block) {
    const { schema } = this;
    if (this.batches.length + this.dictionaries.length >= this.#budgets.objects)
      throw overBudget("objects", this.#budgets.objects, this.#budgets.objects + 1, block[0]);
    if (kind === SCHEMA) {
      if (schema !== void 0) throw this.#broken("is a second schema");
      this.schema = readSchema(header, version, this.#budgets.objects, this.#start);
    } else if (schema === void 0) throw this.#broken("comes before the schema");
    else if (kind === DICTIONARY) this.#dictionary(schema, header, block);
    else if (kind === BATCH) {
      this.batches.push(block);
      this.rows += this.#batch(header, schema.arrays, block[2]);
    } else {
      throw new Unsettled("L2", "arrow-message", "holds a tensor, which this version cannot prove", {
        offset: this.#start
      });
    }
  }
  #dictionary({ dictionaries }, header, block) {
    const id = header.i64(0);
    const layout = dictionaries.get(id);
    const data = header.table(1);
    if (layout === void 0 || data === void 0) throw this.#broken("is a dictionary that no column uses");
    this.dictionaries.push(block);
    this.dictionariesSeen.add(id);
    this.#batch(data, layout, block[2]);
  }
  /** Every array has its node and its buffers, each as long as its elements need, inside the body and apart. */
  #batch(batch, arrays, bodyBytes) {
    const length = batch.i64(0);
    const nodes = batch.rows(1, 2);
    const buffers = batch.rows(2, 2);
    const variadic = batch.rows(4, 1).map(([count = 0]) => count);
    const isCompressed = batch.table(3) !== void 0;
    if (!(length >= 0)) throw this.#broken("has no proper number of rows");
    if (nodes.length !== arrays.length)
      throw this.#broken(`describes ${nodes.length} arrays where the schema has ${arrays.length}`);
    this.#mustTile(buffers, bodyBytes);
    let at = 0;
    arrays.forEach((array, i) => {
      const [elements = Number.NaN, nulls = Number.NaN] = nodes[i] ?? [];
      const fits = elements >= 0 && nulls >= 0 && nulls <= elements;
      if (!fits || array.isColumn && elements !== length)
        throw this.#broken(`has ${elements} elements in ${quoted(array.name)} for ${length} rows`);
      for (const kind of array.buffers) {
        const bytes = buffers[at]?.[1] ?? -1;
        const least = isCompressed ? 0 : leastBytes(kind, elements, nulls);
        at += 1;
        if (bytes >= least) continue;
        throw this.#broken(`has a buffer of ${quoted(array.name)} that is too short`, {
          expected: `at least ${least} bytes`,
          found: `${bytes} bytes`
        });
      }
      if (array.variadic) at += variadic.shift() ?? Number.NaN;
    });
    if (at !== buffers.length) throw this.#broken("has another number of buffers than its schema needs");
    return length;
  }
  #mustTile(buffers, bodyBytes) {
    let end = 0;
    for (const [offset = Number.NaN, bytes = Number.NaN] of buffers) {
      if (bytes === 0) continue;
      const fits = offset >= end && bytes > 0 && offset + bytes <= bodyBytes && offset % 8 === 0;
      if (!fits)
        throw this.#broken("has a buffer outside its body, unaligned, or over another", {
          found: `${bytes} bytes from ${offset}`,
          expected: `between ${end} and ${bodyBytes}`
        });
      this.#judgePadding(offset - end);
      end = offset + bytes;
    }
    this.#judgePadding(bodyBytes - end);
  }
  #judgePadding(bytes) {
    if (bytes < MOST_PADDING) return;
    const what = "a message has bytes in its body that belong to no buffer";
    this.#findings.degraded("L1", "arrow-gap", what, { offset: this.#start, found: `${bytes} bytes` });
  }
  #mustAlign(bytes, what) {
    if (bytes % 8 === 0) return;
    throw this.#broken(`has a ${what} that is not a multiple of 8 bytes`, { found: `${bytes} bytes` });
  }
  #broken(what, extra = {}) {
    return new Broken("L2", "arrow-message", `a message ${what}`, { offset: this.#start, ...extra });
  }
};

// src/verify/columnar/arrow-walk.ts
var MAGIC = new TextEncoder().encode("ARROW1");
var START = 8;
var TAIL_BYTES = 10;
async function openArrowFile(subject) {
  const { sizeBytes, findings, budgets } = subject;
  const { footer, start } = await readFooter(subject);
  const blocks = [...footer.blocks(2), ...footer.blocks(3)].map(([offset = 0]) => offset);
  const second = Math.min(...blocks.slice(0, budgets.objects));
  const isInside = second > START + 8 && second <= start && second - START <= budgets.structureBytes;
  const messages = new ArrowMessages(findings, budgets, {
    from: START,
    to: start,
    ...isInside ? { second } : {}
  });
  return {
    checksummed: false,
    reaches: "L2",
    *regions() {
      yield { offset: START, length: start - START, feed: (...args) => messages.feed(...args), end() {
      } };
    },
    finish(complete) {
      if (!complete) return;
      if (!messages.isBetween) throw cutMessage(start);
      mustList(footer, messages, start, subject);
      settle(subject, messages, sizeBytes);
    }
  };
}
async function openArrowStream(subject) {
  const { sizeBytes, findings, budgets } = subject;
  const messages = new ArrowMessages(findings, budgets, { from: 0, to: sizeBytes });
  return {
    checksummed: false,
    reaches: "L2",
    *regions() {
      yield { offset: 0, length: sizeBytes, feed: (...args) => messages.feed(...args), end() {
      } };
    },
    finish(complete) {
      if (!complete) return;
      if (!messages.isBetween) throw cutMessage(sizeBytes);
      if (!messages.hasEnded) {
        const what = "has no end mark: its writer was killed, or more should have come";
        findings.degraded("L1", "no-end-mark", what, { offset: sizeBytes });
      }
      settle(subject, messages, sizeBytes);
    }
  };
}
var cutMessage = (offset) => new Broken("L1", "cut-short", "ends in the middle of a message", { offset });
async function readFooter({
  reader,
  sizeBytes,
  budgets
}) {
  const tail = sizeBytes < START + TAIL_BYTES ? void 0 : await reader.read(sizeBytes - TAIL_BYTES, TAIL_BYTES);
  if (tail === void 0 || !startsWith(tail, MAGIC, 4))
    throw new Broken("L1", "cut-short", "does not end with the magic it begins with", {
      offset: Math.max(0, sizeBytes - MAGIC.length),
      expected: "ARROW1"
    });
  const length = new DataView(tail.buffer, tail.byteOffset, TAIL_BYTES).getInt32(0, true);
  const most = sizeBytes - START - TAIL_BYTES;
  if (length <= 0 || length > most)
    throw new Broken("L1", "arrow-footer", "the footer is not inside the file", {
      offset: sizeBytes - TAIL_BYTES,
      expected: `1 to ${most} bytes`,
      found: `${length} bytes`
    });
  if (length > budgets.structureBytes)
    throw overBudget("structureBytes", budgets.structureBytes, length, sizeBytes - TAIL_BYTES);
  const start = sizeBytes - TAIL_BYTES - length;
  const bytes = await reader.read(start, length);
  checkFlat(bytes, FOOTER, start);
  return { footer: FlatTable.root(bytes, start), start };
}
function mustList(footer, messages, offset, { budgets }) {
  const same = (blocks, walked) => {
    const plain = (block) => block.join();
    const expected = walked.map(plain).sort();
    const listed = blocks.map(plain).sort();
    return listed.length === expected.length && listed.every((block, i) => block === expected[i]);
  };
  const schema = footer.table(1);
  const known = messages.schema;
  const sameSchema = schema !== void 0 && known !== void 0 && JSON.stringify(readSchema(schema, footer.i16(0), budgets.objects, offset).arrays) === JSON.stringify(known.arrays);
  if (!sameSchema)
    throw new Broken("L2", "arrow-footer", "the footer repeats another schema than the first message", {
      offset
    });
  if (same(footer.blocks(2), messages.dictionaries) && same(footer.blocks(3), messages.batches)) return;
  throw new Broken("L2", "arrow-footer", "the footer does not list the messages that are there", { offset });
}
function settle(subject, messages, sizeBytes) {
  const { findings, facts, keys } = subject;
  const { schema, rows, batches, dictionariesSeen } = messages;
  if (schema === void 0) throw new Broken("L2", "arrow-message", "has no schema", { offset: sizeBytes });
  const absent = [...schema.dictionaries.keys()].filter((id) => !dictionariesSeen.has(id));
  if (absent.length > 0 && rows > 0)
    findings.degraded("L2", "dictionary-missing", "columns refer to dictionaries that are not there", {
      found: absent.slice(0, 8).join(", ")
    });
  facts.rows = rows;
  facts.scalars = { batches: batches.length, columns: schema.columns.length };
  for (const name of schema.columns) keys.addValue(name, name);
  judgeRowCount(subject, rows);
  valuesNotRead(subject);
}
export {
  openArrowFile,
  openArrowStream
};
