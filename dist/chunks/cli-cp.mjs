import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  heldBox
} from "./course-held-box.shared.mjs";
import {
  pull
} from "./collect-known-files.shared.mjs";
import {
  hashOnBox
} from "./collect-box-questions.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./lease-lookable.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import {
  cellOutDir
} from "./collect-places.shared.mjs";
import "./cli-bringing.shared.mjs";
import {
  DiskWorker
} from "./collect-disk-worker.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./platforms-driver.shared.mjs";
import {
  oneLine
} from "./box-stranger-text.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./host-installed.shared.mjs";
import {
  formatBytes
} from "./report-progress-bar.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./secret-keys.shared.mjs";
import "./profile-placement.shared.mjs";
import "./profile-survival.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-option-definition.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./duration.shared.mjs";
import {
  nearestOf
} from "./nearest.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/cp.ts
import { createReadStream, existsSync, statSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { basename, dirname, join, posix, resolve } from "node:path";
var UNKNOWN_BYTES = 5e9;
async function command(request, signal) {
  const settings = settingsOf(request);
  const [from, to] = sidesOf(request.words);
  const ledger = await ledgerOf(settings);
  const run = await readRun(ledger, from.run ?? to.run ?? "");
  const face = await faceOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    const box = await heldBox(world, run);
    const there = placeOn(box, run, settings, from.run === void 0 ? to.path : from.path);
    if (from.run === void 0) await send({ box, face }, resolve(settings.cwd, from.path), there);
    else await bring({ box, face, signal }, there, resolve(settings.cwd, to.path));
    return 0;
  } finally {
    await world.close();
  }
}
var sideOf = (word) => {
  const [, run, path = ""] = /^([A-Za-z0-9][\w.-]{0,199}):(.*)$/s.exec(word) ?? [];
  return run === void 0 ? { path: word } : { run, path };
};
function sidesOf(words) {
  const [from, to] = words.map(sideOf);
  const isOne = from?.run === void 0 !== (to?.run === void 0);
  if (words.length === 2 && from && to && isOne && (from.run === void 0 ? from : from).path !== "")
    return [from, to];
  throw new Problem({
    code: "copy-what",
    kind: "usage",
    what: `${words.length === 2 ? "One of the two has to lie on a box, and one here" : "A copy has two sides"}: ${words.join(" ") || "none was given"}.`,
    next: "Write RUN:PATH for the side on the box: gpu-lease cp tiny-1a2b3c4d:checkpoints/last.pt ."
  });
}
function placeOn({ base }, run, settings, path) {
  if (posix.isAbsolute(path)) return posix.normalize(path);
  const cells = [...run.cells.keys()];
  const cell = settings.value("cell") ?? (cells.length === 1 ? cells[0] : void 0);
  if (cell !== void 0 && run.cells.has(cell)) return posix.join(cellOutDir(base, cell), path);
  throw new Problem({
    code: "which-cell",
    kind: "usage",
    what: cell === void 0 ? `${run.id} has ${cells.length} cells.` : `${run.id} has no cell "${cell}".`,
    next: `Name the one whose output is meant with --cell: ${cells.slice(0, 20).join(", ")}; or give an absolute path.`
  });
}
async function bring({ box, face, signal }, there, here) {
  const name = posix.basename(there);
  const dir = posix.dirname(there);
  const found = await fileOn(box, dir, name);
  if (!found) throw await notThere(box, there);
  const target = existsSync(here) && statSync(here).isDirectory() ? join(here, name) : here;
  const draft = await mkdtemp(join(dirname(target), ".gpu-lease-cp-"));
  try {
    const { complete, files } = await pull(box.channel, {
      remoteDir: dir,
      entries: [{ path: name, ...found }],
      intoDir: draft,
      signal,
      onProgress: ({ bytesDone: done, bytesTotal: total }) => face.progress("cp", { label: name, done, total, unit: "bytes" })
    });
    face.settle("cp");
    if (!complete) throw changedMeanwhile(there, files[0]?.why);
    await rename(join(draft, name), target);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(`${draft}+partial`, { recursive: true, force: true });
  }
  face.line(`${target}: ${formatBytes(found.bytes)}, hash-equal`);
}
async function send({ box, face }, here, there) {
  const bytes = statSync(here).size;
  const target = there.endsWith("/") ? posix.join(there, basename(here)) : there;
  await box.channel.put(target, createReadStream(here));
  const found = await fileOn(box, posix.dirname(target), posix.basename(target), bytes);
  const disk = new DiskWorker();
  const sha256 = await disk.hash(here, bytes).finally(() => disk.close());
  if (found?.sha256 !== sha256) throw changedMeanwhile(target, void 0);
  face.line(`${box.lease.name}:${target}: ${formatBytes(bytes)}, hash-equal`);
}
var fileOn = async ({ channel }, dir, name, bytes = UNKNOWN_BYTES) => (await hashOnBox(channel, dir, [name], { bytes })).files.get(name);
async function notThere({ lease, channel }, path) {
  const dir = posix.dirname(path);
  const { stdout } = await channel.exec(["ls", "-1", "--", dir]);
  const near = nearestOf(posix.basename(path), stdout.split("\n").slice(0, MOST_NAMES));
  return new Problem({
    code: "not-on-box",
    kind: "usage",
    what: `There is no plain file ${path} on ${lease.name}.`,
    next: `${near ? `Did you mean "${oneLine(posix.join(dir, near), 300)}"? ` : ""}Look for it: gpu-lease exec ${lease.name.replace(/-\d+$/, "")} -- ls -la ${dir}`
  });
}
var MOST_NAMES = 1e4;
var changedMeanwhile = (path, why) => new Problem({
  code: "changed-meanwhile",
  kind: "failed",
  what: `${path} was written to while it was copied${why === void 0 ? "" : `: ${why}`}. Nothing half stands under its name here.`,
  next: 'Copy it again when it is still; a checkpoint that is being saved is pulled whole by "gpu-lease watch".'
});
export {
  command
};
