import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  isRunning,
  processIdentity
} from "./host-process-identity.shared.mjs";

// src/host/hold-file.ts
import { randomBytes } from "node:crypto";
import {
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs";
import { hostname } from "node:os";
var BEAT_SECONDS = 10;
function holdFile(file, deadAfterSeconds) {
  const mine = `${processIdentity(process.pid)} ${hostname()} ${randomBytes(4).toString("hex")} ${processesSeen()}`;
  let left;
  for (; ; ) {
    const heldFor = publish(file, mine);
    if (heldFor === "mine") return holding(file, mine);
    const holder = read(file);
    if (holder === void 0) continue;
    const [identity = "", host = "", , where = ""] = holder.split(" ");
    const isVisible = where === "" ? host === hostname() : where === processesSeen();
    const isAlive = isVisible ? isRunning(identity) : heldFor < deadAfterSeconds;
    if (isAlive || holder === left)
      return { pid: Number.parseInt(identity, 10), ...isVisible ? {} : { host }, file };
    removeIf(file, holder);
    left = holder;
  }
}
function processesSeen() {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
    return `${boot}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}
function holding(file, mine) {
  const beat = setInterval(() => {
    try {
      if (read(file) === mine) utimesSync(file, /* @__PURE__ */ new Date(), /* @__PURE__ */ new Date());
    } catch {
    }
  }, BEAT_SECONDS * 1e3);
  beat.unref();
  return () => {
    clearInterval(beat);
    removeIf(file, mine);
  };
}
function publish(file, text) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  try {
    linkSync(draft, file);
    return "mine";
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    const held = statSync(file, { throwIfNoEntry: false });
    return held === void 0 ? 0 : (statSync(draft).mtimeMs - held.mtimeMs) / 1e3;
  } finally {
    rmSync(draft, { force: true });
  }
}
function removeIf(file, text) {
  const aside = `${file}.${process.pid}.gone`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, "utf8") !== text) linkSync(aside, file);
  } catch {
  } finally {
    rmSync(aside, { force: true });
  }
}
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
}

export {
  holdFile
};
