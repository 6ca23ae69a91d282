import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  KEYS_ENVIRONMENT,
  RELEASE_ENVIRONMENT,
  diagnose,
  diagnosisText,
  keysOfCandidate,
  originOf,
  originUrlOf,
  withoutLogin
} from "./cli-doctor.shared.mjs";
import {
  CALLER_PATH,
  callerFile
} from "./github-caller-file.shared.mjs";
import {
  parseJob
} from "./job-approval-rules.shared.mjs";
import {
  knownPlatforms
} from "./cli-known-platforms.shared.mjs";
import "./job-cell-differences.shared.mjs";
import "./metrics-log-pattern.shared.mjs";
import "./profile-facts.shared.mjs";
import "./profile-pattern.shared.mjs";
import "./cli-settings.shared.mjs";
import "./strict-yaml-explain.shared.mjs";
import {
  installedDir
} from "./cli-installed.shared.mjs";
import "./profile-placement.shared.mjs";
import "./job-glob.shared.mjs";
import "./npm-yaml-dist-compose-compose-collection.shared.mjs";
import "./job-gpu-cards.shared.mjs";
import {
  ledgerLocation
} from "./cli-ledger-place.shared.mjs";
import {
  forErrands
} from "./job-keys-of-others.shared.mjs";
import "./job-data-source.shared.mjs";
import "./secret-shape.shared.mjs";
import "./report-visible-text.shared.mjs";
import "./npm-zod-v4-classic-checks.shared.mjs";
import "./github-this-repository.shared.mjs";
import "./host-proxied-fetch.shared.mjs";
import "./secret-redactor.shared.mjs";
import "./secret-forms.shared.mjs";
import "./secret-keys.shared.mjs";
import "./cli-given-options.shared.mjs";
import "./cli-options.shared.mjs";
import "./duration.shared.mjs";
import "./nearest.shared.mjs";
import "./wildcard.shared.mjs";
import "./evidence-level.shared.mjs";
import "./job-job.shared.mjs";
import "./canonical.shared.mjs";
import {
  Problem
} from "./problem.shared.mjs";
import "./metrics-rule.shared.mjs";
import "./clock.shared.mjs";
import "./nothing.shared.mjs";

// src/cli/init-github.ts
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

// src/cli/new-secret.ts
async function secretLines() {
  const { newSecret } = await import("./secret-keys.mjs");
  return [
    "where the environments have a GPU_LEASE_SECRET already, keep it: another one opens neither the boxes nor the records of the old",
    `else store this one as GPU_LEASE_SECRET in each of them; it is made new at every call and kept nowhere: ${newSecret()}`
  ];
}

// src/cli/init-github.ts
var UNKNOWN = { suite: "OWNER/gpu-lease", commit: "<commit>" };
async function initGitHub(settings, signal) {
  const target = resolve(settings.cwd, CALLER_PATH);
  if (existsSync(target) && !settings.flag("force")) {
    throw new Problem({
      code: "exists",
      kind: "usage",
      what: `${target} exists already; it was left as it is.`,
      next: 'Edit it, or write a new one over it with --force; "gpu-lease doctor" says what is wrong with it.'
    });
  }
  const job = jobOf(settings);
  const keys = keysOfJob(job);
  const ledger = ledgerGiven(settings);
  const source = sourceOfSuite(settings.env) ?? UNKNOWN;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, callerFile({ ...source, keys, ...ledger !== void 0 && { ledger } }));
  const secret = settings.secret === void 0 ? await secretLines() : [];
  const notes = [
    ...elsewhere(settings),
    ...source === UNKNOWN ? UNKNOWN_NOTES : [],
    ...onThisRunner(job),
    ...setUp(keys, ledger),
    ...secret
  ];
  process.stdout.write(`wrote ${target}
${notes.map((note) => `- ${note}`).join("\n")}
`);
  await lookWhereAllowed(settings, signal);
  return 0;
}
var UNKNOWN_NOTES = [
  `put the repository and the commit of gpu-lease that you use for ${UNKNOWN.suite} and ${UNKNOWN.commit}; this copy of it does not say them`
];
function elsewhere({ cwd, env }) {
  const url = originUrlOf(cwd, env);
  if (url === void 0 || originOf(cwd, env) !== void 0) return [];
  return [
    `"origin" is ${withoutLogin(url)}, which is not at GitHub: the file does nothing before it is pushed to a repository there`
  ];
}
var onThisRunner = ({ candidates }) => candidates.every(({ platform }) => platform === "local") ? [
  'the job file names no candidate but "local", this machine: a workflow needs a platform, or a box that it reaches by SSH'
] : [];
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
var setUp = (keys, ledger) => [
  ...ledger === void 0 ? [] : [
    `the ledger: make the empty private repository ${ledger}, for this repository alone, and a fine-grained token (Settings > Developer settings) with "Contents: read and write" on it and nothing else; its value is the secret GPU_LEASE_LEDGER_TOKEN`
  ],
  `Settings > Environments > New environment > "${KEYS_ENVIRONMENT}": deployment branches only the default one, no reviewers, secrets GPU_LEASE_SECRET${[...ledger === void 0 ? [] : ["GPU_LEASE_LEDGER_TOKEN"], ...keys].map((name) => `, ${name}`).join("")}`,
  `the same once more as "${RELEASE_ENVIRONMENT}", with required reviewers and without "Allow administrators to bypass"; then "approval: { environment: ${RELEASE_ENVIRONMENT} }" in the job file`,
  "where the plan has no required reviewers (private repositories below Enterprise), leave the second one out: a release then needs its typed phrase",
  "commit both files to the default branch: dispatches and schedules start only what is there"
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
function jobOf(settings) {
  const path = resolve(settings.cwd, settings.value("job") ?? "gpu-lease.yml");
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
function keysOfJob({ candidates }) {
  const keys = candidates.flatMap((candidate) => keysOfCandidate(candidate).flat());
  const known = candidates.some(({ attach }) => attach !== void 0) ? ["GPU_LEASE_KNOWN_HOSTS"] : [];
  return [.../* @__PURE__ */ new Set([...keys, ...known])];
}
function sourceOfSuite(env) {
  const dir = fileURLToPath(installedDir());
  const suite = originOf(dir, env);
  try {
    const commit = execFileSync("git", ["rev-parse", "HEAD"], {
      cwd: dir,
      env: forErrands(env),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 1e4
    }).trim();
    return suite !== void 0 && existsSync(resolve(dir, ".git")) ? { suite, commit } : void 0;
  } catch {
    return;
  }
}
export {
  initGitHub
};
