import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  compileGlob,
  staysInside
} from "./job-glob.shared.mjs";
import {
  LEVEL_NEEDED
} from "./evidence-level.shared.mjs";

// src/job/roster.ts
var holdsToHashOnly = ({ role }) => LEVEL_NEEDED[role] === "L1";
function expandRoster(job) {
  return job.cells.flatMap(
    (cell) => job.artifacts.map((rule) => ({
      ...rule,
      cell: cell.name,
      requiredLevel: LEVEL_NEEDED[rule.role]
    }))
  );
}
function matchRoster(roster, listing) {
  const { files, duplicate } = withoutDuplicates(listing);
  const filesOf = groupByCell(files);
  const claimed = /* @__PURE__ */ new Set();
  const matchers = /* @__PURE__ */ new Map();
  const matched = roster.map((entry) => {
    const matches = matchers.get(entry.path) ?? compileGlob(entry.path);
    matchers.set(entry.path, matches);
    const named = (filesOf.get(entry.cell) ?? []).filter(({ path }) => staysInside(path) && matches(path));
    for (const file of named) claimed.add(file);
    return { entry, files: named.filter(holdsSomething) };
  });
  return {
    matched,
    missing: matched.filter(({ entry, files: counting }) => counting.length < entry.min).map(({ entry, files: counting }) => ({ entry, found: counting.length })),
    undeclared: files.filter((file) => !claimed.has(file)),
    zeroByte: files.filter((file) => claimed.has(file) && !holdsSomething(file)),
    duplicate
  };
}
var holdsSomething = ({ bytes }) => Number.isSafeInteger(bytes) && bytes > 0;
function withoutDuplicates(listing) {
  const seen = /* @__PURE__ */ new Set();
  const files = [];
  const duplicate = [];
  for (const file of listing) {
    const key = JSON.stringify([file.cell, file.path]);
    (seen.has(key) ? duplicate : files).push(file);
    seen.add(key);
  }
  return { files, duplicate };
}
function groupByCell(files) {
  const groups = /* @__PURE__ */ new Map();
  for (const file of files) {
    const group = groups.get(file.cell);
    if (group) group.push(file);
    else groups.set(file.cell, [file]);
  }
  return groups;
}

export {
  holdsToHashOnly,
  expandRoster,
  matchRoster
};
