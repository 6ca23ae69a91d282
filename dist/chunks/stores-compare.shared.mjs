import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/stores/compare.ts
import { createHash } from "node:crypto";
async function compareStored(store, set, files, { signal, onProgress = () => {
} }) {
  const there = new Map((await set.names()).map(({ name, bytes }) => [name, bytes]));
  const differences = [];
  let done = 0;
  for (const file of files) {
    const name = store.nameOf(file.path);
    const listed = there.get(name);
    there.delete(name);
    const problem = listed === void 0 ? "missing" : sizeProblem(listed, file.bytes);
    if (problem === void 0) {
      const now = await hashOf(set, { name, most: file.bytes }, signal, (bytes) => onProgress(done + bytes));
      const other = sizeProblem(now.bytes, file.bytes) ?? (now.sha256 === file.sha256 ? void 0 : "changed");
      if (other !== void 0) differences.push({ path: file.path, problem: other });
    } else {
      differences.push({ path: file.path, problem });
    }
    done += file.bytes;
  }
  for (const name of there.keys()) differences.push({ path: name, problem: "unexpected" });
  return differences;
}
function sizeProblem(bytes, expected) {
  if (bytes === expected) return void 0;
  if (bytes === 0) return "zero-byte";
  return bytes < expected ? "truncated" : "changed";
}
var Surplus = class extends Error {
};
async function hashOf(set, { name, most }, signal, onBytes) {
  const hash = createHash("sha256");
  let bytes = 0;
  const take = (piece) => {
    signal.throwIfAborted();
    bytes += piece.length;
    if (bytes > most) throw new Surplus();
    hash.update(piece);
    onBytes(bytes);
  };
  await set.read(name, take).catch((error) => {
    if (!(error instanceof Surplus)) throw error;
  });
  return { bytes, sha256: hash.digest("hex") };
}
async function textOf(set, name, most) {
  const parts = [];
  let bytes = 0;
  await set.read(name, (piece) => {
    bytes += piece.length;
    if (bytes > most) throw new RangeError(`${name} is longer than ${most} bytes`);
    parts.push(piece.slice());
  });
  return Buffer.concat(parts).toString("utf8");
}

export {
  compareStored,
  textOf
};
