import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  colabRunId
} from "./colab-notebook-job.shared.mjs";
import {
  configHash
} from "./job-config-hash.shared.mjs";
import {
  bundleCode
} from "./launch-code-bundle.shared.mjs";
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
} from "./collect-disk-worker.shared.mjs";
import {
  LocalTree,
  readManifest,
  refusedBelow,
  requireSpace
} from "./collect-local-tree.shared.mjs";
import "./launch-install-command.shared.mjs";
import "./job-watched.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import {
  readGitArchive
} from "./launch-conda-by-pip.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./box-keeper-call.shared.mjs";
import {
  checkpointSets
} from "./box-keeper-text.shared.mjs";
import {
  faceOf
} from "./cli-settings.shared.mjs";
import {
  expandRoster
} from "./job-roster.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./box-stranger-text.shared.mjs";
import {
  parseJob
} from "./job-approval-rules.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./job-quantity.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./job-glob.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import "./host-installed.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./job-data-source.shared.mjs";
import "./secret-shape.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import {
  external_exports
} from "./npm-zod-v4-classic-checks.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./verify-engine-role-guess.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-apart-messages.shared.mjs";
import "./verify-engine-change.shared.mjs";
import "./verify-codec-crc32c.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./verify-read-hdf5-signature.shared.mjs";
import "./wildcard.shared.mjs";
import "./verify-contract-oddity.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./verify-codec-crc32.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import {
  keysInFile,
  sourcesOf
} from "./metrics-rule.shared.mjs";
import {
  opaqueWords
} from "./lease-opaque-words.shared.mjs";
import "./clock.shared.mjs";
import "./evidence-level.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/colab-collect.ts
import { lstatSync as lstatSync3 } from "node:fs";
import { join as join6, resolve as resolve2 } from "node:path";

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
    const lack = lackIn(of.from, entry) ?? await brought(tree, entry, of);
    if (lack) lacks.push({ cell: of.cell, path: entry.path, ...lack });
    else of.onFile(entry.path);
  }
  await tree.settle();
  await rmdir(of.growing).catch(() => void 0);
  return lacks;
}
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
var OTHER = { what: "has another content than the notebook saved", mayCome: false };
async function brought(tree, entry, of) {
  const here = tree.look(entry.path);
  if (here.kind === "in the way") throw inTheWay(join(of.to, entry.path), here.why);
  const isHere = here.kind === "file" && here.stats.size === entry.bytes;
  if (isHere && await sha256Of(join(of.to, entry.path)) === entry.sha256) return void 0;
  const growing = join(of.growing, entry.sha256);
  const copied = await copyHashed(join(of.from, entry.path), growing, of.signal).catch(
    (error) => unreadable(of.to, error)
  );
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
import { join as join3 } from "node:path";

// src/colab/record.ts
import { lstatSync as lstatSync2, readdirSync, readFileSync } from "node:fs";
import { join as join2 } from "node:path";
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
  const begun = namesIn(join2(root, "attempts")).flatMap((name) => /^(\d{1,6})\.json$/.exec(name)?.[1] ?? []);
  const attempt = Math.max(0, ...begun.map(Number));
  const text = plainText(join2(root, "run.json"));
  const record = read(RecordSchema, text);
  if (record && record.attempt >= attempt) return { is: "done", record };
  if (text !== void 0 && !record) return { is: "unread" };
  if (attempt === 0) return { is: "nothing" };
  const known = read(BegunSchema, plainText(join2(root, "attempts", `${attempt}.json`)));
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
  const stats = lstatSync2(path, { throwIfNoEntry: false });
  return stats?.isFile() && stats.size <= MOST_BYTES ? readFileSync(path, "utf8") : void 0;
}
function namesIn(dir) {
  return lstatSync2(dir, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(dir).sort() : [];
}

// src/colab/kept-sets.ts
async function newestKept(root, job, cell, signal) {
  const passed = [];
  const dir = join3(root, "sets", cell);
  const ids = namesIn(dir).filter((name) => /^\d{1,12}-\d{1,9}$/.test(name));
  for (const id of ids.sort((one, other) => byAge(other) - byAge(one))) {
    const found = await setIn(join3(dir, id), job, signal);
    if ("why" in found) passed.push(`${id}: ${found.why}`);
    else return { cell, id, step: found.step ?? null, passed };
  }
  return { cell, id: null, step: null, passed };
}
var byAge = (id) => Number(id.split("-")[0]) + Number(id.split("-")[1]) / 1e6;
async function setIn(dir, job, signal) {
  const entries = setManifest(plainText(join3(dir, "manifest")) ?? "");
  if (!entries) return { why: "its manifest is not there, or not to its end" };
  const files = join3(dir, "files");
  for (const entry of entries) {
    const lack = lackIn(files, entry);
    if (lack) return { why: `${entry.path} ${lack.what}` };
    if (await sha256Of(join3(files, entry.path)) !== entry.sha256)
      return { why: `${entry.path} has another content` };
  }
  if (!job.checkpoint) return { step: void 0 };
  const seen = entries.map(({ path, bytes }) => ({ path, bytes, modifiedAt: 0 }));
  const [set] = checkpointSets(seen, job.checkpoint);
  if (!set) return { why: "it holds no checkpoint as the job names one" };
  const verdict = await loadedSetIn(files, job, set, signal);
  return verdict.isWhole ? { step: verdict.step } : { why: `${verdict.path} ${verdict.why}` };
}

// src/colab/seal-brought.ts
import { join as join4 } from "node:path";
async function sealBrought(of) {
  const { job, store, files, signal } = of;
  const verdicts = [];
  for (const { name } of job.cells) {
    const claims = [...claimsOf(job, name, files, (row) => expectationOf(of, row)).values()];
    const loaded = await loadVerify(join4(store.root, name), claims, { signal });
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

// src/cli/colab-job.ts
import { basename, dirname, resolve } from "node:path";
async function jobAtCommit(settings, { commit: commit2, run: run2 }) {
  const path = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
  const code = await bundleCode(dirname(path), { commit: commit2 });
  const name = basename(path);
  const file = readGitArchive(Buffer.from(code.tar)).find(
    (each) => each.path === name && each.link === void 0
  );
  const shown = `${name} of commit ${commit2.slice(0, 12)}`;
  if (!file) throw otherJob(`Commit ${commit2.slice(0, 12)} holds no ${name}.`);
  const { job } = parseJob(Buffer.from(file.content).toString("utf8"), shown, knownPlatforms());
  const own = colabRunId(job.name, configHash(job, { commit: code.commit, codeHash: code.hash }));
  if (own !== run2) throw otherJob(`${shown} makes the run ${own}, and the folder is of ${run2}.`);
  return job;
}
var otherJob = (what) => new Problem({
  code: "other-job",
  kind: "usage",
  what,
  next: "Name the job file that the notebook was made from: --job FILE, in the clone that holds its commit."
});

// src/cli/colab-problems.ts
import { join as join5 } from "node:path";
var LATER = "Wait up to 30 min until Drive is in step, then run the same command again; what is here already is not brought twice.";
var folderMissing = (folder) => new Problem({
  code: "no-folder",
  kind: "usage",
  what: `There is no folder ${folder}.`,
  next: "Name the folder of the run as Drive keeps it on this machine, or as you downloaded it: .../gpu-lease/RUN."
});
var whichRun = (folder, runs) => new Problem({
  code: "colab-which-run",
  kind: "usage",
  what: `${folder} holds ${runs.length} runs: ${runs.slice(0, 10).join(", ")}.`,
  next: `Name the folder of one, such as ${join5(folder, runs[0] ?? "")}; its job file by --job where that is another one.`
});
var nothingThere = (root) => new Problem({
  code: "sync-failed",
  kind: "unreachable",
  what: `${root} holds nothing that a notebook of gpu-lease writes (SYNC_FAILED, or it is another folder).`,
  next: LATER
});
var recordUnread = (root) => new Problem({
  code: "sync-failed",
  kind: "unreachable",
  what: `run.json in ${root} is empty, cut or none of ours: Drive has not synced it yet (SYNC_FAILED).`,
  next: LATER
});
function lacking(root, lacks) {
  const others = lacks.filter(({ mayCome }) => !mayCome);
  const list = lacks.slice(0, 20).map(({ cell, path, what }) => `- cells/${cell}/files/${path} ${what}`);
  const more = lacks.length > list.length ? `
- and ${lacks.length - list.length} more` : "";
  if (others.length > 0) {
    return new Problem({
      code: "drive-differs",
      kind: "failed",
      what: `${lacks.length} file(s) in ${root} are not what the notebook saved:
${list.join("\n")}${more}`,
      next: "Nothing is sealed. Download the folder again from drive.google.com; where it is the same there, run the notebook again."
    });
  }
  return new Problem({
    code: "sync-failed",
    kind: "unreachable",
    what: `Drive has not synced ${lacks.length} file(s) yet (SYNC_FAILED); ${root} names them and does not hold them:
${list.join("\n")}${more}`,
    next: LATER
  });
}
function notWhole({ run: run2, cells }, obstacles) {
  const failed = cells.filter(({ exitCode }) => exitCode !== 0);
  const ended = failed.map(
    ({ name, exitCode }) => `${name} ${exitCode === null ? "did not run" : `ended with ${exitCode}`}`
  );
  const list = obstacles.slice(0, 20).map((each) => `- ${each.cell}/${each.path}: ${each.code}: ${each.what}`);
  return new Problem({
    code: "not-sealable",
    kind: "failed",
    what: `${run2} cannot be sealed${ended.length > 0 ? ` (${ended.join(", ")})` : ""}:
${list.join("\n")}`,
    next: ended.length > 0 ? "Run all cells of the notebook again: it goes on from what is whole on Drive." : "Look at the files. Correct the job, commit, and make the notebook anew."
  });
}

// src/cli/colab-collect.ts
var NOTHING = { run: null, seal: null, verified: null, roster: null, level: null, place: null };
var UNTOLD = { ...NOTHING, attempts: null, cells: [], kept: [], lacking: [] };
async function collectFolder(settings, folder, signal) {
  const root = runFolder(resolve2(settings.cwd, folder));
  const of = { settings, face: await faceOf(settings), signal, root };
  const state = driveState(root);
  if (state.is === "done") return collectRecord(of, state.record);
  if (state.is === "begun") return goesOn(of, state);
  const what = state.is === "unread" ? "cannot be read" : "is not there";
  print(of, { state: "not-synced", lacking: [{ cell: null, path: "run.json", what }] });
  throw state.is === "unread" ? recordUnread(root) : nothingThere(root);
}
function runFolder(folder) {
  if (!lstatSync3(folder, { throwIfNoEntry: false })?.isDirectory()) throw folderMissing(folder);
  if (driveState(folder).is !== "nothing") return folder;
  const runs = namesIn(folder).filter((name) => driveState(join6(folder, name)).is !== "nothing");
  const [run2, other] = runs;
  if (run2 === void 0) return folder;
  if (other !== void 0) throw whichRun(folder, runs);
  return join6(folder, run2);
}
async function collectRecord(of, record) {
  const job = await jobAtCommit(of.settings, record);
  const store = new RunStore(of.settings.storeDir, record.run);
  const files = filesOf(record, job);
  const cells = record.cells.map(({ name, exitCode }) => ({ cell: name, exitCode }));
  const shared = { run: record.run, place: store.root, attempts: record.attempt, cells };
  if (await isSealedSo(store, files)) {
    of.face.line(`${record.run} is sealed here already, and every file is as it was: ${store.root}`);
    print(of, { ...shared, state: "sealed", seal: store.readSeal()?.seal ?? null });
    return EXIT.ok;
  }
  store.requireUnsealed();
  const lacks = await bringAll(of, { job, store, files });
  if (lacks.length > 0) {
    const state = lacks.every(({ mayCome }) => mayCome) ? "not-synced" : "differs";
    print(of, { ...shared, state, lacking: lacks.map(({ cell, path, what }) => ({ cell, path, what })) });
    throw lacking(of.root, lacks);
  }
  const sealing = await sealBrought({ job, store, files, attempts: record.attempt, signal: of.signal });
  if (!sealing.sealed) {
    const list = sealing.obstacles.map(({ cell, path, code, what }) => ({
      cell,
      path,
      what: `${code}: ${what}`
    }));
    print(of, { ...shared, state: "failed", lacking: list });
    throw notWhole(record, sealing.obstacles);
  }
  sayWhole(of, store, sealing);
  const { seal: seal2, verified, roster, level } = sealing;
  print(of, { ...shared, state: "sealed", seal: seal2, verified, roster, level });
  return EXIT.ok;
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
async function bringAll({ face, root, signal }, { job, store, files }) {
  const lacks = [];
  let done = 0;
  const onFile = (note) => {
    done += 1;
    face.progress("bring", { label: "bring", done, total: files.length, unit: "files", note });
  };
  const growing = join6(store.root, "+incoming");
  for (const { name } of job.cells) {
    const own = files.filter(({ cell }) => cell === name);
    const places = { cell: name, from: join6(root, "cells", name, "files"), to: store.cellDir(name), growing };
    lacks.push(...await bringFiles(own, { ...places, signal, onFile }));
  }
  face.settle("bring");
  return lacks;
}
function sayWhole({ face }, { root }, sealing) {
  const { seal: seal2, verified, level, opaque } = sealing;
  const words = `${verified} files verified at ${level}${opaqueWords(opaque)}`;
  face.line(`sealed ${seal2.slice(0, 8)}: ${words}; they are in ${root}`);
}
async function goesOn(of, { attempt, run: run2, commit: commit2 }) {
  const { face, root, settings, signal } = of;
  face.line(
    `session ${attempt} of ${run2} began, and its end is not here: it works, was taken away, or Drive has not brought it yet`
  );
  const job = await jobAtCommit(settings, { commit: commit2, run: run2 });
  const kept = [];
  for (const { name } of job.cells) kept.push(await newestKept(root, job, name, signal));
  for (const { cell, id, step, passed } of kept) {
    for (const each of passed) face.warn(`${cell}: ${each}`);
    const from = id === null ? "no checkpoint is whole here" : `a next session goes on from ${id}`;
    face.line(`${cell}: ${from}${step === null ? "" : `, step ${step}`}`);
  }
  face.line("next: run all cells of the notebook again; collect once its last one says that Drive has all");
  print(of, { run: run2, state: "going-on", attempts: attempt, kept });
  return EXIT.inconclusive;
}
function print({ settings }, told) {
  if (settings.json) process.stdout.write(jsonLine({ ...UNTOLD, ...told }));
}
export {
  collectFolder
};
