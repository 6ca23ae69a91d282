import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  keyOf,
  setUnderWay
} from "./verify-apart-files-under-way.shared.mjs";
import {
  roleOfSource,
  verifyEach,
  verifyFile
} from "./verify-archive-archive-members.shared.mjs";
import "./verify-codec-snappy.shared.mjs";
import {
  openLocal
} from "./verify-read-local-file.shared.mjs";
import "./verify-read-window-source.shared.mjs";
import "./verify-engine-change.shared.mjs";
import "./verify-contract-key-book.shared.mjs";
import "./verify-read-hdf5-signature.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./verify-codec-crc32c.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./wildcard.shared.mjs";
import "./verify-contract-oddity.shared.mjs";
import "./verify-archive-zip-directory.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./verify-codec-checksum.shared.mjs";
import "./verify-contract-moments.shared.mjs";
import "./verify-codec-crc32.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./clock.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/verify/apart/apart-worker.ts
import { readSync } from "node:fs";
import { parentPort } from "node:worker_threads";
var waiting = /* @__PURE__ */ new Map();
var foreign = /* @__PURE__ */ new WeakMap();
var asked = 0;
var say = (said) => parentPort?.postMessage(said);
parentPort?.on("message", (told) => {
  if ("order" in told) void carryOut(told);
  else take(told);
});
async function carryOut(order) {
  try {
    say({ said: "done", result: await work(order) });
  } catch (error) {
    const id = error instanceof Error ? foreign.get(error) : void 0;
    say({
      said: "thrown",
      what: String(error).slice(0, 200),
      ...error instanceof Problem ? { problem: detailOf(error) } : {},
      ...id === void 0 ? {} : { id }
    });
  }
}
async function work(order) {
  if (order.order === "tree") return await lookAtTree(order);
  if (order.order === "roles") return await rolesOf(order);
  say({ said: "turn", turn: { kind: "all", path: "", bytes: order.bytes } });
  const source = await open("");
  try {
    if (order.order === "role") return await roleOfSource(source);
    return await verifyFile(source, { ...order.options, onProgress: progressOf("") });
  } finally {
    await source.close();
  }
}
async function rolesOf({ files, local }) {
  const roles = [];
  for (const file of files) {
    const source = openLocal(local, file);
    roles.push(await roleOfSource(source).catch(() => "opaque"));
    await source.close();
  }
  return roles;
}
var VERDICTS_AT_ONCE = 256;
async function lookAtTree(order) {
  const { label, files, tasks, options, refusals, cells, local, tellsVerdicts } = order;
  const indexes = new Map(files.map(({ path }, index) => [path, index]));
  const openHere = async (path) => {
    if (local === void 0) return open(path);
    const file = files[indexes.get(path) ?? -1];
    if (file === void 0) throw new Error(`${JSON.stringify(path)} is not among the files of ${label}`);
    return openLocal(local, file);
  };
  const progress = new ProgressOfMany();
  let final = [];
  const sayFinal = () => {
    if (final.length > 0) say({ said: "final", verdicts: final });
    final = [];
  };
  const sets = await verifyEach(
    { label, files, open: openHere },
    {
      ...options,
      taskOf: (path) => tasks[indexes.get(path) ?? -1],
      onProgress: (path, done, total) => progress.tell(path, done, total),
      ...tellsVerdicts && {
        onVerdict: ({ table: _table, ...verdict }) => say({ said: "verdict", verdict })
      }
    },
    {
      turns: {
        begin(turn) {
          setUnderWay(cells, 0, turn.index);
          if (turn.index === void 0) say({ said: "turn", turn });
        },
        refusal: (turn) => refusals.get(keyOf(turn))
      },
      onFinal(index, verdict) {
        final.push([index, verdict]);
        if (final.length >= VERDICTS_AT_ONCE) sayFinal();
      }
    }
  );
  sayFinal();
  progress.flush();
  return sets;
}
var TELL_EVERY_MS = 50;
var ProgressOfMany = class {
  #said = 0;
  #waiting = /* @__PURE__ */ new Map();
  tell(path, done, total) {
    this.#waiting.set(path, [path, done, total]);
    if (performance.now() - this.#said >= TELL_EVERY_MS) this.flush();
  }
  flush() {
    this.#said = performance.now();
    if (this.#waiting.size > 0) say({ said: "progress", of: [...this.#waiting.values()] });
    this.#waiting = /* @__PURE__ */ new Map();
  }
};
function progressOf(path) {
  const progress = new ProgressOfMany();
  return (done, total) => {
    progress.tell(path, done, total);
    if (done === total) progress.flush();
  };
}
async function open(path) {
  const opened = await ask({ to: "open", path });
  const { source, label, sizeBytes, descriptor } = opened;
  return {
    label,
    sizeBytes,
    ...descriptor === void 0 ? {} : readingOf(opened, descriptor),
    read: (offset, length) => descriptor === void 0 ? ask({ to: "read", source, offset, length }) : readHere(opened, offset, length),
    changed: () => ask({ to: "changed", source }),
    close: () => ask({ to: "close", source })
  };
}
async function readHere(opened, offset, length) {
  if (length > opened.sizeBytes)
    throw new RangeError(`${length} bytes lie outside ${opened.label} (${opened.sizeBytes} bytes)`);
  const target = new Uint8Array(length);
  readNow(opened, opened.descriptor, offset, target);
  return target;
}
var readingOf = (opened, descriptor) => ({
  descriptor,
  readIntoNow: (offset, target) => readNow(opened, descriptor, offset, target),
  readInto: async (offset, target) => readNow(opened, descriptor, offset, target)
});
function readNow({ label, sizeBytes }, descriptor, offset, target) {
  if (offset < 0 || offset + target.length > sizeBytes)
    throw new RangeError(`${target.length} bytes from ${offset} lie outside ${label} (${sizeBytes} bytes)`);
  for (let done = 0; done < target.length; ) {
    const read = readSync(descriptor, target, done, target.length - done, offset + done);
    if (read === 0) throw new RangeError(`${label} ended at ${offset + done}, it had ${sizeBytes} bytes`);
    done += read;
  }
}
function ask(question) {
  const id = asked++;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    say({ said: "ask", id, question });
  });
}
function take(told) {
  const asker = waiting.get(told.answer);
  waiting.delete(told.answer);
  if ("failure" in told) asker?.reject(errorOf(told.failure));
  else asker?.resolve(told.value);
}
function errorOf(failure) {
  const error = madeOf(failure);
  foreign.set(error, failure.id);
  return error;
}
function madeOf(failure) {
  if (failure.kind === "range") return new RangeError(failure.message);
  if (failure.kind === "problem") return new Problem(failure.detail);
  return Object.assign(new Error(failure.message), { name: failure.name });
}
function detailOf({ code, kind, what, next, costing, at }) {
  return { code, kind, what, next, costing, ...at && { at } };
}
