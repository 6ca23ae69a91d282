import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  parseProfile
} from "./profile-facts.shared.mjs";
import {
  installedDir
} from "./host-installed.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/known-platforms.ts
import { readdirSync, readFileSync } from "node:fs";
function knownPlatforms() {
  return { platforms: new Set(platformNames()) };
}
var platformNames = () => readdirSync(new URL("profiles/", installedDir())).filter((name) => name.endsWith(".yml")).map((name) => name.slice(0, -".yml".length)).sort();
function profileOfPlatform(name) {
  const names = platformNames();
  if (!names.includes(name)) throw unknownPlatform(name, names);
  const file = `profiles/${name}.yml`;
  return parseProfile(readFileSync(new URL(file, installedDir()), "utf8"), file);
}
function unknownPlatform(name, names) {
  const typed = name.toLowerCase();
  const begins = (one, other) => one.startsWith(`${other}-`);
  const meant = nearestOf(name, names) ?? names.find((each) => begins(each, typed) || begins(typed, each));
  return new Problem({
    code: "unknown-platform",
    kind: "usage",
    what: `There is no profile for the platform ${JSON.stringify(name.slice(0, 80))}.`,
    next: `${meant ? `Did you mean "${meant}"? ` : ""}There are: ${names.join(", ")}.`
  });
}

export {
  knownPlatforms,
  platformNames,
  profileOfPlatform
};
