import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  BadLine,
  appendUnclear,
  newestFirst,
  noLines,
  notARecord,
  readLines,
  readRunJson,
  runArchived,
  runJson,
  writeLines
} from "./chunk-NAVTETUI.mjs";
import {
  runRef
} from "./chunk-CSELZ5LD.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";

// src/ledger/memory-ledger.ts
import { randomUUID } from "node:crypto";
var MemoryLedger = class {
  where = "memory";
  notes = memoryNotes();
  ticks = memoryNotes();
  /** Asked before each append; replace it to lose races and answers. */
  fate = () => "appended";
  #runs = /* @__PURE__ */ new Map();
  async list(options = {}) {
    const wanted = [...this.#runs].filter(([, { archived }]) => !archived || options.archived);
    return newestFirst(wanted.map(([run, { summary, archived }]) => readRunJson(summary, run, archived)));
  }
  async read(run) {
    runRef(run);
    const kept = this.#runs.get(run);
    if (!kept) return { run, events: [], tip: null, nonces: [], archived: false };
    const { events, nonces } = readKept(run, kept.lines.text);
    return { run, events, nonces, tip: kept.tip, archived: kept.archived };
  }
  async readOpen() {
    const records = /* @__PURE__ */ new Map();
    for (const { run } of await this.list()) {
      const record = await this.read(run).catch((error) => {
        if (error instanceof Problem) return error;
        throw error;
      });
      records.set(run, record);
    }
    return records;
  }
  async append(run, tip, events, summary, options = {}) {
    if (events.length === 0) throw new Error(`nothing to append to run ${run}`);
    runRef(run);
    const fate = this.fate(run, events);
    const kept = this.#runs.get(run);
    if (fate === "lost-race" || (kept?.tip ?? null) !== tip) return { outcome: "lost-race" };
    if (fate === "lost-request") throw unclear(run);
    if (kept?.archived) throw runArchived(run);
    const before = kept?.lines ?? noLines;
    const nonce = options.nonce ?? randomUUID();
    const lines = writeLines(before, events, nonce, void 0);
    this.#runs.set(run, { lines, tip: nonce, summary: runJson(summary), archived: false });
    if (fate === "lost-answer") throw unclear(run);
    return { outcome: "appended", tip: nonce, events: lines.events.slice(before.events.length) };
  }
  async archive(run) {
    const kept = this.#runs.get(run);
    if (kept) kept.archived = true;
  }
};
function memoryNotes() {
  let kept = { text: "", tip: null };
  return {
    read: async () => kept,
    async write(text, tip) {
      if (tip !== kept.tip) return "lost-race";
      kept = { text, tip: randomUUID() };
      return "written";
    }
  };
}
function readKept(run, text) {
  try {
    return readLines(text, void 0);
  } catch (error) {
    throw error instanceof BadLine ? notARecord(run, error.message, void 0) : error;
  }
}
var unclear = (run) => appendUnclear(
  run,
  "memory",
  new Problem({ code: "remote-unreachable", kind: "unreachable", what: "A test said so.", next: "None." })
);

export {
  MemoryLedger
};
