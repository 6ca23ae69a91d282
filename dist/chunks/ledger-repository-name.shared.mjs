import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ownEnvironment
} from "./host-own-environment.shared.mjs";
import {
  forErrands
} from "./job-keys-of-others.shared.mjs";

// src/ledger/repository-name.ts
import { execFileSync } from "node:child_process";
var GIT_SECONDS = 10;
function ownerAndName(url) {
  const [, name] = /[/:]([^/:]+\/[^/:]+?)(?:\.git)?\/?\s*$/.exec(url) ?? [];
  return name;
}
function repositoryOf(cwd) {
  const url = originOf(cwd);
  return url && (ownerAndName(url) ?? url);
}
function sharedRepositoryOf(cwd) {
  const url = originOf(cwd) ?? "";
  const isNetwork = /^(https?|ssh|git):\/\//i.test(url) || /^[^/@]+@[^/:]+:/.test(url);
  return isNetwork ? ownerAndName(url) : void 0;
}
function originOf(cwd) {
  try {
    const url = execFileSync("git", ["config", "--get", "remote.origin.url"], {
      cwd,
      env: forErrands(ownEnvironment()),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: GIT_SECONDS * 1e3
    });
    return url.trim() || void 0;
  } catch {
    return void 0;
  }
}

export {
  ownerAndName,
  repositoryOf,
  sharedRepositoryOf
};
