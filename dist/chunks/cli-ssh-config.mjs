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
  addInclude,
  hostDir,
  includeLine,
  removeHost,
  removeInclude,
  removeReleased,
  writeHost,
  writtenHosts
} from "./cli-ssh-hosts.shared.mjs";
import "./box-openssh-client.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import {
  lookable
} from "./lease-lookable.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./cli-bringing.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  ownSshWorld,
  resolveSshTarget
} from "./box-known-hosts.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
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
import "./job-kube-target.shared.mjs";
import "./job-console-line.shared.mjs";
import "./wildcard.shared.mjs";
import "./job-keys-of-others.shared.mjs";
import "./job-secret-names.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
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
import "./strict-yaml-explain.shared.mjs";
import "./secret-shape.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./sweep-division.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import {
  fold
} from "./lease-capacity.shared.mjs";
import "./lease-asking.shared.mjs";
import "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import "./lease-run.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";
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

// src/cli/ssh-config.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  const named = settings.value("run");
  const face = await faceOf(settings);
  if (settings.flag("remove")) {
    const runs = named === void 0 ? writtenHosts(settings) : [named];
    for (const run of runs) await removeHost(settings, run);
    const was = named === void 0 && await removeInclude(settings);
    face.line(`taken out: ${runs.join(", ") || "no run"}${was ? ", and the line in ~/.ssh/config" : ""}`);
    return 0;
  }
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    for (const run of await removeReleased(settings, ledger))
      face.line(`${run} holds that box no more: taken out`);
    const runs = named === void 0 ? await heldRuns(world, ledger) : [await readRun(ledger, named)];
    for (const run of runs) await writeOne(world, settings, run);
    if (runs.length === 0) face.line("no run holds a box that SSH gets into");
    await sayHowFound(world, settings);
    return 0;
  } finally {
    await world.close();
  }
}
async function heldRuns({ face }, ledger) {
  return [...await ledger.readOpen()].flatMap(([id, record]) => {
    if (record instanceof Problem) {
      face.warn(record.message);
      return [];
    }
    const run = fold(id, record.events);
    const held = lookable(run);
    return held && !isQueued(held.lease) ? [run] : [];
  });
}
async function writeOne(world, settings, run) {
  const box = await heldBox(world, run);
  const way = await wayIn(world, run, box);
  const own = way.isOwn ? await ownWay(settings, box, way) : void 0;
  const laid = await layFiles(hostDir(settings, run.id), way, settings, world);
  const target = own === void 0 ? laid : { ...laid, ...own, keys: [...laid.keys, ...own.keys] };
  await writeHost(settings, run.id, target);
  world.face.line(`${run.id}: ssh ${run.id}; code --remote ssh-remote+${run.id} ${box.code}`);
}
async function ownWay({ env }, { lease }, { user }) {
  const attach = lease.intent.attach ?? "";
  const own = await resolveSshTarget(attach, ownSshWorld(env));
  const { host, port, login, jump } = own;
  const keys = (login.keys ?? []).map(({ label }) => label).filter((label) => label.startsWith("/"));
  return { host, port, user: user ?? own.user, keys, ...jump && { jump: jump.named } };
}
async function sayHowFound({ face }, settings) {
  if (writtenHosts(settings).length === 0 && !settings.flag("include")) return;
  if (!settings.flag("include")) {
    face.line(
      `programs find it once ~/.ssh/config begins with this line, which --include writes: ${includeLine(settings)}`
    );
    return;
  }
  const isNew = await addInclude(settings);
  face.line(isNew ? "~/.ssh/config includes it now" : "~/.ssh/config includes it already");
}
export {
  command
};
