import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  readMark
} from "./record-mark-text.shared.mjs";
import {
  processStat
} from "./host-process-identity.shared.mjs";
import {
  ownEnvironment
} from "./host-own-environment.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/platforms/local/box-dir.ts
import { randomBytes } from "node:crypto";
import { link, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
var BOX_USER = "box";
var isBoxName = (name) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name);
var homeOf = (dir) => join(dir, "home");
var hostKeyOf = (dir) => join(dir, "host_key");
var logOf = (dir) => join(dir, "server.log");
async function openRoot(path) {
  await mkdir(path, { recursive: true, mode: 448 });
  const real = await realpath(path);
  await writeOnce(real, ".root-id", randomBytes(6).toString("hex"));
  return { path: real, id: await readFile(join(real, ".root-id"), "utf8") };
}
async function readRecord(dir) {
  return readJson(join(dir, "box.json"));
}
var writeRecord = (dir, record) => writeJson(join(dir, "box.json"), record);
async function readMeters(dir) {
  return await readJson(join(dir, "meter.json")) ?? [];
}
async function stopMeters(dir, kinds, at) {
  const meters = await readMeters(dir);
  const stopped = meters.map(
    (meter) => kinds.includes(meter.kind) && meter.stoppedAt === null ? { ...meter, stoppedAt: at.toISOString() } : meter
  );
  await writeJson(join(dir, "meter.json"), stopped);
}
async function createBoxDir(root, record, meters, hostKey) {
  const draft = join(root, `.new-${record.name}-${nonce()}`);
  await mkdir(homeOf(draft), { recursive: true, mode: 448 });
  await writeFile(hostKeyOf(draft), hostKey, { mode: 384 });
  await writeJson(join(draft, "meter.json"), meters);
  await writeRecord(draft, record);
  try {
    await rename(draft, join(root, record.name));
    return true;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (isCode(error, "ENOTEMPTY") || isCode(error, "EEXIST")) return false;
    throw error;
  }
}
async function writeMark(dir, word) {
  const draft = join(dir, `.mark-${nonce()}`);
  await writeFile(draft, word, { mode: 384 });
  await rename(draft, join(dir, "mark"));
}
var readMarkOf = async (dir) => readMark(await readFile(join(dir, "mark"), "utf8").catch(() => void 0));
async function lastBoot(dir) {
  const generations = (await readdir(dir)).map((file) => Number(/^boot-(\d+)\.json$/.exec(file)?.[1] ?? 0));
  const newest = Math.max(0, ...generations);
  return newest === 0 ? null : readJson(join(dir, `boot-${newest}.json`));
}
var claimBoot = (dir, boot) => writeOnce(dir, `boot-${boot.generation}.json`, JSON.stringify(boot));
async function writeOnce(dir, name, text) {
  const draft = join(dir, `.${name}-${nonce()}`);
  await writeFile(draft, text, { mode: 384 });
  try {
    await link(draft, join(dir, name));
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
var isCode = (error, code) => error instanceof Error && "code" in error && error.code === code;
var nonce = () => randomBytes(6).toString("hex");
async function readJson(path) {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}
async function writeJson(path, value) {
  const draft = `${path}.${nonce()}.tmp`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}
`, { mode: 384 });
  await rename(draft, path);
}

// src/platforms/local/marked-processes.ts
import { readdirSync, readFileSync } from "node:fs";
var BOX_NAME_VARIABLE = "GPU_LEASE_LOCAL_BOX";
var BOX_DIR_VARIABLE = "GPU_LEASE_LOCAL_DIR";
var GIVE_UP_SECONDS = 10;
function bootId() {
  return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
}
var isAlive = (boot) => boot.bootId === bootId() && processStat(boot.pid)?.startTicks === boot.startTicks;
function processesOf(dir) {
  const entry = `${BOX_DIR_VARIABLE}=${dir}`;
  const parents = /* @__PURE__ */ new Map();
  const found = /* @__PURE__ */ new Set();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? processStat(pid) : null;
    if (!stat) continue;
    parents.set(pid, stat.parent);
    if (environmentOf(pid).includes(entry)) found.add(pid);
  }
  const belongs = (pid) => {
    for (let each = pid; each > 1; each = parents.get(each) ?? 0) if (found.has(each)) return true;
    return false;
  };
  return [...parents.keys()].filter((pid) => pid !== process.pid && belongs(pid));
}
async function killProcessesOf(dir, clock) {
  const started = clock.now().getTime();
  for (; ; ) {
    const left = processesOf(dir);
    if (left.length === 0 || clock.now().getTime() - started > GIVE_UP_SECONDS * 1e3) return left;
    for (const pid of left) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
      }
    }
    await clock.sleep(0.01);
  }
}
function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}

// src/platforms/local/box-environment.ts
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { delimiter, dirname } from "node:path";
function boxEnvironment(dir, name) {
  const { PATH = "/usr/local/bin:/usr/bin:/bin", LANG, LC_ALL, TZ, USER = "box" } = ownEnvironment();
  return {
    // Where our own node is, last: a job may need one and a machine may have none in its path.
    PATH: `${PATH}${delimiter}${dirname(process.execPath)}`,
    HOME: homeOf(dir),
    USER,
    LOGNAME: USER,
    SHELL: "/bin/sh",
    ...LANG ? { LANG } : {},
    ...LC_ALL ? { LC_ALL } : {},
    ...TZ ? { TZ } : {},
    [BOX_NAME_VARIABLE]: name,
    [BOX_DIR_VARIABLE]: dir
  };
}
var tmuxDirOf = (dir) => `/tmp/gpu-lease-${createHash("sha256").update(dir).digest("hex").slice(0, 12)}`;
function makeTmuxDir(dir) {
  const path = tmuxDirOf(dir);
  mkdirSync(path, { recursive: true, mode: 448 });
  const found = lstatSync(path);
  if (!found.isDirectory() || found.uid !== process.getuid?.())
    throw new Error(`${path} belongs to somebody else`);
  return path;
}

// src/platforms/local/end-box.ts
import { realpath as realpath2, rm as rm2 } from "node:fs/promises";
import { basename, join as join2 } from "node:path";
async function endBox(dir, how, by, clock) {
  const record = await readRecord(dir);
  if (!record || record.state === "destroyed" || record.state === "stopped" && how === "stop") return;
  await writeRecord(dir, { ...record, state: "closing", endedBy: by });
  const left = await killProcessesOf(dir, clock);
  if (left.length > 0) throw undying(record.name, left);
  if (how === "destroy") await rm2(homeOf(dir), { recursive: true, force: true });
  await rm2(tmuxDirOf(dir), { recursive: true, force: true });
  await stopMeters(dir, how === "stop" ? ["gpu"] : ["gpu", "disk"], clock.now());
  await writeRecord(dir, { ...record, state: how === "stop" ? "stopped" : "destroyed", endedBy: by });
}
async function destroyLocalBox(root, name, clock) {
  if (isBoxName(name)) await endBox(join2(await realpath2(root), name), "destroy", "preemption", clock);
}
function undying(name, pids) {
  return new Problem({
    code: "processes-left",
    kind: "billing",
    what: `${basename(name)}: processes ${pids.slice(0, 10).join(", ")} were killed and are still there.`,
    next: "Look what they wait for (a hung file system, as a rule), then run the same command again.",
    costing: [name]
  });
}

export {
  BOX_USER,
  isBoxName,
  homeOf,
  hostKeyOf,
  logOf,
  openRoot,
  readRecord,
  readMeters,
  createBoxDir,
  writeMark,
  readMarkOf,
  lastBoot,
  claimBoot,
  bootId,
  isAlive,
  boxEnvironment,
  makeTmuxDir,
  endBox,
  destroyLocalBox
};
