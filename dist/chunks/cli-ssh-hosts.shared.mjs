import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  hostBlock,
  leaseOfBlock
} from "./box-openssh-client.shared.mjs";
import {
  lookable
} from "./lease-lookable.shared.mjs";
import {
  ledgerOf
} from "./cli-settings.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";

// src/cli/ssh-hosts.ts
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
var hostsDir = ({ stateDir }) => join(stateDir, "ssh");
var hostDir = (here, run) => join(hostsDir(here), run);
var HEAD = '# Boxes of gpu-lease runs; "gpu-lease ssh-config --remove" takes this out again.';
var includeLine = (here) => `Include "${join(hostsDir(here), "*", "config")}"`;
async function writeHost(here, run, target) {
  const text = `# Taken away when the run is released, or by "gpu-lease ssh-config ${run} --remove".
${hostBlock(run, target)}`;
  await replace(join(hostDir(here, run), "config"), text, 384);
}
var writtenHosts = (here) => existsSync(hostsDir(here)) ? readdirSync(hostsDir(here)).filter((name) => /^[A-Za-z0-9][\w.-]*$/.test(name)) : [];
var removeHost = (here, run) => rm(hostDir(here, run), { recursive: true, force: true });
async function removeReleased(here, ledger) {
  const removed = [];
  for (const run of writtenHosts(here)) {
    const { events } = await ledger.read(run);
    if (events.length === 0) continue;
    const held = lookable(fold(run, events));
    if (held && await leaseWritten(here, run) === held.lease.name) continue;
    await removeHost(here, run);
    removed.push(run);
  }
  return removed;
}
async function leaseWritten(here, run) {
  const text = await readFile(join(hostDir(here, run), "config"), "utf8").catch(() => "");
  return leaseOfBlock(text);
}
async function forgetReleased(settings) {
  if (writtenHosts(settings).length === 0) return;
  await ledgerOf(settings).then((ledger) => removeReleased(settings, ledger)).catch(() => []);
}
function whereNone(error) {
  if (error.code === "ENOENT") return "";
  throw new Problem(
    {
      code: "ssh-config-unread",
      kind: "usage",
      what: `${ownConfig()} cannot be read (${error.code ?? error.message}); nothing was changed.`,
      next: "Make it a file that this user may read, then the same command again."
    },
    { cause: error }
  );
}
var ownConfig = () => join(homedir(), ".ssh", "config");
async function addInclude(here) {
  const path = ownConfig();
  const text = await readFile(path, "utf8").catch(whereNone);
  if (text.split("\n").includes(includeLine(here))) return false;
  await mkdir(dirname(path), { recursive: true, mode: 448 });
  await replace(path, `${HEAD}
${includeLine(here)}

${text}`, 384);
  return true;
}
async function removeInclude(here) {
  const text = await readFile(ownConfig(), "utf8").catch(whereNone);
  const lines = text.split("\n");
  const at = lines.indexOf(includeLine(here));
  if (at === -1) return false;
  const from = lines[at - 1] === HEAD ? at - 1 : at;
  const to = lines[at + 1] === "" ? at + 2 : at + 1;
  await replace(ownConfig(), [...lines.slice(0, from), ...lines.slice(to)].join("\n"), 384);
  return true;
}
async function replace(path, text, mode) {
  const target = existsSync(path) ? realpathSync(path) : path;
  const had = await stat(target).catch(() => void 0);
  const draft = `${target}.gpu-lease-${process.pid}`;
  await rm(draft, { force: true });
  await writeFile(draft, text, { mode: had ? had.mode & 511 : mode, flag: "wx" });
  await rename(draft, target);
}

export {
  hostDir,
  includeLine,
  writeHost,
  writtenHosts,
  removeHost,
  removeReleased,
  forgetReleased,
  addInclude,
  removeInclude
};
