import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  recordOf
} from "./cli-status.shared.mjs";
import {
  billOfWorkflowRun
} from "./course-bill-runners.shared.mjs";
import {
  usdOfMinutes
} from "./profile-runner-price.shared.mjs";
import {
  runnerRates
} from "./cli-runner-rates.shared.mjs";
import "./course-find-run.shared.mjs";
import "./ledger-append.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./cli-bringing.shared.mjs";
import {
  faceOf,
  lookingLedgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-no-refs.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import {
  secretNeeded
} from "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./platforms-driver.shared.mjs";
import {
  printCost
} from "./lease-balance.shared.mjs";
import {
  billOfRun
} from "./lease-runner-minutes.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./report-page.shared.mjs";
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
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-keys.shared.mjs";
import "./lease-forecast.shared.mjs";
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

// src/cli/cost.ts
async function command2(request, signal) {
  if (request.given.billed !== true) return command(request);
  const settings = settingsOf(request);
  if (settings.value("by") !== void 0) throw billedOfOne();
  const { id, events, trust } = await recordOf(settings, settings.value("run"));
  if (trust === "not-verified") throw secretNeeded(id);
  const run = fold(id, events);
  const world = openWorld(
    { settings, face: await faceOf(settings), signal },
    await lookingLedgerOf(settings)
  );
  try {
    const billed = [];
    for (const lease of run.leases) if (lease.boxId !== void 0) billed.push(await billedFor(world, lease));
    for (const [id2, bill] of await billsOf(world, events)) run.runnerBills.set(id2, bill);
    const runnersUsd = usdOfMinutes(billOfRun(run), runnerRates());
    return printCost(run, settings.clock.now(), {
      json: settings.json,
      env: settings.env,
      billed,
      runnersUsd
    });
  } finally {
    await world.close();
  }
}
var billedOfOne = () => new Problem({
  code: "billed-of-one",
  kind: "usage",
  what: "--billed asks platforms for the boxes of one run, and --by is about all runs.",
  next: "Leave one of the two out."
});
var MOST_WORKFLOW_RUNS = 200;
async function billsOf(world, events) {
  const bills = /* @__PURE__ */ new Map();
  if (!world.github) return bills;
  const ids = new Set(events.flatMap(({ by }) => /^github:(\d+)\./.exec(by)?.[1] ?? []));
  try {
    for (const id of [...ids].slice(-MOST_WORKFLOW_RUNS)) {
      const bill = await billOfWorkflowRun(world, Number(id));
      if (bill.size > 0) bills.set(id, bill);
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    world.face.warn(`What GitHub bills for runners could not be asked: ${error.what}`);
  }
  return bills;
}
async function billedFor(world, lease) {
  const { name, platform, boxId = "", meters, intent } = lease;
  const nothing = (source) => ({ lease: name, platform, usd: null, source });
  try {
    const driver = await world.driver(intent);
    if (!driver.billed) return nothing("its API has no bill of a box");
    const told = await driver.billed({
      boxId,
      name,
      meters: meters.map(({ id, kind, usdPerHour, source }) => ({
        id,
        kind,
        usdPerHour,
        source
      })),
      ...lease.rentedAt === void 0 ? {} : { since: lease.rentedAt }
    });
    return told ? { lease: name, platform, ...told } : nothing("nothing yet: a bill may come hours or days after the box; run the same command again then");
  } catch (error) {
    if (error instanceof Problem) return nothing(`could not be asked: ${error.what}`);
    throw error;
  }
}
export {
  command2 as command
};
