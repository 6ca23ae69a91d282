import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  installedDir
} from "./host-installed.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/profile-files.ts
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
function profileFiles({
  dir,
  platform,
  cwd
}) {
  const folder = dir === void 0 ? fileURLToPath(new URL("profiles/", installedDir())) : resolve(cwd, dir);
  const shown = dir === void 0 ? "profiles" : relative(cwd, folder) || ".";
  const names = namesIn(folder, dir);
  const wanted = platform === void 0 ? names : names.filter((name) => name.replace(/\.ya?ml$/, "") === platform);
  if (wanted.length === 0) throw unknownPlatform(platform ?? "", names);
  return wanted.map((name) => {
    const path = join(folder, name);
    return { name: join(shown, name), path, text: readFileSync(path, "utf8") };
  });
}
function namesIn(folder, given) {
  try {
    const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
    if (names.length > 0) return names.sort();
  } catch {
  }
  throw new Problem({
    code: "no-profiles",
    kind: "usage",
    what: `There is no profile (NAME.yml) in ${JSON.stringify(given ?? folder)}.`,
    next: "Give the directory that holds them, or leave --profiles out for those that come with gpu-lease."
  });
}
function unknownPlatform(name, files) {
  const known = files.map((file) => file.replace(/\.ya?ml$/, ""));
  const meant = nearestOf(name, known);
  return new Problem({
    code: "unknown-platform",
    kind: "usage",
    what: `There is no profile for the platform ${JSON.stringify(name.slice(0, 80))}.`,
    next: `${meant ? `Did you mean "${meant}"? ` : ""}There are: ${known.join(", ")}.`
  });
}

export {
  profileFiles
};
