import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  KeptCopies
} from "./collect-kept-copies.shared.mjs";
import {
  storeOf
} from "./collect-places.shared.mjs";
import {
  holdFile
} from "./host-hold-file.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  goesOnFrom
} from "./lease-bound-anew.shared.mjs";

// src/collect/kept-parcel.ts
import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
var PARCEL = "+kept-parcel";
var LIST = "+kept/kept.json";
async function keptParcel(storeDir, run, cells) {
  const root = parcelDir(storeDir, run);
  await rm(root, { recursive: true, force: true });
  const held = [];
  const files = [];
  for (const cell of cells) {
    const { name, verifiedStep } = cell;
    const kept = goesOnFrom(cell);
    const copies = new KeptCopies(storeOf(storeDir, run, name));
    if ((await copies.missing(kept)).length > 0) continue;
    const from = await copies.laidOut(kept, join(root, name));
    held.push({ cell: name, copies: kept, ...verifiedStep !== void 0 && { step: verifiedStep } });
    for (const { path, bytes, sha256 } of kept)
      files.push({ path: `${name}/${path}`, from: join(from, path), bytes, sha256 });
  }
  if (held.length === 0) return;
  files.push(await listed(root, run, held));
  return {
    parcel: { run, means: "kept", seal: markOf(held), directories: [root], files },
    cells: held
  };
}
var dropParcel = (storeDir, run) => rm(parcelDir(storeDir, run), { recursive: true, force: true });
var parcelDir = (storeDir, run) => join(storeDir, run, PARCEL);
var markOf = (cells) => digestOf(cells.map(({ cell, copies }) => ({ cell, files: copies.map(nameAndHash) })));
var nameAndHash = ({ path, sha256 }) => [path, sha256];
async function listed(root, run, cells) {
  const bytes = Buffer.from(`${JSON.stringify({ run, cells }, void 0, 2)}
`);
  const from = join(root, LIST);
  await mkdir(join(root, "+kept"), { recursive: true });
  await writeFile(from, bytes);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { path: LIST, from, bytes: bytes.length, sha256 };
}

// src/collect/one-puller.ts
import { mkdirSync } from "node:fs";
import { join as join2 } from "node:path";
var DEAD_AFTER_SECONDS = 120;
function becomeOnlyPuller(root) {
  mkdirSync(root, { recursive: true });
  return holdFile(join2(root, "+puller"), DEAD_AFTER_SECONDS);
}

export {
  keptParcel,
  dropParcel,
  becomeOnlyPuller
};
