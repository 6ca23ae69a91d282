import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  layFiles,
  wayIn
} from "./cli-openssh-files.shared.mjs";
import "./course-beside-ssh.shared.mjs";
import {
  heldBox
} from "./course-held-box.shared.mjs";
import {
  meantRun
} from "./cli-own-run.shared.mjs";
import {
  clientArguments
} from "./box-openssh-client.shared.mjs";
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
import "./box-known-hosts.shared.mjs";
import "./box-ssh-target.shared.mjs";
import {
  quoteArgv
} from "./box-shell-quote.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./box-ssh-login.shared.mjs";
import "./box-ssh-config-hosts.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./npm-asn1-lib-ber-errors.shared.mjs";
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
import {
  forPrograms
} from "./job-keys-of-others.shared.mjs";
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
import {
  costing
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
import {
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/ssh.ts
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
var IN_CODE = 'cd -- "$1" || exit; shift; [ "$#" -gt 0 ] || set -- "$SHELL" -l; [ "$1" != "" ] || set -- sh -l; exec "$@"';
async function command(request, signal) {
  const settings = settingsOf(request);
  const ledger = await ledgerOf(settings);
  const run = await readRun(ledger, await meantRun(settings, ledger));
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  const dir = folderOfOurs(settings.stateDir);
  try {
    const box = await heldBox(world, run);
    const target = await layFiles(dir, await wayIn(world, run, box), settings, world);
    await world.close();
    const costs = costing(run);
    const meanwhile = costs.length > 0 ? `, which goes on costing: ${costs.join("; ")}` : "";
    process.stderr.write(`On ${box.lease.name}${meanwhile}
`);
    const { words } = request;
    const asked = words.length === 1 ? ["sh", "-c", words[0] ?? ""] : words;
    const line = quoteArgv(["sh", "-c", IN_CODE, "sh", box.code, ...asked]);
    const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
    return await openSsh(clientArguments(target, { terminal, command: line }), settings.env, signal);
  } finally {
    rmSync(dir, { recursive: true, force: true });
    await world.close();
  }
}
function folderOfOurs(stateDir) {
  mkdirSync(stateDir, { recursive: true, mode: 448 });
  const dir = mkdtempSync(join(stateDir, "ssh-"));
  process.once("exit", () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
function openSsh(args, env, signal) {
  return new Promise((resolve, reject) => {
    const child = spawn("ssh", args, { stdio: "inherit", env: forPrograms(env) });
    signal.addEventListener("abort", () => child.kill("SIGTERM"), { once: true });
    child.once(
      "error",
      (cause) => reject("code" in cause && cause.code === "ENOENT" ? noClient(cause) : cause)
    );
    child.once("close", (code) => resolve(code ?? 1));
  });
}
var noClient = (cause) => new Problem(
  {
    code: "openssh-missing",
    kind: "usage",
    what: 'There is no OpenSSH client here ("ssh").',
    next: 'Install openssh-client; or use "gpu-lease exec RUN -- COMMAND" and "gpu-lease cp", which need none.'
  },
  { cause }
);
export {
  command
};
