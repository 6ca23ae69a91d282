import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  ARCHIVE,
  RUNS
} from "./ledger-refs.shared.mjs";
import {
  isRepository,
  localPlace
} from "./cli-ledger-place.shared.mjs";

// src/ledger/no-refs.ts
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
var MAX_PACKED_BYTES = 16 * 1024 * 1024;
function surelyEmpty(where, archived) {
  if (where.kind !== "local-repo") return void 0;
  const { gitDir, words } = localPlace(where);
  const missing = !isRepository(gitDir);
  if (missing) return where.create ? words : void 0;
  return surelyNoRefs(gitDir, archived ? [RUNS, ARCHIVE] : [RUNS]) ? words : void 0;
}
function surelyNoRefs(gitDir, prefixes) {
  try {
    const common = commonDir(gitDir);
    if (existsSync(join(common, "reftable"))) return false;
    if (!existsSync(join(common, "refs"))) return false;
    if (prefixes.some((prefix) => !isAbsentOrEmpty(join(common, prefix)))) return false;
    const packed = join(common, "packed-refs");
    const size = statSync(packed, { throwIfNoEntry: false })?.size ?? 0;
    if (size > MAX_PACKED_BYTES) return false;
    const text = size > 0 ? readFileSync(packed, "latin1") : "";
    return !prefixes.some((prefix) => text.includes(` ${prefix}`));
  } catch {
    return false;
  }
}
function commonDir(gitDir) {
  const own = statSync(gitDir).isFile() ? resolve(
    dirname(gitDir),
    readFileSync(gitDir, "utf8").replace(/^gitdir: /, "").trimEnd()
  ) : gitDir;
  const link = join(own, "commondir");
  return existsSync(link) ? resolve(own, readFileSync(link, "utf8").trimEnd()) : own;
}
function isAbsentOrEmpty(dir) {
  try {
    const entries = readdirSync(dir, { withFileTypes: true });
    return entries.every((entry) => entry.isDirectory() && isAbsentOrEmpty(join(dir, entry.name)));
  } catch (error) {
    if (error.code === "ENOENT") return true;
    throw error;
  }
}

export {
  surelyEmpty,
  surelyNoRefs
};
