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
  meantRun
} from "./cli-own-run.shared.mjs";
import {
  listSeen
} from "./collect-set-listing.shared.mjs";
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
  RunStore,
  sealedFiles
} from "./collect-seal.shared.mjs";
import "./collect-disk-worker.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import "./box-keeper-pattern.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./job-roster.shared.mjs";
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
import {
  pageOn
} from "./report-page.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-kube-target.shared.mjs";
import {
  compileGlob
} from "./job-glob.shared.mjs";
import "./job-slurm-schema.shared.mjs";
import "./job-quantity.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-ink.shared.mjs";
import {
  formatBytes
} from "./report-progress-bar.shared.mjs";
import {
  table
} from "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import {
  jsonLine,
  visibleLine
} from "./report-visible-text.shared.mjs";
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
import "./job-short-forms.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import {
  digestOf
} from "./canonical.shared.mjs";
import "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import {
  heldOf
} from "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import {
  costing,
  jobOf
} from "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/collect/box-use.ts
function cellUse(cell, copies, seen, artifacts) {
  const kept = new Set(copies.map(({ path, bytes }) => `${bytes} ${path}`));
  const isKept = ({ path, bytes }) => kept.has(`${bytes} ${path}`);
  const promised = artifacts.map(({ path }) => compileGlob(path));
  const folders = /* @__PURE__ */ new Map();
  for (const file of seen) {
    const slash = file.path.indexOf("/");
    const folder = slash === -1 ? "." : file.path.slice(0, slash);
    const use = folders.get(folder) ?? { folder, files: 0, bytes: 0, keptBytes: 0 };
    use.files += 1;
    use.bytes += file.bytes;
    use.keptBytes += isKept(file) ? file.bytes : 0;
    folders.set(folder, use);
  }
  return {
    cell,
    folders: [...folders.values()].sort((a, b) => b.bytes - a.bytes || (a.folder < b.folder ? -1 : 1)),
    onlyThere: seen.filter((file) => !isKept(file)).map(({ path, bytes }) => ({ path, bytes, isPromised: promised.some((matches) => matches(path)) })).sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1))
  };
}
var SECONDS = 60;
var USE = `
cd -- "$1" 2>/dev/null || exit 0
bound=
! command -v timeout >/dev/null 2>&1 || bound='timeout ${SECONDS}'
for folder in */; do
  [ "$folder" != '*/' ] && [ "$folder" != cells/ ] && [ ! -L "\${folder%/}" ] || continue
  $bound du -xsk -- "./$folder" 2>/dev/null || echo PARTIAL
done
df -kP . 2>/dev/null | awk 'NR == 2 { print "DISK", $2, $4 }'
exit 0
`;
async function boxUse(channel, base) {
  const { stdout } = await channel.exec(["sh", "-c", USE, "sh", base], { timeoutSeconds: 10 * SECONDS });
  return readUse(stdout);
}
function readUse(text) {
  const use = { others: [], disk: void 0, isPartial: false };
  for (const line of text.split("\n")) {
    if (line === "PARTIAL") use.isPartial = true;
    const [, kib, folder] = /^(\d{1,13})\t\.\/(.{1,200})\/$/.exec(line) ?? [];
    if (folder !== void 0) use.others.push({ folder: oneLine(folder, 100), bytes: Number(kib) * 1024 });
    const [, all, free] = /^DISK (\d{1,13}) (\d{1,13})$/.exec(line) ?? [];
    if (free !== void 0) use.disk = { bytes: Number(all) * 1024, freeBytes: Number(free) * 1024 };
  }
  use.others.sort((a, b) => b.bytes - a.bytes);
  return use;
}

// src/cli/du.ts
var MOST_NAMED = 10;
async function command(request, signal) {
  const settings = settingsOf(request);
  const ledger = await ledgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const box = await heldBox(world, run);
    const sealed = sealedHere(settings, run);
    const cells = [];
    for (const cell of run.cells.values()) {
      const seen = await listSeen(box.channel, cellOutDir(box.base, cell.name), ["**"]);
      const copies = [...heldOf(cell), ...sealed.filter((file) => file.cell === cell.name)];
      cells.push(cellUse(cell.name, copies, seen, jobOf(run).artifacts));
    }
    show(settings, run, box, { cells, use: await boxUse(box.channel, box.base) });
    return 0;
  } finally {
    await world.close();
  }
}
function sealedHere({ storeDir }, run) {
  if (!run.seal) return [];
  const { seal, document } = new RunStore(storeDir, run.id).readSeal() ?? {};
  const isIt = seal === run.seal.seal && digestOf(document ?? null) === seal;
  return isIt ? sealedFiles(document) ?? [] : [];
}
function show({ json, env }, run, { lease, base }, { cells, use }) {
  if (json) {
    process.stdout.write(
      jsonLine({ run: run.id, lease: lease.name, base, cells, ...use, disk: use.disk ?? null })
    );
    return;
  }
  const rows = [
    ...cells.flatMap(
      ({ cell, folders }) => folders.map(({ folder, files, bytes, keptBytes }) => [
        `${cell}/${folder === "." ? "" : `${folder}/`}`,
        formatBytes(bytes),
        String(files),
        formatBytes(keptBytes),
        bytes > keptBytes ? formatBytes(bytes - keptBytes) : ""
      ])
    ),
    ...use.others.map(({ folder, bytes }) => [
      `${folder}/ (of the run, not its output)`,
      formatBytes(bytes),
      "",
      "",
      ""
    ])
  ];
  const page = pageOn(process.stdout, env);
  const { disk, isPartial } = use;
  const lines = [
    `${lease.name}:${base}`,
    table(["folder", "size", "files", "kept, verified", "only there"], rows, page.columns).trimEnd(),
    ...lossLines(cells),
    ...isPartial ? ["Not all of it was counted in time: there is more."] : [],
    ...disk ? [`${formatBytes(disk.freeBytes)} of ${formatBytes(disk.bytes)} are free on its disk`] : [],
    ...costing(run).map((line) => `still costing: ${line}`)
  ];
  page.print(lines.join("\n"));
}
function lossLines(cells) {
  const all = cells.flatMap(({ cell, onlyThere }) => onlyThere.map((file) => ({ cell, ...file })));
  if (all.length === 0) return ["Nothing of its output would be lost with the box."];
  const bytes = all.reduce((sum, file) => sum + file.bytes, 0);
  const named = all.toSorted((a, b) => Number(b.isPromised) - Number(a.isPromised)).slice(0, MOST_NAMED);
  const more = all.length - named.length;
  return [
    `Would be lost with the box: ${formatBytes(bytes)} in ${all.length} file${all.length === 1 ? "" : "s"} of which no verified copy is known:`,
    ...named.map(
      ({ cell, path, bytes: own, isPromised }) => `  ${cell}/${visibleLine(path)}  ${formatBytes(own)}${isPromised ? "  promised by the job" : ""}`
    ),
    ...more > 0 ? [`  and ${more} more`] : []
  ];
}
export {
  command
};
