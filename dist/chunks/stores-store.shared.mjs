import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);

// src/stores/store.ts
import { createHash } from "node:crypto";
var meaningOf = ({ means, seal }) => `${means} as ${seal.slice(0, 8)}`;
function sentFrom({ path, from }) {
  if (from === void 0)
    throw new Error(`${path} is not on this machine, and its store took it all the same`);
  return from;
}
var bytesOf = (parcel) => parcel.files.reduce((sum, file) => sum + file.bytes, 0);
function listDigest(objects) {
  const lines = objects.map(({ name, bytes, digest }) => JSON.stringify([name, bytes, digest])).sort();
  return `sha256:${createHash("sha256").update(lines.join("\n")).digest("hex")}`;
}
var folderOf = ({ run, seal }) => `${run}/${seal.slice(0, 16)}`;

export {
  meaningOf,
  sentFrom,
  bytesOf,
  listDigest,
  folderOf
};
