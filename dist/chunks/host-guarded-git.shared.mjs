import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/host/guarded-git.ts
var GUARDED = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.alternateRefsCommand=true",
  "log.showSignature=false",
  "protocol.ext.allow=never"
].flatMap((setting) => ["-c", setting]);
var OFFLINE = {
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0"
};
var LIST_FILTERS = [
  "config",
  "--show-scope",
  "--name-only",
  "-z",
  "--get-regexp",
  "^filter\\."
];
var hasUserFilters = (listed) => listed.split("\0").some((word, at) => at % 2 === 0 && /^(?:system|global|command)$/.test(word));
function withoutOwnFilters(listed, env) {
  const words = listed.split("\0");
  const drivers = /* @__PURE__ */ new Set();
  for (let at = 0; at + 1 < words.length; at += 2) {
    const isOwn = words[at] === "local" || words[at] === "worktree";
    const [, driver] = /^filter\.(.+)\.(?:clean|smudge|process|required)$/s.exec(words[at + 1] ?? "") ?? [];
    if (isOwn && driver !== void 0) drivers.add(driver);
  }
  if (drivers.size === 0) return {};
  let count = Number(env["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const settings = {};
  for (const driver of drivers) {
    for (const [last, value] of [
      ["clean", ""],
      ["smudge", ""],
      ["process", ""],
      ["required", "false"]
    ]) {
      settings[`GIT_CONFIG_KEY_${count}`] = `filter.${driver}.${last}`;
      settings[`GIT_CONFIG_VALUE_${count}`] = value;
      count += 1;
    }
  }
  return { ...settings, GIT_CONFIG_COUNT: String(count) };
}

export {
  GUARDED,
  OFFLINE,
  LIST_FILTERS,
  hasUserFilters,
  withoutOwnFilters
};
