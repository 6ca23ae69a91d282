import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ledgerLocation,
  stateDir
} from "./cli-ledger-place.shared.mjs";
import {
  redactorOf
} from "./secret-redactor.shared.mjs";
import {
  givenOptions,
  throwAll
} from "./cli-given-options.shared.mjs";
import {
  option
} from "./cli-option-definition.shared.mjs";
import {
  systemClock
} from "./clock.shared.mjs";

// src/cli/settings.ts
import { hostname, userInfo } from "node:os";
import { resolve } from "node:path";

// src/heard-clock.ts
var MOST_SOURCES = 50;
var HeardClock = class {
  #clock;
  #heard = /* @__PURE__ */ new Map();
  constructor(clock) {
    this.#clock = clock;
  }
  now() {
    return this.#clock.now();
  }
  sleep(seconds, signal) {
    return this.#clock.sleep(seconds, signal);
  }
  heard(source, theirs, by) {
    const aheadSeconds = (this.now().getTime() - theirs.getTime()) / 1e3;
    if (!Number.isFinite(aheadSeconds)) return;
    if (this.#heard.size < MOST_SOURCES || this.#heard.has(source))
      this.#heard.set(source, { source, by, aheadSeconds });
  }
  others() {
    return [...this.#heard.values()];
  }
};

// src/report/redacted-face.ts
var redactedFace = (face, { text }) => ({
  heading: (line) => face.heading(text(line)),
  line: (line) => face.line(text(line)),
  warn: (line, at) => face.warn(text(line), at),
  progress: (id, { note, facts, ...state }) => face.progress(id, {
    ...state,
    label: text(state.label),
    ...note === void 0 ? {} : { note: text(note) },
    ...facts && { facts: facts.map((fact) => redactedFact(fact, text)) }
  }),
  settle: (id, is) => face.settle(id, is === void 0 ? is : text(is)),
  columns: () => face.columns?.()
});
var redactedFact = ({ is, text, brief }, redact) => ({
  is,
  text: redact(text),
  ...brief === void 0 ? {} : { brief: redact(brief) }
});

// src/cli/settings.ts
var ENDS_BY_ITSELF = ["status", "board", "log", "cost", "open", "launch", "watch", "collect"];
function settingsOf(request, env = request.env ?? {}, cwd = process.cwd()) {
  const { options, faults } = givenOptions(request);
  if (request.faults) request.faults.push(...faults);
  else throwAll(faults);
  const person = env["GITHUB_ACTOR"] || safeUserName();
  const clock = new HeardClock(systemClock);
  const boundSeconds = options.number("bound");
  const hasBound = typeof request.given.bound === "string" && !(env["GITHUB_ACTIONS"] === "true" && request.given.bound === option("bound").fallback);
  return {
    cwd,
    env,
    clock,
    stateDir: stateDir(env, cwd),
    storeDir: resolve(cwd, options.value("store") ?? ""),
    repository: env["GITHUB_REPOSITORY"] || env["GPU_LEASE_REPOSITORY"] || "",
    secret: env["GPU_LEASE_SECRET"] || void 0,
    who: env["GITHUB_RUN_ID"] ? `github:${env["GITHUB_RUN_ID"]}.${env["GITHUB_RUN_ATTEMPT"] ?? "1"}` : `${person}@${hostname()}`,
    person,
    json: request.given.json === true,
    redactor: redactorOf(env),
    boundSeconds,
    hasBound,
    ...hasBound || ENDS_BY_ITSELF.includes(request.command?.name ?? "") ? { endsAt: new Date(clock.now().getTime() + boundSeconds * 1e3) } : {},
    ...options
  };
}
function safeUserName() {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}
var ledgerOf = (settings) => openFor(settings, "acting");
var lookingLedgerOf = (settings) => openFor(settings, "looking");
async function openFor(settings, reading) {
  const { openLedgerOf } = await import("./cli-ledger-opening.mjs");
  return openLedgerOf(settings, ledgerLocation(settings), reading);
}
async function faceOf(settings) {
  if (settings.env["GITHUB_ACTIONS"] === "true") {
    const { actionsFace } = await import("./github-actions-face.mjs");
    const { toldOnce } = await import("./github-told-once.mjs");
    return redactedFace(actionsFace(settings.clock, void 0, toldOnce(settings.env)), settings.redactor);
  }
  const { terminalFace } = await import("./report-terminal-face.mjs");
  const face = terminalFace(settings.json ? process.stderr : process.stdout, settings.clock, settings.env);
  return redactedFace(face, settings.redactor);
}

export {
  settingsOf,
  ledgerOf,
  lookingLedgerOf,
  faceOf
};
