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
  Keeping,
  LogKeeping,
  refuseStrangers,
  salvage
} from "./cli-refuse-strangers.shared.mjs";
import "./collect-kept-parcel.shared.mjs";
import "./box-run-logs.shared.mjs";
import "./collect-set-listing.shared.mjs";
import "./collect-known-files.shared.mjs";
import "./box-memory-series.shared.mjs";
import {
  launcherFor
} from "./launch-keeper-launcher.shared.mjs";
import "./collect-afar.shared.mjs";
import "./collect-box-questions.shared.mjs";
import "./box-audit.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import {
  appendDecided
} from "./ledger-append.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./attest-run-statement.shared.mjs";
import "./attest-beside.shared.mjs";
import "./report-metrics-charts.shared.mjs";
import "./collect-printed.shared.mjs";
import "./box-log-name.shared.mjs";
import "./lease-lookable.shared.mjs";
import "./report-kept-curves.shared.mjs";
import "./report-loss-chart.shared.mjs";
import "./metrics-series.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./collect-claims.shared.mjs";
import "./collect-collect-problems.shared.mjs";
import "./collect-load-verify.shared.mjs";
import "./collect-kept-copies.shared.mjs";
import "./verify-contract-key-book.shared.mjs";
import "./collect-places.shared.mjs";
import "./cli-bringing.shared.mjs";
import "./collect-seal.shared.mjs";
import "./collect-disk-worker.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import "./job-watched.shared.mjs";
import "./job-requirements-file.shared.mjs";
import {
  probe
} from "./box-keeper-call.shared.mjs";
import "./box-keeper-text.shared.mjs";
import "./box-keeper-pattern.shared.mjs";
import "./verify-codec-tar-block.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./platforms-api.shared.mjs";
import "./host-hold-file.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import {
  isWorking
} from "./lease-endings.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./box-stranger-text.shared.mjs";
import {
  runJson
} from "./report-run-table.shared.mjs";
import "./report-debt-lines.shared.mjs";
import "./lease-balance.shared.mjs";
import "./lease-runner-minutes.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./report-page.shared.mjs";
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
import "./job-secret-names.shared.mjs";
import "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./stores-compare.shared.mjs";
import "./verify-apart-apart.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import "./verify-codec-checksum.shared.mjs";
import "./verify-read-file-source.shared.mjs";
import "./verify-contract-findings.shared.mjs";
import "./verify-contract-budgets.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./box-channel.shared.mjs";
import "./stores-box-store.shared.mjs";
import "./verify-read-http-source.shared.mjs";
import "./stores-store.shared.mjs";
import "./stores-lent.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./verify-apart-limits.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./secret-keys.shared.mjs";
import "./profile-overrides.shared.mjs";
import "./profile-stale-verbs.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./lease-meter-price.shared.mjs";
import "./lease-forecast.shared.mjs";
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
import {
  usdSoFar
} from "./lease-cost.shared.mjs";
import "./lease-bound-anew.shared.mjs";
import "./lease-task-ranges.shared.mjs";
import "./lease-comes-back.shared.mjs";
import "./lease-opaque-words.shared.mjs";
import {
  costing,
  jobOf,
  leaseOf,
  openMeters,
  runState
} from "./lease-run.shared.mjs";
import {
  isQueued
} from "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
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

// src/course/stop-work.ts
var GRACE_SECONDS = 30;
var STOPPED = "stopped";
async function stopWork(world, id) {
  const run = await readRun(world.ledger, id);
  const { lease } = await heldBox(world, run);
  refuseToStop(run, lease);
  const { launcher, dir } = lease.started ?? {};
  if (launcher === void 0 || !dir) throw nothingToStop(run);
  const channel = await world.channel(lease);
  if ((await probe(channel, dir)).queue !== "running" && !isStopped(run)) throw hasEnded(run);
  await appendDecided(world, id, (now) => isStopped(now) ? [] : [halted(now, lease)]);
  world.face.line(`${lease.name}: asked to save and to end, within ${GRACE_SECONDS} s`);
  await launcherFor(launcher).signal(channel, dir, GRACE_SECONDS);
  const { queue } = await probe(channel, dir);
  if (queue === "running") throw stillWorks(run, lease);
  const kept = await salvage(
    { keeping: new Keeping(), logs: new LogKeeping() },
    { world, run: await readRun(world.ledger, id), lease, job: jobOf(run) }
  );
  await appendDecided(world, id, (now) => [
    ...kept,
    ...isWorking(now, leaseOf(now, lease.name)) ? [endedByHand(lease)] : []
  ]);
  return readRun(world.ledger, id);
}
var isStopped = ({ halted: first, haltedToo }) => [first, ...haltedToo].some((halt) => halt?.code === STOPPED);
var halted = ({ id }, { name }) => ({
  type: "halted",
  code: STOPPED,
  what: `The work on ${name} was stopped by a person ("gpu-lease stop"). The box is held, with all that is on it.`,
  next: `"gpu-lease resume ${id}" goes on from the last checkpoint; "gpu-lease abandon ${id}" saves what can be saved, lists what is lost and gives the box back.`
});
var endedByHand = ({ name }) => ({
  type: "preempted",
  lease: name,
  what: "process",
  why: "stopped by a person (gpu-lease stop)"
});
function refuseToStop(run, lease) {
  if (isQueued(lease))
    throw new Problem({
      code: "stop-ends-lease",
      kind: "refused",
      what: `${lease.name} is a submission to ${lease.platform}: it ends with its work, and nothing would be held.`,
      next: `"gpu-lease abandon ${run.id}" ends it, and lists what is lost; what it saved lies where it was handed over.`,
      costing: costing(run)
    });
  if (!isWorking(run, lease)) throw nothingToStop(run);
}
var nothingToStop = (run) => new Problem({
  code: "nothing-to-stop",
  kind: "usage",
  what: `Run ${run.id} is ${runState(run)}: nothing of it works now.`,
  next: `"gpu-lease status ${run.id}" shows what it waits for. To give its box back: "gpu-lease release ${run.id}" of what is sealed, "gpu-lease abandon ${run.id}" of what is not.`,
  costing: costing(run)
});
var hasEnded = (run) => new Problem({
  code: "nothing-to-stop",
  kind: "usage",
  what: `The work of ${run.id} has ended by itself; the record does not say yet how.`,
  next: `"gpu-lease watch ${run.id}" looks at it and says so.`,
  costing: costing(run)
});
var stillWorks = (run, lease) => new Problem({
  code: "still-works",
  kind: "failed",
  what: `Something of ${run.id} still works on ${lease.name}, after it was asked to end and then killed. The run stands halted, and nobody watches it.`,
  next: `Run the same command again; "gpu-lease exec ${run.id} -- ps -ef" shows what it is.`,
  costing: costing(run)
});

// src/cli/stop.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  await refuseStrangers(request.command, settings.env);
  const face = await faceOf(settings);
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    const run = await stopWork(world, await meantRun(settings, ledger));
    const now = world.clock.now();
    for (const { name, verifiedStep, ended } of run.cells.values())
      face.line(
        `${name}: ${ended ? `had ${ended.verdict}` : verifiedStep === void 0 ? "nothing of it is verified here: what it saved lies on the box alone" : `verified up to step ${verifiedStep}`}`
      );
    face.line(`${run.id} works no more, and has cost ${formatUsd(usdSoFar(run, now))}; its box is held`);
    for (const line of costing(run)) face.line(`still costing: ${line}`);
    if (run.leases.flatMap(openMeters).length === 0) face.line("it costs nothing");
    if (run.halted) face.line(`next: ${run.halted.next}`);
    if (settings.json) process.stdout.write(jsonLine(runJson(run, now)));
    return 0;
  } finally {
    await world.close();
  }
}
export {
  command
};
