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
  option
} from "./chunk-BZBG7OUD.mjs";
import {
  defaultLedgerLocation,
  stateDir
} from "./chunk-SKRRPNKQ.mjs";
import {
  Problem
} from "./chunk-NH4MOYHC.mjs";

// src/cli/settings.ts
import { hostname, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
function settingsOf(request, env = process.env, cwd = process.cwd()) {
  const value = (name) => {
    const given = request.given[name];
    if (typeof given === "string") return given;
    return option(name).fallback;
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
  const { openLedger } = await import("./git-ledger-22AWEZDW.mjs");
  return openLedger(ledgerLocation(settings), { secret: settings.secret, clock: settings.clock });
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
    return actionsFace(settings.clock);
  }
  const { terminalFace } = await import("./terminal-face-QTRNR7WG.mjs");
  return terminalFace(settings.json ? process.stderr : process.stdout, settings.clock);
}

export {
  settingsOf,
  parseBound,
  ledgerOf,
  ledgerLocation,
  faceOf
};
