import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  installedDir
} from "./host-installed.shared.mjs";

// src/cli/known-platforms.ts
import { readdirSync } from "node:fs";
function knownPlatforms() {
  const names = readdirSync(new URL("profiles/", installedDir())).filter((name) => name.endsWith(".yml")).map((name) => name.slice(0, -".yml".length));
  return { platforms: new Set(names) };
}

export {
  knownPlatforms
};
