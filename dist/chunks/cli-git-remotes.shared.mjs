import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  forErrands
} from "./job-keys-of-others.shared.mjs";

// src/cli/git-remotes.ts
import { execFileSync } from "node:child_process";

// src/github/remote-name.ts
var GITHUB_COM = "https://github.com";
var FORMS = [
  /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?\/(.+)$/i,
  /^(?:[^/@:]+@)?([^/@:]+):(?!\/\/)(.+)$/
];
function repositoryAt(remote, server = "") {
  const [, host = "", path = ""] = FORMS.map((form) => form.exec(remote.trim())).find((found) => found) ?? [];
  const [, name] = /^\/*([\w.-]+\/[\w.-]+?)(?:\.git)?\/*$/.exec(path) ?? [];
  return name !== void 0 && hostsOf(server || GITHUB_COM).includes(host.toLowerCase()) ? name : void 0;
}
function hostsOf(server) {
  const host = URL.canParse(server) ? new URL(server).hostname : "";
  return host === "github.com" ? [host, "ssh.github.com", "www.github.com"] : [host];
}

// src/cli/git-remotes.ts
function originOf(cwd, env) {
  const url = originUrlOf(cwd, env);
  return url === void 0 ? void 0 : repositoryAt(url, env["GITHUB_SERVER_URL"]);
}
var originUrlOf = (cwd, env) => askGit(cwd, env, ["remote", "get-url", "origin"]);
function remotesOf(cwd, env) {
  const names = askGit(cwd, env, ["remote"])?.split("\n").filter(Boolean) ?? [];
  return [...new Set(names.flatMap((name) => askGit(cwd, env, ["remote", "get-url", name]) ?? []))];
}
var isAtGitHub = (url, env) => repositoryAt(url, env["GITHUB_SERVER_URL"]) !== void 0;
var withoutLogin = (url) => url.replace(/\/\/[^/@]*@/, "//");
function askGit(cwd, env, words) {
  try {
    return execFileSync("git", words, {
      cwd,
      env: forErrands(env),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 1e4
    }).trim();
  } catch {
    return;
  }
}

export {
  repositoryAt,
  originOf,
  originUrlOf,
  remotesOf,
  isAtGitHub,
  withoutLogin,
  askGit
};
