import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  secretForms
} from "./chunk-ZMFA7J53.mjs";
import {
  systemClock
} from "./chunk-ZJZVJPPJ.mjs";
import {
  option
} from "./chunk-VPOCTM3H.mjs";
import {
  defaultLedgerLocation,
  stateDir
} from "./chunk-SKRRPNKQ.mjs";
import {
  Problem,
  Problems
} from "./chunk-NH4MOYHC.mjs";

// src/redactor.ts
var HIDDEN = "***";
var CREDENTIAL_NAME = /(?:^|_)(?:TOKEN|SECRET|KEY|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)$/i;
var Redactor = class {
  #forms = /* @__PURE__ */ new Set();
  #longestFirst = [];
  /** @returns false where the value is too short or too plain to be hidden */
  learn(value) {
    const forms = secretForms(value);
    for (const form of forms) this.#forms.add(form);
    this.#longestFirst = [...this.#forms].sort((a, b) => b.length - a.length);
    return forms.length > 0 || value.trim() === "";
  }
  text = (text) => {
    let clean = text;
    for (const form of this.#longestFirst) if (clean.includes(form)) clean = clean.replaceAll(form, HIDDEN);
    return clean;
  };
  /** Every text in a plain value, keys aside. For what is shown; a record is only redacted where it holds free words. */
  deep(value) {
    return this.#within(value);
  }
  #within(value) {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((each) => this.#within(each));
    if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype)
      return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#within(each)]));
  }
  /** The same failure, in words without secrets; what caused it stays behind, because its message is not ours. */
  error(error) {
    if (error instanceof Problems) {
      const [first, ...more] = error.all;
      return new Problems([this.#problem(first), ...more.map((each) => this.#problem(each))]);
    }
    if (error instanceof Problem) return this.#problem(error);
    if (!(error instanceof Error)) return this.text(String(error));
    const told = new Error(this.text(error.message));
    if (error.stack !== void 0) told.stack = this.text(error.stack);
    return told;
  }
  #problem({ code, kind, what, next, costing, at }) {
    const words = { what: this.text(what), next: this.text(next), costing: costing.map(this.text) };
    return new Problem({ code, kind, ...words, ...at ? { at: { ...at, file: this.text(at.file) } } : {} });
  }
};
function redactorOf(env) {
  const redactor = new Redactor();
  for (const [name, value] of Object.entries(env))
    if (value !== void 0 && CREDENTIAL_NAME.test(name)) redactor.learn(value);
  return redactor;
}

// src/cli/settings.ts
import { hostname, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

// src/report/redacted-face.ts
var redactedFace = (face, { text }) => ({
  heading: (line) => face.heading(text(line)),
  line: (line) => face.line(text(line)),
  warn: (line, at) => face.warn(text(line), at),
  progress: (id, { note, ...state }) => face.progress(id, {
    ...state,
    label: text(state.label),
    ...note === void 0 ? {} : { note: text(note) }
  }),
  settle: (id) => face.settle(id)
});

// src/cli/settings.ts
function settingsOf(request, env = process.env, cwd = process.cwd()) {
  const value = (name) => {
    const given = request.given[name];
    if (typeof given === "string") return given;
    return request.command?.defaults?.[name] ?? option(name).fallback;
  };
  const person = env["GITHUB_ACTOR"] || safeUserName();
  return {
    cwd,
    env,
    clock: systemClock,
    stateDir: stateDir(env, cwd),
    storeDir: resolve(cwd, value("store") ?? "gpu-lease-out"),
    repository: env["GITHUB_REPOSITORY"] || env["GPU_LEASE_REPOSITORY"] || "",
    secret: env["GPU_LEASE_SECRET"] || void 0,
    who: env["GITHUB_RUN_ID"] ? `github:${env["GITHUB_RUN_ID"]}.${env["GITHUB_RUN_ATTEMPT"] ?? "1"}` : `${person}@${hostname()}`,
    person,
    json: request.given.json === true,
    redactor: redactorOf(env),
    boundSeconds: parseBound(value("bound") ?? "10min"),
    value,
    flag: (name) => request.given[name] === true
  };
}
function safeUserName() {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}
var SECONDS = { s: 1, min: 60, h: 3600 };
function parseBound(text, name = "bound") {
  const match = /^(\d{1,6})(s|min|h)$/.exec(text.trim());
  const seconds = match ? Number(match[1]) * SECONDS[match[2]] : 0;
  if (seconds > 0) return seconds;
  throw new Problem({
    code: "bad-bound",
    kind: "usage",
    what: `--${name} "${text}" is no time.`,
    next: "Write a whole number with its unit: 90s, 10min, 2h. Every wait is bounded, so 0 is not one."
  });
}
async function ledgerOf(settings) {
  const { openLedger } = await import("./git-ledger-GEZPEOAQ.mjs");
  const { redactedLedger } = await import("./redacted-ledger-AN7K6SSV.mjs");
  const ledger = openLedger(ledgerLocation(settings), { secret: settings.secret, clock: settings.clock });
  return redactedLedger(await ledger, settings.redactor);
}
function ledgerLocation(settings) {
  const named = settings.value("ledger");
  if (named === void 0)
    return actionsRemote(settings) ?? defaultLedgerLocation(settings.cwd, settings.env);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named) || /^[^/]+@[^/]+:/.test(named)) return remote(settings, named);
  return { kind: "local-repo", dir: isAbsolute(named) ? named : resolve(settings.cwd, named), create: true };
}
function actionsRemote(settings) {
  const { env } = settings;
  if (env["GITHUB_ACTIONS"] !== "true" || !env["GITHUB_REPOSITORY"] || !env["GH_TOKEN"]) return;
  return remote(
    settings,
    `${env["GITHUB_SERVER_URL"] ?? "https://github.com"}/${env["GITHUB_REPOSITORY"]}.git`
  );
}
function remote(settings, url) {
  const token = settings.env["GH_TOKEN"];
  return { kind: "remote", url, scratchDir: join(settings.stateDir, "scratch"), ...token ? { token } : {} };
}
async function faceOf(settings) {
  if (settings.env["GITHUB_ACTIONS"] === "true") {
    const { actionsFace } = await import("./actions-face-QGAEH7K7.mjs");
    return redactedFace(actionsFace(settings.clock), settings.redactor);
  }
  const { terminalFace } = await import("./terminal-face-QTRNR7WG.mjs");
  const face = terminalFace(settings.json ? process.stderr : process.stdout, settings.clock);
  return redactedFace(face, settings.redactor);
}

export {
  redactorOf,
  settingsOf,
  parseBound,
  ledgerOf,
  ledgerLocation,
  faceOf
};
