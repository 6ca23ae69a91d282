import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  collectBrought,
  newestKept,
  outOfFolder
} from "./cli-collect-brought.shared.mjs";
import {
  driveState,
  filesOf,
  namesIn
} from "./colab-record.shared.mjs";
import {
  jobAtCommit
} from "./cli-job-at-commit.shared.mjs";
import "./colab-notebook-job.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import "./collect-claims.shared.mjs";
import {
  listOf
} from "./collect-collect-problems.shared.mjs";
import "./collect-load-verify.shared.mjs";
import "./collect-kept-copies.shared.mjs";
import "./verify-contract-key-book.shared.mjs";
import "./collect-places.shared.mjs";
import "./cli-bringing.shared.mjs";
import "./collect-seal.shared.mjs";
import "./collect-disk-worker.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import "./launch-install-command.shared.mjs";
import "./job-watched.shared.mjs";
import "./launch-conda-by-pip.shared.mjs";
import "./job-requirements-file.shared.mjs";
import "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import "./box-keeper-pattern.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import {
  faceOf
} from "./cli-settings.shared.mjs";
import "./job-roster.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./github-runner.shared.mjs";
import "./job-approval-rules.shared.mjs";
import "./job-kubernetes-schema.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-glob.shared.mjs";
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
import "./verify-apart-apart.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import "./verify-codec-checksum.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./verify-apart-limits.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
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
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import "./lease-run.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-backoff.shared.mjs";
import "./clock.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/colab-collect.ts
import { lstatSync } from "node:fs";
import { join as join2, resolve } from "node:path";

// src/cli/colab-problems.ts
import { join } from "node:path";
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
  next: `Name the folder of one, such as ${join(folder, runs[0] ?? "")}; its job file by --job where that is another one.`
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
function notWhole({ run, cells }, obstacles) {
  const failed = cells.filter(({ exitCode }) => exitCode !== 0);
  const ended = failed.map(
    ({ name, exitCode }) => `${name} ${exitCode === null ? "did not run" : `ended with ${exitCode}`}`
  );
  return new Problem({
    code: "not-sealable",
    kind: "failed",
    what: `${run} cannot be sealed${ended.length > 0 ? ` (${ended.join(", ")})` : ""}:
${listOf(obstacles)}`,
    next: ended.length > 0 ? "Run all cells of the notebook again: it goes on from what is whole on Drive." : "Look at the files. Correct the job, commit, and make the notebook anew."
  });
}

// src/cli/colab-collect.ts
var NOTHING = { run: null, seal: null, verified: null, roster: null, level: null, place: null };
var UNTOLD = { ...NOTHING, attempts: null, cells: [], kept: [], lacking: [] };
async function collectFolder(settings, folder, signal) {
  const root = runFolder(resolve(settings.cwd, folder));
  const of = { settings, face: await faceOf(settings), signal, root };
  const state = driveState(root);
  if (state.is === "done") return collectRecord(of, state.record);
  if (state.is === "begun") return goesOn(of, state);
  const what = state.is === "unread" ? "cannot be read" : "is not there";
  print(of, { state: "not-synced", lacking: [{ cell: null, path: "run.json", what }] });
  throw state.is === "unread" ? recordUnread(root) : nothingThere(root);
}
function runFolder(folder) {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw folderMissing(folder);
  if (driveState(folder).is !== "nothing") return folder;
  const runs = namesIn(folder).filter((name) => driveState(join2(folder, name)).is !== "nothing");
  const [run, other] = runs;
  if (run === void 0) return folder;
  if (other !== void 0) throw whichRun(folder, runs);
  return join2(folder, run);
}
async function collectRecord(of, record) {
  const { run, attempt } = record;
  const job = await jobAtCommit(of.settings, record);
  const cells = record.cells.map(({ name, exitCode }) => ({ cell: name, exitCode }));
  const shared = { run, place: join2(of.settings.storeDir, run), attempts: attempt, cells };
  const brought = await collectBrought({
    ...of,
    ...{ run, job, files: filesOf(record, job), sessions: attempt },
    copyOf: (cell, to) => outOfFolder(join2(of.root, "cells", cell, "files"), to, of.signal)
  });
  if (brought.is === "lacking") {
    const state = brought.lacks.every(({ mayCome }) => mayCome) ? "not-synced" : "differs";
    print(of, { ...shared, state, lacking: brought.rows });
    throw lacking(of.root, brought.lacks);
  }
  if (brought.is === "not-sealable") {
    print(of, { ...shared, state: "failed", lacking: brought.rows });
    throw notWhole(record, brought.obstacles);
  }
  print(of, { ...shared, state: "sealed", ...brought.sealed });
  return EXIT.ok;
}
async function goesOn(of, { attempt, run, commit }) {
  const { face, root, settings, signal } = of;
  face.line(
    `session ${attempt} of ${run} began, and its end is not here: it works, was taken away, or Drive has not brought it yet`
  );
  const job = await jobAtCommit(settings, { commit, run });
  const kept = [];
  for (const { name } of job.cells) kept.push(await newestKept(root, job, name, signal));
  for (const { cell, id, step, passed } of kept) {
    for (const each of passed) face.warn(`${cell}: ${each}`);
    const from = id === null ? "no checkpoint is whole here" : `a next session goes on from ${id}`;
    face.line(`${cell}: ${from}${step === null ? "" : `, step ${step}`}`);
  }
  face.line("next: run all cells of the notebook again; collect once its last one says that Drive has all");
  print(of, { run, state: "going-on", attempts: attempt, kept });
  return EXIT.inconclusive;
}
function print({ settings }, told) {
  if (settings.json) process.stdout.write(jsonLine({ ...UNTOLD, ...told }));
}
export {
  collectFolder
};
