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
  RentFailed
} from "./platforms-driver.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/platforms/local/driver.ts
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { open, readdir, statfs } from "node:fs/promises";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
var OFFER = "local-cpu";
var DISK_USD_PER_HOUR = 0.01;
var USD_PER_HOUR = 0.41;
var MAX_LIFETIME_SECONDS = 24 * 3600;
function local(options) {
  const { clock, usdPerHour = USD_PER_HOUR, faults = {}, laidOpen = [] } = options;
  const boot = booter(options.daemon);
  const lateReadings = /* @__PURE__ */ new Map();
  let opened;
  const openedRoot = () => {
    opened ??= openRoot(options.root);
    return opened;
  };
  const hold = async (name) => {
    const root = await openedRoot();
    const dir = join(root.path, checked(name));
    const record = await readRecord(dir);
    if (!record || record.state === "destroyed") return null;
    if (record.state === "running") await boot(dir, record);
    return heldFrom(root, record, await readMeters(dir));
  };
  const dirOf = async (boxId) => {
    const root = await openedRoot();
    const [rootId, name = ""] = boxId.split("/");
    return rootId === root.id ? join(root.path, checked(name)) : null;
  };
  const end = async (boxId, how, verb) => {
    const dir = await dirOf(boxId);
    if (!dir) throw elsewhere(boxId);
    if (faults.lateReadings) lateReadings.set(boxId, faults.lateReadings);
    await endBox(dir, how, verb, clock);
  };
  return {
    platform: "local",
    async offers(want) {
      if (laidOpen.length > 0) throw besideSecrets(laidOpen);
      if (!existsSync("/proc/self/environ")) throw needsLinux();
      if (!await fits(want, (await openedRoot()).path)) return [];
      const summary = `this machine: ${availableParallelism()} CPUs, ${gigabytes(totalmem()).toFixed(0)} GB memory, no GPU`;
      return [{ id: OFFER, platform: "local", summary, usdPerHour, market: "on-demand" }];
    },
    async create(intent) {
      if (faults.create === "no-capacity") throw new RentFailed("every loopback box is taken", "no-capacity");
      checked(intent.name);
      await openBox((await openedRoot()).path, intent, options);
      if (faults.create === "dies-before-boot") throw new RentFailed("the platform broke off", "unclear");
      const held = await hold(intent.name);
      if (!held)
        throw new RentFailed(
          `${intent.name} was a box once; the name of a destroyed box is not used again`,
          "refused"
        );
      if (faults.create === "answer-lost") throw new RentFailed("no answer from the platform", "unclear");
      return held;
    },
    async find(name) {
      const held = await hold(name);
      return held ? [held] : [];
    },
    async inventory() {
      const root = await openedRoot();
      const names = (await readdir(root.path)).filter(isBoxName);
      const listed = await Promise.all(names.map((name) => resourceAt(root, name)));
      return listed.filter((each) => each !== null);
    },
    async describe(boxId) {
      const dir = await dirOf(boxId);
      return dir ? describeBox(dir, boot) : { state: "unknown", native: "not a box of this machine" };
    },
    async mark(boxId, word) {
      const dir = await dirOf(boxId);
      if (dir) await writeMark(dir, word);
    },
    verbs: {
      stop: (boxId) => end(boxId, "stop", "stop"),
      terminate: (boxId) => end(boxId, "destroy", "terminate")
    },
    async meters(held) {
      const late = lateReadings.get(held.boxId) ?? 0;
      if (late > 0) lateReadings.set(held.boxId, late - 1);
      return readingsOf(held, await dirOf(held.boxId), late > 0);
    }
  };
}
function checked(name) {
  if (isBoxName(name)) return name;
  throw new RangeError(`not a name for a box: ${JSON.stringify(name.slice(0, 80))}`);
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
async function describeBox(dir, boot) {
  const record = await readRecord(dir).catch(() => "unreadable");
  if (record === "unreadable") return { state: "unknown", native: "its record cannot be read" };
  if (!record) return { state: "gone", native: "no such box" };
  const mark = await readMarkOf(dir);
  return { ...await stateOf(dir, record, boot), ...mark === void 0 ? {} : { mark } };
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
  const meters = dir === null ? null : await readMeters(dir).catch(() => null);
  return held.meters.map(({ id }) => {
    if (!meters) return { id, state: "unknown" };
    const meter = meters.find((each) => each.id === id);
    return { id, state: late || meter && meter.stoppedAt === null ? "running" : "gone" };
  });
}
async function resourceAt(root, name) {
  const dir = join(root.path, name);
  const record = await readRecord(dir).catch(() => null);
  if (!record || record.state === "destroyed") return null;
  const meters = (await readMeters(dir)).filter((meter) => meter.stoppedAt === null);
  return {
    kind: "instance",
    id: `${root.id}/${name}`,
    name,
    ...record.owner === void 0 ? {} : { owner: record.owner },
    native: record.state,
    billing: meters.length > 0 ? "yes" : "no",
    usdPerHour: meters.reduce((sum, meter) => sum + meter.usdPerHour, 0),
    createdAt: record.createdAt
  };
}
var heldFrom = (root, record, meters) => ({
  boxId: `${root.id}/${record.name}`,
  name: record.name,
  meters: meters.map(({ id, kind, usdPerHour, source }) => ({ id, kind, usdPerHour, source }))
});
async function fits(want, root) {
  if (want.gpu) return false;
  if (want.regions && !want.regions.includes("local")) return false;
  const { bavail, bsize } = await statfs(root);
  return within(want.cpus, availableParallelism()) && within(want.memoryGb, gigabytes(totalmem())) && within(want.diskGb, gigabytes(bavail * bsize));
}
var gigabytes = (bytes) => bytes / 1e9;
var within = (range, value) => value >= (range?.min ?? 0) && value <= (range?.max ?? Number.POSITIVE_INFINITY);
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
var elsewhere = (boxId) => new Problem({
  code: "box-elsewhere",
  kind: "unreachable",
  what: `${boxId} is a loopback box of another machine or directory; from here it can be neither reached nor stopped.`,
  next: "Run the same command on the machine where it was made."
});
export {
  local
};
