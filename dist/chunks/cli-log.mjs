import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  recordOf,
  sayNotVerified
} from "./cli-status.shared.mjs";
import {
  meantRun
} from "./cli-own-run.shared.mjs";
import {
  listLogs
} from "./box-run-logs.shared.mjs";
import {
  inertLine
} from "./crash-inert-line.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import {
  keptLogs,
  readKeptLog
} from "./collect-printed.shared.mjs";
import {
  chooseLogs,
  fileOfLog,
  wordsOfLog
} from "./box-log-name.shared.mjs";
import {
  lookable
} from "./lease-lookable.shared.mjs";
import {
  recordArtifactOf
} from "./github-record-artifacts.shared.mjs";
import "./cli-bringing.shared.mjs";
import {
  RunStore
} from "./collect-seal.shared.mjs";
import "./collect-disk-worker.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import {
  faceOf,
  lookingLedgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./job-roster.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-no-refs.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-glob.shared.mjs";
import "./job-slurm-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import {
  hiddenSecretsOf
} from "./job-secret-names.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import "./github-this-repository.shared.mjs";
import {
  TransportFailed,
  isOfTheLine
} from "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./secret-keys.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./job-short-forms.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import {
  costing
} from "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/log.ts
import { StringDecoder } from "node:string_decoder";

// src/course/logs-of-run.ts
var PIECE_BYTES = 1024 * 1024;
async function logsOfRun(world, run, trust = "plain") {
  const dir = new RunStore(world.storeDir, run.id).evidenceDir;
  const kept = (await keptLogs(dir)).map((log) => ofDisk(dir, log));
  const { logs, notSeen } = trust === "not-verified" ? { logs: [], notSeen: "Its record is not verified, so no box was asked." } : await onBox(world, run);
  const isThere = (log) => logs.some((each) => isSame(each, log));
  return { logs: [...logs, ...kept.filter((log) => !isThere(log))], notSeen };
}
var isSame = (a, b) => a.attempt === b.attempt && a.cell === b.cell && a.part === b.part;
async function onBox(world, run) {
  const held = lookable(run);
  if (!held) return { logs: [], notSeen: "No box of it is held." };
  const { lease, dir } = held;
  try {
    const channel = await world.channel(lease);
    const found = await listLogs(channel, dir);
    const own = found.filter(({ cell }) => cell === void 0 || run.cells.has(cell));
    return { logs: own.map((log) => ofBox(channel, log)), notSeen: void 0 };
  } catch (error) {
    const isAway = isOfTheLine(error) || error instanceof Problem && error.kind === "unreachable";
    if (!isAway) throw error;
    return { logs: [], notSeen: `${lease.name} does not answer us: ${error.message.split("\n")[0]}.` };
  }
}
var ofDisk = (dir, log) => ({
  ...log,
  async *read(from) {
    const bytes = await readKeptLog(dir, log);
    yield { bytes: bytes.subarray(from), position: bytes.length };
  }
});
var ofBox = (channel, log) => ({
  attempt: log.attempt,
  cell: log.cell,
  ...log.part !== void 0 && { part: log.part },
  bytes: log.bytes,
  async *read(from) {
    for (let at = Math.max(from, log.gone); at < log.bytes; ) {
      const length = Math.min(PIECE_BYTES, log.bytes - at);
      const chunks = [];
      await channel.get(log.path, at - log.gone, length, (chunk) => void chunks.push(chunk.slice()));
      at += length;
      yield { bytes: Buffer.concat(chunks), position: at };
    }
  }
});

// src/cli/log.ts
var LOOK_SECONDS = 2;
var RECORD_SECONDS = 15;
async function command(request, signal) {
  const settings = settingsOf(request);
  const ledger = await lookingLedgerOf(settings);
  const { id, events, trust } = await recordOf(settings, await meantRun(settings, ledger));
  if (trust === "not-verified") sayNotVerified(id);
  const run = fold(id, events);
  for (const name of run.opened ? hiddenSecretsOf(run.opened.document) : [])
    settings.redactor.learn(settings.env[name] ?? "");
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const found = await logsOfRun(world, run, trust);
    const chosen = chooseLogs(found.logs, wantedBy(settings));
    const goesOn = settings.flag("follow") && found.notSeen === void 0;
    if (chosen.length === 0 && !goesOn) throw nothingPrinted(run, settings, found);
    const printing = new Printing(settings, chosen.length > 1);
    for (const log of chosen) await printing.add(log);
    if (found.notSeen !== void 0)
      process.stderr.write(`${found.notSeen} This is what was brought here of it.
`);
    if (settings.json)
      process.stdout.write(
        jsonLine({ run: run.id, notSeen: found.notSeen ?? null, logs: printing.gathered })
      );
    else if (goesOn) await follow({ world, ledger, settings, printing }, run);
    return 0;
  } finally {
    await world.close();
  }
}
var wantedBy = (settings) => ({
  cell: settings.value("cell"),
  attempt: settings.value("attempt") === void 0 ? void 0 : Number(settings.value("attempt"))
});
async function follow({ world, ledger, settings, printing }, first) {
  let run = first;
  let readAt = world.clock.now();
  while (!world.signal.aborted) {
    await world.clock.sleep(LOOK_SECONDS, world.signal).catch(() => {
    });
    if (world.signal.aborted) return;
    if (world.clock.now().getTime() - readAt.getTime() >= RECORD_SECONDS * 1e3) {
      readAt = world.clock.now();
      run = await readRun(ledger, run.id);
    }
    try {
      const { logs, notSeen } = await logsOfRun(world, run);
      for (const log of notSeen === void 0 ? chooseLogs(logs, wantedBy(settings)) : [])
        await printing.add(log);
    } catch (error) {
      if (!(error instanceof TransportFailed)) throw error;
    }
    if (isOver(run)) return;
  }
}
var isOver = (run) => run.closed !== void 0 || run.seal !== void 0 || [...run.cells.values()].every(({ ended }) => ended !== void 0) || run.halted !== void 0;
var BYTES_OF_LINE = 256;
var Printing = class {
  gathered = [];
  #settings;
  #logs = /* @__PURE__ */ new Map();
  #areMore;
  #speaks;
  /** @param areMore several are shown from the begin */
  constructor(settings, areMore) {
    this.#settings = settings;
    this.#areMore = areMore;
  }
  async add(log) {
    const name = fileOfLog(log);
    const known = this.#logs.get(name);
    const lines = this.#settings.value("lines");
    if (!known && lines !== void 0) return this.#lastLines(log, Number(lines));
    const state = known ?? { position: 0, decoder: new StringDecoder("utf8"), pending: "" };
    this.#logs.set(name, state);
    for await (const { bytes, position } of log.read(state.position)) {
      const { done, pending } = wholeLines(state.pending + state.decoder.write(Buffer.from(bytes)));
      Object.assign(state, { position, pending });
      this.#write(log, done);
    }
    if (known || this.#settings.flag("follow")) return;
    this.#write(
      log,
      [state.pending].filter((each) => each !== "")
    );
  }
  async #lastLines(log, count) {
    for (let room = count * BYTES_OF_LINE; ; room *= 4) {
      const from = Math.max(0, log.bytes - room);
      const decoder = new StringDecoder("utf8");
      let [text, position] = ["", from];
      for await (const piece of log.read(from)) {
        text += decoder.write(Buffer.from(piece.bytes));
        position = piece.position;
      }
      const { done, pending } = wholeLines(text);
      const whole = from === 0 ? done : done.slice(1);
      if (whole.length < count && from > 0) continue;
      const isOver2 = !this.#settings.flag("follow") && pending !== "";
      this.#logs.set(fileOfLog(log), { position, decoder, pending });
      this.#write(log, [...whole, ...isOver2 ? [pending] : []].slice(-count));
      return;
    }
  }
  #write(log, lines) {
    if (lines.length === 0) return;
    const text = lines.map((line) => `${inertLine(this.#settings.redactor.text(line))}
`).join("");
    const { attempt, cell, part } = log;
    const name = fileOfLog(log);
    if (this.#settings.json) {
      const last = this.gathered.at(-1);
      if (last && fileOfLog(last) === name) last.text += text;
      else this.gathered.push({ attempt, cell, ...part !== void 0 && { part }, text });
      return;
    }
    if (this.#speaks !== name && (this.#logs.size > 1 || this.#areMore))
      process.stdout.write(`==> ${wordsOfLog(log)} <==
`);
    this.#speaks = name;
    process.stdout.write(text);
  }
};
function wholeLines(text) {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  const drawn = rest.lastIndexOf("\r");
  const parts = drawn === -1 ? lines : [...lines, rest.slice(0, drawn)];
  return { done: parts.map(lastDrawn), pending: rest.slice(drawn + 1) };
}
var lastDrawn = (line) => line.split("\r").findLast((each) => each !== "") ?? "";
function nothingPrinted(run, settings, { logs, notSeen }) {
  const { cell, attempt } = wantedBy(settings);
  const asked = [cell, attempt === void 0 ? void 0 : `attempt ${attempt}`].filter(
    (each) => each !== void 0
  );
  const there = [...new Set(logs.map(wordsOfLog))];
  return new Problem({
    code: "nothing-printed",
    kind: "usage",
    what: there.length > 0 ? `Nothing of ${run.id} is called ${asked.join(", ")}. There is: ${there.slice(0, 20).join("; ")}${there.length > 20 ? ` and ${there.length - 20} more` : ""}.` : `Nothing that ${run.id} printed is here${notSeen === void 0 ? "" : `. ${notSeen}`}`,
    next: there.length > 0 ? "Name one of these with --cell and --attempt." : `What happened to it: "gpu-lease events ${run.id}". A machine that watched it has its logs in gpu-lease-out/${run.id}/+evidence, and so has what was uploaded with its seal. Of a workflow's look the last lines lie in its artifact ${recordArtifactOf(run.id)}: "gh run download -n ${recordArtifactOf(run.id)}".`,
    costing: costing(run)
  });
}
export {
  command
};
