import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  readManifest
} from "./collect-manifest.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/colab/record.ts
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
var run = external_exports.string().regex(/^[a-z0-9-]{1,80}$/);
var commit = external_exports.string().regex(/^[0-9a-f]{40,64}$/);
var RecordSchema = external_exports.object({
  format: external_exports.literal("gpu-lease-colab/1"),
  run,
  commit,
  attempt: external_exports.int().min(1),
  cells: external_exports.array(external_exports.object({ name: external_exports.string(), exitCode: external_exports.int().nullable() })),
  files: external_exports.array(external_exports.looseObject({ cell: external_exports.string() }))
});
var BegunSchema = external_exports.object({ run, commit });
var MOST_BYTES = 64 * 1024 ** 2;
function driveState(root) {
  const begun = namesIn(join(root, "attempts")).flatMap((name) => /^(\d{1,6})\.json$/.exec(name)?.[1] ?? []);
  const attempt = Math.max(0, ...begun.map(Number));
  const text = plainText(join(root, "run.json"));
  const record = read(RecordSchema, text);
  if (record && record.attempt >= attempt) return { is: "done", record };
  if (text !== void 0 && !record) return { is: "unread" };
  if (attempt === 0) return { is: "nothing" };
  const known = read(BegunSchema, plainText(join(root, "attempts", `${attempt}.json`)));
  return known ? { is: "begun", attempt, ...known } : { is: "unread" };
}
function read(schema, text) {
  try {
    return schema.safeParse(JSON.parse(text ?? "")).data;
  } catch {
    return void 0;
  }
}
function filesOf({ files }, { cells }) {
  return cells.flatMap(({ name }) => {
    const { entries, refused } = readManifest(files.filter(({ cell }) => cell === name));
    if (refused.length > 0) throw unsafe(refused.map(({ path, why }) => `${path}: ${why}`));
    return entries.map((entry) => ({ cell: name, ...entry }));
  });
}
var unsafe = (list) => new Problem({
  code: "unsafe-names",
  kind: "failed",
  what: `run.json lists files that cannot be brought safely: ${list.slice(0, 5).join("; ")}.`,
  next: "Look at who can write to the folder. Files of the job need plain names below its output directory."
});
function plainText(path) {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isFile() && stats.size <= MOST_BYTES ? readFileSync(path, "utf8") : void 0;
}
function namesIn(dir) {
  return lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(dir).sort() : [];
}

export {
  driveState,
  filesOf,
  plainText,
  namesIn
};
