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
  readRun
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./lease-lookable.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./cli-bringing.shared.mjs";
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
import "./host-own-environment.shared.mjs";
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
import {
  hiddenSecretsOf
} from "./job-secret-names.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
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
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/exec.ts
import { StringDecoder } from "node:string_decoder";
var SILENCE_SECONDS = 86400;
var SHOWN_AFTER_MS = 200;
var CUT_BYTES = 4096;
var IN_CODE = 'cd -- "$1" && shift && exec "$@" 2>&1';
async function command(request, signal) {
  const settings = settingsOf(request);
  const words = request.words;
  if (words.length === 0) throw noCommand();
  const ledger = await ledgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  for (const name of run.opened ? hiddenSecretsOf(run.opened.document) : [])
    settings.redactor.learn(settings.env[name] ?? "");
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  let silence;
  try {
    const box = await heldBox(world, run);
    if (box.isPlace) process.stderr.write(onThePlace(box));
    const decoder = new StringDecoder("utf8");
    let pending = "";
    const showPending = () => {
      if (pending !== "") process.stdout.write(settings.redactor.text(pending));
      pending = "";
    };
    const show = (chunk) => {
      clearTimeout(silence);
      const text = pending + decoder.write(Buffer.from(chunk));
      const end = text.lastIndexOf("\n") + 1;
      pending = text.slice(end);
      if (end > 0) process.stdout.write(settings.redactor.text(text.slice(0, end)));
      if (chunk.length < CUT_BYTES) silence = setTimeout(showPending, SHOWN_AFTER_MS);
    };
    const asked = words.length === 1 ? ["sh", "-c", words[0] ?? ""] : words;
    const { exitCode, stderr } = await box.channel.stream(
      ["sh", "-c", IN_CODE, "sh", box.code, ...asked],
      show,
      { timeoutSeconds: SILENCE_SECONDS, signal }
    );
    showPending();
    if (stderr !== "") process.stderr.write(settings.redactor.text(stderr));
    return exitCode;
  } finally {
    clearTimeout(silence);
    await world.close();
  }
}
var noCommand = () => new Problem({
  code: "no-command",
  kind: "usage",
  what: "There is no command to run.",
  next: "Write it behind the name of the run: gpu-lease exec RUN -- nvidia-smi"
});
var onThePlace = ({ lease }) => `This runs where ${lease.platform} takes submissions, and not on what ${lease.name} computes on: train nothing here.
`;
export {
  command
};
