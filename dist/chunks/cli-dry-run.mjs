import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  runOfThisWorkflow
} from "./cli-own-run.shared.mjs";
import {
  planFacts,
  planText
} from "./cli-own-park.shared.mjs";
import "./course-sweep-open.shared.mjs";
import "./profile-platform-facts.shared.mjs";
import "./profile-runner-price.shared.mjs";
import "./cli-runner-rates.shared.mjs";
import "./tick-look-bill.shared.mjs";
import {
  runIdOf
} from "./course-open-run.shared.mjs";
import "./report-sweep-text.shared.mjs";
import "./cli-offers.shared.mjs";
import "./report-best-cell.shared.mjs";
import {
  bindJob,
  openingOf
} from "./cli-bind-job.shared.mjs";
import "./host-nearest-file.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import "./github-checkout.shared.mjs";
import "./course-large-checkpoint.shared.mjs";
import "./course-data.shared.mjs";
import "./launch-keeper-launcher.shared.mjs";
import "./collect-afar.shared.mjs";
import "./lease-clock-doubt.shared.mjs";
import "./collect-box-questions.shared.mjs";
import "./box-audit.shared.mjs";
import {
  noRun,
  onlyOpenRun
} from "./course-find-run.shared.mjs";
import "./ledger-append.shared.mjs";
import "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./collect-collect-problems.shared.mjs";
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
import "./cli-settings.shared.mjs";
import {
  plansOf
} from "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-event-lines.shared.mjs";
import "./ledger-no-refs.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./lease-summary.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import {
  next
} from "./lease-next.shared.mjs";
import "./lease-endings.shared.mjs";
import "./record-mark-text.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import {
  pageOn
} from "./report-page.shared.mjs";
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
import "./stores-compare.shared.mjs";
import "./data-fetch-plan.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-ink.shared.mjs";
import "./report-progress-bar.shared.mjs";
import "./report-text-table.shared.mjs";
import "./report-columns.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
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
import "./verify-contract-verdict.shared.mjs";
import "./secret-keys.shared.mjs";
import "./job-cadence.shared.mjs";
import "./profile-overrides.shared.mjs";
import "./profile-stale-verbs.shared.mjs";
import "./profile-first-contact.shared.mjs";
import "./job-cuda.shared.mjs";
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
import "./sweep-record.shared.mjs";
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
import {
  costing,
  runState
} from "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/dry-run.ts
async function dryRun(order) {
  const { settings, world } = order;
  const named = settings.value("run") ?? await runOfThisWorkflow(settings, world.ledger);
  const known = named === void 0 ? void 0 : await runIn(world, named);
  if (known) return show(order, known);
  if (order.opens) return showUnopened(order);
  if (named !== void 0) throw await noRun(world.ledger, named);
  const open = await runIn(world, await onlyOpenRun(world.ledger));
  return open ? show(order, open) : 0;
}
async function runIn(world, id) {
  const { events } = await world.ledger.read(id);
  return events.length > 0 ? fold(id, events) : void 0;
}
async function show({ stage, settings, world, may }, run) {
  const steps = next(run, await plansOf(world, run), world.clock.now()).map((step) => ({
    ...step,
    byThisStage: may(step)
  }));
  const facts = {
    dryRun: true,
    stage,
    run: run.id,
    state: runState(run),
    next: steps,
    costing: costing(run)
  };
  if (settings.json) process.stdout.write(jsonLine({ ...facts, plan: null }));
  world.face.line(`dry run: ${stage} of run ${run.id}, which is ${facts.state}; nothing is changed`);
  for (const step of steps) world.face.line(`next: ${stepWords(step)}`);
  for (const line of facts.costing) world.face.line(`costing now: ${line}`);
  return 0;
}
async function showUnopened(order) {
  const { stage, settings, world } = order;
  const bound = await bindJob(settings, world.face);
  const id = await runIdOf(openingOf(settings), world.ledger, bound);
  const known = await runIn(world, id);
  if (known) return show(order, known);
  const plan = await planFacts(world, bound);
  if (settings.json) {
    const facts = { dryRun: true, stage, run: id, state: "empty", next: [], costing: [], plan };
    process.stdout.write(jsonLine(facts));
    return 0;
  }
  world.face.line(`dry run: ${stage} would open run ${id}; nothing is changed`);
  const page = pageOn(process.stdout, settings.env);
  page.print(`
${planText(plan, page.columns).trimEnd()}`);
  return 0;
}
function stepWords({ byThisStage, ...step }) {
  const lease = "lease" in step ? ` ${step.lease}` : "";
  const detail = step.do === "release" ? ` (${step.verb})` : step.do === "ask" ? ` a person to approve ${step.verbs.join(", ")} for seal ${step.seal.slice(0, 8)}` : step.do === "halt" ? `: ${step.what}` : "";
  return `${step.do}${lease}${detail}${byThisStage ? "" : " (not by this stage)"}`;
}
export {
  dryRun
};
