import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  CALLER_PATH,
  CHAIN_INPUTS,
  TICK_CRON
} from "./github-caller-file.shared.mjs";
import {
  parseJob
} from "./job-approval-rules.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import {
  parseProfile
} from "./profile-facts.shared.mjs";
import {
  settingsOf
} from "./cli-settings.shared.mjs";
import {
  installedDir
} from "./cli-installed.shared.mjs";
import {
  require_dist
} from "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import {
  forErrands
} from "./job-keys-of-others.shared.mjs";
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
  EXIT,
  Problem
} from "./problem.shared.mjs";
import {
  __toESM
} from "./nothing.shared.mjs";

// src/cli/doctor.ts
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

// src/github/doctor/environment-findings.ts
var KEYS_ENVIRONMENT = "gpu-lease";
var RELEASE_ENVIRONMENT = "gpu-lease-release";
function environmentFindings(view, job) {
  const { environments } = view;
  const calls = view.callers.flatMap((caller) => caller.calls);
  if (!environments || calls.length === 0) return [];
  const release = calls.find(({ workflow }) => workflow === "release");
  const gate = release && (release.environment ?? job?.approvalEnvironment);
  const keys = calls.filter(({ workflow }) => ["train", "sweep", "tick"].includes(workflow)).map(({ environment }) => environment ?? KEYS_ENVIRONMENT);
  return [
    ...[...new Set(keys)].flatMap((name) => keyFindings(name, environments)),
    ...gate === void 0 ? phraseOnly(view, job) : gateFindings(gate, view, environments, job)
  ];
}
function keyFindings(name, environments) {
  const found = environments.find((each) => sameName(each.name, name));
  if (!found) return [missing(name, "the keys of the platforms")];
  return [
    ...found.reviewers.length > 0 ? [
      {
        code: "environment-waits",
        level: "fault",
        what: `The environment "${name}" has required reviewers, so every look of the schedule would wait for one and none would happen.`,
        fix: `Take the reviewers off "${name}", and keep them on the environment of the release.`
      }
    ] : [],
    ...anyBranch(found)
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
  if (!found) return [missing(name, "the reviewers of a release"), ...other];
  if (found.reviewers.length === 0) return [unprotected(name, view), ...other];
  return [
    ...other,
    ...unnamed(name, job),
    ...bypass(found, job),
    ...selfReview(found, job),
    ...anyBranch(found)
  ];
}
var missing = (name, holds) => ({
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

// src/github/doctor/storage-findings.ts
var FREE_BYTES = 500 * 1e3 ** 2;
var NEARLY = 0.8;
function storageFindings({ artifacts, name }) {
  const kept = (artifacts ?? []).filter(({ expired }) => !expired);
  const bytes = kept.reduce((sum, each) => sum + each.bytes, 0);
  if (bytes < NEARLY * FREE_BYTES) return [];
  return [
    {
      code: "artifact-storage",
      level: "advice",
      what: `${name} keeps ${Math.round(bytes / 1e3 ** 2)} MB in ${kept.length} artifacts; a free plan holds ${FREE_BYTES / 1e3 ** 2} MB for all private repositories of its owner. What this plan holds GitHub does not say.`,
      fix: 'Delete old artifacts, let the store keep them for fewer days ("workflow-artifact: { days: 7 }"), or name a further store. An upload that does not fit leaves the box waiting.'
    }
  ];
}

// src/github/doctor/workflow-findings.ts
var NEEDED = {
  smoke: { contents: "read" },
  "pull-request": { contents: "read", "pull-requests": "write" },
  train: { contents: "write", actions: "write" },
  sweep: { contents: "write", actions: "write" },
  release: { contents: "write", actions: "read" },
  tick: { contents: "write", actions: "write", issues: "write" },
  staleness: { issues: "write" }
};
var SPENDING = ["launch", "watch", "collect", "sweep", "release"];
var TICK_EVERY_SECONDS = 15 * 60;
var LATE_AFTER_SECONDS = 12 * TICK_EVERY_SECONDS;
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
        fix: `"gpu-lease init --github" writes ${CALLER_PATH}; commit it, and merge it into ${branch}.`
      }
    ];
  }
  return [
    ...callers.flatMap((caller) => fileFindings(caller, keys)),
    ...scheduleFindings(view),
    ...chainFindings(view)
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
    ...ledgerFindings(caller),
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
  const absent = [
    ...["GPU_LEASE_SECRET", ...ledger === void 0 ? [] : ["GPU_LEASE_LEDGER_TOKEN"]].filter(
      (name) => !secrets.includes(name)
    ),
    ...keys.flatMap((each) => each.some((name) => secrets.includes(name)) ? [] : each)
  ];
  return absent.map((name) => ({
    code: "secret-not-passed",
    level: "fault",
    what: `The job "${job}" of ${path} does not pass ${name} to ${workflow}.yml, which then finds it empty even where the environment has it.`,
    fix: `Add "${name}: \${{ secrets.${name} }}" to the "secrets:" of the job.`
  }));
}
var WITHOUT_SECRETS = ["smoke", "pull-request", "staleness"];
function ledgerFindings({ path, calls }) {
  const keeping = calls.filter(({ workflow }) => !["smoke", "staleness"].includes(workflow));
  const ledgers = [...new Set(keeping.map(({ ledger }) => ledger ?? "this repository"))];
  if (ledgers.length < 2) return [];
  const list = keeping.map(({ job, ledger }) => `${job}: ${ledger ?? "this repository"}`).join(", ");
  return [
    {
      code: "ledger-differs",
      level: "fault",
      what: `The jobs of ${path} keep different ledgers (${list}), so one does not see what the other rents.`,
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
  const ticking = view.callers.find(
    (caller) => caller.triggers.has("schedule") && (caller.calls.some(({ workflow }) => workflow === "tick") || caller.steps.some(({ stage }) => stage === "tick"))
  );
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
  const state = view.workflows.find(({ path }) => path === ticking.path)?.state ?? "active";
  if (state !== "active") {
    const why = state === "disabled_inactivity" ? " after 60 days without a commit" : "";
    return [
      {
        code: "schedule-disabled",
        level: "fault",
        what: `GitHub has switched ${ticking.path} off${why} (${state}), so nothing looks after the runs.`,
        fix: `Actions > ${ticking.path} > Enable workflow, or "gh workflow enable".`
      }
    ];
  }
  return lateFindings(view, ticking.path);
}
function lateFindings({ scheduled, now }, path) {
  if (!scheduled) return [];
  const newest = scheduled[0];
  const ageSeconds = newest ? (now.getTime() - Date.parse(newest.createdAt)) / 1e3 : void 0;
  if (ageSeconds !== void 0 && ageSeconds <= LATE_AFTER_SECONDS) return [];
  return [
    {
      code: "schedule-late",
      level: newest ? "fault" : "advice",
      what: ageSeconds === void 0 ? `The schedule of ${path} has not run yet.` : `The schedule of ${path} last ran ${Math.round(ageSeconds / 3600)} h ago.`,
      fix: "Look at the Actions page whether it is enabled; GitHub runs schedules of the default branch only, and delays them under load."
    }
  ];
}
function chainFindings({ callers }) {
  const training = callers.find(
    (caller) => caller.calls.some(({ workflow }) => workflow === "train" || workflow === "sweep")
  );
  const absent = CHAIN_INPUTS.filter((name) => training && !training.dispatchInputs.includes(name));
  if (!training || absent.length === 0) return [];
  return [
    {
      code: "dispatch-inputs-missing",
      level: "fault",
      what: `${training.path} has no workflow_dispatch input ${absent.join(", ")}, so no run can be gone on with and no release be asked for.`,
      fix: 'Add them as the file of "gpu-lease init --github" has them.'
    }
  ];
}

// src/github/doctor/findings.ts
var LEVELS = ["fault", "unknown", "advice"];
function findingsOf(view, wishes) {
  const all = [
    ...repositoryFindings(view),
    ...workflowFindings(view, wishes.keys),
    ...environmentFindings(view, wishes.job),
    ...view.callers.flatMap(runnerFindings),
    ...storageFindings(view),
    ...secretFindings2(wishes),
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

// src/github/doctor/caller-view.ts
var import_yaml = __toESM(require_dist(), 1);
var OWN_WORKFLOWS = [
  "smoke",
  "pull-request",
  "train",
  "sweep",
  "release",
  "tick",
  "staleness"
];
var CALLED = /^[^/]+\/gpu-lease\/\.github\/workflows\/([a-z-]+)\.yml@/;
var STAGE = /^[^/]+\/gpu-lease\/actions\/([a-z-]+)@/;
var PINNED = /@[0-9a-f]{40}$/;
var usesGpuLease = (text) => /\/gpu-lease\/(\.github\/workflows|actions)\/[a-z-]+/.test(text);
function readCaller(path, text) {
  const document = (0, import_yaml.parseDocument)(text, { schema: "core" });
  const fault = document.errors[0];
  const file = fault ? void 0 : mapping(document.toJS({ maxAliasCount: 100 }));
  if (!file) return { ...EMPTY, path, unreadable: fault?.message.split("\n")[0] ?? "it is no mapping" };
  const on = triggersOf(file["on"]);
  const jobs = Object.entries(mapping(file["jobs"]) ?? {}).flatMap(([id, job]) => {
    const known = mapping(job);
    return known ? [{ id, job: known }] : [];
  });
  const uses = jobs.flatMap(({ job }) => [job["uses"], ...stepsOf(job).map((step) => step["uses"])]);
  return {
    path,
    unreadable: void 0,
    triggers: new Set(Object.keys(on)),
    dispatchInputs: Object.keys(mapping(mapping(on["workflow_dispatch"])?.["inputs"]) ?? {}),
    permissions: permissionsOf(file["permissions"]),
    calls: jobs.flatMap(({ id, job }) => callOf(id, job)),
    steps: jobs.flatMap(({ id, job }) => stagesOf(id, job, file["concurrency"])),
    unpinned: uses.filter(
      (each) => typeof each === "string" && !/^[.$]\//.test(each) && !PINNED.test(each)
    )
  };
}
var EMPTY = {
  triggers: /* @__PURE__ */ new Set(),
  dispatchInputs: [],
  permissions: void 0,
  calls: [],
  steps: [],
  unpinned: []
};
var mapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value) ? value : void 0;
var stepsOf = ({ steps }) => Array.isArray(steps) ? steps.map(mapping).filter((step) => step !== void 0) : [];
var textOf = (value) => typeof value === "string" ? value : void 0;
function triggersOf(on) {
  if (typeof on === "string") return { [on]: null };
  if (Array.isArray(on)) return Object.fromEntries(on.map((name) => [String(name), null]));
  return mapping(on) ?? {};
}
function permissionsOf(value) {
  if (value === "read-all" || value === "write-all") return value;
  const named = mapping(value);
  return named && Object.fromEntries(Object.entries(named).map(([scope, level]) => [scope, String(level)]));
}
function callOf(job, file) {
  const name = CALLED.exec(String(file["uses"] ?? ""))?.[1];
  const workflow = OWN_WORKFLOWS.find((each) => each === name);
  if (workflow === void 0) return [];
  const given = mapping(file["with"]);
  return [
    {
      job,
      workflow,
      permissions: permissionsOf(file["permissions"]),
      secrets: file["secrets"] === "inherit" ? "inherit" : Object.keys(mapping(file["secrets"]) ?? {}),
      environment: textOf(given?.["environment"]),
      runsOn: textOf(given?.["runs-on"]),
      ledger: textOf(given?.["ledger"]) || void 0
    }
  ];
}
function stagesOf(job, file, ofWorkflow) {
  const concurrency = concurrencyOf(file["concurrency"] ?? ofWorkflow);
  const permissions = permissionsOf(file["permissions"]);
  const container = textOf(file["container"]) ?? textOf(mapping(file["container"])?.["image"]);
  const runsOn = textOf(file["runs-on"]);
  const holdsSecrets = file["environment"] !== void 0 || JSON.stringify(file).includes("secrets.");
  return stepsOf(file).flatMap((step) => {
    const stage = STAGE.exec(String(step["uses"] ?? ""))?.[1];
    return stage === void 0 ? [] : [{ job, stage, permissions, concurrency, runsOn, container, holdsSecrets }];
  });
}
function concurrencyOf(value) {
  if (typeof value === "string") return { cancels: false, keepsAll: false };
  const named = mapping(value);
  const cancels = ![void 0, false].includes(named?.["cancel-in-progress"]);
  return named && { cancels, keepsAll: named["queue"] === "max" };
}

// src/github/doctor/view.ts
var MAX_FILES = 30;
var MAX_RUNS = 30;
async function lookAtRepository(github, now) {
  const unseen = [];
  const seen = async (what, look) => {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof Problem) || error.kind === "unreachable") throw error;
      unseen.push({ what, why: error.what, next: error.next });
      return;
    }
  };
  const facts = await seen("the repository", () => github.describe());
  const workflows = await seen("the workflows", () => github.workflows()) ?? [];
  const environments = await seen("the environments", () => github.environments());
  const isCounted = facts !== void 0 && facts.visibility !== "public";
  const artifacts = isCounted ? await seen("the artifacts", () => github.artifacts()) : void 0;
  const callers = await seen("the workflow files", () => callersOf(github, workflows));
  const ticking = callers?.find((caller) => caller.triggers.has("schedule"));
  const runs = ticking && await seen("past runs", () => github.runsOf(fileName(ticking.path), MAX_RUNS));
  return {
    name: github.repository,
    now,
    facts,
    callers: callers ?? [],
    workflows,
    environments,
    artifacts,
    scheduled: runs?.filter(({ event }) => event === "schedule"),
    unseen
  };
}
async function callersOf(github, workflows) {
  const paths = /* @__PURE__ */ new Set([CALLER_PATH, ...workflows.map(({ path }) => path)]);
  const found = [];
  for (const path of [...paths].filter((each) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(each)).slice(0, MAX_FILES)) {
    const text = await github.file(path);
    if (text !== void 0 && (path === CALLER_PATH || usesGpuLease(text)))
      found.push(readCaller(path, text));
  }
  return found;
}
var fileName = (path) => path.slice(path.lastIndexOf("/") + 1);

// src/github/remote-name.ts
var GITHUB_COM = "https://github.com";
var FORMS = [
  /^(?:https?|ssh|git):\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?\/(.+)$/i,
  /^(?:[^/@:]+@)?([^/@:]+):(?!\/\/)(.+)$/
];
function repositoryAt(remote, server = "") {
  const [, host = "", path = ""] = FORMS.map((form) => form.exec(remote.trim())).find((found) => found) ?? [];
  const [, name] = /^\/*([\w.-]+\/[\w.-]+?)(?:\.git)?\/*$/.exec(path) ?? [];
  return name !== void 0 && hostsOf(server || GITHUB_COM).includes(host.toLowerCase()) ? name : void 0;
}
function hostsOf(server) {
  const host = URL.canParse(server) ? new URL(server).hostname : "";
  return host === "github.com" ? [host, "ssh.github.com", "www.github.com"] : [host];
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
  const findings = findingsOf(view, wishesOf(settings));
  const count = (level) => findings.filter((each) => each.level === level).length;
  return { repository: github.repository, findings, faults: count("fault"), unknown: count("unknown") };
}
var exitOf = ({ faults, unknown }) => faults > 0 ? EXIT.failed : unknown > 0 ? EXIT.inconclusive : EXIT.ok;
var WORDS = {
  fault: "fault",
  unknown: "could not tell",
  advice: "advice"
};
function diagnosisText({ repository, findings, faults, unknown }) {
  const lines = findings.flatMap(({ code, level, what, fix }) => [
    `${WORDS[level]} (${code}): ${what}`,
    `  fix: ${fix}`
  ]);
  const verdict = faults > 0 ? `${faults} fault${faults === 1 ? "" : "s"}` : unknown > 0 ? "no fault was seen, but not everything could be" : "no fault";
  return `${[...lines, `${repository}: ${verdict}`].join("\n")}
`;
}
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
function originOf(cwd, env) {
  const url = originUrlOf(cwd, env);
  return url === void 0 ? void 0 : repositoryAt(url, env["GITHUB_SERVER_URL"]);
}
function originUrlOf(cwd, env) {
  try {
    return execFileSync("git", ["remote", "get-url", "origin"], {
      cwd,
      env: forErrands(env),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 1e4
    }).trim();
  } catch {
    return;
  }
}
var withoutLogin = (url) => url.replace(/\/\/[^/@]*@/, "//");
function wishesOf(settings) {
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
    isSet: env["GITHUB_ACTIONS"] === "true" ? (name) => (env[name] ?? "").trim() !== "" : void 0,
    secretFault: settings.secret === void 0 ? void 0 : secretFault(settings.secret)
  };
}
function jobOf(settings) {
  const path = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
  if (!existsSync(path)) return;
  return parseJob(readFileSync(path, "utf8"), path, knownPlatforms()).job;
}
var keysOfCandidate = ({ platform, attach }) => attach === void 0 ? keysOf(platform) : [["GPU_LEASE_SSH_KEY"]];
function keysOf(platform) {
  const file = new URL(`profiles/${platform}.yml`, installedDir());
  const { rent } = parseProfile(readFileSync(file, "utf8"), `${platform}.yml`);
  const names = [...new Set(rent.entries.flatMap(({ auth }) => auth?.secret ?? []))];
  return names.length > 0 ? [names] : [];
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
  command,
  diagnose,
  exitOf,
  diagnosisText,
  originOf,
  originUrlOf,
  withoutLogin,
  keysOfCandidate
};
