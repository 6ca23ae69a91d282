import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";

// src/box/ssh-config-hosts.ts
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
var MOST_CHARACTERS = 2e5;
function namedHosts(text) {
  const hosts = [];
  let now = [];
  for (const line of text.slice(0, MOST_CHARACTERS).split("\n")) {
    const [, key = "", value = ""] = /^\s*(\w+)(?:\s+|\s*=\s*)"?(.*?)"?\s*$/.exec(line) ?? [];
    const word = key.toLowerCase();
    if (word === "match") now = [];
    else if (word === "host") {
      now = value.split(/\s+/).filter((name) => /^[\w.-]+$/.test(name)).map((name) => ({ name, host: name, port: "22", user: void 0 }));
      hosts.push(...now);
    } else
      for (const each of now) {
        if (word === "hostname") each.host = value;
        if (word === "port") each.port = value;
        if (word === "user") each.user = value;
      }
  }
  return hosts;
}
function hostMeant(target, home = homedir()) {
  const hosts = namedHosts(readable(join(home, ".ssh", "config")));
  const bare = target.replace(/^ssh:\/\//, "").replace(/^[^@]*@/, "").replace(/:\d+\/?$/, "");
  const same = hosts.filter(({ name, host }) => name !== target && host === bare);
  const near = nearestOf(
    bare,
    hosts.map(({ name }) => name).filter((name) => name !== target)
  );
  const found = same.length === 1 ? same[0] : hosts.find(({ name }) => name === near);
  if (!found) return;
  const at = `${found.user === void 0 ? "" : `${found.user}@`}${found.host}:${found.port}`;
  return `Did you mean "${found.name}"? ~/.ssh/config has it at ${oneLine(at, 200)}.`;
}
function readable(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

export {
  hostMeant
};
