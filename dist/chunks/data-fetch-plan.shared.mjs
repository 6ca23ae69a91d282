import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  nameFault
} from "./job-data-source.shared.mjs";
import {
  quoted
} from "./secret-shape.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/data/fetch-plan.ts
var MOST_FILES = 1e4;
function sourceOf({ from, to, sha256, token }, listed, revision) {
  if (listed.length === 0) throw unusable(from, "it holds no file", "Look at its name and folder.");
  if (listed.length > MOST_FILES)
    throw unusable(from, `it holds more than ${MOST_FILES} files`, "Name a folder of it, or pack it.");
  refuseNames(from, listed);
  const files = sha256 === void 0 ? listed : [pinned(from, listed, sha256)];
  const inOrder = [...files].sort((a, b) => a.path < b.path ? -1 : 1);
  return {
    from,
    to,
    ...revision !== void 0 && { revision },
    files: inOrder,
    digest: digestOf(inOrder.map(({ path, bytes, proof }) => [path, bytes ?? null, { ...proof }])),
    ...token !== void 0 && { token }
  };
}
function refuseNames(from, files) {
  const paths = new Set(files.map(({ path }) => path));
  for (const path of paths) {
    const fault = nameFault(path);
    if (fault !== void 0) throw hostile(from, `a file named ${quoted(path)}, which ${fault}`);
    const above = path.split("/").slice(0, -1);
    const inFile = above.map((_, at) => above.slice(0, at + 1).join("/")).find((each) => paths.has(each));
    if (inFile !== void 0) throw hostile(from, `${quoted(inFile)} as a file and as a folder`);
  }
  if (paths.size < files.length) throw hostile(from, "one name twice");
}
function pinned(from, files, sha256) {
  const [file, ...others] = files;
  if (file === void 0 || others.length > 0)
    throw unusable(from, `\`sha256\` is of one file, and it holds ${files.length}`, "Name the one file.");
  if (file.proof.by === "sha256" && file.proof.digest !== sha256)
    throw new Problem({
      code: "data-digest",
      kind: "refused",
      what: `${from}: the job says sha256 ${sha256}, and its source says ${file.proof.digest}.`,
      next: "Find out which is meant before anything is rented, and correct `sha256` or the revision."
    });
  return { ...file, proof: { by: "sha256", digest: sha256 } };
}
var bytesOf = ({ files }) => files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
var unprovenIn = ({ files }) => files.filter(({ proof }) => proof.by === "nothing").length;
var hostile = (from, what) => new Problem({
  code: "data-names",
  kind: "refused",
  what: `${from} lists ${what}. Nothing of it is fetched.`,
  next: "Look at who made it; name a folder of it that holds only what is needed."
});
var unusable = (from, what, next) => new Problem({ code: "data-unusable", kind: "usage", what: `${from}: ${what}.`, next });

export {
  sourceOf,
  bytesOf,
  unprovenIn
};
