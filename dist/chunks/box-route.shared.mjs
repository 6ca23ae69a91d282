import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  KeptStoring,
  becomeOnlyPuller,
  dropParcel
} from "./collect-kept-parcel.shared.mjs";
import {
  faultOfTarget,
  messageOf,
  sendTo,
  targetWords
} from "./notify-discord.shared.mjs";
import {
  listLogs,
  sealedLogs
} from "./box-run-logs.shared.mjs";
import {
  wasGivenUp
} from "./lease-giving-up.shared.mjs";
import {
  filesBelow,
  metricsCharts,
  seriesIn
} from "./report-facts.shared.mjs";
import {
  fileOfLog
} from "./box-log-name.shared.mjs";
import {
  PullBroken,
  SMALL_BYTES,
  inBatches,
  pull
} from "./collect-known-files.shared.mjs";
import {
  look,
  lossOf,
  shownLost,
  submissionEnded,
  submissionLost
} from "./lease-ended-in-queue.shared.mjs";
import {
  memoryText
} from "./box-memory-series.shared.mjs";
import {
  curvesToKeep
} from "./report-kept-curves.shared.mjs";
import {
  boundData,
  boxData,
  boxSources,
  environmentAdvice,
  holdsLastAttempt,
  isDataNew,
  launcherFor,
  requireSecrets,
  resolvedAs,
  secretsOf,
  spotAdvice,
  start,
  warnOfLargeCheckpoint
} from "./course-data.shared.mjs";
import {
  MARGIN_BYTES,
  afarOf,
  auditLease,
  boxStorage,
  candidateOf,
  differingSizes,
  freeBytesOf,
  hashedThere,
  nameInFolder,
  nameOfTier,
  rangesOf,
  restoringOf,
  sealedNow,
  sendAfar,
  sendFiles,
  sha256OfSource,
  sourceOf,
  storeSealed,
  unseal,
  uploaderOf,
  wholeOf
} from "./collect-afar.shared.mjs";
import {
  hearTheTime,
  isDoubtfulClock,
  listenForTime,
  refuseDoubtfulClock,
  refuseMadeLater,
  refuseMarked,
  refuseRewritten,
  vouch
} from "./lease-clock-doubt.shared.mjs";
import {
  hashOnBox,
  patienceSeconds,
  unmixed
} from "./collect-box-questions.shared.mjs";
import {
  recognize,
  wordsOfRecognized
} from "./box-audit.shared.mjs";
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
  EVIDENCE,
  RunStore,
  seal
} from "./collect-seal.shared.mjs";
import {
  DiskWorker,
  writeDurably
} from "./collect-disk-worker.shared.mjs";
import {
  readMetrics
} from "./metrics-series.shared.mjs";
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
  LocalTree,
  refusedBelow
} from "./collect-local-tree.shared.mjs";
import {
  manifestSha256,
  pathFault,
  readManifest
} from "./collect-manifest.shared.mjs";
import {
  watchedGlobs
} from "./job-watched.shared.mjs";
import {
  rowsOf
} from "./metrics-csv-table.shared.mjs";
import {
  answersOf,
  codeDiffers,
  exportLines,
  globToEre,
  manifest,
  plainToken,
  probe,
  proveCode,
  variableLines,
  writeTar
} from "./box-keeper-call.shared.mjs";
import {
  checkpointSets,
  fingerprint,
  isOfSets,
  numberOf,
  routeText
} from "./box-keeper-text.shared.mjs";
import {
  approveByStanding,
  issueAbandonWarrant,
  issueParkWarrant,
  issueUnusedWarrant,
  issueWarrant
} from "./approval-request.shared.mjs";
import {
  expandRoster
} from "./job-roster.shared.mjs";
import {
  drivenBy
} from "./lease-driven.shared.mjs";
import {
  stamped
} from "./ledger-append.shared.mjs";
import {
  evictionClocks,
  parkClocks,
  plansOf,
  stayStopped,
  verbFacts
} from "./profile-deadlines.shared.mjs";
import {
  firstContact
} from "./profile-first-contact.shared.mjs";
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
  RentFailed
} from "./platforms-driver.shared.mjs";
import {
  formatSshTarget,
  parseSshTarget
} from "./box-ssh-target.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import {
  compileGlob
} from "./job-glob.shared.mjs";
import {
  ownVersion
} from "./host-installed.shared.mjs";
import {
  notARecord
} from "./ledger-git-objects.shared.mjs";
import {
  isBeside,
  isBesideLook,
  isWorking,
  next
} from "./lease-endings.shared.mjs";
import {
  lostCreates,
  pricedMeters,
  surfaced
} from "./lease-meter-price.shared.mjs";
import {
  hiddenSecretsOf,
  secretNamesOf
} from "./job-secret-names.shared.mjs";
import {
  askAndChoose,
  tasksOf
} from "./job-cadence.shared.mjs";
import {
  HostKeyChanged,
  LoginRefused,
  TransportFailed,
  isOfTheLine
} from "./box-channel.shared.mjs";
import {
  listDigest
} from "./stores-store.shared.mjs";
import {
  Redactor
} from "./secret-redactor.shared.mjs";
import {
  refusedHere
} from "./refused-here.shared.mjs";
import {
  backoff
} from "./host-backoff.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import {
  Problem,
  Problems
} from "./problem.shared.mjs";
import {
  fold,
  newsToTell
} from "./lease-fold.shared.mjs";
import {
  isPatient
} from "./lease-capacity.shared.mjs";
import {
  goesOnFrom,
  heldOf
} from "./lease-breaker.shared.mjs";
import {
  isPrinted,
  keysInFile,
  sourcesOf
} from "./metrics-rule.shared.mjs";
import {
  claimedBy,
  isBeingTold,
  isRepeat,
  targetsOf
} from "./lease-comes-back.shared.mjs";
import {
  opaqueWords
} from "./lease-opaque-words.shared.mjs";
import {
  attemptsOf,
  costing,
  jobOf,
  leaseOf,
  openMeters
} from "./lease-run.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";
import {
  usdInLastDay,
  usdSoFar
} from "./lease-cost.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import {
  formatSeconds,
  secondsBetween,
  systemClock
} from "./clock.shared.mjs";

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
  for (const set of sets) {
    const print = fingerprint(set);
    if (print === looks.kept) break;
    if (set.ending === "lacking" || looks.refused.has(print)) continue;
    if (set.ending === "said" || liesStill(set, print, looks)) return { set, isWaiting };
    isWaiting = true;
  }
  return { set: void 0, isWaiting };
}
var liesStill = (set, print, { before, isOver, boxTime }) => isOver || before.has(print) || boxTime - set.modifiedAt >= STILL_SECONDS;

// src/collect/set-listing.ts
var MOST_FILES = 1e5;
var MOST_BYTES = 64 * 1024 ** 2;
var LIST = `
cd -- "$1" 2>/dev/null || exit 0
shift
nl='
'
odd=$(printf '\\001')
find . -type f -name "*$nl*" -exec dirname {} \\; | sed "s|^|0 0 0 |; s|$|/$odd|"
find . -type f ! -name "*$nl*" | sed 's|^\\./||' | LC_ALL=C grep -E "$@" | head -n ${MOST_FILES} | sed 's|^|./|' | tr '\\n' '\\000' |
  xargs -0 -r stat -c '%i %s %Y %n' -- 2>/dev/null
exit 0
`;
async function listSeen(channel, dir, globs) {
  const patterns = globs.flatMap((glob) => ["-e", globToEre(glob, "wide")]);
  const { exitCode, stdout, stderr, truncated } = await channel.exec(
    ["sh", "-c", LIST, "sh", dir, ...patterns],
    { timeoutSeconds: 120, maxOutputBytes: MOST_BYTES }
  );
  if (exitCode !== 0 || truncated)
    throw new TransportFailed(`the box could not list its checkpoints: ${oneLine(stderr, 200)}`, "short");
  const matchers = globs.map(compileGlob);
  return stdout.split("\n").flatMap((line) => {
    const [, object, bytes, modifiedAt, path] = SEEN.exec(line) ?? [];
    if (object === void 0 || path === void 0 || !matchers.some((matches) => matches(path))) return [];
    return [{ path, bytes: Number(bytes), modifiedAt: Number(modifiedAt), object }];
  });
}
var SEEN = /^(\d{1,20}) (\d{1,15}) (-?\d{1,12}) \.\/(.+)$/;

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
async function takeSnapshot(channel, cellDir, linked, copied2) {
  const dir = `${cellDir}/snapshot`;
  const safe = (path) => pathFault(path) === void 0;
  const lines = [
    ...linked.filter(safe).map((path) => `l ${path}
`),
    ...copied2.filter(safe).map((path) => `c ${path}
`)
  ];
  const taken = await channel.exec(["sh", "-c", TAKE, "sh", cellDir], {
    stdin: Buffer.from(lines.join("")),
    timeoutSeconds: 300
  });
  if (taken.exitCode !== 0) {
    throw new TransportFailed(
      `the box could not hold its files still: ${taken.stderr.slice(0, 200)}`,
      "short"
    );
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
var MOST_BYTES2 = 64 * 1024 ** 2;
async function metricAt(read, job, { step, files }) {
  const rule = sourcesOf(job).find((source) => source.best !== void 0 && !isPrinted(source));
  const key = rule?.best?.key;
  if (job.checkpoint?.retain?.best !== true || !rule || key === void 0 || step === void 0) return;
  const matches = compileGlob(rule.path);
  let last;
  for (const { path, bytes } of files) {
    if (!matches(path) || bytes > MOST_BYTES2) continue;
    for (const line of linesIn(await read(path), rule))
      if (line.step <= step && line.numbers.has(key) && line.step >= (last?.step ?? 0)) last = line;
  }
  return last?.numbers.get(key);
}
var linesIn = (bytes, rule) => readMetrics(rowsOf({ bytes, at: 0 }, rule), rule).lines;

// src/collect/kept-news.ts
function refuse({ of, cell, memory }, set, { path, why }) {
  const { name, form } = set;
  memory.refused.add(fingerprint(set));
  const where = form === "file" && path === name ? "" : `${path}: `;
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
async function otherThanKept({ files, unhashed }, open3, signal) {
  for (const { path, sha256 } of files.filter((file) => unhashed.includes(file.path))) {
    const found = await sha256OfSource(await open3(path), signal);
    if (found !== sha256) return `${path} reads as ${found}`;
  }
  return void 0;
}
var otherThanCopied = (whole, open3, signal) => otherThanKept(whole, open3, signal).catch((error) => {
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
  refused = /* @__PURE__ */ new Set();
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
    const sent2 = await heldStill(
      looked,
      channel,
      bundle,
      (snapshot) => this.#asWhy(() => this.#send(snapshot))
    );
    if (sent2 === void 0) return AGAIN;
    if (typeof sent2 === "string" || "isSettled" in sent2) return sent2;
    return this.#asWhy(() => this.#read(sent2));
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
    const failed = await sendFiles({ world, channel, uploader, folder, dirOf: () => dir }, rows);
    if (failed.length > 0) return failed.slice(0, 3).join("; ");
    const differing3 = await differingSizes(folder, rows);
    if (differing3.length === 0) return { mark, folder, entries };
    await this.#takeBack(mark, folder);
    return differing3.slice(0, 3).join("; ");
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
    const open3 = this.#opener(folder, entries);
    const copies = { of, cell, open: open3 };
    const verdict = bundle.set && await loadedSet(copies, bundle.set, entries);
    if (bundle.set && verdict?.isWhole === false) {
      await this.#takeBack(mark, folder);
      if (verdict.isOther) return `${verdict.path} ${verdict.why}`;
      refuse(looked, bundle.set, verdict);
      return AGAIN;
    }
    const whole = verdict?.isWhole ? verdict : void 0;
    const other = whole && await otherThanKept(whole, open3, of.world.signal);
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
    return this.#keptThere({ mark, folder, entries }, whole, open3);
  }
  async #keptThere({ mark, folder, entries }, whole, open3) {
    const { bundle, looked, store } = this.#order;
    const { of } = looked;
    const cell = looked.cell.name;
    const beside = await loadBeside({ of, cell, open: open3 }, besideOf(bundle, entries));
    const copies = [...whole?.files ?? [], ...beside];
    if (copies.length === 0) return this.#settle();
    const { id, place } = folder;
    const read = async (path) => wholeOf(await open3(path));
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
  const seen2 = files.map(({ path, bytes }) => ({ path, bytes, modifiedAt: 0 }));
  const set = checkpointSets(seen2, checkpoint)[0];
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
  const open3 = async (path) => boxSource(channel, `${copy.dir}/${path}`, sizes.get(path) ?? 0);
  const verdict = memory.refused.has(copy.id) ? void 0 : await loadedSet({ of, cell: cell.name, open: open3 }, set, copy.files);
  const other = verdict?.isWhole ? await otherThanCopied(verdict, open3, of.world.signal) : void 0;
  if (!verdict?.isWhole || other !== void 0) {
    memory.refused.add(copy.id);
    const said = verdict && !verdict.isWhole ? `${verdict.path} ${verdict.why}` : other ?? "it does not load";
    why.push(`${copy.dir}: ${said}`);
    return void 0;
  }
  const known = of.run.cells.get(cell.name);
  if (known && !isNewer(known, verdict) && !isNewest(known, copy.files)) return AGAIN;
  if (!await holdOnTier(channel, copy)) return AGAIN;
  const beside = await broughtBeside(looked, channel, bundle);
  const place = { durable: copy.dir, platform: of.lease.platform };
  const dir = storeOf(of.world.storeDir, of.run.id, cell.name);
  const read = async (path) => sizes.has(path) ? wholeOf(await open3(path)) : readFile2(join3(dir, path));
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
  const { set, isWaiting } = choose(sets, { ...memory, isOver, boxTime: probe2.boxTime });
  memory.before = new Set(sets.map(fingerprint));
  if (!set) return { bundle: void 0, isWaiting };
  const inSet = new Set(sets.flatMap(({ files }) => files.map(({ path }) => path)));
  const isOfSet = isOfSets(rule);
  const isBeside2 = (path) => !inSet.has(path) && !isOfSet(path);
  const beside = listing.filter(({ path }) => isBeside2(path));
  const onBox = new Set(sets.map(({ name }) => name));
  return { bundle: { set, beside, metrics: metrics.filter(isBeside2), onBox }, isWaiting };
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
  const sent2 = cell.metrics.flatMap(({ source, path }) => isFile(source) ? path ?? [] : []);
  return [.../* @__PURE__ */ new Set([...named, ...sent2])];
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
  async #keepCell(due) {
    const { of, cell } = due;
    const { world, job, run } = of;
    const began = world.clock.now();
    const memory = this.#memories.get(cell.name) ?? new SetMemory();
    this.#memories.set(cell.name, memory);
    const freeBytes = () => this.#freeBytes(join4(world.storeDir, run.id));
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
var MOST_BYTES3 = 64 * 1024 * 1024;
var KeptLogs = class {
  #dir;
  #index;
  #most;
  #reached;
  /** @param dir made by whoever calls */
  constructor(dir, index, mostBytes = MOST_BYTES3) {
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
    this.#notBefore ??= new Date(clock.now().getTime() + EVERY_SECONDS * 1e3);
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

// src/rent/twins.ts
async function twinsOf(driver, lease, boxId) {
  const others = (await seen(driver, lease.name)).filter((held) => held.boxId !== boxId);
  return others.map((held, i) => surfaced(`${lease.name}~${i + 2}`, lease, held));
}
async function lateBoxes(world, run) {
  const events = [];
  for (const lease of lostCreates(run)) {
    const [held] = await seen(await world.driver(drivenBy(lease)), lease.name);
    if (!held) continue;
    await refuseMadeLater(world, run, lease, held);
    events.push(surfaced(lease.name, lease, held));
  }
  return events;
}
async function seen(driver, name) {
  try {
    return await driver.find(name);
  } catch (error) {
    if (error instanceof Problem && error.kind === "unreachable") return [];
    throw error;
  }
}

// src/rent/close.ts
var LOOK_SECONDS = 60;
async function lookForLate(world, run, until2) {
  for (; ; ) {
    const wait = secondsBetween(world.clock.now(), until2);
    const late = await lateBoxes(world, run);
    if (late.length > 0 || wait <= 0) return late;
    world.face.line(
      `The answer to a create was lost; its box may still come up, so the run closes in ${Math.ceil(wait)} s.`
    );
    await world.clock.sleep(Math.min(wait, LOOK_SECONDS), world.signal);
    world.signal.throwIfAborted();
  }
}

// src/lease/may-create.ts
var CLAIM_SECONDS = 120;
var CLAIM_FRESH_SECONDS = 60;
function mayCreate({ claim: held, intent }, claim, now, unique) {
  if (unique || intent.attach !== void 0) return { now: "create" };
  const age = secondsBetween(new Date(held.at), now);
  if (held.by === claim) return age > CLAIM_FRESH_SECONDS ? { now: "claim" } : { now: "create" };
  if (age >= CLAIM_SECONDS) return { now: "claim" };
  return {
    now: "wait",
    // A claim of a clock that is ahead keeps nobody waiting for longer than a claim lasts.
    seconds: Math.min(CLAIM_SECONDS - age + 1, CLAIM_SECONDS),
    claimedSecondsAgo: Math.max(0, age)
  };
}

// src/rent/held-elsewhere.ts
async function refuseHeldElsewhere(world, run, lease) {
  if (lease.intent.attach === void 0) return;
  const mine = await addressesOf(world, lease.intent);
  const since = intentOf(lease, (await world.ledger.read(run.id)).events);
  for (const { run: id } of await world.ledger.list()) {
    if (id === run.id) continue;
    const { events } = await world.ledger.read(id);
    for (const other of fold(id, events).leases) {
      if (other.intent.attach === void 0 || !isBefore(other, intentOf(other, events), since)) continue;
      const theirs = await addressesOf(world, other.intent);
      if (theirs.some((address) => mine.includes(address))) throw heldElsewhere(run, lease, id, other);
    }
  }
}
var isBefore = (other, theirIntent, ours) => openMeters(other).length > 0 || other.state === "intended" && theirIntent < ours;
function intentOf(lease, events) {
  const event = events.find((each) => each.type === "intended" && each.lease === lease.name);
  return `${event?.at ?? ""} ${lease.name}`;
}
async function addressesOf(world, intent) {
  const written = formatSshTarget(parseSshTarget(intent.attach ?? intent.offer));
  const driver = await world.driver(intent);
  const { endpoint } = await driver.describe(written).catch(() => ({ endpoint: void 0 }));
  return [written, ...endpoint ? [`${endpoint.host} ${endpoint.port}`] : []];
}
function heldElsewhere(run, lease, id, other) {
  return new Problem({
    code: "box-held-elsewhere",
    kind: "refused",
    what: `${lease.intent.attach} is held by run ${id} (${other.name}, ${other.state}); nothing was started on it.`,
    next: `Let that run end, or end it ("gpu-lease status ${id}"), then run the same command again; "gpu-lease abandon ${run.id}" gives this one up.`,
    costing: costing(run)
  });
}

// src/rent/rent.ts
var SETTLE_SECONDS = 30;
async function rent(world, run, lease) {
  const events = await adoptOrCreate(world, run, lease);
  for (const event of events)
    if (event.type === "rented" && event.untimed !== void 0)
      world.face.warn(
        `${lease.name} has no end at the platform, so only its keeper and the tick end it: ${event.untimed}`
      );
  return events;
}
async function adoptOrCreate(world, run, lease) {
  await refuseHeldElsewhere(world, run, lease);
  const driver = await world.driver(drivenBy(lease));
  const found = await findIntended(world, run, lease);
  if (found.length > 0) return found;
  const { find } = (await world.profile(lease.platform)).rent;
  const isOnce = find.unique === "yes" || driver.createsOnce === true;
  const may = mayCreate(lease, world.claim, world.clock.now(), isOnce);
  if (may.now === "wait") return takeOver(world, driver, lease, may);
  if (may.now === "claim") return [claimed(world, lease)];
  await refuseRewritten(world, run, lease);
  const intent = await intentOf2(world, run, lease);
  try {
    const held = await driver.create(intent);
    return [rented(lease, held, false), ...await twinsOf(driver, lease, held.boxId)];
  } catch (error) {
    if (!(error instanceof RentFailed)) throw error;
    return afterFailure(world, driver, lease, error);
  }
}
async function findIntended(world, run, lease) {
  const driver = await world.driver(drivenBy(lease));
  const found = await driver.find(lease.name);
  for (const { boxId } of found) await refuseMarked(world, run, lease, { boxId });
  return adopted(lease, found);
}
async function giveUpIntent(world, lease) {
  const driver = await world.driver(drivenBy(lease));
  const left = await driver.find(lease.name);
  if (left.length > 0) return adopted(lease, left);
  return [
    { type: "rent-refused", lease: lease.name, reason: "unclear", what: "given up before it was rented" }
  ];
}
function adopted(lease, [first, ...others]) {
  if (!first) return [];
  const twins = others.map((held, i) => surfaced(`${lease.name}~${i + 2}`, lease, held));
  return [rented(lease, first, true), ...twins];
}
var claimed = ({ claim }, { name }) => ({ type: "claimed", lease: name, claim });
async function takeOver(world, driver, lease, { seconds, claimedSecondsAgo }) {
  world.face.line(
    `${lease.name}: another process began to rent it ${Math.round(claimedSecondsAgo)} s ago and nothing is to be seen yet; waiting`
  );
  await world.clock.sleep(seconds, world.signal);
  if (world.signal.aborted) return [];
  const late = await driver.find(lease.name);
  return late.length > 0 ? adopted(lease, late) : [claimed(world, lease)];
}
async function afterFailure(world, driver, lease, error) {
  const settle = error.reason === "unclear" ? await settleSeconds(world, lease) : 0;
  for (const wait of settle > 0 ? [0, settle / 3, 2 * settle / 3] : [0, 0]) {
    if (wait > 0) await world.clock.sleep(wait, world.signal);
    if (world.signal.aborted) return [];
    const left = await driver.find(lease.name);
    if (left.length > 0) return adopted(lease, left);
  }
  world.face.warn(`${lease.platform} did not rent out ${lease.offer}: ${error.message}`);
  return [
    { type: "rent-refused", lease: lease.name, reason: error.reason, what: error.message.slice(0, 300) }
  ];
}
async function settleSeconds(world, lease) {
  const { rent: facts } = await world.profile(lease.platform);
  if (facts.find.by === "none") return 0;
  return facts.find.settle?.seconds ?? SETTLE_SECONDS;
}
async function intentOf2(world, run, lease) {
  const { intent } = lease;
  const login = await world.loginKey(run.id);
  const host = await world.hostKey(lease.name);
  const job = jobOf2(run);
  const candidate = candidateOf2(job, lease);
  const lifetimeSeconds = lifetimeOf(run, job, world.clock.now());
  return {
    name: lease.name,
    owner: world.ownerMark(lease.name),
    want: job.resources,
    candidate,
    ...job.image === void 0 ? {} : { image: job.image },
    lifetimeSeconds,
    offer: {
      id: intent.offer,
      platform: intent.platform,
      summary: intent.summary,
      usdPerHour: intent.usdPerHour,
      market: intent.market,
      ...intent.region === void 0 ? {} : { region: intent.region },
      ...intent.host === void 0 ? {} : { hostId: intent.host }
    },
    authorizedKey: login.publicOpenSsh,
    hostKey: host.privateOpenSsh,
    ...intent.attach === void 0 ? {} : { attach: intent.attach },
    ...intent.queue === void 0 ? {} : { queue: intent.queue },
    ...intent.tasks === void 0 ? {} : { tasks: intent.tasks }
  };
}
function jobOf2(run) {
  if (!run.opened) throw new Error(`run ${run.id} was never opened`);
  return run.opened.document;
}
function candidateOf2(job, { intent, platform }) {
  const numbered = intent.candidate === void 0 ? void 0 : job.candidates[intent.candidate];
  return numbered ?? job.candidates.find((each) => each.platform === platform) ?? { platform };
}
function lifetimeOf(run, job, now) {
  const since = run.leases.find((each) => each.rentedAt)?.rentedAt;
  const usedSeconds = since === void 0 ? 0 : Math.max(0, secondsBetween(new Date(since), now));
  const left = Math.ceil(job.budget.hours * 3600 - usedSeconds);
  if (Number.isFinite(left) && left > 0) return left;
  throw new Problem({
    code: "no-lifetime",
    kind: "refused",
    what: `A box may only be rented with an end: of budget.hours ${job.budget.hours} h nothing is left.`,
    next: "Set `budget.hours` to what the whole run may take and start a new run."
  });
}
var rented = (lease, held, isAdopted) => ({
  type: "rented",
  lease: lease.name,
  boxId: held.boxId,
  meters: pricedMeters(held.meters, lease.usdPerHour),
  adopted: isAdopted,
  ...held.hostId === void 0 ? {} : { host: held.hostId },
  ...held.since === void 0 ? {} : { since: held.since },
  ...held.endsAt === void 0 ? {} : { endsAt: held.endsAt },
  ...held.untimed === void 0 ? {} : { untimed: held.untimed.slice(0, 300) }
});

// src/course/advance.ts
var FIRST_PAUSE_SECONDS = 2;
var LONGEST_PAUSE_SECONDS = 60;
var MAX_UNCLEAR = 5;
var LEDGER_PATIENCE_SECONDS = 600;
async function advance(drive, runId) {
  let unclear = 0;
  let before;
  for (; ; ) {
    const record = await patientRead(drive, runId, before);
    const run = fold(runId, record.events);
    before = run;
    const standstill = { run, events: record.events };
    if (!run.opened) throw notARecord(runId, run.ignored[0]?.why ?? "it has no events", void 0);
    await refuseWrongClock(drive, run);
    if (drive.signal.aborted) return { ...standstill, waitingFor: void 0 };
    const steps = next(run, await drive.plans(run), drive.clock.now());
    const tell = record.archived ? [] : noticeStep(run, steps, drive.clock.now());
    const outcome = await firstProgress(drive, run, [...tell, ...steps]).catch((error) => {
      if (isInterruption(error, drive.signal)) return void 0;
      unclear += 1;
      if (isAway(error) && drive.patienceSeconds && unclear <= MAX_UNCLEAR) return AGAIN2;
      throw withCosting(refusedHere(error), run);
    });
    if (outcome === AGAIN2) continue;
    if (!outcome) return { ...standstill, waitingFor: void 0 };
    if (outcome.events.length === 0) {
      const isOvertaken = !outcome.stoppedAt && (await patientRead(drive, runId, run)).tip !== record.tip;
      if (isOvertaken && !drive.signal.aborted) continue;
      return { ...standstill, waitingFor: outcome.stoppedAt };
    }
    try {
      await appendAll(drive, record, run, outcome.events);
      unclear = 0;
    } catch (error) {
      if (isNoticeOfArchived(error, outcome.events)) continue;
      unclear += 1;
      if (!(error instanceof Problem && error.code === "append-unclear") || unclear > MAX_UNCLEAR)
        throw withCosting(error, run);
    }
  }
}
var isNoticeOfArchived = (error, events) => error instanceof Problem && error.code === "archived" && events.every(({ type }) => type === "notice-claimed" || type === "notice-sent");
var AGAIN2 = /* @__PURE__ */ Symbol("again");
var isAway = (error) => error instanceof Problem && (error.code === "remote-unreachable" || error.code === "append-unclear");
async function refuseWrongClock({ clock, hear }, run) {
  if (isDoubtfulClock(clock, run)) await hear?.(run);
  refuseDoubtfulClock(clock, run);
}
async function patientRead(drive, runId, before) {
  const { clock, ledger, signal, endsAt } = drive;
  const since = clock.now();
  const left = endsAt ? secondsBetween(since, endsAt) : Number.POSITIVE_INFINITY;
  const patienceSeconds2 = Math.min(drive.patienceSeconds ?? 0, left);
  const waited = () => secondsBetween(since, clock.now());
  for (let pause = FIRST_PAUSE_SECONDS, tries = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE_SECONDS)) {
    try {
      const record = await ledger.read(runId);
      if (tries > 1) drive.say?.(`The ledger answers again, after ${formatSeconds(waited())}.`);
      return record;
    } catch (error) {
      if (before === void 0) throw error;
      if (!isAway(error) || signal.aborted) throw withCosting(error, before);
      if (waited() + pause > patienceSeconds2)
        throw withCosting(error, before, ` It was waited for, ${formatSeconds(waited())} in all.`);
      if (tries === 1) drive.say?.(waitingWords(error, before, patienceSeconds2));
      tries += 1;
    }
    await clock.sleep(pause, signal);
  }
}
function waitingWords({ what }, run, patienceSeconds2) {
  const held = costing(run);
  const bill = held.length > 0 ? ` Still costing money: ${held.join("; ")}.` : "";
  return `${what}${/[.!?]$/.test(what) ? "" : "."} Nothing is done on ${run.id} before it answers; it is asked again, for ${formatSeconds(patienceSeconds2)} at most.${bill}`;
}
function withCosting(error, run, more = "") {
  if (error instanceof Problems) {
    const [first, ...others] = error.all;
    return new Problems([withCosting(first, run, more), ...others]);
  }
  const held = costing(run);
  if (!(error instanceof Problem) || error.costing.length > 0 || held.length === 0 && more === "")
    return error;
  const { code, kind, what, next: next2, at } = error;
  const detail = { code, kind, what: `${what}${more}`, next: next2, costing: held };
  return new Problem({ ...detail, ...at && { at } }, { cause: error });
}
function noticeStep(run, steps, now) {
  const due = newsToTell(run, steps, now);
  return due.length > 0 || isBeingTold(run) ? [{ do: "notify", due }] : [];
}
async function firstProgress(drive, run, steps) {
  for (const step of steps) {
    if (step.do !== "notify" && !drive.may(step, run)) return { events: [], stoppedAt: step };
    const events = await drive.perform(run, step);
    if (events.length > 0) return { events };
  }
  return { events: [] };
}
var isInterruption = (error, signal) => signal.aborted && (error === signal.reason || typeof error === "object" && error !== null && "name" in error && error.name === "AbortError");
var laterOf = (now, last) => last !== void 0 && Date.parse(last) > now.getTime() ? new Date(last) : now;
async function appendAll(drive, record, run, bodies) {
  await refuseWrongClock(drive, run);
  const now = laterOf(drive.clock.now(), run.updatedAt);
  const { events, after, summary } = stamped(record, run.id, bodies, { now, who: drive.who });
  const refused = after.ignored[run.ignored.length];
  if (refused)
    throw new Error(`our own event "${refused.type}" does not follow from the record: ${refused.why}`);
  await drive.ledger.append(run.id, record.tip, { events, summary });
}

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

// src/course/telling.ts
var MOST_SECONDS = 20;
var MOST_AT_ONCE = 10;
var Telling = class {
  /** By news, what was sent: an append that was lost to another's is no reason to send again. */
  #sent = /* @__PURE__ */ new Map();
  /** @returns events, or none where there is nothing that this process could tell */
  async perform(world, run, due) {
    const mine = claimedBy(run, world.claim);
    if (mine.length > 0) return Promise.all(mine.map((each) => this.#once(world, run, each)));
    const claims = due.flatMap(({ news: { key, ...told }, to }) => {
      const able = to.filter((id) => isAble(world, run, id));
      return able.length > 0 ? [{ type: "notice-claimed", claim: world.claim, notice: key, ...told, to: able }] : [];
    });
    return claims.slice(0, MOST_AT_ONCE);
  }
  #once(world, run, notice) {
    const claims = notice.to.map((id) => run.notices.get(notice.news.key)?.to.get(id)?.claims ?? 0);
    const of = `${run.id} ${notice.news.key} ${claims.join(" ")}`;
    const sent2 = this.#sent.get(of) ?? send(world, run, notice);
    this.#sent.set(of, sent2);
    return sent2;
  }
};
function isAble(world, run, id) {
  const found = targetsOf(run).find((each) => each.id === id);
  return found !== void 0 && faultOfTarget(found.target, world.secret) === void 0;
}
function warnOfUntold({ face, secret }, job) {
  for (const [at, target] of (job.notices ?? []).entries()) {
    const fault = faultOfTarget(target, secret);
    if (fault !== void 0)
      face.warn(
        `${targetWords(`${target.kind}-${at + 1}`, target)} of \`notify\` is told nothing from here: ${fault}. Next: set it where this command runs; in a workflow store it as a secret and hand it on by name.`
      );
  }
}
async function send(world, run, { news: news2, to }) {
  const { clock, signal, face, page } = world;
  const until2 = new Date(clock.now().getTime() + MOST_SECONDS * 1e3);
  const targets = targetsOf(run).filter(({ id }) => to.includes(id));
  const outcomes = await Promise.all(
    targets.map(async ({ id, target }) => {
      const message = messageOf(run, news2, { now: clock.now(), page, repeat: isRepeat(run, news2.key, id) });
      const outcome = await sendTo(target, message, world.secret, { clock, signal, until: until2 });
      say(face, targetWords(id, target), news2.event, outcome);
      return { to: id, ...outcome };
    })
  );
  return { type: "notice-sent", claim: world.claim, notice: news2.key, outcomes };
}
function say(face, who, event, outcome) {
  if (outcome.taken) face.line(`told ${who}: ${event}`);
  else
    face.warn(
      `${who} was not told of "${event}": ${outcome.why}. The run is none the worse for it; a later look tries again. Next: "gpu-lease notify --test" shows what happens.`
    );
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
async function verifyAll(gathering, files, open3) {
  const { world, job } = gathering;
  const own = job.cells.map(({ name }) => ofCell(gathering, name, files));
  const total = own.reduce((sum, { pulled }) => sum + pulled.length, 0);
  const all = { rows: [], broken: [] };
  let done = 0;
  for (const cell of own) {
    const loaded = await load(gathering, cell, open3, (path) => {
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
var load = ({ world, store }, { name, pulled }, open3, onFile) => loadVerify(
  store.cellDir(name),
  pulled.filter((file) => !holdsNothing(file)),
  { signal: world.signal, ...open3 && { open: (path) => open3(name, path) }, onFile }
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
  const { sent: sent2, verdicts, files } = await gather(gathering, afar);
  const place = sent2?.place ?? store.root;
  await keepMemory(gathering);
  await bringLastLogs(gathering);
  const roster = expandRoster(job);
  const where = { place, ...sent2?.in && { in: sent2.in } };
  const input = {
    run: run.id,
    roster,
    manifest: files,
    verdicts,
    ...where,
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
  const proven = sent2 ? [] : await keepProven(gathering, files, verdicts);
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
    const sent2 = mayBeSent ? await sendAfar(gathering, listed2, afar) : void 0;
    const { files, afar: away } = sent2 ? { files: sent2.files, afar: sent2 } : await pullElseTier(gathering, listed2, afar?.tier);
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
  const curves = curvesToKeep(metricsCharts(store.root, run.cells.keys(), job));
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
  const { differing: differing3 } = await proveCode(channel, dir, lease.started?.codeHash);
  if (differing3.length === 0) return;
  const problem = codeDiffers(lease.started?.codeHash ?? "", differing3);
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
    const seen2 = await probe(await world.channel(lease), started.dir);
    return keepNew(bringing, { world, run, lease, job }, seen2, true);
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

// src/collect/newer-on-tier.ts
import { readFile as readFile4 } from "node:fs/promises";
import { join as join10 } from "node:path";
async function newerOnTier(of, asked, freeBytes = freeBytesOf) {
  const { world, run, lease, job } = of;
  const durable = lease.placed?.durable;
  if (durable === void 0 || !job.checkpoint) return [];
  const channel = await world.channel(lease);
  const copies = await durableSets(channel, durable, run.id);
  const events = [];
  for (const cell of run.cells.values()) {
    if (cell.ended) continue;
    const own = copies.filter((copy) => copy.cell === cell.name);
    const kept = await newestOf({ of, channel, cell, asked, freeBytes }, own);
    if (kept) events.push(kept);
  }
  return events;
}
async function newestOf(asking, copies) {
  const { of, cell, asked } = asking;
  for (const copy of copies) {
    if (isNewest(cell, copy.files)) return void 0;
    const set = setOfCopy(copy, of.job);
    if (!set || isOlder(cell, set) || asked.has(`${copy.cell}/${copy.id}`)) continue;
    asked.add(`${copy.cell}/${copy.id}`);
    const kept = await counted(asking, copy, set);
    if (kept) return kept;
  }
  return void 0;
}
function isOlder({ sets }, { name }) {
  const [known, found] = [numberOf(sets.at(-1)?.name ?? ""), numberOf(name)];
  return known !== void 0 && found !== void 0 && found < known;
}
async function counted(asking, copy, set) {
  const { of, cell } = asking;
  const found = await broughtHere(asking, copy);
  const verdict = await loadedSet({ of, cell: cell.name, ...found.afar }, set, copy.files);
  const why = verdict.isWhole ? await differing2(of, found, verdict) : `${verdict.path}: ${verdict.why}`;
  if (!verdict.isWhole || why !== void 0) {
    of.world.face.warn(`${cell.name}: ${set.name} on the durable tier (${copy.dir}) is not taken: ${why}`);
    return void 0;
  }
  if (!isNewer(cell, verdict)) return void 0;
  if (found.afar && !await holdOnTier(asking.channel, copy)) return void 0;
  const bundle = { set, beside: [], metrics: [], onBox: /* @__PURE__ */ new Set() };
  if (!found.afar) {
    await new KeptCopies(storeOf(of.world.storeDir, of.run.id, cell.name)).hold(verdict.files);
    await letGo(of, bundle, cell.name, verdict.files);
  }
  of.world.face.line(
    `${cell.name}: ${wordsOf(set, verdict.step)} was on the durable tier, newer than what was kept; it loads`
  );
  const { read } = found;
  return keptEvent({ of, cell }, { bundle, whole: verdict, beside: [], in: found.in, read });
}
async function broughtHere({ of, channel, cell, freeBytes }, copy) {
  const { world, run, lease } = of;
  const bytes = copy.files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes + MARGIN_BYTES <= await freeBytes(join10(world.storeDir, run.id))) {
    const dir = storeOf(world.storeDir, run.id, cell.name);
    const here = await pullSnapshot(of, channel, cell.name, { dir: copy.dir, entries: copy.files });
    if (here.length === copy.files.length)
      return { in: { machine: world.machine, dir }, read: (path) => readFile4(join10(dir, path)) };
  }
  const sizes = new Map(copy.files.map((file) => [file.path, file.bytes]));
  const open3 = async (path) => boxSource(channel, `${copy.dir}/${path}`, sizes.get(path) ?? 0);
  const read = async (path) => {
    const source = await open3(path);
    return source.read(0, source.sizeBytes);
  };
  return { in: { durable: copy.dir, platform: lease.platform }, read, afar: { open: open3 } };
}
var differing2 = async ({ world }, { afar }, whole) => afar && otherThanCopied(whole, afar.open, world.signal);

// src/collect/box-download.ts
var FETCH = `
umask 077
mkdir -p -- "$1" && cd -- "$1" || exit 5
case $2 in */*) mkdir -p -- "./\${2%/*}" || exit 5 ;; esac
file=./$2 bytes=$3
shift 3
size() { [ -f "$file" ] && echo "$(($(wc -c <"$file")))" || echo 0; }
[ "$(size)" -le "$bytes" ] || rm -f -- "$file"
[ "$(size)" -eq "$bytes" ] || "$@"
chmod 644 "$file" 2>/dev/null
[ "$(size)" -eq "$bytes" ]
`;
async function downloadToBox(channel, program, { dir, path, bytes, url, signal }) {
  const { argv, stdin } = PROGRAMS[program](`./${path}`, url);
  const words = ["sh", "-c", FETCH, "sh", dir, path, String(bytes), ...argv];
  const { exitCode } = await channel.exec(words, {
    stdin: Buffer.from(stdin),
    timeoutSeconds: patienceSeconds(bytes),
    maxOutputBytes: 65536,
    signal
  });
  return exitCode === 0;
}
var PROGRAMS = {
  // Without the user's own settings, which might log or send elsewhere.
  curl: (file, url) => ({
    argv: ["curl", "-q", "-K", "-"],
    stdin: [
      `url = "${url}"`,
      `output = "${file.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`,
      "continue-at = -",
      "globoff",
      "fail",
      "silent",
      "connect-timeout = 30",
      "speed-limit = 1000",
      "speed-time = 120",
      ""
    ].join("\n")
  }),
  wget: (file, url) => ({
    argv: [
      "wget",
      "--no-config",
      "--no-hsts",
      "--continue",
      "--tries=1",
      "--timeout=120",
      "--quiet",
      `--output-document=${file}`,
      "--input-file=-"
    ],
    stdin: `${url}
`
  }),
  python3: (file, url) => ({
    argv: ["python3", "-I", "-c", PYTHON],
    stdin: JSON.stringify({ url, path: file })
  })
};
var PYTHON = `
import json, os, shutil, sys, urllib.request
told = json.loads(sys.stdin.buffer.read().decode("utf-8"))
with open(told["path"], "ab") as content:
    at = content.tell()
    request = urllib.request.Request(told["url"], headers={"Range": "bytes=%d-" % at})
    with urllib.request.urlopen(request, timeout=120) as answer:
        if answer.status != 206:
            content.truncate(0)
        shutil.copyfileobj(answer, content, 1048576)
`;

// src/collect/push.ts
import { constants as constants2, createReadStream } from "node:fs";
import { open as open2 } from "node:fs/promises";
async function pushBack(channel, request) {
  const { entries, refused } = readManifest(request.entries);
  const files = refused.map(({ path, why }) => ({ path, outcome: "refused", bytes: 0, why }));
  const end = ({ path, bytes }, outcome, why) => files.push({ path, outcome, bytes, ...why === void 0 ? {} : { why } });
  const tree = await LocalTree.open(request.fromDir);
  const sound = await proveHere(tree, entries, end);
  const toSend = await whatBoxLacks({ channel, request, tree, end }, sound);
  if (toSend.length > 0) {
    const staging = `${request.remoteDir}/.gpu-lease-push`;
    await stage(channel, tree, staging, toSend);
    const proven = await publish(channel, request.remoteDir, staging, toSend);
    for (const entry of toSend) {
      if (proven.has(entry.path)) end(entry, "pushed");
      else
        end(
          entry,
          "damaged",
          "did not arrive on the box with the hash it left with, or could not be moved there"
        );
    }
  }
  return { files, complete: files.every(({ outcome }) => outcome === "pushed" || outcome === "already") };
}
async function proveHere(tree, entries, end) {
  const disk = new DiskWorker();
  const sound = [];
  try {
    for (const entry of entries) {
      const here = tree.look(entry.path);
      if (here.kind !== "file") end(entry, "unfit-here", here.kind === "absent" ? "is not here" : here.why);
      else if (here.stats.size !== entry.bytes) end(entry, "unfit-here", `has ${here.stats.size} bytes here`);
      else if (await disk.hash(`${tree.root}/${entry.path}`, entry.bytes) === entry.sha256)
        sound.push(entry);
      else end(entry, "unfit-here", "has another hash here than the manifest says");
    }
  } finally {
    await disk.close();
  }
  return sound;
}
async function whatBoxLacks({ channel, request, tree, end }, entries) {
  const { remoteDir, clock = systemClock, signal } = request;
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const paths = entries.map(({ path }) => path);
  const look3 = await hashOnBox(channel, remoteDir, paths, { bytes, ...signal ? { signal } : {} });
  return entries.filter((entry) => {
    const there = look3.files.get(entry.path);
    if (there === void 0) return true;
    if (there.sha256 === entry.sha256) end(entry, "already");
    else if (isNewer2(look3, entry.path, tree, clock))
      end(entry, "newer-there", `the box holds ${there.sha256}, written later`);
    else return true;
    return false;
  });
}
function isNewer2(look3, path, tree, clock) {
  const here = tree.look(path);
  const there = look3.files.get(path);
  if (here.kind !== "file" || there === void 0) return true;
  const ageThere = look3.boxTime - there.modifiedAt;
  const ageHere = (clock.now().getTime() - here.stats.mtimeMs) / 1e3;
  return ageThere <= ageHere + 2;
}
var UNPACK_SCRIPT = `
umask 077
[ "$2" != first ] || rm -rf -- "$1" || exit
mkdir -p -- "$1" && cd -- "$1" && tar -xf -
`;
async function stage(channel, tree, staging, entries) {
  const small = entries.filter(({ bytes }) => bytes < SMALL_BYTES);
  let which = "first";
  for (const batch of small.length === 0 ? [[]] : inBatches(small)) {
    const members = await Promise.all(
      batch.map(async (entry) => ({ path: entry.path, content: await contentOf(tree, entry) }))
    );
    const archive = writeTar(members);
    const stdin = { stdin: archive, timeoutSeconds: patienceSeconds(archive.length) };
    const { exitCode, stderr } = await channel.exec(["sh", "-c", UNPACK_SCRIPT, "sh", staging, which], stdin);
    if (exitCode !== 0) throw notUnpacked(staging, exitCode, stderr);
    which = "next";
  }
  for (const { path, bytes } of entries) {
    if (bytes < SMALL_BYTES) continue;
    await channel.put(
      `${staging}/${path}`,
      createReadStream(`${tree.root}/${path}`, { highWaterMark: 1 << 20 }),
      420
    );
  }
}
async function contentOf(tree, { path }) {
  const handle = await open2(`${tree.root}/${path}`, constants2.O_RDONLY | constants2.O_NOFOLLOW);
  return handle.readFile().finally(() => handle.close());
}
var notUnpacked = (dir, exitCode, stderr) => new Problem({
  code: "write-refused",
  kind: "unfit",
  what: `The box did not unpack into ${dir} (exit code ${exitCode}): ${oneLine(stderr) || "it said nothing"}.`,
  next: "Free space or inodes on that file system, or correct its permissions, then run the same command again."
});
var PUBLISH_SCRIPT = `
dir=$1; cd -- "$2" || exit 5
: >"$2.time" || exit 5
while IFS= read -r path; do
  to=$dir/\${path#./}
  [ -d "\${to%/*}" ] || mkdir -p -- "\${to%/*}" || continue
  if [ -L "$to" ] || { [ -e "$to" ] && [ ! -f "$to" ]; }; then continue; fi
  touch -r "$2.time" -- "$path" 2>/dev/null
  mv -f -- "$path" "$to" && printf '%s\\n' "$path"
done
cd / && rm -rf -- "$2" "$2.time"
`;
async function publish(channel, remoteDir, staging, entries) {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const paths = entries.map(({ path }) => path);
  const { files } = await hashOnBox(channel, staging, paths, { bytes });
  const proven = entries.filter(({ path, sha256 }) => files.get(path)?.sha256 === sha256);
  const answer = await channel.exec(["sh", "-c", PUBLISH_SCRIPT, "sh", remoteDir, staging], {
    stdin: Buffer.from(proven.map(({ path }) => `./${path}
`).join("")),
    timeoutSeconds: patienceSeconds(0) + entries.length,
    maxOutputBytes: 65536 + entries.reduce((sum, { path }) => sum + 8 + Buffer.byteLength(path), 0)
  });
  return new Set(answer.stdout.split("\n").map((line) => line.replace(/^\.\//, "")));
}

// src/collect/fetch-kept.ts
var TRIES = 4;
var ROUNDS = 2;
async function fetchKept(of, files, remoteDir) {
  const { channel, world } = of;
  const { entries, refused } = readManifest(
    files.map(({ path, bytes: bytes2, sha256 }) => ({ path, bytes: bytes2, sha256 }))
  );
  const ends = refused.map(({ path, why: why2 }) => ({ path, outcome: "refused", bytes: 0, why: why2 }));
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const paths = entries.map(({ path }) => path);
  const there = await hashOnBox(channel, remoteDir, paths, { bytes, signal: world.signal });
  const isThere = ({ path, sha256 }) => there.files.get(path)?.sha256 === sha256;
  ends.push(...entries.filter(isThere).map((entry) => ({ ...entry, outcome: "already" })));
  const uploader = await uploaderOf(channel);
  let lacking = entries.filter((entry) => !isThere(entry));
  for (let round = 1; lacking.length > 0 && round <= ROUNDS; round += 1) {
    const staging = `${remoteDir}/.gpu-lease-fetch`;
    for (const entry of lacking) await new FileFetch(of, entry).into(staging, uploader);
    world.face.settle("fetch");
    const proven = await publish(channel, remoteDir, staging, lacking);
    const isProven = ({ path }) => proven.has(path);
    ends.push(...lacking.filter(isProven).map((entry) => ({ ...entry, outcome: "pushed" })));
    lacking = lacking.filter((entry) => !isProven(entry));
  }
  const why = `did not come from ${of.folder.place} with the hash that was kept, or could not be moved into place`;
  ends.push(
    ...lacking.map(({ path, bytes: size }) => ({ path, bytes: size, outcome: "damaged", why }))
  );
  return {
    files: ends,
    complete: ends.every(({ outcome }) => outcome === "pushed" || outcome === "already")
  };
}
var FileFetch = class {
  #of;
  #entry;
  constructor(of, entry) {
    this.#of = of;
    this.#entry = entry;
  }
  async into(staging, uploader) {
    const { world, channel, folder, cell } = this.#of;
    const { path, bytes } = this.#entry;
    const name = nameInFolder({ cell, path });
    world.face.progress("fetch", { label: "store to box", done: 0, total: bytes, unit: "bytes", note: name });
    if (bytes > 0 && uploader && await this.#byItself(staging, uploader, name)) return;
    if (bytes > 0 && uploader)
      world.face.line(
        `${name}: the box does not get it from ${folder.place}; it passes through this machine`
      );
    const content = bytes > 0 ? rangesOf(await folder.open(name), world.signal) : new Uint8Array(0);
    await channel.put(`${staging}/${path}`, content, 420);
  }
  /** An address is good for a quarter of an hour to begin with, so each try has its own. */
  async #byItself(staging, uploader, name) {
    const { world, channel, folder } = this.#of;
    const { path, bytes } = this.#entry;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      world.signal.throwIfAborted();
      const url = await folder.readLink(name);
      const order = { dir: staging, path, bytes, url, signal: world.signal };
      if (await downloadToBox(channel, uploader, order)) return true;
      if (attempt < TRIES) await world.clock.sleep(backoff(attempt, { first: 0.5 }), world.signal);
    }
    return false;
  }
};

// src/collect/from-tier.ts
import { basename as basename2 } from "node:path";
var COPY = `
umask 077
rm -rf -- "$2" && mkdir -p -- "$2" && cd -- "$1" || exit 5
while IFS= read -r path; do
  case $path in */*) mkdir -p -- "$2/\${path%/*}" || exit 5 ;; esac
  cp -- "./$path" "$2/$path" && chmod 644 "$2/$path" || exit 6
done
`;
async function bringFromTier(of, channel, cell, dir) {
  const { lease, world } = of;
  const durable = lease?.placed?.durable;
  if (!lease || durable === void 0) return void 0;
  const sets = await durableSets(channel, durable, basename2(dir.base));
  for (const copy of sets.filter((each) => each.cell === cell.name)) {
    if (!holdsNewest(cell, copy.files)) continue;
    const report = await copied(channel, copy, cellOutDir(dir.base, cell.name));
    if (report.complete) return { report, step: cell.verifiedStep };
    const bad = report.files.find(({ outcome }) => outcome === "damaged");
    world.face.warn(
      `${cell.name}: ${copy.dir} is not what its keeper laid down there: ${bad?.path} ${bad?.why}`
    );
  }
  return void 0;
}
async function copied(channel, { dir, files }, remoteDir) {
  const staging = `${remoteDir}/.gpu-lease-fetch`;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { exitCode, stderr } = await channel.exec(["sh", "-c", COPY, "sh", dir, staging], {
    stdin: Buffer.from(files.map(({ path }) => `${path}
`).join("")),
    timeoutSeconds: patienceSeconds(bytes)
  });
  const proven = exitCode === 0 ? await publish(channel, remoteDir, staging, files) : /* @__PURE__ */ new Set();
  const why = exitCode === 0 ? "has another hash than its manifest says" : oneLine(stderr, 200);
  const ends = files.map(({ path, bytes: size }) => {
    if (proven.has(path)) return { path, bytes: size, outcome: "pushed" };
    return { path, bytes: size, outcome: "damaged", why };
  });
  return { files: ends, complete: ends.every(({ outcome }) => outcome === "pushed") };
}

// src/collect/kept-place.ts
function placeOfKept(keptIn) {
  if (!keptIn) return "the machine that pulled them";
  if ("dir" in keptIn) return `${keptIn.dir} of machine ${keptIn.machine}`;
  if ("durable" in keptIn) return `${keptIn.durable} on the durable tier of ${keptIn.platform}`;
  return keptIn.place;
}

// src/collect/restore-kept.ts
import { join as join11 } from "node:path";
async function restoreKept(of, cell, copies) {
  const { world, run } = of;
  const newest = { files: goesOnFrom(cell), step: cell.verifiedStep, far: void 0 };
  if ((await copies.missing(newest.files)).length === 0) return newest;
  if (!cell.stored) return;
  const stored = {
    files: [...cell.stored.copies.values()],
    step: cell.stored.step,
    far: await tooLargeFor(of, cell, copies)
  };
  if (!stored.far) {
    await bring(of, cell, copies);
    if ((await copies.missing(newest.files)).length === 0) return newest;
    if ((await copies.missing(stored.files)).length > 0) return;
  }
  if (stored.step !== newest.step)
    world.face.warn(
      `${cell.name}: its newest verified copy${ofStep(newest.step)} was on a machine that is gone; it goes on from the one${ofStep(stored.step)} that ${run.keptSets.get(cell.stored.mark)?.place} holds`
    );
  return stored;
}
async function tooLargeFor({ world, run, afar }, { name, stored }, copies) {
  const id = stored && run.keptSets.get(stored.mark)?.id;
  const far = await afar?.();
  if (!stored || id === void 0 || !far) return void 0;
  const missing = await copies.missing(stored.copies.values());
  const bytes = missing.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes + MARGIN_BYTES <= await far.freeBytes(join11(world.storeDir, run.id))) return void 0;
  for (const store of far.stores) {
    const folder = store.at(id);
    if (!folder || store.refusal([]) !== void 0) continue;
    const there = new Map((await folder.list()).map((object) => [object.name, object.bytes]));
    const hasAll = [...stored.copies.values()].every(
      (file) => there.get(nameInFolder({ cell: name, path: file.path })) === file.bytes
    );
    if (hasAll) return folder;
  }
  return void 0;
}
var ofStep = (step) => step === void 0 ? "" : ` of step ${step}`;
async function bring({ world, run, storesFor }, { name, stored }, copies) {
  const place = stored && run.keptSets.get(stored.mark);
  const missing = stored ? await copies.missing(stored.copies.values()) : [];
  if (!place || missing.length === 0) return;
  for (const store of await storesFor(place)) {
    const set = await store.open(place.id);
    if (!set) continue;
    try {
      for (const file of missing) {
        world.face.line(`${name}: ${file.path}, ${file.bytes} bytes, comes back from ${place.place}`);
        const isIt = await copies.takeIn(file, (sink) => set.read(store.nameOf(`${name}/${file.path}`), sink)).catch((error) => otherThanKept2(world, error));
        if (!isIt) world.face.warn(`${name}: ${file.path} in ${place.place} is not what was stored there`);
      }
    } finally {
      await set.close();
    }
    if ((await copies.missing(missing)).length === 0) return;
  }
}
function otherThanKept2(world, error) {
  world.signal.throwIfAborted();
  const isOther = error instanceof RangeError || error instanceof Problem && error.kind === "failed";
  if (!isOther) throw error;
  return false;
}

// src/collect/push-kept.ts
async function pushKept(of, channel, dir) {
  const { world, run } = of;
  const from = [];
  for (const cell of run.cells.values()) {
    if (cell.kept.size === 0) continue;
    const put = await putFromTier(of, channel, cell, dir) ?? await putCopies(of, channel, cell, dir);
    if (!put.report.complete) throw notPushed(world, run, cell, put.report.files);
    const { report, step, source, place } = put;
    world.face.line(
      `${cell.name}: our verified copy${step === void 0 ? "" : ` of step ${step}`} is on the new box, ${report.files.length} files${place === void 0 ? "" : ` from ${place}`}`
    );
    if (step !== void 0) from.push({ cell: cell.name, step, source });
  }
  return from;
}
async function putFromTier(of, channel, cell, dir) {
  const brought2 = await bringFromTier(of, channel, cell, dir);
  if (!brought2) return void 0;
  const { world, run } = of;
  const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell.name));
  const gone = new Set(await copies.missing(cell.beside.values()));
  const files = [...cell.beside.values()].filter((file) => !gone.has(file));
  const remoteDir = cellOutDir(dir.base, cell.name);
  const beside = await pushHeld(world, channel, { copies, files, remoteDir });
  const all = [...brought2.report.files, ...beside.files];
  const report = { files: all, complete: brought2.report.complete && beside.complete };
  return { report, step: brought2.step, source: "durable-tier", place: "the durable tier" };
}
async function putCopies(of, channel, cell, dir) {
  const { world, run } = of;
  const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell.name));
  const { files, step, far } = await restoreKept(of, cell, copies) ?? {
    files: goesOnFrom(cell),
    step: cell.verifiedStep,
    far: void 0
  };
  const remoteDir = cellOutDir(dir.base, cell.name);
  const report = far ? await fetchKept({ world, channel, folder: far, cell: cell.name }, files, remoteDir) : await pushHeld(world, channel, { copies, files, remoteDir });
  return { report, step, source: far ? "store" : "our-copy", place: far?.place };
}
async function pushHeld({ clock, signal }, channel, { copies, files, remoteDir }) {
  const report = await pushBack(channel, {
    fromDir: await copies.laidOut(files),
    entries: files.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
    remoteDir,
    clock,
    signal
  });
  await copies.dropLayout();
  return report;
}
async function bringKeptHere(of) {
  const { world, run } = of;
  for (const cell of run.cells.values()) {
    if (cell.kept.size === 0 || cell.ended) continue;
    if (cell.keptIn && "durable" in cell.keptIn) continue;
    const copies = new KeptCopies(storeOf(world.storeDir, run.id, cell.name));
    if (!await restoreKept(of, cell, copies)) throw keptElsewhere(world, run, cell);
  }
}
function keptElsewhere(world, run, { name, verifiedStep, keptIn }) {
  const of = verifiedStep === void 0 ? "" : ` of step ${verifiedStep}`;
  return new Problem({
    code: "kept-elsewhere",
    kind: "refused",
    what: `The newest verified copy${of} of cell ${name} lies in ${placeOfKept(keptIn)}, in no store that can be read here, and not on this machine (${world.machine}). Nothing was rented.`,
    next: `Run the same command there, or bring that directory to ${storeOf(world.storeDir, run.id, name)} of this machine. To go on without it: "gpu-lease resume ${run.id} --without-copies".`,
    costing: costing(run)
  });
}
function notPushed(world, run, { name, stored, keptIn }, files) {
  const bad = files.filter((file) => file.outcome !== "pushed" && file.outcome !== "already");
  const list2 = bad.slice(0, 10).map((file) => `- ${file.path}: ${file.outcome}${file.why ? `, ${file.why}` : ""}`);
  const place = stored && run.keptSets.get(stored.mark)?.place;
  return new Problem({
    code: "kept-copy-missing",
    kind: "failed",
    what: `The verified copies of cell ${name} could not be put on the new box, so it was not started:
${list2.join("\n")}`,
    next: `They were kept in ${placeOfKept(keptIn)}${place === void 0 ? ", and in no store" : ` and stored in ${place}`}. Bring them to ${storeOf(world.storeDir, run.id, name)} here and run the same command again, or give the run up with "gpu-lease abandon ${run.id}".`,
    costing: costing(run)
  });
}

// src/release/by-hand.ts
var APART_SECONDS = 60;
var END = "end by hand";
var isByHand = (lease) => lease.intent.attach !== void 0 && lease.meters.some((meter) => meter.kind !== "none");
async function askPerson(world, hand, verb) {
  const { lease } = hand;
  if (!lease.words.some((each) => each.verb === verb)) return wordOrDebt(world, hand);
  return [{ type: "releasing", lease: lease.name, verb }];
}
async function proveByHand(world, hand) {
  const { lease } = hand;
  const [word] = lease.words;
  if (!word) return wordOrDebt(world, hand);
  const profile = await world.profile(lease.platform);
  const apart = apartSeconds(profile, hand.plan);
  const sightings = [];
  while (sightings.length < 2) {
    if (sightings.length > 0) await world.clock.sleep(apart, world.signal);
    const { answers, what } = await answering(world, lease);
    if (world.signal.aborted) return [];
    if (answers !== "no") return contradicted(hand, profile, word.person, what);
    sightings.push(world.clock.now().toISOString());
    world.face.line(
      sightings.length === 1 ? `${lease.name}: ${what}; one more look in ${apart} s` : `${lease.name}: ${what}, for the second time: taken for stopped, by the word of ${word.person}`
    );
  }
  return openMeters(lease).map(({ id }) => ({
    type: "meter-stopped",
    lease: lease.name,
    meter: id,
    sightings
  }));
}
async function wordOrDebt(world, hand) {
  const { lease } = hand;
  const person = await hand.word(lease);
  if (person !== void 0)
    return verbsOf(hand.plan).map((verb) => ({ type: "word-given", lease: lease.name, verb, person }));
  const unowed = openMeters(lease).filter((meter) => !meter.owed);
  if (unowed.length === 0) return [];
  const profile = await world.profile(lease.platform);
  const why = "gpu-lease has no way to end this box, and nobody has said that they ended it";
  return debts(hand, why, whatToDo(hand, profile)).filter(
    ({ meter }) => unowed.some((each) => each.id === meter)
  );
}
var contradicted = (hand, profile, person, seen2) => debts(hand, `${person} said that it was ended, and ${seen2}`, whatToDo(hand, profile));
var debts = ({ lease }, why, next2) => openMeters(lease).map(({ id }) => ({ type: "owed", lease: lease.name, meter: id, why, next: next2 }));
var verbsOf = (plan) => plan.length > 0 ? plan.map((each) => each.verb) : [END];
async function answering(world, lease) {
  const driver = await world.driver(drivenBy(lease));
  await world.hangUp(lease.name);
  return await driver.answers?.(lease.boxId ?? "") ?? {
    answers: "unclear",
    what: `${lease.platform} has no way to look whether it still answers`
  };
}
function apartSeconds(profile, plan) {
  const asked = plan.flatMap(({ verb }) => profileVerb(profile, verb)?.confirm?.apart?.seconds ?? []);
  return asked.length > 0 ? Math.max(...asked) : APART_SECONDS;
}
var profileVerb = (profile, planned) => profile.verbs.find((each) => each.id === planned.split(" ")[0]);
function whatToDo({ run, lease, plan }, profile) {
  const steps = verbsOf(plan).map((verb) => consoleStep(profile, verb, lease));
  const beside = besideIt(profile, plan);
  const word = `When it is done, say so: gpu-lease release ${run.id} --stopped "${lease.name}"; in GitHub Actions start the release workflow with run ${run.id} and stopped ${lease.name}.`;
  return [`${lease.boxId ?? lease.name}:`, ...steps, ...beside, word].join(" ");
}
function consoleStep(profile, planned, lease) {
  const verb = profileVerb(profile, planned);
  if (verb?.console !== void 0) return sentence(verb.console);
  const what = verb?.native ?? (verb ? `"${verb.id}"` : "stop or delete it");
  return `In the console of ${profile.name}: ${what} for the box of ${lease.name}; look there that it no longer bills.`;
}
function besideIt(profile, plan) {
  const planned = plan.flatMap(({ verb }) => profileVerb(profile, verb) ?? []);
  const left = new Set(planned.flatMap((verb) => verb.leaves));
  return profile.verbs.filter((verb) => profile.teardown.zero.includes(verb.id) && !planned.includes(verb)).flatMap((verb) => {
    const ends = verb.stops.filter((meter) => left.has(meter));
    if (ends.length === 0 || verb.console === void 0) return [];
    return [`If you also pay for ${ends.join(" or ")} there, that bills on: ${sentence(verb.console)}`];
  });
}
var sentence = (text) => /[.!?)。]$/.test(text) ? text : `${text}.`;

// src/release/forget.ts
async function forgetSubmissions(world, { leases }) {
  for (const lease of leases) {
    const { boxId } = lease;
    if (boxId === void 0 || !isQueued(lease)) continue;
    try {
      const driver = await world.driver(drivenBy(lease));
      await driver.forget?.(boxId);
    } catch (error) {
      if (!(error instanceof Problem || isOfTheLine(error))) throw error;
      world.face.line(
        `${lease.platform} goes on showing ${lease.name}, which is over and costs nothing: ${error.message}`
      );
    }
  }
}

// src/release/prove.ts
var LOOK_AGAIN_SECONDS2 = { first: 2, most: 20 };
async function prove(world, lease, meters, { withinSeconds, apartSeconds: apartSeconds2, consoleStep: consoleStep2, once }) {
  const driver = await world.driver(drivenBy(lease));
  const sightings = new Map(meters.map((id) => [id, []]));
  const started = world.clock.now();
  const patienceSeconds2 = meters.every((id) => isOwed(lease, id)) ? apartSeconds2 : withinSeconds;
  for (let pause = LOOK_AGAIN_SECONDS2.first; ; pause = Math.min(pause * 1.5, LOOK_AGAIN_SECONDS2.most)) {
    await look2(world, driver, lease, sightings);
    const open3 = [...sightings].filter(([, seen2]) => seen2.length < 2);
    if (open3.length === 0) break;
    const left = patienceSeconds2 - secondsBetween(started, world.clock.now());
    const almost = open3.some(([, seen2]) => seen2.length === 1);
    if ((once ? !almost : left <= 0) || world.signal.aborted) break;
    await world.clock.sleep(almost ? apartSeconds2 : Math.min(pause, left), world.signal);
  }
  return [...sightings].flatMap(([meter, seen2]) => {
    if (seen2.length >= 2) return [{ type: "meter-stopped", lease: lease.name, meter, sightings: seen2 }];
    const isEarly = once === true && waitedSeconds(lease, world.clock.now()) < withinSeconds;
    return world.signal.aborted || isEarly ? [] : owed(lease, meter, consoleStep2);
  });
}
function waitedSeconds({ verbAt, lostAt }, now) {
  const since = verbAt ?? lostAt;
  return since === void 0 ? Number.POSITIVE_INFINITY : secondsBetween(new Date(since), now);
}
async function look2(world, driver, lease, sightings) {
  const readings = await readMeters(world, driver, lease);
  const at = world.clock.now().toISOString();
  for (const [id, seen2] of sightings) {
    const state = readings.find((reading) => reading.id === id)?.state ?? "unknown";
    if (state === "gone") seen2.push(at);
    else seen2.length = 0;
  }
}
async function readMeters(world, driver, lease) {
  try {
    return await driver.meters({
      boxId: lease.boxId ?? "",
      name: lease.name,
      meters: lease.meters.map(asMeter)
    });
  } catch (error) {
    if (error instanceof Problem && error.kind === "unreachable") {
      world.face.warn(`${lease.platform} did not answer: ${error.what}`);
      return [];
    }
    throw error;
  }
}
var RUNNING_LOOKS = 2;
async function recheck(world, lease, meters) {
  const driver = await world.driver(drivenBy(lease));
  let running = [];
  for (let looks = 1; looks <= RUNNING_LOOKS; looks += 1) {
    const readings = (await readWhereLetIn(world, driver, lease)).filter(({ id }) => meters.includes(id));
    running = readings.filter(({ state }) => state === "running").map(({ id }) => id);
    if (readings.length === meters.length && readings.every(({ state }) => state === "gone"))
      return [{ type: "stands-stopped", lease: lease.name }];
    if (running.length === 0) return [];
    if (looks < RUNNING_LOOKS) await world.clock.sleep(LOOK_AGAIN_SECONDS2.first, world.signal);
  }
  return [{ type: "runs-again", lease: lease.name, meters: running }];
}
async function readWhereLetIn(world, driver, lease) {
  try {
    return await readMeters(world, driver, lease);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`Whether ${lease.name} stands stopped cannot be seen: ${error.what}`);
    return [];
  }
}
var asMeter = (meter) => ({
  id: meter.id,
  kind: meter.kind,
  usdPerHour: meter.usdPerHour,
  source: meter.source
});
var isOwed = (lease, meter) => lease.meters.some((each) => each.id === meter && each.owed !== void 0);
function owed(lease, meter, consoleStep2) {
  if (isOwed(lease, meter)) return [];
  return [
    {
      type: "owed",
      lease: lease.name,
      meter,
      why: `${lease.platform} has not shown it gone two times`,
      next: consoleStep2 ?? `look at box ${lease.boxId ?? lease.name} in the console of ${lease.platform}, then run the release again`
    }
  ];
}

// src/release/release.ts
async function releaseVerb(world, hand, verb, evidence) {
  const { run, lease } = hand;
  const now = world.clock.now();
  const issued = wasGivenUp(lease) ? issueAbandonWarrant(hand, lease.lost, now) : issueWarrant(hand, await evidence(), now);
  const warrant = warrantOf(run, issued);
  if (isByHand(lease)) return askPerson(world, hand, verb);
  await refuseRewritten(world, run, lease);
  return sent(world, { lease, warrant, verb }, "");
}
async function discardVerb(world, hand, verb) {
  const { run, lease, plan } = hand;
  const warrant = warrantOf(run, issueUnusedWarrant(lease, plan));
  if (isByHand(lease)) return askPerson(world, hand, verb);
  await refuseRewritten(world, run, lease);
  return sent(world, { lease, warrant, verb }, ", which was never used");
}
async function sent(world, sending, words) {
  const { lease, verb } = sending;
  const again = lease.verbTimes.get(verb) ?? 0;
  const isGone = await isShownGone(world, lease);
  if (!isGone) await carryOut(world, sending);
  const times = again > 0 ? `, sent for the ${again + 1}th time: it was not seen to have been carried out` : "";
  world.face.line(
    isGone ? `${lease.platform} shows ${lease.name} gone already; "${verb}" was not sent` : `${lease.platform} accepted "${verb}" of ${lease.name}${words}${times}`
  );
  return [{ type: "releasing", lease: lease.name, verb, ...isGone && { found: "gone" } }];
}
async function isShownGone(world, lease) {
  const driver = await world.driver(drivenBy(lease));
  const kinds = lease.meters.filter(({ stoppedAt }) => stoppedAt === void 0).map(({ kind }) => kind);
  if (!kinds.every((kind) => kind === "gpu" || kind === "cpu" || kind === "disk")) return false;
  try {
    return (await driver.describe(lease.boxId ?? "")).state === "gone";
  } catch (error) {
    if (error instanceof Problem && error.kind === "unreachable") return false;
    throw error;
  }
}
async function keepStopped(world, lease, stop) {
  if (!stop) return;
  const issued = issueParkWarrant(lease, [stop]);
  if (!issued.ok) return;
  try {
    await carryOut(world, { lease, warrant: issued.warrant, verb: stop.verb });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(
      `${lease.name} could not be told to stay stopped: ${error.what} It may come back and bill.`
    );
  }
}
async function park(world, parking) {
  const { run, lease, plan, clocks, why } = parking;
  const warrant = warrantOf(run, issueParkWarrant(lease, plan));
  for (const { verb: verb2 } of plan) await carryOut(world, { lease, warrant, verb: verb2 });
  const verb = plan.map((each) => each.verb).join(", ");
  world.face.line(`parked ${lease.name} (${verb}); its data is kept, see the clocks`);
  return [{ type: "parked", lease: lease.name, verb, clocks, ...why !== void 0 && { why } }];
}
async function carryOut(world, { lease, warrant, verb }) {
  const driver = await world.driver(drivenBy(lease));
  await world.hangUp(lease.name);
  await driver.carryOut(warrant, lease.boxId ?? "", verb);
}
function warrantOf(run, issued) {
  if (issued.ok) return issued.warrant;
  const [first, ...rest] = issued.refusals.map(
    ({ code, what, next: next2 }) => new Problem({ code, kind: "refused", what, next: next2, costing: costing(run) })
  );
  if (first && rest.length > 0) throw new Problems([first, ...rest]);
  throw first;
}

// src/rent/caps.ts
var DAY_SECONDS = 86400;
async function refuseOverDay(ledger, run, budget, now) {
  const { usdPerDay, usdRepositoryPerDay } = budget;
  const own = usdInLastDay(run, now);
  if (usdPerDay !== void 0 && own >= usdPerDay)
    throw overDay(run, "This run has", own, `budget.usdPerDay ${usdPerDay}`);
  if (usdRepositoryPerDay === void 0) return;
  const all = own + await usdOfOthers(ledger, run.id, now);
  if (all >= usdRepositoryPerDay)
    throw overDay(
      run,
      `All runs in ${ledger.where} have`,
      all,
      `budget.usdRepositoryPerDay ${usdRepositoryPerDay}`
    );
}
async function usdOfOthers(ledger, own, now) {
  const listed2 = await ledger.list({ archived: true });
  const dayAgo = now.getTime() - DAY_SECONDS * 1e3;
  const recent = listed2.filter(
    ({ run, archived, updatedAt }) => run !== own && (!archived || Date.parse(updatedAt) > dayAgo)
  );
  let usd = 0;
  for (const { run } of recent) usd += usdInLastDay(fold(run, (await ledger.read(run)).events), now);
  return usd;
}
var overDay = (run, who, usd, bound) => new Problem({
  code: "daily-cap",
  kind: "refused",
  what: `${who} cost ${formatUsd(usd)} in the last 24 hours, and ${bound} allows no more. Nothing was rented.`,
  next: "Run the same command again when the oldest of it is a day ago, or start a new run with a higher bound.",
  costing: costing(run)
});

// src/rent/tell-dangers.ts
async function tellDangers(world, run, platform) {
  if (run.leases.some((lease) => lease.platform === platform)) return;
  const profile = await world.profile(platform);
  if (profile.kind === "loopback") return;
  const { conveniences, dangers } = firstContact(profile);
  world.face.heading(`first contact: ${platform}`);
  for (const each of conveniences) world.face.line(`good to know: ${each}`);
  for (const each of dangers) world.face.line(`DANGER: ${each}`);
  for (const { says } of run.opened ? environmentAdvice(run.opened.document, profile) : [])
    world.face.warn(says);
}

// src/rent/intend.ts
var TRY_AGAIN_SECONDS = 900;
var SAME_AGAIN_SECONDS = 600;
var MOST_DECLINED = 10;
async function intend(world, order, until2) {
  const { run, job } = order;
  await refuseOverDay(world.ledger, run, job.budget, world.clock.now());
  for (; ; ) {
    const { ranked, declined, unasked, unaskedToo } = await askAndChoose(world, run, job);
    if (unasked) throw unaskedToo.length > 0 ? new Problems([unasked, ...unaskedToo]) : unasked;
    const [best] = ranked;
    if (best) {
      for (const { candidate, why, isSilent } of declined)
        if (isSilent) world.face.warn(`${candidate.platform} ${why}`);
      await tellDangers(world, run, best.offer.platform);
      return [intended(world, order, best)];
    }
    const missed = noCapacity(job, declined, world.clock.now());
    if (isNews(run, missed, world.clock.now())) return [missed];
    const patient = isPatient(run, new Date(missed.tryAgainAt));
    await sleepUntil(world, { missed, patient, until: until2 });
    if (world.signal.aborted) return [];
  }
}
async function waitForBox(world, run, { patient }, { startedAt, until: until2 }) {
  const missed = run.noCapacity;
  if (!missed || new Date(missed.at) < startedAt) return [];
  await sleepUntil(world, { missed, patient, until: until2 });
  world.signal.throwIfAborted();
  return [];
}
function intended(world, { run, job, n }, best) {
  const { index, candidate, offer, cost } = best;
  const tasks = tasksOf(run, job, candidate);
  const expected = cost.known ? `; the job is expected to cost ${formatUsd(cost.usd)}` : "";
  world.face.line(
    `chose ${offer.platform}: ${offer.summary}, ${offer.usdPerHour} USD/h, ${offer.market}${expected}`
  );
  for (const line of spotAdvice(job, best)) world.face.line(line);
  return {
    type: "intended",
    lease: `${run.id}-${n}`,
    platform: offer.platform,
    offer: offer.id,
    summary: offer.summary,
    usdPerHour: offer.usdPerHour,
    market: offer.market,
    ...candidate.attach === void 0 ? {} : { attach: candidate.attach },
    ...candidate.queue === void 0 ? {} : { queue: candidate.queue },
    ...tasks === void 0 ? {} : { tasks },
    ...candidate.user === void 0 ? {} : { user: candidate.user },
    candidate: index,
    claim: world.claim,
    ...offer.hostId === void 0 ? {} : { host: offer.hostId },
    ...offer.region === void 0 ? {} : { region: offer.region },
    ...cost.known ? { expectedUsd: Number(cost.usd.toFixed(6)) } : {}
  };
}
function noCapacity(job, declined, now) {
  const lines = declined.map(
    ({ candidate, offer, why }) => `${candidate.platform}${offer ? ` ${offer.id}` : ""}: ${why}`
  );
  const left = lines.length - MOST_DECLINED;
  const seconds = job.capacity?.tryAgainSeconds ?? TRY_AGAIN_SECONDS;
  return {
    type: "no-capacity",
    declined: [
      ...lines.slice(0, MOST_DECLINED).map((line) => line.slice(0, 300)),
      ...left > 0 ? [`and ${left} more offers`] : []
    ],
    tryAgainAt: new Date(now.getTime() + seconds * 1e3).toISOString()
  };
}
function isNews({ noCapacity: last }, missed, now) {
  if (!last || last.declined.join("\n") !== missed.declined.join("\n")) return true;
  return secondsBetween(new Date(last.at), now) >= SAME_AGAIN_SECONDS;
}
async function sleepUntil(world, { missed, patient, until: until2 }) {
  const again = new Date(missed.tryAgainAt);
  if (!patient || until2 && again > until2) throw nobodyHasOne(missed);
  world.face.line(`no candidate has a box now; asking again at ${missed.tryAgainAt}`);
  await world.clock.sleep(Math.max(0, secondsBetween(world.clock.now(), again)), world.signal);
}
var nobodyHasOne = ({ declined, tryAgainAt }) => new Problem({
  code: "no-capacity",
  kind: "capacity",
  what: `No candidate has a box for this job now. Nothing was rented.
${declined.map((line) => `- ${line}`).join("\n")}`,
  next: `Run the same command again after ${tryAgainAt}, or widen resources, candidates or budget.usdPerHour in the job file.`
});

// src/rent/reach.ts
var BOOT_DEADLINE_SECONDS = 900;
var ATTACH_DEADLINE_SECONDS = 30;
var LOOK_AGAIN_SECONDS3 = { first: 0.2, most: 5 };
var LEAST_WAIT_SECONDS = 60;
var GONE_LOOKS = 2;
async function reach(world, run, lease, until2) {
  const driver = await world.driver(drivenBy(lease));
  const deadlineSeconds = await bootDeadline(world, lease);
  const began = world.clock.now();
  let lost = 0;
  let stopped = 0;
  let refused;
  for (let pause = LOOK_AGAIN_SECONDS3.first; ; pause = Math.min(pause * 1.5, LOOK_AGAIN_SECONDS3.most)) {
    const seen2 = await driver.describe(lease.boxId ?? "");
    const loss = lossOf(run, lease, seen2, world.clock.now());
    const isOver = isQueued(lease) && seen2.queue?.phase === "over";
    lost = loss || isOver ? lost + 1 : 0;
    if (isOver && lost >= GONE_LOOKS) return overBefore(run, lease, seen2);
    if (loss && lost >= GONE_LOOKS) return [lostBefore(lease, loss)];
    if (seen2.hopeless !== void 0 && isNew(lease)) return [bootFailed(world, lease, seen2.hopeless)];
    stopped = seen2.state === "stopped" && !loss ? stopped + 1 : 0;
    if (stopped >= GONE_LOOKS && secondsBetween(began, world.clock.now()) > 2 * pause)
      return standsStopped(run, lease);
    const isThere = seen2.state === "running" || isQueued(lease) && !isOver && seen2.endpoint !== void 0;
    const reached = isThere ? await connect(world, run, lease, seen2) : void 0;
    if (reached && !(reached instanceof Error))
      return [
        reached,
        ...await twinsOf(driver, lease, lease.boxId ?? ""),
        ...await lateBoxes(world, run)
      ];
    refused = reached;
    if (world.signal.aborted) return [];
    const now = world.clock.now();
    if (isOverdue(lease, began, now, deadlineSeconds))
      return overdue(world, run, lease, { now, seen: seen2, refused });
    const mustDecide = lost > 0 || stopped > 0 || isPastDeadline(lease, now, deadlineSeconds);
    if (until2 && now >= until2 && !mustDecide) return [];
    await world.clock.sleep(pause, world.signal);
  }
}
function overBefore(run, lease, { queue, native = "" }) {
  const why = queue?.why ?? (native || "its engine does not say how");
  if (lease.queue?.to === "over") return [submissionLost(lease, why)];
  return [
    { type: "queue-moved", lease: lease.name, to: "over", why },
    submissionEnded(run, lease, { cancelled: /^CANCELLED\b/.test(native), why })
  ];
}
var isNew = (lease) => lease.intent.attach === void 0 && lease.started === void 0;
var standsStopped = (run, lease) => [
  ...lease.unreached?.shown === "stopped" ? [] : [{ type: "unreached", lease: lease.name, shown: "stopped" }],
  {
    type: "halted",
    code: "box-stopped",
    what: `${lease.platform} shows ${lease.name} stopped. The record does not say that anybody stopped it${lease.started ? "" : ", nor that it ever ran"}.`,
    next: `Look at it in the console of ${lease.platform}, and whether the record is whole ("gpu-lease events ${run.id}", "gpu-lease restore ${run.id}"). Start it there and "gpu-lease resume ${run.id}" to go on, or "gpu-lease abandon ${run.id}".`
  }
];
async function bootDeadline(world, lease) {
  if (lease.intent.attach !== void 0) return ATTACH_DEADLINE_SECONDS;
  return (await world.profile(lease.platform)).rent.boot?.within.seconds ?? BOOT_DEADLINE_SECONDS;
}
function isOverdue(lease, began, now, deadlineSeconds) {
  const here = secondsBetween(began, now);
  if (lease.intent.attach !== void 0) return here > deadlineSeconds;
  return isPastDeadline(lease, now, deadlineSeconds) && here > Math.min(deadlineSeconds, LEAST_WAIT_SECONDS);
}
var isPastDeadline = ({ rentedAt }, now, deadlineSeconds) => rentedAt !== void 0 && secondsBetween(new Date(rentedAt), now) > deadlineSeconds;
var lostBefore = (lease, what) => ({
  type: "preempted",
  lease: lease.name,
  what,
  why: what === "evicted" ? "stopped by the platform before it answered" : "gone before it answered"
});
function bootFailed(world, lease, why) {
  const hours = secondsBetween(new Date(lease.rentedAt ?? world.clock.now()), world.clock.now()) / 3600;
  const wasted = hours * lease.meters.reduce((sum, meter) => sum + meter.usdPerHour, 0);
  world.face.warn(
    `${lease.name} on ${lease.platform} goes back unused: ${why}. Wasted: about ${wasted.toFixed(4)} USD.`
  );
  return {
    type: "boot-failed",
    lease: lease.name,
    why: why.slice(0, 300),
    ...lease.host === void 0 ? {} : { host: lease.host }
  };
}
function overdue(world, run, lease, { now, seen: seen2, refused }) {
  const waitedSeconds2 = secondsBetween(new Date(lease.rentedAt ?? now), now);
  if (refused instanceof HostKeyChanged) throw asProblem(refused, run, lease);
  if (!isNew(lease))
    throw refused ? asProblem(refused, run, lease) : neverAnswered(run, lease, waitedSeconds2, seen2.state);
  const why = refused instanceof LoginRefused ? "it does not accept our key" : `the platform calls it ${seen2.native ?? seen2.state}`;
  return [bootFailed(world, lease, `no login within ${formatSeconds(waitedSeconds2)}; ${why}`)];
}
async function connect(world, run, lease, { endpoint }) {
  try {
    const channel = await world.channel(lease);
    const vouched = endpoint?.hostKeySha256;
    const pin = vouched === channel.hostKeySha256 ? "platform" : await pinOf(world, lease, channel.hostKeySha256);
    return { type: "reachable", lease: lease.name, hostKeySha256: channel.hostKeySha256, pin };
  } catch (error) {
    if (error instanceof TransportFailed) return;
    const mayPass = error instanceof LoginRefused || error instanceof HostKeyChanged;
    if (mayPass && lease.intent.attach === void 0) {
      await world.hangUp(lease.name);
      return error;
    }
    throw asProblem(error, run, lease);
  }
}
var pinOf = async (world, lease, sha256) => lease.intent.attach === void 0 && (await world.hostKey(lease.name)).sha256 === sha256 ? "derived" : "first-contact";
function asProblem(error, run, lease) {
  if (error instanceof HostKeyChanged) {
    return new Problem(
      {
        code: "host-key-changed",
        kind: "identity",
        what: `${lease.name}: ${error.message}. Either the box was rebuilt or somebody is in between; nothing was sent.`,
        next: `Compare the key with the platform's console. A rebuilt box is another box: "gpu-lease abandon ${run.id}" and start a new run.`,
        costing: costing(run)
      },
      { cause: error }
    );
  }
  if (error instanceof LoginRefused) {
    return new Problem(
      {
        code: "login-refused",
        kind: "unreachable",
        what: `${lease.name} does not accept our key: ${error.message}.`,
        next: lease.intent.attach === void 0 ? "Check that GPU_LEASE_SECRET is the one the box was rented with." : 'Put your public key into its authorized_keys, or name the right IdentityFile in ~/.ssh/config; "ssh -v" to the same target shows the same.',
        costing: costing(run)
      },
      { cause: error }
    );
  }
  return error;
}
function neverAnswered(run, lease, waitedSeconds2, state) {
  return new Problem({
    code: "box-never-answered",
    kind: "unreachable",
    what: `${lease.name} on ${lease.platform} did not answer within ${formatSeconds(waitedSeconds2)}; the platform calls it ${state}.`,
    next: `Run the same command to go on waiting, or "gpu-lease abandon ${run.id}" to give the box back.`,
    costing: costing(run)
  });
}

// src/watch/watching.ts
var newWatching = () => ({
  lastSeen: void 0,
  first: /* @__PURE__ */ new Map(),
  gone: 0,
  settling: 0,
  strange: false,
  takenAway: false,
  notOnTier: /* @__PURE__ */ new Set(),
  verdict: void 0,
  queue: void 0,
  unused: /* @__PURE__ */ new Map()
});

// src/box/route.ts
var MOST_BYTES4 = 8 * 1024 * 1024;
var MOST_SECONDS2 = 5;
async function measureRoute(channel, asked) {
  const { url, isSecretUrl, token = "", environment, bootEnv } = asked;
  const words = [String(MOST_BYTES4), String(MOST_SECONDS2), bootEnv ? "1" : "0"];
  const result = await channel.exec(["sh", "-c", routeText(), "sh", ...words], {
    stdin: Buffer.from(`${url}
${token}
${isSecretUrl ? 1 : 0}
${environment}`),
    timeoutSeconds: MOST_SECONDS2 + 60
  });
  return readRoute(answersOf(result));
}
function readRoute(answers) {
  const told = (word) => answers.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? "";
  const [, bytes = "0", hundredths = "0"] = /^(\d{1,12}) (\d{1,6})$/.exec(told("came")) ?? [];
  return {
    program: /^\w{1,10}$/.exec(told("program"))?.[0] ?? "none",
    bytes: Number(bytes),
    seconds: Number(hundredths) / 100,
    proxies: answers.flatMap((line) => {
      const [, name, host] = /^proxy (\w{8,11}) (.{1,500})$/.exec(line) ?? [];
      return name === void 0 || host === void 0 ? [] : [{ name, host: oneLine(host, 100) }];
    }),
    why: oneLine(told("why").trim(), 200)
  };
}

// src/launch/data-route.ts
var MOST_ORIGINS = 3;
var LEAST_BYTES = 16e6;
function originsOf(sources) {
  const all = /* @__PURE__ */ new Map();
  for (const { files, token } of sources) {
    for (const { url, bytes = 0, isSecretUrl = false } of files) {
      const { origin } = new URL(url);
      const known = all.get(origin);
      const largest = { url, isSecretUrl, ...token !== void 0 && { token } };
      all.set(origin, {
        origin,
        bytes: (known?.bytes ?? 0) + bytes,
        files: (known?.files ?? 0) + 1,
        ...known && known.most >= bytes ? { most: known.most, largest: known.largest } : { most: bytes, largest }
      });
    }
  }
  return [...all.values()].filter(({ bytes }) => bytes >= LEAST_BYTES).sort((a, b) => b.bytes - a.bytes).slice(0, MOST_ORIGINS).map(({ most: _, ...origin }) => origin);
}
async function routeFindings(channel, sources, environment) {
  const findings = [];
  const lines = shellLines(environment);
  for (const origin of originsOf(sources)) {
    const { url, isSecretUrl, token } = origin.largest;
    const seen2 = await measureRoute(channel, {
      url,
      isSecretUrl,
      ...token !== void 0 && { token: plainToken(token) },
      environment: lines,
      bootEnv: environment.storage.bootEnv === true
    });
    findings.push(judgeRoute(origin, seen2, environment.job.budget.hours));
  }
  return findings;
}
function shellLines({ job, storage, enter, secrets }) {
  const proxies = Object.entries(secrets).filter(([name]) => /^(https?|all|no)_proxy$/i.test(name));
  const { places, pathDir } = storage;
  const variables = variableLines({
    vars: job.vars,
    ...places && { places },
    ...pathDir !== void 0 && { pathDir }
  });
  return `${exportLines(Object.fromEntries(proxies))}${enter.map((line) => `${line}
`).join("")}${variables}`;
}
var AT_ONCE = 4;
function judgeRoute({ origin, bytes, files }, seen2, hours) {
  const way = `${origin} by ${seen2.program}, ${proxyWords(origin, seen2.proxies)}`;
  const cause = "The way between this box and that server: its own line, or the proxy or the mirror that stands in between.";
  if (seen2.bytes === 0 || seen2.seconds === 0)
    return {
      id: "P0-18",
      level: "warn",
      what: `Nothing came from ${way}${seen2.why === "" ? "" : `: ${seen2.why}`}.`,
      cause,
      fix: "Name a mirror (`storage.hf-endpoint`) or a proxy (`vars`) that this box reaches, or take another platform."
    };
  const perSecond = seen2.bytes / seen2.seconds;
  const eta = bytes / perSecond;
  const least = eta / Math.min(AT_ONCE, files);
  const most = files > 1 ? `${formatSeconds(least)} to ${formatSeconds(eta)}` : formatSeconds(eta);
  const what = `${way}: ${(perSecond / 1e6).toFixed(2)} MB/s; the ${bytes} bytes of \`data\` from there take ${most}`;
  if (eta <= hours * 3600) return { id: "P0-18", level: "info", what, cause, fix: "" };
  return {
    id: "P0-18",
    level: "warn",
    what: `${what}, and \`budget.hours\` is ${hours}.`,
    cause,
    fix: "Give the box back now and take one nearer to the data, name a mirror or a proxy, or bring the data to its durable tier first."
  };
}
function proxyWords(origin, proxies) {
  const { protocol, hostname } = new URL(origin);
  const wanted = [`${protocol.slice(0, -1)}_proxy`, "all_proxy"];
  const used = wanted.map((want) => proxies.find(({ name }) => name.toLowerCase() === want)).find((each) => each !== void 0);
  if (used === void 0) return "without a proxy";
  const spared = proxies.filter(({ name }) => name.toLowerCase() === "no_proxy").flatMap(({ host }) => host.split(/[\s,]+/).filter((each) => each !== ""));
  const goesStraight = spared.some(
    (each) => each === "*" || hostname === each || hostname.endsWith(`.${each.replace(/^\*?\./, "")}`)
  );
  return goesStraight ? "straight, as no_proxy says" : `through ${used.host} (${used.name})`;
}

// src/course/data-routes.ts
async function dataRoutes(world, { run, lease, job }, channel, placed) {
  if (!job.data || run.data.size === 0) return [];
  const profile = await world.profile(lease.platform);
  const bound = await boundData(world, run, job, profile).catch((error) => {
    if (error instanceof Problem) return void 0;
    throw error;
  });
  if (!bound || "halted" in bound) return [];
  return routeFindings(channel, boxSources(world, run, bound.sources), {
    job,
    storage: boxStorage(job, profile, candidateOf(job, lease), placed),
    enter: profile.hooks.filter(({ scope }) => scope !== "transfer").flatMap(({ enter }) => enter),
    secrets: secretsOf(world, job)
  });
}

// src/course/known-there.ts
async function withKnown(world, run, lease, events) {
  const texts = events.flatMap(textsOf);
  if (texts.length === 0) return events;
  const known = recognize({ run, lease }, await world.profile(lease.platform), texts);
  for (const each of known) world.face.warn(wordsOfRecognized(each));
  return [...events, ...known.map(({ event }) => event)];
}
function textsOf(event) {
  if (event.type === "rent-refused") return [{ in: "api", text: event.what }];
  if (event.type !== "boot-failed") return [];
  return [
    { in: "api", text: event.why },
    { in: "ssh", text: event.why }
  ];
}

// src/course/over-any-line.ts
var FIRST_PAUSE_SECONDS2 = 2;
var LONGEST_PAUSE_SECONDS2 = 60;
var PATIENCE_SECONDS2 = 600;
var GOT_AHEAD_BYTES = 64 << 10;
var NOT_REACHED = "box-not-reached";
var WHILE = {
  audit: "it was audited",
  start: "the work was laid down on it",
  collect: "its files were collected"
};
async function overAnyLine({ world, startedAt, boundSeconds }, { run, lease, during, work, instead }) {
  let since;
  for (let pause = FIRST_PAUSE_SECONDS2; ; pause = Math.min(2 * pause, LONGEST_PAUSE_SECONDS2)) {
    try {
      return await work();
    } catch (error) {
      const broken = brokenLine(error);
      if (!broken || world.signal.aborted) throw error;
      const now = world.clock.now();
      if (broken instanceof PullBroken && broken.progress.movedBytes >= GOT_AHEAD_BYTES) {
        since = void 0;
        pause = FIRST_PAUSE_SECONDS2;
      }
      since ??= now;
      const isOver = (of, seconds) => secondsBetween(of, now) + pause > seconds;
      if (isOver(since, PATIENCE_SECONDS2) || isOver(startedAt, boundSeconds)) throw error;
      const first = next(run, await plansOf(world, run), now).find((step) => !isBeside(step));
      if (first && first.do !== during) return instead(first);
      world.face.warn(
        `the line to ${lease.name} broke while ${WHILE[during]} (${broken.reason}: ${broken.message}). It goes on in ${pause} s.`
      );
      await world.clock.sleep(pause, world.signal);
    }
  }
}
var OF_THE_LINE = [
  "reset",
  "timeout",
  "closed",
  "refused",
  "banner",
  "unresolved"
];
var brokenLine = (error) => error instanceof Problem && error.code === NOT_REACHED && error.cause instanceof TransportFailed && OF_THE_LINE.includes(error.cause.reason) ? error.cause : void 0;

// src/course/lost-or-unreached.ts
var isEviction = (event) => event.type === "preempted" && event.what === "evicted";
async function evicted(world, lease, events) {
  if (!events.some(isEviction)) return events;
  await keepStopped(world, lease, await stayStopped(world, lease));
  const clocks = await evictionClocks(world, lease);
  return events.map((event) => isEviction(event) ? { ...event, clocks } : event);
}
async function reported(world, run, lease, work) {
  try {
    return await evicted(world, lease, await work());
  } catch (error) {
    if (error instanceof TransportFailed && error.reason === "noise") throw mixedUp(run, lease, error);
    if (error instanceof TransportFailed) return lostOrUnreached(world, run, lease, error);
    if (error instanceof Problem && error.code === "keeper-gone" && lease.started && !run.seal)
      return [{ type: "preempted", lease: lease.name, what: "disk", why: error.what.slice(0, 300) }];
    throw asProblem(error, run, lease);
  }
}
async function lostOrUnreached(world, run, lease, error) {
  const driver = await world.driver(drivenBy(lease));
  await world.hangUp(lease.name);
  for (let sighting = 1; ; sighting += 1) {
    const seen2 = await driver.describe(lease.boxId ?? "");
    const what = lossOf(run, lease, seen2, world.clock.now());
    const isStopped = seen2.state === "stopped";
    if (!what && (!isStopped || lease.unreached?.shown === "stopped"))
      throw notReached(run, lease, seen2.state, error);
    if (sighting === 2 && !what) return [{ type: "unreached", lease: lease.name, shown: "stopped" }];
    if (sighting === 2 && what) return evicted(world, lease, [shownLost(lease, what, error.reason)]);
    await world.clock.sleep(1, world.signal);
  }
}
var mixedUp = (run, lease, cause) => new Problem(
  {
    code: "bytes-altered",
    kind: "failed",
    what: `${lease.name} answers, and what it sends is not what its files and commands say: ${cause.message}. None of it counts; nothing on the box was touched.`,
    next: "Look at what writes into the output of that account's commands (start files, a banner, a monitor, ForceCommand) and take it out; then run the same command again, which goes on where this one stopped.",
    costing: costing(run)
  },
  { cause }
);
var notReached = (run, lease, state, cause) => new Problem(
  {
    code: NOT_REACHED,
    kind: "unreachable",
    what: `${lease.name} was not reached (${cause.reason}: ${cause.message}); the platform calls it ${state}. This says nothing about the run.`,
    next: "Run the same command again; it goes on where this one stopped.",
    costing: costing(run)
  },
  { cause }
);

// src/course/want-box.ts
async function wantBox(world, order, until2) {
  const { run, job, n } = order;
  if (isDataNew(run, job)) {
    world.face.heading("data");
    requireSecrets(world, job);
    const found = await boundData(world, run, job);
    return "halted" in found ? [found.halted] : [resolvedAs(job, found.sources)];
  }
  world.face.heading(n === 1 ? "rent" : `rent again (box ${n})`);
  await bringKeptHere(restoringOf(world, run, job));
  await warnOfLargeCheckpoint(world, run, job);
  requireSecrets(world, job);
  const same = await boundData(world, run, job);
  return "halted" in same ? [same.halted] : intend(world, order, until2);
}

// src/course/effects.ts
var MOST_SIGHTINGS = 4;
var SETTLE_SECONDS2 = 2;
var BESIDE_EVERY_SECONDS = 60;
var newStage = (world, parts) => ({
  world,
  word: async () => void 0,
  uploading: { step: void 0, wish: void 0 },
  storing: new KeptStoring(),
  telling: new Telling(),
  ...parts,
  startedAt: world.clock.now(),
  watching: newWatching(),
  keeping: new Keeping(),
  logs: new LogKeeping(),
  askedOnTier: /* @__PURE__ */ new Set(),
  pollSeconds: 1
});
async function perform(stage2, run, step) {
  const { world } = stage2;
  const job = jobOf(run);
  switch (step.do) {
    case "smoke":
      world.face.heading("smoke");
      return stage2.smoke(run);
    case "intend":
      return wantBox(world, { run, job, n: step.n }, until(stage2));
    case "wait":
      return waitForBox(world, run, step, { startedAt: stage2.startedAt, until: until(stage2) });
    case "halt":
      await hearTheTime(world, run);
      return [{ type: "halted", code: step.code, what: step.what, next: step.next }];
    case "tell": {
      await hearTheTime(world, run);
      const price = step.usdPerHour > 0 ? ` It costs ${step.usdPerHour} USD per hour.` : "";
      world.face.warn(`${step.what}${price} Next: ${step.next}`);
      return [{ type: "told", of: step.of, since: step.since }];
    }
    case "notify":
      return stage2.telling.perform(world, run, step.due);
    case "vouch":
      return vouch(world, run);
    case "look-for-late":
      return lookForLate(world, run, new Date(step.until));
    case "close":
      await forgetSubmissions(world, run);
      return [{ type: "closed", usd: usdSoFar(run, world.clock.now()) }];
    case "store-kept":
      return stage2.storing.whenDue(world, run, job);
    case "drop-kept":
      return stage2.storing.drop(world, run, step.marks);
    case "store":
      return storeSealed(world, run, job, stage2.uploading);
    case "unseal":
      return unseal(world, run, step.seal);
    case "ask":
    case "nothing":
      return [];
    default:
      return onLease({ stage: stage2, run, lease: leaseOf(run, step.lease), job }, step);
  }
}
async function onLease(of, step) {
  const { stage: stage2, run, lease, job } = of;
  const { world } = stage2;
  const patient = (during, work) => overAnyLine(stage2, {
    run,
    lease,
    during,
    work: () => reported(world, run, lease, work),
    instead: (other) => perform(stage2, run, other)
  });
  switch (step.do) {
    case "rent":
      return withKnown(world, run, lease, await rent(world, run, lease));
    case "find":
      return findIntended(world, run, lease);
    case "reach":
      return evicted(
        world,
        lease,
        await withKnown(world, run, lease, await reach(world, run, lease, until(stage2)))
      );
    case "audit":
      return patient(
        "audit",
        () => auditLease(world, {
          run,
          lease,
          job,
          routes: (channel, placed) => dataRoutes(world, of, channel, placed)
        })
      );
    case "start":
      return patient("start", () => startAttempt(of, step.attempt));
    case "look":
      return reported(world, run, lease, () => lookUntilSomething(stage2, run, lease, job));
    case "collect":
      world.face.heading("collect and verify");
      return patient("collect", () => collectAlone(world, run, lease, job));
    default:
      return towardsTheEnd(of, step);
  }
}
async function towardsTheEnd({ stage: stage2, run, lease, job }, step) {
  const { world } = stage2;
  switch (step.do) {
    case "park": {
      const saved = await windDown(stage2, run, lease, job);
      if (saved.length > 0) return saved;
      const plan = (await planFor(world, run, lease)).park ?? [];
      const why = run.halted && `the run stands halted (${run.halted.code})`;
      return park(world, { run, lease, plan, clocks: await parkClocks(world, lease), why });
    }
    case "approve-standing": {
      await hearTheTime(world, run);
      const plan = (await planFor(world, run, lease)).zero;
      const approved = approveByStanding({ run, lease, plan }, step, world.clock.now());
      for (const { person } of approved)
        world.face.line(`approved in advance by ${person}: release of ${lease.name}`);
      return approved;
    }
    case "release": {
      world.face.heading(`release: ${step.verb} ${lease.name}`);
      const evidence = () => sealedNow(world, run);
      return releaseVerb(world, await byHand(stage2, run, lease), step.verb, evidence);
    }
    case "discard":
      return discardVerb(world, await byHand(stage2, run, lease), step.verb);
    case "prove": {
      if (isByHand(lease)) return proveByHand(world, await byHand(stage2, run, lease));
      const facts = await verbFacts(world, lease);
      return prove(world, lease, step.meters, stage2.boundSeconds === 0 ? { ...facts, once: true } : facts);
    }
    case "recheck":
      return reported(world, run, lease, async () => {
        const seen2 = await recheck(world, lease, step.meters);
        if (lease.evicted && seen2.some(({ type }) => type === "runs-again"))
          await keepStopped(world, lease, await stayStopped(world, lease));
        return seen2;
      });
    case "mark-released":
      return [{ type: "released", lease: lease.name, usd: usdSoFar(run, world.clock.now()) }];
    default:
      return [];
  }
}
var until = ({ startedAt, boundSeconds }) => Number.isFinite(boundSeconds) ? new Date(startedAt.getTime() + boundSeconds * 1e3) : void 0;
var planFor = async (world, run, lease) => (await plansOf(world, run))(lease);
var byHand = async ({ world, word }, run, lease) => ({
  run,
  lease,
  plan: (await planFor(world, run, lease)).zero,
  word
});
async function startAttempt({ stage: stage2, run, lease, job }, attempt) {
  const { world } = stage2;
  const { code, requirements } = await stage2.bound();
  const profile = await world.profile(lease.platform);
  const bound = await boundData(world, run, job, profile);
  if ("halted" in bound) return [bound.halted];
  const newer = await newerCheckpoints(stage2, { world, run, lease, job });
  if (newer.length > 0) return newer;
  const hooks = profile.hooks.filter((hook) => hook.scope !== "transfer");
  return start(world, {
    run,
    lease,
    job,
    code,
    requirements,
    attempt,
    data: boxData(world, run, bound.sources),
    launchers: profile.drive.launchers,
    hooks: { enter: hooks.flatMap((hook) => hook.enter), leave: hooks.flatMap((hook) => hook.leave) },
    storage: boxStorage(job, profile, candidateOf(job, lease), lease.placed),
    // A person's own box is not ours to switch off.
    selfStop: lease.intent.attach === void 0 ? profile.rent["self-stop"]?.line : void 0,
    pushBack: (channel, dir) => pushKept({ ...restoringOf(world, run, job), lease }, channel, dir)
  });
}
async function newerCheckpoints(stage2, of) {
  const { world, lease } = of;
  if (lease.placed?.durable === void 0) return [];
  if (await holdsLastAttempt(await world.channel(lease), lease)) return [];
  return newerOnTier(of, stage2.askedOnTier);
}
async function windDown(stage2, run, lease, job) {
  const { world } = stage2;
  if (!isWorking(run, lease)) return [];
  await endWork(world, lease);
  return salvage(stage2, { world, run, lease, job });
}
async function lookUntilSomething(stage2, run, lease, job) {
  const { world } = stage2;
  let besideAt = world.clock.now();
  for (; ; ) {
    const seen2 = await look(world, { run, lease, job }, stage2.watching);
    const isEnd = seen2.probe?.queue !== "running";
    const kept = seen2.probe ? await keepNew(stage2, { world, run, lease, job }, seen2.probe, isEnd) : [];
    const events = [...kept, ...seen2.events];
    if (events.length > 0) return events;
    const steps = next(run, await plansOf(world, run), world.clock.now());
    const told = await stage2.telling.perform(world, run, newsToTell(run, steps, world.clock.now()));
    if (told.length > 0) return told;
    const first = steps.find((step) => !isBesideLook(step));
    if (first && first.do !== "look") return perform(stage2, run, first);
    if (secondsBetween(besideAt, world.clock.now()) >= BESIDE_EVERY_SECONDS) {
      besideAt = world.clock.now();
      for (const step of steps.filter(isBeside)) {
        const brought2 = await perform(stage2, run, step);
        if (brought2.length > 0) return brought2;
      }
    }
    const spent = secondsBetween(stage2.startedAt, world.clock.now());
    const { gone, settling } = stage2.watching;
    const isOpen = gone > 0 && gone < MOST_SIGHTINGS || settling > 0 && settling < MOST_SIGHTINGS;
    if (spent >= stage2.boundSeconds && !isOpen || world.signal.aborted) return [];
    await world.clock.sleep(settling > 0 ? SETTLE_SECONDS2 : stage2.pollSeconds, world.signal);
  }
}

// src/course/drive.ts
function driveOf(stage2, may, { endsAt, performing = perform } = {}) {
  const { ledger, clock, who, signal, face } = stage2.world;
  return {
    ledger,
    clock,
    who,
    signal,
    // Of a tick nothing: its bound is nought, and the next one comes by itself.
    patienceSeconds: Math.min(stage2.boundSeconds, LEDGER_PATIENCE_SECONDS),
    ...endsAt && { endsAt },
    say: (what) => face.warn(what),
    plans: (run) => plansOf(stage2.world, run),
    hear: async (run) => void await listenForTime(stage2.world, run),
    perform: (run, step) => performing(stage2, run, step),
    may
  };
}

export {
  isByHand,
  Keeping,
  LogKeeping,
  lookForLate,
  giveUpIntent,
  advance,
  statementHere,
  warnOfUntold,
  salvage,
  endWork,
  newStage,
  perform,
  driveOf,
  refuseStrangers
};
