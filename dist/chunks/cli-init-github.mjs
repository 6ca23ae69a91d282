import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  KEYS_ENVIRONMENT,
  RELEASE_ENVIRONMENT,
  UNKNOWN,
  callerFiles,
  diagnose,
  diagnosisText,
  sourceOfSuite
} from "./cli-doctor.shared.mjs";
import "./cli-bundled-root.shared.mjs";
import {
  keysOfCandidate
} from "./cli-platform-keys.shared.mjs";
import "./cli-runner-rates.shared.mjs";
import "./github-commit-status.shared.mjs";
import {
  ONE_FILE,
  SET_NAME,
  readCaller,
  setPath
} from "./github-caller-workflow.shared.mjs";
import {
  isAtGitHub,
  originOf,
  remotesOf,
  withoutLogin
} from "./cli-git-remotes.shared.mjs";
import "./lease-cost-by.shared.mjs";
import "./box-traffic-count.shared.mjs";
import "./lease-driven.shared.mjs";
import "./cli-beside-secrets.shared.mjs";
import "./github-record-artifacts.shared.mjs";
import "./cli-bringing.shared.mjs";
import "./cli-settings.shared.mjs";
import "./platforms-api.shared.mjs";
import "./ledger-repository-name.shared.mjs";
import "./ledger-git-objects.shared.mjs";
import "./ledger-remote-login.shared.mjs";
import "./ledger-git-problems.shared.mjs";
import "./ledger-tries.shared.mjs";
import {
  ledgerLocation
} from "./cli-ledger-place.shared.mjs";
import "./host-guarded-git.shared.mjs";
import "./platforms-driver.shared.mjs";
import "./lease-billed-minutes.shared.mjs";
import "./host-own-environment.shared.mjs";
import {
  parseJob
} from "./job-approval-rules.shared.mjs";
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
import {
  REGISTRY_SECRETS,
  USUAL_SECRETS,
  noticeSecretsOf,
  platformSecretsOf
} from "./job-secret-names.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./profile-schema-stamp.shared.mjs";
import "./strict-yaml-in-order.shared.mjs";
import "./strict-yaml-mapping.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-data-source.shared.mjs";
import "./host-installed.shared.mjs";
import "./report-visible-text.shared.mjs";
import {
  openGitHub
} from "./github-this-repository.shared.mjs";
import "./box-channel.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-keys.shared.mjs";
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

// src/cli/init-github.ts
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";

// src/cli/new-secret.ts
async function secretLines() {
  const { newSecret } = await import("./secret-keys.mjs");
  return [
    "where the environments have a GPU_LEASE_SECRET already, keep it: another one opens neither the boxes nor the records of the old",
    `else store this one as GPU_LEASE_SECRET in each of them; it is made new at every call and kept nowhere: ${newSecret()}`
  ];
}

// src/cli/signing-wished.ts
var ON_ENTERPRISE = "where a repository is not public, GitHub has attestations on Enterprise Cloud only";
async function signingWished(settings, signal) {
  const wish = settings.choice("attest");
  if (wish === "never")
    return { attest: "never", note: "what is sealed is signed by nobody (--attest never)" };
  const facts = wish === "auto" ? await seen(settings, signal) : void 0;
  if (facts !== void 0 && facts.visibility !== "public")
    return {
      attest: "absent",
      note: `what is sealed is signed by nobody: ${ON_ENTERPRISE}, and this one is ${facts.visibility}; with such a plan write the files with --attest always`
    };
  const where = facts === void 0 ? `; ${ON_ENTERPRISE}: elsewhere write the files with --attest never` : "";
  return {
    attest: "written",
    note: `the job "attest" of three of the files signs what is sealed, for anybody to verify (docs/attestations.md)${where}`
  };
}
async function seen({ env, cwd, clock }, signal) {
  const repository = env["GITHUB_REPOSITORY"] || originOf(cwd, env);
  try {
    const github = repository && openGitHub({ ...env, GITHUB_REPOSITORY: repository }, clock, signal);
    return github ? await github.describe() : void 0;
  } catch (error) {
    if (error instanceof Problem) return void 0;
    throw error;
  }
}

// src/cli/init-github.ts
async function initGitHub(settings, signal) {
  requireGitHub(settings);
  const job = jobOf(settings);
  const keys = keysOfJob(job);
  const ledger = ledgerGiven(settings);
  const environments = environmentsGiven(settings, job);
  const name = nameGiven(settings);
  const looking = name === void 0 ? void 0 : ticksOver(settings, ledger);
  const source = sourceOfSuite(settings.env) ?? UNKNOWN;
  const { attest, note } = await signingWished(settings, signal);
  const caller = {
    ...source,
    keys,
    ledger,
    ledgerEnvironment: environments.ledger,
    keysEnvironment: environments.keys === KEYS_ENVIRONMENT ? void 0 : environments.keys,
    name,
    isLookedAt: looking !== void 0,
    job: jobElsewhere(settings),
    label: labelGiven(settings),
    attest,
    kaggle: onKaggle(job)
  };
  const files = callerFiles(caller).map(({ path, text }) => ({ path: resolve(settings.cwd, path), text }));
  const isLeft = !settings.flag("force");
  const older = name === void 0 ? [resolve(settings.cwd, ONE_FILE)] : [];
  const there = [...files.map(({ path }) => path), ...older].filter((path) => existsSync(path));
  if (isLeft && there.length > 0) throw alreadyThere(there);
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const isRun = caller.kaggle !== "alone";
  const secret = settings.secret === void 0 && isRun ? await secretLines() : [];
  const notes = [
    ...there.includes(resolve(settings.cwd, ONE_FILE)) ? ONE_FILE_NOTES : [],
    ...source === UNKNOWN ? UNKNOWN_NOTES : [],
    ...onThisRunner(job),
    ...notHandedOn(job),
    ...isRun ? setUp(keys, ledger, environments) : [],
    ...caller.kaggle === void 0 ? [] : setUpForKaggle(environments.keys),
    ...looking === void 0 ? [] : lookedAt(looking, keys, environments),
    ...isRun ? [note] : [],
    ...secret
  ];
  const written = files.map(({ path }) => `wrote ${path}`);
  process.stdout.write(`${[...written, ...notes.map((note2) => `- ${note2}`)].join("\n")}
`);
  await lookWhereAllowed(settings, signal);
  return 0;
}
var alreadyThere = (paths) => new Problem({
  code: "exists",
  kind: "usage",
  what: `${paths.join(", ")} ${paths.length === 1 ? "exists" : "exist"} already; nothing was written.`,
  next: 'Edit what is there, or write new files over it with --force; "gpu-lease doctor" says what is wrong with it. For a second job file give the names of its files another beginning: --name NAME --job FILE.'
});
var ONE_FILE_NOTES = [
  `${ONE_FILE} does the same as these files together, as earlier versions wrote it: delete it in the same commit, or pull requests are smoked twice`
];
var UNKNOWN_NOTES = [
  `put the repository and the commit of gpu-lease that you use for ${UNKNOWN.suite} and ${UNKNOWN.commit}; this copy of it does not say them`
];
function requireGitHub({ cwd, env }) {
  const remotes = remotesOf(cwd, env);
  if (remotes.length === 0 || remotes.some((url) => isAtGitHub(url, env))) return;
  throw new Problem({
    code: "not-at-github",
    kind: "usage",
    what: `No remote of ${cwd} is at GitHub (${remotes.map(withoutLogin).join(", ")}), and workflow files do nothing anywhere else; nothing was written.`,
    next: "Add the repository at GitHub as a remote: git remote add github https://github.com/OWNER/NAME.git"
  });
}
var onThisRunner = ({ candidates }) => candidates.every(({ platform }) => platform === "local") ? [
  'the job file names no candidate but "local", this machine: a workflow needs a platform, or a box that it reaches by SSH'
] : [];
function labelGiven(settings) {
  const label = settings.value("label")?.trim();
  if (label === void 0 || /^[\w.:/ -]{1,50}$/.test(label)) return label || void 0;
  throw new Problem({
    code: "bad-label",
    kind: "usage",
    what: `${JSON.stringify(label.slice(0, 60))} is no name of a label that is written here.`,
    next: 'Use letters, digits, blanks and . : / _ -, at most 50 of them, such as "gpu".'
  });
}
function ledgerGiven(settings) {
  const where = settings.value("ledger") === void 0 ? void 0 : ledgerLocation(settings);
  if (where === void 0) return;
  if (where.kind === "remote" && /^(https|ssh):\/\/[^\s'"\\]+$/.test(where.url)) return where.url;
  throw new Problem({
    code: "bad-remote",
    kind: "usage",
    what: `${JSON.stringify(settings.value("ledger"))} is no address that a workflow could reach the ledger at.`,
    next: "Give the address of a repository, such as https://github.com/OWNER/NAME-ledger.git."
  });
}
function environmentsGiven(settings, { approval }) {
  const release = approval?.environment ?? RELEASE_ENVIRONMENT;
  const keys = plainWord(settings, "keys-environment", [release]) ?? KEYS_ENVIRONMENT;
  return { release, keys, ledger: plainWord(settings, "ledger-environment", [keys, release]) };
}
var HOLDS = { "keys-environment": "the keys", "ledger-environment": "GPU_LEASE_SECRET alone" };
function plainWord(settings, option, others) {
  const name = settings.value(option);
  if (name === void 0 || name === "") return;
  const isOther = others.some((each) => each.toLowerCase() === name.toLowerCase());
  if (/^[A-Za-z][\w-]{0,99}$/.test(name) && !isOther) return name;
  throw new Problem({
    code: "bad-environment",
    kind: "usage",
    what: `${JSON.stringify(name.slice(0, 120))} cannot be the environment that holds ${HOLDS[option]}: ${isOther ? "that one has another task" : "it is no plain word"}; nothing was written.`,
    next: `Give another name, such as --${option} ${KEYS_ENVIRONMENT}-${option === "keys-environment" ? "keys" : "ledger"}.`
  });
}
function nameGiven(settings) {
  const name = settings.value("name");
  if (name === void 0 || name === "" || name === SET_NAME) return;
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,49}$/.test(name)) return name;
  throw new Problem({
    code: "bad-name",
    kind: "usage",
    what: `${JSON.stringify(name.slice(0, 120))} cannot begin the names of workflow files; nothing was written.`,
    next: "Give letters, digits, _ and -, at most 50 of them, such as --name eval."
  });
}
function ticksOver({ cwd }, ledger) {
  const path = resolve(cwd, setPath("tick"));
  if (!existsSync(path)) return;
  const { calls } = readCaller(setPath("tick"), readFileSync(path, "utf8"));
  return calls.find((call) => call.workflow === "tick" && call.ledger === ledger);
}
function lookedAt({ secrets, environment }, keys, own) {
  const passed = secrets === "inherit" ? keys : secrets;
  const lacking = keys.filter((key) => !passed.includes(key));
  const where = environment ?? KEYS_ENVIRONMENT;
  const files = `${setPath("tick")} and ${setPath("daily")}`;
  return [
    `no tick was written: ${files} look at every run of this ledger${lacking.length === 0 ? "" : `; add ${lacking.map((key) => `"${key}: \${{ secrets.${key} }}"`).join(" and ")} to the secrets that they pass on`}`,
    ...where === own.keys ? [] : [`they take keys from the environment "${where}": store those of this job there, too`]
  ];
}
var setUp = (keys, ledger, environments) => [
  ...ledger === void 0 ? [] : [
    `the ledger: make the empty private repository ${ledger}, for this repository alone, and a fine-grained token (Settings > Developer settings) with "Contents: read and write" on it and nothing else; its value is the secret GPU_LEASE_LEDGER_TOKEN`
  ],
  `Settings > Environments > New environment > "${environments.keys}": deployment branches only the default one, no reviewers, secrets GPU_LEASE_SECRET${[...ledger === void 0 ? [] : ["GPU_LEASE_LEDGER_TOKEN"], ...keys].map((name) => `, ${name}`).join("")}`,
  ...environments.ledger === void 0 ? [] : [
    `one more as "${environments.ledger}", bound to the default branch and without reviewers, too: secrets GPU_LEASE_SECRET${ledger === void 0 ? "" : ", GPU_LEASE_LEDGER_TOKEN"} and no other`
  ],
  `the same ${environments.ledger === void 0 ? "once more" : `as "${environments.keys}" once more`} as "${environments.release}", with required reviewers and without "Allow administrators to bypass"; then "approval: { environment: ${environments.release} }" in the job file`,
  "where the plan has no required reviewers (private repositories below Enterprise), leave the second one out: a release then needs its typed phrase",
  "commit the job file and the workflow files to the default branch: dispatches and schedules start only what is there"
];
var onKaggle = ({ candidates }) => {
  const on = candidates.filter(({ platform }) => platform === "kaggle");
  if (on.length === 0) return void 0;
  return on.length === candidates.length ? "alone" : "beside";
};
var setUpForKaggle = (environment) => [
  `for Kaggle: the secret KAGGLE_API_TOKEN (kaggle.com/settings, API) in the environment "${environment}", whose deployment branches are only the default one and which has no reviewers; no other file is given it`,
  "then commit, and start the file for Kaggle by hand: its schedule goes on with what was begun, and begins nothing"
];
async function lookWhereAllowed(settings, signal) {
  const { env, cwd } = settings;
  const isKnown = (env["GITHUB_REPOSITORY"] || originOf(cwd, env)) !== void 0;
  if (!isKnown || !(env["GH_TOKEN"] || env["GITHUB_TOKEN"])) {
    process.stdout.write('next: commit it, then GH_TOKEN="$(gh auth token)" gpu-lease doctor\n');
    return;
  }
  process.stdout.write(diagnosisText(await diagnose(settings, signal)));
}
function jobElsewhere(settings) {
  const path = relative(settings.cwd, resolve(settings.cwd, settings.value("job") ?? USUAL_JOB));
  return path === USUAL_JOB ? void 0 : path;
}
var USUAL_JOB = "gpu-lease.yml";
function jobOf(settings) {
  const path = resolve(settings.cwd, settings.value("job") ?? USUAL_JOB);
  if (!existsSync(path)) {
    throw new Problem({
      code: "no-job-file",
      kind: "usage",
      what: `There is no job file at ${path}, so the keys that the workflow has to pass on are not known.`,
      next: 'Write one first: "gpu-lease init".'
    });
  }
  return parseJob(readFileSync(path, "utf8"), path, knownPlatforms()).job;
}
var HANDED_ON = Object.values(USUAL_SECRETS);
var notHandedOn = (job) => [
  ...lackedBy("notify", noticeSecretsOf(job), HANDED_ON),
  ...lackedBy("registry", platformSecretsOf(job), REGISTRY_SECRETS)
];
var lackedBy = (key, names, known) => names.filter((name) => !known.includes(name)).map(
  (name) => `\`${key}\` names ${name}, which the workflows do not hand on: they know ${known.join(", ")}, so call it one of these`
);
function keysOfJob(job) {
  const { candidates } = job;
  const keys = candidates.flatMap((candidate) => keysOfCandidate(candidate).flat());
  const known = candidates.some(({ attach, queue }) => (attach ?? queue) !== void 0) ? ["GPU_LEASE_KNOWN_HOSTS"] : [];
  const told = noticeSecretsOf(job).filter((name) => HANDED_ON.includes(name));
  const pulling = platformSecretsOf(job).filter((name) => REGISTRY_SECRETS.includes(name));
  return [.../* @__PURE__ */ new Set([...keys, ...known, ...told, ...pulling])];
}
export {
  initGitHub,
  keysOfJob
};
