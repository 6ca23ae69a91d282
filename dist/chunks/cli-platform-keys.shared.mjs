import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isKubeTarget
} from "./job-kube-target.shared.mjs";
import {
  profileOfPlatform
} from "./cli-known-platforms.shared.mjs";

// src/cli/platform-keys.ts
function keysOfCandidate({ platform, attach, queue }) {
  if (queue !== void 0 && isKubeTarget(queue)) return keysOf(platform);
  return attach === void 0 && queue === void 0 ? keysOf(platform) : [["GPU_LEASE_SSH_KEY"]];
}
function keysOf(platform) {
  const profile = profileOfPlatform(platform);
  return profile.automation === "batch" ? [] : keysOfProfile(profile);
}
function keysOfProfile({ rent }) {
  const auths = rent.entries.flatMap(({ auth }) => auth?.secret === void 0 ? [] : [auth]);
  const names = [...new Set(auths.flatMap(({ secret = [] }) => secret))];
  const halves = [...new Set(auths.flatMap(({ also = [] }) => also))];
  return [...names.length > 0 ? [names] : [], ...halves.map((name) => [name])];
}

export {
  keysOfCandidate,
  keysOfProfile
};
