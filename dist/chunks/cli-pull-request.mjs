import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  planFacts
} from "./cli-own-park.shared.mjs";
import "./course-sweep-open.shared.mjs";
import "./profile-platform-facts.shared.mjs";
import "./profile-runner-price.shared.mjs";
import "./cli-runner-rates.shared.mjs";
import {
  nextStep,
  pullRequestComment,
  toldRun
} from "./report-compared-curves.shared.mjs";
import "./tick-look-bill.shared.mjs";
import {
  putComment
} from "./github-pull-request-comment.shared.mjs";
import {
  shortened
} from "./smoke-reason.shared.mjs";
import "./course-open-run.shared.mjs";
import "./report-sweep-text.shared.mjs";
import "./cli-offers.shared.mjs";
import "./report-best-cell.shared.mjs";
import {
  bindJob
} from "./cli-bind-job.shared.mjs";
import "./host-nearest-file.shared.mjs";
import "./job-init-reading-shell-words.shared.mjs";
import "./job-config-hash.shared.mjs";
import "./launch-code-bundle.shared.mjs";
import {
  commitsBetween,
  git,
  isIn
} from "./github-checkout.shared.mjs";
import "./report-card-words.shared.mjs";
import "./course-large-checkpoint.shared.mjs";
import "./course-data.shared.mjs";
import "./launch-keeper-launcher.shared.mjs";
import "./collect-afar.shared.mjs";
import "./lease-clock-doubt.shared.mjs";
import "./collect-box-questions.shared.mjs";
import "./box-audit.shared.mjs";
import {
  commitLink,
  formOf,
  workflowRunLink
} from "./report-links.shared.mjs";
import {
  markdownText
} from "./report-markdown-text.shared.mjs";
import "./ledger-append.shared.mjs";
import {
  openWorld
} from "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./report-kept-curves.shared.mjs";
import "./report-loss-chart.shared.mjs";
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
import {
  faceOf,
  lookingLedgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import "./profile-deadlines.shared.mjs";
import "./job-roster.shared.mjs";
import "./box-ssh-target.shared.mjs";
import "./box-shell-quote.shared.mjs";
import "./platforms-api.shared.mjs";
import {
  isForkPullRequest,
  isTrusted
} from "./github-untrusted-event.shared.mjs";
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
import "./record-mark-text.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./box-stranger-text.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./report-page.shared.mjs";
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
  jsonLine,
  visible
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
import "./lease-run.shared.mjs";
import "./lease-fold-queue.shared.mjs";
import "./lease-traffic.shared.mjs";
import {
  formatUsd
} from "./money.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./evidence-level.shared.mjs";
import {
  startingEvent
} from "./github-starting-event.shared.mjs";
import "./host-never-sent.shared.mjs";
import "./npm-tunnel-index.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./host-backoff.shared.mjs";
import "./host-limit.shared.mjs";
import "./clock.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./npm-undici-index.shared.mjs";
import "./nothing.shared.mjs";

// src/github/check-state.ts
var externalIdOf = ({ run, sequence }) => `gpu-lease:${run}:${sequence}`;
function checkStep(known, next) {
  const own = known.flatMap((check3) => ({ check: check3, sequence: sequenceOf(check3.externalId, next.run) })).filter((each) => each.sequence !== void 0).sort((a, b) => (b.sequence ?? 0) - (a.sequence ?? 0) || b.check.id - a.check.id);
  const [newest] = own;
  if (!newest) return { do: "create" };
  const { check: check2, sequence = 0 } = newest;
  if (check2.status === "completed" && next.conclusion === void 0)
    return { do: "keep", why: `it has a verdict already (${check2.conclusion ?? "completed"})` };
  if (sequence > next.sequence)
    return { do: "keep", why: `it tells of event ${sequence}, and this is event ${next.sequence}` };
  return { do: "update", id: check2.id };
}
function sequenceOf(externalId, run) {
  const prefix = `gpu-lease:${run}:`;
  const rest = externalId.startsWith(prefix) ? externalId.slice(prefix.length) : "";
  return /^\d{1,12}$/.test(rest) ? Number(rest) : void 0;
}

// src/github/check-run.ts
var MAX_ROUNDS = 4;
async function tellCheck(github, at, current) {
  let standing = await current();
  for (let round = 1; ; round += 1) {
    const step2 = checkStep(await github.checksOf(at.sha, at.name), standing);
    const input = { ...inputOf(standing), externalId: externalIdOf(standing) };
    if (step2.do === "create") await github.createCheck({ ...at, ...input });
    if (step2.do === "update") await github.updateCheck(step2.id, input);
    const now = await current();
    if (now.sequence === standing.sequence || round === MAX_ROUNDS) return step2;
    standing = now;
  }
}
var inputOf = ({ conclusion, title, summary, annotations }) => ({
  status: conclusion === void 0 ? "in_progress" : "completed",
  ...conclusion === void 0 ? {} : { conclusion },
  title,
  summary,
  ...annotations ? { annotations } : {}
});

// src/cli/pull-request-run.ts
function smokeOf(outcome, runs, commits) {
  if (outcome === "success") return "passed";
  if (outcome === "failure") return "failed";
  const here = runs.filter((run) => commits.includes(run.opened?.commit ?? ""));
  if (here.some((run) => run.smoke === "passed")) return "passed";
  return here.some((run) => run.smoke === "waived") ? "waived" : "unknown";
}
function checkOf(run, sequence, now) {
  const told = toldRun(run, now);
  return {
    run: run.id,
    sequence,
    conclusion: conclusionOf(run, told),
    title: `${told.state}, ${formatUsd(told.usd)}`,
    summary: `${markdownText(run.id)} is ${markdownText(told.state)}. Next: ${markdownText(nextStep({ smoke: "unknown", runs: [told] }))}`
  };
}
function conclusionOf(run, { state, cells }) {
  if (state === "debt" || state === "halted") return "failure";
  if (state === "abandoned") return "cancelled";
  if (state === "released") return cells.every(({ ended }) => ended === "finished") ? "success" : "failure";
  return run.seal ? "action_required" : void 0;
}

// src/cli/pull-request.ts
var MAX_RUNS = 20;
async function command(request, signal) {
  const settings = settingsOf(request);
  const { markdown, ...end } = await tellPullRequest(settings, await faceOf(settings), signal);
  process.stdout.write(settings.json ? jsonLine(end) : visible(markdown));
  return 0;
}
async function step({ settings, face, signal, tell, summarize }) {
  const { markdown, smoke, comment } = await tellPullRequest(settings, face, signal);
  tell({ comment, smoke });
  await summarize(markdown);
  return 0;
}
async function tellPullRequest(settings, face, signal) {
  const event = startingEvent(settings.env);
  const ledger = await lookingLedgerOf(settings);
  const world = openWorld({ settings, face, signal }, ledger);
  try {
    const { github } = world;
    if (!github) throw noGitHub();
    const change = await changeOf(settings, github);
    const bound = await bindJob(settings, face);
    const plan = isTrusted(event) ? plannedCost(await planFacts(world, bound)) : null;
    const { own, base, unverified } = await runsOf(world, bound.job.name, change);
    const now = settings.clock.now();
    const facts = settings.redactor.deep({
      job: bound.job.name,
      commit: change.head,
      smoke: smokeOf(settings.value("smoke") ?? "", own, [change.head, change.merge]),
      reason: shortened(settings.value("reason") ?? ""),
      plan,
      runs: own.filter((run) => run.leases.length > 0).map((run) => ({
        ...toldRun(run, now, settings.env),
        ...unverified.has(run.id) && { notVerified: true }
      })),
      base: base && toldRun(base, now, settings.env),
      url: workflowRunLink(settings.env) ?? "",
      links: linksTo(settings.env, change.head)
    });
    const markdown = pullRequestComment(facts);
    const outcome = isForkPullRequest(event) ? { notAllowed: "The token of a pull request from a fork only reads." } : toldFor(settings.env, await putComment(github, change.number, bound.job.name, markdown));
    if (typeof outcome === "object")
      face.line(`No comment was written: ${outcome.notAllowed} What it would say is in the summary.`);
    else if (settings.choice("check") === "true") await check(world, github, change.head, own);
    return { markdown, smoke: facts.smoke, comment: typeof outcome === "object" ? "not-allowed" : outcome };
  } finally {
    await world.close();
  }
}
async function changeOf({ env, cwd, number: asked }, github) {
  const pull = record(startingEvent(env).payload["pull_request"]);
  const number = asked("number") ?? Number(pull["number"]);
  if (!Number.isSafeInteger(number) || number < 1) throw noNumber();
  const merge = env["GITHUB_SHA"] ?? "";
  const head = text(record(pull["head"])["sha"]);
  if (head !== "" && number === Number(pull["number"]))
    return { number, head, merge, base: text(record(pull["base"])["sha"]) };
  const { defaultBranch } = await github.describe();
  const base = await git(cwd, "rev-parse", "--verify", "--quiet", `refs/remotes/origin/${defaultBranch}`);
  const here = await git(cwd, "rev-parse", "--verify", "--quiet", "HEAD") ?? merge;
  return { number, head: here, merge, base: base ?? "" };
}
async function runsOf(world, job, { head, merge, base: tip }) {
  const commits = /* @__PURE__ */ new Set([...await commitsBetween(world.repoDir, tip, head), merge]);
  const listed = (await listedIn(world)).filter((each) => each.job === job).sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)).slice(0, MAX_RUNS);
  const own = [];
  const unverified = /* @__PURE__ */ new Set();
  let base;
  for (const { run: id } of listed) {
    const run = await readRun(world, id, unverified);
    const commit = run?.opened?.commit ?? "";
    if (!run || commit === "") continue;
    if (commits.has(commit)) own.push(run);
    else if (!base && run.seal && await isIn(world.repoDir, commit, tip)) base = run;
  }
  return { own, base, unverified };
}
async function listedIn({ ledger, face }) {
  try {
    return await ledger.list({ archived: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`The ledger could not be read, so no runs are shown: ${error.what}`);
    return [];
  }
}
async function readRun({ ledger, face }, id, unverified) {
  try {
    const { events, trust } = await ledger.read(id);
    if (trust === "not-verified") unverified.add(id);
    return fold(id, events);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    face.warn(`${id} could not be read and is left out: ${error.what}`);
    return;
  }
}
async function check({ clock, ledger }, github, sha, own) {
  const newest = own.find((run) => run.leases.length > 0);
  if (!newest) return;
  const name = `gpu-lease: ${newest.opened?.job ?? ""}`;
  await tellCheck(github, { sha, name }, async () => {
    const { events } = await ledger.read(newest.id);
    return checkOf(fold(newest.id, events), events.length, clock.now());
  });
}
function plannedCost({ ranking, declined, cost }) {
  return {
    candidates: ranking.map(({ platform, summary, usdPerHour, expectedUsd }) => ({
      platform,
      summary,
      usdPerHour,
      expectedUsd
    })),
    declined: declined.map(({ platform, why }) => ({ platform, why })),
    atMostUsd: cost.atMostUsd
  };
}
var toldFor = ({ GITHUB_ACTOR: actor }, outcome) => typeof outcome === "object" && actor === "dependabot[bot]" ? { notAllowed: "GitHub gives a workflow run that Dependabot started a token that only reads." } : outcome;
function linksTo(env, head) {
  const [commit, form] = [commitLink(env, head), formOf(env, "train")];
  return { ...commit && { commit }, ...form && { form } };
}
var record = (value) => value !== null && typeof value === "object" ? value : {};
var text = (value) => typeof value === "string" ? value : "";
var noGitHub = () => new Problem({
  code: "no-github",
  kind: "usage",
  what: "There is no repository at GitHub and no token for it here, so there is no pull request to comment.",
  next: "Set GITHUB_REPOSITORY (owner/name) and GH_TOKEN, or run it as the action actions/comment."
});
var noNumber = () => new Problem({
  code: "no-pull-request",
  kind: "usage",
  what: "The event that started this names no pull request, and no number was given.",
  next: 'Run it on "pull_request", or give the input "number".'
});
export {
  command,
  step
};
