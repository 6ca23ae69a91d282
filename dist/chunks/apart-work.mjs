import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ItemPacker,
  ProgressOfMany,
  VERDICTS_AT_ONCE,
  keyOf,
  setUnderWay,
  takeItem,
  thrown
} from "./verifier.verify-apart-files-under-way.shared.mjs";
import {
  openLocal
} from "./verifier.verify-read-file-source.shared.mjs";
import {
  roleOfSource,
  verifyEach
} from "./verifier.verify-contract-oddity.shared.mjs";
import {
  Problem,
  WORTH_BYTES,
  takeFrom,
  takeThread,
  verifyFile
} from "./verifier.clock.shared.mjs";
import "./verifier.nothing.shared.mjs";

// src/verify/apart/apart-work.ts
import { readSync } from "node:fs";
import { parentPort } from "node:worker_threads";

// src/verify/apart/others.ts
var SHARE_OF_SLICED = 0.5;
var [BYTES_PER_MS, SMALL_BYTES_PER_MS] = [2e6, 2e4];
var SMALL_BYTES = 1024 ** 2;
var WORTH_MS = 200;
var slicedFrom = (bytes, jobs) => Math.max(WORTH_BYTES, bytes / jobs * SHARE_OF_SLICED);
var costOf = (sizeBytes) => sizeBytes / (sizeBytes < SMALL_BYTES ? SMALL_BYTES_PER_MS : BYTES_PER_MS);
var crewFor = (costMs, jobs) => Math.max(0, Math.min(jobs, Math.floor(costMs / WORTH_MS)) - 1);

// src/verify/apart/crew.ts
var BREATH_MS = 20;
var CrewLost = class extends Error {
};
var Crew = class {
  #plan;
  constructor(plan) {
    this.#plan = plan;
  }
  async take(all, hands) {
    const { jobs } = this.#plan;
    let bytes = 0;
    for (const { sizeBytes } of all()) bytes += sizeBytes;
    const cut = slicedFrom(bytes, jobs);
    const stays = (item) => this.#staysHere(item, cut);
    let shared = 0;
    for (const item of all()) if (!stays(item)) shared += costOf(item.sizeBytes);
    const others = crewFor(shared, jobs);
    if (others < 1) return all();
    const packer = new ItemPacker();
    const left = [];
    for (const item of all()) {
      if (stays(item)) left.push(item);
      else packer.add(item);
    }
    await this.#share(packer.shared(), others, hands);
    return left;
  }
  #staysHere({ path, sizeBytes, task }, cut) {
    const isHashed = this.#plan.options.hash === true || task.sha256 !== void 0 && task.alreadyHashed === void 0;
    if (sizeBytes >= cut && !isHashed) return true;
    return task.previous !== void 0 || this.#plan.isRefused(path);
  }
  async #share(items, count, hands) {
    const others = Array.from({ length: count }, (_none, n) => this.#start(items, n + 1, hands));
    for (const { done } of others) done.catch(() => {
    });
    try {
      let breath = performance.now();
      for (let item = takeItem(items); item !== void 0; item = takeItem(items)) {
        await hands.verifyHere(item);
        if (performance.now() - breath < BREATH_MS) continue;
        await new Promise((resolve) => setImmediate(resolve));
        breath = performance.now();
      }
      this.#plan.cells[0] = -1;
      await Promise.all(others.map(({ done }) => done));
    } finally {
      await Promise.all(others.map(({ worker }) => worker.terminate()));
    }
  }
  #start(items, thread, hands) {
    const { options, local, cells, tellsVerdicts, say: say2, onProgress } = this.#plan;
    const worker = takeThread("crew-worker");
    const done = new Promise((resolve, reject) => {
      worker.on("error", (error) => reject(new CrewLost(error.message)));
      worker.on("exit", () => reject(new CrewLost("a thread ended by itself")));
      worker.on("message", (said) => {
        if (said.said === "packed") say2(said, [said.verdicts.buffer]);
        else if (said.said === "settled") hands.settle(said.item, said.verdict);
        else if (said.said === "progress") onProgress(said.of);
        else if (said.said === "thrown") reject(new CrewLost(said.what));
        else resolve();
      });
    });
    worker.postMessage({ items, options, local, cells, thread, tellsVerdicts });
    return { worker, done };
  }
};

// src/verify/apart/apart-work.ts
var waiting = /* @__PURE__ */ new Map();
var foreign = /* @__PURE__ */ new WeakMap();
var asked = 0;
var say = (said, transfer = []) => parentPort?.postMessage(said, transfer);
var sayProgress = (of) => say({ said: "progress", of });
function hear(told) {
  if ("order" in told) void carryOut(told);
  else take(told);
}
async function carryOut(order) {
  try {
    say({ said: "done", result: await work(order) });
  } catch (error) {
    if (error instanceof CrewLost) say({ said: "crowded", what: error.message });
    else say(thrown(error, error instanceof Error ? foreign.get(error) : void 0));
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
async function lookAtTree(order) {
  const { label, files, tasks, options, refusals, cells, local, tellsVerdicts } = order;
  const indexes = new Map(files.map(({ path }, index) => [path, index]));
  const openHere = async (path) => {
    if (local === void 0) return open(path);
    const file = files[indexes.get(path) ?? -1];
    if (file === void 0) throw new Error(`${JSON.stringify(path)} is not among the files of ${label}`);
    return openLocal(local, file);
  };
  const progress = new ProgressOfMany(sayProgress);
  let final = [];
  const sayFinal = () => {
    if (final.length > 0) say({ said: "final", verdicts: final });
    final = [];
  };
  const { jobs = 1 } = options;
  const crew = local === void 0 || jobs < 2 ? void 0 : new Crew({
    ...{ jobs, options, local, cells, tellsVerdicts, say },
    isRefused: (path) => refusals.has(keyOf({ kind: "file", path })),
    onProgress: sayProgress
  });
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
      ...crew && { crew },
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
function progressOf(path) {
  const progress = new ProgressOfMany(sayProgress);
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
export {
  hear,
  takeFrom
};
