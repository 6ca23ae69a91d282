import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  namesIn,
  plainText
} from "./colab-record.shared.mjs";
import {
  claimsOf,
  setManifest,
  verdictRowsOf
} from "./collect-claims.shared.mjs";
import {
  loadVerify,
  loadedSetIn
} from "./collect-load-verify.shared.mjs";
import {
  sha256Of
} from "./collect-kept-copies.shared.mjs";
import {
  RunStore,
  seal,
  sealedFiles
} from "./collect-seal.shared.mjs";
import {
  LocalTree,
  refusedBelow,
  requireSpace
} from "./collect-local-tree.shared.mjs";
import {
  checkpointSets
} from "./box-keeper-text.shared.mjs";
import {
  expandRoster
} from "./job-roster.shared.mjs";
import {
  opaqueWords
} from "./lease-opaque-words.shared.mjs";
import {
  keysInFile,
  sourcesOf
} from "./metrics-rule.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/colab/bring.ts
import { createHash } from "node:crypto";
import { constants, lstatSync } from "node:fs";
import { mkdir, open, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
async function bringFiles(entries, of) {
  const tree = await LocalTree.open(of.to);
  await mkdir(of.growing, { recursive: true });
  const bytes = entries.reduce(
    (sum, entry) => sum + (tree.look(entry.path).kind === "file" ? 0 : entry.bytes),
    0
  );
  await requireSpace(of.to, bytes, entries.length);
  const lacks = [];
  for (const entry of entries) {
    of.signal.throwIfAborted();
    const lack = await brought(tree, entry, of);
    if (lack) lacks.push({ cell: of.cell, path: entry.path, ...lack });
    else of.onFile(entry.path);
  }
  await tree.settle();
  await rmdir(of.growing).catch(() => void 0);
  return lacks;
}
var outOfFolder = (from, to, signal) => async (entry, growing) => lackIn(from, entry) ?? await copyHashed(join(from, entry.path), growing, signal).catch((error) => unreadable(to, error));
function lackIn(dir, { path, bytes }) {
  const names = path.split("/");
  for (let count = 1; count < names.length; count += 1) {
    const stats2 = lstatSync(join(dir, ...names.slice(0, count)), { throwIfNoEntry: false });
    if (!stats2) return { what: "is not there", mayCome: true };
    if (!stats2.isDirectory()) return { what: "lies below what is no folder", mayCome: false };
  }
  const stats = lstatSync(join(dir, path), { throwIfNoEntry: false });
  if (!stats) return { what: "is not there", mayCome: true };
  if (!stats.isFile()) return { what: "is no plain file", mayCome: false };
  if (stats.size === bytes) return void 0;
  return { what: `has ${stats.size} of ${bytes} bytes`, mayCome: stats.size < bytes };
}
var OTHER = { what: "has another content than was saved", mayCome: false };
async function brought(tree, entry, of) {
  const here = tree.look(entry.path);
  if (here.kind === "in the way") throw inTheWay(join(of.to, entry.path), here.why);
  const isHere = here.kind === "file" && here.stats.size === entry.bytes;
  if (isHere && await sha256Of(join(of.to, entry.path)) === entry.sha256) return void 0;
  const growing = join(of.growing, entry.sha256);
  const copied = await of.copy(entry, growing);
  if (copied !== entry.sha256) {
    await rm(growing, { force: true });
    return typeof copied === "string" ? OTHER : copied;
  }
  await rename(growing, tree.makeWay(entry.path));
  tree.published(entry.path, { synced: false });
  return void 0;
}
function unreadable(to, error) {
  const { code = "" } = error;
  if (["EIO", "ENOENT", "ETIMEDOUT", "ESTALE", "EDEADLK", "ENODATA", "EAGAIN"].includes(code))
    return { what: `cannot be read (${code})`, mayCome: true };
  return refusedBelow(to, error);
}
var PIECE_BYTES = 4 * 1024 ** 2;
async function copyHashed(from, to, signal) {
  const source = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const target = await open(to, "w", 384);
    try {
      const hash = createHash("sha256");
      const piece = Buffer.alloc(PIECE_BYTES);
      for (; ; ) {
        signal.throwIfAborted();
        const { bytesRead } = await source.read(piece, 0, piece.length, null);
        if (bytesRead === 0) return hash.digest("hex");
        hash.update(piece.subarray(0, bytesRead));
        await target.writeFile(piece.subarray(0, bytesRead));
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
var inTheWay = (path, why) => new Problem({
  code: "not-plain-here",
  kind: "failed",
  what: `${path} cannot be written: ${why}.`,
  next: "Take it away, then run the same command again."
});

// src/colab/kept-sets.ts
import { join as join2 } from "node:path";
async function newestKept(root, job, cell, signal) {
  const passed = [];
  const dir = join2(root, "sets", cell);
  const ids = namesIn(dir).filter((name) => /^\d{1,12}-\d{1,9}$/.test(name));
  for (const id of ids.sort((one, other) => byAge(other) - byAge(one))) {
    const found = await setIn(join2(dir, id), job, signal);
    if ("why" in found) passed.push(`${id}: ${found.why}`);
    else return { cell, id, step: found.step ?? null, passed };
  }
  return { cell, id: null, step: null, passed };
}
var byAge = (id) => Number(id.split("-")[0]) + Number(id.split("-")[1]) / 1e6;
async function setIn(dir, job, signal) {
  const entries = setManifest(plainText(join2(dir, "manifest")) ?? "");
  if (!entries) return { why: "its manifest is not there, or not to its end" };
  const files = join2(dir, "files");
  for (const entry of entries) {
    const lack = lackIn(files, entry);
    if (lack) return { why: `${entry.path} ${lack.what}` };
    if (await sha256Of(join2(files, entry.path)) !== entry.sha256)
      return { why: `${entry.path} has another content` };
  }
  if (!job.checkpoint) return { step: void 0 };
  const seen = entries.map(({ path, bytes }) => ({ path, bytes, modifiedAt: 0 }));
  const [set] = checkpointSets(seen, job.checkpoint);
  if (!set) return { why: "it holds no checkpoint as the job names one" };
  const verdict = await loadedSetIn(files, job, set, signal);
  return verdict.isWhole ? { step: verdict.step } : { why: `${verdict.path} ${verdict.why}` };
}

// src/cli/collect-brought.ts
import { join as join4 } from "node:path";

// src/colab/seal-brought.ts
import { join as join3 } from "node:path";
async function sealBrought(of) {
  const { job, store, files, signal } = of;
  const verdicts = [];
  for (const { name } of job.cells) {
    const claims = [...claimsOf(job, name, files, (row) => expectationOf(of, row)).values()];
    const loaded = await loadVerify(join3(store.root, name), claims, { signal });
    verdicts.push(...claims.flatMap((file) => verdictRowsOf(name, file, loaded)));
  }
  const input = {
    run: store.run,
    roster: expandRoster(job),
    manifest: files,
    verdicts,
    place: store.root
  };
  const sealing = seal(input);
  if (sealing.sealed) await store.writeSeal(input, sealing);
  else {
    await store.writeManifest(files);
    await store.writeVerdicts(verdicts);
  }
  return sealing;
}
function expectationOf({ job, attempts }, { role, path }) {
  const metrics = sourcesOf(job).find((rule) => rule.path === path);
  if (role === "metrics" && metrics) return { ...keysInFile(metrics), restarts: attempts - 1 };
  return role === "checkpoint" && job.checkpoint ? { stepKey: job.checkpoint.stepKey } : {};
}
async function isSealedSo(store, files) {
  const sealed = sealedFiles(store.readSeal()?.document);
  if (!sealed) return false;
  const keyOf = ({ cell, path, bytes, sha256 }) => JSON.stringify([cell, path, bytes, sha256]);
  const now = new Set(files.map(keyOf));
  if (sealed.length !== files.length || !sealed.every((file) => now.has(keyOf(file)))) return false;
  const { problems } = await store.checkSeal();
  if (problems.length === 0) return true;
  await store.breakSeal(problems.map(({ path, problem }) => `${path} is ${problem}`).join("; "));
  return false;
}

// src/cli/collect-brought.ts
async function collectBrought(made) {
  const { settings, face, signal, run, job, files, sessions } = made;
  const store = new RunStore(settings.storeDir, run);
  if (await isSealedSo(store, files)) {
    face.line(`${run} is sealed here already, and every file is as it was: ${store.root}`);
    const seal3 = store.readSeal()?.seal ?? null;
    return { is: "sealed", sealed: { seal: seal3, verified: null, roster: null, level: null } };
  }
  store.requireUnsealed();
  const lacks = await bringAll(made, store);
  if (lacks.length > 0) {
    const rows = lacks.map(({ cell, path, what }) => ({ cell, path, what }));
    return { is: "lacking", lacks, rows };
  }
  const sealing = await sealBrought({ job, store, files, attempts: sessions, signal });
  if (!sealing.sealed) {
    const { obstacles } = sealing;
    const rows = obstacles.map(({ cell, path, code, what }) => ({ cell, path, what: `${code}: ${what}` }));
    return { is: "not-sealable", obstacles, rows };
  }
  const { seal: seal2, verified, roster, level, opaque } = sealing;
  const words = `${verified} files verified at ${level}${opaqueWords(opaque)}`;
  face.line(`sealed ${seal2.slice(0, 8)}: ${words}; they are in ${store.root}`);
  return { is: "sealed", sealed: { seal: seal2, verified, roster, level } };
}
async function bringAll({ face, job, files, signal, copyOf }, store) {
  const lacks = [];
  const growing = join4(store.root, "+incoming");
  let done = 0;
  const onFile = (note) => {
    done += 1;
    face.progress("bring", { label: "bring", done, total: files.length, unit: "files", note });
  };
  for (const { name } of job.cells) {
    const own = files.filter(({ cell }) => cell === name);
    const to = store.cellDir(name);
    const of = { cell: name, copy: copyOf(name, to), to, growing, signal, onFile };
    lacks.push(...await bringFiles(own, of));
  }
  face.settle("bring");
  return lacks;
}

export {
  bringFiles,
  outOfFolder,
  newestKept,
  collectBrought
};
