import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/verify/tensor/diff.ts
function diffTensors(before, after) {
  const old = new Map(before.map((row) => [row.name, row]));
  const now = new Map(after.map((row) => [row.name, row]));
  const diff = {
    added: inOrder([...now.values()].filter(({ name }) => !old.has(name))),
    removed: inOrder([...old.values()].filter(({ name }) => !now.has(name))),
    retyped: [],
    reshaped: [],
    changed: [],
    unchanged: 0,
    unknown: []
  };
  for (const a of inOrder([...old.values()])) {
    const b = now.get(a.name);
    if (b !== void 0) enter(diff, a, b);
  }
  return diff;
}
var isSame = (diff) => [diff.added, diff.removed, diff.retyped, diff.reshaped, diff.changed].every(({ length }) => length === 0);
function enter(diff, a, b) {
  const { name } = a;
  if (a.dtype !== b.dtype) diff.retyped.push({ name, before: a.dtype, after: b.dtype });
  else if (a.shape.join() !== b.shape.join())
    diff.reshaped.push({ name, before: shapeWord(a), after: shapeWord(b) });
  else if (a.fingerprint === void 0 || b.fingerprint === void 0) diff.unknown.push(name);
  else if (a.fingerprint === b.fingerprint) diff.unchanged += 1;
  else diff.changed.push(name);
}
var shapeWord = ({ shape }) => shape.length === 0 ? "scalar" : shape.join("x");
var inOrder = (rows) => rows.sort((a, b) => a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

export {
  diffTensors,
  isSame,
  shapeWord
};
