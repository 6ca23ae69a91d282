import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  BOX_USER,
  boxEnvironment,
  createBoxDir,
  endBox,
  isAlive,
  isBoxName,
  lastBoot,
  logOf,
  openRoot,
  readMarkOf,
  readMeters,
  readRecord,
  writeMark
} from "./platforms-local-box-dir.shared.mjs";
import "./record-mark-text.shared.mjs";
import {
  askedOnce
} from "./platforms-asked-once.shared.mjs";
import {
  RentFailed
} from "./platforms-driver.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./host-own-environment.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/platforms/local/box.ts
import { readdir } from "node:fs/promises";
import { join } from "node:path";
async function hold({ root, boot }, name) {
  const there = await root();
  const dir = join(there.path, checked(name));
  const record = await readRecord(dir);
  if (!record || record.state === "destroyed") return null;
  if (record.state === "running") await boot(dir, record);
  return heldFrom(there, record, await readMeters(dir));
}
async function find(boxes, name) {
  const held = await hold(boxes, name);
  return held ? [held] : [];
}
function checked(name) {
  if (isBoxName(name)) return name;
  throw new RangeError(`not a name for a box: ${JSON.stringify(name.slice(0, 80))}`);
}
async function dirOf({ root }, boxId) {
  const there = await root();
  const [rootId, name = ""] = boxId.split("/");
  return rootId === there.id ? join(there.path, checked(name)) : null;
}
async function inventory({ root }) {
  const there = await root();
  const names = (await readdir(there.path)).filter(isBoxName);
  const listed = await Promise.all(names.map((name) => resourceAt(there, name)));
  return listed.filter((each) => each !== null);
}
async function describe(boxes, boxId) {
  const dir = await dirOf(boxes, boxId);
  return dir ? describeBox(dir, boxes.boot) : { state: "unknown", native: "not a box of this machine" };
}
async function mark(boxes, boxId, word) {
  const dir = await dirOf(boxes, boxId);
  if (dir) await writeMark(dir, word);
}
async function end(boxes, boxId, verb) {
  const dir = await dirOf(boxes, boxId);
  if (!dir) throw elsewhere(boxId);
  const { clock, faults } = boxes.options;
  if (faults?.lateReadings) boxes.late.set(boxId, faults.lateReadings);
  await endBox(dir, verb === "stop" ? "stop" : "destroy", verb, clock);
}
async function meters(boxes, held) {
  const late = boxes.late.get(held.boxId) ?? 0;
  if (late > 0) boxes.late.set(held.boxId, late - 1);
  return readingsOf(held, await dirOf(boxes, held.boxId), late > 0);
}
async function describeBox(dir, boot) {
  const record = await readRecord(dir).catch(() => "unreadable");
  if (record === "unreadable") return { state: "unknown", native: "its record cannot be read" };
  if (!record) return { state: "gone", native: "no such box" };
  const mark2 = await readMarkOf(dir);
  return { ...await stateOf(dir, record, boot), ...mark2 === void 0 ? {} : { mark: mark2 } };
}
async function stateOf(dir, record, boot) {
  if (record.state === "destroyed") return { state: "gone", native: `destroyed (${record.endedBy})` };
  if (record.state !== "running")
    return { state: record.state === "stopped" ? "stopped" : "unknown", native: record.state };
  const last = await lastBoot(dir);
  if (!last || !isAlive(last)) {
    await boot(dir, record);
    return { state: "starting", native: last ? "its server was gone; started again" : `log: ${logOf(dir)}` };
  }
  const endpoint = {
    host: "127.0.0.1",
    port: last.port,
    user: BOX_USER,
    hostKeySha256: record.hostKeySha256
  };
  return { state: "running", endpoint, native: "running" };
}
async function readingsOf(held, dir, late) {
  const meters2 = dir === null ? null : await readMeters(dir).catch(() => null);
  return held.meters.map(({ id }) => {
    if (!meters2) return { id, state: "unknown" };
    const meter = meters2.find((each) => each.id === id);
    return { id, state: late || meter && meter.stoppedAt === null ? "running" : "gone" };
  });
}
async function resourceAt(root, name) {
  const dir = join(root.path, name);
  const record = await readRecord(dir).catch(() => null);
  if (!record || record.state === "destroyed") return null;
  const meters2 = (await readMeters(dir)).filter((meter) => meter.stoppedAt === null);
  return {
    kind: "instance",
    id: `${root.id}/${name}`,
    name,
    ...record.owner === void 0 ? {} : { owner: record.owner },
    native: record.state,
    billing: meters2.length > 0 ? "yes" : "no",
    usdPerHour: meters2.reduce((sum, meter) => sum + meter.usdPerHour, 0),
    createdAt: record.createdAt
  };
}
var heldFrom = (root, record, meters2) => ({
  boxId: `${root.id}/${record.name}`,
  name: record.name,
  meters: meters2.map(({ id, kind, usdPerHour, source }) => ({ id, kind, usdPerHour, source }))
});
var elsewhere = (boxId) => new Problem({
  code: "box-elsewhere",
  kind: "unreachable",
  what: `${boxId} is a loopback box of another machine or directory; from here it can be neither reached nor stopped.`,
  next: "Run the same command on the machine where it was made."
});

// src/platforms/local/offers.ts
import { existsSync } from "node:fs";
import { readdir as readdir2, statfs } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
var OFFER = "local-cpu";
var USD_PER_HOUR = 0.41;
async function offersOf({ options, root }, want) {
  const { laidOpen = [], usdPerHour = USD_PER_HOUR } = options;
  if (laidOpen.length > 0) throw besideSecrets(laidOpen);
  if (!existsSync("/proc/self/environ")) throw needsLinux();
  const missing = await missingHere(want, (await root()).path);
  if (missing.length > 0) throw unfit(missing, want);
  const summary = `this machine: ${availableParallelism()} CPUs, ${gigabytes(totalmem()).toFixed(0)} GB memory, no GPU`;
  return [{ id: OFFER, platform: "local", summary, usdPerHour, market: "on-demand" }];
}
async function missingHere(want, root) {
  const { bavail, bsize } = await statfs(root);
  return [
    ...want.gpu ? [`${askedCards(want.gpu)} asked for, and ${await cardsHere()}`] : [],
    ...outside("CPUs", want.cpus, availableParallelism()),
    ...outside("GB of memory", want.memoryGb, gigabytes(totalmem())),
    ...outside(`GB of free disk at ${root}`, want.diskGb, gigabytes(bavail * bsize)),
    ...want.regions && !want.regions.includes("local") ? [`the job wants the region ${want.regions.join(" or ")}, and this is "local"`] : []
  ];
}
var CARDS = "/proc/driver/nvidia/gpus";
async function cardsHere() {
  const found = await readdir2(CARDS).catch(() => []);
  return found.length === 0 ? `this machine has none (nothing is in ${CARDS})` : `a loopback box gets none of the ${found.length} in ${CARDS}`;
}
function askedCards({ names, count, memoryGb }) {
  const memory = memoryGb?.min === void 0 ? "" : ` with at least ${memoryGb.min} GB`;
  return `${count} GPU${count === 1 ? "" : "s"}${names.length > 0 ? ` (${names.join(" or ")})` : ""}${memory} ${count === 1 ? "is" : "are"}`;
}
function outside(what, range, has) {
  const { min = 0, max = Number.POSITIVE_INFINITY } = range ?? {};
  if (has >= min && has <= max) return [];
  const bound = has < min ? `at least ${min}` : `at most ${max}`;
  return [`${bound} ${what} are asked for, and this machine has ${Number(has.toFixed(1))}`];
}
var gigabytes = (bytes) => bytes / 1e9;
function unfit(missing, { gpu }) {
  const without = gpu ? "Leave `resources.gpu` out to try the job here on the CPU" : "Ask for less under `resources`";
  return new Problem({
    code: "local-unfit",
    kind: "usage",
    what: `This machine is not what the job asks for: ${missing.join("; ")}.`,
    next: `${without}, or name another platform under \`candidates\` (see "gpu-lease platforms").`
  });
}
function needsLinux() {
  return new Problem({
    code: "local-needs-linux",
    kind: "capacity",
    what: 'The platform "local" finds the processes of a box through /proc, which this system does not have.',
    next: 'Use "generic-ssh" with a Linux machine, or run gpu-lease in a Linux container.'
  });
}
var besideSecrets = (names) => new Problem({
  code: "local-beside-secrets",
  kind: "refused",
  what: `A loopback box in a workflow runs the training script on this runner, as this very user, who can read ${names.join(" and ")} here; and it ends with the job.`,
  next: 'Name a platform, or a box that you reach by SSH, under "candidates". On a runner of your own where that is meant, set GPU_LEASE_LOCAL_IN_WORKFLOW=yes for the job.'
});

// src/platforms/local/rent.ts
import { spawn } from "node:child_process";
import { open } from "node:fs/promises";
var DISK_USD_PER_HOUR = 0.01;
var MAX_LIFETIME_SECONDS = 24 * 3600;
async function create(boxes, intent) {
  const { options, root } = boxes;
  const fault = options.faults?.create;
  if (fault === "no-capacity") throw new RentFailed("every loopback box is taken", "no-capacity");
  checked(intent.name);
  await openBox((await root()).path, intent, options);
  if (fault === "dies-before-boot") throw new RentFailed("the platform broke off", "unclear");
  const held = await hold(boxes, intent.name);
  if (!held)
    throw new RentFailed(
      `${intent.name} was a box once; the name of a destroyed box is not used again`,
      "refused"
    );
  if (fault === "answer-lost") throw new RentFailed("no answer from the platform", "unclear");
  return held;
}
async function openBox(root, intent, options) {
  const { clock, usdPerHour = USD_PER_HOUR, maxLifetimeSeconds = MAX_LIFETIME_SECONDS } = options;
  const now = clock.now();
  const { hostKeyFrom } = await import("./platforms-local-host-key.mjs");
  const { privateKey, sha256 } = hostKeyFrom(intent.hostKey);
  const record = {
    name: intent.name,
    owner: intent.owner,
    offer: intent.offer.id,
    usdPerHour,
    authorizedKey: intent.authorizedKey,
    hostKeySha256: sha256,
    createdAt: now.toISOString(),
    stopsAt: new Date(now.getTime() + maxLifetimeSeconds * 1e3).toISOString(),
    state: "running"
  };
  await createBoxDir(root, record, metersFor(usdPerHour, now), privateKey);
}
function metersFor(usdPerHour, now) {
  const disk = Math.min(DISK_USD_PER_HOUR, usdPerHour);
  const started = { source: "offer", startedAt: now.toISOString(), stoppedAt: null };
  return [
    // Rounded, because 0.41 - 0.01 is 0.39999999999999997 and a price is not.
    { id: "gpu", kind: "gpu", usdPerHour: Number((usdPerHour - disk).toFixed(6)), ...started },
    { id: "disk", kind: "disk", usdPerHour: disk, ...started }
  ];
}
function booter(daemon) {
  const starting = /* @__PURE__ */ new Map();
  return async (dir, record) => {
    const last = await lastBoot(dir);
    const child = starting.get(dir);
    if (last && isAlive(last) || child && child.exitCode === null && child.signalCode === null) return;
    const log = await open(logOf(dir), "a", 384);
    try {
      starting.set(dir, await spawnDetached([...daemon, dir], boxEnvironment(dir, record.name), log));
    } finally {
      await log.close();
    }
  };
}
function spawnDetached(argv, env, log) {
  const [program = "", ...args] = argv;
  const child = spawn(program, args, { cwd: "/", env, detached: true, stdio: ["ignore", log.fd, log.fd] });
  child.unref();
  return new Promise((resolve, reject) => {
    child.once("spawn", () => resolve(child));
    child.once("error", (cause) => reject(new RentFailed(`cannot start ${program}`, "unclear", { cause })));
  });
}

// src/platforms/local/driver.ts
function local(options) {
  const root = askedOnce(() => openRoot(options.root));
  const boxes = { options, root, boot: booter(options.daemon), late: /* @__PURE__ */ new Map() };
  return {
    platform: "local",
    offers: (want) => offersOf(boxes, want),
    create: (intent) => create(boxes, intent),
    find: (name) => find(boxes, name),
    inventory: () => inventory(boxes),
    describe: (boxId) => describe(boxes, boxId),
    mark: (boxId, word) => mark(boxes, boxId, word),
    meters: (held) => meters(boxes, held),
    verbs: {
      stop: (boxId) => end(boxes, boxId, "stop"),
      terminate: (boxId) => end(boxes, boxId, "terminate")
    }
  };
}
export {
  local
};
