import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  meantRun
} from "./cli-own-run.shared.mjs";
import {
  wasGivenUp
} from "./lease-giving-up.shared.mjs";
import {
  reportRun
} from "./lease-phases.shared.mjs";
import "./box-memory-use.shared.mjs";
import "./box-memory-series.shared.mjs";
import "./report-card-words.shared.mjs";
import "./crash-frames.shared.mjs";
import "./crash-inert-line.shared.mjs";
import {
  linksOf
} from "./report-links.shared.mjs";
import "./report-markdown-text.shared.mjs";
import {
  givenOf
} from "./cli-given-approval.shared.mjs";
import {
  readEvents
} from "./course-find-run.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./report-html-page.shared.mjs";
import "./report-metrics-charts.shared.mjs";
import "./box-log-name.shared.mjs";
import "./report-loss-chart.shared.mjs";
import "./metrics-series.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./cli-bringing.shared.mjs";
import "./metrics-csv-table.shared.mjs";
import "./verify-codec-varint.shared.mjs";
import "./verify-tensor-element-block.shared.mjs";
import {
  faceOf,
  ledgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  givenBefore,
  standingTerms,
  termLines
} from "./approval-standing-terms.shared.mjs";
import {
  gateOf,
  gitHubOf,
  givenPhrase,
  leaseMeant,
  noWorkflowRun,
  rulesOf,
  thisRun
} from "./approval-approve-release.shared.mjs";
import {
  approvalLines,
  approvalRequest,
  approvalSentence,
  approvalWays,
  approveByPhrase
} from "./approval-lines-for-approver.shared.mjs";
import "./github-in-workflow.shared.mjs";
import {
  releaseMeaning,
  standingMeaning
} from "./approval-meaning.shared.mjs";
import {
  notSealed,
  storeRefusals
} from "./lease-warrant.shared.mjs";
import {
  plansOf
} from "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./platforms-api.shared.mjs";
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
import {
  approverOf
} from "./lease-endings.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./report-whole-file.shared.mjs";
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
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-event-words.shared.mjs";
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
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./verify-contract-verdict.shared.mjs";
import "./secret-keys.shared.mjs";
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
  isUnused,
  openMeters,
  runState
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
import {
  formatSeconds,
  secondsBetween
} from "./clock.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import "./nothing.shared.mjs";

// src/approval/gate-facts.ts
var nobody = (why) => ({
  gate: "none",
  environment: "",
  noted: "",
  lease: "",
  sentence: "",
  lines: [why],
  ways: [],
  phrase: ""
});
async function gateFacts(world, given, run) {
  const here = await thisRun(given);
  if (given.inAdvance !== void 0) return holdingLaunch({ world, given, run, here }, given.inAdvance);
  const open = run.leases.filter((each) => openMeters(each).length > 0 && !isUnused(each));
  const meant = leaseMeant(
    open.map(({ name }) => ({ lease: name })),
    here,
    given.phrase
  );
  const lease = open.find(({ name }) => name === meant?.lease);
  if (run.closed || !lease) return nobody("nothing is held, so nothing waits for anybody");
  if (wasGivenUp(lease)) return nobody(`${lease.name} was given up; its release was approved with that`);
  if (!run.seal) throw refusal(run, notSealed(run));
  const [unstored] = storeRefusals(run, world.clock.now());
  if (unstored) throw refusal(run, unstored);
  return holdingRelease({ world, given, run, here }, lease, run.seal.seal);
}
async function holdingRelease(before, lease, seal) {
  const { world, given, run } = before;
  const now = world.clock.now();
  const plans = await plansOf(world, run);
  const { zero } = plans(lease);
  const request = approvalRequest(lease, "release", seal, zero);
  const teardown = { run, lease, plan: zero };
  const person = approverOf(teardown, now);
  if (person !== void 0) {
    return { ...nobody(`${person} has approved the release of ${lease.name} already`), lease: lease.name };
  }
  if (next(run, plans, now).some((step) => step.do === "park" && step.lease === lease.name))
    world.face.warn(
      `${lease.name} is not parked yet, so its meter waits with it. Next: gpu-lease collect ${run.id}`
    );
  const lines = await approvalLines(world, run, { lease: lease.name });
  const sentence = await approvalSentence(world, run, { lease: lease.name });
  const gate = await gateOf(given, world, run);
  const shown = { request, sentence, lines };
  if (gate.kind === "phrase") return byPhrase(before, gate, shown);
  const staleFacts = zero.some((each) => each.staleFacts);
  return byEnvironment(before, gate, { ...shown, staleFacts });
}
async function byPhrase(before, { because }, shown) {
  const { world, given, run } = before;
  const { request, sentence, lines } = shown;
  const typed = given.phrase?.trim();
  if (typed === void 0) {
    if (!because) return wanted(before, shown);
    const { code, what, next: then } = because;
    throw refusal(run, {
      code,
      what,
      next: `${then} Or start the workflow with the phrase "${request.phrase}". ${sentence}`
    });
  }
  const answer = await givenPhrase(given, world, run);
  const said = { typed, person: answer?.person ?? "", via: "phrase" };
  approveByPhrase(run, request, said, world.clock.now());
  const why = because ? `${because.what} ` : "The job file names no protected environment. ";
  return {
    ...nobody(""),
    gate: "phrase",
    lease: request.lease,
    phrase: request.phrase,
    sentence,
    lines,
    ways: [`${why}So the gate is the phrase that a person with write access typed when starting this run.`]
  };
}
function wanted({ world, run }, { request, sentence, lines }) {
  const { lease, binds: seal, phrase } = request;
  world.face.warn(
    `Nobody has approved the release of ${lease} yet, so nothing is released. ${sentence}
Next: start the release with the phrase "${phrase}".`
  );
  const ways = approvalWays(run, { lease, seal }, phrase);
  return { ...nobody(""), gate: "wanted", lease, phrase, sentence, lines, ways };
}
async function byEnvironment({ world, run, here }, gate, { request, sentence, lines, staleFacts }) {
  if (!here) throw noWorkflowRun(run);
  const { beforeApproval } = await import("./github-environment-approval.mjs");
  const { noted, reviewers } = await beforeApproval(gitHubOf(world, run), {
    environment: gate.name,
    rules: gate.rules,
    meaning: releaseMeaning({ lease: request.lease, seal: request.binds, staleFacts }),
    run: here,
    launchedBy: run.opened?.by,
    costing: costing(run)
  });
  return {
    gate: "environment",
    environment: gate.name,
    noted,
    lease: request.lease,
    phrase: "",
    sentence,
    lines,
    ways: [
      `The gate is the environment "${gate.name}": ${reviewers.join(", ")} may approve this workflow run, which means exactly this release. A typed phrase does not pass it by.`
    ]
  };
}
async function holdingLaunch({ world, given, run, here }, level) {
  const now = world.clock.now();
  const changed = run.opened?.change ? await changeLines(world, run, given.baseJob) : [];
  const terms = standingTerms(run, level, now);
  const before = givenBefore(run, terms, now);
  if (before) return nobody(`${before.person} has approved that in advance already`);
  const gate = await gateOf(given, world, run);
  if (gate.kind === "phrase") {
    throw refusal(
      run,
      gate.because ?? {
        code: "standing-needs-a-person",
        what: "An approval in advance was asked for in a workflow, and no protected environment is named.",
        next: `Name one ("approval.environment" in the job file), or approve from a terminal: gpu-lease approve ${run.id} --standing ${terms.level}`
      }
    );
  }
  if (!here) throw noWorkflowRun(run);
  const { beforeApproval } = await import("./github-environment-approval.mjs");
  const { noted, reviewers } = await beforeApproval(gitHubOf(world, run), {
    environment: gate.name,
    rules: rulesOf(run),
    meaning: standingMeaning(run, terms.level, given.env["GITHUB_RUN_ID"]),
    run: here,
    launchedBy: run.opened?.by,
    costing: costing(run)
  });
  const lasts = formatSeconds(secondsBetween(now, new Date(terms.expiresAt)));
  return {
    ...nobody(""),
    gate: "environment",
    environment: gate.name,
    noted,
    lines: [...changed, ...termLines(run, terms, `for ${lasts} from the approval on`)],
    ways: [
      `${reviewers.join(", ")} may approve this launch in the environment "${gate.name}", in advance for what it seals within these bounds.`
    ]
  };
}
async function changeLines(world, run, baseJob) {
  const { commit, change, document } = run.opened ?? {};
  const base = await baseJob?.(gitHubOf(world, run));
  if (!base || !document)
    throw refusal(run, {
      code: "no-job-on-default-branch",
      what: "The default branch has no readable job file of that name, so nobody has said whose approval counts for a pull request.",
      next: 'Bring a job file with "approval.environment" to the default branch first.'
    });
  const { changeOfJob, isApprovalSame } = await import("./approval-change-of-job.mjs");
  if (!isApprovalSame(base, document))
    throw refusal(run, {
      code: "approval-changed",
      what: `The job file of pull request ${change?.pullRequest} says otherwise than the default branch who approves, so it cannot be approved by a label.`,
      next: "Bring that part of the change to the default branch by itself first."
    });
  return [
    `of commit ${commit} of pull request ${change?.pullRequest}, which is on no default branch yet`,
    ...changeOfJob(base, document)
  ];
}
var refusal = (run, { code, what, next: then }) => new Problem({ code, kind: "refused", what, next: then, costing: costing(run) });

// src/cli/gate.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  return runGate({ settings, face: await faceOf(settings), signal }, {});
}
async function runGate(call, { onRun }) {
  const { settings, face } = call;
  const ledger = await ledgerOf(settings);
  const world = openWorld(call, ledger);
  try {
    const { run, events } = await readEvents(ledger, await meantRun(settings, ledger));
    await onRun?.(run);
    const held = await gateFacts(world, givenOf(settings), run);
    const now = world.clock.now();
    face.heading(`gate: ${run.id} is ${runState(run)}, ${HELD[held.gate]}`);
    for (const line of [...held.lines, held.sentence, ...held.ways]) if (line !== "") face.line(line);
    const approval = held.gate === "none" ? void 0 : held;
    const { redactor } = settings;
    const { storeDir } = world;
    const links = linksOf(settings.env, run);
    const { card } = reportRun({ run, events, now, storeDir, face, approval, links, redactor });
    await publish(settings, { run, now }, held, card);
    return EXIT.ok;
  } finally {
    await world.close();
  }
}
var HELD = {
  environment: "held by its environment",
  phrase: "held by its phrase",
  wanted: "held by a phrase that nobody has typed",
  none: "held by nobody"
};
async function publish(settings, { run, now }, { gate, environment, noted, lease }, card) {
  const facts = runJson(run, now);
  if (settings.json) process.stdout.write(jsonLine({ ...facts, gate, environment, noted, lease }));
  if (settings.env["GITHUB_ACTIONS"] !== "true") return;
  const { publishOutputs, publishSummary, setOutputs } = await import("./github-publish.mjs");
  publishOutputs({
    run: run.id,
    state: facts.state,
    seal: facts.seal ?? "",
    verdict: "finished",
    costUsd: usdSoFar(run, now)
  });
  setOutputs({ gate, environment, noted, lease });
  await publishSummary(card);
}
export {
  command,
  runGate
};
