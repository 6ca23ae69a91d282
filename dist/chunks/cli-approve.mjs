import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  givenOf
} from "./cli-given-approval.shared.mjs";
import {
  onlyOpenRun,
  readRun
} from "./course-find-run.shared.mjs";
import {
  appendDecision
} from "./ledger-append.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./cli-bringing.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  approveInAdvance
} from "./approval-approve-in-advance.shared.mjs";
import {
  standingTerms
} from "./approval-standing-terms.shared.mjs";
import "./approval-approve-release.shared.mjs";
import "./approval-lines-for-approver.shared.mjs";
import "./github-in-workflow.shared.mjs";
import "./approval-meaning.shared.mjs";
import "./lease-warrant.shared.mjs";
import "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./platforms-api.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./lease-next.shared.mjs";
import "./lease-endings.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./host-own-environment.shared.mjs";
import "./job-kube-target.shared.mjs";
import "./job-glob.shared.mjs";
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
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-keys.shared.mjs";
import "./profile-stale-verbs.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./lease-meter-price.shared.mjs";
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
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/approve.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  const about = givenOf(settings);
  if (about.inAdvance === void 0) {
    throw new Problem({
      code: "approve-what",
      kind: "usage",
      what: "Nothing says what is approved.",
      next: 'In advance: "gpu-lease approve RUN --standing L2". A sealed run: "gpu-lease release RUN", which shows its phrase.'
    });
  }
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face: await faceOf(settings), signal }, ledger);
  try {
    const id = settings.value("run") ?? await onlyOpenRun(ledger);
    const run = await readRun(ledger, id);
    const given = await approveInAdvance(world, about, run);
    if (given) await appendDecision(world, id, [given]);
    const terms = standingTerms(run, about.inAdvance, world.clock.now());
    const counts = given !== void 0 || run.standing.some(({ configHash }) => configHash === terms.configHash);
    if (settings.json) process.stdout.write(jsonLine({ run: id, approved: given ?? null }));
    if (!counts) world.face.line("nothing was approved; the release will ask");
    return counts ? EXIT.ok : EXIT.refused;
  } finally {
    await world.close();
  }
}
export {
  command
};
