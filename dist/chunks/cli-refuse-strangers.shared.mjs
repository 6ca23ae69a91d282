import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  becomeOnlyPuller,
  dropParcel
} from "./collect-kept-parcel.shared.mjs";
import {
  listLogs
} from "./box-run-logs.shared.mjs";
import {
  listSeen
} from "./collect-set-listing.shared.mjs";
import {
  pull
} from "./collect-known-files.shared.mjs";
import {
  memoryText
} from "./box-memory-series.shared.mjs";
import {
  launcherFor
} from "./launch-keeper-launcher.shared.mjs";
import {
  MARGIN_BYTES,
  afarOf,
  differingSizes,
  freeBytesOf,
  hashedThere,
  nameOfTier,
  sendAfar,
  sendFiles,
  sha256OfSource,
  sourceOf,
  uploaderOf,
  wholeOf
} from "./collect-afar.shared.mjs";
import {
  hashOnBox,
  patienceSeconds,
  unmixed
} from "./collect-box-questions.shared.mjs";
import {
  runStatement,
  subjectsOf
} from "./attest-run-statement.shared.mjs";
import {
  checksumsOf,
  modelStatement,
  namesBeside,
  statementDigest,
  statementText
} from "./attest-beside.shared.mjs";
import {
  fewCharts,
  filesBelow,
  metricsSeries,
  seriesIn
} from "./report-metrics-charts.shared.mjs";
import {
  sealedLogs
} from "./collect-printed.shared.mjs";
import {
  fileOfLog
} from "./box-log-name.shared.mjs";
import {
  curvesToKeep
} from "./report-kept-curves.shared.mjs";
import {
  readMetrics
} from "./metrics-series.shared.mjs";
import {
  claimsOf,
  durableSets,
  holdOnTier,
  verdictRowsOf
} from "./collect-claims.shared.mjs";
import {
  hostileNames,
  noRoomHere,
  notPulled,
  notSealable,
  storeDiffers,
  strangeHere
} from "./collect-collect-problems.shared.mjs";
import {
  holdsNothing,
  judgeSet,
  loadBeside,
  loadVerify,
  loadedSet,
  pulledOf
} from "./collect-load-verify.shared.mjs";
import {
  KeptCopies
} from "./collect-kept-copies.shared.mjs";
import {
  cellOutDir,
  storeOf
} from "./collect-places.shared.mjs";
import {
  EVIDENCE,
  RunStore,
  seal
} from "./collect-seal.shared.mjs";
import {
  writeDurably
} from "./collect-disk-worker.shared.mjs";
import {
  refusedBelow
} from "./collect-local-tree.shared.mjs";
import {
  manifestSha256,
  pathFault
} from "./collect-manifest.shared.mjs";
import {
  watchedGlobs
} from "./job-watched.shared.mjs";
import {
  codeDiffers,
  manifest,
  probe,
  proveCode
} from "./box-keeper-call.shared.mjs";
import {
  checkpointSets,
  fingerprint,
  isOfSets,
  numberOf
} from "./box-keeper-text.shared.mjs";
import {
  rowsOf
} from "./metrics-csv-table.shared.mjs";
import {
  expandRoster
} from "./job-roster.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  compileGlob
} from "./job-glob.shared.mjs";
import {
  hiddenSecretsOf,
  secretNamesOf
} from "./job-secret-names.shared.mjs";
import {
  ownVersion
} from "./host-installed.shared.mjs";
import {
  TransportFailed
} from "./box-channel.shared.mjs";
import {
  listDigest
} from "./stores-store.shared.mjs";
import {
  Redactor
} from "./secret-redactor.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  heldOf
} from "./lease-bound-anew.shared.mjs";
import {
  opaqueWords
} from "./lease-opaque-words.shared.mjs";
import {
  attemptsOf,
  costing
} from "./lease-run.shared.mjs";
import {
  isPrinted,
  keysInFile,
  sourcesOf
} from "./metrics-rule.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/refuse-strangers.ts
async function refuseStrangers(command, env) {
  if (env["GITHUB_ACTIONS"] !== "true") return;
  const { startingEvent } = await import("./github-starting-event.mjs");
  const { refuseUntrusted } = await import("./github-untrusted-event.mjs");
  refuseUntrusted(command, startingEvent(env));
}

// src/collect/keep.ts
import { join as join4 } from "node:path";

// src/collect/box-sets.ts
function superseded(sets, cell, { retain }, before) {
  const newest = sets.findIndex(({ name }) => name === cell.sets.at(-1)?.name);
  if (retain?.onBox !== true || newest < 0) return [];
  const kept = new Set(cell.sets.map(({ name }) => name));
  const isWanted = (name) => kept.has(name) || retain.every !== void 0 && (numberOf(name) ?? 0) % retain.every === 0;
  return sets.slice(newest + 1).filter(
    (set) => set.form !== "files" && set.ending !== "lacking" && !isWanted(set.name) && before.has(fingerprint(set)) && set.files.every(({ path }) => pathFault(path) === void 0)
  );
}
var REMOVE = `
cd -- "$1" 2>/dev/null || exit 0
while IFS= read -r line; do
  case $line in
    f*) rm -f -- "./\${line#f }" || exit 5 ;;
    d*) rmdir -- "./\${line#d }" 2>/dev/null ;;
  esac
done
exit 0
`;
async function removeOnBox(channel, outDir, sets) {
  const paths = sets.flatMap(({ files }) => files.map(({ path }) => path));
  const lines = [...paths.map((path) => `f ${path}
`), ...foldersOf(sets).map((path) => `d ${path}
`)];
  const { exitCode, stderr } = await channel.exec(["sh", "-c", REMOVE, "sh", outDir], {
    stdin: Buffer.from(lines.join("")),
    timeoutSeconds: 300
  });
  if (exitCode !== 0)
    throw new TransportFailed(`the box could not remove old checkpoints: ${oneLine(stderr, 200)}`, "short");
}
function foldersOf(sets) {
  const folders = /* @__PURE__ */ new Set();
  for (const { name, form, files } of sets) {
    if (form !== "folder") continue;
    for (const { path } of files)
      for (let at = path.lastIndexOf("/"); at >= name.length; at = path.lastIndexOf("/", at - 1))
        folders.add(path.slice(0, at));
  }
  return [...folders].sort((a, b) => b.split("/").length - a.split("/").length);
}

// src/collect/choose-set.ts
var STILL_SECONDS = 60;
function choose(sets, looks) {
  let isWaiting = false;
  let isTooNew = false;
  for (const set of sets) {
    const print = fingerprint(set);
    if (print === looks.kept) break;
    if (set.ending === "lacking" || looks.refused.has(print)) continue;
    const isLate = looks.savedUntil !== void 0 && set.modifiedAt > looks.savedUntil;
    if (!isLate && (set.ending === "said" || liesStill(set, print, looks)))
      return { set, isWaiting, isTooNew };
    isTooNew ||= isLate;
    isWaiting = true;
  }
  return { set: void 0, isWaiting, isTooNew };
}
var liesStill = (set, print, { before, isOver, boxTime }) => isOver || before.has(print) || boxTime - set.modifiedAt >= STILL_SECONDS;

// src/collect/snapshot.ts
var TAKE = `
umask 077
cd -- "$1/out" 2>/dev/null || exit 0
rm -rf "$1/snapshot" && mkdir "$1/snapshot" || exit 5
while IFS= read -r line; do
  how=\${line%% *}
  path=\${line#? }
  [ -f "./$path" ] && [ ! -L "./$path" ] || continue
  case $path in */*) mkdir -p "$1/snapshot/\${path%/*}" || exit 5 ;; esac
  [ "$how" = l ] && ln -- "./$path" "$1/snapshot/$path" 2>/dev/null && continue
  cp -p -- "./$path" "$1/snapshot/$path" || exit 5
done
du -sk "$1/snapshot"
exit 0
`;
var NO_ROOM = /No space left|Disk quota exceeded/i;
var NoRoomToHold = class extends TransportFailed {
};
async function takeSnapshot(channel, cellDir, linked, copied) {
  const dir = `${cellDir}/snapshot`;
  const safe = (path) => pathFault(path) === void 0;
  const lines = [
    ...linked.filter(safe).map((path) => `l ${path}
`),
    ...copied.filter(safe).map((path) => `c ${path}
`)
  ];
  const taken = await channel.exec(["sh", "-c", TAKE, "sh", cellDir], {
    stdin: Buffer.from(lines.join("")),
    timeoutSeconds: 300
  });
  if (taken.exitCode !== 0) {
    const what = `the box could not hold its files still: ${taken.stderr.slice(0, 200)}`;
    throw NO_ROOM.test(taken.stderr) ? new NoRoomToHold(what, "short") : new TransportFailed(what, "short");
  }
  const bytes = 1024 * (Number.parseInt(taken.stdout, 10) || 0);
  const paths = lines.map((line) => line.slice(2, -1));
  const { files } = await hashOnBox(channel, dir, paths, { bytes });
  return {
    dir,
    entries: [...files].map(([path, file]) => ({ path, bytes: file.bytes, sha256: file.sha256 }))
  };
}
async function dropSnapshot(channel, { dir }) {
  await channel.exec(["sh", "-c", 'case $1 in */snapshot) rm -rf -- "$1" ;; esac', "sh", dir]);
}

// src/collect/held-still.ts
async function heldStill({ of, cell }, channel, { set, beside, metrics }, use) {
  const cellDir = `${of.lease.started?.dir.base}/cells/${cell.name}`;
  const paths = [...set?.files ?? [], ...beside].map(({ path }) => path);
  const linked = paths.filter((path) => !metrics.includes(path));
  const snapshot = await takeSnapshot(channel, cellDir, linked, metrics);
  const isSame = set === void 0 || await isStillThere(of, channel, `${cellDir}/out`, set);
  const used = isSame ? await use(snapshot) : void 0;
  await dropSnapshot(channel, snapshot);
  return used;
}
async function isStillThere({ job }, channel, outDir, set) {
  if (!job.checkpoint || set.form === "file" && set.files.length === 1) return true;
  const sets = checkpointSets(await listSeen(channel, outDir, watchedGlobs(job)), job.checkpoint);
  const now = sets.find(({ name, form }) => name === set.name && form === set.form);
  return now !== void 0 && fingerprint(now) === fingerprint(set);
}

// src/collect/kept-news.ts
import { readFile } from "node:fs/promises";
import { join as join2 } from "node:path";

// src/collect/local-sets.ts
import { lstat, readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
async function dropLocalSets(dir, rule, isWanted) {
  const gone = [];
  for (const set of checkpointSets(await listed(dir), rule)) {
    if (set.form === "files" || isWanted(set.name)) continue;
    for (const { path } of set.files) {
      await rm(join(dir, path), { force: true });
      await rmdir(join(dir, dirname(path))).catch(() => {
      });
    }
    gone.push(set.name);
  }
  return gone;
}
async function listed(dir, below = "") {
  const files = [];
  for (const entry of await readdir(join(dir, below), { withFileTypes: true }).catch(() => [])) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) files.push(...await listed(dir, path));
    if (!entry.isFile()) continue;
    const { size, mtimeMs } = await lstat(join(dir, path));
    files.push({ path, bytes: size, modifiedAt: mtimeMs / 1e3 });
  }
  return files;
}

// src/collect/set-metric.ts
var MOST_BYTES = 64 * 1024 ** 2;
async function metricAt(read, job, { step, files }) {
  const rule = sourcesOf(job).find((source) => source.best !== void 0 && !isPrinted(source));
  const key = rule?.best?.key;
  if (job.checkpoint?.retain?.best !== true || !rule || key === void 0 || step === void 0) return;
  const matches = compileGlob(rule.path);
  let last;
  for (const { path, bytes } of files) {
    if (!matches(path) || bytes > MOST_BYTES) continue;
    for (const line of linesIn(await read(path), rule))
      if (line.step <= step && line.numbers.has(key) && line.step >= (last?.step ?? 0)) last = line;
  }
  return last?.numbers.get(key);
}
var linesIn = (bytes, rule) => readMetrics(rowsOf({ bytes, at: 0 }, rule), rule).lines;

// src/collect/kept-news.ts
function refuse({ of, cell, memory }, set, { path, why, isFinished, isOther }) {
  const { name, form } = set;
  const where = form === "file" && path === name ? "" : `${path}: `;
  memory.refused.set(fingerprint(set), { why: `${where}${why}`, isTorn: !isFinished && isOther !== true });
  of.world.face.warn(`${cell.name}: ${name} is not kept: ${where}${why}`);
}
function isKept({ of, cell }, files) {
  const known = of.run.cells.get(cell.name);
  return known !== void 0 && isNewest(known, files) && isReachable(of, known);
}
function isNewest(cell, files) {
  return cell.sets.at(-1)?.files.length === files.length && holdsNewest(cell, files);
}
function holdsNewest({ sets }, files) {
  const newest = sets.at(-1);
  const hashes = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  return newest?.files.every(({ path, sha256 }) => hashes.get(path) === sha256) === true;
}
function isKeptFolder({ of, cell }, { set }) {
  const known = of.run.cells.get(cell.name);
  const newest = known?.sets.at(-1);
  if (!known || !newest || set?.form !== "folder" || newest.name !== set.name || newest.step === void 0)
    return false;
  const sizes = new Map(set.files.map(({ path, bytes }) => [path, bytes]));
  const isSame = newest.files.every(({ path, bytes }) => sizes.get(path) === bytes);
  return isSame && newest.files.length === set.files.length && isReachable(of, known);
}
function isReachable({ world, run }, cell) {
  const { keptIn, stored, sets } = cell;
  if (keptIn && !("dir" in keptIn)) return true;
  if (keptIn?.machine === world.machine) return true;
  const files = sets.at(-1)?.files ?? [];
  return stored !== void 0 && run.keptSets.has(stored.mark) && files.every(({ path, sha256 }) => stored.copies.get(path)?.sha256 === sha256);
}
async function news(looked, { bundle, entries, whole }) {
  const { of, cell } = looked;
  const { world, run } = of;
  const known = run.cells.get(cell.name);
  if (whole && known && !isNewer(known, whole)) return;
  const dir = storeOf(world.storeDir, run.id, cell.name);
  const beside = await loadBeside({ of, cell: cell.name }, besideOf(bundle, entries));
  const files = [...whole?.files ?? [], ...beside];
  if (files.length === 0) return;
  await new KeptCopies(dir).hold(files);
  await letGo(of, bundle, cell.name, files);
  if (bundle.set)
    world.face.line(`${cell.name}: ${wordsOf(bundle.set, whole?.step)} pulled, hash-equal and loaded`);
  const read = (path) => readFile(join2(dir, path));
  return keptEvent(looked, { bundle, whole, beside, in: { machine: world.machine, dir }, read });
}
function ownOf({ set }, entries) {
  const inSet = new Set(set?.files.map(({ path }) => path));
  return entries.filter(({ path }) => inSet.has(path));
}
function besideOf({ set }, entries) {
  const inSet = new Set(set?.files.map(({ path }) => path));
  return entries.filter(({ path }) => !inSet.has(path));
}
async function otherThanKept({ files, unhashed }, open2, signal) {
  for (const { path, sha256 } of files.filter((file) => unhashed.includes(file.path))) {
    const found = await sha256OfSource(await open2(path), signal);
    if (found !== sha256) return `${path} reads as ${found}`;
  }
  return void 0;
}
var otherThanCopied = (whole, open2, signal) => otherThanKept(whole, open2, signal).catch((error) => {
  if (error instanceof RangeError) return `it could not be read to its end: ${error.message}`;
  throw error;
});
async function keptEvent({ of, cell }, { bundle: { set }, whole, beside, in: place, read }) {
  const step = whole?.step;
  const files = [...whole?.files ?? [], ...beside];
  const metric = await metricAt(read, of.job, { step, files });
  return {
    type: "kept",
    lease: of.lease.name,
    cell: cell.name,
    files,
    ...step !== void 0 && { step },
    ...set && {
      set: {
        name: set.name,
        beside: beside.map(({ path }) => path),
        ...metric !== void 0 && { metric }
      }
    },
    in: place
  };
}
async function letGo(of, bundle, cell, files) {
  const dir = storeOf(of.world.storeDir, of.run.id, cell);
  const known = of.run.cells.get(cell);
  await new KeptCopies(dir).letGoExcept([...known ? heldOf(known) : [], ...files]);
  await giveRoomBack(of, dir, bundle, known);
}
async function giveRoomBack({ job }, dir, { set, onBox }, known) {
  if (!job.checkpoint || !set) return;
  const names = /* @__PURE__ */ new Set([set.name, ...(known?.sets ?? []).map(({ name }) => name)]);
  const isAllThatStays = job.checkpoint.retain !== void 0;
  await dropLocalSets(dir, job.checkpoint, (name) => names.has(name) || onBox.has(name) && !isAllThatStays);
}
function wordsOf({ name, form, files }, step) {
  const what = `checkpoint${step === void 0 ? ` ${name}` : ` of step ${step}`}`;
  return form === "file" && files.length === 1 ? what : `${what} (${name}, ${files.length} files)`;
}
function isNewer({ verifiedStep, sets }, { step, files }) {
  if (step !== void 0)
    return verifiedStep === void 0 || step > verifiedStep || isGrown(sets.at(-1), { step, files });
  if (verifiedStep !== void 0) return false;
  const hashes = new Set(sets.at(-1)?.files.map(({ path, sha256 }) => `${sha256} ${path}`));
  return files.some(({ path, sha256 }) => !hashes.has(`${sha256} ${path}`));
}
function isGrown(kept, { step, files }) {
  if (kept?.step !== step || !kept) return false;
  const paths = new Set(files.map(({ path }) => path));
  return kept.files.length < paths.size && kept.files.every(({ path }) => paths.has(path));
}

// src/collect/looked-at.ts
var SetMemory = class {
  before = /* @__PURE__ */ new Set();
  /** The look before left one that was saved after its probe. */
  hasLeftTooNew = false;
  refused = /* @__PURE__ */ new Map();
  kept;
  /** Sent in part, or not read yet: by the `id` of their folders. */
  unfinished = /* @__PURE__ */ new Map();
  /** The last of which this process found that no place takes it. */
  unkept;
};
var AGAIN = { isSettled: false, hasPulled: true };

// src/collect/keep-in-store.ts
var SETTLED = { isSettled: true, hasPulled: true };
async function keepInStore(looked, channel, bundle, why) {
  const stores = await looked.boxStores();
  if (stores.length === 0) {
    why.push("the job names no store that a box can send to");
    return void 0;
  }
  const uploader = await uploaderOf(channel);
  if (!uploader) {
    why.push("the box has neither curl, wget nor python3 to send it to a store");
    return void 0;
  }
  for (const store of stores) {
    const kept = await new FarKeeping({ looked, channel, bundle, uploader, store }).keep();
    if (typeof kept !== "string") return kept;
    why.push(`${store.describe()}: ${kept}`);
  }
  return void 0;
}
var FarKeeping = class {
  #order;
  constructor(order) {
    this.#order = order;
  }
  /** @returns why it is not kept there, where it is the store's doing */
  async keep() {
    const { bundle, looked, channel, store } = this.#order;
    const refusal = store.refusal([...bundle.set?.files ?? [], ...bundle.beside]);
    if (refusal !== void 0) return refusal;
    const sent = await heldStill(
      looked,
      channel,
      bundle,
      (snapshot) => this.#asWhy(() => this.#send(snapshot))
    );
    if (sent === void 0) return AGAIN;
    if (typeof sent === "string" || "isSettled" in sent) return sent;
    return this.#asWhy(() => this.#read(sent));
  }
  /** What a store refuses or does not answer is a reason to try another one; the line to the box is none. */
  async #asWhy(work) {
    try {
      return await work();
    } catch (error) {
      this.#order.looked.of.world.signal.throwIfAborted();
      if (error instanceof Problem || error instanceof RangeError)
        return error instanceof Problem ? error.what : error.message;
      throw error;
    }
  }
  async #send({ dir, entries }) {
    const { bundle, looked, channel, uploader, store } = this.#order;
    const { world, run } = looked.of;
    const cell = looked.cell.name;
    const names = new Set(entries.map(({ path }) => path));
    if (bundle.set?.files.some(({ path }) => !names.has(path))) return void 0;
    const mark = digestOf([{ cell, files: entries.map(({ path, sha256 }) => [path, sha256]) }]);
    if (run.keptSets.has(mark) || isKept(looked, ownOf(bundle, entries))) return this.#settle();
    const folder = store.folder(run.id, mark);
    looked.memory.unfinished.set(folder.id, { mark, folder });
    const rows = entries.map((entry) => ({ ...entry, cell }));
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    world.face.line(`${cell}: ${bytes} bytes do not fit here: from the box straight to ${store.describe()}`);
    const failed = await sendFiles(
      { world, channel, lease: looked.of.lease.name, uploader, folder, dirOf: () => dir },
      rows
    );
    if (failed.length > 0) return failed.slice(0, 3).join("; ");
    const differing2 = await differingSizes(folder, rows);
    if (differing2.length === 0) return { mark, folder, entries };
    await this.#takeBack(mark, folder);
    return differing2.slice(0, 3).join("; ");
  }
  #settle() {
    const { bundle, looked } = this.#order;
    if (bundle.set) looked.memory.kept = fingerprint(bundle.set);
    return SETTLED;
  }
  /** Reads what lies there now, from the store's own answers. */
  async #read({ mark, folder, entries }) {
    const { bundle, looked } = this.#order;
    const { of } = looked;
    const cell = looked.cell.name;
    const open2 = this.#opener(folder, entries);
    const copies = { of, cell, open: open2 };
    const verdict = bundle.set && await loadedSet(copies, bundle.set, entries);
    if (bundle.set && verdict?.isWhole === false) {
      await this.#takeBack(mark, folder);
      if (verdict.isOther) return `${verdict.path} ${verdict.why}`;
      refuse(looked, bundle.set, verdict);
      return AGAIN;
    }
    const whole = verdict?.isWhole ? verdict : void 0;
    const other = whole && await otherThanKept(whole, open2, of.world.signal);
    if (other !== void 0) {
      await this.#takeBack(mark, folder);
      return other;
    }
    const known = of.run.cells.get(cell);
    if (whole && known && !isNewer(known, whole) && !isNewest(known, ownOf(bundle, entries))) {
      await this.#takeBack(mark, folder);
      return this.#settle();
    }
    looked.memory.unfinished.delete(folder.id);
    return this.#keptThere({ mark, folder, entries }, whole, open2);
  }
  async #keptThere({ mark, folder, entries }, whole, open2) {
    const { bundle, looked, store } = this.#order;
    const { of } = looked;
    const cell = looked.cell.name;
    const beside = await loadBeside({ of, cell, open: open2 }, besideOf(bundle, entries));
    const copies = [...whole?.files ?? [], ...beside];
    if (copies.length === 0) return this.#settle();
    const { id, place } = folder;
    const read = async (path) => wholeOf(await open2(path));
    const kept = await keptEvent(looked, {
      bundle,
      whole,
      beside,
      in: { store: store.kind, place, mark },
      read
    });
    const stored = {
      type: "kept-stored",
      mark,
      cells: [{ cell, copies, ...whole?.step !== void 0 && { step: whole.step } }],
      store: store.kind,
      id,
      place,
      digest: listDigest(await folder.list()),
      bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0),
      files: entries.length
    };
    await letGo(of, bundle, cell, []);
    await this.#dropUnfinished();
    if (bundle.set)
      of.world.face.line(
        `${cell}: ${wordsOf(bundle.set, whole?.step)} is in ${place}, hash-equal and loaded there`
      );
    return { ...this.#settle(), events: [kept, stored] };
  }
  #opener(folder, entries) {
    const cell = this.#order.looked.cell.name;
    const empty = new Set(entries.flatMap(({ path, bytes }) => bytes === 0 ? [path] : []));
    return async (path) => empty.has(path) ? sourceOf(path, new Uint8Array(0)) : folder.open(`${cell}/${path}`);
  }
  /** What was begun of checkpoints that nobody wants any more, since this one is newer. */
  async #dropUnfinished() {
    const { unfinished } = this.#order.looked.memory;
    for (const [id, { mark, folder }] of unfinished) {
      unfinished.delete(id);
      await this.#takeBack(mark, folder);
    }
  }
  /** What does not count is nobody's, unless another machine has counted it meanwhile. */
  async #takeBack(mark, folder) {
    const { world, run } = this.#order.looked.of;
    const { events } = await world.ledger.read(run.id);
    const isCounted = events.some((event) => event.type === "kept-stored" && event.mark === mark);
    if (isCounted) return;
    this.#order.looked.memory.unfinished.delete(folder.id);
    await folder.drop().catch((error) => {
      world.signal.throwIfAborted();
      if (!(error instanceof Problem)) throw error;
      world.face.line(`what does not count stays in ${folder.place}: ${error.what}`);
    });
  }
};

// src/collect/keep-on-tier.ts
import { readFile as readFile2 } from "node:fs/promises";
import { basename, join as join3 } from "node:path";

// src/collect/box-source.ts
var boxSource = (channel, path, sizeBytes) => ({
  label: path,
  sizeBytes,
  async read(offset, length) {
    const bytes = new Uint8Array(length);
    if (length === 0) return bytes;
    await unmixed(async () => {
      let filled = 0;
      await channel.get(path, offset, length, (piece) => {
        bytes.set(piece, filled);
        filled += piece.length;
      });
    }).catch((error) => {
      if (error instanceof TransportFailed && error.reason === "short")
        throw new RangeError(`${path}: ${error.message}`);
      throw error;
    });
    return bytes;
  },
  close: async () => {
  }
});

// src/collect/copied-set.ts
function setOfCopy({ files }, { checkpoint }) {
  if (!checkpoint) return void 0;
  const seen = files.map(({ path, bytes }) => ({ path, bytes, modifiedAt: 0 }));
  const set = checkpointSets(seen, checkpoint)[0];
  return set?.files.length === files.length ? set : void 0;
}

// src/collect/pull-snapshot.ts
async function pullSnapshot({ world, run }, channel, cell, { dir, entries }) {
  const { files } = await pull(channel, {
    remoteDir: dir,
    entries,
    intoDir: storeOf(world.storeDir, run.id, cell),
    rehash: false,
    signal: world.signal,
    onProgress: ({ bytesDone: done, bytesTotal: total }) => world.face.progress(`pull ${cell}`, { label: "pull", done, total, unit: "bytes" })
  });
  world.face.settle(`pull ${cell}`);
  const here = new Set(
    files.flatMap(({ path, outcome }) => outcome === "pulled" || outcome === "already" ? [path] : [])
  );
  return entries.filter(({ path }) => here.has(path));
}

// src/collect/keep-on-tier.ts
var COPY_SECONDS = 900;
var FAILURES = {
  "no-room": "it has no room",
  "not-there": "it is not mounted there any more, or cannot be written to",
  differs: "what is written to it reads as something else",
  "copy-failed": "the copy failed"
};
async function keepOnTier(looked, channel, bundle, why) {
  const { of, cell } = looked;
  const { placed, started } = of.lease;
  if (placed?.durable === void 0 || !started || !bundle.set || !of.job.checkpoint) {
    why.push("the box has no durable tier");
    return void 0;
  }
  const sets = await durableSets(channel, placed.durable, basename(started.dir.base));
  const copy = sets.find((each) => each.cell === cell.name);
  const set = copy && setOfCopy(copy, of.job);
  const isNewest2 = copy !== void 0 && isCopyOf(copy, bundle.set);
  if (copy && set && !isKept(looked, copy.files))
    return countCopy({ looked, channel, bundle, copy, set }, why);
  if (isNewest2 && set) {
    looked.memory.kept = fingerprint(bundle.set);
    return { isSettled: true, hasPulled: true };
  }
  const age = looked.probe.boxTime - bundle.set.modifiedAt;
  const failure = cell.durableFailure && FAILURES[cell.durableFailure];
  if (failure !== void 0) {
    why.push(`its durable tier (${placed.durable}) has no copy of it: ${failure}`);
    return void 0;
  }
  if (looked.probe.boxTime > 0 && age < COPY_SECONDS) return AGAIN;
  why.push(`its durable tier (${placed.durable}) has no whole copy of it after ${Math.round(age / 60)} min`);
  return void 0;
}
function isCopyOf({ files }, set) {
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes]));
  return set.files.length === files.length && set.files.every(({ path, bytes }) => sizes.get(path) === bytes);
}
async function countCopy({ looked, channel, bundle, copy, set }, why) {
  const { of, cell, memory } = looked;
  const sizes = new Map(copy.files.map(({ path, bytes }) => [path, bytes]));
  const open2 = async (path) => boxSource(channel, `${copy.dir}/${path}`, sizes.get(path) ?? 0);
  const verdict = memory.refused.has(copy.id) ? void 0 : await loadedSet({ of, cell: cell.name, open: open2 }, set, copy.files);
  const other = verdict?.isWhole ? await otherThanCopied(verdict, open2, of.world.signal) : void 0;
  if (!verdict?.isWhole || other !== void 0) {
    const said = verdict && !verdict.isWhole ? `${verdict.path} ${verdict.why}` : other ?? "it does not load";
    memory.refused.set(copy.id, { why: said, isTorn: false });
    why.push(`${copy.dir}: ${said}`);
    return void 0;
  }
  const known = of.run.cells.get(cell.name);
  if (known && !isNewer(known, verdict) && !isNewest(known, copy.files)) return AGAIN;
  if (!await holdOnTier(channel, copy)) return AGAIN;
  const beside = await broughtBeside(looked, channel, bundle);
  const place = { durable: copy.dir, platform: of.lease.platform };
  const dir = storeOf(of.world.storeDir, of.run.id, cell.name);
  const read = async (path) => sizes.has(path) ? wholeOf(await open2(path)) : readFile2(join3(dir, path));
  const kept = await keptEvent(looked, {
    bundle: { ...bundle, set },
    whole: verdict,
    beside,
    in: place,
    read
  });
  of.world.face.line(
    `${cell.name}: ${wordsOf(set, verdict.step)} is on the durable tier, hash-equal and loaded there`
  );
  const isAll = bundle.set !== void 0 && isCopyOf(copy, bundle.set);
  if (isAll && bundle.set) memory.kept = fingerprint(bundle.set);
  return { events: [kept], isSettled: isAll, hasPulled: true };
}
async function broughtBeside(looked, channel, bundle) {
  const { of, cell } = looked;
  const bytes = bundle.beside.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes + MARGIN_BYTES > await looked.freeBytes()) return [];
  const small = { ...bundle, set: void 0 };
  const entries = await heldStill(
    looked,
    channel,
    small,
    (snapshot) => pullSnapshot(of, channel, cell.name, snapshot)
  );
  const beside = await loadBeside({ of, cell: cell.name }, entries ?? []);
  await new KeptCopies(storeOf(of.world.storeDir, of.run.id, cell.name)).hold(beside);
  return beside;
}

// src/collect/keep-elsewhere.ts
async function keepElsewhere(looked, channel, large) {
  const { bundle } = large;
  if (isKeptFolder(looked, bundle)) return settled(looked, bundle);
  const why = [];
  const kept = await keepInStore(looked, channel, bundle, why) ?? await keepOnTier(looked, channel, bundle, why);
  if (kept) return kept;
  const print = bundle.set && fingerprint(bundle.set);
  if (looked.memory.unkept !== print && await isKeptAlready(looked, channel, bundle))
    return settled(looked, bundle);
  looked.memory.unkept = print;
  return { ...AGAIN, events: notKept(looked, large, why) };
}
function settled({ memory }, { set }) {
  memory.kept = set && fingerprint(set);
  return { isSettled: true, hasPulled: true };
}
async function isKeptAlready(looked, channel, bundle) {
  if (!looked.of.run.cells.get(looked.cell.name)?.sets.length) return false;
  const isKeptNow = async ({ entries }) => isKept(looked, ownOf(bundle, entries));
  return await heldStill(looked, channel, bundle, isKeptNow) === true;
}
function notKept({ of, cell }, { bytes, freeBytes }, why) {
  const { run, lease } = of;
  if (run.cells.get(cell.name)?.unkept) return [];
  return [{ type: "not-kept", lease: lease.name, cell: cell.name, bytes, freeBytes, why }];
}

// src/collect/keep-cell.ts
async function keepCell(looked) {
  const { of, cell } = looked;
  const base = of.lease.started?.dir.base;
  if (base === void 0) return { isSettled: true };
  const channel = await of.world.channel(of.lease);
  const { bundle, isWaiting } = await chosen(looked, channel, cellOutDir(base, cell.name));
  if (!bundle) return { isSettled: !isWaiting };
  const bytes = sizeOf(bundle);
  const freeBytes = await looked.freeBytes();
  const fits = bytes + MARGIN_BYTES <= freeBytes;
  const result = fits ? await keepHere(looked, channel, bundle) : await keepElsewhere(looked, channel, { bundle, bytes, freeBytes });
  return { ...result, isSettled: result.isSettled && !isWaiting };
}
var sizeOf = ({ set, beside }) => [...set?.files ?? [], ...beside].reduce((sum, file) => sum + file.bytes, 0);
async function keepHere(looked, channel, bundle) {
  const { of, cell, memory } = looked;
  const entries = await brought(looked, channel, bundle);
  if (!entries) return AGAIN;
  const copies = { of, cell: cell.name };
  const verdict = bundle.set && await loadedSet(copies, bundle.set, entries);
  if (bundle.set && verdict?.isWhole === false) {
    refuse(looked, bundle.set, verdict);
    return AGAIN;
  }
  if (bundle.set) memory.kept = fingerprint(bundle.set);
  const whole = verdict?.isWhole ? verdict : void 0;
  const kept = await news(looked, { bundle, entries, whole });
  return { ...kept && { events: [kept] }, isSettled: true, hasPulled: true };
}
async function chosen(looked, channel, outDir) {
  const { of, probe: probe2, cell, memory } = looked;
  const { job } = of;
  const rule = job.checkpoint;
  const metrics = metricsOf(job, cell);
  if (!rule) {
    const bundle = { set: void 0, beside: cell.watched, metrics, onBox: /* @__PURE__ */ new Set() };
    return { bundle, isWaiting: false };
  }
  const listing = await listSeen(channel, outDir, watchedGlobs(job));
  const sets = checkpointSets(listing, rule);
  await giveBoxRoom(looked, channel, { outDir, sets });
  const isOver = cell.state === "exited" || cell.state === "lost";
  const savedUntil = byThisAttempt(looked);
  const { set, isWaiting, isTooNew } = choose(sets, {
    ...memory,
    isOver,
    boxTime: probe2.boxTime,
    savedUntil
  });
  memory.before = new Set(sets.map(fingerprint));
  memory.hasLeftTooNew = isTooNew;
  if (!set) return { bundle: void 0, isWaiting };
  const inSet = new Set(sets.flatMap(({ files }) => files.map(({ path }) => path)));
  const isOfSet = isOfSets(rule);
  const isBeside = (path) => !inSet.has(path) && !isOfSet(path);
  const beside = listing.filter(({ path }) => isBeside(path));
  const onBox = new Set(sets.map(({ name }) => name));
  return { bundle: { set, beside, metrics: metrics.filter(isBeside), onBox }, isWaiting };
}
function byThisAttempt({ of: { lease }, probe: probe2, memory }) {
  const isTask = lease.intent.tasks !== void 0;
  return isTask && probe2.boxTime > 0 && !memory.hasLeftTooNew ? probe2.boxTime : void 0;
}
async function giveBoxRoom({ of: { world, run, job }, cell, memory }, channel, { outDir, sets }) {
  const known = run.cells.get(cell.name);
  if (!job.checkpoint || !known || cell.state !== "running") return;
  const old = superseded(sets, known, job.checkpoint, memory.before);
  if (old.length === 0) return;
  await removeOnBox(channel, outDir, old);
  const names = old.map(({ name }) => name).join(", ");
  world.face.line(`${cell.name}: ${names} removed on the box: ${known.sets.at(-1)?.name} is kept`);
}
var brought = (looked, channel, bundle) => heldStill(looked, channel, bundle, async (snapshot) => {
  const here = await pullSnapshot(looked.of, channel, looked.cell.name, snapshot);
  const names = new Set(here.map(({ path }) => path));
  return bundle.set?.files.every(({ path }) => names.has(path)) === false ? void 0 : here;
});
function metricsOf(job, cell) {
  const sources = sourcesOf(job);
  const isFile = (source) => sources[source] !== void 0 && !isPrinted(sources[source]);
  const named = sources.flatMap(({ path }) => path === "" || /[*?[\]]/.test(path) ? [] : [path]);
  const sent = cell.metrics.flatMap(({ source, path }) => isFile(source) ? path ?? [] : []);
  return [.../* @__PURE__ */ new Set([...named, ...sent])];
}

// src/collect/keep.ts
var REST_FACTOR = 3;
var DEFAULT_EVERY_SECONDS = 60;
var Keeping = class {
  #signatures = /* @__PURE__ */ new Map();
  #notBefore = /* @__PURE__ */ new Map();
  #memories = /* @__PURE__ */ new Map();
  #freeBytes;
  /** @param freeBytes of the disk that a directory lies on */
  constructor(freeBytes = freeBytesOf) {
    this.#freeBytes = freeBytes;
  }
  /** @param boxStores that the box can send to by itself; asked for where this disk is too small */
  async keep(of, probe2, boxStores = async () => []) {
    const events = [];
    for (const cell of probe2.cells)
      if (this.#isDue(of.world, cell))
        events.push(...(await this.#keepCell({ of, probe: probe2, cell, boxStores })).events ?? []);
    return events;
  }
  /** What was seen of the sets of a cell since its box was booted: what a power cut made of them shows only when they are read again. */
  memoryOf(cell, bootId) {
    const known = this.#memories.get(cell);
    if (known?.bootId === bootId) return known.memory;
    const memory = new SetMemory();
    this.#memories.set(cell, { bootId, memory });
    return memory;
  }
  /** Of the disk that this run's copies come to. */
  freeBytes = ({ world, run }) => this.#freeBytes(join4(world.storeDir, run.id));
  async #keepCell(due) {
    const { of, cell } = due;
    const { world, job } = of;
    const began = world.clock.now();
    const memory = this.memoryOf(cell.name, due.probe.bootId);
    const freeBytes = () => this.freeBytes(of);
    const result = await keepCell({ ...due, memory, freeBytes }).catch((error) => {
      if (!(error instanceof TransportFailed)) throw error;
      world.face.warn(
        `${cell.name}: its newest files could not be pulled now (${error.reason}: ${oneLine(error.message, 300)}); the next look tries again`
      );
      return { isSettled: false, hasPulled: true };
    });
    const took = secondsBetween(began, world.clock.now());
    const pause = Math.max(job.checkpoint?.everySeconds ?? DEFAULT_EVERY_SECONDS, took * REST_FACTOR);
    if (result.hasPulled)
      this.#notBefore.set(cell.name, new Date(world.clock.now().getTime() + pause * 1e3));
    if (result.isSettled) this.#signatures.set(cell.name, signatureOf(cell));
    return result;
  }
  #isDue(world, cell) {
    if (cell.watched.length === 0 || this.#signatures.get(cell.name) === signatureOf(cell)) return false;
    const notBefore = this.#notBefore.get(cell.name);
    return notBefore === void 0 || world.clock.now() >= notBefore;
  }
};
var signatureOf = (cell) => `${cell.state}|${cell.watched.map((file) => `${file.path}:${file.bytes}:${file.modifiedAt}`).join("|")}`;

// src/collect/keep-logs.ts
import { isUtf8 } from "node:buffer";
import { mkdir } from "node:fs/promises";
import { join as join6 } from "node:path";

// src/collect/kept-log.ts
import { constants, readFileSync } from "node:fs";
import { lstat as lstat2, open, readFile as readFile3 } from "node:fs/promises";
import { join as join5 } from "node:path";
var MOST_BYTES2 = 64 * 1024 * 1024;
var KeptLogs = class {
  #dir;
  #index;
  #most;
  #reached;
  /** @param dir made by whoever calls */
  constructor(dir, index, mostBytes = MOST_BYTES2) {
    this.#dir = dir;
    this.#index = index;
    this.#most = mostBytes;
    this.#reached = readIndex(index);
  }
  /** From where on a log is still to be brought. */
  async reached(name) {
    return (await this.#known(name)).at;
  }
  /** @param at where in the log the text ends */
  async append(name, text, at) {
    const path = join5(this.#dir, name);
    const { bytes: from } = await this.#known(name);
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW;
    const file = await open(path, flags, 384);
    try {
      await file.truncate(from);
      for (let done = 0; done < text.length; )
        done += (await file.write(text, done, text.length - done, from + done)).bytesWritten;
      await file.sync();
    } finally {
      await file.close();
    }
    const bytes = from + text.length;
    this.#reached.set(name, { at, bytes: bytes > this.#most ? await this.#cut(path) : bytes });
    await writeDurably(this.#index, `${JSON.stringify(Object.fromEntries(this.#reached))}
`);
  }
  async #known(name) {
    const known = this.#reached.get(name);
    const size = known && (await lstat2(join5(this.#dir, name)).catch(() => void 0))?.size;
    return known && size !== void 0 && size >= known.bytes ? known : { at: 0, bytes: 0 };
  }
  /** The older half goes, up to the end of a line. @returns how long it is now */
  async #cut(path) {
    const whole = await readFile3(path);
    const half = whole.indexOf("\n", whole.length - this.#most / 2) + 1;
    const note = `[what was before this is not kept here: this log is longer than ${this.#most} bytes]
`;
    const rest = Buffer.concat([Buffer.from(note), whole.subarray(half)]);
    await writeDurably(path, rest);
    return rest.length;
  }
};
function readIndex(path) {
  try {
    const rows = Object.entries(JSON.parse(readFileSync(path, "utf8")));
    return new Map(
      rows.filter(([, row]) => Number.isSafeInteger(row?.at) && Number.isSafeInteger(row?.bytes))
    );
  } catch {
    return /* @__PURE__ */ new Map();
  }
}

// src/collect/keep-logs.ts
var PIECE_BYTES = 1024 * 1024;
var LOOK_BYTES = 8 * PIECE_BYTES;
var LONGEST_LINE_BYTES = 64 * 1024;
async function bringLogs(of, all) {
  const { world, run, channel, dir } = of;
  const store = new RunStore(world.storeDir, run.id);
  const kept = await openKept(store);
  let left = all ? Number.POSITIVE_INFINITY : LOOK_BYTES;
  for (const log of await listLogs(channel, dir)) {
    if (log.cell !== void 0 && !run.cells.has(log.cell)) continue;
    const name = fileOfLog(log);
    for (let at = await kept.reached(name); at < log.bytes && left > 0; ) {
      world.signal.throwIfAborted();
      const piece = await nextPiece(channel, log, at);
      const isLast = all && piece.to === log.bytes;
      const length = isLast ? piece.text.length : wholeLines(piece.text);
      if (length === 0) break;
      const to = piece.to - (piece.text.length - length);
      const text = shown(of, piece.text.subarray(0, length));
      await kept.append(name, Buffer.concat([gap(piece.from - at), text]), to).catch((error) => refusedBelow(store.root, error));
      left -= length;
      at = to;
    }
  }
}
async function openKept({ evidenceDir, root }) {
  await mkdir(evidenceDir, { recursive: true }).catch((error) => refusedBelow(root, error));
  return new KeptLogs(evidenceDir, join6(evidenceDir, "logs.json"));
}
async function nextPiece(channel, log, at) {
  const from = Math.max(at, log.gone);
  const length = Math.min(PIECE_BYTES, log.bytes - from);
  const chunks = [];
  await channel.get(log.path, from - log.gone, length, (chunk) => {
    chunks.push(chunk.slice());
  });
  return { from, to: from + length, text: Buffer.concat(chunks) };
}
function wholeLines(text) {
  const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
  return end > 0 || text.length < LONGEST_LINE_BYTES ? end : text.length;
}
var gap = (bytes) => Buffer.from(
  bytes > 0 ? `[${bytes} bytes are missing here: the log on the box was cut at its bound before they were brought]
` : ""
);
function shown({ withoutSecrets }, bytes) {
  const encoding = isUtf8(bytes) ? "utf8" : "latin1";
  return Buffer.from(withoutSecrets(bytes.toString(encoding)), encoding);
}
var unknownTo = (world, job) => secretNamesOf(job).filter((name) => world.secret(name) === void 0);
var notWithout = (run, unknown) => `what ${run} printed is not brought here: ${unknown.join(", ")} went to the box and is not set here, so nothing of it could be taken out again; "gpu-lease log ${run}" shows it while the box is held`;
function cleaning(world, job) {
  const redactor = new Redactor();
  for (const name of /* @__PURE__ */ new Set([...secretNamesOf(job), ...hiddenSecretsOf(job)]))
    redactor.learn(world.secret(name) ?? "");
  return (text) => world.withoutSecrets(redactor.text(text));
}
async function bringLastLogs({ world, run, job, box: { channel, dir } }) {
  const unknown = unknownTo(world, job);
  if (unknown.length > 0) return world.face.line(notWithout(run.id, unknown));
  try {
    await bringLogs({ world, run, channel, dir, withoutSecrets: cleaning(world, job) }, true);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`not all that ${run.id} printed is here: ${error.message}`);
  }
}
var FIRST_SECONDS = 10;
var EVERY_SECONDS = 60;
var LogKeeping = class {
  #notBefore;
  #seen = "";
  #wasSaid = false;
  /** @param isEnd brings all that there is: nobody may look at this attempt again */
  async keep({ world, run, lease, job }, probe2, isEnd) {
    const { clock, face } = world;
    const { started } = lease;
    const printed = printedIn(probe2);
    if (probe2.tasks && !isEnd) return;
    this.#notBefore ??= new Date(clock.now().getTime() + FIRST_SECONDS * 1e3);
    const isDue = clock.now() >= this.#notBefore;
    if (!started || printed === this.#seen || !(isDue || isEnd)) return;
    if (unknownTo(world, job).length > 0) return;
    const withoutSecrets = cleaning(world, job);
    try {
      const channel = await world.channel(lease);
      await bringLogs({ world, run, channel, dir: started.dir, withoutSecrets }, isEnd);
      this.#seen = printed;
    } catch (error) {
      if (!(error instanceof TransportFailed || error instanceof Problem)) throw error;
      if (!this.#wasSaid) face.warn(`what ${lease.name} printed is not brought here now: ${error.message}`);
      this.#wasSaid = true;
    }
    this.#notBefore = new Date(clock.now().getTime() + EVERY_SECONDS * 1e3);
  }
};
var printedIn = ({ attempt, data, setup, cells }) => [
  attempt,
  ...[data, setup].map((early) => early && `${early.state} ${early.logTail}`),
  ...cells.map(({ name, attempt: of, logBytes }) => `${name} ${of} ${logBytes}`)
].join("|");

// src/course/attested.ts
import { existsSync } from "node:fs";
import { join as join7 } from "node:path";
async function attested({ storeDir }, run, events, bodies) {
  const sealed = bodies.find((body) => body.type === "sealed");
  if (!sealed) return [...bodies];
  const store = new RunStore(storeDir, run);
  const files = filesOf(store.readSeal()?.document);
  const statement = runStatement({
    run: fold(run, events),
    events,
    seal: sealed,
    files,
    version: ownVersion()
  });
  const model = modelStatement(run, subjectsOf(files), namesBeside(new Set(files.map(({ cell }) => cell))));
  await store.writeStatements({
    "statement.json": statementText(statement),
    "subjects.sha256": checksumsOf(statement),
    "model.json": statementText(model)
  });
  const digest = statementDigest(statement);
  return bodies.map((body) => body === sealed ? { ...sealed, statement: digest } : body);
}
function filesOf(document) {
  const { files, verdicts } = document;
  const proven = new Map(verdicts.map((row) => [`${row.cell}/${row.path}`, row]));
  return files.map((file) => ({ ...proven.get(`${file.cell}/${file.path}`), ...file }));
}
function statementHere(storeDir, { id, seal: seal2 }) {
  if (seal2?.statement === void 0) return void 0;
  const path = join7(storeDir, id, EVIDENCE, "statement.json");
  return existsSync(path) ? path : void 0;
}

// src/course/pulling.ts
import { join as join9 } from "node:path";

// src/report/best-values.ts
import { join as join8 } from "node:path";
function bestValues(dir, cells, job) {
  const rule = sourcesOf(job).find(({ best }) => best !== void 0);
  if (!rule?.best || isPrinted(rule)) return [];
  const { key, direction } = rule.best;
  return [...cells].flatMap((cell) => {
    const home = join8(dir, cell);
    const [first, ...others] = seriesIn(home, filesBelow(home), rule).get(key) ?? [];
    if (!first) return [];
    const isBetter = (one, other) => direction === "max" ? one > other : one < other;
    const best = others.reduce((so, each) => isBetter(each.value, so.value) ? each : so, first);
    return [{ cell, ...best }];
  });
}

// src/collect/seal-on-tier.ts
import { rm as rm2 } from "node:fs/promises";
var LAY_SCRIPT = `
umask 077
out=$1 kept=$2 to=$3 part=$3/.gpu-lease-part
mkdir -p -- "$to" || exit 5
while IFS= read -r path; do
  [ ! -e "$to/$path" ] || continue
  case $path in */*) mkdir -p -- "$to/\${path%/*}" || exit 5 ;; esac
  rm -f -- "$part"
  if [ -n "$kept" ] && [ -f "$kept/$path" ] && [ ! -L "$kept/$path" ] && ln -- "$kept/$path" "$to/$path" 2>/dev/null; then continue; fi
  cp -- "$out/$path" "$part" && mv -f -- "$part" "$to/$path" || exit 6
done
sync -f "$to" 2>/dev/null || sync
`;
var TAKE_AWAY_SCRIPT = `
cd -- "$1" || exit 5
while IFS= read -r path; do rm -f -- "./$path" || exit 6; done
`;
async function laidOnTier(gathering, files, { durable, tier }) {
  const { world, run, lease, box, store, job } = gathering;
  const root = `${durable}/${run.id}`;
  const dir = `${root}/.sealed/${manifestSha256(run.id, files).slice(0, 16)}`;
  const place = { durable: dir, platform: lease.platform, tier };
  world.face.line(`it has no room here: to ${nameOfTier(place)}, which outlives the box`);
  const laying = { gathering, dir, root };
  const failed = await lay(laying, files, "links") ?? await layAgain(laying, await differing(laying, files));
  if (failed !== void 0) return failed;
  const other = await differing(laying, files);
  if (other.length > 0)
    throw storeDiffers(
      run,
      nameOfTier(place),
      other.map(({ cell, path }) => `${cell}/${path}`)
    );
  for (const { name } of job.cells)
    await rm2(`${store.cellDir(name)}+partial`, { recursive: true, force: true });
  const sizes = new Map(files.map(({ cell, path, bytes }) => [`${cell}/${path}`, bytes]));
  return {
    files,
    place: nameOfTier(place),
    in: place,
    open: async (cell, path) => boxSource(box.channel, `${dir}/${cell}/${path}`, sizes.get(`${cell}/${path}`) ?? 0),
    // All of them were hashed there just now.
    compareOthers: async () => {
    }
  };
}
async function differing({ gathering, dir }, files) {
  const there = await hashedThere(gathering.box.channel, dir, files);
  return files.filter(({ cell, path, sha256 }) => there.get(`${cell}/${path}`)?.sha256 !== sha256);
}
async function layAgain(laying, files) {
  if (files.length === 0) return;
  const { box } = laying.gathering;
  const { exitCode, stderr } = await box.channel.exec(["sh", "-c", TAKE_AWAY_SCRIPT, "sh", laying.dir], {
    stdin: linesOf(files.map(({ cell, path }) => `${cell}/${path}`)),
    timeoutSeconds: patienceSeconds(0)
  });
  return exitCode === 0 ? lay(laying, files, "copies") : `${laying.dir}: ${oneLine(stderr, 200)}`;
}
async function lay({ gathering, dir, root }, files, by) {
  const { box, world } = gathering;
  for (const cell of new Set(files.map((file) => file.cell))) {
    const own = files.filter((file) => file.cell === cell);
    const bytes = own.reduce((sum, file) => sum + file.bytes, 0);
    const kept = by === "links" ? `${root}/${cell}` : "";
    const out = cellOutDir(box.dir.base, cell);
    const words = ["sh", "-c", LAY_SCRIPT, "sh", out, kept, `${dir}/${cell}`];
    const { exitCode, stderr } = await box.channel.exec(words, {
      stdin: linesOf(own.map(({ path }) => path)),
      timeoutSeconds: patienceSeconds(bytes)
    });
    world.signal.throwIfAborted();
    if (exitCode !== 0) return `${dir}: ${oneLine(stderr, 200) || `the copy ended with ${exitCode}`}`;
  }
  return void 0;
}
var linesOf = (paths) => Buffer.from(paths.map((path) => `${path}
`).join(""));

// src/collect/sealed-sets.ts
async function newestSets({ job, box: { channel, dir } }, refused) {
  const newest = /* @__PURE__ */ new Map();
  if (!job.checkpoint) return newest;
  for (const { name } of job.cells) {
    const listing = await listSeen(channel, cellOutDir(dir.base, name), watchedGlobs(job));
    const sets = checkpointSets(listing, job.checkpoint);
    const set = sets.find((each) => each.ending !== "lacking" && !refused.has(fingerprint(each)));
    if (set) newest.set(name, set);
  }
  return newest;
}

// src/collect/verify-all.ts
async function verifyAll(gathering, files, open2) {
  const { world, job } = gathering;
  const own = job.cells.map(({ name }) => ofCell(gathering, name, files));
  const total = own.reduce((sum, { pulled }) => sum + pulled.length, 0);
  const all = { rows: [], broken: [] };
  let done = 0;
  for (const cell of own) {
    const loaded = await load(gathering, cell, open2, (path) => {
      done += 1;
      world.face.progress("verify", { label: "verify", done, total, unit: "files", note: path });
    });
    all.rows.push(...cell.pulled.flatMap((file) => verdictRowsOf(cell.name, file, loaded)));
    all.broken.push(...brokenOf(cell, loaded));
  }
  world.face.settle("verify");
  return all;
}
function ofCell({ run, job, sets }, name, files) {
  const here = files.filter(({ cell }) => cell === name);
  const set = sets.get(name);
  const inSet = new Set(set?.files.map(({ path }) => path));
  const claims = claimsOf(
    job,
    name,
    here,
    (entry, file) => expectationOf({ run, job }, entry, set === void 0 || inSet.has(file.path))
  );
  const unclaimed = here.flatMap(
    (entry) => set && inSet.has(entry.path) && !claims.has(entry.path) ? [pulledOf(job, set, entry)] : []
  );
  return { name, set, pulled: [...claims.values(), ...unclaimed], unclaimed };
}
var load = ({ world, store }, { name, pulled }, open2, onFile) => loadVerify(
  store.cellDir(name),
  pulled.filter((file) => !holdsNothing(file)),
  { signal: world.signal, ...open2 && { open: (path) => open2(name, path) }, onFile }
);
function brokenOf({ name, set, pulled, unclaimed }, loaded) {
  if (!set || unclaimed.length === 0) return [];
  const inSet = new Set(set.files.map(({ path }) => path));
  const verdict = judgeSet(
    set,
    pulled.filter(({ entry }) => inSet.has(entry.path)),
    loaded
  );
  return verdict.isWhole ? [] : [{ cell: name, set, path: verdict.path, why: verdict.why }];
}
function expectationOf({ run, job }, entry, isNewest2) {
  const { checkpoint } = job;
  const metrics = sourcesOf(job).find(({ path }) => path === entry.path);
  if (entry.role === "metrics" && metrics) {
    return { ...keysInFile(metrics), restarts: Math.max(0, attemptsOf(run) - 1) };
  }
  if (entry.role !== "checkpoint" || !checkpoint) return {};
  const verifiedStep = run.cells.get(entry.cell)?.verifiedStep;
  const isAnchor = isNewest2 && entry.keep === "last" && entry.path === checkpoint.path;
  return {
    stepKey: checkpoint.stepKey,
    ...isAnchor && verifiedStep !== void 0 ? { minStep: verifiedStep } : {}
  };
}

// src/collect/collect.ts
var LISTS = 3;
var SETS_TRIED = 3;
async function collect(of, afar) {
  const { world, run, lease, job } = of;
  const dir = lease.started?.dir;
  if (!dir) throw new Error(`${lease.name} was never started`);
  const channel = await world.channel(lease);
  const store = new RunStore(world.storeDir, run.id);
  const gathering = { ...of, store, box: { channel, dir, job }, sets: /* @__PURE__ */ new Map() };
  await store.breakSeal("never reached the ledger");
  await requireBoundCode(gathering);
  const { sent, verdicts, files } = await gather(gathering, afar);
  const place = sent?.place ?? store.root;
  await keepMemory(gathering);
  await bringLastLogs(gathering);
  const roster = expandRoster(job);
  const where = { place, ...sent?.in && { in: sent.in } };
  const input = {
    run: run.id,
    roster,
    manifest: files,
    verdicts,
    ...where,
    ...run.begunFrom && { from: run.begunFrom },
    data: dataOf(run),
    logs: await sealedLogs(store)
  };
  const sealing = seal(input);
  if (sealing.sealed) {
    await keepInstalled(gathering);
    await store.writeSeal(input, sealing);
    return sealedAs(gathering, input, sealing);
  }
  await store.breakSeal("collected again and not whole");
  await store.writeVerdicts(verdicts);
  const proven = sent ? [] : await keepProven(gathering, files, verdicts);
  if (proven.length > 0) return proven;
  throw notSealable(run, sealing.obstacles);
}
async function gather(gathering, afar) {
  const { world, job, sets } = gathering;
  const refused = /* @__PURE__ */ new Set();
  for (let tries = 0; ; tries += 1) {
    const found = tries < SETS_TRIED ? await newestSets(gathering, refused) : /* @__PURE__ */ new Map();
    sets.clear();
    for (const [cell, set] of found) sets.set(cell, set);
    const listed2 = /* @__PURE__ */ new Map();
    const mayBeSent = afar !== void 0 && afar.stores.length > 0;
    if (mayBeSent) for (const { name } of job.cells) listed2.set(name, await list(gathering, name));
    const sent = mayBeSent ? await sendAfar(gathering, listed2, afar) : void 0;
    const { files, afar: away } = sent ? { files: sent.files, afar: sent } : await pullElseTier(gathering, listed2, afar?.tier);
    const { rows: verdicts, broken } = await verifyAll(gathering, files, away?.open);
    await away?.compareOthers(new Set(verdicts.map(({ cell, path }) => `${cell}/${path}`)));
    if (broken.length === 0) return { sent: away, files, verdicts };
    for (const { cell, set, path, why } of broken) {
      refused.add(fingerprint(set));
      world.face.warn(
        `${cell}: ${set.name} is no whole checkpoint and is not sealed as one: ${path}: ${why}`
      );
    }
  }
}
function sealedAs({ world, run, lease, job, store }, { manifest: files, ...where }, sealing) {
  const { bytes, level, verified, opaque, roster, rows } = sealing;
  const curves = curvesToKeep(fewCharts(metricsSeries(store.root, run.cells.keys(), job)));
  const best = bestValues(store.root, run.cells.keys(), job);
  world.face.line(
    `sealed ${sealing.seal.slice(0, 8)}: ${verified} files verified at ${level}${opaqueWords(opaque)}`
  );
  return [
    {
      type: "collected",
      lease: lease.name,
      files: files.length,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      manifestSha256: manifestSha256(run.id, files),
      codeProven: true
    },
    {
      type: "sealed",
      seal: sealing.seal,
      verified,
      roster,
      rows,
      bytes,
      level,
      opaque,
      place: where.place,
      machine: world.machine,
      ...where.in && { in: where.in },
      ...curves.length > 0 && { curves },
      ...best.length > 0 && { best }
    }
  ];
}
var MOST_INSTALLED_BYTES = 262144;
async function keepInstalled({ job, store, box: { channel, dir } }) {
  if (!job.requirements && job.setup === void 0) return;
  const script = `head -c ${MOST_INSTALLED_BYTES} "$1/installed.txt"`;
  const { exitCode, stdout } = await channel.exec(["sh", "-c", script, "sh", dir.base]);
  if (exitCode === 0 && stdout !== "") await store.writeInstalled(stdout);
}
async function keepMemory({ store, box: { channel, dir } }) {
  const text = await memoryText(channel, dir);
  if (text !== "") await store.writeMemory(text);
}
var dataOf = ({ data }) => [...data.values()].flatMap(({ from, to, revision, verified, fetched }) => {
  if (!fetched) return [];
  const known = {
    ...revision !== void 0 && { revision },
    ...verified !== void 0 && { verified }
  };
  return [{ from, to, ...known, ...fetched }];
});
async function keepProven({ world, run, lease, store }, files, verdicts) {
  const events = [];
  for (const { name, kept, keptAtEnd, ended } of run.cells.values()) {
    const isKnown = (path, sha256) => kept.get(path)?.sha256 === sha256 && (!ended || keptAtEnd.has(path));
    const proven = verdicts.flatMap(({ cell, path, sha256, bytes, verdict }) => {
      const isWhole = files.some(
        (file) => file.cell === cell && file.path === path && file.sha256 === sha256
      );
      const counts = verdict === "pass" || verdict === "pass-degraded";
      return cell === name && counts && isWhole && !isKnown(path, sha256) ? [{ path, bytes, sha256, verdict }] : [];
    });
    if (proven.length === 0) continue;
    const dir = store.cellDir(name);
    await new KeptCopies(dir).hold(proven);
    const place = { machine: world.machine, dir };
    events.push({ type: "kept", lease: lease.name, cell: name, files: proven, in: place });
  }
  return events;
}
async function requireBoundCode({ run, lease, box: { channel, dir } }) {
  const { differing: differing2 } = await proveCode(channel, dir, lease.started?.codeHash);
  if (differing2.length === 0) return;
  const problem = codeDiffers(lease.started?.codeHash ?? "", differing2);
  throw new Problem({
    code: problem.code,
    kind: "failed",
    what: problem.what,
    next: `The results are not those of commit ${run.opened?.commit.slice(0, 8)}, so they are not sealed. "gpu-lease abandon ${run.id}" gives the box back.`,
    costing: costing(run)
  });
}
async function list(gathering, cell) {
  const { run, job, box, sets } = gathering;
  const globs = [...new Set(job.artifacts.map((rule) => rule.path))];
  const { entries, refused } = await manifest(box.channel, box.dir, cell, globs);
  if (refused.length > 0) throw hostileNames(run, cell, refused);
  const named = new Set(entries.map(({ path }) => path));
  const others = (sets.get(cell)?.files ?? []).filter(({ path }) => !named.has(path));
  if (others.length === 0) return entries;
  const bytes = others.reduce((sum, file) => sum + file.bytes, 0);
  const paths = others.map(({ path }) => path);
  const there = await hashOnBox(box.channel, cellOutDir(box.dir.base, cell), paths, { bytes });
  const unnamed = [...there.files].map(([path, file]) => ({ path, bytes: file.bytes, sha256: file.sha256 }));
  return [...entries, ...unnamed].sort((a, b) => a.path < b.path ? -1 : 1);
}
async function pullElseTier(gathering, listed2, tier) {
  try {
    return { files: await pullAll(gathering, listed2) };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "disk-full-here" || !tier) throw error;
    const files = [];
    for (const { name: cell } of gathering.job.cells)
      files.push(...(await list(gathering, cell)).map((entry) => ({ ...entry, cell })));
    const found = await tier();
    const laid = "why" in found ? found.why : await laidOnTier(gathering, files, found);
    if (typeof laid === "string") throw noRoomHere(gathering, error, files, laid);
    return { files, afar: laid };
  }
}
async function pullAll(gathering, listed2) {
  const files = [];
  for (const { name } of gathering.job.cells)
    files.push(...await pullCell(gathering, name, listed2.get(name)));
  return files;
}
async function pullCell(gathering, cell, first) {
  const { world, run, store } = gathering;
  const { channel, dir } = gathering.box;
  for (let lists = 1; ; lists += 1) {
    const entries = (lists === 1 ? first : void 0) ?? await list(gathering, cell);
    const report = await pull(channel, {
      remoteDir: cellOutDir(dir.base, cell),
      entries,
      intoDir: store.cellDir(cell),
      signal: world.signal,
      onProgress: ({ bytesDone, bytesTotal, filesDone, filesTotal }) => world.face.progress(`pull ${cell}`, {
        label: `pull ${cell}`,
        done: bytesDone,
        total: bytesTotal,
        unit: "bytes",
        note: `${filesDone}/${filesTotal} files`
      })
    });
    world.face.settle(`pull ${cell}`);
    if (report.complete) {
      await new KeptCopies(store.cellDir(cell)).giveUp(entries);
      await dropParcel(world.storeDir, run.id);
      await setAside(gathering, cell, entries);
      return entries.map((entry) => ({ ...entry, cell }));
    }
    const bad = report.files.filter((file) => file.outcome !== "pulled" && file.outcome !== "already");
    const moving = bad.every((file) => file.outcome === "changed" || file.outcome === "vanished");
    if (!moving || lists >= LISTS) throw notPulled(run, cell, bad);
  }
}
async function setAside({ world, run, store }, cell, entries) {
  const { unexpected, notPlain } = store.exactRoster(
    cell,
    entries.map((entry) => entry.path)
  );
  if (notPlain.length > 0) throw strangeHere(run, cell, notPlain);
  const earlier = new Set(run.cells.get(cell)?.sets.flatMap(({ files }) => files.map(({ path }) => path)));
  for (const path of unexpected) {
    const why = earlier.has(path) ? "of an earlier checkpoint than the one that is sealed" : "no longer on the box at the end of the run";
    await store.quarantine(cell, path, `attempt-${attemptsOf(run)}`, why);
    world.face.line(`${cell}: ${path} is ${why}; our copy is put aside`);
  }
}

// src/course/pulling.ts
var PATIENCE_SECONDS = 600;
var LOOK_AGAIN_SECONDS = 0.5;
async function keepNew({ keeping, logs }, of, probe2, isEnd) {
  const leave = becomeOnlyPuller(join9(of.world.storeDir, of.run.id));
  if (typeof leave !== "function") return [];
  try {
    const boxStores = async () => (await afarOf(of.world, of.run, of.job))?.stores ?? [];
    const events = await keeping.keep(of, probe2, boxStores);
    await logs.keep(of, probe2, isEnd);
    return events;
  } finally {
    leave();
  }
}
async function collectAlone(world, run, lease, job) {
  const leave = await becomeOnlyPullerInTime(world, run);
  try {
    const { events } = await world.ledger.read(run.id);
    const isAsItWas = events.at(-1)?.at === run.updatedAt;
    if (!isAsItWas) return [];
    const collected = await collect({ world, run, lease, job }, await afarOf(world, run, job));
    return await attested(world, run.id, events, collected);
  } finally {
    leave();
  }
}
async function pullingAlone(world, run, work) {
  const leave = await becomeOnlyPullerInTime(world, run);
  return work().finally(leave);
}
async function becomeOnlyPullerInTime(world, run) {
  const since = world.clock.now();
  for (let said = false; ; said = true) {
    const leave = becomeOnlyPuller(join9(world.storeDir, run.id));
    if (typeof leave === "function") return leave;
    if (!said) world.face.line(`${nameOf(leave)} pulls this run already; waiting for it`);
    world.signal.throwIfAborted();
    if (secondsBetween(since, world.clock.now()) > PATIENCE_SECONDS) throw pullsStill(run, leave);
    await world.clock.sleep(LOOK_AGAIN_SECONDS, world.signal);
  }
}
var nameOf = ({ pid, host }) => `process ${pid} of ${host === void 0 ? "this machine" : `${host}, which cannot be looked at from here,`}`;
var pullsStill = (run, other) => new Problem({
  code: "pulled-elsewhere",
  kind: "refused",
  what: `Run ${run.id} is being pulled by ${nameOf(other)} for ${PATIENCE_SECONDS / 60} minutes and more (it holds ${other.file}).`,
  next: "Wait for it, or end it; then run the same command again, which goes on where that one stopped.",
  costing: costing(run)
});

// src/course/wind-down.ts
var GRACE_SECONDS = 30;
async function salvage(bringing, of) {
  const { world, run, lease, job } = of;
  const { started } = lease;
  if (!started) return [];
  return quietly(world, `nothing more could be saved from ${lease.name}`, [], async () => {
    const seen = await probe(await world.channel(lease), started.dir);
    return keepNew(bringing, { world, run, lease, job }, seen, true);
  });
}
async function endWork(world, lease, graceSeconds = GRACE_SECONDS) {
  const { started } = lease;
  if (!started) return;
  await quietly(world, `the job may still run on ${lease.boxId}`, void 0, async () => {
    const channel = await world.channel(lease);
    await launcherFor(started.launcher).signal(channel, started.dir, graceSeconds);
  });
}
async function quietly(world, what, otherwise, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TransportFailed || error instanceof Problem)) throw error;
    world.face.warn(`${what}: ${error.message}`);
    return otherwise;
  }
}

export {
  NoRoomToHold,
  isNewest,
  holdsNewest,
  otherThanCopied,
  keptEvent,
  letGo,
  wordsOf,
  isNewer,
  boxSource,
  setOfCopy,
  pullSnapshot,
  keepCell,
  Keeping,
  LogKeeping,
  statementHere,
  keepNew,
  collectAlone,
  pullingAlone,
  salvage,
  endWork,
  refuseStrangers
};
