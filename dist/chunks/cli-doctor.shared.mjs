import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  rootFacts
} from "./cli-bundled-root.shared.mjs";
import {
  keysOfCandidate
} from "./cli-platform-keys.shared.mjs";
import {
  runnerRates
} from "./cli-runner-rates.shared.mjs";
import {
  STATUS_CONTEXT
} from "./github-commit-status.shared.mjs";
import {
  ONE_FILE,
  OWN_WORKFLOWS,
  SET_FILES,
  SET_NAME,
  readCaller,
  setPath,
  tickingOf,
  usesGpuLease
} from "./github-caller-workflow.shared.mjs";
import {
  askGit,
  originOf,
  originUrlOf,
  repositoryAt,
  withoutLogin
} from "./cli-git-remotes.shared.mjs";
import {
  monthOfMoney,
  monthText
} from "./lease-cost-by.shared.mjs";
import {
  identityOf,
  kubernetesRights,
  platformContext
} from "./box-traffic-count.shared.mjs";
import {
  lookingLedgerOf,
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  PlatformAnswer
} from "./platforms-api.shared.mjs";
import {
  billOf,
  jobTimesOf,
  totalOf
} from "./lease-billed-minutes.shared.mjs";
import {
  parseJob
} from "./job-approval-rules.shared.mjs";
import {
  isKubeTarget
} from "./job-kube-target.shared.mjs";
import {
  matchesWildcard
} from "./wildcard.shared.mjs";
import {
  USUAL_SECRETS,
  noticeSecretsOf
} from "./job-secret-names.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import {
  require_dist
} from "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  installedDir
} from "./host-installed.shared.mjs";
import {
  jsonLine
} from "./report-visible-text.shared.mjs";
import {
  openGitHub
} from "./github-this-repository.shared.mjs";
import {
  loginKey
} from "./secret-keys.shared.mjs";
import {
  DEFAULT_LIMIT_MONTHS,
  ageInMonths
} from "./profile-placement.shared.mjs";
import {
  WAIT_PREFIX
} from "./lease-capacity.shared.mjs";
import {
  secondsBetween
} from "./clock.shared.mjs";
import {
  EXIT,
  Problem
} from "./problem.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/cli/doctor.ts
import { existsSync as existsSync2, readFileSync as readFileSync2 } from "node:fs";
import { resolve } from "node:path";

// src/github/doctor/attest-findings.ts
var SEALING = ["train", "sweep", "tick"];
function attestFindings(view) {
  const signing = view.callers.flatMap(
    (caller) => caller.calls.filter(({ workflow }) => workflow === "attest").map((call) => ({ path: caller.path, call, from: sourceOf(call, caller) }))
  );
  return [
    ...missing(view),
    ...signing.flatMap(({ path, call, from }) => unfed(path, call, from)),
    ...signing.length > 0 ? withoutPlan(view) : []
  ];
}
function sourceOf({ runs = "", needs }, { calls }) {
  const job = /\bneeds\.([\w-]+)\.outputs\.attest\b/.exec(runs)?.[1];
  return calls.find(
    (call) => call.job === job && needs.includes(call.job) && SEALING.includes(call.workflow)
  );
}
function missing({ callers, facts }) {
  if (facts?.visibility !== "public") return [];
  return callers.flatMap(({ path, calls }) => {
    const sealing = calls.filter(({ workflow, attest }) => SEALING.includes(workflow) && attest !== "never");
    const [unsigned] = calls.some(({ workflow }) => workflow === "attest") ? [] : sealing;
    if (!unsigned) return [];
    return [
      {
        code: "attest-missing",
        level: "advice",
        what: `${path} has no job that signs what its job "${unsigned.job}" seals, so nobody else can verify where the files come from.`,
        fix: 'Add the job "attest" (docs/attestations.md, or "gpu-lease init --github --force" in a clean clone), or write "with: { attest: never }".'
      }
    ];
  });
}
function unfed(path, { job, runs }, from) {
  if (!from) {
    return [
      {
        code: "attest-unfed",
        level: "fault",
        what: `The job "${job}" of ${path} is to sign ${runs === void 0 || runs === "" ? "nothing" : JSON.stringify(runs)}, which is not what a job before it has sealed.`,
        fix: `Write "needs: JOB" and "with: { runs: '\${{ needs.JOB.outputs.attest }}' }", with the job that calls train.yml or tick.yml.`
      }
    ];
  }
  if (from.attest !== "never") return [];
  return [
    {
      code: "attest-never",
      level: "advice",
      what: `The job "${job}" of ${path} signs nothing: the job "${from.job}" says "attest: never".`,
      fix: "Take one of the two out."
    }
  ];
}
function withoutPlan({ facts, environments }) {
  const isEnterprise = environments?.some(
    ({ reviewers, waitMinutes }) => reviewers.length > 0 || waitMinutes > 0
  );
  if (!facts || facts.visibility === "public" || isEnterprise) return [];
  return [
    {
      code: "attest-plan",
      level: "advice",
      what: `The job "attest" can sign nothing unless this ${facts.visibility} repository is on GitHub Enterprise Cloud, which its token does not see: elsewhere it only warns, and bills a minute for each seal.`,
      fix: 'Nothing on such a plan; else "gpu-lease init --github --attest never --force" in a clean clone, or take the job out.'
    }
  ];
}

// src/github/doctor/check-source.ts
var import_yaml = __toESM(require_dist(), 1);
var JOB_NAMES = {
  smoke: ["smoke"],
  "pull-request": ["smoke", "comment"],
  label: ["label"]
};
var OF_A_CHANGE = ["pull_request", "pull_request_target", "push"];
var HOLDS = /^\s*(\$\{\{)?\s*(true|always\(\)|success\(\)|!\s*cancelled\(\)|\(?\s*github\.event_name\s*==\s*'(pull_request|merge_group)'(\s*\|\|\s*github\.event_name\s*==\s*'[a-z_]+')*\s*\)?)\s*(\}\})?\s*$/;
var CALLED = /\/gpu-lease\/\.github\/workflows\/([a-z-]+)\.yml@/;
function readCheckSource(path, text) {
  const document = (0, import_yaml.parseDocument)(text, { schema: "core" });
  const file = document.errors.length > 0 ? {} : mapping(document.toJS({ maxAliasCount: 100 }));
  const on = triggersOf(file["on"]);
  const jobs = Object.entries(mapping(file["jobs"])).map(([id, job]) => [id, mapping(job)]);
  const isByHand = !OF_A_CHANGE.some((event) => on.has(event));
  return {
    path,
    isOurs: usesGpuLease(text),
    names: jobs.flatMap(([id, job]) => namesOf(id, job, isByHand)),
    conditions: jobs.flatMap(([id, job]) => {
      const { if: says, uses } = job;
      if (says === void 0 || HOLDS.test(String(says))) return [];
      const shown = typeof job["name"] === "string" ? job["name"] : id;
      const condition = {
        job: id,
        shown,
        says: String(says).slice(0, 200),
        isCall: typeof uses === "string"
      };
      return namesOf(id, job, isByHand).map((name) => ({ name, ...condition }));
    }),
    on
  };
}
var makes = ({ names }, check) => names.some((each) => matchesWildcard(each, check));
function isForBranch({ branches, notBranches }, branch) {
  if (notBranches?.some((pattern) => matchesWildcard(pattern, branch))) return false;
  return (branches ?? ["*"]).reduce((isIn, each) => {
    const takesAway = each.startsWith("!");
    return matchesWildcard(takesAway ? each.slice(1) : each, branch) ? !takesAway : isIn;
  }, false);
}
function namesOf(id, job, isByHand) {
  const named = typeof job["name"] === "string" ? job["name"].replace(/\$\{\{.*?\}\}/g, "*") : id;
  const own = mapping(job["strategy"])["matrix"] === void 0 ? named : `${named}*`;
  if (typeof job["uses"] !== "string") return [own];
  const called2 = CALLED.exec(job["uses"])?.[1];
  const workflow = OWN_WORKFLOWS.find((each) => each === called2);
  const inside = workflow ? JOB_NAMES[workflow] ?? (isByHand ? [] : ["*"]) : ["*"];
  return inside.map((each) => `${own} / ${each}`);
}
function triggersOf(on) {
  const all = typeof on === "string" ? { [on]: {} } : Array.isArray(on) ? fromNames(on.map(String)) : mapping(on);
  return new Map(Object.entries(all).map(([event, how]) => [event, narrowedBy(mapping(how))]));
}
var fromNames = (names) => Object.fromEntries(names.map((name) => [name, {}]));
var narrowedBy = (how) => ({
  byPaths: how["paths"] !== void 0 || how["paths-ignore"] !== void 0,
  branches: listOf(how["branches"]),
  notBranches: listOf(how["branches-ignore"]),
  types: listOf(how["types"])
});
var listOf = (value) => value === void 0 || value === null ? void 0 : [value].flat().map(String);
var mapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};

// src/github/doctor/check-findings.ts
var ACTIONS_APP = 15368;
function checkFindings(view) {
  const branch = view.facts?.defaultBranch;
  const { requires } = view;
  if (branch === void 0 || requires === void 0) return [];
  const required = [...new Map(requires.required.map((each) => [each.name, each])).values()];
  return required.filter(({ app }) => app === void 0 || app === ACTIONS_APP).flatMap((check) => findingsOfCheck(check, branch, view, requires.hasQueue));
}
function findingsOfCheck(check, branch, view, hasQueue) {
  if (check.name === STATUS_CONTEXT) return statusFindings(check, branch, view, hasQueue);
  const making = view.checkSources.filter((source) => makes(source, check.name));
  if (making.some(({ isOurs }) => !isOurs)) return [];
  if (making.length === 0) return view.readsAllFiles ? neverMade(check, branch, view) : [];
  const on = (event) => {
    const obstacles = making.map((source) => obstacle(source, event, branch, view));
    const [first] = obstacles;
    if (first === void 0 || obstacles.includes(void 0)) return [];
    return [
      { level: "fault", code: first.code, what: `${wanted(check, branch)} ${first.so}`, fix: first.fix }
    ];
  };
  const narrowed = [...on("pull"), ...hasQueue ? on("queue") : []];
  return narrowed.length > 0 ? narrowed : conditionFindings(check, branch, making);
}
var wanted = ({ name, by }, branch) => `"${name}" has to pass before a merge into "${branch}" (${by}).`;
function conditionFindings(check, branch, making) {
  const conditions = making.map(({ path: path2, conditions: all }) => {
    const found = all.find(({ name }) => matchesWildcard(name, check.name));
    return found && { path: path2, ...found };
  });
  const [first] = conditions;
  if (first === void 0 || conditions.includes(void 0)) return [];
  const { path, job, shown, says, isCall } = first;
  const skipped = isCall ? `GitHub reports ${quoted(shown)} as skipped and no check of that name, so the pull request waits for ever` : "the job is skipped, GitHub takes the check for passed, and nothing was smoked";
  return [
    {
      code: "required-check-skipped",
      level: "advice",
      what: `${wanted(check, branch)} The job ${quoted(job)} of ${path} makes it, and has "if: ${says}": where that does not hold ${skipped}.`,
      fix: `Take the "if:" out of that job of ${path}, unless it holds for every pull request${isCall ? " and in the queue" : ""}.`
    }
  ];
}
var quoted = (name) => JSON.stringify(name);
function obstacle({ path, on }, event, branch, { workflows }) {
  const state = workflows.find((each) => each.path === path)?.state ?? "active";
  if (state !== "active") {
    const so = `${path} makes it and is switched off (${state}), so nothing can be merged.`;
    return {
      code: "required-check-off",
      so,
      fix: `Actions > ${path} > Enable workflow, or "gh workflow enable".`
    };
  }
  return event === "queue" ? queueObstacle(path, on, branch) : pullObstacle(path, on, branch);
}
function queueObstacle(path, on, branch) {
  const queued = on.get("merge_group");
  if (queued && isForBranch(queued, branch)) return;
  const so = `That branch has a merge queue, and ${path}, which makes the check, ${queued ? "is not started for it there" : "has no trigger merge_group"}: whatever is queued waits until the queue gives up.`;
  const fix = queued ? `Take the branches out of "merge_group:" in ${path}.` : `Add "merge_group:" to "on:" of ${path}.`;
  return { code: "required-check-not-queued", so, fix };
}
function pullObstacle(path, on, branch) {
  if (on.has("push") || on.has("pull_request_target")) return;
  const pulled = on.get("pull_request");
  if (!pulled) {
    const so2 = `${path} makes it, and does not start on pull requests: none can be merged.`;
    return { code: "required-check-not-started", so: so2, fix: `Add "pull_request:" to "on:" of ${path}.` };
  }
  const narrowed = pulled.byPaths ? ["paths", "that changes none of these paths"] : !isForBranch(pulled, branch) ? ["branches", `into "${branch}"`] : pulled.types && !pulled.types.includes("synchronize") ? ["types", 'whose last commit came by a push ("synchronize" is not among them)'] : void 0;
  if (!narrowed) return;
  const so = `${path} makes it, and "${narrowed[0]}" of its pull_request leaves some out: a pull request ${narrowed[1]} waits for the check for ever.`;
  const fix = `Take "${narrowed[0]}" out of "pull_request:" in ${path}; a job that is skipped by its "if:" counts as passed.`;
  return { code: "required-check-narrowed", so, fix };
}
function neverMade(check, branch, { checkSources }) {
  const ours = checkSources.filter(({ isOurs: isOurs2 }) => isOurs2);
  const parts = check.name.split(" / ");
  const isOurs = parts[0] === SET_NAME || parts.length > 1 && parts.at(-1) === "smoke";
  if (!isOurs && check.name !== "smoke") return [];
  const made = ours.filter(({ on }) => on.has("pull_request") || on.has("push")).flatMap(({ names }) => names).filter((name) => /(^| \/ )smoke$/.test(name));
  return [
    {
      code: "required-check-never-made",
      level: isOurs || check.app === ACTIONS_APP ? "fault" : "advice",
      what: `${wanted(check, branch)} No workflow file there makes a check of that name for a pull request, so each of them waits for it for ever.`,
      fix: made.length > 0 ? `Require "${made[0]}" in its place (${placeOf(check)}).` : `Take it out (${placeOf(check)}), or let "gpu-lease init --github" write a file that smokes and require "${SET_NAME} / smoke".`
    }
  ];
}
function statusFindings(check, branch, { callers, readsAllFiles }, hasQueue) {
  const isPosted = callers.some(({ calls }) => calls.some(({ workflow }) => workflow === "label"));
  if (!isPosted && readsAllFiles) {
    return [
      {
        code: "required-check-never-made",
        level: "fault",
        what: `${wanted(check, branch)} Nothing posts it: no workflow file there trains a pull request for its label.`,
        fix: `"gpu-lease init --github --label NAME" in a clean clone writes that file; or take it out (${placeOf(check)}).`
      }
    ];
  }
  if (!hasQueue) return [];
  return [
    {
      code: "required-check-not-queued",
      level: "fault",
      what: `${wanted(check, branch)} That branch has a merge queue, which tests a commit of its own, and this status stands on the commit that was labelled: whatever is queued waits until the queue gives up.`,
      fix: `Take it out (${placeOf(check)}); with a queue whoever merges looks at it.`
    }
  ];
}
var placeOf = ({ by }) => by === "the branch protection" ? "Settings > Branches" : `Settings > Rules > Rulesets, ${by}`;

// src/github/doctor/cluster-findings.ts
var clusterFindings = (clusters) => clusters.flatMap(findingsAt);
function findingsAt(view) {
  if ("what" in view) {
    const { isFault, what, next } = view;
    return [{ code: "cluster-unseen", level: isFault ? "fault" : "unknown", what, fix: next }];
  }
  const { target, namespace, refused, lacks } = view;
  const findings = [];
  if (refused.length > 0)
    findings.push({
      code: "cluster-rights",
      level: "fault",
      what: `At ${target} gpu-lease may not: ${refused.join(", ")}. A run there would fail where it needs it.`,
      fix: `Name its user in the binding of examples/kubernetes/rbac.yml, then: kubectl apply -n ${namespace} -f examples/kubernetes/rbac.yml`
    });
  if (lacks.length > 0)
    findings.push({
      code: "cluster-lacks",
      level: "fault",
      what: `The cluster of ${target} has no ${lacks.join(", ")}, by which several nodes are started as one. The job would be refused there.`,
      fix: "Ask its operators to install it (https://jobset.sigs.k8s.io), or take `resources.nodes` out."
    });
  return findings;
}

// src/github/doctor/environment-findings.ts
var KEYS_ENVIRONMENT = "gpu-lease";
var RELEASE_ENVIRONMENT = "gpu-lease-release";
function environmentFindings(view, job) {
  const { environments } = view;
  const calls = view.callers.flatMap((caller) => caller.calls);
  const isReleasedBySteps = view.callers.some(({ steps }) => steps.some(({ stage }) => stage === "release"));
  if (!environments || calls.length === 0 && !isReleasedBySteps) return [];
  const release = calls.find(({ workflow }) => workflow === "release");
  const gate = release?.environment ?? (release || isReleasedBySteps ? job?.approvalEnvironment : void 0);
  const keys = calls.filter(({ workflow }) => ["train", "sweep", "tick", "kaggle"].includes(workflow)).map(({ environment }) => environment ?? KEYS_ENVIRONMENT);
  return [
    ...[...new Set(keys)].flatMap((name) => keyFindings(name, environments)),
    ...[...view.ledgerSecrets].flatMap(
      ([name, secrets]) => ledgerEnvironmentFindings(name, secrets, { environments, keys, calls })
    ),
    ...timerFindings(view, environments),
    ...labelFindings(calls, environments, job),
    ...gate === void 0 ? phraseOnly(view, job) : gateFindings(gate, view, environments, job)
  ];
}
function keyFindings(name, environments, holds = "the keys of the platforms") {
  const found = environments.find((each) => sameName(each.name, name));
  if (!found) return [missing2(name, holds)];
  return [
    ...found.reviewers.length > 0 ? [
      {
        code: "environment-waits",
        level: "fault",
        what: `The environment "${name}" has required reviewers, so every look of the schedule would wait for one and none would happen.`,
        fix: `Take the reviewers off "${name}", and keep them on the environment of the release.`
      }
    ] : [],
    ...found.waitMinutes > 0 ? [
      {
        code: "environment-delays",
        level: "fault",
        what: `The environment "${name}" has a wait timer, so each job of every look waits ${found.waitMinutes} minutes.`,
        fix: `Take the timer off "${name}"; looks are put off in environments of their own ("${WAIT_PREFIX}-80").`
      }
    ] : [],
    ...anyBranch(found)
  ];
}
var OF_LEDGER = ["GPU_LEASE_SECRET", "GPU_LEASE_LEDGER_TOKEN"];
function ledgerEnvironmentFindings(name, secrets, among) {
  const { environments, keys, calls } = among;
  if (keys.some((each) => sameName(each, name))) return [noOther(name)];
  const found = keyFindings(name, environments, "GPU_LEASE_SECRET alone");
  if (!environments.some((each) => sameName(each.name, name))) return found;
  return [
    ...found,
    ...undivided(name, calls),
    ...secrets === void 0 ? [unseen(name)] : secretsFindings(name, secrets)
  ];
}
function secretsFindings(name, secrets) {
  const others = secrets.filter((each) => !OF_LEDGER.includes(each));
  return [
    ...secrets.includes("GPU_LEASE_SECRET") ? [] : [
      {
        code: "ledger-secret-missing",
        level: "fault",
        what: `The environment "${name}" has no secret GPU_LEASE_SECRET, so the jobs that read and write the ledger cannot sign.`,
        fix: `Settings > Environments > ${name} > Environment secrets: the same value as in the environment of the keys.`
      }
    ],
    ...others.length === 0 ? [] : [
      {
        code: "ledger-environment-holds-keys",
        level: "advice",
        what: `The environment "${name}" is for the jobs that use no key, and holds ${others.join(", ")} beside the ledger's.`,
        fix: `Delete these secrets from "${name}"; they belong into the environment of the keys.`
      }
    ]
  ];
}
var noOther = (name) => ({
  code: "ledger-environment-same",
  level: "advice",
  what: `"ledger-environment" and "environment" both name "${name}", so the jobs that use no key can still read all of them.`,
  fix: 'Make a second environment that holds GPU_LEASE_SECRET alone, and name it as "ledger-environment".'
});
var unseen = (name) => ({
  code: "ledger-secrets-unseen",
  level: "advice",
  what: `Which secrets the environment "${name}" holds was not seen: this token may not list them, as no token of a job may.`,
  fix: 'Run the doctor at a terminal with a token of an administrator: GH_TOKEN="$(gh auth token)" gpu-lease doctor.'
});
function undivided(name, calls) {
  const without = calls.filter(
    ({ workflow, ledgerEnvironment }) => ["train", "sweep", "tick", "release"].includes(workflow) && ledgerEnvironment === void 0
  );
  return without.map(({ job, workflow }) => ({
    code: "ledger-environment-forgotten",
    level: "advice",
    what: `The job "${job}" that calls ${workflow}.yml names no "ledger-environment", and others name "${name}": its jobs that use no key can read all of them.`,
    fix: `Add "with: { ledger-environment: ${name} }" to it.`
  }));
}
function labelFindings(calls, environments, job) {
  const name = job?.approvalEnvironment;
  if (!job || !calls.some(({ workflow }) => workflow === "label")) return [];
  const found = environments.find((each) => name !== void 0 && sameName(each.name, name));
  if (found && found.reviewers.length > 0) return [];
  return [
    {
      code: "label-without-reviewers",
      level: "fault",
      what: `A label may ask for runs of pull requests, and ${name === void 0 ? "the job file names no environment whose reviewers would approve them" : `nobody approves in the environment "${name}"`}: each of them is refused before it rents.`,
      fix: `Make an environment "${name ?? RELEASE_ENVIRONMENT}" with required reviewers and name it in the job file ("approval.environment"); or delete ${setPath("label")}.`
    }
  ];
}
function timerFindings({ name, facts, callers }, environments) {
  const isTraining = callers.some(({ calls }) => calls.some(({ workflow }) => workflow === "train"));
  if (!isTraining) return [];
  const ours = environments.filter(({ name: name2 }) => name2.startsWith(WAIT_PREFIX));
  const asking = ours.filter(({ reviewers }) => reviewers.length > 0);
  if (asking.length > 0) {
    return asking.map((each) => ({
      code: "wait-asks",
      level: "advice",
      what: `The environment "${each.name}" has required reviewers, so no chain waits in it.`,
      fix: `Take the reviewers off "${each.name}"; it holds nothing and is only waited in.`
    }));
  }
  if (facts?.visibility !== "public" || ours.some(({ waitMinutes }) => waitMinutes > 0)) return [];
  return [
    {
      code: "no-wait-timer",
      level: "advice",
      what: "No environment has a wait timer for the chain of looks, so it waits on runners.",
      fix: `Make "${WAIT_PREFIX}-10", -20, -40 and -80 with wait timers of so many minutes, no reviewers and no secrets: gh api -X PUT repos/${name}/environments/${WAIT_PREFIX}-10 -F wait_timer=10`
    }
  ];
}
function gateFindings(name, view, environments, job) {
  const found = environments.find((each) => sameName(each.name, name));
  const wished = job?.approvalEnvironment;
  const other = job && wished !== void 0 && !sameName(wished, name) ? [
    {
      code: "environment-differs",
      level: "fault",
      what: `The job file has releases approved in "${wished}", and the release workflow runs in "${name}".`,
      fix: `Name the same one in both: "approval.environment" of the job file, and "with: { environment: ... }" of the call.`
    }
  ] : [];
  if (!found) return [missing2(name, "the reviewers of a release"), ...other];
  if (found.reviewers.length === 0) return [unprotected(name, view), ...other];
  return [
    ...other,
    ...unnamed(name, job),
    ...bypass(found, job),
    ...selfReview(found, job),
    ...anyBranch(found)
  ];
}
var missing2 = (name, holds) => ({
  code: "environment-missing",
  level: "fault",
  what: `There is no environment "${name}", which is to hold ${holds}; the first job that names it would make it, open to everybody.`,
  fix: `Make it: Settings > Environments > New environment > "${name}".`
});
function unprotected(name, view) {
  if (view.facts && view.facts.visibility !== "public") {
    return {
      code: "plan-without-reviewers",
      level: "advice",
      what: `"${name}" has no required reviewers; in a ${view.facts.visibility} repository only GitHub Enterprise has them. Releases are approved by the phrase that a person types.`,
      fix: "Nothing, if that is meant. Who may type it: everybody with write access."
    };
  }
  return {
    code: "environment-unprotected",
    level: "fault",
    what: `The environment "${name}" has no required reviewers, so nobody is asked in it; a release then needs the typed phrase.`,
    fix: `Settings > Environments > ${name} > Required reviewers.`
  };
}
var unnamed = (name, job) => job && job.approvalEnvironment === void 0 ? [
  {
    code: "environment-not-named",
    level: "advice",
    what: `Only the workflow says that releases are approved in "${name}"; another workflow, or a terminal, may release by the typed phrase.`,
    fix: `Add "approval: { environment: ${name} }" to the job file.`
  }
] : [];
var phraseOnly = (view, job) => job === void 0 || view.facts?.visibility !== "public" ? [] : [
  {
    code: "no-reviewers-asked",
    level: "advice",
    what: "A release is approved by whoever types its phrase and may write to the repository; nobody else is asked.",
    fix: `Make an environment "${RELEASE_ENVIRONMENT}" with required reviewers, and add "approval: { environment: ${RELEASE_ENVIRONMENT} }" to the job file.`
  }
];
function bypass({ name, adminsBypass }, job) {
  if (adminsBypass === false || job?.adminBypass === "allow") return [];
  const fix = `Settings > Environments > ${name}: take the mark off "Allow administrators to bypass", or write "admin-bypass: allow" under "approval" of the job file.`;
  if (adminsBypass === void 0) {
    const what2 = `GitHub does not say whether administrators may pass by the reviewers of "${name}"; a release counts that as yes and refuses.`;
    return [{ code: "admin-bypass-unknown", level: "unknown", what: what2, fix }];
  }
  const what = `Administrators may pass by the reviewers of "${name}"; a release refuses such a gate.`;
  return [{ code: "admin-bypass", level: "fault", what, fix }];
}
function selfReview({ name, preventsSelfReview }, job) {
  if (preventsSelfReview || job?.selfReview !== "forbid") return [];
  return [
    {
      code: "self-review",
      level: "fault",
      what: `The job file forbids that who starts a release approves it, and the environment "${name}" allows it.`,
      fix: `Settings > Environments > ${name} > "Prevent self-review".`
    }
  ];
}
var anyBranch = ({ name, branches }) => branches === void 0 ? [
  {
    code: "environment-any-branch",
    level: "advice",
    what: `Workflows of every branch may use the environment "${name}", so whoever can push a branch can use its keys.`,
    fix: `Settings > Environments > ${name} > Deployment branches: only the default branch.`
  }
] : [];
var sameName = (a, b) => a.toLowerCase() === b.toLowerCase();

// src/github/doctor/month-of-minutes.ts
var MONTH_SECONDS = 30 * 86400;
var NEARLY = 0.8;
function monthOfMinutes(files, now) {
  const counted = files.map((file) => ({ ...file, runs: runsOfAMonth(file, now), mean: meanOf(file) }));
  const seen = counted.flatMap(({ runs, mean }) => mean === void 0 ? [] : runs * mean);
  const daily = counted.find(({ isDaily }) => isDaily)?.mean;
  return {
    seen: seen.length === 0 ? null : Math.round(seen.reduce((sum, each) => sum + each, 0)),
    idle: daily === void 0 ? null : Math.round(30 * daily),
    sampledRuns: files.reduce((sum, { sampled }) => sum + sampled.length, 0),
    runs: Math.round(counted.reduce((sum, { runs }) => sum + runs, 0))
  };
}
function runsOfAMonth({ createdAt, hasMore }, now) {
  const ages = createdAt.map((each) => secondsBetween(each, now)).filter((age) => age <= MONTH_SECONDS);
  const isCutShort = hasMore && ages.length === createdAt.length;
  const oldest = Math.max(1, ...ages);
  return isCutShort ? ages.length * MONTH_SECONDS / oldest : ages.length;
}
var meanOf = ({ sampled }) => sampled.length === 0 ? void 0 : sampled.reduce((sum, jobs) => sum + totalOf(billOf(jobs)), 0) / sampled.length;
function minutesText(month, { plans, rates }) {
  if (month === "public") return "runner minutes: standard runners cost nothing in a public repository";
  const { seen, idle, sampledRuns, runs } = month;
  const used = seen === null ? "no workflow run of the last 30 days was seen" : `about ${seen} billed in a month at this use (${sampledRuns} of about ${runs} workflow runs of 30 days were looked at)`;
  const rest = idle === null ? "with nothing open not measured yet" : `about ${idle} with nothing open`;
  const included = plans.map(({ name, minutes }) => `${name} ${minutes}`).join(", ");
  return `runner minutes: ${used}, ${rest}; plans include ${included} a month for all private repositories of an owner, then ${rates[0]?.["usd-per-minute"]} USD a minute`;
}
function minutesFindings(month, { plans }) {
  const smallest = plans[0];
  const seen = month?.seen ?? 0;
  if (!smallest || seen < NEARLY * smallest.minutes) return [];
  return [
    {
      code: "runner-minutes",
      level: "advice",
      what: `The workflows of gpu-lease come to about ${seen} billed minutes a month here; ${smallest.name} includes ${smallest.minutes} for all private repositories of its owner. Where they are used up and nothing may be paid, no job starts: no look at what is billing, no release.`,
      fix: "Set a budget for Actions (Settings > Billing), or let looks wait outside a runner: environments with a wait timer, such as gpu-lease-wait-40, and no schedule more frequent than every 30 minutes."
    }
  ];
}

// src/github/doctor/wanted-runner.ts
var isGitHubs = (label) => /^(?:ubuntu|windows|macos)-|\$\{\{/.test(label);
var wantedBy = ({ path, calls }) => calls.flatMap(
  ({ job, runsOn, runsOnSmall }) => [.../* @__PURE__ */ new Set([runsOn, runsOnSmall])].flatMap(
    (label) => label === void 0 || isGitHubs(label) ? [] : [{ path, job, label }]
  )
);
var needsOwnRunner = (callers) => callers.some((caller) => wantedBy(caller).length > 0);

// src/github/doctor/own-runner-findings.ts
var LEAST_VERSION = [2, 336, 0];
function ownRunnerFindings({ callers, ownRunners }) {
  return callers.flatMap(wantedBy).flatMap((wanted2) => {
    const fitting = (ownRunners ?? []).filter(
      ({ labels }) => labels.some((each) => isSame(each, wanted2.label))
    );
    if (fitting.length === 0) return [unseen2(wanted2, ownRunners !== void 0)];
    return fitting.flatMap((runner) => ofRunner(wanted2, runner));
  });
}
var isSame = (one, other) => one.toLowerCase() === other.toLowerCase();
function ofRunner({ path, job, label }, { name, isOnline, version }) {
  if (version !== void 0 && !isOlder(version)) return [];
  const runs = `The job "${job}" of ${path} asks for "${label}", and the runner "${name}" that has it`;
  if (version === void 0)
    return [
      {
        code: "runner-version-unseen",
        level: "advice",
        what: `${runs} has told GitHub no version.`,
        fix: LOOK
      }
    ];
  return [
    {
      code: "runner-too-old",
      // One that is away takes no job.
      level: isOnline ? "fault" : "advice",
      what: `${runs} is of version ${version}${isOnline ? "" : " and offline"}; the workflows need ${LEAST_VERSION.join(".")} or newer, because they name their actions by "$/".`,
      fix: `Update it (github.com/actions/runner/releases, or a new image), or leave its automatic updates on.`
    }
  ];
}
var LOOK = 'Look into the log of a job that ran there: "Set up job" begins with "Current runner version". It has to be 2.336.0 or newer.';
var unseen2 = ({ path, job, label }, isListed) => ({
  code: "runner-version-unseen",
  level: "advice",
  what: `The job "${job}" of ${path} asks for "${label}", and how old its runner is was not seen: ${isListed ? "no runner of this repository has that label, and an organisation's are not listed here." : "this token may not list the runners."}`,
  fix: isListed ? LOOK : `${LOOK} Or ask with an administrator's token: GH_TOKEN="$(gh auth token)" gpu-lease doctor.`
});
function isOlder(version) {
  const parts = version.split(".").map(Number);
  for (const [at, least] of LEAST_VERSION.entries()) {
    const part = parts[at] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}

// src/github/doctor/ruleset-findings.ts
var OF_RECORD = ["run.json", "events.jsonl"];
function rulesetFindings({ pushRules, callers, name }) {
  const calls = callers.flatMap((caller) => caller.calls);
  const isElsewhere = calls.length > 0 && calls.every(({ workflow, ledger }) => WITHOUT.includes(workflow) || ledger !== void 0);
  if (isElsewhere) return [];
  return pushRules.flatMap((rule) => {
    const refused = OF_RECORD.filter((file) => refuses(rule, file));
    if (refused.length === 0) return [];
    return [
      {
        code: "ruleset-refuses-ledger",
        level: "fault",
        what: `The push ruleset "${rule.ruleset}" of ${rule.source} restricts ${rule.says}, which ${refused.join(" and ")} of every run's record are; pushes to refs/gpu-lease/* may be refused.`,
        fix: `Take these names out of that rule, or let GitHub Actions bypass it; or keep the ledger in a repository without it ("gpu-lease init --github --force --ledger https://github.com/OWNER/${name.replace(/^.*\//, "")}-ledger.git").`
      }
    ];
  });
}
var WITHOUT = ["smoke", "pull-request", "staleness"];
function refuses({ paths, extensions, longest }, file) {
  const ending = file.replace(/^.*\./, "");
  return (
    // The record lies at the top, so that what is left with a slash is of a folder.
    paths.some((pattern) => matchesWildcard(pattern.replace(/^\/?(?:\*\*\/)?/, ""), file)) || extensions.some((each) => each.replace(/^\*?\./, "").toLowerCase() === ending) || longest !== void 0 && file.length > longest
  );
}

// src/github/doctor/runner-findings.ts
var SHORT_LABEL = "ubuntu-slim";
var LONG_STAGES = ["smoke", "launch", "collect"];
var LONG_WORKFLOWS = ["smoke", "pull-request", "train", "sweep", "tick"];
function runnerFindings({ path, calls, steps }) {
  return [
    ...calls.filter(({ workflow, runsOn }) => runsOn === SHORT_LABEL && LONG_WORKFLOWS.includes(workflow)).map(({ job, workflow }) => short(path, job, `calls ${workflow}.yml`)),
    ...steps.filter(({ stage, runsOn }) => runsOn === SHORT_LABEL && LONG_STAGES.includes(stage)).map(({ job, stage }) => short(path, job, `runs the action "${stage}"`)),
    ...[...new Map(steps.map((step) => [step.job, step])).values()].flatMap(
      ({ job, container }) => container !== void 0 && isMusl(container) ? [withoutNode(path, job, container)] : []
    )
  ];
}
var short = (path, job, does) => ({
  code: "runner-too-short",
  level: "advice",
  what: `The job "${job}" of ${path} ${does} on ${SHORT_LABEL}, which ends every job after 15 minutes.`,
  fix: 'Use ubuntu-latest for it; ubuntu-slim is for looks ("watch", "status", "tick" in jobs of your own). What is cut off goes on in the next job.'
});
var isMusl = (image) => /(^|[/:@-])alpine\b/i.test(image);
var withoutNode = (path, job, image) => ({
  code: "container-without-node",
  level: "advice",
  what: `The job "${job}" of ${path} runs in the container ${image}; the Node that the runner brings into containers does not start on Alpine.`,
  fix: 'Add a step "apk add nodejs git" before ours, or take an image of Debian or Ubuntu.'
});

// src/github/doctor/set-findings.ts
var NEEDED_BESIDE = [
  { is: "smoke", calls: ["pull-request", "smoke"], level: "advice", so: "no pull request is smoked" },
  { is: "train", calls: ["train", "sweep"], level: "fault", so: "no chain of looks can go on" },
  { is: "release", calls: ["release"], level: "fault", so: "nobody can be asked for a release" }
];
function setFindings(view, own) {
  const { callers } = view;
  if (callers.some(({ unreadable }) => unreadable !== void 0)) return [];
  return [...missingFindings(callers), ...pinFindings(callers, own)];
}
function missingFindings(callers) {
  const called2 = new Set(callers.flatMap(({ calls }) => calls.map(({ workflow }) => workflow)));
  if (!["train", "sweep", "release", "tick"].some((name) => called2.has(name))) return [];
  const absent = NEEDED_BESIDE.filter(({ calls }) => !calls.some((name) => called2.has(name)));
  const looks = tickingOf(callers);
  const daily = looks.length === 1 && called2.has("tick") ? [
    {
      is: "daily",
      level: "advice",
      so: `nobody looks while ${looks[0]?.path} is switched off`
    }
  ] : [];
  return [...absent, ...daily].map(({ is, level, so }) => ({
    code: "file-missing",
    level,
    what: `There is no ${setPath(is)}, and no other workflow does what it does: ${so}.`,
    fix: 'Write the whole set: "gpu-lease init --github --force" in a clean clone, then keep of it what you want.'
  }));
}
function pinFindings(callers, own) {
  const pins = [...new Set(callers.flatMap((caller) => caller.pins))];
  const short2 = (pin2) => pin2.replace(/(@[0-9a-f]{10})[0-9a-f]+$/, "$1");
  if (pins.length > 1) {
    return [
      {
        code: "pins-differ",
        level: "advice",
        what: `The workflow files use ${pins.length} versions of gpu-lease: ${pins.map(short2).join(", ")}. They write one ledger.`,
        fix: "Pin all of them to the same commit."
      }
    ];
  }
  const [pin] = pins;
  if (pin === void 0 || !own || !pin.startsWith(`${own.suite}@`) || pin === `${own.suite}@${own.commit}`)
    return [];
  return [
    {
      code: "pin-differs-from-here",
      level: "advice",
      what: `The workflow files use ${short2(pin)}; this copy of gpu-lease is ${short2(`${own.suite}@${own.commit}`)}${own.version === void 0 ? "" : ` (${own.version})`}.`,
      fix: 'Where this copy is the newer one, "gpu-lease init --github --force" pins it.'
    }
  ];
}

// src/github/doctor/storage-findings.ts
var FREE_BYTES = 500 * 1e3 ** 2;
var NEARLY2 = 0.8;
function storageFindings({ artifacts, name }) {
  const kept = (artifacts ?? []).filter(({ expired }) => !expired);
  const bytes = kept.reduce((sum, each) => sum + each.bytes, 0);
  if (bytes < NEARLY2 * FREE_BYTES) return [];
  return [
    {
      code: "artifact-storage",
      level: "advice",
      what: `${name} keeps ${Math.round(bytes / 1e3 ** 2)} MB in ${kept.length} artifacts; a free plan holds ${FREE_BYTES / 1e3 ** 2} MB for all private repositories of its owner. What this plan holds GitHub does not say.`,
      fix: 'Delete old artifacts, let the store keep them for fewer days ("workflow-artifact: { days: 7 }"), or name a further store. An upload that does not fit leaves the box waiting.'
    }
  ];
}

// src/github/caller-files.ts
var TICK_CRON = "7,37 * * * *";
var DAILY_CRON = "23 5 * * *";
var CHAIN_INPUTS = ["run", "stage", "hop", "wait"];
var RELEASE_INPUTS = ["run", "lease", "seal", "acknowledge"];
var LEDGER = ["contents: write", "the ledger is a ref of this repository"];
var STATUS = ["statuses: write", "how a labelled commit stands"];
var COMMENT = ["pull-requests: write", "the comment on a labelled change"];
var WRITTEN = [
  {
    is: "smoke",
    about: "The smoke of every change, on a runner and for nothing: no secret, no environment, nothing is rented.",
    on: "  pull_request:\n  merge_group:\n",
    permissions: [
      ["contents: read", "to check the code out"],
      ["pull-requests: write", "one comment, kept up to date; in a merge queue none"]
    ],
    calls: "pull-request",
    readsJob: true,
    holdsSecrets: false
  },
  {
    is: "train",
    about: "A run or a sweep, started by hand; the chain of its looks starts this file again by itself.",
    runName: titled(`gpu-lease ${given("inputs.stage")}`, {
      run: "' {0}', inputs.run",
      standing: "' standing {0} of {1}', inputs.standing, inputs.run || github.run_id",
      pull: "' for pull request {0} at {1}', inputs.pull, inputs.commit"
    }),
    on: `  workflow_dispatch:
    inputs:
      stage: { type: choice, options: [train, sweep], default: train, description: What to do }
      run: { type: string, description: Run or sweep to go on with; a new one when empty }
      boxes: { type: string, description: Boxes of a sweep where the job file does not say }
      standing: { type: string, description: Level such as L2 at which what is sealed may be released unasked }
      hop: { type: string, description: Left to the chain }
      wait: { type: string, description: Left to the chain }
      commit: { type: string, description: Left to the label }
      pull: { type: string, description: Left to the label }
`,
    permissions: [
      LEDGER,
      ["actions: write", "to start the next look, and the run in which a release is asked for"],
      STATUS,
      COMMENT
    ],
    calls: "train",
    readsJob: true,
    passes: ["run", "stage", "boxes", "standing", "hop", "wait", "commit", "pull"],
    holdsSecrets: true,
    seals: true
  },
  {
    is: "release",
    about: "Gives one box back. Started where everything is sealed, and by hand; its title is what the approver reads.",
    runName: titled("gpu-lease release", {
      lease: "' {0}', inputs.lease",
      seal: "' {0}', inputs.seal",
      acknowledge: "' {0}', inputs.acknowledge",
      stopped: "' stopped {0}', inputs.stopped"
    }),
    on: `  workflow_dispatch:
    inputs:
      run: { type: string, required: true, description: Run to release }
      lease: { type: string, description: Lease to release }
      seal: { type: string, description: Seal that the release is for }
      acknowledge: { type: string, description: stale-facts where the summary asks for it }
      approve: { type: string, description: Release phrase where the plan has no reviewers }
      stopped: { type: string, description: Lease whose box you ended by hand where no program can }
`,
    permissions: [LEDGER, ["actions: read", "who approved this workflow run"]],
    calls: "release",
    passes: ["run", "approve", "stopped"],
    holdsSecrets: true
  },
  {
    is: "tick",
    about: "One look at everything that is open: by schedule, by hand, or by a clock outside of GitHub.",
    on: `  schedule: [{ cron: '${TICK_CRON}' }]
  workflow_dispatch:
`,
    permissions: [
      LEDGER,
      ["actions: write", "to start looks that nobody would come for, and releases"],
      ["issues: write", "one issue for each real problem"],
      STATUS,
      COMMENT
    ],
    calls: "tick",
    readsJob: true,
    holdsSecrets: true,
    seals: true
  },
  {
    is: "daily",
    about: "Once a day, whatever else is switched off: strays, what was forgotten, facts that are too old.",
    on: `  schedule: [{ cron: '${DAILY_CRON}' }]
  workflow_dispatch:
`,
    permissions: [
      LEDGER,
      ["actions: write", "to start looks that nobody would come for, and releases"],
      ["issues: write", "one issue for each real problem, and one for stale facts"],
      STATUS,
      COMMENT
    ],
    calls: "tick",
    readsJob: true,
    fixed: ["facts: true"],
    holdsSecrets: true,
    seals: true
  }
];
var LABEL = {
  is: "label",
  about: "A label on a pull request asks for a run of its commit; the reviewers of the environment approve it before it rents.",
  on: "  pull_request:\n    types: [labeled]\n",
  permissions: [
    ["contents: read", "the file that is started, of the default branch"],
    ["pull-requests: write", "to take the label off"],
    ["actions: write", "to start the run"],
    ["statuses: write", "how the commit stands"]
  ],
  calls: "label",
  holdsSecrets: false
};
var KAGGLE_CRON = "11 * * * *";
var KAGGLE = {
  is: "kaggle",
  about: "One step of a run on Kaggle: begun by hand, gone on with by the schedule until what it made is stored.",
  on: `  schedule: [{ cron: '${KAGGLE_CRON}' }] # begins no run, and pushes nothing beside a session that works
  workflow_dispatch:
    inputs:
      push: { type: choice, options: [first, next, again, none], default: first, description: What may be pushed }
      run: { type: string, description: Run on Kaggle to go on with; the newest when empty }
`,
  permissions: [
    ["contents: read", "to check the code out"],
    ["actions: read", "to read back what was uploaded"]
  ],
  calls: "kaggle",
  readsJob: true,
  passes: ["run"],
  fixed: [`push: ${given("inputs.push || 'next'")}`],
  holdsSecrets: true
};
var callerFiles = (caller) => [
  ...WRITTEN.filter(({ is }) => is === "smoke" || caller.kaggle !== "alone"),
  ...caller.kaggle === void 0 ? [] : [KAGGLE],
  ...caller.label === void 0 ? [] : [LABEL]
].filter(({ calls }) => calls !== "tick" || !caller.isLookedAt).map((file) => ({ path: setPath(file.is, caller.name), text: textOf(file, caller) }));
function textOf(file, caller) {
  const { is, about, runName, on, permissions, calls, passes = [], fixed = [], ...more } = file;
  const { readsJob, holdsSecrets, seals } = more;
  const hasRecord = is !== "label" && is !== "kaggle";
  const { keys, ledger, ledgerEnvironment, job, label, attest = "written", name = SET_NAME } = caller;
  const inputs = [
    ...readsJob && job !== void 0 ? [`job: ${JSON.stringify(job)}`] : [],
    ...passes.map((name2) => `${name2}: ${given(`inputs.${name2}`)}`),
    ...fixed,
    ...is === "label" && label !== void 0 ? [`label: ${JSON.stringify(label)}`] : [],
    ...seals && attest === "never" ? ["attest: never"] : [],
    ...hasRecord ? ledgerInput(ledger) : [],
    ...holdsSecrets ? keysInput(is, caller) : [],
    ...ledgerEnvironment === void 0 || !holdsSecrets || !hasRecord ? [] : [`ledger-environment: ${ledgerEnvironment}`]
  ];
  const secrets = is === "kaggle" ? ["KAGGLE_API_TOKEN"] : [...ledgerSecrets(ledger), ...keys];
  return `# ${about}
name: ${name} ${is}
${runName === void 0 ? "" : `run-name: ${runName}
`}on:
${on}permissions: {}
jobs:
  ${is}:
    name: ${name}
    permissions:
${lines(permissions.map(([scope, why]) => `${scope} # ${why}`))}    uses: ${called(calls, caller)}
${block("with", inputs)}${holdsSecrets ? secretsBlock(secrets) : ""}${seals && attest === "written" ? signingJob(is, caller) : ""}`;
}
var signingJob = (is, caller) => `  attest:
    name: attest
    needs: ${is}
    if: ${given(`!cancelled() && needs.${is}.outputs.attest != ''`)}
    permissions:
      contents: read # the ledger is a ref of this repository
      id-token: write # to prove to the signer which workflow this is
      attestations: write # to store what was signed with the repository
    uses: ${called("attest", caller)}
${block("with", signingInputs(is, caller))}${secretsBlock(ledgerSecrets(caller.ledger))}`;
function signingInputs(is, { ledger, ledgerEnvironment, keysEnvironment }) {
  const environment = ledgerEnvironment ?? keysEnvironment;
  return [
    `runs: ${given(`needs.${is}.outputs.attest`)}`,
    ...ledgerInput(ledger),
    ...environment === void 0 ? [] : [`environment: ${environment}`]
  ];
}
var keysInput = (is, { keysEnvironment }) => keysEnvironment === void 0 ? [] : [`${is === "release" ? "keys" : "environment"}: ${keysEnvironment}`];
var called = (workflow, { suite, commit, version }) => `${suite}/.github/workflows/${workflow}.yml@${commit}${version === void 0 ? "" : ` # ${version}`}`;
var ledgerInput = (ledger) => ledger === void 0 ? [] : [`ledger: ${ledger}`];
var ledgerSecrets = (ledger) => [
  "GPU_LEASE_SECRET",
  ...ledger === void 0 ? [] : ["GPU_LEASE_LEDGER_TOKEN"]
];
var secretsBlock = (names) => block(
  "secrets",
  names.map((name) => `${name}: ${given(`secrets.${name}`)}`)
);
var block = (name, entries) => entries.length === 0 ? "" : `    ${name}:
${lines(entries)}`;
var lines = (entries) => entries.map((entry) => `      ${entry}
`).join("");
function titled(start, parts) {
  const each = Object.entries(parts).map(([name, as]) => given(`inputs.${name} && format(${as})`));
  return `${start}${each.join("")}`;
}
function given(expression) {
  return `\${{ ${expression} }}`;
}

// src/github/doctor/cron-line.ts
var cronFindings = ({ path, crons }) => crons.flatMap(({ text, line, column }) => {
  const fault = cronFault(text);
  if (!fault) return [];
  const meant = fault.meant ?? TICK_CRON;
  return [
    {
      code: "cron-unreadable",
      level: "fault",
      what: `${path}:${line}:${column}: the schedule ${JSON.stringify(text.slice(0, 80))} ${fault.why}. GitHub starts nothing of a file with such a line, by hand neither.`,
      fix: `Write "cron: '${meant}'"${fault.meant === void 0 ? ", twice an hour, or your own" : ""}.`
    }
  ];
});
var FIELDS = [
  { name: "minute", least: 0, most: 59, words: [] },
  { name: "hour", least: 0, most: 23, words: [] },
  { name: "day of the month", least: 1, most: 31, words: [] },
  { name: "month", least: 1, most: 12, words: "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC".split(" ") },
  { name: "day of the week", least: 0, most: 6, words: "SUN MON TUE WED THU FRI SAT".split(" ") }
];
function cronFault(text) {
  const words = text.trim().split(/\s+/);
  const meant = meantBy(words);
  const sure = meant !== void 0 && faultOf(meant) === void 0 ? { meant: meant.join(" ") } : {};
  const why = faultOf(words);
  return why === void 0 ? void 0 : { why, ...sure };
}
function faultOf(words) {
  if (words[0]?.startsWith("@")) return "is a word that GitHub does not take";
  if (words.length !== FIELDS.length)
    return `has ${words.length} field${words.length === 1 ? "" : "s"}, and there are five: ${FIELDS.map(({ name }) => name).join(", ")}`;
  for (const [at, field] of FIELDS.entries()) {
    const word = words[at] ?? "";
    const items = word.split(",").filter((item) => item !== "");
    if (items.length === 0 || !items.every((item) => isItem(item, field)))
      return `has ${JSON.stringify(word)} for the ${field.name}, which is ${field.least} to ${field.most}`;
  }
  return;
}
function isItem(item, field) {
  const [range = "", step, ...more] = item.split("/");
  if (more.length > 0 || step !== void 0 && !/^[1-9]\d{0,3}$/.test(step)) return false;
  if (range === "*" || range === "?") return true;
  const [from, to, ...others] = range.split("-").map((word) => numberOf(word, field));
  if (from === void 0 || others.length > 0) return false;
  return !range.includes("-") || to !== void 0 && from <= to;
}
function numberOf(word, { least, most, words }) {
  const named = words.indexOf(word.toUpperCase());
  const number = named >= 0 ? named + least : /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN;
  return number >= least && number <= most ? number : void 0;
}
var WORDS = {
  "@hourly": "7 * * * *",
  "@daily": "17 5 * * *",
  "@midnight": "17 0 * * *",
  "@weekly": "17 5 * * 0",
  "@monthly": "17 5 1 * *"
};
function meantBy(words) {
  const word = WORDS[words[0] ?? ""];
  if (word !== void 0) return word.split(" ");
  if (words.length === 6 && words[0] === "0") return words.slice(1);
  if (words.length === 4) return [...words, "*"];
  return words.length === 5 ? [...words.slice(0, 4), words[4] === "7" ? "0" : words[4] ?? ""] : void 0;
}

// src/github/doctor/workflow-findings.ts
var NEEDED = {
  smoke: { contents: "read" },
  "pull-request": { contents: "read", "pull-requests": "write" },
  train: { contents: "write", actions: "write", statuses: "write", "pull-requests": "write" },
  sweep: { contents: "write", actions: "write" },
  release: { contents: "write", actions: "read" },
  tick: {
    contents: "write",
    actions: "write",
    issues: "write",
    statuses: "write",
    "pull-requests": "write"
  },
  staleness: { issues: "write" },
  label: { contents: "read", "pull-requests": "write", actions: "write", statuses: "write" },
  attest: { contents: "read", "id-token": "write", attestations: "write" },
  kaggle: { contents: "read", actions: "read" }
};
var SPENDING = ["launch", "watch", "collect", "sweep", "release"];
var TICK_EVERY_SECONDS = 30 * 60;
var LATE_AFTER_SECONDS = 12 * 3600;
var LEAST_GAPS = 5;
function workflowFindings(view, keys) {
  const { callers } = view;
  if (callers.length === 0) {
    if (view.unseen.some(({ what }) => what === "the workflow files")) return [];
    const branch = view.facts ? `"${view.facts.defaultBranch}"` : "the default branch";
    return [
      {
        code: "workflow-missing",
        level: "fault",
        what: `No workflow file on ${branch} of ${view.name} uses gpu-lease. Dispatches and schedules start only what is there.`,
        fix: `"gpu-lease init --github" writes the files; commit them, and merge them into ${branch}.`
      }
    ];
  }
  return [
    ...callers.flatMap((caller) => fileFindings(caller, keys)),
    ...ledgerFindings(callers),
    ...scheduleFindings(view),
    ...dispatchFindings(view)
  ];
}
function fileFindings(caller, keys) {
  const { path, unreadable } = caller;
  if (unreadable !== void 0) {
    return [
      {
        code: "workflow-unreadable",
        level: "fault",
        what: `${path} is no workflow: ${unreadable}.`,
        fix: 'Correct it; until then GitHub starts nothing of it. "gpu-lease init --github --force" writes a fresh one.'
      }
    ];
  }
  return [
    ...topFindings(caller),
    ...cronFindings(caller),
    ...caller.calls.flatMap((call) => [...grantFindings(path, call), ...secretFindings(path, call, keys)]),
    ...caller.steps.flatMap((step) => stepFindings(path, step)),
    ...unpinnedFindings(caller)
  ];
}
function topFindings({ path, permissions, triggers }) {
  const wide = permissions === void 0 || permissions === "write-all";
  return [
    ...wide ? [
      {
        code: "permissions-too-wide",
        level: "advice",
        what: `${path} ${permissions === void 0 ? "names no permissions at the top, so every job has those of the settings" : "grants everything to every job"}.`,
        fix: 'Write "permissions: {}" at the top, and name what is needed in each job.'
      }
    ] : [],
    ...triggers.has("pull_request_target") ? [
      {
        code: "untrusted-trigger",
        level: "fault",
        what: `${path} starts on pull_request_target, which gives secrets and a writing token to a run that strangers can start. gpu-lease refuses to rent in it.`,
        fix: 'Use "pull_request" for the smoke, and "workflow_dispatch" for everything that rents.'
      }
    ] : []
  ];
}
function grantFindings(path, { job, workflow, permissions }) {
  const lacking = Object.entries(NEEDED[workflow]).filter(
    ([scope, level]) => RANK.indexOf(granted(permissions, scope)) < RANK.indexOf(level)
  );
  if (lacking.length === 0) return [];
  const list = lacking.map(([scope, level]) => `${scope}: ${level}`).join(", ");
  return [
    {
      code: "permissions-too-small",
      level: "fault",
      what: `The job "${job}" of ${path} grants too little to ${workflow}.yml: ${list} is missing, and GitHub refuses the whole run for it.`,
      fix: `Add "permissions: { ${Object.entries(NEEDED[workflow]).map((pair) => pair.join(": ")).join(", ")} }" to the job.`
    }
  ];
}
var RANK = ["none", "read", "write"];
function granted(permissions, scope) {
  if (permissions === "write-all") return "write";
  if (permissions === "read-all") return "read";
  return permissions?.[scope] ?? "none";
}
function secretFindings(path, call, keys) {
  const { job, workflow, secrets, ledger } = call;
  if (WITHOUT_SECRETS.includes(workflow)) return [];
  if (secrets === "inherit") {
    return [
      {
        code: "secrets-inherit",
        level: "advice",
        what: `The job "${job}" of ${path} hands every secret of the repository to ${workflow}.yml.`,
        fix: "Name the ones it needs: GPU_LEASE_SECRET and the keys of the platforms."
      }
    ];
  }
  if (workflow === "kaggle") return loginFindings(path, call, secrets);
  const absent = [
    ...["GPU_LEASE_SECRET", ...ledger === void 0 ? [] : ["GPU_LEASE_LEDGER_TOKEN"]].filter(
      (name) => !secrets.includes(name)
    ),
    ...(workflow === "attest" ? [] : keys).flatMap(
      (each) => each.some((name) => secrets.includes(name)) ? [] : each
    )
  ];
  return absent.map((name) => ({
    code: "secret-not-passed",
    level: "fault",
    what: `The job "${job}" of ${path} does not pass ${name} to ${workflow}.yml, which then finds it empty even where the environment has it.`,
    fix: `Add "${name}: \${{ secrets.${name} }}" to the "secrets:" of the job.`
  }));
}
function loginFindings(path, { job }, secrets) {
  const has = (name) => secrets.includes(name);
  if (has("KAGGLE_API_TOKEN") || has("KAGGLE_USERNAME") && has("KAGGLE_KEY")) return [];
  return [
    {
      code: "secret-not-passed",
      level: "fault",
      what: `The job "${job}" of ${path} passes neither KAGGLE_API_TOKEN nor KAGGLE_USERNAME with KAGGLE_KEY to kaggle.yml, which then has no login even where the environment has one.`,
      fix: `Add "KAGGLE_API_TOKEN: \${{ secrets.KAGGLE_API_TOKEN }}" to the "secrets:" of the job.`
    }
  ];
}
var WITHOUT_SECRETS = ["label", "smoke", "pull-request", "staleness"];
function ledgerFindings(callers) {
  const keeping = callers.flatMap(({ path, calls }) => calls.map((call) => ({ path, ...call }))).filter(({ workflow }) => !["smoke", "staleness", "kaggle"].includes(workflow));
  const ledgers = [...new Set(keeping.map(({ ledger }) => ledger ?? "this repository"))];
  if (ledgers.length < 2) return [];
  const list = keeping.map(({ path, job, ledger }) => `${job} of ${path}: ${ledger ?? "this repository"}`);
  return [
    {
      code: "ledger-differs",
      level: "fault",
      what: `The workflows keep different ledgers (${list.join(", ")}), so one does not see what the other rents.`,
      fix: 'Give every call the same "with: { ledger: ... }".'
    }
  ];
}
function smokeFindings(path, { job, permissions, holdsSecrets }) {
  const writes = permissions === void 0 || permissions === "write-all" || typeof permissions === "object" && Object.values(permissions).includes("write");
  if (!holdsSecrets && !writes) return [];
  return [
    {
      code: "smoke-beside-secrets",
      level: "fault",
      what: `The job "${job}" of ${path} runs the training script for the smoke, and ${holdsSecrets ? "has an environment or a secret" : "its token may write"}; the script runs as the user who can read both.`,
      fix: 'Give the smoke a job of its own, with "permissions: { contents: read }" and nothing else, and hand its output "evidence" to the next one.'
    }
  ];
}
function stepFindings(path, step) {
  const { job, stage, concurrency, permissions } = step;
  if (stage === "smoke") return smokeFindings(path, step);
  if (!SPENDING.includes(stage)) return [];
  const where = `The job "${job}" of ${path} runs the action "${stage}"`;
  const queue = concurrency?.cancels === true ? finding("concurrency-cancels", `${where} and may be cancelled by the next one of its group.`) : concurrency?.keepsAll ? [] : finding(
    "queue-missing",
    `${where} ${concurrency ? "in a group that keeps one waiting run and drops the others" : "in no concurrency group"}.`
  );
  const writes = permissions === void 0 || RANK.indexOf(granted(permissions, "contents")) >= 2;
  const grant = writes ? [] : [
    {
      code: "permissions-too-small",
      level: "fault",
      what: `${where} without "contents: write", so it cannot write the ledger.`,
      fix: 'Add "permissions: { contents: write }" to the job.'
    }
  ];
  const reads = permissions === void 0 || RANK.indexOf(granted(permissions, "actions")) >= 1;
  const witness = reads ? [] : [
    {
      code: "witness-unread",
      level: "advice",
      what: `${where} without "actions: read", so in a private repository it cannot see what earlier workflow runs kept of the record: after a pause it stops and asks a person.`,
      fix: 'Add "actions: read" to the permissions of the job.'
    }
  ];
  return [...queue, ...grant, ...witness];
}
var finding = (code, what) => [
  {
    code,
    level: "fault",
    what,
    fix: 'Give the job "concurrency: { group: gpu-lease-<the run>, cancel-in-progress: false, queue: max }".'
  }
];
var unpinnedFindings = ({ path, unpinned }) => [...new Set(unpinned)].map((uses) => ({
  code: "unpinned-uses",
  level: "advice",
  what: `${path} uses ${uses}, a name that can be moved to other code.`,
  fix: "Pin it to a full commit, with the version in a comment."
}));
function scheduleFindings(view) {
  const [ticking, ...others] = tickingOf(view.callers);
  if (!ticking && isKaggleAlone(view.callers)) return [];
  if (!ticking) {
    return [
      {
        code: "schedule-missing",
        level: "fault",
        what: `No workflow of ${view.name} runs the tick on a schedule, so nothing looks when a run was forgotten.`,
        fix: `Add "schedule: [{ cron: '${TICK_CRON}' }]" and a job that calls tick.yml.`
      }
    ];
  }
  const stateOf = ({ path }) => view.workflows.find((each) => each.path === path)?.state ?? "active";
  const state = stateOf(ticking);
  const daily = others.find((each) => stateOf(each) === "active");
  const off = others.filter((each) => stateOf(each) !== "active").map((each) => switchedOff(each, stateOf(each)));
  if (state !== "active")
    return [...off, ...daily ? resting(ticking, state) : [switchedOff(ticking, state)]];
  return [...off, ...lateFindings(view, ticking.path, daily !== void 0)];
}
function isKaggleAlone(callers) {
  const called2 = callers.flatMap(({ calls }) => calls.map(({ workflow }) => workflow));
  const isOfRuns = (workflow) => !["kaggle", "smoke", "pull-request", "staleness"].includes(workflow);
  const spends = callers.some(({ steps }) => steps.some(({ stage }) => SPENDING.includes(stage)));
  return called2.includes("kaggle") && !called2.some(isOfRuns) && !spends;
}
var resting = ({ path }, state) => state === "disabled_inactivity" ? [
  {
    code: "schedule-rests",
    level: "advice",
    what: `GitHub has switched ${path} off after 60 days without a commit (${state}).`,
    fix: 'Nothing, where nothing is open: opening a run or the daily look switches it on again. Or "gh workflow enable".'
  }
] : [];
var switchedOff = ({ path }, state) => ({
  code: "schedule-disabled",
  level: "fault",
  what: `GitHub has switched ${path} off${state === "disabled_inactivity" ? " after 60 days without a commit" : ""} (${state}), so nothing looks after what it is for.`,
  fix: `Actions > ${path} > Enable workflow, or "gh workflow enable".`
});
function lateFindings({ scheduled, now }, path, isSwitched) {
  if (!scheduled) return [];
  const newest = scheduled[0];
  const ageSeconds = newest ? (now.getTime() - Date.parse(newest.createdAt)) / 1e3 : void 0;
  if (ageSeconds !== void 0 && ageSeconds <= LATE_AFTER_SECONDS) return seldomFindings(scheduled, path);
  return [
    {
      code: "schedule-late",
      level: newest && !isSwitched ? "fault" : "advice",
      what: ageSeconds === void 0 ? `The schedule of ${path} has not run yet.` : `The schedule of ${path} last ran ${Math.round(ageSeconds / 3600)} h ago.`,
      fix: "Look at the Actions page whether it is enabled; GitHub runs schedules of the default branch only, and delays them under load."
    }
  ];
}
function seldomFindings(scheduled, path) {
  const times = scheduled.map(({ createdAt }) => Date.parse(createdAt));
  const gaps = times.slice(1).map((time, at) => ((times[at] ?? 0) - time) / 1e3).filter((seconds) => seconds <= LATE_AFTER_SECONDS).sort((one, other) => one - other);
  const longest = gaps.at(-1) ?? 0;
  if (gaps.length < LEAST_GAPS || longest <= 4 * TICK_EVERY_SECONDS) return [];
  const inHours = (seconds) => (seconds / 3600).toFixed(1);
  return [
    {
      code: "schedule-seldom",
      level: "advice",
      what: `The last ${gaps.length + 1} runs of ${path} by schedule came ${inHours(gaps[Math.floor(gaps.length / 2)] ?? 0)} h apart in the median and ${inHours(longest)} h at most, whatever its cron line says.`,
      fix: 'Nothing where the chain of looks may go on by itself ("actions: write"); else let a clock outside of GitHub start that file.'
    }
  ];
}
function dispatchFindings({ callers }) {
  const wanted2 = [
    { of: ["train", "sweep"], inputs: CHAIN_INPUTS, so: "no run can be gone on with" },
    { of: ["release"], inputs: RELEASE_INPUTS, so: "no release be asked for" }
  ];
  return wanted2.flatMap(({ of, inputs, so }) => {
    const file = callers.find((caller) => caller.calls.some(({ workflow }) => of.includes(workflow)));
    const absent = inputs.filter((name) => file && !file.dispatchInputs.includes(name));
    if (!file || absent.length === 0) return [];
    return [
      {
        code: "dispatch-inputs-missing",
        level: "fault",
        what: `${file.path} has no workflow_dispatch input ${absent.join(", ")}, so ${so}.`,
        fix: 'Add them as the file of "gpu-lease init --github" has them.'
      }
    ];
  });
}

// src/github/doctor/findings.ts
var LEVELS = ["fault", "unknown", "advice"];
function findingsOf(view, wishes) {
  const all = [
    ...repositoryFindings(view),
    ...workflowFindings(view, wishes.keys),
    ...setFindings(view, wishes.own),
    ...environmentFindings(view, wishes.job),
    ...attestFindings(view),
    ...view.callers.flatMap(runnerFindings),
    ...ownRunnerFindings(view),
    ...rulesetFindings(view),
    ...checkFindings(view),
    ...storageFindings(view),
    ...minutesFindings(view.minutes, wishes.rates),
    ...secretFindings2(wishes),
    ...noticeFindings(wishes),
    ...clusterFindings(wishes.clusters),
    ...rootFindings(wishes),
    ...view.unseen.map(({ what, why, next }) => ({
      code: "unseen",
      level: "unknown",
      what: `${what} could not be looked at: ${why}`,
      fix: next
    }))
  ];
  return LEVELS.flatMap((level) => all.filter((finding2) => finding2.level === level));
}
var repositoryFindings = ({ facts, name }) => facts?.archived ? [
  {
    code: "archived",
    level: "fault",
    what: `${name} is archived: nothing runs in it and the ledger cannot be written.`,
    fix: 'Settings > Unarchive this repository, or keep the ledger in another one ("--ledger").'
  }
] : [];
var rootFindings = ({ root }) => root !== null && root.months <= DEFAULT_LIMIT_MONTHS ? [] : [
  {
    code: "root-stale",
    level: "advice",
    what: `The root of Sigstore that comes with this copy of gpu-lease was ${root === null ? "never seen in use" : `last seen in use in ${root.verified}, ${root.months} months ago`}: "verify --attested" may refuse what was signed since.`,
    fix: 'Update gpu-lease, or give "verify --attested" another one by --trusted-root ("gh attestation trusted-root" prints it).'
  }
];
var noticeFindings = ({ isSet, notices }) => notices.filter((name) => isSet && !isSet(name)).map((name) => ({
  code: "notice-secret-missing",
  level: "advice",
  what: `${name} is not set in this job, so \`notify\` tells nobody by it.`,
  fix: `Store it as a secret and pass it on by name: the workflows of the suite hand on ${Object.values(USUAL_SECRETS).join(", ")}.`
}));
function secretFindings2({ isSet, keys, secretFault: secretFault2 }) {
  if (secretFault2 !== void 0) {
    const fix = '"gpu-lease init --github" prints a good one. Boxes that run now are reached only with the old one.';
    return [
      {
        code: "secret-unusable",
        level: "fault",
        what: `GPU_LEASE_SECRET cannot be used: ${secretFault2}`,
        fix
      }
    ];
  }
  if (!isSet) return [];
  const lacking = [["GPU_LEASE_SECRET"], ...keys].filter((names) => !names.some((name) => isSet(name)));
  return lacking.map((names) => ({
    code: "secret-missing",
    level: "fault",
    what: `${names.join(" or ")} is not set in this job.`,
    fix: names[0] === "GPU_LEASE_SECRET" ? 'Make one ("gpu-lease init --github" prints it), store it as a secret, and pass it on by name.' : "Store the key as a secret of the environment, and pass it on by name. Workflows of forks receive none."
  }));
}

// src/github/doctor/view.ts
var MAX_FILES = 30;
var MAX_RUNS = 30;
var PAGE = 100;
var SAMPLED_RUNS = 3;
async function lookAtRepository(github, now) {
  const unseen4 = [];
  const seen = async (what, look) => {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof Problem) || error.kind === "unreachable") throw error;
      unseen4.push({ what, why: error.what, next: error.next });
      return;
    }
  };
  const facts = await seen("the repository", () => github.describe());
  const workflows = await seen("the workflows", () => github.workflows()) ?? [];
  const environments = await seen("the environments", () => github.environments());
  const pushRules = await unlessRefused(() => github.pushRules()) ?? [];
  const isCounted = facts !== void 0 && facts.visibility !== "public";
  const artifacts = isCounted ? await seen("the artifacts", () => github.artifacts()) : void 0;
  const requires = facts && await requiredFor(github, facts.defaultBranch);
  const files = await seen("the workflow files", () => filesOf(github, workflows));
  const callers = files?.read.filter(({ path, text }) => path === ONE_FILE || usesGpuLease(text)).map(({ path, text }) => readCaller(path, text));
  const ledgerSecrets2 = await ledgerSecretsOf(github, callers ?? []);
  const [ticking] = tickingOf(callers ?? []);
  const runs = ticking && await seen("past runs", () => github.runsOf(fileName(ticking.path), MAX_RUNS));
  const minutes = isCounted && callers ? await seen("what workflow runs billed", () => minutesOf(github, callers, now)) : void 0;
  return {
    name: github.repository,
    now,
    facts,
    callers: callers ?? [],
    workflows,
    environments,
    ledgerSecrets: ledgerSecrets2,
    pushRules,
    requires,
    ownRunners: needsOwnRunner(callers ?? []) ? await unlessRefused(() => github.ownRunners()) : void 0,
    checkSources: (files?.read ?? []).map(({ path, text }) => readCheckSource(path, text)),
    readsAllFiles: files?.isAll ?? false,
    artifacts,
    minutes,
    scheduled: runs?.filter(({ event }) => event === "schedule"),
    unseen: unseen4
  };
}
async function requiredFor(github, branch) {
  const byRules = await unlessRefused(() => github.rulesOfBranch(branch));
  const byBranch = await unlessRefused(() => github.protectionOfBranch(branch));
  const required = [...byRules?.required ?? [], ...byBranch ?? []];
  const isQueued = byRules?.hasQueue || required.length === 0;
  const hasQueue = isQueued ? byRules?.hasQueue : await unlessRefused(() => github.hasMergeQueue(branch));
  return { required, hasQueue: hasQueue ?? false };
}
async function unlessRefused(look) {
  try {
    return await look();
  } catch (error) {
    if (error instanceof Problem && error.kind !== "unreachable") return;
    throw error;
  }
}
async function ledgerSecretsOf(github, callers) {
  const found = /* @__PURE__ */ new Map();
  for (const name of new Set(
    callers.flatMap(({ calls }) => calls.flatMap((call) => call.ledgerEnvironment ?? []))
  ))
    found.set(name, await unlessRefused(() => github.secretNames(name)));
  return found;
}
async function filesOf(github, workflows) {
  const usual = [ONE_FILE, ...SET_FILES.map((is) => setPath(is)), setPath("label"), setPath("kaggle")];
  const paths = [.../* @__PURE__ */ new Set([...usual, ...workflows.map(({ path }) => path)])].filter(
    (each) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(each)
  );
  const read = [];
  for (const path of paths.slice(0, MAX_FILES)) {
    const text = await github.file(path);
    if (text !== void 0) read.push({ path, text });
  }
  return { read, isAll: paths.length <= MAX_FILES };
}
async function minutesOf(github, callers, now) {
  const files = [];
  for (const { path } of callers) {
    const runs = await github.runsOf(fileName(path), PAGE);
    const sampled = [];
    for (const { id } of runs.filter(({ status }) => status === "completed").slice(0, SAMPLED_RUNS))
      sampled.push(jobTimesOf(await github.jobsOf(id), now));
    const createdAt = runs.map((run) => new Date(run.createdAt));
    files.push({ isDaily: path === setPath("daily"), createdAt, hasMore: runs.length === PAGE, sampled });
  }
  return monthOfMinutes(files, now);
}
var fileName = (path) => path.slice(path.lastIndexOf("/") + 1);

// src/cli/look-at-clusters.ts
async function lookAtClusters(settings, { candidates, nodes }, signal) {
  const targets = candidates.flatMap(({ queue = "" }) => isKubeTarget(queue) ? [queue] : []);
  const identity = identityOf(settings.env, settings.redactor);
  return Promise.all(
    [...new Set(targets)].map(async (target) => {
      const context = {
        ...platformContext(settings, signal),
        queue: target,
        ...identity ? { identity } : {}
      };
      try {
        return { target, ...await kubernetesRights(context, nodes) };
      } catch (error) {
        return unseen3(target, error);
      }
    })
  );
}
function unseen3(target, error) {
  if (error instanceof Problem) {
    const { code, kind, what, next } = error;
    return { target, isFault: kind === "usage" && code !== "kubeconfig-missing", what, next };
  }
  if (!(error instanceof PlatformAnswer)) throw error;
  return {
    target,
    isFault: false,
    what: `What gpu-lease may do at ${target} could not be asked: ${error.message}.`,
    next: 'Ask with the same kubeconfig: "kubectl auth can-i --list"; examples/kubernetes/rbac.yml is what a run needs.'
  };
}

// src/cli/suite-source.ts
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
var UNKNOWN = { suite: "OWNER/gpu-lease", commit: "<commit>" };
var VERSION = /^v\d+\.\d+\.\d+$/;
var COMMIT = /^[0-9a-f]{40}$/;
function sourceOfSuite(env) {
  const dir = fileURLToPath(installedDir());
  return existsSync(`${dir}/.git`) ? sourceOfClone(dir, env) : sourceOfPackage(dir);
}
function sourceOfClone(dir, env) {
  const suite = originOf(dir, env);
  const commit = askGit(dir, env, ["rev-parse", "HEAD"]);
  if (suite === void 0 || commit === void 0) return;
  const tags = askGit(dir, env, ["tag", "--points-at", "HEAD"])?.split("\n") ?? [];
  return { suite, commit, version: tags.filter((tag) => VERSION.test(tag)).at(-1) };
}
function sourceOfPackage(dir) {
  const { repository, gitHead, version } = JSON.parse(
    readFileSync(`${dir}/package.json`, "utf8")
  );
  const url = typeof repository === "string" ? repository : repository?.url;
  const suite = repositoryAt((url ?? "").replace(/^git\+/, ""));
  if (suite === void 0 || gitHead === void 0 || !COMMIT.test(gitHead)) return;
  return { suite, commit: gitHead, version: `v${version}` };
}

// src/cli/doctor.ts
async function command(request, signal) {
  const settings = settingsOf(request);
  const diagnosis = await diagnose(settings, signal);
  process.stdout.write(settings.json ? jsonLine(diagnosis) : diagnosisText(diagnosis));
  return exitOf(diagnosis);
}
async function diagnose(settings, signal) {
  const github = repositoryOf(settings, signal);
  const view = await lookAtRepository(github, settings.clock.now());
  const wishes = await wishesOf(settings, signal);
  const findings = findingsOf(view, wishes);
  const count = (level) => findings.filter((each) => each.level === level).length;
  return {
    repository: github.repository,
    findings,
    faults: count("fault"),
    unknown: count("unknown"),
    minutes: view.facts?.visibility === "public" ? "public" : view.minutes ?? null,
    root: wishes.root,
    money: await moneyOfMonth(settings)
  };
}
async function moneyOfMonth(settings) {
  const most = jobOf(settings)?.budget.usdRepositoryPerMonth;
  if (most === void 0) return null;
  try {
    return await monthOfMoney(await lookingLedgerOf(settings), most, settings.clock.now());
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
var exitOf = ({ faults, unknown }) => faults > 0 ? EXIT.failed : unknown > 0 ? EXIT.inconclusive : EXIT.ok;
var WORDS2 = {
  fault: "fault",
  unknown: "could not tell",
  advice: "advice"
};
var MONTH_WORDS = {
  within: "money: ",
  nearly: "money nearly USED UP: ",
  over: "money USED UP, nothing is rented: "
};
function diagnosisText({
  repository,
  findings,
  faults,
  unknown,
  minutes,
  root,
  money
}) {
  const lines2 = findings.flatMap(({ code, level, what, fix }) => [
    `${WORDS2[level]} (${code}): ${what}`,
    `  fix: ${fix}`
  ]);
  const verdict = faults > 0 ? `${faults} fault${faults === 1 ? "" : "s"}` : unknown > 0 ? "no fault was seen, but not everything could be" : "no fault";
  const cost = minutes === null ? [] : [minutesText(minutes, runnerRates())];
  const month = money === null ? [] : [`${MONTH_WORDS[money.state]}${monthText(money)}`];
  return `${[...lines2, ...cost, ...month, rootText(root), `${repository}: ${verdict}`].join("\n")}
`;
}
var rootText = (root) => root === null ? "signing root: the bundled one was never seen in use" : `signing root: the bundled one was seen in use in ${root.verified} (${root.months} month${root.months === 1 ? "" : "s"} ago)`;
function repositoryOf(settings, signal) {
  const repository = settings.env["GITHUB_REPOSITORY"] || originOf(settings.cwd, settings.env);
  if (repository === void 0) {
    const url = originUrlOf(settings.cwd, settings.env);
    throw new Problem({
      code: "no-repository",
      kind: "usage",
      what: `Neither GITHUB_REPOSITORY nor the remote "origin" of ${settings.cwd} says which repository at GitHub is meant${url === void 0 ? "" : `: ${withoutLogin(url)} is not there`}.`,
      next: "Set GITHUB_REPOSITORY=owner/name."
    });
  }
  const env = { ...settings.env, GITHUB_REPOSITORY: repository };
  const github = openGitHub(env, settings.clock, signal);
  if (github) return github;
  throw new Problem({
    code: "no-token",
    kind: "usage",
    what: `There is no token with which ${repository} could be looked at.`,
    next: 'Set GH_TOKEN; on a laptop GH_TOKEN="$(gh auth token)" is one. Reading is all that it must be allowed.'
  });
}
async function wishesOf(settings, signal) {
  const { env } = settings;
  const job = jobOf(settings);
  const keys = (job?.candidates ?? []).flatMap(keysOfCandidate);
  const approval = job?.approval;
  return {
    job: job && {
      approvalEnvironment: approval?.environment,
      selfReview: approval?.selfReview ?? "allow",
      adminBypass: approval?.adminBypass ?? "forbid"
    },
    keys: [...new Map(keys.map((names) => [names.join(), names])).values()],
    notices: job ? noticeSecretsOf(job) : [],
    isSet: env["GITHUB_ACTIONS"] === "true" ? (name) => (env[name] ?? "").trim() !== "" : void 0,
    own: sourceOfSuite(env),
    rates: runnerRates(),
    root: rootAge(settings),
    clusters: await lookAtClusters(
      settings,
      { candidates: job?.candidates ?? [], nodes: job?.resources.nodes ?? 1 },
      signal
    ),
    secretFault: settings.secret === void 0 ? void 0 : secretFault(settings.secret)
  };
}
function rootAge({ clock }) {
  const { verified } = rootFacts();
  return verified === null ? null : { verified, months: Math.max(0, ageInMonths(verified, clock.now())) };
}
function jobOf(settings) {
  const path = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
  if (!existsSync2(path)) return;
  return parseJob(readFileSync2(path, "utf8"), path, knownPlatforms()).job;
}
function secretFault(secret) {
  try {
    loginKey(secret, "doctor");
    return;
  } catch (error) {
    if (error instanceof Problem) return error.what;
    throw error;
  }
}

export {
  KEYS_ENVIRONMENT,
  RELEASE_ENVIRONMENT,
  minutesText,
  callerFiles,
  UNKNOWN,
  sourceOfSuite,
  command,
  diagnose,
  exitOf,
  diagnosisText,
  rootText
};
