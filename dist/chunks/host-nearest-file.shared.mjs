import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  nearestOf
} from "./nearest.shared.mjs";

// src/host/nearest-file.ts
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
function nearestFile(path, absolute) {
  try {
    const names = readdirSync(dirname(absolute));
    const near = names.length > 1e4 ? void 0 : nearestOf(basename(path), names);
    return near === void 0 ? void 0 : path.includes("/") ? join(dirname(path), near) : near;
  } catch {
    return;
  }
}

export {
  nearestFile
};
