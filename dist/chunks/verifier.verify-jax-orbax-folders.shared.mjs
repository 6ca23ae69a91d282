import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  folderOf,
  inFolder,
  nameIn
} from "./verifier.verify-contract-oddity.shared.mjs";

// src/verify/jax/orbax-folders.ts
var MARKS = /* @__PURE__ */ new Set(["_CHECKPOINT_METADATA", "_METADATA", "manifest.ocdbt", "commit_success.txt"]);
var UNFINISHED = /\.orbax-checkpoint-tmp/;
function orbaxFolders(tree) {
  const marked = /* @__PURE__ */ new Set();
  for (const { path } of tree.files) {
    const folder = folderOf(path);
    if (MARKS.has(nameIn(path))) marked.add(folder);
    const steps = folder.split("/");
    const unfinished = steps.findIndex((name) => UNFINISHED.test(name));
    if (unfinished >= 0) marked.add(steps.slice(0, unfinished + 1).join("/"));
  }
  return [...marked].filter((folder) => !ancestorsOf(folder).some((each) => marked.has(each))).sort();
}
var isWithin = (folder, roots) => [folder, ...ancestorsOf(folder)].some((each) => roots.has(each));
function ancestorsOf(folder) {
  const list = [];
  for (let at = folder; at !== ""; ) {
    at = folderOf(at);
    list.push(at);
  }
  return list;
}
function itemsOf(paths) {
  const folders = paths.filter((path) => nameIn(path) === "_METADATA" || nameIn(path) === "manifest.ocdbt").map(folderOf).filter((folder) => !/^ocdbt\.process_/.test(nameIn(folder)));
  return [...new Set(folders)];
}
var OF_ORBAX = /(^|\/)(_CHECKPOINT_METADATA|commit_success\.txt|_METADATA|_sharding|array_metadatas|ocdbt\.process_[^/]*)(\/|$)/;
var isBareDatabase = (folder, paths) => paths.includes(inFolder(folder, "manifest.ocdbt")) && !paths.some((path) => OF_ORBAX.test(path));

export {
  UNFINISHED,
  orbaxFolders,
  isWithin,
  itemsOf,
  isBareDatabase
};
