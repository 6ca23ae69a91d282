import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  offerRecord
} from "./cli-record-offer.shared.mjs";
import {
  chainOfSweep
} from "./course-chain-of-sweep.shared.mjs";
import {
  noteBill
} from "./course-bill-runners.shared.mjs";
import {
  chainLinkOf
} from "./cli-chain-link.shared.mjs";
import {
  arrive,
  chainOfRun,
  goOn
} from "./course-chain.shared.mjs";
import {
  metHere,
  refuseTakenBack,
  settleSwitch,
  switchOn
} from "./course-taken-back.shared.mjs";
import {
  meantRun
} from "./cli-own-run.shared.mjs";
import "./tick-look-bill.shared.mjs";
import "./github-caller-workflow.shared.mjs";
import "./lease-change-news.shared.mjs";
import "./lease-clock-doubt.shared.mjs";
import {
  readRun
} from "./course-find-run.shared.mjs";
import "./ledger-append.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./collect-printed.shared.mjs";
import "./box-log-name.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./cli-bringing.shared.mjs";
import "./collect-seal.shared.mjs";
import "./collect-disk-worker.shared.mjs";
import "./collect-local-tree.shared.mjs";
import "./collect-manifest.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./github-in-workflow.shared.mjs";
import "./job-roster.shared.mjs";
import "./platforms-api.shared.mjs";
import {
  machineCopiesOf
} from "./cli-ledger-opening.shared.mjs";
import "./ledger-event-lines.shared.mjs";
import "./ledger-no-refs.shared.mjs";
import "./ledger-refs.shared.mjs";
import "./host-hold-file.shared.mjs";
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
import "./record-mark-text.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./host-process-identity.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./github-publish.shared.mjs";
import "./github-inert.shared.mjs";
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
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./refused-here.shared.mjs";
import "./secret-keys.shared.mjs";
import "./lease-meter-price.shared.mjs";
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
import {
  readParts,
  readSweep
} from "./sweep-record.shared.mjs";
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
  costing
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
import {
  Problem,
  Problems
} from "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/continue.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  await continueRun(settings, await faceOf(settings), signal);
  return 0;
}
async function step({ settings, face, signal, tell }) {
  let carrier = "";
  const next = await continueRun(settings, face, signal, (id) => {
    carrier = id;
  });
  tell({ next });
  await offerRecord({ settings, face, signal }, carrier);
  return 0;
}
async function continueRun(settings, face, signal, onRecord = () => {
}) {
  const link = chainLinkOf(settings);
  if (settings.env["GITHUB_ACTIONS"] !== "true") {
    throw new Problem({
      code: "no-workflow",
      kind: "usage",
      what: "Only a workflow run can go on in another one, and this is none.",
      next: 'From a terminal "gpu-lease watch" goes on by itself for as long as --bound says.'
    });
  }
  const isMet = metHere(settings, machineCopiesOf(settings));
  const ledger = await ledgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    const isDue = settings.choice("due") === "true";
    const ids = isDue ? await openIds(world) : [await meantRun(settings, ledger)];
    const found = [];
    const problems = [];
    for (const id of ids) {
      try {
        const chained = await chainedOf(id, world);
        if (!chained) continue;
        await refuseTakenBack(world, chained.carrier, isMet);
        if (!isDue) onRecord(chained.carrier);
        found.push(
          await continueOne(isDue ? { ...link, link: { ...link.link, hop: 0 } } : link, world, chained)
        );
        if (!isDue) await noteBill(world, chained.carrier, link.link.workflowRun);
      } catch (error) {
        if (!(error instanceof Problem) || signal.aborted) throw error;
        problems.push(error);
      }
    }
    if (isDue) await settleSwitch(settings.env, world, settings.choice("idle") === "true");
    else if (found.some((who) => who !== "nobody")) await switchOn(settings.env, world);
    throwAll(problems);
    return ["chain", "tick", "person"].find((who) => found.includes(who)) ?? "nobody";
  } finally {
    await world.close();
  }
}
function throwAll([first, ...rest]) {
  if (first) throw rest.length === 0 ? first : new Problems([first, ...rest]);
}
async function continueOne(link, world, chained) {
  await arrive(link, world, chained);
  if (link.chaining === "never") return "nobody";
  const onward = await goOn(link, world, chained);
  if (onward.do !== "leave") return "chain";
  if (onward.to !== "person") return onward.to;
  const run = await readRun(world.ledger, chained.carrier);
  throw new Problem({
    code: "chain-ended",
    kind: "refused",
    what: `Nobody goes on looking at ${chained.inputs.run}: ${onward.why}.`,
    next: 'Start this workflow by hand with that run, or give the step more "hops".',
    costing: costing(run)
  });
}
async function openIds({ ledger, face }) {
  const ids = [...await ledger.readOpen()].flatMap(([id, record]) => {
    if (!(record instanceof Problem)) return [fold(id, record.events).opened?.sweep?.id ?? id];
    face.warn(record.message);
    return [];
  });
  return [...new Set(ids)];
}
async function chainedOf(id, { ledger, clock }) {
  const sweep = await readSweep(ledger, id);
  if (sweep) return chainOfSweep(id, await readParts(ledger, sweep), clock.now());
  await readRun(ledger, id);
  return chainOfRun(id);
}
export {
  command,
  continueRun,
  step
};
